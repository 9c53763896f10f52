"""`OptionSet`: names, errors at construction, texts, and what a type checker says of its keywords."""

from __future__ import annotations

import copy
import json
import pickle
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from geopts import _option_types
from geopts.errors import OptionValueError, UnknownOptionError
from geopts.facts.options import BY_KEY
from geopts.option_set import OptionSet, find_option, option_name, suggest_options
from geopts.precision.op_precision import OpPrecision
from geopts.values import AllowHF32

REFERENCE: list[dict[str, Any]] = json.loads(
    (Path(__file__).parent / "data" / "reference" / "options.json").read_text(encoding="utf-8")
)
IR_OPTIONS = [option for option in REFERENCE if option["ir_option"]]
PRECISION = OpPrecision(by_op_type={"Gelu": "high_precision"}, by_node_name={"a/b": "high_performance"})


@pytest.mark.parametrize("option", IR_OPTIONS, ids=lambda option: option["constant"])
def test_every_constant_of_ir_option_names_its_key(option: dict[str, Any]) -> None:
    # 82 constants: inc/graph_metadef/external/ge_common/ge_common_api_types.h:614-696
    for name in (option["constant"], option["constant"].lower(), f"ge::ir_option::{option['constant']}", option["key"]):
        assert find_option(name).key == option["key"]
    assert option["constant"] in _option_types.OptionArguments.__annotations__
    assert option["constant"].lower() in _option_types.OptionArguments.__annotations__
    assert getattr(OptionSet(), option["constant"].lower()) is None


def test_there_are_82_constants_and_130_keys() -> None:
    assert len(IR_OPTIONS) == 82
    assert {option["key"] for option in REFERENCE} == set(BY_KEY)
    assert len(BY_KEY) == 130
    assert {find_option(option_name(row)).key for row in BY_KEY.values()} == set(BY_KEY)


def test_input_shape_is_the_first_of_two_rows() -> None:
    # ir_option::INPUT_SHAPE is the text input_shape, not the ge.inputShape of a page (ge_common_api_types.h:616; dynamic_shape.md:5)
    options = OptionSet({"ge.inputShape": "a:1"}, INPUT_SHAPE="b:2")
    assert options.input_shape == "b:2" == options["input_shape"]
    assert options["ge.inputShape"] == "a:1"
    assert list(options) == ["ge.inputShape", "input_shape"]
    assert option_name(BY_KEY["ge.inputShape"]) == "ge.inputShape"


@pytest.mark.parametrize(
    ("name", "suggestion"),
    [
        ("PRECISON_MODE", "precision_mode"),
        ("precision_mode_v3", "precision_mode_v2"),
        ("--op_precision_mode", "op_precision_mode"),
        ("ge.exec.alow_hf32", "ge.exec.allow_hf32"),
        ("Tiling_Schedule_Optimize", "tiling_schedule_optimize"),
        ("ge::ir_option::SOC_VERSIONS", "soc_version"),
    ],
)
def test_a_misspelt_name_is_an_error_with_a_suggestion(name: str, suggestion: str) -> None:
    with pytest.raises(UnknownOptionError) as caught:
        OptionSet({name: True})
    assert caught.value.name == name
    assert caught.value.suggestions[0] == suggestion == suggest_options(name)[0]
    assert suggestion in str(caught.value)
    assert name not in OptionSet()


def test_a_name_that_is_close_to_nothing_points_to_the_list() -> None:
    with pytest.raises(UnknownOptionError, match="geopts options"):
        OptionSet({"log_level_of_my_program": "0"})
    with pytest.raises(UnknownOptionError):
        OptionSet({3: True})  # type: ignore[dict-item]  # what a caller without a type checker writes
    with pytest.raises(UnknownOptionError):
        OptionSet(no_such_keyword=1)  # type: ignore[call-arg]  # as above
    with pytest.raises(AttributeError, match="did you mean precision_mode"):
        _ = OptionSet().precision_mod
    with pytest.raises(AttributeError, match="no option 'zzz'"):
        _ = OptionSet().zzz


def test_one_option_under_two_names_is_an_error() -> None:
    with pytest.raises(OptionValueError, match="two names") as caught:
        OptionSet({"ge.exec.precision_mode": "force_fp16"}, PRECISION_MODE="force_fp16")
    assert caught.value.option == "PRECISION_MODE"
    assert OptionSet({"ge.exec.precision_mode": None}, PRECISION_MODE="force_fp16").precision_mode == "force_fp16"


def test_none_leaves_an_option_unset() -> None:
    options = OptionSet(PRECISION_MODE=None, tiling_schedule_optimize=False)
    assert dict(options.items()) == {"ge.tiling_schedule_optimize": False}
    assert options.precision_mode is None
    assert options.get("PRECISION_MODE", "unset") == "unset"
    assert options.text("PRECISION_MODE") is None
    with pytest.raises(KeyError):
        _ = options["PRECISION_MODE"]
    with pytest.raises(UnknownOptionError):
        options.get("PRECISON_MODE")


