"""Findings that are given away while the rules run are those of a whole run, and so is everything else the run tells."""

from __future__ import annotations

import io
import json
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from collections.abc import Set as AbstractSet
from pathlib import Path
from typing import Any

import attrs
import pytest

from geopts.errors import FileError, GeoptsError
from geopts.findings import Finding, Severity
from geopts.lint.config import Config
from geopts.lint.run import LintOptions, Run, lint_files
from geopts.lint.select import Selection, parse_selectors, parse_severities
from geopts.render import Report, Suppressed, render, summary_line
from geopts.rules.ini_checks import RISING, RULES_OF_INI
from geopts.rules.ini_source import IniSource
from geopts.rules.meaning import unknown_mode
from geopts.rules.registry import Rule

GOOD, BAD = b"Gelu=high_precision\n", b"Gelu=high_precison\n"
MANY = (
    b"; a note\nno entry\nConv2D=high_precision # why\nGemm=high_precision\nGelu : high_precision\n=high_precision\n"
    b"Gelu=\n[byoptype]\nTanh=fast\nTanh=high_precision\nTanh=high_precision\nTanh=high_performance\n"
    b"\xef\xbb\xbfMul=high_precision\ncaf\xe9=high_precision\n[ByNodeName]\nconv*=high_precision\n[other]\nx=y\n"
)
#: More findings of several rules than are held of each.
LONG = b"".join(b"Gelu=high_precison\nconv_%d : fast\n; note %d\n" % (number, number) for number in range(1000))
BASELINE = json.dumps(
    {
        "version": 1,
        "findings": [
            {"code": "GEO201", "path": "a.ini", "line": "Gelu=high_precison", "count": 1},
            {"code": "GEO201", "path": "a.ini", "line": "Gelu=gone", "count": 2},
        ],
    }
).encode()


@attrs.frozen(kw_only=True)
class Scene:
    """Files, what is linted of them and how, and what must be among the outcome, so that no two empty outcomes are compared."""

    files: dict[str, bytes] = attrs.field(factory=dict)
    paths: tuple[str, ...] = ("a.ini",)
    options: dict[str, Any] = attrs.field(factory=dict)
    stdin: bytes = b""
    codes: AbstractSet[str] = frozenset()
    exit_code: int = 1
    hidden: int = 0
    gone: int = 0


