"""Workspace arithmetic against brute force.

The formulae: workspace_budget_calculator.cpp and dev_encode.cpp (hicann/pypto@247043a7), dev_workspace.cpp (newer single-file copy).
"""

from __future__ import annotations

import itertools

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from geopts.pypto.workspace import (
    BLOCK,
    MAX_DEPTH,
    POOLS,
    Bounds,
    Budget,
    Pools,
    Workspace,
    align_up,
    next_depth_total_bytes,
    recommended_depths,
)

# Units are multiples of 512 in PyPTO (workspace_budget_calculator.cpp); other numbers must not confuse the arithmetic either.
UNIT = st.one_of(st.just(0), st.integers(1, 40).map(lambda n: n * 512), st.integers(1, 70_000))
DEPTH = st.integers(1, 40)


def triples(number: st.SearchStrategy[int]) -> st.SearchStrategy[Pools]:
    return st.builds(Pools, number, number, number)


BUDGETS = st.builds(Budget, triples(UNIT), st.integers(0, 200_000), st.integers(1, 8), st.integers(0, 100_000))


def blocks(raw: int) -> int:
    """Round up by counting blocks of 32 KiB one by one."""
    size = 0
    while size < raw:
        size += 32768
    return size


def brute_workspace(budget: Budget, depths: Pools) -> int:
    """Lay out every depth of every pool in every parallel unit."""
    total = budget.fixed
    for _ in range(budget.parallelism):
        raw = budget.boundary
        for unit, depth in zip(budget.unit, depths, strict=True):
            for _ in range(depth):
                raw += unit
        total += blocks(raw)
    return total


@given(BUDGETS, triples(DEPTH))
def test_workspace_is_what_laying_out_every_depth_gives(budget: Budget, depths: Pools) -> None:
    assert budget.workspace(depths) == brute_workspace(budget, depths)
    assert budget.minimum == brute_workspace(budget, Pools(1, 1, 1))


@given(BUDGETS, st.integers(0, 6_000_000))
def test_common_depth_is_the_largest_that_fits_then_the_smallest_of_its_size(budget: Budget, limit: int) -> None:
    step = sum(budget.unit)
    assume(step == 0 or step > 2000)  # keeps the search below short
    if limit <= brute_workspace(budget, Pools(1, 1, 1)):
        assert budget.common_depth(limit) is None
        return
    if step == 0:
        assert budget.common_depth(limit) == 1
        return
    largest = 1
    while budget.workspace(Pools(*[largest + 1] * 3)) <= limit:
        largest += 1
    size = budget.workspace(Pools(*[largest] * 3))
    smallest = next(k for k in itertools.count(1) if budget.workspace(Pools(k, k, k)) == size)
    assert budget.common_depth(limit) == smallest


def test_common_depth_of_the_sample_kernels() -> None:
    """The host line of sample 03 tells k_eff=77 for 204800 KB; sample 11 ran with 3410 for 40960 KB, beyond the option's 1024.

    Sample 03: 2 assemble and 3 exclusive slots of 512 KiB make B = 10; spill is stitch_1 less one aligned unit. Sample 11: one slot
    each of 4 KiB.
    """
    kernel = Budget(Pools(1310720, 1048576, 262144), 10 * 524288, 1, 8478720 - 7864320)
    assert kernel.minimum == 8478720
    assert kernel.common_depth(204800 * 1024) == 77
    assert kernel.workspace(Pools(77, 77, 77)) == 207708160
    assert kernel.workspace(Pools(52, 78, 2)) == 156327936
    assert kernel.common_depth(8478720) is None  # the limit must be above the minimum, not at it
    assert Budget(Pools(4096, 4096, 4096), 4 * 4096).common_depth(40960 * 1024) == 3410


@given(triples(UNIT), st.integers(0, 10_000_000), st.integers(1, 8))
def test_next_depth_is_the_difference_of_two_workspaces(unit: Pools, raw: int, parallelism: int) -> None:
    for pool, added in zip(POOLS, next_depth_total_bytes(raw, unit, parallelism), strict=True):
        assert added == (blocks(raw + getattr(unit, pool)) - blocks(raw)) * parallelism


def brute_depth(peak: int, divisor: int) -> int:
    """Count the depths that a peak fills."""
    depth = 0
    while depth * divisor < peak:
        depth += 1
    return depth


@given(
    st.lists(triples(st.integers(0, 50_000)), min_size=1, max_size=4),
    st.tuples(st.integers(0, 40), st.integers(0, 40)),
    st.integers(0, 9),
)
def test_recommended_depths_count_depths_and_keep_one_assemble_depth_free(
    peaks: list[Pools], unit_blocks: tuple[int, int], slots: int
) -> None:
    unit = Pools(unit_blocks[0] * 512, slots * 4096, unit_blocks[1] * 512)
    got = recommended_depths(peaks, unit, slots)
    for pool, divisor in zip(POOLS, (unit.root_inner, slots, unit.exclusive_outcast), strict=True):
        if divisor == 0:
            assert getattr(got, pool) == 0
            continue
        used = max(brute_depth(getattr(peak, pool), divisor) for peak in peaks)
        if used == 0:
            assert getattr(got, pool) == 1  # needed by the program, unused in this run
        elif pool == "assemble_outcast":
            assert getattr(got, pool) == min(used + 1, 1024)
        else:
            assert getattr(got, pool) == used


