"""Which rule has to tell of a line that GE drops: exactly one for each line, so that nothing is told twice or not at all."""

from __future__ import annotations

import re
from collections import defaultdict

from geopts.facts.dialects import MODES
from geopts.ini import DROPPED, WHITE_SPACE, Document, LineKind
from geopts.rules import odd_bytes
from geopts.rules.foreign import colon_entry, line_format
from geopts.rules.headers import OPENING, guess_section, is_bracketed
from geopts.rules.patterns import lazy

__all__ = ["COMMENT_MARKS", "assign_lines", "comment_start"]

#: What other ini files take for a comment. GE knows only ``#``, and only as the first byte of a line.
COMMENT_MARKS = ("#", ";", "//")

_WITH_EQUALS = (
    LineKind.ENTRY,
    LineKind.EMPTY_KEY,
    LineKind.EMPTY_VALUE,
    LineKind.UNKNOWN_MODE,
    LineKind.REPEATED,
    LineKind.CONTRADICTED,
)
# as plain numbers: a member of an enumeration takes longer to look up than to compare
_REPEATED, _CONTRADICTED = int(LineKind.REPEATED), int(LineKind.CONTRADICTED)
_UNKNOWN_MODE, _IGNORED, _EMPTY_VALUE = int(LineKind.UNKNOWN_MODE), int(LineKind.IGNORED), int(LineKind.EMPTY_VALUE)
#: First characters behind which the rule depends on more than the value: blanks, comment marks, brackets.
_NEEDS_A_LOOK = frozenset(WHITE_SPACE + "#;/=" + OPENING)
_UNREADABLE = lazy("[\0\udc80-\udcff]")


def assign_lines(
    document: Document, comments: dict[int, int], *, plain: bool, wide: bool, foreign: bool
) -> dict[str, list[int]]:
    """Assign every dropped line, by its index, to the code of a rule.

    :param comments: is given the places in values where a trailing comment starts, by the index of their lines, as far as they are found.

    :param plain: the bytes are ASCII and nothing in them is odd.
    :param wide: the file is in a two- or four-byte encoding.
    :param foreign: the whole file is in another format.
    """
    owners: defaultdict[str, list[int]] = defaultdict(list)
    lines, kinds = document.lines, document.kinds
    present = {kind for kind in DROPPED if kind in kinds}
    if not present:
        return owners
    quick = dict.fromkeys(present, "GEO107") if wide else _told_by_kind(document, plain=plain)
    for kind in present & quick.keys():
        owners[quick[kind]] = [index for index, each in enumerate(kinds) if each == kind]
    rest = present - quick.keys()
    unknown = LineKind.UNKNOWN_MODE
    for index, each in enumerate(kinds if rest else b""):
        if each not in rest:
            continue
        line = lines[index]
        if plain and each == unknown and line[0] not in _NEEDS_A_LOOK:
            # what such an entry is depends on its value alone
            value = line.partition("=")[2].strip(WHITE_SPACE)
            if value.isidentifier():
                code = "GEO201"
            elif (place := comment_start(value)) >= 0:
                code, comments[index] = "GEO106", place
            else:
                code = _owner_of_value(value)
        else:
            code = _owner(index, each, line, plain=plain, foreign=foreign)
        owners[code].append(index)
    for indices in owners.values():
        indices.sort()
    return owners


def _told_by_kind(document: Document, *, plain: bool) -> dict[LineKind, str]:
    """Give the kinds of lines whose rule needs no look at the line, in a file of plain bytes without comment marks.

    A report may be of 100,000 lines, and a look at each costs more than GE's whole reading.
    """
    data, kinds = document.data, document.kinds
    if not plain or any(mark.encode() in data for mark in COMMENT_MARKS):
        return {}
    quick = {LineKind.REPEATED: "GEO202", LineKind.CONTRADICTED: "GEO203"}
    with_equals = sum(kinds.count(kind) for kind in _WITH_EQUALS)
    headers = kinds.count(LineKind.NAME_SECTION) + kinds.count(LineKind.TYPE_SECTION)
    if data.count(b"[") == headers and data.count(b"=") == with_equals:
        # no bracket but those of headers, and no line with a second "="
        quick[LineKind.UNKNOWN_MODE] = "GEO201"
    return quick


