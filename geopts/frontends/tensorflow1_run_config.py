"""The TensorFlow 1 adapter: NPURunConfig of the estimator, with the objects it takes."""

from __future__ import annotations

import ast

from geopts.facts.frontend_rows import FrontEndKey, FrontEndRow
from geopts.frontends.assignments import Assignment
from geopts.frontends.base import Emitted, Outcome, PortItem, ReadResult, Settings
from geopts.frontends.collector import Collector
from geopts.frontends.keys import by_spelling, front_end_row
from geopts.frontends.python_source import PythonSource, dotted
from geopts.frontends.python_text import literal
from geopts.frontends.tensorflow1 import environment_lines, read_environment
from geopts.frontends.translate import emitted_text, translate
from geopts.option_set import OptionSet

__all__ = ["emit", "read"]

ROW = front_end_row("tf1-run-config")

TABLE = "tf1_npurunconfig"
CLASS = "NPURunConfig"
#: Classes of the table that are given inside another one; all others are arguments of NPURunConfig.
_INSIDE = {"GraphMemoryOptimizeConfig": ("ExperimentalConfig", "graph_memory_optimize_config")}
_ABORTS = "compress_weight_conf"
_BYTES = frozenset({"insert_op_file"})


def _parents() -> dict[str, str]:
    """Give class to the argument of NPURunConfig that takes it."""
    return {row.value_type: row.spelling for row in by_spelling(TABLE).values() if row.value_type[:1].isupper()}


def emit(options: OptionSet, settings: Settings | None = None, *, front_end: FrontEndRow = ROW) -> Emitted:
    """Write the configuration object."""
    done = translate(
        front_end,
        options,
        settings or Settings(),
        show=_show,
        name=_name,
        usable=lambda row: row.spelling != _ABORTS,
        fallback=_abort,
    )
    entries = [one for one in done.assignments if one.table == TABLE]
    environment = environment_lines(done.assignments)
    tree: dict[str, list[str]] = {}
    for one in entries:
        owner, dot, name = one.row.spelling.rpartition(".")
        tree.setdefault(owner if dot else CLASS, []).append(f"{name}={_show(one)}")
    for inner, (outer, argument) in _INSIDE.items():
        if inner in tree:
            tree.setdefault(outer, []).append(f"{argument}={inner}({', '.join(tree[inner])})")
    parents = _parents()
    arguments = list(tree.get(CLASS, []))
    arguments += [f"{parents[owner]}={owner}({', '.join(parts)})" for owner, parts in tree.items() if owner in parents]
    classes = sorted({CLASS, *tree})
    needs_tf = any(one.row.spelling in _BYTES for one in entries)
    lines = [
        *(["import os", ""] if environment else []),
        *(["import tensorflow as tf"] if needs_tf else []),
        f"from npu_bridge.estimator.npu.npu_config import {', '.join(classes)}",
        "",
        *([*environment, ""] if environment else []),
        *(
            [f"run_config = {CLASS}(", *(f"    {argument}," for argument in arguments), ")"]
            if arguments
            else [f"run_config = {CLASS}()"]
        ),
    ]
    return emitted_text(front_end, done, lines, _levels(done.assignments))


def _levels(assignments: tuple[Assignment, ...]) -> dict[str, dict[str, str]]:
    """Give the levels at which the adapter sends what the estimator hands on to its parameter_map."""
    levels: dict[str, dict[str, str]] = {}
    for one in assignments:
        row = by_spelling("tf1_parameter_map").get(one.row.parameter_map_key or "")
        if one.reaches is not None:
            levels.setdefault((row.ge_scope if row else None) or one.row.ge_scope or "", {})[one.key] = one.reaches
    return levels


def _abort(key: str, text: str) -> PortItem | None:
    row = by_spelling(TABLE)[_ABORTS]
    if key != row.ge_key:
        return None
    return PortItem(
        key=key,
        outcome=Outcome.INEXPRESSIBLE,
        text=text,
        lost=True,
        message=row.note or "",
        hint="set it in parameter_map, without enable_compress_weight",
        source=row.source,
    )


def _name(table: str, row: FrontEndKey) -> str:
    if table != TABLE:
        return row.spelling
    owner, _, name = row.spelling.rpartition(".")
    return f"{owner or CLASS}({name}=)"


def _show(one: Assignment) -> str:
    return f"tf.compat.as_bytes({literal(one.written)})" if one.row.spelling in _BYTES else literal(one.written)


def read(text: str, *, path: str = "", front_end: FrontEndRow = ROW) -> ReadResult:
    """Read the arguments of NPURunConfig and of the classes it takes."""
    collector = Collector(front_end, text, path, literals=True)
    source = PythonSource(text, collector, ("NPURunConfig", "Config(", "ENABLE_HF32_EXECUTION"))
    rows = by_spelling(TABLE)
    classes = {spelling.rpartition(".")[0] for spelling in rows if "." in spelling}
    for node in source.nodes():
        if not isinstance(node, ast.Call):
            continue
        name = dotted(node.func).rpartition(".")[2]
        if name != CLASS and name not in classes:
            continue
        collector.found(source.range_of(node))
        for keyword in node.keywords:
            if keyword.arg is None:
                continue
            spelling = keyword.arg if name == CLASS else f"{name}.{keyword.arg}"
            at = source.range_of(keyword)
            key_at = at._replace(end=at.start + len(keyword.arg))
            if spelling in rows:
                collector.assign(
                    TABLE,
                    rows[spelling],
                    source.value(keyword.value),
                    key_at,
                    source.range_of(keyword.value),
                    spelling=keyword.arg,
                )
            elif name == CLASS or not any(s.startswith(f"{name}.") for s in rows):
                collector.unknown(TABLE, spelling, key_at, source.range_of(keyword.value))
            else:
                collector.unknown(TABLE, spelling, key_at, source.range_of(keyword.value))
    read_environment(source, collector)
    return collector.finish()