def known(budget: Budget, depths: Pools) -> Workspace:
    padding = blocks(budget.raw(depths)) - budget.raw(depths)
    size = budget.workspace(depths)
    return Workspace(budget.unit, budget.parallelism, depths, Bounds(padding, padding), Bounds(size, size))


@given(BUDGETS, triples(DEPTH), triples(DEPTH))
def test_known_workspace_gives_any_depth_vector_exactly(budget: Budget, measured: Pools, wanted: Pools) -> None:
    workspace = known(budget, measured)
    assert workspace.known
    assert workspace.workspace(wanted).exact == budget.workspace(wanted)
    assert workspace.change(wanted, measured).exact == budget.workspace(measured) - budget.workspace(wanted)


def narrowed_by_its_next_steps(budget: Budget, measured: Pools) -> Workspace:
    workspace = Workspace(budget.unit, budget.parallelism, measured)
    for step, added in zip(
        budget.unit, next_depth_total_bytes(budget.raw(measured), budget.unit, budget.parallelism), strict=True
    ):
        narrowed = workspace.narrowed(step, added // budget.parallelism)
        assert narrowed is not None  # a true observation never contradicts
        workspace = narrowed
    return workspace


@given(BUDGETS, triples(DEPTH), triples(DEPTH), triples(DEPTH))
def test_bounds_without_the_host_line_hold_the_truth_and_both_ends_are_possible(
    budget: Budget, measured: Pools, start: Pools, end: Pools
) -> None:
    workspace = narrowed_by_its_next_steps(budget, measured)
    bounds = workspace.change(start, end)
    truth = budget.workspace(end) - budget.workspace(start)
    assert bounds.high is not None
    assert bounds.low <= truth <= bounds.high
    # Every padding that the observations allow, tried one by one where that is affordable.
    low, high = workspace.padding.low, workspace.padding.high or 0
    if high - low < 2000:
        shift = {
            budget.parallelism * (align_up(workspace._raw_change(end) - p) - align_up(workspace._raw_change(start) - p))
            for p in range(low, high + 1)
        }
        assert (min(shift), max(shift)) == bounds


@given(BUDGETS, triples(DEPTH))
def test_padding_narrowed_by_observations_holds_the_true_padding(budget: Budget, measured: Pools) -> None:
    workspace = narrowed_by_its_next_steps(budget, measured)
    padding = blocks(budget.raw(measured)) - budget.raw(measured)
    assert workspace.padding.low <= padding <= (workspace.padding.high or 0)


def test_contradicting_observations_are_refused() -> None:
    workspace = Workspace(Pools(4096, 0, 0), 1, Pools(1, 0, 0))
    assert workspace.narrowed(4096, 65536) is None  # 4 KiB never add two blocks
    assert workspace.narrowed(4096, 100) is None  # sizes change by whole blocks
    narrow = workspace.narrowed(4096, 0)
    assert narrow is not None
    assert narrow.padding == Bounds(4096, BLOCK - 1)


@given(BUDGETS, triples(DEPTH), st.sampled_from(POOLS), st.integers(0, 8_000_000))
def test_steps_of_a_known_workspace_are_those_found_one_by_one(
    budget: Budget, depths: Pools, pool: str, limit: int
) -> None:
    workspace = known(budget, depths)
    if not getattr(budget.unit, pool):
        assert workspace.max_steps(depths, pool, limit) == Bounds(0, 0)
        assert workspace.free_steps(depths, pool) == Bounds(0, 0)
        return
    room = MAX_DEPTH - getattr(depths, pool)
    fits = sum(
        1 for _ in itertools.takewhile(lambda n: budget.workspace(depths.raised(pool, n)) <= limit, range(1, room + 1))
    )
    assert workspace.max_steps(depths, pool, limit) == Bounds(fits, fits)
    size = budget.workspace(depths)
    free = sum(
        1 for _ in itertools.takewhile(lambda n: budget.workspace(depths.raised(pool, n)) == size, range(1, room + 1))
    )
    assert workspace.free_steps(depths, pool) == Bounds(free, free)


@given(BUDGETS, triples(DEPTH), triples(DEPTH), st.sampled_from(POOLS), st.integers(0, 8_000_000))
def test_step_bounds_hold_the_true_number_of_steps(
    budget: Budget, measured: Pools, depths: Pools, pool: str, limit: int
) -> None:
    exact = known(budget, measured)
    vague = narrowed_by_its_next_steps(budget, measured)
    true_free = exact.free_steps(depths, pool).low
    bounds = vague.free_steps(depths, pool)
    assert bounds.low <= true_free <= (bounds.high or 0)
    fitting = vague.max_steps(depths, pool, limit)
    assert fitting.low == 0  # without a total nothing is sure to fit
    assert exact.max_steps(depths, pool, limit).low <= (fitting.high or 0)


def test_depth_above_the_option_leaves_no_step() -> None:
    workspace = Workspace(Pools(4096, 0, 0), 1, Pools(3410, 0, 0), Bounds(0, 0), Bounds(13967360, 13967360))
    assert workspace.max_steps(Pools(3410, 0, 0), "root_inner", 10**12) == Bounds(0, 0)
    assert workspace.max_steps(Pools(1023, 0, 0), "root_inner", 10**12) == Bounds(1, 1)


@pytest.mark.parametrize(("number", "expected"), [(0, 0), (1, 32768), (32768, 32768), (-1, 0), (-32769, -32768)])
def test_align_up_rounds_towards_plus_infinity(number: int, expected: int) -> None:
    assert align_up(number) == expected
