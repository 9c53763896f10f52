"""Option values: which value type an option has, and `AllowHF32`, the one value that is a class of its own."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import attrs

from geopts.facts.rows import OptionRow, ValueKind
from geopts.facts.value_forms import LIST_FORMS
from geopts.value_lists import ListOf, Shape, Switches
from geopts.value_types import Bool, Enumeration, Integer, PathText, ValueType

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
                self.refuse(dict(value))
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
