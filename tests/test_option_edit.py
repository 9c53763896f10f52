"""Edits of TOML and JSON texts: one option changes, every other byte stays."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from geopts.errors import FileError
from geopts.option_edit import Add, Remove, Replace, edited
from geopts.spec import load_mapping

SPEC = b"""\
# b = 1 stands in a comment
[options]   # the options
a = "1"
b = [       # a list
  "x",      # with comments
  "]",
]
b2 = "x"
"c.d" = 'y' # kept

[precision.by_op_type]
b = "high_precision"
"""


def test_toml_lines_go_and_nothing_else() -> None:
    result = edited("s.toml", SPEC, [Remove(("options", "b"))])
    assert result == SPEC.replace(b'b = [       # a list\n  "x",      # with comments\n  "]",\n]\n', b"", 1)


def test_toml_value_keeps_its_comment() -> None:
    result = edited("s.toml", SPEC, [Replace(("options", "c.d"), "e", "z")])
    assert result == SPEC.replace(b"\"c.d\" = 'y' # kept", b'"e" = "z" # kept')


def test_toml_table_is_added_at_the_end() -> None:
    assert edited("s.toml", SPEC, [Add(("new", "file"), "f.ini")]) == SPEC + b'\n[new]\nfile = "f.ini"\n'
    assert edited("s.toml", b"a = 1", [Add(("new", "file"), "f")]) == b'a = 1\n\n[new]\nfile = "f"\n'


def test_line_ends_and_byte_order_mark_stay() -> None:
    data = b"\xef\xbb\xbf" + SPEC.replace(b"\n", b"\r\n")
    result = edited("s.toml", data, [Remove(("options", "a")), Add(("new", "x"), "y")])
    assert result == data.replace(b'a = "1"\r\n', b"") + b'\r\n[new]\r\nx = "y"\r\n'


@pytest.mark.parametrize(
    ("toml", "path"),
    [
        (b"[options]\nge.x.y = 1\nz = 2\n", ("options", "ge", "x", "y")),
        (b"[options.ge]\nx.y = 1\n[other]\nz = 2\n", ("options", "ge", "x", "y")),
        (b"options.ge.x.y = 1\nz = 2\n", ("options", "ge", "x", "y")),
        (b'[options]\n"ge.x" = """\na\n"""\nz = 2\n', ("options", "ge.x")),
    ],
)
def test_toml_forms_of_a_key(toml: bytes, path: tuple[str, ...]) -> None:
    wanted = load_mapping("s.toml", toml)
    result = edited("s.toml", toml, [Remove(path)])
    assert result in [
        toml.replace(line, b"")
        for line in (b"ge.x.y = 1\n", b"x.y = 1\n", b"options.ge.x.y = 1\n", b'"ge.x" = """\na\n"""\n')
    ]
    assert "z" in str(load_mapping("s.toml", result))
    assert wanted != load_mapping("s.toml", result)


def test_toml_inline_table_is_refused_not_rewritten() -> None:
    with pytest.raises(FileError) as caught:
        edited("s.toml", b'options = { a = "1", b = "2" }\n', [Remove(("options", "a"))])
    assert "on a line of its own" in caught.value.hint


DOCUMENT = b"""{
  "build_initialize": {"a": "1",  "b" : "2"},
  "build_model": {
    "only": "x"
  }
}
"""


@pytest.mark.parametrize(
    ("change", "before", "after"),
    [
        (Remove(("build_initialize", "a")), b'"a": "1",  "b" : "2"', b'"b" : "2"'),
        (Remove(("build_initialize", "b")), b'"a": "1",  "b" : "2"', b'"a": "1"'),
        (Remove(("build_model", "only")), b'{\n    "only": "x"\n  }', b"{}"),
        (Replace(("build_initialize", "b"), "c", "\u00e9"), b'"b" : "2"', '"c" : "\u00e9"'.encode()),
        (Add(("build_model", "new"), "y"), b'"only": "x"', b'"only": "x",\n    "new": "y"'),
    ],
)
def test_json_members(change: Any, before: bytes, after: bytes) -> None:
    assert edited("o.json", DOCUMENT, [change]) == DOCUMENT.replace(before, after)


def test_json_table_is_made_when_it_is_missing() -> None:
    result = edited("o.json", b'{"build_initialize": {"a": "1"}}', [Add(("build_model", "b"), "2")])
    assert json.loads(result) == {"build_initialize": {"a": "1"}, "build_model": {"b": "2"}}


@pytest.mark.parametrize(("name", "data"), [("o.json", b'{"a": "1"}'), ("s.toml", b'a = "1"\n')])
def test_value_where_a_table_is_expected(name: str, data: bytes) -> None:
    with pytest.raises(FileError, match="where a table is expected"):
        edited(name, data, [Add(("a", "b"), "x")])


def test_json_with_a_key_twice_is_refused() -> None:
    with pytest.raises(FileError, match="stands twice"):
        edited("o.json", b'{"a": "1", "a": "2"}', [Remove(("a",))])


NAMES = st.text(st.sampled_from("ab.\"' ="), min_size=1, max_size=3)


@given(st.dictionaries(NAMES, st.text(max_size=3), min_size=1, max_size=4), st.data(), st.sampled_from([None, 2]))
def test_json_edit_is_the_edit_of_the_table(table: dict[str, str], data: st.DataObject, indent: int | None) -> None:
    name = data.draw(st.sampled_from(sorted(table)))
    text = json.dumps({"t": table}, indent=indent).encode()
    assert json.loads(edited("o.json", text, [Remove(("t", name))])) == {
        "t": {key: value for key, value in table.items() if key != name}
    }
    renamed = json.loads(edited("o.json", text, [Replace(("t", name), "new name", "v")]))["t"]
    assert list(renamed.items()) == [("new name", "v") if key == name else (key, value) for key, value in table.items()]
