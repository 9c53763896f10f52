"""Relative paths, URIs, and identities that survive edits elsewhere in a file."""

from __future__ import annotations

from urllib.parse import unquote_to_bytes

import pytest
from hypothesis import given
from hypothesis import strategies as st

from geopts.findings import Finding, Severity, Span
from geopts.render.places import Identities, Paths
from geopts.render.source_lines import Sources


@pytest.mark.parametrize(
    ("path", "relative", "uri"),
    [
        ("a.ini", "a.ini", "a.ini"),
        ("./dir//a b.ini", "dir/a b.ini", "dir/a%20b.ini"),
        ("/project/dir/a.ini", "dir/a.ini", "dir/a.ini"),
        ("/projects/a.ini", "/projects/a.ini", "file:///projects/a.ini"),
        ("../a.ini", "../a.ini", "../a.ini"),
        ("c:x?y#z%.ini", "c:x?y#z%.ini", "c%3Ax%3Fy%23z%25.ini"),
        ("caf\udce9.ini", "caf\udce9.ini", "caf%E9.ini"),
        ("-", "-", "-"),
        ("", "", ""),
    ],
)
def test_paths(path: str, relative: str, uri: str) -> None:
    paths = Paths("/project")
    for _ in range(2):
        assert paths.relative(path) == relative
        assert paths.uri(path) == (uri, not uri.startswith("file:"))
    assert Paths("").relative(path) == relative or path.startswith("/project/")


def test_shown_paths_are_text() -> None:
    assert Paths("/project").shown("/project/caf\udce9\n.ini") == "caf\\xe9\\n.ini"


@given(st.binary(min_size=1).filter(lambda name: b"\0" not in name))
def test_uris_give_back_the_bytes_of_a_name(name: bytes) -> None:
    paths = Paths("/project")
    path = name.decode("utf-8", "surrogateescape")
    uri, relative = paths.uri(path)
    assert uri.isascii()
    posix = paths.relative(path).encode("utf-8", "surrogateescape")
    assert unquote_to_bytes(uri if relative else uri.removeprefix("file://")) == posix


def identities(source: bytes, lines: list[int], path: str = "a.ini") -> list[str]:
    names = Identities(Sources({"a.ini": source}), Paths("/project"))
    return [
        names.next(Finding("GEO101", "x", Severity.ERROR, f"line {n}", path=path, span=Span(n, 1, n, 2))) for n in lines
    ]


def test_identities_move_with_their_line() -> None:
    before = identities(b"bad\nother\n", [1, 2])
    after = identities(b"# new\n\n  bad\r\nother\n", [3, 4])
    assert before == after
    assert len(set(before)) == 2


def test_equal_lines_are_told_apart_by_order() -> None:
    assert len(set(identities(b"bad\nbad\nbad\n", [1, 2, 3]))) == 3


def test_identities_depend_on_code_and_path_and_stay_without_a_source() -> None:
    names = Identities(Sources({}), Paths("/project"))
    made = [
        names.next(Finding(code, "x", Severity.ERROR, message, path=path, key=key))
        for code in ("GEO101", "GEO102")
        for path in ("a.ini", "b.ini")
        for key, message in (("k", "m"), ("", "m"), ("", "n\ud800"))
    ]
    assert len(set(made)) == len(made) == 12
    fresh = Identities(Sources({}), Paths("/project"))
    assert fresh.next(Finding("GEO101", "x", Severity.ERROR, "m", path="/project/a.ini", key="k")) == made[0]
