"""One JSON object, one finding per line, described by ``schemas/report.schema.json``.

A report may hold 100,000 findings, and most of a run would go into building a dict for each. So a finding is written by
hand, with the C encoder for strings, and a test holds that every line is what ``json.dumps(finding.as_json())`` gives.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from json.encoder import encode_basestring_ascii as encode
from typing import IO

from geopts.findings import Edit, Finding, Fix, Related, Severity, Span
from geopts.render.report import Report

__all__ = ["REPORT_VERSION", "write"]

#: Of the report's layout: fields may come, none is renamed or goes while this stays.
REPORT_VERSION = 1

_BATCH = 1000
_REMEMBERED = 2000


class _Encoded(dict[str, str]):
    """Strings that return in many findings, each encoded once; bounded, since some turn out to be all different."""

    def __missing__(self, text: str) -> str:
        encoded = encode(text)
        if len(self) < _REMEMBERED:
            self[text] = encoded
        return encoded


def _places(span: Span) -> str:
    return (
        f'"start": {{"line": {span.line}, "column": {span.column}}}, '
        f'"end": {{"line": {span.end_line}, "column": {span.end_column}}}'
    )


_NO_PLACES = '"start": null, "end": null'


def _related(related: Related, path: str, known: _Encoded) -> str:
    span = related.span
    return (
        f'{{"message": {known[related.message]}, "path": {known[related.path or path]}, '
        f"{_NO_PLACES if span is None else _places(span)}}}"
    )


def _edit(edit: Edit) -> str:
    content = encode(edit.content.decode("utf-8", "backslashreplace")) if edit.content else '""'
    return f'{{"offset": {edit.offset}, "end_offset": {edit.end_offset}, "content": {content}}}'


def _fix(fix: Fix, known: _Encoded) -> str:
    edits = _edit(fix.edits[0]) if len(fix.edits) == 1 else ", ".join(map(_edit, fix.edits))
    return f'{{"message": {known[fix.message]}, "safe": {"true" if fix.safe else "false"}, "edits": [{edits}]}}'


def _objects(findings: Iterable[Finding]) -> Iterator[str]:
    """Yield each finding as a JSON object on one line."""
    known = _Encoded()
    error, warning = Severity.ERROR, Severity.WARNING
    for finding in findings:
        severity = finding.severity
        path = finding.path
        span = finding.span
        related = finding.related
        fix = finding.fix
        yield (
            f'{{"code": {known[finding.code]}, "name": {known[finding.name]}, '
            f'"severity": "{"error" if severity is error else "warning" if severity is warning else "note"}", '
            f'"message": {encode(finding.message)}, "hint": {encode(finding.hint)}, '
            f'"source": {known[finding.source]}, "path": {known[path]}, "key": {known[finding.key]}, '
            f"{_NO_PLACES if span is None else _places(span)}, "
            f'"related": [{", ".join([_related(place, path, known) for place in related]) if related else ""}], '
            f'"fix": {"null" if fix is None else _fix(fix, known)}}}'
        )


def write(report: Report, stream: IO[str], color: bool) -> None:  # noqa: ARG001  (the signature of every format)
    r"""Write the report. The text is ASCII; a name that is no UTF-8 keeps its bytes as ``\udc80`` to ``\udcff``."""
    head = f'"version": {REPORT_VERSION},\n"tool": {encode(report.tool)},\n"tool_version": {encode(report.version)}'
    stream.write(f'{{\n{head},\n"findings": [')
    pending: list[str] = []
    separator = "\n"
    for line in _objects(report.findings):
        pending.append(line)
        if len(pending) == _BATCH:
            stream.write(separator + ",\n".join(pending))
            separator = ",\n"
            pending.clear()
    if pending:
        stream.write(separator + ",\n".join(pending))
    end = "\n" if report.findings else ""
    stream.write(f'{end}],\n"summary": {json.dumps(report.summary().as_json())}\n}}\n')
