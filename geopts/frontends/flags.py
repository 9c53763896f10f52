"""Command lines of atc, pyatc and aoe as their parsers read them.

ATC rewrites every argument first: one dash in front of two letters becomes two, dashes inside the name become underscores
(api/atc/cmd_flag_info.cc:342-376). Then getopt_long takes exact names and unambiguous beginnings, ``--flag=value`` and
``--flag value``; boolean flags take a value behind ``=`` only; a word that is no flag ends the run (cmd_flag_info.cc:418-500).
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import cache
from typing import Protocol

from geopts.facts.frontend_rows import FrontEndKey, FrontEndRow
from geopts.findings import Severity
from geopts.frontends.base import ReadResult
from geopts.frontends.collector import Collector, Range, Symbolic
from geopts.frontends.keys import by_spelling, is_usable, keys_of
from geopts.frontends.shell import ShellCommand, split_commands

__all__ = ["TOOLS", "Argument", "find_tool", "read_arguments", "read_commands"]

#: Name of the program to the front end whose flags it takes.
TOOLS: Mapping[str, str] = {"atc": "atc", "atc.bin": "atc", "pyatc": "pyatc", "aoe": "aoe", "aoe.bin": "aoe"}
#: A text without any of these has no command of the tools.
_TOOL_WORDS = ("atc", "aoe")
_INTERPRETER = re.compile(r"python[0-9.]*", re.ASCII)
_ONE_DASH = re.compile(r"-(?=[A-Za-z]{2,})", re.ASCII)
_LONG = re.compile(r"--(?=[A-Za-z]{2,})", re.ASCII)
#: Flags that keep the first of several values (api/atc/main_impl.cc:1857).
_FIRST_WINS = frozenset(
    {
        "--oo_constant_folding",
        "--oo_dead_code_elimination",
        "--topo_sorting_mode",
        "--export_compile_stat",
        "--multi_stream_parallel_mode",
    }
)
_DASHES = "–—−‐‑‒"  # noqa: RUF001  (what word processors make of a hyphen)
_SYNTAX = "api/atc/cmd_flag_info.cc:342-376,418-500"


class Argument(Protocol):
    """One word of a command line; a `ShellWord` is one."""

    text: str
    start: int
    end: int

    @property
    def symbolic(self) -> bool:
        """Some part is known only when the script runs."""

    def is_symbolic(self, start: int, end: int) -> bool:
        """Say whether a part of the text is known only when the script runs."""

    def source_offset(self, index: int) -> int:
        """Give the place in the source of a character of the text."""


def find_tool(words: Sequence[Argument]) -> tuple[str, int] | None:
    """Give the front end of a command and the number of its first argument; None when it is no command of these tools."""
    for i, word in enumerate(words[:8]):
        name = word.text.rpartition("/")[2]
        if name in TOOLS:
            return TOOLS[name], i + 1
        if (
            (_INTERPRETER.fullmatch(name) or word.symbolic)
            and i + 2 < len(words)
            and words[i + 1].text == "-m"
            and words[i + 2].text == "ge.pyatc"
        ):
            return "pyatc", i + 3
        if i == 0 and not (
            word.symbolic
            or name in ("sh", "bash", "timeout", "nice", "numactl", "taskset", "xargs", "docker", "stdbuf", "ionice")
        ):
            return None
    return None


def read_commands(text: str, *, path: str, front_end: FrontEndRow, names: Sequence[str]) -> ReadResult:
    """Read the command of one of the tools in a text of shell; of several the last value of a flag counts.

    :param names: front ends whose commands are read.
    """
    collector = Collector(front_end, text, path)
    if not any(name in text for name in _TOOL_WORDS) and not text.lstrip().startswith("-"):
        return collector.finish()
    commands, unclosed = split_commands(text)
    for at in unclosed:
        collector.report(
            "unclosed-quote",
            Severity.ERROR,
            "nothing closes this quote, so the shell takes all that follows for text",
            Range(at, at + 1),
            hint="close the quote on its line",
        )
    seen = 0
    for command in commands:
        tool = find_tool(command.words)
        if tool is None or tool[0] not in names:
            continue
        seen += 1
        collector.found(Range(command.start, command.end))
        read_arguments(collector, front_end.tables[0], command.words[tool[1] :])
    if not seen and commands and _is_bare(commands):
        read_arguments(collector, front_end.tables[0], [word for command in commands for word in command.words])
    return collector.finish()


def _is_bare(commands: Sequence[ShellCommand]) -> bool:
    """Say whether a text is a list of flags without a command in front."""
    return all(command.words[0].text.startswith("--") for command in commands)


@cache
def _accepted(table: str) -> tuple[str, ...]:
    return tuple(row.spelling for row in keys_of(table) if is_usable(row))


def read_arguments(collector: Collector, table: str, words: Sequence[Argument]) -> None:
    """Read the arguments of one command."""
    at = 0
    while at < len(words):
        word = words[at]
        at += 1
        if word.text == "--":
            for stray in words[at:]:
                _stray(collector, table, stray)
            return
        if not word.text.startswith("-") or word.text == "-":
            _stray(collector, table, word)
            continue
        name, equals, _ = word.text.partition("=")
        if word.is_symbolic(0, len(name)):
            continue  # a flag that the script makes up
        flag = _spelled(name)
        row = _row(collector, table, flag, name, word)
        key_at = Range(word.start, word.source_offset(len(name)))
        if equals:
            _take(collector, table, row, name, word, len(name) + 1, key_at)
            continue
        if row is None:
            # whether a value follows cannot be known; a word that is no flag is taken for one
            if at < len(words) and not words[at].text.startswith("-"):
                at += 1
            continue
        if row.value_type in ("bool", "flag", "optional path"):
            _take_switch(collector, table, row, name, word, key_at)
            continue
        if at == len(words):
            collector.report(
                "refused-value",
                Severity.ERROR,
                f"{name}: its value is missing",
                key_at,
                hint=f"write {row.spelling}=VALUE",
                source=_SYNTAX,
                key=name,
            )
            continue
        _take(collector, table, row, name, words[at], 0, key_at)
        if words[at].text.startswith("--") and not words[at].symbolic:
            collector.report(
                "refused-value",
                Severity.WARNING,
                f"{name}: takes the next word {words[at].text!r} as its value",
                key_at,
                hint=f"write {row.spelling}=VALUE",
                source=_SYNTAX,
                key=name,
            )
        at += 1


def _spelled(name: str) -> str:
    """Give a flag as the parser sees it."""
    flag = _ONE_DASH.sub("--", name, count=1) if _ONE_DASH.match(name) else name
    return flag[:4] + flag[4:].replace("-", "_") if _LONG.match(flag) else flag


def _row(collector: Collector, table: str, flag: str, name: str, word: Argument) -> FrontEndKey | None:
    """Find the row of a flag by its exact name or by an unambiguous beginning; report and give None otherwise."""
    rows = by_spelling(table)
    if flag in rows:
        return rows[flag]
    at = Range(word.start, word.source_offset(len(name)))
    value_at = Range(word.source_offset(len(name) + 1), word.end) if "=" in word.text else None
    complete = [spelling for spelling in _accepted(table) if spelling.startswith(flag)] if flag.startswith("--") else []
    if table == "atc" and len(complete) == 1:
        collector.report(
            "shortened-key",
            Severity.NOTE,
            f"{name}: taken for {complete[0]}, since no other flag begins so; a new release may add one",
            at,
            hint=f"write {complete[0]}",
            source="hicann/runtime@681ef761:src/mmpa/src/mmpa_linux_option.c:85; api/atc/cmd_flag_info.cc:468",
            key=name,
        )
        return rows[complete[0]]
    hint = f"{len(complete)} flags begin so: {', '.join(complete[:4])}" if len(complete) > 1 else ""
    if table == "aoe":
        # the tool is closed, and its flags are known from pages and a wrapper only
        known = flag in by_spelling("atc")
        collector.unknown(
            table,
            name,
            at,
            value_at,
            severity=Severity.NOTE if known else Severity.WARNING,
            detail="by the published pages; the tool itself was not read",
        )
    else:
        collector.unknown(table, name, at, value_at, hint=hint)
    return None


def _take(
    collector: Collector, table: str, row: FrontEndKey | None, name: str, word: Argument, start: int, key_at: Range
) -> None:
    if row is None:
        return
    text = word.text[start:]
    # behind the "=", so that the quotes around a value belong to its place on both sides
    first = word.source_offset(start - 1) + 1 if start else word.start
    value_at = Range(min(first, word.end), word.end)
    if row.value_type == "flag":
        collector.own(name, text, key_at, value_at)
        return
    value = Symbolic(text) if word.is_symbolic(start, len(word.text)) else text
    collector.assign(table, row, value, key_at, value_at, spelling=name, first_wins=row.spelling in _FIRST_WINS)


def _take_switch(collector: Collector, table: str, row: FrontEndKey, name: str, word: Argument, key_at: Range) -> None:
    """Take a flag that stands alone: a boolean one is then true."""
    if row.value_type == "bool":
        collector.assign(table, row, "true", key_at, Range(word.end, word.end), spelling=name)
    else:
        collector.own(name, None, key_at)


def _stray(collector: Collector, table: str, word: Argument) -> None:
    """Report a word that belongs to no flag; the run fails on it."""
    if word.symbolic or table == "aoe":
        return
    at = Range(word.start, word.end)
    if word.text[:1] and word.text[0] in _DASHES:
        plain = "--" + word.text.lstrip(_DASHES + "-")
        collector.unknown(
            table,
            word.text.partition("=")[0],
            at,
            detail="the dash in front is not the one of the keyboard, so it is no flag and the run fails",
            hint=f"write {plain.partition('=')[0]}",
            source=_SYNTAX,
        )
        return
    collector.unknown(
        table,
        word.text,
        at,
        detail="a word that belongs to no flag, and the run fails on it",
        hint="write flag and value as --flag=value; a boolean flag takes its value behind '=' only",
        source=_SYNTAX,
    )
