"""Which mode a value was meant to be."""

from __future__ import annotations

from geopts.facts.dialects import MODES
from geopts.rules.closeness import distance, folded

__all__ = ["meant_mode", "meant_modes"]

_FAR = 3
_SHORTEST_PART = 4
_HEADS = frozenset(mode[:3] for mode in MODES)
_TAILS = frozenset(mode[-3:] for mode in MODES)
_LENGTHS = range(min(map(len, MODES)) - _FAR, max(map(len, MODES)) + _FAR + 1)


def meant_modes(value: str) -> list[str]:
    """Give the modes that a value is close to, or a part of; quick when it is close to none.

    Another number is another thing: ``keep_fp32`` is not a slip for ``keep_fp16``.
    """
    plain = value.strip().lower().replace("-", "_").replace(" ", "_")
    if plain in MODES:
        return [plain]
    if len(plain) >= _SHORTEST_PART and len(plain) < _LENGTHS.stop:
        parts = [mode for mode in MODES if plain in mode]
        if parts:
            return parts
    if len(plain) not in _LENGTHS or not (plain[:3] in _HEADS or plain[-3:] in _TAILS):
        return []
    found: list[str] = []
    closest = _FAR
    for mode in MODES:
        far = 0 if folded(mode) == folded(plain) else distance(plain, mode, closest)
        if far <= closest and _digits(mode) == _digits(plain):
            found = [mode] if far < closest else [*found, mode]
            closest = far
    return found


def meant_mode(value: str) -> str | None:
    """Give the one mode that a value is close to; None when there is none, or more than one."""
    found = meant_modes(value)
    return found[0] if len(found) == 1 else None


def _digits(text: str) -> list[str]:
    return [char for char in text if char.isdigit()]
