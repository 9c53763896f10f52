"""Reading, editing and merging ``tile_fwk_config.json``; what PyPTO thinks of its values is in ``config_check``."""

from __future__ import annotations

import difflib
import json
import os
from typing import TYPE_CHECKING, Any

import attrs

from geopts.errors import FileError, FindingsError, UnknownOptionError
from geopts.facts.pypto_rows import ConfigKind
from geopts.files import read_bytes, write_atomic
from geopts.findings import Severity
from geopts.pypto.config_check import check_config
from geopts.pypto.config_schema import CONFIG_ROWS
from geopts.pypto.json_document import JsonDocument
from geopts.pypto.runtime_options import OPTION_NAMES, unknown_option

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from geopts.facts.pypto_rows import PyPTOReleaseRow

__all__ = [
    "MAX_BYTES",
    "Change",
    "config_keys",
    "installed_config",
    "merge_config",
    "overlay_of",
    "parse_assignment",
    "read_config",
    "set_values",
    "write_config",
]

#: What a configuration file may hold, in bytes; the real one has 5 KB.
MAX_BYTES = 1024 * 1024


@attrs.frozen
class Change:
    """One value that an edit changes; ``old`` is the text in the file, None for a new key."""

    key: str
    old: str | None
    new: str


def read_config(path: str | os.PathLike[str]) -> JsonDocument:
    """Read a configuration file.

    :raises FileError: it cannot be read, is larger than 1 MiB, or is no JSON object in UTF-8 with each key once.
    """
    name = os.fspath(path)
    document = JsonDocument.parse(read_bytes(name, limit=MAX_BYTES, what="PyPTO configuration file"), name)
    if document.root.members is None:
        raise FileError(f"{name}: holds no JSON object, so it is no PyPTO configuration", path=name)
    return document


def write_config(document: JsonDocument, path: str | os.PathLike[str]) -> None:
    """Write a document whole or not at all.

    :raises FileError: it cannot be written; what was there stays.
    """
    write_atomic(path, document.to_bytes())


def installed_config() -> str | None:
    """Give the file that PyPTO would load here: ``TILEFWK_CONFIG_PATH``, else that of an installed package; nothing is imported.

    Rule: the variable replaces the file of the package whole (config_manager_ng.cpp @883e7dfb).
    """
    import importlib.util

    named = os.environ.get("TILEFWK_CONFIG_PATH")
    if named:
        return named
    try:
        spec = importlib.util.find_spec("pypto")
    except (ImportError, ValueError):
        return None
    for directory in (spec.submodule_search_locations or ()) if spec else ():
        for place in ("configs", os.path.join("lib", "configs")):
            candidate = os.path.join(directory, place, "tile_fwk_config.json")
            if os.path.isfile(candidate):
                return candidate
    return None


def config_keys(name: str, document: JsonDocument | None = None, *, new: bool = False) -> tuple[str, ...]:
    """Resolve a key: dotted from the root, or the bare name of a runtime option.

    :param document: a key that this file has is always known.
    :param new: take an unknown key too.
    :raises UnknownOptionError: no such key; close ones are named.
    """
    keys = ("runtime", name) if name in OPTION_NAMES else tuple(name.split("."))
    dotted = ".".join(keys)
    if new or dotted in CONFIG_ROWS or (document is not None and document.node(keys) is not None):
        return keys
    parent = CONFIG_ROWS.get(".".join(keys[:-1]))
    if keys[:2] == ("global", "pass_strategies") or (parent is not None and parent.kind is ConfigKind.STRING_MAP):
        return keys
    if len(keys) == 1 or keys[0] == "runtime":
        raise unknown_option(name)
    close = tuple(difflib.get_close_matches(dotted, CONFIG_ROWS, n=3, cutoff=0.7))
    raise UnknownOptionError(
        f"{name} is no known key of tile_fwk_config.json",
        name=name,
        suggestions=close,
        hint=f"did you mean {' or '.join(close)}?"
        if close
        else "keys are written from the root, such as host.compile_timeout",
    )


def parse_assignment(text: str) -> tuple[str, Any]:
    """Split ``KEY=VALUE``; the value is JSON, and a bare word is a string.

    :raises UnknownOptionError: there is no ``=``.
    """
    name, equals, value = text.partition("=")
    if not equals or not name.strip():
        raise UnknownOptionError(
            f"{text!r} is no KEY=VALUE", name=text, hint="write for example stitch_function_max_num=64"
        )
    try:
        return name.strip(), JsonDocument.parse(
            value.strip().encode("utf-8", "surrogateescape"), name.strip()
        ).root.value
    except FileError:
        if value[:1] in ("[", "{", '"'):
            raise
        return name.strip(), value


def overlay_of(document: JsonDocument) -> Mapping[str, Any]:
    """Give what a file has to merge: a configuration as it is, a flat ``pypto_runtime_options.json`` as its group ``runtime``."""
    value: Mapping[str, Any] = document.root.value
    return {"runtime": value} if value and all(key in OPTION_NAMES for key in value) else value


def set_values(
    document: JsonDocument,
    values: Iterable[tuple[str, Any]],
    *,
    new: bool = False,
    release: PyPTOReleaseRow | None = None,
) -> tuple[JsonDocument, tuple[Change, ...]]:
    """Set keys and check the result before anybody writes it.

    :return: the edited document, and what changed.
    :raises UnknownOptionError: an unknown key, unless ``new``.
    :raises FindingsError: a value that PyPTO does not take; faults that the file had before do not count.
    """
    edited = document
    for name, value in values:
        edited = edited.set(config_keys(name, edited, new=new), value)
    return edited, _checked(document, edited, release)


def merge_config(
    document: JsonDocument, overlays: Iterable[Mapping[str, Any]], *, release: PyPTOReleaseRow | None = None
) -> tuple[JsonDocument, tuple[Change, ...]]:
    """Merge other configurations into a document, in order; objects member by member, all else whole.

    :raises FileError: an object would replace a plain value, or the other way round.
    :raises FindingsError: a value that PyPTO does not take.
    """
    edited = document
    for overlay in overlays:
        edited = edited.merge(overlay)
    return edited, _checked(document, edited, release)


def _checked(before: JsonDocument, after: JsonDocument, release: PyPTOReleaseRow | None) -> tuple[Change, ...]:
    changes = tuple(_changes(before, after))
    touched = {change.key for change in changes}
    wrong = [
        finding
        for finding in check_config(after, release=release)
        if finding.severity is Severity.ERROR
        and any(key == finding.key or key.startswith(f"{finding.key}.") for key in touched)
    ]
    if wrong:
        # The places are those of a text that is never written, so they would only mislead.
        placeless = [finding._replace(span=None) for finding in wrong]
        raise FindingsError(f"{before.path}: nothing is written", findings=placeless)
    return changes


def _changes(before: JsonDocument, after: JsonDocument) -> Iterable[Change]:
    old = {keys: before.text[node.start : node.end] for keys, node in before.leaves()}
    for keys, node in after.leaves():
        new = after.text[node.start : node.end]
        if old.get(keys) != new:
            yield Change(
                ".".join(keys), old.get(keys), new if keys in old else json.dumps(node.value, ensure_ascii=False)
            )
