"""From offsets in a text to the spans of findings."""

from __future__ import annotations

from bisect import bisect_right

from geopts.findings import Span

__all__ = ["Places", "encode_text"]


def encode_text(text: str) -> bytes:
    """Give the bytes a text came from: UTF-8, where lone surrogates stand for bytes that are no UTF-8 (or for themselves)."""
    try:
        return text.encode("utf-8", "surrogateescape")
    except UnicodeEncodeError:
        return text.encode("utf-8", "surrogatepass")


class Places:
    """Lines, columns and byte offsets of a text; lines end at LF only, columns count code points from 1.

    Built at the first question, so that a text without findings costs nothing.
    """

    def __init__(self, text: str, shift: int = 0) -> None:
        self._text = text
        self._ascii = text.isascii()
        self._shift = shift
        self._starts: list[int] | None = None
        self._last = (0, 0)

    def _line_starts(self) -> list[int]:
        if self._starts is None:
            starts = [0]
            at = self._text.find("\n")
            while at >= 0:
                starts.append(at + 1)
                at = self._text.find("\n", at + 1)
            self._starts = starts
        return self._starts

    def line_start(self, line: int) -> int:
        """Give the offset at which a line (from 1) starts; the end of the text for a line behind the last."""
        starts = self._line_starts()
        return starts[line - 1] if line <= len(starts) else len(self._text)

    def byte_offset(self, offset: int) -> int:
        """Give the byte offset of a code point offset, counted from the last one that was asked for."""
        if self._ascii:
            return offset + self._shift
        known, size = self._last
        if offset >= known:
            size += len(encode_text(self._text[known:offset]))
        else:
            size -= len(encode_text(self._text[offset:known]))
        self._last = (offset, size)
        return size + self._shift

    def span(self, start: int, end: int) -> Span:
        """Give the span of the code points ``start:end``."""
        starts = self._line_starts()
        first, last = bisect_right(starts, start), bisect_right(starts, end)
        return Span(
            first,
            start - starts[first - 1] + 1,
            last,
            end - starts[last - 1] + 1,
            self.byte_offset(start),
            self.byte_offset(end),
        )
