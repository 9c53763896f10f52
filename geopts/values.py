"""Option values: one small class per kind, each with ``accept`` (Python or text in), ``format`` (GE's text out) and ``describe``.

The text forms are parsed exactly as GE takes them; a bool is never an int and an int is never a bool.
"""

from __future__ import annotations

import os
import re
from collections.abc import Mapping, Sequence
from difflib import get_close_matches
from typing import Any

import attrs

from geopts.errors import OptionValueError
from geopts.facts.rows import OptionRow, ValueKind
from geopts.facts.value_forms import LIST_FORMS, ListForm

__all__ = ["AllowHF32", "ValueType", "value_type"]

#: allow_hf32 as the engine takes it (op_impl_mode_config_parser.cc:30-44): left digit conv, right digit matmul.
_ALLOW_HF32_TEXTS = {
    "true": (True, True),
    "1": (True, True),
    "11": (True, True),
    "false": (False, False),
    "0": (False, False),
    "00": (False, False),
    "10": (True, False),
    "01": (False, True),
}


@attrs.frozen
class AllowHF32:
    """Whether convolutions and matrix products may compute float32 as HF32.

    ``true``, ``1`` and ``11`` are equal, and so are ``false``, ``0`` and ``00``; `text` is what goes to GE.
    """

    conv: bool
    matmul: bool
    text: str = attrs.field(eq=False)

    @text.default
    def _default_text(self) -> str:
        # true and false pass the check of every front end, two digits only that of build_model and sessions (option_utils.cc:1413-1422)
        if self.conv is self.matmul:
            return "true" if self.conv else "false"
        return f"{int(self.conv)}{int(self.matmul)}"

    def __str__(self) -> str:
        return self.text


@attrs.frozen
class ValueType:
    """What one option takes. Subclasses say how."""

    row: OptionRow

    def accept(self, value: object) -> Any:
        """Check a value and give its Python form.

        :raises OptionValueError: the option does not take it.
        """
        if isinstance(value, str):
            return self.parse(value)
        return self.refuse(value)

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

    def refuse(self, value: object, reason: str = "") -> Any:
        """Raise the error for ``value`` with what is allowed and the closest allowed text."""
        name = self.row.constant if self.row.constant and self.row.ir_option else self.row.key
        allowed = self.candidates()
        close = get_close_matches(str(value).strip().strip("\"'"), allowed, n=1, cutoff=0.6) if allowed else []
        if not close and isinstance(value, str):
            close = [text for text in allowed if text.lower() == value.strip().strip("\"'").lower()]
        why = f" ({reason})" if reason else ""
        raise OptionValueError(
            f"{name} ({self.row.key}): {value!r} is not allowed{why}; it takes {self.describe()}",
            option=name,
            value=value,
            allowed=allowed or (self.describe(),),
            suggestion=close[0] if close else None,
            source="; ".join(self.row.source),
            hint=f"write {close[0]!r}" if close and isinstance(value, str) else f"write {self.describe()}",
        )


@attrs.frozen
class Bool(ValueType):
    """A bool with one text for each of its values; the empty text where GE takes it as unset."""

    true: str
    false: str

    def accept(self, value: object) -> Any:
        """Accept a bool or one of the two texts."""
        if isinstance(value, int) and not isinstance(value, bool):
            return self.refuse(value, "an int is no bool")
        return value if isinstance(value, bool) else super().accept(value)

    def parse(self, text: str) -> Any:
        """Read one of the two texts."""
        if text not in (self.true, self.false):
            reason = (
                "text is compared letter by letter" if text.lower() in (self.true.lower(), self.false.lower()) else ""
            )
            return self.refuse(text, reason)
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
            return self.refuse(text)
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
            if (low is not None and value < low) or (high is not None and value > high):
                return self.refuse(value, "out of range")
            return value
        return super().accept(value)

    def parse(self, text: str) -> Any:
        """Read decimal digits with an optional minus sign."""
        if not re.fullmatch(r"-?[0-9]{1,20}", text):
            return self.refuse(text, "decimal digits only")
        return self.accept(int(text))

    def describe(self) -> str:
        """Say the bounds."""
        low, high = self.row.value_range or (None, None)
        if low is not None and high is not None:
            return f"an integer from {low} to {high}"
        return f"an integer of at least {low}" if low is not None else "an integer"


