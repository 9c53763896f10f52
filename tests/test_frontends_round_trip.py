"""read(emit(x)) == x: for every front end and every option it can express, with any text a value may hold."""

from __future__ import annotations

import ast
import json
import shlex
import warnings
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from geopts.facts.options import BY_KEY
from geopts.facts.rows import ValueKind
from geopts.facts.value_forms import LIST_FORMS
from geopts.frontends import FRONT_ENDS, Emitted, Outcome, Settings, emit, read
from geopts.frontends.port_items import refused_pairs
from geopts.option_set import OptionSet

DANGEROUS = st.sampled_from(
    [
        "a b",
        ";rm -rf x",
        "$(x)`y`$HOME",
        "it's",
        '"q"',
        "a\\",
        "é中文",
        "a\nb",
        "*?[x]",
        "#c",
        "x|y&z",
        "%s",
        "\udcff",
        "??/",
        "\\N{DASH}",
        "//x",
        "~",
        "-x",
        "=",
        "",
    ]
)
TEXT = st.one_of(DANGEROUS, st.text(st.characters(exclude_characters="\0"), max_size=12))
WORD = st.text("abcXYZ019_", min_size=1, max_size=5)


def texts_of(key: str) -> st.SearchStrategy[Any]:
    """Give values of an option as GE's texts."""
    row = BY_KEY[key]
    if key == "ge.exec.allow_hf32":
        return st.sampled_from(["true", "false", "0", "1", "00", "01", "10", "11"])
    if row.value_kind is ValueKind.ENUM:
        return st.sampled_from([t for t in (*(row.allowed_values or ()), *(row.code_accepted_values or ())) if t])
    if row.value_kind is ValueKind.INT:
        low, high = row.value_range or (None, None)
        return st.integers(low if low is not None else -5, high if high is not None else 10**6)
    if row.value_kind in (ValueKind.BOOL_01, ValueKind.BOOL_TRUE_FALSE, ValueKind.BOOL_CAPITALISED):
        return st.booleans()
    if row.value_kind is ValueKind.KEY_VALUE_LIST:
        return st.dictionaries(WORD, st.booleans(), min_size=1, max_size=3)
    if row.value_kind is ValueKind.LIST and key in LIST_FORMS:
        form = LIST_FORMS[key]
        part: st.SearchStrategy[Any] = st.integers(0, 99) if form.integers else WORD
        if row.allowed_values:
            part = st.sampled_from(row.allowed_values)
        return st.lists(st.lists(part, min_size=1, max_size=2) if form.inner else part, min_size=1, max_size=3)
    if row.value_kind in (ValueKind.PATH_FILE, ValueKind.PATH_DIR, ValueKind.SHAPE, ValueKind.LIST):
        return TEXT.filter(bool)
    return TEXT


@st.composite
def option_sets(draw: st.DrawFn) -> OptionSet:
    keys = draw(st.lists(st.sampled_from(sorted(BY_KEY)), unique=True, max_size=7))
    # the options that most front ends spell come up often enough to meet each other
    keys += [k for k in draw(st.lists(st.sampled_from(COMMON), unique=True, max_size=5)) if k not in keys]
    return OptionSet({key: draw(texts_of(key)) for key in keys})


COMMON = [
    "ge.exec.allow_hf32",
    "ge.exec.op_precision_mode",
    "ge.exec.precision_mode",
    "ge.exec.precision_mode_v2",
    "ge.deterministic",
    "ge.deterministicLevel",
    "ge.jit_compile",
    "ge.topoSortingMode",
    "ge.oo.level",
    "ge.optimizationSwitch",
    "ge.exec.enableDump",
    "ge.exec.dumpPath",
    "ge.quant_dumpable",
    "ge.exec.static_model_ops_lower_limit",
]


def expected(emitted: Emitted) -> OptionSet:
    """Give the options that the report says the text expresses."""
    kept: dict[str, str] = {}
    for item in emitted.items:
        asked = item.text or item.outcome in (Outcome.EXPRESSED, Outcome.RENAMED, Outcome.VALUE_CHANGED)
        if item.spelling and asked:
            key, text = item.reads_as or (item.key, item.text)
            kept[key] = text
    return OptionSet(kept)


@pytest.mark.parametrize("front_end", FRONT_ENDS)
@settings(max_examples=10, deadline=None)
@given(options=option_sets())
def test_reading_what_was_emitted_gives_the_options_back(front_end: str, options: OptionSet) -> None:
    emitted = emit(options, front_end)
    again = read(emitted.text, front_end)
    assert again.options == expected(emitted), emitted.text
    assert not again.unknown
    assert emit(options, front_end) == emitted


