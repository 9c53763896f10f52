"""The TensorFlow 1 adapter: parameter_map of the optimizer named NpuOptimizer."""

from __future__ import annotations

import ast

from geopts.facts.frontend_rows import FrontEndKey, FrontEndRow
from geopts.findings import Severity
from geopts.frontends.assignments import Assignment
from geopts.frontends.base import Emitted, ReadResult, Settings
from geopts.frontends.collector import Collector, Symbolic
from geopts.frontends.keys import by_spelling, front_end_row
from geopts.frontends.python_source import PythonSource, dotted
from geopts.frontends.python_text import literal
from geopts.frontends.translate import emitted_text, translate
from geopts.option_set import OptionSet

__all__ = ["ENVIRONMENT", "emit", "environment_lines", "read", "read_environment"]

ROW = front_end_row("tf1-parameter-map")

TABLE, ENVIRONMENT = "tf1_parameter_map", "tf1_environment"
_FIELDS = {"s": "bytes", "i": "int", "b": "bool", "f": "float"}


def emit(options: OptionSet, settings: Settings | None = None, *, front_end: FrontEndRow = ROW) -> Emitted:
    """Write the configuration of a session. The field a value goes into matters: another one reads as empty, without a word."""
    done = translate(front_end, options, settings or Settings(), show=_show, name=_name)
    entries = [one for one in done.assignments if one.table == TABLE]
    environment = environment_lines(done.assignments)
    lines = [
        *(["import os", ""] if environment else []),
        "import tensorflow as tf",
        "",
        *([*environment, ""] if environment else []),
        "config = tf.compat.v1.ConfigProto()",
        "custom_op = config.graph_options.rewrite_options.custom_optimizers.add()",
        'custom_op.name = "NpuOptimizer"',
        'custom_op.parameter_map["use_off_line"].b = True',
        *(f"custom_op.{_name(TABLE, one.row)} = {_show(one)}" for one in entries),
    ]
    return emitted_text(front_end, done, lines)


def _name(table: str, row: FrontEndKey) -> str:
    return f'parameter_map["{row.spelling}"].{(row.fields or ("s",))[0]}' if table == TABLE else row.spelling


def _show(one: Assignment) -> str:
    field = (one.row.fields or ("s",))[0]
    text = literal(one.written)
    return f"tf.compat.as_bytes({text})" if field == "s" and one.table == TABLE else text


def environment_lines(assignments: tuple[Assignment, ...]) -> list[str]:
    """Write what the adapter reads from the environment, which wins over the script."""
    return [
        f'os.environ["{one.row.spelling}"] = {literal(one.written)}' for one in assignments if one.table == ENVIRONMENT
    ]


def read(text: str, *, path: str = "", front_end: FrontEndRow = ROW) -> ReadResult:
    """Read ``...parameter_map["key"].field = value`` and the environment variable of HF32."""
    collector = Collector(front_end, text, path, literals=True)
    source = PythonSource(text, collector, ("parameter_map", "ENABLE_HF32_EXECUTION"))
    for node in source.nodes():
        if isinstance(node, ast.Assign):
            for target in node.targets:
                if isinstance(target, ast.Attribute) and isinstance(target.value, ast.Subscript):
                    _take(source, collector, target, target.value, node.value)
    read_environment(source, collector)
    return collector.finish()


def _take(
    source: PythonSource, collector: Collector, target: ast.Attribute, item: ast.Subscript, value: ast.expr
) -> None:
    holder = item.value
    holder_name = (
        holder.attr if isinstance(holder, ast.Attribute) else holder.id if isinstance(holder, ast.Name) else ""
    )
    key = source.value(item.slice)
    if holder_name != "parameter_map" or target.attr not in _FIELDS or not isinstance(key, str):
        return
    at, value_at = source.range_of(item.slice), source.range_of(value)
    row = by_spelling(TABLE).get(key)
    if row is None:
        collector.unknown(TABLE, key, at, value_at)
        return
    if row.fields and target.attr not in row.fields and not row.ignored:
        known = isinstance(row.field_by_version, tuple) and any(v.field == target.attr for v in row.field_by_version)
        right = row.fields[0]
        loud = key in ("jit_compile", "shape_generalization_mode")
        does = "is an InvalidArgument error" if loud else "reads as the empty value, without a word"
        old = "; some versions before CANN 7 read it so" if known else ""
        hint = f'write parameter_map["{key}"].{right}' + (f" = {_example(row)}" if right == "s" else "")
        collector.report(
            "wrong-type",
            Severity.WARNING if known else Severity.ERROR,
            f"{key}: the adapter reads .{right}, and .{target.attr} {does}{old}",
            source.range_of(target),
            hint=hint,
            source=row.source,
            key=key,
        )
        return
    given = source.value(value)
    if (
        target.attr == "s"
        and isinstance(value, (ast.Constant, ast.JoinedStr))
        and isinstance(given, str)
        and not _is_bytes(value)
    ):
        collector.report(
            "wrong-type",
            Severity.ERROR,
            f"{key}: .s takes bytes, and text is a TypeError",
            value_at,
            hint=f"write tf.compat.as_bytes({literal(given)})",
            source=row.source,
            key=key,
        )
    collector.assign(TABLE, row, Symbolic(source.source_of(value)) if given is None else given, at, value_at)


def _is_bytes(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and isinstance(node.value, bytes)


def _example(row: FrontEndKey) -> str:
    first = next((value for value in row.values or () if isinstance(value, str)), "...")
    return f'tf.compat.as_bytes("{first}")'


def read_environment(source: PythonSource, collector: Collector) -> None:
    """Take ``os.environ["ENABLE_HF32_EXECUTION"] = "1"`` and its other forms."""
    rows = by_spelling(ENVIRONMENT)
    for node in source.nodes():
        pairs: list[tuple[ast.expr, ast.expr]] = []
        if isinstance(node, ast.Assign):
            pairs = [
                (t.slice, node.value)
                for t in node.targets
                if isinstance(t, ast.Subscript) and dotted(t.value).endswith("environ")
            ]
        elif (
            isinstance(node, ast.Call)
            and dotted(node.func).endswith(("environ.setdefault", "os.putenv"))
            and len(node.args) == 2
        ):
            pairs = [(node.args[0], node.args[1])]
        for key, value in pairs:
            name = source.value(key)
            if isinstance(name, str) and name in rows:
                collector.assign(
                    ENVIRONMENT, rows[name], source.value(value), source.range_of(key), source.range_of(value)
                )
