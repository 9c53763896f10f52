"""Emitted Python run against recorders in place of the frameworks: it sets exactly the keys and values that were predicted."""

from __future__ import annotations

import builtins
from collections.abc import Mapping
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from geopts.facts.frontend_rows import Written
from geopts.facts.options import BY_KEY
from geopts.facts.rows import ValueKind
from geopts.frontends import FRONT_ENDS, Emitted, emit
from geopts.frontends.keys import by_ge_key, by_spelling
from geopts.option_set import OptionSet

Log = list[tuple[str, Any]]


class Recorder:
    """Stands for a module and everything in it: notes what is set and called."""

    _path: str
    _log: Log

    def __init__(self, path: str, log: Log) -> None:
        object.__setattr__(self, "_path", path)
        object.__setattr__(self, "_log", log)

    def __getattr__(self, name: str) -> Recorder:
        if name.startswith("__"):
            raise AttributeError(name)
        return Recorder(f"{self._path}.{name}", self._log)

    def __setattr__(self, name: str, value: Any) -> None:
        self._log.append((f"{self._path}.{name}", value))

    def __getitem__(self, key: Any) -> Recorder:
        return Recorder(f"{self._path}[{key!r}]", self._log)

    def __setitem__(self, key: Any, value: Any) -> None:
        self._log.append((f"{self._path}[{key!r}]", value))

    def __call__(self, *arguments: Any, **keywords: Any) -> Any:
        if self._path.endswith(".as_bytes"):
            return arguments[0].encode("utf-8", "surrogatepass")
        self._log.append((f"{self._path}()", keywords or arguments))
        return Call(f"{self._path}()", self._log, keywords)


class Call(Recorder):
    """What a call gives; keeps the arguments, for objects that are handed on."""

    def __init__(self, path: str, log: Log, keywords: Mapping[str, Any]) -> None:
        super().__init__(path, log)
        object.__setattr__(self, "keywords", dict(keywords))


def run(text: str) -> tuple[dict[str, Any], Log]:
    """Run a text whose imports give recorders."""
    log: Log = []

    def fake_import(
        name: str, _globals: Any = None, _locals: Any = None, fromlist: Any = (), _level: int = 0
    ) -> Recorder:
        return Recorder(name if fromlist else name.partition(".")[0], log)

    names: dict[str, Any] = {"__builtins__": {**vars(builtins), "__import__": fake_import}}
    exec(compile(text, "emitted.py", "exec"), names)
    return names, log


def words(key: str) -> st.SearchStrategy[Any]:
    """Give values an option takes, as texts; paths and texts are awkward ones."""
    row = BY_KEY[key]
    if row.value_kind is ValueKind.ENUM:
        return st.sampled_from([text for text in row.allowed_values or row.code_accepted_values or () if text])
    if row.value_kind in (ValueKind.BOOL_01, ValueKind.BOOL_TRUE_FALSE, ValueKind.BOOL_CAPITALISED):
        return st.booleans()
    if row.value_kind is ValueKind.INT:
        return st.integers(1, 3)
    if key == "ge.optimizationSwitch":
        return st.just({"A": True, "B": False})
    if row.value_kind in (ValueKind.PATH_FILE, ValueKind.PATH_DIR, ValueKind.STRING):
        return st.sampled_from(["a b", 'it\'s "q"', "é\n\\", "{x}", "\udc80"])
    return st.nothing()


KEYS = sorted(key for key in BY_KEY if not words(key).is_empty)


@st.composite
def option_sets(draw: st.DrawFn) -> OptionSet:
    keys = draw(st.lists(st.sampled_from(KEYS), unique=True, max_size=12))
    values = {key: draw(words(key)) for key in keys}
    if draw(st.booleans()):
        values["ge.exec.allow_hf32"] = draw(st.sampled_from(["true", "0", "10", "01"]))
    return OptionSet(values)