@pytest.mark.parametrize("front_end", FRONT_ENDS)
@settings(max_examples=6, deadline=None)
@given(options=option_sets())
def test_every_option_is_in_the_report_and_lost_only_with_a_reason(front_end: str, options: OptionSet) -> None:
    emitted = emit(options, front_end)
    reported = {item.key: item for item in emitted.items}
    assert set(options) <= set(reported)
    for key in options:
        item = reported[key]
        # the text holds it, or the report says why not; an item without a spelling is never silent
        assert item.spelling or item.message
        assert item.lost or item.spelling or item.outcome in (Outcome.LEFT_BEHIND, Outcome.FIXED)
        assert item.source or not item.lost


@pytest.mark.parametrize("front_end", [name for name, row in FRONT_ENDS.items() if row.language == "python"])
@settings(max_examples=6, deadline=None)
@given(options=option_sets())
def test_emitted_python_parses(front_end: str, options: OptionSet) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        ast.parse(emit(options, front_end).text)


@pytest.mark.parametrize("front_end", [name for name, row in FRONT_ENDS.items() if row.language == "bash"])
@settings(max_examples=8, deadline=None)
@given(options=option_sets())
def test_emitted_commands_are_the_same_words_to_the_standard_library(front_end: str, options: OptionSet) -> None:
    emitted = emit(options, front_end)
    command = "\n".join(line for line in emitted.text.split("\n") if not line.startswith("#"))
    words = shlex.split(command, posix=True)
    flags = dict(word.partition("=")[::2] for word in words if word.startswith("--"))
    for item in emitted.items:
        if item.spelling:
            text = (item.reads_as or (item.key, item.text))[1]
            assert flags[item.spelling] in (text, item.reaches)


@settings(max_examples=8, deadline=None)
@given(options=option_sets())
def test_emitted_json_is_json_of_texts(options: OptionSet) -> None:
    levels = json.loads(emit(options, "raw-ge-options").text)["compile options"]
    assert set(levels) <= {"global", "session", "graph"}
    assert all(isinstance(text, str) for table in levels.values() for text in table.values())


@settings(max_examples=20, deadline=None)
@given(
    texts=st.dictionaries(
        st.sampled_from(["ge.deterministic", "ge.deterministicLevel", "x"]), st.sampled_from(["0", "1", "a\0b"])
    )
)
def test_what_no_front_end_can_be_given_is_left_out(texts: dict[str, str]) -> None:
    refused = refused_pairs(texts)
    kept = {key: text for key, text in texts.items() if key not in refused}
    assert not any("\0" in text for text in kept.values())
    assert not (kept.get("ge.deterministic") == "1" and kept.get("ge.deterministicLevel") == "0")


@pytest.mark.parametrize("front_end", FRONT_ENDS)
def test_no_options_make_a_text_that_reads_as_none(front_end: str) -> None:
    emitted = emit(OptionSet(), front_end, Settings())
    assert emitted.text.endswith("\n")
    assert read(emitted.text, front_end).options == OptionSet()
    assert not emitted.lost


READABLE = st.one_of(
    st.text(max_size=60),
    st.text("abcde.'\"\\$({[]})=-,;:#\n\t &|<>`~@*ge_", max_size=60),
    st.lists(
        st.sampled_from(
            [
                "atc ",
                "--precision_mode=",
                "\\\n",
                "'",
                '"',
                "$X",
                "<<EOF\n",
                "EOF\n",
                "{",
                "}",
                '"ge.deterministic": ',
                '"1"',
                ",",
                "[",
                "]",
                "custom_op.parameter_map[",
                '"jit_compile"',
                ".s = ",
                "NPURunConfig(",
                ")",
                "npu.global_options().",
                "x = ",
                "1" * 400,
                "0x" + "f" * 40,
                "config.ge_config.oo_level = ",
                "torch.npu.set_option({",
                "lambda: ",
                "f'{x}'",
                '("CANNExecutionProvider", {',
                "aclSetCompileopt(",
                "ACL_OP_JIT_COMPILE, ",
                "ge::ir_option::",
                'R"(',
                "compile options",
                "\ufeff",
                "\r\n",
                "\0",
                "-" * 90,
            ]
        ),
        max_size=12,
    ).map("".join),
)


@pytest.mark.parametrize("front_end", FRONT_ENDS)
@settings(max_examples=15, deadline=None)
@given(text=READABLE)
def test_reading_any_text_never_raises(front_end: str, text: str) -> None:
    found = read(text, front_end, path="x")
    size = len(text.encode("utf-8", "surrogatepass"))
    for finding in found.findings:
        assert finding.span is not None
        assert 0 <= finding.span.offset <= finding.span.end_offset <= size
        assert (finding.span.line, finding.span.column) <= (finding.span.end_line, finding.span.end_column)
    for origin in found.origins.values():
        assert 0 <= origin.span.offset <= origin.value_span.end_offset <= size
    json.dumps([finding.as_json() for finding in found.findings])


@settings(max_examples=8, deadline=None)
@given(data=st.binary(max_size=80))
@pytest.mark.parametrize("front_end", FRONT_ENDS)
def test_reading_any_bytes_never_raises(front_end: str, data: bytes) -> None:
    read(data, front_end)
