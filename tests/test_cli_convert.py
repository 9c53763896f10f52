"""``geopts convert``: one front end's text in, another's out, the portability report beside it."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from geopts.cli.main import cli
from geopts.errors import FileError, OptionValueError


def run(*arguments: str | Path, code: int = 0, stdin: bytes | None = None) -> Result:
    result = CliRunner().invoke(
        cli, ["convert", *(str(argument) for argument in arguments)], standalone_mode=False, input=stdin
    )
    if result.exception is not None:
        raise result.exception
    assert result.return_value == code
    return result


@pytest.fixture
def script(tmp_path: Path) -> Path:
    path = tmp_path / "run_atc.sh"
    path.write_text(
        "atc --model=m --tiling_schedule_optimize=1 \\\n --op_select_implmode=high_performance\n", encoding="utf-8"
    )
    return path


def test_the_code_and_the_report(script: Path) -> None:
    result = run(script, "--from", "atc", "--to", "torchair")
    assert "config.experimental_config.tiling_schedule_optimize = True" in result.stdout
    compile(result.stdout, "x.py", "exec")
    assert "atc -> torchair" in result.stderr
    assert "fixed by the framework  --op_select_implmode = high_performance" in result.stderr
    assert "1 of 2 options arrive, 1 lost" in result.stderr
    # a deprecated flag is noted where it stands
    assert "run_atc.sh:2:2" in result.stderr


def test_stdin_and_a_file_for_the_text(tmp_path: Path) -> None:
    target = tmp_path / "x.json"
    result = run("-", "--from", "atc", "--to", "raw", "-o", target, stdin=b"atc --jit_compile=2\n")
    assert json.loads(target.read_text(encoding="utf-8")) == {"compile options": {"global": {"ge.jit_compile": "2"}}}
    assert result.stdout == f"wrote {target}\n"


def test_json(script: Path) -> None:
    report = json.loads(run(script, "--from", "atc", "--to", "torchair", "--format", "json").stdout)
    assert (report["from"], report["to"], report["tool"]) == ("atc", "torchair", "geopts")
    assert {i["source_spelling"]: i["outcome"] for i in report["items"] if i["source_spelling"]} == {
        "--tiling_schedule_optimize": "expressed",
        "--op_select_implmode": "fixed by the framework",
        "--model": "no GE option",
    }
    assert {f["code"] for f in report["findings"]} >= {"GEO506", "GEO514"}
    assert next(f for f in report["findings"] if f["code"] == "GEO506")["start"] == {"line": 2, "column": 2}


def test_a_source_with_errors_is_converted_as_far_as_it_goes_and_fails(tmp_path: Path) -> None:
    path = tmp_path / "x.sh"
    path.write_text("atc --precision_mode=force_fp61 --jit_compile=2\n", encoding="utf-8")
    result = run(path, "--from", "atc", "--to", "ge-python-session", code=1)
    assert '"ge.jit_compile": "2"' in result.stdout
    assert "GEO504" in result.stderr


def test_strict_makes_a_loss_an_error(script: Path) -> None:
    run(script, "--from", "atc", "--to", "torchair", "--strict", code=1)
    run(script, "--from", "atc", "--to", "pyatc", "--strict", code=0)


@pytest.mark.parametrize("content", [b"", b"echo atc\n", b"\x00\x01\xff\xfe" * 100])
def test_a_file_without_options_of_the_front_end_is_told(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "x"
    path.write_bytes(content)
    with pytest.raises(FileError, match="holds no options of ATC"):
        run(path, "--from", "atc", "--to", "tf2")


def test_names_and_bytes_that_are_no_utf_8_survive(tmp_path: Path) -> None:
    path = tmp_path / "x.sh"
    path.write_bytes(b"atc --debug_dir='/d/\xff'\n")
    target = tmp_path / "y.sh"
    run(path, "--from", "atc", "--to", "pyatc", "-o", target)
    assert b"--debug_dir='/d/\xff'" in target.read_bytes()


def test_a_wrong_front_end_and_a_missing_file(script: Path, tmp_path: Path) -> None:
    with pytest.raises(OptionValueError):
        run(script, "--from", "atcc", "--to", "tf2")
    with pytest.raises(FileError):
        run(tmp_path / "none", "--from", "atc", "--to", "tf2")


def test_standard_input_that_is_closed_is_told(
    geo: Callable[..., tuple[int, str, str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stdin", None)
    code, out, err = geo("convert", "-", "--from", "atc", "--to", "raw")
    assert (code, out) == (2, "")
    assert "standard input is closed" in err
    assert "Traceback" not in err
