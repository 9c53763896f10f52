"""A piece of a line with carets below it, aligned as a terminal shows it."""

from __future__ import annotations

from geopts.render.text import Charset, char_width, escape

__all__ = ["excerpt"]

#: A longer line is cut around the place; 10 MB of JSON on one line are no excerpt.
_MAX_CHARACTERS = 140
_CONTEXT = 50
_TAB = 4
_CUT = "..."


def _shown(char: str, column: int, charset: Charset) -> tuple[str, int]:
    """Give what stands for ``char`` at display column ``column`` (from 0) and its width in columns."""
    if char == "\t":
        width = _TAB - column % _TAB
        return " " * width, width
    if "\udc80" <= char <= "\udcff":
        # a byte that is no UTF-8; the scanner keeps it as a surrogate escape
        return ("\ufffd", 1) if charset.fits("\ufffd") else ("?", 1)
    if not char.isprintable() or not charset.fits(char):
        text = escape(char)
        return text, len(text)
    return char, 1 if char.isascii() else char_width(char)


def excerpt(text: str, start: int, end: int, charset: Charset) -> tuple[str, str]:
    """Give the line as shown and the line of carets below it.

    Tabs are filled to multiples of four columns, bytes that are no UTF-8 become U+FFFD, other characters that do not
    print become escapes, and a long line is cut around the place.

    :param text: the line without its line end.
    :param start: first marked code point, from 0.
    :param end: code point behind the last marked one; the same as ``start`` marks the gap before it.
    """
    start = max(0, min(start, len(text)))
    end = max(start, min(end, len(text)))
    first, last = 0, len(text)
    if last > _MAX_CHARACTERS:
        first = max(0, min(start - _CONTEXT, last - _MAX_CHARACTERS))
        last = min(last, first + _MAX_CHARACTERS)
    pieces = [_CUT] if first else []
    column = len(_CUT) if first else 0
    caret_start = caret_end = None
    for index in range(first, last):
        if index == start:
            caret_start = column
        if index == end:
            caret_end = column
        piece, width = _shown(text[index], column, charset)
        pieces.append(piece)
        column += width
    # the place may end behind the last character shown
    caret_start = column if caret_start is None else caret_start
    caret_end = column if caret_end is None else caret_end
    if last < len(text):
        pieces.append(_CUT)
    return "".join(pieces).rstrip(), " " * caret_start + "^" * max(1, caret_end - caret_start)
