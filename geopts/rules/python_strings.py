"""Strings of Python source, put together from literals, with the place of every character; what is not known stays a symbol.

A part that is known only at run time becomes ``${...}``, which the reader of shell text takes for such a part.
"""

from __future__ import annotations

import ast
import re
from bisect import bisect_right
from collections.abc import Iterator

from geopts.frontends.python_source import PythonSource

__all__ = ["SYMBOL", "SourceText", "source_text"]

SYMBOL = "${...}"
_LITERAL = re.compile(r"(?P<prefix>[rbuRBUfFtT]{0,2})(?P<quote>\"\"\"|'''|\"|')")
_BETWEEN = re.compile(r"(?:\s|\\\r?\n|#[^\n]*)+")
_ESCAPE = re.compile(r"\\(?:\r?\n|x[0-9a-fA-F]{2}|[0-7]{1,3}|u[0-9a-fA-F]{4}|U[0-9a-fA-F]{8}|N\{[^}]*\}|.)", re.DOTALL)
_SIMPLE = {"n": "\n", "t": "\t", "r": "\r", "\\": "\\", "'": "'", '"': '"'}
_PERCENT = re.compile(r"%(?:\([^)]*\))?[-#0 +]*(?:\*|\d+)?(?:\.(?:\*|\d+))?[hlL]?[diouxXeEfFgGcrsa]")
_FIELD = re.compile(r"\{[^{}]*\}")
_DEEPEST = 200


class SourceText:
    """A text and where its characters stand in the source.

    :ivar text: the text.
    """

    __slots__ = ("_marks", "_parts", "_size", "end")

    def __init__(self) -> None:
        self._parts: list[str] = []
        self._marks: list[tuple[int, int]] = []
        self._size = 0
        self.end = 0

    @property
    def text(self) -> str:
        """The text."""
        return "".join(self._parts)

    def add(self, part: str, offset: int, *, symbol: bool = False) -> None:
        """Append a part that stands at ``offset`` in the source.

        :param symbol: the part stands for something of any length there.
        """
        if part:
            self._marks.append((self._size, offset))
            self._parts.append(part)
            self._size += len(part)
        self.end = max(self.end, offset if symbol else offset + len(part))

    def place(self, index: int) -> int:
        """Give the offset in the source of a character."""
        if not self._marks:
            return self.end
        first, offset = self._marks[max(bisect_right(self._marks, (index, 1 << 62)) - 1, 0)]
        return min(offset + max(index - first, 0), self.end)


def source_text(source: PythonSource, node: ast.expr) -> SourceText | None:
    """Put a string expression together: literals, f-strings, ``+``, ``%``, ``.format()`` and ``" ".join([...])``.

    None for an expression that is no string, and where the literal cannot be followed character by character.
    """
    result = SourceText()
    if not _append(source, node, result, 0) or not any(part != SYMBOL for part in result._parts):  # noqa: SLF001  (this module builds it)
        return None
    return result


def _append(source: PythonSource, node: ast.expr, into: SourceText, depth: int, filled: str = "") -> bool:
    """Append the text of an expression; False when it is no string.

    :param filled: ``%`` or ``{``: marks of that kind are filled in at run time.
    """
    if depth > _DEEPEST:
        return False
    if isinstance(node, ast.Constant):
        return isinstance(node.value, str) and _append_literal(source, node, into, filled)
    if isinstance(node, ast.JoinedStr):
        return _append_literal(source, node, into, filled)
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Mod):
        return _append(source, node.left, into, depth + 1, "%")
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add):
        parts = [_append_or_symbol(source, part, into, depth + 1, filled) for part in (node.left, node.right)]
        return any(parts)
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
        if node.func.attr == "format":
            return _append(source, node.func.value, into, depth + 1, "{")
        if node.func.attr == "join" and len(node.args) == 1 and isinstance(node.args[0], (ast.List, ast.Tuple)):
            return _append_joined(source, node.func.value, node.args[0].elts, into, depth + 1)
    return False


def _append_or_symbol(source: PythonSource, node: ast.expr, into: SourceText, depth: int, filled: str) -> bool:
    if _append(source, node, into, depth, filled):
        return True
    into.add(SYMBOL, source.range_of(node).start, symbol=True)
    return False


def _append_joined(
    source: PythonSource, separator: ast.expr, parts: list[ast.expr], into: SourceText, depth: int
) -> bool:
    blank = separator.value if isinstance(separator, ast.Constant) else None
    if not isinstance(blank, str) or blank.strip():
        return False
    found = False
    for number, part in enumerate(parts):
        if number:
            into.add(blank, into.end)
        found = _append_or_symbol(source, part, into, depth, "") or found
    return found


def _append_literal(source: PythonSource, node: ast.Constant | ast.JoinedStr, into: SourceText, filled: str) -> bool:
    """Append the literals of one string token after the other, as they stand in the source."""
    at, end = source.range_of(node)
    before = len(into.text)
    for start, stop, prefix in _literals(source.text, at, end):
        _append_body(source.text, start, stop, prefix, into, filled)
    if isinstance(node, ast.Constant) and not filled:
        return into.text[before:] == node.value
    return True


def _literals(text: str, at: int, end: int) -> Iterator[tuple[int, int, str]]:
    """Yield where the text between the quotes of each literal starts and ends, and its prefix in lower case."""
    while at < end:
        between = _BETWEEN.match(text, at, end)
        at = between.end() if between else at
        opened = _LITERAL.match(text, at, end)
        if opened is None:
            at += 1  # a bracket around the literals
            continue
        quote, prefix = opened["quote"], opened["prefix"].lower()
        start = stop = opened.end()
        depth = 0
        while stop < end:
            character = text[stop]
            if character == "\\" and "r" not in prefix:
                stop += 2
                continue
            if "f" in prefix and character in "{}":
                depth = max(depth + (1 if character == "{" else -1), 0)
            elif text.startswith(quote, stop) and (len(quote) == 3 or not depth or "{{" in text[start:stop]):
                break
            stop += 1
        yield start, min(stop, end), prefix
        at = stop + len(quote)


def _append_body(text: str, at: int, end: int, prefix: str, into: SourceText, filled: str) -> None:
    while at < end:
        if "f" in prefix and text[at] in "{}":
            if text[at : at + 2] in ("{{", "}}"):
                into.add(text[at], at)
                at += 2
                continue
            stop = _brace_end(text, at, end)
            into.add(SYMBOL, at, symbol=True)
            at = stop
            continue
        if filled:
            mark = (_PERCENT if filled == "%" else _FIELD).match(text, at, end)
            if mark is not None:
                into.add(SYMBOL, at, symbol=True)
                at = mark.end()
                continue
            if text.startswith(("%%",) if filled == "%" else ("{{", "}}"), at):
                into.add(text[at], at)
                at += 2
                continue
        if text[at] == "\\" and "r" not in prefix:
            escape = _ESCAPE.match(text, at, end)
            if escape is None:
                return
            into.add(_escaped(escape[0]), at)
            at = escape.end()
            continue
        stop = at + 1
        while stop < end and text[stop] not in "\\{}%":
            stop += 1
        into.add(text[at:stop], at)
        at = stop


def _escaped(written: str) -> str:
    """Give what an escape stands for; one that is rare stays as it is written, and the text is then not taken for known."""
    body = written[1:]
    return "" if body in ("\n", "\r\n") else _SIMPLE.get(body, written)


def _brace_end(text: str, at: int, end: int) -> int:
    depth = 0
    for index in range(at, end):
        depth += {"{": 1, "}": -1}.get(text[index], 0)
        if depth == 0:
            return index + 1
    return end
