"""Which mode a value was meant to be."""

from __future__ import annotations

import functools

from geopts.facts.dialects import MODES
from geopts.rules.closeness import distance, folded

__all__ = ["meant_mode", "meant_modes"]

_FAR = 3
_SHORTEST_PART = 4
_LETTERS = "abcdefghijklmnopqrstuvwxyz_"
_ALL_MODES = "\n".join(MODES)
_HEADS = frozenset(mode[:3] for mode in MODES)
_TAILS = frozenset(mode[-3:] for mode in MODES)
_LENGTHS = range(min(map(len, MODES)) - _FAR, max(map(len, MODES)) + _FAR + 1)


@functools.lru_cache(maxsize=1024)
def meant_modes(value: str) -> tuple[str, ...]:
    """Give the modes that a value is close to, or a part of; quick when it is close to none, and when it comes again.

    Another number is another thing: ``keep_fp32`` is not a slip for ``keep_fp16``.
    """
    plain = value.strip().lower()
    if not plain.isidentifier():
        plain = plain.replace("-", "_").replace(" ", "_")
    if plain in MODES:
        return (plain,)
    if len(plain) >= _SHORTEST_PART and plain in _ALL_MODES:
        return tuple([mode for mode in MODES if plain in mode])
    if len(plain) not in _LENGTHS or not (plain[:3] in _HEADS or plain[-3:] in _TAILS):
        return ()
    candidates = _BY_DIGITS.get(_digits(plain))
    if candidates is None:
        return ()
    letters = folded(plain)
    found: dict[str, int] = {}
    closest = _FAR
    for mode in candidates:
        found[mode] = far = 0 if folded(mode) == letters else distance(plain, mode, closest)
        closest = min(closest, far)
    return tuple([mode for mode, far in found.items() if far == closest])


def meant_mode(value: str) -> str | None:
    """Give the one mode that a value is close to; None when there is none, or more than one."""
    found = meant_modes(value)
    return found[0] if len(found) == 1 else None


def _digits(text: str) -> str:
    rest = text.strip(_LETTERS)  # which leaves little to look at, or nothing
    return rest if not rest or rest.isdigit() else "".join(filter(str.isdigit, rest))


_BY_DIGITS = {digits: [mode for mode in MODES if _digits(mode) == digits] for digits in map(_digits, MODES)}
