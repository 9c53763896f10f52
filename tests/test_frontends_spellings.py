"""Every option in every spelling, and suggestions across all of them with a floor."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from geopts.facts.options import BY_KEY
from geopts.frontends.keys import by_ge_key, keys_of, table_names
from geopts.frontends.spellings import (
    FLOOR,
    GE_KEYS,
    did_you_mean,
    find_spellings,
    similarity,
    spellings_of,
    suggest_spellings,
)


def test_the_spellings_of_one_option_everywhere() -> None:
    # the row of ge.jit_compile in the collection of spellings, column by column
    found = {(s.front_end, s.spelling) for s in spellings_of("ge.jit_compile")}
    assert {
        ("ge-python-offline", '"ge.jit_compile"'),
        ("atc", "--jit_compile"),
        ("raw-ge-options", "ge.jit_compile"),
        ("acl", "ACL_OP_JIT_COMPILE"),
        ("torchair", "config.experimental_config.jit_compile"),
        ("torch-npu", "torch_npu.npu.set_compile_mode(jit_compile=)"),
        ("torch-npu", 'set_option({"jitCompile": ...})'),
        ("tf1-parameter-map", 'parameter_map["jit_compile"].s'),
        ("tf1-run-config", "NPURunConfig(jit_compile=)"),
        ("tf2", "global_options().jit_compile"),
        ("mindspore", 'ascend_config["jit_compile"]'),
        ("mindspore-op-precision", "device_context.ascend.op_tuning.op_compile()"),
    } <= found
    assert all(s.source for s in spellings_of("ge.jit_compile"))
    assert next(s for s in spellings_of("ge.jit_compile") if s.front_end == "torchair").values == ("auto",)


def test_every_option_has_its_own_key_and_constant() -> None:
    for key, row in BY_KEY.items():
        spellings = [s.spelling for s in spellings_of(key)]
        assert f'"{key}"' in spellings
        if row.ir_option:
            assert f"ge::ir_option::{row.constant}" in spellings
    assert spellings_of("no.such.key") == []


def test_no_row_of_a_table_is_forgotten() -> None:
    for table in table_names():
        for key, rows in by_ge_key(table).items():
            assert len([s for s in spellings_of(key) if s.source in {row.source for row in rows}]) >= len(rows)


@pytest.mark.parametrize(
    ("name", "table", "hint"),
    [
        # misspelt keys of public code, with what was meant
        ("autotune_tune_mode", "tf1_parameter_map", "auto_tune_mode"),
        ("allow_mix_compile", "tf1_parameter_map", "mix_compile_mode"),
        ("enable_auto_mix_precision", "tf1_parameter_map", "precision_mode = allow_mix_precision"),
        ("sump_mode", "tf1_parameter_map", "dump_mode"),
        ("sfusion_switch_file", "tf1_parameter_map", "fusion_switch_file"),
        ("ge.exec.customizeDdtypes", GE_KEYS, "ge.customizeDtypes"),
        # the spelling of another front end
        ("--op_select_impl_mode", "atc", "--op_select_implmode"),
        ("--topology_sorting_strategy", "atc", "here it is --topo_sorting_mode"),
        ("ACL_PRECISION_MODE", "tf2_global_options", "here it is precision_mode"),
        ("op_precision_mode", "onnxruntime_cann", "cannot be given here"),
        ("topo_sorting_mode", "torchair", "here it is experimental_config.topology_sorting_strategy"),
        ("tiling_schedule_optimize", "tf2_global_options", "ge.tiling_schedule_optimize, which cannot be given here"),
        # case and punctuation
        ("ge.exec.Precision_Mode", GE_KEYS, "ge.exec.precision_mode"),
        ("--Precision_Mode_V2", "atc", "--precision_mode_v2"),
        ("--jitcompile", "atc", "--jit_compile"),
    ],
)
def test_what_was_meant(name: str, table: str, hint: str) -> None:
    assert hint in did_you_mean(name, table)


@pytest.mark.parametrize(
    "name",
    ["foo_bar_baz", "master_slave_mode", "batch", "x", "", "--", "hidden_size", "learning_rate", "日本語", "q" * 500],
)
@pytest.mark.parametrize("table", ["atc", "tf1_parameter_map", GE_KEYS])
def test_below_the_floor_nothing_is_suggested(name: str, table: str) -> None:
    assert not suggest_spellings(name, table=table)
    assert "did you mean" not in did_you_mean(name, table)


def test_a_suggestion_is_never_a_key_that_is_gone() -> None:
    gone = {row.spelling for table in table_names() for row in keys_of(table) if row.removed}
    here = {row.spelling for table in table_names() for row in keys_of(table) if not row.removed}
    for name in gone - here:
        assert not {s.spelling for s in suggest_spellings(name)} & (gone - here)


def test_keys_are_found_by_exact_name_with_or_without_dashes_or_path() -> None:
    assert {s.front_end for s in find_spellings("op_select_implmode")} >= {"atc", "aoe", "tf1-parameter-map", "tf2"}
    assert [s.spelling for s in find_spellings("topology_sorting_strategy")] == [
        "experimental_config.topology_sorting_strategy"
    ]
    assert find_spellings("no_such_key") == []


@given(one=st.text(max_size=20), other=st.text(max_size=20))
def test_likeness_is_a_number_from_0_to_1_and_1_for_the_same_letters(one: str, other: str) -> None:
    assert 0 <= similarity(one, other) <= 1
    assert similarity("precision_mode", "PrecisionMode") == 1


@given(name=st.text("abcdeoprst_-.", max_size=16))
def test_suggestions_are_ordered_unique_and_above_the_floor(name: str) -> None:
    found = suggest_spellings(name, table="atc", limit=5)
    scores = [s.score for s in found]
    assert scores == sorted(scores, reverse=True)
    assert all(score >= FLOOR for score in scores)
    assert len({s.ge_key or s.spelling for s in found}) == len(found)
