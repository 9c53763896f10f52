from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from geopts.facts.releases import RELEASES
from geopts.releases import attested_range, parser_of


@pytest.mark.parametrize(
    "cann",
    [
        "8.5.0",
        "8.5",
        "8.5.1",
        "8.5.1.alpha002",
        "8.5.0.SPC001",
        "9.0.0",
        "9.0.0.RC1",
        "9.1.0",
        "CANN 9.1.0",
        "cann-9.1.0",
        "v9.1.0",
        "9.1.0-beta.1",
        "9.1.0.RC1",
        "9.1.RC1",
        "9.2.0-alpha.3",
        "9.2.0-beta.1",
        "9.2.0-beta.2",
        "9.2.0.BETA2",
    ],
)
def test_old(cann: str) -> None:
    assert parser_of(cann) == "old"


@pytest.mark.parametrize(
    "cann",
    [
        "8.1.RC1",
        "8.0.0",
        "7.0.0",
        "8.4.9",
        # stages before the first attested release
        "8.5.0.alpha002",
        "8.5.0-beta.1",
        "8.5.0.RC1",
        # after the last attested one
        "9.2.0-beta.2.post1",
        "9.2.0-beta.3",
        "9.2.0.RC1",
        "9.2.0",
        "9.2.1",
        "9.3.0",
        "10.0.0",
        # no versions: branches move on
        "master",
        "develop",
        "9",
        "",
        "nine",
    ],
)
def test_not_attested(cann: str) -> None:
    assert parser_of(cann) is None


def test_every_release_of_the_table() -> None:
    for row in RELEASES:
        assert parser_of(row.name) == (row.parser if row.kind == "release" else None)


def test_the_range_in_words() -> None:
    assert "8.5.0 to 9.2.0-beta.2" in attested_range()


@given(st.integers(0, 30), st.integers(0, 30), st.integers(0, 30))
def test_final_releases_by_their_numbers(major: int, minor: int, micro: int) -> None:
    expected = "old" if (8, 5, 0) <= (major, minor, micro) < (9, 2, 0) else None
    assert parser_of(f"{major}.{minor}.{micro}") == expected


@given(st.text(max_size=40) | st.from_regex(r"[0-9.]{0,60}"))
def test_any_text_is_answered(cann: str) -> None:
    assert parser_of(cann) in ("old", None)
