"""``geopts build``: two files from a spec, or one clear message and nothing written."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any

import iniconfig
import pytest

Geo = Callable[..., tuple[int, str, str]]
AsNobody = Callable[[], AbstractContextManager[None]]

SPEC = """\
product = "A2"
[options]
precision_mode_v2 = "origin"
allow_hf32 = { conv = true, matmul = false }
tiling_schedule_optimize = true
[precision]
by_op_type = { Gelu = "high_precision" }
[precision.by_node_name]
"encoder/0/softmax" = "high_performance"
"""
INI = b"[ByOpType]\nGelu=high_precision\n\n[ByNodeName]\nencoder/0/softmax=high_performance\n"


def write(text: str, name: str = "geopts.toml") -> None:
    Path(name).write_text(text, encoding="utf-8")


def options_json(directory: str = "out") -> dict[str, dict[str, str]]:
    read: dict[str, dict[str, str]] = json.loads(Path(directory, "options.json").read_bytes())
    return read


def listing(directory: str = ".") -> list[str]:
    return sorted(str(path.relative_to(directory)) for path in Path(directory).rglob("*"))


def test_both_files_are_written(geo: Geo) -> None:
    write(SPEC)
    code, out, err = geo("build", "geopts.toml", "-o", "out", "--product", "A2")
    assert code == 0
    assert Path("out/op_precision.ini").read_bytes() == INI
    assert options_json() == {
        "build_initialize": {},
        "build_model": {
            "ge.exec.precision_mode_v2": "origin",
            "ge.exec.allow_hf32": "10",
            "ge.tiling_schedule_optimize": "1",
            "ge.exec.op_precision_mode": str(Path("out/op_precision.ini").absolute()),
        },
    }
    assert listing("out") == ["op_precision.ini", "options.json"]
    assert "wrote out/op_precision.ini\nwrote out/options.json\n" in out
    assert "  ge.tiling_schedule_optimize = 1\n" in out
    assert "error" not in err
    read = iniconfig.IniConfig("out/op_precision.ini")
    assert read["ByNodeName"]["encoder/0/softmax"] == "high_performance"


def test_the_same_again_changes_nothing(geo: Geo) -> None:
    write(SPEC)
    geo("build", "geopts.toml")
    before = {name: Path("out", name).read_bytes() for name in listing("out")}
    assert geo("build", "geopts.toml")[0] == 0
    assert {name: Path("out", name).read_bytes() for name in listing("out")} == before


def test_a_session_and_another_path_of_the_ini(geo: Geo) -> None:
    write(SPEC)
    assert (
        geo("build", "geopts.toml", "-o", "a/b", "--api", "session", "--ini-path", "/models/op_precision.ini")[0] == 0
    )
    calls = options_json("a/b")
    assert list(calls) == ["ge_initialize", "session", "graph"]
    assert calls["ge_initialize"]["ge.exec.op_precision_mode"] == "/models/op_precision.ini"
    assert Path("a/b/op_precision.ini").read_bytes() == INI


def test_without_precision_there_is_no_ini(geo: Geo) -> None:
    write("[options]\nprecision_mode = 'force_fp16'\n")
    code, out, err = geo("build", "geopts.toml")
    assert code == 0
    assert listing("out") == ["options.json"]
    assert options_json()["build_model"] == {"ge.exec.precision_mode": "force_fp16"}
    assert "build_initialize: no options" in out
    assert "HF32 is not known without a product" in err


def test_a_precision_file_is_passed_on_unchanged(geo: Geo) -> None:
    data = b"# mine\r\n  Gelu = high_precision\r\n\xff=high_performance\n"
    Path("my.ini").write_bytes(data)
    write("[precision]\nfile = 'my.ini'\n")
    assert geo("build", "geopts.toml")[0] == 0
    assert Path("out/op_precision.ini").read_bytes() == data
    assert Path("my.ini").read_bytes() == data


def test_pypto_options_go_to_a_file_of_their_own(geo: Geo) -> None:
    write("[pypto.runtime]\nstitch_function_num_per_pool = [64, 2, 1]\n")
    assert geo("build", "geopts.toml")[0] == 0
    assert json.loads(Path("out/pypto_runtime_options.json").read_bytes()) == {
        "stitch_function_num_per_pool": [64, 2, 1]
    }
    assert options_json() == {"build_initialize": {}, "build_model": {}}


def test_the_command_line_wins(geo: Geo) -> None:
    write("product = '310P'\nsoc_version = 'Ascend310P3'\nparser = 'new'\n[options]\ntiling_schedule_optimize = true\n")
    assert "GEO401" not in geo("build", "geopts.toml")[2]
    assert "GEO401" in geo("build", "geopts.toml", "--product", "910")[2]
    assert "GEO401" in geo("build", "geopts.toml", "--soc-version", "Ascend910A")[2]
    assert geo("build", "geopts.toml", "--cann", "99.0")[2].count("other versions are not attested") == 1
    # Ascend910B without a digit is the first-generation 910, not A2 (device_capability.cc:45)
    assert "first-generation 910" in geo("build", "geopts.toml", "--product", "Ascend910B")[2]


def test_json_is_one_object_with_the_contract_s_fields(geo: Geo) -> None:
    write(SPEC)
    code, out, err = geo("build", "geopts.toml", "--format", "json")
    told = json.loads(out)
    assert (code, err) == (0, "")
    assert told["calls"] == options_json()
    assert told["written"] == ["out/op_precision.ini", "out/options.json"]
    fields = {"code", "name", "severity", "message", "hint", "source", "path", "start", "end", "related", "fix"}
    assert told["findings"]
    for finding in told["findings"]:
        assert fields <= set(finding)
        assert finding["path"] == "geopts.toml"
    write("[options]\nbogus = 1\n")
    code, out, err = geo("build", "geopts.toml", "--format", "json")
    told = json.loads(out)
    assert (code, err, told["written"], told["calls"]) == (1, "", [], None)
    assert [f["key"] for f in told["findings"]] == ["options.bogus"]


def earlier_output() -> dict[str, bytes]:
    Path("out").mkdir()
    Path("out/op_precision.ini").write_bytes(b"earlier")
    Path("out/options.json").write_bytes(b"earlier")
    return {"op_precision.ini": b"earlier", "options.json": b"earlier"}


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("[options]\nbogus = 1\n", "GEO501"),
        ("[options]\nprecision_mode_v2 = 'orign'\n", "write 'origin'"),
        ("[options]\ntiling_schedule_optimize = 1\n", "an int is no bool"),
        ("[options]\n'ge.inputShape' = 'x:1'\n", "write input_shape here"),
        ("[options]\nprecision_mode_v2 = 'origin'\nprecision_mode = 'force_fp16'\n", "GEO301"),
        ("[precision.by_op_type]\nGelu = 'high_precison'\n", "GEO201"),
        ("[precision.by_node_name]\n'a=b' = 'high_precision'\n", "GEO209"),
        ("[precision]\nfile = 'missing.ini'\n", "missing.ini: no such file"),
        ("[options]\nop_precision_mode = 'missing.ini'\n", "GEO510"),
        ("[pypto.runtime]\nno_such_option = 1\n", "no_such_option"),
        ("product = 'A2'\n[options]\nsoc_version = 'Ascend310P3'\n", "GEO406"),
        ("produkt = 'A2'\n", "did you mean 'product'"),
    ],
)
def test_an_error_writes_nothing_and_exits_with_1(geo: Geo, text: str, told: str) -> None:
    before = earlier_output()
    write(text)
    code, out, err = geo("build", "geopts.toml")
    assert (code, out) == (1, "")
    assert told in err
    assert "geopts.toml" in err
    assert "nothing was written" in err
    assert "Traceback" not in err
    assert {name: Path("out", name).read_bytes() for name in listing("out")} == before


def test_a_file_of_wide_characters_is_an_error(geo: Geo) -> None:
    Path("wide.ini").write_bytes("[ByOpType]\nGelu=high_precision\n".encode("utf-16"))
    write("[precision]\nfile = 'wide.ini'\n")
    code, out, err = geo("build", "geopts.toml")
    assert (code, out) == (1, "")
    assert "UTF-16" in err
    assert not Path("out").exists()


@pytest.mark.parametrize("directory", ["a b", "a+b", "é"])
def test_a_path_that_ge_refuses(geo: Geo, directory: str) -> None:
    # base/common/util.cc:52-126: the resolved path may hold letters, digits, . / _ - and CJK characters
    write(SPEC)
    code, _, err = geo("build", "geopts.toml", "-o", directory)
    assert code == 1
    assert "GEO509" in err
    assert not Path(directory).exists()
    assert geo("build", "geopts.toml", "-o", directory, "--ini-path", "/models/op.ini")[0] == 0
    assert listing(directory) == ["op_precision.ini", "options.json"]


def make_bad_specs() -> None:
    Path("utf16.toml").write_bytes(SPEC.encode("utf-16"))
    Path("binary.toml").write_bytes(bytes(range(256)))
    Path("latin.toml").write_bytes("product = 'é'".encode("latin-1"))
    Path("list.json").write_bytes(b"[1]")
    Path("broken.toml").write_bytes(b"product = ")
    Path("deep.toml").write_bytes(b"[options]\nge" + b".a" * 3000 + b" = 1")
    Path("number.toml").write_bytes(b"product = 0x" + b"f" * 5000)
    Path("directory.toml").mkdir()
    os.mkfifo("pipe.toml")
    with Path("large.toml").open("wb") as stream:
        stream.truncate(200 * 1024 * 1024)


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("missing.toml", "no such file"),
        ("directory.toml", "is a directory"),
        ("utf16.toml", "UTF-16"),
        ("binary.toml", "is binary"),
        ("latin.toml", "no UTF-8"),
        ("list.json", "a table is expected"),
        ("broken.toml", "no valid TOML"),
        ("deep.toml", "nested too deeply"),
        ("number.toml", "20000 bits"),
        ("pipe.toml", "no regular file"),
        ("large.toml", "more than 16 MiB"),
        ("missing.toml/below", "no such file"),
        ("x" * 300, "cannot be read"),
    ],
)
@pytest.mark.parametrize("output", ["text", "json"])
def test_what_is_no_spec_exits_with_2(geo: Geo, name: str, told: str, output: str) -> None:
    before = earlier_output()
    make_bad_specs()
    code, out, err = geo("build", name, "--format", output)
    assert (code, out) == (2, "")
    assert err.startswith(f"geopts: {name}: ")
    assert told in err
    assert "Traceback" not in err
    assert len(err) < 800
    assert {name: Path("out", name).read_bytes() for name in listing("out")} == before


def test_a_spec_without_permission(geo: Geo, as_nobody: AsNobody) -> None:
    write(SPEC)
    Path("geopts.toml").chmod(0)
    with as_nobody():
        code, out, err = geo("build", "geopts.toml")
    assert (code, out) == (2, "")
    assert "no permission" in err


@pytest.mark.parametrize("bad", ["out", "out/options.json", "out/op_precision.ini"])
def test_an_output_that_is_something_else(geo: Geo, bad: str) -> None:
    write(SPEC)
    if bad == "out":
        Path("out").write_bytes(b"a file")
    else:
        earlier_output()
        Path(bad).unlink()
        Path(bad).mkdir()
    code, _, err = geo("build", "geopts.toml")
    assert code == 2
    assert "Traceback" not in err
    if bad == "out":
        assert Path("out").read_bytes() == b"a file"
    else:
        left = [Path("out", name) for name in listing("out")]
        assert [path.is_dir() or path.read_bytes() == b"earlier" for path in left] == [True, True]


def test_an_output_that_cannot_be_written(geo: Geo, as_nobody: AsNobody) -> None:
    write(SPEC)
    before = earlier_output()
    Path("out").chmod(0o555)
    with as_nobody():
        code, _, err = geo("build", "geopts.toml")
        assert code == 2
        assert "cannot be written (Permission denied)" in err
        code, _, err = geo("build", "geopts.toml", "-o", "out/deeper")
        assert code == 2
        assert "cannot be created (Permission denied)" in err
    assert {name: Path("out", name).read_bytes() for name in listing("out")} == before


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (("--product", "A9"), "A9"),
        (("--product", "Ascend910*"), "ambiguous"),
        (("--soc-version", "A2"), "product family"),
        (("--parser", "newest"), "'newest' is not one of"),
        (("--api", "online"), "'online' is not one of"),
        (("--format", "xml"), "'xml' is not one of"),
        (("--bogus",), "No such option"),
        (("second.toml",), "unexpected extra argument"),
    ],
)
def test_a_wrong_argument_exits_with_2(geo: Geo, arguments: tuple[str, ...], told: str) -> None:
    write(SPEC)
    code, out, err = geo("build", "geopts.toml", *arguments)
    assert (code, out) == (2, "")
    assert told in err
    assert not Path("out").exists()


@pytest.mark.parametrize("escape", ["\\udc80", "\\ud800"])
def test_text_that_is_no_utf_8_makes_valid_json(geo: Geo, escape: str) -> None:
    write('{"options": {"debug_dir": "' + escape + '"}}', "geopts.json")
    assert geo("build", "geopts.json")[0] == 0
    value: Any = json.loads(f'"{escape}"')
    assert options_json()["build_model"]["ge.debugDir"] == value
    json.loads(Path("out/options.json").read_bytes().decode("utf-8"))


def test_names_that_are_no_utf_8_reach_the_ini_byte_for_byte(geo: Geo) -> None:
    write('{"precision": {"by_node_name": {"a\\udc80": "high_precision"}}}', "geopts.json")
    assert geo("build", "geopts.json")[0] == 0
    assert Path("out/op_precision.ini").read_bytes() == b"[ByNodeName]\na\x80=high_precision\n"
    write('{"precision": {"by_node_name": {"a\\ud800": "high_precision"}}}', "geopts.json")
    code, _, err = geo("build", "geopts.json")
    assert code == 2
    assert "half a character" in err


def test_lines_that_ge_drops_in_a_named_file_are_told_and_keep_the_build_from_being_written(
    geo: Geo, tmp_path: Path
) -> None:
    (tmp_path / "own.ini").write_bytes(b"[ByNodename]\nencoder/0/conv=high_precision\n")
    (tmp_path / "geopts.toml").write_text('product = "A2"\n[precision]\nfile = "own.ini"\n')
    code, _, err = geo("build", "geopts.toml", "-o", "out")
    assert code == 1
    assert "own.ini:1:1" in err
    assert "GEO102" in err
    assert not (tmp_path / "out").exists()


def test_an_ini_of_an_earlier_build_is_told_to_be_stale(geo: Geo, tmp_path: Path) -> None:
    (tmp_path / "a.toml").write_text('product = "A2"\n[precision]\nby_op_type = { Gelu = "high_precision" }\n')
    (tmp_path / "b.toml").write_text('product = "A2"\n[options]\nprecision_mode_v2 = "origin"\n')
    assert geo("build", "a.toml", "-o", "out")[0] == 0
    code, _, err = geo("build", "b.toml", "-o", "out")
    assert code == 0
    assert "note: out/op_precision.ini is from an earlier build" in err
    assert json.loads(geo("build", "b.toml", "-o", "out", "--format", "json")[1])["left_over"] == [
        "out/op_precision.ini"
    ]
    # a spec may name that very file
    (tmp_path / "c.toml").write_text('product = "A2"\n[options]\nop_precision_mode = "out/op_precision.ini"\n')
    assert "earlier build" not in geo("build", "c.toml", "-o", "out")[2]
    (tmp_path / "d.toml").write_text("[pypto.runtime]\nrun_mode = 1\n")
    assert geo("build", "d.toml", "-o", "out")[0] == 0
    assert "note: out/pypto_runtime_options.json is from an earlier build" in geo("build", "c.toml", "-o", "out")[2]
    (tmp_path / "e.toml").write_text("[options]\nnothing = 1\n")
    code, _, err = geo("build", "e.toml", "-o", "out")
    assert code == 1
    assert err.endswith(
        "nothing was written; out/op_precision.ini, out/options.json, out/pypto_runtime_options.json from an earlier build stayed\n"
    )


def test_a_directory_as_op_precision_mode_is_a_warning(geo: Geo, tmp_path: Path) -> None:
    """GE reads a directory as an empty file (precision vectors, path-002)."""
    (tmp_path / "modes").mkdir()
    (tmp_path / "a.toml").write_text('product = "A2"\n[options]\nop_precision_mode = "modes"\n')
    code, _, err = geo("build", "a.toml", "-o", "out")
    assert code == 0
    assert "GEO510" in err
    assert "takes it for an empty file" in err


@pytest.mark.parametrize(
    ("text", "code", "key"),
    [
        ('product = "A9"', "GEO404", "product"),
        ('product = "310"', "GEO405", "product"),
        ('soc_version = "Ascend99"', "GEO404", "soc_version"),
        ('product = "A9"\nsoc_version = "Ascend910B3"', "GEO404", "product"),
        ('product = "A2"\nsoc_version = "Ascend99"', "GEO404", "soc_version"),
        ('product = "A2"\nsoc_version = "Ascend310P3"', "GEO406", "soc_version"),
    ],
)
def test_a_product_of_the_spec_that_cannot_be_used_is_told_at_its_key(geo: Geo, text: str, code: str, key: str) -> None:
    Path("geopts.toml").write_text(text + "\n", encoding="utf-8")
    exit_code, out, err = geo("build", "geopts.toml")
    assert (exit_code, out) == (1, "")
    assert err.startswith(f"geopts.toml: {key}: {code} ")
    assert not Path("out").exists()
    # the command line wins, so that nobody looks at it
    assert geo("build", "geopts.toml", "--product", "A2")[0] == 0


def test_an_ini_instead_of_a_spec_gets_the_way_to_one(geo: Geo) -> None:
    Path("op.ini").write_bytes(b"Gelu=high_precision\n")
    code, _, err = geo("build", "op.ini")
    assert code == 2
    assert "geopts init op.ini" in err
