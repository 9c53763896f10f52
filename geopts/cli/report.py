"""Shows findings: the format and the colours that fit where the output goes, the report, and one line of numbers."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import IO, TYPE_CHECKING

from geopts.errors import FileError
from geopts.findings import Finding
from geopts.render import Report, Summary, render, summary_line

if TYPE_CHECKING:
    from geopts.render import RuleText

__all__ = [
    "choose_color",
    "choose_format",
    "read_sources",
    "rule_texts",
    "show_coming",
    "show_findings",
    "show_report",
]


def _terminal(stream: IO[str]) -> bool:
    try:
        return stream.isatty()
    except (AttributeError, ValueError):
        return False


def choose_format(stream: IO[str], environment: Mapping[str, str] = os.environ) -> str:
    """Give the format for a user who named none: ``github`` in a workflow, ``full`` at a terminal, else ``concise``."""
    if environment.get("GITHUB_ACTIONS") == "true":
        return "github"
    return "full" if _terminal(stream) else "concise"


def choose_color(stream: IO[str], environment: Mapping[str, str] = os.environ) -> bool:
    """Say whether to use colours: ``NO_COLOR`` forbids, ``FORCE_COLOR`` demands (empty ones count as unset), else a terminal."""
    if environment.get("NO_COLOR"):
        return False
    if environment.get("FORCE_COLOR"):
        return True
    return _terminal(stream) and environment.get("TERM") != "dumb"


def rule_texts() -> list[RuleText]:
    """Give the texts of all rules, which ``sarif`` carries along."""
    from geopts.render import RuleText
    from geopts.rules.registry import RULES

    return [RuleText.of(rule) for rule in RULES.values()]


def read_sources(findings: Iterable[Finding]) -> dict[str, bytes]:
    """Read the files that findings name, as far as they can still be read; the others only lack an excerpt."""
    from geopts.files import read_bytes

    sources: dict[str, bytes] = {}
    for path in {finding.path for finding in findings if finding.span is not None and finding.path}:
        try:
            sources[path] = read_bytes(path)
        except FileError:
            continue
    return sources


def show_report(report: Report, *, format: str | None = None, stream: IO[str] | None = None) -> None:  # noqa: A002  (the word users know)
    """Write a report, by default to stdout, and the line of numbers to stderr.

    :param format: one of `geopts.render.FORMATS`; None: as `choose_format` says.
    """
    stream = stream or sys.stdout
    render(report, format=format or choose_format(stream), stream=stream, color=choose_color(stream))
    # a person sees both streams at one terminal, so the first must be out before the second
    stream.flush()
    sys.stderr.write(summary_line(report) + "\n")


def show_coming(findings: Iterable[Finding], *, numbers: Callable[[], Summary]) -> None:
    """Write a JSON report to stdout while its findings come, and the line of numbers to stderr.

    :param numbers: gives the numbers of the report when all findings have come.
    """
    from geopts.render.report_json import write_passing

    write_passing(findings, numbers, sys.stdout)
    sys.stdout.flush()
    sys.stderr.write(summary_line(numbers()) + "\n")


def show_findings(
    findings: Sequence[Finding],
    *,
    format: str | None = None,  # noqa: A002  (the word users know)
    sources: Mapping[str, bytes] | None = None,
    to_stderr: bool = True,
) -> None:
    """Tell the findings of a command that is no linter, with their lines where the files can be read; nothing for none.

    :param format: one of `geopts.render.FORMATS`; None: ``github`` in a workflow, else ``full``, in a pipe too, since the
        hints are what helps.
    :param sources: path to bytes; None: the files are read.
    """
    if not findings:
        return
    stream = sys.stderr if to_stderr else sys.stdout
    chosen = format or ("github" if choose_format(stream) == "github" else "full")
    report = Report(
        # what kept the command from its job comes before remarks; the linter's reports are ordered by place instead
        findings=sorted(findings, key=lambda finding: (-finding.severity.rank, finding.sort_key())),
        sources=read_sources(findings) if sources is None else sources,
        rules=rule_texts() if chosen == "sarif" else (),
    )
    show_report(report, format=chosen, stream=stream)
