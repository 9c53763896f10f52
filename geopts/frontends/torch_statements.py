"""Statements of torch and torch_npu that set options: attributes such as torch.npu.conv.allow_hf32, and calls."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Sequence

from geopts.facts.frontend_rows import FrontEndKey
from geopts.findings import Severity
from geopts.frontends.assignments import Assignment
from geopts.frontends.collector import Collector
from geopts.frontends.keys import by_spelling
from geopts.frontends.python_source import PythonSource, dotted
from geopts.frontends.python_text import literal

__all__ = ["read_statements", "statement_lines"]

_CALL = re.compile(r"(?P<name>[\w.]+)\((?P<parameter>\w*)=?\)")
#: torch.npu is torch_npu.npu under another name.
_NAMESPACES = ("torch_npu.npu.", "torch.npu.")
#: Objects of torch.npu that take any attribute without a word (unknown_key of the table).
_OBJECTS = ("matmul", "conv", "config", "aclnn")


def statement_lines(assignments: Sequence[Assignment]) -> list[str]:
    """Write the statements in an order that ends with what was asked for: a call that also switches another setting comes first.

    set_deterministic_level switches use_deterministic_algorithms to match (torch_npu/npu/__init__.py:661-708).
    """
    ordered = sorted(assignments, key=lambda one: "set_deterministic_level" not in one.row.spelling)
    return [_statement(one.row, literal(one.written)) for one in ordered]


def _statement(row: FrontEndKey, value: str) -> str:
    call = _CALL.fullmatch(row.spelling)
    if call is None:
        return f"{row.spelling} = {value}"
    keyword = f"{call['parameter']}=" if row.spelling.endswith("=)") else ""
    return f"{call['name']}({keyword}{value})"


def _calls(table: str) -> dict[str, tuple[str, FrontEndKey]]:
    """Give function name to its one parameter and its row."""
    found = {}
    for spelling, row in by_spelling(table).items():
        call = _CALL.fullmatch(spelling)
        if call is not None and call["parameter"]:
            found[_plain(call["name"])] = (call["parameter"], row)
    return found


def _plain(name: str) -> str:
    """Give a name with torch.npu in place of torch_npu.npu."""
    return f"torch.npu.{name.removeprefix('torch_npu.npu.')}" if name.startswith("torch_npu.npu.") else name


def read_statements(
    source: PythonSource, collector: Collector, table: str, *, only: frozenset[str] | None = None
) -> None:
    """Take the statements of a text.

    :param only: the GE keys that count; None: all of them, and keys that are no GE option too.
    """
    calls = _calls(table)
    for node in source.nodes():
        if isinstance(node, ast.Assign):
            for target in node.targets:
                _take_attribute(source, collector, table, target, node.value, only)
        elif isinstance(node, ast.Call):
            parameter, row = calls.get(_plain(dotted(node.func)), ("", None))
            if row is None or (only is not None and row.ge_key not in only):
                continue
            for argument in _argument(node, parameter):
                collector.assign(
                    table,
                    row,
                    source.value(argument),
                    source.range_of(node.func),
                    source.range_of(argument),
                    spelling=dotted(node.func),
                )


def _argument(node: ast.Call, parameter: str) -> Iterator[ast.expr]:
    named = [keyword.value for keyword in node.keywords if keyword.arg == parameter]
    yield from named or [a for a in node.args[:1] if not isinstance(a, ast.Starred)]


def _take_attribute(
    source: PythonSource,
    collector: Collector,
    table: str,
    target: ast.expr,
    value: ast.expr,
    only: frozenset[str] | None,
) -> None:
    name = dotted(target)
    rows = by_spelling(table)
    row = rows.get(_plain(name))
    if row is not None:
        if only is None or row.ge_key in only:
            collector.assign(
                table, row, source.value(value), source.range_of(target), source.range_of(value), spelling=name
            )
        return
    parts = name.split(".")
    at, value_at = source.range_of(target), source.range_of(value)
    if name.startswith(_NAMESPACES) and len(parts) == 4 and parts[2] in _OBJECTS:
        collector.unknown(table, name, at, value_at)
    elif parts[0] == "torch_npu" and len(parts) == 3 and parts[1] in _OBJECTS:
        here = f"torch.npu.{parts[1]}.{parts[2]}"
        hint = f"write {here}" if here in rows else f"the switches stand under torch.npu.{parts[1]}"
        collector.unknown(
            table,
            name,
            at,
            value_at,
            severity=Severity.ERROR,
            detail=f"torch_npu.{parts[1]} is no module, so this is an AttributeError",
            hint=hint,
        )
