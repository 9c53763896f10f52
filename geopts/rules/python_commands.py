"""Command lines of atc, pyatc and aoe in Python: strings for a shell, strings that are split, and lists of words."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from geopts.frontends.flags import TOOLS, Argument
from geopts.frontends.python_source import PythonSource, dotted
from geopts.rules.python_strings import SYMBOL, source_text
from geopts.rules.script_words import TOOL_COMMAND, split_words

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["python_commands"]

#: The name of a tool in a literal.
_NAME = re.compile(r"(?<![A-Za-z0-9_])(?:(?:py)?atc|aoe)(?![A-Za-z0-9_])")
_MODULE = ("-m", "ge.pyatc")


class _Word:
    """One word of a list, taken as it is."""

    __slots__ = ("_place", "end", "start", "text")

    def __init__(self, text: str, start: int, end: int, place: Callable[[int], int] | None) -> None:
        self.text = text
        self.start = start
        self.end = end
        self._place = place

    @property
    def symbolic(self) -> bool:
        return SYMBOL in self.text

    def is_symbolic(self, start: int, end: int) -> bool:
        return SYMBOL in self.text[max(start - len(SYMBOL) + 1, 0) : end + len(SYMBOL) - 1]

    def source_offset(self, index: int) -> int:
        if index >= len(self.text) or self._place is None:
            return self.end
        return min(max(self._place(index), self.start), self.end)


def python_commands(source: PythonSource) -> Iterator[Sequence[Argument]]:
    """Yield the words of each command in a Python text; docstrings are no commands."""
    split = _split_names(source)
    stack: list[tuple[ast.AST, bool]] = [(source.tree, False)]
    searched: set[int] = set()
    while stack:
        node, plain = stack.pop()
        if isinstance(node, ast.Expr) and isinstance(node.value, (ast.Constant, ast.JoinedStr)):
            continue  # a docstring
        if isinstance(node, (ast.List, ast.Tuple)):
            words = _listed(source, node)
            if words:
                yield words
                continue
        elif isinstance(node, ast.Constant) and not isinstance(node.value, str):
            continue
        elif isinstance(node, (ast.Constant, ast.JoinedStr, ast.BinOp, ast.Call)) and id(node) not in searched:
            text = source_text(source, node) if _names_tool(node, searched) else None
            if text is not None and TOOL_COMMAND.search(text.text):
                yield from split_words(text.text, text.place, quoting=not plain)
                continue
        stack += reversed(list(_children(node, split)))


def _names_tool(node: ast.expr, searched: set[int]) -> bool:
    """Say whether a literal of a string expression names a tool.

    :param searched: gets the sums within a sum, which need no look of their own.
    """
    parts = [node]
    found = False
    while parts:
        part = parts.pop()
        if isinstance(part, ast.Constant):
            found = found or (isinstance(part.value, str) and _NAME.search(part.value) is not None)
        elif isinstance(part, ast.JoinedStr):
            parts += part.values
        elif isinstance(part, ast.BinOp) and isinstance(part.op, (ast.Add, ast.Mod)):
            searched.update(id(one) for one in (part.left, part.right) if isinstance(one, ast.BinOp))
            parts += (part.left, part.right) if isinstance(part.op, ast.Add) else (part.left,)
        elif isinstance(part, ast.Call) and isinstance(part.func, ast.Attribute):
            if part.func.attr == "format":
                parts.append(part.func.value)
            elif part.func.attr == "join" and len(part.args) == 1 and isinstance(part.args[0], (ast.List, ast.Tuple)):
                parts += part.args[0].elts
    return found


def _children(node: ast.AST, split: frozenset[str]) -> Iterator[tuple[ast.AST, bool]]:
    """Yield the children, each with whether a string there is split at blanks."""
    for child in ast.iter_child_nodes(node):
        plain = False
        if isinstance(node, ast.Attribute):
            plain = node.attr == "split"
        elif isinstance(node, ast.Assign) and child is node.value:
            plain = any(isinstance(target, ast.Name) and target.id in split for target in node.targets)
        yield child, plain


def _split_names(source: PythonSource) -> frozenset[str]:
    """Give the names on which ``split()`` is called, which keeps quotes as they are, unlike ``shlex.split``."""
    return frozenset(
        node.func.value.id
        for node in source.nodes()
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Attribute)
        and node.func.attr == "split"
        and isinstance(node.func.value, ast.Name)
        and not node.keywords
        and all(isinstance(argument, ast.Constant) and argument.value == " " for argument in node.args)
    )


def _listed(source: PythonSource, node: ast.List | ast.Tuple) -> list[Argument]:
    """Give the words of a list that starts with the name of a tool; empty for any other list."""
    first = node.elts[0] if node.elts else None
    if not isinstance(first, ast.Constant) or not isinstance(first.value, str):
        is_python = first is not None and dotted(first) == "sys.executable"
        if not is_python:
            return []
    name = first.value.rpartition("/")[2] if isinstance(first, ast.Constant) and isinstance(first.value, str) else ""
    if name not in TOOLS:
        following = tuple(part.value if isinstance(part, ast.Constant) else None for part in node.elts[1:3])
        if following != _MODULE:
            return []
    return [_word(source, element) for element in node.elts]


def _word(source: PythonSource, node: ast.expr) -> _Word:
    at = source.range_of(node)
    text = source_text(source, node)
    if text is not None:
        return _Word(text.text, text.place(0), text.end, text.place)
    if isinstance(node, ast.Constant):  # a literal that cannot be followed, or no text at all
        return _Word(str(node.value), at.start, at.end, None)
    return _Word(SYMBOL, at.start, at.end, None)
