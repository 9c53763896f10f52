"""Options compared by meaning: spellings that are equal, defaults that sources state, and changes that are told as such."""

from __future__ import annotations

import json
from typing import Any

import pytest

from geopts.diff import compare, read_side
from geopts.diff.compare import Change
from geopts.precision.builtin import BuiltinFiles

HF32 = "ge.exec.allow_hf32"


def option_changes(before: dict[str, Any], after: dict[str, Any], **given: Any) -> list[Change]:
    sides = [
        read_side(name, json.dumps(table).encode(), **given) for name, table in (("a.json", before), ("b.json", after))
    ]
    return [change for change in compare(*sides).changes if change.kind == "option"]


@pytest.mark.parametrize(
    ("before", "after"),
    [
        # op_impl_mode_config_parser.cc:30-44: left digit convolutions, right digit matrix products
        ({HF32: "true"}, {HF32: "1"}),
        ({HF32: "1"}, {"allow_hf32": "11"}),
        ({HF32: "false"}, {"ALLOW_HF32": "00"}),
        ({HF32: {"conv": True, "matmul": False}}, {HF32: "10"}),
        ({HF32: ""}, {}),
        # docs/zh/api/graph_engine_api/cpp/ge/options_params/precision_tuning.md:104-170; kPrecisionModeMap, fe_context_utils.cc:26-44
        ({"ge.exec.precision_mode": "force_fp32"}, {"ge.exec.precision_mode": "cube_fp16in_fp32out"}),
        ({"precision_mode": "allow_mix_precision"}, {"precision_mode": "allow_mix_precision_fp16"}),
        ({"precision_mode": "force_fp32"}, {"precision_mode_v2": "cube_fp16in_fp32out"}),
        ({"precision_mode": "must_keep_origin_dtype"}, {"precision_mode_v2": "origin"}),
        # another spelling of the key, of the value, of the place
        ({"ge.tiling_schedule_optimize": "1"}, {"tiling_schedule_optimize": True}),
        ({"build_initialize": {"ge.socVersion": "Ascend910B3"}}, {"ge.socVersion": "Ascend910B3"}),
        ({"ge.dynamicBatchSize": "1,2,4"}, {"dynamic_batch_size": [1, 2, 4]}),
        # documented defaults (docs/zh/.../aclgrphBuildModel_config_params/performance_tuning.md; operator_and_graph_compilation.md)
        ({"ge.tiling_schedule_optimize": "0"}, {}),
        ({}, {"ge.oo.level": "O3"}),
        ({"ge.externalWeight": "0"}, {}),
        ({"x": "1"}, {"x": "1"}),
    ],
)
@pytest.mark.parametrize("product", ["A2", None])
def test_equal_in_meaning(before: dict[str, Any], after: dict[str, Any], product: str | None) -> None:
    assert option_changes(before, after, product=product) == []
    assert option_changes(after, before, product=product) == []


@pytest.mark.parametrize(
    ("before", "after", "name", "told"),
    [
        ({HF32: "true"}, {HF32: "10"}, "allow_hf32", "matrix products off instead of"),
        # not the same as leaving it out: semantics.md section 2, and section 5 on aclnn nodes
        ({}, {HF32: "10"}, "allow_hf32", "given as text the value beats [ByOpType]"),
        (
            {"precision_mode": "force_fp16"},
            {"precision_mode": "force_fp32"},
            "precision_mode",
            "FORCE_FP32 instead of FORCE_FP16",
        ),
        ({"precision_mode": "allow_fp32_to_fp16"}, {"precision_mode_v2": "fp16"}, "precision_mode_v2", "FORCE_FP16"),
        ({"precision_mode_v2": "cube_hif8"}, {"precision_mode_v2": "mixed_hif8"}, "precision_mode_v2", "MIXED_HIF8"),
        # the documents disagree about the default, so it is no certain value
        ({"precision_mode_v2": "fp16"}, {}, "precision_mode_v2", "session page has training defaults"),
        ({"op_compiler_cache_mode": "enable"}, {}, "op_compiler_cache_mode", "default differs by entry point"),
        (
            {"precision_mode": "force_fp16"},
            {"precision_mode": "force_fp16", "precision_mode_v2": "origin"},
            "precision_mode",
            "E10056",
        ),
        ({"tiling_schedule_optimize": "1"}, {}, "tiling_schedule_optimize", "not given means 0"),
        ({"ge.socVersion": "Ascend910B3"}, {"ge.socVersion": "Ascend910B1"}, "soc_version", "another one"),
        ({"ge.unknown": "1"}, {"ge.unknown": "2"}, "ge.unknown", "does not know"),
        ({"ge.unknown": "1"}, {}, "ge.unknown", "one side only"),
        ({"ge.unknown": 1}, {"ge.unknown": True}, "ge.unknown", "does not know"),
        # CheckDeterministicConfig refuses an explicit level 0 beside deterministic 1 (option_utils.cc:1017-1028)
        (
            {"ge.deterministic": "1"},
            {"ge.deterministic": "1", "ge.deterministicLevel": "0"},
            "deterministic_level",
            "not the same as leaving it out",
        ),
    ],
)
def test_changes_in_meaning(before: dict[str, Any], after: dict[str, Any], name: str, told: str) -> None:
    (change,) = option_changes(before, after, product="A2")
    assert change.name == name
    assert told in change.why
    (back,) = option_changes(after, before, product="A2")
    assert (back.before, back.after) == (change.after, change.before)


