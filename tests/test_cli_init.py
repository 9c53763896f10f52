"""``geopts init``: a spec to start from that says the same as what it was made of."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from geopts.option_set import OptionSet
from geopts.precision.op_precision import OpPrecision
from geopts.spec import read_spec
from geopts.spec_write import starting_toml

Geo = Callable[..., tuple[int, str, str]]


def test_from_nothing_a_file_that_builds(geo: Geo) -> None:
    code, out, err = geo("init")
    assert (code, out, err) == (0, "wrote geopts.toml\n", "")
    assert Path("geopts.toml").read_text(encoding="utf-8") == starting_toml()
    assert geo("build", "geopts.toml")[0] == 0
    # no op_precision.ini by itself: it would stop GE from loading its presets
    assert [path.name for path in Path("out").iterdir()] == ["options.json"]


@pytest.mark.parametrize(
    "data",
    [
        b"Gelu=high_precision",
        b"# comment\r\n[ByOpType]\r\nGelu = high_precision\r\n[ByNodeName]\r\na/b = keep_fp16\r\n",
        '[ByNodeName]\n模型/层=high_precision\n"quoted"=high_performance\n'.encode(),
        b"",
    ],
)
def test_from_an_ini(geo: Geo, data: bytes) -> None:
    Path("op.ini").write_bytes(data)
    assert geo("init", "op.ini", "-o", "mine.toml")[0] == 0
    assert read_spec("mine.toml").options.op_precision == OpPrecision.parse(data)
    assert read_spec("mine.toml").precision_bytes is None


@pytest.mark.parametrize("data", [b"Gelu=high_precision\nTanh=high\n", b"a\xff=high_precision\n"])
def test_an_ini_that_a_table_cannot_hold_is_named(geo: Geo, data: bytes) -> None:
    Path("sub").mkdir()
    Path("sub/op.ini").write_bytes(data)
    Path("specs").mkdir()
    code, _, err = geo("init", "sub/op.ini", "-o", "specs/mine.toml")
    assert code == 0
    assert Path("specs/mine.toml").read_text(encoding="utf-8") == '[precision]\nfile = "../sub/op.ini"\n'
    assert read_spec("specs/mine.toml").precision_bytes == data
    assert err == ("sub/op.ini:2: GE does not use this line: Tanh=high\n" if b"Tanh" in data else "")


FLAT = {
    "ge.exec.precision_mode_v2": "origin",
    "ge.exec.allow_hf32": "10",
    "ge.exec.op_precision_mode": "op.ini",
    "ge.dynamicDims": "1,2;3,4",
}


@pytest.mark.parametrize("name", ["dict.json", "dict.txt"])
def test_from_a_flat_option_dict(geo: Geo, name: str) -> None:
    Path(name).write_text(json.dumps(FLAT), encoding="utf-8")
    assert geo("init", name)[0] == 0
    assert read_spec("geopts.toml").options == OptionSet(FLAT)
    assert read_spec("geopts.toml").options.texts() == FLAT


def test_from_what_build_wrote(geo: Geo) -> None:
    text = "[options]\nprecision_mode_v2 = 'origin'\nallow_hf32 = '1'\nsoc_version = 'Ascend910B3'\nsparsity = true\n"
    Path("first.toml").write_text(text, encoding="utf-8")
    for api in ("offline", "session"):
        assert geo("build", "first.toml", "--api", api)[0] == 0
        assert geo("init", "out/options.json", "-o", "second.toml", "--force")[0] == 0
        assert read_spec("second.toml").options.texts() == read_spec("first.toml").options.texts()


@pytest.mark.parametrize(
    ("content", "keys"),
    [
        ({"bogus": "1"}, ["bogus"]),
        ({"precision_mode": "fp61"}, ["precision_mode"]),
        (
            {"precision_mode": 3, "tiling_schedule_optimize": 1, "PRECISION_MODE_V2": "origin"},
            ["precision_mode", "tiling_schedule_optimize"],
        ),
        (
            {"build_model": {"bogus": "1"}, "build_initialize": {"log": "x"}},
            ["build_model.bogus", "build_initialize.log"],
        ),
        ({"build_model": {"log": "info"}, "build_initialize": {"log": "debug"}}, ["build_initialize.log"]),
        ({"log": "info", "LOG": "debug"}, ["LOG"]),
        ({"build_modle": {"log": "info"}}, ["build_modle"]),
    ],
)
def test_a_dict_that_no_spec_can_hold_writes_nothing(geo: Geo, content: dict[str, Any], keys: list[str]) -> None:
    Path("dict.json").write_text(json.dumps(content), encoding="utf-8")
    code, out, err = geo("init", "dict.json")
    assert (code, out) == (1, "")
    assert [key for key in keys if f"{key}: " not in err] == []
    assert "dict.json" in err
    assert "Traceback" not in err
    assert not Path("geopts.toml").exists()


def test_the_same_value_twice_is_one_value(geo: Geo) -> None:
    content = {
        "build_model": {"ge.exec.precision_mode": "force_fp16", "log": None},
        "build_initialize": {"precision_mode": "force_fp16"},
    }
    Path("dict.json").write_text(json.dumps(content), encoding="utf-8")
    assert geo("init", "dict.json")[0] == 0
    assert read_spec("geopts.toml").options == OptionSet(PRECISION_MODE="force_fp16")


def test_a_file_that_is_there_is_kept_unless_forced(geo: Geo) -> None:
    Path("geopts.toml").write_bytes(b"mine")
    code, out, err = geo("init")
    assert (code, out) == (2, "")
    assert "is there already" in err
    assert "--force" in err
    assert Path("geopts.toml").read_bytes() == b"mine"
    assert geo("init", "missing.ini", "--force")[0] == 2
    assert Path("geopts.toml").read_bytes() == b"mine"
    assert geo("init", "--force")[0] == 0
    assert Path("geopts.toml").read_text(encoding="utf-8") == starting_toml()
    Path("link.toml").symlink_to("nowhere")
    assert geo("init", "-o", "link.toml")[0] == 2


@pytest.mark.parametrize(
    ("source", "target", "told"),
    [
        ("missing.ini", "x.toml", "missing.ini: no such file"),
        ("missing.json", "x.toml", "missing.json: no such file"),
        ("directory", "x.toml", "is a directory"),
        ("large.ini", "x.toml", "more than 100 MiB"),
        ("wide.ini", "x.toml", "UTF-16"),
        ("pipe", "x.toml", "no regular file"),
        ("list.json", "x.toml", "a table is expected"),
        ("broken.json", "x.toml", "no valid JSON"),
        ("good.ini", "nowhere/x.toml", "cannot be written"),
        ("good.ini", "good.ini/x.toml", "cannot be written"),
    ],
)
def test_bad_input_exits_with_2(geo: Geo, source: str, target: str, told: str) -> None:
    Path("good.ini").write_bytes(b"Gelu=high_precision\n")
    Path("list.json").write_bytes(b"[]")
    Path("broken.json").write_bytes(b"{")
    Path("wide.ini").write_bytes("Gelu=high_precision\n".encode("utf-16"))
    Path("directory").mkdir()
    os.mkfifo("pipe")
    with Path("large.ini").open("wb") as stream:
        stream.truncate(200 * 1024 * 1024)
    code, out, err = geo("init", source, "-o", target)
    assert (code, out) == (2, "")
    assert told in err
    assert "Traceback" not in err
    assert not Path(target).exists()
    assert Path("good.ini").read_bytes() == b"Gelu=high_precision\n"


def test_a_dash_is_the_standard_output(geo: Geo) -> None:
    Path("op.ini").write_bytes(b"Gelu=high_precision\n")
    code, out, err = geo("init", "op.ini", "-o", "-")
    assert (code, err) == (0, "")
    assert read_spec("geopts.toml", out.encode()).options.op_precision == OpPrecision({"Gelu": "high_precision"})
    assert geo("init", "-o", "-")[1].startswith("#")
    assert [entry.name for entry in Path().iterdir()] == ["op.ini"]


SCRIPT = """\
#!/bin/bash
atc --model=m.onnx --framework=5 --output=m --soc_version=Ascend310P3 \\
    --precision_mode=allow_mix_precision --tiling_schedule_optimize=1 --log=$LEVEL
