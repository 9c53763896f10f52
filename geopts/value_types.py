"""How single values are taken: a class per kind, each with ``accept`` (Python or text in), ``format`` (GE's text out) and ``describe``.

The text forms are parsed exactly as GE takes them; a bool is never an int and an int is never a bool.
"""

from __future__ import annotations

import os
import re
from difflib import get_close_matches
from typing import Any, NoReturn

import attrs

from geopts.errors import OptionValueError
from geopts.facts.rows import OptionRow, ValueKind

__all__ = ["Bool", "Enumeration", "Integer", "PathText", "ValueType", "fits", "in_a_spec", "shown"]

#: What people write for a switch.
_SWITCH_WORDS = {
    **dict.fromkeys(("true", "1", "on", "yes", "y", "enable", "enabled"), True),
    **dict.fromkeys(("false", "0", "off", "no", "n", "disable", "disabled"), False),
}
_LONGEST_SHOWN = 200


@attrs.frozen
class ValueType:
    """What one option takes. Subclasses say how."""

    row: OptionRow

    def accept(self, value: object) -> Any:
        """Check a value and give its Python form.

        :raises OptionValueError: the option does not take it.
        """
        if not isinstance(value, str):
            self.refuse(value)
        return self.parse(value)

    def parse(self, text: str) -> Any:
        """Read GE's own text.

        :raises OptionValueError: GE does not take the text.
        """
        return text

    def format(self, value: Any) -> str:
        """Give the text GE takes."""
        return str(value)

    def describe(self) -> str:
        """Say in words what is allowed."""
        return "text"

    def candidates(self) -> tuple[str, ...]:
        """Allowed texts, where they can be listed."""
        return ()

    def refuse(self, value: object, reason: str = "") -> NoReturn:
        """Raise the error for ``value`` with what is allowed and the closest allowed text."""
        name = self.row.constant if self.row.constant and self.row.ir_option else self.row.key
        allowed, told = self.candidates(), shown(value)
        suggestion = self.suggest(value if isinstance(value, str) else told)
        why = f" ({reason})" if reason else ""
        raise OptionValueError(
            f"{name} ({self.row.key}): {told} is not allowed{why}; it takes {self.describe()}",
            option=name,
            value=value,
            allowed=allowed or (self.describe(),),
            suggestion=suggestion,
            source="; ".join(self.row.source),
            hint=f"write {suggestion!r}" if suggestion and isinstance(value, str) else f"write {self.describe()}",
        )

    def suggest(self, text: str) -> str | None:
        """Give the allowed text that ``text`` may have meant; None when nothing is close."""
        plain = text.strip().strip("\"'")
        allowed = self.candidates()
        same = (candidate for candidate in allowed if candidate.lower() == plain.lower())
        return next(same, None) or next(iter(get_close_matches(plain, allowed, n=1, cutoff=0.6)), None)


#: Python's words for a bool, where they are not a text in quotes.
_PYTHON_BOOL = re.compile(r"(?<![\w'])(True|False)(?![\w'])")


def in_a_spec(error: OptionValueError) -> tuple[str, str]:
    """Give message and hint of a refused value for a reader of TOML or JSON, whose key names the option already."""
    told = error.message.partition(": ")[2] if error.message.startswith(f"{error.option} (") else error.message
    value, middle, rest = told.partition(" is not allowed")
    if isinstance(error.value, str):
        return value + middle + _spec_words(rest), _spec_words(error.hint)
    return _spec_words(told), _spec_words(error.hint)


def _spec_words(text: str) -> str:
    return _PYTHON_BOOL.sub(lambda match: match[0].lower(), text)


def fits(value: int) -> bool:
    """Say whether a number fits into the 64 bits that GE reads one into."""
    return -(2**63) <= value < 2**63


def shown(value: object) -> str:
    """Write a value for a message: shortened, and whatever it is."""
    try:
        text = repr(value)
    except (ValueError, RecursionError):  # an int of thousands of digits, lists within lists without end
        return f"this {type(value).__name__}"
    return text if len(text) <= _LONGEST_SHOWN else f"{text[: _LONGEST_SHOWN - 3]}..."


