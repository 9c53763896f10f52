"""A text of shell under the linter: its commands, the commands within their arguments and in variables, and flags that were cut off."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from geopts.findings import Finding, Severity, replacement
from geopts.frontends.collector import Collector, Range
from geopts.frontends.flags import find_tool, read_arguments
from geopts.frontends.keys import front_end_row
from geopts.frontends.shell import ShellCommand, ShellWord, split_commands
from geopts.rules.script_commands import CommandLinter, flag_names
from geopts.rules.script_findings import told_once
from geopts.rules.script_rules import broken_continuation
from geopts.rules.script_words import inner_commands, variable_texts
from geopts.rules.values import unclosed_quote

if TYPE_CHECKING:
    from geopts.rules.context import Context

__all__ = ["lint_shell", "options_of"]

_LANGUAGE = "POSIX.1-2017, Shell Command Language, 2.2.1 Escape Character (Backslash), 2.3 Token Recognition"
_BLANK_BEHIND = re.compile(r"\\(?P<blanks>[ \t]+)(?=\r?\n|\Z)")


def lint_shell(path: str, text: str, data: bytes, context: Context, *, script: bool = True) -> list[Finding]:
    """Give the findings of all tool commands in a text of shell, in the order of the text.

    :param data: the bytes of the text.
    :param script: it is a script that runs as it stands; otherwise an excerpt in a document.
    """
    linter = CommandLinter(text, path, data, context, rewritable=script)
    commands, unclosed = split_commands(text)
    findings: list[Finding] = []
    extents: list[Range] = []
    at = 0
    while at < len(commands):
        command = commands[at]
        at += 1
        following = _cut_off(commands, at)
        words = [word for one in (command, *following) for word in one.words]
        own = linter.lint([word for word in words if not _is_blank(text, word.start)])
        if own is None:
            for inner in inner_commands(command.words):
                findings += linter.lint(inner) or ()
            continue
        findings += own
        findings += _broken(linter, text, command, following, script=script)
        extents.append(Range(command.start, command.end))
        at += len(following)
    for inner in variable_texts(text):
        findings += linter.lint(inner) or ()
    findings += _unclosed(linter, unclosed, extents)
    return list(told_once(sorted(findings, key=Finding.sort_key)))


def options_of(text: str) -> list[tuple[object, ...]]:
    """Give what the commands of a text say: for each the options with their texts, the rest of its words where the tool is another."""
    return [
        _meaning(command.words) or tuple(word.text for word in command.words) for command in split_commands(text)[0]
    ]


def _meaning(words: Sequence[ShellWord]) -> tuple[object, ...] | None:
    tool = find_tool(words)
    if tool is None:
        return None
    row = front_end_row(tool[0])
    collector = Collector(row, "", "")
    read_arguments(collector, row.tables[0], words[tool[1] :])
    result = collector.finish()
    own = [(part.spelling, part.value) for part in result.own]
    unknown = [(part.spelling, part.text) for part in (*result.unknown, *result.refused)]
    symbols = [(symbol.key, symbol.text) for symbol in result.symbols]
    return (tool[0], result.options, dict(result.extra), own, symbols, unknown)


def _cut_off(commands: Sequence[ShellCommand], start: int) -> list[ShellCommand]:
    """Give the commands from ``start`` on that are nothing but flags."""
    stop = start
    while stop < len(commands) and commands[stop].words[0].text.startswith("--") and flag_names(commands[stop].words):
        stop += 1
    return list(commands[start:stop])


def _is_blank(text: str, start: int) -> bool:
    """Say whether a word is a blank behind the backslash that was to continue the line."""
    return _BLANK_BEHIND.match(text, start) is not None


def _broken(
    linter: CommandLinter, text: str, command: ShellCommand, following: Sequence[ShellCommand], *, script: bool
) -> Iterator[Finding]:
    """Tell where a command ends although flags follow."""
    last = following[-1] if following else command
    blanks = [match for match in _BLANK_BEHIND.finditer(text, command.start, last.end + 1) if match.end() < len(text)]
    for match in blanks:
        start, end = match.span("blanks")
        at = Range(match.start(), end)
        span = linter.places.span(start, end)
        finding = broken_continuation.finding(
            "the backslash has a blank behind it, so the line is not continued: the command ends here",
            linter.places.span(*at),
            path=linter.path,
            hint="delete the blank behind the backslash",
            source=_LANGUAGE,
            fix=replacement("delete the blank", span.offset, span.end_offset, b"", safe=False),
        )
        yield finding
    before = command
    for one in following:
        between = text[before.end : one.start]
        if not _is_blank(text, before.words[-1].start):
            why = (
                "a comment"
                if "#" in between
                else "an empty line"
                if "\\" in between
                else "a line end without backslash"
            )
            flag = one.words[0].text.partition("=")[0]
            yield broken_continuation.finding(
                f"{flag}: belongs to no command: {why} ends the one above, which runs without it",
                linter.places.span(one.start, one.start + len(flag)),
                path=linter.path,
                hint="end each line but the last with a backslash, with nothing in between",
                source=_LANGUAGE,
                severity=None if script else Severity.WARNING,
            )
        before = one


def _unclosed(linter: CommandLinter, unclosed: Sequence[int], extents: Sequence[Range]) -> Iterator[Finding]:
    """Tell of quotes in the commands; what is odd in the rest of a script is no matter of ours."""
    for at in unclosed:
        if any(extent.start <= at < extent.end for extent in extents):
            yield unclosed_quote.finding(
                "nothing closes this quote, so the shell takes all that follows for text",
                linter.places.span(at, at + 1),
                path=linter.path,
                hint="close the quote on its line",
                source=_LANGUAGE,
            )
