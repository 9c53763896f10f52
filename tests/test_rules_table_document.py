"""TOML and JSON files as the rules see them: what is no such file, keys that stand twice, and paths found from dotted names."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from geopts.errors import FileError
from geopts.findings import Finding, Severity
from geopts.rules.table_document import TableDocument, _at_error, read_table_document


def document(text: str, path: str = "x.toml") -> TableDocument:
    read = read_table_document(path, text.encode())
    assert isinstance(read, TableDocument)
    return read


@pytest.mark.parametrize(
    ("path", "data", "place", "word"),
    [
        ("x.toml", b"a = 1\nb = ]\n", (2, 5), "TOML"),
        ("x.toml", b'a = "\xe6\xa8\xa1" b\n', (1, 9), "TOML"),
        ("x.toml", b"a = 1\na = 2\n", (2, 6), "TOML"),
        ("x.toml", b"\xef\xbb\xbfa = ]\n", (1, 6), "TOML"),
        ("x.toml", b"a = 1\r\nb = ]\r\n", (2, 5), "TOML"),
        ("x.toml", b'a = "\n', (1, 6), "TOML"),
        ("x.json", b'{\n "a": 1,\n "b" 2}', (3, 6), "JSON"),
        ("x.json", b'\xef\xbb\xbf{"a" 1}', (1, 7), "JSON"),
        ("x.json", b"", (1, 1), "JSON"),
        ("x", b'{"a": nul}', (1, 7), "JSON"),
        ("x.toml", b"a = 1\nb = '\xff'\n", (2, 6), "no UTF-8"),
    ],
)
def test_a_syntax_error_points_at_what_the_reader_stumbles_over(
    path: str, data: bytes, place: tuple[int, int], word: str
) -> None:
    finding = read_table_document(path, data)
    assert isinstance(finding, Finding)
    assert (finding.code, finding.name, finding.path) == ("GEO521", "syntax-error", path)
    assert finding.span is not None
    assert (finding.span.line, finding.span.column) == place
    assert word in finding.message


@pytest.mark.parametrize(
    ("data", "hint"),
    [
        (b'{"a": 1,}', "no comma behind the last member"),
        (b'{"a": 1 // b\n}', "no comments"),
        (b"{'a': 1}", "double quotes"),
        (b'{"a": True}', "true, false and null"),
    ],
)
def test_common_slips_in_json_get_a_hint(data: bytes, hint: str) -> None:
    finding = read_table_document("x.json", data)
    assert isinstance(finding, Finding)
    assert hint in finding.hint


@pytest.mark.parametrize(
    ("data", "word"), [(b"\xff\xfea\x00", "UTF-16"), (b"\xfe\xff\x00a", "UTF-16"), (b"a\x00\xff", "binary")]
)
def test_what_is_no_text_has_no_place(data: bytes, word: str) -> None:
    finding = read_table_document("x.toml", data)
    assert isinstance(finding, Finding)
    assert finding.span is None
    assert word in finding.message


@pytest.mark.parametrize(
    ("path", "data"),
    [
        ("x.json", b"[" * 100_000),
        ("x.json", b"[1]"),
        ("x.json", b'{"a": ' + b"[" * 100 + b"]" * 100 + b"}"),
        ("x.json", b'{"a": 1' + b"0" * 40 + b"}"),
        ("x.toml", b"a = " + b"[" * 100 + b"]" * 100),
    ],
)
def test_what_no_option_needs_is_refused(path: str, data: bytes) -> None:
    with pytest.raises(FileError):
        read_table_document(path, data)


def test_keys_that_stand_twice() -> None:
    text = '{"a": {"b": 1, "c": 2, "b": 1}, "d": 1, "d": "1", "d": true}'
    findings = sorted(document(text, "x.json").repeated_keys(), key=Finding.sort_key)
    told = [(f.key, f.severity, f.span.column if f.span else 0, f.related[0].span) for f in findings]
    columns = [(key, severity, column, span.column if span else 0) for key, severity, column, span in told]
    assert columns == [
        ("a.b", Severity.WARNING, text.index('"b"') + 1, text.rindex('"b"') + 1),
        ("d", Severity.ERROR, text.index('"d"') + 1, text.rindex('"d"') + 1),
        # "1" is another value than true, and so is 1 for a reader of types
        ("d", Severity.ERROR, text.index('"d": "1"') + 1, text.rindex('"d"') + 1),
    ]
    assert document(text, "x.json").mapping == json.loads(text)


@pytest.mark.parametrize(
    ("joined", "path"),
    [
        ("options", ("options",)),
        ("options.ge.exec.x", ("options", "ge", "exec", "x")),
        ("options.ge.exec.y", ("options", "ge.exec.y")),
        ("precision.by_node_name.a.b/c.d", ("precision", "by_node_name", "a.b/c.d")),
        ("precision.by_node_name.a.", ("precision", "by_node_name", "a.")),
        ("options.ge", ("options", "ge")),
        ("options.no", None),
        ("", None),
    ],
)
def test_find(joined: str, path: tuple[str, ...] | None) -> None:
    text = '[options]\nge.exec.x = 1\n"ge.exec.y" = 2\n[precision.by_node_name]\n"a.b/c.d" = "x"\n"a." = "y"\n'
    assert document(text).find(joined) == path


@given(st.lists(st.text(st.characters(codec="utf-8"), max_size=4), min_size=1, max_size=4))
def test_every_path_is_found_from_its_joined_name(keys: list[str]) -> None:
    table: object = 1
    for key in reversed(keys):
        table = {key: table}
    found = document(json.dumps(table), "x.json").find(".".join(keys))
    assert found is not None
    assert ".".join(found) == ".".join(keys)


def test_replacement_writes_the_form_of_the_file() -> None:
    for path, text, written in (("x.toml", "a = 'b'\n", b'c = "d\\ne"\n'), ("x.json", '{"a": "b"}', b'{"c": "d\\ne"}')):
        data = bytearray(text.encode())
        read = document(text, path)
        fixes = (read.replacement(("a",), "d\ne", "x"), read.replacement(("a",), "c", "x", key=True))
        for fix in fixes:
            assert fix is not None
            assert not fix.safe
            (edit,) = fix.edits
            data[edit.offset : edit.end_offset] = edit.content
        assert bytes(data) == written
        assert read.replacement(("no",), "d", "x") is None
        assert read.replacement(("a",), "\ud800", "x") is None


@pytest.mark.parametrize(
    ("text", "message", "column"),
    [
        ('{"a": "1",}', "Illegal trailing comma before end of object", 10),
        ('{"a": [1, ]}', "Illegal trailing comma before end of array", 9),
    ],
)
def test_a_trailing_comma_is_told_alike_by_every_python(text: str, message: str, column: int) -> None:
    """CPython 3.13 points at the comma (Lib/json/decoder.py), older ones at the bracket behind it."""
    told = _at_error(
        "o.json",
        text,
        FileError(f"o.json: is no valid JSON: {message}: line 1 column {column} (char {column - 1})", path="o.json"),
    )
    assert "Expecting" in told.message
    assert "Illegal" not in told.message
    assert told.span is not None
    assert text[told.span.column - 1] in "}]"
    assert "no comma behind the last member" in told.hint
