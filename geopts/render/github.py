"""Workflow commands of GitHub Actions: each finding becomes an annotation of its line.

Source: GitHub's page "Workflow commands for GitHub Actions" for the form, and ``packages/core/src/command.ts`` (actions/toolkit)
for the escapes.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import IO

from geopts.findings import Finding, Severity
from geopts.render.concise import headline
from geopts.render.places import Paths
from geopts.render.report import Report
from geopts.render.text import Style, printable, write_lines

__all__ = ["write"]

_COMMANDS = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.NOTE: "notice"}
_DATA = str.maketrans({"%": "%25", "\r": "%0D", "\n": "%0A"})
_PROPERTY = str.maketrans({"%": "%25", "\r": "%0D", "\n": "%0A", ":": "%3A", ",": "%2C"})


def _command(finding: Finding, paths: Paths) -> str:
    properties: dict[str, str | int] = {}
    if finding.path:
        properties["file"] = paths.shown(finding.path)
    span = finding.span
    if span is not None:
        properties["line"] = span.line
        properties["endLine"] = span.end_line
        if span.line == span.end_line:
            # GitHub takes columns only where both ends are on one line
            properties["col"] = span.column
            properties["endColumn"] = span.end_column
    properties["title"] = f"{finding.code} {finding.name}"
    listed = ",".join(f"{name}={printable(str(value)).translate(_PROPERTY)}" for name, value in properties.items())
    # the log shows the message alone, so it names the place again
    message = headline(finding, Style(color=False))
    if finding.hint:
        message += "\nhint: " + "\n".join(map(printable, finding.hint.split("\n")))
    return f"::{_COMMANDS[finding.severity]} {listed}::{message.translate(_DATA)}"


def _lines(report: Report) -> Iterator[str]:
    paths = Paths(report.directory)
    for finding in report.findings:
        yield _command(finding, paths)


def write(report: Report, stream: IO[str], color: bool) -> None:  # noqa: ARG001  (the signature of every format)
    """Write the report."""
    write_lines(stream, _lines(report))