SCENES = {
    "many mistakes": Scene(files={"a.ini": MANY}, codes={"GEO101", "GEO102", "GEO105", "GEO106", "GEO201", "GEO203"}),
    "more than is held": Scene(files={"a.ini": LONG}, codes={"GEO201", "GEO105"}),
    "clean": Scene(files={"a.ini": GOOD}, exit_code=0),
    "empty": Scene(files={"a.ini": b""}, exit_code=0),
    "suppression": Scene(
        files={"a.ini": b"# geopts: ignore[GEO201] measured\n" + BAD + BAD + b"no entry\n"},
        codes={"GEO201", "GEO101"},
        hidden=1,
    ),
    "unused suppression": Scene(files={"a.ini": b"# geopts: ignore[GEO201] old\n" + GOOD}, codes={"GEO902"}),
    "surroundings in the file": Scene(
        files={"a.ini": b"# geopts: product=A2 allow_hf32=true\nConv2D=high_precision\n"}, codes={"GEO308"}
    ),
    "surroundings given": Scene(
        files={"a.ini": b"Conv2D=high_precision\n"},
        options={"context": {"product": "A2", "allow_hf32": "true"}},
        codes={"GEO308"},
    ),
    "baseline": Scene(
        files={"a.ini": BAD + BAD + b"no entry\n", "old.json": BASELINE},
        options={"baseline": "old.json"},
        codes={"GEO201", "GEO101"},
        hidden=1,
        gone=2,
    ),
    "baseline of a configuration": Scene(
        files={"a.ini": BAD, "old.json": BASELINE},
        options={"config": Config(baseline="old.json")},
        exit_code=0,
        hidden=1,
        gone=2,
    ),
    "severity": Scene(
        files={"a.ini": BAD + b"no entry\n"},
        options={"selection": Selection(severities=parse_severities({"GEO201": "note", "GEO101": "off"}, option=""))},
        codes={"GEO201"},
        exit_code=0,
    ),
    "selection": Scene(
        files={"a.ini": MANY},
        options={"selection": Selection(parse_selectors(["GEO1"], option=""), parse_selectors(["GEO101"], option=""))},
        codes={"GEO102", "GEO105"},
    ),
    "notes fail": Scene(
        files={"a.ini": b"; note\n"}, options={"fail_on": Severity.NOTE}, codes={"GEO105"}, exit_code=1
    ),
    "notes do not fail": Scene(files={"a.ini": b"; note\n"}, codes={"GEO105"}, exit_code=0),
    "errors fail": Scene(
        files={"a.ini": b"; note\n" + BAD + b"; note\n"}, options={"fail_on": Severity.ERROR}, codes={"GEO201"}
    ),
    "warnings do not fail": Scene(
        files={"a.ini": GOOD * 2}, options={"fail_on": Severity.ERROR}, codes={"GEO202"}, exit_code=0
    ),
    "failing by a configuration": Scene(
        files={"a.ini": b"; note\n"}, options={"config": Config(fail_on=Severity.NOTE)}, codes={"GEO105"}
    ),
    "missing": Scene(paths=("missing.ini",), codes={"GEO904"}, exit_code=2),
    "missing beside another": Scene(
        files={"z.ini": MANY}, paths=("z.ini", "missing.ini"), codes={"GEO904", "GEO201"}, exit_code=2
    ),
    "directory": Scene(
        files={"d/a.ini": GOOD, "d/op_precision.ini": MANY, "d/deep/my_precision.ini": BAD},
        paths=("d",),
        codes={"GEO101", "GEO201"},
    ),
    "directory with one file": Scene(files={"d/op_precision.ini": MANY}, paths=("d",), codes={"GEO101", "GEO201"}),
    "empty directory": Scene(files={"d/notes.text": BAD}, paths=("d",), exit_code=0),
    "options": Scene(
        files={"a.json": b'{"ge.exec.precision_mode": "force_fp61", "ge.nothing": "1"}'}, paths=("a.json",)
    ),
    "spec": Scene(files={"a.toml": b'[options]\nprecision_mode = "force_fp61"\n'}, paths=("a.toml",)),
    "script": Scene(files={"a.sh": b"atc --model=m --precision_mode=force_fp61\n"}, paths=("a.sh",)),
    "standard input": Scene(stdin=MANY, paths=("-",), codes={"GEO101", "GEO201"}),
    "standard input with a name": Scene(
        stdin=b'{"ge.exec.precision_mode": "force_fp61"}', paths=("-",), options={"stdin_filename": "a.json"}
    ),
    "clean standard input": Scene(stdin=GOOD, paths=("-",), exit_code=0),
    "standard input and a file": Scene(
        stdin=BAD, files={"a.ini": b"no entry\n"}, paths=("-", "a.ini"), codes={"GEO101", "GEO201"}
    ),
}


def feed(monkeypatch: pytest.MonkeyPatch, data: bytes) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(data)))


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def write(directory: Path, files: dict[str, bytes]) -> None:
    for name, data in files.items():
        (directory / name).parent.mkdir(parents=True, exist_ok=True)
        (directory / name).write_bytes(data)


def outcome(run: Run) -> tuple[object, ...]:
    result = run.result
    return (
        result.checked,
        result.failing,
        result.broken,
        result.exit_code(),
        result.exit_code(exit_zero=True),
        result.hidden,
        result.baseline_gone,
        result.stdin,
    )


