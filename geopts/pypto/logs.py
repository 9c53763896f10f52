"""Read PyPTO logs: launches with their pools, alloc failures, and the host lines that size a workspace.

Memory does not depend on the size of the logs. What grows: 8 bytes per tuning line (the lines themselves are spooled to a temporary
file beyond 16 MiB), one small object per compiled kernel and per shape line of the host log, one per thread, and while launches are
built the launch at hand.
"""

from __future__ import annotations

import functools
import re
import sys
from collections import Counter
from typing import TYPE_CHECKING, Any, Generic, TypeVar, cast

import attrs

from geopts.errors import FileError
from geopts.pypto.launches import Launch, launches_of
from geopts.pypto.log_files import PIPE_CHUNK, STDIN, find_logs, origin_of, widen_pipe
from geopts.pypto.log_lines import Prefix, read_budget, read_prefix, read_record, read_shape
from geopts.pypto.log_records import AllocFailure, HostBudget, Recommendation
from geopts.pypto.log_scan import CHUNK, Hit, Kind, scan
from geopts.pypto.log_signs import Absence, Signs, Watched
from geopts.pypto.log_store import Process, RecordStore, thread_of
from geopts.pypto.workspace import Pools

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from geopts.pypto.log_files import Origin
    from geopts.pypto.log_scan import Readable
    from geopts.pypto.log_store import Thread

__all__ = ["Dated", "LogReport", "SubmitLimits", "read_log", "read_logs"]

_Value = TypeVar("_Value")


@attrs.frozen
class Dated(Generic[_Value]):
    """What a line of the host log says, with the thread that wrote it and when."""

    tid: int | None
    time: int
    value: _Value


@attrs.define
class SubmitLimits:
    """What ``Stitch Limit Exceeded`` lines close to tuning lines say about why tasks were submitted: a count per reason."""

    memory_driven: bool = False
    by_count: int = 0
    by_hard_limit: int = 0
    by_call_operations: int = 0


@attrs.define
class LogReport:
    """Everything that was read.

    :ivar files: the files in reading order.
    :ivar malformed_lines: lines that name a tuning record but do not hold a whole one.
    :ivar unrendered_lines: those of them that hold a format's ``PRIu64`` in place of numbers.
    :ivar alloc_failure_counts: per reason, from host records.
    :ivar device_alloc_failures: per device directory and reason, from the files of real devices only.
    :ivar launch_count: launches with a Recommendation.
    :ivar max_recommended: element-wise maximum of their recommended depths, or None.
    :ivar budgets: host lines that size a workspace, by process.
    :ivar shapes: host lines that name input shapes, by process and thread.
    :ivar unreadable: files that could not be found or read to their end.
    """

    files: list[str] = attrs.field(factory=list)
    malformed_lines: int = 0
    unrendered_lines: int = 0
    alloc_failure_counts: Counter[str] = attrs.field(factory=Counter)
    device_alloc_failures: dict[str, Counter[str]] = attrs.field(factory=dict)
    launch_count: int = 0
    max_recommended: Pools | None = None
    budgets: dict[Process, list[Dated[HostBudget]]] = attrs.field(factory=dict)
    shapes: dict[tuple[Process, int | None], list[Dated[str]]] = attrs.field(factory=dict)
    submit_limits: SubmitLimits = attrs.field(factory=SubmitLimits)
    unreadable: list[FileError] = attrs.field(factory=list)
    signs: Signs = attrs.field(factory=Signs, repr=False)
    store: RecordStore = attrs.field(factory=RecordStore, repr=False)

    def launches(self) -> Iterator[Launch]:
        """Build the launches, thread by thread: by pid and thread id, in order of time within a thread."""
        threads = self.store.threads()
        directories = {thread.directory for thread in threads}
        for thread in threads:
            # PyPTO's own logger always writes to device-0, so that name alone tells nothing.
            telling = thread.real_device or len(directories) > 1 or thread.directory != "device-0"
            base = Launch(
                pid=thread.process.pid,
                tid=thread.tid,
                process=thread.process,
                device=thread.directory if telling else "",
            )
            launches = launches_of(self.store.records(thread), base)
            if thread.real_device:  # a device that prints nothing but failures tells of no launch
                launches = (launch for launch in launches if launch.tasks or launch.summary or launch.recommendation)
            yield from _with_shapes(launches, self.shapes.get((thread.process, thread.tid), []))

    @property
    def absence(self) -> Absence | None:
        """Why there is no launch in the input; None when there is one."""
        if self.launch_count or next(self.launches(), None) is not None:
            return None
        return self.signs.absence(
            malformed=self.malformed_lines,
            unrendered=self.unrendered_lines,
            device_failures=bool(self.device_alloc_failures),
        )

    def head_json(self) -> dict[str, Any]:
        """Give the contract's object without its launches."""
        from geopts.pypto.measured import single_budget_json

        absence = self.absence
        return {
            "files": self.files,
            "launch_count": self.launch_count,
            "max_recommended": list(self.max_recommended) if self.max_recommended else None,
            "alloc_failure_counts": dict(self.alloc_failure_counts),
            "device_alloc_failures": {device: dict(counts) for device, counts in self.device_alloc_failures.items()},
            "malformed_lines": self.malformed_lines,
            **single_budget_json(self),
            "nothing_found": absence and absence._asdict(),
        }

    def as_json(self) -> dict[str, Any]:
        """Give the contract's object; all launches are in memory then."""
        return {**self.head_json(), "launches": [launch.as_json() for launch in self.launches()]}


