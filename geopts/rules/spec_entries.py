"""The entries of a spec's ``[precision]`` under the rules of ini files: each is written as a line of an ini file, and findings are carried back."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from geopts.findings import Finding, Fix, Related, Severity, Span
from geopts.ini import Section, encode
from geopts.precision.op_precision import why_unportable
from geopts.rules.context import Context
from geopts.rules.effects import mode_without_effect, shadowed_entry
from geopts.rules.ini_source import IniSource
from geopts.rules.meaning import unknown_mode
from geopts.rules.names import unmatchable_name, wildcard, wrong_section
from geopts.rules.operator_types import mode_not_listed, unknown_operator_type
from geopts.rules.table_document import Path, TableDocument

__all__ = ["entry_findings"]

#: The rules that speak of entries, not of lines.
_RULES = (
    unknown_mode,
    unknown_operator_type,
    mode_not_listed,
    mode_without_effect,
    wrong_section,
    wildcard,
    unmatchable_name,
    shadowed_entry,
)
_TABLES: Mapping[str, Section] = {"by_op_type": Section.BY_OP_TYPE, "by_node_name": Section.BY_NODE_NAME}
_SOURCE = (
    "compiler/engines/nn_engine/utils/common/config_parser/op_impl_mode_config_parser.cc:304-352 (hicann/ge@ffdcbc9f)"
)


def entry_findings(document: TableDocument, table: Mapping[str, Any], context: Context) -> list[Finding]:
    """Judge the entries of ``precision.by_op_type`` and ``precision.by_node_name``.

    :param table: the table ``precision`` as it was read.
    :param context: product, parser and the options that act on the same operators.
    """
    entries = list(_entries(table))
    refused = {(name, key): reason for name, key, _ in entries if (reason := _why_not(key))}
    findings = [
        document.finding(
            unmatchable_name,
            f"the entry {key!r} cannot be written: {reason}",
            ("precision", name, key),
            hint="name the operator type instead, or rename the node in the model",
            source=_SOURCE,
            severity=Severity.ERROR,
        )
        for (name, key), reason in refused.items()
    ]
    lines, places = _as_ini([(name, key, mode) for name, key, mode in entries if (name, key) not in refused])
    if not places:
        return findings
    ini = IniSource(document.path, encode("\n".join(lines)), context)
    for rule in _RULES:
        findings += [_carried_back(document, finding, places) for finding in rule(ini)]
    return findings


def _entries(table: Mapping[str, Any]) -> Iterator[tuple[str, str, str]]:
    """Yield name of the table, key and mode, as far as both are text."""
    for name in _TABLES:
        entries = table.get(name)
        for key, mode in entries.items() if isinstance(entries, dict) else ():
            if isinstance(mode, str):
                yield name, key, mode


def _why_not(key: str) -> str:
    """Say why no op_precision.ini can hold a name so that all readers agree; ``geopts build`` refuses it then."""
    try:
        key.encode()
    except UnicodeEncodeError:
        return "half of a surrogate pair is no character"
    return why_unportable(key)


def _as_ini(entries: list[tuple[str, str, str]]) -> tuple[list[str], dict[int, Path]]:
    """Write entries as lines; the second value gives for each line, from 1, the path of its entry."""
    lines: list[str] = []
    places: dict[int, Path] = {}
    for name, section in _TABLES.items():
        lines.append(f"[{section.value}]")
        for table_name, key, mode in entries:
            if table_name == name and mode.isprintable():
                lines.append(f"{key}={mode}")
                places[len(lines)] = ("precision", name, key)
    return lines, places


def _carried_back(document: TableDocument, finding: Finding, places: Mapping[int, Path]) -> Finding:
    """Give a finding the place in the spec that its place in the ini file stands for."""
    if finding.span is None or finding.span.line not in places:
        return finding._replace(fix=None)
    path = places[finding.span.line]
    related = tuple(
        Related(one.message, _place(document, one.span, places) if one.span else None, one.path)
        for one in finding.related
    )
    return finding._replace(
        key=".".join(path),
        message=_in_words_of_a_spec(finding.message),
        hint=_in_words_of_a_spec(finding.hint),
        span=_place(document, finding.span, places),
        related=related,
        fix=_fix(document, finding, path),
    )


def _place(document: TableDocument, span: Span, places: Mapping[int, Path]) -> Span | None:
    path = places.get(span.line)
    if path is None:
        return None
    return document.span(path, value=_is_value(span, path))


def _is_value(span: Span, path: Path) -> bool:
    """Whether a place on the line of an entry is its value: it starts behind the equals sign."""
    return span.column > len(path[-1]) + 1


def _fix(document: TableDocument, finding: Finding, path: Path) -> Fix | None:
    """Carry a fix back that writes another key or another mode."""
    fix, span = finding.fix, finding.span
    if fix is None or span is None or len(fix.edits) != 1:
        return None
    edit = fix.edits[0]
    if (edit.offset, edit.end_offset) != (span.offset, span.end_offset):
        return None
    return document.replacement(path, edit.content.decode(), fix.message, key=not _is_value(span, path))


def _in_words_of_a_spec(text: str) -> str:
    for name, section in _TABLES.items():
        text = text.replace(f"[{section.value}]", f"[precision.{name}]")
    return text
