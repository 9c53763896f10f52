from __future__ import annotations

from geopts.facts.releases import FIRST_OLD, LAST_OLD, RELEASES


def test_releases() -> None:
    # The parser file by its blob: 47db4d8f6c from 8.5.0 to 9.1.0, ce7d0bb34a in the four branches read on 2026-08-21 at ffdcbc9f.
    assert {(row.name, row.kind, row.parser) for row in RELEASES} == {
        ("8.5.0", "release", "old"),
        ("9.1.0", "release", "old"),
        ("9.2.0-beta.1", "release", "old"),
        ("9.2.0-beta.2", "release", "old"),
        ("develop", "branch", "old"),
        ("master", "branch", "old"),
        ("ffdcbc9f", "commit", "old"),
        ("1826a02f", "commit", "new"),
    }


def test_the_ends_are_rows() -> None:
    names = [row.name for row in RELEASES if row.kind == "release"]
    assert names[0] == FIRST_OLD
    assert names[-1] == LAST_OLD


def test_every_row_has_a_source() -> None:
    assert all(row.source for row in RELEASES)
