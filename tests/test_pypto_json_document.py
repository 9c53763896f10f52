"""A JSON text edited in place: what is not edited keeps its bytes."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from geopts.errors import FileError
from geopts.pypto.json_document import JsonDocument

SCALARS = (
    st.none()
    | st.booleans()
    | st.integers(-(2**70), 2**70)
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(max_size=6)
)
VALUES = st.recursive(
    SCALARS,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=4), inner, max_size=4),
    max_leaves=12,
)
OBJECTS = st.dictionaries(st.text(max_size=4), VALUES, max_size=5)
LAYOUTS = st.sampled_from(
    [
        {"indent": None},
        {"indent": None, "separators": (",", ":")},
        {"indent": 4},
        {"indent": 2, "separators": (",", " : ")},
        {"indent": "\t"},
        {"indent": 0},
    ]
)


def written(value: Any, layout: dict[str, Any], newline: str = "\n", mark: bytes = b"") -> bytes:
    # Python may write half of a surrogate pair, which no UTF-8 text can hold; escapes keep such a test away.
    text = json.dumps(value, ensure_ascii=False, **layout)
    return mark + text.replace("\n", newline).encode("utf-8", "surrogatepass")


@given(OBJECTS, LAYOUTS, st.sampled_from(["\n", "\r\n"]), st.sampled_from([b"", b"\xef\xbb\xbf"]))
def test_reading_and_writing_is_identity(
    value: dict[str, Any], layout: dict[str, Any], newline: str, mark: bytes
) -> None:
    data = written(value, layout, newline, mark)
    document = JsonDocument.parse(data)
    assert document.to_bytes() == data
    assert document.root.value == json.loads(data.removeprefix(mark))
    assert document.merge(value).to_bytes() == data


@given(OBJECTS, OBJECTS, LAYOUTS, st.sampled_from(["\n", "\r\n"]), st.booleans())
def test_merging_gives_the_merged_value_and_stays_in_its_style(
    base: dict[str, Any], overlay: dict[str, Any], layout: dict[str, Any], newline: str, mark: bool
) -> None:
    data = written(base, layout, newline, b"\xef\xbb\xbf" if mark else b"")
    document = JsonDocument.parse(data)
    try:
        expected = merged(base, overlay)
    except TypeError:
        with pytest.raises(FileError):
            document.merge(overlay)
        return
    result = document.merge(overlay)
    assert json.loads(result.text) == expected
    assert result.to_bytes().startswith(b"\xef\xbb\xbf") == mark
    if newline == "\r\n" and "\n" in document.text:
        assert "\n" not in result.text.replace("\r\n", "")
    if "\n" not in document.text and base:
        assert "\n" not in result.text
    # Every text that the overlay does not name is where it was, in the same bytes and the same order.
    kept = [(keys, text_of(document, keys)) for keys, _ in document.leaves() if not named(keys, overlay)]
    assert kept == [(keys, text_of(result, keys)) for keys, _ in document.leaves() if not named(keys, overlay)]
    assert [keys for keys, _ in result.leaves() if keys in {each for each, _ in kept}] == [keys for keys, _ in kept]


def merged(base: dict[str, Any], overlay: dict[str, Any]) -> dict[str, Any]:
    result = dict(base)
    for key, value in overlay.items():
        if key in base and isinstance(base[key], dict) != isinstance(value, dict):
            raise TypeError
        result[key] = merged(base[key], value) if key in base and isinstance(value, dict) else value
    return result


def text_of(document: JsonDocument, keys: tuple[str, ...]) -> str:
    node = document.node(keys)
    assert node is not None
    return document.text[node.start : node.end]


def named(keys: tuple[str, ...], overlay: Any) -> bool:
    for key in keys:
        if not isinstance(overlay, dict) or key not in overlay:
            return False
        overlay = overlay[key]
    return True


@given(st.binary(max_size=60) | st.text(max_size=60).map(lambda text: text.encode("utf-8", "surrogatepass")))
def test_any_bytes_are_read_or_refused(data: bytes) -> None:
    try:
        document = JsonDocument.parse(data, "x.json")
    except FileError:
        return
    assert json.loads(data.decode("utf-8-sig")) == document.root.value


@given(st.text(alphabet='{}[]",:0123456789.eE+-truefalsn \n\\u', max_size=25))
def test_what_python_reads_strictly_is_read_here(text: str) -> None:
    def refuse(*_: Any) -> Any:
        raise ValueError

    def once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        if len(dict(pairs)) != len(pairs):
            raise ValueError
        return dict(pairs)

    try:
        value = json.loads(text, parse_constant=refuse, object_pairs_hook=once)
    except ValueError:
        with pytest.raises(FileError):
            JsonDocument.parse(text.encode())
        return
    assume("Infinity" not in json.dumps(value) and "\\ud" not in json.dumps(value))
    assert JsonDocument.parse(text.encode()).root.value == value


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"", "is empty"),
        (b" \r\n", "is empty"),
        (b'{"a": 1,}', "x.json:1:8: is no JSON: a comma before"),
        (b'{"a": 1,\n "a": 2}', "x.json:2:2: .*stands twice in one object, first at 1:2"),
        (b'{"a": 1 // one\n}', "no comments"),
        (b"{'a': 1}", "double quotes"),
        (b'{"a": True}', "true, false and null"),
        (b'{"a": NaN}', "no NaN"),
        (b'{"a": 01}', 'expected ","'),
        (b'{"a": 1e999}', "too large"),
        (b'{"a": ' + b"1" * 5000 + b"}", "a number of 5000 digits"),
        (b"[" * 100000, "nested deeper than 64"),
        (b'{"a": "x\ny"}', "does not end on its line"),
        (b'{"a": "\\ud800"}', "surrogate"),
        (b'{"a": 1} x', "more after the end"),
        (b'{"a"', 'expected ":"'),
        (b'{"a": [1', 'expected ","'),
        (b"\xff\xfe{\x00}\x00", "UTF-16"),
        (b'{"a": "\x00"}', "NUL byte at offset 7"),
        (b'{"a": "\xff"}', "not UTF-8"),
        (b"\x7fELF\x02\x01\x01\x00", "NUL byte"),
    ],
)
def test_what_is_wrong_is_said_with_its_place(data: bytes, words: str) -> None:
    with pytest.raises(FileError, match=words) as caught:
        JsonDocument.parse(data, "x.json")
    assert caught.value.path == "x.json"
    assert len(str(caught.value)) < 300


def test_elements_of_a_list_are_replaced_one_by_one() -> None:
    document = JsonDocument.parse(b'{"t": [1e-3,  0.5 , [1,2] ],\n"n" :7}\n')
    assert document.set(("t",), [0.001, 2, [1, 3]]).text == '{"t": [1e-3,  2 , [1,3] ],\n"n" :7}\n'
    assert document.set(("t",), [1]).text == '{"t": [1 ],\n"n" :7}\n'
    assert document.set(("t",), []).text == '{"t": [],\n"n" :7}\n'
    assert document.set(("n",), 7) is document
    assert document.set(("n",), 7.0).text.endswith('"n" :7.0}\n')
    assert document.set(("n",), True).text.endswith('"n" :true}\n')


def test_new_keys_look_like_their_neighbours() -> None:
    text = '{\r\n\t"a" : {\r\n\t\t"b" : 1\r\n\t},\r\n\t"c" : []\r\n}\r\n'
    document = JsonDocument.parse(text.encode())
    assert document.set(("a", "d"), [1, 2]).text == text.replace('"b" : 1', '"b" : 1,\r\n\t\t"d" : [1, 2]')
    assert document.set(("e", "f"), "x").text == text.replace("[]", '[],\r\n\t"e" : {\r\n\t\t"f" : "x"\r\n\t}')
    one_line = JsonDocument.parse(b'{"a": {"b": 1}}')
    assert one_line.set(("a", "c"), 2).text == '{"a": {"b": 1, "c": 2}}'
    assert JsonDocument.parse(b'{"a":1}').merge({"b": {"c": [1, 2]}}).text == '{"a":1,"b":{"c":[1,2]}}'
    assert JsonDocument.parse(b"{}").set(("a",), 1).text == '{\n    "a": 1\n}'
    lines = JsonDocument.parse(b'{\n "a": [\n  1\n ]\n}')
    assert lines.set(("a",), [1, 2]).text == '{\n "a": [\n  1,\n  2\n ]\n}'


def test_objects_and_plain_values_do_not_replace_each_other() -> None:
    document = JsonDocument.parse(b'{"a": 1, "b": {"c": 2}}', "x.json")
    with pytest.raises(FileError, match="a is a number, not an object"):
        document.set(("a", "c"), 1)
    with pytest.raises(FileError, match="b is an object here and a list"):
        document.merge({"b": [1]})
    with pytest.raises(FileError, match="is a list, not an object"):
        JsonDocument.parse(b"[1]", "x.json").merge({"a": 1})
    assert document.set(("b",), {"d": 1}).text == '{"a": 1, "b": {"d": 1}}'


def test_places_count_code_points_and_bytes() -> None:
    document = JsonDocument.parse(b"\xef\xbb\xbf" + '{"ä": "é",\n "b": 5}'.encode())
    node = document.node(("b",))
    assert node is not None
    span = document.span(node.start, node.end)
    assert (span.line, span.column, span.end_column) == (2, 7, 8)
    assert document.to_bytes()[span.offset : span.end_offset] == b"5"
