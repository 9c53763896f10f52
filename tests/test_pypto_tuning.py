"""The pool advisor: the sample logs, runs of a stand-in for PyPTO's run time, and runs that cannot be advised.

The rules are those of the page of set_runtime_options (hicann/pypto, docs/zh/api/config/pypto-experimental-set_runtime_options.md,
newest copy) with what dev_workspace.cpp and workspace_budget_calculator.cpp (hicann/pypto@247043a7 and newer) add to them.
"""

from __future__ import annotations

import importlib.util
import io
import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from geopts.findings import Severity
from geopts.pypto.logs import read_log, read_logs
from geopts.pypto.tuning import Scenario, Verdict, advise
from geopts.pypto.workspace import POOLS, Bounds, Pools

if TYPE_CHECKING:
    from types import ModuleType

    from geopts.pypto.logs import LogReport
    from geopts.pypto.tuning import Advice

DATA = Path(__file__).parent / "data" / "pypto"
SAMPLES = DATA / "sample_logs"
MIB = 1024 * 1024


def _simulator() -> ModuleType:
    spec = importlib.util.spec_from_file_location("pypto_simulator", DATA / "simulator.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


simulator = _simulator()


def sample(name: str) -> LogReport:
    return read_logs(sorted(map(str, SAMPLES.glob(f"{name}*"))))


def logged(
    kernel: Any,
    depths: tuple[int, ...] = (128, 128, 128),
    *,
    host: bool = True,
    tid: int = 1,
    second: int = 1,
    limit: int = 128,
    **words: Any,
) -> bytes:
    """Run a kernel once; ``host`` adds the line of the compile."""
    parallelism = words.get("parallelism", 1)
    lines = simulator.run(kernel, depths, limit=limit, parallelism=parallelism)
    data = simulator.host_log(lines, tid=tid, second=second)
    if host:
        data = simulator.host_log([simulator.host_line(kernel, depths, **words)], tid=tid, second=second - 1) + data
    assert isinstance(data, bytes)
    return data


def report_of(*data: bytes) -> LogReport:
    return read_log(io.BytesIO(b"".join(data)))


def codes(advice: Advice) -> list[tuple[str, str]]:
    return [(finding.code, finding.severity.value) for finding in advice.findings]


# -- the samples -------------------------------------------------------------------------------------------------------------


def test_documented_example_of_a_limit() -> None:
    """Sample 03 within 200 MiB: [52, 78, 2] at 156327936 bytes, 53387264 free, 40 more root_inner steps; 77 uses 207708160."""
    advice = advise(sample("03"), limit=200 * MIB)
    got = advice.as_json()
    assert got["scenario"] == "raise-parallelism"
    assert got["verdict"] == "apply"
    assert got["start"]["depths"] == [52, 78, 2]
    assert got["start"]["workspace_bytes"] == 156327936
    assert got["measured"]["depths"] == [77, 77, 77]
    assert got["measured"]["workspace_bytes"] == 207708160
    assert got["free_bytes"] == 53387264
    assert got["steps"]["root_inner"]["bytes"] == 1310720
    assert (
        got["steps"]["root_inner"]["max_steps"] == 40
    )  # 53387264 / 1310720 = 40.7; whole blocks, so n steps cost n times it
    assert got["steps"]["assemble_outcast"]["max_steps"] == 50  # / 1048576 = 50.9
    assert got["steps"]["exclusive_outcast"]["max_steps"] == 203  # / 262144 = 203.7
    assert got["steps"]["root_inner"]["workspace_bytes"] == [156327936 + n * 1310720 for n in range(1, 41)]
    assert got["minimum_bytes"] == 8478720
    assert got["next"]["pool"] == "assemble_outcast"  # reason=inner-temporal-outcast
    assert got["option"] == "pypto.experimental.set_runtime_options(stitch_function_num_per_pool=[52, 78, 2])"
    assert codes(advice) == [("GEO605", "note")]
    assert not advice.troubled
    json.dumps(got)


def test_the_limit_of_the_host_line_serves_when_none_is_given() -> None:
    advice = advise(sample("03"), scenario=Scenario.RAISE_PARALLELISM)
    assert advice.limit == 200 * MIB
    assert advice.free == (53387264, 53387264)


def test_documented_example_kernel_gets_one_assemble_depth_more_than_the_page_says() -> None:
    advice = advise(sample("01b"))
    assert advice.depths == Pools(64, 2, 1)
    assert "[64, 1, 1]" in advice.why["assemble_outcast"]
    assert advice.verdict is Verdict.APPLY
    assert codes(advice) == []


@pytest.mark.parametrize(
    ("name", "depths"),
    [("01_", [62, 3, 3]), ("01b", [64, 2, 1]), ("04", [61, 4, 5]), ("17", [30, 3, 1])],
)
def test_samples_that_can_save_memory(name: str, depths: list[int]) -> None:
    advice = advise(sample(name))
    assert advice.scenario is Scenario.SAVE_MEMORY
    assert advice.as_json()["start"]["depths"] == depths
    assert not advice.troubled


@pytest.mark.parametrize(
    ("name", "code"),
    [
        ("02", "GEO605"),  # alloc failures
        ("06", "GEO606"),  # the Recommendation line is cut
        ("09", "GEO609"),  # [64, 0, 8]: already precise
        ("10", "GEO605"),
        ("11", "GEO609"),  # depth 3410: no other option than max_workspace_kb gives it
        ("13", "GEO606"),  # a real device
        ("15", "GEO606"),
        ("18", "GEO606"),  # full cache
    ],
)
def test_samples_that_are_no_measuring_run(name: str, code: str) -> None:
    advice = advise(sample(name))
    assert advice.verdict is Verdict.REFUSE
    assert advice.troubled
    assert advice.option is None
    assert advice.depths is None
    assert (code, "error") in codes(advice)
    assert all(finding.hint and finding.source for finding in advice.findings if finding.severity is Severity.ERROR)


def test_memory_driven_run_is_no_measuring_run_for_saving() -> None:
    """03 without its failure line: the host line tells that max_workspace_kb set the depth."""
    data = b"".join(path.read_bytes() for path in sorted(SAMPLES.glob("03*"))).replace(
        b"[Workspace Runtime Alloc Failure] reason=inner-temporal-outcast", b"nothing"
    )
    assert ("GEO609", "error") in codes(advise(report_of(data)))


def test_submit_line_tells_a_memory_driven_run_without_the_host_line() -> None:
    stitch = "[Stitch Finish] Stitch Limit Exceeded. memoryDriven=1 rootCount=9 (limit=1024, hardLimit=1024) rootKey=1, func=F, #callop=1+1 (limit=60000)."
    data = simulator.host_log([stitch]) + logged(PLAIN, host=False)
    assert ("GEO609", "error") in codes(advise(report_of(data)))


def test_two_kernels_in_one_log_are_told() -> None:
    advice = advise(sample("07"))
    assert ("GEO607", "warning") in codes(advice)
    assert advice.depths == Pools(63, 3, 1)
    assert advice.troubled


def test_pool_without_need_stays_zero_and_costs_nothing() -> None:
    advice = advise(sample("09"), limit=MIB)
    assert advice.depths == Pools(50, 0, 5)
    step = advice.steps["assemble_outcast"]
    assert (step.bytes, step.max_steps, step.free_steps) == (Bounds(0, 0), Bounds(0, 0), Bounds(0, 0))


def test_parallel_units_count_as_many_times() -> None:
    """Sample 10: nextDepthTotalBytes has the factor 4 in it; every unit is a multiple of 32 KiB, so the steps are exact."""
    advice = advise(sample("10"), limit=1000 * MIB)
    assert advice.depths == Pools(16, 4, 16)
    assert [advice.steps[pool].bytes.exact for pool in POOLS] == [4 * 1310720, 4 * 524288, 4 * 262144]
    assert advice.next_pool is not None
    assert advice.next_pool[0] == "exclusive_outcast"
    assert ("GEO604", "note") in codes(advice)


def test_without_the_host_line_sizes_are_bounds_that_hold_the_truth() -> None:
    advice = advise(read_logs([str(SAMPLES / "03_scenario2_limited_memory.log")]), limit=200 * MIB)
    assert advice.as_json()["start"]["workspace_bytes"] is None
    assert advice.as_json()["free_bytes"] is None
    assert advice.workspace is not None
    assert advice.workspace.low <= 156327936
    assert advice.workspace.high is None
    most = advice.steps["root_inner"].max_steps
    assert most is not None
    assert most.low <= 40 <= (most.high or 0)
    assert any("host line" in item for item in advice.unknown)


# -- simulated kernels -------------------------------------------------------------------------------------------------------

Root: Any = simulator.Root
PLAIN = simulator.Kernel((*(Root(4096, 1024, 1, 1) for _ in range(20)), *(Root(512) for _ in range(5))), fixed=12345)

ROOTS = st.lists(
    st.builds(simulator.Root, st.integers(0, 9000), st.integers(0, 5000), st.integers(0, 3), st.integers(0, 6)),
    min_size=1,
    max_size=60,
)
KERNELS: st.SearchStrategy[Any] = st.builds(
    simulator.Kernel, ROOTS.map(tuple), st.sampled_from([512, 4096, 40960]), st.integers(1, 4), st.integers(0, 10**6)
)


@given(KERNELS, st.integers(1, 8))
@settings(deadline=None, max_examples=60)
def test_advice_of_a_run_without_failures_is_exact_and_enough(kernel: Any, parallelism: int) -> None:
    """With the advised depths the same tasks fit without a failure, in the workspace that was promised."""
    advice = advise(report_of(logged(kernel, parallelism=parallelism)))
    if not (kernel.unit_inner or kernel.unit_exclusive or kernel.slots_per_depth):
        assert advice.verdict is Verdict.LEAVE_OFF
        assert advice.option is None
        return
    assert advice.verdict is Verdict.APPLY
    assert advice.depths is not None
    depths = tuple(advice.depths)
    again = simulator.run(kernel, depths, parallelism=parallelism)
    assert not any("Alloc Failure" in line for line in again)
    assert advice.workspace is not None
    assert advice.workspace.low <= kernel.workspace(depths, parallelism)
    if kernel.slots_per_depth or not kernel.unit_exclusive:  # otherwise the size of a slot is in no line
        assert advice.workspace.exact == kernel.workspace(depths, parallelism)
        saved = kernel.workspace((128, 128, 128), parallelism) - kernel.workspace(depths, parallelism)
        assert advice.saved == Bounds(saved, saved)
    checked = advise(report_of(logged(kernel, depths, parallelism=parallelism, precise=1)), before=report_of(b""))
    assert checked.depths is not None
    assert all(new <= old for new, old in zip(checked.depths, depths, strict=True))


@given(KERNELS, st.integers(1, 8), st.integers(0, 2_000_000))
@settings(deadline=None, max_examples=60)
def test_steps_below_a_limit_are_those_a_search_finds(kernel: Any, parallelism: int, above: int) -> None:
    depth = 60
    run = (depth, depth, depth)
    minimum = kernel.workspace((1, 1, 1), parallelism)
    limit = minimum + 1 + above
    advice = advise(report_of(logged(kernel, run, parallelism=parallelism, kilobytes=1)), limit=limit)
    assume(advice.verdict is not Verdict.LEAVE_OFF)
    recommended = report_of(logged(kernel, run, parallelism=parallelism)).max_recommended
    assert recommended is not None
    if kernel.slots_per_depth == 0 and kernel.unit_exclusive:
        return  # the size of a slot is in no line
    start = kernel.workspace(tuple(recommended), parallelism)
    if start > limit:
        assert [code for code, severity in codes(advice) if severity == "error"] == ["GEO630"]
        assert advice.verdict is Verdict.REFUSE
        return
    assert advice.depths == recommended
    assert advice.free == (limit - start, limit - start)
    for index, pool in enumerate(POOLS):
        unit = (kernel.unit_inner, kernel.slots_per_depth, kernel.unit_exclusive)[index]
        fits = 0
        raised = list(recommended)
        raised[index] += 1
        while unit and raised[index] <= 1024 and kernel.workspace(tuple(raised), parallelism) <= limit:
            fits += 1
            raised[index] += 1
        assert advice.steps[pool].max_steps == Bounds(fits, fits)
        assert len(advice.steps[pool].sizes) == fits


@given(KERNELS, st.tuples(*[st.integers(0, 1024)] * 3), st.integers(1, 8))
@settings(deadline=None, max_examples=60)
def test_workspace_of_any_depth_vector(kernel: Any, depths: tuple[int, int, int], parallelism: int) -> None:
    assume(kernel.slots_per_depth or not kernel.unit_exclusive)
    advice = advise(report_of(logged(kernel, parallelism=parallelism)), evaluate=Pools(*depths))
    assert advice.evaluated is not None
    assert advice.evaluated[1].exact == kernel.workspace(depths, parallelism)
    needs = (kernel.unit_inner, kernel.slots_per_depth, kernel.unit_exclusive)
    refused = any(need and not depth for need, depth in zip(needs, depths, strict=True))
    assert (("GEO603", "error") in codes(advice)) is refused


def test_several_shapes_and_processes_take_the_maximum_per_pool() -> None:
    deep = simulator.Kernel((*(Root(4096, 512, 1) for _ in range(30)),))
    wide = simulator.Kernel((Root(4096, 512, 1, 9), *(Root(512, 512, 1, 9) for _ in range(8))))
    both = advise(report_of(logged(deep, tid=1), logged(wide, tid=2)))
    single = [advise(report_of(logged(kernel))).depths for kernel in (deep, wide)]
    assert None not in single
    assert both.depths == Pools.maximum(depths for depths in single if depths)
    assert both.depths not in single
    assert ("GEO607", "warning") not in codes(both)  # equal units: shapes of one kernel


def test_full_root_inner_is_a_warning_since_no_failure_line_tells_of_it() -> None:
    full = simulator.Kernel(tuple(Root(4096) for _ in range(200)))
    advice = advise(report_of(logged(full)))
    assert codes(advice) == [("GEO604", "warning")]
    assert advice.verdict is Verdict.APPLY
    assert "No failure line exists" in advice.findings[0].message
    nearly = simulator.Kernel((*(Root(4096) for _ in range(127)), Root(0)))
    assert codes(advise(report_of(logged(nearly)))) == [("GEO604", "warning")]  # within one unit of the capacity
    half = simulator.Kernel(tuple(Root(4096) for _ in range(64)))
    assert codes(advise(report_of(logged(half)))) == []


def test_a_single_assemble_depth_is_warned_of() -> None:
    """1 means needed but unused in this run; the first tensor that outlives its root makes the next one fail."""
    lines = [line.replace("peakSlots=1", "peakSlots=0") for line in simulator.run(PLAIN_ASSEMBLE, (128, 128, 128))]
    lines = [line.replace("assembleOutcast=2,", "assembleOutcast=1,") for line in lines]
    advice = advise(report_of(simulator.host_log(lines)))
    assert advice.depths is not None
    assert advice.depths.assemble_outcast == 1
    assert codes(advice) == [("GEO619", "warning")]


PLAIN_ASSEMBLE = simulator.Kernel(tuple(Root(4096, 0, 1) for _ in range(3)))


def test_the_depth_is_held_to_what_the_option_takes() -> None:
    """max_workspace_kb can give 3000, of which a kernel with parallel scopes may use 2000; the option takes 1024."""
    kernel = simulator.Kernel(tuple(Root(512) for _ in range(2000)))
    advice = advise(report_of(logged(kernel, (3000, 3000, 3000), limit=5000, kilobytes=4096)), limit=4 * MIB)
    assert advice.depths == Pools(1024, 0, 0)
    assert advice.steps["root_inner"].max_steps == Bounds(0, 0)
    assert "more than the option takes" in advice.why["root_inner"]


def test_free_steps_inside_the_rounding() -> None:
    """raw = 20 * 4096 + 2 * 512 fills 2.5 blocks of 32 KiB; three more depths of 4096 fit into the third."""
    kernel = simulator.Kernel((*(Root(4096) for _ in range(20)), Root(0, 512)), slot=512)
    advice = advise(report_of(logged(kernel)))
    assert advice.depths == Pools(20, 0, 1)
    assert kernel.raw((20, 0, 1)) == 20 * 4096 + 512 + 2 * 512  # boundary: 2 slots of 512 bytes
    free = advice.steps["root_inner"].free_steps
    assert free.low <= 3 <= (free.high or 0)
    known = simulator.Kernel((*(Root(4096) for _ in range(20)), Root(0, 0, 1)), slot=512)
    advice = advise(report_of(logged(known)))
    assert advice.depths == Pools(20, 2, 0)
    assert known.raw((20, 2, 0)) == 20 * 4096 + (2 + 2) * 512
    assert advice.steps["root_inner"].free_steps == Bounds(3, 3)
    assert advice.steps["root_inner"].bytes == Bounds(0, 0)


def test_next_pool_follows_the_failure_reason() -> None:
    bulky = simulator.Kernel(tuple(Root(512, 40000, 0) for _ in range(30)))
    advice = advise(report_of(logged(bulky, (8, 8, 8), limit=1024, kilobytes=1)), limit=100 * MIB)
    assert advice.next_pool is not None
    assert advice.next_pool[0] == "exclusive_outcast"
    reasons = {
        "exclusive-outcast": 2,
        "inner-temporal-outcast": 1,
        "runtime-outcast-metadata": 0,
    }  # 0: the largest element
    for reason, index in reasons.items():
        lines = [f"[Workspace Runtime Alloc Failure] reason={reason}", *simulator.run(PLAIN, (64, 64, 64))]
        advice = advise(report_of(simulator.host_log(lines)), limit=100 * MIB)
        assert advice.depths is not None
        assert max(advice.depths) == advice.depths.root_inner
        assert advice.next_pool is not None
        assert advice.next_pool[0] == POOLS[index]


def test_full_root_inner_is_next_when_nothing_failed() -> None:
    ring = simulator.Kernel((*(Root(4096) for _ in range(40)), Root(0, 0, 1)))
    advice = advise(report_of(logged(ring, (16, 16, 16), limit=1024, kilobytes=1)), limit=100 * MIB)
    assert advice.next_pool == ("root_inner", "its peak reached its capacity")


@pytest.mark.parametrize(
    ("roots", "operations", "told"),
    [("1024", "100+1", "1024"), ("50", "59990+12", "60000")],
)
def test_no_pool_helps_when_another_limit_ended_the_tasks(roots: str, operations: str, told: str) -> None:
    stitch = f"[Stitch Finish] Stitch Limit Exceeded. memoryDriven=1 rootCount={roots} (limit=1024, hardLimit=1024) rootKey=1, func=F, #callop={operations} (limit=60000)."
    lines = simulator.run(PLAIN, (64, 64, 64))
    data = simulator.host_log([lines[0], stitch, *lines[1:]])
    advice = advise(report_of(data), limit=100 * MIB)
    assert advice.next_pool is not None
    assert advice.next_pool[0] is None
    assert told in advice.next_pool[1]


def test_no_step_fits_into_a_limit_that_is_used_up() -> None:
    run = (64, 64, 64)
    start = tuple(report_of(logged(PLAIN, run)).max_recommended or ())
    advice = advise(report_of(logged(PLAIN, run, kilobytes=9999)), limit=PLAIN.workspace(start))
    most = [advice.steps[pool].max_steps for pool in POOLS]
    assert advice.free == (0, 0)
    if all(bounds == Bounds(0, 0) for bounds in most):
        assert advice.next_pool == (None, "not one more depth of any pool fits below the limit")
    else:  # steps inside the rounding are free
        assert all(bounds == advice.steps[pool].free_steps for pool, bounds in zip(POOLS, most, strict=True))


# -- what cannot be advised --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("limit", [8 * MIB, 8478720])
def test_limit_below_the_minimum_names_the_minimum(limit: int) -> None:
    """The limit must be above the minimum, not at it (ValidateMaxWorkspaceOrThrow)."""
    advice = advise(sample("03"), limit=limit)
    (error,) = [finding for finding in advice.findings if finding.severity is Severity.ERROR]
    assert error.code == "GEO608"
    assert "8478720" in error.message
    assert "max_workspace_kb=8281" in error.hint  # 8478721 bytes and up: 8280 KiB are 8478720
    assert advice.depths is None


def test_limit_below_the_recommended_depths_names_the_depth_it_gives() -> None:
    advice = advise(sample("03"), limit=100 * MIB)
    (error,) = [finding for finding in advice.findings if finding.severity is Severity.ERROR]
    assert error.code == "GEO630"
    assert "51470336 more" in error.message  # 156327936 - 104857600
    assert "max_workspace_kb=102400" in error.hint
    assert "depth 37" in error.hint  # 614400 + 5242880 + 38 * 2621440 > 100 MiB > the same with 37


FIELDS = [
    ("parallelism=1}", "parallelism=0}", "parallelism=0"),
    ("parallelism=1}", "parallelism=9}", "outside 1..8"),
    ("peak=80347136,capacity=167772160}, exclusiveOutcast={peak=786432", "peak=180347136,capacity=167772160}, exclusiveOutcast={peak=786432", "larger than its capacity"),
    ("rawPerParallelBytes={rootInner=1310720", "rawPerParallelBytes={rootInner=1310721", "is not 128 depths"),
    ("rawPerParallelBytes={rootInner=1310720", "rawPerParallelBytes={rootInner=18446744073709551615", "more than any NPU"),
    ("{peakSlots=4,capacitySlots=256}", "{peakSlots=4,capacitySlots=255}", "does not go with"),
    ("recommendedDepths={rootInner=62,assembleOutcast=3,exclusive=3}, depthMemory", "recommendedDepths={rootInner=962,assembleOutcast=3,exclusive=3}, depthMemory", "exceed"),
]  # fmt: skip


@pytest.mark.parametrize(("old", "new", "told"), FIELDS)
def test_absurd_numbers_are_refused(old: str, new: str, told: str) -> None:
    text = (SAMPLES / "01_scenario1_ok.log").read_text("utf-8")
    assert old in text
    advice = advise(report_of(text.replace(old, new).encode()))
    assert advice.verdict is Verdict.REFUSE
    (finding,) = [finding for finding in advice.findings if finding.code == "GEO610"]
    assert told in finding.message
    json.dumps(advice.as_json())


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("recommendedDepths={rootInner=62,assembleOutcast=3,exclusive=3}, depthMemory", "recommendedDepths={rootInner=62,assembleOutcast=2,exclusive=3}, depthMemory"),
        ("nextDepthTotalBytes={rootInner=1310720", "nextDepthTotalBytes={rootInner=1310721"),
    ],
)  # fmt: skip
def test_numbers_of_another_formula_are_a_warning(old: str, new: str) -> None:
    """A PyPTO version that counts otherwise is no damaged log."""
    text = (SAMPLES / "01_scenario1_ok.log").read_text("utf-8")
    advice = advise(report_of(text.replace(old, new).encode()))
    assert ("GEO610", "warning") in codes(advice)
    assert advice.verdict is Verdict.APPLY


