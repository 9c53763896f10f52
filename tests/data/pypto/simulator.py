"""A small stand-in for PyPTO's run time that writes the log lines a kernel would cause, for tests.

It places root functions into tasks by the rules of ``dev_workspace.cpp`` and ``device_execute_context.cpp`` (hicann/pypto, single-file
copies newer than 883e7dfb) and shares no code with geopts, so that what geopts reads and advises can be held against what happened.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from math import ceil


@dataclass(frozen=True)
class Root:
    """One root function: bytes of spilled inner tensors, bytes of exclusive outcasts, assemble slots, and how long those live."""

    inner: int = 0
    exclusive: int = 0
    slots: int = 0
    lives: int = 0  # roots after this one that still need its slots


@dataclass(frozen=True)
class Kernel:
    """A compiled kernel: its roots, and the sizes the compiler derives from them."""

    roots: tuple[Root, ...]
    slot: int = 4096
    exclusive_slots: int = 1
    fixed: int = 0
    unit_inner: int = field(init=False)
    unit_exclusive: int = field(init=False)
    slots_per_depth: int = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "unit_inner", max(ceil(root.inner / 512) * 512 for root in self.roots))
        object.__setattr__(self, "unit_exclusive", max(ceil(root.exclusive / 512) * 512 for root in self.roots))
        object.__setattr__(self, "slots_per_depth", max(root.slots for root in self.roots))

    @property
    def boundary_slots(self) -> int:
        return 2 * self.slots_per_depth + (2 * self.exclusive_slots if self.unit_exclusive else 0)

    def raw(self, depths: tuple[int, int, int]) -> int:
        inner, assemble, exclusive = depths
        slots = self.boundary_slots + self.slots_per_depth * assemble
        return self.unit_inner * inner + self.unit_exclusive * exclusive + slots * self.slot

    def workspace(self, depths: tuple[int, int, int], parallelism: int = 1) -> int:
        return ceil(self.raw(depths) / 32768) * 32768 * parallelism + self.fixed


def triple(values: tuple[int, int, int], second: str) -> str:
    return f"{{rootInner={values[0]},{second}={values[1]},exclusive={values[2]}}}"


@dataclass
class Pools:
    """The pools of one parallel unit while a launch runs."""

    capacity: tuple[int, int, int]  # inner bytes, slots, exclusive bytes
    inner: int = 0
    exclusive: int = 0
    held: list[tuple[int, int]] = field(default_factory=list)  # slots and the root number after which they are free
    peaks: list[int] = field(default_factory=lambda: [0, 0, 0])
    summary: list[int] = field(default_factory=lambda: [0, 0, 0])

    @property
    def slots(self) -> int:
        return sum(slots for slots, _ in self.held)

    def note(self) -> None:
        for peaks in (self.peaks, self.summary):
            for index, used in enumerate((self.inner, self.slots, self.exclusive)):
                peaks[index] = max(peaks[index], used)


def run(
    kernel: Kernel,
    depths: tuple[int, int, int],
    *,
    limit: int = 128,
    parallelism: int = 1,
) -> list[str]:
    """Run one launch, all of it in parallel unit 0, and give its messages in order."""
    lines = ["Image size is 1048576 bytes."]
    inner, assemble, exclusive = depths
    capacity = (kernel.unit_inner * inner, kernel.slots_per_depth * assemble, kernel.unit_exclusive * exclusive)
    units = [Pools(capacity) for _ in range(parallelism)]
    pools = units[0]
    task, task_id = 0, 0

    def recommended(peaks: list[list[int]]) -> tuple[int, int, int]:
        out = []
        for index, unit in enumerate((kernel.unit_inner, kernel.slots_per_depth, kernel.unit_exclusive)):
            depth = max(ceil(peak[index] / unit) if unit else 0 for peak in peaks)
            if index == 1 and depth:
                depth = min(depth + 1, 1024)
            out.append(depth or (1 if unit else 0))
        return (out[0], out[1], out[2])

    def submit() -> None:
        nonlocal task, task_id
        for number, unit in enumerate(units):
            use, peak, size = (unit.inner, unit.slots, unit.exclusive), unit.peaks, unit.capacity
            lines.append(
                f"[Workspace Runtime Pool] parallelId={number}, "
                f"rootInner={{current={use[0]},peak={peak[0]},capacity={size[0]}}}, "
                f"exclusiveOutcast={{current={use[2]},peak={peak[2]},capacity={size[2]}}}, "
                f"assembleOutcast={{currentSlots={use[1]},peakSlots={peak[1]},capacitySlots={size[1]}}}."
            )
        advice = recommended([unit.peaks for unit in units])
        lines.append(
            f"[Workspace Runtime Tuning] taskId={task_id}, stitchCount={task}, "
            f"configuredDepths={triple(depths, 'innerTemporal')}, recommendedDepths={triple(advice, 'assembleOutcast')}."
        )
        pools.inner = pools.exclusive = 0
        pools.peaks = [0, 0, 0]
        pools.note()
        task, task_id = 0, task_id + 1

    def refusal(root: Root) -> str | None:
        if pools.exclusive + root.exclusive > capacity[2]:
            return "exclusive-outcast"
        if (root.exclusive or root.slots) and capacity[1] - pools.slots < kernel.slots_per_depth:
            return "inner-temporal-outcast"
        return None

    for number, root in enumerate(kernel.roots):
        pools.held = [(slots, until) for slots, until in pools.held if until >= number]
        for attempt in range(2):
            reason = refusal(root)
            if reason is None:
                break
            lines.append(f"[Workspace Runtime Alloc Failure] reason={reason}")
            if attempt:
                lines.append(
                    f"ErrCode: F73001! Root cannot fit in an empty DeviceTask, rootKey={number}, func=ROOT, reason={reason}."
                )
                return lines
            submit()
        pools.inner = root.inner if pools.inner + root.inner > capacity[0] else pools.inner + root.inner
        pools.exclusive += root.exclusive
        if root.slots:
            pools.held.append((root.slots, number + root.lives))
        pools.note()
        task += 1
        if task == limit:
            submit()
    if task:
        submit()
    for number, unit in enumerate(units):
        peak, size = unit.summary, unit.capacity
        lines.append(
            f"[Workspace Runtime Summary] parallelId={number}, rootInner={{peak={peak[0]},capacity={size[0]}}}, "
            f"exclusiveOutcast={{peak={peak[2]},capacity={size[2]}}}, "
            f"assembleOutcast={{peakSlots={peak[1]},capacitySlots={size[1]}}}."
        )
    raw = kernel.raw(depths)
    unit_bytes = (kernel.unit_inner, kernel.slots_per_depth * kernel.slot, kernel.unit_exclusive)
    following = [(ceil((raw + step) / 32768) - ceil(raw / 32768)) * 32768 * parallelism for step in unit_bytes]
    advice = recommended([unit.summary for unit in units])
    lines.append(
        f"[Workspace Runtime Recommendation] actualDepths={triple(depths, 'innerTemporal')}, "
        f"recommendedDepths={triple(advice, 'assembleOutcast')}, "
        f"depthMemory={{rawPerParallelBytes={triple(unit_bytes, 'innerTemporal')}, "
        f"nextDepthTotalBytes={triple((following[0], following[1], following[2]), 'assembleOutcast')}, "
        f"parallelism={parallelism}}}."
    )
    return lines


def host_line(
    kernel: Kernel, depths: tuple[int, int, int], *, kilobytes: int = 0, precise: int = 0, parallelism: int = 1
) -> str:
    """Give the line that the compile logs about the workspace."""
    minimum = kernel.workspace((1, 1, 1), parallelism)
    slots = kernel.slots_per_depth * depths[1]
    return (
        f"[workspaceSize] stitch depth: k_min=1, stitchNumMax=128, k_eff={depths[0]}, outcastCacheDepth={depths[0]}, "
        f"runtimeOutcastPoolDepth={depths[0]}, devTaskBoundaryOutcastNum={kernel.boundary_slots}, "
        f"devTaskInnerTemporalOutcastNum={slots}, stitchMax={depths[0]}, stitch_1={minimum} bytes, "
        f"encoded_tensor_budget={kilobytes * 1024} bytes, context_workspace={kernel.workspace(depths, parallelism)} bytes, "
        f"metadata=9437184 bytes, max_workspace_kb={kilobytes} KB, memory_driven={int(kilobytes > 0)}, "
        f"precise_workspace={precise}, rootInnerDepth={depths[0]}, assembleOutcast={depths[1]}, exclusiveDepth={depths[2]}, "
        f"rootInnerUnitBytes={kernel.unit_inner}, runtimeOutcastPoolSize=624 bytes."
    )


def host_log(lines: list[str], *, tid: int = 100, second: int = 0, level: str = "INFO ") -> bytes:
    """Put the prefix of PyPTO's own logger before every message."""
    return "".join(
        f"[{level}] PYPTO({tid}):2026-09-04 10:{second // 60:02d}:{second % 60:02d}.{number % 1000:03d} [dev_workspace.cpp:133][MACHINE]:{line}\n"
        for number, line in enumerate(lines)
    ).encode()


def device_log(lines: list[str], *, thread: int = 3456, quoted: bool = True) -> bytes:
    """Put the prefix of a real device's log before every message, as a mended ``device_log.h`` would."""

    def body(line: str) -> str:
        return '"' + line.replace("}, ", '}, " "') + '"' if quoted else line

    return "".join(
        f"[INFO] AICPU(3301,aicpu_scheduler):2026-09-04-22:00:00.{number % 1000:03d}.421 [dev_workspace.cpp:133]{thread} Log {body(line)}\n"
        for number, line in enumerate(lines)
    ).encode()
