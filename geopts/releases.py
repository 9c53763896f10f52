"""Which generation of the op_precision.ini parser a CANN version has."""

from __future__ import annotations

import re
from typing import Literal

from geopts.facts.releases import FIRST_OLD, LAST_OLD, RELEASES

__all__ = ["attested_range", "parser_of"]

# Words that name a stage before the final release, in order. The final release is _FINAL; what is patched onto it comes after.
_STAGES = {"alpha": 0, "beta": 1, "rc": 2}
_FINAL = 3
_PATCH = 4
_VERSION = re.compile(
    r"([0-9]{1,6})\.([0-9]{1,6})(?:\.([0-9]{1,6}))?"  # 9.1 or 9.1.0
    r"(?:[.\-_+]?([a-z]+)[.\-_]?([0-9]{0,9})|[.\-_]([0-9]{1,9}))?"  # .RC1, -beta.2, .alpha002, .1
    r"([.\-_+ ].*)?",  # anything further makes it later than the version without it
    re.IGNORECASE,
)

_Order = tuple[int, int, int, int, int, bool]


def parser_of(cann: str) -> Literal["old"] | None:
    """Give the parser generation of a CANN version; None where it is not attested.

    Versions from 8.5.0 to 9.2.0-beta.2, both included, have the old parser (`geopts.facts.releases`). Every other version is not attested, and
    neither are the names of branches, which move on. ``CANN 9.1.0``, ``v9.1.0-beta.1``, ``9.0.0.RC1`` and ``8.5.1.alpha002`` are all understood;
    a stage (alpha, beta, RC) comes before the final release of its number.
    """
    order = _order(cann)
    if order is None:
        return None
    first, last = _order(FIRST_OLD), _order(LAST_OLD)
    return "old" if first is not None and last is not None and first <= order <= last else None


def attested_range() -> str:
    """Say in words what is attested, for messages."""
    sources = "; ".join(row.source for row in RELEASES if row.name in (FIRST_OLD, LAST_OLD))
    return f"CANN {FIRST_OLD} to {LAST_OLD} have the old parser ({sources}); other versions are not attested"


def _order(text: str) -> _Order | None:
    """The version as numbers that compare in the order of releases; None for text that is no version."""
    plain = re.sub(r"^\s*(?:cann)?[\s\-_:=]*v?", "", text, flags=re.IGNORECASE).strip()
    found = _VERSION.fullmatch(plain)
    if found is None:
        return None
    major, minor, micro, word, number, extra, rest = found.groups()
    if word is None:
        stage, count = (_FINAL, 0) if extra is None else (_PATCH, int(extra))
    else:
        stage, count = _STAGES.get(word.lower(), _PATCH), int(number or 0)
    return int(major), int(minor), int(micro or 0), stage, count, bool(rest)
