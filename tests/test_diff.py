"""What changes in effect: against tables worked out by hand from the rules of precedence and from the facts of CANN 8.1.RC1.

Rules: name beats type, explicit allow_hf32 beats [ByOpType], the default of allow_hf32 only in the new parser, an ini keeps the
preset from loading (op_impl_mode_config_parser.cc:110-176; at hicann/ge@1826a02f:122-180).
"""

from __future__ import annotations

import base64
import json
import re
from itertools import combinations, product
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from geopts.diff import Change, compare, read_side
from geopts.errors import FileError, FindingsError
from geopts.facts.operators import PRESETS_8_1_RC1
from geopts.ini import scan
from geopts.precision.builtin import BuiltinFiles

DATA = Path(__file__).parent / "data"
VECTORS = json.loads((DATA / "precision/vectors.json").read_text("utf-8"))
PRESET = next(row.modes for row in PRESETS_8_1_RC1 if row.name == "high_performance")
NOT_HF32: dict[str, Any] = {"product": "310P"}


def changes(before: bytes, after: bytes, **given_: Any) -> list[Change]:
    sides = [read_side(name, data, **given_) for name, data in (("a.ini", before), ("b.ini", after))]
    return list(compare(*sides).changes)


def short(found: list[Change]) -> list[tuple[str, str, str | None, str | None, str]]:
    return [(one.kind, one.name, one.before.value, one.after.value, one.when) for one in found]


A = b"""Gelu=high_precision
Conv2D=high_precision
Same=high_precision
[ByNodeName]
a/b=high_precision
gone=keep_fp16
"""
B = b"""# another order, blanks and a comment mean nothing
[ByNodeName]
new=norm_class
a/b = high_performance
[ByOpType]
Same = high_precision
Conv2D=high_performance
"""


def test_types_and_nodes() -> None:
    found = changes(A, B)
    assert short(found) == [
        ("operator_type", "Conv2D", "high_precision", "high_performance", "always"),
        ("operator_type", "Gelu", "high_precision", None, "always"),
        ("node", "a/b", "high_precision", "high_performance", "always"),
        ("node", "gone", "keep_fp16", None, "always"),
        ("node", "new", None, "norm_class", "always"),
    ]
    conv, gelu, node, gone, new = found
    assert (conv.before.source, conv.before.location) == ("by_op_type", "a.ini:2")
    assert (conv.after.source, conv.after.location) == ("by_op_type", "b.ini:7")
    assert (gelu.after.source, gelu.after.location) == ("none", "")
    # B is an ini too, so the preset is not loaded there either
    assert gelu.why == (
        "nothing sets a mode for type 'Gelu'; since op_precision_mode is set, "
        f"CANN 8.1.RC1 high_performance.ini with Gelu={PRESET['Gelu']} is not loaded"
    )
    assert (node.after.source, node.after.location) == ("by_node_name", "b.ini:4")
    assert (gone.after.source, new.before.source) == ("by its operator type", "by its operator type")


@pytest.mark.parametrize("data", [A, B, b"", b"\xff\xfe=high_precision\n"])
def test_nothing_changes(data: bytes) -> None:
    assert changes(data, data.replace(b"\n", b"\r\n")) == []


@pytest.mark.parametrize(
    ("given_", "when"),
    [
        # explicit allow_hf32 shadows the entry wherever there is HF32
        ({"allow_hf32": "1"}, "without HF32"),
        ({"allow_hf32": "1", "product": "A2"}, None),
        ({"allow_hf32": "1", **NOT_HF32}, "always"),
        # without it the default does so in the new parser alone
        ({}, "always"),
        ({"parser": "new"}, "without HF32"),
        ({"parser": "new", "product": "A2"}, None),
        # a release whose parser is not attested: both
        ({"cann": "99.0"}, "except with HF32 and the new parser"),
        ({"cann": "99.0", "product": "A2"}, "with the old parser"),
    ],
)
def test_assumptions(given_: dict[str, str], when: str | None) -> None:
    found = changes(b"Conv2D=high_precision\n", b"Conv2D=high_performance\n", **given_)
    assert [one.when for one in found] == ([] if when is None else [when])


def test_the_winner_behind_an_entry_that_goes_depends_on_hf32() -> None:
    with_hf32, without = changes(b"Conv2D=high_precision\n", b"")
    assert (with_hf32.after.value, with_hf32.after.source, with_hf32.when) == (
        "enable_hi_float_32_execution",
        "default_allow_hf32",
        "with HF32",
    )
    assert (without.after.value, without.when) == (None, "without HF32")


