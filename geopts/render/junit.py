"""JUnit XML: one suite per file, one failing case per error or warning, a passing case for a clean file.

A note passes, since it asks for nothing; its text is the output of its case. Source of the layout: the schema of the
Jenkins xUnit plugin, ``junit-10.xsd``.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import IO

from geopts.findings import Finding, Severity
from geopts.render.places import Paths
from geopts.render.report import Report
from geopts.render.text import printable

__all__ = ["write"]

_ESCAPES = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;"})


def _escaped(text: str) -> str:
    """Give text for XML: controls as visible escapes, since XML can hold most of them in no form; ASCII only."""
    shown = "\n".join(map(printable, text.split("\n")))
    return shown.translate(_ESCAPES).encode("ascii", "xmlcharrefreplace").decode("ascii")


def _attribute(text: str) -> str:
    """Give a quoted attribute value; a line end would be read as a blank, so it is written as a reference."""
    return '"' + _escaped(text).replace("\n", "&#10;") + '"'


def _details(finding: Finding) -> str:
    lines = [finding.message]
    if finding.hint:
        lines.append(f"hint: {finding.hint}")
    if finding.source:
        lines.append(f"source: {finding.source}")
    return "\n".join(lines)


def _case(finding: Finding, suite: str) -> str:
    span = finding.span
    place = f":{span.line}:{span.column}" if span else f" {finding.key}" if finding.key else ""
    name = f"{finding.code} {finding.name}{place}"
    head = f"    <testcase classname={_attribute(suite)} name={_attribute(name)}>"
    if finding.severity is Severity.NOTE:
        body = f"<system-out>{_escaped(_details(finding))}</system-out>"
    else:
        body = (
            f'<failure type="{finding.severity.value}" message={_attribute(finding.message)}>'
            f"{_escaped(_details(finding))}</failure>"
        )
    return f"{head}\n      {body}\n    </testcase>\n"


def _failures(findings: list[Finding]) -> int:
    return sum(finding.severity is not Severity.NOTE for finding in findings)


def _suites(report: Report) -> list[tuple[str, list[Finding]]]:
    """Give the findings of every file looked at, clean ones too; what belongs to no file comes under the tool's name."""
    suites: dict[str, list[Finding]] = {path: [] for path in report.checked}
    for finding in report.findings:
        suites.setdefault(finding.path, []).append(finding)
    paths = Paths(report.directory)
    return [(paths.shown(path) or report.tool, findings) for path, findings in suites.items()]


def _document(report: Report) -> Iterator[str]:
    suites = _suites(report)
    tests = sum(len(findings) or 1 for _, findings in suites)
    failures = sum(_failures(findings) for _, findings in suites)
    yield '<?xml version="1.0" encoding="UTF-8"?>\n'
    yield f'<testsuites name={_attribute(report.tool)} tests="{tests}" failures="{failures}" errors="0">\n'
    for name, findings in suites:
        counts = f'tests="{len(findings) or 1}" failures="{_failures(findings)}" errors="0" skipped="0"'
        yield f"  <testsuite name={_attribute(name)} {counts}>\n"
        if not findings:
            yield f"    <testcase classname={_attribute(name)} name={_attribute(f'{report.tool} lint')}/>\n"
        for finding in findings:
            yield _case(finding, name)
        yield "  </testsuite>\n"
    yield "</testsuites>\n"


def write(report: Report, stream: IO[str], color: bool) -> None:  # noqa: ARG001  (the signature of every format)
    """Write the report."""
    for piece in _document(report):
        stream.write(piece)
