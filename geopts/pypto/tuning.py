"""The advisor: depths for ``stitch_function_num_per_pool`` from the logs of a measuring run.

Two scenarios of the page of ``set_runtime_options``: parallelism is as wanted and memory is to be saved, or memory is limited and
parallelism is to be raised within the limit. What no log can tell is listed, not guessed.
"""

from __future__ import annotations

import enum
from typing import TYPE_CHECKING, Any

import attrs

from geopts.findings import Severity
from geopts.pypto import tuning_findings as checks
from geopts.pypto.measured import Measured, measure
from geopts.pypto.tuning_compare import Comparison, compare
from geopts.pypto.tuning_steps import PoolRow, Step, next_pool, pool_rows, step_of, workspaces, worst
from geopts.pypto.tuning_words import headline, next_runs, reasons, unknowns
from geopts.pypto.workspace import MAX_DEPTH, POOLS, Bounds, Pools

if TYPE_CHECKING:
    from geopts.findings import Finding
    from geopts.pypto.logs import LogReport

__all__ = ["Advice", "Scenario", "Verdict", "advise"]


class Scenario(enum.Enum):
    """What the depths are tuned for."""

    SAVE_MEMORY = "save-memory"
    RAISE_PARALLELISM = "raise-parallelism"


class Verdict(enum.Enum):
    """What to do with the option: set it, keep what the run had, leave it off, or nothing because the run cannot tell."""

    APPLY = "apply"
    KEEP = "keep"
    LEAVE_OFF = "leave-off"
    REFUSE = "refuse"


@attrs.frozen
class Advice:
    """The answer. Sizes are bytes; a ``Bounds`` whose ends differ is known only that far.

    :ivar message: the verdict in a sentence.
    :ivar depths: the triple to set; None when the advisor refuses.
    :ivar workspace: size of the workspace with these depths, the largest over kernels and shapes.
    :ivar measured: depths and workspace of the measuring run; None when the logs hold several.
    :ivar saved: how much smaller that is than in the measuring run (negative: larger).
    :ivar minimum: minimum runnable workspace.
    :ivar limit: the memory limit, given or from the host line.
    :ivar steps: per pool what one more depth costs and how many fit.
    :ivar next_pool: the pool to raise next, with the reason; the pool is None when none will help or fit.
    :ivar why: per pool how its depth comes about.
    :ivar evaluated: workspace of a depth vector that was asked about.
    """

    scenario: Scenario
    verdict: Verdict
    message: str
    depths: Pools | None = None
    workspace: Bounds | None = None
    measured: tuple[Pools, Bounds] | None = None
    saved: Bounds | None = None
    minimum: Bounds | None = None
    limit: int | None = None
    steps: dict[str, Step] = attrs.field(factory=dict)
    next_pool: tuple[str | None, str] | None = None
    rows: tuple[PoolRow, ...] = ()
    why: dict[str, str] = attrs.field(factory=dict)
    findings: tuple[Finding, ...] = ()
    unknown: tuple[str, ...] = ()
    run_next: tuple[str, ...] = ()
    comparison: Comparison | None = None
    evaluated: tuple[Pools, Bounds] | None = None

    @property
    def option(self) -> str | None:
        """The line to paste before the first call of the kernel."""
        if self.depths is None or self.verdict in {Verdict.REFUSE, Verdict.LEAVE_OFF}:
            return None
        return f"pypto.experimental.set_runtime_options(stitch_function_num_per_pool={list(self.depths)})"

    @property
    def troubled(self) -> bool:
        """True when the advisor refuses or has a warning: the command's exit code 1."""
        return self.verdict is Verdict.REFUSE or any(f.severity.rank >= Severity.WARNING.rank for f in self.findings)

    @property
    def free(self) -> tuple[int | None, int] | None:
        """Bytes left below the limit, at least and at most; None without a limit or depths."""
        if self.limit is None or self.workspace is None:
            return None
        high = self.workspace.high
        return None if high is None else self.limit - high, self.limit - self.workspace.low

    def as_json(self) -> dict[str, Any]:
        """Give the contract's object; sizes known only within bounds are null, with the bounds beside them."""
        free = self.free
        return {
            "scenario": self.scenario.value,
            "verdict": self.verdict.value,
            "message": self.message,
            "start": {"depths": self.depths and list(self.depths), **_sized("workspace_bytes", self.workspace)},
            "measured": self.measured
            and {"depths": list(self.measured[0]), **_sized("workspace_bytes", self.measured[1])},
            "limit_bytes": self.limit,
            **_sized("minimum_bytes", self.minimum),
            "free_bytes": free[0] if free and free[0] == free[1] else None,
            "free_bytes_bounds": free and list(free),
            **_sized("saved_bytes", self.saved),
            "steps": {pool: _step_json(self.steps.get(pool)) for pool in POOLS},
            "next": self.next_pool and {"pool": self.next_pool[0], "why": self.next_pool[1]},
            "option": self.option,
            "pools": {row.pool: _row_json(row) for row in self.rows},
            "why": self.why,
            "warnings": [finding.as_json() for finding in self.findings],
            "unknown": list(self.unknown),
            "run_next": list(self.run_next),
            "evaluated": self.evaluated
            and {"depths": list(self.evaluated[0]), **_sized("workspace_bytes", self.evaluated[1])},
            "before": self.comparison and self.comparison.as_json(),
        }


