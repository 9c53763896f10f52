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


def _aligned(part: str, start: int, end: int, margin: int, charset: Charset) -> tuple[str, int, int]:
    """Give what is shown for ``part``, and the columns in it at which the characters ``start`` and ``end`` begin."""
    pieces: list[str] = []
    columns = [0]
    for char in part:
        piece, width = _shown(char, margin + columns[-1], charset)
        pieces.append(piece)
        columns.append(columns[-1] + width)
    return "".join(pieces), columns[start], columns[end]


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
    part = text[first:last]
    margin = len(_CUT) if first else 0
    cut = _CUT if last < len(text) else ""
    if part.isascii() and part.isprintable():
        # one column per character, which is what nearly every line is
        shown, caret_start, caret_end = part, start - first, min(end, last) - first
    else:
        shown, caret_start, caret_end = _aligned(part, start - first, min(end, last) - first, margin, charset)
    carets = " " * (margin + caret_start) + "^" * max(1, caret_end - caret_start)
    return f"{_CUT[:margin]}{shown}{cut}".rstrip(), carets
