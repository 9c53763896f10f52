"""The traps of the front ends, one test for each; the number in a name is the number of the trap in the collection of spellings.

Sources stand in the facts the tests go through; where a test knows more, it names the line of the front end's source.
"""

from __future__ import annotations

import ast
import json
import re

import pytest

from geopts.findings import Severity
from geopts.frontends import Emitted, Outcome, PortItem, ReadResult, Settings, emit, read
from geopts.frontends.convert import convert
from geopts.frontends.keys import by_spelling, keys_of
from geopts.option_set import OptionSet
from geopts.values import AllowHF32


def item(emitted: Emitted, key: str) -> PortItem:
    return next(one for one in emitted.items if one.key == key)


def codes(found: ReadResult) -> list[str]:
    return [finding.code for finding in found.findings]


def test_trap_1_the_switches_of_tensorflow_2_end_with_a_semicolon() -> None:
    # npu_wrapper.cpp:183-185 appends "forbidden_close_pass:on" without a separator
    emitted = emit(OptionSet(OPTIMIZATION_SWITCH={"A": False}), "tf2")
    assert 'optimization_switch = "A:off;"' in emitted.text
    assert emitted.predicted["global"]["ge.optimizationSwitch"] == "A:off;forbidden_close_pass:on"
    pairs = emitted.predicted["global"]["ge.optimizationSwitch"].split(";")
    assert dict(pair.split(":") for pair in pairs) == {"A": "off", "forbidden_close_pass": "on"}


def test_trap_1_reading_switches_without_the_semicolon_tells_what_ge_gets() -> None:
    found = read('npu.global_options().optimization_switch = "A:off"\n', "tf2")
    assert codes(found) == ["GEO504"]
    assert "'A:offforbidden_close_pass:on'" in found.findings[0].message
    assert "';'" in found.findings[0].hint


def test_trap_1_tensorflow_1_has_its_own_separator() -> None:
    emitted = emit(OptionSet(OPTIMIZATION_SWITCH={"A": False}), "tf1-parameter-map")
    assert 'as_bytes("A:off")' in emitted.text
    assert emitted.predicted["global+session"]["ge.optimizationSwitch"] == "A:off;forbidden_close_pass:on"


@pytest.mark.parametrize(
    ("option", "value", "fixed"),
    [
        ("ge.opSelectImplmode", "high_performance", "high_precision"),  # fx2ge_converter.py:1728
        ("ge.exec.staticMemoryPolicy", "4", "2"),  # fx2ge_converter.py:1727
        ("ge.exec.atomicCleanPolicy", "0", "1"),  # fx2ge_converter.py:1749
    ],
)
def test_trap_2_torchair_fixes_some_options(option: str, value: str, fixed: str) -> None:
    emitted = emit(OptionSet({option: value}), "torchair")
    found = item(emitted, option)
    assert (found.outcome, found.reaches, found.lost) == (Outcome.FIXED, fixed, True)
    assert "fx2ge_converter.py" in found.source
    assert [f.code for f in emitted.loss_findings() if f.key == option] == ["GEO514"]
    assert not item(emit(OptionSet({option: fixed}), "torchair"), option).lost


@pytest.mark.parametrize(
    "option",
    [
        "ge.exec.precision_mode",
        "ge.exec.precision_mode_v2",
        "ge.exec.op_precision_mode",
        "ge.exec.modify_mixlist",
        "ge.customizeDtypes",
        "ge.opDebugLevel",
    ],
)
def test_trap_2_torchair_has_no_attribute_for_some_options(option: str) -> None:
    value = {"ge.exec.precision_mode": "force_fp16", "ge.exec.precision_mode_v2": "fp16", "ge.opDebugLevel": "1"}
    emitted = emit(OptionSet({option: value.get(option, "x.ini")}), "torchair")
    assert item(emitted, option).outcome is Outcome.INEXPRESSIBLE
    assert [f.code for f in emitted.loss_findings() if f.key == option] == ["GEO515"]
    assert f"# not set here: {option}" in emitted.text


