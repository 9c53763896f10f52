"""Pieces of Python source: literals and dicts, with double quotes where that needs no escapes."""

from __future__ import annotations

from collections.abc import Mapping

from geopts.facts.frontend_rows import Written

__all__ = ["dict_lines", "literal"]


def literal(value: Written) -> str:
    """Give a value as a Python literal on one line; any text, lone surrogates included, reads back as it was."""
    if not isinstance(value, str):
        return repr(value)
    shown = repr(value)
    return f'"{shown[1:-1]}"' if shown[0] == "'" and '"' not in value else shown


def dict_lines(entries: Mapping[str, Written], *, before: str = "", after: str = "", indent: str = "") -> list[str]:
    """Give a dict literal, one entry a line, between ``before`` and ``after``."""
    if not entries:
        return [f"{indent}{before}{{}}{after}"]
    inner = [f"{indent}    {literal(key)}: {literal(value)}," for key, value in entries.items()]
    return [f"{indent}{before}{{", *inner, f"{indent}}}{after}"]
