"""What readers of Python, C and JSON find: the forms people write, the mistakes they make, and where.

Where a front end's source decides what is wrong, the row of its key cites it; tests name only what is not in a row.
"""

from __future__ import annotations

import json

import pytest

from geopts.findings import Finding, Severity
from geopts.frontends import ReadResult, read
from geopts.option_set import OptionSet

ERROR, WARNING, NOTE = Severity.ERROR, Severity.WARNING, Severity.NOTE
TF1 = 'custom_op.parameter_map["{}"].{} = {}\n'


def told(found: ReadResult) -> list[tuple[str, Severity]]:
    return [(finding.name, finding.severity) for finding in found.findings if finding.name != "deprecated-option"]


def marked(text: str, finding: Finding) -> str:
    assert finding.span is not None
    return text.encode()[finding.span.offset : finding.span.end_offset].decode()


@pytest.mark.parametrize(
    ("front_end", "text", "options"),
    [
        (
            "ge-python-offline",
            'build_model(graph, {"ge.tiling_schedule_optimize": "1"})',
            {"ge.tiling_schedule_optimize": "1"},
        ),
        (
            "ge-python-offline",
            'o = dict()\no["ge.tiling_schedule_optimize"] = "1"',
            {"ge.tiling_schedule_optimize": "1"},
        ),
        ("ge-python-offline", 'KEY = "ge.jit_compile"\nx = {KEY: "1", **more}', {}),
        (
            "ge-python-offline",
            'KEY = "ge.jit_compile"\nbuild_initialize({KEY: "1", "log": "info"})',
            {"log": "info", "ge.jit_compile": "1"},
        ),
        ("ge-python-session", 'GeApi.ge_initialize({"ge.jit_compile": "1"})', {"ge.jit_compile": "1"}),
        ("ge-python-session", 's = Session({"ge.jit_compile": "1"})', {"ge.jit_compile": "1"}),
        (
            "ge-python-offline",
            '{"build_model": {"ge.tiling_schedule_optimize": "1"}, "build_initialize": {}}',
            {"ge.tiling_schedule_optimize": "1"},
        ),
        ("ge-python-offline", '{"ge.tiling_schedule_optimize": "1"}', {"ge.tiling_schedule_optimize": "1"}),
        (
            "torchair",
            "config = torchair.CompilerConfig()\nconfig.mode = 'max-autotune'\nconfig.ge_config.oo_level = 'O1'",
            {"ge.oo.level": "O1"},
        ),
        (
            "torchair",
            "c = CompilerConfig()\nc.experimental_config.topology_sorting_strategy = 'RDFS'",
            {"ge.topoSortingMode": "2"},
        ),
        (
            "torchair",
            "self.config.experimental_config.tiling_schedule_optimize = True",
            {"ge.tiling_schedule_optimize": "1"},
        ),
        (
            "torchair",
            "def f(c: CompilerConfig): c.ge_config.enable_single_stream = True",
            {"ge.enableSingleStream": "true"},
        ),
        ("torchair", "torch.npu.conv.allow_hf32 = False", {"ge.exec.allow_hf32": "00"}),
        ("torchair", "torch.npu.matmul.allow_hf32 = True", {"ge.exec.allow_hf32": "11"}),
        (
            "torch-npu",
            "torch_npu.npu.conv.allow_hf32 = True\ntorch.npu.matmul.allow_hf32 = False",
            {"ge.exec.allow_hf32": "10"},
        ),
        (
            "torch-npu",
            'torch.npu.set_option({"ALLOW_MATMUL_HF32": "enable", "ALLOW_CONV_HF32": "disable"})',
            {"ge.exec.allow_hf32": "01"},
        ),
        ("torch-npu", "torch_npu.npu.set_compile_mode(jit_compile=True)", {"ge.jit_compile": "1"}),
        ("torch-npu", "torch.npu.set_compile_mode(jit_compile=False)", {"ge.jit_compile": "0"}),
        ("torch-npu", "torch.use_deterministic_algorithms(True, warn_only=True)", {"ge.deterministic": "1"}),
        ("torch-npu", 'option = {}\ntorch.npu.set_option({"ACL_OP_DEBUG_LEVEL": 1})', {"ge.opDebugLevel": "1"}),
        ("tf1-parameter-map", TF1.format("jit_compile", "s", 'tf.compat.as_bytes("auto")'), {"ge.jit_compile": "2"}),
        ("tf1-parameter-map", 'parameter_map["deterministic"].i = 1', {"ge.deterministic": "1"}),
        (
            "tf1-parameter-map",
            "custom_op.parameter_map['oo_constant_folding'].b = False",
            {"ge.oo.constantFolding": "false"},
        ),
        ("tf1-parameter-map", 'os.environ.setdefault("ENABLE_HF32_EXECUTION", "1")', {"ge.exec.allow_hf32": "true"}),
        (
            "tf1-run-config",
            "NPURunConfig(precision_mode_v2='origin', memory_config=MemoryConfig(atomic_clean_policy=1))",
            {"ge.exec.precision_mode_v2": "origin", "ge.exec.atomicCleanPolicy": "1"},
        ),
        ("tf2", "npu.global_options().dump_config.enable_dump = True", {"ge.exec.enableDump": "1"}),
        ("tf2", "g = npu.global_options()\ng.topo_sorting_mode = 1", {"ge.topoSortingMode": "1"}),
        ("tf2", "npu_device.global_options().optimization_switch = 'A:on;'", {"ge.optimizationSwitch": "A:on"}),
        ("tf2", "tf.config.experimental.enable_tensor_float_32_execution(False)", {"ge.exec.allow_hf32": "false"}),
        ("mindspore", "context.set_context(deterministic='ON')", {"ge.deterministic": "1"}),
        ("mindspore", 'C = {"jit_compile": False}\nms.set_context(ascend_config=C)', {"ge.jit_compile": "0"}),
        (
            "mindspore",
            'set_context(ascend_config={"ge_options": {"session": {"ge.externalWeight": "2"}}})',
            {"ge.externalWeight": "2"},
        ),
        (
            "mindspore-op-precision",
            "ms.device_context.ascend.op_precision.conv_allow_hf32(False)",
            {"ge.exec.allow_hf32": "00"},
        ),
        (
            "mindspore-op-precision",
            "from x import op_precision\nop_precision.op_precision_mode('x.ini')",
            {"ge.exec.op_precision_mode": "x.ini"},
        ),
        (
            "onnxruntime",
            "s = ort.InferenceSession(m, providers=[('CANNExecutionProvider', {'op_select_impl_mode': 'high_precision'}), 'CPUExecutionProvider'])",
            {"ge.opSelectImplmode": "high_precision"},
        ),
        (
            "onnxruntime",
            "O = {'precision_mode': 'force_fp16'}\nort.InferenceSession(m, providers=['CANNExecutionProvider'], provider_options=[O])",
            {"ge.exec.precision_mode": "force_fp16"},
        ),
        (
            "onnxruntime",
            "O = {'device_id': 0}\nO['precision_mode'] = 'force_fp16'\np = [('CANNExecutionProvider', O)]",
            {"ge.exec.precision_mode": "force_fp16"},
        ),
        (
            "torch-npu",
            "O = {}\nO['ACL_OP_COMPILER_CACHE_MODE'] = 'force'\ntorch.npu.set_option(O)",
            {"ge.op_compiler_cache_mode": "force"},
        ),
        (
            "torch-npu",
            "def f():\n    o: dict = {'jitCompile': 'enable'}\n    torch_npu.npu.set_option(o)\ndef g():\n    o = {'lr': 1}\n    o['x'] = 2",
            {"ge.jit_compile": "1"},
        ),
        ("torchair", "config.ge_config.enable_single_stream.value = True", {"ge.enableSingleStream": "true"}),
        (
            "onnxruntime",
            '{"device_id": 0, "op_select_impl_mode": "high_precision"}',
            {"ge.opSelectImplmode": "high_precision"},
        ),
        (
            "acl",
            'ret = aclSetCompileopt(aclCompileOpt::ACL_PRECISION_MODE_V2, "origin");',
            {"ge.exec.precision_mode_v2": "origin"},
        ),
        (
            "acl",
            '/* aclSetCompileopt(ACL_OP_DETERMINISTIC, "1"); */ aclSetCompileopt(ACL_OP_DEBUG_LEVEL, "" "1");',
            {"ge.opDebugLevel": "1"},
        ),
        (
            "ge-cpp-offline",
            'std::map<AscendString, AscendString> m = {{AscendString(ge::ir_option::PRECISION_MODE_V2), AscendString("x")}};',
            {},
        ),
        (
            "ge-cpp-offline",
            'm = {{ge::ir_option::PRECISION_MODE_V2, AscendString("origin")}, {"ge.deterministic", R"(1)"}};',
            {"ge.exec.precision_mode_v2": "origin", "ge.deterministic": "1"},
        ),
        (
            "ge-cpp-session",
            'options["ge.jit_compile"] = "2"; options.emplace("ge.enableSingleStream", "true");',
            {"ge.jit_compile": "2", "ge.enableSingleStream": "true"},
        ),
        (
            "ge-cpp-session",
            'options.insert({ge::OPTION_TOPOSORTING_MODE, std::string("2")});',
            {"ge.topoSortingMode": "2"},
        ),
        ("raw-ge-options", '{"compile options": {"graph": {"ge.jit_compile": "2"}}}', {"ge.jit_compile": "2"}),
    ],
)
def test_the_forms_that_are_read(front_end: str, text: str, options: dict[str, str]) -> None:
    found = read(text + "\n", front_end)
    assert found.options == OptionSet(options)
    assert not [finding for finding in found.findings if finding.severity is ERROR]


