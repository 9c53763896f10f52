"""A run over files: what is read, kept quiet, counted, and what cannot be read."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Callable
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any

import pytest

from geopts.errors import FileError, OptionValueError, ProductError
from geopts.findings import Finding, Severity
from geopts.lint.baseline import Baseline
from geopts.lint.config import Config
from geopts.lint.run import LintOptions, LintResult, lint_data, lint_files
from geopts.lint.select import Selection, parse_selectors
from geopts.rules.meaning import unknown_mode

GOOD, BAD = b"Gelu=high_precision\n", b"Gelu=high_precison\n"
ISOLATED = LintOptions(isolated=True)


def run(*paths: Path | str, options: LintOptions = ISOLATED) -> LintResult:
    return lint_files([str(path) for path in paths], options)


def told(result: LintResult) -> list[tuple[str, int, str]]:
    return [(finding.path, finding.span.line if finding.span else 0, finding.code) for finding in result.findings]


def codes(text: str, **options: Any) -> list[str]:
    result = lint_data("x.ini", text.encode(), LintOptions(isolated=True, **options))
    return [finding.code for finding in result.findings]


def test_findings_are_in_the_order_of_files_and_lines(tmp_path: Path) -> None:
    for name in ("b", "a"):
        (tmp_path / f"{name}.ini").write_bytes(b"[byoptype]\nA\n" + BAD)
    result = run(tmp_path / "b.ini", tmp_path / "a.ini")
    a, b = str(tmp_path / "a.ini"), str(tmp_path / "b.ini")
    assert told(result) == [(path, *rest) for path in (a, b) for rest in ((1, "GEO102"), (2, "GEO101"), (3, "GEO201"))]
    assert result.checked == [a, b]
    assert result.sources.keys() == {a, b}
    assert result.exit_code() == 1


def test_sorted_as_a_report_wants_it(tmp_path: Path) -> None:
    (tmp_path / "a.ini").write_bytes(b";a=b\nGelu=x # geopts: ignore[GEO1]\n[x]\n# geopts: nothing\n" + BAD * 2)
    findings = run(tmp_path / "a.ini", tmp_path / "missing.ini").findings
    assert findings == sorted(findings, key=Finding.sort_key)


def test_a_directory_gives_the_files_it_knows(tmp_path: Path) -> None:
    for name, data in {
        "op_precision.ini": GOOD,
        "named_otherwise.ini": b"[ByNodeName]\n",
        "setup.ini": b"[a]\nb = c\n",
        "notes.txt": BAD,
        "deep/er/my_precision.ini": BAD,
        ".hidden/op_precision.ini": BAD,
        "node_modules/op_precision.ini": BAD,
    }.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_bytes(data)
    result = run(tmp_path)
    names = [os.path.relpath(path, tmp_path) for path in result.checked]
    assert names == ["deep/er/my_precision.ini", "named_otherwise.ini", "op_precision.ini"]


def test_a_named_file_is_linted_whatever_it_is_called(tmp_path: Path) -> None:
    path = tmp_path / ".hidden" / "modes.txt"
    path.parent.mkdir()
    path.write_bytes(BAD)
    assert told(run(path)) == [(str(path), 1, "GEO201")]


def test_a_file_named_twice_is_linted_once(tmp_path: Path) -> None:
    path = tmp_path / "op_precision.ini"
    path.write_bytes(BAD)
    result = run(path, tmp_path, tmp_path / "." / "op_precision.ini")
    assert len(result.checked) == 1


def test_patterns_leave_files_of_directories_out(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for name in ("a/op_precision.ini", "b/op_precision.ini", "b/c/op_precision.ini", "op_precision_old.ini"):
        Path(name).parent.mkdir(exist_ok=True)
        Path(name).write_bytes(GOOD)
    assert run(".", options=LintOptions(isolated=True, exclude=("b", "*_old.ini"))).checked == ["a/op_precision.ini"]
    assert len(run(".", options=LintOptions(isolated=True, exclude=("b/c",))).checked) == 3
    # a file that is named is linted
    assert run("b/op_precision.ini", options=LintOptions(isolated=True, exclude=("b",))).checked
    Path(".geopts.toml").write_text('exclude = ["a/*"]\n')
    assert "a/op_precision.ini" not in run(".", options=LintOptions()).checked


def test_files_that_cannot_be_read_are_findings_and_the_others_are_linted(tmp_path: Path) -> None:
    (tmp_path / "bad.ini").write_bytes(BAD)
    (tmp_path / "loop.ini").symlink_to("loop.ini")
    os.mkfifo(tmp_path / "pipe.ini")
    result = run(tmp_path / "missing.ini", tmp_path / "loop.ini", tmp_path / "pipe.ini", tmp_path / "bad.ini")
    assert [(os.path.basename(path), code) for path, _, code in told(result)] == [
        ("bad.ini", "GEO201"),
        ("loop.ini", "GEO904"),
        ("missing.ini", "GEO904"),
        ("pipe.ini", "GEO904"),
    ]
    assert result.exit_code() == 2
    assert result.exit_code(exit_zero=True) == 2


def test_no_permission_is_a_finding(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    # root may read everything, so the system's answer is given here
    (tmp_path / "closed").mkdir()
    (tmp_path / "op_precision.ini").write_bytes(GOOD)
    scandir = os.scandir

    def refuse(path: str) -> Any:
        if str(path).endswith("closed"):
            raise PermissionError(13, "Permission denied")
        return scandir(path)

    monkeypatch.setattr(os, "scandir", refuse)
    result = run(tmp_path)
    assert told(result) == [(str(tmp_path / "closed"), 0, "GEO904")]
    assert "Permission denied" in result.findings[0].message
    assert len(result.checked) == 1


def test_a_file_that_vanishes_after_the_walk_is_a_finding(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "op_precision.ini").write_bytes(GOOD)

    def vanished(name: str, **_options: Any) -> bytes:
        raise FileError(f"{name}: no such file", path=name)

    monkeypatch.setattr("geopts.lint.examine.read_bytes", vanished)
    result = run(tmp_path)
    assert [finding.code for finding in result.findings] == ["GEO904"]
    assert result.broken


def test_directories_deeper_than_the_stack_and_links_in_circles(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "circle").symlink_to(tmp_path)
    try:
        for _ in range(2500):
            os.mkdir("d")
            os.chdir("d")
        os.chdir(tmp_path)
        result = run(".")
    finally:
        os.chdir(tmp_path)
        subprocess.run(["rm", "-rf", "d"], check=True)  # deeper than Python's own removal goes
    # 2,500 directories make a path longer than the system takes, which is told
    assert [finding.code for finding in result.findings] == ["GEO904"]


def test_a_file_that_cannot_be_written_is_told_and_the_others_are_mended(
    tmp_path: Path, as_nobody: Callable[[], AbstractContextManager[None]]
) -> None:
    for name in ("a", "b"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "op_precision.ini").write_bytes(b"; words\n")
        (tmp_path / name).chmod(0o755 if name == "a" else 0o777)
    with as_nobody():
        result = run(tmp_path, options=LintOptions(isolated=True, fix=True, write=True))
    assert told(result) == [(str(tmp_path / "a" / "op_precision.ini"), 0, "GEO904")]
    assert "cannot be written" in result.findings[0].message
    assert (result.exit_code(), result.fixed) == (2, 1)
    assert (tmp_path / "b" / "op_precision.ini").read_bytes() == b"# words\n"


def test_a_mistake_of_a_rule_spoils_one_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "a.ini").write_bytes(BAD)
    (tmp_path / "b.ini").write_bytes(GOOD)

    def fail(_ini: object) -> Any:
        raise RuntimeError("boom")

    monkeypatch.setattr(unknown_mode, "check", fail)
    result = run(tmp_path / "a.ini", tmp_path / "b.ini")
    assert [finding.code for finding in result.findings] == ["GEO906", "GEO906"]
    assert "RuntimeError: boom" in result.findings[0].message
    assert result.exit_code(exit_zero=True) == 2


@pytest.mark.parametrize(
    ("fail_on", "text", "code"),
    [
        (None, "; note\n", 0),
        (None, "Gelu=high_precision\nGelu=high_precision\n", 1),
        (Severity.ERROR, "Gelu=high_precision\nGelu=high_precision\n", 0),
        (Severity.ERROR, "Gelu=bogus\n", 1),
        (Severity.NOTE, "; note\n", 1),
        (Severity.NOTE, "Gelu=high_precision\n", 0),
    ],
)
def test_exit_code(fail_on: Severity | None, text: str, code: int) -> None:
    result = lint_data("x.ini", text.encode(), LintOptions(isolated=True, fail_on=fail_on))
    assert result.exit_code() == code
    assert result.exit_code(exit_zero=True) == 0


def test_configuration_of_each_file(tmp_path: Path) -> None:
    for name, toml in {"a": 'ignore = ["GEO201"]', "b": 'fail-on = "error"\nseverity = { GEO201 = "note" }'}.items():
        (tmp_path / name).mkdir()
        (tmp_path / name / ".geopts.toml").write_text(toml)
        (tmp_path / name / "op_precision.ini").write_bytes(BAD)
    result = run(tmp_path, options=LintOptions())
    assert [(finding.path, finding.severity) for finding in result.findings] == [
        (str(tmp_path / "b" / "op_precision.ini"), Severity.NOTE)
    ]
    assert result.exit_code() == 0


def test_the_command_line_is_stronger_than_the_configuration(tmp_path: Path) -> None:
    (tmp_path / ".geopts.toml").write_text('select = ["GEO1"]\nproduct = "310P"\nallow-hf32 = "true"\n')
    path = tmp_path / "op_precision.ini"
    path.write_bytes(b"Conv2D=high_precision\n" + BAD)
    assert run(path, options=LintOptions()).findings == []
    ours = LintOptions(selection=Selection(parse_selectors(["GEO2,GEO3"], option="")), context={"product": "A2"})
    assert [code for _, _, code in told(run(path, options=ours))] == ["GEO308", "GEO201"]


def test_ignored_per_file(tmp_path: Path) -> None:
    (tmp_path / ".geopts.toml").write_text('per-file-ignores = { "old_*.ini" = ["unknown-mode"], "x/*" = "GEO1" }\n')
    (tmp_path / "old_precision.ini").write_bytes(BAD + b"A\n")
    (tmp_path / "new_precision.ini").write_bytes(BAD + b"A\n")
    found = [(os.path.basename(path), code) for path, _, code in told(run(tmp_path, options=LintOptions()))]
    assert found == [
        ("new_precision.ini", "GEO201"),
        ("new_precision.ini", "GEO101"),
        ("old_precision.ini", "GEO101"),
    ]


def test_surroundings_in_the_file_come_between_command_line_and_configuration() -> None:
    text = "# geopts: product=A2 allow_hf32=true\nConv2D=high_precision\n"
    assert codes(text) == ["GEO308"]
    assert codes(text, context={"product": "310P"}) == []
    assert codes(text, context={"soc_version": "Ascend310P3"}) == []
    assert codes(text, config=Config(context={"soc_version": "Ascend310P3"})) == ["GEO308"]


def test_wrong_surroundings(tmp_path: Path) -> None:
    assert codes("# geopts: product=Ascend910B parser=older allow_hf32=yes cann=1.0\n") == ["GEO905"] * 3
    with pytest.raises(ProductError):
        run(tmp_path, options=LintOptions(context={"product": "A9"}))
    with pytest.raises(OptionValueError, match="no generation"):
        run(tmp_path, options=LintOptions(context={"parser": "older"}))
    with pytest.raises(OptionValueError, match="nothing is known"):
        run(tmp_path, options=LintOptions(context={"cann": "12.0"}))


def test_baseline_knows_findings_by_their_line(tmp_path: Path) -> None:
    path, baseline = tmp_path / "op_precision.ini", tmp_path / "old.json"
    path.write_bytes(BAD + b"Tanh=fast\nTanh=fast\n")
    first = run(path)
    assert Baseline.write(str(baseline), first.findings, first.sources) == 3
    options = LintOptions(isolated=True, baseline=str(baseline))
    again = run(path, options=options)
    assert (again.findings, len(again.hidden), again.baseline_gone) == ([], 3, 0)
    assert again.exit_code() == 0
    # lines move, one more of a kind is new, one that is gone is counted
    path.write_bytes(b"# moved\n\nTanh=fast\nTanh=fast\nTanh=fast\n")
    moved = run(path, options=options)
    assert told(moved) == [(str(path), 5, "GEO201")]
    assert (len(moved.hidden), moved.baseline_gone) == (2, 1)
    assert all(hidden.by_baseline for hidden in moved.hidden)


def test_baseline_of_bytes_that_are_no_text(tmp_path: Path) -> None:
    path, baseline = tmp_path / "op_precision.ini", tmp_path / "old.json"
    path.write_bytes(b"caf\xe9\n\xff\xfe\n")
    first = run(path)
    Baseline.write(str(baseline), first.findings, first.sources)
    assert run(path, options=LintOptions(isolated=True, baseline=str(baseline))).findings == []


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"version": 1}', '{"version": 1, "findings": [{}]}', "[" * 99_999])
def test_a_file_that_is_no_baseline_is_refused(tmp_path: Path, text: str) -> None:
    (tmp_path / "old.json").write_text(text)
    (tmp_path / "x.ini").write_bytes(BAD)
    with pytest.raises(FileError, match="is no baseline"):
        run(tmp_path / "x.ini", options=LintOptions(isolated=True, baseline=str(tmp_path / "old.json")))


def test_a_baseline_of_another_version_is_refused(tmp_path: Path) -> None:
    (tmp_path / "old.json").write_text('{"version": 2, "findings": []}')
    with pytest.raises(FileError, match="version 2"):
        Baseline.read(str(tmp_path / "old.json"))
    with pytest.raises(FileError, match="no such file"):
        Baseline.read(str(tmp_path / "none.json"))
