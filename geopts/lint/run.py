"""A run of the linter: every file read, checked, perhaps mended, and what is to be told about all of them."""

from __future__ import annotations

import contextlib
import gc
import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

import attrs

from geopts.errors import FileError, GeoptsError
from geopts.files import read_bytes, read_stdin, write_atomic
from geopts.findings import Finding, Severity
from geopts.lint.config import Config, ConfigFinder
from geopts.lint.result import FileReport, Hidden, LintResult, MendedFile
from geopts.lint.select import Selection
from geopts.lint.walk import STDIN, Target, matches, targets, unreadable
from geopts.rules.context import Context, context_from
from geopts.rules.kinds import SourceKind, kind_of, kind_of_content
from geopts.rules.registry import Rule
from geopts.rules.self import internal_error, malformed_directive

if TYPE_CHECKING:
    from geopts.lint.baseline import Baseline
    from geopts.lint.directives import Directives, Word

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
    """

    def __init__(self, options: LintOptions) -> None:
        self.options = options
        self.result = LintResult()
        self._configs = ConfigFinder(options.config, isolated=options.isolated)
        self._baselines: dict[str, Baseline] = {}
        context_from(options.context)  # a mistake on the command line is told even if no file is linted

    def run(self, paths: Iterable[str], progress: Callable[[int, int], None] | None = None) -> LintResult:
        """Lint files and directories and give the result."""
        found = sorted(targets(paths, excluded=self._excluded, report=self._unreadable), key=lambda target: target.path)
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
            data = read_stdin() if target.path == STDIN else read_bytes(target.path, what="op_precision.ini")
        except FileError as error:
            finding = unreadable(target.path, _without_path(error, target.path), error.hint)
            return FileReport(target.path, [finding], broken=True, checked=False)
        if target.path == STDIN:
            self.result.stdin = data
            target = Target(self.options.stdin_filename, kind_of(self.options.stdin_filename))
        return self.examine(target, data)

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
        config = self._configs.of_file(path)
        kind = kind_of_content(target.kind, data)
        check = _Check(path, kind, self._selection(path, config), config, self.options)
        findings = check.guarded(data)
        mended = None
        if self.options.fix and any(finding.fix is not None for finding in findings):
            from geopts.lint.fix import mend  # as all that most runs need nothing of

            after = mend(
                data, findings, again=check.guarded, same_effect=kind.checker.same_effect, unsafe=self.options.unsafe
            )
            if after.data != data:
                mended = (data, after.data, after.fixed)
                data, findings = after.data, after.findings
        return FileReport(path, findings, data, check.hidden, mended, broken=check.broken)

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
            fail_on = self.options.fail_on or config.fail_on or Severity.WARNING
            result.failing = result.failing or any(finding.severity.rank >= fail_on.rank for finding in findings)

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


class _Check:
    """The check of one file, which fixing repeats on changed content."""

    def __init__(self, path: str, kind: SourceKind, selection: Selection, config: Config, options: LintOptions) -> None:
        self.path = path
        self.kind = kind
        self.selection = selection
        self.config = config
        self.options = options
        self.hidden: list[tuple[Finding, str]] = []
        self.broken = False

    def guarded(self, data: bytes) -> list[Finding]:
        """Check, so that a mistake of a rule spoils one file and not the run."""
        try:
            return self.run(data)
        except GeoptsError:
            raise
        except Exception as error:  # noqa: BLE001  (whatever it is, the other files are still checked and the exit code is 2)
            self.broken = True
            return [
                internal_error.finding(
                    f"geopts failed on this file: {type(error).__name__}: {error}",
                    path=self.path,
                    hint="please report it with the file",
                )
            ]

    def run(self, data: bytes) -> list[Finding]:
        """Give the findings of ``data`` that are not suppressed, in order, and set ``hidden`` to those that are."""
        enabled = _Memory(self.selection.enabled)
        directives = self._directives(data)
        context, more = self._context(directives)
        findings = list(self.kind.checker.check(self.path, data, context, enabled))
        findings.sort(key=_place)
        self.hidden = []
        if directives is None:
            return self.selection.apply(findings)
        own = [finding for finding in (*directives.findings, *more) if enabled(finding.code)]
        if directives.suppressions:
            from geopts.lint.suppress import Suppressor

            suppressor = Suppressor(self.path, directives)
            findings = suppressor.keep(findings)
            own = suppressor.keep(own)
            if enabled("GEO902"):
                own += suppressor.keep([*suppressor.unused(lambda word: self._judged(word, context))])
            self.hidden = suppressor.hidden
        if own:
            findings = sorted([*findings, *own], key=_place)
        return self.selection.apply(findings)

    def _directives(self, data: bytes) -> Directives | None:
        """Read what the file says to geopts; None when it says nothing."""
        if b"geopts:" not in data:
            return None
        from geopts.lint.directives import read_directives

        comments = getattr(self.kind.checker, "comments", None)
        return read_directives(
            self.path,
            data if comments is None else comments(data),
            indented=self.kind.indented_comments,
            continued=self.kind.continued_lines,
        )

    def _context(self, directives: Directives | None) -> tuple[Context, list[Finding]]:
        """Build the surroundings: the command line over the file's own words over the configuration."""
        texts = {**self.config.context}
        more: list[Finding] = []
        types, asked = self.config.operator_types, self.selection.asked()
        for key, (text, span) in directives.context.items() if directives is not None else ():
            try:
                context_from({key: text})
            except GeoptsError as error:
                more.append(malformed_directive.finding(error.message, span, path=self.path, hint=error.hint))
                continue
            _replace(texts, key, text)
        for key, text in self.options.context.items():
            if text:
                _replace(texts, key, text)
        return context_from(texts, operator_types=types, asked=asked), more

    def _judged(self, word: Word, context: Context) -> bool:
        """Whether this run could have shown a finding of the word: its rules are on, and need nothing that was not told."""
        from geopts.rules.registry import RULES

        rules: Sequence[Rule] = [rule for rule in RULES.values() if word.selector.matches(rule.code)]
        return any(
            self.selection.enabled(rule.code) and (not rule.opt_in or rule.code in context.asked) for rule in rules
        )


def _replace(texts: dict[str, str], key: str, text: str) -> None:
    """Set a text and drop the other word for the same thing, so that a stronger product is not beaten by a weaker SoC."""
    same = {"product": "soc_version", "soc_version": "product", "parser": "cann", "cann": "parser"}
    texts.pop(same.get(key, ""), None)
    texts[key] = text


class _Memory(dict[str, bool]):
    """A function of codes that remembers its answers."""

    def __init__(self, function: Callable[[str], bool]) -> None:
        super().__init__()
        self._function = function

    def __missing__(self, code: str) -> bool:
        answer = self[code] = self._function(code)
        return answer

    def __call__(self, code: str) -> bool:
        return self[code]


def _place(finding: Finding) -> int:
    """Order of findings in a file as one number: line, then column; rules run in the order of their codes."""
    span = finding.span
    return (span.line << 32) + span.column if span is not None else 0


def _without_path(error: FileError, path: str) -> str:
    """Give the message without the path in front, which the report tells already."""
    return error.message.removeprefix(f"{path}: ")
