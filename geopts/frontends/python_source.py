"""Python source read as a tree, never run: literals are folded, everything else stays symbolic."""

from __future__ import annotations

import ast
import warnings
from collections import Counter
from collections.abc import Iterable, Iterator
from functools import cached_property

from geopts.facts.frontend_rows import Written
from geopts.findings import Severity
from geopts.frontends.collector import Collector, Range, Symbolic

__all__ = ["PythonSource", "dotted"]

#: The byte order mark, which Python takes in a file and refuses in text.
_MARK = "\ufeff"
#: Nodes deeper than this in one expression are left symbolic.
_DEEPEST = 40
#: An int of more bits is no value of any option, and printing it may be refused by Python.
_MOST_BITS = 256
#: Calls that give their one argument back as text or bytes.
_TRANSPARENT = frozenset({"as_bytes", "as_str", "as_text", "bytes", "encode", "str", "fspath"})


def dotted(node: ast.AST) -> str:
    """Give ``a.b.c`` for a chain of attributes on a name, calls without arguments shown as ``()``; empty for anything else."""
    suffix = ""
    for _ in range(_DEEPEST):
        if isinstance(node, ast.Attribute):
            suffix = f".{node.attr}{suffix}"
            node = node.value
        elif isinstance(node, ast.Call) and not node.args and not node.keywords:
            suffix = f"(){suffix}"
            node = node.func
        else:
            break
    return node.id + suffix if isinstance(node, ast.Name) else ""


