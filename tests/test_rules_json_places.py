"""Places of keys and values in JSON, proved against Python's reader."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from geopts.findings import Span
from geopts.rules.json_places import JsonPlaces

TABLES: st.SearchStrategy[dict[str, Any]] = st.dictionaries(
    st.text(max_size=6),
    st.recursive(
        st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=8),
        lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=6), inner, max_size=3),
        max_leaves=8,
    ),
    max_size=5,
)


def cut(text: str, span: Span | None) -> str:
    assert span is not None
    return text.encode()[span.offset : span.end_offset].decode()


def check_all(text: str, places: JsonPlaces, table: dict[str, Any], path: tuple[str, ...] = ()) -> None:
    assert list(places.children(path)) == list(table)
    for key, value in table.items():
        here = (*path, key)
        assert json.loads(cut(text, places.key(here))) == key
        assert json.loads(cut(text, places.value(here))) == value
        if isinstance(value, dict):
            check_all(text, places, value, here)


@given(TABLES, st.sampled_from([None, 0, 2]), st.booleans(), st.sampled_from(["", "\ufeff", "\n "]))
def test_every_key_and_value_reads_as_itself_at_its_place(
    table: dict[str, Any], indent: int | None, escaped: bool, head: str
) -> None:
    text = head + json.dumps(table, indent=indent, ensure_ascii=escaped)
    try:
        text.encode()
    except UnicodeEncodeError:  # half a surrogate pair can only stand escaped
        text = head + json.dumps(table, indent=indent)
    check_all(text, JsonPlaces(text), table)


@given(st.text(st.sampled_from('{}[]",:\\ a1\n'), max_size=60))
def test_no_text_is_refused(text: str) -> None:
    try:
        table = json.loads(text)
    except ValueError:
        return
    if isinstance(table, dict):
        places = JsonPlaces(text)
        assert list(places.children(())) == list(table)
        assert all(json.loads(cut(text, places.value((key,)))) == value for key, value in table.items())


TEXT = '{\n "a": {"x": [1, {"y": "}"}], "x": 2},\n "\u6a21": {"b": 3}, "a": {"z": null}}'


@pytest.mark.parametrize(
    ("path", "occurrence", "key", "value", "line", "column"),
    [
        (("a",), 0, '"a"', '{"x": [1, {"y": "}"}], "x": 2}', 2, 2),
        (("a",), -1, '"a"', '{"z": null}', 3, 17),
        (("a", "z"), -1, '"z"', "null", 3, 23),
        (("\u6a21", "b"), -1, '"b"', "3", 3, 8),
    ],
)
def test_places(path: tuple[str, ...], occurrence: int, key: str, value: str, line: int, column: int) -> None:
    places = JsonPlaces(TEXT)
    assert cut(TEXT, places.value(path, occurrence)) == value
    span = places.key(path, occurrence)
    assert cut(TEXT, span) == key
    assert span is not None
    assert (span.line, span.column) == (line, column)


def test_what_is_not_there_has_no_place() -> None:
    places = JsonPlaces(TEXT)
    assert places.key(("a", "x")) is None  # in the first "a", which the last one hides
    assert places.value(("b",)) is None
    assert places.value(("a",), 2) is None
    assert places.key(()) is None
    assert not places.children(("\u6a21", "b"))
