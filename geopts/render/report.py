"""What a format renders: findings in order, the bytes they speak of, what was looked at and what was kept quiet.

Every run of the linter imports this, so what needs no more is a named tuple: made in a third of the time of an attrs class.
"""

from __future__ import annotations

import os
from collections import Counter, deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice
from operator import itemgetter
from typing import TYPE_CHECKING, Any, NamedTuple

import attrs

from geopts._version import __version__
from geopts.findings import Finding, Severity

if TYPE_CHECKING:
    from geopts.render.rule_text import RuleText

__all__ = ["Report", "Summary", "Suppressed", "Tally", "statistics_table", "summary_line"]


#: What reports call this program.
TOOL = "geopts"


def _working_directory() -> str:
    """Give the working directory; empty when it was deleted under us."""
    try:
        return os.getcwd()
    except OSError:
        return ""


class Suppressed(NamedTuple):
    """A finding that somebody decided not to be told again.

    :ivar justification: the reason as they wrote it; empty when they gave none.
    :ivar in_source: true for a comment in the file, false for a baseline.
    """

    finding: Finding
    justification: str = ""
    in_source: bool = True


@attrs.frozen(kw_only=True)
class Report:
    """Everything the formats need; no format reads a file.

    :ivar findings: sorted by `geopts.findings.Finding.sort_key`.
    :ivar sources: path as in the findings to the bytes of that file; a missing one only costs the excerpt.
    :ivar checked: every path looked at, clean ones included.
    :ivar suppressed: findings that suppressions or a baseline keep quiet; SARIF tells them as such.
    :ivar rules: texts of the rules, which SARIF carries along; other formats need none.
    :ivar statistics: text formats end with a count per rule.
    :ivar directory: absolute paths below it are told relative to it where a service asks for that (SARIF, GitHub, GitLab).
    """

    findings: Sequence[Finding]
    sources: Mapping[str, bytes] = attrs.field(factory=dict)
    checked: Sequence[str] = ()
    suppressed: Sequence[Suppressed] = ()
    rules: Sequence[RuleText] = ()
    statistics: bool = False
    tool: str = TOOL
    version: str = __version__
    directory: str = attrs.field(factory=_working_directory)
    _summaries: list[Summary] = attrs.field(factory=list, init=False, repr=False, eq=False)

    def summary(self) -> Summary:
        """Count; once, since a format and the line of numbers both ask."""
        if not self._summaries:
            tally = Tally()
            deque(tally.passing(self.findings), maxlen=0)
            self._summaries.append(tally.summary(checked=len(self.checked), suppressed=len(self.suppressed)))
        return self._summaries[0]


#: Findings of a turn, and what is counted of each: code, severity, path.
_TURN = 256
_COUNTED = itemgetter(0, 2, 6)


class Tally:
    """Counts findings while they pass, so that nobody has to hold them."""

    def __init__(self) -> None:
        self._numbers: Counter[tuple[str, Severity, str]] = Counter()
        self._safe = self._unsafe = 0

    def passing(self, findings: Iterable[Finding]) -> Iterator[Finding]:
        """Yield the findings, counted.

        They pass in turns of many: who finds and who writes would drive each other out of the processor's caches if they alternated.
        """
        coming = iter(findings)
        while turn := list(islice(coming, _TURN)):
            self._numbers.update(map(_COUNTED, turn))
            safe = [fix.safe for finding in turn if (fix := finding.fix) is not None]
            self._safe += safe.count(True)
            self._unsafe += safe.count(False)
            yield from turn

    def severities(self) -> set[Severity]:
        """Give the severities that passed."""
        return {severity for _, severity, _ in self._numbers}

    def summary(self, *, checked: int, suppressed: int) -> Summary:
        """Give the numbers of all that passed."""
        severities: Counter[Severity] = Counter()
        codes: Counter[str] = Counter()
        paths: set[str] = set()
        for (code, severity, path), number in self._numbers.items():
            severities[severity] += number
            codes[code] += number
            paths.add(path)
        return Summary(
            errors=severities[Severity.ERROR],
            warnings=severities[Severity.WARNING],
            notes=severities[Severity.NOTE],
            fixable=self._safe,
            unsafe_fixable=self._unsafe,
            files_checked=checked,
            files_with_findings=len(paths - {""}),
            suppressed=suppressed,
            by_code=dict(sorted(codes.items())),
        )


class Summary(NamedTuple):
    """Numbers of a report.

    :ivar fixable: findings with a safe fix.
    :ivar unsafe_fixable: findings whose fix changes what GE loads.
    :ivar by_code: code to number of findings, sorted by code.
    """

    errors: int
    warnings: int
    notes: int
    fixable: int
    unsafe_fixable: int
    files_checked: int
    files_with_findings: int
    suppressed: int
    by_code: Mapping[str, int]

    def as_json(self) -> dict[str, Any]:
        """Give the object that stands as ``summary`` in a report."""
        return self._asdict()


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def summary_line(report: Report | Summary) -> str:
    """Give the one line that ends a run, for stderr; without a line end."""
    summary = report if isinstance(report, Summary) else report.summary()
    counts = ((summary.errors, "error"), (summary.warnings, "warning"), (summary.notes, "note"))
    told = [_count(number, noun) for number, noun in counts if number]
    if told:
        text = " and ".join(filter(None, (", ".join(told[:-1]), told[-1])))
        if summary.files_checked > 1:
            text += f" in {summary.files_with_findings} of {summary.files_checked} files"
    elif summary.files_checked:
        text = f"{_count(summary.files_checked, 'file')} checked, nothing to report"
    else:
        text = "nothing to report"
    if summary.suppressed:
        text += f"; {summary.suppressed} suppressed"
    if summary.fixable:
        text += f"; {summary.fixable} fixable with --fix"
    if summary.unsafe_fixable:
        more = "more " if summary.fixable else ""
        text += f"; {summary.unsafe_fixable} {more}with --fix --unsafe-fixes"
    return text


def statistics_table(report: Report) -> list[str]:
    """Give one line per rule, the most frequent first: number, code, ``[*]`` where all have a safe fix, name."""
    names: dict[str, str] = {}
    fixable: dict[str, bool] = {}
    for finding in report.findings:
        code = finding.code
        names[code] = finding.name
        fixable[code] = fixable.get(code, True) and finding.fix is not None and finding.fix.safe
    by_code = report.summary().by_code
    width = len(str(max(by_code.values(), default=0)))
    ordered = sorted(by_code, key=lambda code: (-by_code[code], code))
    return [f"{by_code[code]:>{width}}  {code} {'[*]' if fixable[code] else '[ ]'} {names[code]}" for code in ordered]
