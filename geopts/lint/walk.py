"""From paths as the user gave them to the files to lint."""

from __future__ import annotations

import fnmatch
import os
from collections.abc import Callable, Iterable, Iterator
from functools import partial

import attrs

from geopts.findings import Finding
from geopts.rules.kinds import SourceKind, kind_in_directory, kind_of
from geopts.rules.self import unreadable_file

__all__ = ["STDIN", "Target", "targets", "unreadable"]

#: The path that stands for the standard input.
STDIN = "-"

#: Directories that hold nothing of the user's own.
_LEFT_OUT = frozenset({"__pycache__", "node_modules", "venv", "site-packages"})


@attrs.frozen
class Target:
    """One file to lint.

    :ivar path: as the user knows it.
    """

    path: str
    kind: SourceKind


def targets(
    paths: Iterable[str], *, excluded: Callable[[str], bool], report: Callable[[Finding], None]
) -> Iterator[Target]:
    """Yield the files of these paths, each once: a named file whatever it is called, of a directory those geopts knows.

    :param excluded: whether a walk leaves a path out.
    :param report: takes a finding for every directory that cannot be read.
    """
    seen: set[str] = set()
    for path in paths:
        found = (
            _in_directory(os.path.normpath(path), excluded, report)
            if path != STDIN and os.path.isdir(path)
            else iter((Target(path, kind_of(path)),))
        )
        for target in found:
            identity = STDIN if target.path == STDIN else os.path.normcase(os.path.abspath(target.path))
            if identity not in seen:
                seen.add(identity)
                yield target


def _in_directory(top: str, excluded: Callable[[str], bool], report: Callable[[Finding], None]) -> Iterator[Target]:
    """Walk a directory without recursion, since directories may be deeper than the stack; links to directories are not followed."""
    pending = [top]
    while pending:
        directory = pending.pop()
        try:
            with os.scandir(directory) as found:
                entries = sorted(found, key=lambda entry: entry.name)
        except OSError as error:
            report(unreadable(directory, f"the directory cannot be read ({error.strerror or error})"))
            continue
        below: list[str] = []
        for entry in entries:
            path = entry.name if directory == os.curdir else os.path.join(directory, entry.name)
            if excluded(path):
                continue
            try:
                is_directory, is_file = entry.is_dir(follow_symlinks=False), entry.is_file()
            except OSError:
                continue  # a loop of links, or gone in the meantime
            if is_directory:
                if not entry.name.startswith(".") and entry.name not in _LEFT_OUT:
                    below.append(path)
            elif is_file:
                kind = kind_in_directory(entry.name, partial(_head, path))
                if kind is not None:
                    yield Target(path, kind)
        pending += reversed(below)


def _head(path: str, size: int) -> bytes:
    try:
        with open(path, "rb") as stream:
            return stream.read(size)
    except OSError:
        return b""


def unreadable(path: str, reason: str, hint: str = "") -> Finding:
    """Build the finding for a file or directory that cannot be read."""
    return unreadable_file.finding(reason, path=path, hint=hint)


def matches(path: str, patterns: Iterable[str], directory: str) -> bool:
    """Whether a path, relative to ``directory``, matches one of the patterns; a pattern without a slash matches any part of it."""
    relative = os.path.relpath(os.path.abspath(path), directory).replace(os.sep, "/")
    parts = relative.split("/")
    for pattern in patterns:
        plain = pattern.rstrip("/")
        if "/" not in plain:
            if any(fnmatch.fnmatchcase(part, plain) for part in parts):
                return True
        elif fnmatch.fnmatchcase(relative, plain) or fnmatch.fnmatchcase(relative, f"{plain}/*"):
            return True
    return False
