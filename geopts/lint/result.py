"""What a run of the linter gives: the report of each file, and the result of all of them."""

from __future__ import annotations

import attrs

from geopts.findings import Finding

__all__ = ["FileReport", "Hidden", "LintResult", "MendedFile"]


@attrs.frozen
class Hidden:
    """A finding that is kept quiet, with the reason where the file gives one, or by the baseline."""

    finding: Finding
    reason: str
    by_baseline: bool


@attrs.frozen
class MendedFile:
    """A file that fixes changed."""

    path: str
    before: bytes
    after: bytes


@attrs.define
class LintResult:
    """What a run found.

    :ivar findings: in the order of their paths and places.
    :ivar hidden: findings kept quiet by suppressions or a baseline.
    :ivar sources: bytes of the files that have findings.
    :ivar checked: paths of the files that were read.
    :ivar mended: files that fixes changed.
    :ivar fixed: number of findings that fixes took away.
    :ivar failing: some finding is as severe as ``fail_on`` says, or more.
    :ivar broken: some file could not be read or checked.
    :ivar baseline_gone: findings of the baseline that did not come again.
    :ivar stdin: what the standard input held.
    """

    findings: list[Finding] = attrs.field(factory=list)
    hidden: list[Hidden] = attrs.field(factory=list)
    sources: dict[str, bytes] = attrs.field(factory=dict)
    checked: list[str] = attrs.field(factory=list)
    mended: list[MendedFile] = attrs.field(factory=list)
    fixed: int = 0
    failing: bool = False
    broken: bool = False
    baseline_gone: int = 0
    stdin: bytes = b""

    def exit_code(self, *, exit_zero: bool = False) -> int:
        """Give 2 when something could not be done, else 1 for findings, else 0; ``exit_zero`` turns 1 into 0."""
        if self.broken:
            return 2
        return 1 if self.failing and not exit_zero else 0


class FileReport:
    """What was found in one file, before anything is written and before the baseline.

    :ivar findings: what is to be told; ``hidden`` by suppressions.
    :ivar data: the bytes that the findings point into; empty where there are none.
    :ivar mended: the file before and after its fixes, and the number of findings they took away.
    :ivar broken: it could not be read or checked.
    :ivar checked: it was read.
    """

    __slots__ = ("broken", "checked", "data", "findings", "hidden", "mended", "path")

    def __init__(
        self,
        path: str,
        findings: list[Finding],
        data: bytes = b"",
        hidden: list[tuple[Finding, str]] | None = None,
        mended: tuple[bytes, bytes, int] | None = None,
        *,
        broken: bool = False,
        checked: bool = True,
    ) -> None:
        self.path = path
        self.findings = findings
        self.data = data if findings else b""
        self.hidden = hidden or []
        self.mended = mended
        self.broken = broken
        self.checked = checked
