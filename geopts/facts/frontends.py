"""The front ends, what holds for each of their key tables, and how their values become GE's texts.

The keys themselves stand in ``frontend_keys_*``, one module for each family, imported when they are needed. Cites without a repository are
paths of hicann/ge@ffdcbc9f; everything is read, nothing was run on a device.
"""

from __future__ import annotations

from geopts.facts.frontend_rows import (
    AlsoSet,
    Companion,
    Digit,
    FrontEndKey,
    FrontEndRow,
    KeyPattern,
    KeyTable,
    RawSection,
    SetByFrontEnd,
    TextEnding,
    Together,
    UnknownKey,
    UnknownKeyException,
    ValueMap,
)

__all__ = [
    "COMPANIONS",
    "DIGITS",
    "ENDINGS",
    "FRONT_END_ROWS",
    "KEY_MODULES",
    "OTHER_KEYS",
    "STAND_INS",
    "TABLES",
    "TOGETHER",
    "VALUE_MAPS",
]

FRONT_END_ROWS: tuple[FrontEndRow, ...] = (
    FrontEndRow(
        name="ge-cpp-offline",
        title="GE C++ API, offline build (aclgrphBuildInitialize, aclgrphBuildModel)",
        language="c++",
        file_name="build_options.cpp",
        module="ge_cpp",
        aliases=("ge-cpp", "cpp-offline", "aclgrph"),
        api="offline",
        source="compiler/api/aclgrph/ge_ir_build.cc:423; inc/graph_metadef/external/ge_common/ge_common_api_types.h:614-799",
    ),
    FrontEndRow(
        name="ge-cpp-session",
        title="GE C++ API, session (GEInitialize, Session, AddGraph)",
        language="c++",
        file_name="session_options.cpp",
        module="ge_cpp",
        aliases=("cpp-session",),
        api="session",
        source="api/session/client/ge_api_v2.cc:133-246",
    ),
    FrontEndRow(
        name="ge-python-offline",
        title="GE Python API, offline build (ge.offline_compile)",
        language="python",
        file_name="build_options.py",
        module="ge_python",
        aliases=("ge-python", "python-offline", "offline-compile"),
        api="offline",
        source="api/python/ge/ge/offline_compile/offline_compile.py:26-35,125-186",
    ),
    FrontEndRow(
        name="ge-python-session",
        title="GE Python API, session (ge.ge_global, ge.session)",
        language="python",
        file_name="session_options.py",
        module="ge_python",
        aliases=("python-session",),
        api="session",
        source="api/python/ge/ge/ge_global/geapi.py:36-44; api/python/ge/ge/session/session.py:62-174",
    ),
    FrontEndRow(
        name="atc",
        title="ATC command line",
        language="bash",
        file_name="run_atc.sh",
        module="atc",
        tables=("atc",),
        source="api/atc/atc_flags.cc; api/atc/cmd_flag_info.cc:29-57",
    ),
    FrontEndRow(
        name="raw-ge-options",
        title="ATC --raw_ge_options JSON",
        language="json",
        file_name="raw_ge_options.json",
        module="raw_ge_options",
        aliases=("raw", "raw-json"),
        tables=("raw_ge_options",),
        source="api/atc/main_impl.cc:261-514",
    ),
    FrontEndRow(
        name="pyatc",
        title="pyatc command line",
        language="bash",
        file_name="run_pyatc.sh",
        module="pyatc",
        tables=("atc",),
        source="api/python/ge/ge/pyatc/__main__.py:25-44",
    ),
    FrontEndRow(
        name="aoe",
        title="AOE command line",
        language="bash",
        file_name="run_aoe.sh",
        module="aoe",
        tables=("aoe",),
        source="Ascend/msit@6e3e8873:msit/components/convert/model_convert/aoe/aoe_args_map.py:22",
    ),
    FrontEndRow(
        name="acl",
        title="aclSetCompileopt, single-operator compile options",
        language="c",
        file_name="set_compile_options.c",
        module="acl",
        aliases=("acl-single-op", "aclsetcompileopt"),
        tables=("acl",),
        source="inc/external/acl/acl_op_compiler.h:22-41; api/acl/acl_op_compiler/single_op/op_compiler.cpp:29-44,255-287",
    ),
    FrontEndRow(
        name="torchair",
        title="torchair CompilerConfig",
        language="python",
        file_name="torchair_config.py",
        module="torchair",
        tables=("torchair", "torch_npu_properties"),
        source="Ascend/torchair@fced8842:python/torchair/configs/_option_base.py:10-222",
    ),
    FrontEndRow(
        name="torch-npu",
        title="torch_npu, single-operator execution",
        language="python",
        file_name="torch_npu_options.py",
        module="torch_npu",
        aliases=("torch_npu",),
        tables=("torch_npu_properties", "torch_npu_set_option"),
        source="Ascend/pytorch@9e73e708:torch_npu/npu/npu_config.py:20-207",
    ),
    FrontEndRow(
        name="tf1-parameter-map",
        title="TensorFlow 1 adapter, parameter_map of NpuOptimizer",
        language="python",
        file_name="npu_optimizer.py",
        module="tensorflow1",
        aliases=("tf1", "parameter-map"),
        tables=("tf1_parameter_map", "tf1_environment"),
        source="hicann/tensorflow@82957b92:tf_adapter/util/npu_attrs.cc:2144-2490",
    ),
    FrontEndRow(
        name="tf1-run-config",
        title="TensorFlow 1 adapter, NPURunConfig",
        language="python",
        file_name="npu_run_config.py",
        module="tensorflow1_run_config",
        aliases=("npurunconfig",),
        tables=("tf1_npurunconfig", "tf1_environment"),
        source="hicann/tensorflow@82957b92:tf_adapter/python/npu_bridge/estimator/npu/npu_config.py:34-123",
    ),
    FrontEndRow(
        name="tf2",
        title="TensorFlow 2 adapter, global_options()",
        language="python",
        file_name="npu_global_options.py",
        module="tensorflow2",
        aliases=("tf2-global-options", "npu-device"),
        tables=("tf2_global_options", "tf2_tensorflow"),
        source="hicann/tensorflow@82957b92:tf_adapter_2.x/python/npu_device/configs/npu_config.py:27-88",
    ),
    FrontEndRow(
        name="mindspore",
        title="MindSpore set_context(ascend_config=...)",
        language="python",
        file_name="mindspore_context.py",
        module="mindspore",
        aliases=("mindspore-context", "ascend-config"),
        tables=("mindspore_ascend_config", "mindspore_context"),
        source="mindspore@2.10.0 (PyPI wheel):mindspore/context.py:328-420",
    ),
    FrontEndRow(
        name="mindspore-op-precision",
        title="MindSpore device_context.ascend functions and jit(ge_options=...)",
        language="python",
        file_name="mindspore_device_context.py",
        module="mindspore_op_precision",
        aliases=("mindspore-device-context",),
        tables=("mindspore_op_precision", "mindspore_calls"),
        source="mindspore@2.10.0 (PyPI wheel):mindspore/device_context/ascend/op_precision.py:30-126",
    ),
    FrontEndRow(
        name="onnxruntime",
        title="ONNX Runtime CANN execution provider",
        language="python",
        file_name="onnxruntime_session.py",
        module="onnxruntime",
        aliases=("ort", "onnxruntime-cann", "ort-cann"),
        tables=("onnxruntime_cann",),
        source="microsoft/onnxruntime@38170d0f:onnxruntime/core/providers/cann/cann_execution_provider_info.cc",
    ),
)

