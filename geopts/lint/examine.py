"""One file after the other: read, checked by the rules that are on for it, mended in memory; nothing is written or counted here."""

from __future__ import annotations

import os

import attrs

from geopts.errors import FileError
from geopts.files import read_bytes, read_stdin
from geopts.findings import Finding, Severity
from geopts.lint.check import Check
from geopts.lint.config import Config, ConfigFinder
from geopts.lint.result import FileReport
from geopts.lint.select import Selection
from geopts.lint.walk import STDIN, Target, matches, unreadable
from geopts.rules.kinds import kind_of, kind_of_content

__all__ = ["Examiner", "LintOptions", "unread"]


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


class Examiner:
    """Examines files as the options and each file's configuration say; what it gives can be sent to another process.

    :ivar configs: the configurations of files and directories.
    :ivar stdin: what the standard input held.
    """

    def __init__(self, options: LintOptions) -> None:
        self.options = options
        self.configs = ConfigFinder(options.config, isolated=options.isolated)
        self.stdin = b""

    def examine_path(self, target: Target) -> FileReport:
        """Read one file and examine it."""
        try:
            target, data = self.read(target)
        except FileError as error:
            return FileReport(target.path, [unread(target.path, error)], broken=True, checked=False)
        return self.examine(target, data)

    def read(self, target: Target) -> tuple[Target, bytes]:
        """Give the content of a file, and of the standard input under the name it goes by.

        :raises FileError: it cannot be read.
        """
        if target.path != STDIN:
            return target, read_bytes(target.path, what="op_precision.ini")
        self.stdin = read_stdin()
        name = self.name(target)
        return Target(name, kind_of(name)), self.stdin

    def name(self, target: Target) -> str:
        """Give the path that findings of a target bear."""
        return self.options.stdin_filename if target.path == STDIN else target.path

    def excluded(self, path: str) -> bool:
        """Whether a walk leaves the path out."""
        if matches(path, self.options.exclude, os.curdir):
            return True
        config = self.configs.of_directory(os.path.dirname(path) or os.curdir)
        return bool(config.exclude) and matches(path, config.exclude, config.directory)

    def examine(self, target: Target, data: bytes) -> FileReport:
        """Check one file and mend it in memory if asked; nothing is written."""
        path = target.path
        check, _ = self.check(target, data)
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

    def check(self, target: Target, data: bytes) -> tuple[Check, Config]:
        """Give the check of a file, and its configuration."""
        config = self.configs.of_file(target.path)
        kind = kind_of_content(target.kind, data)
        selection = self._selection(target.path, config)
        return Check(target.path, kind, selection, config, self.options.context), config

    def _selection(self, path: str, config: Config) -> Selection:
        ours, theirs = self.options.selection, config.selection
        ignore = ours.ignore or theirs.ignore
        for pattern, more in config.per_file_ignores:
            if matches(path, (pattern,), config.directory):
                ignore += more.ignore
        return Selection(ours.select or theirs.select, ignore, theirs.severities + ours.severities)


def unread(path: str, error: FileError) -> Finding:
    """Give the finding for a file that cannot be read or written; its path stands in the report already."""
    return unreadable(path, error.message.removeprefix(f"{path}: "), error.hint)