@attrs.frozen
class ListOf(ValueType):
    """A list: a tuple where GE's separators are stated, else GE's text."""

    form: ListForm | None

    def accept(self, value: object) -> Any:
        """Accept text, or a sequence (of sequences for lists of tuples) where the separators are stated."""
        if isinstance(value, str):
            return self.parse(value)
        form = self.form
        if form is None or not isinstance(value, Sequence) or isinstance(value, (bytes, bytearray)) or not value:
            return self.refuse(value)
        if form.inner is None:
            return tuple(self._part(part, value) for part in value)
        return tuple(
            tuple(self._part(part, value) for part in ([item] if isinstance(item, (str, int)) else item))
            for item in value
        )

    def parse(self, text: str) -> Any:
        """Split and check a list as far as its form is stated."""
        form = self.form
        if not text:
            return self.refuse(text, "empty")
        if form is None:
            return text
        elements = text.split(form.separator)
        if form.inner is None:
            return tuple(self._part(part, text) for part in elements)
        return tuple(tuple(self._part(part, text) for part in element.split(form.inner)) for element in elements)

    def _part(self, part: object, whole: object) -> int | str:
        """Check one element and give its Python form."""
        form, allowed = self.form, self.row.allowed_values
        if form is not None and form.integers:
            if isinstance(part, str) and re.fullmatch(r"-?[0-9]{1,20}", part):
                return int(part)
            if isinstance(part, int) and not isinstance(part, bool):
                return part
            self.refuse(whole, f"{part!r} is no integer")
        if isinstance(part, bool) and allowed == ("true", "false"):
            return "true" if part else "false"
        if not isinstance(part, str) or not part:
            self.refuse(whole, f"{part!r} is no element of it")
        text = str(part)
        if text != text.strip():
            self.refuse(whole, f"GE does not trim the blank in {text!r}")
        if form is not None and (form.separator in text or (form.inner or form.separator) in text):
            self.refuse(whole, f"{text!r} holds the separator")
        if allowed and text not in allowed:
            self.refuse(whole, f"{text!r} is none of {', '.join(allowed)}")
        return text

    def format(self, value: Any) -> str:
        """Join the elements with GE's separators."""
        form = self.form
        if form is None or isinstance(value, str):
            return str(value)
        return form.separator.join(
            (form.inner or "").join(map(str, item)) if isinstance(item, tuple) else str(item) for item in value
        )

    def describe(self) -> str:
        """Say the separators and the elements."""
        form = self.form
        if form is None:
            return "a list in GE's own text"
        elements = "integers" if form.integers else "names"
        if self.row.allowed_values:
            elements = " / ".join(self.row.allowed_values)
        if form.inner:
            return f"groups of {elements} joined by {form.inner!r}, the groups joined by {form.separator!r}, or a list of lists"
        return f"{elements} joined by {form.separator!r}, or a list"


@attrs.frozen
class Switches(ValueType):
    """``Name:on;Name:off``, a mapping of names to bools (graph/option/optimization_option.cc:132-173)."""

    def accept(self, value: object) -> Any:
        """Accept text or a mapping of names to bools."""
        if not isinstance(value, Mapping):
            return super().accept(value)
        for name, state in value.items():
            if not isinstance(name, str) or not name or ":" in name or ";" in name or not isinstance(state, bool):
                return self.refuse(dict(value), f"{name!r} = {state!r} is no switch")
        return dict(value) if value else self.refuse({}, "empty")

    def parse(self, text: str) -> Any:
        """Check every pair; GE only logs a malformed one and goes on without it."""
        switches: dict[str, bool] = {}
        for pair in text.split(";"):
            name, colon, state = pair.partition(":")
            if not colon or not name or state not in ("on", "off"):
                return self.refuse(text, f"GE ignores the malformed pair {pair!r}")
            if name in switches:
                return self.refuse(text, f"{name!r} stands twice")
            switches[name] = state == "on"
        return switches

    def format(self, value: Any) -> str:
        """Join the switches."""
        return ";".join(f"{name}:{'on' if state else 'off'}" for name, state in value.items())

    def describe(self) -> str:
        """Say the form."""
        return "'Pass:on;Other:off', or a table of names and True or False"