def test_levels_of_the_raw_options_rank_graph_over_session_over_global() -> None:
    # as api/atc/main_impl.cc:337-361 has it
    text = json.dumps(
        {
            "compile options": {
                "graph": {"ge.jit_compile": "2"},
                "session": {"ge.jit_compile": "1"},
                "global": {"ge.jit_compile": "0"},
            }
        }
    )
    found = read(text, "raw-ge-options")
    assert found.options == OptionSet({"ge.jit_compile": 2})
    assert [name for name, _ in told(found)] == ["repeated-key", "repeated-key"]


def test_build_model_wins_over_build_initialize() -> None:
    # as compiler/api/aclgrph/ge_ir_build.cc:991-996 has it
    text = 'build_model(g, {"ge.debugDir": "/m"})\nbuild_initialize({"ge.debugDir": "/i"})\n'
    assert read(text, "ge-python-offline").options == OptionSet(DEBUG_DIR="/m")


@pytest.mark.parametrize(
    ("front_end", "text", "name", "severity", "part", "hint"),
    [
        (
            "ge-python-offline",
            'x = {"ge.exec.customizeDdtypes": "x"}',
            "unknown-key",
            WARNING,
            '"ge.exec.customizeDdtypes"',
            "ge.customizeDtypes",
        ),
        ("ge-python-offline", 'x = {"ge.jit_compile": 1}', "wrong-type", ERROR, "1", "'1'"),
        (
            "ge-python-offline",
            'x = {"ge.exec.precision_mode": "\'force_fp16\'"}',
            "quoted-value",
            ERROR,
            "\"'force_fp16'\"",
            "'force_fp16'",
        ),
        ("ge-python-offline", 'x = {"ge.exec.allow_hf32": "0111"}', "refused-value", ERROR, '"0111"', ""),
        (
            "ge-python-offline",
            'x = {"ge.exec.op_precision_mode": "$HOME/x.ini"}',
            "expression-string",
            WARNING,
            '"$HOME/x.ini"',
            "expand",
        ),
        (
            "ge-python-offline",
            'build_model(g, {"ge.deterministic": "1"})',
            "refused-key",
            ERROR,
            '"ge.deterministic"',
            "build_initialize",
        ),
        (
            "torchair",
            "config.ge_config.oo_levl = 'O1'",
            "unknown-key",
            ERROR,
            "config.ge_config.oo_levl",
            "ge_config.oo_level",
        ),
        ("torchair", "config.ge_config.oo_level = 'O2'", "refused-value", ERROR, "'O2'", ""),
        (
            "torchair",
            "config.experimental_config.enable_single_stream = True",
            "unknown-key",
            ERROR,
            "config.experimental_config.enable_single_stream",
            "ge_config.enable_single_stream",
        ),
        (
            "torchair",
            "config = CompilerConfig()\nconfig.mode = 'reduce-overhead'\nconfig.experimental_config.tiling_schedule_optimize = True",
            "no-consumer",
            WARNING,
            "config.experimental_config.tiling_schedule_optimize",
            "mode",
        ),
        (
            "torch-npu",
            "torch_npu.conv.allow_hf32 = True",
            "unknown-key",
            ERROR,
            "torch_npu.conv.allow_hf32",
            "torch.npu.conv.allow_hf32",
        ),
        (
            "torch-npu",
            "torch.npu.conv.alow_hf32 = True",
            "unknown-key",
            WARNING,
            "torch.npu.conv.alow_hf32",
            "torch.npu.conv.allow_hf32",
        ),
        ("torch-npu", "torch.npu.matmul.allow_hf32 = 'False'", "wrong-type", WARNING, "'False'", "without quotes"),
        (
            "torch-npu",
            'torch.npu.set_option({"ACL_PRECISION_MODE": "allow_fp32_to_fp32"})',
            "refused-value",
            ERROR,
            '"allow_fp32_to_fp32"',
            "allow_fp32_to_fp16",
        ),
        (
            "torch-npu",
            'torch.npu.set_option({"ACL_PRECISION": "x"})',
            "unknown-key",
            ERROR,
            '"ACL_PRECISION"',
            "ACL_PRECISION_MODE",
        ),
        (
            "torch-npu",
            'torch.npu.set_option({"fuzzycompileswitch": "x"})',
            "unknown-key",
            ERROR,
            '"fuzzycompileswitch"',
            "jitCompile",
        ),
        ("torch-npu", "torch.npu.set_option('x')", "wrong-type", ERROR, "'x'", "{"),
        (
            "tf1-parameter-map",
            TF1.format("autotune_tune_mode", "s", "b'RL'"),
            "unknown-key",
            WARNING,
            '"autotune_tune_mode"',
            "auto_tune_mode",
        ),
        (
            "tf1-parameter-map",
            TF1.format("allow_mix_compile", "b", "True"),
            "unknown-key",
            WARNING,
            '"allow_mix_compile"',
            "mix_compile_mode",
        ),
        (
            "tf1-parameter-map",
            TF1.format("enable_auto_mix_precision", "b", "True"),
            "unknown-key",
            WARNING,
            '"enable_auto_mix_precision"',
            "precision_mode = allow_mix_precision",
        ),
        ("tf1-parameter-map", TF1.format("fp_point", "s", "b'x'"), "unknown-key", WARNING, '"fp_point"', ""),
        ("tf1-parameter-map", TF1.format("min_group_size", "b", "1"), "no-consumer", WARNING, '"min_group_size"', ""),
        (
            "tf1-parameter-map",
            TF1.format("precision_mode", "b", "True"),
            "wrong-type",
            ERROR,
            'custom_op.parameter_map["precision_mode"].b',
            ".s = tf.compat.as_bytes(",
        ),
        (
            "tf1-parameter-map",
            TF1.format("jit_compile", "b", "True"),
            "wrong-type",
            WARNING,
            'custom_op.parameter_map["jit_compile"].b',
            '.s = tf.compat.as_bytes("true")',
        ),
        (
            "tf1-parameter-map",
            TF1.format("jit_compile", "s", "'true'"),
            "wrong-type",
            ERROR,
            "'true'",
            'tf.compat.as_bytes("true")',
        ),
        (
            "tf1-parameter-map",
            TF1.format("precision_mode", "s", "b'force_fp61'"),
            "refused-value",
            ERROR,
            "b'force_fp61'",
            "force_fp16",
        ),
        (
            "tf1-parameter-map",
            TF1.format("precision_mode", "s", "tf.compat.as_bytes('FLAGS.get(1)')"),
            "expression-string",
            ERROR,
            "tf.compat.as_bytes('FLAGS.get(1)')",
            "",
        ),
        (
            "tf1-run-config",
            "NPURunConfig(precison_mode='force_fp16')",
            "unknown-key",
            ERROR,
            "precison_mode",
            "precision_mode",
        ),
        ("tf1-run-config", "NPURunConfig(enable_reduce_precision=True)", "no-consumer", WARNING, "", ""),
        ("tf1-run-config", "NPURunConfig(auto_tune_mode='RL,GA')", "unknown-key", ERROR, "auto_tune_mode", "aoe_mode"),
        (
            "tf2",
            "npu.global_options().precision_mod = 'x'",
            "unknown-key",
            ERROR,
            "npu.global_options().precision_mod",
            "precision_mode",
        ),
        ("tf2", "npu.global_options().jit_compile = True", "wrong-type", ERROR, "True", "'true'"),
        (
            "mindspore",
            'set_context(ascend_config={"precision": "force_fp16"})',
            "unknown-key",
            ERROR,
            '"precision"',
            "precision_mode",
        ),
        (
            "mindspore",
            'set_context(ascend_config={"ge_options": {"global": {"ge.jit_compile": 1}}})',
            "wrong-type",
            ERROR,
            "1",
            "'1'",
        ),
        (
            "mindspore-op-precision",
            "device_context.ascend.op_precision.presicion_mode('x')",
            "unknown-key",
            ERROR,
            "device_context.ascend.op_precision.presicion_mode",
            "op_precision.precision_mode",
        ),
        (
            "onnxruntime",
            "p = ('CANNExecutionProvider', {'npu_mem_limit': '20 * 1024 * 1024 * 1024'})",
            "expression-string",
            ERROR,
            "'20 * 1024 * 1024 * 1024'",
            "",
        ),
        (
            "onnxruntime",
            "p = ('CANNExecutionProvider', {'max_opqueue_num': 10000})",
            "unknown-key",
            ERROR,
            "'max_opqueue_num'",
            "",
        ),
        (
            "onnxruntime",
            "p = ('CANNExecutionProvider', {'op_select_implmode': 'x'})",
            "unknown-key",
            ERROR,
            "'op_select_implmode'",
            "op_select_impl_mode",
        ),
        ("acl", 'aclSetCompileopt(ACL_OP_JIT_COMPILE, "1");', "refused-value", WARNING, '"1"', "enable, disable"),
        (
            "acl",
            'aclSetCompileopt(ACL_OP_SELECT_IMPLMODE, "x");',
            "unknown-key",
            ERROR,
            "ACL_OP_SELECT_IMPLMODE",
            "ACL_OP_SELECT_IMPL_MODE",
        ),
        ("acl", 'aclSetCompileopt(ACL_AUTO_TUNE_MODE, "x");', "refused-key", ERROR, "ACL_AUTO_TUNE_MODE", "aoe"),
        (
            "ge-cpp-offline",
            'm = {{ge::ir_option::PRECISON_MODE, "x"}};',
            "unknown-key",
            ERROR,
            "ge::ir_option::PRECISON_MODE",
            "ge::ir_option::PRECISION_MODE",
        ),
        (
            "raw-ge-options",
            '{"compile options": {"graph": {"ge.exec.precision_mod": "x"}}}',
            "unknown-key",
            ERROR,
            '"ge.exec.precision_mod"',
            "ge.exec.precision_mode",
        ),
        ("raw-ge-options", '{"compile options": {"grahp": {}}}', "unknown-key", ERROR, '"grahp"', "graph"),
        (
            "raw-ge-options",
            '{"compile options": {"graph": {"log": "infos"}}}',
            "refused-value",
            ERROR,
            '"infos"',
            "info",
        ),
        ("raw-ge-options", '{"ge.jit_compile": "1"}', "refused-key", ERROR, "{", "compile options"),
        (
            "raw-ge-options",
            '{"compile options": {}, "execute options": {}}',
            "no-consumer",
            WARNING,
            '"execute options"',
            "",
        ),
        ("raw-ge-options", "[]", "wrong-type", ERROR, "[", "compile options"),
        ("raw-ge-options", '{"a": ', "unreadable-file", ERROR, "", ""),
    ],
)
def test_mistakes_are_told_at_their_place(
    front_end: str, text: str, name: str, severity: Severity, part: str, hint: str
) -> None:
    found = read(text, front_end, path="file")
    matching = [finding for finding in found.findings if finding.name == name]
    assert matching, found.findings
    finding = matching[-1]
    assert finding.severity is severity
    assert finding.path == "file"
    assert finding.source
    assert hint in finding.hint, finding.hint
    if part:
        assert marked(text, finding) == part


