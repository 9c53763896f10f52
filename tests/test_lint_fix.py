"""Fixes: what is safe stays the same in effect, everything else is asked for, and doing it twice changes nothing."""

from __future__ import annotations

import base64
import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from geopts.findings import Finding, Severity, replacement
from geopts.ini import scan
from geopts.lint.fix import mend
from geopts.lint.run import LintOptions, lint_data, lint_files
from geopts.precision import BuiltinFiles, EngineTable

HERE = Path(__file__).parent
CASES = sorted((HERE / "cases").glob("GEO*/*.ini"))
VECTORS = json.loads((HERE / "data" / "precision" / "vectors.json").read_bytes())["cases"]
INI_OF_VECTORS = sorted({base64.b64decode(case["ini"]["base64"]) for case in VECTORS if case["ini"]}, key=bytes)

SAFE = LintOptions(isolated=True, fix=True)
UNSAFE = LintOptions(isolated=True, fix=True, unsafe=True)


def mended(data: bytes, options: LintOptions = SAFE) -> bytes:
    result = lint_data("x.ini", data, options)
    assert not result.broken
    return result.mended[0].after if result.mended else data


def tables(data: bytes) -> list[Any]:
    loaded = [
        EngineTable.load(ini=data, hf32=hf32, parser=parser, opp=BuiltinFiles.CANN_8_1_RC1, allow_hf32=value)
        for hf32 in (False, True)
        for parser in ("old", "new")
        for value in ("", "1")
    ]
    return [(table.status, table.by_name, table.by_type) for table in loaded]


@pytest.mark.parametrize("path", CASES, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_safe_fixes_of_all_cases_keep_the_table_and_are_done_once(path: Path) -> None:
    data = path.read_bytes()
    once = mended(data)
    assert tables(once) == tables(data)
    assert mended(once) == once


def test_safe_fixes_of_all_vectors_keep_the_table_and_are_done_once() -> None:
    assert len(INI_OF_VECTORS) > 100
    for data in INI_OF_VECTORS:
        if len(data) > 50_000:
            continue
        once = mended(data)
        assert (scan(once).by_op_type, scan(once).by_node_name) == (scan(data).by_op_type, scan(data).by_node_name)
        assert mended(once) == once


LINES = st.sampled_from(
    [
        "Gelu=high_precision",
        "Gelu=high_performance",
        "Gelu = high_precision ",
        ";Gelu=high_precision",
        "; words",
        "  # words",
        "//a=b",
        "[ByNodeName]",
        "[byoptype]",
        "[ByNodename] # x",
        "[ByNodeName]=",
        "\u3000",
        "\u00a0# words",
        "Gelu=high_precison",
        "Tanh=high_precision # why",
        "a: high_precision",
        "# geopts: ignore[GEO201]",
        "# geopts: file-ignore[GEO105, GEO9]",
        "",
        "Conv2d=high_precision",
        "a\rb=high_precision",
    ]
)
FILES = st.builds(
    lambda lines, end, mark: (mark + end.join(lines)).encode(),
    st.lists(LINES, max_size=9),
    st.sampled_from(["\n", "\r\n"]),
    st.sampled_from(["", "\ufeff"]),
)


@settings(max_examples=100, deadline=None)
@given(FILES)
def test_safe_fixes_keep_the_table(data: bytes) -> None:
    once = mended(data)
    assert (scan(once).by_op_type, scan(once).by_node_name) == (scan(data).by_op_type, scan(data).by_node_name)
    assert mended(once) == once
    left = lint_data("x.ini", once, LintOptions(isolated=True)).findings
    assert not [finding for finding in left if finding.fix is not None and finding.fix.safe]


@settings(max_examples=100, deadline=None)
@given(FILES)
def test_unsafe_fixes_are_done_once(data: bytes) -> None:
    once = mended(data, UNSAFE)
    assert mended(once, UNSAFE) == once


@pytest.mark.parametrize(
    ("before", "after"),
    [
        # a repeated line goes, comments and line ends stay
        (b"# a\r\nGelu=high_precision\r\n# b\r\nGelu=high_precision\r\n", b"# a\r\nGelu=high_precision\r\n# b\r\n"),
        (b"Gelu=high_precision\nGelu=high_precision", b"Gelu=high_precision\n"),
        (b"; caf\xe9\n", b"# caf\xe9\n"),
        (b"\t# a\n//b\n", b"# a\n#b\n"),
        (b"[byoptype] ; types\r\nGelu=high_precision\r\n", b"# types\r\n[ByOpType]\r\nGelu=high_precision\r\n"),
        (b"\xef\xbb\xbf[ByOpType]\n", b"[ByOpType]\n"),
        ("\u3000\n\u00a0# a\n".encode(), b"\n# a\n"),
        # what changes the table is left alone
        (b";Gelu=high_precision\n", b";Gelu=high_precision\n"),
        (b"Gelu=high_precison\n", b"Gelu=high_precison\n"),
        (b"\xef\xbb\xbf[ByNodeName]\na=high_precision\n", b"\xef\xbb\xbf[ByNodeName]\na=high_precision\n"),
        (b"Gelu=high_performance\nGelu=high_precision\n", b"Gelu=high_performance\nGelu=high_precision\n"),
    ],
)
def test_safe_fixes(before: bytes, after: bytes) -> None:
    assert mended(before) == after


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (b"Gelu=high_precison\r\n", b"Gelu=high_precision\r\n"),
        (b"Gelu: high_precision\n", b"Gelu=high_precision\n"),
        (b"Gelu high_precision", b"Gelu=high_precision"),
        (b"Gelu=high_precision  // why\r\n", b"# why\r\nGelu=high_precision\r\n"),
        (b"[ByNodename]  # names\na=high_precision\n", b"# names\n[ByNodeName]\na=high_precision\n"),
        (b"[ByNodeName] a=high_precision\n", b"[ByNodeName]\na=high_precision\n"),
        (b"Conv2d=high_precision\n", b"Conv2D=high_precision\n"),
        (b"\xef\xbb\xbf[ByNodeName]\n", b"[ByNodeName]\n"),
        (
            "Gelu=high_precision\u00a0\n\u200bTanh=high_precision\n".encode(),
            b"Gelu=high_precision\nTanh=high_precision\n",
        ),
        ("Gelu\uff1dhigh_precision\n".encode(), b"Gelu=high_precision\n"),
        (
            "# \u5c42\n[ByOpType]\nGelu=high_precision\n".encode("utf-16"),
            "# \u5c42\n[ByOpType]\nGelu=high_precision\n".encode(),
        ),
        (b"Gelu=high_precision\rTanh=high_precision\r", b"Gelu=high_precision\nTanh=high_precision\r"),
        # one fix makes work for the next: the entry comes to life, and then it repeats
        (b"Gelu=high_precision\nGelu=high_precison\n", b"Gelu=high_precision\n"),
        # nobody knows which of two entries is meant, but the second one is dead
        (b"Gelu=high_performance\nGelu=high_precision\n", b"Gelu=high_performance\n"),
        (b"Gelu=bogus\n", b"Gelu=bogus\n"),
    ],
)
def test_unsafe_fixes(before: bytes, after: bytes) -> None:
    assert mended(before, UNSAFE) == after