NUMBER = st.one_of(st.sampled_from([0, 1, 2, 1024, 1025, 32768, 2**31, 2**63, 2**64 - 1]), st.integers(0, 5000))


@given(st.lists(NUMBER, min_size=13, max_size=13), st.lists(NUMBER, min_size=7, max_size=7), st.booleans(), NUMBER)
@settings(deadline=None)
def test_any_numbers_give_an_answer(last: list[int], summary: list[int], limited: bool, limit: int) -> None:
    names = iter(last)
    text = (
        "[Workspace Runtime Summary] parallelId={}, rootInner={{peak={},capacity={}}}, exclusiveOutcast={{peak={},capacity={}}}, "
        "assembleOutcast={{peakSlots={},capacitySlots={}}}.\n"
    ).format(*summary)
    triple = "{{rootInner={},{}={},exclusive={}}}"
    actual, advised, raw, following = (
        triple.format(next(names), second, next(names), next(names))
        for second in ("innerTemporal", "assembleOutcast", "innerTemporal", "assembleOutcast")
    )
    text += (
        f"[Workspace Runtime Recommendation] actualDepths={actual}, recommendedDepths={advised}, "
        f"depthMemory={{rawPerParallelBytes={raw}, nextDepthTotalBytes={following}, parallelism={next(names)}}}.\n"
    )
    report = report_of(text.encode())
    assert report.launch_count == 1
    advice = advise(report, limit=limit if limited else None)
    json.dumps(advice.as_json())
    assert (advice.option is None) == (advice.verdict in {Verdict.REFUSE, Verdict.LEAVE_OFF})