@pytest.mark.parametrize(
    ("front_end", "text"),
    [
        ("tf1-parameter-map", TF1.format("precision_mode", "s", "tf.compat.as_bytes(FLAGS.precision_mode)")),
        ("tf1-parameter-map", TF1.format("use_off_line", "b", "True") + TF1.format("profiling_mode", "b", "False")),
        ("tf1-parameter-map", TF1.format("op_precision_mode", "s", "tf.compat.as_bytes('./op_precision.ini')")),
        (
            "ge-python-session",
            'x = {"ge.hcomParallel": "1", "ge.graphSliceMode": MODE, "ge.optionNameMap": "{}", "ge.jit_compile": None}\n',
        ),
        ("mindspore", "set_context(**{'a': 1}, ascend_config=config, mode=0)\n"),
        ("mindspore-op-precision", "device_context.ascend.op_precision.conv_allow_hf32(*a)\n"),
        ("onnxruntime", '{"CANNExecutionProvider": {"device_id": "0"}, "other": {"x": 1}, "list": [1]}'),
        (
            "onnxruntime",
            "ort.InferenceSession(m, providers=['CPUExecutionProvider', 'CANNExecutionProvider'], provider_options=[{'x': 1}, opts])\n",
        ),
        (
            "ge-cpp-offline",
            'm = {{ge::ir_option::PRECISION_MODE_V2, get("x", 1)}, {ge::ir_option::ALLOW_HF32, value}};\n',
        ),
        ("tf2", "npu.global_options().dump_config = x\nf(*a)\n"),
        ("torchair", "config.experimental_config.frozen_parameter = True\nconfig.debug.graph_dump.type = 'txt'\n"),
        ("torchair", "model_config.hidden_size = 3\nself.vision_config.depth = 4\nconfig.debug = True\n"),
        ("torch-npu", 'torch.npu.set_option({"ACL_OP_COMPILER_CACHE_MODE": args.mode, **rest})\n'),
        ("torch-npu", "def f(o):\n    o['lr'] = 1\ndef g(o):\n    torch.npu.set_option(o)\n"),
        # types beside text, bool and int take what they are given
        ("mindspore", "set_context(save_graphs=True)\nset_context(save_graphs=2)\n"),
        (
            "tf1-run-config",
            "NPURunConfig(log_step_count_steps=1, save_summary_steps=0, model_dir=DIR, tf_random_seed=7)\n",
        ),
        ("tf2", "npu.open().as_default()\nx.precision_mod = 1\n"),
        ("mindspore", "set_context(mode=GRAPH_MODE, device_target='CPU', max_call_depth=9)\n"),
        (
            "onnxruntime",
            "p = [('CUDAExecutionProvider', {'nosuch': 1}), ('CANNExecutionProvider', {'device_id': 0, 'enable_cann_graph': True, 'npu_mem_limit': 2 * 1024})]\n",
        ),
        ("ge-python-offline", "OPTIONS = {'output': 'x', 'nosuch': 1}\nS = tf.Session({'a': 1})\n"),
        ("ge-cpp-offline", 'std::map<int, const char *> m = {{1, "x"}, {OTHER, "y"}}; call(x, "ge.deterministic");\n'),
        ("acl", "aclError e = ACL_ERROR_NONE; f(ACL_MEM_MALLOC_HUGE_FIRST, 1);\n"),
    ],
)
def test_what_works_draws_no_warning(front_end: str, text: str) -> None:
    assert [entry for entry in told(read(text, front_end)) if entry[1] is not NOTE] == []


