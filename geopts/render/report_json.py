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
    line, column, end_line, end_column, _, _ = span
    return f'"start": {{"line": {line}, "column": {column}}}, "end": {{"line": {end_line}, "column": {end_column}}}'


_NO_PLACES = '"start": null, "end": null'


def _related(related: Related, path: str, known: _Encoded) -> str:
    span = related.span
    return (
        f'{{"message": {known[related.message]}, "path": {known[related.path or path]}, '
        f"{_NO_PLACES if span is None else _places(span)}}}"
    )


def _edit(edit: Edit) -> str:
    offset, end_offset, content = edit
    encoded = encode(content.decode("utf-8", "backslashreplace")) if content else '""'
    return f'{{"offset": {offset}, "end_offset": {end_offset}, "content": {encoded}}}'


def _fix(fix: Fix, known: _Encoded) -> str:
    message, edits, safe = fix
    listed = _edit(edits[0]) if len(edits) == 1 else ", ".join(map(_edit, edits))
    return f'{{"message": {known[message]}, "safe": {"true" if safe else "false"}, "edits": [{listed}]}}'


def _objects(findings: Iterable[Finding]) -> Iterator[str]:
    """Yield each finding as a JSON object on one line.

    Many findings of one rule differ in their message and place only, so what stands around these is kept from one to the next.
    """
    known = _Encoded()
    error, warning = Severity.ERROR, Severity.WARNING
    code = name = hint = source = path = key = head = middle = label = fix_head = ""
    severity: Severity | None = None
    content, encoded = b"", '""'
    safety: bool | None = None
    for finding in findings:
        if finding.code is not code or finding.severity is not severity or finding.name is not name:
            code, name, severity = finding.code, finding.name, finding.severity
            level = "error" if severity is error else "warning" if severity is warning else "note"
            head = f'{{"code": {known[code]}, "name": {known[name]}, "severity": "{level}", "message": '
        if (
            not middle
            or finding.hint is not hint
            or finding.source is not source
            or finding.path is not path
            or finding.key is not key
        ):
            hint, source, path, key = finding.hint, finding.source, finding.path, finding.key
            middle = (
                f', "hint": {encode(hint)}, "source": {known[source]}, "path": {known[path]}, "key": {known[key]}, '
            )
        span, related, fix = finding.span, finding.related, finding.fix
        if span is None:
            places = _NO_PLACES
        else:
            line, column, end_line, end_column, _, _ = span
            places = f'"start": {{"line": {line}, "column": {column}}}, "end": {{"line": {end_line}, "column": {end_column}}}'
        if fix is None:
            mended = "null"
        elif len(fix.edits) == 1:
            message, ((offset, end_offset, written),), safe = fix
            if message is not label or safe is not safety:
                label, safety = message, safe
                fix_head = f'{{"message": {known[label]}, "safe": {"true" if safe else "false"}, "edits": [{{"offset": '
            if written is not content:
                content = written
                encoded = encode(content.decode("utf-8", "backslashreplace"))
            mended = f'{fix_head}{offset}, "end_offset": {end_offset}, "content": {encoded}}}]}}'
        else:
            mended = _fix(fix, known)
        yield (
            f"{head}{encode(finding.message)}{middle}{places}, "
            f'"related": [{", ".join([_related(place, path, known) for place in related]) if related else ""}], "fix": {mended}}}'
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
