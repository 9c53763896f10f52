"""Options that Python code gives to a front end: what its reader says, and what the options of one object do together."""

from __future__ import annotations

import ast
import importlib
import re
from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import TYPE_CHECKING, Any

import attrs

from geopts.facts.options import BY_KEY
from geopts.facts.rows import Call
from geopts.findings import Finding, Span
from geopts.frontends.keys import by_spelling, front_end_row
from geopts.frontends.places import Places
from geopts.frontends.python_source import dotted
from geopts.frontends.spellings import spellings_of
from geopts.rules.python_tree import Suites, imported_names
from geopts.rules.script_effects import Given, broken_keys, effects, path_notes
from geopts.rules.script_findings import Scales, with_fix
from geopts.rules.script_pair import PAIR, pair_findings, with_replacement

if TYPE_CHECKING:
    from geopts.frontends.base import Origin, ReadResult
    from geopts.frontends.python_source import PythonSource
    from geopts.rules.context import Context

__all__ = ["ObjectLinter"]

_GE = "ge-python-offline"
_OFFLINE = (Call.BUILD_MODEL, Call.BUILD_INITIALIZE)
_SESSION = (Call.SESSION, Call.GE_INITIALIZE)
#: Where the options of a front end end up, if not at a session or before it.
_CALLS = {
    "onnxruntime": _OFFLINE,
    "torchair": (Call.GRAPH, Call.GE_INITIALIZE),
    _GE: (*_SESSION, Call.GRAPH, *_OFFLINE),
}
#: An optimizer that gets a name; only that of the adapter reads these keys.
_OPTIMIZER = re.compile(r"([\w.]+)\.name\s*=\s*[\"']([\w.]+)[\"']")
_ADAPTER = "NpuOptimizer"
#: Names under which people write MindSpore's functions where the text does not import them.
_MINDSPORE = frozenset({"ms", "mindspore", "context", "set_context"})
_NOT_READ = "not read in mode"
_DEFAULT_TITLE = "an option dict of GE"


class ObjectLinter:
    """Lints what the readers find in one Python text.

    :param text: the text, parsed as ``source``.
    :param data: its bytes.
    :param whole: it is the whole file, not an excerpt in a document.
    """

    def __init__(
        self, path: str, text: str, data: bytes, source: PythonSource, context: Context, *, whole: bool
    ) -> None:
        self._whole = whole
        self._claimed: list[Span] = []
        self._path = path
        self._text = text
        self._data = data
        self._source = source
        self._context = context
        self._suites = Suites(source.tree)
        self._places = Places(text)

    def lint(self, front_end: str) -> Iterator[Finding]:
        """Yield the findings of one front end."""
        row = front_end_row(front_end)
        if front_end == _GE:
            row = attrs.evolve(row, title=_DEFAULT_TITLE)
        module: Any = importlib.import_module(f"geopts.frontends.{row.module}")
        result: ReadResult = module.read(self._text, path=self._path, front_end=row)
        tables = row.tables or ("ge",)
        foreign = [*self._foreign(front_end)]
        if front_end == _GE:
            foreign += [*self._claimed, *_name_tables(result)]
        self._claimed += result.spans
        groups = [group for group in self._groups(result) if not _is_inside(group[1], foreign)]
        scales = Scales(result, tables)
        broken = broken_keys(result, tables[0])
        for finding in result.findings:
            weighed = scales.weigh(finding) if self._kept(finding, result, foreign, front_end) else None
            if weighed is None:
                continue
            told = with_fix(weighed, self._data, tables)
            yield self._with_replacement(told, groups, tables[0], front_end, known=broken.isdisjoint(PAIR))
        for texts, origins in groups:
            given = Given(
                texts=texts,
                table=tables[0],
                calls=_CALLS.get(front_end, _SESSION),
                every=front_end == "onnxruntime",
                broken=broken,
                complete=False,
            )
            yield from effects(self._path, given, origins, self._context)
            yield from pair_findings(self._path, texts, origins, self._data, self._context.operator_types)
            yield from path_notes(self._path, texts, origins, missing=True)

    def _groups(self, result: ReadResult) -> list[tuple[dict[str, str], dict[str, Origin]]]:
        """Give the options that certainly go together: of one dict or call, or set one after the other in one suite."""
        groups: dict[object, tuple[dict[str, str], dict[str, Origin]]] = {}
        for key, origin in result.origins.items():
            inside = [span for span in result.spans if _holds(span, origin.span)]
            # one call or dict with all that is inside it
            place: object = max(inside, key=_size) if inside else self._suites.of(origin.span)
            texts, origins = groups.setdefault(place, ({}, {}))
            text = result.options.text(key) if key in BY_KEY else result.extra.get(key)
            texts[key] = text if text is not None else str(origin.value)
            origins[key] = origin
        return list(groups.values())

    def _with_replacement(
        self,
        finding: Finding,
        groups: list[tuple[dict[str, str], dict[str, Origin]]],
        table: str,
        front_end: str,
        *,
        known: bool,
    ) -> Finding:
        if finding.code != "GEO506":
            return finding
        own: tuple[dict[str, str], dict[str, Origin]] = ({}, {})
        for texts, origins in groups:
            if any(origin.span == finding.span for origin in origins.values()):
                own = (texts, origins)
        return with_replacement(
            finding,
            self._path,
            own[0],
            own[1],
            table=self._table_of(finding.key, table),
            offline=front_end == "onnxruntime",
            known=known,
            migrates=self._whole,
        )

    def _table_of(self, spelling: str, table: str) -> str:
        """Give the table of a deprecated key: a GE key inside another front end's object is spelled by GE."""
        return "ge" if spelling in PAIR else table

    def _kept(self, finding: Finding, result: ReadResult, foreign: list[Span], front_end: str) -> bool:
        """Say whether a finding of a reader holds for a file of which only a part is known."""
        span = finding.span
        if finding.code == "GEO904":
            return False  # told once for the file
        if finding.code == "GEO506" and front_end == "mindspore" and not _is_ge_option(finding.key):
            return False  # MindSpore's own words, of which it tells itself
        if finding.code == "GEO508" and finding.message.partition(": ")[2].startswith(_NOT_READ):
            # what a mode does not read is not known where the mode itself is wrong, or is set in some cases only
            wrong = any(other.code == "GEO504" and other.key.endswith("mode") for other in result.findings)
            return not wrong and span is not None and self._has_mode(span)
        if finding.code == "GEO517":
            # which of two statements runs last is not known; within one dict it is
            others = [related.span for related in finding.related if related.span is not None]
            return any(
                span and _holds(one, span) and all(_holds(one, other) for other in others) for one in result.spans
            )
        if span is not None and any(_holds(one, span) for one in foreign):
            return False
        if front_end == _GE and finding.code == "GEO501" and with_fix(finding, self._data, ("ge",)).fix is None:
            return span is not None and _among_options(result, span)  # else the keys of something else
        return True

    def _has_mode(self, span: Span) -> bool:
        """Say whether a mode is set wherever a place is reached."""
        for node in self._source.nodes():
            if isinstance(node, ast.Assign) and dotted(node.targets[0]).endswith(".mode"):
                first, last = self._suites.of(self._span(node))
                if first <= span.line <= last:
                    return True
        return False

    def _foreign(self, front_end: str) -> Iterator[Span]:
        """Yield the places of calls and statements that look like the front end's and belong to something else."""
        if front_end == "mindspore":
            names = imported_names(self._source.tree, "mindspore") or _MINDSPORE
            for node in self._source.nodes():
                if isinstance(node, ast.Call) and not ({"*", dotted(node.func).partition(".")[0]} & names):
                    yield self._span(node)
        elif front_end == _GE:
            # geopts itself takes Python's types in such dicts
            names = imported_names(self._source.tree, "geopts")
            for node in self._source.nodes():
                if names and isinstance(node, ast.Call) and dotted(node.func).partition(".")[0] in names:
                    yield self._span(node)
        elif front_end == "tf1-parameter-map":
            others = {name for name, optimizer in _OPTIMIZER.findall(self._text) if optimizer != _ADAPTER}
            for node in self._source.nodes():
                if isinstance(node, ast.Assign) and others:
                    holder = _holder(node.targets[0])
                    if holder in others:
                        yield self._span(node)

    def _span(self, node: ast.expr | ast.stmt) -> Span:
        return self._places.span(*self._source.range_of(node))


