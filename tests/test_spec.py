"""geopts.toml: what is read, and what is told with the key's path when it is wrong."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from geopts.errors import FileError, FindingsError
from geopts.findings import Finding, Severity
from geopts.option_set import OptionSet
from geopts.precision.op_precision import OpPrecision
from geopts.spec import Spec, check_spec, load_mapping, read_spec
from geopts.values import AllowHF32

WHOLE = """\
product = "A2"
cann = "9.1.0"
parser = "old"
[options]
precision_mode_v2 = "origin"
allow_hf32 = { conv = true, matmul = false }
tiling_schedule_optimize = true
[precision]
by_op_type = { Gelu = "high_precision" }
[precision.by_node_name]
"encoder/0/softmax" = "high_performance"
[pypto.runtime]
stitch_function_num_per_pool = [64, 2, 1]
[lint]
select = ["GEO1"]
"""
AS_JSON = {
    "product": "A2",
    "cann": "9.1.0",
    "parser": "old",
    "options": {
        "precision_mode_v2": "origin",
        "allow_hf32": {"conv": True, "matmul": False},
        "tiling_schedule_optimize": True,
    },
    "precision": {"by_op_type": {"Gelu": "high_precision"}, "by_node_name": {"encoder/0/softmax": "high_performance"}},
    "pypto": {"runtime": {"stitch_function_num_per_pool": [64, 2, 1]}},
    "lint": {"select": ["GEO1"]},
}


def read(text: str, name: str = "geopts.toml") -> Spec:
    return read_spec(name, text.encode())


def findings(text: str, name: str = "geopts.toml") -> list[Finding]:
    with pytest.raises(FindingsError) as caught:
        read(text, name)
    found = list(caught.value.findings)
    assert all(f.severity is Severity.ERROR and f.path == name and f.source and f.hint for f in found)
    assert f"{len(found)} error" in caught.value.message
    return found


def test_a_whole_spec_from_toml_and_from_json() -> None:
    spec = read(WHOLE)
    assert (spec.product, spec.cann, spec.parser, spec.soc_version) == ("A2", "9.1.0", "old", None)
    assert spec.options == OptionSet(
        PRECISION_MODE_V2="origin",
        ALLOW_HF32=AllowHF32(conv=True, matmul=False),
        TILING_SCHEDULE_OPTIMIZE=True,
        OP_PRECISION_MODE=OpPrecision({"Gelu": "high_precision"}, {"encoder/0/softmax": "high_performance"}),
    )
    assert spec.pypto_runtime == {"stitch_function_num_per_pool": [64, 2, 1]}
    assert spec.lint == {"select": ["GEO1"]}
    assert spec.precision_bytes is None
    assert spec.spelling == {
        "ge.exec.precision_mode_v2": "options.precision_mode_v2",
        "ge.exec.allow_hf32": "options.allow_hf32",
        "ge.tiling_schedule_optimize": "options.tiling_schedule_optimize",
        "ge.exec.op_precision_mode": "precision",
    }
    for name in ("spec.json", "no_ending"):
        assert read(json.dumps(AS_JSON), name).options == spec.options
    assert read("\ufeff" + WHOLE).options == spec.options


def test_an_empty_file_is_an_empty_spec() -> None:
    for text in ("", "\n# nothing\n", "{}"):
        spec = read(text)
        assert spec.options == OptionSet()
        assert (spec.product, spec.precision_bytes, spec.pypto_runtime, spec.lint) == (None, None, None, None)


def test_null_leaves_an_option_unset() -> None:
    assert read('{"options": {"precision_mode": null, "ge.exec.op_precision_mode": null}}').options == OptionSet()
    (finding,) = findings('{"options": {"bogus": null}}')
    assert finding.key == "options.bogus"


@pytest.mark.parametrize(
    "line",
    [
        "precision_mode_v2 = 'origin'",
        "PRECISION_MODE_V2 = 'origin'",
        "'ge.exec.precision_mode_v2' = 'origin'",
        "ge.exec.precision_mode_v2 = 'origin'",
        "ge = { exec = { precision_mode_v2 = 'origin' } }",
        "'ge::ir_option::PRECISION_MODE_V2' = 'origin'",
    ],
)
def test_names_as_people_write_them(line: str) -> None:
    assert read(f"[options]\n{line}").options == OptionSet(PRECISION_MODE_V2="origin")


def test_unquoted_keys_with_dots_reach_tables_too() -> None:
    text = "[options]\nge.exec.allow_hf32 = { conv = true, matmul = true }\nge.optimizationSwitch.PassA = true\nge.opDebugLevel = 2"
    assert dict(read(text).options.items()) == {
        "ge.exec.allow_hf32": AllowHF32(conv=True, matmul=True),
        "ge.optimizationSwitch": {"PassA": True},
        "ge.opDebugLevel": 2,
    }


def test_a_precision_file_is_relative_to_the_spec_and_kept_byte_for_byte(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    data = b"# comment\r\nGelu = high_precision\r\nnonsense\r\n"
    (tmp_path / "sub").mkdir()
    (tmp_path / "sub" / "my.ini").write_bytes(data)
    (tmp_path / "sub" / "geopts.toml").write_text("[precision]\nfile = 'my.ini'\n", encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    spec = read_spec("sub/geopts.toml")
    assert spec.precision_bytes == data
    assert spec.options.op_precision == OpPrecision({"Gelu": "high_precision"})
    absolute = f"[precision]\nfile = {json.dumps(str(tmp_path / 'sub' / 'my.ini'))}\n"
    assert read(absolute).precision_bytes == data


@pytest.mark.parametrize(
    ("text", "code", "key", "told"),
    [
        ("produkt = 'A2'", "GEO501", "produkt", "did you mean 'product'"),
        ("zzz = 1", "GEO501", "zzz", "allowed here are $schema, cann, lint"),
        ("precision_mode_v2 = 'origin'", "GEO501", "precision_mode_v2", "move precision_mode_v2 there"),
        ("product = 2", "GEO505", "product", "write a string"),
        ("parser = 'newest'", "GEO505", "parser", "'old' or 'new'"),
        ("options = 1", "GEO505", "options", "a table"),
        ("options = []", "GEO505", "options", "a table"),
        ("precision = 'my.ini'", "GEO505", "precision", "a table"),
        ("[precision]\nby_type = {}", "GEO501", "precision.by_type", "by_op_type"),
        ("[precision]\nby_op_type = 'Gelu'", "GEO505", "precision.by_op_type", "a table"),
        ("[precision.by_op_type]\nGelu = true", "GEO505", "precision.by_op_type.Gelu", "a string"),
        ("[precision.by_op_type]\nGelu = 'high_precison'", "GEO201", "precision.by_op_type.Gelu", "high_precision"),
        (
            "[precision.by_node_name]\n'a/b' = 'High_Precision'",
            "GEO201",
            "precision.by_node_name.a/b",
            "high_precision",
        ),
        ("[precision]\nfile = 3", "GEO505", "precision.file", "a string"),
        ("[precision]\nfile = 'no/such.ini'", "GEO510", "precision.file", "no such file"),
        ("[precision]\nfile = '.'", "GEO510", "precision.file", "is a directory"),
        ("pypto = 1", "GEO505", "pypto", "a table"),
        ("[pypto]\nrun = {}", "GEO501", "pypto.run", "runtime"),
        ("[pypto]\nruntime = 1", "GEO505", "pypto.runtime", "a table"),
        ("lint = 1", "GEO505", "lint", "a table"),
        ("[options]\nprecison_mode = 'x'", "GEO501", "options.precison_mode", "precision_mode"),
        ("[options]\nge.exec.nothing.at_all = 1", "GEO501", "options.ge.exec.nothing.at_all", "ge.exec.nothing.at_all"),
        ("[options]\nprecision_mode_v2 = 'orign'", "GEO504", "options.precision_mode_v2", "'origin'"),
        ("[options]\ntiling_schedule_optimize = 1", "GEO505", "options.tiling_schedule_optimize", "true or false"),
        ("[options]\nprecision_mode_v2 = 2020-01-01", "GEO505", "options.precision_mode_v2", "one of fp16"),
        ("[options]\nprecision_mode_v2 = [[]]", "GEO505", "options.precision_mode_v2", "one of fp16"),
        (
            "[options]\nprecision_mode_v2 = 'fp16'\nPRECISION_MODE_V2 = 'origin'",
            "GEO505",
            "options.PRECISION_MODE_V2",
            "options.precision_mode_v2",
        ),
        (
            "[options]\nop_precision_mode = 'a.ini'\n[precision]\nby_op_type = {}",
            "GEO301",
            "precision",
            "leave one of them out",
        ),
    ],
)
def test_one_mistake_is_one_finding_at_its_key(text: str, code: str, key: str, told: str) -> None:
    (finding,) = findings(text)
    assert (finding.code, finding.key) == (code, key)
    assert told in f"{finding.message} {finding.hint}"
    assert key in finding.message or key in finding.hint


def test_all_mistakes_are_told_at_once(tmp_path: Path) -> None:
    (tmp_path / "x.ini").write_bytes(b"")
    text = """\