def test_trap_2_the_switches_of_torch_stand_before_the_backend_is_made() -> None:
    options = OptionSet(ALLOW_HF32={"conv": True, "matmul": False}, DETERMINISTIC=True, TILING_SCHEDULE_OPTIMIZE=True)
    text = emit(options, "torchair").text
    order = [
        text.index(part)
        for part in ("conv.allow_hf32 = True", "matmul.allow_hf32 = False", "use_deterministic_algorithms(True)")
    ]
    assert max(order) < text.index("CompilerConfig()") < text.index("get_npu_backend")
    # a second compile with other global options is a ValueError (_backend.py:66-82)
    assert "same for every compile" in text


def test_trap_3_oo_level_1_of_torchair_wins_over_the_sorting_strategy() -> None:
    # as ge_config.py:37-38 has it
    emitted = emit(OptionSet({"ge.oo.level": "O1", "ge.topoSortingMode": "0"}), "torchair")
    assert emitted.predicted["graph"]["ge.topoSortingMode"] == "3"
    assert item(emitted, "ge.topoSortingMode").lost
    same = emit(OptionSet({"ge.oo.level": "O1", "ge.topoSortingMode": "3"}), "torchair")
    assert not item(same, "ge.topoSortingMode").lost
    unasked = emit(OptionSet({"ge.oo.level": "O1"}), "torchair")
    assert item(unasked, "ge.topoSortingMode").outcome is Outcome.FIXED
    kept = emit(OptionSet({"ge.oo.level": "O3", "ge.topoSortingMode": "0"}), "torchair")
    assert kept.predicted["graph"]["ge.topoSortingMode"] == "0"


def test_trap_4_an_int_of_torchair_is_written_as_an_int() -> None:
    # IntRangeValue takes a bool too (_option_base.py:63)
    emitted = emit(OptionSet({"ge.exec.static_model_ops_lower_limit": 1}), "torchair")
    assert "static_model_ops_lower_limit = 1\n" in emitted.text
    found = read("config.experimental_config.static_model_ops_lower_limit = True\n", "torchair")
    assert codes(found) == ["GEO505"]


def test_trap_5_set_option_gets_a_literal_since_it_rewrites_its_argument() -> None:
    # as torch_npu/npu/npu_config.py:63 has it
    emitted = emit(OptionSet({"ge.opDebugLevel": "1", "ge.debugDir": "/d"}), "torch-npu")
    calls = [node for node in ast.walk(ast.parse(emitted.text)) if isinstance(node, ast.Call)]
    assert [type(argument) for call in calls for argument in call.args] == [ast.Dict]


def test_trap_5_switching_jit_on_warns_of_devices_that_revert_it() -> None:
    # as OptionRegister.cpp:79-95 has it
    found = item(emit(OptionSet({"ge.jit_compile": "1"}), "torch-npu"), "ge.jit_compile")
    assert "950" in found.message


def test_trap_6_only_enable_switches_jit_of_acl_on() -> None:
    # op_compiler.cpp:273-283: every other text is off
    assert '{ACL_OP_JIT_COMPILE, "enable"}' in emit(OptionSet({"ge.jit_compile": "1"}), "acl").text
    assert '{ACL_OP_JIT_COMPILE, "disable"}' in emit(OptionSet({"ge.jit_compile": "0"}), "acl").text
    assert item(emit(OptionSet({"ge.jit_compile": "2"}), "acl"), "ge.jit_compile").lost
    found = read('aclSetCompileopt(ACL_OP_JIT_COMPILE, "true");\n', "acl")
    assert codes(found) == ["GEO504"]
    assert found.options.text("ge.jit_compile") == "0"


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("true", "true"),
        ("1", "true"),
        ("11", "true"),
        ("false", "false"),
        ("0", "false"),
        ("00", "false"),
        ("10", None),
        ("01", None),
    ],
)
def test_trap_7_atc_takes_two_of_the_eight_texts_of_allow_hf32(text: str, written: str | None) -> None:
    emitted = emit(OptionSet(ALLOW_HF32=text), "atc")
    flags = re.findall(r"--allow_hf32=(\S+)", emitted.text.split("atc --model")[1])
    assert flags == ([written] if written else [])
    assert item(emitted, "ge.exec.allow_hf32").lost is (written is None)


