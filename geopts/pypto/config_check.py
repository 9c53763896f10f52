"""What is wrong with a ``tile_fwk_config.json``: PyPTO loads the file without a check, so mistakes show later or never.

Rules are read from framework/src/interface/configs/config_manager_ng.cpp @883e7dfb; what is
called measured was run on pypto 0.2.0.
"""

from __future__ import annotations

import contextlib
import difflib
import json
from typing import TYPE_CHECKING, Any

from geopts.errors import OptionValueError, UnknownOptionError
from geopts.facts.pypto import RELEASES
from geopts.facts.pypto_rows import ConfigKind
from geopts.findings import Severity
from geopts.pypto import codes
from geopts.pypto.config_schema import CONFIG_ROWS, config_schema
from geopts.pypto.relations import check_options
from geopts.pypto.runtime_options import OPTION_NAMES, RuntimeOptions, checked_value, removed_row
from geopts.pypto.values import shown

if TYPE_CHECKING:
    from collections.abc import Iterator

    from geopts.facts.pypto_rows import ConfigKeyRow, PyPTOReleaseRow
    from geopts.facts.rows import Family
    from geopts.findings import Finding
    from geopts.pypto.json_document import JsonDocument
    from geopts.pypto.json_parser import Node

__all__ = ["NEWEST", "changed_runtime_values", "check_config", "find_release", "guess_release", "runtime_options_of"]

#: The release whose facts are complete.
NEWEST: PyPTOReleaseRow = RELEASES[-1]

_LOADER = "framework/src/interface/configs/config_manager_ng.cpp @883e7dfb"
_GROUPS = {key[:end] for key in CONFIG_ROWS for end in range(len(key)) if key[end] == "."}


def find_release(name: str) -> PyPTOReleaseRow:
    """Find a release by its name, such as ``0.2.0``, ``v9.1.0`` or ``newest``.

    :raises UnknownOptionError: no such release in the facts.
    """
    for row in RELEASES:
        if name in (row.release, row.release.removeprefix("v")):
            return row
    names = ", ".join(row.release for row in RELEASES)
    raise UnknownOptionError(
        f"the options of PyPTO release {name} are not known", name=name, hint=f"known releases: {names}"
    )


def guess_release(document: JsonDocument) -> PyPTOReleaseRow:
    """Guess which release a file was written for: one that has every removed option the file holds, else the newest."""
    node = document.node(("runtime",))
    old = {member.key for member in (node.members if node and node.members else ()) if removed_row(member.key)}
    if not old:
        return NEWEST
    return next((row for row in reversed(RELEASES) if old <= set(row.options)), NEWEST)


def changed_runtime_values(document: JsonDocument) -> dict[str, Any]:
    """Give the values of the group ``runtime`` that differ from PyPTO's defaults, right or wrong; unknown keys are left out."""
    node = document.node(("runtime",))
    values: dict[str, Any] = {}
    for member in node.members if node and node.members else ():
        row = CONFIG_ROWS.get(f"runtime.{member.key}")
        if member.key in OPTION_NAMES and row is not None and member.node.value != json.loads(row.default or "null"):
            values[member.key] = member.node.value
    return values


def runtime_options_of(document: JsonDocument) -> RuntimeOptions:
    """Give the runtime options of a file that differ from PyPTO's defaults, without those that PyPTO's setters refuse."""
    values: dict[str, Any] = {}
    for name, value in changed_runtime_values(document).items():
        with contextlib.suppress(OptionValueError):
            values[name] = checked_value(name, value)
    return RuntimeOptions(**values)


def check_config(
    document: JsonDocument, *, release: PyPTOReleaseRow | None = None, family: Family | None = None
) -> tuple[Finding, ...]:
    """Check types, limits, keys and the runtime options against each other, in the order of the file.

    For another release than the newest only the group ``runtime`` is checked: the limits of the other groups are not known for it.

    :param release: the release that will read the file; None = guessed from the keys of the file.
    :param family: the product family, whose limits count then.
    """
    release = release or guess_release(document)
    if document.root.members is None:
        return (
            codes.VALUE.finding(
                f"the file holds {shown(document.root.value)}, not an object; PyPTO finds no option in it",
                source=_LOADER,
                path=document.path,
                span=document.span(document.root.start, document.root.end),
            ),
        )
    findings = list(_key_findings(document, release))
    findings += _value_findings(document, release)
    findings += _relation_findings(document, family)
    findings += _missing(document, release)
    return tuple(sorted(findings, key=lambda finding: finding.sort_key()))


