"""Option dicts under the linter: every form, what each call does with keys and values, and that dicts that work stay silent."""

from __future__ import annotations

import contextlib
import json
import time
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from geopts.errors import FileError, GeoptsError
from geopts.facts.options import BY_KEY, OPTIONS
from geopts.facts.rows import Acceptance, Call
from geopts.findings import Finding, Severity
from geopts.lint.run import LintOptions, lint_data
from geopts.rules.context import context_from
from geopts.rules.option_checks import kind_of, lint_options, recognise, same_effect
from geopts.rules.option_dicts import form_of

#: Option dicts of public code with the verdict of a reader of GE's source.
CORPUS = json.loads((Path(__file__).parent / "data" / "lint" / "option_dicts.json").read_text(encoding="utf-8"))


def pointed(text: str, finding: Finding) -> str:
    span = finding.span
    assert span is not None
    return text.encode()[span.offset : span.end_offset].decode()


def found(options: Any, **context: str) -> list[tuple[str, str, str]]:
    """Give code, severity and the text each finding points at."""
    text = options if isinstance(options, str) else json.dumps(options, ensure_ascii=False)
    findings = lint_options("options.json", text.encode(), context_from(context))
    return [(f.code, f.severity.value, pointed(text, f) if f.span else "") for f in findings]


def codes(options: Any, **context: str) -> list[str]:
    return [code for code, _, _ in found(options, **context)]


@pytest.mark.parametrize("entry", CORPUS, ids=lambda entry: f"{entry['verdict']}-{next(iter(entry['options']))}")
def test_dicts_of_public_code(entry: dict[str, Any]) -> None:
    findings = found(entry["options"])
    why = " ".join(entry["why"])
    if entry["verdict"] == "ok" or "310P" in why:  # the product is not in the dict
        assert findings == []
    elif entry["verdict"] == "deprecated":
        assert {severity for _, severity, _ in findings} == {"note"}
        assert "GEO506" in [code for code, _, _ in findings]
    elif "file missing" in why:  # a relative path: nobody knows from where it counts
        assert [(code, severity) for code, severity, _ in findings] == [("GEO510", "note")]
    else:
        assert {"error", "warning"} & {severity for _, severity, _ in findings}


@pytest.mark.parametrize(
    ("options", "form"),
    [
        ({"build_model": {}}, "calls"),
        ({"session": {"ge.jit_compile": "1"}}, "calls"),
        ({"graph": {}, "session": {}}, "calls"),
        ({"build_modle": {"ge.jit_compile": "1"}}, "calls"),
        ({"global": {"ge.jit_compile": "1"}, "session": {}}, "levels"),
        ({"compile options": {}}, "raw_ge_options"),
        ({"compile_options": {"global": {}}}, "raw_ge_options"),
        ({"execute options": {"graph": {}}}, "raw_ge_options"),
        ({"ge.jit_compile": "1"}, "flat"),
        ({"precision_mode_v2": "origin"}, "flat"),
        ({}, "flat"),
        ({"options": {}, "product": "A2"}, "spec"),
        ({"precision": {"by_op_type": {}}}, "spec"),
        ({"graph": {"nodes": []}}, "other"),
        ({"global": {"platform": {}}, "runtime": {"run_mode": 0}}, "other"),
        ({"name": "x"}, "other"),
        ({"log": "x", "name": "y"}, "other"),
        ({"log": "debug"}, "flat"),
    ],
)
def test_forms(options: dict[str, Any], form: str) -> None:
    assert form_of(options) == form


@pytest.mark.parametrize(
    ("path", "data", "kind"),
    [
        ("x.toml", b"[options]", "spec"),
        ("x.json", b'{"ge.jit_compile": "1"}', "options"),
        ("x.cfg", b' {"compile options": {}}', "raw_ge_options"),
        ("x.json", b'{"options": {}}', "spec"),
        ("x.json", b"[1]", "other"),
        ("x.json", b"{", "other"),
        ("x.ini", b"Gelu=high_precision", "ini"),
    ],
)
def test_kind_by_content(path: str, data: bytes, kind: str) -> None:
    assert kind_of(path, data) == kind


@pytest.mark.parametrize(
    ("name", "head", "known"),
    [
        ("o.json", b'{"build_model": {"ge.jit_compile": "1"}}', True),
        ("o.json", b'\xef\xbb\xbf\n{"compile options": {', True),
        ("spec.json", b'{"precision": {"by_op_type": {}}}', True),
        ("o.json", b'{"session": {"ge.jit_compile": "1",}}', True),
        ("schema.json", b'{"properties": {"build_model": {"type": "object"}}}', False),
        ("keys.json", b'{"ge": {"ge.jit_compile": {"type": "int"}', False),
        ("package.json", b'{"name": "x"}', False),
        ("dump.json", b'[{"ge.x": 1}]', False),
        ("o.txt", b'{"ge.jit_compile": "1"}', False),
    ],
)
def test_recognise(name: str, head: bytes, known: bool) -> None:
    assert recognise(name, head) is known