def test_trap_7_the_digits_of_allow_hf32_reach_ge_through_sessions_and_torch() -> None:
    half = OptionSet(ALLOW_HF32=AllowHF32(True, False))
    assert emit(half, "ge-python-session").predicted["ge_initialize"]["ge.exec.allow_hf32"] == "10"
    assert emit(half, "torchair").predicted[""]["ge.exec.allow_hf32"] == "10"
    # TensorFlow's own switch knows on and off only (npu_wrapper.cpp:244)
    assert item(emit(half, "tf2"), "ge.exec.allow_hf32").lost


@pytest.mark.parametrize(
    ("version", "key"),
    [
        ("1.22.1", "precision_mode"),
        ("1.24", "precision_mode"),
        ("5", "precision_mode"),
        ("6", "precision_mode_v2"),
        ("main", "precision_mode_v2"),
    ],
)
def test_trap_8_onnx_runtime_spells_the_precision_key_by_version(version: str, key: str) -> None:
    # both say the same: force_fp16 is fp16 in the words of the newer option
    for option in ({"ge.exec.precision_mode": "force_fp16"}, {"ge.exec.precision_mode_v2": "fp16"}):
        emitted = emit(OptionSet(option), "onnxruntime", Settings(version=version))
        value = {"precision_mode": "force_fp16", "precision_mode_v2": "fp16"}[key]
        assert f'"{key}": "{value}"' in emitted.text
        assert not emitted.lost


def test_trap_8_onnx_runtime_without_a_version_follows_the_option() -> None:
    assert '"precision_mode": ' in emit(OptionSet(PRECISION_MODE="force_fp16"), "onnxruntime").text
    assert '"precision_mode_v2": ' in emit(OptionSet(PRECISION_MODE_V2="fp16"), "onnxruntime").text


def test_trap_8_onnx_runtime_has_an_underscore_of_its_own_and_one_session_decides() -> None:
    emitted = emit(OptionSet(OP_SELECT_IMPL_MODE="high_precision"), "onnxruntime")
    assert '"op_select_impl_mode": "high_precision"' in emitted.text
    assert "first session of the process decides" in emitted.text
    done = convert("atc --op_select_implmode=high_precision", "atc", "onnxruntime")
    assert item(done.emitted, "ge.opSelectImplmode").outcome is Outcome.RENAMED


def test_trap_9_ge_options_of_mindspore_have_no_graph_level_and_overwrite() -> None:
    options = OptionSet(
        {"ge.exec.frozenInputIndexes": "0", "ge.tiling_schedule_optimize": True, "ge.enableSingleStream": True}
    )
    emitted = emit(options, "mindspore")
    call = next(node for node in ast.walk(ast.parse(emitted.text)) if isinstance(node, ast.Call))
    config = ast.literal_eval(next(k.value for k in call.keywords if k.arg == "ascend_config"))
    assert set(config["ge_options"]) <= {"global", "session"}
    assert all(isinstance(text, str) for level in config["ge_options"].values() for text in level.values())
    # no session of GE lists the option at another level than the graph's
    assert item(emitted, "ge.exec.frozenInputIndexes").lost
    assert "overwrites" in item(emitted, "ge.tiling_schedule_optimize").message


def test_trap_9_reading_tells_a_graph_level() -> None:
    found = read('ms.set_context(ascend_config={"ge_options": {"graph": {"ge.deterministic": "1"}}})\n', "mindspore")
    assert [(f.code, f.severity) for f in found.findings] == [("GEO501", Severity.ERROR)]


