"""``geopts emit``: text to stdout, report to stderr, files with -o, errors that keep it from writing."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from geopts.cli.main import cli
from geopts.errors import FindingsError, OptionValueError

SPEC = """soc_version = "Ascend910B3"
[options]
precision_mode_v2 = "origin"
allow_hf32 = { conv = true, matmul = false }
[precision]
by_op_type = { Gelu = "high_precision" }
"""


@pytest.fixture
def spec(tmp_path: Path) -> Path:
    path = tmp_path / "geopts.toml"
    path.write_text(SPEC, encoding="utf-8")
    return path


def run(*arguments: str | Path, code: int = 0) -> Result:
    result = CliRunner().invoke(cli, ["emit", *(str(argument) for argument in arguments)], standalone_mode=False)
    if result.exception is not None:
        raise result.exception
    assert result.return_value == code
    return result


def test_text_goes_to_stdout_and_what_is_lost_to_stderr(spec: Path) -> None:
    result = run(spec, "--to", "atc")
    assert result.stdout.startswith("#!/bin/bash\n")
    assert "--precision_mode_v2=origin" in result.stdout
    assert "--soc_version=Ascend910B3" in result.stdout
    assert "cannot be expressed" in result.stderr
    assert "ge.exec.allow_hf32 = 10" in result.stderr
    assert "-o DIR writes that file too" in result.stderr


def test_o_writes_the_text_and_the_precision_file(spec: Path, tmp_path: Path) -> None:
    target = tmp_path / "new" / "out"
    result = run(spec, "--to", "tf1", "-o", target)
    assert sorted(p.name for p in target.iterdir()) == ["npu_optimizer.py", "op_precision.ini"]
    text = (target / "npu_optimizer.py").read_text(encoding="utf-8")
    assert str(target / "op_precision.ini") in text
    assert "Gelu=high_precision" in (target / "op_precision.ini").read_text(encoding="utf-8").replace(" ", "")
    assert result.stdout.count("wrote ") == 2


def test_the_path_ge_sees_can_be_another(spec: Path) -> None:
    assert "--op_precision_mode=/etc/p.ini" in run(spec, "--to", "atc", "--ini-path", "/etc/p.ini").stdout


def test_json_holds_text_report_and_findings(spec: Path) -> None:
    report = json.loads(run(spec, "--to", "atc", "--format", "json").stdout)
    assert report["tool"] == "geopts"
    assert report["to"] == "atc"
    assert report["text"].startswith("#!/bin/bash")
    assert {item["key"]: item["outcome"] for item in report["items"]}["ge.exec.allow_hf32"] == "cannot be expressed"
    assert [f["code"] for f in report["findings"] if f["key"] == "ge.exec.allow_hf32"] == ["GEO515"]
    assert report["predicted"]["options"]["ge.exec.precision_mode_v2"] == "origin"


def test_strict_makes_a_loss_an_error(spec: Path) -> None:
    run(spec, "--to", "atc", "--strict", code=1)
    run(spec, "--to", "ge-python-session", "--strict", code=0)


def test_options_that_contradict_each_other_are_not_written(tmp_path: Path) -> None:
    path = tmp_path / "geopts.toml"
    path.write_text('[options]\nprecision_mode = "force_fp16"\nprecision_mode_v2 = "fp16"\n', encoding="utf-8")
    result = run(path, "--to", "tf2", "-o", tmp_path / "out", code=1)
    assert not result.stdout
    assert not (tmp_path / "out").exists()
    report = json.loads(run(path, "--to", "tf2", "--format", "json", code=1).stdout)
    assert report["text"] is None
    assert "GEO301" in [finding["code"] for finding in report["findings"]]


def test_unknown_front_ends_and_broken_specs_are_errors(spec: Path, tmp_path: Path) -> None:
    with pytest.raises(OptionValueError, match="no front end"):
        run(spec, "--to", "nosuch")
    broken = tmp_path / "broken.toml"
    broken.write_text("[options]\nnosuch = 1\n", encoding="utf-8")
    with pytest.raises(FindingsError):
        run(broken, "--to", "atc")


def test_the_version_of_the_target_decides_spellings(tmp_path: Path) -> None:
    path = tmp_path / "geopts.toml"
    path.write_text('[options]\nprecision_mode = "force_fp16"\n', encoding="utf-8")
    assert '"precision_mode_v2": "fp16"' in run(path, "--to", "ort", "--to-version", "main").stdout


def test_the_help_lists_the_front_ends() -> None:
    result = CliRunner().invoke(cli, ["emit", "--help"])
    assert result.exit_code == 0
    assert "tf1-parameter-map" in result.output