@pytest.mark.parametrize("name", SCENES)
def test_a_stream_gives_what_a_whole_run_gives(here: Path, monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    scene = SCENES[name]
    write(here, scene.files)
    options = LintOptions(isolated="config" not in scene.options, **scene.options)
    feed(monkeypatch, scene.stdin)
    whole = Run(options)
    findings = whole.run(scene.paths).findings
    feed(monkeypatch, scene.stdin)
    streamed = Run(options)
    assert list(streamed.stream(scene.paths)) == findings
    assert outcome(streamed) == outcome(whole)
    assert {finding.code for finding in findings} >= scene.codes
    assert whole.result.exit_code() == scene.exit_code
    assert (len(whole.result.hidden), whole.result.baseline_gone) == (scene.hidden, scene.gone)
    if scene.exit_code:
        assert findings


def test_a_stream_obeys_the_configuration_beside_the_file(here: Path) -> None:
    write(here, {"a.ini": MANY, ".geopts.toml": b'ignore = ["GEO1"]\nper-file-ignores = { "a.ini" = ["GEO203"] }\n'})
    whole, streamed = Run(LintOptions()), Run(LintOptions())
    findings = whole.run(["a.ini"]).findings
    assert list(streamed.stream(["a.ini"])) == findings
    assert outcome(streamed) == outcome(whole)
    codes = {finding.code for finding in findings}
    assert "GEO201" in codes
    assert not [code for code in codes if code == "GEO203" or code.startswith("GEO1")]


@pytest.mark.parametrize(
    ("files", "options"),
    [
        ({}, LintOptions(isolated=True, baseline="none.json")),
        ({".geopts.toml": b"ignroe = []\n"}, LintOptions()),
        ({".geopts.toml": b'product = "A9"\n'}, LintOptions()),
        ({".geopts.toml": b'baseline = "none.json"\n'}, LintOptions()),
    ],
)
def test_what_cannot_be_done_is_raised_before_the_first_finding(
    here: Path, files: dict[str, bytes], options: LintOptions
) -> None:
    write(here, {"a.ini": LONG, **files})
    with pytest.raises(GeoptsError) as whole:
        Run(options).run(["a.ini"])
    with pytest.raises(GeoptsError) as streamed:
        next(Run(options).stream(["a.ini"]))
    assert (type(streamed.value), str(streamed.value)) == (type(whole.value), str(whole.value))


def test_a_file_that_vanishes_after_the_walk_is_told_by_a_stream(here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write(here, {"d/op_precision.ini": BAD})

    def vanished(name: str, **_options: Any) -> bytes:
        raise FileError(f"{name}: no such file", path=name)

    monkeypatch.setattr("geopts.lint.examine.read_bytes", vanished)
    run = Run(LintOptions(isolated=True))
    assert [(finding.code, finding.path) for finding in run.stream(["d"])] == [("GEO904", "d/op_precision.ini")]
    assert (run.result.checked, run.result.exit_code()) == ([], 2)


def failing_after(number: int, check: Callable[[Any], Iterator[Finding]]) -> Callable[[IniSource], Iterator[Finding]]:
    """Give a check that fails when it has found so much."""

    def failing(ini: IniSource) -> Iterator[Finding]:
        for found, finding in enumerate(check(ini)):
            if found == number:
                raise RuntimeError("boom")
            yield finding

    return failing


def check_of(rule: Rule) -> Callable[[Any], Iterator[Finding]]:
    assert rule.check is not None
    return rule.check


def test_a_rule_that_fails_in_the_middle_is_an_internal_error(here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write(here, {"a.ini": BAD * 3})
    monkeypatch.setattr(unknown_mode, "check", failing_after(1, check_of(unknown_mode)))
    whole, streamed = Run(LintOptions(isolated=True)), Run(LintOptions(isolated=True))
    findings = whole.run(["a.ini"]).findings
    assert list(streamed.stream(["a.ini"])) == findings
    assert [finding.code for finding in findings] == ["GEO906"]
    assert "RuntimeError: boom" in findings[0].message
    assert outcome(streamed) == outcome(whole)
    assert streamed.result.exit_code(exit_zero=True) == 2


def test_a_rule_that_fails_late_ends_a_stream_in_an_internal_error(here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write(here, {"a.ini": LONG})
    sound = Run(LintOptions(isolated=True)).run(["a.ini"]).findings
    monkeypatch.setattr(unknown_mode, "check", failing_after(800, check_of(unknown_mode)))
    whole, streamed = Run(LintOptions(isolated=True)), Run(LintOptions(isolated=True))
    *before, last = streamed.stream(["a.ini"])
    # what was told before is true; nobody who has it already can be told otherwise
    assert before == sound[: len(before)]
    assert 800 < len(before) < len(sound)
    assert whole.run(["a.ini"]).findings == [last]
    assert last.code == "GEO906"
    assert outcome(streamed) == outcome(whole)
    assert streamed.result.exit_code(exit_zero=True) == 2


def test_few_findings_are_held_while_those_of_one_file_come(here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    lines = 5000
    write(here, {"a.ini": b"".join(b"Gelu=high_precison\n; %d\n" % number for number in range(lines))})
    made: Counter[str] = Counter()

    def counting(rule: Rule, check: Callable[[Any], Iterator[Finding]]) -> Callable[[IniSource], Iterator[Finding]]:
        def counted(ini: IniSource) -> Iterator[Finding]:
            for finding in check(ini):
                made[rule.code] += 1
                yield finding

        return counted

    for rule in RULES_OF_INI:
        monkeypatch.setattr(rule, "check", counting(rule, check_of(rule)))
    told = ahead = 0
    for _ in Run(LintOptions(isolated=True)).stream(["a.ini"]):
        told += 1
        ahead = max(ahead, made.total() - told)
    assert made.total() == told
    assert [made[code] for code in ("GEO201", "GEO105")] == [lines, lines]
    assert {"GEO201", "GEO105"} <= {rule.code for rule in RISING}
    assert 0 < ahead < lines / 2


def report_of(paths: list[str]) -> tuple[int, str, str]:
    """Give what the linter would print of these paths if it knew all findings before it wrote the first."""
    result = lint_files(paths, LintOptions())
    report = Report(
        findings=result.findings,
        checked=result.checked,
        suppressed=[Suppressed(hidden.finding, hidden.reason) for hidden in result.hidden],
    )
    stream = io.StringIO()
    render(report, format="json", stream=stream)
    return result.exit_code(), stream.getvalue(), f"{summary_line(report)}\n"


@pytest.mark.parametrize(
    ("content", "exit_code"),
    [
        (MANY, 1),
        (LONG, 1),
        (GOOD, 0),
        (b"; note\n", 0),
        (b"# geopts: ignore[GEO201] why\n" + BAD + b"no entry\n", 1),
        (None, 2),
    ],
    ids=["many", "long", "clean", "note", "suppressed", "missing"],
)
def test_the_command_writes_the_bytes_of_a_whole_report(
    geo: Callable[..., tuple[int, str, str]], tmp_path: Path, content: bytes | None, exit_code: int
) -> None:
    if content is not None:
        (tmp_path / "a.ini").write_bytes(content)
    told = geo("lint", "--format", "json", "a.ini")
    assert told == report_of(["a.ini"])
    assert told[0] == exit_code
    assert json.loads(told[1])["summary"]["files_checked"] == (content is not None)


def test_the_command_writes_a_whole_report_of_standard_input(
    geo: Callable[..., tuple[int, str, str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    feed(monkeypatch, MANY)
    told = geo("lint", "--format", "json", "-")
    feed(monkeypatch, MANY)
    assert told == report_of(["-"])
    assert {finding["path"] for finding in json.loads(told[1])["findings"]} == {"<stdin>"}


def test_the_command_tells_a_rule_that_fails_while_the_report_is_written(
    geo: Callable[..., tuple[int, str, str]], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "a.ini").write_bytes(LONG)
    monkeypatch.setattr(unknown_mode, "check", failing_after(800, check_of(unknown_mode)))
    code, out, err = geo("lint", "--exit-zero", "--format", "json", "a.ini")
    report = json.loads(out)
    assert code == 2
    assert [one["code"] for one in report["findings"]].index("GEO906") == len(report["findings"]) - 1
    assert report["summary"]["by_code"] == Counter(one["code"] for one in report["findings"])
    assert "Traceback" not in err