product = 1
cans = "9.1.0"
[options]
precision_mode_v2 = "orign"
tiling_schedule_optimize = 2
no_such_option = 1
[precision]
file = "x.ini"
by_op_type = { Gelu = "high" }
by_node_name = { n = 1 }
[pypto]
runtime = 3
"""
    found = findings(text, str(tmp_path / "geopts.toml"))
    assert {f.key for f in found} == {
        "product",
        "cans",
        "options.precision_mode_v2",
        "options.tiling_schedule_optimize",
        "options.no_such_option",
        "precision.file",
        "precision.by_node_name.n",
        "pypto.runtime",
    }
    assert len(found) == 8
    modes = findings("[precision]\nby_op_type = { Gelu = 'high' }\nby_node_name = { n = 1, m = 'high' }")
    assert {f.key for f in modes} == {
        "precision.by_op_type.Gelu",
        "precision.by_node_name.n",
        "precision.by_node_name.m",
    }


def test_what_can_be_used_is_given_beside_what_cannot() -> None:
    mapping = load_mapping(
        "x.toml", b"product = 3\ncann = '9.1.0'\n[options]\nprecision_mode_v2 = 'origin'\nbogus = 1\n"
    )
    spec, found = check_spec("x.toml", mapping)
    assert (spec.product, spec.cann) == (None, "9.1.0")
    assert spec.options == OptionSet(PRECISION_MODE_V2="origin")
    assert [f.key for f in found] == ["product", "options.bogus"]


@pytest.mark.parametrize(
    ("name", "data", "told"),
    [
        ("a.toml", "product = 'A2'".encode("utf-16"), "is UTF-16"),
        ("a.toml", "product = 'A2'".encode("utf-16-be"), "no valid TOML"),
        ("a.toml", b"\x7fELF\0\0\0\xff\xff", "is binary"),
        ("a.toml", "product = 'é'".encode("latin-1"), "no UTF-8 (byte 11)"),
        ("a.toml", b"product = ", "no valid TOML"),
        ("a.toml", b"a = 1\na = 2", "no valid TOML"),
        ("a.toml", b"[options]\n[options]", "no valid TOML"),
        ("a.json", b"product = 1", "no valid JSON"),
        ("a.json", b"[1]", "holds a list where a table"),
        ("a.json", b"null", "holds a NoneType"),
        ("a.json", b'{"product": "A2", "product": "A3"}', "'product' stands twice"),
        ("a.json", b'{"options": {"x": 1, "x": 1}}', "'x' stands twice"),
        ("a.json", b'{"product": ' + b"9" * 5000 + b"}", "no valid JSON"),
        ("a.toml", b"product = 0x" + b"f" * 5000, "a number of 20000 bits"),
        ("a.json", b'{"options": {"event_sync_timeout": 99999999999999999999999}}', "a number of 77 bits"),
        ("a.json", b"[" * 100_000, "nested too deeply"),
        ("a.json", b'{"a":' * 200 + b"1" + b"}" * 200, "nested too deeply"),
        ("a.toml", b"a = " + b"[" * 100_000, "nested too deeply"),
        ("a.toml", b"[options]\nge" + b".a" * 3000 + b" = 1", "nested too deeply"),
        ("a.toml", b"[options]\nprecision_mode_v2" + b".a" * 3000 + b" = 1", "nested too deeply"),
    ],
    ids=range(20),
)
def test_what_is_no_spec_at_all(name: str, data: bytes, told: str) -> None:
    with pytest.raises(FileError) as caught:
        read_spec(name, data)
    assert told in caught.value.message
    assert caught.value.message.startswith(f"{name}: ")
    assert caught.value.path == name
    assert len(caught.value.message) < 500


def test_long_values_are_not_repeated_in_full() -> None:
    text = "x" * 100_000
    for spec in (
        f"parser = '{text}'",
        f"[options]\nprecision_mode_v2 = '{text}'",
        f"[precision.by_op_type]\nA = '{text}'",
    ):
        (finding,) = findings(spec)
        assert len(finding.message) < 600


def test_files_that_cannot_be_read(tmp_path: Path) -> None:
    with (tmp_path / "large.toml").open("wb") as stream:
        stream.truncate(200 * 1024 * 1024)
    for name, told in (("missing.toml", "no such file"), (".", "is a directory"), ("large.toml", "more than 16 MiB")):
        with pytest.raises(FileError, match=told):
            read_spec(tmp_path / name)
