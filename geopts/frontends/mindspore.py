"""MindSpore: set_context with ascend_config, whose ge_options take every key of GE."""

from __future__ import annotations

import ast

from geopts.facts.frontend_rows import FrontEndKey, FrontEndRow
from geopts.frontends.assignments import Scope
from geopts.frontends.base import Emitted, ReadResult, Settings
from geopts.frontends.collector import Collector
from geopts.frontends.keys import by_spelling, front_end_row
from geopts.frontends.mindspore_dicts import RawOptions, dict_node, ge_options_lines, read_ge_options
from geopts.frontends.python_source import PythonSource, dotted
from geopts.frontends.python_text import literal
from geopts.frontends.translate import emitted_text, translate
from geopts.option_set import OptionSet

__all__ = ["emit", "read"]

ROW = front_end_row("mindspore")

CONFIG, CONTEXT = "mindspore_ascend_config", "mindspore_context"
_SCOPES: tuple[Scope, ...] = ((CONFIG, None), (CONTEXT, frozenset({"ge.deterministic"})))


def emit(options: OptionSet, settings: Settings | None = None, *, front_end: FrontEndRow = ROW) -> Emitted:
    """Write one set_context call. Off Ascend the whole ascend_config is skipped with a warning."""
    given = settings or Settings()
    raw = RawOptions(given)
    done = translate(
        front_end, options, given, scopes=_SCOPES, show=lambda one: literal(one.written), fallback=raw.item, name=_name
    )
    config = [
        f"        {literal(one.row.spelling)}: {literal(one.written)},"
        for one in done.assignments
        if one.table == CONFIG
    ]
    if raw.levels:
        config += ge_options_lines(raw.levels, '"ge_options": ', "        ")
    arguments = [f"    {one.row.spelling}={literal(one.written)}," for one in done.assignments if one.table == CONTEXT]
    if config:
        arguments += ["    ascend_config={", *config, "    },"]
    lines = [
        "import mindspore as ms",
        "",
        *(["ms.set_context(", *arguments, ")"] if arguments else ["ms.set_context()"]),
    ]
    predicted = {**done.predicted(), **raw.levels}
    return emitted_text(front_end, done, lines, predicted)


def _name(table: str, row: FrontEndKey) -> str:
    return f'ascend_config["{row.spelling}"]' if table == CONFIG else f"set_context({row.spelling}=)"


def read(text: str, *, path: str = "", front_end: FrontEndRow = ROW) -> ReadResult:
    """Read the arguments of set_context, of ascend_config and of the ge_options in it."""
    collector = Collector(front_end, text, path, literals=True)
    source = PythonSource(text, collector, ("set_context",))
    context = by_spelling(CONTEXT)
    for node in source.nodes():
        if not isinstance(node, ast.Call) or dotted(node.func).rpartition(".")[2] != "set_context":
            continue
        collector.found(source.range_of(node))
        for keyword in node.keywords:
            if keyword.arg is None:
                continue
            at = source.range_of(keyword)
            key_at = at._replace(end=at.start + len(keyword.arg))
            if keyword.arg == "ascend_config":
                _read_config(source, collector, keyword.value)
            elif keyword.arg in context:
                collector.assign(
                    CONTEXT, context[keyword.arg], source.value(keyword.value), key_at, source.range_of(keyword.value)
                )
            else:
                collector.unknown(CONTEXT, keyword.arg, key_at, source.range_of(keyword.value))
    return collector.finish()


def _read_config(source: PythonSource, collector: Collector, node: ast.expr) -> None:
    rows = by_spelling(CONFIG)
    config = dict_node(source, node)
    if config is None:
        return
    for key, value in zip(config.keys, config.values, strict=True):
        name = source.value(key) if key is not None else None
        if key is None or not isinstance(name, str):
            continue
        at, value_at = source.range_of(key), source.range_of(value)
        if name == "ge_options":
            read_ge_options(source, collector, value)
        elif name in rows:
            collector.assign(CONFIG, rows[name], source.value(value), at, value_at)
        else:
            collector.unknown(CONFIG, name, at, value_at)
