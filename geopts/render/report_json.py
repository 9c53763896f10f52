"""One JSON object, one finding per line, described by ``schemas/report.schema.json``.

A report may hold 100,000 findings, and most of a run would go into building a dict for each. So a finding is written by
hand, with the C encoder for strings, and a test holds that every line is what ``json.dumps(finding.as_json())`` gives.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from json.encoder import encode_basestring_ascii as encode
from typing import IO

from geopts._version import __version__
from geopts.findings import Edit, Finding, Fix, Related, Severity, Span
from geopts.render.report import TOOL, Report, Summary

__all__ = ["REPORT_VERSION", "write", "write_passing"]

#: Of the report's layout: fields may come, none is renamed or goes while this stays.
REPORT_VERSION = 1

_BATCH = 50
_REMEMBERED = 2000


class _Encoded(dict[str, str]):
    """Strings that return in many findings, each encoded once; bounded, since some turn out to be all different."""

    def __missing__(self, text: str) -> str:
        return self.encoded(text)

    def encoded(self, text: str) -> str:
        """Encode a text that is not there yet."""
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


class _Heads(dict[tuple[str, str, Severity], str]):
    """How the objects of a rule start."""

    def __missing__(self, rule: tuple[str, str, Severity]) -> str:
        code, name, severity = rule
        head = f'{{"code": {encode(code)}, "name": {encode(name)}, "severity": "{severity.value}", "message": '
        self[rule] = head
        return head


def _objects(findings: Iterable[Finding]) -> Iterator[str]:
    """Yield each finding as a JSON object on one line.

    Many findings of one rule differ in their message and place only, so what stands around these is kept from one to the next.
    """
    known, heads = _Encoded(), _Heads()
    tails: dict[str, str] = {}
    code = name = path = key = hint = label = head = tail = ""
    source: str | None = None
    advice = written_label = '""'
    severity: Severity | None = None
    content, written = b"", '""'
    # all fields at once, which takes a fifth of the time of asking for one after the other
    for of_code, of_name, level, message, of_hint, origin, file, span, related, fix, of_key in findings:
        if of_code is not code or level is not severity or of_name is not name:
            code, name, severity = of_code, of_name, level
            head = heads[code, name, level]
        if file is not path or of_key is not key:
            path, key, source = file, of_key, None
            tails.clear()
        if origin is not source:
            source = origin
            tail = tails.get(origin, "")
            if not tail:
                tail = tails[origin] = f', "source": {known[origin]}, "path": {known[file]}, "key": {known[of_key]}, '
        if of_hint is not hint:
            hint = of_hint
            advice = known.get(hint) or known.encoded(hint)
        others = ", ".join([_related(place, path, known) for place in related]) if related else ""
        if span is None or fix is None or len(fix.edits) != 1:
            places = _NO_PLACES if span is None else _places(span)
            mended = "null" if fix is None else _fix(fix, known)
            yield f'{head}{encode(message)}, "hint": {advice}{tail}{places}, "related": [{others}], "fix": {mended}}}'
            continue
        # most findings of a long report have one place and one edit
        line, column, end_line, end_column, _, _ = span
        of_label, ((offset, end_offset, of_content),), safe = fix
        if of_label is not label:
            label = of_label
            written_label = advice if label is hint else known.get(label) or known.encoded(label)
        if of_content is not content:
            content = of_content
            written = encode(content.decode("utf-8", "backslashreplace"))
        yield (
            f'{head}{encode(message)}, "hint": {advice}{tail}"start": {{"line": {line}, "column": {column}}}, '
            f'"end": {{"line": {end_line}, "column": {end_column}}}, "related": [{others}], '
            f'"fix": {{"message": {written_label}, "safe": {"true" if safe else "false"}, '
            f'"edits": [{{"offset": {offset}, "end_offset": {end_offset}, "content": {written}}}]}}}}'
        )


def write(report: Report, stream: IO[str], color: bool) -> None:  # noqa: ARG001  (the signature of every format)
    r"""Write the report. The text is ASCII; a name that is no UTF-8 keeps its bytes as ``\udc80`` to ``\udcff``."""
    write_passing(report.findings, report.summary, stream, tool=report.tool, version=report.version)


def write_passing(
    findings: Iterable[Finding],
    summary: Callable[[], Summary],
    stream: IO[str],
    *,
    tool: str = TOOL,
    version: str = __version__,
) -> None:
    """Write a report while its findings come; ``summary`` is asked when all have passed."""
    head = f'"version": {REPORT_VERSION},\n"tool": {encode(tool)},\n"tool_version": {encode(version)}'
    stream.write(f'{{\n{head},\n"findings": [')
    separator = "\n"
    objects = _objects(findings)
    while pending := list(islice(objects, _BATCH)):
        stream.write(separator)
        stream.write(",\n".join(pending))
        separator = ",\n"
    end = "" if separator == "\n" else "\n"
    stream.write(f'{end}],\n"summary": {json.dumps(summary().as_json())}\n}}\n')
