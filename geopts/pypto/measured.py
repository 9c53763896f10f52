"""What the launches of a log prove together: per compiled kernel its units, peaks and workspace, and how far to trust them."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any, NamedTuple

import attrs

from geopts.pypto.plausible import implausible
from geopts.pypto.sizing import host_line_of, workspace_of
from geopts.pypto.workspace import Bounds, Pools

if TYPE_CHECKING:
    from geopts.pypto.launches import Launch
    from geopts.pypto.log_records import HostBudget, Recommendation
    from geopts.pypto.logs import LogReport
    from geopts.pypto.workspace import Budget, Workspace

__all__ = ["Kernel", "Measured", "Variant", "measure", "single_budget_json"]

_MOST = 8  # examples kept of anything that a log may hold many of


class Kernel(NamedTuple):
    """What launches of one compiled kernel share; two shapes of a kernel may differ in it too, when each is compiled apart."""

    root_inner_unit: int
    exclusive_unit: int
    slots_per_depth: int | None


@attrs.define
class Variant:
    """Launches with the same units, parallelism and depths: one kernel, one setting, one size of an assemble slot.

    :ivar unit: bytes of one depth per pool in one parallel unit.
    :ivar slots_per_depth: assemble slots of one depth; None when no line tells it.
    :ivar actual: depths in force.
    :ivar recommended: element-wise maximum of the recommended depths.
    :ivar peaks: largest use per pool by one parallel unit: bytes, slots, bytes.
    :ivar capacities: size per pool of one parallel unit: bytes, slots, bytes.
    :ivar stitched: most root functions in one task.
    :ivar launches: how many there are; ``shaped`` of them have a known input shape.
    :ivar host: the host line of this kernel, when there is one that fits.
    :ivar workspace: what is known about its workspace.
    :ivar budget: the whole formula of its workspace, when every part of it is known.
    """

    unit: Pools
    slots_per_depth: int | None
    parallelism: int
    actual: Pools
    recommended: Pools
    peaks: Pools
    capacities: Pools
    stitched: int
    launches: int
    shaped: int
    host: HostBudget | None
    workspace: Workspace
    budget: Budget | None

    @property
    def kernel(self) -> Kernel:
        """The compiled kernel, as far as its numbers tell."""
        return Kernel(self.unit.root_inner, self.unit.exclusive_outcast, self.slots_per_depth)

    @property
    def dynamic(self) -> bool:
        """True when the launch's slots are larger than those its host line was computed with."""
        return self.host is not None and self.workspace.total.exact is None

    @property
    def minimum(self) -> Bounds:
        """Bytes of the minimum runnable workspace, one depth per pool."""
        if self.host is not None:
            return Bounds(self.host.minimum, None if self.dynamic else self.host.minimum)
        return self.workspace.workspace(Pools(1, 1, 1))

    @property
    def common_depth(self) -> bool:
        """True when the three depths are one number, as without ``stitch_function_num_per_pool``."""
        return len(set(self.actual)) == 1 and not (self.host and self.host.precise)

    @property
    def memory_driven(self) -> bool:
        """True when ``max_workspace_kb`` set the depth: the host line says so, or no other option can give so large a depth."""
        return self.common_depth and bool((self.host and self.host.memory_driven) or max(self.actual) > 1024)

    def needs(self, pool: str) -> bool:
        """True when the kernel uses this pool at all."""
        return bool(getattr(self.unit, pool))

    def utilisation(self, pool: str) -> float:
        """Peak divided by capacity; 0 for a pool without capacity."""
        capacity = getattr(self.capacities, pool)
        return getattr(self.peaks, pool) / capacity if capacity else 0.0

    def saturated(self, pool: str) -> bool:
        """True when less than one depth was left: what more memory would have used is not to be seen then."""
        depth, unit = getattr(self.actual, pool), getattr(self.unit, pool)
        if pool == "assemble_outcast":
            unit = self.slots_per_depth or 0
        peak, capacity = getattr(self.peaks, pool), getattr(self.capacities, pool)
        if not unit or not peak:
            return False
        return bool(capacity - peak <= unit if depth > 1 else peak >= capacity)


