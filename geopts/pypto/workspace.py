"""Workspace arithmetic of PyPTO: pure functions, sizes in bytes (assemble slots where said so).

The formulae follow PyPTO's ``workspace_budget_calculator.cpp``, ``dev_encode_workspace.cpp`` and ``dev_workspace.cpp``
(hicann/pypto@247043a7 and newer single-file copies); brute force agrees with each of them in the tests.
"""

from __future__ import annotations

import bisect
from typing import TYPE_CHECKING, NamedTuple

import attrs

if TYPE_CHECKING:
    from collections.abc import Iterable

__all__ = [
    "BLOCK",
    "MAX_DEPTH",
    "MAX_PARALLELISM",
    "POOLS",
    "Bounds",
    "Budget",
    "Pools",
    "Workspace",
    "align_up",
    "next_depth_total_bytes",
    "recommended_depths",
]

BLOCK = 32768
"""The size of one parallel unit is rounded up to this (workspace_budget_calculator.cpp)."""
MAX_DEPTH = 1024
"""Largest element of ``stitch_function_num_per_pool``, and the most roots a DeviceTask can hold."""
MAX_PARALLELISM = 8
"""Largest ``device_sched_parallelism``."""


class Pools(NamedTuple):
    """One number per pool, in the order of ``stitch_function_num_per_pool``: depths, bytes or slots."""

    root_inner: int
    assemble_outcast: int
    exclusive_outcast: int

    @classmethod
    def maximum(cls, triples: Iterable[Pools]) -> Pools:
        """Element-wise maximum; ``ValueError`` when there is no triple."""
        return cls(*map(max, zip(*triples, strict=True)))

    def raised(self, pool: str, steps: int) -> Pools:
        """Give the triple with ``steps`` added to one pool."""
        return self._replace(**{pool: getattr(self, pool) + steps})


POOLS = Pools._fields


class Bounds(NamedTuple):
    """A number known to lie in ``low..high``; ``high`` is None when nothing limits it."""

    low: int
    high: int | None

    @property
    def exact(self) -> int | None:
        """The number itself when both bounds agree, else None."""
        return self.low if self.low == self.high else None

    def plus(self, other: Bounds) -> Bounds:
        """Bounds of the sum of two numbers that do not depend on each other."""
        return Bounds(self.low + other.low, None if self.high is None or other.high is None else self.high + other.high)


