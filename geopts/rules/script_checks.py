"""The kind ``script``: shell scripts with command lines of atc, pyatc and aoe."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from geopts.findings import Finding
from geopts.rules.context import Context
from geopts.rules.script_evidence import comment_lines, has_command, is_binary

__all__ = ["check", "comments", "recognise", "same_effect"]


def check(path: str, data: bytes, context: Context, enabled: Callable[[str], bool]) -> Iterable[Finding]:
    """Give the findings of all enabled rules; a script without such a command, or one that is no text, has none."""
    if is_binary(data) or not has_command(data):
        return ()
    from geopts.rules.script_text import lint_shell  # the readers of the front ends, only for files that need them

    text = data.decode("utf-8", "surrogateescape")
    return [finding for finding in lint_shell(path, text, data, context) if enabled(finding.code)]


def recognise(name: str, head: bytes) -> bool:
    """Take a shell script by a command line in it."""
    del name
    return not is_binary(head) and has_command(head)


def comments(data: bytes) -> bytes:
    """Give the lines that may speak to geopts, with the rest masked."""
    return comment_lines(data)


def same_effect(before: bytes, after: bytes) -> bool:
    """Prove that the flags mean the same: the readers give the same options for every command."""
    from geopts.rules.script_text import options_of

    return options_of(before.decode("utf-8", "surrogateescape")) == options_of(after.decode("utf-8", "surrogateescape"))