def test_values_known_only_at_run_time_are_kept_by_name() -> None:
    found = read(TF1.format("precision_mode", "s", "tf.compat.as_bytes(FLAGS.mode)"), "tf1-parameter-map")
    assert [(s.key, s.spelling, s.text) for s in found.symbols] == [
        ("ge.exec.precision_mode", "precision_mode", "tf.compat.as_bytes(FLAGS.mode)")
    ]
    assert not found.options


def test_keys_beyond_the_option_set_are_kept_with_their_ge_key() -> None:
    found = read(TF1.format("hcom_parallel", "b", "True"), "tf1-parameter-map")
    assert found.extra == {"ge.hcomParallel": "1"}
    assert found.origins["ge.hcomParallel"].spelling == "hcom_parallel"


def test_origins_name_key_and_value() -> None:
    text = "é = 1\nnpu.global_options().deterministic = 1\n"
    origin = read(text, "tf2").origins["ge.deterministic"]
    assert (origin.spelling, origin.value, origin.span.line, origin.span.column) == ("deterministic", 1, 2, 1)
    assert text.encode()[origin.value_span.offset : origin.value_span.end_offset] == b"1"


def test_a_text_full_of_unknown_keys_is_told_up_to_a_point() -> None:
    text = json.dumps({f"ge.no{i}": "x" for i in range(1500)})
    found = read(text, "ge-python-offline")
    assert len(found.unknown) == 1500
    assert 900 < len(found.findings) <= 1001


@pytest.mark.parametrize("front_end", ["raw-ge-options", "ge-python-offline", "onnxruntime", "mindspore"])
def test_ten_megabytes_of_json_in_one_line(front_end: str) -> None:
    text = '{"compile options": {"graph": {"ge.jit_compile": "2"}}, "x": [' + ",".join(["1"] * 5_000_000) + "]}"
    found = read(text, front_end)
    assert (found.options == OptionSet({"ge.jit_compile": 2})) is (front_end == "raw-ge-options")
