"""A unified diff of bytes: line ends, encodings and a missing last line feed stay visible to ``patch``."""

from __future__ import annotations

import difflib

from geopts.ini import encode

__all__ = ["unified"]

_NO_LINE_FEED = "\n\\ No newline at end of file\n"


def unified(path: str, before: bytes, after: bytes) -> bytes:
    """Give the diff that turns ``before`` into ``after``; empty when they are equal."""
    old, new = (data.decode("utf-8", "surrogateescape").split("\n") for data in (before, after))
    lines = difflib.unified_diff(_with_ends(old), _with_ends(new), f"a/{path}", f"b/{path}")
    return encode("".join(line if line.endswith("\n") else line + _NO_LINE_FEED for line in lines))


def _with_ends(lines: list[str]) -> list[str]:
    *whole, last = lines
    return [f"{line}\n" for line in whole] + ([last] if last else [])
