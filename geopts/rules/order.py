"""The order of findings in a file, kept while they come: what rules find is merged without holding all of it."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Iterator
from itertools import chain, islice

from geopts.findings import Finding

__all__ = ["in_order", "place"]

#: Findings of one rule that are held at a time: those of ten rules fit into a processor's cache.
_HELD = 128


def place(finding: Finding) -> int:
    """Give a finding's place as one number: line, then column; 0 for one without a place."""
    span = finding.span
    return (span.line << 32) + span.column if span is not None else 0


class _Source:
    """What one rule finds, some of it at hand."""

    __slots__ = ("_coming", "done", "held")

    def __init__(self, findings: Iterable[Finding]) -> None:
        self._coming = iter(findings)
        self.done = False
        self.held: list[Finding] = []
        self.fill(_HELD)

    def fill(self, number: int) -> None:
        """Hold at least ``number`` findings, or all that are left."""
        missing = number - len(self.held)
        if missing > 0 and not self.done:
            self.held.extend(islice(self._coming, missing))
            self.done = len(self.held) < number

    def take(self, limit: int | None) -> list[Finding]:
        """Take away what stands before ``limit``; all that is held for None."""
        cut = len(self.held) if limit is None else bisect_left(self.held, limit, key=place)
        taken = self.held[:cut]
        del self.held[:cut]
        return taken

    def rest(self) -> Iterator[Finding]:
        """Give what is held, and all that comes."""
        return chain(self.held, self._coming)


def in_order(sources: Iterable[Iterable[Finding]]) -> Iterator[Finding]:
    """Merge findings by place; at one place those of an earlier source come first.

    The findings of each source must rise by place themselves. Little of each is held at a time, and every source has begun before the
    first finding is given away, so that what cannot be done at all fails before anything is told.
    """
    active = [source for source in map(_Source, sources) if source.held]
    if len(active) == 1:
        return active[0].rest()
    return _merged(active)


def _merged(active: list[_Source]) -> Iterator[Finding]:
    while len(active) > 1:
        # up to the place that every unfinished source has passed, nothing can come any more
        limit = min((place(source.held[-1]) for source in active if not source.done), default=None)
        taken: list[Finding] = []
        for source in active:
            taken += source.take(limit)
        if not taken:
            for source in active:  # hundreds of findings at one place
                source.fill(2 * len(source.held))
            continue
        taken.sort(key=place)
        yield from taken
        for source in active:
            source.fill(_HELD)
        active = [source for source in active if source.held]
    for source in active:
        yield from source.rest()
