"""A run of the linter: every file read, checked, perhaps mended, and what is to be told about all of them."""

from __future__ import annotations

import contextlib
import gc
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

from geopts.errors import FileError
from geopts.files import write_atomic
from geopts.findings import Finding, Severity
from geopts.lint.config import Config
from geopts.lint.examine import Examiner, LintOptions, unread
from geopts.lint.result import FileReport, Hidden, LintResult, MendedFile
from geopts.lint.walk import Target, targets
from geopts.render.report import Tally
from geopts.rules.context import context_from
from geopts.rules.kinds import kind_of

if TYPE_CHECKING:
    from geopts.lint.baseline import Baseline

__all__ = ["LintOptions", "LintResult", "Run", "collector_paused", "lint_data", "lint_files"]


def lint_files(
    paths: Iterable[str], options: LintOptions | None = None, *, progress: Callable[[int, int], None] | None = None
) -> LintResult:
    """Lint files and directories; ``-`` is the standard input.

    :param progress: is told after each file how many are done, of how many.
    :raises GeoptsError: a configuration, a baseline or the surroundings are wrong; unreadable files are findings instead.
    """
    with collector_paused():
        return Run(options or LintOptions()).run(paths, progress)


def lint_data(path: str, data: bytes, options: LintOptions | None = None) -> LintResult:
    """Lint content that is at hand; ``path`` tells its kind and its configuration."""
    with collector_paused():
        run = Run(options or LintOptions(isolated=True))
        run.add(run.examiner.examine(Target(path, kind_of(path)), data))
        return run.result


@contextlib.contextmanager
def collector_paused() -> Iterator[None]:
    """Pause Python's garbage collector: it would look through 100,000 findings again and again, and none is garbage before the end."""
    collecting = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if collecting:
            gc.enable()


class Run:
    """A run over many files.

    :ivar examiner: reads and checks the files.
    :ivar result: what was found so far.
    :ivar tally: counts the findings of `stream`.
    """

    def __init__(self, options: LintOptions) -> None:
        self.options = options
        self.examiner = Examiner(options)
        self.result = LintResult()
        self.tally = Tally()
        self._baselines: dict[str, Baseline] = {}
        context_from(options.context)  # a mistake on the command line is told even if no file is linted

    def run(self, paths: Iterable[str], progress: Callable[[int, int], None] | None = None) -> LintResult:
        """Lint files and directories and give the result."""
        return self._run(self._found(paths), progress)

    def stream(self, paths: Iterable[str], progress: Callable[[int, int], None] | None = None) -> Iterator[Finding]:
        """Give the findings of `run` one after the other, in their order; those of a single file while its rules run, so that few are held.

        ``result`` is complete when the last one has passed, and then has all but these findings, their sources and what ``progress``
        would have been told of a single file. Where a rule fails, its failure may come behind findings that `run` would not give.

        :raises GeoptsError: as `run`; what the rules raise comes before the first finding.
        """
        found = self._found(paths)
        whole = len(found) != 1 or self.result.broken or self.options.fix
        if whole or self._baseline(self.examiner.configs.of_file(self.examiner.name(found[0]))) is not None:
            return self.tally.passing(self._run(found, progress).findings)
        return self._one_by_one(found[0])

    def _found(self, paths: Iterable[str]) -> list[Target]:
        return sorted(
            targets(paths, excluded=self.examiner.excluded, report=self._unreadable), key=lambda target: target.path
        )

    def _one_by_one(self, target: Target) -> Iterator[Finding]:
        try:
            target, data = self.examiner.read(target)
        except FileError as error:
            self._unreadable(unread(target.path, error))
            yield from self.tally.passing(self.result.findings)
            return
        self.result.stdin = self.examiner.stdin
        check, config = self.examiner.check(target, data)
        coming = check.coming(data)
        if coming is None:
            self.add(self.examiner.examine(target, data))
            yield from self.tally.passing(self.result.findings)
            return
        self.result.checked.append(target.path)
        yield from self.tally.passing(coming)
        self.result.broken = check.broken
        least = self._fail_on(config).rank
        self.result.failing = any(severity.rank >= least for severity in self.tally.severities())

    def _run(self, found: Sequence[Target], progress: Callable[[int, int], None] | None) -> LintResult:
        for done, report in enumerate(self._reports(found), 1):
            self.add(report)
            if progress is not None:
                progress(done, len(found))
        if self.result.broken or len(self.result.checked) > 1:
            # findings of unreadable files came first
            self.result.findings.sort(key=lambda finding: finding.path)
        self.result.stdin = self.examiner.stdin
        self.result.baseline_gone = sum(baseline.gone() for baseline in self._baselines.values())
        return self.result

    def _reports(self, found: Sequence[Target]) -> Iterator[FileReport]:
        if self.options.jobs > 1 and len(found) > 1:
            from geopts.lint.parallel import examine_all

            return examine_all(self.examiner, found)
        return map(self.examiner.examine_path, found)

    def _unreadable(self, finding: Finding) -> None:
        self.result.findings.append(finding)
        self.result.broken = True

    def add(self, report: FileReport) -> None:
        """Add what is to be told of one file to the result, and write what fixes changed."""
        result, path, findings = self.result, report.path, report.findings
        result.broken = result.broken or report.broken
        if not report.checked:
            result.findings += findings
            return
        result.checked.append(path)
        if report.mended is not None:
            before, after, fixed = report.mended
            try:
                if self.options.write:
                    write_atomic(path, after)
            except FileError as error:
                self._unreadable(unread(path, error))
            else:
                result.mended.append(MendedFile(path, before, after))
                result.fixed += fixed
        result.hidden += [Hidden(finding, reason, by_baseline=False) for finding, reason in report.hidden]
        config = self.examiner.configs.of_file(path)
        baseline = self._baseline(config)
        if not findings:
            return
        if baseline is not None:
            findings, known = baseline.split(findings, {path: report.data})
            result.hidden += [Hidden(finding, "", by_baseline=True) for finding in known]
        if findings:
            result.sources[path] = report.data
            result.findings += findings
            least = self._fail_on(config).rank
            result.failing = result.failing or any(each.rank >= least for each in {f.severity for f in findings})

    def _fail_on(self, config: Config) -> Severity:
        return self.options.fail_on or config.fail_on or Severity.WARNING

    def _baseline(self, config: Config) -> Baseline | None:
        path = self.options.baseline or config.baseline
        if not path:
            return None
        if path not in self._baselines:
            from geopts.lint.baseline import Baseline

            self._baselines[path] = Baseline.read(path)
        return self._baselines[path]