def as_text(value: Written | bytes) -> str:
    """Give a recorded value as the text a framework sends; a bool is a digit."""
    if isinstance(value, bytes):
        return value.decode("utf-8", "surrogatepass")
    return str(int(value)) if isinstance(value, bool) else str(value)


def by_table(table: str, found: Mapping[str, Any]) -> dict[str, str]:
    """Give recorded keys of a table as GE keys with texts."""
    rows = by_spelling(table)
    return {
        rows[spelling].ge_key or spelling: as_text(value) for spelling, value in found.items() if rows[spelling].ge_key
    }


def keys_in(emitted: Emitted, *tables: str) -> dict[str, str]:
    """Give what was predicted for keys that stand in one of the tables."""
    known = {key for table in tables for key in by_ge_key(table)}
    return {key: text for table in emitted.predicted.values() for key, text in table.items() if key in known}


def same(recorded: Mapping[str, str], predicted: Mapping[str, str], words_of: Mapping[tuple[str, str], str]) -> bool:
    """Compare, through the words of a front end where it has its own for a text."""
    return {key: words_of.get((key, text), DIGITS.get(text, text)) for key, text in recorded.items()} == {
        key: DIGITS.get(text, text) for key, text in predicted.items()
    }


DIGITS = {"true": "1", "false": "0"}
# Words a front end has for GE's texts, from the values it documents (emit_targets sections 4.5 to 4.8).
TENSORFLOW = {("ge.jit_compile", "true"): "1", ("ge.jit_compile", "false"): "0", ("ge.jit_compile", "auto"): "2"}
TORCHAIR = {("ge.jit_compile", "auto"): "2"} | {
    ("ge.topoSortingMode", name): str(i) for i, name in enumerate(("BFS", "DFS", "RDFS", "StableRDFS"))
}
EXAMPLES = settings(max_examples=20, deadline=None)


@EXAMPLES
@given(options=option_sets())
def test_offline_dicts_reach_the_two_calls(options: OptionSet) -> None:
    emitted = emit(options, "ge-python-offline")
    names, log = run(emitted.text)
    names["build"]("graph")
    assert log == [
        ("ge.offline_compile.build_initialize()", (emitted.predicted["build_initialize"],)),
        ("ge.offline_compile.build_model()", ("graph", emitted.predicted["build_model"])),
    ]
    assert names.get("PARSER_OPTIONS", {}) == emitted.predicted["parse"]


@EXAMPLES
@given(options=option_sets())
def test_session_dicts_reach_the_three_levels(options: OptionSet) -> None:
    emitted = emit(options, "ge-python-session")
    names, log = run(emitted.text)
    names["make_session"](0, "graph")
    assert log == [
        ("ge.ge_global.GeApi.ge_initialize()", (emitted.predicted["ge_initialize"],)),
        ("ge.session.Session()", (emitted.predicted["session"],)),
        ("ge.session.Session().add_graph()", (0, "graph", emitted.predicted["graph"])),
    ]


@EXAMPLES
@given(options=option_sets())
def test_attributes_of_torchair(options: OptionSet) -> None:
    emitted = emit(options, "torchair")
    _, log = run(emitted.text)
    root = "torchair.CompilerConfig()."
    found = {path.removeprefix(root): value for path, value in log if path.startswith(root)}
    assert found.pop("mode") == "max-autotune"
    predicted = keys_in(emitted, "torchair")
    if predicted.get("ge.oo.level") == "O1" and "ge.topoSortingMode" in predicted:
        found["experimental_config.topology_sorting_strategy"] = "StableRDFS"  # what oo_level makes of it
    if "ge.exec.dumpPath" in predicted:
        found["dump_config.dump_path"] += "/worldsize1_global_rank0"
    assert same(by_table("torchair", found), predicted, TORCHAIR)
    assert log[-1][0] == "torchair.get_npu_backend()"
    assert_switches(emitted, log)