#: Which module has the keys of a table.
KEY_MODULES: dict[str, str] = {
    "atc": "frontend_keys_atc",
    "raw_ge_options": "frontend_keys_atc",
    "aoe": "frontend_keys_atc",
    "acl": "frontend_keys_atc",
    "torchair": "frontend_keys_torch",
    "torchair_npugraph_ex_options": "frontend_keys_torch",
    "torch_npu_set_option": "frontend_keys_torch",
    "torch_npu_properties": "frontend_keys_torch",
    "tf1_parameter_map": "frontend_keys_tensorflow",
    "tf1_npurunconfig": "frontend_keys_tensorflow",
    "tf1_npu_resource_init": "frontend_keys_tensorflow",
    "tf2_global_options": "frontend_keys_tensorflow",
    "mindspore_ascend_config": "frontend_keys_mindspore",
    "mindspore_op_precision": "frontend_keys_mindspore",
    "mindspore_context": "frontend_keys_mindspore",
    "mindspore_jit_options": "frontend_keys_mindspore",
    "mindspore_lite_ascend_context": "frontend_keys_mindspore",
    "onnxruntime_cann": "frontend_keys_runtimes",
    "triton_ge_backend": "frontend_keys_runtimes",
}

#: Places outside a front end's own keys from which one of its options comes.
OTHER_KEYS: dict[str, tuple[FrontEndKey, ...]] = {
    "tf1_environment": (
        FrontEndKey(
            spelling="ENABLE_HF32_EXECUTION",
            ge_key="ge.exec.allow_hf32",
            value_type="environment",
            values=("0", "1", "00", "01", "10", "11", "true", "false"),
            values_enforced=False,
            note="Any text that is not empty is passed on as it is; the environment wins over the script.",
            ge_scope="global",
            source="hicann/tensorflow@82957b92:tf_adapter/util/ge_plugin.cc:164-168",
        ),
    ),
    "tf2_tensorflow": (
        FrontEndKey(
            spelling="tf.config.experimental.enable_tensor_float_32_execution",
            ge_key="ge.exec.allow_hf32",
            value_type="bool",
            values=(True, False),
            note="The adapter always sends 1 or 0, so GE's own default 10 never applies.",
            ge_scope="global",
            source="hicann/tensorflow@82957b92:tf_adapter_2.x/npu_device/core/npu_wrapper.cpp:244",
        ),
    ),
    "mindspore_calls": (
        FrontEndKey(
            spelling="mindspore.set_deterministic",
            ge_key="ge.deterministic",
            value_type="bool",
            values=(True, False),
            note="Takes the place of set_context(deterministic=...).",
            ge_key_basis="by name; the C++ side was not read",
            source="mindspore@2.10.0 (PyPI wheel):mindspore/context.py:1312",
        ),
    ),
}

#: A key that a front end sends under a name of its own, for the option it is meant to be: (table, spelling) to (GE key, source).
STAND_INS: dict[tuple[str, str], tuple[str, str]] = {
    ("tf1_parameter_map", "op_debug_config"): (
        "op_debug_config",
        "hicann/tensorflow@82957b92:tf_adapter/python/npu_bridge/estimator/npu/npu_estimator.py:851",
    ),
    ("tf1_npurunconfig", "op_debug_config"): (
        "op_debug_config",
        "hicann/tensorflow@82957b92:tf_adapter/python/npu_bridge/estimator/npu/npu_estimator.py:851",
    ),
}

_JIT = (("true", "1"), ("false", "0"), ("auto", "2"))
_TF1_FOLDING = "hicann/tensorflow@82957b92:tf_adapter/util/npu_attrs.cc:2589"