def test_preset_lost_and_gained() -> None:
    """An ini takes the place of high_performance.ini, which is loaded when nothing is given."""
    none, ini = read_side("none", **NOT_HF32), read_side("x.ini", b"Gelu=high_performance\nNew=keep_fp16\n", **NOT_HF32)
    lost = compare(none, ini)
    own = {"Gelu": "high_performance", "New": "keep_fp16"}
    assert PRESET["Gelu"] == "high_precision"
    expected = {name: (PRESET.get(name), own.get(name)) for name in {*PRESET, *own}}
    assert {one.name: (one.before.value, one.after.value) for one in lost.changes} == expected
    assert {one.before.source for one in lost.changes if one.name != "New"} == {"preset"}
    assert any(
        note.startswith("operator types that lose") and note.endswith(f": {len(PRESET) - 1}") for note in lost.notes
    )
    gained = compare(ini, none)
    assert {one.name: (one.after.value, one.before.value) for one in gained.changes} == expected
    assert any(note.startswith("operator types that get the mode") for note in gained.notes)


def test_preset_that_is_not_known() -> None:
    none, ini = read_side("none", **NOT_HF32), read_side("x.ini", b"", **NOT_HF32)
    assert compare(none, ini, builtin=BuiltinFiles.none()).changes == ()


def test_json_of_a_change() -> None:
    (change,) = changes(b"[ByNodeName]\na=high_precision\n", b"", product="A2")
    assert change.as_json() == {
        "kind": "node",
        "name": "a",
        "before": {"mode": "high_precision", "source": "by_node_name", "location": "a.ini:2"},
        "after": {"mode": None, "source": "by its operator type", "location": ""},
        "why": "the entry by node name is gone, so the operator type of the node decides",
        "when": "always",
        "assumptions": [{"before": {"hf32": True, "parser": "old"}, "after": {"hf32": True, "parser": "old"}}],
    }


INIS = [
    case
    for case in VECTORS["cases"]
    if case["ini"] and "path" not in case and case["opp"] == "legacy" and case["init"] == "options"
]


@pytest.fixture(scope="module")
def legacy(tmp_path_factory: pytest.TempPathFactory) -> BuiltinFiles:
    root = tmp_path_factory.mktemp("legacy")
    for name, content in VECTORS["opps"]["legacy"].items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_bytes(base64.b64decode(content["base64"]))
    return BuiltinFiles.from_opp(root)


@pytest.mark.parametrize("parser", ["old", "new"])
def test_against_ges_own_parser(parser: str, legacy: BuiltinFiles) -> None:
    """Neighbouring vectors with the same options are two versions of a file; the expected changes come from GE's own maps."""
    pairs = [
        (one, two)
        for one, two in combinations(INIS, 2)
        if one["options"] == two["options"]
        and one["front"] == two["front"]
        and one["ini"]["base64"] != two["ini"]["base64"]
        if one[parser]["status"] == two[parser]["status"] == "SUCCESS"
    ]
    assert len(pairs) > 50
    seen = 0
    for one, two in pairs:
        options = one["options"]
        hf32 = {
            "product": "A2" if options["enable_hf32"] else "310P",
            "parser": parser,
            "allow_hf32": options.get("allow_hf32", ""),
        }
        sides = [read_side("x.ini", base64.b64decode(case["ini"]["base64"]), **hf32) for case in (one, two)]
        found = {
            (change.kind, change.name): (change.before.value, change.after.value)
            for change in compare(*sides, builtin=legacy).changes
        }
        expected = {}
        for kind, table in (("operator_type", "by_type"), ("node", "by_name")):
            first, second = one[parser][table], two[parser][table]
            for key in first.keys() | second.keys():
                # a blank or a quote: GE stores the key, and no operator has such a type
                no_type = kind == "operator_type" and bool(
                    re.search(r"[\s\x00-\x1f\x7f'\"`\u2018\u2019\u201c\u201d]", key)
                )
                if first.get(key) != second.get(key) and not no_type:
                    expected[kind, key] = (first.get(key), second.get(key))
        assert found == expected, (one["id"], two["id"])
        seen += len(expected)
    assert seen > 100


SPEC = b"""
product = "A2"
[options]
allow_hf32 = true
[precision]
by_op_type = { Gelu = "high_precision", Conv2D = "high_precision" }
"""


def test_spec_against_spec() -> None:
    other = SPEC.replace(b"Gelu =", b"Tanh =").replace(b"allow_hf32 = true", b"allow_hf32 = false")
    found = compare(read_side("a.toml", SPEC), read_side("b.toml", other)).changes
    modes = {one.name: (one.before.value, one.after.value) for one in found if one.kind == "operator_type"}
    assert (modes["Gelu"], modes["Tanh"]) == (("high_precision", None), (None, "high_precision"))
    # allow_hf32 beats the entry on both sides, so the entry does not matter
    assert modes["Conv2D"] == ("enable_hi_float_32_execution", "enable_float_32_execution")
    gelu = next(one for one in found if one.name == "Gelu")
    assert gelu.before.location == "a.toml [precision]"
    assert found[-1].kind == "option"


