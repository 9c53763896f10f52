"""A run of the linter: every file read, checked, perhaps mended, and what is to be told about all of them."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING

import attrs

from geopts.errors import FileError, GeoptsError
from geopts.files import MAX_BYTES, read_bytes, write_atomic
from geopts.findings import Finding, Severity
from geopts.lint.config import Config, ConfigFinder
from geopts.lint.select import Selection
from geopts.lint.walk import STDIN, Target, matches, targets, unreadable
from geopts.rules.context import Context, context_from
from geopts.rules.kinds import SourceKind, kind_of
from geopts.rules.registry import Rule
from geopts.rules.self import internal_error, malformed_directive

if TYPE_CHECKING:
    from geopts.lint.baseline import Baseline
    from geopts.lint.directives import Directives, Word

__all__ = ["Hidden", "LintOptions", "LintResult", "MendedFile", "lint_data", "lint_files"]


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


def lint_files(paths: Iterable[str], options: LintOptions | None = None) -> LintResult:
    """Lint files and directories; ``-`` is the standard input.

    :raises GeoptsError: a configuration, a baseline or the surroundings are wrong; unreadable files are findings instead.
    """
    return _Run(options or LintOptions()).run(paths)


def lint_data(path: str, data: bytes, options: LintOptions | None = None) -> LintResult:
    """Lint content that is at hand; ``path`` tells its kind and its configuration."""
    run = _Run(options or LintOptions(isolated=True))
    run.one(Target(path, kind_of(path)), data)
    return run.result


class _Run:
    def __init__(self, options: LintOptions) -> None:
        self.options = options
        self.result = LintResult()
        self._configs = ConfigFinder(options.config, isolated=options.isolated)
        self._baselines: dict[str, Baseline] = {}
        context_from(options.context)  # a mistake on the command line is told even if no file is linted

    def run(self, paths: Iterable[str]) -> LintResult:
        found = sorted(targets(paths, excluded=self._excluded, report=self._unreadable), key=lambda target: target.path)
        for target in found:
            try:
                data = _read_stdin() if target.path == STDIN else read_bytes(target.path, what="op_precision.ini")
            except FileError as error:
                self._unreadable(unreadable(target.path, _without_path(error, target.path), error.hint))
                continue
            if target.path == STDIN:
                self.result.stdin = data
                target = Target(self.options.stdin_filename, kind_of(self.options.stdin_filename))  # noqa: PLW2901  (known by another name from here)
            self.one(target, data)
        if self.result.broken or len(self.result.checked) > 1:
            # findings of unreadable files came first
            self.result.findings.sort(key=lambda finding: finding.path)
        self.result.baseline_gone = sum(baseline.gone() for baseline in self._baselines.values())
        return self.result

    def _excluded(self, path: str) -> bool:
        if matches(path, self.options.exclude, os.curdir):
            return True
        config = self._configs.of_directory(os.path.dirname(path) or os.curdir)
        return bool(config.exclude) and matches(path, config.exclude, config.directory)

    def _unreadable(self, finding: Finding) -> None:
        self.result.findings.append(finding)
        self.result.broken = True

    def one(self, target: Target, data: bytes) -> None:
        """Check one file, mend it if asked, and add what is to be told to the result."""
        result, path = self.result, target.path
        config = self._configs.of_file(path)
        selection = self._selection(path, config)
        result.checked.append(path)
        check = _Check(target.path, target.kind, selection, config, self.options)
        findings = self._guarded(check, data)
        if self.options.fix and any(finding.fix is not None for finding in findings):
            from geopts.lint.fix import mend  # as all that most runs need nothing of

            mended = mend(
                data,
                findings,
                again=lambda changed: self._guarded(check, changed),
                same_effect=target.kind.checker.same_effect,
                unsafe=self.options.unsafe,
            )
            if mended.data != data:
                if self.options.write:
                    write_atomic(path, mended.data)
                result.mended.append(MendedFile(path, data, mended.data))
                result.fixed += mended.fixed
                data, findings = mended.data, mended.findings
        result.hidden += [Hidden(finding, reason, by_baseline=False) for finding, reason in check.hidden]
        baseline = self._baseline(config)
        if baseline is not None and findings:
            findings, known = baseline.split(findings, {path: data})
            result.hidden += [Hidden(finding, "", by_baseline=True) for finding in known]
        if findings:
            result.sources[path] = data
            result.findings += findings
            fail_on = self.options.fail_on or config.fail_on or Severity.WARNING
            result.failing = result.failing or any(finding.severity.rank >= fail_on.rank for finding in findings)

    def _guarded(self, check: _Check, data: bytes) -> list[Finding]:
        """Check, so that a mistake of a rule spoils one file and not the run."""
        try:
            return check.run(data)
        except GeoptsError:
            raise
        except Exception as error:  # noqa: BLE001  (whatever it is, the other files are still checked and the exit code is 2)
            self.result.broken = True
            return [
                internal_error.finding(
                    f"geopts failed on this file: {type(error).__name__}: {error}",
                    path=check.path,
                    hint="please report it with the file",
                )
            ]

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

        return read_directives(self.path, data, indented=self.kind.indented_comments)

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


def _read_stdin() -> bytes:
    stream = getattr(sys.stdin, "buffer", None)
    if stream is None:
        return b""
    data: bytes = stream.read(MAX_BYTES + 1)
    if len(data) > MAX_BYTES:
        raise FileError(f"{STDIN}: holds more than {MAX_BYTES // (1024 * 1024)} MiB", path=STDIN)
    return data


def _without_path(error: FileError, path: str) -> str:
    """Give the message without the path in front, which the report tells already."""
    return error.message.removeprefix(f"{path}: ")
