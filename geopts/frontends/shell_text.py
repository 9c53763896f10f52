"""Shell text: words quoted, a command with one flag a line."""

from __future__ import annotations

import shlex
from collections.abc import Sequence

__all__ = ["command_lines"]


def command_lines(words: Sequence[str], flags: Sequence[tuple[str, str]]) -> list[str]:
    """Give a command as lines joined by backslashes.

    :param words: the command, as shell text.
    :param flags: flag and value; the value is quoted where the shell would take it apart.
    """
    parts = [" ".join(words), *(f"    {flag}={shlex.quote(value)}" for flag, value in flags)]
    return [*(f"{part} \\" for part in parts[:-1]), parts[-1]]
