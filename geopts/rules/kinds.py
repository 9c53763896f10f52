"""Kinds of files that can be linted. A kind is one row here and one module that reads, recognises and checks its files."""

from __future__ import annotations

import importlib
import os
from collections.abc import Callable, Iterable
from typing import Protocol, cast

from geopts.findings import Finding
from geopts.rules.context import Context

__all__ = ["KINDS", "Checker", "SourceKind", "kind_in_directory", "kind_of"]


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
    """

    __slots__ = ("_checker", "indented_comments", "module", "name", "suffixes")

    def __init__(self, name: str, suffixes: tuple[str, ...], module: str, *, indented_comments: bool = False) -> None:
        self.name = name
        self.suffixes = suffixes
        self.module = module
        self.indented_comments = indented_comments
        self._checker: Checker | None = None

    @property
    def checker(self) -> Checker:
        """The module, imported now if it was not before."""
        if self._checker is None:
            self._checker = cast("Checker", importlib.import_module(self.module))
        return self._checker


#: All kinds; the last one takes every file that is named and has no ending of another.
KINDS: list[SourceKind] = [
    SourceKind("spec", (".toml",), "geopts.rules.spec_checks", indented_comments=True),
    SourceKind("options", (".json",), "geopts.rules.option_checks"),
    SourceKind("ini", (".ini", ".cfg", ".conf", ".txt"), "geopts.rules.ini_checks"),
]


def kind_of(path: str) -> SourceKind:
    """Give the kind of a file that the user named: by its ending, else ini."""
    ending = os.path.splitext(path)[1].lower()
    return next((kind for kind in KINDS if ending in kind.suffixes), KINDS[-1])


def kind_in_directory(name: str, head: Callable[[], bytes]) -> SourceKind | None:
    """Give the kind of a file met in a directory; None when it is none geopts knows.

    :param head: reads the first bytes; called only for a name with a fitting ending.
    """
    ending = os.path.splitext(name)[1].lower()
    kinds = [kind for kind in KINDS if ending in kind.suffixes]
    if not kinds:
        return None
    start = head()
    return next((kind for kind in kinds if kind.checker.recognise(name, start)), None)
