"""From the records of one thread to launches.

A launch logs, in this order: Alloc Failure lines, Pool lines of each parallel unit and a Tuning line per task; at the end Summary
lines and one Recommendation line (``device_execute_context.cpp``, ``dev_workspace.cpp``; hicann/pypto, single-file copies newer
than 883e7dfb). Any of them may be missing: processes get killed, log files are deleted, lines are damaged.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import attrs

from geopts.pypto.log_records import AllocFailure, LaunchFailed, LaunchStart, PoolUse, Recommendation, Record, Tuning

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from geopts.pypto.log_store import Process

__all__ = ["Launch", "Task", "launches_of"]


@attrs.frozen
class Task:
    """One submitted DeviceTask: its Tuning line and the Pool lines before it."""

    tuning: Tuning
    pools: tuple[PoolUse, ...]

    def as_json(self) -> dict[str, Any]:
        """Give the object under the log's own key names."""
        return {
            "taskId": self.tuning.task_id,
            "stitchCount": self.tuning.stitch_count,
            "configuredDepths": list(self.tuning.configured),
            "recommendedDepths": list(self.tuning.recommended),
            "pools": [pool.as_json() for pool in self.pools],
        }


@attrs.frozen
class Launch:
    """One launch of a kernel whose control flow ran.

    :ivar pid: process number from the log file's name; None when the name has none.
    :ivar tid: thread id from the records; None when they have no prefix.
    :ivar process: what tells processes apart, for matching with the host lines.
    :ivar time: time of the first record, the digits ``YYYYMMDDhhmmssmmm`` as a number; 0 when unknown.
    :ivar tasks: the submitted tasks in order.
    :ivar alloc_failures: reasons in order.
    :ivar summary: Summary lines, one per parallel unit; empty when the log ends before them.
    :ivar recommendation: the last line of a complete launch, else None.
    :ivar loose_pools: Pool lines whose Tuning line is missing.
    :ivar failed: reason of ``Root cannot fit in an empty DeviceTask``; None for a launch without that error.
    :ivar shape: input shapes, where a shape line belongs to this launch beyond doubt.
    :ivar device: ``device-<id>`` of the directory when that tells something, else empty.
    """

    pid: int | None
    tid: int | None
    process: Process
    time: int = 0
    tasks: tuple[Task, ...] = ()
    alloc_failures: tuple[str, ...] = ()
    summary: tuple[PoolUse, ...] = ()
    recommendation: Recommendation | None = None
    loose_pools: tuple[PoolUse, ...] = ()
    failed: str | None = None
    shape: str | None = None
    device: str = ""

    def as_json(self) -> dict[str, Any]:
        """Give the contract's object; ``shape``, ``device_dir``, ``loose_pools`` and ``failed`` only where there is one."""
        out: dict[str, Any] = {"pid": self.pid, "tid": self.tid}
        if self.device:
            out["device_dir"] = self.device
        if self.shape is not None:
            out["shape"] = self.shape
        out["tuning"] = [task.as_json() for task in self.tasks]
        out["alloc_failures"] = list(self.alloc_failures)
        out["summary"] = [pool.as_json() for pool in self.summary]
        out["recommendation"] = self.recommendation.as_json() if self.recommendation else None
        if self.loose_pools:
            out["loose_pools"] = [pool.as_json() for pool in self.loose_pools]
        if self.failed is not None:
            out["failed"] = self.failed
        return out


@attrs.define
class _Open:
    """The launch under construction. ``fresh_failures`` came after the last Tuning line and may belong to a next launch."""

    time: int = 0
    tasks: list[Task] = attrs.field(factory=list)
    failures: list[str] = attrs.field(factory=list)
    fresh_failures: list[str] = attrs.field(factory=list)
    pools: list[PoolUse] = attrs.field(factory=list)
    loose_pools: list[PoolUse] = attrs.field(factory=list)
    summary: list[PoolUse] = attrs.field(factory=list)

    @property
    def used(self) -> bool:
        return bool(
            self.tasks or self.failures or self.fresh_failures or self.pools or self.loose_pools or self.summary
        )

    def close(self, base: Launch, recommendation: Recommendation | None = None, failed: str | None = None) -> Launch:
        return attrs.evolve(
            base,
            time=self.time,
            tasks=tuple(self.tasks),
            alloc_failures=(*self.failures, *self.fresh_failures),
            summary=tuple(self.summary),
            recommendation=recommendation,
            loose_pools=(*self.loose_pools, *self.pools),
            failed=failed,
        )

    def split(self) -> _Open:
        """Take what came after the last Tuning line out of this launch and give it to the next."""
        after = _Open(self.time, fresh_failures=self.fresh_failures, pools=self.pools)
        self.fresh_failures, self.pools = [], []
        return after


def launches_of(records: Iterable[tuple[int, Record]], base: Launch) -> Iterator[Launch]:
    """Build the launches of one thread.

    A Recommendation, the error of a root that fits nowhere, and the start of another launch end a launch; so do a task number
    that does not rise and a line that cannot follow what was there, for logs that lost the lines in between.

    :param records: ``(time, record)`` in the order they were written.
    :param base: a launch that holds what all of them share.
    """
    current = _Open()
    for time, record in records:
        if isinstance(record, LaunchStart):
            if current.used:
                yield current.close(base)
                current = _Open()
            continue
        if isinstance(record, LaunchFailed):
            if current.used:
                yield current.close(base, failed=record.reason)
                current = _Open()
            continue
        if current.summary and not _continues_summary(current, record):
            yield current.close(base)
            current = _Open()
        if not current.used:
            current.time = time
        if isinstance(record, AllocFailure):
            current.fresh_failures.append(record.reason)
        elif isinstance(record, PoolUse):
            if record.summary:
                current.summary.append(record)
            else:
                if any(
                    record.parallel_id == pool.parallel_id for pool in current.pools
                ):  # the Tuning line between is lost
                    current.loose_pools += current.pools
                    current.pools = []
                current.pools.append(record)
        elif isinstance(record, Tuning):
            if current.tasks and record.task_id <= current.tasks[-1].tuning.task_id:
                following = current.split()
                yield current.close(base)
                current = following
                current.time = time
            current.tasks.append(Task(record, tuple(current.pools)))
            current.failures += current.fresh_failures
            current.fresh_failures, current.pools = [], []
        else:
            yield current.close(base, recommendation=record)
            current = _Open()
    if current.used:
        yield current.close(base)


def _continues_summary(current: _Open, record: Record) -> bool:
    if isinstance(record, PoolUse) and record.summary:
        return all(record.parallel_id != pool.parallel_id for pool in current.summary)
    return isinstance(record, Recommendation)