def align_up(number: int, to: int = BLOCK) -> int:
    """Round up to a multiple of ``to``; right for negative numbers too."""
    return -(-number // to) * to


def recommended_depths(peaks: Iterable[Pools], unit: Pools, slots_per_depth: int) -> Pools:
    """Depths PyPTO recommends for measured peaks (``dev_workspace.cpp``, recommendedDepths).

    :param peaks: one triple per parallel unit: bytes, **slots**, bytes.
    :param unit: bytes of one depth per pool; only root_inner and exclusive_outcast are divided by.
    :param slots_per_depth: assemble slots of one depth; 0 when the kernel needs none.
    :returns: a needed but unused pool gets 1; a used assemble pool gets one more than its peak, because a root with an
        outcast is only admitted while a whole assemble depth is still free; a pool without need gets 0.
    """
    divisors = (unit.root_inner, slots_per_depth, unit.exclusive_outcast)
    used = [0, 0, 0]
    for triple in peaks:
        for index, (peak, divisor) in enumerate(zip(triple, divisors, strict=True)):
            used[index] = max(used[index], -(-peak // divisor) if divisor else 0)
    root_inner, assemble, exclusive = (depth or int(divisor > 0) for depth, divisor in zip(used, divisors, strict=True))
    return Pools(root_inner, min(assemble + (used[1] > 0), MAX_DEPTH) if used[1] else assemble, exclusive)


def next_depth_total_bytes(raw: int, unit: Pools, parallelism: int) -> Pools:
    """Bytes that one more depth of each pool adds to a workspace whose parallel unit has ``raw`` bytes unrounded.

    A step inside the 32 KiB rounding costs nothing, so the answer may be 0, and ``n`` steps do not cost ``n`` times it.
    """
    return Pools(*((align_up(raw + step) - align_up(raw)) * parallelism for step in unit))


@attrs.frozen
class Budget:
    """What a kernel's workspace is made of when everything is known.

    :ivar unit: ``(U_ri, A * S, U_ex)``: unrounded bytes of one depth in one parallel unit (rawPerParallelBytes).
    :ivar boundary: bytes of the boundary slots, ``B * S``, whatever the depths.
    :ivar parallelism: parallel units, 1..8.
    :ivar fixed: AICore spill and debug areas, bytes outside the pools.
    """

    unit: Pools
    boundary: int
    parallelism: int = 1
    fixed: int = 0

    def raw(self, depths: Pools) -> int:
        """Unrounded bytes of one parallel unit."""
        return self.boundary + sum(step * depth for step, depth in zip(self.unit, depths, strict=True))

    def workspace(self, depths: Pools) -> int:
        """Bytes of the whole workspace (``context_workspace``)."""
        return align_up(self.raw(depths)) * self.parallelism + self.fixed

    @property
    def minimum(self) -> int:
        """The minimum runnable workspace (``stitch_1``): one depth per pool."""
        return self.workspace(Pools(1, 1, 1))

    def common_depth(self, limit: int) -> int | None:
        """Depth that ``max_workspace_kb`` gives all three pools under ``limit`` bytes; None when PyPTO refuses the limit.

        The largest depth that fits, then the smallest one of the same size. The limit must exceed the minimum, and the
        depth is not held to 1024 (``workspace_budget_calculator.cpp``).
        """
        if limit <= self.minimum:
            return None
        step = sum(self.unit)
        if not step:
            return 1
        room = (limit - self.fixed) // self.parallelism // BLOCK * BLOCK
        deepest = (room - self.boundary) // step
        below = align_up(self.boundary + step * deepest) - BLOCK  # the largest raw size of the next smaller total
        return max(1, (below - self.boundary) // step + 1)


@attrs.frozen
class Workspace:
    """What a log proves about the workspace of one kernel: a measured depth vector and how sizes change around it.

    :ivar unit: bytes of one depth per pool in one parallel unit.
    :ivar parallelism: parallel units.
    :ivar measured: the depths of the measuring run.
    :ivar padding: bytes lost to the 32 KiB rounding at these depths, as far as known (0..32767).
    :ivar total: bytes of the whole workspace at these depths, as far as known.
    """

    unit: Pools
    parallelism: int
    measured: Pools
    padding: Bounds = attrs.field(factory=lambda: Bounds(0, BLOCK - 1))
    total: Bounds = attrs.field(factory=lambda: Bounds(0, None))

    @property
    def known(self) -> bool:
        """True when the workspace of any depth vector follows exactly."""
        return self.padding.exact is not None and self.total.exact is not None

    def _raw_change(self, depths: Pools) -> int:
        return sum(u * (new - old) for u, new, old in zip(self.unit, depths, self.measured, strict=True))

    def narrowed(self, raw_change: int, aligned_change: int) -> Workspace | None:
        """Narrow the padding by one observation: adding ``raw_change`` moved the rounded unit by ``aligned_change`` bytes.

        :returns: None when the observation contradicts what was known.
        """
        low = max(self.padding.low, raw_change - aligned_change)
        high = min(self.padding.high or 0, raw_change - aligned_change + BLOCK - 1)
        if low > high or aligned_change % BLOCK:
            return None
        return attrs.evolve(self, padding=Bounds(low, high))

    def change(self, start: Pools, end: Pools) -> Bounds:
        """Bytes by which the workspace grows from one depth vector to another (negative when it shrinks)."""
        before, after = self._raw_change(start), self._raw_change(end)
        low, high = self.padding.low, self.padding.high or 0
        # Both rounded sizes are staircases in the padding; the extremes lie at an end or beside a stair.
        stairs = {low, high}
        for change in (before, after):
            stair = low + (change - low) % BLOCK
            stairs.update(place for place in (stair, stair + 1) if low <= place <= high)
        sizes = [(align_up(after - padding) - align_up(before - padding)) * self.parallelism for padding in stairs]
        return Bounds(min(sizes), max(sizes))

    def workspace(self, depths: Pools) -> Bounds:
        """Bytes of the whole workspace at ``depths``."""
        return self.total.plus(self.change(self.measured, depths))

    def free_steps(self, depths: Pools, pool: str) -> Bounds:
        """Steps of one pool that cost nothing, because they stay inside the 32 KiB rounding."""
        unit = getattr(self.unit, pool)
        if not unit:
            return Bounds(0, 0)
        change = self._raw_change(depths)
        low, high = self.padding.low, self.padding.high or 0
        stair = low + (change - low) % BLOCK  # a padding at which the rounded size has no padding left
        paddings = {low, high} | {place for place in (stair, stair + 1, stair - 1) if low <= place <= high}
        left = [(padding - change) % BLOCK // unit for padding in paddings]
        room = MAX_DEPTH - getattr(depths, pool)
        return Bounds(min(*left, room), min(max(left), room))

    def max_steps(self, depths: Pools, pool: str, limit: int) -> Bounds:
        """Steps of one pool that fit below ``limit`` bytes: surely (low) and possibly (high). 0 for a pool without need."""
        room = max(0, MAX_DEPTH - getattr(depths, pool))
        if not getattr(self.unit, pool):
            return Bounds(0, 0)

        def may_exceed(steps: int) -> int:
            return int((high := self.workspace(depths.raised(pool, steps)).high) is None or high > limit)

        def must_exceed(steps: int) -> int:
            return int(self.workspace(depths.raised(pool, steps)).low > limit)

        # Sizes never shrink with the depth, so the first step that is too big is found by bisection.
        steps = range(1, room + 1)
        return Bounds(*(bisect.bisect_left(steps, 1, key=too_big) for too_big in (may_exceed, must_exceed)))
