"""A JSON text that knows where each of its values stands, so that an edit changes the bytes of one value and no others.

Indentation, key order, number spelling, line ends and a byte order mark stay as they are.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs

from geopts.errors import FileError
from geopts.findings import Span
from geopts.pypto.json_parser import parse_json, place
from geopts.pypto.json_style import array_text, element_edits, insertion, plain_text

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from geopts.pypto.json_parser import Node
    from geopts.pypto.json_style import Replacement

__all__ = ["JsonDocument"]

_BOM = b"\xef\xbb\xbf"


@attrs.frozen
class JsonDocument:
    """A parsed JSON text; edits give a new document.

    :ivar path: the file as the user named it, for messages.
    :ivar text: the text without a byte order mark.
    """

    path: str
    text: str
    byte_order_mark: bool
    root: Node

    @classmethod
    def parse(cls, data: bytes, path: str = "") -> JsonDocument:
        """Read strict JSON, as PyPTO's own reader does, in UTF-8.

        :raises FileError: no UTF-8, no JSON, a key twice in one object, nested deeper than 64; the message says line and column.
        """
        mark = data.startswith(_BOM)
        body = data[len(_BOM) :] if mark else data
        if data[:2] in (b"\xff\xfe", b"\xfe\xff"):
            raise FileError(f"{path}: is UTF-16; PyPTO reads UTF-8 only", path=path, hint="save it as UTF-8")
        if b"\0" in body:
            offset = body.index(b"\0")
            raise FileError(f"{path}: holds a NUL byte at offset {offset}, so it is no JSON text", path=path)
        try:
            text = body.decode("utf-8")
        except UnicodeDecodeError as error:
            raise FileError(f"{path}: is not UTF-8 (byte {error.start})", path=path, hint="save it as UTF-8") from None
        return cls(path, text, mark, parse_json(text, path))

    def to_bytes(self) -> bytes:
        """Give the text as it belongs into the file."""
        return (_BOM if self.byte_order_mark else b"") + self.text.encode("utf-8")

    def node(self, keys: tuple[str, ...]) -> Node | None:
        """Find the value at the end of a path of keys."""
        node: Node | None = self.root
        for key in keys:
            member = node.member(key) if node is not None else None
            node = member.node if member is not None else None
        return node

    def leaves(self) -> Iterator[tuple[tuple[str, ...], Node]]:
        """Give every value that is no object, with its path; an empty object counts as a value."""
        yield from _leaves((), self.root)

    def span(self, start: int, end: int) -> Span:
        """Give lines, columns and byte offsets of the code points ``start:end``."""
        line, column = place(self.text, start)
        end_line, end_column = place(self.text, end)
        mark = len(_BOM) if self.byte_order_mark else 0
        offset = mark + len(self.text[:start].encode("utf-8"))
        return Span(line, column, end_line, end_column, offset, offset + len(self.text[start:end].encode("utf-8")))

    def set(self, keys: tuple[str, ...], value: object) -> JsonDocument:
        """Set one value; the rest of the text keeps its bytes, and a value that is there already changes nothing.

        A new key goes to the end of its object, written like its neighbour; missing objects on the way are made.

        :raises FileError: something on the way is no object.
        """
        node = self.root
        for depth, key in enumerate(keys):
            if node.members is None:
                name = ".".join(keys[:depth]) or "the whole file"
                raise FileError(
                    f"{self.path}: {name} is {_kind(node.value)}, not an object, so it cannot hold {key}",
                    path=self.path,
                )
            member = node.member(key)
            if member is None:
                for inner in reversed(keys[depth + 1 :]):
                    value = {inner: value}
                return self._replaced([insertion(self.text, self.root, node, depth, {key: value})])
            node = member.node
        return self._replaced(self._value_edits(node, value))

    def merge(self, overlay: Mapping[str, object]) -> JsonDocument:
        """Set every value of ``overlay``; objects are merged member by member, everything else is replaced whole.

        :raises FileError: the text is no object, or an object would replace a plain value or the other way round.
        """
        if self.root.members is None:
            raise FileError(f"{self.path}: is {_kind(self.root.value)}, not an object", path=self.path)
        return self._replaced(self._merge_edits((), self.root, overlay))

    def _merge_edits(self, keys: tuple[str, ...], node: Node, overlay: Mapping[str, object]) -> list[Replacement]:
        edits: list[Replacement] = []
        new: dict[str, object] = {}
        for key, value in overlay.items():
            member = node.member(key)
            if member is None:
                new[key] = value
            elif isinstance(value, dict) is not isinstance(member.node.value, dict):
                raise FileError(
                    f"{self.path}: {'.'.join((*keys, key))} is {_kind(member.node.value)} here and {_kind(value)} in what is to be merged",
                    path=self.path,
                )
            elif isinstance(value, dict):
                edits += self._merge_edits((*keys, key), member.node, value)
            else:
                edits += self._value_edits(member.node, value)
        if new:
            edits.append(insertion(self.text, self.root, node, len(keys), new))
        return edits

    def _value_edits(self, node: Node, value: object) -> list[Replacement]:
        if _same(node.value, value):
            return []
        if isinstance(value, (list, tuple)) and node.items:
            if len(node.items) == len(value):
                return element_edits(node, value, _same)
            return [(node.start, node.end, array_text(self.text, node, value))]
        return [(node.start, node.end, plain_text(value, compact=": " not in self.text))]

    def _replaced(self, edits: list[Replacement]) -> JsonDocument:
        if not edits:
            return self
        text = self.text
        for start, end, new in sorted(edits, reverse=True):
            text = text[:start] + new + text[end:]
        # Reading it again proves that the edit left a JSON text behind, before anything is written.
        return attrs.evolve(self, text=text, root=parse_json(text, self.path))


def _leaves(keys: tuple[str, ...], node: Node) -> Iterator[tuple[tuple[str, ...], Node]]:
    if node.members:
        for member in node.members:
            yield from _leaves((*keys, member.key), member.node)
    elif keys:
        yield keys, node


def _kind(value: object) -> str:
    if isinstance(value, dict):
        return "an object"
    if isinstance(value, (list, tuple)):
        return "a list"
    return {bool: "true or false", str: "a string", type(None): "null"}.get(type(value), "a number")


def _same(one: object, other: object) -> bool:
    """Equal as JSON values: 1, 1.0 and true differ, tuples and lists do not."""
    if isinstance(one, (list, tuple)) and isinstance(other, (list, tuple)):
        return len(one) == len(other) and all(_same(a, b) for a, b in zip(one, other, strict=True))
    if isinstance(one, dict) and isinstance(other, dict):
        return one.keys() == other.keys() and all(_same(one[key], other[key]) for key in one)
    return type(one) is type(other) and one == other