def test_level_zero_is_the_default_where_nothing_is_deterministic() -> None:
    assert option_changes({}, {"ge.deterministicLevel": "0"}) == []


def test_allow_hf32_counts_only_where_there_is_hf32() -> None:
    assert option_changes({HF32: "true"}, {HF32: "false"}, product="310P") == []
    (change,) = option_changes({HF32: "true"}, {HF32: "false"})
    assert change.when == "with HF32"
    assert (change.before.value, change.before.source) == ("true", HF32)


def test_allow_hf32_that_is_no_value() -> None:
    first, second = option_changes({HF32: "1"}, {HF32: "yes"}, product="A2")
    assert {first.name, second.name} == {"initialisation", "allow_hf32"}
    assert "'yes' instead of convolutions on and matrix products on" in next(
        change.why for change in (first, second) if change.name == "allow_hf32"
    )


def test_null_is_not_given() -> None:
    assert option_changes({"ge.externalWeight": None}, {}) == []
    assert [change.name for change in option_changes({"ge.externalWeight": "bad"}, {"ge.externalWeight": None})] == [
        "external_weight"
    ]


def test_allow_hf32_from_the_command_line() -> None:
    assert option_changes({HF32: "11"}, {}, allow_hf32="1", product="A2") == []
    (change,) = option_changes({HF32: "0"}, {}, allow_hf32="1", product="A2")
    assert (change.after.value, change.after.source) == ("1", "--allow-hf32")


def test_pair_is_an_option_where_its_files_are_not_known() -> None:
    before = read_side("a.json", b'{"ge.opSelectImplmode": "high_precision"}')
    after = read_side("b.json", b'{"ge.opSelectImplmode": "high_performance"}')
    (change,) = compare(before, after, builtin=BuiltinFiles.none()).changes
    assert (change.name, change.before.value) == ("op_select_impl_mode", "high_precision")
    assert {change.kind for change in compare(before, after).changes} == {"operator_type"}


def test_the_latest_call_counts() -> None:
    both = {"build_initialize": {HF32: "true"}, "build_model": {HF32: "false"}}
    assert option_changes(both, {"build_model": {HF32: "0"}}) == []


def test_places_are_those_of_the_file() -> None:
    (change,) = option_changes({"build_model": {"ge.externalWeight": "1"}}, {})
    assert (change.before.source, change.after.value, change.after.source) == (
        "build_model.ge.externalWeight",
        None,
        "not given",
    )
    assert change.as_json()["before"] == {"value": "1", "source": "build_model.ge.externalWeight"}


def test_pypto_options_of_a_spec() -> None:
    spec = b"[pypto.runtime]\nstitch_function_max_num = 64\ndevice_sched_mode = 1\n"
    other = b"[pypto.runtime]\nstitch_function_max_num = 32\ndevice_sched_mode = 1\n"
    found = compare(read_side("a.toml", spec), read_side("b.toml", other)).changes
    assert [(change.name, change.before.value, change.after.value) for change in found] == [
        ("pypto.runtime.stitch_function_max_num", "64", "32")
    ]


def test_nothing_but_modes_is_compared_with_an_ini() -> None:
    spec = read_side(
        "a.toml", b'product = "310P"\n[options]\ntiling_schedule_optimize = true\n[precision]\nby_op_type = {}\n'
    )
    assert compare(spec, read_side("x.ini", b"", product="310P")).changes == ()