@pytest.mark.parametrize("name", ["06", "13", "15", "18"])
def test_logs_without_a_complete_launch_have_a_reason_and_a_hint(name: str) -> None:
    advice = advise(sample(name), limit=200 * MIB)
    errors = [finding for finding in advice.findings if finding.severity is Severity.ERROR]
    assert errors[0].code == "GEO606"
    assert errors[0].hint
    json.dumps(advice.as_json())


def test_cut_launch_says_what_its_tuning_lines_come_to() -> None:
    assert "[30, 3, 1]" in advise(sample("06")).findings[0].message


def test_launches_without_an_end_are_left_out_with_a_warning() -> None:
    whole = logged(PLAIN)
    cut = logged(PLAIN, tid=2).rsplit(b"[Workspace Runtime Recommendation]", 1)[0]
    advice = advise(report_of(whole, b"\n", cut))
    assert codes(advice) == [("GEO606", "warning")]
    assert advice.verdict is Verdict.APPLY


@pytest.mark.parametrize("lost", ["Summary] parallelId=0", "Summary]"])
def test_lost_summary_lines_are_made_up_for_by_the_pool_lines(lost: str) -> None:
    whole = logged(PLAIN, parallelism=2)
    cut = b"".join(line for line in whole.splitlines(keepends=True) if lost.encode() not in line)
    advice, complete = advise(report_of(cut)), advise(report_of(whole))
    assert codes(advice) == [("GEO606", "warning")]
    assert advice.depths == complete.depths
    assert [row.peak for row in advice.rows] == [row.peak for row in complete.rows]


