"""What one more depth of a pool costs, how many fit below a limit, and which pool to raise next."""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs

from geopts.pypto.tuning_findings import all_failures
from geopts.pypto.tuning_words import counted
from geopts.pypto.workspace import MAX_DEPTH, POOLS, Bounds

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from geopts.pypto.logs import LogReport
    from geopts.pypto.measured import Measured, Variant
    from geopts.pypto.workspace import Pools, Workspace

__all__ = ["PoolRow", "Step", "next_pool", "pool_rows", "step_of", "workspaces", "worst"]

_REASONS = {"exclusive-outcast": "exclusive_outcast", "inner-temporal-outcast": "assemble_outcast"}


@attrs.frozen
class Step:
    """Raising one pool from the advised depths.

    :ivar bytes: bytes that the first step adds to the workspace.
    :ivar free_steps: steps that cost nothing inside the 32 KiB rounding.
    :ivar max_steps: steps that fit below the limit, surely and at most; None without a limit.
    :ivar sizes: workspace after each step that fits; empty unless the sizes are exact.
    """

    bytes: Bounds
    free_steps: Bounds
    max_steps: Bounds | None = None
    sizes: tuple[int, ...] = ()


@attrs.frozen
class PoolRow:
    """One line of the table of pools, with the figures of the fullest variant. Assemble figures are slots, the rest bytes."""

    pool: str
    unit: str
    peak: int
    capacity: int
    utilisation: float
    depths_now: tuple[int, ...]
    advised: int | None
    step: Step | None


def workspaces(measured: Measured) -> list[Workspace]:
    """Give one workspace per kernel and slot size; where a run with a host line knows more, that one."""
    best: dict[tuple[Pools, int | None, int], Workspace] = {}
    for variant in measured.variants:
        key = (variant.unit, variant.slots_per_depth, variant.parallelism)
        if key not in best or (variant.workspace.known and not best[key].known):
            best[key] = variant.workspace
    return list(best.values())


def worst(sizes: Iterable[Bounds]) -> Bounds:
    """Bounds of the largest of several numbers."""
    all_sizes = list(sizes)
    highs = [size.high for size in all_sizes]
    return Bounds(max(size.low for size in all_sizes), None if None in highs else max(high or 0 for high in highs))


def step_of(spaces: Sequence[Workspace], depths: Pools, pool: str, limit: int | None) -> Step:
    """Say what raising ``pool`` from ``depths`` costs, for all kernels and shapes together."""
    cost = worst(space.change(depths, depths.raised(pool, 1)) for space in spaces)
    free = [space.free_steps(depths, pool) for space in spaces if getattr(space.unit, pool)]
    free_steps = Bounds(min(f.low for f in free), min(f.high or 0 for f in free)) if free else Bounds(0, 0)
    if limit is None:
        return Step(cost, free_steps)
    fitting = [space.max_steps(depths, pool, limit) for space in spaces if getattr(space.unit, pool)]
    others = [space.workspace(depths) for space in spaces if not getattr(space.unit, pool)]
    most = Bounds(min(f.low for f in fitting), min(f.high or 0 for f in fitting)) if fitting else Bounds(0, 0)
    if any(size.low > limit for size in others):
        most = Bounds(0, 0)
    sizes: list[int] = []
    if most.exact and all(space.known for space in spaces):
        raised = (depths.raised(pool, steps) for steps in range(1, most.low + 1))
        sizes = [worst(space.workspace(triple) for space in spaces).low for triple in raised]
    return Step(cost, free_steps, most, tuple(sizes))


def pool_rows(measured: Measured, depths: Pools | None, steps: dict[str, Step]) -> tuple[PoolRow, ...]:
    """Build the table of pools."""
    rows = []
    for pool in POOLS:
        variant: Variant = max(measured.variants, key=lambda v: (v.utilisation(pool), getattr(v.peaks, pool)))
        rows.append(
            PoolRow(
                pool,
                "slots" if pool == "assemble_outcast" else "bytes",
                getattr(variant.peaks, pool),
                getattr(variant.capacities, pool),
                variant.utilisation(pool),
                tuple(sorted({getattr(v.actual, pool) for v in measured.variants})),
                None if depths is None else getattr(depths, pool),
                steps.get(pool),
            )
        )
    return tuple(rows)


def next_pool(report: LogReport, measured: Measured, depths: Pools, steps: dict[str, Step]) -> tuple[str | None, str]:
    """Say which pool to raise next, by the evidence of the run: failure reasons, then a full root_inner, then use.

    :returns: the pool and the reason; no pool when another limit ended the tasks or nothing fits.
    """
    failures = all_failures(report)
    limits = report.submit_limits
    if not failures and limits.by_call_operations:
        return None, "tasks ended at 60000 call operations (Stitch Limit Exceeded): no pool will help"
    if not failures and (limits.by_hard_limit or any(variant.stitched >= MAX_DEPTH for variant in measured.variants)):
        return None, f"tasks reached {MAX_DEPTH} root functions, the most a task can hold: no pool will help"
    largest = max(POOLS, key=lambda pool: getattr(depths, pool))
    candidates: list[tuple[str, str]] = []
    for reason, count in failures.most_common():
        pool = _REASONS.get(reason, largest)
        told = "" if reason in _REASONS else "; the largest element sizes the pool it needs"
        candidates.append((pool, f"{counted(count, 'alloc failure')} with reason={reason}{told}"))
    if any(variant.saturated("root_inner") for variant in measured.variants):
        candidates.append(("root_inner", "its peak reached its capacity"))
    by_use = sorted(POOLS, key=lambda pool: -max(variant.utilisation(pool) for variant in measured.variants))
    for pool in by_use:
        use = max(variant.utilisation(pool) for variant in measured.variants)
        if use:
            candidates.append((pool, f"its use was the closest to its capacity, {use:.0%}"))
    for pool, why in candidates:
        most = steps[pool].max_steps
        if getattr(depths, pool) < MAX_DEPTH and (most is None or most.high):
            return pool, why
    return None, "not one more depth of any pool fits below the limit"
