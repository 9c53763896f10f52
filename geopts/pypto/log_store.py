"""Where tuning lines wait until every file is read, and the order in which they come out again.

Lines of one thread may lie in several files that were read in any order (``grep -r`` sorts nothing), so launches can only be built
at the end. Messages go to a spool that moves to a temporary file beyond 16 MiB; per message 8 bytes stay in memory.
"""

from __future__ import annotations

import heapq
import io
import mmap
import struct
import weakref
from array import array
from typing import IO, TYPE_CHECKING, NamedTuple

from geopts.pypto.log_lines import read_record

if TYPE_CHECKING:
    from collections.abc import Iterator

    from geopts.pypto.log_files import Origin
    from geopts.pypto.log_lines import Prefix
    from geopts.pypto.log_records import Record

__all__ = ["Process", "RecordStore", "Thread", "thread_of"]

_SPOOL = 16 * 1024 * 1024
_HEADER = struct.Struct("<QH")


class Process(NamedTuple):
    """What tells processes apart: the pid of the file's name and the log root, which differs between machines.

    Files whose name has no pid are one process per directory, as far as anybody can tell.
    """

    root: str
    pid: int | None


class Thread(NamedTuple):
    """What tells threads apart; a file's path counts only when its name has no pid."""

    process: Process
    tid: int | None
    real_device: bool
    directory: str
    path: str


def thread_of(origin: Origin, prefix: Prefix) -> Thread:
    """Name the thread that wrote a line."""
    # PyPTO's logger may put a host record into the simulated device's file and the reverse; both are one thread's.
    directory = origin.directory if origin.real_device or origin.pid is None or origin.directory else "device-0"
    path = origin.path if origin.pid is None else ""
    return Thread(Process(origin.root, origin.pid), prefix.tid, origin.real_device, directory, path)


class RecordStore:
    """Records of all threads: appended while reading, given back thread by thread."""

    def __init__(self) -> None:
        self._spool: IO[bytes] = io.BytesIO()
        self._size = 0
        self._places: dict[Thread, dict[tuple[str, int], array[int]]] = {}
        self._paths: dict[str, int] = {}

    def append(self, thread: Thread, origin: Origin, time: int | None, message: bytes) -> None:
        """Keep one message that ``read_record`` understands."""
        self._paths.setdefault(thread.path, len(self._paths))
        parts = self._places.setdefault(thread, {})
        places = parts.setdefault((origin.kind, origin.stamp), array("Q"))
        places.append(self._size)
        self._size += self._spool.write(_HEADER.pack(time or 0, len(message)))
        self._size += self._spool.write(message)
        if self._size > _SPOOL and isinstance(self._spool, io.BytesIO):
            import tempfile

            file = tempfile.TemporaryFile()  # noqa: SIM115  (closed with the store)
            weakref.finalize(self, file.close)
            file.write(self._spool.getbuffer())
            self._spool = file

    def threads(self) -> list[Thread]:
        """Give the threads by pid and thread id; those of files without a pid last, in reading order."""

        def key(thread: Thread) -> tuple[bool, int, int, int, Thread]:
            pid = thread.process.pid
            order = self._paths[thread.path]
            return (pid is None, pid or 0, order, -1 if thread.tid is None else thread.tid, thread)

        return sorted(self._places, key=key)

    def records(self, thread: Thread) -> Iterator[tuple[int, Record]]:
        """Give ``(time, record)`` of one thread as they were written.

        Rotated files follow each other by the time in their names. Only where the thread wrote to two kinds of file are
        their lines merged by the records' own time, which has milliseconds.
        """
        by_kind: dict[str, list[array[int]]] = {}
        for (kind, _stamp), places in sorted(self._places[thread].items()):
            by_kind.setdefault(kind, []).append(places)
        yield from heapq.merge(*map(self._read, by_kind.values()), key=lambda item: item[0])

    def _spooled(self) -> memoryview:
        """Give a view of everything that was appended."""
        if isinstance(self._spool, io.BytesIO):
            return self._spool.getbuffer()
        self._spool.flush()
        return memoryview(mmap.mmap(self._spool.fileno(), 0, access=mmap.ACCESS_READ))

    def _read(self, parts: list[array[int]]) -> Iterator[tuple[int, Record]]:
        last = 0
        spooled = self._spooled()
        for places in parts:
            for place in places:
                time, length = _HEADER.unpack_from(spooled, place)
                last = time or last
                message = spooled[place + _HEADER.size : place + _HEADER.size + length]
                record = read_record(bytes(message))
                if record is not None:
                    yield last, record
