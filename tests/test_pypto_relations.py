"""Precedence of the workspace options and the relation rows; facts from data/pypto_options/runtime_options.json (``precedence``, ``relations``)."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from geopts.facts.pypto import RUNTIME_OPTIONS
from geopts.facts.pypto_relations import PYPTO_RELATIONS
from geopts.facts.rows import Family
from geopts.findings import Severity
from geopts.pypto.relations import check_options, check_pool_needs, precedence, relations_of
from geopts.pypto.runtime_options import OPTION_NAMES, PoolDepths, RuntimeOptions

POOLS = "stitch_function_num_per_pool"
NUMBER = "stitch_function_max_num"
CAP = "max_workspace_kb"
A2, A3, A950 = Family.ATLAS_A2, Family.ATLAS_A3, Family.ASCEND_950

# For each checkable row: options that violate it, the code, the key that loses; and options that do not.
CASES: dict[str, tuple[dict[str, Any], Family | None, str, str, list[tuple[dict[str, Any], Family | None]]]] = {
    "pools-disable-stitch-number": (
        {POOLS: [0, 0, 1], NUMBER: 128},
        None,
        "GEO602",
        NUMBER,
        [({POOLS: [0, 0, 0], NUMBER: 64}, None), ({POOLS: [64, 2, 1]}, None), ({NUMBER: 64}, None)],
    ),
    "pools-disable-workspace-cap": (
        {POOLS: [64, 2, 1], CAP: 204800},
        None,
        "GEO602",
        CAP,
        [({POOLS: [0, 0, 0], CAP: 204800}, None), ({POOLS: [64, 2, 1], CAP: 0}, None)],
    ),
    "cap-overrides-stitch-number": (
        {CAP: 204800, NUMBER: 64, POOLS: [0, 0, 0]},
        None,
        "GEO614",
        NUMBER,
        [({CAP: 0, NUMBER: 64}, None), ({CAP: 204800}, None)],
    ),
    "simulator-fixes-launch-mode": (
        {"run_mode": 1, "launch_early_mode": 2},
        None,
        "GEO620",
        "launch_early_mode",
        [({"run_mode": 0, "launch_early_mode": 2}, None), ({"run_mode": 1, "launch_early_mode": 0}, None)],
    ),
    "aicpu-number-above-product": (
        {"launch_sched_aicpu_num": 6},
        A3,
        "GEO613",
        "launch_sched_aicpu_num",
        [
            ({"launch_sched_aicpu_num": 7}, A950),
            ({"launch_sched_aicpu_num": 5}, A2),
            ({"launch_sched_aicpu_num": 7}, None),
        ],
    ),
}


def test_each_checkable_row_has_a_case_and_a_sound_text() -> None:
    assert {row.identifier for row in PYPTO_RELATIONS if row.checkable} == CASES.keys()
    for row in PYPTO_RELATIONS:
        assert not row.checkable or Severity(row.severity) is not Severity.ERROR  # PyPTO itself goes on with these
        assert {*row.options, *row.others} <= set(OPTION_NAMES)
        assert row.message.format(option="", other="")


@pytest.mark.parametrize("identifier", CASES)
def test_a_violated_and_a_satisfied_case(identifier: str) -> None:
    values, family, code, loser, fine = CASES[identifier]
    (finding,) = check_options(RuntimeOptions(**values), family=family, key="pypto.runtime", path="geopts.toml")
    assert (finding.code, finding.key, finding.path) == (code, f"pypto.runtime.{loser}", "geopts.toml")
    assert finding.severity is Severity.WARNING
    assert finding.hint
    assert finding.source
    assert "{" not in finding.message + finding.hint
    for others, product in fine:
        assert check_options(RuntimeOptions(**others), family=product) == ()


def test_both_losers_are_told_and_none_twice() -> None:
    findings = check_options(
        RuntimeOptions(stitch_function_num_per_pool=[1, 1, 1], stitch_function_max_num=5, max_workspace_kb=9)
    )
    assert [(finding.code, finding.key) for finding in findings] == [("GEO602", NUMBER), ("GEO602", CAP)]


def test_the_product_limits_of_the_table_and_of_the_row_agree() -> None:
    for row in RUNTIME_OPTIONS:
        for family in (A2, A3, A950):
            if row.value_range is None or row.length is not None:
                continue
            highest = row.product_limits.get(family, row.value_range[1])
            above: dict[str, Any] = {row.name: min(highest + 1, row.value_range[1])}
            at: dict[str, Any] = {row.name: highest}
            codes = [finding.code for finding in check_options(RuntimeOptions(**above), family=family)]
            assert codes == (["GEO613"] if highest < row.value_range[1] else [])
            assert check_options(RuntimeOptions(**at), family=family) == ()


def test_an_undocumented_product_is_a_note() -> None:
    # products_note: all options list 950, A3 and A2.
    (finding,) = check_options(RuntimeOptions(run_mode=0), family=Family.ATLAS_INFERENCE)
    assert (finding.code, finding.severity) == ("GEO616", Severity.NOTE)
    assert check_options(RuntimeOptions(), family=Family.ATLAS_INFERENCE) == ()


@given(
    st.none() | st.lists(st.sampled_from([0, 1, 64]), min_size=3, max_size=3),
    st.none() | st.sampled_from([0, 1, 204800]),
    st.none() | st.sampled_from([1, 64, 128, 1024]),
)
def test_precedence(pools: list[int] | None, cap: int | None, number: int | None) -> None:
    """``stitch_function_num_per_pool (any non-zero) > max_workspace_kb > stitch_function_max_num`` (the reference's precedence)."""
    options = RuntimeOptions(stitch_function_num_per_pool=pools, max_workspace_kb=cap, stitch_function_max_num=number)
    told = precedence(options)
    if pools and max(pools) > 0:
        assert told.winner == POOLS
        assert told.depths == PoolDepths.parse(pools)
        assert told.most_roots == 1024
    elif cap:
        assert (told.winner, told.depths, told.most_roots) == (CAP, None, 1024)
    else:
        depth = number or 128
        assert (told.winner, told.depths, told.most_roots) == (NUMBER, PoolDepths(depth, depth, depth), depth)
    # What precedence calls disabled is what the rows report, and the other way round.
    told_by_rows = {finding.key for finding in check_options(options)}
    assert set(told.disabled) == told_by_rows
    assert told.why
    assert told.source


def test_pool_needs() -> None:
    # ValidateDepth: an element may be 0 only when the program needs no such pool; findings.md 14 for the depth 1.
    def codes(depths: list[int], needs: tuple[int, int, int]) -> list[str]:
        inner, slots, exclusive = needs
        found = check_pool_needs(
            PoolDepths.parse(depths), root_inner_bytes=inner, assemble_slots=slots, exclusive_bytes=exclusive
        )
        return [finding.code for finding in found]

    assert codes([0, 0, 1], (512, 3, 512)) == ["GEO603", "GEO603"]
    assert codes([64, 0, 0], (512, 0, 0)) == []
    assert codes([64, 1, 1], (512, 3, 512)) == ["GEO619"]
    assert codes([64, 1, 1], (512, 0, 512)) == []
    assert codes([64, 2, 1], (512, 3, 512)) == []
    assert codes([0, 0, 0], (512, 3, 512)) == []  # off, not "no pools"


def test_relations_of_an_option() -> None:
    names = {row.identifier for row in relations_of(CAP)}
    assert {"pools-disable-workspace-cap", "cap-overrides-stitch-number", "cap-above-minimum"} <= names
    assert relations_of("precision_mode") == ()