def test_keys_and_calls_follow_the_lists_in_the_code() -> None:
    """Every option in every call: an error where the code rejects the key, nothing where it lists it, else a line in GE's log."""
    for call in Call:
        table = {row.key: "" for row in OPTIONS}
        told = {
            text.strip('"'): (code, severity)
            for code, severity, text in found({call.value: table})
            if code in ("GEO502", "GEO503")
        }
        for row in OPTIONS:
            acceptance = row.scopes_in_code[call]
            if acceptance is Acceptance.REJECTED:
                assert told[row.key] == ("GEO502", "error")
            elif acceptance is Acceptance.WARNED:
                assert told.get(row.key, ("GEO503", ""))[0] == "GEO503"
            else:
                assert row.key not in told


@pytest.mark.parametrize(
    ("call", "severity"),
    [
        ("build_model", "error"),
        ("parse", "error"),
        ("build_initialize", "warning"),
        ("ge_initialize", "warning"),
        ("session", "warning"),
        ("graph", "warning"),
    ],
)
def test_an_unknown_key_is_as_bad_as_the_call_takes_it(call: str, severity: str) -> None:
    # ge_ir_build.cc:793-811 and acl_graph_parser_util.cc:625-645 fail, option_supportion_checker.cc only logs
    assert found({call: {"ge.exec.high_preformance": "1", "ge.exec.allow_hf23": "true"}})[1] == (
        "GEO501",
        severity,
        '"ge.exec.allow_hf23"',
    )
    unlike = found({call: {"ge.zzzzzz": "1"}})
    assert unlike == [("GEO501", "error" if severity == "error" else "note", '"ge.zzzzzz"')]


def test_keys_of_the_hidden_list_and_of_front_ends_are_known() -> None:
    # tuning_utils.cc:42, ge_types.h:594-595; ge.hcomParallel is sent by the TensorFlow adapter
    assert codes({"build_model": {"ge.buildMode": "normal", "ge.recompute": "manual"}}) == []
    assert codes({"ge_initialize": {"ge.hcomParallel": "1"}}) == []
    assert codes({"build_model": {"ge.hcomParallel": "1"}}) == ["GEO501"]


@pytest.mark.parametrize(
    ("key", "value", "expected"),
    [
        ("ge.tiling_schedule_optimize", 1, ("GEO505", "error", "1")),
        ("ge.tiling_schedule_optimize", None, ("GEO505", "error", "null")),
        ("ge.tiling_schedule_optimize", {"a": "b"}, ("GEO505", "error", '{"a": "b"}')),
        ("ge.tiling_schedule_optimize", "true", ("GEO504", "error", '"true"')),
        ("ge.exec.precision_mode", '"force_fp16"', ("GEO512", "error", '"\\"force_fp16\\""')),
        ("ge.exec.precision_mode", "\u201cforce_fp16\u201d", ("GEO512", "error", '"\u201cforce_fp16\u201d"')),
        ("ge.exec.modify_mixlist", "'m.json'", ("GEO512", "error", "\"'m.json'\"")),
        ("ge.op_compiler_cache_dir", "$HOME/cache", ("GEO513", "warning", '"$HOME/cache"')),
        # documented values that no check in the code is known for
        ("ge.opDebugLevel", "7", ("GEO504", "warning", '"7"')),
    ],
)
def test_values(key: str, value: object, expected: tuple[str, str, str]) -> None:
    assert expected in found({"build_model": {key: value}})


@pytest.mark.parametrize("key", ["ge.exec.precision_mode", "ge.opDebugLevel", "ge.dynamicDims", "input_shape"])
def test_an_empty_text_is_none(key: str) -> None:
    assert codes({"build_model": {key: ""}}) == []


@pytest.mark.parametrize(
    ("call", "value", "refused"),
    [("build_initialize", "10", True), ("build_model", "10", False), ("ge_initialize", "10", False)],
)
def test_a_value_that_one_door_refuses(call: str, value: str, refused: bool) -> None:
    # option_utils.cc:1413-1422 is asked by build_initialize only
    assert ("GEO504" in codes({call: {"ge.exec.allow_hf32": value}})) is refused


def test_sparsity_takes_no_empty_text_at_its_door() -> None:
    # the text is compared with 0 and 1 (option_utils.cc:983-992)
    assert codes({"build_initialize": {"ge.enableSparseMatrixWeight": ""}}) == ["GEO504"]