def test_texts_are_those_of_ge_in_the_order_given() -> None:
    options = OptionSet(
        OP_PRECISION_MODE=PRECISION,
        TILING_SCHEDULE_OPTIMIZE=True,
        ALLOW_HF32={"conv": True, "matmul": False},
        OP_DEBUG_LEVEL=3,
        MODIFY_MIXLIST=Path("lists/mix.json"),
        DYNAMIC_DIMS=[[1, 2], [3, 4]],
        OPTIMIZATION_SWITCH={"Pass": False},
    )
    assert options.texts(ini_path="/m/op.ini") == {
        "ge.exec.op_precision_mode": "/m/op.ini",
        "ge.tiling_schedule_optimize": "1",
        "ge.exec.allow_hf32": "10",
        "ge.opDebugLevel": "3",
        "ge.exec.modify_mixlist": "lists/mix.json",
        "ge.dynamicDims": "1,2;3,4",
        "ge.optimizationSwitch": "Pass:off",
    }
    assert list(options.texts()) == list(options)
    assert options.text("OP_PRECISION_MODE") == "op_precision.ini"
    assert options.op_precision is options.op_precision_mode is PRECISION
    assert options.allow_hf32 == AllowHF32(conv=True, matmul=False)


def test_op_precision_mode_is_a_typed_file_or_a_path() -> None:
    assert OptionSet(OP_PRECISION_MODE="a.ini").op_precision is None
    assert OptionSet(OP_PRECISION_MODE=Path("a.ini")).texts() == {"ge.exec.op_precision_mode": "a.ini"}
    wrong: list[object] = [{"by_op_type": {}}, b"a.ini", True, 1, ["a.ini"]]
    for value in wrong:
        with pytest.raises(OptionValueError, match="OpPrecision"):
            OptionSet({"OP_PRECISION_MODE": value})


def test_a_set_is_immutable_and_replace_gives_another() -> None:
    options = OptionSet(PRECISION_MODE_V2="origin", ALLOW_HF32="1", OP_PRECISION_MODE=PRECISION)
    with pytest.raises(AttributeError, match="replace"):
        options.precision_mode_v2 = "fp16"
    with pytest.raises(TypeError):
        hash(options)
    other = options.replace({"ge.exec.precision_mode_v2": "fp16"}, ALLOW_HF32=None)
    assert dict(other.items()) == {"ge.exec.op_precision_mode": PRECISION, "ge.exec.precision_mode_v2": "fp16"}
    assert options.precision_mode_v2 == "origin"
    assert options.replace() == options
    assert options.replace().text("ALLOW_HF32") == "1"
    with pytest.raises(OptionValueError):
        options.replace(PRECISION_MODE_V2="fp61")  # type: ignore[arg-type]  # what a caller without a type checker writes
    with pytest.raises(UnknownOptionError):
        options.replace({"nothing": None})


def test_sets_compare_copy_and_pickle() -> None:
    options = OptionSet(PRECISION_MODE_V2="origin", OP_PRECISION_MODE=PRECISION)
    assert options == OptionSet({"OP_PRECISION_MODE": PRECISION, "ge.exec.precision_mode_v2": "origin"})
    assert options != OptionSet(PRECISION_MODE_V2="origin")
    assert options != {"ge.exec.precision_mode_v2": "origin"}
    assert (len(options), len(OptionSet())) == (2, 0)
    for twin in (copy.copy(options), copy.deepcopy(options), pickle.loads(pickle.dumps(options))):
        assert twin == options
        assert twin is not options
    assert repr(OptionSet(PRECISION_MODE_V2="origin")) == "OptionSet({'precision_mode_v2': 'origin'})"
    names = {"PRECISION_MODE_V2", "precision_mode_v2", "ge.exec.precision_mode_v2"}
    assert all(name in options for name in names)
    assert 3 not in options


CORRECT = """
from pathlib import Path
from geopts import AllowHF32, OpPrecision, OptionSet

OptionSet(TILING_SCHEDULE_OPTIMIZE=True, PRECISION_MODE_V2="origin", ALLOW_HF32={"conv": True, "matmul": False})
OptionSet(OP_PRECISION_MODE=OpPrecision(by_op_type={"Gelu": "high_precision"}), tiling_schedule_optimize="1")
OptionSet({"ge.inputShape": "x:1"}, INPUT_SHAPE={"x": [1, 2]}, allow_hf32=AllowHF32(True, False), OP_DEBUG_LEVEL=3)
OptionSet(DYNAMIC_DIMS=[[1, 2], [3, 4]], OP_PRECISION_MODE=Path("x.ini")).replace(PRECISION_MODE=None)
"""
WRONG = """
from geopts import OptionSet

OptionSet(TILING_SCHEDULE_OPTIMISE=True)
OptionSet(PRECISION_MODE_V2="orign")
OptionSet(TILING_SCHEDULE_OPTIMIZE=1)
OptionSet(OP_DEBUG_LEVEL=5)
OptionSet(ALLOW_HF32={"conv": "yes"})
OptionSet().replace(PRECISION_MODE="fp16")
"""


@pytest.mark.slow
def test_a_type_checker_knows_names_and_values(tmp_path: Path) -> None:
    reports = {}
    for name, text in (("correct", CORRECT), ("wrong", WRONG)):
        (tmp_path / f"{name}.py").write_text(text, encoding="utf-8")
        command = [sys.executable, "-m", "mypy", "--strict", "--cache-dir", str(tmp_path / "cache"), f"{name}.py"]
        reports[name] = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert reports["correct"].returncode == 0, reports["correct"].stdout
    lines = [line for line in reports["wrong"].stdout.splitlines() if ": error:" in line]
    assert [int(line.split(":")[1]) for line in lines] == [4, 5, 6, 7, 8, 9]
    assert "TILING_SCHEDULE_OPTIMISE" in lines[0]