def test_launch_that_failed_names_the_pool() -> None:
    impossible = simulator.Kernel((Root(512, 0, 1, 50), Root(512, 0, 1, 50)), slot=512)
    advice = advise(report_of(simulator.host_log(simulator.run(impossible, (4, 1, 1)))), limit=MIB)
    failed = [finding for finding in advice.findings if "Root cannot fit" in finding.message]
    assert len(failed) == 1
    assert failed[0].severity is Severity.ERROR
    assert "assemble_outcast" in failed[0].hint


def test_dynamic_outcast_makes_the_total_a_lower_bound() -> None:
    """The budget uses the static slot size; a launch whose slots are larger needs more (findings of dev_encode_workspace.cpp)."""
    static = simulator.Kernel(PLAIN.roots, slot=4096, fixed=PLAIN.fixed)
    dynamic = simulator.Kernel(PLAIN.roots, slot=65536, fixed=PLAIN.fixed)
    data = simulator.host_log([simulator.host_line(static, (128, 128, 128))], tid=1) + logged(dynamic, host=False)
    advice = advise(report_of(data))
    assert advice.workspace is not None
    assert advice.workspace.exact is None
    assert advice.depths is not None
    assert advice.workspace.low <= dynamic.workspace(tuple(advice.depths))
    assert any("dynamic" in item for item in advice.unknown)


