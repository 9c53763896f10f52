"""From the text of one front end to that of another, with the portability report."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import attrs

from geopts.frontends import emit, find_front_end, read
from geopts.frontends.base import Emitted, Outcome, PortItem, ReadResult, Settings

__all__ = ["Conversion", "convert"]


@attrs.frozen(kw_only=True)
class Conversion:
    """A text read and written again.

    :ivar read: what the source gave.
    :ivar emitted: the target's text.
    :ivar items: the portability report: options first, then what the framework sets, then what stays behind.
    """

    read: ReadResult
    emitted: Emitted
    items: tuple[PortItem, ...]

    @property
    def lost(self) -> tuple[PortItem, ...]:
        """What does not reach GE as it was asked for."""
        return tuple(item for item in self.items if item.lost)

    def as_json(self) -> dict[str, Any]:
        """Give the report's JSON object."""
        return {
            "from": self.read.front_end,
            "to": self.emitted.front_end,
            "text": self.emitted.text,
            "file_name": self.emitted.file_name,
            "items": [item.as_json() for item in self.items],
            "predicted": {level: dict(table) for level, table in self.emitted.predicted.items()},
        }


def convert(
    text: str | bytes, source: str, target: str, *, path: str = "", settings: Settings | None = None
) -> Conversion:
    """Read a text of one front end and write its options for another.

    :param source: front end of the text, by name or alias.
    :param target: front end to write, by name or alias.
    :param settings: for the target; extra keys, names and unresolved values come from the text.
    :raises OptionValueError: no such front end or version.
    """
    row = find_front_end(target)
    found = read(text, source, path=path)
    names = {key: origin.spelling for key, origin in found.origins.items()}
    given = attrs.evolve(
        settings or Settings(),
        extra=found.extra,
        names=names,
        unresolved=tuple(symbol for symbol in found.symbols if symbol.key not in names),
    )
    emitted = emit(found.options, row.name, given)
    return Conversion(read=found, emitted=emitted, items=(*emitted.items, *_left_behind(found)))


def _left_behind(found: ReadResult) -> Iterator[PortItem]:
    for own in found.own:
        yield PortItem(
            key=own.spelling,
            outcome=Outcome.LEFT_BEHIND,
            text="" if own.value is None else str(own.value),
            source_spelling=own.spelling,
            message=f"belongs to {found.front_end} itself and never reaches GE",
        )
    for part in found.refused:
        yield PortItem(
            key=part.spelling,
            outcome=Outcome.INEXPRESSIBLE,
            text=part.text,
            source_spelling=part.spelling,
            lost=True,
            message=f"refused by {found.front_end} itself, so there is nothing to carry over",
            hint="see the finding",
        )
    for part in found.unknown:
        yield PortItem(
            key=part.spelling,
            outcome=Outcome.LEFT_BEHIND,
            text=part.text,
            source_spelling=part.spelling,
            lost=True,
            message=f"{found.front_end} has no such key, so what it should do is not known",
            hint="see the finding",
        )
