"""Lines that somebody meant as a section header and GE does not take for one."""

from __future__ import annotations

import functools
import re

from geopts.ini import Section
from geopts.rules.closeness import distance
from geopts.rules.patterns import lazy

__all__ = ["BRACKET", "CLOSING", "OPENING", "guess_section", "is_bracketed", "words_of_header"]

#: Brackets that people write where GE wants ``[`` and ``]``, full-width ones among them.
OPENING, CLOSING = "[({<\u3010\uff3b\u3014", "])}>\u3011\uff3d\u3015"
BRACKET = lazy(f"[{re.escape(OPENING)}]")
_BRACKETED = lazy(rf"[{re.escape(OPENING)}]\s*([^{re.escape(CLOSING)}=#;]*)")
#: The bare words, perhaps quoted or with one bracket or colon behind them; nothing else on the line.
_BARE = lazy(r"[\"'`]?\s*([A-Za-z][A-Za-z_\- ]*?)\s*[\])}>:;\"'`]*")
#: Spellings further than two letters from the right one that can mean only one of the two.
_ALIASES = {"byname": Section.BY_NODE_NAME, "bynode": Section.BY_NODE_NAME, "bynodes": Section.BY_NODE_NAME}
_WORDS = {"bynodename": Section.BY_NODE_NAME, "byoptype": Section.BY_OP_TYPE}
_NOT_BARE = lazy(r"[^A-Za-z_\-\s\])}>:;\"'`]")
_NO_LETTER = lazy("[^a-z]")
_CLOSE, _BARE_CLOSE = 2, 1
_LONGEST_BARE = 40


def is_bracketed(text: str) -> bool:
    """Whether the line, trimmed, starts with an opening bracket."""
    return text[:1] in OPENING if text else False


def words_of_header(text: str) -> str:
    """Give what stands in the brackets of a bracketed line."""
    found = _BRACKETED.match(text)
    return found.group(1).strip() if found else ""


def guess_section(text: str) -> Section | None:
    """Give the section that the trimmed line ``text`` was meant to open; None where it was not, or could be either.

    ``[ByNodeType]`` is as far from one as from the other, so it means neither.
    """
    found = _BRACKETED.match(text) if text[:1] in OPENING else None
    limit = _CLOSE
    if found is None:
        if len(text) > _LONGEST_BARE:
            return None
        lower = text.lower()
        if "type" not in lower and "name" not in lower and "byn" not in lower and "byo" not in lower:
            return None  # one slip leaves one of these parts of a bare header as it is
        if _NOT_BARE.search(text) is not None:
            return None
        found, limit = _BARE.fullmatch(text), _BARE_CLOSE
        if found is None:
            return None
    letters = _NO_LETTER.sub("", found.group(1).lower())
    section = _WORDS.get(letters) or _ALIASES.get(letters)
    if section is not None or not letters:
        return section if limit == _CLOSE or letters in _WORDS else None
    return _close_section(letters, limit)


@functools.lru_cache(maxsize=1024)
def _close_section(letters: str, limit: int) -> Section | None:
    return next((meant for word, meant in _WORDS.items() if distance(letters, word, limit) <= limit), None)
