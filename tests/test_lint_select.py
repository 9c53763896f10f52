"""Which rules are on, and how severe."""

from __future__ import annotations

import pytest

from geopts.errors import OptionValueError
from geopts.findings import Finding, Severity
from geopts.lint.select import Selection, parse_selectors, parse_severities


def selection(select: str = "", ignore: str = "", **severities: str) -> Selection:
    return Selection(
        parse_selectors([select], option="--select"),
        parse_selectors([ignore], option="--ignore"),
        parse_severities(severities, option="--severity"),
    )


@pytest.mark.parametrize(
    ("select", "ignore", "on", "off"),
    [
        ("", "", ["GEO101", "GEO205", "GEO902"], []),
        ("GEO2", "", ["GEO201", "GEO205"], ["GEO101", "GEO902"]),
        ("GEO2,unknown-suppression-code", "", ["GEO201", "GEO901"], ["GEO902"]),
        ("unknown-mode", "", ["GEO201"], ["GEO202"]),
        ("all", "GEO20", ["GEO101", "GEO210"], ["GEO201"]),
        ("GEO205", "GEO2", ["GEO205"], ["GEO201", "GEO101"]),
        ("GEO2", "GEO205", ["GEO201"], ["GEO205"]),
        ("GEO205", "GEO205", [], ["GEO205"]),
        ("", "geo1 , repeated-entry", ["GEO201"], ["GEO101", "GEO202"]),
    ],
)
def test_the_longer_selector_wins(select: str, ignore: str, on: list[str], off: list[str]) -> None:
    chosen = selection(select, ignore)
    assert [code for code in (*on, *off) if chosen.enabled(code)] == on


@pytest.mark.parametrize(
    ("word", "suggestion"), [("GEO777", None), ("unknown-mod", "unknown-mode"), ("E501", None), ("GEO2O1", "GEO201")]
)
def test_a_word_that_means_no_rule_is_refused(word: str, suggestion: str | None) -> None:
    with pytest.raises(OptionValueError, match="is no rule") as caught:
        parse_selectors([word], option="--select")
    assert caught.value.option == "--select"
    if suggestion:
        assert caught.value.suggestion == suggestion


def test_rules_that_speak_when_asked_are_asked_one_by_one() -> None:
    assert selection("GEO2").asked() == frozenset()
    assert selection("GEO210,unportable").asked() == {"GEO210", "GEO112"}
    assert {"GEO112", "GEO210", "GEO308"} <= selection("ALL").asked()


def test_severities_are_replaced_by_the_longest_selector() -> None:
    chosen = selection(GEO2="note", GEO205="error", GEO1="off")
    findings = [Finding(code, "some-name", Severity.WARNING, "text") for code in ("GEO201", "GEO205", "GEO902")]
    assert [finding.severity for finding in chosen.apply(findings)] == [
        Severity.NOTE,
        Severity.ERROR,
        Severity.WARNING,
    ]
    assert not chosen.enabled("GEO101")


def test_a_severity_that_does_not_exist_is_refused() -> None:
    with pytest.raises(OptionValueError, match="'fatal' is no severity") as caught:
        selection(GEO2="fatal")
    assert caught.value.allowed == ("error", "warning", "note", "off")
