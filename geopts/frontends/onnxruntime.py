"""ONNX Runtime: provider options of the CANN execution provider. The list of keys has had six generations."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from geopts.errors import OptionValueError
from geopts.facts.frontend_rows import FrontEndKey, FrontEndRow
from geopts.facts.frontends import TABLES
from geopts.findings import Severity
from geopts.frontends.base import Emitted, ReadResult, Settings
from geopts.frontends.collector import Collector, Range, Symbolic
from geopts.frontends.json_places import load_json, places_in_json
from geopts.frontends.keys import by_spelling, front_end_row
from geopts.frontends.python_source import PythonSource, dotted
from geopts.frontends.python_text import dict_lines, literal
from geopts.frontends.translate import emitted_text, translate
from geopts.option_set import OptionSet

__all__ = ["emit", "generation_of", "read"]

ROW = front_end_row("onnxruntime")

TABLE = "onnxruntime_cann"
PROVIDER = "CANNExecutionProvider"
_NEWEST = 6
#: Last generation that a published wheel has (onnxruntime-cann 1.24.4).
_RELEASED = 5
_RELEASE = re.compile(r"v?1\.([0-9]{1,3})(?:\.[0-9]+)?", re.ASCII)
#: First minor release 1.x of a generation, where a wheel attests it (keys table, ``generations``).
_FIRST_MINOR = ((24, 5), (22, 4))


def generation_of(version: str) -> int:
    """Give the generation of the key list for a release (``1.24``), a generation (``5``) or ``main``.

    :raises OptionValueError: none of these, or a release from before the wheels that attest a generation.
    """
    if version in ("main", "master"):
        return _NEWEST
    if version.isdecimal() and 1 <= int(version) <= _NEWEST:
        return int(version)
    match = _RELEASE.fullmatch(version)
    found = next((g for minor, g in _FIRST_MINOR if match is not None and int(match[1]) >= minor), None)
    if found is not None:
        return found
    generations = TABLES[TABLE].generations or {}
    known = tuple(f"{number} ({about})" for number, about in generations.items())
    raise OptionValueError(
        f"version: the provider options of ONNX Runtime {version} are not attested",
        option="version",
        value=version,
        allowed=known,
        hint="write a release from 1.22 on, main, or the number of the generation: " + "; ".join(known),
    )


def emit(options: OptionSet, settings: Settings | None = None, *, front_end: FrontEndRow = ROW) -> Emitted:
    """Write an inference session with the options of the provider.

    A key that the version does not know is an error, so the version decides the spelling: precision_mode up to generation 5,
    precision_mode_v2 from 6 on. Without one the spelling of the option that is given decides.

    :raises OptionValueError: the version is not known.
    """
    given = settings or Settings()
    generation = generation_of(given.version) if given.version else _fitting(options)
    done = translate(
        front_end, options, given, show=lambda one: literal(str(one.written)), usable=lambda row: _has(row, generation)
    )
    entries = {one.row.spelling: str(one.written) for one in done.assignments}
    about = (TABLES[TABLE].generations or {})[str(generation)]
    lines = [
        "import onnxruntime as ort",
        "",
        f"# provider options of generation {generation}: {about}",
        *dict_lines(entries, before="CANN_OPTIONS = "),
        "",
        "",
        "def make_session(model):",
        "    # the first session of the process decides: GE is initialised once",
        f'    return ort.InferenceSession(model, providers=[("{PROVIDER}", CANN_OPTIONS), "CPUExecutionProvider"])',
    ]
    return emitted_text(front_end, done, lines)


def _fitting(options: OptionSet) -> int:
    """Give the released generation, unless an option has a key in the newest one only."""
    for key in options:
        rows = [row for row in by_spelling(TABLE).values() if row.ge_key == key]
        if rows and not any(_has(row, _RELEASED) for row in rows):
            return _NEWEST
    return _RELEASED


def _has(row: FrontEndKey, generation: int) -> bool:
    return row.generations is None or generation in row.generations


def read(text: str, *, path: str = "", front_end: FrontEndRow = ROW) -> ReadResult:
    """Read the provider's options out of Python source, or out of a JSON object that holds them."""
    if text.lstrip("\ufeff \t\r\n").startswith("{"):
        trial = Collector(front_end, text, path)
        if isinstance(load_json(text, trial), dict):
            _read_json(trial, text)
            return trial.finish()
    collector = Collector(front_end, text, path, literals=True)
    source = PythonSource(text, collector, (PROVIDER,))
    seen: set[int] = set()
    for given in _option_dicts(source):
        node = source.resolve(given)
        if id(node) in seen or not isinstance(node, ast.Dict):
            continue
        seen.add(id(node))
        collector.found(source.range_of(node))
        for key, value in (*zip(node.keys, node.values, strict=True), *_items_set(source, given)):
            name = source.value(key) if key is not None else None
            if key is not None and isinstance(name, str):
                _take(collector, name, source.value(value), source.range_of(key), source.range_of(value))
    return collector.finish()


def _items_set(source: PythonSource, given: ast.expr) -> Iterator[tuple[ast.expr, ast.expr]]:
    """Yield key and value of ``name["key"] = value`` for a dict that has a name."""
    for node in source.nodes() if isinstance(given, ast.Name) else ():
        if isinstance(node, ast.Assign):
            for target in node.targets:
                if isinstance(target, ast.Subscript) and dotted(target.value) == dotted(given):
                    yield target.slice, node.value


def _option_dicts(source: PythonSource) -> Iterator[ast.expr]:
    """Yield the expressions that stand for the dicts of ``(PROVIDER, {...})`` and of ``provider_options=[{...}]`` beside ``providers=[PROVIDER]``."""
    for node in source.nodes():
        if isinstance(node, ast.Tuple) and len(node.elts) == 2 and source.value(node.elts[0]) == PROVIDER:
            yield node.elts[1]
        elif isinstance(node, ast.Call):
            named = {
                k.arg: source.resolve(k.value) for k in node.keywords if k.arg in ("providers", "provider_options")
            }
            providers, given = named.get("providers"), named.get("provider_options")
            if isinstance(providers, (ast.List, ast.Tuple)) and isinstance(given, (ast.List, ast.Tuple)):
                for provider, options in zip(providers.elts, given.elts, strict=False):
                    if source.value(provider) == PROVIDER:
                        yield options


def _read_json(collector: Collector, text: str) -> None:
    for keys, at, value_at, value in places_in_json(text, 2):
        opens = text[value_at.start] == "{"
        if opens or isinstance(value, list) or (len(keys) == 2 and keys[0] != PROVIDER):
            continue
        _take(collector, keys[-1], value if isinstance(value, (str, int, bool)) else None, at, value_at)


def _take(
    collector: Collector, name: str, value: str | int | bool | Symbolic | None, at: Range, value_at: Range
) -> None:
    row = by_spelling(TABLE).get(name)
    if row is None:
        collector.unknown(TABLE, name, at, value_at)
        return
    collector.assign(TABLE, row, value, at, value_at)
    if name in ("precision_mode", "precision_mode_v2"):
        other = "precision_mode_v2" if name == "precision_mode" else "precision_mode"
        about = (TABLES[TABLE].generations or {})[
            str((row.generations or (_NEWEST,))[-1 if name == "precision_mode" else 0])
        ]
        when = f"gone after {about}" if name == "precision_mode" else f"there from {about} on"
        collector.report(
            "version-bound",
            Severity.NOTE,
            f"{name}: {when}; a version without it fails to load the provider, and Python falls back to the CPU",
            at,
            hint=f"other versions call it {other}",
            source=row.source,
            key=name,
        )
