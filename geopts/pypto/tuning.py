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
from geopts.pypto.tuning_steps import PoolRow, Step, next_pool, pool_rows, step_of, worst
from geopts.pypto.workspace import MAX_DEPTH, POOLS, Bounds, Pools

if TYPE_CHECKING:
    from collections.abc import Sequence

    from geopts.findings import Finding
    from geopts.pypto.logs import LogReport
    from geopts.pypto.tuning_compare import Comparison

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
