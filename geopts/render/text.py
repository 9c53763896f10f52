"""Text that is safe to print: control characters as escapes, widths as a terminal counts them, only what the stream can take."""

from __future__ import annotations

import codecs
from collections.abc import Iterable
from typing import IO

from geopts.findings import Finding

__all__ = ["Charset", "Style", "char_width", "location", "printable", "severity_colour", "write_lines"]

_SHORT = {"\n": "\\n", "\r": "\\r", "\t": "\\t"}


def escape(char: str) -> str:
    """Give one character as an escape; a surrogate escape becomes the byte it stands for."""
    short = _SHORT.get(char)
    if short:
        return short
    point = ord(char)
    if 0xDC80 <= point <= 0xDCFF:
        return f"\\x{point - 0xDC00:02x}"
    if point < 0x80:
        return f"\\x{point:02x}"
    return f"\\u{point:04x}" if point < 0x10000 else f"\\U{point:08x}"


def printable(text: str) -> str:
    r"""Give ``text`` with every character that does not print as an escape.

    Line ends, terminal controls, bidirectional controls, odd blanks and bytes that are no UTF-8 become visible, so that
    no name can forge a line of the report. A byte is ``\xff``, a character ``\u00a0``.
    """
    if text.isprintable():
        return text
    return "".join([char if char.isprintable() else escape(char) for char in text])


def char_width(char: str) -> int:
    """Columns of a terminal that a printable character takes: 2 for wide East Asian ones, 0 for combining marks."""
    import unicodedata

    if unicodedata.east_asian_width(char) in "WF":
        return 2
    return 0 if unicodedata.category(char) in {"Mn", "Me"} else 1


class Charset:
    """What the stream's encoding can say."""

    def __init__(self, stream: IO[str]) -> None:
        encoding = getattr(stream, "encoding", None) or "utf-8"
        try:
            self._encoding = codecs.lookup(encoding).name
        except LookupError:
            self._encoding = "ascii"
        self._everything = self._encoding.startswith(("utf-8", "utf-16", "utf-32"))

    def fits(self, text: str) -> bool:
        """Whether the stream can take ``text`` as it is."""
        if self._everything or text.isascii():
            return True
        try:
            text.encode(self._encoding)
        except UnicodeEncodeError:
            return False
        return True

    def fit(self, text: str) -> str:
        """Give `printable` text with escapes for what the stream cannot take."""
        if self.fits(text):
            return text
        return text.encode(self._encoding, "backslashreplace").decode(self._encoding)


class Style:
    """Colours by ANSI sequences, or none."""

    def __init__(self, *, color: bool) -> None:
        self._color = color

    def paint(self, text: str, *codes: str) -> str:
        """Give ``text`` in the colours ``codes`` (SGR numbers)."""
        return f"\x1b[{';'.join(codes)}m{text}\x1b[0m" if self._color and text else text


_COLOURS = {"error": "31", "warning": "33", "note": "36"}


def severity_colour(finding: Finding) -> str:
    """SGR number: red for an error, yellow for a warning, cyan for a note."""
    return _COLOURS[finding.severity.value]


def location(path: str, line: int | None, column: int | None, key: str = "") -> str:
    """Give ``path:line:column``, or what is known of it: the key's path stands in where there is no line."""
    shown = printable(path)
    if line is not None:
        return f"{shown}:{line}:{column}" if shown else f"{line}:{column}"
    return ": ".join(filter(None, (shown, printable(key))))


def write_lines(stream: IO[str], lines: Iterable[str], *, batch: int = 1000) -> None:
    """Write lines with LF in batches: fewer calls than one per line, and never the whole report in memory."""
    charset = Charset(stream)
    pending: list[str] = []
    for line in lines:
        pending.append(line)
        if len(pending) >= batch:
            stream.write(charset.fit("\n".join(pending)) + "\n")
            pending.clear()
    if pending:
        stream.write(charset.fit("\n".join(pending)) + "\n")
