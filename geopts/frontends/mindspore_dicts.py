"""GE options inside MindSpore: ``ge_options`` with raw keys at global and session level."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Mapping

from geopts.facts.options import BY_KEY
from geopts.facts.rows import Call
from geopts.findings import Severity
from geopts.frontends.base import Outcome, PortItem, Settings
from geopts.frontends.collector import Collector, Symbolic
from geopts.frontends.ge_dicts import CALLS_BY_NAME, take_ge_key
from geopts.frontends.ge_native import call_of_scope
from geopts.frontends.port_items import is_renamed
from geopts.frontends.python_source import PythonSource
from geopts.frontends.python_text import literal
from geopts.resolve.placement import call_for, takes

__all__ = ["GE_OPTIONS_SOURCE", "RawOptions", "dict_node", "ge_options_lines", "read_ge_options"]

GE_OPTIONS_SOURCE = "mindspore@2.10.0 (PyPI wheel):mindspore/context.py:328-420"
_V2_HINT = "whether MindSpore sends precision_mode by itself was not read; GE refuses both together (E10056), so drop this key then"
_LEVELS = {Call.GE_INITIALIZE: "global", Call.SESSION: "session"}


class RawOptions:
    """Collects the options that only ``ge_options`` can hold; an instance's `item` is the fallback of a translation."""

    def __init__(self, settings: Settings) -> None:
        self.levels: dict[str, dict[str, str]] = {}
        self._settings = settings

    def item(self, key: str, text: str) -> PortItem | None:
        """Place one option; None where neither level takes it."""
        level = self._level(key)
        if level is None:
            return None
        self.levels.setdefault(level, {})[key] = text
        source_spelling = self._settings.names.get(key, "")
        renamed = is_renamed(key, [key], source_spelling) if source_spelling else False
        message = (
            f"as a raw key at {level} level; MindSpore does not check it, and it overwrites what MindSpore sets itself"
        )
        return PortItem(
            key=key,
            outcome=Outcome.RENAMED if renamed else Outcome.EXPRESSED,
            text=text,
            source_spelling=source_spelling,
            spelling=f'ge_options["{level}"]["{key}"]',
            written=literal(text),
            reaches=text,
            renamed=renamed,
            message=message,
            hint=_V2_HINT if key == "ge.exec.precision_mode_v2" else "",
            source=GE_OPTIONS_SOURCE,
        )

    def _level(self, key: str) -> str | None:
        row = BY_KEY.get(key)
        if row is None:
            call = call_of_scope(key)
        else:
            call = call_for(row, "session")
            if call is Call.GRAPH:  # there is no graph level
                call = next((c for c in (Call.SESSION, Call.GE_INITIALIZE) if takes(row, c)), None)
        return _LEVELS.get(call) if call is not None else None


def dict_node(source: PythonSource, node: ast.expr) -> ast.Dict | None:
    """Give a dict literal, also where a name stands for it."""
    found = source.resolve(node)
    return found if isinstance(found, ast.Dict) else None


def read_ge_options(source: PythonSource, collector: Collector, node: ast.expr) -> None:
    """Take ``{"global": {...}, "session": {...}}``."""
    outer = dict_node(source, node)
    if outer is None:
        return
    collector.found(source.range_of(outer))
    for key, value in _entries(outer):
        level = source.value(key)
        inner = dict_node(source, value)
        if level not in _LEVELS.values():
            if isinstance(level, str):
                collector.unknown(
                    "",
                    level,
                    source.range_of(key),
                    source.range_of(value),
                    severity=Severity.ERROR,
                    detail="ge_options has global and session only, and another level is a ValueError",
                    hint="write global or session",
                    source=GE_OPTIONS_SOURCE,
                )
            continue
        for inner_key, inner_value in _entries(inner) if inner is not None else ():
            name = source.value(inner_key)
            if isinstance(name, str) and isinstance(level, str):
                given = source.value(inner_value)
                take_ge_key(
                    collector,
                    name,
                    given if given is not None else Symbolic("None"),
                    source.range_of(inner_key),
                    source.range_of(inner_value),
                    call=CALLS_BY_NAME[level],
                )


def _entries(node: ast.Dict) -> Iterable[tuple[ast.expr, ast.expr]]:
    return [(key, value) for key, value in zip(node.keys, node.values, strict=True) if key is not None]


def ge_options_lines(levels: Mapping[str, Mapping[str, str]], before: str, indent: str) -> list[str]:
    """Give ``ge_options`` as source lines."""
    lines = [f"{indent}{before}{{"]
    for level, entries in levels.items():
        lines.append(f'{indent}    "{level}": {{')
        lines += [f"{indent}        {literal(key)}: {literal(text)}," for key, text in entries.items()]
        lines.append(f"{indent}    }},")
    return [*lines, f"{indent}}},"]
