"""The advisor's sentences: the verdict, why each depth is what it is, what to run next, and what no log can tell."""

from __future__ import annotations

from typing import TYPE_CHECKING

from geopts.pypto.workspace import MAX_DEPTH, POOLS, Bounds, Pools

if TYPE_CHECKING:
    from collections.abc import Iterator

    from geopts.pypto.measured import Measured
    from geopts.pypto.tuning import Advice

__all__ = ["counted", "headline", "next_runs", "reasons", "size_text", "unknowns"]


def counted(number: int, thing: str) -> str:
    """Write a number with its noun: ``1 launch``, ``2 launches``."""
    plural = f"{thing}es" if thing.endswith(("ch", "s")) else f"{thing}s"
    return f"{number} {thing if number == 1 else plural}"


def size_text(size: Bounds | None, unit: str = " bytes") -> str:
    """Write a size, its bounds, or that it is not known."""
    if size is None:
        return "not known"
    if size.exact is not None:
        return f"{size.exact}{unit}"
    return f"at least {size.low}{unit}" if size.high is None else f"{size.low} to {size.high}{unit}"


def headline(advice: Advice, *, kept: bool) -> str:
    """Give the verdict in one line."""
    what = f"keep {list(advice.depths or ())}" if kept else f"set {list(advice.depths or ())}"
    if advice.workspace is not None and advice.workspace.exact is not None:
        what += f", a workspace of {advice.workspace.exact} bytes"
    saved = advice.saved
    if saved is not None and saved.low > 0 and not kept:
        what += f", {size_text(saved)} less than measured"
    free = advice.free
    if free is not None and free[0] is not None and free[0] == free[1]:
        what += f"; {free[0]} of {advice.limit} bytes stay free"
    return what


# findings of the newest code against docs/zh/api/config/pypto-experimental-set_runtime_options.md (hicann/pypto)
_PAGE = " (the public page's example ends with 1 here: it prints [64, 1, 1] where the code gives [64, 2, 1], and 1 would fail)"


def reasons(measured: Measured, depths: Pools) -> dict[str, str]:
    """Say per pool how its depth follows from the peaks."""
    out = {}
    for pool in POOLS:
        depth = getattr(depths, pool)
        variant = max(measured.variants, key=lambda v: getattr(v.recommended, pool))
        unit, peak = getattr(variant.unit, pool), getattr(variant.peaks, pool)
        if pool == "assemble_outcast":
            unit = variant.slots_per_depth if unit else 0
        name = "slots" if pool == "assemble_outcast" else "bytes"
        if not getattr(variant.unit, pool):
            out[pool] = "0: the kernel has no tensor of this kind"
        elif getattr(variant.recommended, pool) > MAX_DEPTH:
            out[pool] = f"{depth}: the recommended {getattr(variant.recommended, pool)} is more than the option takes"
        elif not peak:
            out[pool] = f"{depth}: needed by the kernel but not used in this run"
        elif not unit:
            out[pool] = f"{depth}: as the log recommends; the slots of one depth are not in it"
        elif pool == "assemble_outcast":
            used = -(-peak // unit)
            out[pool] = (
                f"{depth}: peak {peak} slots / {unit} per depth = {used}, and one more, because PyPTO places a root with an outcast "
                f"only while a whole depth is free{_PAGE if used == 1 else ''}"
            )
        else:
            out[pool] = f"{depth}: peak {peak} {name} / {unit} per depth, rounded up"
    return out


def unknowns(advice: Advice, measured: Measured) -> Iterator[str]:
    """List what the logs cannot tell."""
    if not measured.variants:
        return
    if advice.limit is None and advice.scenario.value == "raise-parallelism":
        yield "how many steps fit: no limit is given (--limit-mb N)"
    yield "how long the kernel runs, and what one more or one less depth does to its time"
    if any(variant.saturated(pool) for variant in measured.variants for pool in POOLS):
        yield "what a full pool would hold if it were larger: its peak ends at its capacity"
    if advice.workspace is None or advice.workspace.exact is None:
        yield from _unknown_total(advice, measured)
    if any(variant.shaped < variant.launches for variant in measured.variants):
        yield "which kernel and shape a launch belongs to: the lines do not name them"
    yield "paths and shapes that did not run, and launches served from the control-flow cache, which print nothing"
    if any(variant.common_depth and not variant.memory_driven for variant in measured.variants):
        yield f"whether tasks grow: with stitch_function_num_per_pool a task may hold {MAX_DEPTH} roots instead of 128, so measure again"
    depths = advice.depths
    if depths is not None and any(max(depths) < max(variant.actual) for variant in measured.variants):
        yield "whether the item pool still suffices: the largest element sizes it (reason=runtime-outcast-metadata if not)"
    yield "AICPU metadata memory, which is allocated apart and not part of the workspace"


def _unknown_total(advice: Advice, measured: Measured) -> Iterator[str]:
    if any(variant.dynamic for variant in measured.variants):
        yield (
            "the workspace: the slots of this shape are larger than those the host line was computed with (a dynamic outcast), so "
            "its sizes are lower bounds"
        )
    elif measured.unmatched_budgets:
        yield "the workspace: the host lines [workspaceSize] in the input belong to other kernels or depths"
    else:
        yield "the workspace: the host line [workspaceSize] is not in the input (debug/plog/pypto-log-*.log)"
    if advice.limit is not None and advice.saved is not None and advice.saved.low > 0:
        yield f"how much is free: at least {advice.saved.low} bytes if the measuring run itself kept within the limit"


def next_runs(advice: Advice, measured: Measured, *, checked: bool) -> Iterator[str]:
    """Say what to run next."""
    if not checked or advice.verdict.value == "apply":
        yield (
            "put the line before the first call of the kernel, outside pypto.loop, and remove stitch_function_max_num and "
            "max_workspace_kb: both are ignored beside it"
        )
        limit = "" if advice.limit is None else " --limit-mb " + f"{advice.limit / 2**20:.6f}".rstrip("0").rstrip(".")
        yield (
            "run again with ASCEND_GLOBAL_LOG_LEVEL=1 and a fresh ASCEND_PROCESS_LOG_PATH, then: geopts pypto tune NEW --before OLD"
            f"{limit}"
        )
    if advice.scenario.value == "save-memory":
        use = {pool: max(variant.utilisation(pool) for variant in measured.variants) for pool in POOLS}
        closest = max(POOLS, key=lambda pool: use[pool])
        yield f"if it is slower, add 1 to {closest}, whose use is the closest to its capacity, and repeat"
    elif advice.next_pool is not None and advice.next_pool[0] is not None:
        first = "" if checked and advice.verdict.value != "apply" else "then "
        yield f"{first}add 1 to {advice.next_pool[0]} only ({advice.next_pool[1]}), and measure time and memory again"
        yield "stop when nothing fits or the time no longer falls; take back a step that brings Alloc Failure lines or costs time"
    elif advice.next_pool is not None:
        yield f"no further step: {advice.next_pool[1]}"
    yield "accept with INFO logs off"