def test_host_line_of_another_kernel_is_not_used() -> None:
    other = simulator.Kernel(tuple(Root(8192, 512, 2) for _ in range(4)))
    data = simulator.host_log([simulator.host_line(other, (128, 128, 128))], tid=1) + logged(PLAIN, host=False)
    advice = advise(report_of(data))
    assert advice.workspace is not None
    assert advice.workspace.high is None
    assert any("other kernels" in item for item in advice.unknown)


# -- two runs ----------------------------------------------------------------------------------------------------------------


def test_a_run_with_the_advice_is_confirmed_against_the_run_before() -> None:
    old = report_of(logged(PLAIN))
    advised = advise(old).depths
    assert advised is not None
    new = report_of(logged(PLAIN, tuple(advised), precise=1))
    advice = advise(new, before=old)
    assert advice.verdict is Verdict.KEEP
    assert codes(advice) == [("GEO604", "note")]  # full, as advised
    assert not advice.troubled
    both = advice.comparison
    assert both is not None
    assert both.followed == "yes"
    assert (both.depths_before, both.depths_after, both.advised) == (Pools(128, 128, 128), advised, advised)
    saved = PLAIN.workspace((128, 128, 128)) - PLAIN.workspace(tuple(advised))
    assert both.saved == Bounds(saved, saved)
    assert both.as_json()["saved_bytes"] == saved
    assert both.as_json()["alloc_failures"] == {"before": {}, "after": {}}