VALUE_MAPS: dict[tuple[str, str], ValueMap] = {
    (row.table, row.spelling): row
    for row in (
        ValueMap(
            table="acl",
            spelling="ACL_OP_JIT_COMPILE",
            pairs=(("enable", "1"), ("disable", "0")),
            anything_else="0",
            source="api/acl/acl_op_compiler/single_op/op_compiler.cpp:273-283",
        ),
        ValueMap(
            table="torchair",
            spelling="experimental_config.jit_compile",
            pairs=(("auto", "2"),),
            source="Ascend/torchair@fced8842:python/torchair/configs/experimental_config.py:20,46",
        ),
        ValueMap(
            table="torchair",
            spelling="experimental_config.topology_sorting_strategy",
            pairs=(("BFS", "0"), ("DFS", "1"), ("RDFS", "2"), ("StableRDFS", "3")),
            source="Ascend/torchair@fced8842:python/torchair/configs/experimental_config.py:24,41,45",
        ),
        ValueMap(
            table="torchair",
            spelling="ge_config.enable_single_stream",
            pairs=((True, "true"), (False, "false")),
            source="Ascend/torchair@fced8842:python/torchair/configs/ge_config.py:30",
        ),
        ValueMap(
            table="torchair",
            spelling="ge_config.oo_constant_folding",
            pairs=((True, "true"), (False, "false")),
            source="Ascend/torchair@fced8842:python/torchair/configs/ge_config.py:33",
        ),
        ValueMap(
            table="torchair",
            spelling="ge_config.oo_dead_code_elimination",
            pairs=((True, "true"), (False, "false")),
            source="Ascend/torchair@fced8842:python/torchair/configs/ge_config.py:35",
        ),
        ValueMap(
            table="torch_npu_set_option",
            spelling="jitCompile",
            pairs=(("enable", "1"), ("disable", "0")),
            anything_else="0",
            source="Ascend/pytorch@9e73e708:torch_npu/npu/npu_config.py:98-102; api/acl/acl_op_compiler/single_op/op_compiler.cpp:273-283",
        ),
        ValueMap(
            table="tf1_parameter_map",
            spelling="jit_compile",
            pairs=_JIT,
            source="hicann/tensorflow@82957b92:tf_adapter/util/npu_attrs.cc:2633-2641",
        ),
        ValueMap(
            table="tf1_npurunconfig",
            spelling="jit_compile",
            pairs=_JIT,
            source="hicann/tensorflow@82957b92:tf_adapter/util/npu_attrs.cc:2633-2641",
        ),
        ValueMap(
            table="tf2_global_options",
            spelling="jit_compile",
            pairs=_JIT,
            anything_else="0",
            source="hicann/tensorflow@82957b92:tf_adapter_2.x/npu_device/core/npu_wrapper.cpp:203-208",
        ),
        ValueMap(
            table="tf1_parameter_map",
            spelling="oo_constant_folding",
            pairs=((True, "true"), (False, "false")),
            source=_TF1_FOLDING,
        ),
        ValueMap(
            table="tf1_npurunconfig",
            spelling="oo_constant_folding",
            pairs=((True, "true"), (False, "false")),
            source=_TF1_FOLDING,
        ),
        ValueMap(
            table="tf2_global_options",
            spelling="oo_constant_folding",
            pairs=((True, "true"), (False, "false")),
            source="hicann/tensorflow@82957b92:tf_adapter_2.x/npu_device/core/npu_wrapper.cpp:245",
        ),
        ValueMap(
            table="mindspore_context",
            spelling="deterministic",
            pairs=(("ON", "1"), ("OFF", "0")),
            source="mindspore@2.10.0 (PyPI wheel):mindspore/context.py:679",
        ),
        ValueMap(
            table="mindspore_lite_ascend_context",
            spelling="[ascend_context].precision_mode",
            pairs=(
                ("enforce_fp32", "force_fp32"),
                ("preferred_fp32", "allow_fp32_to_fp16"),
                ("enforce_fp16", "force_fp16"),
                ("enforce_origin", "must_keep_origin_dtype"),
                ("preferred_optimal", "allow_mix_precision"),
            ),
            source="mindspore-ai/mindspore-lite@2b288705:mindspore-lite/tools/converter/adapter/acl/cxx_api_lite/cxx_api/acl_utils.h:52",
        ),
    )
}

#: Keys that set one digit of allow_hf32 each. A digit that nobody sets is 1 for convolutions, 0 for matrix products.
DIGITS: tuple[Digit, ...] = (
    Digit(
        table="torch_npu_properties",
        spelling="torch.npu.conv.allow_hf32",
        digit=0,
        on=True,
        off=False,
        source="Ascend/pytorch@9e73e708:torch_npu/npu/npu_config.py:158-207",
    ),
    Digit(
        table="torch_npu_properties",
        spelling="torch.npu.matmul.allow_hf32",
        digit=1,
        on=True,
        off=False,
        source="Ascend/pytorch@9e73e708:torch_npu/npu/npu_config.py:158-207",
    ),
    Digit(
        table="torch_npu_properties",
        spelling="torch.npu.aclnn.allow_hf32",
        digit=0,
        on=True,
        off=False,
        source="Ascend/pytorch@9e73e708:torch_npu/npu/npu_config.py:158-207",
    ),
    Digit(
        table="torch_npu_set_option",
        spelling="ALLOW_CONV_HF32",
        digit=0,
        on="enable",
        off="disable",
        source="Ascend/pytorch@9e73e708:torch_npu/csrc/core/npu/register/EnvVariables.cpp:313-346",
    ),
    Digit(
        table="torch_npu_set_option",
        spelling="ALLOW_MATMUL_HF32",
        digit=1,
        on="enable",
        off="disable",
        source="Ascend/pytorch@9e73e708:torch_npu/csrc/core/npu/register/EnvVariables.cpp:313-346",
    ),
    Digit(
        table="mindspore_ascend_config",
        spelling="conv_allow_hf32",
        digit=0,
        on=True,
        off=False,
        source="mindspore: SetAscendHF32Config (single-file copy)",
    ),
    Digit(
        table="mindspore_ascend_config",
        spelling="matmul_allow_hf32",
        digit=1,
        on=True,
        off=False,
        source="mindspore: SetAscendHF32Config (single-file copy)",
    ),
    Digit(
        table="mindspore_op_precision",
        spelling="op_precision.conv_allow_hf32",
        digit=0,
        on=True,
        off=False,
        source="mindspore: SetAscendHF32Config (single-file copy)",
    ),
    Digit(
        table="mindspore_op_precision",
        spelling="op_precision.matmul_allow_hf32",
        digit=1,
        on=True,
        off=False,
        source="mindspore: SetAscendHF32Config (single-file copy)",
    ),
)

_DUMP = "Ascend/torchair@fced8842:python/torchair/configs/dump_config.py:34-50"

