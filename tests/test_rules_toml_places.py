"""Places of keys and values in TOML, proved against the reader: what stands at a place reads as the key or value it is the place of."""

from __future__ import annotations

import json
import sys
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from geopts.findings import Span
from geopts.rules.toml_places import Path, TomlPlaces

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

BOM = "\ufeff"


def cut(text: str, span: Span | None) -> str:
    """Give the text at a span by its byte offsets, after a check that lines and columns say the same."""
    assert span is not None
    piece = text.encode()[span.offset : span.end_offset].decode()
    lines = text.split("\n")
    start = sum(len(line) + 1 for line in lines[: span.line - 1]) + span.column - 1
    end = sum(len(line) + 1 for line in lines[: span.end_line - 1]) + span.end_column - 1
    assert text[start:end] == piece
    return piece


def check_all(text: str, places: TomlPlaces, value: object, path: Path = ()) -> int:
    """Check key and value at every path below ``path`` and give how many keys there were."""
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    count = 0
    for key, inner in items:
        here = (*path, key)
        if isinstance(key, str):
            assert tomllib.loads(f"{cut(text, places.key(here))} = 0") == {key: 0}
            count += 1
        stated = places.value(here)
        if not isinstance(inner, (dict, list)):
            assert repr(tomllib.loads(f"x = {cut(text, stated)}")["x"]) == repr(inner)
        count += check_all(text, places, inner, here)
    return count


KEYS = st.one_of(
    st.sampled_from(["a", "b-1", "ge.x", "encoder/0/softmax", "", "a b", "\u6a21\u578b", 'q"', "'", "\U0001f600"]),
    st.text(st.characters(codec="utf-8"), max_size=6),
)
TEXTS = st.text(st.characters(codec="utf-8"), max_size=12)
SCALARS = st.one_of(
    st.integers(-(2**60), 2**60),
    st.booleans(),
    st.sampled_from([1.5, -2e30, float("inf")]),
    st.datetimes().map(lambda moment: moment.replace(microsecond=0)),
    st.dates(),
    TEXTS,
)
VALUES: st.SearchStrategy[Any] = st.recursive(
    SCALARS, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(KEYS, inner, max_size=3), max_leaves=6
)
DOCUMENTS = st.dictionaries(KEYS, VALUES, max_size=5)


class Writer:
    """Writes a table in one of the many ways TOML has for it, as the draws decide."""

    def __init__(self, draw: st.DrawFn) -> None:
        self.draw = draw

    def pick(self, *choices: Any) -> Any:
        return self.draw(st.sampled_from(choices))

    def blank(self) -> str:
        return str(self.pick("", " ", "\t "))

    def basic(self, text: str) -> str:
        quoted = json.dumps(text, ensure_ascii=bool(self.pick(True, False)))
        if "\\ud" in quoted:  # JSON's surrogate pairs, which TOML refuses: the character they mean instead
            quoted = json.dumps(text, ensure_ascii=False)
        return quoted.replace("\x7f", "\\u007f")

    def key(self, key: str) -> str:
        forms = [self.basic(key)]
        if key and all(c.isascii() and (c.isalnum() or c in "_-") for c in key):
            forms.append(key)
        if "'" not in key and all(c.isprintable() or c == "\t" for c in key):
            forms.append(f"'{key}'")
        return str(self.pick(*forms))

    def text(self, text: str) -> str:
        forms = [self.basic(text)]
        if all(c.isprintable() or c in "\t\n" for c in text) and "\\" not in text:
            if "'''" not in text and not text.endswith("'"):
                forms.append(f"'''\n{text}'''")
            if '"""' not in text and not text.endswith('"""'):
                forms.append(f'"""\n{text}"""')
            if "'" not in text and "\n" not in text:
                forms.append(f"'{text}'")
        return str(self.pick(*forms))

    def value(self, value: Any) -> str:
        if isinstance(value, bool):
            return "true" if value else "false"
        if isinstance(value, str):
            return self.text(value)
        if isinstance(value, dict):
            pairs = [f"{self.key(k)}{self.blank()}={self.blank()}{self.value(v)}" for k, v in value.items()]
            return "{" + self.blank() + f"{self.blank()},{self.blank()}".join(pairs) + self.blank() + "}"
        if isinstance(value, list):
            between = str(self.pick(",", ", ", " ,\n  ", ", # a ], b\n"))
            return f"[{self.blank()}{between.join(self.value(item) for item in value)}{self.blank()}]"
        return str(value)

    def table(self, table: dict[str, Any], header: str = "") -> str:
        lines: list[str] = []
        below: list[str] = []
        for key, value in table.items():
            written = self.key(key)
            name = f"{header}{self.blank()}.{self.blank()}{written}" if header else written
            if isinstance(value, dict) and self.pick(True, False):
                below.append(
                    f"[{self.blank()}{name}{self.blank()}] {self.pick('', '# [x]')}\n{self.table(value, name)}"
                )
            elif (
                isinstance(value, list) and value and all(isinstance(v, dict) for v in value) and self.pick(True, False)
            ):
                below += [f"[[{name}]]\n{self.table(item, name)}" for item in value]
            elif isinstance(value, dict) and value and self.pick(True, False):
                lines += [f"{written}{self.blank()}.{self.key(k)}={self.value(v)}" for k, v in value.items()]
            else:
                lines.append(f"{self.blank()}{written}{self.blank()}={self.blank()}{self.value(value)}{self.blank()}")
            lines.append(str(self.pick("", "# x = [1, 'y'", "  ")))
        return "\n".join(lines) + "\n" + "\n".join(below)