@pytest.mark.parametrize(("change", "followed"), [((1, 0, 0), "raised"), ((-1, 0, 0), "no"), ((1, 0, -1), "no")])
def test_whether_the_advice_was_followed(change: tuple[int, int, int], followed: str) -> None:
    kernel = simulator.Kernel((*(Root(4096, 512, 1, 1) for _ in range(20)),))
    old = report_of(logged(kernel))
    advised = advise(old).depths
    assert advised is not None
    depths = tuple(depth + step for depth, step in zip(advised, change, strict=True))
    both = advise(report_of(logged(kernel, depths, precise=1)), before=old).comparison
    assert both is not None
    assert both.followed == followed


def test_savings_without_host_lines_are_bounds() -> None:
    old = report_of(logged(PLAIN, host=False))
    depths = (25, 9, 25)
    both = advise(report_of(logged(PLAIN, depths, host=False)), before=old).comparison
    assert both is not None
    truth = PLAIN.workspace((128, 128, 128)) - PLAIN.workspace(depths)
    assert both.saved is not None
    assert both.saved.low <= truth <= (both.saved.high or 0)
    assert (both.saved.high or 0) - both.saved.low <= 32768


def test_failures_after_the_change_are_refused_and_counted() -> None:
    held = simulator.Kernel(tuple(Root(512, 0, 1, 9) for _ in range(30)))
    old = report_of(logged(held))
    new = report_of(logged(held, (30, 4, 1), precise=1))
    advice = advise(new, before=old)
    assert advice.verdict is Verdict.REFUSE
    both = advice.comparison
    assert both is not None
    assert both.failures_before == {}
    assert set(both.failures_after) == {"inner-temporal-outcast"}


def test_no_advice_before_leaves_the_question_open() -> None:
    both = advise(sample("01_"), before=sample("02")).comparison
    assert both is not None
    assert both.advised is None
    assert both.followed == "unknown"
