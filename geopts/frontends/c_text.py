"""Pieces of C and C++ source."""

from __future__ import annotations

from collections.abc import Iterable

from geopts.frontends.places import encode_text

__all__ = ["c_literal", "initializer_lines"]

_ESCAPES = {'"': '\\"', "\\": "\\\\", "\n": "\\n", "\r": "\\r", "\t": "\\t"}


def c_literal(text: str) -> str:
    """Give a string literal; control characters and bytes that are no UTF-8 are written in octal, always with three digits.

    A question mark behind another is escaped, since ``??/`` and its kind are trigraphs to a C compiler.
    """
    parts = ['"']
    before = ""
    for character in text:
        if character in _ESCAPES:
            parts.append(_ESCAPES[character])
        elif character < " " or character == "\x7f" or "\ud800" <= character <= "\udfff":
            parts += [f"\\{byte:03o}" for byte in encode_text(character)]
        else:
            parts.append("\\?" if character == before == "?" else character)
        before = character
    parts.append('"')
    return "".join(parts)


def initializer_lines(name: str, entries: Iterable[tuple[str, str]], *, indent: str = "    ") -> list[str]:
    """Give a ``std::map`` of GE's strings with its entries; keys are expressions, values texts."""
    inner = [f"{indent}    {{{key}, {c_literal(value)}}}," for key, value in entries]
    start = f"{indent}std::map<ge::AscendString, ge::AscendString> {name} = {{"
    return [start, *inner, f"{indent}}};"] if inner else [f"{start}}};"]
