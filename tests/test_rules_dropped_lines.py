"""Each line GE drops is told exactly once, plain files draw nothing of the form family, and nothing raises."""

from __future__ import annotations

import base64
import json
from pathlib import Path

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from geopts.facts.dialects import MODES
from geopts.findings import Finding
from geopts.ini import DROPPED, scan
from geopts.rules.context import Context
from geopts.rules.ini_checks import check

DATA = Path(__file__).parent / "data"

#: Blanks, marks and words in any order are where a reader and a linter disagree first.
PIECES = st.sampled_from(
    [
        *MODES,
        "[ByOpType]",
        "[ByNodeName]",
        "[byoptype]",
        "[ ByNodeName ]",
        "[ByNodeType]",
        "ByNodeName",
        "=",
        " = ",
        ":",
        "\uff1d",
        "\uff1a",
        "#",
        ";",
        "//",
        " ",
        "\t",
        "\v",
        "\r",
        "\r\r",
        "\n",
        "\r\n",
        "\n\n",
        "\u00a0",
        "\u3000",
        "\u2028",
        "\ufeff",
        "\0",
        "\x1c",
        "Conv2D",
        "Gelu",
        "conv_1",
        "a/b:0",
        "*",
        '"',
        ",",
        "{",
        "bogus",
        "HIGH_PRECISION",
        "# geopts: ignore[GEO201]",
        "OpType::Add",
        "caf\udce9",
    ]
)
SHAPED = st.lists(PIECES, max_size=40).map(lambda parts: "".join(parts).encode("utf-8", "surrogateescape"))


def findings_of(data: bytes, context: Context | None = None) -> list[Finding]:
    return list(check("op_precision.ini", data, context or Context(), lambda _code: True))


def lines_told(finding: Finding) -> list[int]:
    spans = [finding.span, *(related.span for related in finding.related)]
    return [line for span in spans if span is not None for line in range(span.line, span.end_line + 1)]


def assert_each_dropped_line_is_told_once(data: bytes) -> None:
    document = scan(data)
    told = [line for finding in findings_of(data) if finding.code[3] in "12" for line in lines_told(finding)]
    for index, kind in enumerate(document.kinds):
        if kind in DROPPED:
            assert told.count(index + 1) == 1, (index + 1, document.lines[index], kind)


@settings(max_examples=200, deadline=None)
@given(st.binary(max_size=200))
@example(b"\xff\xfe=\0\n\0x\0")
@example(b"\0\0\0\0=\n")
def test_each_dropped_line_of_any_bytes_is_told_once(data: bytes) -> None:
    assert_each_dropped_line_is_told_once(data)


@settings(max_examples=350, deadline=None)
@given(SHAPED)
@example(b"a=high_precision\na=high_precision\n;a=high_precision\n;a=high_precision\n")
@example(b"[byoptype]\na=high_precision\na=high_precision\n")
@example(b"\xef\xbb\xbf[byoptype]\n")
def test_each_dropped_line_of_shaped_files_is_told_once(data: bytes) -> None:
    assert_each_dropped_line_is_told_once(data)


@pytest.mark.parametrize("name", ["lexical"])
def test_each_dropped_line_of_the_vectors_is_told_once(name: str) -> None:
    # the vectors hold GE's own results, so scan() is right about which lines are dropped
    vectors = json.loads((DATA / "precision" / "vectors.json").read_bytes())
    for case in vectors["cases"]:
        if case["group"] == name and case["ini"] is not None:
            assert_each_dropped_line_is_told_once(base64.b64decode(case["ini"]["base64"]))


BLANKS = st.text(" \t", max_size=2)
#: No white space inside keys that other readers take for a line end; ``#`` first is a comment, ``;`` and ``[`` first have rules of their own.
KEY_START = st.characters(codec="ascii", min_codepoint=33, exclude_characters="=#;[/\"'`")
KEY_REST = st.text(
    st.characters(codec="ascii", min_codepoint=32, max_codepoint=126, exclude_characters="="), max_size=12
)
KEYS = st.tuples(KEY_START, KEY_REST).map("".join).map(str.strip).filter(bool)
ENTRIES = st.tuples(BLANKS, KEYS, BLANKS, BLANKS, st.sampled_from(sorted(MODES)), BLANKS).map(
    lambda parts: f"{parts[0]}{parts[1]}{parts[2]}={parts[3]}{parts[4]}{parts[5]}"
)
COMMENTS = st.text(st.characters(exclude_characters="\n", exclude_categories=["Cs"]), max_size=12).map("#{}".format)
HEADERS = st.sampled_from(["[ByOpType]", "[ByNodeName]", " [ByNodeName] "])
PLAIN_LINES = st.lists(st.one_of(ENTRIES, COMMENTS, HEADERS, BLANKS), max_size=12)


@settings(max_examples=250, deadline=None)
@given(PLAIN_LINES, st.sampled_from(["\n", "\r\n"]), st.booleans())
def test_plain_files_draw_no_finding_of_the_form_family(lines: list[str], end: str, last: bool) -> None:
    data = (end.join(lines) + (end if last else "")).encode()
    assert [finding.code for finding in findings_of(data) if finding.code.startswith("GEO1")] == []


@settings(max_examples=200, deadline=None)
@given(SHAPED | st.binary(max_size=120))
def test_spans_and_edits_lie_in_the_file_and_agree_with_its_lines(data: bytes) -> None:
    document = scan(data)
    for finding in findings_of(data):
        for span in (finding.span, *(related.span for related in finding.related)):
            if span is None:
                continue
            assert 1 <= span.line <= span.end_line <= max(len(document), 1)
            assert 0 <= span.offset <= span.end_offset <= len(data)
            assert data[: span.offset].count(b"\n") == span.line - 1
            line_start = data.rfind(b"\n", 0, span.offset) + 1
            head = data[line_start : span.offset].decode("utf-8", "surrogateescape")
            assert span.column == len(head) + 1
        for edit in finding.fix.edits if finding.fix is not None else ():
            assert 0 <= edit.offset <= edit.end_offset <= len(data)


@settings(max_examples=200, deadline=None)
@given(SHAPED)
def test_every_finding_teaches(data: bytes) -> None:
    for finding in findings_of(data, Context(hf32=True, parser="new", given=True)):
        assert finding.message
        assert finding.hint
        assert finding.source
        assert finding.path == "op_precision.ini"