def _sized(name: str, size: Bounds | None) -> dict[str, Any]:
    return {name: size and size.exact, f"{name}_bounds": size and list(size)}


def _step_json(step: Step | None) -> dict[str, Any]:
    if step is None:
        return {"bytes": None, "max_steps": None}
    return {
        **_sized("bytes", step.bytes),
        **_sized("max_steps", step.max_steps),
        **_sized("free_steps", step.free_steps),
        "workspace_bytes": list(step.sizes),
    }


def _row_json(row: PoolRow) -> dict[str, Any]:
    return {
        "unit": row.unit,
        "peak": row.peak,
        "capacity": row.capacity,
        "utilisation": round(row.utilisation, 4),
        "depths_now": list(row.depths_now),
        "advised": row.advised,
    }


def advise(
    report: LogReport,
    *,
    limit: int | None = None,
    scenario: Scenario | None = None,
    before: LogReport | None = None,
    evaluate: Pools | None = None,
) -> Advice:
    """Work out the depths for ``stitch_function_num_per_pool``.

    :param report: the logs of the measuring run.
    :param limit: memory limit in bytes; alone it means the second scenario. Without it the second scenario takes the limit from
        the host line (``max_workspace_kb``), if there is one.
    :param scenario: what to tune for; by default what the limit implies.
    :param before: the logs of an earlier run; then this run may already have the option set, and is compared with that one.
    :param evaluate: a depth vector whose workspace is wanted as well.
    """
    if scenario is None:
        scenario = Scenario.SAVE_MEMORY if limit is None else Scenario.RAISE_PARALLELISM
    measured = measure(report)
    findings = [*checks.missing_lines(report, measured), *checks.numbers(measured)]
    if scenario is Scenario.SAVE_MEMORY and before is None:
        findings += checks.measuring_run(report, measured)
    saving = scenario is Scenario.SAVE_MEMORY
    findings += checks.pressure(report, measured, fatal=saving, full_is_meant=before is not None)
    if not saving:
        limit = _limit_of(measured) if limit is None else limit
    draft = Advice(scenario, Verdict.REFUSE, "", limit=limit)
    if measured.variants and not measured.contradictions:
        draft = _sizes(draft, report, measured, findings, evaluate)
    if before is not None:
        advised = advise(before, limit=limit, scenario=scenario).depths
        draft = attrs.evolve(draft, comparison=compare(before, report, advised=advised))
    findings.sort(key=lambda finding: -finding.severity.rank)
    return _conclude(attrs.evolve(draft, findings=tuple(findings)), measured, checked=before is not None)


