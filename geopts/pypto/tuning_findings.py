"""What is wrong with a measuring run, as findings: the checks of both tuning scenarios.

The rules: the tuning steps on the page of ``set_runtime_options`` (hicann/pypto, docs/zh/api/config/
pypto-experimental-set_runtime_options.md, newest copy), held against ``dev_workspace.cpp`` and ``workspace_budget_calculator.cpp``.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from geopts.findings import Severity
from geopts.pypto.codes import SINGLE_ASSEMBLE_DEPTH, VALUE, ZERO_FOR_NEEDED_POOL, Code
from geopts.pypto.tuning_words import counted
from geopts.pypto.workspace import MAX_DEPTH, POOLS, Pools

if TYPE_CHECKING:
    from collections.abc import Iterator

    from geopts.findings import Finding
    from geopts.pypto.logs import LogReport
    from geopts.pypto.measured import Measured, Variant
    from geopts.pypto.workspace import Bounds

__all__ = [
    "ALLOC_FAILURE",
    "IMPLAUSIBLE_NUMBERS",
    "LIMIT_BELOW_MINIMUM",
    "LOG_INCOMPLETE",
    "MIXED_KERNELS",
    "NOT_A_COMMON_DEPTH_RUN",
    "SATURATED_POOL",
    "START_ABOVE_LIMIT",
    "advised_depths",
    "all_failures",
    "measuring_run",
    "missing_lines",
    "numbers",
    "pressure",
]

SATURATED_POOL = Code("GEO604", "saturated-pool", Severity.WARNING)
ALLOC_FAILURE = Code("GEO605", "alloc-failure", Severity.ERROR)
LOG_INCOMPLETE = Code("GEO606", "log-incomplete", Severity.WARNING)
MIXED_KERNELS = Code("GEO607", "mixed-kernels", Severity.WARNING)
LIMIT_BELOW_MINIMUM = Code("GEO608", "limit-below-minimum", Severity.ERROR)
NOT_A_COMMON_DEPTH_RUN = Code("GEO609", "not-a-common-depth-run", Severity.ERROR)
IMPLAUSIBLE_NUMBERS = Code("GEO610", "implausible-numbers", Severity.ERROR)
START_ABOVE_LIMIT = Code("GEO630", "start-above-limit", Severity.ERROR)

_LINES = "dev_workspace.cpp and dev_workspace.h (hicann/pypto, single-file copies newer than 883e7dfb)"
_BUDGET = "workspace_budget_calculator.cpp (hicann/pypto@247043a7)"
_STEPS = "docs/zh/api/config/pypto-experimental-set_runtime_options.md (hicann/pypto, newest copy), tuning steps"


def all_failures(report: LogReport) -> Counter[str]:
    """Count alloc failures per reason, host and devices together."""
    total = Counter(report.alloc_failure_counts)
    for counts in report.device_alloc_failures.values():
        total += counts
    return total


def missing_lines(report: LogReport, measured: Measured) -> Iterator[Finding]:
    """Say what the logs lack: everything, whole launches, or single lines."""
    if not measured.variants:
        absence = report.absence
        if absence is not None:
            yield LOG_INCOMPLETE.finding(
                f"no tuning lines: {absence.message}", hint=absence.hint, source=_LINES, severity=Severity.ERROR
            )
            return
        if measured.failed:
            yield _failed_launch(measured)
            return
        so_far = f"; the Tuning lines that are there come to {list(measured.partial)}" if measured.partial else ""
        yield LOG_INCOMPLETE.finding(
            f"no launch is complete: the log is cut before its Recommendation line, so the bytes per depth are not known{so_far}",
            hint="let the process end by itself, keep every rotated file, and read them all",
            source=_LINES,
            severity=Severity.ERROR,
        )
        return
    if measured.failed:
        yield _failed_launch(measured)
    if cut := measured.incomplete - measured.failed.total():
        yield LOG_INCOMPLETE.finding(
            f"{counted(cut, 'launch')} without a Recommendation line: the log ends early or lost lines; the advice leaves them out",
            hint="keep every rotated file (ASCEND_HOST_LOG_FILE_NUM) and give each rank its own ASCEND_PROCESS_LOG_PATH",
            source=_LINES,
        )
    if measured.without_summary:
        yield LOG_INCOMPLETE.finding(
            f"{counted(measured.without_summary, 'launch')} without all Summary lines; peaks come from the lines that are there",
            source=_LINES,
        )
    if report.malformed_lines:
        yield LOG_INCOMPLETE.finding(
            f"{counted(report.malformed_lines, 'line')} left out: a tuning record is named, but cut or damaged",
            hint="look at them: grep -a 'Workspace Runtime'",
            source=_LINES,
            severity=Severity.NOTE,
        )


def _failed_launch(measured: Measured) -> Finding:
    """Say that a root function fitted nowhere."""
    reasons = ", ".join(reason or "not told" for reason in sorted(measured.failed))
    pools = {"exclusive-outcast": "exclusive_outcast", "inner-temporal-outcast": "assemble_outcast"}
    raised = sorted({pools.get(reason, "the largest element") for reason in measured.failed})
    return ALLOC_FAILURE.finding(
        f"{counted(measured.failed.total(), 'launch')} ended with 'Root cannot fit in an empty DeviceTask' (reason: {reasons}): one "
        "root function alone needs more than the pools hold",
        hint=f"raise {' and '.join(raised)} of stitch_function_num_per_pool, or allow more memory, and run again",
        source="device_execute_context.cpp (hicann/pypto, single-file copy newer than 883e7dfb)",
    )


def numbers(measured: Measured) -> Iterator[Finding]:
    """Say which numbers cannot be right, and which follow another formula than the newest source."""
    if measured.contradictions:
        yield IMPLAUSIBLE_NUMBERS.finding(
            "these numbers contradict each other, so none of the log's is trusted: "
            + "; ".join(measured.contradictions),
            hint="measure again; if the numbers stay, the log is damaged or of a PyPTO whose lines mean something else",
            source=_LINES,
        )
    if measured.formula:
        yield IMPLAUSIBLE_NUMBERS.finding(
            "these numbers do not follow PyPTO's newest formulae; the log may be of another version: "
            + "; ".join(measured.formula),
            hint="compare the advice with a run before relying on it",
            source=_LINES,
            severity=Severity.WARNING,
        )
    if len(measured.kernels) > 1:
        units = Counter[Pools]()
        for variant in measured.variants:
            units[variant.unit] += variant.launches
        listed = ", ".join(f"{list(unit)} bytes per depth ({counted(n, 'launch')})" for unit, n in units.most_common(4))
        yield MIXED_KERNELS.finding(
            f"the launches belong to {len(measured.kernels)} compiled kernels: {listed}. The lines name no kernel; for shapes of one "
            "kernel the element-wise maximum is right, for two kernels it wastes memory on both",
            hint="read the logs of one kernel at a time: one process, or one ASCEND_PROCESS_LOG_PATH, per kernel",
            source=_LINES,
        )


def measuring_run(report: LogReport, measured: Measured) -> Iterator[Finding]:
    """Say why a run is no measuring run for saving memory: its pools were cut to size or failed."""
    precise = [variant for variant in measured.variants if not variant.common_depth]
    if precise:
        yield NOT_A_COMMON_DEPTH_RUN.finding(
            f"the run already had stitch_function_num_per_pool: its depths were {list(precise[0].actual)}, so its peaks are those of "
            "these pools, not of the kernel",
            hint="to start afresh, set [0, 0, 0] and measure with stitch_function_max_num only; to judge this run, name the run "
            "before it: --before LOGS; to go on within a memory limit: --limit-mb N",
            source=_STEPS,
        )
    elif report.submit_limits.memory_driven or any(variant.memory_driven for variant in measured.variants):
        depths = next((variant for variant in measured.variants if variant.memory_driven), measured.variants[0]).actual
        yield NOT_A_COMMON_DEPTH_RUN.finding(
            f"max_workspace_kb sized the pools of this run (depth {depths[0]}), so its peaks show what fitted into that limit",
            hint="to save memory at full speed, measure with stitch_function_max_num only; to make the most of the limit, "
            "give it: --limit-mb N",
            source=_STEPS,
        )


def pressure(report: LogReport, measured: Measured, *, fatal: bool, full_is_meant: bool) -> Iterator[Finding]:
    """Say where memory limited the run: alloc failures, and a root_inner pool that was full, which no failure line tells of.

    :param fatal: False where a limit is wanted and its traces are what the next step is chosen by.
    :param full_is_meant: True for a run with advised depths, which leave root_inner nothing to spare.
    """
    failures = all_failures(report)
    if failures:
        counts = ", ".join(f"{reason} {count}" for reason, count in sorted(failures.items()))
        what_now = "so the peaks show what fitted, not what the kernel needs" if fatal else "as a limit makes it"
        yield ALLOC_FAILURE.finding(
            f"{counted(failures.total(), 'alloc failure')} ({counts}): memory cut tasks short, {what_now}",
            hint="raise stitch_function_max_num and measure again, or give the memory limit: --limit-mb N"
            if fatal
            else "the pool to raise next is chosen by these reasons",
            source=_LINES,
            severity=None if fatal else Severity.NOTE,
        )
    full = [variant for variant in measured.variants if variant.saturated("root_inner")]
    if full:
        yield _full_root_inner(
            full[0], severity=None if fatal and not full_is_meant else Severity.NOTE, measuring=fatal
        )


def _full_root_inner(variant: Variant, *, severity: Severity | None, measuring: bool) -> Finding:
    depth = variant.actual.root_inner
    cause = (
        f"no task held more than {variant.stitched} root functions, so the number of roots ended them, not this pool; with "
        "stitch_function_num_per_pool tasks may hold up to 1024"
        if 0 < variant.stitched <= depth
        else "when it is full it starts again from the beginning and adds dependencies"
    )
    hint = "root_inner is a candidate for the next step"
    if measuring:
        hint = "measure once more with a larger stitch_function_max_num, or compare the times with one more root_inner depth"
    return SATURATED_POOL.finding(
        f"root_inner was full: peak {variant.peaks.root_inner} of {variant.capacities.root_inner} bytes at depth {depth}. No failure "
        f"line exists for this pool; {cause}. What a larger pool would hold is not to be seen",
        hint=hint,
        source=_LINES,
        severity=severity,
    )


def advised_depths(depths: Pools, measured: Measured) -> Iterator[Finding]:
    """Check a depth vector against what the measured kernels need."""
    for pool, depth in zip(POOLS, depths, strict=True):
        if not depth and any(variant.needs(pool) for variant in measured.variants):
            yield ZERO_FOR_NEEDED_POOL.finding(
                f"{pool} is 0 in {list(depths)}, but the kernel needs this pool: PyPTO refuses to compile it",
                hint=f"give {pool} at least 1",
                source="workspace_budget_calculator.cpp ValidateDepth (hicann/pypto@247043a7)",
            )
        elif depth > MAX_DEPTH:
            yield VALUE.finding(
                f"{pool} is {depth} in {list(depths)}; stitch_function_num_per_pool takes 0 to {MAX_DEPTH}",
                hint=f"write at most {MAX_DEPTH}",
                source="python/pypto/experimental/runtime.py (hicann/pypto@ba04420f)",
            )
    if depths.assemble_outcast == 1 and any(variant.needs("assemble_outcast") for variant in measured.variants):
        yield SINGLE_ASSEMBLE_DEPTH.finding(
            f"assemble_outcast is 1 in {list(depths)}: once an assemble tensor stays alive across iterations, no further root with "
            "an outcast can be placed and the launch fails with reason=inner-temporal-outcast",
            hint="write 2 if any path of the kernel assembles a tensor over several iterations",
            source=_LINES,
        )


def below_minimum(limit: int, minimum: Bounds) -> Finding:
    """Say that no workspace fits into the limit."""
    least = f"{minimum.low} bytes" if minimum.exact is not None else f"at least {minimum.low} bytes"
    kilobytes = -(-(minimum.low + 1) // 1024)
    return LIMIT_BELOW_MINIMUM.finding(
        f"the limit of {limit} bytes is not above the minimum runnable workspace of this kernel, {least}; PyPTO refuses to compile "
        f"with such a max_workspace_kb",
        hint=f"allow at least {kilobytes} KiB (max_workspace_kb={kilobytes}, --limit-mb {kilobytes / 1024:.4g})",
        source=_BUDGET,
    )


def start_too_large(depths: Pools, size: int, limit: int, common_depth: int | None) -> Finding:
    """Say that the recommended depths do not fit into the limit."""
    fits = f"; it would give every pool the depth {common_depth}" if common_depth else ""
    return START_ABOVE_LIMIT.finding(
        f"the recommended depths {list(depths)} take {size} bytes, {size - limit} more than the limit of {limit}",
        hint=f"measure with this limit first: max_workspace_kb={limit // 1024}{fits}",
        source=_BUDGET,
    )
