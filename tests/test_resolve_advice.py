"""Advice on single options: the door they go through, deprecation, gears, product."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from geopts.facts.options import BY_KEY
from geopts.facts.refusals import NO_CONSUMER, REFUSALS
from geopts.facts.rows import Call, Family
from geopts.findings import Finding, Severity
from geopts.option_set import OptionSet
from geopts.precision.op_precision import OpPrecision
from geopts.products import find_product
from geopts.resolve.advice import advise
from geopts.support import supports

REFERENCE: list[dict[str, Any]] = json.loads(
    (Path(__file__).parent / "data" / "reference" / "options.json").read_text(encoding="utf-8")
)


def advice(options: OptionSet, call: Call = Call.BUILD_MODEL, product: str | None = None) -> list[Finding]:
    found = None if product is None else find_product(product)
    return list(advise(options, {call: options.texts()}, found, origin=lambda key: f"options.{key}"))


def codes(options: OptionSet, call: Call = Call.BUILD_MODEL, product: str | None = None) -> list[str]:
    return [finding.code for finding in advice(options, call, product)]


def value_for(option: dict[str, Any]) -> Any:
    """A value the option takes."""
    texts = [text for text in (option["allowed_values"] or []) + (option["code_accepted_values"] or []) if text]
    if option["value_type"] in ("enum", "bool01", "booltf", "boolTF"):
        return texts[0] if texts else True
    if option["value_type"] == "int":
        return (option["range"] or [0])[0] or 0
    special = {"list": "1,2", "shape": "x:1", "key_value_list": "A:on"}
    if option["key"] in (
        "is_input_adjust_hw_layout",
        "is_output_adjust_hw_layout",
        "ge.exec.exclude_engines",
        "ge.disableOptimizations",
    ):
        return [texts[0]]
    return {"ge.exec.hostInputIndexes": "1;2"}.get(option["key"], special.get(option["value_type"], "text"))


# What one door refuses though another takes it: checks.md sections 2, 3 and 6.
@pytest.mark.parametrize(
    ("option", "value", "refusing", "code"),
    [
        # build_initialize wants true or false, build_model checks nothing (option_utils.cc:1413-1422)
        ("ALLOW_HF32", "10", {Call.BUILD_INITIALIZE}, "E10005"),
        ("ALLOW_HF32", "1", {Call.BUILD_INITIALIZE}, "E10005"),
        ("ALLOW_HF32", True, set(), ""),
        # the session takes what build_model refuses (option_utils.cc:49-56,932-941; net_output_pass.cc:33-42)
        ("OUTPUT_TYPE", "UINT16", {Call.BUILD_MODEL}, "E10001"),
        ("OUTPUT_TYPE", "DOUBLE", {Call.BUILD_MODEL}, "E10001"),
        ("OUTPUT_TYPE", "FP16", set(), ""),
        # build_initialize lets it pass, the fusion engine refuses it later (configuration.cc:452-471)
        ("BUFFER_OPTIMIZE", "l1_and_l2_optimize", set(Call), "E20101"),
        ("BUFFER_OPTIMIZE", "off_optimize", set(), ""),
        ("SPARSITY", True, set(), ""),
    ],
)
def test_values_that_one_call_refuses(option: str, value: object, refusing: set[Call], code: str) -> None:
    for call in Call:
        told = [f for f in advice(OptionSet({option: value}), call) if f.code == "GEO504"]
        assert len(told) == (call in refusing)
        for finding in told:
            assert finding.severity is Severity.ERROR
            assert code in finding.message
            assert finding.hint
            assert finding.source


def test_every_refusal_is_of_an_option_and_says_how_we_know() -> None:
    for row in REFUSALS:
        assert row.key in BY_KEY
        assert row.source
        assert bool(row.accepted) != bool(row.refused)


@pytest.mark.parametrize("option", REFERENCE, ids=lambda option: str(option["key"]))
def test_deprecated_reserved_and_unread_options_are_told(option: dict[str, Any]) -> None:
    found = {f.code: f for f in advice(OptionSet({option["key"]: value_for(option)}))}
    assert ("GEO506" in found) == (option["deprecated"] is True)
    assert ("GEO507" in found) == isinstance(option["deprecated"], str)
    assert ("GEO508" in found) == (option["key"] in NO_CONSUMER)
    if "GEO506" in found:
        assert found["GEO506"].severity is Severity.NOTE
        assert option["replaced_by"] is None or f"options.{option['replaced_by']}" in found["GEO506"].hint
    if "GEO507" in found:
        assert option["deprecated"] in found["GEO507"].message
    if "GEO508" in found:
        assert found["GEO508"].severity is Severity.WARNING


def test_the_options_nothing_reads() -> None:
    # checks.md section 9 lists six, findings.md 18 the seventh
    assert {key.rpartition(".")[2] for key in NO_CONSUMER} == {
        "distributed_cluster_build",
        "offline_model_relation",
        "enableGraphParallel",
        "graphParallelOptionPath",
        "exec_device_config_path",
        "op_dependency_in_om",
        "h2dOverlappedWithCompute",
    }


def test_allow_hf32_is_called_reserved_and_yet_read() -> None:
    (finding,) = [f for f in advice(OptionSet(ALLOW_HF32=True)) if f.code == "GEO507"]
    assert "yet the code reads it" in finding.message
    assert "geopts options" in finding.hint


@pytest.mark.parametrize(
    ("option", "gears", "broken"),
    [
        # the four checks of multi_batch_options.cc:613-650
        ("DYNAMIC_BATCH_SIZE", [1, 2], []),
        ("DYNAMIC_BATCH_SIZE", [4], ["E10035"]),
        ("DYNAMIC_BATCH_SIZE", [4, 4], ["E10039"]),
        ("DYNAMIC_BATCH_SIZE", [4, -1], ["E10038"]),
        ("DYNAMIC_IMAGE_SIZE", [(1, 2), (3, 4)], []),
        ("DYNAMIC_IMAGE_SIZE", [(1, 2), (3,)], ["E10037"]),
        ("DYNAMIC_DIMS", [(1, 2)], ["E10035"]),
        ("DYNAMIC_DIMS", [(1, 2), (1, 2), (-3, 4)], ["E10038", "E10039"]),
        ("DYNAMIC_DIMS", [(n, n) for n in range(1, 300)], []),  # no upper limit is enforced (findings.md 19)
    ],
)
def test_gears_as_build_model_checks_them(option: str, gears: list[object], broken: list[str]) -> None:
    for given in (gears, OptionSet({option: gears}).text(option)):
        told = [f.message for f in advice(OptionSet({option: given})) if f.code == "GEO504"]
        assert [
            code for code in ("E10035", "E10037", "E10038", "E10039") if any(code in text for text in told)
        ] == broken
        assert not [f for f in advice(OptionSet({option: given}), Call.SESSION) if f.code == "GEO504"]


@pytest.mark.parametrize("call", [Call.BUILD_MODEL, Call.GE_INITIALIZE])
@pytest.mark.parametrize("option", REFERENCE, ids=lambda option: str(option["key"]))
def test_what_the_documents_say_of_the_product(option: dict[str, Any], call: Call) -> None:
    options = OptionSet({option["key"]: value_for(option)})
    for family in Family:
        answer = supports(option["key"], product=family, call=call)
        found = [f for f in advice(options, call, family.value) if f.code in ("GEO401", "GEO402", "GEO403")]
        whole = [f for f in found if " = " not in f.message.split(":")[0]]
        wanted = "GEO403" if answer.disputed else "GEO401" if answer.verdict == "no" else None
        assert [f.code for f in whole] == ([wanted] if wanted else [])
        for finding in found:
            assert finding.severity is (Severity.NOTE if finding.code == "GEO403" else Severity.WARNING)
            assert family.value in finding.message
            assert finding.source
        if answer.verdict == "no":
            assert found == whole


def test_the_page_of_the_call_counts_first() -> None:
    # the session chapter leaves 200I/500 A2 and IPV350 out as a whole (options_params/overall_constraints.md:3-25)
    options = OptionSet(PRECISION_MODE_V2="origin")
    assert codes(options, Call.BUILD_MODEL, "200I/500 A2") == []
    assert codes(options, Call.GE_INITIALIZE, "200I/500 A2") == ["GEO401"]
    assert codes(options, Call.GE_INITIALIZE, "310P") == []


def test_modes_of_the_file_are_judged_one_by_one() -> None:
    # enable_float_32_execution: build_model's page names A3 and A2 alone, the session's and ATC's add 950
    precision = OpPrecision(
        by_op_type={"Conv2D": "enable_float_32_execution", "Gelu": "high_precision"},
        by_node_name={"n": "enable_float_32_execution"},
    )
    options = OptionSet(OP_PRECISION_MODE=precision)
    assert [f.code for f in advice(options, product="A2")] == []
    (finding,) = advice(options, product="310P")
    assert finding.code == "GEO402"
    assert "options.ge.exec.op_precision_mode = enable_float_32_execution" in finding.message
    # 310P has the option, and the pages leave this value out for it: only what speaks of the value is a reason
    assert "(build_model: no, session: no, atc: no)" in finding.message
    assert codes(options, product="950") == ["GEO403"]
    # the session chapter's general exclusion of 200I/500 A2 and IPV350 disputes nothing
    assert not [
        code
        for code in codes(OptionSet(OP_PRECISION_MODE=OpPrecision({"A": "high_precision"})), product="200I/500 A2")
        if code == "GEO403"
    ]
    assert codes(OptionSet(OP_PRECISION_MODE="some.ini"), product="310P") == []


def test_the_seed_s_products_of_tiling() -> None:
    # performance_tuning.md: 950 (the session page lacks it), A3, A2 and the inference series
    told = {family.value: codes(OptionSet(TILING_SCHEDULE_OPTIMIZE=True), product=family.value) for family in Family}
    assert told == {
        "950": ["GEO403"],
        "A3": [],
        "A2": [],
        "200I/500 A2": ["GEO401"],
        "310P": [],
        "910": ["GEO401"],
        "IPV350": ["GEO401"],
    }
