"""Kinds of files that can be linted. A kind is one row here and one module that reads, recognises and checks its files."""

from __future__ import annotations

import importlib
import os
from collections.abc import Callable, Iterable
from typing import Protocol, cast

from geopts.findings import Finding
from geopts.rules.context import Context

__all__ = ["KINDS", "KINDS_BY_NAME", "Checker", "SourceKind", "kind_in_directory", "kind_of", "kind_of_content"]


class Checker(Protocol):
    """What the module of a kind offers."""

    def check(self, path: str, data: bytes, context: Context, enabled: Callable[[str], bool]) -> Iterable[Finding]:
        """Give the findings of one file, of one rule after the other in the order of their codes.

        :param enabled: whether a rule's code is selected; a rule that is not need not run.
        """

    def recognise(self, name: str, head: bytes) -> bool:
        """Say whether a file met in a directory is of this kind, by its name and its first bytes."""

    def same_effect(self, before: bytes, after: bytes) -> bool:
        """Prove that two contents have the same effect; a safe fix is written only then."""


class SourceKind:
    """One kind.

    :ivar name: for messages and ``--kind``.
    :ivar suffixes: endings of names in lower case that files of this kind have.
    :ivar module: imported at first use, a `Checker`.
    :ivar indented_comments: a comment may start behind blanks.
    :ivar continued_lines: a backslash at the end of a line continues it, so that a comment above is about all of them.
    :ivar by_name: the ending alone tells the kind of a file that the user named; otherwise its content does.
    :ivar head: bytes from the start of a file that are looked at in a directory.
    """

    __slots__ = (
        "_checker",
        "by_name",
        "continued_lines",
        "head",
        "indented_comments",
        "module",
        "name",
        "suffixes",
    )

    def __init__(
        self,
        name: str,
        suffixes: tuple[str, ...],
        module: str,
        *,
        indented_comments: bool = False,
        continued_lines: bool = False,
        by_name: bool = True,
        head: int = 64 * 1024,
    ) -> None:
        self.name = name
        self.suffixes = suffixes
        self.module = module
        self.indented_comments = indented_comments
        self.continued_lines = continued_lines
        self.by_name = by_name
        self.head = head
        self._checker: Checker | None = None

    @property
    def checker(self) -> Checker:
        """The module, imported now if it was not before."""
        if self._checker is None:
            self._checker = cast("Checker", importlib.import_module(self.module))
        return self._checker


#: What a script or a document holds may stand anywhere in it; one that is longer is looked at up to here.
_WHOLE = 1024 * 1024

#: All kinds; the last one takes every file that is named and has no ending of another.
KINDS: list[SourceKind] = [
    SourceKind("spec", (".toml",), "geopts.rules.spec_checks", indented_comments=True),
    SourceKind("options", (".json",), "geopts.rules.option_checks"),
    SourceKind(
        "script",
        (".sh", ".bash", ".zsh", ".ksh"),
        "geopts.rules.script_checks",
        indented_comments=True,
        continued_lines=True,
        head=_WHOLE,
    ),
    SourceKind("python", (".py",), "geopts.rules.python_checks", indented_comments=True, head=_WHOLE),
    SourceKind(
        "markdown",
        (".md", ".markdown"),
        "geopts.rules.script_markdown",
        indented_comments=True,
        continued_lines=True,
        head=_WHOLE,
    ),
    SourceKind("mindspore-lite", (".cfg", ".ini", ".conf", ".txt"), "geopts.rules.script_lite", by_name=False),
    SourceKind("ini", (".ini", ".cfg", ".conf", ".txt"), "geopts.rules.ini_checks"),
]


def kind_of(path: str) -> SourceKind:
    """Give the kind of a file that the user named: by its ending, else ini."""
    ending = os.path.splitext(path)[1].lower()
    return next((kind for kind in KINDS if kind.by_name and ending in kind.suffixes), KINDS[-1])


def kind_of_content(kind: SourceKind, data: bytes) -> SourceKind:
    """Give the kind of a file that was taken for an ini by its name, or for want of one, where its content says otherwise."""
    if kind is not KINDS[-1]:
        return kind
    if data.startswith(b"#!"):
        first = data.partition(b"\n")[0]
        return next((KINDS_BY_NAME[name] for word, name in _INTERPRETERS if word in first), kind)
    if b"_options]" in data or b"[ascend_context]" in data or b"[acl_option_cfg_param]" in data:
        lite = KINDS_BY_NAME["mindspore-lite"]
        if lite.checker.recognise("", data):
            return lite
    return kind


#: Kinds by name.
KINDS_BY_NAME = {kind.name: kind for kind in KINDS}
_INTERPRETERS = ((b"python", "python"), (b"sh", "script"))


def kind_in_directory(name: str, head: Callable[[int], bytes]) -> SourceKind | None:
    """Give the kind of a file met in a directory; None when it is none geopts knows.

    :param head: reads so many of the first bytes; called only for a name with a fitting ending.
    """
    ending = os.path.splitext(name)[1].lower()
    kinds = [kind for kind in KINDS if ending in kind.suffixes]
    if not kinds:
        return None
    start = head(max(kind.head for kind in kinds))
    return next((kind for kind in kinds if kind.checker.recognise(name, start)), None)
