"""Whether the numbers of a launch can be right: checks against PyPTO's own arithmetic."""

from __future__ import annotations

from typing import TYPE_CHECKING

from geopts.pypto.workspace import BLOCK, MAX_PARALLELISM, POOLS, Bounds, Workspace, recommended_depths

if TYPE_CHECKING:
    from collections.abc import Iterator

    from geopts.pypto.launches import Launch
    from geopts.pypto.log_records import Recommendation

__all__ = ["MAX_BYTES", "implausible"]

#: No NPU has so much memory (1 PiB); a larger size is an overflow or a negative number.
MAX_BYTES = 2**50


def implausible(launch: Launch, recommendation: Recommendation) -> tuple[list[str], list[str]]:
    """Check one complete launch.

    :returns: sentences about contradictions, after which no number of the launch can be trusted; and sentences about numbers
        that follow another formula than the newest source, as a log of another PyPTO version may.
    """
    contradictions = [*_parallelism(launch, recommendation), *_sizes(launch, recommendation)]
    return contradictions, [] if contradictions else [*_formulae(launch, recommendation)]


def _parallelism(launch: Launch, recommendation: Recommendation) -> Iterator[str]:
    count = recommendation.parallelism
    if not 1 <= count <= MAX_PARALLELISM:
        yield f"parallelism={count} is outside 1..{MAX_PARALLELISM}"
        return
    beyond = sorted({pool.parallel_id for pool in launch.summary if pool.parallel_id >= count})
    if beyond:
        yield f"Summary lines name parallelId={beyond[0]}, but parallelism={count}"


def _sizes(launch: Launch, recommendation: Recommendation) -> Iterator[str]:
    numbers = (*recommendation.unit, *recommendation.next_bytes)
    if max(numbers) > MAX_BYTES:
        yield f"a size of {max(numbers)} bytes is more than any NPU has"
    pairs = zip(recommendation.recommended, recommendation.actual, strict=True)
    if any(recommended > actual + 1 for recommended, actual in pairs):
        yield f"recommendedDepths {list(recommendation.recommended)} exceed the depths in force {list(recommendation.actual)} by more than one"
    depths, unit = recommendation.actual, recommendation.unit
    for use in launch.summary:
        for pool in POOLS:
            peak, capacity = getattr(use.peaks, pool), getattr(use.capacities, pool)
            if peak > capacity:
                yield f"{pool} peak {peak} is larger than its capacity {capacity}"
        for pool in ("root_inner", "exclusive_outcast"):
            capacity, expected = getattr(use.capacities, pool), getattr(unit, pool) * getattr(depths, pool)
            if capacity != expected:
                yield f"{pool} capacity {capacity} is not {getattr(depths, pool)} depths of {getattr(unit, pool)} bytes ({expected})"
        slots, depth = use.capacities.assemble_outcast, depths.assemble_outcast
        if (slots % depth if depth else slots) or bool(slots) != bool(depth and unit.assemble_outcast):
            yield f"assemble_outcast capacity {slots} slots does not go with {depth} depths of {unit.assemble_outcast} bytes"


def _formulae(launch: Launch, recommendation: Recommendation) -> Iterator[str]:
    unit, parallelism = recommendation.unit, recommendation.parallelism
    workspace: Workspace | None = Workspace(unit, parallelism, recommendation.actual, padding=Bounds(0, BLOCK - 1))
    for step, added in zip(unit, recommendation.next_bytes, strict=True):
        if workspace is not None:
            workspace = None if added % parallelism else workspace.narrowed(step, added // parallelism)
    if workspace is None:
        yield f"nextDepthTotalBytes {list(recommendation.next_bytes)} does not follow from rawPerParallelBytes {list(unit)} and {BLOCK}"
    if len(launch.summary) != parallelism:
        return
    depth = recommendation.actual.assemble_outcast
    slots = launch.summary[0].capacities.assemble_outcast // depth if depth else 0
    expected = recommended_depths((use.peaks for use in launch.summary), unit, slots)
    if expected != recommendation.recommended:
        yield f"recommendedDepths {list(recommendation.recommended)} is not what the peaks give by PyPTO's formula, {list(expected)}"
