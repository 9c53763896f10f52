"""torch_npu: options of single-operator execution, by set_option and by torch's own switches."""

from __future__ import annotations

import ast
from collections.abc import Iterator

import attrs

from geopts.facts.frontend_rows import FrontEndRow
from geopts.findings import Severity
from geopts.frontends.base import Emitted, PortItem, ReadResult, Settings
from geopts.frontends.collector import Collector
from geopts.frontends.keys import by_spelling, front_end_row
from geopts.frontends.python_source import PythonSource, dotted
from geopts.frontends.python_text import dict_lines, literal
from geopts.frontends.torch_statements import read_statements, statement_lines
from geopts.frontends.translate import emitted_text, translate
from geopts.option_set import OptionSet

__all__ = ["emit", "read"]

ROW = front_end_row("torch-npu")

PROPERTIES, OPTIONS = "torch_npu_properties", "torch_npu_set_option"
_SCOPES = (ast.Module, ast.FunctionDef, ast.AsyncFunctionDef)
_REVERTED = "Ascend/pytorch@9e73e708:torch_npu/csrc/core/npu/register/OptionRegister.cpp:79-95"


def emit(options: OptionSet, settings: Settings | None = None, *, front_end: FrontEndRow = ROW) -> Emitted:
    """Write one set_option call with a literal, since the function rewrites the dict it is given (torch_npu/npu/npu_config.py:63)."""
    done = translate(front_end, options, settings or Settings(), show=lambda one: literal(one.written))
    statements = [one for one in done.assignments if one.table == PROPERTIES]
    entries = {one.row.spelling: one.written for one in done.assignments if one.table == OPTIONS}
    done = done.with_items(_with_reverted(item) for item in done.items)
    lines = [
        "import torch",
        "import torch_npu",
        "",
        *statement_lines(statements),
        *(dict_lines(entries, before="torch_npu.npu.set_option(", after=")") if entries else []),
    ]
    return emitted_text(front_end, done, lines)


def _with_reverted(item: PortItem) -> PortItem:
    if item.key != "ge.jit_compile" or item.lost:
        return item
    message = "devices that have only aclnn operators (950) revert it to disable with a warning"
    return attrs.evolve(item, message=message, source=_REVERTED)


def read(text: str, *, path: str = "", front_end: FrontEndRow = ROW) -> ReadResult:
    """Read set_option dicts, attributes of torch.npu and the calls that set options."""
    collector = Collector(front_end, text, path, literals=True)
    source = PythonSource(text, collector, ("npu.", "use_deterministic_algorithms"))
    for node in source.nodes():
        if not isinstance(node, ast.Call) or not dotted(node.func).endswith("npu.set_option"):
            continue
        for argument in (*node.args[:1], *(k.value for k in node.keywords)):
            if isinstance(argument, ast.Dict):
                collector.found(source.range_of(argument))
                _take_dict(source, collector, argument)
            elif isinstance(argument, ast.Constant):
                collector.report(
                    "wrong-type",
                    Severity.ERROR,
                    "set_option: takes a dict and raises TypeError for anything else",
                    source.range_of(argument),
                    hint='write {"KEY": "value"}',
                    source="Ascend/pytorch@9e73e708:torch_npu/npu/npu_config.py:42",
                    key="set_option",
                )
    _take_named_dicts(source, collector)
    read_statements(source, collector, PROPERTIES)
    return collector.finish()


def _take_named_dicts(source: PythonSource, collector: Collector) -> None:
    """Read dicts that get a name before they are handed over: the literal, and items set in the same function."""
    for scope in (node for node in source.nodes() if isinstance(node, _SCOPES)):
        nodes = list(_own_nodes(scope))
        names = {
            argument.id
            for node in nodes
            if isinstance(node, ast.Call) and dotted(node.func).endswith("npu.set_option")
            for argument in (*node.args[:1], *(k.value for k in node.keywords))
            if isinstance(argument, ast.Name)
        }
        for node in nodes if names else ():
            if not isinstance(node, (ast.Assign, ast.AnnAssign)) or node.value is None:
                continue
            for target in node.targets if isinstance(node, ast.Assign) else (node.target,):
                if isinstance(target, ast.Name) and target.id in names and isinstance(node.value, ast.Dict):
                    collector.found(source.range_of(node.value))
                    _take_dict(source, collector, node.value)
                elif isinstance(target, ast.Subscript) and dotted(target.value) in names:
                    _take(source, collector, target.slice, node.value)


def _own_nodes(scope: ast.AST) -> Iterator[ast.AST]:
    """Yield the nodes of a module or function without those of the functions inside it, in the order of the text."""
    stack = list(reversed(list(ast.iter_child_nodes(scope))))
    while stack:
        node = stack.pop()
        yield node
        if not isinstance(node, _SCOPES):
            stack.extend(reversed(list(ast.iter_child_nodes(node))))


def _take_dict(source: PythonSource, collector: Collector, node: ast.Dict) -> None:
    for key, value in zip(node.keys, node.values, strict=True):
        if key is not None:
            _take(source, collector, key, value)


def _take(source: PythonSource, collector: Collector, key: ast.expr, value: ast.expr) -> None:
    table = by_spelling(OPTIONS)
    name = source.value(key)
    if not isinstance(name, str):
        return
    at, value_at = source.range_of(key), source.range_of(value)
    if name in table:
        collector.assign(OPTIONS, table[name], source.value(value), at, value_at)
    else:
        collector.unknown(OPTIONS, name, at, value_at)
