"""Each rule on ini files has a directory: ``bad.ini`` prints ``bad.out``, ``good.ini`` prints nothing.

``arguments``, where there is one, holds the arguments of the command in the place of ``bad.ini``.
"""

from __future__ import annotations

import contextlib
import io
import os
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import geopts.rules
from geopts.cli.main import cli
from geopts.findings import Severity
from geopts.rules.ini_checks import RULES_OF_INI
from geopts.rules.registry import HEADINGS, MODULES, RULES, Rule, documented_rule, get_rule, rule

CASES = Path(__file__).parent / "cases"
#: It needs a mistake of geopts itself; tests/test_lint_run.py makes one.
WITHOUT_CASE = {"GEO906"}
INI_CODES = sorted(code.name for code in CASES.iterdir() if (code / "bad.ini").exists())


@contextlib.contextmanager
def working_in(directory: Path) -> Iterator[None]:
    before = Path.cwd()
    os.chdir(directory)
    try:
        yield
    finally:
        os.chdir(before)


def printed(directory: Path, name: str) -> str:
    path = directory / "arguments"
    arguments = path.read_text().split() if path.exists() else ["bad.ini"]
    if name != "bad.ini":
        arguments = [*(word for word in arguments[:-1]), name]
    stdout = io.StringIO()
    with working_in(directory), contextlib.redirect_stdout(stdout), contextlib.redirect_stderr(io.StringIO()):
        cli.main(["lint", "--isolated", "--format", "full", *arguments], standalone_mode=False)
    return stdout.getvalue()


@pytest.mark.parametrize("code", INI_CODES)
def test_bad_file_prints_its_golden_text(code: str) -> None:
    directory = CASES / code
    text = printed(directory, "bad.ini")
    assert text == (directory / "bad.out").read_text(encoding="utf-8")
    assert f" {code} " in text


@pytest.mark.parametrize("code", INI_CODES)
def test_good_file_prints_nothing(code: str) -> None:
    assert printed(CASES / code, "good.ini") == ""


def test_every_rule_on_ini_files_has_a_case() -> None:
    own = {one.code for one in RULES_OF_INI} | {code for code in RULES if code.startswith("GEO9")}
    assert own - WITHOUT_CASE == set(INI_CODES) & own


@pytest.mark.parametrize("one", list(RULES.values()), ids=str)
def test_every_rule_is_documented(one: Rule) -> None:
    assert re.fullmatch(r"GEO[1-9]\d\d", one.code)
    assert re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", one.name)
    assert re.fullmatch(r"\d+\.\d+", one.since)
    assert isinstance(one.severity, Severity)
    summary, _, rest = one.docstring.strip().partition("\n\n")
    assert summary.strip()
    assert re.findall(r"^ *## (.+)$", rest, re.MULTILINE) == list(HEADINGS)
    for section in re.split(r"^ *## .+$", rest, flags=re.MULTILINE)[1:]:
        assert section.strip()


def test_names_are_unique_and_found_in_any_case() -> None:
    names = [one.name for one in RULES.values()]
    assert len(set(names)) == len(names)
    for one in RULES.values():
        assert get_rule(one.code.lower()) is one
        assert get_rule(one.name.upper()) is one


def test_rules_run_in_the_order_of_their_codes() -> None:
    # findings that start at one place are told in this order
    assert [one.code for one in RULES_OF_INI] == sorted(one.code for one in RULES_OF_INI)


def test_a_code_or_a_name_is_never_used_twice() -> None:
    with pytest.raises(ValueError, match="registered already"):
        rule("GEO101", "some-other-name", Severity.NOTE, since="0.1")(lambda _source: iter(()))
    with pytest.raises(ValueError, match="registered already"):
        documented_rule("GEO199", "ignored-line", Severity.NOTE, since="0.1")(lambda: None)
    assert "GEO199" not in RULES


def test_every_module_that_registers_rules_is_listed() -> None:
    folder = Path(geopts.rules.__file__).parent
    registering = {
        path.stem
        for path in folder.glob("*.py")
        if path.stem != "registry" and re.search(r"^@(documented_)?rule\(", path.read_text(), re.MULTILINE)
    }
    assert registering == set(MODULES)
