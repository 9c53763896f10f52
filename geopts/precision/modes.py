"""Reading the name of a precision mode as GE does."""

from __future__ import annotations

from difflib import get_close_matches
from functools import lru_cache

from geopts.errors import OptionValueError
from geopts.facts.dialects import MODES, OP_PRECISION, PrecisionMode

__all__ = ["PrecisionMode", "closest_mode", "parse_mode"]


@lru_cache(maxsize=1024)  # one slip often stands in thousands of entries
def closest_mode(text: str) -> str | None:
    """Give the mode's name that ``text`` may have meant; None when nothing is close."""
    plain = text.strip().strip("\"'").lower().replace("-", "_").replace(" ", "_")
    close = get_close_matches(plain, MODES, n=1, cutoff=0.6)
    return close[0] if close else None


def parse_mode(text: object, *, option: str = "OP_PRECISION_MODE") -> PrecisionMode:
    """Read a mode exactly as GE does.

    :param text: the mode's name, case-sensitive, without blanks.
    :param option: what the value belongs to, for the message.
    :raises OptionValueError: for anything else; GE drops such an entry and goes on without it.
    """
    mode = MODES.get(text) if isinstance(text, str) else None
    if mode is not None:
        return mode
    close = closest_mode(str(text))
    raise OptionValueError(
        f"{option}: {text!r} is no precision mode; GE drops such an entry and only its own log says so",
        option=option,
        value=text,
        allowed=tuple(MODES),
        suggestion=close,
        source=OP_PRECISION.source,
        hint=(f"write {close!r}; " if close else "") + "allowed are " + ", ".join(MODES),
    )