def _with_shapes(launches: Iterator[Launch], shapes: list[Dated[str]]) -> Iterator[Launch]:
    """Give each launch the last shape line before it, unless an earlier launch was already recorded for that line."""
    shapes = sorted(shapes, key=lambda shape: shape.time)
    index = 0
    for launch in launches:
        latest = None
        while index < len(shapes) and launch.time and shapes[index].time <= launch.time:
            latest = shapes[index].value
            index += 1
        yield launch if latest is None else attrs.evolve(launch, shape=latest)


_SUBMITTED = re.compile(
    rb"Stitch Limit Exceeded\. memoryDriven=(\d) rootCount=(\d{1,9}) \(limit=(\d{1,9}), hardLimit=(\d{1,9})\)"
    rb"[^\n]{0,600}?#callop=(\d{1,9})\+(\d{1,9}) \(limit=(\d{1,9})\)"
)
_PLAUSIBLE_PATH = re.compile(r"\S*(?:/\S*|\.\w{1,8})")


class _Reader:
    """Puts the lines of one file after the other into a report."""

    def __init__(self) -> None:
        self.report = LogReport()
        self._open: set[Thread] = set()
        self._origin = functools.lru_cache(maxsize=512)(origin_of)

    def read(self, stream: Readable, path: str, progress: Callable[[int], None], *, chunk: int = CHUNK) -> None:
        self.report.files.append(path)
        own = self._origin(path)
        malformed_line = 0
        watched = Watched(stream, self.report.signs)
        hits = scan(watched, launch_open=lambda: bool(self._open), progress=progress, chunk=chunk)
        try:
            for hit in hits:
                prefix = read_prefix(hit.head)
                origin = own
                if prefix.path is not None and _PLAUSIBLE_PATH.fullmatch(prefix.path):
                    origin = self._origin(prefix.path)
                if hit.kind is Kind.BUDGET or hit.kind is Kind.SHAPE:
                    self._host_line(hit, origin, prefix)
                elif not self._record(hit, origin, prefix) and hit.line != malformed_line:
                    malformed_line = hit.line
                    self.report.malformed_lines += 1
                    self.report.unrendered_lines += b"PRIu64" in hit.message
                if hit.before:
                    self._submitted(hit.before)
        except OSError as error:
            self.report.unreadable.append(FileError(f"{path}: cannot be read ({error.strerror or error})", path=path))

    def _record(self, hit: Hit, origin: Origin, prefix: Prefix) -> bool:
        record = read_record(hit.message)
        if record is None:
            return False
        thread = thread_of(origin, prefix)
        if hit.kind is not Kind.RECORD:
            if thread in self._open:  # only the launch at hand can be ended by such a line
                self.report.store.append(thread, origin, prefix.time, hit.message)
                self._open.discard(thread)
            return True
        self.report.store.append(thread, origin, prefix.time, hit.message)
        if isinstance(record, AllocFailure):
            counts = self.report.alloc_failure_counts
            if origin.real_device:
                counts = self.report.device_alloc_failures.setdefault(origin.directory, Counter())
            counts[record.reason] += 1
        if isinstance(record, Recommendation):
            self._open.discard(thread)
            self.report.launch_count += 1
            best = self.report.max_recommended or record.recommended
            self.report.max_recommended = Pools.maximum((best, record.recommended))
        else:
            self._open.add(thread)
        return True

    def _host_line(self, hit: Hit, origin: Origin, prefix: Prefix) -> None:
        process = thread_of(origin, prefix).process
        if hit.kind is Kind.BUDGET:
            if (budget := read_budget(hit.message)) is not None:
                lines = self.report.budgets.setdefault(process, [])
                lines.append(Dated(prefix.tid, prefix.time or 0, budget))
        elif (shape := read_shape(hit.message)) is not None:
            shapes = self.report.shapes.setdefault((process, prefix.tid), [])
            shapes.append(Dated(prefix.tid, prefix.time or 0, shape))

    def _submitted(self, before: bytes) -> None:
        limits = self.report.submit_limits
        for match in _SUBMITTED.finditer(before):
            memory_driven, roots, limit, hard_limit, operations, more, operation_limit = map(int, match.groups())
            limits.memory_driven |= memory_driven == 1
            if operations + more >= operation_limit:
                limits.by_call_operations += 1
            elif roots >= hard_limit:
                limits.by_hard_limit += 1
            elif roots >= limit:
                limits.by_count += 1


def _no_progress(_count: int) -> None:
    pass


def read_log(stream: Readable, path: str = STDIN) -> LogReport:
    """Read one binary stream; ``path`` tells the process and the device as a file of that name would. Never raises on content."""
    reader = _Reader()
    reader.read(stream, path, _no_progress)
    return reader.report


def read_logs(paths: Iterable[str], *, progress: Callable[[int], None] = _no_progress) -> LogReport:
    """Read files, directories (recursively) and ``-`` for standard input.

    What cannot be found or read is reported in ``unreadable``; the rest is read nevertheless.

    :param progress: called with the number of bytes of each piece that was read.
    """
    reader = _Reader()
    files, errors = find_logs(paths)
    reader.report.unreadable += errors
    for path in files:
        if path == STDIN:
            if sys.stdin is None:
                reader.report.unreadable.append(
                    FileError("-: standard input is closed", path=path, hint="name a file or a directory")
                )
                continue
            widen_pipe(sys.stdin.buffer)
            reader.read(cast("Readable", sys.stdin.buffer), path, progress, chunk=PIPE_CHUNK)
            continue
        try:
            stream = open(path, "rb", buffering=0)  # noqa: SIM115  (closed below; a failure to open is no failure to read)
        except OSError as error:
            reader.report.unreadable.append(FileError(f"{path}: cannot be read ({error.strerror or error})", path=path))
            continue
        with stream:
            reader.read(stream, path, progress)
    return reader.report