@attrs.frozen
class Bool(ValueType):
    """A bool with one text for each of its values. The empty text, which GE takes as unset, is refused: leave the option out."""

    true: str
    false: str

    def accept(self, value: object) -> Any:
        """Accept a bool or one of the two texts."""
        if isinstance(value, int) and not isinstance(value, bool):
            self.refuse(value, "an int is no bool")
        return value if isinstance(value, bool) else super().accept(value)

    def parse(self, text: str) -> Any:
        """Read one of the two texts."""
        if text not in (self.true, self.false):
            reason = (
                "text is compared letter by letter" if text.lower() in (self.true.lower(), self.false.lower()) else ""
            )
            self.refuse(text, reason)
        return text == self.true

    def format(self, value: Any) -> str:
        """Give the text of a bool."""
        return self.true if value else self.false

    def describe(self) -> str:
        """Say both texts."""
        return f"True or False (in GE's text {self.true!r} or {self.false!r})"

    def candidates(self) -> tuple[str, ...]:
        """Give both texts."""
        return (self.true, self.false)

    def suggest(self, text: str) -> str | None:
        """Give the text of the bool that a word such as ``on`` means."""
        meant = _SWITCH_WORDS.get(text.strip().strip("\"'").lower())
        return super().suggest(text) if meant is None else self.format(meant)


@attrs.frozen
class Enumeration(ValueType):
    """One of a list of texts; where all are numbers, an int is taken and given back."""

    texts: tuple[str, ...]

    @property
    def numeric(self) -> bool:
        """All texts are decimal numbers."""
        return all(text.isdigit() for text in self.texts)

    def accept(self, value: object) -> Any:
        """Accept one of the texts, or an int where all texts are numbers."""
        if self.numeric and isinstance(value, int) and not isinstance(value, bool):
            return self.parse(str(value))
        return super().accept(value)

    def parse(self, text: str) -> Any:
        """Read one of the texts."""
        if text not in self.texts:
            self.refuse(text)
        return int(text) if self.numeric else text

    def describe(self) -> str:
        """List the texts."""
        return "one of " + ", ".join(self.texts)

    def candidates(self) -> tuple[str, ...]:
        """Give the texts."""
        return self.texts


@attrs.frozen
class Integer(ValueType):
    """A decimal integer within the documented bounds."""

    def accept(self, value: object) -> Any:
        """Accept an int (no bool) or its decimal text."""
        if isinstance(value, int) and not isinstance(value, bool):
            low, high = self.row.value_range or (None, None)
            if (low is not None and value < low) or (high is not None and value > high) or not fits(value):
                self.refuse(value, "out of range")
            return value
        return super().accept(value)

    def parse(self, text: str) -> Any:
        """Read decimal digits with an optional minus sign."""
        if not re.fullmatch(r"-?[0-9]{1,20}", text):
            self.refuse(text, "decimal digits only")
        return self.accept(int(text))

    def describe(self) -> str:
        """Say the bounds."""
        low, high = self.row.value_range or (None, None)
        if low is not None and high is not None:
            return f"an integer from {low} to {high}"
        return f"an integer of at least {low}" if low is not None else "an integer"


@attrs.frozen
class PathText(ValueType):
    """A path of a file or a directory."""

    def accept(self, value: object) -> Any:
        """Accept text or a path object."""
        if isinstance(value, os.PathLike):
            value = os.fspath(value)
        return super().accept(value)

    def parse(self, text: str) -> Any:
        """Take any path that is not empty and can be handed to C."""
        if not text or "\0" in text:
            self.refuse(text, "empty" if not text else "holds NUL")
        return text

    def describe(self) -> str:
        """Say what the path should be."""
        return "the path of a directory" if self.row.value_kind is ValueKind.PATH_DIR else "the path of a file"
