"""`scan` against the results of GE's own parser (lexical group of the vectors), its offsets, and edits."""

from __future__ import annotations

import base64
import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from geopts.facts.dialects import ALLOW_HF32_NEW_STYLE, PrecisionMode
from geopts.findings import Edit
from geopts.ini import DROPPED, LineKind, Section, apply_edits, encode, scan

VECTORS = json.loads((Path(__file__).parent / "data" / "precision" / "vectors.json").read_bytes())
#: Both generations were run from their source; in this group they agree, and no built-in file takes part.
LEXICAL = [case for case in VECTORS["cases"] if case["group"] == "lexical"]

LINES = st.lists(
    st.text(st.sampled_from("aG=#[]; \t\r\v\u00a0\u5c42\udce9"), max_size=12)
    | st.sampled_from(["[ByNodeName]", "[ByOpType]", "a=high_precision", "a=norm_class", " a = keep_fp16 "]),
    max_size=12,
)
DATA = st.builds(lambda lines, end: encode("\n".join(lines) + end), LINES, st.sampled_from(["", "\n"]))


@pytest.mark.parametrize("case", LEXICAL, ids=lambda case: str(case["id"]))
def test_tables_are_those_of_the_compiled_parser(case: dict[str, Any]) -> None:
    document = scan(base64.b64decode(case["ini"]["base64"]))
    for parser in ("old", "new"):
        assert case[parser]["status"] == "SUCCESS"
        assert {key: mode.value for key, mode in document.by_node_name.items()} == case[parser]["by_name"]
        assert {key: mode.value for key, mode in document.by_op_type.items()} == case[parser]["by_type"]


@given(st.binary(max_size=300))
def test_never_raises_and_gives_every_byte_back(data: bytes) -> None:
    document = scan(data)
    joined = encode("\n".join(document.lines))
    assert joined + (b"\n" if data.endswith(b"\n") else b"") == data
    assert len(document) == len(document.lines) == len(document.kinds)


@given(DATA)
def test_lines_know_their_place(data: bytes) -> None:
    document = scan(data)
    for index, text in enumerate(document.lines):
        line = document.line(index)
        assert (line.number, line.text, line.kind) == (index + 1, text, document.kinds[index])
        assert data[line.offset : line.offset + len(encode(text))] == encode(text)
        for span, shown in ((line.key_span(), line.key), (line.span(), text.rstrip("\r"))):
            assert data[span.offset : span.end_offset] == encode(shown)
            assert text[span.column - 1 : span.end_column - 1] == shown
        if "=" in text:
            span = line.value_span()
            assert data[span.offset : span.end_offset] == encode(line.value)
        assert document.span(index, 0, len(text)) == line.span(0, len(text))


@given(DATA)
def test_stored_entries_and_dropped_lines_add_up(data: bytes) -> None:
    document = scan(data)
    stored = [document.line(i) for i, kind in enumerate(document.kinds) if kind == LineKind.ENTRY]
    assert len(stored) == len(document.by_op_type) + len(document.by_node_name)
    for line in stored:
        assert line.section is not None
        table = document.by_op_type if line.section is Section.BY_OP_TYPE else document.by_node_name
        assert table[line.key].value == line.value
        assert document.entry_line(line.section, line.key) == line
    assert [line.kind for line in document.dropped()] == [kind for kind in document.kinds if kind in DROPPED]


@pytest.mark.parametrize(
    ("text", "kinds"),
    [
        ("", []),
        ("\n", [LineKind.BLANK]),
        ("#a\n #a\n", [LineKind.COMMENT, LineKind.IGNORED]),
        ("[ByNodeName]\n\t[ByOpType] \r\n", [LineKind.NAME_SECTION, LineKind.TYPE_SECTION]),
        ("[bynodename]\na:b\n", [LineKind.IGNORED, LineKind.IGNORED]),
        ("=\n=a\na=\na=b\n", [LineKind.EMPTY_KEY, LineKind.EMPTY_KEY, LineKind.EMPTY_VALUE, LineKind.UNKNOWN_MODE]),
        ("a=norm_class\na=norm_class\na=keep_fp16", [LineKind.ENTRY, LineKind.REPEATED, LineKind.CONTRADICTED]),
    ],
)
def test_kinds(text: str, kinds: list[LineKind]) -> None:
    assert list(scan(text.encode()).kinds) == kinds


def test_a_file_without_default_section_ignores_entries_before_it() -> None:
    # new-style allow_hf32 files (new.cc:367-409)
    document = scan(b"A=enable_float_32_execution\n[ByOpType]\nB=enable_float_32_execution\n", ALLOW_HF32_NEW_STYLE)
    assert list(document.kinds) == [LineKind.BEFORE_SECTION, LineKind.TYPE_SECTION, LineKind.ENTRY]
    assert document.by_op_type == {"B": PrecisionMode.ENABLE_FLOAT_32_EXECUTION}
    assert document.section(0) is None
    assert document.section(2) is Section.BY_OP_TYPE


@settings(max_examples=200)
@given(
    st.binary(max_size=40),
    st.lists(st.tuples(st.integers(0, 40), st.integers(0, 8), st.binary(max_size=3)), max_size=5),
)
def test_edits_that_do_not_overlap_are_applied_from_the_front(data: bytes, raw: list[tuple[int, int, bytes]]) -> None:
    edits: list[Edit] = []
    end = 0
    for start, length, content in sorted(raw):
        if start >= end and start + length <= len(data) and (start > end or not edits):
            edits.append(Edit(start, start + length, content))
            end = start + length
    expected = data
    for edit in reversed(edits):
        expected = expected[: edit.offset] + edit.content + expected[edit.end_offset :]
    assert apply_edits(data, edits) == expected
    assert apply_edits(data, [*reversed(edits), *edits]) == expected


def test_edits_that_overlap_are_refused() -> None:
    with pytest.raises(ValueError, match="overlap at byte 2"):
        apply_edits(b"abcdef", [Edit(0, 3, b""), Edit(2, 4, b"x")])
