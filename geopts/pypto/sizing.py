"""What a launch and the host line of its kernel prove about the size of a workspace."""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs

from geopts.pypto.workspace import Bounds, Budget, Pools, Workspace, align_up

if TYPE_CHECKING:
    from geopts.pypto.launches import Launch
    from geopts.pypto.log_records import HostBudget, Recommendation
    from geopts.pypto.logs import LogReport

__all__ = ["host_line_of", "workspace_of"]


def workspace_of(
    recommendation: Recommendation, slots_per_depth: int | None, host: HostBudget | None
) -> tuple[Workspace, Budget | None]:
    """Say what is known about the workspace of one launch.

    nextDepthTotalBytes narrows the 32 KiB rounding. The host line adds the total and, through the boundary slots, the exact sizes;
    unless the launch's slots are larger than those it was computed with (dynamic outcasts): then it gives a lower bound only.

    :returns: what holds around the measured depths, and the whole formula where every part of it is known.
    """
    unit, parallelism, actual = recommendation.unit, max(1, recommendation.parallelism), recommendation.actual
    slot = unit.assemble_outcast // slots_per_depth if slots_per_depth else 0
    # The boundary holds at least two slots per assemble slot of a depth, and two per exclusive outcast (B = 2E + 2A).
    least = Budget(unit, 2 * unit.assemble_outcast + (2 * slot if unit.exclusive_outcast else 0), parallelism)
    workspace = Workspace(unit, parallelism, actual, total=Bounds(least.workspace(actual), None))
    for step, added in zip(unit, recommendation.next_bytes, strict=True):
        workspace = workspace.narrowed(step, added // parallelism) or workspace
    if host is None:
        return workspace, None
    budget = None
    if slot or not host.boundary_slots:
        budget = Budget(unit, host.boundary_slots * slot, parallelism)
        padding = align_up(budget.raw(actual)) - budget.raw(actual)
        workspace = attrs.evolve(workspace, padding=Bounds(padding, padding))
        budget = attrs.evolve(budget, fixed=host.context_workspace - budget.workspace(actual))
    shrunk = sum(step * (1 - depth) for step, depth in zip(unit, actual, strict=True))
    checked = workspace.narrowed(shrunk, (host.minimum - host.context_workspace) // parallelism)
    if checked is None or (budget is not None and budget.fixed < 0):
        return attrs.evolve(workspace, total=Bounds(max(workspace.total.low, host.context_workspace), None)), None
    return attrs.evolve(checked, total=Bounds(host.context_workspace, host.context_workspace)), budget


def _fits(host: HostBudget, recommendation: Recommendation, slots: int | None) -> bool:
    depths = host.depths or Pools(*[host.common_depth] * 3)
    return (
        depths == recommendation.actual
        and host.root_inner_unit in {None, recommendation.unit.root_inner}
        and slots in {None, host.inner_slots}
    )


def host_line_of(
    launch: Launch, recommendation: Recommendation, slots: int | None, report: LogReport
) -> HostBudget | None:
    """Find the host line of a launch: the latest before it in its thread, else the only one of its process that fits."""
    own = [line for line in report.budgets.get(launch.process, []) if _fits(line.value, recommendation, slots)]
    before = [line for line in own if line.tid == launch.tid and line.time <= launch.time]
    if before:
        return max(before, key=lambda line: line.time).value
    return own[0].value if len({line.value for line in own}) == 1 else None