def assert_switches(emitted: Emitted, log: Log) -> None:
    """The statements of torch set what was predicted, and nothing else."""
    found = dict(log)
    predicted = emitted.predicted.get("", {})
    digits = (found.get("torch.npu.conv.allow_hf32"), found.get("torch.npu.matmul.allow_hf32"))
    expected = predicted.get("ge.exec.allow_hf32")
    assert (None if digits == (None, None) else "".join(str(int(bool(d))) for d in digits)) == expected
    assert as_text(found.get("torch.use_deterministic_algorithms()", ("none",))[0]) == predicted.get(
        "ge.deterministic", "none"
    )
    level = found.get("torch_npu.npu.set_deterministic_level()", ("none",))[0]
    assert as_text(level) == predicted.get("ge.deterministicLevel", "none")


@EXAMPLES
@given(options=option_sets())
def test_set_option_of_torch_npu(options: OptionSet) -> None:
    emitted = emit(options, "torch-npu")
    _, log = run(emitted.text)
    given_options = dict(log).get("torch_npu.npu.set_option()", ({},))[0]
    predicted = keys_in(emitted, "torch_npu_set_option")
    jit = dict(log).get("torch_npu.npu.set_compile_mode()")
    assert (as_text(jit["jit_compile"]) if jit else None) == predicted.pop("ge.jit_compile", None)
    predicted.pop("ge.exec.allow_hf32", None)
    assert by_table("torch_npu_set_option", given_options) == predicted
    assert_switches(emitted, log)


@EXAMPLES
@given(options=option_sets())
def test_fields_of_parameter_map(options: OptionSet) -> None:
    emitted = emit(options, "tf1-parameter-map")
    _, log = run(emitted.text)
    found, environment = {}, {}
    for path, value in log:
        before, bracket, rest = path.partition(".parameter_map[")
        if bracket:
            key, field = rest.rsplit("].", 1)
            kind = {"s": bytes, "i": int, "b": bool}[field]
            assert type(value) is kind, path
            found[key.strip("'")] = value
        elif "environ[" in before:
            environment["ge.exec.allow_hf32"] = value
    assert found.pop("use_off_line") is True
    assert (
        "tensorflow.compat.v1.ConfigProto().graph_options.rewrite_options.custom_optimizers.add().name",
        "NpuOptimizer",
    ) in log
    compare_tensorflow(emitted, {**by_table("tf1_parameter_map", found), **environment}, "ge.exec.opDebugConfig")


def compare_tensorflow(emitted: Emitted, recorded: dict[str, str], debug_key: str) -> None:
    predicted = {key: text for table in emitted.predicted.values() for key, text in table.items()}
    if debug_key in recorded:
        recorded["op_debug_config"] = recorded.pop(debug_key)  # the adapter's own name for it
    if "ge.optimizationSwitch" in recorded:
        recorded["ge.optimizationSwitch"] += (
            "forbidden_close_pass:on" if recorded["ge.optimizationSwitch"].endswith(";") else ";forbidden_close_pass:on"
        )
    assert same(recorded, predicted, TENSORFLOW)


@EXAMPLES
@given(options=option_sets())
def test_arguments_of_npurunconfig(options: OptionSet) -> None:
    emitted = emit(options, "tf1-run-config")
    names, log = run(emitted.text)
    found: dict[str, Any] = {}
    for name, value in names["run_config"].keywords.items():
        if isinstance(value, Call):
            owner = value._path.rpartition(".")[2].removesuffix("()")
            found.update({f"{owner}.{inner}": v for inner, v in value.keywords.items()})
        else:
            found[name] = value
    environment = dict([("ge.exec.allow_hf32", value) for path, value in log if "environ[" in path][-1:])
    compare_tensorflow(emitted, {**by_table("tf1_npurunconfig", found), **environment}, "ge.exec.opDebugConfig")


