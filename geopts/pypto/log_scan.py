"""The fast part of reading logs: find the few lines that matter in gigabytes, with a fixed amount of memory.

A chunk is read into one buffer and searched for fixed byte strings; Python code runs only where one of them is found.
"""

from __future__ import annotations

import enum
from typing import TYPE_CHECKING, NamedTuple, Protocol

from geopts.pypto.byte_search import finder
from geopts.pypto.log_lines import BUDGET, LAUNCH_FAILED, LAUNCH_START, SHAPE, TAG

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

__all__ = ["CHUNK", "Hit", "Kind", "Readable", "scan"]

#: Bytes read at a time: the searches pass over them while they are in the cache.
CHUNK = 1024 * 1024
#: The longest part of a line before and after the mark that is looked at; a record is 1024 bytes, a path 4096 at most.
REACH = 8192


class Kind(enum.Enum):
    """What was found; the value is the mark in the log."""

    RECORD = TAG
    BUDGET = BUDGET
    SHAPE = SHAPE
    START = LAUNCH_START
    FAILED = LAUNCH_FAILED


class Hit(NamedTuple):
    """A mark with its surroundings.

    :ivar head: the line before the mark.
    :ivar message: from the mark to the end of the line or the next record mark in it.
    :ivar before: up to 8 KiB between the previous hit and this one, for neighbours such as the reason a task was submitted.
    :ivar line: a number per line that holds a mark, so that marks of one line can be told from those of two.
    """

    kind: Kind
    head: bytes
    message: bytes
    before: bytes
    line: int


class Readable(Protocol):
    """A binary stream without a buffer of its own."""

    def readinto(self, buffer: memoryview, /) -> int | None:
        """Read up to ``len(buffer)`` bytes; 0 at the end."""


def scan(
    stream: Readable,
    *,
    launch_open: Callable[[], bool] = lambda: True,
    progress: Callable[[int], None] = lambda _count: None,
    chunk: int = CHUNK,
) -> Iterator[Hit]:
    """Find every mark, in order; what is found does not depend on the size of the chunks.

    :param launch_open: asked between hits: False saves the search for lines that matter only inside a launch.
    :param progress: called with the number of bytes of each chunk.
    :param chunk: bytes to read at a time.
    :raises OSError: whatever the stream raises.
    """
    buffer = bytearray(chunk + 3 * REACH)
    view = memoryview(buffer)
    find = finder(buffer)
    held = 0  # bytes kept from the last round
    start = 0  # marks before this place were dealt with
    previous = 0  # end of the last hit's message, or the beginning of the buffer
    line = 0
    line_end = 0
    while True:
        count = stream.readinto(view[held : held + chunk]) or 0
        total = held + count
        progress(count)
        marks = _Marks(find, total)
        waiting = False
        while (found := marks.first(start, every=launch_open())) is not None:
            kind, place = found
            end = buffer.find(b"\n", place, min(total, place + REACH))
            if end < 0:
                if count and total - place < REACH:
                    waiting = True  # the rest of the line is still to come
                    start = place
                    break
                end = min(total, place + REACH)
            message_end = other if kind is Kind.RECORD and (other := buffer.find(TAG, place + 1, end)) >= 0 else end
            line_start = buffer.rfind(b"\n", max(0, place - REACH), place) + 1 or max(0, place - REACH)
            if line_start >= line_end:
                line += 1
            line_end = end
            head = bytes(view[line_start:place])
            before = bytes(view[max(previous, line_start - REACH) : line_start]) if previous < line_start else b""
            yield Hit(kind, head, bytes(view[place:message_end]), before, line)
            previous = start = message_end
        if not count:
            return
        if not waiting:
            start = max(start, total - len(BUDGET) - len(SHAPE))  # a mark may be cut by the end of the chunk
        keep = max(0, start - 2 * REACH)
        held = total - keep
        buffer[:held] = buffer[keep:total]
        start, previous, line_end = start - keep, max(0, previous - keep), max(0, line_end - keep)


class _Marks:
    """The next place of each mark in the buffer; a search is repeated only once its result lies behind."""

    def __init__(self, find: Callable[[bytes, int, int], int], total: int) -> None:
        self.find = find
        self.total = total
        self.places = [-1] * len(_KINDS)

    def first(self, start: int, *, every: bool) -> tuple[Kind, int] | None:
        """Give the first mark at or after ``start``; launch starts and failures only if ``every``."""
        places = self.places
        best, best_place = -1, self.total
        for index in range(len(_KINDS) if every else _ALWAYS):
            place = places[index]
            if place < start:
                place = places[index] = self._find(_KINDS[index], start)
            if place < best_place:
                best, best_place = index, place
        return None if best < 0 else (_KINDS[best], best_place)

    def _find(self, kind: Kind, start: int) -> int:
        if kind is Kind.SHAPE:
            # Exclamation marks are rare in logs and a search for one byte is several times faster than for more.
            start = self.find(b"!", start, self.total)
            if start < 0:
                return self.total
        place = self.find(kind.value, start, self.total)
        return self.total if place < 0 else place


# Those that matter inside a launch only come last.
_KINDS = (Kind.RECORD, Kind.BUDGET, Kind.SHAPE, Kind.START, Kind.FAILED)
_ALWAYS = 3