@attrs.define
class Measured:
    """The evidence of one set of logs.

    :ivar variants: one per kernel, setting and slot size.
    :ivar partial: recommended depths of launches whose log ends early, from their Tuning lines.
    :ivar incomplete: number of those launches; ``failed`` counts those that ended with an error, by its reason.
    :ivar without_summary: complete launches that miss Summary lines.
    :ivar contradictions: sentences about numbers that cannot be right; ``formula`` those that another version may explain.
    :ivar unmatched_budgets: host lines were there, but for other kernels.
    """

    variants: list[Variant] = attrs.field(factory=list)
    partial: Pools | None = None
    incomplete: int = 0
    failed: Counter[str] = attrs.field(factory=Counter)
    without_summary: int = 0
    contradictions: list[str] = attrs.field(factory=list)
    formula: list[str] = attrs.field(factory=list)
    unmatched_budgets: bool = False

    @property
    def kernels(self) -> set[Kernel]:
        """The kernels that the numbers tell apart; a launch that does not tell its slots may belong to any with its units."""
        kernels = {variant.kernel for variant in self.variants}
        told = {kernel[:2] for kernel in kernels if kernel.slots_per_depth is not None}
        return {kernel for kernel in kernels if kernel.slots_per_depth is not None or kernel[:2] not in told}


def measure(report: LogReport) -> Measured:
    """Collect the evidence of all launches; memory grows with the number of different kernels and settings only."""
    measured = Measured()
    variants: dict[Any, Variant] = {}
    for launch in report.launches():
        recommendation = launch.recommendation
        if recommendation is None:
            measured.incomplete += 1
            if launch.failed is not None:
                measured.failed[launch.failed] += 1
            advice = [task.tuning.recommended for task in launch.tasks]
            if advice:
                measured.partial = Pools.maximum([*advice, measured.partial or advice[0]])
            continue
        problems, differences = implausible(launch, recommendation)
        _keep(measured.contradictions, problems)
        _keep(measured.formula, differences)
        measured.without_summary += len(launch.summary) < recommendation.parallelism
        _add(variants, launch, recommendation, report)
    measured.variants = list(variants.values())
    measured.unmatched_budgets = bool(report.budgets) and not any(variant.host for variant in measured.variants)
    return measured


def _keep(examples: list[str], more: list[str]) -> None:
    for example in more:
        if len(examples) < _MOST and example not in examples:
            examples.append(example)


def _add(variants: dict[Any, Variant], launch: Launch, recommendation: Recommendation, report: LogReport) -> None:
    uses = list(launch.summary)
    if len(uses) < recommendation.parallelism:
        uses += [pool for task in launch.tasks for pool in task.pools]
    zero = Pools(0, 0, 0)
    peaks = Pools.maximum([zero, *(use.peaks for use in uses)])
    capacities = Pools.maximum([zero, *(use.capacities for use in uses)])
    depth = recommendation.actual.assemble_outcast
    slots_per_depth = None
    if not recommendation.unit.assemble_outcast:
        slots_per_depth = 0
    elif depth and capacities.assemble_outcast:
        slots_per_depth = capacities.assemble_outcast // depth or None
    host = host_line_of(launch, recommendation, capacities.assemble_outcast if uses else None, report)
    key = (recommendation.unit, slots_per_depth, recommendation.parallelism, recommendation.actual, host)
    stitched = max((task.tuning.stitch_count for task in launch.tasks), default=0)
    variant = variants.get(key)
    if variant is None:
        workspace, budget = workspace_of(recommendation, slots_per_depth, host)
        variant = variants[key] = Variant(
            recommendation.unit,
            slots_per_depth,
            recommendation.parallelism,
            recommendation.actual,
            recommendation.recommended,
            peaks,
            capacities,
            stitched,
            0,
            0,
            host,
            workspace,
            budget,
        )
    variant.recommended = Pools.maximum((variant.recommended, recommendation.recommended))
    variant.peaks = Pools.maximum((variant.peaks, peaks))
    variant.capacities = Pools.maximum((variant.capacities, capacities))
    variant.stitched = max(variant.stitched, stitched)
    variant.launches += 1
    variant.shaped += launch.shape is not None


def single_budget_json(report: LogReport) -> dict[str, Any]:
    """Give what the host line says, when the logs hold one kernel's only; nulls otherwise."""
    budgets = {line.value for lines in report.budgets.values() for line in lines}
    out: dict[str, Any] = dict.fromkeys(
        ("limit_bytes", "k_eff", "context_workspace", "minimum_bytes", "workspace_at_recommended")
    )
    if len(budgets) != 1:
        return out
    budget = budgets.pop()
    out["limit_bytes"] = budget.max_workspace_kb * 1024 or None
    out["k_eff"] = budget.common_depth
    out["context_workspace"] = budget.context_workspace
    out["minimum_bytes"] = budget.minimum
    variants = [variant for variant in measure(report).variants if variant.host]
    if variants and report.max_recommended:
        sizes = [variant.workspace.workspace(report.max_recommended).exact for variant in variants]
        out["workspace_at_recommended"] = None if None in sizes else max(size or 0 for size in sizes)
    return out