def test_suppressed_findings_are_not_fixed() -> None:
    data = b"# geopts: ignore[GEO105] the vendor wants it so\n; words\n; more\n"
    assert mended(data) == b"# geopts: ignore[GEO105] the vendor wants it so\n; words\n# more\n"


def test_counts_and_what_is_left(tmp_path: Path) -> None:
    path = tmp_path / "op_precision.ini"
    path.write_bytes(b"; words\nGelu=high_precison\n")
    path.chmod(0o640)
    result = lint_files([str(path)], LintOptions(isolated=True, fix=True, write=True))
    assert path.read_bytes() == b"# words\nGelu=high_precison\n"
    assert path.stat().st_mode & 0o777 == 0o640
    assert (result.fixed, [finding.code for finding in result.findings]) == (1, ["GEO201"])
    assert result.sources[str(path)] == path.read_bytes()
    assert result.exit_code() == 1


def test_without_write_the_file_stays(tmp_path: Path) -> None:
    path = tmp_path / "op_precision.ini"
    path.write_bytes(b"; words\n")
    result = lint_files([str(path)], SAFE)
    assert path.read_bytes() == b"; words\n"
    assert [(one.before, one.after) for one in result.mended] == [(b"; words\n", b"# words\n")]


def finding(start: int, end: int, content: bytes, *, safe: bool = True) -> Finding:
    return Finding(
        "GEO101", "ignored-line", Severity.NOTE, "text", fix=replacement("mend", start, end, content, safe=safe)
    )


def test_a_fix_that_calls_itself_safe_and_is_not_is_not_applied() -> None:
    result = mend(
        b"abc",
        [finding(0, 1, b"X"), finding(2, 3, b"Y")],
        again=lambda _data: [],
        same_effect=lambda _before, after: not after.startswith(b"X"),
        unsafe=False,
    )
    # together they do not pass, so each has to pass alone
    assert (result.data, result.fixed) == (b"abY", 1)
    lied = mend(b"abc", [finding(0, 1, b"X")], again=lambda _data: [], same_effect=lambda *_: False, unsafe=True)
    assert (lied.data, lied.fixed) == (b"abc", 0)


def test_fixes_that_touch_wait_for_the_next_round() -> None:
    rounds: list[bytes] = []

    def again(data: bytes) -> list[Finding]:
        rounds.append(data)
        return []

    result = mend(
        b"abcd",
        [finding(0, 2, b"X"), finding(1, 3, b"Y"), finding(3, 4, b"Z")],
        again=again,
        same_effect=lambda *_: True,
        unsafe=False,
    )
    assert (result.data, result.fixed, rounds) == (b"XcZ", 2, [b"XcZ"])


def test_fixes_that_undo_each_other_end() -> None:
    def again(data: bytes) -> list[Finding]:
        return [finding(0, 1, b"b" if data == b"a" else b"a", safe=False)]

    result = mend(b"a", again(b"a"), again=again, same_effect=lambda *_: True, unsafe=True)
    assert result.data in {b"a", b"b"}
