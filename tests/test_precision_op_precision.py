"""OpPrecision: what it writes reads the same through GE's reader, iniconfig and configparser, or it refuses."""

from __future__ import annotations

import configparser
from pathlib import Path

import iniconfig
import pytest
from hypothesis import given
from hypothesis import strategies as st

from geopts.errors import FileError, OptionValueError, UnportableError
from geopts.ini import scan
from geopts.precision import OpPrecision, PrecisionMode

NAMES = st.text(min_size=1, max_size=12)
PLAIN = st.text("abcXYZ019_/.-", min_size=1, max_size=12)
MODES = st.sampled_from(list(PrecisionMode))
TABLES = st.dictionaries(PLAIN, MODES, max_size=6)


def test_a_fresh_file_is_plain() -> None:
    precision = OpPrecision(
        by_op_type={"Gelu": "high_precision"}, by_node_name={"encoder/0/softmax": "high_performance"}
    )
    assert (
        precision.to_bytes() == b"[ByOpType]\nGelu=high_precision\n\n[ByNodeName]\nencoder/0/softmax=high_performance\n"
    )


def test_an_empty_table_writes_an_empty_file() -> None:
    assert OpPrecision().to_bytes() == b""


def test_edits_keep_comments_order_and_line_ends() -> None:
    source = b"# hand-made\r\n[ByNodeName]\r\n# why\r\na = high_precision\r\nb=keep_fp16\r\n\r\n[ByOpType]\r\nGelu=high_performance"
    precision = OpPrecision.parse(source)
    assert precision.to_bytes() == source
    precision.by_node_name["a"] = "high_performance"
    del precision.by_node_name["b"]
    precision.by_node_name["c"] = PrecisionMode.HIGH_PRECISION
    precision.by_op_type["Tanh"] = "high_precision"
    assert precision.to_bytes() == (
        b"# hand-made\r\n[ByNodeName]\r\n# why\r\na = high_performance\r\nc=high_precision\r\n\r\n"
        b"[ByOpType]\r\nGelu=high_performance\r\nTanh=high_precision\r\n"
    )


def test_a_headerless_file_gets_its_header_and_a_new_section_goes_last() -> None:
    precision = OpPrecision.parse(b"# note\nGelu=high_performance")
    precision.by_node_name["n"] = "high_precision"
    assert precision.to_bytes() == b"# note\n[ByOpType]\nGelu=high_performance\n\n[ByNodeName]\nn=high_precision\n"


def test_a_mode_that_is_part_of_the_key_is_not_replaced_there() -> None:
    precision = OpPrecision.parse(b"[ByNodeName]\nhigh_precision=high_precision\n")
    precision.by_node_name["high_precision"] = "keep_fp16"
    assert precision.to_bytes() == b"[ByNodeName]\nhigh_precision=keep_fp16\n"


@pytest.mark.parametrize(
    ("name", "part"),
    [
        ("a=b", "first '='"),
        ("#a", "comment"),
        (";a", "';'"),
        ("[a]", "section"),
        ("a:0", "':'"),
        (" a", "trims"),
        ("", "without a name"),
        ("a\nb", "line feed"),
        ("a\u2028b", "white space"),
        ("a\u00a0", "white space"),
        ("a\rb", "white space"),
    ],
)
def test_names_that_readers_disagree_about_are_refused_with_the_reason(name: str, part: str) -> None:
    with pytest.raises(UnportableError) as caught:
        OpPrecision(by_node_name={name: "high_precision"}).to_bytes()
    assert part in caught.value.reason
    assert caught.value.key == name
    # a name that GE alone reads can stand in a file that somebody writes by hand
    assert ("by hand" in caught.value.hint) is (scan(f"{name}=high_precision".encode()).by_op_type.keys() == {name})


@pytest.mark.parametrize(
    "source",
    [
        b"[ByOpType]\nGelu=high_precision\nGelu=high_precision\n",
        b"[ByOpType]\nGelu=wrong\n",
        b"[byoptype]\nGelu=high_precision\n",
        b"[ByOpType]\nA=high_precision\n[ByOpType]\nB=high_precision\n",
        "\ufeff[ByNodeName]\nn=high_precision\n".encode(),
    ],
)
def test_a_file_that_readers_take_apart_differently_is_not_written_back(source: bytes) -> None:
    with pytest.raises(UnportableError):
        OpPrecision.parse(source).to_bytes()


