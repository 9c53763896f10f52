"""Lines of other files: formats that GE or ATC read elsewhere and that end up in an op_precision.ini by mistake."""

from __future__ import annotations

import re

from geopts.facts.dialects import MODES
from geopts.ini import WHITE_SPACE, Document, LineKind
from geopts.rules.closeness import distance
from geopts.rules.headers import guess_section
from geopts.rules.patterns import lazy

__all__ = ["colon_entry", "line_format", "whole_file"]

#: Formats that a single line gives away: customize_dtypes (op_cust_dtypes_config_parser.cc:25), keep_dtype, a fusion switch file.
_LINES = (
    (lazy(r".*:(?:Input|Output)Dtype:"), "customize_dtypes file"),
    (lazy(r"OpType\s*::"), "keep_dtype list"),
    (lazy(r"[\w.]+\s*:\s*(?:on|off)$", re.IGNORECASE), "fusion switch file"),
)
#: The last colon, ASCII or full-width, and what stands on its sides.
_COLON = lazy("(?P<key>.*?\\S)\\s*[:\uff1a](?P<value>[^:\uff1a]*)")
_NAMES_ONLY = 3
_NAME = lazy(r"[\w./:\-]+")


def line_format(text: str) -> str:
    """Name the format that the trimmed line is in; empty when it is none of the known ones."""
    return next((name for pattern, name in _LINES if pattern.match(text)), "")


def colon_entry(text: str) -> re.Match[str] | None:
    """Match ``key: value`` in a trimmed line: the value is a mode or close to one, or a blank follows the colon."""
    found = _COLON.fullmatch(text)
    if found is None:
        return None
    value = found["value"]
    if len(value.split()) != 1:
        return None
    word = value.strip(WHITE_SPACE + "\"',;").lower()
    if any(distance(word, mode, 2) <= 2 for mode in MODES):
        return found
    return found if value[0] in WHITE_SPACE and not any(char in WHITE_SPACE for char in found["key"]) else None


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
