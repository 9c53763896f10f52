"""``geopts pypto logs`` and ``geopts pypto tune`` as commands: formats, exit codes, terminal and pipe."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from click.testing import CliRunner

from geopts.cli import pypto_logs
from geopts.cli.main import cli
from geopts.pypto.text_table import draw_table, plain_table

if TYPE_CHECKING:
    from click.testing import Result

SAMPLES = Path(__file__).parent / "data" / "pypto" / "sample_logs"
EXPECTED: dict[str, dict[str, Any]] = json.loads((SAMPLES / "expected.json").read_text("utf-8"))["samples"]
LIMITED = sorted(map(str, SAMPLES.glob("03*")))


def run(*args: str, stdin: bytes = b"") -> Result:
    return CliRunner().invoke(cli, ["pypto", *args], input=stdin)


def files(name: str) -> list[str]:
    return [str(SAMPLES / file) for file in EXPECTED[name]["files"]]


@pytest.mark.parametrize("name", EXPECTED)
def test_logs_as_json(name: str) -> None:
    result = run("logs", *files(name), "--format", "json")
    assert result.exit_code == 0
    got = json.loads(result.stdout)
    for field, value in EXPECTED[name].items():
        if field == "launches":
            assert [
                {key: launch.get(key) for key in wanted} for launch, wanted in zip(got[field], value, strict=True)
            ] == value
        elif field not in {"note", "files"}:
            assert got[field] == value
    assert got["malformed_lines"] == EXPECTED[name].get("malformed_lines", 0)


def test_logs_from_standard_input() -> None:
    data = (SAMPLES / "01_scenario1_ok.log").read_bytes()
    result = run("logs", "-", "--format", "json", stdin=data)
    assert json.loads(result.stdout)["max_recommended"] == [62, 3, 3]


def test_logs_as_text_lists_launches() -> None:
    result = run("logs", *files("04_multi_shape"))
    assert result.exit_code == 0
    assert "3 complete launches in 2 files" in result.stdout
    assert "[61, 2, 2]" in result.stdout
    assert "{[64,512] [512,512] [64,512]}" in result.stdout
    assert "inner-temporal-outcast: 2" in run("logs", *files("02_scenario1_alloc_failure")).stdout
    assert (
        "alloc failures on device-3, exclusive-outcast: 1" in run("logs", *files("13_device_alloc_failure_only")).stdout
    )
    assert "lines cut or damaged: 1" in run("logs", *files("06_truncated_last_line")).stdout


def test_logs_shorten_a_long_list() -> None:
    data = (SAMPLES / "01_scenario1_ok.log").read_bytes() * 50
    assert "... and 10 more" in run("logs", "-", stdin=data).stdout


def test_logs_without_launches_say_why(tmp_path: Path) -> None:
    result = run("logs", *files("18_full_cache_no_summary"))
    assert result.exit_code == 0
    assert "control-flow cache" in result.stdout
    assert "nothing to read" in run("logs", str(tmp_path)).stdout


def test_tune_within_a_limit() -> None:
    result = run("tune", *LIMITED, "--limit-mb", "200")
    assert result.exit_code == 0
    assert "stitch_function_num_per_pool=[52, 78, 2]" in result.stdout
    assert "156327936" in result.stdout
    assert "53387264" in result.stdout
    assert "207708160" in result.stdout
    (row,) = [line for line in result.stdout.splitlines() if line.startswith("root_inner  ")]
    assert row.split()[-1] == "40"


def test_tune_as_json_holds_the_contract() -> None:
    result = run("tune", *LIMITED, "--limit-mb", "200", "--format", "json")
    got = json.loads(result.stdout)
    assert set(got) >= {"scenario", "verdict", "start", "free_bytes", "steps", "option", "warnings", "unknown"}
    assert got["start"]["depths"] == [52, 78, 2]
    assert got["steps"]["root_inner"]["max_steps"] == 40
    assert max(map(len, result.stdout.splitlines())) > 100  # lists of numbers stay on one line
    assert {finding["code"] for finding in got["warnings"]} == {"GEO605"}


@pytest.mark.parametrize(
    ("args", "scenario"),
    [
        ((), "save-memory"),
        (("--limit-mb", "200"), "raise-parallelism"),
        (("--limit-mb", "200", "--scenario", "save-memory"), "save-memory"),
        (("--scenario", "raise-parallelism"), "raise-parallelism"),
    ],
)
def test_scenario_follows_from_the_limit(args: tuple[str, ...], scenario: str) -> None:
    assert json.loads(run("tune", *LIMITED, *args, "--format", "json").stdout)["scenario"] == scenario


@pytest.mark.parametrize(
    ("name", "args", "code"),
    [
        ("01_scenario1_ok", (), 0),
        ("02_scenario1_alloc_failure", (), 1),  # refused
        ("07_rotated_interleaved", (), 1),  # warned: two kernels
        ("18_full_cache_no_summary", (), 1),  # nothing to go by
        ("03_scenario2_limited_memory", ("--limit-mb", "8"), 1),  # below the minimum
        ("03_scenario2_limited_memory", ("--limit-mb", "0"), 2),
        ("03_scenario2_limited_memory", ("--limit-mb", "nan"), 2),
        ("03_scenario2_limited_memory", ("--limit-mb", "many"), 2),
        ("03_scenario2_limited_memory", ("--scenario", "other"), 2),
        ("01_scenario1_ok", ("--depths", "64,2"), 2),
        ("01_scenario1_ok", ("--depths", "64,2,1025"), 2),
        ("01_scenario1_ok", ("--depths", "a,b,c"), 2),
        ("01_scenario1_ok", ("--before", "missing.log"), 2),
        ("01_scenario1_ok", ("missing.log",), 2),  # the readable file is reported nevertheless
    ],
)
def test_exit_codes_of_tune(name: str, args: tuple[str, ...], code: int) -> None:
    result = run("tune", *files(name), *args)
    assert result.exit_code == code
    assert "Traceback" not in result.output


def test_a_missing_file_does_not_hide_the_others() -> None:
    result = run("tune", *files("01_scenario1_ok"), "missing.log")
    assert result.exit_code == 2
    assert "[62, 3, 3]" in result.stdout
    assert "missing.log: no such file" in result.stderr


def test_nothing_readable_ends_the_command() -> None:
    for command in ("logs", "tune"):
        result = run(command, "missing.log")
        assert result.exit_code == 2
        assert result.stdout == ""
        assert "missing.log" in result.stderr
    assert run("logs").exit_code == 2  # no path at all


def test_workspace_of_a_depth_vector() -> None:
    result = run("tune", *LIMITED, "--limit-mb", "200", "--depths", "[77, 77, 77]")
    assert "workspace of [77, 77, 77]: 207708160 bytes" in result.stdout
    zero = run("tune", *LIMITED, "--limit-mb", "200", "--depths", "77,0,77")
    assert zero.exit_code == 1
    assert "GEO603" in zero.stdout


def test_two_runs_are_compared() -> None:
    result = run("tune", *files("01_scenario1_ok"), "--before", files("02_scenario1_alloc_failure")[0])
    assert "alloc failures: 3 then, 0 now" in result.stdout
    assert "whether the advice was followed cannot be told" in result.stdout
    same = run("tune", *LIMITED, "--limit-mb", "200", "--before", LIMITED[0], "--before", LIMITED[1])
    assert "the advice was not followed (advised: [52, 78, 2])" in same.stdout
    assert "memory saved: 0 bytes" in same.stdout
    unknown = run("tune", *files("01_scenario1_ok"), "--before", files("01b_doc_example")[0])
    assert "memory: at least" in unknown.stdout


def test_refusal_shows_no_line_to_paste() -> None:
    result = run("tune", *files("02_scenario1_alloc_failure"))
    assert "set_runtime_options(" not in result.stdout
    assert "no advice" in result.stdout
    assert "GEO605" in result.stdout


def test_plain_table_is_aligned() -> None:
    assert plain_table(("a", "bb"), [("long", "1"), ("x", "234")]) == ["a      bb", "long    1", "x     234"]


def test_terminal_gets_bars(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "120")
    draw_table(
        ("pool", "use"), [("root_inner", "100%"), ("assemble_outcast", "75%"), ("other", "10%")], [1.0, 0.75, 0.1]
    )
    lines = capsys.readouterr().out.splitlines()
    assert [line.count("█") for line in lines[1:]] == [20, 15, 2]
    draw_table(("pool",), [("root_inner",)])
    assert "root_inner" in capsys.readouterr().out


def test_progress_shows_only_for_long_input_at_a_terminal(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    data = (SAMPLES / "01_scenario1_ok.log").read_bytes()
    (tmp_path / "a.log").write_bytes(data)
    monkeypatch.setattr(pypto_logs, "_LONG_INPUT", len(data))
    assert run("logs", str(tmp_path)).stderr == ""
    monkeypatch.setattr(pypto_logs, "_is_terminal", lambda _stream: True)
    result = run("logs", str(tmp_path))
    assert "1 complete launch in 1 file" in result.stdout
    assert result.exit_code == 0


def test_quick_start_imports_no_drawing(tmp_path: Path) -> None:
    (tmp_path / "a.log").write_bytes((SAMPLES / "01_scenario1_ok.log").read_bytes())
    code = (
        "import sys; from geopts.cli.main import run\n"
        "run(['pypto', 'logs', sys.argv[1]])\n"
        "print([name for name in ('rich', 'jsonschema', 'geopts.pypto.tuning', 'geopts.pypto.scopes', 'tempfile') if name in sys.modules])"
    )
    out = subprocess.run([sys.executable, "-c", code, str(tmp_path)], capture_output=True, text=True, check=True).stdout
    assert out.splitlines()[-1] == "[]"


@pytest.mark.slow
def test_closed_pipe_is_quiet(tmp_path: Path) -> None:
    (tmp_path / "a.log").write_bytes((SAMPLES / "01_scenario1_ok.log").read_bytes() * 2000)
    command = [sys.executable, "-m", "geopts", "pypto", "logs", "--format", "json", str(tmp_path)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.read(10)
        process.stdout.close()
        assert process.stderr.read() == b""


@pytest.mark.slow
def test_at_a_terminal_the_table_is_drawn() -> None:
    pty = pytest.importorskip("pty", reason="terminals are tested where there are any")
    main, secondary = pty.openpty()
    command = [sys.executable, "-m", "geopts", "pypto", "tune", *LIMITED, "--limit-mb", "200"]
    with subprocess.Popen(
        command, stdout=secondary, stderr=secondary, env={**os.environ, "COLUMNS": "140", "TERM": "xterm"}
    ):
        os.close(secondary)
        out = b""
        try:
            while piece := os.read(main, 65536):
                out += piece
        except OSError:  # the other end is closed
            pass
    os.close(main)
    text = re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", out.decode())
    assert "█" in text
    assert "53387264" in text


@pytest.mark.parametrize("limit", ["200", "200.5", "16384.125", "1234567", "300.0009765625"])
def test_the_next_command_repeats_the_limit(limit: str) -> None:
    out = run("tune", *LIMITED, "--limit-mb", limit).stdout
    again = re.search(r"--before OLD --limit-mb (\S+)", out)
    assert again is not None
    assert float(again[1]) == pytest.approx(float(limit), abs=1e-6)
    assert set(again[1]) <= set("0123456789.")
