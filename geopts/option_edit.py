"""Editing the text of a spec or an option dict: the lines or members that an edit is about change, every other byte stays.

Each edit is proved before anybody writes it: the new text must read as the old tables with exactly that change.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from copy import deepcopy
from typing import Any

import attrs

from geopts.errors import FileError
from geopts.pypto.json_document import JsonDocument
from geopts.pypto.json_parser import Node
from geopts.spec import load_mapping
from geopts.spec_write import toml_value

__all__ = ["Add", "Change", "Remove", "Replace", "edited"]

_BOM = b"\xef\xbb\xbf"
_BARE_KEY = re.compile(r"[A-Za-z0-9_-]+")
#: What the last line of a value over several lines can hold.
_ENDINGS = ("]", '"""', "'''")


@attrs.frozen
class Remove:
    """Take an option out."""

    path: tuple[str, ...]


@attrs.frozen
class Replace:
    """Put another option in the place of one: a name and a text."""

    path: tuple[str, ...]
    name: str
    value: str


@attrs.frozen
class Add:
    """Add a text at the end of its table; the table is made when it is missing."""

    path: tuple[str, ...]
    value: str


Change = Remove | Replace | Add


def edited(path: str, data: bytes, changes: Sequence[Change]) -> bytes:
    """Apply changes to the text of a TOML or JSON file.

    :param path: the file, for messages and to tell TOML from JSON.
    :raises FileError: the text has a form that cannot be edited without touching other lines.
    """
    wanted = load_mapping(path, data)
    is_json = path.endswith(".json") or data.removeprefix(_BOM).lstrip()[:1] == b"{"
    for change in changes:
        wanted = _applied(path, wanted, change)
        result = _json_edit(path, data, change) if is_json else _toml_edit(path, data, change, wanted)
        if result is None or _pruned(load_mapping(path, result)) != _pruned(wanted):
            key = ".".join(change.path)
            raise FileError(
                f"{path}: {key} cannot be changed without touching what stands around it",
                path=path,
                hint=f"write {key} on a line of its own, or make the change by hand",
            )
        data = result
    return data


def _applied(path: str, mapping: dict[str, Any], change: Change) -> dict[str, Any]:
    """Do to the tables what the edit is to do to the text."""
    result = deepcopy(mapping)
    *tables, name = change.path
    table = result
    for key in tables:
        table = table.setdefault(key, {})
        if not isinstance(table, dict):
            raise FileError(
                f"{path}: {key} is {table!r} where a table is expected, so {name} cannot go there",
                path=path,
                hint=f"make {key} a table, or take it out",
            )
    if isinstance(change, Remove):
        del table[name]
    elif isinstance(change, Add):
        table[name] = change.value
    else:
        items = [(change.name, change.value) if key == name else (key, value) for key, value in table.items()]
        table.clear()
        table.update(items)
    return result


def _pruned(value: Any) -> Any:
    """Drop empty tables: ``ge.x = 1`` in TOML takes its table with it."""
    if not isinstance(value, dict):
        return value
    items = {key: _pruned(inner) for key, inner in value.items()}
    return {key: inner for key, inner in items.items() if inner != {}}


def _json_edit(path: str, data: bytes, change: Change) -> bytes:
    document = JsonDocument.parse(data, path)
    if isinstance(change, Add):
        return document.set(change.path, change.value).to_bytes()
    parent = document.node(change.path[:-1])
    if parent is None:
        raise KeyError(change.path)
    text = document.text
    members = parent.members or ()
    index = next(i for i, member in enumerate(members) if member.key == change.path[-1])
    if isinstance(change, Replace):
        member = members[index]
        colon = text[member.end : member.node.start]
        new = json.dumps(change.name, ensure_ascii=False) + colon + json.dumps(change.value, ensure_ascii=False)
        start, end = member.start, member.node.end
    else:
        start, end, new = *_member_span(parent, index), ""
    return attrs.evolve(document, text=text[:start] + new + text[end:]).to_bytes()


def _member_span(parent: Node, index: int) -> tuple[int, int]:
    """Give what goes with a member: its comma, and the blanks that set it apart from its neighbour."""
    members = parent.members or ()
    if index:
        return members[index - 1].node.end, members[index].node.end
    if len(members) > 1:
        return members[0].start, members[1].start
    return parent.start + 1, parent.end - 1


def _toml_edit(path: str, data: bytes, change: Change, wanted: Mapping[str, Any]) -> bytes | None:
    mark = _BOM if data.startswith(_BOM) else b""
    text = data.removeprefix(_BOM).decode("utf-8")
    if isinstance(change, Add):
        return mark + _added(text, change).encode("utf-8")
    lines = text.split("\n")
    candidates = _without(lines, change.path[-1]) if isinstance(change, Remove) else _replaced(lines, change)
    goal = _pruned(wanted)
    for candidate in candidates:
        result = mark + "\n".join(candidate).encode("utf-8")
        try:
            if _pruned(load_mapping(path, result)) == goal:
                return result
        except FileError:
            continue
    return None


def _added(text: str, change: Add) -> str:
    end = "\r\n" if "\r\n" in text else "\n"
    gap = "" if not text else end if text.endswith("\n") else end * 2
    *tables, name = change.path
    return f"{text}{gap}[{'.'.join(map(_key, tables))}]{end}{_key(name)} = {toml_value(change.value)}{end}"


def _key(name: str) -> str:
    return name if _BARE_KEY.fullmatch(name) else toml_value(name)


def _without(lines: list[str], name: str) -> Iterator[list[str]]:
    """Propose texts without the lines of a key: from each line that holds the name to each line its value may end at."""
    for first, line in enumerate(lines):
        if name not in line or line.lstrip().startswith("#"):
            continue
        for last in range(first, len(lines)):
            if last == first or any(ending in lines[last] for ending in _ENDINGS):
                yield lines[:first] + lines[last + 1 :]
            if last > first and re.match(r"\s*\[+\s*[\w\"']", lines[last]) and "=" not in lines[last]:
                break  # the header of another table


def _replaced(lines: list[str], change: Replace) -> Iterator[list[str]]:
    """Propose texts with another name and text on each line that holds the name; blanks and a comment behind it stay."""
    old = change.path[-1]
    for index, line in enumerate(lines):
        found = re.match(r"(\s*)([^=#]*?)(\s*=\s*)(\"[^\"]*\"|'[^']*')(.*)", line, re.DOTALL)
        if found is None or old not in found.group(2):
            continue
        indent, written, equals, _, rest = found.groups()
        for key in (written.replace(old, change.name), _key(change.name)):
            yield [*lines[:index], f"{indent}{key}{equals}{toml_value(change.value)}{rest}", *lines[index + 1 :]]
