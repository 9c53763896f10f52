"""Comments that keep findings quiet, and what is told of them."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from geopts.ini import apply_edits
from geopts.lint.run import LintOptions, LintResult, lint_data
from geopts.lint.select import Selection, parse_selectors


def lint(text: str | bytes, select: str = "") -> LintResult:
    chosen = Selection(parse_selectors([select], option="--select"))
    data = text if isinstance(text, bytes) else text.encode()
    return lint_data("x.ini", data, LintOptions(isolated=True, selection=chosen))


def told(text: str, select: str = "") -> list[str]:
    return [f"{f.span.line if f.span else 0}:{f.code}" for f in lint(text, select).findings]


@pytest.mark.parametrize(
    ("text", "findings"),
    [
        # the next entry, whatever stands between
        ("# geopts: ignore[GEO201]\nA=b\nC=d\n", ["3:GEO201"]),
        ("#geopts:ignore[GEO201]  reason\n\n# other\n\nA=b\n", []),
        ("# geopts: ignore[GEO201]\n# geopts: ignore[GEO1]\nA=b\n", ["2:GEO902"]),
        ("# geopts: ignore[unknown-mode]\nA=b\n", []),
        ("# geopts: ignore[GEO1, GEO2]\nA=b\n", ["1:GEO902"]),
        ("# geopts: ignore[GEO1 GEO2]\n;A=b\nC=d\n", ["1:GEO902", "3:GEO201"]),
        ("# geopts: ignore[GEO201]\n", ["1:GEO902"]),
        # a line that GE ignores can be meant too
        ("# geopts: ignore[GEO101] the vendor's tool needs it\nwords\n", []),
        # the file
        ("A=b\nC=d\n# geopts: file-ignore[GEO2]\n", []),
        ("# geopts: file-ignore[GEO1]\nA=b\n", ["1:GEO902", "2:GEO201"]),
        # stretches
        ("A=b\n# geopts: disable[GEO201]\nC=d\n# geopts: enable[GEO201]\nE=f\n", ["1:GEO201", "5:GEO201"]),
        ("# geopts: disable[GEO2]\nA=b\n# geopts: enable[GEO203]\nC=d\n", []),
        ("# geopts: disable[GEO2]\nA=b\nC=d\n", []),
        ("# geopts: enable[GEO2]\nA=b\n", ["1:GEO902", "2:GEO201"]),
        # what is no suppression
        ("# geopts: ignore\nA=b\n", ["1:GEO905", "2:GEO201"]),
        ("# geopts: ignore[]\nA=b\n", ["1:GEO905", "2:GEO201"]),
        ("# geopts: ignore[NOPE]\nA=b\n", ["1:GEO901", "2:GEO201"]),
        ("# geopts: ignore[NOPE, GEO201]\nA=b\n", ["1:GEO901"]),
        ("# geopts is a linter: ignore it\nA=b\n", ["2:GEO201"]),
        (" # geopts: ignore[GEO201]\nA=b\n", ["1:GEO105", "1:GEO903", "2:GEO201"]),
        ("A=b # geopts: ignore[GEO201]\n", ["1:GEO106", "1:GEO903"]),
        # findings about suppressions can be kept quiet too
        ("# geopts: file-ignore[GEO902]\n# geopts: ignore[GEO101]\nGelu=high_precision\n", []),
        ("# geopts: file-ignore[GEO9]\n# geopts: be quiet\n", []),
    ],
)
def test_suppressions(text: str, findings: list[str]) -> None:
    assert told(text) == findings


def test_a_suppression_is_judged_only_where_its_rule_ran() -> None:
    text = "# geopts: ignore[GEO205]\nGelu=high_precision\n"
    assert told(text) == ["1:GEO902"]
    assert told(text, "GEO201,GEO9") == []
    # rules that need to be told of their surroundings say nothing today, and may tomorrow
    assert told("# geopts: file-ignore[GEO210, GEO308]\nGelu=high_precision\n") == []


def test_reasons_are_kept() -> None:
    result = lint("# geopts: ignore[GEO201] measured in March\nA=b\n")
    assert [(hidden.finding.code, hidden.reason, hidden.by_baseline) for hidden in result.hidden] == [
        ("GEO201", "measured in March", False)
    ]


@pytest.mark.parametrize(
    ("line", "after"),
    [
        ("# geopts: ignore[GEO101]\n", ""),
        ("# geopts: ignore[GEO101] why\r\n", ""),
        ("# geopts: ignore[GEO101, GEO201]\n", "# geopts: ignore[GEO201]\n"),
        ("# geopts: ignore[GEO201 , GEO101]\n", "# geopts: ignore[GEO201]\n"),
        ("# geopts: ignore[GEO101 GEO201] \u5c42\n", "# geopts: ignore[GEO201] \u5c42\n"),
    ],
)
def test_fixes_take_out_what_hides_nothing(line: str, after: str) -> None:
    data = f"{line}A=b\n".encode()
    (finding,) = (f for f in lint(data).findings if f.code == "GEO902")
    assert finding.fix is not None
    assert finding.fix.safe
    assert apply_edits(data, finding.fix.edits) == f"{after}A=b\n".encode()


def test_the_last_line_without_line_feed_is_deleted_whole() -> None:
    data = b"Gelu=high_precision\n# geopts: ignore[GEO1]"
    (finding,) = lint(data).findings
    assert finding.fix is not None
    assert finding.fix.edits[0].end_offset == len(data)


@settings(max_examples=200, deadline=None)
@given(
    st.lists(
        st.sampled_from(
            [
                "# geopts: ",
                "ignore",
                "disable",
                "enable",
                "[GEO201]",
                "[",
                "]",
                "product=A2",
                "a=b",
                "\n",
                " ",
                "\r",
                "caf\u00e9",
                "=",
                ",",
            ]
        ),
        max_size=14,
    )
)
def test_any_directive_is_understood_or_told(parts: list[str]) -> None:
    result = lint("".join(parts))
    assert not result.broken
    for finding in result.findings:
        assert finding.message