class PythonSource:
    """The tree of a text with places, and values of its expressions.

    :param markers: words of which a text that matters has at least one; a text without them is not parsed at all.

    Text that is no Python gives a tree without statements and one finding; nothing is ever raised.
    """

    def __init__(self, text: str, collector: Collector, markers: Iterable[str] = ()) -> None:
        self.text = text
        self._collector = collector
        self._line = b""
        self._known = (0, 0, 0)
        relevant = not markers or any(marker in text for marker in markers)
        self.tree = self._parse() if relevant else ast.Module(body=[], type_ignores=[])

    def _parse(self) -> ast.Module:
        empty = ast.Module(body=[], type_ignores=[])
        try:
            # a literal such as "\d" makes the parser warn, which is no matter of ours
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                return ast.parse(self.text.removeprefix(_MARK))
        except SyntaxError as error:
            line, column = error.lineno or 1, max(error.offset or 1, 1)
            start = self._collector.places.line_start(line) + column - 1
            message, at = f"is no Python this version of Python can parse: {error.msg}", min(start, len(self.text))
        except (ValueError, RecursionError, MemoryError, OverflowError) as error:
            message, at = f"cannot be parsed as Python: {type(error).__name__}", 0
        self._collector.report(
            "unreadable-file",
            Severity.ERROR,
            f"{self._collector.path or 'the text'}: {message}",
            Range(at, at),
            hint="check that this is the file you mean",
            source="Python's own parser",
        )
        return empty

    def nodes(self) -> Iterator[ast.AST]:
        """Yield all nodes, outer before inner, in the order of the text."""
        stack: list[ast.AST] = [self.tree]
        while stack:
            node = stack.pop()
            yield node
            stack.extend(reversed(list(ast.iter_child_nodes(node))))

    def range_of(self, node: ast.expr | ast.keyword | ast.stmt) -> Range:
        """Give the code points of a node."""
        return Range(
            self._offset(node.lineno, node.col_offset),
            self._offset(node.end_lineno or node.lineno, node.end_col_offset or 0),
        )

    def _offset(self, line: int, column: int) -> int:
        """Give the offset of a column that the parser counts in bytes of UTF-8, from the last one asked for in the line."""
        lines = self._parser_lines
        start = lines[line - 1] if line <= len(lines) else len(self.text)
        if line != self._known[0]:
            part = self.text[start : lines[line] if line < len(lines) else len(self.text)]
            self._line = b"" if part.isascii() else part.encode("utf-8", "surrogatepass")
            self._known = (line, 0, 0)
        if not self._line:
            return min(start + column, len(self.text))
        _, known, offset = self._known
        part = self._line[min(known, column) : max(known, column)].decode("utf-8", "ignore")
        offset += len(part) if column >= known else -len(part)
        self._known = (line, column, offset)
        return start + offset

    @cached_property
    def _parser_lines(self) -> list[int]:
        """The starts of lines as the parser counts them: it ends lines at CR and CRLF too."""
        at = len(_MARK) if self.text.startswith(_MARK) else 0
        starts = [at]
        while at < len(self.text):
            cr, lf = self.text.find("\r", at), self.text.find("\n", at)
            if cr < 0 and lf < 0:
                break
            at = lf + 1 if cr < 0 or (0 <= lf < cr) else cr + 2 if lf == cr + 1 else cr + 1
            starts.append(at)
        return starts

    def source_of(self, node: ast.expr) -> str:
        """Give the source text of an expression."""
        at = self.range_of(node)
        return self.text[at.start : at.end]

    @cached_property
    def _constants(self) -> dict[str, ast.expr]:
        """Names that the text binds exactly once, by a plain assignment."""
        plain: dict[str, ast.expr] = {}
        bindings: Counter[str] = Counter()
        for node in ast.walk(self.tree):
            if isinstance(node, ast.Name) and not isinstance(node.ctx, ast.Load):
                bindings[node.id] += 1
            elif isinstance(node, ast.Assign) and len(node.targets) == 1 and isinstance(node.targets[0], ast.Name):
                plain[node.targets[0].id] = node.value
            elif isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name) and node.value is not None:
                plain[node.target.id] = node.value
            else:
                bindings.update(name for name in _other_bindings(node) for _ in range(2))
        return {name: value for name, value in plain.items() if bindings[name] == 1}

    def resolve(self, node: ast.expr) -> ast.expr:
        """Give the expression a name stands for, where the text binds it once; any other expression is itself."""
        for _ in range(4):
            bound = self._constants.get(node.id) if isinstance(node, ast.Name) else None
            if bound is None:
                break
            node = bound
        return node

    def value(self, node: ast.expr) -> Written | Symbolic | None:
        """Fold an expression: a literal's value, or a `Symbolic` with its source. None for the constant None."""
        if isinstance(node, ast.Constant) and node.value is None:
            return None
        folded = self._fold(node, 0)
        return Symbolic(self.source_of(node)) if folded is None else folded

    def _fold(self, node: ast.expr, depth: int) -> Written | None:
        if depth > _DEEPEST:
            return None
        if isinstance(node, ast.Constant):
            return _plain(node.value)
        if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
            inner = self._fold(node.operand, depth + 1)
            return -inner if isinstance(inner, int) and not isinstance(inner, bool) else None
        if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add):
            left, right = self._fold(node.left, depth + 1), self._fold(node.right, depth + 1)
            return (
                left + right
                if isinstance(left, str) and isinstance(right, str) and len(left) + len(right) < 10**6
                else None
            )
        if isinstance(node, ast.JoinedStr):
            parts = [self._fold(part, depth + 1) for part in node.values]
            return "".join(p for p in parts if isinstance(p, str)) if all(isinstance(p, str) for p in parts) else None
        if isinstance(node, ast.Name):
            bound = self._constants.get(node.id)
            return self._fold(bound, depth + 10) if bound is not None else None
        if isinstance(node, ast.Call):
            return self._fold_call(node, depth)
        return None

    def _fold_call(self, node: ast.Call, depth: int) -> Written | None:
        """Fold conversions of a constant: ``tf.compat.as_bytes("x")``, ``"x".encode()``, ``bytes("x", "utf-8")``, ``str(1)``."""
        name = dotted(node.func).rpartition(".")[2] if not isinstance(node.func, ast.Attribute) else node.func.attr
        if name not in _TRANSPARENT:
            return None
        if name == "encode" and isinstance(node.func, ast.Attribute):
            inner = self._fold(node.func.value, depth + 1)
            return inner if isinstance(inner, str) else None
        inner = self._fold(node.args[0], depth + 1) if node.args else None
        if name == "str" and inner is not None:
            return str(inner)
        return inner if isinstance(inner, str) else None


def _other_bindings(node: ast.AST) -> Iterator[str]:
    """Yield names that something other than an assignment binds, or that functions share."""
    if isinstance(node, ast.arg):
        yield node.arg
    elif isinstance(node, ast.alias):
        yield (node.asname or node.name).partition(".")[0]
    elif isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
        yield node.name
    elif isinstance(node, (ast.Global, ast.Nonlocal)):
        yield from node.names
    elif isinstance(node, (ast.ExceptHandler, ast.MatchAs, ast.MatchStar)) and node.name:
        yield node.name
    elif isinstance(node, ast.MatchMapping) and node.rest:
        yield node.rest


def _plain(value: object) -> Written | None:
    if isinstance(value, bytes):
        return value.decode("utf-8", "surrogateescape")
    if isinstance(value, int) and value.bit_length() > _MOST_BITS:
        return None
    return value if isinstance(value, (bool, int, str)) else None
