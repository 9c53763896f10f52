"""The kind ``python``: Python files that give options to a front end, or run atc, pyatc or aoe."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from geopts.findings import Finding
from geopts.rules.context import Context
from geopts.rules.script_evidence import comment_lines, has_command, is_binary, python_front_ends

__all__ = ["check", "comments", "recognise", "same_effect"]


def check(path: str, data: bytes, context: Context, enabled: Callable[[str], bool]) -> Iterable[Finding]:
    """Give the findings of all enabled rules; a file that has nothing to do with the tools has none."""
    if is_binary(data):
        return ()
    front_ends = python_front_ends(data)
    commands = has_command(data)
    if not front_ends and not commands:
        return ()
    from geopts.rules.python_lint import lint_python  # the readers of the front ends, only for files that need them

    return [
        finding for finding in lint_python(path, data, context, front_ends, commands=commands) if enabled(finding.code)
    ]


def recognise(name: str, head: bytes) -> bool:
    """Take a Python file by words that only users of the tools write."""
    del name
    return not is_binary(head) and (bool(python_front_ends(head)) or has_command(head))


def comments(data: bytes) -> bytes:
    """Give the lines that may speak to geopts, with the rest masked."""
    return comment_lines(data)


def same_effect(before: bytes, after: bytes) -> bool:
    """Prove that two contents are the same program: their trees are equal."""
    from geopts.rules.python_lint import same_program

    return same_program(before, after)