def test_ini_against_the_spec_that_holds_it() -> None:
    ini = b"Gelu=high_precision\nConv2D=high_precision\n"
    assert compare(read_side("x.ini", ini, product="A2", allow_hf32="11"), read_side("a.toml", SPEC)).changes == ()


def test_option_dict_names_its_ini(tmp_path: Path) -> None:
    (tmp_path / "x.ini").write_bytes(b"Gelu=high_precision\n")
    by_path = read_side(
        str(tmp_path / "o.json"),
        json.dumps({"build_model": {"ge.exec.op_precision_mode": str(tmp_path / "x.ini")}}).encode(),
    )
    beside = read_side(str(tmp_path / "o.json"), b'{"ge.exec.op_precision_mode": "x.ini"}')
    assert by_path.content == beside.content == b"Gelu=high_precision\n"
    assert compare(by_path, beside).changes == ()
    with pytest.raises(FileError, match="which is not here"):
        read_side("o.json", b'{"ge.exec.op_precision_mode": "/nowhere/x.ini"}')


def test_other_product() -> None:
    found = compare(read_side("a.toml", SPEC), read_side("b.toml", SPEC.replace(b'"A2"', b'"310P"'))).changes
    # allow_hf32 counts on A2 only, so the entry comes into force
    conv = next(one for one in found if one.name == "Conv2D")
    assert (conv.before.value, conv.after.value, conv.when) == (
        "enable_hi_float_32_execution",
        "high_precision",
        "always",
    )
    assert found[-1].name == "product"
    assert conv.as_json()["assumptions"] == [
        {"before": {"hf32": True, "parser": "old"}, "after": {"hf32": False, "parser": "old"}}
    ]
    assert (
        compare(
            read_side("a.toml", SPEC, product="A2"), read_side("b.toml", SPEC.replace(b'"A2"', b'"310P"'), product="A2")
        ).changes
        == ()
    )


def test_initialisation_that_fails_on_one_side() -> None:
    good = read_side("a.json", b'{"ge.opSelectImplmode": "high_precision"}', **NOT_HF32)
    bad = read_side("b.json", b'{"ge.opSelectImplmode": "bogus"}', **NOT_HF32)
    (change,) = compare(good, bad).changes
    assert (change.name, change.before.value, change.after.value) == ("initialisation", "SUCCESS", "FAILED")
    with pytest.raises(FindingsError):
        compare(bad, bad)


INI = st.lists(
    st.tuples(
        st.sampled_from(["Conv2D", "Gelu", "MatMul", "a/b", "[ByNodeName]", "[ByOpType]", "#x"]),
        st.sampled_from(["=high_precision", "=high_performance", "=bad", ""]),
    ),
    max_size=8,
).map(lambda lines: "".join(f"{key}{value}\n" for key, value in lines).encode())


@settings(max_examples=40)
@given(before=INI, after=INI, allow_hf32=st.sampled_from(["", "1", "00"]))
def test_difference_is_empty_for_equal_tables_only(before: bytes, after: bytes, allow_hf32: str) -> None:
    found = changes(before, after, allow_hf32=allow_hf32, cann="99.0")
    back = changes(after, before, allow_hf32=allow_hf32, cann="99.0")
    assert {
        (one.kind, one.name, one.before.value, one.after.value, where) for one in found for where in one.pairings
    } == {(one.kind, one.name, one.after.value, one.before.value, where) for one in back for where in one.pairings}
    first, second = scan(before), scan(after)
    if not found:
        assert first.by_node_name == second.by_node_name
    if (first.by_op_type, first.by_node_name) == (second.by_op_type, second.by_node_name):
        assert not found
    for one, has_hf32 in product(found, (True, False)):
        if one.kind == "operator_type" and any(pairing[0][0] is has_hf32 for pairing in one.pairings):
            assert first.by_op_type.get(one.name) != second.by_op_type.get(one.name)


@settings(max_examples=40)
@given(st.binary(max_size=80), st.binary(max_size=80))
def test_any_bytes_can_be_compared(before: bytes, after: bytes) -> None:
    assert isinstance(changes(before, after), list)


def test_types_that_no_operator_has_are_no_change() -> None:
    before = read_side(
        "a.json",
        json.dumps({"ge.opSelectImplmode": "high_precision", "ge.optypelistForImplmode": "Add,'Gelu',"}).encode(),
    )
    after = read_side("b.ini", b"Add=high_precision\nNot a type=high_precision\n")
    found = compare(before, after)
    assert found.changes == ()
    assert found.notes[-1] == "not compared, since no operator has such a type: '', \"'Gelu'\", 'Not a type'"
