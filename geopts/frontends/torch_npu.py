"""torch_npu: options of single-operator execution, by set_option and by torch's own switches."""

from __future__ import annotations

import ast

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
    read_statements(source, collector, PROPERTIES)
    return collector.finish()


def _take_dict(source: PythonSource, collector: Collector, node: ast.Dict) -> None:
    table = by_spelling(OPTIONS)
    for key, value in zip(node.keys, node.values, strict=True):
        name = source.value(key) if key is not None else None
        if key is None or not isinstance(name, str):
            continue
        at, value_at = source.range_of(key), source.range_of(value)
        if name in table:
            collector.assign(OPTIONS, table[name], source.value(value), at, value_at)
        else:
            collector.unknown(OPTIONS, name, at, value_at)
