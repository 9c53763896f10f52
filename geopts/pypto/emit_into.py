"""Put runtime options into a user's Python file: the statement before the kernel, the dict into its decorator, all else untouched.

The file is parsed, never run. Nothing is put into a loop or into a kernel, and an option that stands there already is a finding: the page of
set_runtime_options forbids it, and a kernel reads its options at its first call only.
"""

from __future__ import annotations

import ast
import re
from typing import TYPE_CHECKING, TypeAlias

import attrs

from geopts.errors import FileError, FindingsError, UnknownOptionError
from geopts.facts.pypto_rows import Channel
from geopts.findings import Span
from geopts.pypto import codes
from geopts.pypto.emit import decorator_text, python_value, statement_text

if TYPE_CHECKING:
    from collections.abc import Iterator

    from geopts.pypto.runtime_options import JsonValue, RuntimeOptions

__all__ = ["emit_into"]

_PAGE = "docs/zh/api/config/pypto-experimental-set_runtime_options.md (newest single-file copy)"
_SETTER = "pypto.experimental.set_runtime_options"
_LOOPS = (ast.For, ast.AsyncFor, ast.While)
_Function: TypeAlias = ast.FunctionDef | ast.AsyncFunctionDef


def emit_into(data: bytes, options: RuntimeOptions, *, kernel: str = "", path: str = "") -> bytes:
    """Give a Python file with the options in it; what is there already gets its value replaced.

    :param kernel: the kernel to change; needed when stable options meet a file with several.
    :raises FileError: no UTF-8, no Python, no kernel, or a decorator whose options are no dict display.
    :raises UnknownOptionError: no kernel of that name, or several to choose from.
    :raises FindingsError: the setter is called inside a loop or a kernel (GEO618).
    """
    source = _Source.read(data, path)
    stable = options.channel(Channel.STABLE_JIT)
    experimental = options.channel(Channel.EXPERIMENTAL)
    kernels = [node for node in source.functions() if source.jit(node) is not None]
    if not kernels:
        raise FileError(
            f"{path}: no function is decorated with pypto.frontend.jit",
            path=path,
            hint="name the file with the kernel, or paste the text that emit prints without --into",
        )
    chosen = [node for node in kernels if node.name == kernel] if kernel else kernels
    names = ", ".join(dict.fromkeys(node.name for node in kernels))
    if not chosen:
        raise UnknownOptionError(f"{path}: no kernel is called {kernel}", name=kernel, hint=f"the kernels are {names}")
    if stable and len(chosen) > 1:
        raise UnknownOptionError(
            f"{path}: there are several kernels, and the stable options belong into the decorator of one",
            name=kernel,
            hint=f"name one of {names} with --kernel",
        )
    edits: list[_Edit] = []
    if stable:
        edits += _decorator_edits(source, chosen[0], stable)
    if experimental:
        edits += _setter_edits(source, chosen, experimental)
    return source.edited(edits)


#: Byte offsets of what is replaced, and the new text.
_Edit: TypeAlias = tuple[int, int, str]


