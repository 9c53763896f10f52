"""A run of the linter: every file read, checked, perhaps mended, and what is to be told about all of them."""

from __future__ import annotations

import contextlib
import gc
import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

import attrs

from geopts.errors import FileError
from geopts.files import read_bytes, read_stdin, write_atomic
from geopts.findings import Finding, Severity
from geopts.lint.check import Check
from geopts.lint.config import Config, ConfigFinder
from geopts.lint.result import FileReport, Hidden, LintResult, MendedFile
from geopts.lint.select import Selection
from geopts.lint.walk import STDIN, Target, matches, targets, unreadable
from geopts.render.report import Tally
from geopts.rules.context import context_from
from geopts.rules.kinds import kind_of, kind_of_content

if TYPE_CHECKING:
    from geopts.lint.baseline import Baseline

__all__ = ["LintOptions", "LintResult", "Run", "collector_paused", "lint_data", "lint_files"]


@attrs.frozen(kw_only=True)
class LintOptions:
    """What the caller decides; whatever is empty is left to the configuration.

    :ivar config: the configuration the user named; None: the nearest one of each file.
    :ivar isolated: look for no configuration.
    :ivar selection: replaces the configuration's, part by part where it is set.
    :ivar context: surroundings by key, stronger than those of the file and of the configuration.
    :ivar fail_on: the severity from which a finding makes the run fail.
    :ivar exclude: patterns that a walk leaves out, relative to the working directory.
    :ivar baseline: a baseline file.
    :ivar fix: apply safe fixes; ``unsafe``: and the others; ``write``: to the files, else only in memory.
    :ivar stdin_filename: what the standard input is called.
    :ivar jobs: processes that share many files between them.
    """

    config: Config | None = None
    isolated: bool = False
    selection: Selection = attrs.field(factory=Selection)
    context: dict[str, str] = attrs.field(factory=dict)
    fail_on: Severity | None = None
    exclude: tuple[str, ...] = ()
    baseline: str = ""
    fix: bool = False
    unsafe: bool = False
    write: bool = False
    stdin_filename: str = "<stdin>"
    jobs: int = 1


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
        run.add(run.examine(Target(path, kind_of(path)), data))
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

    :ivar result: what was found so far.
    :ivar tally: counts the findings of `stream`.
    """

    def __init__(self, options: LintOptions) -> None:
        self.options = options
        self.result = LintResult()
        self.tally = Tally()
        self._configs = ConfigFinder(options.config, isolated=options.isolated)
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
        if whole or self._baseline(self._configs.of_file(self._name(found[0]))) is not None:
            return self.tally.passing(self._run(found, progress).findings)
        return self._one_by_one(found[0])

    def _found(self, paths: Iterable[str]) -> list[Target]:
        return sorted(targets(paths, excluded=self._excluded, report=self._unreadable), key=lambda target: target.path)

    def _one_by_one(self, target: Target) -> Iterator[Finding]:
        try:
            target, data = self._read(target)
        except FileError as error:
            self._unreadable(_unread(target, error))
            yield from self.tally.passing(self.result.findings)
            return
        check, config = self._check(target, data)
        coming = check.coming(data)
        if coming is None:
            self.add(self.examine(target, data))
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
        self.result.baseline_gone = sum(baseline.gone() for baseline in self._baselines.values())
        return self.result

    def _reports(self, found: Sequence[Target]) -> Iterator[FileReport]:
        if self.options.jobs > 1 and len(found) > 1:
            from geopts.lint.parallel import examine_all

            return examine_all(self, found)
        return map(self.examine_path, found)

    def examine_path(self, target: Target) -> FileReport:
        """Read one file and examine it."""
        try:
            target, data = self._read(target)
        except FileError as error:
            return FileReport(target.path, [_unread(target, error)], broken=True, checked=False)
        return self.examine(target, data)

    def _read(self, target: Target) -> tuple[Target, bytes]:
        if target.path != STDIN:
            return target, read_bytes(target.path, what="op_precision.ini")
        self.result.stdin = read_stdin()
        name = self._name(target)
        return Target(name, kind_of(name)), self.result.stdin

    def _name(self, target: Target) -> str:
        return self.options.stdin_filename if target.path == STDIN else target.path

    def _excluded(self, path: str) -> bool:
        if matches(path, self.options.exclude, os.curdir):
            return True
        config = self._configs.of_directory(os.path.dirname(path) or os.curdir)
        return bool(config.exclude) and matches(path, config.exclude, config.directory)

    def _unreadable(self, finding: Finding) -> None:
        self.result.findings.append(finding)
        self.result.broken = True

    def examine(self, target: Target, data: bytes) -> FileReport:
        """Check one file and mend it in memory if asked; nothing is written and the result stays as it is."""
        path = target.path
        check, _ = self._check(target, data)
        findings = check.guarded(data)
        mended = None
        if self.options.fix and any(finding.fix is not None for finding in findings):
            from geopts.lint.fix import mend  # as all that most runs need nothing of

            after = mend(
                data,
                findings,
                again=check.guarded,
                same_effect=check.kind.checker.same_effect,
                unsafe=self.options.unsafe,
            )
            if after.data != data:
                mended = (data, after.data, after.fixed)
                data, findings = after.data, after.findings
        return FileReport(path, findings, data, check.hidden, mended, broken=check.broken)

    def _check(self, target: Target, data: bytes) -> tuple[Check, Config]:
        config = self._configs.of_file(target.path)
        kind = kind_of_content(target.kind, data)
        selection = self._selection(target.path, config)
        return Check(target.path, kind, selection, config, self.options.context), config

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
                self._unreadable(unreadable(path, _without_path(error, path), error.hint))
            else:
                result.mended.append(MendedFile(path, before, after))
                result.fixed += fixed
        result.hidden += [Hidden(finding, reason, by_baseline=False) for finding, reason in report.hidden]
        config = self._configs.of_file(path)
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

    def _selection(self, path: str, config: Config) -> Selection:
        ours, theirs = self.options.selection, config.selection
        ignore = ours.ignore or theirs.ignore
        for pattern, more in config.per_file_ignores:
            if matches(path, (pattern,), config.directory):
                ignore += more.ignore
        return Selection(ours.select or theirs.select, ignore, theirs.severities + ours.severities)


def _unread(target: Target, error: FileError) -> Finding:
    return unreadable(target.path, _without_path(error, target.path), error.hint)


def _without_path(error: FileError, path: str) -> str:
    """Give the message without the path in front, which the report tells already."""
    return error.message.removeprefix(f"{path}: ")
