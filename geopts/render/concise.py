"""One line per finding: ``path:line:column: CODE message``, with ``[*]`` where a safe fix exists."""

from __future__ import annotations

from collections.abc import Iterator
from typing import IO

from geopts.findings import Finding
from geopts.render.report import Report, statistics_table
from geopts.render.text import Style, location, printable, severity_colour, write_lines

__all__ = ["headline", "write"]


def headline(finding: Finding, style: Style) -> str:
    """Give the line that stands for a finding; a message of several lines is joined."""
    span = finding.span
    place = location(finding.path, span.line if span else None, span.column if span else None, finding.key)
    message = finding.message
    if "\n" in message:
        message = " ".join(part.strip() for part in message.splitlines())
    if span is None and finding.key:
        message = message.removeprefix(f"{finding.key}: ")  # the place names the key already
    mark = f" {style.paint('[*]', '32')}" if finding.fix is not None and finding.fix.safe else ""
    code = style.paint(printable(finding.code), "1", severity_colour(finding))
    return f"{style.paint(place, '1')}{': ' if place else ''}{code}{mark} {printable(message)}"


def _lines(report: Report, style: Style) -> Iterator[str]:
    for finding in report.findings:
        yield headline(finding, style)
    if report.statistics and report.findings:
        yield ""
        yield from statistics_table(report)


def write(report: Report, stream: IO[str], color: bool) -> None:
    """Write the report."""
    write_lines(stream, _lines(report, Style(color=color)))
