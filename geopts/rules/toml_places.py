"""Where keys and values stand in a TOML text that was read already.

The scanner follows the grammar of TOML 1.0 far enough to know where each key and each value starts and ends; whether the text is valid is
the reader's business. What it cannot follow it leaves out.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from geopts.findings import Span
from geopts.frontends.places import Places

__all__ = ["TomlPlaces"]

Path = tuple["str | int", ...]

_BLANK = re.compile(r"[ \t]*")
_BETWEEN = re.compile(r"(?:[ \t\r\n]+|#[^\n]*)*")
_LINE = re.compile(r"[^\n]*\n?")
_KEY_PART = re.compile(r'"(?:\\.|[^"\\\n])*"|\'[^\'\n]*\'|[A-Za-z0-9_-]+')
#: Strings, the longest opening first; a multi-line one may end in up to two quotes more.
_STRING = re.compile(
    r'"""(?:\\.|[^\\])*?"""(?:"{0,2})'
    r"|'''.*?'''(?:'{0,2})"
    r'|"(?:\\.|[^"\\\n])*"'
    r"|'[^'\n]*'",
    re.DOTALL,
)
#: A number, a word or a date, which may have a blank before its time.
_PLAIN = re.compile(r"\d{4}-\d{2}-\d{2} \d{2}:[^\s,\]}#]*|[^\s,\]}#]+")
_ESCAPE = re.compile(r"\\(?:u([0-9a-fA-F]{4})|U([0-9a-fA-F]{8})|x([0-9a-fA-F]{2})|(.))", re.DOTALL)
_ESCAPED = {"b": "\b", "t": "\t", "n": "\n", "f": "\f", "r": "\r", "e": "\x1b"}
#: Deeper tables belong to no file that geopts reads.
_DEEPEST = 100


class _LostError(Exception):
    """The scanner does not understand what stands here."""


class _Node:
    """A key with what stands under it."""

    __slots__ = ("children", "header", "key", "tables", "value")

    def __init__(self, key: tuple[int, int] | None = None) -> None:
        self.key = key
        self.value: tuple[int, int] | None = None
        self.children: dict[str | int, _Node] = {}
        self.header = False
        self.tables = 0

    def newest(self) -> _Node:
        """Give the last table of an array of tables, or itself."""
        return self.children[self.tables - 1] if self.tables else self


class TomlPlaces:
    """Places in one TOML text; a path is a tuple of keys, with a number for an element of an array.

    :param text: the text; a byte order mark in front is skipped.
    """

    def __init__(self, text: str) -> None:
        self._places = Places(text)
        self._root = _Scanner(text).document()

    def children(self, path: Path) -> Mapping[str | int, object]:
        """Give the keys under ``path``; none where there is no table."""
        node = self._node(path)
        return {} if node is None else node.children

    def key(self, path: Path, occurrence: int = -1) -> Span | None:  # noqa: ARG002  (a key of TOML stands once; JSON's may not)
        """Give the place of a key, quotes included, at its own header or where it is named first; None when it is not there."""
        node = self._node(path)
        return None if node is None or node.key is None else self._places.span(*node.key)

    def value(self, path: Path, occurrence: int = -1) -> Span | None:  # noqa: ARG002  (as above)
        """Give the place of a value; None for a table with a header, or when it is not there."""
        node = self._node(path)
        return None if node is None or node.value is None else self._places.span(*node.value)

    def span(self, start: int, end: int) -> Span:
        """Give the place of code points of the text."""
        return self._places.span(start, end)

    def _node(self, path: Path) -> _Node | None:
        node: _Node | None = self._root
        for key in path:
            node = node.children.get(key) if node is not None else None
        return node


class _Scanner:
    """Walks through a text once."""

    def __init__(self, text: str) -> None:
        self._text = text

    def document(self) -> _Node:
        """Give all that was understood."""
        text, root = self._text, _Node()
        current = root
        offset = 1 if text.startswith("\ufeff") else 0
        while True:
            offset = _end(_BETWEEN, text, offset)
            if offset >= len(text):
                return root
            try:
                if text.startswith("[", offset):
                    current, offset = self._header(root, offset)
                else:
                    offset = self._pair(current, offset, 0)
            except _LostError:
                offset = max(_end(_LINE, text, offset), offset + 1)

    def _header(self, root: _Node, offset: int) -> tuple[_Node, int]:
        many = self._text.startswith("[[", offset)
        parts, offset = self._keys(offset + (2 if many else 1))
        closing = "]]" if many else "]"
        if not self._text.startswith(closing, offset):
            raise _LostError
        node = root
        for name, place in parts[:-1]:
            node = _child(node.newest(), name, place)
        name, place = parts[-1]
        node = _child(node.newest(), name, place)
        if not node.header:
            node.key, node.header = place, True
        if many:
            node.children[node.tables] = _Node(place)
            node.tables += 1
        return node.newest(), offset + len(closing)

    def _keys(self, offset: int) -> tuple[list[tuple[str, tuple[int, int]]], int]:
        """Read a key with dots."""
        parts: list[tuple[str, tuple[int, int]]] = []
        while True:
            found = _KEY_PART.match(self._text, _end(_BLANK, self._text, offset))
            if found is None:
                raise _LostError
            parts.append((_unquoted(found.group()), found.span()))
            offset = _end(_BLANK, self._text, found.end())
            if not self._text.startswith(".", offset):
                return parts, offset
            offset += 1

    def _pair(self, table: _Node, offset: int, depth: int) -> int:
        """Read ``key = value`` into a table and give where it ends."""
        parts, offset = self._keys(offset)
        if not self._text.startswith("=", offset):
            raise _LostError
        node = table
        for name, place in parts:
            node = _child(node, name, place)
        return self._value(node, _end(_BLANK, self._text, offset + 1), depth)

    def _value(self, node: _Node, start: int, depth: int) -> int:
        text = self._text
        if depth > _DEEPEST:
            raise _LostError
        if text.startswith("[", start):
            end = self._elements(node, start + 1, depth)
        elif text.startswith("{", start):
            end = self._inline(node, start + 1, depth)
        else:
            found = _STRING.match(text, start) or _PLAIN.match(text, start)
            if found is None:
                raise _LostError
            end = found.end()
        node.value = (start, end)
        return end

    def _elements(self, node: _Node, offset: int, depth: int) -> int:
        text, number = self._text, 0
        while True:
            offset = _end(_BETWEEN, text, offset)
            if text.startswith("]", offset):
                return offset + 1
            if text.startswith(",", offset):
                offset += 1
                continue
            element = node.children[number] = _Node()
            offset, number = self._value(element, offset, depth + 1), number + 1

    def _inline(self, node: _Node, offset: int, depth: int) -> int:
        text = self._text
        while True:
            offset = _end(_BETWEEN, text, offset)
            if text.startswith("}", offset):
                return offset + 1
            offset = offset + 1 if text.startswith(",", offset) else self._pair(node, offset, depth + 1)


def _child(node: _Node, name: str, place: tuple[int, int]) -> _Node:
    child = node.children.get(name)
    if child is None:
        child = node.children[name] = _Node(place)
    return child


def _end(pattern: re.Pattern[str], text: str, offset: int) -> int:
    found = pattern.match(text, offset)
    return found.end() if found else offset


def _unquoted(key: str) -> str:
    if key[0] == "'":
        return key[1:-1]
    return _ESCAPE.sub(_character, key[1:-1]) if key[0] == '"' else key


def _character(found: re.Match[str]) -> str:
    digits = found[1] or found[2] or found[3]
    if digits:
        number = int(digits, 16)
        return chr(number) if number < 0x110000 else ""
    return _ESCAPED.get(found[4], found[4])