class TestFlat:
    """One dict, and nobody says which call takes it."""

    def test_a_call_that_lists_every_key_makes_it_silent(self) -> None:
        # build_initialize refuses 10 for allow_hf32, build_model takes it
        assert codes({"ge.exec.allow_hf32": "10", "ge.exec.precision_mode_v2": "origin"}) == ["GEO507"]

    def test_keys_of_calls_that_only_log(self) -> None:
        # ge.constLifecycle is listed by the session calls, ge.enableSmallChannel by build_initialize and two of them
        (only,) = found({"ge.virtual_type": "1", "ge.constLifecycle": "graph"})
        assert only[:2] == ("GEO503", "note")

    def test_keys_that_fit_no_call(self) -> None:
        findings = found({"input_shape": "x:1", "input_format": "ND", "ge.socVersion": "Ascend910B3"})
        assert findings == [("GEO502", "warning", '"ge.socVersion"')]

    def test_relations_that_hold_in_every_call(self) -> None:
        both = {"ge.exec.precision_mode": "force_fp16", "ge.exec.precision_mode_v2": "origin"}
        # the builds and a session refuse the pair, add_graph takes it and one of the two does nothing: the mildest is told
        (finding,) = lint_options("o.json", json.dumps(both).encode())
        assert (finding.code, finding.severity) == ("GEO302", Severity.WARNING)
        assert "(graph)" in finding.message
        # in every call the one makes the other useless
        cache = {"ge.op_compiler_cache_dir": "c", "ge.op_compiler_cache_mode": "disable"}
        (finding,) = lint_options("o.json", json.dumps(cache).encode())
        assert finding.code == "GEO303"
        assert "(" not in finding.message.partition(":")[0]

    def test_constants_instead_of_keys(self) -> None:
        text = '{"PRECISION_MODE_V2": "origin", "ge.oo.level": "O3"}'
        (finding,) = lint_options("o.json", text.encode())
        assert (finding.code, finding.severity) == ("GEO501", Severity.WARNING)
        assert "ge.exec.precision_mode_v2" in finding.hint


class TestRaw:
    """ATC's --raw_ge_options (api/atc/main_impl.cc:261-514)."""

    @pytest.mark.parametrize(
        ("compile_options", "expected"),
        [
            ({"global": {"ge.exec.allow_hf32": "true"}}, ("GEO507", "note")),
            ({"global": {"ge.exec.allow_hf32": "1"}}, ("GEO504", "error")),
            ({"global": {"ge.exec.allow_hf32": True}}, ("GEO505", "error")),
            ({"global": {"ge.socVersion": "Ascend910B3"}}, ("GEO502", "error")),
            ({"global": {"ge.compile.h2dOverlappedWithCompute": "1"}}, ("GEO502", "error")),
            ({"global": {"ge.exec.alow_hf32": "true"}}, ("GEO501", "error")),
            ({"global": {"": "x"}}, ("GEO501", "error")),
            ({"global": []}, ("GEO505", "error")),
            ({"globl": {}}, ("GEO501", "error")),
            ([], ("GEO505", "error")),
            # missing here, but perhaps on the command line
            ({"graph": {"ge.exec.modify_mixlist": "m.json"}}, ("GEO303", "note")),
            (
                {"graph": {"ge.exec.precision_mode": "force_fp16"}, "global": {"ge.exec.precision_mode_v2": "origin"}},
                ("GEO301", "error"),
            ),
        ],
    )
    def test_what_atc_says(self, compile_options: Any, expected: tuple[str, str]) -> None:
        assert expected in [(code, severity) for code, severity, _ in found({"compile options": compile_options})]

    def test_what_atc_takes(self) -> None:
        options = {
            "ge.jit_compile": "2",
            "ge.outputDatatype": "conv:0:FP16",
            "ge.status_check": "1",
            "ge.inputShape": "x:1",
        }
        assert found({"compile options": {"session": options}}) == []

    def test_the_stronger_level(self) -> None:
        levels = {"global": {"ge.oo.level": "O1"}, "graph": {"ge.oo.level": "O3"}, "session": {"ge.oo.level": "O3"}}
        assert found({"compile options": levels}) == [
            ("GEO302", "warning", '"ge.oo.level"'),
            ("GEO302", "note", '"ge.oo.level"'),
        ]

    def test_other_words_at_the_top(self) -> None:
        assert found({"compile_options": {"global": {}}}) == [("GEO501", "error", '"compile_options"')]
        assert found({"compile options": {}, "comment": "x"}) == [("GEO501", "note", '"comment"')]