def _owner(index: int, kind: int, line: str, *, plain: bool, foreign: bool) -> str:
    text = line.strip(WHITE_SPACE)
    if text.startswith(COMMENT_MARKS):
        return "GEO105"
    if kind == _REPEATED:
        return "GEO202"
    if kind == _CONTRADICTED:
        return "GEO203"
    if not plain:
        if index == 0 and line.startswith(odd_bytes.BYTE_ORDER_MARK):
            return "GEO104"
        code = _owner_of_odd_line(kind, text)
        if code:
            return code
    if kind == _UNKNOWN_MODE:
        return _owner_of_entry(text)
    if kind == _IGNORED:
        return "GEO103" if foreign else _owner_of_ignored(text)
    # an empty key or an empty value
    return "GEO111" if is_bracketed(text) and kind == _EMPTY_VALUE else "GEO110"


def comment_start(value: str) -> int:
    """Give the place in an entry's value where a comment was meant to start; -1 when there is none.

    A mark counts when a blank or nothing stands before it, or a whole mode; ``;`` as the last character is punctuation.
    """
    # three searches take half the time of one pattern
    place = value.find("#")
    semicolon = value.find(";")
    if semicolon >= 0 and (semicolon < place or place < 0):
        place = semicolon
    slashes = value.find("//")
    if slashes >= 0 and (slashes < place or place < 0):
        place = slashes
    if place <= 0 or value[place - 1] in WHITE_SPACE:
        return place
    return place if value[:place] in MODES and value[place:] != ";" else -1


def _owner_of_odd_line(kind: int, text: str) -> str:
    """Find the rule for a line with bytes that are not what they look like; empty when they are not what is wrong."""
    if odd_bytes.inner_carriage_return(text):
        return "GEO113"
    if _UNREADABLE.search(text):
        return "GEO107"
    cleaned = odd_bytes.without_odd(text)
    if cleaned == text:
        return ""
    if kind == LineKind.UNKNOWN_MODE:
        return "GEO108" if cleaned.partition("=")[2].strip(WHITE_SPACE) in MODES or _is_blank_value(cleaned) else ""
    return "GEO108" if not cleaned or guess_section(cleaned) is not None or cleaned[0] in COMMENT_MARKS else ""


def _is_blank_value(text: str) -> bool:
    return not text.partition("=")[2].strip(WHITE_SPACE)


def _owner_of_entry(text: str) -> str:
    """Find the rule for an entry whose value is no mode."""
    key, _, value = text.partition("=")
    if is_bracketed(text) and (guess_section(text) is not None or key.rstrip(WHITE_SPACE)[-1:] == "]"):
        return "GEO111"
    value = value.strip(WHITE_SPACE)
    return "GEO106" if comment_start(value) >= 0 else _owner_of_value(value)


def _owner_of_value(value: str) -> str:
    """Find the rule for an entry whose value is no mode and holds no comment."""
    middle, equals, last = value.rpartition("=")
    if (
        equals
        and last.strip(WHITE_SPACE) in MODES
        and middle.strip(WHITE_SPACE + "=")
        and not _starts_with_mode(middle)
    ):
        return "GEO209"
    return "GEO201"


def _starts_with_mode(text: str) -> bool:
    """Whether a whole mode stands first: two entries on one line, then, rather than a name that holds ``=``."""
    return re.split(r"[\s,;]", text.lstrip(WHITE_SPACE), maxsplit=1)[0] in MODES


def _owner_of_ignored(text: str) -> str:
    """Find the rule for a line without ``=`` that is no header."""
    if ":" in text and text[0] not in _NEEDS_A_LOOK:
        entry = colon_entry(text)
        if entry is not None and entry[1] in MODES and not line_format(text):
            return "GEO109"  # at once, as nothing else can be meant
    if guess_section(text) is not None:
        return "GEO102"
    if text[0] in _NEEDS_A_LOOK and is_bracketed(text):
        return "GEO103"
    if ":" not in text and text.isascii():
        return "GEO101"
    if line_format(text):
        return "GEO103"
    return "GEO109" if colon_entry(text) else "GEO101"
