"""For people: each finding with its line, carets, what to write instead and how we know."""

from __future__ import annotations

from collections.abc import Iterator
from typing import IO

from geopts.findings import Finding, Span
from geopts.render.concise import headline
from geopts.render.excerpt import excerpt
from geopts.render.report import Report, statistics_table
from geopts.render.source_lines import Sources
from geopts.render.text import Charset, Style, location, printable, severity_colour, write_lines

__all__ = ["write"]

#: Lines of one place that are shown; of a longer one the first lines and the last.
_MAX_LINES = 5
#: Related places that are listed; the other formats have all of them.
_MAX_RELATED = 8


def _marked(text: str, number: int, span: Span) -> tuple[int, int]:
    """Give the part of line ``number`` that lies in ``span``, in code points from 0."""
    start = span.column - 1 if number == span.line else len(text) - len(text.lstrip())
    end = span.end_column - 1 if number == span.end_line else len(text)
    return start, end


def _numbers(span: Span) -> list[int | None]:
    """Give the lines to show; None stands for the ones left out."""
    # a place that ends at column 1 ends with the line before
    last = span.end_line - 1 if span.end_line > span.line and span.end_column <= 1 else span.end_line
    if last - span.line < _MAX_LINES:
        return [span.line, *range(span.line + 1, last + 1)]
    return [*range(span.line, span.line + _MAX_LINES - 2), None, last]


class _Writer:
    """Builds the lines of one report."""

    def __init__(self, report: Report, stream: IO[str], *, color: bool) -> None:
        self._report = report
        self._sources = Sources(report.sources)
        self._charset = Charset(stream)
        self._style = Style(color=color)

    def lines(self) -> Iterator[str]:
        for index, finding in enumerate(self._report.findings):
            if index:
                yield ""
            yield from self._finding(finding)
        if self._report.statistics and self._report.findings:
            yield ""
            yield from statistics_table(self._report)

    def _finding(self, finding: Finding) -> Iterator[str]:
        paint, colour = self._style.paint, severity_colour(finding)
        yield headline(finding, self._style)
        shown: list[str] = []
        indent = "  "
        if finding.span is not None:
            gutter, shown = self._excerpt(finding.path, finding.span, colour)
            indent = " " * gutter
        label = paint(f"{finding.severity.value}: {printable(finding.name)}", colour)
        mark = paint("=", "34")
        yield from shown[:-1]
        yield f"{shown[-1]} {label}" if shown else f"{indent}{mark} {label}"
        for title, text in self._remarks(finding):
            first, *more = text.splitlines() or [""]
            yield f"{indent}{mark} {paint(f'{title}:', '1')} {printable(first)}"
            hanging = indent + " " * len(f"= {title}: ")
            yield from (f"{hanging}{printable(line)}".rstrip() for line in more)

    def _excerpt(self, path: str, span: Span, colour: str) -> tuple[int, list[str]]:
        """Give the width of the margin and the lines of the excerpt; no lines when the source is not at hand."""
        paint = self._style.paint
        numbers = _numbers(span)
        width = len(str(numbers[-1]))
        shown: list[str] = []
        for number in numbers:
            if number is None:
                shown.append(f"  {' ' * width} {paint('...', '34')}")
                continue
            text = self._sources.line_text(path, number)
            if text is None:
                break
            line, carets = excerpt(text, *_marked(text, number, span), self._charset)
            shown.append(f"  {paint(f'{number:>{width}} |', '34')} {line}".rstrip())
            shown.append(f"  {' ' * width} {paint('|', '34')} {paint(carets, '1', colour)}")
        return (width + 3 if shown else 2), shown

    def _remarks(self, finding: Finding) -> Iterator[tuple[str, str]]:
        if finding.hint:
            yield "hint", finding.hint
        for related in finding.related[:_MAX_RELATED]:
            span = related.span
            place = location(related.path or finding.path, span.line if span else None, span.column if span else None)
            yield "see", f"{place}: {related.message}" if place else related.message
        if len(finding.related) > _MAX_RELATED:
            yield "see", f"and {len(finding.related) - _MAX_RELATED} more places (all of them with --format json)"
        if finding.fix is not None:
            yield "fix", finding.fix.message + ("" if finding.fix.safe else " (needs --unsafe-fixes)")
        if finding.source:
            yield "source", finding.source


def write(report: Report, stream: IO[str], color: bool) -> None:
    """Write the report."""
    write_lines(stream, _Writer(report, stream, color=color).lines())