"""


def test_an_atc_command_line_becomes_a_spec(geo: Geo, tmp_path: Path) -> None:
    """Flags and keys: api/atc/atc_option_map.cc:21-97."""
    (tmp_path / "run_atc.sh").write_text(SCRIPT)
    code, out, err = geo("init", "run_atc.sh")
    assert (code, out) == (0, "wrote geopts.toml\n")
    assert "--log is left out" in err
    spec = read_spec(tmp_path / "geopts.toml")
    assert spec.options == OptionSet(
        SOC_VERSION="Ascend310P3", PRECISION_MODE="allow_mix_precision", TILING_SCHEDULE_OPTIMIZE=True
    )


@pytest.mark.parametrize(
    ("text", "code", "told"),
    [
        ("#!/bin/sh\necho hello\n", 2, "holds no atc command"),
        (SCRIPT.replace("allow_mix_precision", "allow_mix_precison"), 1, "allow_mix_precision"),
    ],
)
def test_a_script_no_spec_can_be_made_of(geo: Geo, tmp_path: Path, text: str, code: int, told: str) -> None:
    (tmp_path / "run.sh").write_text(text)
    found, _, err = geo("init", "run.sh")
    assert found == code
    assert told in err
    assert not (tmp_path / "geopts.toml").exists()
