"""Many files at once: what processes give is what one process gives, mistakes included."""

from __future__ import annotations

import io
from collections.abc import Callable
from pathlib import Path

import pytest

from geopts.cli.progress import lint_progress
from geopts.errors import GeoptsError
from geopts.lint.run import LintOptions, lint_files

Geo = Callable[..., tuple[int, str, str]]
COMMAND = "atc --model=m.onnx --framework=5 --output=m --soc_version=Ascend310P3"


def make(directory: Path, count: int = 12) -> None:
    for number in range(count):
        mode = "force_fp61" if number % 3 else "force_fp16"
        (directory / f"run{number:02}.sh").write_text(f"#!/bin/bash\n{COMMAND} --precision_mode={mode}\n")
    (directory / "good.ini").write_text("[ByOpType]\nGelu=high_precision\n")
    (directory / "bad.ini").write_text("[ByOpType]\nGelu=high_precison\n")


@pytest.mark.parametrize("more", [(), ("--statistics",), ("--select", "GEO201"), ("--diff", "--unsafe-fixes")])
def test_processes_change_nothing_in_the_report(geo: Geo, tmp_path: Path, more: tuple[str, ...]) -> None:
    make(tmp_path)
    assert geo("lint", "--isolated", "-j", "2", *more, ".") == geo("lint", "--isolated", *more, ".")


def test_fixes_are_written_once_and_a_baseline_is_kept(geo: Geo, tmp_path: Path) -> None:
    make(tmp_path)
    (tmp_path / "slip.sh").write_text(f"{COMMAND} --precison_mode=force_fp16\n")
    code, _, err = geo("lint", "--isolated", "-j", "2", "--fix", "--unsafe-fixes", ".")
    assert code == 1
    assert "2 fixed in 2 files" in err
    assert (tmp_path / "slip.sh").read_text() == f"{COMMAND} --precision_mode=force_fp16\n"
    assert geo("lint", "--isolated", "-j", "2", "--write-baseline", "known.json", ".")[0] == 0
    assert geo("lint", "--isolated", "-j", "2", "--baseline", "known.json", ".")[0] == 0


def test_a_wrong_configuration_is_raised_here_too(tmp_path: Path) -> None:
    make(tmp_path)
    (tmp_path / "geopts.toml").write_text("[lint]\nselct = ['GEO2']\n")
    for jobs in (1, 2):
        with pytest.raises(GeoptsError, match="selct"):
            lint_files([str(tmp_path)], LintOptions(jobs=jobs))


def test_files_that_cannot_be_read_are_told(tmp_path: Path) -> None:
    make(tmp_path)
    paths = [str(path) for path in sorted(tmp_path.iterdir())] + [str(tmp_path / "gone.sh")]
    one, other = (lint_files(paths, LintOptions(isolated=True, jobs=jobs)) for jobs in (1, 3))
    assert one.findings == other.findings
    assert one.broken
    assert other.broken
    assert one.checked == other.checked


def test_progress_is_told_after_each_file(tmp_path: Path) -> None:
    make(tmp_path)
    for jobs in (1, 2):
        steps: list[tuple[int, int]] = []
        result = lint_files(
            [str(tmp_path)],
            LintOptions(isolated=True, jobs=jobs),
            progress=lambda done, total, steps=steps: steps.append((done, total)),  # type: ignore[misc]  # a default binds the loop variable
        )
        assert steps == [(number, 14) for number in range(1, 15)]
        assert len(result.checked) == 14


def test_jobs_of_zero_are_all_cores(geo: Geo, tmp_path: Path) -> None:
    make(tmp_path, 3)
    assert geo("lint", "--isolated", "-j", "0", ".")[1] == geo("lint", "--isolated", ".")[1]
    assert geo("lint", "-j", "-1", ".")[0] == 2


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_a_bar_is_drawn_at_a_terminal_only(monkeypatch: pytest.MonkeyPatch) -> None:
    stream = io.StringIO()
    monkeypatch.setattr("sys.stderr", stream)
    with lint_progress() as silent:
        assert silent is None
    assert stream.getvalue() == ""
    terminal = Terminal()
    monkeypatch.setattr("sys.stderr", terminal)
    monkeypatch.setattr("geopts.cli.progress._PATIENCE", 0.0)
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setattr("geopts.cli.progress._PAUSE", 0.0)
    with lint_progress() as take:
        assert take is not None
        take(1, 2)
        take(2, 2)
    assert "linting" in terminal.getvalue()


def test_a_short_run_draws_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = Terminal()
    monkeypatch.setattr("sys.stderr", terminal)
    with lint_progress() as take:
        assert take is not None
        take(1, 1)
    assert terminal.getvalue() == ""
