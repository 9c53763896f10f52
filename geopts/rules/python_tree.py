"""Python source for the linter: parsed even where single lines are no Python 3, with the suites that its statements stand in."""

from __future__ import annotations

import ast
import re
import warnings
from collections.abc import Iterator

import attrs

from geopts.findings import Span

__all__ = ["Patched", "Suites", "imported_names", "patched"]

#: Attempts to leave out lines that Python 3 does not parse; old scripts have a handful of print statements.
_ATTEMPTS = 25
#: A longer text is given up at once: each attempt parses all of it.
_LONGEST = 400_000
_LINE = re.compile(r"[^\r\n]*(?:\r\n|\r|\n)?")
_MARK = "\ufeff"


@attrs.frozen
class Patched:
    """A text that Python parses.

    :ivar text: as long as the original; lines that were no Python 3 hold a placeholder.
    :ivar lines: numbers of those lines, from 1.
    :ivar error: why nothing can be parsed; empty when it can.
    :ivar line: where the first error stands, from 1; ``column`` likewise. 0 for none.
    """

    text: str
    lines: tuple[int, ...] = ()
    error: str = ""
    line: int = 0
    column: int = 0


def patched(text: str) -> Patched:
    """Find a text that Python parses and that differs from ``text`` in single lines only. Never raises."""
    current = text
    left_out: list[int] = []
    first: tuple[str, int, int] = ("", 0, 0)
    for _ in range(_ATTEMPTS):
        problem = _problem(current)
        if problem is None:
            return Patched(current, tuple(left_out), "", first[1], first[2])
        first = first if first[0] else problem
        line = problem[1]
        if line <= 0 or line in left_out or len(text) > _LONGEST:
            break
        left_out.append(line)
        current = _without_line(current, line)
    return Patched(text, (), *first)


def _problem(text: str) -> tuple[str, int, int] | None:
    """Give message, line and column of the first error."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            ast.parse(text.removeprefix(_MARK))
    except SyntaxError as error:
        return error.msg or "invalid syntax", error.lineno or 0, max(error.offset or 1, 1)
    except (ValueError, RecursionError, MemoryError, OverflowError) as error:
        return type(error).__name__, 0, 0
    return None


def _without_line(text: str, number: int) -> str:
    """Put a placeholder of the same length into a line, so that every other place stays where it is."""
    for index, match in enumerate(_LINE.finditer(text), 1):
        if index == number:
            line = match[0]
            body = line.rstrip("\r\n")
            content = body.lstrip(" \t" + _MARK)
            if not content:
                return text
            start = match.start() + len(body) - len(content)
            # the rest becomes a comment, so that the bytes stay as many as they are
            opener = "except:#" if content.startswith("except") and content.rstrip().endswith(":") else "0#"
            filler = opener + content[len(opener) :] if len(content) >= len(opener) else "0"
            return text[:start] + filler + text[start + len(content) :]
    return text


class Suites:
    """The suites of a module: lists of statements that run one after the other, all or none of them."""

    def __init__(self, tree: ast.Module) -> None:
        self._ranges = sorted(_suites(tree), key=lambda one: one[1] - one[0])

    def of(self, span: Span) -> tuple[int, int]:
        """Give first and last line of the innermost suite around a place."""
        return next((one for one in self._ranges if one[0] <= span.line <= one[1]), (0, 0))


def _suites(tree: ast.Module) -> Iterator[tuple[int, int]]:
    for node in ast.walk(tree):
        for name in ("body", "orelse", "finalbody", "handlers"):
            suite = getattr(node, name, None)
            if isinstance(suite, list) and suite and isinstance(suite[0], ast.stmt):
                yield suite[0].lineno, suite[-1].end_lineno or suite[-1].lineno


def imported_names(tree: ast.Module, package: str) -> frozenset[str]:
    """Give the names that a module binds to a package, its modules, or what they hold; ``*`` for a star import."""
    names: set[str] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            for alias in node.names:
                if alias.name.partition(".")[0] == package:
                    names.add(alias.asname or package)
        elif isinstance(node, ast.ImportFrom) and (node.module or "").partition(".")[0] == package:
            names.update(alias.asname or alias.name for alias in node.names)
    return frozenset(names)
