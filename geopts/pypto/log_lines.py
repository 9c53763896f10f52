"""Reading one line of a PyPTO log: its message, and what stands in front of it.

Messages: ``dev_workspace.cpp``, ``dev_workspace.h``, ``dev_encode_workspace.cpp``, ``device_execute_context.cpp`` and
``emulation_launcher.cpp`` (hicann/pypto, single-file copies newer than 883e7dfb). Prefixes: ``tilefwk_log.h`` and ``device_log.h``
(hicann/pypto@883e7dfb) and the dlog of hicann/runtime@681ef761. Everything works on bytes and never raises.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from geopts.pypto.log_records import (
    AllocFailure,
    HostBudget,
    LaunchFailed,
    LaunchStart,
    PoolUse,
    Recommendation,
    Record,
    Tuning,
    Use,
)
from geopts.pypto.workspace import Pools

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = [
    "ALLOC_FAILURE_REASONS",
    "BUDGET",
    "LAUNCH_FAILED",
    "LAUNCH_START",
    "SHAPE",
    "TAG",
    "Prefix",
    "read_budget",
    "read_prefix",
    "read_record",
    "read_shape",
]

TAG = b"[Workspace Runtime"
BUDGET = b"[workspaceSize] stitch depth: "
SHAPE = b"!!! Emulation ControlFlowCache shape "
LAUNCH_START = b"Image size is "
LAUNCH_FAILED = b"Root cannot fit in an empty DeviceTask"
ALLOC_FAILURE_REASONS = ("exclusive-outcast", "inner-temporal-outcast", "runtime-outcast-metadata")


class Prefix(NamedTuple):
    """What stands before the message: ``grep``'s path, thread id and time (the digits ``YYYYMMDDhhmmssmmm`` as a number)."""

    path: str | None
    tid: int | None
    time: int | None


_NUMBER = rb"(\d{1,20})"
_DEPTHS = rb"\{rootInner=N,innerTemporal=N,exclusive=N\}"
_ADVICE = rb"\{rootInner=N,assembleOutcast=N,exclusive=N\}"


def _body(text: bytes) -> re.Pattern[bytes]:
    return re.compile(text.replace(b"N", _NUMBER))


# What may follow a complete body: nothing, or the next record when the line break between the two was lost.
_AFTER = re.compile(rb'[\s\x00"]*(?:\[[A-Z]{4,5} ?\] |$)')
_USES = rb"rootInner=\{U\}, exclusiveOutcast=\{U\}, assembleOutcast=\{V\}\."
_POOL_USES = _USES.replace(b"U", b"current=N,peak=N,capacity=N").replace(
    b"V", b"currentSlots=N,peakSlots=N,capacitySlots=N"
)
_SUMMARY_USES = _USES.replace(b"U", b"peak=N,capacity=N").replace(b"V", b"peakSlots=N,capacitySlots=N")
_BODIES = {
    b"Pool": _body(b"parallelId=N, " + _POOL_USES),
    b"Summary": _body(b"parallelId=N, " + _SUMMARY_USES),
    b"Tuning": _body(
        b"taskId=N, stitchCount=N, configuredDepths=" + _DEPTHS + b", recommendedDepths=" + _ADVICE + rb"\."
    ),
    b"Recommendation": _body(
        b"actualDepths="
        + _DEPTHS
        + b", recommendedDepths="
        + _ADVICE
        + rb", depthMemory=\{rawPerParallelBytes="
        + _DEPTHS
        + b", nextDepthTotalBytes="
        + _ADVICE
        + rb", parallelism=N\}\."
    ),
}
_REASON = re.compile(rb"reason=(" + "|".join(ALLOC_FAILURE_REASONS).encode() + rb")(?![\w-])")
_TAG = re.compile(rb"\[Workspace Runtime (Pool|Tuning|Summary|Recommendation|Alloc Failure)\] ")
_COLOUR = re.compile(rb"\x1b\[[0-9;]*[mK]")
_UINT64_MAX = 2**64 - 1


def read_record(message: bytes) -> Record | None:
    """Read a message from its tag on; None when it is cut, damaged or not rendered.

    Quotes at the seams of source literals (device form), colour codes of ``grep``, CR and NUL bytes do not matter.
    """
    if message.startswith(LAUNCH_START):
        return LaunchStart()
    if message.startswith(LAUNCH_FAILED):
        reason = _REASON.search(message)
        return LaunchFailed(reason[1].decode("ascii") if reason else "")
    if b"\x1b" in message:
        message = _COLOUR.sub(b"", message)
    tag = _TAG.match(message)
    if tag is None:
        return None
    body = message[tag.end() :].replace(b'" "', b"")
    match = _BODIES.get(tag[1], _REASON).match(body)
    if match is None or _AFTER.match(body, match.end()) is None:
        return None
    if tag[1] == b"Alloc Failure":
        return AllocFailure(match[1].decode("ascii"))
    numbers = [int(digits) for digits in match.groups()]
    return None if max(numbers) > _UINT64_MAX else _RECORDS[tag[1]](numbers)