@attrs.frozen
class _Source:
    """A Python file: its bytes, its tree, and what the names in it mean."""

    path: str
    data: bytes
    starts: tuple[int, ...]
    tree: ast.Module
    parents: dict[ast.AST, ast.AST]
    modules: dict[str, str]

    @classmethod
    def read(cls, data: bytes, path: str) -> _Source:
        try:
            text = data.decode("utf-8-sig")
            tree = ast.parse(text)
        except UnicodeDecodeError as error:
            raise FileError(f"{path}: is not UTF-8 (byte {error.start})", path=path) from None
        except SyntaxError as error:
            raise FileError(f"{path}:{error.lineno}:{error.offset}: is no Python: {error.msg}", path=path) from None
        except (ValueError, RecursionError, MemoryError) as error:
            raise FileError(f"{path}: cannot be read as Python ({error})", path=path) from None
        mark = len(data) - len(text.encode("utf-8"))
        starts = (mark, *(match.end() for match in re.finditer(rb"\r\n|\r|\n", data)))
        parents = {child: node for node in ast.walk(tree) for child in ast.iter_child_nodes(node)}
        return cls(path, data, starts, tree, parents, dict(_imported(tree)))

    def functions(self) -> Iterator[_Function]:
        """Give all functions in the order of the file."""
        found = [node for node in ast.walk(self.tree) if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef))]
        yield from sorted(found, key=lambda node: node.lineno)

    def calls(self, name: str) -> Iterator[ast.Call]:
        """Give all calls of a function of PyPTO."""
        for node in ast.walk(self.tree):
            if isinstance(node, ast.Call) and self.meaning(node.func) == name:
                yield node

    def meaning(self, node: ast.expr) -> str:
        """Give the full dotted name of an expression, with imported names resolved; empty when it has none."""
        if isinstance(node, ast.Name):
            return self.modules.get(node.id, "")
        if isinstance(node, ast.Attribute):
            inner = self.meaning(node.value)
            return f"{inner}.{node.attr}" if inner else ""
        return ""

    def jit(self, function: _Function) -> ast.expr | None:
        """Give the decorator that makes a function a kernel."""
        for decorator in function.decorator_list:
            called = decorator.func if isinstance(decorator, ast.Call) else decorator
            if self.meaning(called) in ("pypto.frontend.jit", "pypto.jit"):
                return decorator
        return None

    def enclosing(self, node: ast.AST) -> Iterator[ast.stmt]:
        """Give the loops and kernels around a node, the innermost first."""
        while (parent := self.parents.get(node)) is not None:
            node = parent
            if isinstance(node, _LOOPS) or (
                isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)) and self.jit(node)
            ):
                yield node

    def start(self, node: ast.expr | ast.stmt) -> int:
        return self.starts[node.lineno - 1] + node.col_offset

    def end(self, node: ast.expr | ast.keyword) -> int:
        return self.starts[(node.end_lineno or 1) - 1] + (node.end_col_offset or 0)

    def text(self, node: ast.expr) -> str:
        return self.data[self.start(node) : self.end(node)].decode("utf-8")

    def edited(self, edits: list[_Edit]) -> bytes:
        data = self.data
        for start, end, new in sorted(edits, reverse=True):
            data = data[:start] + new.encode("utf-8") + data[end:]
        try:
            # Reading it again proves that the edits left Python behind.
            _Source.read(data, self.path)
        except FileError:
            raise FileError(
                f"{self.path}: the options cannot be written into this decorator",
                path=self.path,
                hint="paste the text that emit prints without --into",
            ) from None
        return data


