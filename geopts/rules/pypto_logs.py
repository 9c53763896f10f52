"""Rules on the logs of measuring runs of PyPTO; the findings come from ``geopts.pypto.tuning_findings``."""

from __future__ import annotations

from geopts.findings import Severity
from geopts.rules.registry import documented_rule

__all__ = [
    "alloc_failure",
    "implausible_numbers",
    "limit_below_minimum",
    "log_incomplete",
    "mixed_kernels",
    "not_a_common_depth_run",
    "saturated_pool",
    "start_above_limit",
]


@documented_rule("GEO604", "saturated-pool", Severity.WARNING, since="0.1")
def saturated_pool() -> None:
    """A pool that was full in the measuring run.

    ## What goes wrong

    When root_inner is full it starts again from the beginning and adds dependencies, and no failure line tells of it. What a larger pool
    would hold is not to be seen in the log.

    ## Example

    A Summary line whose peak of root_inner equals its capacity.

    ## Use instead

    A run with a larger `stitch_function_max_num`, or the times of both compared.

    ## Fix safety

    There is no fix.
    """


@documented_rule("GEO605", "alloc-failure", Severity.ERROR, since="0.1")
def alloc_failure() -> None:
    """Memory cut tasks short in the measuring run.

    ## What goes wrong

    The peaks show what fitted, not what the kernel needs, so depths derived from them are too small. In a run with a memory limit it is a
    note: the reasons say which pool to raise.

    ## Example

    Lines with `alloc failure` and a reason.

    ## Use instead

    A run with a larger `stitch_function_max_num`, or `geopts pypto tune --limit-mb N`.

    ## Fix safety

    There is no fix.
    """


@documented_rule("GEO606", "log-incomplete", Severity.WARNING, since="0.1")
def log_incomplete() -> None:
    """A log without lines that the advice needs.

    ## What goes wrong

    PyPTO prints the tuning lines in parts, and logs are rotated, cut and shared by processes. What is missing is left out of the advice;
    where nothing is left it is an error.

    ## Example

    A launch without its Recommendation line.

    ## Use instead

    All rotated files of one process, which has ended by itself.

    ## Fix safety

    There is no fix.
    """


@documented_rule("GEO607", "mixed-kernels", Severity.WARNING, since="0.1")
def mixed_kernels() -> None:
    """A log with the launches of several kernels.

    ## What goes wrong

    The lines name no kernel. For several shapes of one kernel the element-wise maximum is right; for two kernels it wastes memory on both.

    ## Example

    Launches with different bytes per depth in one log.

    ## Use instead

    One process, or one `ASCEND_PROCESS_LOG_PATH`, for each kernel.

    ## Fix safety

    There is no fix.
    """


@documented_rule("GEO608", "limit-below-minimum", Severity.ERROR, since="0.1")
def limit_below_minimum() -> None:
    """A memory limit below what the kernel needs at least.

    ## What goes wrong

    PyPTO refuses to compile the kernel with such a `max_workspace_kb`.

    ## Example

    `geopts pypto tune --limit-mb 1` for a kernel that needs more.

    ## Use instead

    The least limit, which the finding names.

    ## Fix safety

    There is no fix.
    """


@documented_rule("GEO609", "not-a-common-depth-run", Severity.ERROR, since="0.1")
def not_a_common_depth_run() -> None:
    """A log of a run whose pools were sized already.

    ## What goes wrong

    The peaks are those of the pools that the run had, not of the kernel, so they say nothing of the depths it needs at full speed.

    ## Example

    A log taken with `stitch_function_num_per_pool` or `max_workspace_kb` set.

    ## Use instead

    A log taken with `stitch_function_max_num` only; `--before LOGS` or `--limit-mb N` to judge the run as it is.

    ## Fix safety

    There is no fix.
    """


@documented_rule("GEO610", "implausible-numbers", Severity.ERROR, since="0.1")
def implausible_numbers() -> None:
    """Numbers in a log that contradict each other.

    ## What goes wrong

    A line is damaged, or PyPTO's lines mean something else in that release. Nothing is derived from them. Where they only follow another
    formula than the newest source it is a warning.

    ## Example

    A peak above the capacity of its pool.

    ## Use instead

    A new measurement.

    ## Fix safety

    There is no fix.
    """


@documented_rule("GEO630", "start-above-limit", Severity.ERROR, since="0.1")
def start_above_limit() -> None:
    """Recommended depths that do not fit into the limit.

    ## What goes wrong

    The second scenario starts from the depths the log recommends and raises them. If those alone need more than the limit there is nowhere
    to start from.

    ## Example

    `geopts pypto tune --limit-mb N` with less than the recommended depths need.

    ## Use instead

    A larger limit, or a run with `max_workspace_kb` set to it first.

    ## Fix safety

    There is no fix.
    """