@EXAMPLES
@given(options=option_sets())
def test_attributes_of_global_options(options: OptionSet) -> None:
    emitted = emit(options, "tf2")
    _, log = run(emitted.text)
    root = "npu_device.global_options()."
    found = by_table("tf2_global_options", {p.removeprefix(root): v for p, v in log if p.startswith(root)})
    switch = [value for path, value in log if path.endswith("enable_tensor_float_32_execution()")]
    if switch:
        found["ge.exec.allow_hf32"] = as_text(switch[0][0])
    compare_tensorflow(emitted, found, "none")
    assert [path for path, _ in log][-2:] == ["npu_device.open()", "npu_device.open().as_default()"]


@EXAMPLES
@given(options=option_sets())
def test_arguments_of_set_context(options: OptionSet) -> None:
    emitted = emit(options, "mindspore")
    _, log = run(emitted.text)
    assert [path for path, _ in log] == ["mindspore.set_context()"]
    arguments = dict(log[0][1]) if log[0][1] else {}
    config = dict(arguments.pop("ascend_config", {}))
    compare_mindspore(
        emitted, config.pop("ge_options", {}), config, "mindspore_ascend_config", arguments.get("deterministic")
    )


def compare_mindspore(
    emitted: Emitted, raw: dict[str, Any], found: dict[str, Any], table: str, deterministic: Any
) -> None:
    prefix = "op_precision." if table == "mindspore_op_precision" else ""
    digits = [found.pop(f"{prefix}{name}_allow_hf32", None) for name in ("conv", "matmul")]
    recorded = by_table(table, found)
    if digits != [None, None]:
        recorded["ge.exec.allow_hf32"] = "".join(str(int(d)) for d in digits)
    if deterministic is not None:
        recorded["ge.deterministic"] = {"ON": "1", "OFF": "0", True: "1", False: "0"}[deterministic]
    for level, table_of_level in raw.items():
        assert table_of_level == emitted.predicted[level]
    assert same(recorded, emitted.predicted.get("", {}), {})
    assert set(raw) == {level for level in emitted.predicted if level}


@EXAMPLES
@given(options=option_sets())
def test_calls_of_device_context(options: OptionSet) -> None:
    emitted = emit(options, "mindspore-op-precision")
    _, log = run(emitted.text)
    calls = dict(log)
    root = "mindspore.device_context.ascend."
    found = {
        path.removeprefix(root).removesuffix("()"): value[0] for path, value in calls.items() if path.startswith(root)
    }
    raw = calls.get("mindspore.jit()", {}).get("ge_options", {}) if "mindspore.jit()" in calls else {}
    deterministic = calls.get("mindspore.set_deterministic()", (None,))[0]
    compare_mindspore(emitted, raw, found, "mindspore_op_precision", deterministic)


@EXAMPLES
@given(options=option_sets())
def test_provider_options(options: OptionSet) -> None:
    emitted = emit(options, "onnxruntime")
    names, log = run(emitted.text)
    names["make_session"]("m.onnx")
    assert log[0][0] == "onnxruntime.InferenceSession()"
    provider, given_options = log[0][1]["providers"][0] if isinstance(log[0][1], dict) else ("", {})
    assert provider == "CANNExecutionProvider"
    assert by_table("onnxruntime_cann", given_options) == emitted.predicted.get("", {})


def test_every_python_front_end_is_run_here() -> None:
    tested = {
        "ge-python-offline",
        "ge-python-session",
        "torchair",
        "torch-npu",
        "tf1-parameter-map",
        "tf1-run-config",
        "tf2",
        "mindspore",
        "mindspore-op-precision",
        "onnxruntime",
    }
    assert {name for name, row in FRONT_ENDS.items() if row.language == "python"} == tested


def test_the_recorder_sees_what_a_text_does() -> None:
    _, log = run("import a\na.b = 1\na.c['x'] = 2\na.d(3)\n")
    assert log == [("a.b", 1), ("a.c['x']", 2), ("a.d()", (3,))]
