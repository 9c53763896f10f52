"""The portability report as text: one line for each option, by outcome."""

from __future__ import annotations

from collections.abc import Sequence

from geopts.frontends.base import Outcome, PortItem

__all__ = ["report_lines", "summary"]

_PLAIN = (Outcome.EXPRESSED, Outcome.RENAMED)
_WIDTH = max(len(outcome.value) for outcome in Outcome)


def report_lines(items: Sequence[PortItem], *, everything: bool = True) -> list[str]:
    """Give the report's lines.

    :param everything: tell what is plainly expressed too.
    """
    shown = [item for item in items if everything or item.outcome not in _PLAIN]
    lines: list[str] = []
    for outcome in Outcome:
        for item in shown:
            if item.outcome is outcome:
                lines += _item_lines(item)
    return lines


def _item_lines(item: PortItem) -> list[str]:
    source = item.source_spelling or item.key
    text = f" = {item.text}" if item.text else ""
    target = f" -> {item.spelling} = {item.written}" if item.spelling else ""
    lines = [f"  {item.outcome.value:<{_WIDTH}}  {source}{text}{target}"]
    indent = " " * (_WIDTH + 4)
    notes = [item.message] if item.message and (item.outcome not in _PLAIN) else []
    notes += [f"hint: {item.hint}"] if item.hint and item.lost else []
    notes += [f"[{item.source}]"] if item.source and (item.lost or item.outcome is Outcome.FIXED) else []
    return [*lines, *(f"{indent}{note}" for note in notes)]


def summary(items: Sequence[PortItem]) -> str:
    """Give one line of numbers: how many of the options asked for arrive."""
    asked = [item for item in items if item.text or item.lost]
    asked = [item for item in asked if item.outcome is not Outcome.LEFT_BEHIND or item.lost]
    lost = sum(item.lost for item in asked)
    changed = sum(item.outcome is Outcome.VALUE_CHANGED for item in asked)
    parts = [f"{len(asked) - lost} of {len(asked)} options arrive"]
    if changed:
        parts.append(f"{changed} with another value text")
    if lost:
        parts.append(f"{lost} lost")
    return ", ".join(parts)