COMPANIONS: tuple[Companion, ...] = (
    *(
        Companion(table="torchair", spelling=f"dump_config.{name}", ge_key="ge.exec.enableDump", text="1", source=_DUMP)
        for name in ("dump_path", "dump_mode", "quant_dumpable", "dump_step", "dump_layer", "dump_data")
    ),
)

TOGETHER: tuple[Together, ...] = (
    Together(
        table="tf1_parameter_map",
        spellings=("input_shape", "dynamic_dims", "dynamic_node_type"),
        otherwise="the process aborts",
        source="hicann/tensorflow@82957b92:tf_adapter/util/npu_attrs.cc:361,377,2328,2334",
    ),
    Together(
        table="tf1_npurunconfig",
        spellings=(
            "DynamicInputConfig.input_shape",
            "DynamicInputConfig.dynamic_dims",
            "DynamicInputConfig.dynamic_node_type",
            "DynamicInputConfig.compile_hybrid_mode",
        ),
        otherwise="none of them is forwarded",
        source="hicann/tensorflow@82957b92:tf_adapter/python/npu_bridge/estimator/npu/npu_config.py:508",
    ),
)

ENDINGS: tuple[TextEnding, ...] = (
    TextEnding(
        table="atc",
        spelling="--optimization_switch",
        appended=";forbidden_close_pass:on",
        close_with="",
        source="api/atc/main_impl.cc:1866-1870",
    ),
    TextEnding(
        table="tf1_parameter_map",
        spelling="optimization_switch",
        appended=";forbidden_close_pass:on",
        close_with="",
        source="hicann/tensorflow@82957b92:tf_adapter/util/npu_attrs.cc:2853-2858",
    ),
    TextEnding(
        table="tf1_npurunconfig",
        spelling="optimization_switch",
        appended=";forbidden_close_pass:on",
        close_with="",
        source="hicann/tensorflow@82957b92:tf_adapter/util/npu_attrs.cc:2853-2858",
    ),
    TextEnding(
        table="tf2_global_options",
        spelling="optimization_switch",
        appended="forbidden_close_pass:on",
        close_with=";",
        source="hicann/tensorflow@82957b92:tf_adapter_2.x/npu_device/core/npu_wrapper.cpp:183-185",
    ),
)

