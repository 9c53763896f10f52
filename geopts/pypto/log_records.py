"""The records of a PyPTO log that tell about workspace pools, as data.

Which lines there are: ``dev_workspace.cpp``, ``dev_workspace.h``, ``dev_encode_workspace.cpp`` and ``device_execute_context.cpp``
(hicann/pypto, single-file copies newer than 883e7dfb).
"""

from __future__ import annotations

from typing import Any

import attrs

from geopts.pypto.workspace import Pools

__all__ = [
    "AllocFailure",
    "HostBudget",
    "LaunchFailed",
    "LaunchStart",
    "PoolUse",
    "Recommendation",
    "Record",
    "Tuning",
    "Use",
]


@attrs.frozen
class Use:
    """Use of one pool by one parallel unit: bytes, or slots for the assemble pool. A Summary line has no ``current``."""

    peak: int
    capacity: int
    current: int | None = None


@attrs.frozen
class PoolUse:
    """A Pool line (of one task) or a Summary line (of one launch): the three pools of one parallel unit."""

    parallel_id: int
    root_inner: Use
    assemble_outcast: Use
    exclusive_outcast: Use
    summary: bool = False

    @property
    def peaks(self) -> Pools:
        """Peak per pool: bytes, slots, bytes."""
        return Pools(self.root_inner.peak, self.assemble_outcast.peak, self.exclusive_outcast.peak)

    @property
    def capacities(self) -> Pools:
        """Capacity per pool: bytes, slots, bytes."""
        return Pools(self.root_inner.capacity, self.assemble_outcast.capacity, self.exclusive_outcast.capacity)

    def as_json(self) -> dict[str, Any]:
        """Give the object under the log's own key names."""
        return {
            "parallelId": self.parallel_id,
            "rootInner": _use_json(self.root_inner, ""),
            "exclusiveOutcast": _use_json(self.exclusive_outcast, ""),
            "assembleOutcast": _use_json(self.assemble_outcast, "Slots"),
        }


def _use_json(use: Use, suffix: str) -> dict[str, int]:
    current = {} if use.current is None else {f"current{suffix}": use.current}
    return {**current, f"peak{suffix}": use.peak, f"capacity{suffix}": use.capacity}


@attrs.frozen
class Tuning:
    """A Tuning line: one submitted DeviceTask."""

    task_id: int
    stitch_count: int
    configured: Pools
    recommended: Pools


@attrs.frozen
class Recommendation:
    """A Recommendation line: the end of a launch. ``unit`` is rawPerParallelBytes, ``next_bytes`` nextDepthTotalBytes."""

    actual: Pools
    recommended: Pools
    unit: Pools
    next_bytes: Pools
    parallelism: int

    def as_json(self) -> dict[str, Any]:
        """Give the object under the log's own key names, triples in the order of the option."""
        return {
            "actualDepths": list(self.actual),
            "recommendedDepths": list(self.recommended),
            "rawPerParallelBytes": list(self.unit),
            "nextDepthTotalBytes": list(self.next_bytes),
            "parallelism": self.parallelism,
        }


@attrs.frozen
class AllocFailure:
    """An Alloc Failure line: a root function could not join the task under construction."""

    reason: str


@attrs.frozen
class LaunchStart:
    """An ``Image size is`` line: a launch begins whose control flow runs."""


@attrs.frozen
class LaunchFailed:
    """A ``Root cannot fit in an empty DeviceTask`` line: the launch ends without Summary and Recommendation."""

    reason: str


Record = PoolUse | Tuning | Recommendation | AllocFailure | LaunchStart | LaunchFailed


@attrs.frozen
class HostBudget:
    """The host line ``[workspaceSize] stitch depth``: how a compiled kernel's workspace was sized.

    :ivar context_workspace: bytes of the workspace at the depths in force.
    :ivar minimum: minimum runnable workspace in bytes (``stitch_1``).
    :ivar boundary_slots: assemble-size slots that every workspace has, whatever its depths.
    :ivar inner_slots: assemble slots of all depths together.
    :ivar depths: depths in force; None in the shorter line of August 2026.
    :ivar root_inner_unit: bytes of one root_inner depth; None in the shorter line.
    """

    context_workspace: int
    minimum: int
    boundary_slots: int
    inner_slots: int
    common_depth: int
    max_workspace_kb: int
    memory_driven: bool
    precise: bool
    depths: Pools | None
    root_inner_unit: int | None