def _limit_of(measured: Measured) -> int | None:
    limits = {variant.host.max_workspace_kb * 1024 for variant in measured.variants if variant.host}
    return limits.pop() or None if len(limits) == 1 else None


def _sizes(
    draft: Advice, report: LogReport, measured: Measured, findings: list[Finding], evaluate: Pools | None
) -> Advice:
    """Work out depths, sizes and steps of a run whose numbers can be used; adds what is wrong with them to the findings."""
    recommended = Pools.maximum(variant.recommended for variant in measured.variants)
    depths = Pools(*(min(depth, MAX_DEPTH) for depth in recommended))
    spaces = workspaces(measured)
    workspace = worst(space.workspace(depths) for space in spaces)
    minimum = worst(variant.minimum for variant in measured.variants)
    limit = draft.limit
    if limit is not None and limit <= minimum.low:
        findings.append(checks.below_minimum(limit, minimum))
    elif limit is not None and workspace.low > limit:
        budgets = [variant.budget.common_depth(limit) for variant in measured.variants if variant.budget]
        common = min((depth for depth in budgets if depth is not None), default=None)
        findings.append(checks.start_too_large(depths, workspace.low, limit, common))
    findings += checks.advised_depths(depths, measured)
    if evaluate is not None:
        findings += checks.advised_depths(evaluate, measured)
    steps = {pool: step_of(spaces, depths, pool, limit) for pool in POOLS}
    return attrs.evolve(
        draft,
        depths=depths,
        workspace=workspace,
        measured=_measured(measured),
        saved=_saved(measured, depths),
        minimum=minimum,
        steps=steps,
        next_pool=next_pool(report, measured, depths, steps),
        rows=pool_rows(measured, depths, steps),
        why=reasons(measured, depths),
        evaluated=evaluate and (evaluate, worst(space.workspace(evaluate) for space in spaces)),
    )


def _measured(measured: Measured) -> tuple[Pools, Bounds] | None:
    depths = {variant.actual for variant in measured.variants}
    return (depths.pop(), worst(variant.workspace.total for variant in measured.variants)) if len(depths) == 1 else None


def _saved(measured: Measured, depths: Pools) -> Bounds | None:
    """Bytes saved against the measuring run; None when the logs hold several kernels or settings, where it has no one answer."""
    if len({(variant.kernel, variant.actual) for variant in measured.variants}) != 1:
        return None
    changes = [variant.workspace.change(depths, variant.actual) for variant in measured.variants]
    return changes[0] if len(changes) == 1 else worst(changes)


def _conclude(draft: Advice, measured: Measured, *, checked: bool) -> Advice:
    """Turn findings and depths into the verdict."""
    errors = [finding for finding in draft.findings if finding.severity is Severity.ERROR]
    unknown = tuple(unknowns(draft, measured))
    if errors or draft.depths is None:
        reason = errors[0].message if errors else "there is nothing to work with"
        return attrs.evolve(
            draft,
            verdict=Verdict.REFUSE,
            message=f"no advice: {reason}",
            depths=None,
            workspace=None,
            saved=None,
            steps={},
            next_pool=None,
            rows=tuple(attrs.evolve(row, advised=None, step=None) for row in draft.rows),
            why={},
            unknown=unknown,
            run_next=tuple(finding.hint for finding in errors if finding.hint),
        )
    if not any(draft.depths):
        return attrs.evolve(
            draft,
            verdict=Verdict.LEAVE_OFF,
            message="leave stitch_function_num_per_pool alone: the kernel uses no pool, and [0, 0, 0] means off",
            unknown=unknown,
        )
    kept = all(variant.actual == draft.depths for variant in measured.variants)
    verdict = Verdict.KEEP if kept else Verdict.APPLY
    advice = attrs.evolve(draft, verdict=verdict, message=headline(draft, kept=kept), unknown=unknown)
    return attrs.evolve(advice, run_next=tuple(next_runs(advice, measured, checked=checked)))
