"""The ``geopts`` command as a whole: help, mistakes, closed pipes, a full disk, names that are no UTF-8."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import click
import pytest

from geopts.__main__ import main as entry_point
from geopts._version import __version__
from geopts.cli import main as cli_main
from geopts.cli.main import COMMANDS, cli, run
from geopts.cli.tables import echo_table, markdown_table

Geo = Callable[..., tuple[int, str, str]]
COMMAND = [sys.executable, "-m", "geopts"]


def test_help_lists_every_command_with_its_own_words(geo: Geo) -> None:
    code, out, err = geo("--help")
    assert (code, err) == (0, "")
    context = click.Context(cli)
    assert cli.list_commands(context) == list(COMMANDS)
    for name, (_, text) in COMMANDS.items():
        assert re.search(rf"^  {name} +\S", out, re.MULTILINE)
        command = cli.get_command(context, name)
        assert command is not None
        assert command.name == name
        assert text.endswith(".")
        code, out_of_one, _ = geo(name, "--help")
        assert (code, out_of_one.startswith("Usage: ")) == (0, True)


def test_the_short_form_of_help() -> None:
    # in a process of its own: click keeps the names of the option from the first context a command sees, and other tests call commands alone
    done = subprocess.run([*COMMAND, "products", "-h"], capture_output=True, text=True, check=True)
    assert done.stdout.startswith("Usage: ")


def test_version(geo: Geo) -> None:
    assert geo("--version") == (0, f"geopts {__version__}\n", "")


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (("biuld",), "did you mean 'build'"),
        (("zzz",), "the commands are build, explain"),
        (("--bogus",), "No such option"),
        (("build",), "Missing argument 'SPEC'"),
        (("options", "--format"), "requires an argument"),
    ],
)
def test_a_mistake_on_the_command_line_exits_with_2(geo: Geo, arguments: tuple[str, ...], told: str) -> None:
    code, out, err = geo(*arguments)
    assert (code, out) == (2, "")
    assert told in err
    assert "Traceback" not in err


def test_without_a_command_the_help_is_shown(geo: Geo) -> None:
    code, out, err = geo()
    assert code == 2
    assert "Commands:" in out + err


def test_an_interruption_exits_with_2(geo: Geo, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("geopts.cli.products.family_row", interrupted)
    code, out, err = geo("products")
    assert (code, out) == (2, "")
    assert err.strip() == "stopped"


def test_a_mistake_of_geopts_itself_is_no_finding(geo: Geo, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object, **__: object) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr("geopts.cli.products.family_row", broken)
    code, out, err = geo("products")
    assert (code, out) == (2, "")
    assert "ZeroDivisionError" in err
    assert err.endswith("geopts: this is an error in geopts itself; please report it with the lines above\n")


@pytest.mark.parametrize(
    ("error", "code", "told"),
    [
        (OSError(5, "Input/output error"), 2, "geopts: the system refused: [Errno 5] Input/output error\n"),
        (BrokenPipeError(32, "Broken pipe"), 0, ""),
    ],
)
def test_errors_of_the_system(geo: Geo, monkeypatch: pytest.MonkeyPatch, error: OSError, code: int, told: str) -> None:
    def failing(*_: object, **__: object) -> None:
        raise error

    monkeypatch.setattr("geopts.cli.products.family_row", failing)
    keep = sys.stdout
    try:
        assert geo("products") == (code, "", told)
    finally:
        if sys.stdout is not keep:
            sys.stdout.close()
        sys.stdout = keep


@pytest.mark.parametrize("arguments", [("pypto", "logs", "-"), ("pypto", "tune", "-"), ("diff", "-", "none")])
def test_a_closed_standard_input_exits_with_2(
    geo: Geo, monkeypatch: pytest.MonkeyPatch, arguments: tuple[str, ...]
) -> None:
    monkeypatch.setattr(sys, "stdin", None)
    code, out, err = geo(*arguments)
    assert (code, out) == (2, "")
    assert err.startswith("geopts: -: standard input is closed\n  hint: name a file")


def test_an_interruption_before_the_command_line_is_there(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted() -> int:
        raise KeyboardInterrupt

    monkeypatch.setattr(cli_main, "run", interrupted)
    with pytest.raises(SystemExit) as caught:
        entry_point()
    assert caught.value.code == 2


def test_arguments_come_from_the_process_when_none_are_given(
    monkeypatch: pytest.MonkeyPatch, capsysbinary: pytest.CaptureFixture[bytes]
) -> None:
    monkeypatch.setattr(sys, "argv", ["geopts", "--version"])
    assert run() == 0
    assert capsysbinary.readouterr().out == f"geopts {__version__}\n".encode()


def test_what_no_byte_stands_for_is_written_with_a_backslash() -> None:
    cli_main._faithful_streams()
    assert "a\udc80é".encode("utf-8", "geopts") == b"a\x80\xc3\xa9"
    assert "a\ud800".encode("utf-8", "geopts") == b"a\\ud800"
    assert "é".encode("ascii", "geopts") == b"\\xe9"
    with pytest.raises(UnicodeDecodeError):
        b"\xff".decode("ascii", "geopts")


def test_findings_that_reach_the_top_exit_with_1(geo: Geo) -> None:
    Path("dict.json").write_bytes(b'{"bogus": "1"}')
    code, out, err = geo("init", "dict.json")
    assert (code, out) == (1, "")
    assert "GEO501" in err


def test_the_entry_point_ends_with_the_exit_code(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "argv", ["geopts", "bogus"])
    with pytest.raises(SystemExit) as caught:
        entry_point()
    assert caught.value.code == 2
    assert "no command 'bogus'" in capsys.readouterr().err


def test_tables() -> None:
    assert markdown_table(("a", "b"), [("x|y", "1\n2")]) == "| a | b |\n| --- | --- |\n| x\\|y | 1 2 |\n"


def test_a_table_in_a_pipe_is_as_wide_as_it_is(capsysbinary: pytest.CaptureFixture[bytes]) -> None:
    echo_table(("name", "text"), [("[bold]x[/bold]", "y" * 500), ("z", "")])
    lines = capsysbinary.readouterr().out.decode().splitlines()
    assert [line.split() for line in lines] == [["name", "text"], ["[bold]x[/bold]", "y" * 500], ["z"]]
    assert all(line == line.rstrip() for line in lines)


def process(arguments: list[str], **more: object) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run([*COMMAND, *arguments], capture_output=True, check=False, timeout=60, **more)  # type: ignore[call-overload, no-any-return]  # the keywords of subprocess.run pass through


def shell(line: str, cwd: Path) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "GEOPTS": f"{sys.executable} -m geopts"}
    return subprocess.run(
        ["bash", "-c", line], cwd=cwd, env=environment, capture_output=True, text=True, check=False, timeout=60
    )


def test_a_reader_that_goes_away_is_no_error(tmp_path: Path) -> None:
    done = shell("$GEOPTS support | head -n 1; echo ${PIPESTATUS[0]}", tmp_path)
    lines = done.stdout.splitlines()
    assert lines[0].split()[0] == "option"
    assert (lines[-1], done.stderr) == ("0", "")


@pytest.mark.slow
@pytest.mark.parametrize("arguments", ["products", "--help", "--version", "options --help"])
def test_a_full_disk_is_one_message(tmp_path: Path, arguments: str) -> None:
    done = shell(f"$GEOPTS {arguments} > /dev/full", tmp_path)
    assert done.returncode == 2
    assert done.stderr == "geopts: the system refused: [Errno 28] No space left on device\n"


@pytest.mark.slow
def test_streams_that_are_closed(tmp_path: Path) -> None:
    done = shell("$GEOPTS options >&-; echo $?; $GEOPTS bogus 2>&-; echo $?", tmp_path)
    assert (done.stdout.split(), done.stderr) == (["0", "2"], "")


@pytest.mark.slow
def test_a_working_directory_that_is_gone(tmp_path: Path) -> None:
    done = shell("mkdir gone && cd gone && rmdir ../gone && $GEOPTS init", tmp_path)
    assert done.returncode == 2
    assert "Traceback" not in done.stderr
    assert len(done.stderr.splitlines()) <= 2


@pytest.mark.slow
def test_names_that_are_no_utf_8_on_the_command_line_and_in_output(tmp_path: Path) -> None:
    name = b"layer/\xff\xfe"
    (tmp_path / "op.ini").write_bytes(b"[ByNodeName]\n" + name + b"=high_precision\n")
    arguments = ["explain", "op.ini", "--name", os.fsdecode(name), "--type", "T", "--no-hf32"]
    done = process(arguments, cwd=tmp_path)
    assert done.stdout.startswith(name + b" (T): high_precision\n")
    assert (done.returncode, done.stderr) == (0, b"")
    for encoding in ("utf-8", "latin-1", "ascii"):
        environment = {**os.environ, "PYTHONIOENCODING": encoding}
        done = process([*arguments, "--format", "json"], cwd=tmp_path, env=environment)
        assert done.returncode == 0
        assert json.loads(done.stdout)["name"] == os.fsdecode(name)
    missing = process(["explain", os.fsdecode(name), "--name", "n", "--type", "T"], cwd=tmp_path)
    assert missing.returncode == 2
    assert missing.stderr.startswith(b"geopts: " + name + b": no such file")


@pytest.mark.slow
def test_output_in_a_narrow_encoding_does_not_fail(tmp_path: Path) -> None:
    environment = {**os.environ, "PYTHONIOENCODING": "ascii"}
    done = process(["options", "precision_mode"], cwd=tmp_path, env=environment)
    assert (done.returncode, done.stderr) == (0, b"")


@pytest.mark.slow
def test_the_module_and_the_script_are_the_same_command() -> None:
    done = process(["--version"])
    assert (done.returncode, done.stdout) == (0, f"geopts {__version__}\n".encode())
