"""Golden cases of the rules on TOML and JSON files, scripts and documents, the examples in the rules' own texts, and which rules have neither.

``tests/cases/<CODE>/bad.toml`` (or ``.json``, ``.sh``, ``.md``) prints ``bad.out``, and ``good.toml`` prints nothing.
"""

from __future__ import annotations

import ast
import io
import itertools
import re
from pathlib import Path

import pytest

import geopts
from geopts.lint.run import LintOptions, lint_data
from geopts.render import Report, RuleText, render
from geopts.rules import RULES

CASES = Path(__file__).parent / "cases"
BAD = sorted(path for suffix in ("toml", "json", "sh", "md") for path in CASES.glob(f"GEO*/bad.{suffix}"))

#: Rules without a case directory, and why.
WITHOUT_CASE = {
    "GEO306": "no single file shows it: displayed by geopts options only",
    "GEO307": "no single file shows it: displayed by geopts options only",
    "GEO514": "found when options are written for a framework (tests of geopts.frontends)",
    "GEO515": "found when options are written for a framework (tests of geopts.frontends)",
    "GEO520": "found by geopts migrate (tests of geopts.migrate)",
    "GEO603": "needs the log of a run (tests of geopts.pypto.tuning)",
    "GEO604": "needs the log of a run (tests of geopts.pypto.tuning)",
    "GEO605": "needs the log of a run (tests of geopts.pypto.tuning)",
    "GEO606": "needs the log of a run (tests of geopts.pypto.tuning)",
    "GEO607": "needs the log of a run (tests of geopts.pypto.tuning)",
    "GEO608": "needs the log of a run (tests of geopts.pypto.tuning)",
    "GEO609": "needs the log of a run (tests of geopts.pypto.tuning)",
    "GEO610": "needs the log of a run (tests of geopts.pypto.tuning)",
    "GEO615": "found by geopts pypto config check (tests of geopts.pypto.config_file)",
    "GEO617": "found by geopts pypto config check (tests of geopts.pypto.config_file)",
    "GEO618": "found in Python code (tests of geopts.pypto.emit)",
    "GEO619": "needs the log of a run (tests of geopts.pypto.tuning)",
    "GEO621": "found by geopts pypto config check (tests of geopts.pypto.config_file)",
    "GEO630": "needs the log of a run (tests of geopts.pypto.tuning)",
}


def printed(path: Path, monkeypatch: pytest.MonkeyPatch) -> tuple[str, set[str]]:
    """Lint a file from its own directory and give the report and the codes in it."""
    monkeypatch.chdir(path.parent)
    data = path.read_bytes()
    findings = lint_data(path.name, data).findings
    stream = io.StringIO()
    render(Report(findings=findings, sources={path.name: data}), format="full", stream=stream, color=False)
    return stream.getvalue(), {finding.code for finding in findings}


@pytest.mark.parametrize("bad", BAD, ids=lambda path: path.parent.name)
def test_bad_file_prints_its_golden_text(bad: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    text, codes = printed(bad, monkeypatch)
    assert text == (bad.parent / "bad.out").read_text(encoding="utf-8")
    assert bad.parent.name in codes


@pytest.mark.parametrize("bad", BAD, ids=lambda path: path.parent.name)
def test_good_file_prints_nothing(bad: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert printed(bad.with_stem("good"), monkeypatch)[0] == ""


def test_every_rule_outside_ini_files_has_a_case_or_a_reason() -> None:
    mine = {code for code, rule in RULES.items() if code[3] in "3456" and rule.check is None}  # GEO308 checks ini files
    assert mine == {path.parent.name for path in BAD} | WITHOUT_CASE.keys()


def fenced(text: str) -> tuple[str, str] | None:
    """Give language and content of the first code block of a section."""
    found = re.search(r"```(toml|json|sh)\n(.*?)```", text, re.DOTALL)
    return (found[1], found[2]) if found else None


EXAMPLES = [
    (code, sections["Example"], sections["Use instead"])
    for code, rule in RULES.items()
    if code[3] in "3456"
    and code not in WITHOUT_CASE
    and fenced((sections := RuleText.of(rule).sections())["Example"]) is not None
]


@pytest.mark.parametrize(("code", "example", "instead"), EXAMPLES, ids=[example[0] for example in EXAMPLES])
def test_the_example_in_the_text_of_a_rule_is_one(
    code: str, example: str, instead: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    codes = []
    for section in (example, instead):
        block = fenced(section)
        if block is not None:
            codes.append({finding.code for finding in lint_data(f"x.{block[0]}", block[1].encode()).findings})
    assert code in codes[0]
    assert all(code not in of_instead for of_instead in codes[1:])


def constants_after_codes() -> list[tuple[str, str, str]]:
    """Give file, code and name of every place in the package that writes both next to each other."""
    pairs = []
    for path in Path(geopts.__file__).parent.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            items = (
                node.args
                if isinstance(node, ast.Call)
                else node.elts
                if isinstance(node, (ast.Tuple, ast.List))
                else []
            )
            texts = [item.value if isinstance(item, ast.Constant) else None for item in items]
            pairs += [
                (path.name, one, other)
                for one, other in itertools.pairwise(texts)
                if isinstance(one, str)
                and re.fullmatch(r"GEO\d{3}", one)
                and isinstance(other, str)
                and "GEO" not in other
            ]
    return pairs


def test_a_code_has_one_name_in_the_whole_package() -> None:
    pairs = constants_after_codes()
    assert len(pairs) > 60
    wrong = [(file, code, name) for file, code, name in pairs if code not in RULES or RULES[code].name != name]
    assert wrong == []


def test_options_of_lint_change_severity_and_selection_here_too() -> None:
    data = (CASES / "GEO507" / "bad.toml").read_bytes()
    assert lint_data("bad.toml", data, LintOptions(isolated=True)).exit_code() == 0
    assert lint_data("bad.toml", b"# geopts: file-ignore[GEO507] measured\n" + data).findings == []