def _pool(numbers: list[int]) -> PoolUse:
    parallel_id, *rest = numbers
    uses = [Use(current=rest[i], peak=rest[i + 1], capacity=rest[i + 2]) for i in (0, 3, 6)]
    return PoolUse(parallel_id=parallel_id, root_inner=uses[0], exclusive_outcast=uses[1], assemble_outcast=uses[2])


def _summary(numbers: list[int]) -> PoolUse:
    parallel_id, *rest = numbers
    uses = [Use(peak=rest[i], capacity=rest[i + 1]) for i in (0, 2, 4)]
    return PoolUse(parallel_id, root_inner=uses[0], exclusive_outcast=uses[1], assemble_outcast=uses[2], summary=True)


def _tuning(numbers: list[int]) -> Tuning:
    return Tuning(numbers[0], numbers[1], configured=Pools(*numbers[2:5]), recommended=Pools(*numbers[5:8]))


def _recommendation(numbers: list[int]) -> Recommendation:
    actual, recommended, unit, next_bytes = (Pools(*numbers[i : i + 3]) for i in (0, 3, 6, 9))
    return Recommendation(actual, recommended, unit, next_bytes, parallelism=numbers[12])


_RECORDS: dict[bytes, Callable[[list[int]], Record]] = {
    b"Pool": _pool,
    b"Summary": _summary,
    b"Tuning": _tuning,
    b"Recommendation": _recommendation,
}

_PREFIX = re.compile(
    rb"\[[A-Z]{4,5} ?\] \w+\((\d{1,10})(,[^()]{0,64})?\):"
    rb"(\d{4})-(\d\d)-(\d\d)[ -](\d\d):(\d\d):(\d\d)\.(\d{3})(?:\.\d{3})? "
)
# CANN's dlog names the device process in the parentheses; the thread follows the bracketed fields.
_DEVICE_THREAD = re.compile(rb"(?:\[[^\[\]]*\])*(?:\[tid:(\d{1,10})\]|\[[^\[\]]*\](\d{1,10}) )")
_GREP_PATH = re.compile(rb"(.+?)[:-](?:\d+[:-])?$", re.DOTALL)


def read_prefix(head: bytes) -> Prefix:
    """Read what stands in front of a message on its line: the last record prefix, and a path that ``grep`` put before it."""
    if b"\x1b" in head:
        head = _COLOUR.sub(b"", head)
    prefixes = list(_PREFIX.finditer(head))  # a lost line break glues records together; the last one is this message's
    before = head[: prefixes[0].start()] if prefixes else head
    path = _GREP_PATH.fullmatch(before)
    name = path[1].decode("utf-8", "surrogateescape") if path else None
    if not prefixes:
        return Prefix(name, None, None)
    number, process_name, *time = prefixes[-1].groups()
    thread = _DEVICE_THREAD.match(head, prefixes[-1].end()) if process_name else None
    return Prefix(name, int((thread[1] or thread[2]) if thread else number), int(b"".join(time)))


_SHAPE_TEXT = re.compile(rb"\{[^{}\r\n]{0,1000}\}")


def read_shape(message: bytes) -> str | None:
    """Read the input shapes from the line that a recorded control flow begins with; None when it is cut."""
    match = _SHAPE_TEXT.match(message, len(SHAPE))
    return match[0].decode("utf-8", "backslashreplace") if match else None


_BUDGET_FIELD = re.compile(rb"\b(\w+)=(\d{1,20})(?= ?(?:bytes|KB)?[,.])")


def read_budget(message: bytes) -> HostBudget | None:
    """Read the host line ``[workspaceSize] stitch depth``, in the newest and in the shorter older wording; None when cut."""
    end = message.rstrip(b'\r\n\0 \t"')
    if not end.endswith(b"."):
        return None
    fields = {name.decode("ascii"): int(digits) for name, digits in _BUDGET_FIELD.findall(end)}
    depths = [fields[name] for name in ("rootInnerDepth", "assembleOutcast", "exclusiveDepth") if name in fields]
    try:
        return HostBudget(
            context_workspace=fields["context_workspace"],
            minimum=fields["stitch_1"],
            boundary_slots=fields["devTaskBoundaryOutcastNum"],
            inner_slots=fields["devTaskInnerTemporalOutcastNum"],
            common_depth=fields["k_eff"],
            max_workspace_kb=fields["max_workspace_kb"],
            memory_driven=bool(fields.get("memory_driven")),
            precise=bool(fields.get("precise_workspace")),
            depths=Pools(*depths) if len(depths) == 3 else None,
            root_inner_unit=fields.get("rootInnerUnitBytes"),
        )
    except KeyError:
        return None
