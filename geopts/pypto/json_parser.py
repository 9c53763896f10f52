"""A strict JSON parser that keeps the place of every key and value, and says by line and column what is wrong."""

from __future__ import annotations

import re
from typing import Any

import attrs

from geopts.errors import FileError

__all__ = ["Member", "Node", "parse_json", "place"]

_DEEPEST = 64
_SPACE = re.compile(r"[ \t\r\n]*")
_NUMBER = re.compile(r"-?(?:0|[1-9][0-9]*)(\.[0-9]+)?([eE][+-]?[0-9]+)?")
_STRING = re.compile(r'"(?:[^"\\\x00-\x1f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"')
_WORDS = {"true": True, "false": False, "null": None}
_LONGEST_INTEGER = 400


@attrs.frozen
class Node:
    """One value: its Python form and the code points ``start:end`` of its text.

    :ivar members: of an object, in the order of the text; ``items`` likewise of an array.
    """

    start: int
    end: int
    value: Any
    members: tuple[Member, ...] | None = None
    items: tuple[Node, ...] | None = None

    def member(self, key: str) -> Member | None:
        """Find a member of an object by its key."""
        return next((member for member in self.members or () if member.key == key), None)


@attrs.frozen
class Member:
    """A key of an object, the place of its text (quotes included) and its value."""

    key: str
    start: int
    end: int
    node: Node


def parse_json(text: str, path: str = "") -> Node:
    """Parse a whole text.

    :raises FileError: no JSON, a key twice in one object, nested deeper than 64 levels.
    """
    return _Parser(text, path).document()


def place(text: str, offset: int) -> tuple[int, int]:
    """Line and column, from 1, of a code point; lines end at LF only."""
    return text.count("\n", 0, offset) + 1, offset - (text.rfind("\n", 0, offset) + 1) + 1


@attrs.define
class _Parser:
    text: str
    path: str

    def document(self) -> Node:
        start = self.skip(0)
        if start == len(self.text):
            raise FileError(f"{self.path}: is empty, so it holds no configuration", path=self.path)
        node = self.value(start, 0)
        end = self.skip(node.end)
        if end != len(self.text):
            raise self.error(end, "there is more after the end of the configuration")
        return node

    def skip(self, offset: int) -> int:
        match = _SPACE.match(self.text, offset)
        return match.end() if match else offset

    def value(self, start: int, depth: int) -> Node:
        first = self.text[start : start + 1]
        if depth > _DEEPEST:
            raise self.error(start, f"nested deeper than {_DEEPEST} levels, which no PyPTO configuration is")
        if first == "{":
            return self.object(start, depth)
        if first == "[":
            return self.array(start, depth)
        if first == '"':
            end = self.string(start)
            return Node(start, end, self.unquoted(start, end))
        match = _NUMBER.match(self.text, start)
        if match:
            return self.number(match)
        for word, value in _WORDS.items():
            if self.text.startswith(word, start):
                return Node(start, start + len(word), value)
        raise self.error(start, "expected a value", _hint(self.text[start : start + 8]))

    def number(self, match: re.Match[str]) -> Node:
        digits = match.group()
        if match.group(1) or match.group(2):
            value: int | float = float(digits)
            if value in (float("inf"), float("-inf")):
                raise self.error(match.start(), f"{digits[:40]} is too large for a number")
        elif len(digits) > _LONGEST_INTEGER:
            raise self.error(match.start(), f"a number of {len(digits)} digits")
        else:
            value = int(digits)
        return Node(match.start(), match.end(), value)

    def string(self, start: int) -> int:
        match = _STRING.match(self.text, start)
        if match is None:
            raise self.error(start, "a string that does not end on its line, or holds an escape JSON does not know")
        return match.end()

    def unquoted(self, start: int, end: int) -> str:
        body = self.text[start + 1 : end - 1]
        if "\\" not in body:
            return body
        import json

        text = json.loads(self.text[start:end])
        if not isinstance(text, str) or any("\ud800" <= letter <= "\udfff" for letter in text):
            raise self.error(start, "half of a surrogate pair, which is no character")
        return text

    def array(self, start: int, depth: int) -> Node:
        items: list[Node] = []
        offset = self.skip(start + 1)
        if self.text[offset : offset + 1] == "]":
            return Node(start, offset + 1, [], items=())
        while True:
            items.append(self.value(offset, depth + 1))
            offset = self.skip(items[-1].end)
            if self.text[offset : offset + 1] == "]":
                return Node(start, offset + 1, [item.value for item in items], items=tuple(items))
            offset = self.comma(offset, "]")

    def object(self, start: int, depth: int) -> Node:
        members: dict[str, Member] = {}
        offset = self.skip(start + 1)
        if self.text[offset : offset + 1] == "}":
            return Node(start, offset + 1, {}, members=())
        while True:
            if self.text[offset : offset + 1] != '"':
                raise self.error(offset, "expected a key in double quotes", _hint(self.text[offset : offset + 8]))
            end = self.string(offset)
            key = self.unquoted(offset, end)
            if key in members:
                line, column = place(self.text, members[key].start)
                raise self.error(
                    offset,
                    f'"{key}" stands twice in one object, first at {line}:{column}; PyPTO takes the last in silence (measured on 0.2.0)',
                    "keep one of the two",
                )
            colon = self.skip(end)
            if self.text[colon : colon + 1] != ":":
                raise self.error(colon, f'expected ":" after the key "{key}"')
            members[key] = Member(key, offset, end, self.value(self.skip(colon + 1), depth + 1))
            offset = self.skip(members[key].node.end)
            if self.text[offset : offset + 1] == "}":
                values = {name: member.node.value for name, member in members.items()}
                return Node(start, offset + 1, values, members=tuple(members.values()))
            offset = self.comma(offset, "}")

    def comma(self, offset: int, closing: str) -> int:
        if self.text[offset : offset + 1] != ",":
            raise self.error(offset, f'expected "," or "{closing}"', _hint(self.text[offset : offset + 8]))
        after = self.skip(offset + 1)
        if self.text[after : after + 1] == closing:
            raise self.error(offset, f'a comma before "{closing}"', "JSON has no trailing comma: remove it")
        return after

    def error(self, offset: int, message: str, hint: str = "") -> FileError:
        line, column = place(self.text, offset)
        rest = "the end of the file" if offset >= len(self.text) else repr(self.text[offset : offset + 20])
        return FileError(f"{self.path}:{line}:{column}: is no JSON: {message} (at {rest})", path=self.path, hint=hint)


def _hint(rest: str) -> str:
    if rest.startswith(("//", "/*", "#")):
        return "JSON has no comments: remove it"
    if rest.startswith("'"):
        return "JSON strings stand in double quotes"
    if rest.startswith(("True", "False", "None")):
        return "JSON writes true, false and null"
    if rest.lower().lstrip("+-").startswith(("nan", "inf")):
        return "JSON has no NaN and no infinity"
    return ""
