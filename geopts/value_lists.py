"""How values that hold several are taken: lists, switches by name, shapes by name."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

import attrs

from geopts.facts.value_forms import ListForm
from geopts.ini import WHITE_SPACE
from geopts.value_types import ValueType, fits, shown

__all__ = ["ListOf", "Shape", "Switches"]


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
            self.refuse(value)
        if form.inner is None:
            return tuple(self._part(part, value) for part in value)
        return tuple(self._group(item, value) for item in value)

    def _group(self, item: object, whole: object) -> tuple[int | str, ...]:
        """Check one element of a list of lists; a single part stands for a group of one."""
        if isinstance(item, (str, int)):
            return (self._part(item, whole),)
        if not isinstance(item, Sequence) or isinstance(item, (bytes, bytearray)) or not item:
            self.refuse(whole, f"{shown(item)} is no group of it")
        return tuple(self._part(part, whole) for part in item)

    def parse(self, text: str) -> Any:
        """Split and check a list as far as its form is stated."""
        form = self.form
        if not text:
            self.refuse(text, "empty")
        if form is None:
            return text
        elements = text.split(form.separator)
        if form.inner is None:
            return tuple(self._part(part, text) for part in elements)
        return tuple(tuple(self._part(part, text) for part in element.split(form.inner)) for element in elements)

    def _part(self, part: object, whole: object) -> int | str:
        """Check one element and give its Python form."""
        form, allowed = self.form, self.row.allowed_values
        if form is not None and form.trimmed and isinstance(part, str):
            part = part.strip(WHITE_SPACE)
        if form is not None and form.integers:
            if isinstance(part, str) and re.fullmatch(r"-?[0-9]{1,20}", part):
                part = int(part)
            if isinstance(part, int) and not isinstance(part, bool):
                return part if fits(part) else self.refuse(whole, "out of range")
            self.refuse(whole, f"{shown(part)} is no integer")
        if isinstance(part, bool) and allowed == ("true", "false"):
            return "true" if part else "false"
        if not isinstance(part, str) or not part:
            self.refuse(whole, f"{shown(part)} is no element of it")
        text = str(part)
        if text != text.strip():
            self.refuse(whole, f"GE does not trim the blank in {shown(text)}")
        if form is not None and (form.separator in text or (form.inner or form.separator) in text):
            self.refuse(whole, f"{shown(text)} holds the separator")
        if allowed and text not in allowed:
            self.refuse(whole, f"{shown(text)} is none of {', '.join(allowed)}")
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
                self.refuse(dict(value), f"{shown(name)} = {shown(state)} is no switch")
        return dict(value) if value else self.refuse({}, "empty")

    def parse(self, text: str) -> Any:
        """Check every pair; GE only logs a malformed one and goes on without it."""
        switches: dict[str, bool] = {}
        for pair in text.split(";"):
            name, colon, state = pair.partition(":")
            if not colon or not name or state not in ("on", "off"):
                self.refuse(text, f"GE ignores the malformed pair {shown(pair)}")
            if name in switches:
                self.refuse(text, f"{shown(name)} stands twice")
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
            for name in value:
                if not isinstance(name, str) or not name or ";" in name:
                    self.refuse(dict(value), f"{shown(name)} is no name of an input")
            if not value:
                self.refuse({})
            return ";".join(f"{name}:{self._dims(dims, value)}" for name, dims in value.items())
        return super().accept(value)

    def _dims(self, dims: object, whole: Mapping[Any, Any]) -> str:
        if not isinstance(dims, Sequence) or isinstance(dims, (str, bytes)):
            self.refuse(dict(whole), f"{shown(dims)} is no list of dimensions")
        for dim in dims:
            if isinstance(dim, bool) or not (isinstance(dim, str) or (isinstance(dim, int) and fits(dim))):
                self.refuse(dict(whole), f"{shown(dim)} is no dimension")
        return ",".join(str(dim) for dim in dims)

    def parse(self, text: str) -> Any:
        """Take GE's text; the notations are several, so only emptiness is refused."""
        return text or self.refuse(text, "empty")

    def describe(self) -> str:
        """Say the form."""
        return "shapes in GE's text such as 'data:1,3,224,224;mask:1,77', or a table of names and lists of dimensions"
