"""Which keys of a front end give an option: one, the two digits of allow_hf32, or one that means the same."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

import attrs

from geopts.facts.frontend_rows import FrontEndKey, Written
from geopts.facts.frontends import DIGITS
from geopts.facts.migration import PRECISION_MODES
from geopts.frontends.dialect import Encoded, Problem, companion_of, encode
from geopts.frontends.keys import by_ge_key, by_spelling
from geopts.option_set import OptionSet
from geopts.values import AllowHF32

__all__ = ["Assignment", "Scope", "look_up", "look_up_equivalent"]

ALLOW_HF32 = "ge.exec.allow_hf32"
PRECISION_MODE, PRECISION_MODE_V2 = "ge.exec.precision_mode", "ge.exec.precision_mode_v2"
#: A table, and the GE keys for which the front end looks there (None: all).
Scope = tuple[str, "frozenset[str] | None"]


@attrs.frozen(kw_only=True)
class Assignment:
    """One key of the front end with its value."""

    table: str
    row: FrontEndKey
    key: str
    written: Written
    reaches: str | None


def look_up(
    where: Sequence[Scope], key: str, text: str, texts: Mapping[str, str], usable: Callable[[FrontEndKey], bool]
) -> list[Assignment] | Problem | None:
    """Give the assignments for one option, or the first reason why there are none (None: no key at all)."""
    if key == ALLOW_HF32:
        digits = _digits(where, text)
        if digits:
            return digits
    first: Problem | None = None
    for table, keys in where:
        if keys is not None and key not in keys:
            continue
        for row in by_ge_key(table).get(key, ()):
            if not usable(row):
                continue
            encoded = _encode(table, row, key, text, texts)
            if isinstance(encoded, Encoded):
                one = Assignment(table=table, row=row, key=key, written=encoded.written, reaches=encoded.reaches)
                return [one]
            first = first or encoded
    return first


def look_up_equivalent(
    where: Sequence[Scope], key: str, text: str, texts: Mapping[str, str], usable: Callable[[FrontEndKey], bool]
) -> list[Assignment] | None:
    """Give the assignment of an option that means the same under another key, unless that key is asked for itself."""
    for other_key, other_text in _equivalents(key, text):
        found = look_up(where, other_key, other_text, texts, usable) if other_key not in texts else None
        if isinstance(found, list):
            return found
    return None


def _encode(table: str, row: FrontEndKey, key: str, text: str, texts: Mapping[str, str]) -> Encoded | Problem:
    companion = companion_of(table, row)
    if companion is not None and texts.get(companion[0]) != companion[1]:
        reason = f"{row.spelling} is sent only together with {companion[0]} = {companion[1]}"
        return Problem("refused-value", reason, f"set {companion[0]} too")
    return encode(table, row, key, text)


def _equivalents(key: str, text: str) -> Iterator[tuple[str, str]]:
    """Yield what means the same under another key."""
    for mode in PRECISION_MODES:
        if mode.v2 is None:
            continue
        if key == PRECISION_MODE and text in mode.v1:
            yield PRECISION_MODE_V2, mode.v2
        elif key == PRECISION_MODE_V2 and text == mode.v2:
            # the newer of two equal names first
            yield from ((PRECISION_MODE, first) for first in reversed(mode.v1))


def _digits(where: Sequence[Scope], text: str) -> list[Assignment]:
    """Give the two switches that make allow_hf32, where the front end has them."""
    value = _allow_hf32(text)
    for table, keys in where:
        rows = [next((d for d in DIGITS if d.table == table and d.digit == digit), None) for digit in (0, 1)]
        if value is None or None in rows or (keys is not None and ALLOW_HF32 not in keys):
            continue
        reaches = f"{int(value.conv)}{int(value.matmul)}"
        return [
            Assignment(
                table=table,
                row=by_spelling(table)[d.spelling],
                key=ALLOW_HF32,
                written=d.on if state else d.off,
                reaches=reaches,
            )
            for d, state in zip((d for d in rows if d is not None), (value.conv, value.matmul), strict=True)
        ]
    return []


def _allow_hf32(text: str) -> AllowHF32 | None:
    value = OptionSet({ALLOW_HF32: text}).get(ALLOW_HF32)
    return value if isinstance(value, AllowHF32) else None