@st.composite
def documents(draw: st.DrawFn) -> tuple[str, dict[str, Any]]:
    table = draw(DOCUMENTS)
    return str(draw(st.sampled_from(["", BOM]))) + Writer(draw).table(table), table


@given(documents())
def test_every_key_and_value_reads_as_itself_at_its_place(document: tuple[str, dict[str, Any]]) -> None:
    text, table = document
    read = tomllib.loads(text.removeprefix(BOM))
    assert repr(read) == repr(table) or read == table  # the writer writes what it is given
    check_all(text, TomlPlaces(text), read)


@given(st.text(st.sampled_from("a.=[]{}\"'#,\n \\1:-"), max_size=60) | st.text(max_size=30))
def test_no_text_is_refused(text: str) -> None:
    places = TomlPlaces(text)
    try:
        read = tomllib.loads(text)
    except (tomllib.TOMLDecodeError, RecursionError):
        return
    check_all(text, places, read)


SPEC = """\
product = "A2"
[options]
ge.exec.allow_hf32 = "true"   # dotted
"ge.jit_compile" = '1'
tiling_schedule_optimize = true
[precision.by_op_type]
Gelu = \"\"\"high_precision\"\"\"
[[x]]
y = 1
[[x]]
y = 2
x.z = 3
[precision]
file = "p.ini"
"""


@pytest.mark.parametrize(
    ("path", "key", "value"),
    [
        (("product",), "product", '"A2"'),
        (("options", "ge", "exec", "allow_hf32"), "allow_hf32", '"true"'),
        (("options", "ge.jit_compile"), '"ge.jit_compile"', "'1'"),
        (("precision", "by_op_type", "Gelu"), "Gelu", '"""high_precision"""'),
        (("x", 1, "x", "z"), "z", "3"),
    ],
)
def test_place_of_a_spec_entry(path: Path, key: str, value: str) -> None:
    places = TomlPlaces(SPEC)
    assert (cut(SPEC, places.key(path)), cut(SPEC, places.value(path))) == (key, value)


def test_a_table_stands_at_its_own_header() -> None:
    place = TomlPlaces(SPEC).key(("precision",))
    assert place is not None
    assert SPEC.split("\n")[place.line - 1] == "[precision]"


def test_what_is_not_there_has_no_place() -> None:
    places = TomlPlaces(SPEC)
    assert places.key(("options", "no")) is None
    assert places.value(("options",)) is None
    assert places.key(()) is None
    assert list(places.children(("precision",))) == ["by_op_type", "file"]
    assert not places.children(("no", "such"))


def test_the_rest_is_found_behind_what_is_no_toml() -> None:
    text = "a = \nb c\n= 3\n[[\n[x]\ny = 1\n"
    assert cut(text, TomlPlaces(text).value(("x", "y"))) == "1"
