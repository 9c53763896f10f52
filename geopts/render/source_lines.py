"""Lines of a source, as findings count them: split at LF only, columns in code points, a byte that is no UTF-8 counts as one."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Mapping
from itertools import accumulate

__all__ = ["SourceLines", "Sources"]


class SourceLines:
    """The lines of one file, decoded when somebody asks."""

    def __init__(self, data: bytes) -> None:
        self.data = data
        self._lines = data.split(b"\n")
        self._starts: list[int] | None = None

    def __len__(self) -> int:
        """Count lines; a final LF makes no further one."""
        return len(self._lines) - (not self._lines[-1])

    def text(self, number: int) -> str | None:
        """Give line ``number`` (from 1) without its LF and without a final CR; None when there is no such line."""
        if not 1 <= number <= len(self._lines):
            return None
        return self._lines[number - 1].decode("utf-8", "surrogateescape").removesuffix("\r")

    def place(self, offset: int) -> tuple[int, int]:
        """Give line and column (both from 1) of a byte offset; one behind the end is the end."""
        if self._starts is None:
            self._starts = list(accumulate((len(line) + 1 for line in self._lines), initial=0))[:-1]
        index = bisect_right(self._starts, max(0, min(offset, len(self.data)))) - 1
        head = self._lines[index][: offset - self._starts[index]]
        return index + 1, len(head.decode("utf-8", "surrogateescape")) + 1


class Sources:
    """`SourceLines` by path, split once each."""

    def __init__(self, sources: Mapping[str, bytes]) -> None:
        self._sources = sources
        self._split: dict[str, SourceLines] = {}

    def get(self, path: str) -> SourceLines | None:
        """Give the lines of ``path``; None when its bytes are not at hand."""
        lines = self._split.get(path)
        if lines is None and path in self._sources:
            lines = self._split[path] = SourceLines(self._sources[path])
        return lines

    def line_text(self, path: str, number: int) -> str | None:
        """Give one line's text; None when it is not at hand."""
        lines = self.get(path)
        return None if lines is None else lines.text(number)