def test_trap_10_raw_ge_options_are_texts_and_lack_some_keys() -> None:
    options = OptionSet(
        {"ge.compile.h2dOverlappedWithCompute": "1", "ge.socVersion": "Ascend910B3", "output": "m", "ge.jit_compile": 1}
    )
    emitted = emit(options, "raw-ge-options")
    assert json.loads(emitted.text) == {"compile options": {"global": {"ge.jit_compile": "1"}}}
    assert item(emitted, "ge.compile.h2dOverlappedWithCompute").hint.endswith("--h2d_overlapped_with_compute=1")
    assert item(emitted, "ge.socVersion").hint.endswith("--soc_version=Ascend910B3")
    assert item(emitted, "output").hint.endswith("--output=m")
    found = read(
        '{"compile options": {"graph": {"ge.jit_compile": 1, "ge.socVersion": "x", "ge.compile.h2dOverlappedWithCompute": "1"}}}',
        "raw-ge-options",
    )
    assert codes(found) == ["GEO505", "GEO502", "GEO501"]


def test_trap_11_three_names_for_parallel_streams() -> None:
    options = OptionSet({"ge.autoMultistreamParallelMode": "cv"})
    assert "--multi_stream_parallel_mode=cv" in emit(options, "atc").text
    assert 'parameter_map["auto_multistream_parallel_mode"]' in emit(options, "tf1-parameter-map").text
    assert '"ge.autoMultistreamParallelMode": "cv"' in emit(options, "ge-python-session").text
    found = read("atc --auto_multistream_parallel_mode=cv", "atc")
    assert codes(found) == ["GEO501"]
    assert found.findings[0].hint.endswith("here it is --multi_stream_parallel_mode")


def test_trap_12_sparsity_and_keys_without_a_prefix() -> None:
    options = OptionSet(SPARSITY=True, AC_PARALLEL_ENABLE=True, OP_DEBUG_CONFIG="x.cfg")
    text = emit(options, "atc").text
    assert "--sparsity=1" in text
    assert "--ac_parallel_enable=1" in text
    assert "ge::ir_option::SPARSITY" in emit(options, "ge-cpp-offline").text
    python = emit(options, "ge-python-offline").text
    assert '"ac_parallel_enable": "1"' in python
    assert '"op_debug_config": "x.cfg"' in python
    assert '"ge.enableSparseMatrixWeight": "1"' in python


@pytest.mark.parametrize("target", ["ge-python-offline", "ge-python-session", "ge-cpp-offline", "ge-cpp-session"])
def test_trap_13_ge_is_told_the_spellings_of_the_user(target: str) -> None:
    # local_compiler.cpp:48-66 and npu_wrapper.cpp:162-173 do the same for acl and TensorFlow
    done = convert("atc --precision_mode_v2=origin --sparsity=1 --model=m", "atc", target)
    first = done.emitted.predicted["ge_initialize" if "session" in target else "build_initialize"]
    names = json.loads(first["ge.optionNameMap"])
    assert names == {"ge.exec.precision_mode_v2": "--precision_mode_v2", "ge.enableSparseMatrixWeight": "--sparsity"}
    assert read(done.emitted.text, target).options == done.read.options
    assert "ge.optionNameMap" not in emit(done.read.options, target).text


def test_trap_14_fields_of_tensorflow_1_fit_the_key() -> None:
    text = emit(
        OptionSet({"ge.deterministic": True, "ge.externalWeight": 1, "ge.exec.op_precision_mode": "x.ini"}),
        "tf1-parameter-map",
    ).text
    assert 'parameter_map["deterministic"].i = 1\n' in text
    assert 'parameter_map["external_weight"].b = True\n' in text
    assert 'parameter_map["op_precision_mode"].s = tf.compat.as_bytes("x.ini")\n' in text
    # external_weight is a bool, so the value 2 of GE cannot be given
    assert item(emit(OptionSet({"ge.externalWeight": 2}), "tf1-parameter-map"), "ge.externalWeight").lost


def test_trap_15_flags_of_atc_come_from_its_own_source() -> None:
    # the map in msit lacks three flags, so only the flags of the closed aoe cite it
    flags = by_spelling("atc")
    assert {"--allow_hf32", "--precision_mode_v2", "--tiling_schedule_optimize"} <= flags.keys()
    assert all("msit" not in row.source for row in keys_of("atc"))
    assert not {"--allow_hf32", "--precision_mode_v2"} & by_spelling("aoe").keys()