def test_relations_point_at_the_dict_they_are_about() -> None:
    text = json.dumps(
        {
            "build_initialize": {"ge.exec.precision_mode_v2": "origin"},
            "build_model": {"ge.exec.precision_mode": "force_fp16", "ge.exec.precision_mode_v2": "origin"},
        },
        indent=1,
    )
    findings = [f for f in lint_options("o.json", text.encode()) if f.code == "GEO301"]
    assert [(f.span.line if f.span else 0, f.key) for f in findings] == [(6, "build_model.ge.exec.precision_mode")]


def test_the_product_comes_from_the_dict_or_from_the_context() -> None:
    dicts = {"build_initialize": {"ge.socVersion": "Ascend910B3", "ge.engineType": "VectorCore"}}
    assert codes(dicts) == ["GEO401"]  # products.json: --core_type is for 310P alone
    assert codes(dicts, product="310P") == []
    assert found({"build_initialize": {"ge.socVersion": "Ascend910B9"}}) == [("GEO404", "warning", '"Ascend910B9"')]


def test_an_ini_file_beside_the_dict_is_read(tmp_path: Path) -> None:
    (tmp_path / "p.ini").write_text("Conv2D=high_precision\n")
    data = json.dumps({"build_model": {"ge.exec.op_precision_mode": "p.ini", "ge.exec.allow_hf32": "true"}}).encode()
    context = context_from({"product": "A2"})
    assert "GEO308" in [f.code for f in lint_options(str(tmp_path / "o.json"), data, context)]


def test_fixes() -> None:
    text = '{"build_model": {"precision_mode": "\\"force_fp16\\"", "ge.opDebugLevel": 0}}'
    result = lint_data("o.json", text.encode(), LintOptions(isolated=True, fix=True, unsafe=True))
    (mended,) = result.mended
    assert mended.after == b'{"build_model": {"ge.exec.precision_mode": "force_fp16", "ge.opDebugLevel": "0"}}'
    assert result.findings == []


def test_no_fix_makes_a_key_stand_twice() -> None:
    text = '{"build_model": {"precision_mode": "x", "ge.exec.precision_mode": "force_fp16"}}'
    assert [f.fix for f in lint_options("o.json", text.encode())] == [None]


def test_same_effect() -> None:
    assert same_effect(b'{"a": 1}', b'{ "a" : 1 }')
    assert not same_effect(b'{"a": 1}', b'{"a": 2}')


def test_json_of_others_is_refused() -> None:
    with pytest.raises(FileError, match="neither a spec nor an option dict"):
        lint_options("x.json", b'{"name": "x"}')
    assert [f.code for f in lint_data("x.json", b'{"name": "x"}').findings] == ["GEO904"]


KEYS = st.one_of(
    st.sampled_from([*sorted(BY_KEY)[::7], "ge.nothing", "precision_mode", "", "\ud800", "ge.exec.op_precision_mode"]),
    st.text(max_size=5),
)
VALUES = st.one_of(
    st.sampled_from(
        [
            "",
            "1",
            "true",
            "origin",
            '"origin"',
            "a b",
            "x:-1,2",
            "1,2;3",
            "$X",
            "\x00",
            "\ud800",
            "Ascend910B3",
            "/no/p.ini",
        ]
    ),
    st.none(),
    st.booleans(),
    st.integers(),
    st.lists(st.integers(), max_size=2),
    st.text(max_size=4),
)
TABLES = st.dictionaries(KEYS, VALUES, max_size=4)
NAMES = st.sampled_from(
    [*(call.value for call in Call), "global", "compile options", "execute options", "build_modle", "options"]
)


@given(
    st.one_of(
        TABLES,
        st.dictionaries(NAMES, st.one_of(TABLES, st.dictionaries(NAMES, TABLES, max_size=2), VALUES), max_size=3),
    )
)
def test_no_dict_breaks_the_linter(options: dict[str, Any]) -> None:
    data = json.dumps(options).encode()
    try:
        findings = lint_options("o.json", data)
    except GeoptsError:
        return
    for finding in findings:
        if finding.span is not None:
            json.loads(b"[" + data[finding.span.offset : finding.span.end_offset] + b"]")  # whole tokens only


@given(st.binary(max_size=60).map(lambda tail: b'{"ge.x":' + tail))
def test_bytes_never_raise_another_error(data: bytes) -> None:
    with contextlib.suppress(GeoptsError):
        lint_options("o.json", data)


def test_ten_megabytes_on_one_line_are_quick() -> None:
    options = {
        "build_model": {"ge.exec.precision_mode": "x" * 5_000_000, "ge.graph_key": "y" * 5_000_000, "ge.oo.level": "O2"}
    }
    data = json.dumps(options).encode()
    start = time.perf_counter()
    assert [f.code for f in lint_options("o.json", data)].count("GEO504") == 3
    assert time.perf_counter() - start < 5  # 0.2 s on an idle machine
