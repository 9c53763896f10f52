"""Bytes and characters that look like nothing, or like something else, and that GE takes literally."""

from __future__ import annotations

import functools

from geopts.ini import WHITE_SPACE
from geopts.rules.patterns import lazy

__all__ = [
    "BYTE_ORDER_MARK",
    "ODD",
    "character_name",
    "inner_carriage_return",
    "odd_characters",
    "strip_odd",
    "wide_encoding",
    "without_odd",
]

BYTE_ORDER_MARK = "\ufeff"

#: White space and invisible characters that are no white space for std::isspace in locale C.
ODD = (
    "\x1c\x1d\x1e\x1f\x85\xa0\xad\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u200b\u200c\u200d\u200e\u200f"
    "\u2028\u2029\u202f\u205f\u2060\u3000\ufeff"
)
_INVISIBLE = "\xad\u200b\u200c\u200d\u200e\u200f\u2060\ufeff"
# two patterns take a third of the time of str.translate, and a whole file may be full of such characters
_ANY_ODD, _ODD_INVISIBLE = lazy(f"[{ODD}]"), lazy(f"[{_INVISIBLE}]")
_ODD_BLANK = lazy(f"[{''.join(char for char in ODD if char not in _INVISIBLE)}]")
_EDGES = ODD + WHITE_SPACE
_CONTROL_NAMES = {"\x1c": "FS", "\x1d": "GS", "\x1e": "RS", "\x1f": "US", "\x85": "NEL"}

_BYTE_ORDER_MARKS = (
    (b"\xff\xfe\0\0", "UTF-32"),
    (b"\0\0\xfe\xff", "UTF-32"),
    (b"\xff\xfe", "UTF-16"),
    (b"\xfe\xff", "UTF-16"),
)
_CODECS = {
    b"\xff\xfe\0\0": "utf-32-le",
    b"\0\0\xfe\xff": "utf-32-be",
    b"\xff\xfe": "utf-16-le",
    b"\xfe\xff": "utf-16-be",
}


def wide_encoding(data: bytes) -> tuple[str, str] | None:
    """Give the name and the codec of the encoding when the file is UTF-16 or UTF-32, by its mark or by every other byte being NUL."""
    for mark, name in _BYTE_ORDER_MARKS:
        if data.startswith(mark):
            return name, _CODECS[mark]
    if b"\0" not in data:
        return None
    sample = data[:4096]
    half = len(sample) // 2
    if half >= 4:
        if sample[1::2].count(0) > 0.9 * half and not sample[::2].count(0):
            return "UTF-16", "utf-16-le"
        if sample[::2].count(0) > 0.9 * half and not sample[1::2].count(0):
            return "UTF-16", "utf-16-be"
    return None


def without_odd(text: str) -> str:
    """Give the text with odd white space as plain blanks, invisible characters left out, and trimmed."""
    if _ANY_ODD.search(text) is not None:
        text = _ODD_BLANK.sub(" ", _ODD_INVISIBLE.sub("", text))
    return text.strip(WHITE_SPACE)


def odd_characters(text: str) -> list[str]:
    """Give the odd white space and invisible characters of a text, each once, in order."""
    return list(dict.fromkeys(_ANY_ODD.findall(text)))


def strip_odd(text: str) -> str:
    """Trim odd and plain white space from both ends."""
    return text.strip(_EDGES)


def inner_carriage_return(text: str) -> bool:
    """Whether a CR stands inside a line's text, where it ends no line for GE."""
    return "\r" in text.strip(WHITE_SPACE)


@functools.cache
def character_name(char: str) -> str:
    """Name a character as ``U+00A0 (NO-BREAK SPACE)``."""
    import unicodedata  # only for a message

    name = unicodedata.name(char, "") or _CONTROL_NAMES.get(char, "")
    return f"U+{ord(char):04X}" + (f" ({name})" if name else "")


#: Bytes of a UTF-8 text that may belong to a character of `ODD`; a quick "no" for most files.
ODD_BYTES = lazy(
    rb"[\x1c-\x1f]|\xc2[\x85\xa0\xad]|\xe1\x9a\x80|\xe2\x80[\x80-\x8f\xa8-\xaf]|\xe2\x81[\x9f\xa0]|\xe3\x80\x80|\xef\xbb\xbf"
)
