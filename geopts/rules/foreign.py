"""Lines of other files: formats that GE or ATC read elsewhere and that end up in an op_precision.ini by mistake."""

from __future__ import annotations

import functools

from geopts.facts.dialects import MODES
from geopts.ini import WHITE_SPACE, Document, LineKind
from geopts.rules.closeness import distance
from geopts.rules.headers import guess_section
from geopts.rules.patterns import lazy

__all__ = ["colon_entry", "line_format", "whole_file"]

#: Formats that a single line gives away: customize_dtypes (op_cust_dtypes_config_parser.cc:25), keep_dtype, a fusion switch file.
_CUSTOMIZE_DTYPES = lazy(r".*:(?:Input|Output)Dtype:")
_KEEP_DTYPE = lazy(r"OpType\s*::")
_ON_OR_OFF = lazy(r":\s*(?:[oO][nN]|[oO][fF][fF])$")
_FUSION_SWITCH = lazy(r"[\w.]+\s*:\s*(?:[oO][nN]|[oO][fF][fF])$")
_FULL_WIDTH_COLON = "\uff1a"
_NAMES_ONLY = 3
_SLIPS = 2
_BLANK = lazy(f"[{WHITE_SPACE}]")
_AROUND_VALUE = WHITE_SPACE + "\"',;"
_NAME = lazy(r"[\w./:\-]+")


def line_format(text: str) -> str:
    """Name the format that the trimmed line is in; empty when it is none of the known ones."""
    # each pattern only where a part of it stands: thousands of lines may have to be looked at
    if "Dtype:" in text and _CUSTOMIZE_DTYPES.match(text):
        return "customize_dtypes file"
    if text.startswith("OpType") and _KEEP_DTYPE.match(text):
        return "keep_dtype list"
    return "fusion switch file" if _ON_OR_OFF.search(text) and _FUSION_SWITCH.match(text) else ""


def colon_entry(text: str) -> tuple[str, str] | None:
    """Give key and value of ``key: value``, a trimmed line: the value is a mode or close to one, or a blank follows the colon.

    The last colon counts, ASCII or full-width.
    """
    place = text.rfind(":") if text.isascii() else max(text.rfind(":"), text.rfind(_FULL_WIDTH_COLON))
    if place < 0:
        return None
    key, value = text[:place].rstrip(), text[place + 1 :]
    if not key or len(value.split(None, 2)) != 1:
        return None
    word = value.strip(_AROUND_VALUE)
    if _is_nearly_a_mode(word.lower()):
        return key, word
    return (key, word) if value[0] in WHITE_SPACE and not _BLANK.search(key) else None


@functools.lru_cache(maxsize=1024)
def _is_nearly_a_mode(word: str) -> bool:
    return word in MODES or any(distance(word, mode, _SLIPS) <= _SLIPS for mode in MODES)


def whole_file(document: Document) -> str:
    """Name the format of a file that is no list of modes at all; empty when it may be one.

    JSON is told by its first character, a list of bare names by having nothing else.
    """
    kinds = document.kinds
    if LineKind.IGNORED not in kinds:
        return ""
    first = next((line.lstrip() for line in document.lines if line and not line.isspace()), "")
    if first.startswith("{"):
        return "JSON file"
    if LineKind.ENTRY in kinds or LineKind.NAME_SECTION in kinds or LineKind.TYPE_SECTION in kinds:
        return ""
    texts = [document.lines[index].strip(WHITE_SPACE) for index, kind in enumerate(kinds) if kind == LineKind.IGNORED]
    others = len(kinds) - kinds.count(LineKind.BLANK) - kinds.count(LineKind.COMMENT) - len(texts)
    if others or len(texts) < _NAMES_ONLY:
        return ""
    if all(_NAME.fullmatch(text) and not text.isdigit() and guess_section(text) is None for text in texts):
        return "list of names"
    return ""
