"""The report itself: what it counts, and what it does where the surroundings give nothing."""

from __future__ import annotations

import io
import os
from collections import Counter
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

import geopts.render
from geopts.findings import Edit, Finding, Fix, Related, Severity, Span
from geopts.render import Report, Tally, render, statistics_table
from geopts.render.text import Charset


def finding(code: str, severity: Severity = Severity.ERROR, path: str = "a.ini") -> Finding:
    return Finding(code, f"name-of-{code.lower()}", severity, "message", path=path)


def test_summary_counts() -> None:
    report = Report(
        findings=[finding("GEO102"), finding("GEO101", Severity.WARNING), finding("GEO102", Severity.NOTE, path="")],
        checked=("a.ini", "b.ini"),
    )
    summary = report.summary()
    assert (summary.errors, summary.warnings, summary.notes) == (1, 1, 1)
    assert (summary.files_checked, summary.files_with_findings) == (2, 1)
    assert list(summary.by_code.items()) == [("GEO101", 1), ("GEO102", 2)]


#: Texts that are equal but not the same object, too, as they are when they come from several readings.
CODES = st.sampled_from(["GEO101", "GEO102"]) | st.integers(101, 103).map("GEO{}".format)
PATHS = st.sampled_from(["", "a.ini"]) | st.sampled_from("ab").map("{}.ini".format)
FIXES = st.none() | st.builds(Fix, st.just("mend"), st.just((Edit(0, 1, b""),)), st.booleans())
FINDINGS = st.builds(
    lambda code, severity, path, fix: finding(code, severity, path)._replace(fix=fix),
    CODES,
    st.sampled_from(Severity),
    PATHS,
    FIXES,
)


def assert_counted(tally: Tally, findings: list[Finding]) -> None:
    severities = Counter(one.severity for one in findings)
    fixes = Counter(one.fix.safe for one in findings if one.fix is not None)
    assert tally.severities() == set(severities)
    summary = tally.summary(checked=5, suppressed=3)
    assert summary._asdict() == {
        "errors": severities[Severity.ERROR],
        "warnings": severities[Severity.WARNING],
        "notes": severities[Severity.NOTE],
        "fixable": fixes[True],
        "unsafe_fixable": fixes[False],
        "files_checked": 5,
        "files_with_findings": len({one.path for one in findings if one.path}),
        "suppressed": 3,
        "by_code": Counter(one.code for one in findings),
    }
    assert list(summary.by_code) == sorted({one.code for one in findings})


@given(st.lists(st.lists(FINDINGS, max_size=12), max_size=3))
def test_a_tally_counts_what_passes_and_changes_nothing(parts: list[list[Finding]]) -> None:
    tally = Tally()
    for part in parts:
        passed = list(tally.passing(iter(part)))
        assert [id(one) for one in passed] == [id(one) for one in part]
    assert_counted(tally, [one for part in parts for one in part])


def test_a_tally_sees_every_change_from_one_finding_to_the_next() -> None:
    kinds = [
        finding(*kind)
        for kind in product(("GEO101", "GEO102"), (Severity.ERROR, Severity.NOTE), ("", "a.ini", "b.ini"))
    ]
    for findings in product(kinds, repeat=3):
        tally = Tally()
        assert list(tally.passing(findings)) == list(findings)
        assert_counted(tally, list(findings))


@given(st.lists(FINDINGS, max_size=12), st.lists(st.sampled_from(["a.ini", "b.ini"])))
def test_a_report_counts_as_a_tally(findings: list[Finding], checked: list[str]) -> None:
    tally = Tally()
    assert list(tally.passing(findings)) == findings
    assert Report(findings=findings, checked=checked).summary() == tally.summary(checked=len(checked), suppressed=0)


def test_statistics_name_the_most_frequent_first() -> None:
    report = Report(findings=[finding("GEO101"), *[finding("GEO102")] * 12])
    assert statistics_table(report) == ["12  GEO102 [ ] name-of-geo102", " 1  GEO101 [ ] name-of-geo101"]
    assert statistics_table(Report(findings=())) == []


def test_a_working_directory_that_is_gone_leaves_paths_as_they_are(monkeypatch: pytest.MonkeyPatch) -> None:
    def gone() -> str:
        raise FileNotFoundError

    monkeypatch.setattr(os, "getcwd", gone)
    report = Report(findings=[finding("GEO101", path="/x/a.ini")])
    assert report.directory == ""
    stream = io.StringIO()
    render(report, format="sarif", stream=stream)
    assert '"file:///x/a.ini"' in stream.getvalue()


def test_full_lists_only_the_first_related_places() -> None:
    places = tuple(Related(f"place {n}", Span(n, 1, n, 2)) for n in range(1, 12))
    stream = io.StringIO()
    render(
        Report(findings=[Finding("GEO101", "x", Severity.ERROR, "m", path="a", related=places)]),
        format="full",
        stream=stream,
    )
    assert "= see: a:8:1: place 8\n  = see: and 3 more places" in stream.getvalue()
    assert "place 9" not in stream.getvalue()


def test_a_stream_of_an_unknown_encoding_gets_ascii() -> None:
    class Odd(io.StringIO):
        encoding = "no-such-codec"

    stream = Odd()
    assert Charset(stream).fits("x")
    render(Report(findings=[finding("GEO101", path="模.ini")]), format="concise", stream=stream)
    assert stream.getvalue() == "\\u6a21.ini: GEO101 message\n"


def test_public_names() -> None:
    for name in geopts.render.__all__:
        assert getattr(geopts.render, name)
    with pytest.raises(AttributeError, match="no_such_name"):
        geopts.render.no_such_name  # noqa: B018  (the look-up is the test)