@pytest.mark.parametrize(
    "front_end", ["atc", "raw-ge-options", "torchair", "torch-npu", "ge-python-offline", "mindspore"]
)
def test_trap_16_level_0_never_stands_beside_deterministic(front_end: str) -> None:
    # option_utils.cc:1017-1028 refuses the pair; torchair sends it by itself when torch_npu is not imported (_backend.py:47-48)
    emitted = emit(OptionSet({"ge.deterministic": "1", "ge.deterministicLevel": "0"}), front_end)
    sent = [table for table in emitted.predicted.values() if "ge.deterministicLevel" in table]
    assert not sent
    assert item(emitted, "ge.deterministicLevel").lost
    both = emit(OptionSet({"ge.deterministic": "1", "ge.deterministicLevel": "2"}), front_end)
    assert any(table.get("ge.deterministicLevel") == "2" for table in both.predicted.values())


def test_trap_16_torchair_without_torch_npu_is_warned_of() -> None:
    emitted = emit(OptionSet(DETERMINISTIC=True), "torchair")
    assert "import torch_npu\n" in emitted.text
    assert "torch_npu must be imported" in item(emitted, "ge.deterministicLevel").message


def test_trap_17_allow_hf32_of_tensorflow() -> None:
    # npu_wrapper.cpp:244 always sets it; ge_plugin.cc:164-168 lets the environment win over the script
    unasked = item(emit(OptionSet(), "tf2"), "ge.exec.allow_hf32")
    assert (unasked.outcome, unasked.lost) == (Outcome.FIXED, False)
    one = emit(OptionSet(ALLOW_HF32="10"), "tf1-parameter-map")
    assert 'os.environ["ENABLE_HF32_EXECUTION"] = "10"' in one.text
    assert "the environment wins over the script" in item(one, "ge.exec.allow_hf32").message


def test_device_names_are_no_loss_to_frameworks_that_run_on_the_device() -> None:
    emitted = emit(OptionSet(SOC_VERSION="Ascend910B3"), "torchair")
    assert item(emitted, "ge.socVersion").outcome is Outcome.LEFT_BEHIND
    assert not emitted.lost


def test_options_that_must_come_together_are_left_out_as_a_whole() -> None:
    # npu_attrs.cc:2328: input_shape, dynamic_dims and dynamic_node_type, or the process aborts
    part = OptionSet({"ge.inputShape": "x:-1,3", "ge.dynamicDims": "1;2"})
    emitted = emit(part, "tf1-parameter-map")
    assert 'dynamic_dims"]' not in emitted.text
    assert [i.key for i in emitted.lost] == ["ge.inputShape", "ge.dynamicDims"]
    whole = part.replace({"ge.dynamicNodeType": "0"})
    assert not emit(whole, "tf1-parameter-map").lost


def test_compress_weight_conf_is_kept_away_from_npurunconfig() -> None:
    # npu_estimator.py:815 always writes enable_compress_weight too, and npu_attrs.cc:2393 aborts on both
    emitted = emit(OptionSet(COMPRESS_WEIGHT_CONF="x.json"), "tf1-run-config")
    assert "compress_weight_conf=" not in emitted.text.split("NPURunConfig(")[-1]
    assert item(emitted, "compress_weight_conf").lost
    assert not emit(OptionSet(COMPRESS_WEIGHT_CONF="x.json"), "tf1-parameter-map").lost


def test_dump_options_of_torchair_need_the_dump() -> None:
    # dump_config.py:34-50 sends them with enable_dump only, and the path with a folder for the rank
    alone = emit(OptionSet({"ge.quant_dumpable": True}), "torchair")
    assert item(alone, "ge.quant_dumpable").lost
    dumped = emit(
        OptionSet({"ge.exec.enableDump": True, "ge.exec.dumpPath": "/d", "ge.quant_dumpable": True}), "torchair"
    )
    assert not dumped.lost
    assert dumped.predicted["global"]["ge.exec.dumpPath"] == "/d/worldsize1_global_rank0"
