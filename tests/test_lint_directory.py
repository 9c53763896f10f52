"""A directory with every form of file that people have: which files are looked at, and the whole report.

``tests/data/lint_directory.out`` was read line by line. Python files are kept with ``.txt`` behind their names, since some are no Python 3 and
none is to be checked with the tests.
"""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from geopts.lint.run import LintOptions, lint_files

DATA = Path(__file__).parent / "data"
Geo = Callable[..., tuple[int, str, str]]


@pytest.fixture
def directory(tmp_path: Path) -> Path:
    target = tmp_path / "model"
    shutil.copytree(DATA / "lint_directory", target)
    for path in target.rglob("*.py.txt"):
        path.rename(path.with_suffix(""))
    return target


def test_the_report_is_the_golden_one(directory: Path, geo: Geo) -> None:
    code, out, err = geo("lint", "--isolated", "--format", "full", directory.name)
    assert out == (DATA / "lint_directory.out").read_text(encoding="utf-8")
    assert code == 1
    assert err == "20 errors, 9 warnings and 7 notes in 17 of 17 files; 11 with --fix --unsafe-fixes\n"


def test_processes_give_the_same_report(directory: Path, geo: Geo) -> None:
    code, out, _ = geo("lint", "--isolated", "--format", "full", "--jobs", "2", directory.name)
    assert out == (DATA / "lint_directory.out").read_text(encoding="utf-8")
    assert code == 1


def test_files_that_have_nothing_to_do_with_the_tools_are_left_out(directory: Path) -> None:
    checked = {Path(path).name for path in lint_files([str(directory)], LintOptions(isolated=True)).checked}
    left_out = {"plain.py", "serve.sh", "setup.cfg", "package.json"}
    assert left_out.isdisjoint(checked)
    assert checked | left_out == {path.name for path in directory.rglob("*") if path.is_file()}


def test_a_named_file_without_the_tools_is_silent(directory: Path) -> None:
    named = [str(directory / "infer" / "plain.py"), str(directory / "scripts" / "serve.sh")]
    result = lint_files(named, LintOptions(isolated=True))
    assert result.findings == []
    assert len(result.checked) == 2


def test_fixes_leave_only_what_needs_a_decision(directory: Path, geo: Geo) -> None:
    geo("lint", "--isolated", "--fix", "--unsafe-fixes", directory.name)
    # the quotes of --precision_mode hid that it and the other generation of the option exclude each other
    assert "GEO301" in geo("lint", "--isolated", directory.name)[1]
    assert "subprocess" in (directory / "infer" / "build.py").read_text()
    assert '"ge.exec.op_precision_mode": "op_precision.ini"' in (directory / "infer" / "build.py").read_text()
    assert '["auto_tune_mode"]' in (directory / "train" / "tensorflow1.py").read_text()
    # mended again, nothing changes
    code, out, _ = geo("lint", "--isolated", "--diff", "--unsafe-fixes", directory.name)
    assert out == ""
    assert code == 1