def _key_findings(document: JsonDocument, release: PyPTOReleaseRow) -> Iterator[Finding]:
    """Keys that the release does not know, and values that it does not read from the file."""
    for keys, node in document.leaves():
        key = ".".join(keys)
        place: dict[str, Any] = {"path": document.path, "key": key, "span": document.span(node.start, node.end)}
        known = _known(keys, release)
        if not known and isinstance(node.value, list) and any(_is_number(item) for item in node.value):
            yield codes.UNKNOWN_CONFIG_KEY.finding(
                f"{key} is a list of numbers under a key that the schema of {_named(release)} does not have: the first use of the"
                " configuration fails with type_error.302 (measured on 0.2.0)",
                hint="remove the key, or read the file with a release that knows it",
                source=_LOADER,
                severity=Severity.ERROR,
                **place,
            )
        elif not known:
            yield _unknown_key(key, release, place)
        elif key in ("runtime.run_mode", "runtime.launch_early_mode") and node.value != 0:
            yield _not_read(key, node, place)


def _known(keys: tuple[str, ...], release: PyPTOReleaseRow) -> bool:
    """Tell whether a key, or a key that it stands in, is one of the release; an entry of a map or of a wrong object is told with its key."""
    if keys[0] == "runtime" and len(keys) > 1:
        return keys[1] in release.options
    if release is not NEWEST:
        return True  # the other groups are known for the newest text only
    # Passes are named by the program: global.pass_strategies.<strategy>.<pass>.<flag>
    if ".".join(keys) in _GROUPS or keys[:2] == ("global", "pass_strategies"):
        return True
    return any(".".join(keys[:length]) in CONFIG_ROWS for length in range(2, len(keys) + 1))


def _is_number(value: object) -> bool:
    return isinstance(value, (int, float)) and not isinstance(value, bool)


def _unknown_key(key: str, release: PyPTOReleaseRow, place: dict[str, Any]) -> Finding:
    removed = removed_row(key) if key.startswith("runtime.") else None
    if removed is not None:
        gone = f"removed by {removed.removed}" if removed.removed else "no longer there"
        return codes.REMOVED_OPTION.finding(
            f"{key} is an option of earlier releases ({removed.present_in or 'early ones'}), {gone}; {_named(release)} reads it from"
            " nowhere",
            hint="remove it",
            source=removed.source,
            severity=Severity.WARNING,
            **place,
        )
    names = [row for row in CONFIG_ROWS if not row.startswith("runtime.")] + [
        f"runtime.{name}" for name in release.options
    ]
    close = difflib.get_close_matches(key, names, n=2, cutoff=0.92)
    newer = " (newer releases have it)" if key in CONFIG_ROWS else ""
    return codes.UNKNOWN_CONFIG_KEY.finding(
        f"{key} is no key of {_named(release)}{newer}: it is stored and nothing reads it",
        hint=f"did you mean {' or '.join(close)}?" if close else "remove it, unless a newer release brings it",
        source=_LOADER,
        severity=Severity.WARNING if close or newer else Severity.NOTE,
        **place,
    )


def _named(release: PyPTOReleaseRow) -> str:
    return "the newest PyPTO" if release is NEWEST else f"PyPTO {release.release}"


def _not_read(key: str, node: Node, place: dict[str, Any]) -> Finding:
    why = {
        "runtime.run_mode": "the jit wrapper writes run_mode into its own options, so the value of the file reaches no jit kernel",
        "runtime.launch_early_mode": "it is read from the dict of the jit decorator only",
    }[key]
    name = key.removeprefix("runtime.")
    return codes.NOT_READ_HERE.finding(
        f"{key} is {shown(node.value)} here and has no effect: {why}",
        hint=f"write @pypto.frontend.jit(runtime_options={{{name!r}: {shown(node.value)}}})",
        source="python/pypto/frontend/parser/entry.py and python/src/bindings/runtime.cpp @883e7dfb",
        **place,
    )