def _name_tables(result: ReadResult) -> Iterator[Span]:
    """Yield the dicts that map GE's keys to what the options are called elsewhere: their values are no values."""
    given = [(key, str(origin.value), origin.value_span) for key, origin in result.origins.items()]
    given += [(part.spelling, part.text, part.value_span) for part in result.refused if part.value_span is not None]
    for key, text, span in given:
        word = _last_word(text)
        if len(word) > 4 and word in _names_of(key):
            yield max((one for one in result.spans if _holds(one, span)), key=_size, default=span)


@lru_cache(maxsize=512)
def _names_of(key: str) -> frozenset[str]:
    return frozenset(_last_word(one.spelling) for one in spellings_of(key))


def _last_word(spelling: str) -> str:
    return re.split(r"[^A-Za-z0-9_]+", spelling.strip('-"()[]=.: '))[-1].lower()


def _among_options(result: ReadResult, span: Span) -> bool:
    """Say whether the dict around a place has known options too."""
    dicts = [one for one in result.spans if _holds(one, span)]
    known = [origin.span for origin in result.origins.values()]
    known += [symbol.span for symbol in result.symbols if symbol.span is not None]
    known += [part.span for part in result.refused]
    return any(_holds(one, other) for one in dicts for other in known)


def _is_inside(origins: Mapping[str, Origin], spans: list[Span]) -> bool:
    return any(_holds(span, origin.span) for origin in origins.values() for span in spans)


def _holder(target: ast.expr) -> str:
    """Give ``a.b`` for ``a.b.parameter_map["key"].s``."""
    if isinstance(target, ast.Attribute) and isinstance(target.value, ast.Subscript):
        return dotted(target.value.value).removesuffix(".parameter_map")
    return ""


def _is_ge_option(spelling: str) -> bool:
    if spelling in BY_KEY:
        return True
    rows = (by_spelling(table).get(spelling) for table in ("mindspore_ascend_config", "mindspore_context"))
    return any(row is not None and row.ge_key is not None for row in rows)


def _holds(outer: Span, inner: Span) -> bool:
    return outer.offset <= inner.offset and inner.end_offset <= outer.end_offset


def _size(span: Span) -> int:
    return span.end_offset - span.offset
