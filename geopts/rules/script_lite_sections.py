"""Sections, keys and values of a configuration file of MindSpore Lite."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from difflib import get_close_matches
from typing import TYPE_CHECKING

import attrs

from geopts.errors import OptionValueError
from geopts.facts.frontend_rows import FrontEndRow
from geopts.facts.frontends import TABLES
from geopts.facts.rows import Call
from geopts.findings import Finding, Severity
from geopts.frontends.collector import Collector, Range
from geopts.frontends.ge_dicts import take_ge_key
from geopts.frontends.keys import by_spelling
from geopts.option_set import option_type
from geopts.rules.placement import unknown_key
from geopts.rules.script_effects import Given, broken_keys, effects, path_notes
from geopts.rules.script_findings import Scales, told_once, with_fix
from geopts.rules.script_pair import PAIR, with_replacement

if TYPE_CHECKING:
    from geopts.frontends.base import ReadResult
    from geopts.rules.context import Context

__all__ = ["Entry", "entries", "lint_lite"]

_TABLE = "mindspore_lite_ascend_context"
_OWN = ("ascend_context", "acl_option_cfg_param")
_SOURCE = TABLES[_TABLE].unknown_key_source[0]
_RAW = {row.section: row for row in TABLES[_TABLE].raw_sections}
_CALLS: Mapping[str, Call] = {
    "acl_init_options": Call.BUILD_INITIALIZE,
    "acl_build_options": Call.BUILD_MODEL,
    "ge_global_options": Call.GE_INITIALIZE,
    "ge_session_options": Call.SESSION,
    "ge_graph_options": Call.GRAPH,
}
_FRONT_END = FrontEndRow(
    name="mindspore-lite",
    title="MindSpore Lite",
    language="ini",
    file_name="config.cfg",
    module="",
    tables=(_TABLE,),
    source=_SOURCE,
)
_GE = attrs.evolve(_FRONT_END, title="GE")
_SECTION = re.compile(r"\[(?:ascend_context|acl_option_cfg_param)\]\.")
_HEADER = re.compile(r"\[(?P<name>[^\[\]]*)\]")


@attrs.frozen
class Entry:
    """A line ``key=value``, or a header, whose key is empty.

    :ivar at: place of the key, or of the header's name.
    """

    section: str
    key: str
    value: str
    at: Range
    value_at: Range


def entries(text: str) -> Iterator[Entry]:
    """Yield headers and entries; the parts of a line are trimmed, lines that start with ``#`` are comments."""
    section, offset = "", 0
    for line in text.split("\n"):
        body = line.strip()
        start = offset + len(line) - len(line.lstrip())
        offset += len(line) + 1
        if not body or body[0] == "#":
            continue
        header = _HEADER.fullmatch(body)
        if header is not None:
            section = header["name"]
            place = Range(start + 1, start + 1 + len(section))
            yield Entry(section, "", "", place, place)
            continue
        key, equals, value = body.partition("=")
        if equals:
            key, behind = key.rstrip(), start + len(key) + 1
            first = behind + len(value) - len(value.lstrip())
            value = value.strip()
            yield Entry(section, key, value, Range(start, start + len(key)), Range(first, first + len(value)))


def lint_lite(path: str, data: bytes, context: Context) -> list[Finding]:
    """Give the findings of a file, in its order."""
    text = data.decode("utf-8", "surrogateescape")
    own = Collector(_FRONT_END, text, path)
    raw = {section: Collector(_GE, text, path) for section in _CALLS}
    findings: list[Finding] = []
    for entry in entries(text):
        if not entry.key:
            findings += _header(own, path, entry)
        elif entry.section in _OWN:
            _take(own, entry)
        elif entry.section in raw:
            take_ge_key(
                raw[entry.section], entry.key, entry.value, entry.at, entry.value_at, call=_CALLS[entry.section]
            )
    findings += _findings(path, data, own.finish(), context, _TABLE, (Call.SESSION,))
    for section, collector in raw.items():
        findings += _findings(path, data, collector.finish(), context, "ge", (_CALLS[section],))
    return list(told_once(sorted(findings, key=Finding.sort_key)))


def _header(collector: Collector, path: str, entry: Entry) -> Iterator[Finding]:
    known = (*_OWN, *_RAW)
    close = get_close_matches(entry.section.strip().lower(), known, n=1, cutoff=0.8)
    if entry.section not in known and close:
        yield unknown_key.finding(
            f"[{entry.section}]: MindSpore Lite has no such section, so nothing below it is read",
            collector.span(entry.at),
            path=path,
            hint=f"did you mean [{close[0]}]?",
            source=_SOURCE,
            severity=Severity.WARNING,
        )._replace(
            key=entry.section,
        )


def _take(collector: Collector, entry: Entry) -> None:
    spelling = f"[{entry.section}].{entry.key}"
    row = by_spelling(_TABLE).get(spelling)
    if row is None:
        collector.unknown(_TABLE, spelling, entry.at, entry.value_at)
    elif row.ge_key is not None and row.spelling.endswith(".precision_mode") and _is_ge_word(row.ge_key, entry.value):
        # beside its own five words the converter passes any text on (acl_utils.h:52)
        collector.put(row.ge_key, entry.value, entry.value, entry.at, entry.value_at, spelling=entry.key)
    else:
        collector.assign(_TABLE, row, entry.value, entry.at, entry.value_at, spelling=entry.key)


def _is_ge_word(key: str, text: str) -> bool:
    try:
        option_type(key).parse(text)
    except OptionValueError:
        return False
    return True


def _findings(
    path: str, data: bytes, result: ReadResult, context: Context, table: str, calls: tuple[Call, ...]
) -> Iterator[Finding]:
    texts = {key: result.options.text(key) or "" for key in result.options}
    broken = broken_keys(result, table)
    scales = Scales(result, (table,))
    for finding in result.findings:
        told = _in_section(finding) if table != "ge" else _constant(finding)
        weighed = scales.weigh(told)
        if weighed is None:
            continue
        yield with_replacement(
            with_fix(weighed, data, (table,)),
            path,
            texts,
            result.origins,
            table=table,
            offline=calls[0] in (Call.BUILD_INITIALIZE, Call.BUILD_MODEL),
            known=broken.isdisjoint(PAIR),
        )
    if texts:
        given = Given(texts=texts, table=table, calls=calls, broken=broken, complete=False)
        yield from effects(path, given, result.origins, context)
        yield from path_notes(path, texts, result.origins, missing=True)


def _in_section(finding: Finding) -> Finding:
    """Take the section out of the names: the reader of the file sees it above."""
    message, hint, key = (_SECTION.sub("", part) for part in (finding.message, finding.hint, finding.key))
    return finding._replace(message=message, hint=hint, key=key)


def _constant(finding: Finding) -> Finding:
    """Lower what documents write for a GE key: the name of its constant."""
    if finding.code == "GEO501" and not finding.key.startswith("ge."):
        return finding._replace(severity=Severity.NOTE)
    return finding