def test_bytes_that_are_no_utf8_survive() -> None:
    source = b"[ByNodeName]\n\xff\xfe/conv=high_precision\n"
    precision = OpPrecision.parse(source)
    precision.by_op_type["Gelu"] = "high_precision"
    written = precision.to_bytes()
    assert b"\xff\xfe/conv=high_precision\n" in written
    assert scan(written).by_node_name == {"\udcff\udcfe/conv": PrecisionMode.HIGH_PRECISION}


@given(types=TABLES, names=TABLES)
def test_what_is_written_reads_back_through_three_readers(
    types: dict[str, PrecisionMode], names: dict[str, PrecisionMode]
) -> None:
    data = OpPrecision(types, names).to_bytes()
    assert OpPrecision.parse(data) == OpPrecision(types, names)
    wanted = {
        name: {k: m.value for k, m in table.items()}
        for name, table in (("ByOpType", types), ("ByNodeName", names))
        if table
    }
    assert {s.name: dict(s.items()) for s in iniconfig.IniConfig("x.ini", data=data.decode())} == wanted
    parser = configparser.ConfigParser()
    parser.optionxform = str  # type: ignore[assignment, method-assign]  # the documented way to keep the case
    parser.read_string(data.decode())
    assert {name: dict(parser.items(name)) for name in parser.sections()} == wanted


@given(names=st.dictionaries(NAMES, MODES, max_size=4))
def test_any_name_is_written_faithfully_or_refused(names: dict[str, PrecisionMode]) -> None:
    try:
        data = OpPrecision(by_node_name=names).to_bytes()
    except UnportableError:
        return
    assert OpPrecision.parse(data).by_node_name == names


@given(source=st.binary(max_size=200), types=TABLES)
def test_editing_any_file_writes_the_tables_or_refuses(source: bytes, types: dict[str, PrecisionMode]) -> None:
    precision = OpPrecision.parse(source)
    precision.by_op_type.update(types)
    try:
        data = precision.to_bytes()
    except UnportableError:
        return
    assert OpPrecision.parse(data) == precision


@given(
    source=st.lists(
        st.sampled_from(["[ByOpType]", "[ByNodeName]", "# c", "", "A=keep_fp16", "b = high_precision", "c=norm_class"])
    )
)
def test_editing_well_formed_lines_keeps_every_comment(source: list[str]) -> None:
    precision = OpPrecision.parse("\n".join(source).encode())
    precision.by_op_type["New"] = "high_precision"
    precision.by_node_name.pop("A", None)
    headers = [line for line in source if line.startswith("[")]
    try:
        data = precision.to_bytes()
    except UnportableError:
        # only a repeated header or entry, or an implicit [ByOpType] beside a written one, may be refused
        lines = [line for line in source if line and line != "# c"]
        assert len(set(lines)) < len(lines) or ("[ByOpType]" in headers and "=" in lines[0])
        return
    assert data.count(b"# c") == source.count("# c")
    assert OpPrecision.parse(data) == precision


def test_values_are_checked_at_once() -> None:
    with pytest.raises(OptionValueError) as caught:
        OpPrecision(by_op_type={"Gelu": "high_preformance"})
    assert caught.value.suggestion == "high_performance"
    precision = OpPrecision()
    for value in ("High_Precision", True, 1, None, ""):
        with pytest.raises(OptionValueError):
            precision.by_op_type["Gelu"] = value  # type: ignore[assignment]  # the wrong type is the subject
    with pytest.raises(OptionValueError):
        precision.by_op_type.setdefault("Gelu")
    with pytest.raises(OptionValueError):
        precision.by_op_type |= {"Gelu": "nothing"}
    with pytest.raises(OptionValueError):
        precision.by_op_type[3] = "high_precision"  # type: ignore[index]  # the wrong type is the subject
    assert not precision


def test_read_and_write_files(tmp_path: Path) -> None:
    path = tmp_path / "op_precision.ini"
    OpPrecision(by_op_type={"Gelu": "high_precision"}).write(path)
    assert OpPrecision.read(path).by_op_type == {"Gelu": "high_precision"}
    before = path.read_bytes()
    with pytest.raises(UnportableError):
        OpPrecision(by_node_name={"a=b": "high_precision"}).write(path)
    assert path.read_bytes() == before
    with pytest.raises(FileError):
        OpPrecision.read(tmp_path / "missing.ini")
    with pytest.raises(FileError):
        OpPrecision.read(tmp_path)
