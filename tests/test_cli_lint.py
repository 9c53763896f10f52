"""``geopts lint`` at the command line: streams, exit codes, and what a run does not import."""

from __future__ import annotations

import io
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from geopts.cli.main import run
from geopts.render.schema import report_schema

GOOD, BAD = b"Gelu=high_precision\n", b"Gelu=high_precison\n"


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    for name in ("GITHUB_ACTIONS", "NO_COLOR", "FORCE_COLOR"):
        monkeypatch.delenv(name, raising=False)
    (tmp_path / "good.ini").write_bytes(GOOD)
    (tmp_path / "bad.ini").write_bytes(BAD)
    return tmp_path


def feed(monkeypatch: pytest.MonkeyPatch, data: bytes) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(data)))


def lint(capfdbinary: pytest.CaptureFixture[bytes], *arguments: str) -> tuple[int, bytes, str]:
    code = run(["lint", *arguments])
    sys.stdout.flush()
    out, err = capfdbinary.readouterr()
    return code, out, err.decode()


def test_clean_and_not(here: Path, capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    assert lint(capfdbinary, "good.ini") == (0, b"", "1 file checked, nothing to report\n")
    code, out, err = lint(capfdbinary, "good.ini", "bad.ini")
    assert (code, out[:24]) == (1, b"bad.ini:1:6: GEO201 Gelu")
    assert err == "1 error in 1 of 2 files; 1 with --fix --unsafe-fixes\n"
    assert lint(capfdbinary, "--exit-zero", "bad.ini")[0] == 0
    assert lint(capfdbinary, "bad.ini", "--fail-on", "note")[0] == 1
    assert here.exists()


def test_the_working_directory_is_linted_when_nothing_is_named(
    here: Path, capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    (here / "models").mkdir()
    (here / "models" / "op_precision.ini").write_bytes(BAD)
    code, out, _ = lint(capfdbinary)
    assert code == 1
    # bad.ini has no mode and no header that GE knows, so nothing tells that it is one of ours
    assert out.startswith(b"models/op_precision.ini:1:6: GEO201")
    assert out.count(b"\n") == 1


def test_unreadable_files_make_two(here: Path, capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    code, out, _ = lint(capfdbinary, "--exit-zero", "missing.ini", "bad.ini")
    assert code == 2
    assert [line.split(b" ")[1] for line in out.splitlines()] == [b"GEO201", b"GEO904"]
    assert here.exists()


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--select", "GEO777"], "is no rule"),
        (["--ignore", "nonsense"], "is no rule"),
        (["--severity", "GEO201"], "is no RULE=LEVEL"),
        (["--severity", "GEO201=fatal"], "is no severity"),
        (["--format", "xml"], "'xml' is not one of"),
        (["--product", "A9"], "unknown product"),
        (["--soc-version", "Ascend999"], "unknown product or SoC"),
        (["--allow-hf32", "TRUE"], "is no value"),
        (["--cann", "1.0"], "nothing is known of the parser"),
        (["--config", "none.toml"], "no such file"),
        (["--config", "bad.ini", "--isolated"], "cannot be given with"),
        (["--baseline", "none.json"], "no such file"),
        (["--unsafe-fixes"], "add --fix or --diff"),
        (["--fix", "-"], "the only path"),
        (["--no-such-option"], "No such option"),
    ],
)
def test_what_cannot_be_done_makes_two(
    here: Path, capfdbinary: pytest.CaptureFixture[bytes], arguments: list[str], words: str
) -> None:
    code, out, err = lint(capfdbinary, *arguments, "bad.ini")
    assert (code, out) == (2, b"")
    assert words in err
    assert "Traceback" not in err
    assert here.exists()


def test_a_wrong_configuration_makes_two(here: Path, capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    (here / "geopts.toml").write_text("[lint]\nignroe = []\n")
    code, _, err = lint(capfdbinary, "good.ini")
    assert code == 2
    assert "has no key 'ignroe'" in err
    assert "did you mean ignore" in err
    assert lint(capfdbinary, "--isolated", "good.ini")[0] == 0


def test_stdin(here: Path, capfdbinary: pytest.CaptureFixture[bytes], monkeypatch: pytest.MonkeyPatch) -> None:
    feed(monkeypatch, BAD)
    code, out, _ = lint(capfdbinary, "-")
    assert (code, out[:15]) == (1, b"<stdin>:1:6: GE")
    feed(monkeypatch, BAD)
    (here / "models").mkdir()
    (here / "models" / ".geopts.toml").write_text('ignore = ["GEO201"]\n')
    # the name decides about the configuration
    assert lint(capfdbinary, "-", "--stdin-filename", "models/x.ini")[0] == 0


@pytest.mark.usefixtures("here")
def test_standard_input_that_is_closed_cannot_be_read(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", None)
    assert run(["lint", "-"]) == 2


def test_stdin_is_mended_to_stdout(
    here: Path, capfdbinary: pytest.CaptureFixture[bytes], monkeypatch: pytest.MonkeyPatch
) -> None:
    feed(monkeypatch, b"; caf\xe9\r\nGelu=high_precison\r\n")
    code, out, err = lint(capfdbinary, "--fix", "-")
    assert (code, out) == (1, b"# caf\xe9\r\nGelu=high_precison\r\n")
    assert "<stdin>:2:6: GEO201" in err
    feed(monkeypatch, GOOD)
    assert lint(capfdbinary, "--fix", "-")[:2] == (0, GOOD)
    assert not list(here.glob("<stdin>"))


def test_fix_writes_and_tells_what_is_left(here: Path, capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    (here / "bad.ini").write_bytes(b"; words\n" + BAD)
    code, out, err = lint(capfdbinary, "--fix", "bad.ini")
    assert (here / "bad.ini").read_bytes() == b"# words\n" + BAD
    assert (code, out.count(b"\n")) == (1, 1)
    assert "1 fixed in 1 file\n" in err
    code, out, _ = lint(capfdbinary, "--fix", "--unsafe-fixes", "bad.ini")
    assert (code, out) == (0, b"")
    assert (here / "bad.ini").read_bytes() == b"# words\n" + GOOD


def test_diff_shows_and_writes_nothing(here: Path, capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    before = b"; caf\xe9\r\nGelu=high_precision"
    (here / "bad.ini").write_bytes(before)
    code, out, err = lint(capfdbinary, "--diff", "bad.ini", "good.ini")
    assert code == 1
    assert out == (
        b"--- a/bad.ini\n+++ b/bad.ini\n@@ -1,2 +1,2 @@\n-; caf\xe9\r\n+# caf\xe9\r\n Gelu=high_precision\n"
        b"\\ No newline at end of file\n"
    )
    assert err == "1 would be fixed in 1 file\n"
    assert (here / "bad.ini").read_bytes() == before
    assert lint(capfdbinary, "--diff", "good.ini") == (0, b"", "nothing would be fixed\n")
    assert lint(capfdbinary, "--diff", "--exit-zero", "bad.ini")[0] == 0


@pytest.mark.skipif(not Path("/usr/bin/patch").exists(), reason="needs the program patch")
def test_a_diff_is_what_patch_takes(here: Path, capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    (here / "bad.ini").write_bytes(b"; a\nGelu=high_precision\n; b")
    _, out, _ = lint(capfdbinary, "--diff", "bad.ini")
    subprocess.run(["/usr/bin/patch", "-s", "-p1"], input=out, check=True, cwd=here)
    assert (here / "bad.ini").read_bytes() == b"# a\nGelu=high_precision\n# b"


def test_formats(here: Path, capfdbinary: pytest.CaptureFixture[bytes], monkeypatch: pytest.MonkeyPatch) -> None:
    (here / "bad.ini").write_bytes("# geopts: ignore[GEO101] why\nx\n\ufeff\u00a0=b\n".encode() + b"\xff=\0\n" + BAD)
    _, out, _ = lint(capfdbinary, "--format", "json", "bad.ini", "missing.ini")
    report: dict[str, Any] = json.loads(out)
    jsonschema.validate(report, report_schema())
    assert report["summary"]["suppressed"] == 1
    assert {finding["code"] for finding in report["findings"]} >= {"GEO201", "GEO904"}
    for name in ("full", "concise", "sarif", "github", "gitlab", "junit"):
        code, out, _ = lint(capfdbinary, "--format", name, "bad.ini")
        assert (code, b"high_precison" in out) == (1, True)
    sarif = json.loads(lint(capfdbinary, "--format", "sarif", "bad.ini")[1])
    suppressed = [one for one in sarif["runs"][0]["results"] if one.get("suppressions")]
    assert [one["ruleId"] for one in suppressed] == ["GEO101"]
    monkeypatch.setenv("GITHUB_ACTIONS", "true")
    assert lint(capfdbinary, "bad.ini")[1].startswith(b"::")


def test_statistics(here: Path, capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    (here / "bad.ini").write_bytes(BAD * 3 + b"; a\n")
    _, out, _ = lint(capfdbinary, "--statistics", "bad.ini")
    assert out.decode().splitlines()[-2:] == ["3  GEO201 [ ] unknown-mode", "1  GEO105 [*] not-a-comment"]


def test_baseline(here: Path, capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    assert lint(capfdbinary, "--write-baseline", "old.json", "bad.ini") == (0, b"", "1 finding written to old.json\n")
    code, out, err = lint(capfdbinary, "--baseline", "old.json", "bad.ini")
    assert (code, out, err) == (0, b"", "1 file checked, nothing to report; 1 suppressed\n")
    (here / "bad.ini").write_bytes(GOOD)
    assert "1 of the baseline did not come again" in lint(capfdbinary, "--baseline", "old.json", "bad.ini")[2]


def test_surroundings(here: Path, capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    (here / "conv.ini").write_bytes(b"Conv2D=high_precision\n")
    assert lint(capfdbinary, "conv.ini")[0] == 0
    code, out, _ = lint(capfdbinary, "--product", "A2", "--allow-hf32", "true", "conv.ini")
    assert (code, b"GEO308" in out) == (1, True)
    assert lint(capfdbinary, "--product", "A2", "--parser", "new", "conv.ini")[0] == 1
    assert lint(capfdbinary, "--product", "A2", "--cann", "9.1.0", "conv.ini")[0] == 0
    assert lint(capfdbinary, "--product", "A2", "--parser", "new", "--opp", "none", "conv.ini")[0] == 0
    assert b"GEO210" in lint(capfdbinary, "--select", "preset-dropped", "conv.ini")[1]


def geopts(*arguments: str, **options: Any) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run([sys.executable, "-m", "geopts", *arguments], capture_output=True, check=False, **options)


def test_an_ini_file_costs_no_import_it_does_not_need(here: Path) -> None:
    program = (
        "import sys; from geopts.cli.main import run; run(['lint', 'good.ini', 'bad.ini']);"
        "print(chr(10).join(sys.modules), file=sys.stderr)"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, check=True, cwd=here, text=True)
    loaded = set(done.stderr.split())
    forbidden = {
        "geopts.option_set",
        "geopts.facts.options",
        "geopts.facts.rows",
        "geopts.facts.products",
        "geopts.precision",
        "geopts.render.schema",
        "geopts.lint.baseline",
        "geopts.lint.fix",
        "iniconfig",
        "jsonschema",
        "rich",
        "tomllib",
        "tomli",
        "json",
    }
    assert loaded & forbidden == set()
    assert "geopts.rules.ini_checks" in loaded


def test_a_pipe_that_closes_is_no_error(here: Path) -> None:
    (here / "bad.ini").write_bytes(BAD * 20_000)
    with subprocess.Popen(
        [sys.executable, "-m", "geopts", "lint", "--format", "full", "bad.ini"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        cwd=here,
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.read(100)
        process.stdout.close()
        err = process.stderr.read()
    assert b"Traceback" not in err
    assert b"Exception ignored" not in err


@pytest.mark.parametrize("encoding", ["ascii", "utf-8", "cp1252"])
def test_any_name_goes_through_any_encoding(here: Path, encoding: str) -> None:
    name = os.fsdecode("caf\xe9_\u5c42.ini".encode("latin-1", "replace"))
    (here / name).write_bytes("\u5c42\u00a0=high_precision\n".encode() + b"\xff x\n")
    done = geopts("lint", "--format", "full", name, cwd=here, env={**os.environ, "PYTHONIOENCODING": encoding})
    assert done.returncode == 1
    assert b"Traceback" not in done.stderr


@pytest.mark.parametrize("seed", range(4))
def test_bytes_of_any_kind_are_no_trouble(here: Path, seed: int) -> None:
    import random

    noise = random.Random(seed)
    data = bytes(noise.choice(b"=\n\r#[]ByOpType\0\xff\xfeaZ;:/\t ") for _ in range(4000))
    (here / "noise.ini").write_bytes(data)
    for arguments in (["--format", "json"], ["--format", "full", "--diff", "--unsafe-fixes"]):
        done = geopts("lint", *arguments, "noise.ini", cwd=here)
        assert done.returncode == 1
        assert b"Traceback" not in done.stderr
