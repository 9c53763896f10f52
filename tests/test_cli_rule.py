"""``geopts rule``: one rule, several, or the list, as text, Markdown and JSON."""

from __future__ import annotations

import json

import pytest
from click.testing import CliRunner

from geopts.cli.main import cli, run
from geopts.rules import RULES


def output(*arguments: str) -> str:
    result = CliRunner().invoke(cli, ["rule", *arguments])
    assert result.exit_code == 0, result.output
    return result.stdout


def test_code_and_name_give_the_same_text() -> None:
    text = output("GEO101")
    assert text == output("geo101") == output("ignored-line")
    assert text.startswith("GEO101 ignored-line (severity ")
    for heading in ("What goes wrong", "Example", "Use instead", "Fix safety"):
        assert f"\n{heading}\n  " in text


def test_list_names_every_rule_on_a_line_of_its_own() -> None:
    lines = output().splitlines()
    assert [line.split()[:2] for line in lines[1:]] == [[code, found.name] for code, found in RULES.items()]


def test_markdown() -> None:
    assert output("GEO101", "--format", "markdown").startswith("# GEO101 ignored-line\n\n")
    table = output("--format", "markdown").splitlines()
    assert table[0].startswith("| code | name |")
    assert len(table) == len(RULES) + 2
    headings = [line for line in output("--all", "--format", "markdown").splitlines() if line.startswith("# GEO")]
    assert headings == [f"# {code} {found.name}" for code, found in RULES.items()]


def test_json_is_an_object_for_one_rule_and_a_list_otherwise() -> None:
    one = json.loads(output("GEO101", "--format", "json"))
    assert (one["code"], one["name"]) == ("GEO101", "ignored-line")
    assert [entry["code"] for entry in json.loads(output("GEO101", "GEO102", "--format", "json"))] == [
        "GEO101",
        "GEO102",
    ]
    everything = json.loads(output("--format", "json"))
    assert everything == json.loads(output("--all", "--format", "json"))
    assert [entry["code"] for entry in everything] == list(RULES)


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["frobnicate"], "geopts rule"),
        (["ignored-lines"], "ignored-line"),
        (["GEO101", "--all"], "--all"),
    ],
)
def test_mistakes_exit_2_and_say_what_to_write(
    arguments: list[str], told: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["rule", *arguments]) == 2
    assert told in capsys.readouterr().err
