"""Two runs side by side: memory, peaks, failures, and whether the advice of the first was followed in the second."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import attrs

from geopts.pypto.measured import measure
from geopts.pypto.tuning_findings import all_failures
from geopts.pypto.tuning_steps import pool_rows, workspaces, worst
from geopts.pypto.workspace import POOLS, Bounds, Pools

if TYPE_CHECKING:
    from geopts.pypto.logs import LogReport
    from geopts.pypto.measured import Measured
    from geopts.pypto.tuning_steps import PoolRow

__all__ = ["Comparison", "compare"]


@attrs.frozen
class Comparison:
    """What changed between an earlier run and this one.

    :ivar depths_before, depths_after: depths in force; None when a run has several or none.
    :ivar advised: what the advisor said to the earlier run; None when it refused.
    :ivar followed: ``yes``, ``raised`` (every pool as advised or deeper), ``no``, or ``unknown``.
    :ivar workspace_before, workspace_after: bytes of the workspace; None when a run has no complete launch.
    :ivar saved: bytes saved (negative: more is used now), as far as known.
    :ivar failures_before, failures_after: alloc failures per reason.
    :ivar rows_before, rows_after: the pools of both runs.
    """

    depths_before: Pools | None
    depths_after: Pools | None
    advised: Pools | None
    followed: str
    workspace_before: Bounds | None
    workspace_after: Bounds | None
    saved: Bounds | None
    failures_before: dict[str, int]
    failures_after: dict[str, int]
    rows_before: tuple[PoolRow, ...] = ()
    rows_after: tuple[PoolRow, ...] = ()

    def as_json(self) -> dict[str, Any]:
        """Give the object that ``tune --before`` adds."""

        def size(value: Bounds | None) -> dict[str, Any]:
            return {"bytes": value and value.exact, "bounds": value and list(value)}

        return {
            "depths": {"before": self.depths_before, "after": self.depths_after, "advised": self.advised},
            "followed": self.followed,
            "workspace": {"before": size(self.workspace_before), "after": size(self.workspace_after)},
            "saved_bytes": self.saved and self.saved.exact,
            "saved_bytes_bounds": self.saved and list(self.saved),
            "alloc_failures": {"before": self.failures_before, "after": self.failures_after},
            "peaks": {
                "before": {row.pool: row.peak for row in self.rows_before},
                "after": {row.pool: row.peak for row in self.rows_after},
            },
        }


def compare(before: LogReport, after: LogReport, *, advised: Pools | None) -> Comparison:
    """Compare two runs; ``advised`` is what the advisor said to the earlier one."""
    first, second = measure(before), measure(after)
    depths_after = _depths(second)
    return Comparison(
        _depths(first),
        depths_after,
        advised,
        _followed(advised, depths_after),
        _workspace(first),
        _workspace(second),
        _saved(first, second),
        dict(all_failures(before)),
        dict(all_failures(after)),
        pool_rows(first, None, {}) if first.variants else (),
        pool_rows(second, None, {}) if second.variants else (),
    )


def _depths(measured: Measured) -> Pools | None:
    depths = {variant.actual for variant in measured.variants}
    return depths.pop() if len(depths) == 1 else None


def _followed(advised: Pools | None, depths: Pools | None) -> str:
    if advised is None or depths is None:
        return "unknown"
    if depths == advised:
        return "yes"
    return "raised" if all(getattr(depths, pool) >= getattr(advised, pool) for pool in POOLS) else "no"


def _workspace(measured: Measured) -> Bounds | None:
    if not measured.variants:
        return None
    return worst(variant.workspace.total for variant in measured.variants)


def _saved(first: Measured, second: Measured) -> Bounds | None:
    """Give the difference of both workspaces when both are known, else what the change of depths alone does to one kernel."""
    before, after = _workspace(first), _workspace(second)
    if before is None or after is None:
        return None
    if before.exact is not None and after.exact is not None:
        return Bounds(before.exact - after.exact, before.exact - after.exact)
    old, new = _depths(first), _depths(second)
    spaces = [*workspaces(first), *workspaces(second)]
    if old is None or new is None or len({(space.unit, space.parallelism) for space in spaces}) != 1:
        return None
    changes = [space.change(new, old) for space in spaces]
    low, high = max(change.low for change in changes), min(change.high or 0 for change in changes)
    return Bounds(low, high) if low <= high else changes[0]
