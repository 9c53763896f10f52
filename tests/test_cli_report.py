"""Which format and colours fit, and how commands other than the linter tell findings."""

from __future__ import annotations

import io
import json
import subprocess
import sys
from pathlib import Path

import pytest

from geopts.cli.report import choose_color, choose_format, read_sources, rule_texts, show_findings, show_report
from geopts.findings import Edit, Finding, Fix, Severity, Span
from geopts.render import Report, Suppressed, summary_line


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize(
    ("stream", "environment", "expected"),
    [
        (Terminal(), {}, "full"),
        (io.StringIO(), {}, "concise"),
        (io.StringIO(), {"GITHUB_ACTIONS": "true"}, "github"),
        (Terminal(), {"GITHUB_ACTIONS": "true"}, "github"),
        (io.StringIO(), {"GITHUB_ACTIONS": "false"}, "concise"),
    ],
)
def test_choose_format(stream: io.StringIO, environment: dict[str, str], expected: str) -> None:
    assert choose_format(stream, environment) == expected


@pytest.mark.parametrize(
    ("stream", "environment", "expected"),
    [
        (Terminal(), {}, True),
        (io.StringIO(), {}, False),
        # https://no-color.org and https://force-color.org: set and not empty, whatever the value
        (Terminal(), {"NO_COLOR": "0"}, False),
        (Terminal(), {"NO_COLOR": ""}, True),
        (io.StringIO(), {"FORCE_COLOR": "1"}, True),
        (io.StringIO(), {"FORCE_COLOR": ""}, False),
        (io.StringIO(), {"FORCE_COLOR": "1", "NO_COLOR": "1"}, False),
        (Terminal(), {"TERM": "dumb"}, False),
    ],
)
def test_choose_color(stream: io.StringIO, environment: dict[str, str], expected: bool) -> None:
    assert choose_color(stream, environment) is expected


def test_a_closed_stream_is_no_terminal() -> None:
    stream = io.StringIO()
    stream.close()
    assert choose_color(stream, {}) is False


def finding(path: str, *, severity: Severity = Severity.ERROR, fix: Fix | None = None) -> Finding:
    return Finding(
        "GEO101", "ignored-line", severity, "no '='", hint="add it", path=path, span=Span(1, 1, 1, 4), fix=fix
    )


@pytest.fixture(autouse=True)
def plain(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("NO_COLOR", "FORCE_COLOR", "GITHUB_ACTIONS"):
        monkeypatch.delenv(name, raising=False)


def test_show_findings_reads_the_files_for_their_lines(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "a.ini"
    path.write_bytes(b"bad\n")
    show_findings([finding(str(tmp_path / "gone.ini")), finding(str(path))])
    captured = capsys.readouterr()
    assert captured.out == ""
    assert "  1 | bad\n    | ^^^ error: ignored-line\n    = hint: add it\n" in captured.err
    assert captured.err.index("a.ini:1:1") < captured.err.index("gone.ini:1:1")
    assert captured.err.endswith("\n2 errors\n")


def test_show_findings_with_sources_and_on_stdout(capsys: pytest.CaptureFixture[str]) -> None:
    show_findings([finding("<spec>")], sources={"<spec>": b"xyz"}, to_stderr=False)
    captured = capsys.readouterr()
    assert "  1 | xyz\n" in captured.out
    assert captured.err == "1 error\n"


def test_show_findings_of_nothing_is_silent(capsys: pytest.CaptureFixture[str]) -> None:
    show_findings([])
    assert capsys.readouterr() == ("", "")


def test_show_findings_in_a_workflow(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setenv("GITHUB_ACTIONS", "true")
    show_findings([finding("a.ini")])
    assert capsys.readouterr().err.startswith("::error file=a.ini,line=1,")


def test_read_sources_skips_what_it_cannot_read(tmp_path: Path) -> None:
    assert read_sources([finding(str(tmp_path)), finding(str(tmp_path / "gone")), finding("")]) == {}


def test_show_report_writes_numbers_to_stderr(capsys: pytest.CaptureFixture[str]) -> None:
    show_report(Report(findings=[finding("a.ini")], checked=["a.ini", "b.ini"]), format="json")
    captured = capsys.readouterr()
    assert json.loads(captured.out)["summary"]["errors"] == 1
    assert captured.err == "1 error in 1 of 2 files\n"


SAFE = Fix("x", (Edit(0, 1, b""),), safe=True)
UNSAFE = Fix("x", (Edit(0, 1, b""),), safe=False)


@pytest.mark.parametrize(
    ("report", "line"),
    [
        (Report(findings=()), "nothing to report"),
        (Report(findings=(), checked=("a",)), "1 file checked, nothing to report"),
        (Report(findings=(), checked=("a", "b")), "2 files checked, nothing to report"),
        (
            Report(findings=(), checked=("a",), suppressed=(Suppressed(finding("a")),)),
            "1 file checked, nothing to report; 1 suppressed",
        ),
        (Report(findings=[finding("a", severity=Severity.NOTE)] * 2), "2 notes"),
        (
            Report(
                findings=[finding("a"), finding("a", severity=Severity.WARNING), finding("b", severity=Severity.NOTE)]
            ),
            "1 error, 1 warning and 1 note",
        ),
        (Report(findings=[finding("a", fix=SAFE)]), "1 error; 1 fixable with --fix"),
        (Report(findings=[finding("a", fix=UNSAFE)]), "1 error; 1 with --fix --unsafe-fixes"),
        (
            Report(findings=[finding("a", fix=SAFE), finding("b", fix=UNSAFE)]),
            "2 errors; 1 fixable with --fix; 1 more with --fix --unsafe-fixes",
        ),
    ],
)
def test_summary_line(report: Report, line: str) -> None:
    assert summary_line(report) == line


def test_rule_texts_are_those_of_the_registry() -> None:
    from geopts.rules import RULES

    texts = rule_texts()
    assert [text.code for text in texts] == list(RULES)
    assert all(text.summary and text.sections() for text in texts)


@pytest.mark.parametrize("format_", ["concise", "json"])
def test_quick_formats_import_nothing_heavy(format_: str) -> None:
    code = (
        "import io, sys\n"
        "from geopts.cli.report import show_report\n"
        "from geopts.render import Report\n"
        f"show_report(Report(findings=(), checked=('a',)), format='{format_}', stream=io.StringIO())\n"
        "heavy = {'rich', 'jsonschema', 'urllib.parse', 'tempfile', 'geopts.render.rule_text', 'geopts.rules', 'hashlib'}\n"
        "print(sorted(heavy & sys.modules.keys()))\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"


def test_errors_come_before_remarks_and_a_key_is_named_once(capsys: pytest.CaptureFixture[str]) -> None:
    show_findings(
        [
            Finding("GEO210", "preset-dropped", Severity.NOTE, "precision: a note", path="a.toml", key="precision"),
            Finding(
                "GEO504", "refused-value", Severity.ERROR, "options.x: 'y' is wrong", path="a.toml", key="options.x"
            ),
            Finding(
                "GEO401",
                "unsupported-option",
                Severity.WARNING,
                "options.x = 1: not there",
                path="a.toml",
                key="options.x",
            ),
        ]
    )
    heads = [line for line in capsys.readouterr().err.splitlines() if "GEO" in line]
    assert heads == [
        "a.toml: options.x: GEO504 'y' is wrong",
        "a.toml: options.x: GEO401 options.x = 1: not there",
        "a.toml: precision: GEO210 a note",
    ]
