"""A Python text under the linter."""

from __future__ import annotations

import ast
import warnings
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from geopts.findings import Finding, Severity
from geopts.frontends.collector import Collector
from geopts.frontends.keys import front_end_row
from geopts.frontends.places import Places
from geopts.frontends.python_source import PythonSource
from geopts.rules.python_commands import python_commands
from geopts.rules.python_objects import ObjectLinter
from geopts.rules.python_tree import Patched, patched
from geopts.rules.script_commands import CommandLinter
from geopts.rules.script_evidence import has_command, python_front_ends
from geopts.rules.script_findings import told_once
from geopts.rules.script_words import inner_commands
from geopts.rules.values import syntax_error

if TYPE_CHECKING:
    from geopts.rules.context import Context

__all__ = ["lint_python", "same_program"]


def lint_python(
    path: str, data: bytes, context: Context, front_ends: Sequence[str], *, commands: bool, quiet: bool = False
) -> list[Finding]:
    """Give the findings of a Python text, in its order. Nothing in it is run.

    :param front_ends: whose options it may hold.
    :param commands: it may hold command lines of atc, pyatc or aoe.
    :param quiet: an excerpt in a document, which need not be whole.
    """
    text = data.decode("utf-8", "surrogateescape")
    code = patched(text)
    findings = [*_unparsed(path, text, code)] if not quiet else []
    if not code.error:
        source = PythonSource(code.text, Collector(front_end_row("atc"), code.text, path, literals=True))
        objects = ObjectLinter(path, code.text, data, source, context, whole=not quiet)
        for front_end in front_ends:
            findings += objects.lint(front_end)
        if commands:
            linter = CommandLinter(code.text, path, data, context, rewritable=False, whole=False)
            for words in python_commands(source):
                own = linter.lint(words)
                findings += own or ()
                for inner in inner_commands(words) if own is None else ():
                    findings += linter.lint(inner) or ()
    return list(told_once(sorted(findings, key=Finding.sort_key)))


def _unparsed(path: str, text: str, code: Patched) -> Iterator[Finding]:
    """Tell that nothing, or a line that matters, could be checked; a script for Python 2 may work as it is."""
    places = Places(text)
    if code.error:
        start = min(places.line_start(code.line) + code.column - 1, len(text)) if code.line else 0
        yield syntax_error.finding(
            f"the file is no Python that can be parsed here ({code.error}), so its options are not checked",
            places.span(start, start) if code.line else None,
            path=path,
            hint="check that it is a Python 3 file",
            severity=Severity.NOTE,
        )
    for line in code.lines:
        start = places.line_start(line)
        end = max(text.find("\n", start), start) if "\n" in text[start:] else len(text)
        content = text[start:end].encode("utf-8", "surrogateescape")
        if python_front_ends(content) or has_command(content):
            yield syntax_error.finding(
                "this line is no Python 3, so the options in it are not checked",
                places.span(start, start + len(text[start:end].rstrip("\r"))),
                path=path,
                hint="write it in the syntax of Python 3",
                severity=Severity.NOTE,
            )


def same_program(before: bytes, after: bytes) -> bool:
    """Say whether two texts parse to equal trees, whatever their comments."""
    trees = []
    for data in (before, after):
        code = patched(data.decode("utf-8", "surrogateescape"))
        if code.error:
            return False
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                trees.append(ast.dump(ast.parse(code.text.removeprefix("\ufeff"))))
        except RecursionError:
            return False
    return trees[0] == trees[1]
