"""MindSpore from 2.5 on: functions of device_context.ascend, and jit(ge_options=...) for the keys that have none."""

from __future__ import annotations

import ast

from geopts.facts.frontend_rows import FrontEndKey, FrontEndRow
from geopts.frontends.assignments import Assignment
from geopts.frontends.base import Emitted, ReadResult, Settings
from geopts.frontends.collector import Collector
from geopts.frontends.keys import by_spelling, front_end_row
from geopts.frontends.mindspore_dicts import RawOptions, ge_options_lines, read_ge_options
from geopts.frontends.python_source import PythonSource, dotted
from geopts.frontends.python_text import literal
from geopts.frontends.translate import emitted_text, translate
from geopts.option_set import OptionSet

__all__ = ["emit", "read"]

ROW = front_end_row("mindspore-op-precision")

TABLE, CALLS = "mindspore_op_precision", "mindspore_calls"
_PREFIX = "mindspore.device_context.ascend"
#: Groups of functions under device_context.ascend.
_GROUPS = ("op_precision", "op_tuning", "op_debug")


def emit(
    options: OptionSet,
    settings: Settings | None = None,
    *,
    front_end: FrontEndRow = ROW,
) -> Emitted:
    """Write the calls; a second call with another value is an error, so each stands once."""
    given = settings or Settings()
    raw = RawOptions(given)
    done = translate(front_end, options, given, show=lambda one: literal(one.written), fallback=raw.item, name=_name)
    jit = [
        "# decorate the function to compile with it",
        "jit = mindspore.jit(",
        '    backend="GE",',
        *ge_options_lines(raw.levels, "ge_options=", "    "),
        ")",
    ]
    lines = [
        "import mindspore",
        "",
        *(_statement(one) for one in done.assignments),
        *(jit if raw.levels else []),
    ]
    return emitted_text(front_end, done, lines, {**done.predicted(), **raw.levels})


def _name(table: str, row: FrontEndKey) -> str:
    return f"{_PREFIX}.{row.spelling}()" if table == TABLE else f"{row.spelling}()"


def _statement(one: Assignment) -> str:
    return f"{_name(one.table, one.row).removesuffix('()')}({literal(one.written)})"


def read(text: str, *, path: str = "", front_end: FrontEndRow = ROW) -> ReadResult:
    """Read calls of the functions and ge_options of jit."""
    collector = Collector(front_end, text, path, literals=True)
    source = PythonSource(text, collector, ("op_precision", "op_tuning", "op_debug", "set_deterministic", "ge_options"))
    calls = by_spelling(CALLS)
    for node in source.nodes():
        if not isinstance(node, ast.Call):
            continue
        name = dotted(node.func)
        group, _, function = name.rpartition(".")
        owner = group.rpartition(".")[2]
        if owner in _GROUPS:
            _take_call(source, collector, node, f"{owner}.{function}")
        elif function == "set_deterministic":
            _assign(source, collector, CALLS, calls["mindspore.set_deterministic"], node)
        elif function == "jit":
            for keyword in node.keywords:
                if keyword.arg == "ge_options":
                    read_ge_options(source, collector, keyword.value)
    return collector.finish()


def _take_call(source: PythonSource, collector: Collector, node: ast.Call, spelling: str) -> None:
    table = by_spelling(TABLE)
    if spelling in table:
        _assign(source, collector, TABLE, table[spelling], node)
    else:
        collector.unknown(TABLE, spelling, source.range_of(node.func))


def _assign(source: PythonSource, collector: Collector, table: str, row: FrontEndKey, node: ast.Call) -> None:
    arguments = [*node.args, *(keyword.value for keyword in node.keywords)]
    if len(arguments) == 1 and not isinstance(arguments[0], ast.Starred):
        collector.assign(
            table, row, source.value(arguments[0]), source.range_of(node.func), source.range_of(arguments[0])
        )