def _value_findings(document: JsonDocument, release: PyPTOReleaseRow) -> Iterator[Finding]:
    """What the schema refuses, told in the words of the option."""
    import jsonschema

    newest = release is NEWEST
    schema = config_schema()
    if not newest:
        runtime = {k: v for k, v in schema["properties"]["runtime"]["properties"].items() if k in release.options}
        schema = {"type": "object", "properties": {"runtime": {"type": "object", "properties": runtime}}}
    validator = jsonschema.Draft202012Validator(schema)
    told: set[str] = set()
    for error in validator.iter_errors(document.root.value):
        keys: list[str] = []
        for step in error.absolute_path:
            if not isinstance(step, str):
                break
            keys.append(step)
        while len(keys) > 1 and ".".join(keys) not in CONFIG_ROWS and ".".join(keys) not in _GROUPS:
            keys.pop()  # an entry of a map is told as the map
        key = ".".join(keys)
        node = document.node(tuple(keys))
        if key in told or node is None or _zero_of_its_time(key, node.value, release):
            continue
        told.add(key)
        message, hint, source = _wrong_value(key, node.value, CONFIG_ROWS.get(key))
        place = document.span(node.start, node.end)
        yield codes.VALUE.finding(message, hint=hint, source=source, path=document.path, key=key, span=place)


def _zero_of_its_time(key: str, value: object, release: PyPTOReleaseRow) -> bool:
    """Up to 0.2.0 the file's own default of stitch_function_max_num was 0, below the minimum of the schema."""
    return key == "runtime.stitch_function_max_num" and value == 0 and "stitch_function_num_initial" in release.options


def _wrong_value(key: str, value: object, row: ConfigKeyRow | None) -> tuple[str, str, str]:
    if row is None:
        return f"{key} is {shown(value)}, not an object of options", "write an object: { ... }", _LOADER
    if isinstance(value, float) and row.kind is ConfigKind.INTEGER:
        return f"{key} is {shown(value)}; PyPTO cuts it to {int(value)} (measured)", f"write {int(value)}", _LOADER
    if key.startswith("runtime."):
        try:
            checked_value(key, value)
        except OptionValueError as error:
            return error.message, error.hint, error.source
    wanted = _wanted(row)
    return (
        f"{key} is {shown(value)}; it is {wanted}, and PyPTO loads the file without a check",
        f"write {wanted}",
        row.source,
    )


def _wanted(row: ConfigKeyRow) -> str:
    low, high = row.value_range or (None, None)
    limits = f" from {low} to {high}" if low is not None else ""
    if row.enum_not_enforced:
        return f"one of {', '.join(row.enum_not_enforced)}"
    if row.kind is ConfigKind.INTEGER_MAP and row.key_range is not None:
        return f"a list of [key, value] pairs, keys from {row.key_range[0]} to {row.key_range[1]}, values{limits}"
    words = {
        ConfigKind.INTEGER: f"an integer{limits}",
        ConfigKind.BOOLEAN: "true or false",
        ConfigKind.STRING: "a string",
        ConfigKind.INTEGER_LIST: "a list of integers",
        ConfigKind.STRING_LIST: "a list of strings",
        ConfigKind.DOUBLE_LIST: "a list of numbers",
        ConfigKind.STRING_MAP: "an object from names to integers",
    }
    return words.get(row.kind, "another value")


def _relation_findings(document: JsonDocument, family: Family | None) -> Iterator[Finding]:
    """Options without effect beside another; a default that merely stands in the file is nobody's wish and draws nothing."""
    for finding in check_options(runtime_options_of(document), family=family, key="runtime", path=document.path):
        node = document.node(tuple(finding.key.split(".")))
        yield finding._replace(span=None if node is None else document.span(node.start, node.end))


def _missing(document: JsonDocument, release: PyPTOReleaseRow) -> Iterator[Finding]:
    """A file named by TILEFWK_CONFIG_PATH replaces the whole default file, so a missing runtime key is an unknown one."""
    node = document.node(("runtime",))
    missing = [name for name in release.options if node is None or node.member(name) is None]
    if missing:
        yield codes.MISSING_CONFIG_KEY.finding(
            f"runtime lacks {', '.join(missing)}: when TILEFWK_CONFIG_PATH names this file it replaces the default file whole, set_options"
            " then refuses these keys ('does not exist') and a compile that reads them fails ('not found')",
            hint="merge these lines into a copy of the package's own configs/tile_fwk_config.json",
            source=_LOADER,
            path=document.path,
            key="runtime",
            span=None if node is None else document.span(node.start, node.start + 1),
        )
