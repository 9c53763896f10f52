"""The TensorFlow 2 adapter: attributes of npu_device.global_options(), to be set before npu.open()."""

from __future__ import annotations

import ast

from geopts.facts.frontend_rows import FrontEndKey, FrontEndRow
from geopts.frontends.assignments import Assignment
from geopts.frontends.base import Emitted, ReadResult, Settings
from geopts.frontends.collector import Collector
from geopts.frontends.keys import by_spelling, front_end_row
from geopts.frontends.python_source import PythonSource, dotted
from geopts.frontends.python_text import literal
from geopts.frontends.translate import emitted_text, translate
from geopts.option_set import OptionSet

__all__ = ["emit", "read"]

ROW = front_end_row("tf2")

TABLE, SWITCHES = "tf2_global_options", "tf2_tensorflow"
_ROOT = "global_options()"


def emit(options: OptionSet, settings: Settings | None = None, *, front_end: FrontEndRow = ROW) -> Emitted:
    """Write the statements; TensorFlow's own switches first."""
    done = translate(front_end, options, settings or Settings(), show=_show, name=_name)
    switches = [f"{one.row.spelling}({literal(one.written)})" for one in done.assignments if one.table == SWITCHES]
    lines = [
        "import npu_device as npu",
        *(["import tensorflow as tf"] if switches else []),
        "",
        *switches,
        *(f"npu.{_name(TABLE, one.row)} = {_show(one)}" for one in done.assignments if one.table == TABLE),
        "npu.open().as_default()",
    ]
    return emitted_text(front_end, done, lines)


def _name(table: str, row: FrontEndKey) -> str:
    return f"{_ROOT}.{row.spelling}" if table == TABLE else row.spelling


def _show(one: Assignment) -> str:
    return literal(one.written)


def read(text: str, *, path: str = "", front_end: FrontEndRow = ROW) -> ReadResult:
    """Read attribute assignments on global_options(), on names that hold it, and TensorFlow's switch of HF32."""
    collector = Collector(front_end, text, path, literals=True)
    source = PythonSource(text, collector, ("global_options", "enable_tensor_float_32_execution"))
    holders = _holders(source)
    rows, switches = by_spelling(TABLE), by_spelling(SWITCHES)
    for node in source.nodes():
        if isinstance(node, ast.Assign):
            for target in node.targets:
                attribute = _attribute(dotted(target), holders)
                if not attribute:
                    continue
                at, value_at = source.range_of(target), source.range_of(node.value)
                if attribute in rows:
                    collector.assign(TABLE, rows[attribute], source.value(node.value), at, value_at)
                elif not any(spelling.startswith(f"{attribute}.") for spelling in rows):
                    collector.unknown(TABLE, attribute, at, value_at)
        elif isinstance(node, ast.Call) and len(node.args) == 1:
            name = dotted(node.func)
            row = next(
                (
                    row
                    for spelling, row in switches.items()
                    if name and spelling.endswith(name.partition(".")[2] or name)
                ),
                None,
            )
            if row is not None and name.endswith(row.spelling.rpartition(".")[2]):
                collector.assign(
                    SWITCHES, row, source.value(node.args[0]), source.range_of(node.func), source.range_of(node.args[0])
                )
    return collector.finish()


def _holders(source: PythonSource) -> frozenset[str]:
    """Give names that are assigned ``global_options()``."""
    return frozenset(
        target.id
        for node in ast.walk(source.tree)
        if isinstance(node, ast.Assign) and dotted(node.value).endswith(_ROOT)
        for target in node.targets
        if isinstance(target, ast.Name)
    )


def _attribute(name: str, holders: frozenset[str]) -> str:
    _, found, attribute = name.partition(f"{_ROOT}.")
    if found:
        return attribute
    first, _, rest = name.partition(".")
    return rest if first in holders else ""