TABLES: dict[str, KeyTable] = {
    row.name: row
    for row in (
        KeyTable(
            name="atc",
            about="Offline model converter, run as atc or pyatc (or python3 -m ge.pyatc) with --flag=value or --flag value.",
            unknown_key=UnknownKey.ERROR,
            unknown_key_detail='Prints "unknown command line flag" on stderr and the run fails. A stray word without dashes also fails.',
            unknown_key_source=("hicann/ge@ffdcbc9f:api/atc/cmd_flag_info.cc:485",),
            prefix_match=True,
            prefix_match_detail="getopt_long: an unambiguous prefix of a flag name is accepted, an ambiguous one is an unknown flag. A new release can therefore break an abbreviation.",
            prefix_match_source=(
                "hicann/runtime@681ef761:src/mmpa/src/mmpa_linux_option.c:85",
                "hicann/ge@ffdcbc9f:api/atc/cmd_flag_info.cc:468",
            ),
            syntax=(
                "A single dash before a long name is read as two (-model=x).",
                "Dashes inside a name are read as underscores (--soc-version=x).",
                "Integer flags take digits only, so a minus sign is refused.",
                'Boolean flags take their value only after "=".',
                "A repeated flag keeps the last value, except the five registry flags, which keep the first.",
            ),
            syntax_source=(
                "hicann/ge@ffdcbc9f:api/atc/cmd_flag_info.cc:342",
                "hicann/ge@ffdcbc9f:api/atc/cmd_flag_info.cc:347",
                "hicann/ge@ffdcbc9f:api/atc/cmd_flag_info.cc:257",
                "hicann/ge@ffdcbc9f:api/atc/cmd_flag_info.cc:391",
                "hicann/ge@ffdcbc9f:api/atc/cmd_flag_info.cc:301",
                "hicann/ge@ffdcbc9f:api/atc/main_impl.cc:1857",
            ),
        ),
        KeyTable(
            name="raw_ge_options",
            about='File given to atc --raw_ge_options: {"compile options": {"global": {…}, "session": {…}, "graph": {…}}} with raw GE keys.',
            unknown_key=UnknownKey.ERROR,
            since="v9.2.0-beta.1",
            unknown_key_detail="Error E10055; with --raw_ge_options_ignore_unsupported=true a warning and the key is dropped. A level other than global/session/graph is always an error (E10032), and so is a value that is not a JSON string.",
            unknown_key_source=("hicann/ge@ffdcbc9f:api/atc/main_impl.cc:455",),
            prefix_match=False,
            precedence="command line > graph > session > global",
            precedence_source=(
                "hicann/ge@ffdcbc9f:api/atc/main_impl.cc:353",
                "hicann/ge@ffdcbc9f:api/atc/main_impl.cc:414",
            ),
            levels=("global", "session", "graph"),
            value_json_type="string",
            value_json_type_source=("hicann/ge@ffdcbc9f:api/atc/main_impl.cc:310",),
            note="A value is checked exactly like the value of the matching command-line flag. Not listed here means refused, also for keys GE itself knows (for example ge.compile.h2dOverlappedWithCompute).",
        ),
        KeyTable(
            name="aoe",
            about="Tuning tool aoe, --flag=value or --flag value.",
            unknown_key=UnknownKey.ERROR,
            unknown_key_detail="By the error catalogue only (EG0000, invalid command-line argument); the tool is closed source and the parser was not read.",
            unknown_key_source=(
                "CANN-8.1.RC1-public-copy@551ed27c:Ascend/ascend-toolkit/8.1.RC1/tools/aoe/conf/error_manager/error_code.json",
            ),
            prefix_match_detail="not established (closed source)",
            note='Flag list from the wrapper of msit plus the published option pages; "aoe --help" of an installed version may show more. precision_mode_v2, allow_hf32 and soc_version are not AOE flags in any of these lists. Values of precision_mode are those of the wrapper text and may be short of what a new version takes.',
        ),
        KeyTable(
            name="acl",
            about="aclSetCompileopt(aclCompileOpt opt, const char *value), single-operator compile options of the C API.",
            unknown_key=UnknownKey.ERROR,
            unknown_key_detail="An enumerator outside the map returns ACL_ERROR_INTERNAL_ERROR; a wrong name does not compile. A null value is an error too.",
            unknown_key_source=("hicann/ge@ffdcbc9f:api/acl/acl_op_compiler/single_op/op_compiler.cpp:267",),
            prefix_match=False,
            note="Values are not checked here at all; a bad one shows up when the operator is compiled. The same 17 enumerators are in the header of CANN 8.1.RC1.",
            note_source=(
                "CANN-8.1.RC1-public-copy@551ed27c:Ascend/ascend-toolkit/8.1.RC1/aarch64-linux/include/acl/acl_op_compiler.h",
            ),
        ),
        KeyTable(
            name="torchair",
            about="Attributes of torchair.CompilerConfig(), used as torchair.get_npu_backend(compiler_config=config). Spellings are the attribute path behind that object.",
            unknown_key=UnknownKey.ERROR,
            path_root="config (a torchair.CompilerConfig)",
            unknown_key_detail="ValueError naming the allowed options, at the assignment. Not on the objects listed in unknown_key_exceptions.",
            unknown_key_source=("Ascend/torchair@fced8842:python/torchair/configs/_option_base.py:225",),
            unknown_key_exceptions=(
                UnknownKeyException(
                    prefix="export.",
                    unknown_key=UnknownKey.IGNORED,
                    source="Ascend/torchair@fced8842:python/torchair/configs/export_config.py:22",
                    why="its constructor never calls the base class, so there is no list of allowed names",
                ),
                UnknownKeyException(
                    prefix="aclgraph_config.",
                    unknown_key=UnknownKey.IGNORED,
                    source="Ascend/torchair@fced8842:python/torchair/configs/aclgraph_config.py:7",
                    why="plain class",
                ),
                UnknownKeyException(
                    prefix="npugraphex_config.",
                    unknown_key=UnknownKey.IGNORED,
                    source="Ascend/torchair@fced8842:python/torchair/configs/npugraphex_config.py:6",
                    why="plain class",
                ),
            ),
            prefix_match=False,
            value_error="ValueError for a value outside the list, TypeError or FileNotFoundError for typed ones",
            value_error_source=("Ascend/torchair@fced8842:python/torchair/configs/_option_base.py:46",),
            note='The check is "in list", so 1/0 pass for True/False; IntRangeValue accepts booleans. "modes" null means read in every mode. Warnings listed under warned_in are raised for max-autotune and reduce-overhead only, never for npugraph_ex. Options with ge_scope global must be the same for every compile in the process, otherwise ValueError.',
            note_source=(
                "Ascend/torchair@fced8842:python/torchair/configs/_option_base.py:44",
                "Ascend/torchair@fced8842:python/torchair/configs/_option_base.py:63",
                "Ascend/torchair@fced8842:python/torchair/configs/compiler_config.py:99",
                "Ascend/torchair@fced8842:python/torchair/core/_backend.py:71",
            ),
            set_by_the_front_end=(
                SetByFrontEnd(
                    ge_key="ge.exec.staticMemoryPolicy",
                    value="2",
                    source="Ascend/torchair@fced8842:python/torchair/_ge_concrete_graph/fx2ge_converter.py:1727",
                ),
                SetByFrontEnd(
                    ge_key="ge.opSelectImplmode",
                    value="high_precision",
                    source="Ascend/torchair@fced8842:python/torchair/_ge_concrete_graph/fx2ge_converter.py:1728",
                ),
                SetByFrontEnd(
                    ge_key="ge.exec.atomicCleanPolicy",
                    value="1",
                    source="Ascend/torchair@fced8842:python/torchair/_ge_concrete_graph/fx2ge_converter.py:1749",
                ),
                SetByFrontEnd(
                    ge_key="ge.exec.allow_hf32",
                    value='conv digit + matmul digit from torch_npu, "10" without it',
                    source="Ascend/torchair@fced8842:python/torchair/core/_backend.py:54",
                ),
                SetByFrontEnd(
                    ge_key="ge.deterministic",
                    value="from torch.use_deterministic_algorithms",
                    source="Ascend/torchair@fced8842:python/torchair/core/_backend.py:55",
                ),
                SetByFrontEnd(
                    ge_key="ge.deterministicLevel",
                    value='from torch_npu, "0" without it',
                    source="Ascend/torchair@fced8842:python/torchair/core/_backend.py:56",
                ),
            ),
        ),
        KeyTable(
            name="torchair_npugraph_ex_options",
            about='Keys of the options dict in torch.compile(model, backend="npugraph_ex", options={…}). None of them is a GE option.',
            unknown_key=UnknownKey.ERROR,
            unknown_key_detail="ValueError listing the allowed options. Options before the bad one are already applied.",
            unknown_key_source=("Ascend/torchair@fced8842:python/torchair/configs/npugraphex_config.py:107",),
            prefix_match=False,
            note="Each option is also stored on the class, so it stays in force for the whole process. Three options mean the opposite of the attribute they set (inverted).",
            note_source=(
                "Ascend/torchair@fced8842:python/torchair/configs/npugraphex_config.py:110",
                "Ascend/torchair@fced8842:python/torchair/configs/npugraphex_config.py:70",
            ),
        ),
        KeyTable(
            name="torch_npu_set_option",
            about="torch_npu.npu.set_option({key: value}) (same function as torch.npu.set_option), options of single-operator execution.",
            unknown_key=UnknownKey.ERROR,
            unknown_key_detail='RuntimeError "invalid npu option name" from C++. The Python check lets unknown names pass, and options are applied in sorted key order, so the ones before the bad name are already in force. A non-dict argument is a TypeError.',
            unknown_key_source=(
                "Ascend/pytorch@9e73e708:torch_npu/csrc/core/npu/register/OptionRegister.cpp:48",
                "Ascend/pytorch@9e73e708:torch_npu/npu/npu_config.py:42",
                "Ascend/pytorch@9e73e708:torch_npu/csrc/core/npu/register/OptionRegister.cpp:98",
            ),
            prefix_match=False,
            value_error='ValueError for the options with value_check "error"; the others take any text',
            value_error_source=("Ascend/pytorch@9e73e708:torch_npu/npu/npu_config.py:69",),
            note='Values are turned into strings, and the caller\'s dict is rewritten in place, so True becomes "True" and switches nothing on.',
            note_source=(
                "Ascend/pytorch@9e73e708:torch_npu/npu/npu_config.py:63",
                "Ascend/pytorch@9e73e708:torch_npu/csrc/core/npu/register/OptionRegister.cpp:81",
            ),
        ),
        KeyTable(
            name="torch_npu_properties",
            about="Properties and functions of torch_npu that end in compile options.",
            unknown_key=UnknownKey.IGNORED,
            unknown_key_detail="A misspelt attribute of torch.npu.matmul, torch.npu.conv or torch.npu.config is dropped without a word (the class handles only the known names). A misspelt function is an AttributeError.",
            unknown_key_source=(
                "Ascend/pytorch@9e73e708:torch_npu/npu/npu_config.py:150",
                "Ascend/pytorch@9e73e708:torch_npu/npu/npu_config.py:158",
                "Ascend/pytorch@9e73e708:torch_npu/npu/npu_config.py:189",
            ),
            unknown_key_exceptions=(
                UnknownKeyException(
                    prefix="torch_npu.npu.",
                    unknown_key=UnknownKey.ERROR,
                    source="Ascend/pytorch@9e73e708:torch_npu/npu/__init__.py:201",
                ),
            ),
            prefix_match=False,
        ),
        KeyTable(
            name="tf1_parameter_map",
            about='custom_op.parameter_map["key"].s/.i/.b of the optimizer named "NpuOptimizer" in a TensorFlow 1 ConfigProto. The name of the optimizer must match exactly.',
            unknown_key=UnknownKey.IGNORED,
            unknown_key_detail='Keys are looked up one by one; an unknown one is never seen. A known key in the wrong field reads as the empty value of the right field ("" / 0 / false) without a message, except jit_compile and shape_generalization_mode (error), export_compile_stat and oo_constant_folding (ignored), and keys whose empty value is refused by a value check.',
            unknown_key_source=(
                "hicann/tensorflow@82957b92:tf_adapter/util/npu_attrs.cc:2034",
                "hicann/tensorflow@82957b92:tf_adapter/util/npu_attrs.cc:2216",
            ),
            prefix_match=False,
            wrong_field="ignored",
            wrong_field_source=(
                "hicann/tensorflow@82957b92:tf_adapter/util/npu_attrs.cc:2635",
                "hicann/tensorflow@82957b92:tf_adapter/util/npu_attrs.cc:2589",
            ),
            on_bad_value='"error" = the graph run fails with a Status; "abort" = LOG(FATAL) ends the process.',
            value_check_source=("hicann/tensorflow@82957b92:tf_adapter/util/npu_attrs.h:87",),
            also_set=(
                AlsoSet(
                    ge_key="ge.exec.allow_hf32",
                    how="environment variable ENABLE_HF32_EXECUTION, passed as it is",
                    source="hicann/tensorflow@82957b92:tf_adapter/util/ge_plugin.cc:165",
                ),
                AlsoSet(
                    ge_key="ge.inputPlacement",
                    how='always "DeviceHbm"',
                    source="hicann/tensorflow@82957b92:tf_adapter/util/npu_attrs.cc:689",
                ),
            ),
            seen_in_public_code_but_not_keys=(
                "min_group_size",
                "enable_reduce_precision",
                "enable_auto_mix_precision",
                "master_slave_mode",
                "autotune_tune_mode",
                "sump_mode",
                "sfusion_switch_file",
                "allow_mix_compile",
            ),
            seen_with_wrong_field={"precision_mode": ("b",), "op_debug_level": ("s",), "jit_compile": ("b",)},
        ),
        KeyTable(
            name="tf1_npurunconfig",
            about="Keyword arguments of NPURunConfig (TensorFlow 1 estimator) and of its companion classes; their arguments are spelt Class.argument.",
            unknown_key=UnknownKey.ERROR,
            unknown_key_detail="TypeError from Python (unexpected keyword argument).",
            unknown_key_source=(
                "hicann/tensorflow@82957b92:tf_adapter/python/npu_bridge/estimator/npu/npu_config.py:31",
            ),
            prefix_match=False,
            note="Most values are not checked here but when the graph runs; see tf1_parameter_map for what a bad value does there.",
            note_source=("hicann/tensorflow@82957b92:tf_adapter/python/npu_bridge/estimator/npu/npu_config.py:210",),
        ),
        KeyTable(
            name="tf1_npu_resource_init",
            about="Arguments of npu_resource_init(), TensorFlow 1.",
            unknown_key=UnknownKey.ERROR,
            unknown_key_detail="TypeError from Python.",
            unknown_key_source=(
                "hicann/tensorflow@82957b92:tf_adapter/python/npu_bridge/estimator/npu/npu_plugin.py:55",
            ),
            prefix_match=False,
        ),
        KeyTable(
            name="tf2_global_options",
            about="Attributes of npu.global_options() (TensorFlow 2 adapter), set before npu.open(). Spellings are the attribute path behind that call. npu.NpuRunContextOptions() has only the experimental part.",
            unknown_key=UnknownKey.ERROR,
            path_root="npu.global_options()",
            unknown_key_detail="ValueError naming all options, at the assignment.",
            unknown_key_source=(
                "hicann/tensorflow@82957b92:tf_adapter_2.x/python/npu_device/configs/option_base.py:71",
            ),
            prefix_match=False,
            value_error="Outside the list: TypeError when the type differs from that of the default, else ValueError. 1 and 0 pass for True and False.",
            value_error_source=(
                "hicann/tensorflow@82957b92:tf_adapter_2.x/python/npu_device/configs/option_base.py:46",
            ),
            note='Every option goes through both the global and the session map, so each one logs "Unrecognized graph engine option" for the map it is not in; that warning says nothing about a spelling mistake. Options without a list are not checked.',
            note_source=(
                "hicann/tensorflow@82957b92:tf_adapter_2.x/npu_device/core/npu_wrapper.cpp:195",
                "hicann/tensorflow@82957b92:tf_adapter_2.x/npu_device/core/npu_wrapper.cpp:183",
            ),
            also_set=(
                AlsoSet(
                    ge_key="ge.exec.allow_hf32",
                    how='always, "1"/"0" from TensorFlow\'s own tensor-float-32 switch',
                    source="hicann/tensorflow@82957b92:tf_adapter_2.x/npu_device/core/npu_wrapper.cpp:244",
                ),
                AlsoSet(
                    ge_key="ge.oo.constantFolding",
                    how="always",
                    source="hicann/tensorflow@82957b92:tf_adapter_2.x/npu_device/core/npu_wrapper.cpp:245",
                ),
            ),
        ),
        KeyTable(
            name="mindspore_ascend_config",
            about="Keys of mindspore.set_context(ascend_config={…}). The same 17 keys are in 2.7.0 and 2.10.0.",
            unknown_key=UnknownKey.ERROR,
            unknown_key_detail='ValueError. But when device_target is not "Ascend" the whole ascend_config is skipped with a warning and nothing in it is checked.',
            unknown_key_source=(
                "mindspore@2.10.0 (PyPI wheel):mindspore/context.py:373",
                "mindspore@2.10.0 (PyPI wheel):mindspore/context.py:1269",
            ),
            prefix_match=False,
            value_error="ValueError outside a list, TypeError for a wrong type",
            value_error_source=("mindspore@2.10.0 (PyPI wheel):mindspore/context.py:387",),
            note="1/0 pass for True/False (list test). Deprecated as a whole. Keys before the bad one are already applied.",
            note_source=("mindspore@2.10.0 (PyPI wheel):mindspore/context.py:386",),
        ),
        KeyTable(
            name="mindspore_op_precision",
            about="Functions mindspore.device_context.ascend.op_precision.*, op_tuning.* and op_debug.*, one argument each. Spellings leave out mindspore.device_context.ascend.",
            unknown_key=UnknownKey.ERROR,
            since="documented from 2.5.0; read in 2.7.0 and 2.10.0",
            unknown_key_detail="AttributeError for a wrong function name.",
            unknown_key_source=("mindspore@2.10.0 (PyPI wheel):mindspore/device_context/ascend/op_precision.py:30",),
            prefix_match=False,
            note='A second call with another value is a RuntimeError ("can not be set repeatedly"); the same value is accepted. The first call returns before any check when no Ascend device is there.',
            note_source=(
                "mindspore@2.10.0 (PyPI wheel):mindspore/device_context/ascend/op_precision.py:75",
                "mindspore@2.10.0 (PyPI wheel):mindspore/device_context/ascend/op_precision.py:69",
            ),
        ),
        KeyTable(
            name="mindspore_context",
            about="Keyword arguments of mindspore.set_context(), all of them, not only those about Ascend.",
            unknown_key=UnknownKey.ERROR,
            unknown_key_detail='ValueError "keyword argument … is not recognized". Three keywords are skipped with a warning instead.',
            unknown_key_source=("mindspore@2.10.0 (PyPI wheel):mindspore/context.py:1601",),
            prefix_match=False,
            note="Any attribute name of the internal context object is accepted too (for example set_context(setters=…)), so not every wrong word is an error. Keywords that belong to another device are skipped with a warning.",
            note_source=(
                "mindspore@2.10.0 (PyPI wheel):mindspore/context.py:1594",
                "mindspore@2.10.0 (PyPI wheel):mindspore/context.py:1260",
            ),
        ),
        KeyTable(
            name="mindspore_jit_options",
            about="Extra keyword arguments (**options) of mindspore.jit.",
            unknown_key=UnknownKey.WARNING,
            unknown_key_detail='Logged as "not recognized", then carried along.',
            unknown_key_source=("mindspore@2.10.0 (PyPI wheel):mindspore/graph/api.py:1078",),
            prefix_match=False,
            note="An option for another device or backend is only a warning as well.",
            note_source=("mindspore@2.10.0 (PyPI wheel):mindspore/graph/api.py:992",),
        ),
        KeyTable(
            name="onnxruntime_cann",
            about="Provider options of CANNExecutionProvider in ONNX Runtime. generations says which of the six versions of the list have the key.",
            unknown_key=UnknownKey.ERROR,
            unknown_key_detail='"Unknown provider option" in C++. In Python the default is to catch it, print "EP Error … Falling back to" and make the session again on the CPU alone (read, not run), so the script goes on without the NPU; with enable_fallback=0 it is an exception.',
            unknown_key_source=(
                "microsoft/onnxruntime@01bd64b9:include/onnxruntime/core/framework/provider_options_utils.h:149",
                "onnxruntime-cann@1.23.2 (PyPI wheel):onnxruntime/capi/onnxruntime_inference_collection.py:486",
            ),
            prefix_match=False,
            generations={
                "1": "#12416 (2022)",
                "2": "#13728 (2022-12)",
                "3": "@a8091220",
                "4": "#20075 (2024-03; wheels onnxruntime-cann 1.22.1 and 1.23.2)",
                "5": "#25867 (2025-08; wheel onnxruntime-cann 1.24.4)",
                "6": "@38170d0f (#27970; first release not established)",
            },
            note="A key that a version does not know is an error, so precision_mode and precision_mode_v2 cannot both be given to be on the safe side. Default values partly from the text of the pull requests.",
        ),
        KeyTable(
            name="mindspore_lite_ascend_context",
            about="Configuration file (or dict) of MindSpore Lite for Ascend: sections [ascend_context] and [acl_option_cfg_param]. Spellings are [section].key.",
            unknown_key=UnknownKey.IGNORED,
            unknown_key_detail="In [ascend_context] keys are looked up one by one, an unknown one is never seen. In [acl_option_cfg_param] it is an error.",
            unknown_key_source=(
                "mindspore-ai/mindspore-lite@2b288705:mindspore-lite/tools/converter/config_parser/config_file_parser.cc:390",
            ),
            unknown_key_exceptions=(
                UnknownKeyException(
                    prefix="[acl_option_cfg_param].",
                    unknown_key=UnknownKey.ERROR,
                    source="mindspore-ai/mindspore-lite@2b288705:mindspore-lite/tools/converter/config_parser/config_file_parser.cc:605",
                ),
            ),
            prefix_match=False,
            raw_sections=(
                RawSection(
                    section="acl_init_options",
                    keys="raw keys of aclgrphBuildInitialize",
                    unknown_key="passed on unchecked",
                    source="mindspore-ai/mindspore-lite@2b288705:mindspore-lite/tools/converter/config_parser/config_file_parser.cc:722",
                ),
                RawSection(
                    section="acl_build_options",
                    keys="raw keys of aclgrphBuildModel",
                    unknown_key="passed on unchecked",
                    source="mindspore-ai/mindspore-lite@2b288705:mindspore-lite/tools/converter/config_parser/config_file_parser.cc:728",
                ),
                RawSection(
                    section="ge_global_options",
                    keys="raw GE keys, GEInitialize",
                    unknown_key="passed on unchecked",
                    source="mindspore-ai/mindspore-lite@2b288705:mindspore-lite/src/extendrt/delegate/ascend_ge/ge_device_context.cc:349",
                ),
                RawSection(
                    section="ge_session_options",
                    keys="raw GE keys, Session",
                    unknown_key="passed on unchecked",
                    source="mindspore-ai/mindspore-lite@2b288705:mindspore-lite/src/extendrt/delegate/ascend_ge/ge_graph_executor.cc:541",
                ),
                RawSection(
                    section="ge_graph_options",
                    keys="raw GE keys, AddGraph",
                    unknown_key="passed on unchecked",
                    source="mindspore-ai/mindspore-lite@2b288705:mindspore-lite/src/extendrt/delegate/ascend_ge/ge_graph_executor.cc:683",
                ),
                RawSection(
                    section="aoe_global_options",
                    keys="raw AOE keys",
                    unknown_key="passed on unchecked",
                    source="mindspore-ai/mindspore-lite@2b288705:mindspore-lite/tools/converter/config_parser/config_file_parser.cc:734",
                ),
                RawSection(
                    section="aoe_tuning_options",
                    keys="raw AOE keys",
                    unknown_key="passed on unchecked",
                    source="mindspore-ai/mindspore-lite@2b288705:mindspore-lite/tools/converter/config_parser/config_file_parser.cc:740",
                ),
            ),
            note="[ascend_context] wins over [acl_option_cfg_param] in the converter. At run time the defaults precision_mode=force_fp16 and jit_compile=2 are set before the raw sections.",
            note_source=(
                "mindspore-ai/mindspore-lite@2b288705:mindspore-lite/tools/converter/converter.cc:493",
                "mindspore-ai/mindspore-lite@2b288705:mindspore-lite/src/extendrt/delegate/ascend_ge/ge_device_context.cc:339",
            ),
        ),
        KeyTable(
            name="triton_ge_backend",
            about="Triton backend npu_ge: parameters in config.pbtxt and --backend-config=npu_ge,key=value. The seven own keys work in both places.",
            unknown_key=UnknownKey.IGNORED,
            unknown_key_detail="No list is checked in either place.",
            unknown_key_source=("hicann/triton-inference-server-ge-backend@5a82641e:src/model_state.cpp:151",),
            prefix_match=False,
            patterns=(
                KeyPattern(
                    pattern="^(ge\\..+)$",
                    where="command line only",
                    ge_key_group=1,
                    ge_scope="global",
                    note="Goes to GEInitialize, but only when the environment variable GE_NPU_CONFIG is not set. In config.pbtxt it is ignored.",
                    source=(
                        "hicann/triton-inference-server-ge-backend@5a82641e:src/model_state.cpp:158",
                        "hicann/triton-inference-server-ge-backend@5a82641e:src/model_instance_state.cpp:119",
                    ),
                ),
                KeyPattern(
                    pattern="^session\\.(.+)$",
                    where="command line only",
                    ge_key_group=1,
                    ge_scope="session",
                    note='ge.graphRunMode is "0" unless given.',
                    source=(
                        "hicann/triton-inference-server-ge-backend@5a82641e:src/model_state.cpp:140",
                        "hicann/triton-inference-server-ge-backend@5a82641e:src/model_instance_state.cpp:321",
                    ),
                ),
                KeyPattern(
                    pattern="^graph\\.(.+)$",
                    where="command line only",
                    ge_key_group=1,
                    ge_scope="graph",
                    source=(
                        "hicann/triton-inference-server-ge-backend@5a82641e:src/model_state.cpp:140",
                        "hicann/triton-inference-server-ge-backend@5a82641e:src/model_instance_state.cpp:263",
                    ),
                ),
                KeyPattern(
                    pattern="^global\\.(.+)$",
                    where="command line only",
                    ge_key_group=1,
                    note="Stored and never read: no effect. Use the bare ge. key.",
                    source=("hicann/triton-inference-server-ge-backend@5a82641e:src/model_state.cpp:145",),
                ),
            ),
            note='The prefixes are searched anywhere in the key but cut off by length, so a key that contains "graph." further back is filed under a wrong name.',
            note_source=("hicann/triton-inference-server-ge-backend@5a82641e:src/model_state.cpp:142",),
        ),
    )
}
