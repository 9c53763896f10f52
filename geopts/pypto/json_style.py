"""How new JSON text is written so that it looks like its neighbours."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from geopts.pypto.json_parser import Node

__all__ = ["Replacement", "array_text", "element_edits", "insertion", "plain_text"]

#: Code points ``start:end`` and what takes their place.
Replacement: TypeAlias = tuple[int, int, str]

_COLON = re.compile(r'"(\s*:\s*)(?=[\[{"tfn0-9-])')


def plain_text(value: object, *, compact: bool = False) -> str:
    """Write a value on one line."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":") if compact else (", ", ": "))


def element_edits(node: Node, value: Sequence[object], same: Callable[[object, object], bool]) -> list[Replacement]:
    """Replace the elements of a list that differ; brackets, commas and blanks stay."""
    edits: list[Replacement] = []
    for item, new in zip(node.items or (), value, strict=True):
        if same(item.value, new):
            continue
        if isinstance(new, (list, tuple)) and item.items and len(item.items) == len(new):
            edits += element_edits(item, new, same)
        else:
            edits.append((item.start, item.end, plain_text(new)))
    return edits


def array_text(text: str, node: Node, value: Sequence[object]) -> str:
    """Write a list of another length with the blanks, commas and brackets of the old one."""
    items = node.items or ()
    opening = text[node.start : items[0].start]
    closing = text[items[-1].end : node.end]
    between = text[items[0].end : items[1].start] if len(items) > 1 else "," + (opening[1:] if "\n" in opening else " ")
    return opening + between.join(plain_text(item) for item in value) + closing if value else "[]"


def insertion(text: str, root: Node, parent: Node, depth: int, new: Mapping[str, object]) -> Replacement:
    """Write new members at the end of an object, like the member before them.

    :param depth: how many objects enclose ``parent``; it decides the indentation where no neighbour shows it.
    """
    newline, unit = _layout(text, root)
    members = parent.members or ()
    if members:
        last = members[-1]
        before = members[-2].node.end if len(members) > 1 else parent.start
        gap = text[before : last.start]
        gap = gap[gap.index("," if len(members) > 1 else "{") + 1 :]
        colon = text[last.end : last.node.start]
        if "\n" not in gap:
            unit = None
            gap = gap or (" " if len(members) == 1 and colon.endswith(" ") else "")
        written = [
            f"{_quoted(key)}{colon}{_written(value, newline, unit, depth + 1, colon)}" for key, value in new.items()
        ]
        return last.node.end, last.node.end, "".join(f",{gap}{member}" for member in written)
    match = _COLON.search(text)
    return parent.start, parent.end, _written(dict(new), newline, unit, depth, match.group(1) if match else ": ")


def _quoted(key: str) -> str:
    return json.dumps(key, ensure_ascii=False)


def _layout(text: str, root: Node) -> tuple[str, str | None]:
    """The line end and one step of indentation of a document; no step when it stands on one line."""
    newline = "\r\n" if "\r\n" in text else "\n"
    if not root.members:
        return newline, "    "
    gap = text[root.start + 1 : root.members[0].start]
    if "\n" not in gap:
        return newline, None
    return newline, gap.rsplit("\n", 1)[1]


def _written(value: Any, newline: str, unit: str | None, depth: int, colon: str) -> str:
    """Write a value; an object with members gets a line for each where the document has lines."""
    if not isinstance(value, dict) or not value:
        return plain_text(value, compact=colon == ":" and unit is None)
    written = [f"{_quoted(key)}{colon}{_written(item, newline, unit, depth + 1, colon)}" for key, item in value.items()]
    if unit is None:
        return "{" + ("," if colon == ":" else ", ").join(written) + "}"
    inner = newline + unit * (depth + 1)
    return "{" + inner + f",{inner}".join(written) + newline + unit * depth + "}"