@attrs.frozen
class Shape(ValueType):
    """Shapes in GE's text, or a mapping of input names to dimensions."""

    def accept(self, value: object) -> Any:
        """Accept text, or a mapping of names to sequences of dimensions."""
        if isinstance(value, Mapping):
            if not value:
                return self.refuse({})
            return ";".join(f"{name}:{self._dims(dims, value)}" for name, dims in value.items())
        return super().accept(value)

    def _dims(self, dims: object, whole: Mapping[Any, Any]) -> str:
        if not isinstance(dims, Sequence) or isinstance(dims, (str, bytes)):
            self.refuse(dict(whole), f"{dims!r} is no list of dimensions")
            return ""
        for dim in dims:
            if isinstance(dim, bool) or not isinstance(dim, (int, str)):
                self.refuse(dict(whole), f"{dim!r} is no dimension")
        return ",".join(str(dim) for dim in dims)

    def parse(self, text: str) -> Any:
        """Take GE's text; the notations are several, so only emptiness is refused."""
        return text if text else self.refuse(text, "empty")

    def describe(self) -> str:
        """Say the form."""
        return "shapes in GE's text such as 'data:1,3,224,224;mask:1,77', or a table of names and lists of dimensions"


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
            return self.refuse(text, "empty" if not text else "holds NUL")
        return text

    def describe(self) -> str:
        """Say what the path should be."""
        return "the path of a directory" if self.row.value_kind is ValueKind.PATH_DIR else "the path of a file"


@attrs.frozen
class AllowHF32Type(ValueType):
    """allow_hf32: a bool, a table of conv and matmul, or one of the engine's eight texts."""

    def accept(self, value: object) -> Any:
        """Accept `AllowHF32`, a bool, a mapping, or text."""
        if isinstance(value, AllowHF32):
            return value
        if isinstance(value, bool):
            return AllowHF32(value, value)
        if isinstance(value, Mapping):
            if set(value) != {"conv", "matmul"} or not all(isinstance(v, bool) for v in value.values()):
                return self.refuse(dict(value))
            return AllowHF32(value["conv"], value["matmul"])
        return super().accept(value)

    def parse(self, text: str) -> Any:
        """Read one of the eight texts."""
        digits = _ALLOW_HF32_TEXTS.get(text)
        return AllowHF32(*digits, text) if digits else self.refuse(text)

    def format(self, value: Any) -> str:
        """Give the text that was written, or the one every front end takes."""
        return str(value)

    def describe(self) -> str:
        """Say all forms."""
        return "True, False, a table { conv = ..., matmul = ... }, or one of the engine's texts " + ", ".join(
            _ALLOW_HF32_TEXTS
        )

    def candidates(self) -> tuple[str, ...]:
        """Give the eight texts."""
        return tuple(_ALLOW_HF32_TEXTS)


def value_type(row: OptionRow) -> ValueType:
    """Give the value type of an option."""
    if row.key == "ge.exec.allow_hf32":
        return AllowHF32Type(row)
    kind = row.value_kind
    if kind is ValueKind.BOOL_01:
        return Bool(row, "1", "0")
    if kind is ValueKind.BOOL_TRUE_FALSE:
        return Bool(row, "true", "false")
    if kind is ValueKind.BOOL_CAPITALISED:
        return Bool(row, "True", "False")
    if kind is ValueKind.ENUM:
        texts = dict.fromkeys(text for text in (*(row.allowed_values or ()), *(row.code_accepted_values or ())) if text)
        return Enumeration(row, tuple(texts))
    if kind is ValueKind.INT:
        return Integer(row)
    if kind is ValueKind.LIST:
        return ListOf(row, LIST_FORMS.get(row.key))
    if kind is ValueKind.KEY_VALUE_LIST:
        return Switches(row)
    if kind is ValueKind.SHAPE:
        return Shape(row)
    if kind in (ValueKind.PATH_FILE, ValueKind.PATH_DIR):
        return PathText(row)
    return ValueType(row)