def _imported(tree: ast.Module) -> Iterator[tuple[str, str]]:
    """Give what the import statements of a file bind to PyPTO's names."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            for alias in node.names:
                if alias.name.split(".")[0] == "pypto":
                    yield (alias.asname, alias.name) if alias.asname else ("pypto", "pypto")
        elif isinstance(node, ast.ImportFrom) and node.level == 0 and (node.module or "").split(".")[0] == "pypto":
            for alias in node.names:
                yield alias.asname or alias.name, f"{node.module}.{alias.name}"


def _decorator_edits(source: _Source, function: _Function, options: dict[str, JsonValue]) -> list[_Edit]:
    decorator = source.jit(function)
    if not isinstance(decorator, ast.Call):
        end = source.end(decorator) if decorator is not None else 0
        return [(end, end, decorator_text(options, ""))]
    given = next((word for word in decorator.keywords if word.arg == "runtime_options"), None)
    if given is None:
        arguments: list[ast.expr | ast.keyword] = [*decorator.args, *decorator.keywords]
        text = f"runtime_options={python_value(options)}"
        if not arguments:
            end = source.end(decorator)
            return [(end - 1, end - 1, text)]
        end = max(source.end(argument) for argument in arguments)
        return [(end, end, f", {text}")]
    table = given.value
    if isinstance(table, ast.Constant) and table.value is None:
        return [(source.start(table), source.end(table), python_value(options))]
    if not isinstance(table, ast.Dict):
        raise FileError(
            f"{source.path}:{table.lineno}: the options of {function.name} are {source.text(table)}, not a dict written in place",
            path=source.path,
            hint=f"add to that dict: {python_value(options)}",
        )
    return _dict_edits(source, table, options)


def _dict_edits(source: _Source, table: ast.Dict, options: dict[str, JsonValue]) -> list[_Edit]:
    places = {
        key.value: value for key, value in zip(table.keys, table.values, strict=True) if isinstance(key, ast.Constant)
    }
    edits = [
        (source.start(places[name]), source.end(places[name]), python_value(value))
        for name, value in options.items()
        if name in places
    ]
    new = {name: value for name, value in options.items() if name not in places}
    if not new:
        return edits
    text = ", ".join(f"{python_value(name)}: {python_value(value)}" for name, value in new.items())
    if not table.values:
        return [(source.start(table), source.end(table), f"{{{text}}}")]
    end = source.end(table.values[-1])
    return [*edits, (end, end, f", {text}")]


def _setter_edits(source: _Source, chosen: list[_Function], options: dict[str, JsonValue]) -> list[_Edit]:
    in_decorator = [edit for function in chosen for edit in _decorator_values(source, function, options)]
    if in_decorator:
        return in_decorator  # the decorator wins over the statement, so its value is the one to change
    calls = sorted(source.calls(_SETTER), key=lambda call: call.lineno)
    wrong = [
        codes.SET_INSIDE_KERNEL_OR_LOOP.finding(
            f"{_SETTER} is called inside a {'loop' if isinstance(around, _LOOPS) else 'kernel'}; PyPTO forbids that, and a shape that is"
            " compiled already does not see the new value",
            hint="move the call before the kernel",
            source=_PAGE,
            path=source.path,
            span=_span(source, call),
        )
        for call in calls
        for around in list(source.enclosing(call))[:1]
    ]
    if wrong:
        raise FindingsError(f"{source.path}: nothing is written", findings=wrong)
    first = min(chosen, key=lambda function: function.lineno)
    before = [call for call in calls if call.lineno < first.lineno]
    if before:
        last = before[-1]
        return [(source.start(last), source.end(last), statement_text(options, _module(source)))]
    return [_insertion(source, first, options)]


def _decorator_values(source: _Source, function: _Function, options: dict[str, JsonValue]) -> list[_Edit]:
    decorator = source.jit(function)
    keywords = decorator.keywords if isinstance(decorator, ast.Call) else []
    tables = [word.value for word in keywords if word.arg == "runtime_options" and isinstance(word.value, ast.Dict)]
    keys = {key.value for table in tables for key in table.keys if isinstance(key, ast.Constant)}
    if not keys.issuperset(options):
        return []
    return [edit for table in tables for edit in _dict_edits(source, table, options)]


def _insertion(source: _Source, function: _Function, options: dict[str, JsonValue]) -> _Edit:
    """Put the statement on lines of its own above the kernel, above the loops around it, and above the comments that belong to it."""
    target: ast.stmt = function
    for around in source.enclosing(function):
        target = around
    decorators = target.decorator_list if isinstance(target, (ast.FunctionDef, ast.AsyncFunctionDef)) else []
    line = min([target.lineno, *(decorator.lineno for decorator in decorators)])
    indent = re.match(rb"[ \t]*", source.data[source.starts[line - 1] :])
    blanks = indent.group() if indent else b""
    while line > 1 and re.match(rb"[ \t]*#(?!!)", source.data[source.starts[line - 2] : source.starts[line - 1]]):
        line -= 1
    newline = "\r\n" if b"\r\n" in source.data else "\n"
    text = f"{blanks.decode()}{statement_text(options, _module(source))}{newline}"
    if not blanks:
        text += newline * 2
    offset = source.starts[line - 1]
    return offset, offset, text


def _module(source: _Source) -> str:
    """The name under which the file has PyPTO itself."""
    name = next((bound for bound, meaning in source.modules.items() if meaning == "pypto"), None)
    if name is None:
        raise FileError(
            f"{source.path}: imports parts of PyPTO but not pypto itself, so set_runtime_options has no name to be called by",
            path=source.path,
            hint="add `import pypto` at the top",
        )
    return name


def _span(source: _Source, node: ast.Call) -> Span:
    start, end = source.start(node), source.end(node)

    def column(line: int, offset: int) -> int:
        return len(source.data[source.starts[line - 1] : offset].decode("utf-8")) + 1

    last = node.end_lineno or node.lineno
    return Span(node.lineno, column(node.lineno, start), last, column(last, end), start, end)
