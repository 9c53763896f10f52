"""The pair op_select_implmode and optypelist_for_implmode against the ini that takes its place.

Expectations come from three sides: GE's own parser (the vectors), the preset tables of CANN 8.1.RC1, and lists split here.
"""

from __future__ import annotations

import base64
import json
from itertools import product
from pathlib import Path
from typing import Any, Literal

import pytest
from hypothesis import event, given
from hypothesis import strategies as st

from geopts.errors import FindingsError, ProductError
from geopts.facts.operators import PRESETS_8_1_RC1
from geopts.findings import Finding, Severity
from geopts.ini import scan
from geopts.migrate import PairOptions, equal_mode, migrate_pair, without_effect
from geopts.precision.builtin import BuiltinFiles
from geopts.precision.engine import EngineTable, Parser

DATA = Path(__file__).parent / "data"
VECTORS = json.loads((DATA / "precision/vectors.json").read_text("utf-8"))
OPTION_SETS = json.loads((DATA / "corpus/option_sets.json").read_text("utf-8"))
PRESETS = {row.name: dict(row.modes) for row in PRESETS_8_1_RC1}
BOTH_PARSERS: tuple[Parser, ...] = ("old", "new")
IMPLMODES = ("high_precision", "high_performance", "high_precision_for_all", "high_performance_for_all")


def flat(options: dict[str, Any]) -> dict[str, str]:
    """Options of a set, nested ones too, by the last part of their names in lower case without underscores."""
    found: dict[str, str] = {}
    for name, value in options.items():
        if isinstance(value, dict):
            found |= flat(value)
        else:
            found[name.rpartition(".")[2].lower().replace("_", "")] = str(value)
    return found


def pair_in(option_set: dict[str, Any]) -> tuple[str, str]:
    options = flat(option_set["options"])
    mode = next((value for name, value in options.items() if name.endswith("opselectimplmode")), "")
    types = next((value for name, value in options.items() if name.endswith("optypelistforimplmode")), "")
    return mode, types


DEPRECATED = [
    pytest.param(mode, types, flat(one["options"]).get("allowhf32", ""), id=str(one["n"]))
    for one in OPTION_SETS
    for mode, types in [pair_in(one)]
    if mode and one["verdict"] == "deprecated"
]
#: The text of one set says in words that both values were tried.
NO_VALUE = "high_performance / high_precision (both tried)"


def tables(ini: bytes | None = None, **options: Any) -> list[EngineTable]:
    return [
        EngineTable.load(
            ini=ini, hf32=hf32, parser=parser, opp=BuiltinFiles.CANN_8_1_RC1, front_end=front_end, **options
        )
        for hf32, parser, front_end in product((True, False), BOTH_PARSERS, (True, False))
    ]


def findings_of(pair: PairOptions, **arguments: Any) -> tuple[Finding, ...]:
    with pytest.raises(FindingsError) as caught:
        migrate_pair(pair, **arguments)
    return caught.value.findings


def test_the_collection_has_sets_to_migrate() -> None:
    assert len(DEPRECATED) >= 15


@pytest.mark.parametrize(("mode", "types", "allow_hf32"), DEPRECATED)
def test_deprecated_set_of_public_code(mode: str, types: str, allow_hf32: str) -> None:
    pair = PairOptions(mode, types, allow_hf32)
    if mode == NO_VALUE:
        assert findings_of(pair)[0].code == "GEO504"
        return
    migration = migrate_pair(pair)
    before = tables(op_select_implmode=mode, optypelist=types, allow_hf32=allow_hf32)
    after = tables(migration.content, allow_hf32=allow_hf32)
    assert [table.status for table in before] == ["SUCCESS"] * 8
    assert [(table.by_name, table.by_type) for table in before] == [(table.by_name, table.by_type) for table in after]
    listed = [item.strip() for item in types.split(",") if item.strip()]
    assert migration.precision.by_op_type == (dict.fromkeys(listed, mode) if listed else PRESETS[mode])


@pytest.mark.parametrize("allow_hf32", ["", "1", "10", "false"])
@pytest.mark.parametrize("mode", IMPLMODES)
def test_preset_is_complete(mode: str, allow_hf32: str) -> None:
    """The whole built-in file, as PRESETS_8_1_RC1 has it (CANN-8.1.RC1@551ed27c impl_mode/*.ini)."""
    migration = migrate_pair(PairOptions(mode, allow_hf32=allow_hf32))
    assert migration.precision.by_op_type == PRESETS[mode]
    assert scan(migration.content).by_op_type == PRESETS[mode]
    assert migration.builtin == f"CANN 8.1.RC1 {mode}.ini"
    assert migration.proved == ((True, "old"), (True, "new"), (False, "old"), (False, "new"))
    assert migration.findings == ()


VECTOR_CASES = [
    case
    for case in VECTORS["cases"]
    if case["ini"] is None
    and "path" not in case
    and case["init"] == "options"
    and not case["front"]
    and "as_user" not in case
    and (case["options"].get("op_select_implmode") or case["options"].get("optypelist"))
]


@pytest.fixture(scope="module")
def opps(tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = tmp_path_factory.mktemp("opps")
    for opp, files in VECTORS["opps"].items():
        for name, content in files.items():
            if content is not None and "mode" not in content:
                path = root / opp / name
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_bytes(base64.b64decode(content["base64"]))
    return root


@pytest.mark.parametrize("parser", BOTH_PARSERS)
@pytest.mark.parametrize("case", VECTOR_CASES, ids=lambda case: str(case["id"]))
def test_tables_of_ges_own_parser(case: dict[str, Any], parser: Literal["old", "new"], opps: Path) -> None:
    """What GE's compiled parser loaded for the pair is what the ini gives."""
    options, expected = case["options"], case[parser]
    pair = PairOptions(
        options.get("op_select_implmode", ""),
        options.get("optypelist", ""),
        options.get("allow_hf32", ""),
        front_end=False,
    )
    builtin = BuiltinFiles.from_opp(opps / case["opp"])
    arguments: dict[str, Any] = {"builtin": builtin, "assumptions": [(options["enable_hf32"], parser)]}
    if expected["status"] != "SUCCESS":
        assert findings_of(pair, **arguments)[0].severity is Severity.ERROR
        return
    migration = migrate_pair(pair, **arguments)
    table = EngineTable.load(
        ini=migration.content,
        allow_hf32=pair.allow_hf32,
        hf32=options["enable_hf32"],
        parser=parser,
        opp=builtin,
    )
    by_type = {key: mode for key, mode in expected["by_type"].items() if key not in migration.left_out}
    assert (table.by_name, table.by_type) == (expected["by_name"], by_type)


def test_vectors_cover_lists_presets_and_failures() -> None:
    assert len(VECTOR_CASES) > 60
    assert {case["old"]["status"] for case in VECTOR_CASES} == {"SUCCESS", "FAILED"}


@pytest.mark.parametrize(
    ("mode", "told", "hint"),
    [
        ("high_preformance", "is refused by GE", "did you mean high_performance?"),
        ("HIGH_PRECISION", "is refused by GE", "did you mean high_precision?"),
        ("100", "is refused by GE", "give one of these values"),
        ("enable_float_32_execution", "makes the engine give up with E20101", "op_precision.ini"),
    ],
)
def test_value_that_ge_refuses(mode: str, told: str, hint: str) -> None:
    (finding,) = findings_of(PairOptions(mode))
    assert finding.code == "GEO504"
    assert told in finding.message
    assert hint in finding.hint


def test_list_without_a_mode() -> None:
    """The front ends refuse it with E10001 (option_utils.cc:1275-1284); in a session the generations disagree."""
    (finding,) = findings_of(PairOptions("", "Gelu"))
    assert finding.code == "GEO303"
    assert "E10001" in finding.message
    (finding,) = findings_of(PairOptions("", "Gelu", front_end=False))
    assert "the new one ignores the list" in finding.message
    old = migrate_pair(PairOptions("", "Gelu", front_end=False), assumptions=[(False, "old")])
    assert old.precision.by_op_type == {"Gelu": "high_performance"}
    new = migrate_pair(PairOptions("", "Gelu", front_end=False), assumptions=[(False, "new")])
    assert not new.precision
    assert [finding.code for finding in new.findings] == ["GEO506"]


def test_list_without_a_mode_behind_the_default_of_allow_hf32() -> None:
    """In the old parser the default counts as given when nothing else is (parser.cc:110-121), so a listed Conv2D has no effect."""
    pair = PairOptions("", "Gelu,Conv2D", front_end=False)
    with_hf32 = migrate_pair(pair, assumptions=[(True, "old")])
    assert with_hf32.precision.by_op_type == {"Gelu": "high_performance"}
    without = migrate_pair(pair, assumptions=[(False, "old")])
    assert without.precision.by_op_type == {"Gelu": "high_performance", "Conv2D": "high_performance"}
    (finding,) = findings_of(pair, assumptions=[(True, "old"), (False, "old")])
    assert "Conv2D would get another mode" in finding.message
    assert "product" in finding.hint


def test_allow_hf32_that_makes_ge_give_up() -> None:
    (finding,) = findings_of(PairOptions("high_precision", allow_hf32="yes"))
    assert finding.code == "GEO511"
    assert "'yes'" in finding.message
    assert "11, 1, true" in finding.hint
    assert migrate_pair(PairOptions("high_precision", allow_hf32="yes"), assumptions=[(False, "old")]).proved


@pytest.mark.parametrize("item", ["'Gelu'", '"Gelu"', "Gelu Tanh", "", "\u2018Gelu\u2019", "Ge\tlu"])
def test_item_that_no_operator_type_can_equal(item: str) -> None:
    migration = migrate_pair(PairOptions("high_precision", f"Add,{item},Mul"))
    assert migration.precision.by_op_type == {"Add": "high_precision", "Mul": "high_precision"}
    assert migration.left_out == (item,)
    (finding,) = migration.findings
    assert (finding.code, finding.severity) == ("GEO209", Severity.WARNING)


def test_quoted_item_says_what_would_change() -> None:
    (finding,) = migrate_pair(PairOptions("high_precision", "'Gelu'")).findings
    assert "add Gelu=high_precision to the ini: that changes what GE does" in finding.hint


def test_for_all_ignores_the_list() -> None:
    """parser.cc:183-202: ``_for_all`` loads its file, whatever the list says."""
    migration = migrate_pair(PairOptions("high_performance_for_all", "'Gelu'"))
    assert migration.precision.by_op_type == PRESETS["high_performance_for_all"]
    assert migration.left_out == ()
    (finding,) = migration.findings
    assert (finding.code, finding.severity) == ("GEO302", Severity.WARNING)


def test_type_that_readers_disagree_about_is_refused() -> None:
    (finding,) = findings_of(PairOptions("high_precision", "Add,ai.onnx::11::Gelu"))
    assert finding.code == "GEO209"
    assert "ai.onnx::11::Gelu" in finding.message


def test_product_whose_built_in_files_are_not_known() -> None:
    with pytest.raises(ProductError) as caught:
        migrate_pair(PairOptions("high_precision"), builtin_unknown_for="950")
    assert "--opp" in caught.value.hint
    assert migrate_pair(PairOptions("high_precision", "Gelu"), builtin_unknown_for="950").builtin == ""


def test_missing_built_in_file_gives_an_ini_without_entries(tmp_path: Path) -> None:
    migration = migrate_pair(PairOptions("high_precision"), builtin=BuiltinFiles.from_opp(tmp_path))
    assert not migration.precision
    assert [(finding.code, finding.severity) for finding in migration.findings] == [("GEO506", Severity.NOTE)]


def test_names_in_a_built_in_file_come_along(tmp_path: Path) -> None:
    """Such a file is parsed like any other, so it can hold node names (semantics.md section 2)."""
    folder = tmp_path / "built-in/op_impl/ai_core/tbe/impl_mode"
    folder.mkdir(parents=True)
    (folder / "high_precision.ini").write_text("Gelu=high_precision\nbad line\n[ByNodeName]\na/b=keep_fp16\n")
    migration = migrate_pair(PairOptions("high_precision"), builtin=BuiltinFiles.from_opp(tmp_path))
    assert migration.precision.by_op_type == {"Gelu": "high_precision"}
    assert migration.precision.by_node_name == {"a/b": "keep_fp16"}
    assert b"bad line" not in migration.content


def test_pair_beside_an_ini_counts_for_nothing() -> None:
    """parser.cc:173-176; even a value that would fail is not looked at (vector select_x_ini-009)."""
    assert without_effect(PairOptions("bogus", "A,B"), b"Gelu=high_precision\n", builtin=BuiltinFiles.CANN_8_1_RC1)


ITEMS = st.one_of(
    st.from_regex(r"[A-Z][A-Za-z0-9]{0,8}", fullmatch=True),
    st.sampled_from(
        ["", " ", "'Gelu'", "a b", "Gelu", "#x", "[ByNodeName]", "a=b", "a:b", ";c", "\u00a0x", "Gelu\r", "\u2028"]
    ),
    st.text(max_size=6),
)


@given(
    mode=st.sampled_from([*IMPLMODES, "", "bogus"]),
    items=st.lists(ITEMS, max_size=5),
    allow_hf32=st.sampled_from(["", "true", "0", "11", "bad"]),
    front_end=st.booleans(),
)
def test_proof_holds_or_the_pair_is_refused(mode: str, items: list[str], allow_hf32: str, front_end: bool) -> None:
    types = ",".join(items)
    try:
        migration = migrate_pair(PairOptions(mode, types, allow_hf32, front_end=front_end))
    except FindingsError as error:
        refusals = {(finding.severity, bool(finding.hint)) for finding in error.findings}
        event("refused")
    else:
        refusals = set()
    assert refusals <= {(Severity.ERROR, True)}
    if refusals:
        return
    for hf32, parser in product((True, False), BOTH_PARSERS):
        known: dict[str, Any] = {
            "hf32": hf32,
            "parser": parser,
            "opp": BuiltinFiles.CANN_8_1_RC1,
            "front_end": front_end,
        }
        before = EngineTable.load(op_select_implmode=mode, optypelist=types, allow_hf32=allow_hf32, **known)
        after = EngineTable.load(ini=migration.content, allow_hf32=allow_hf32, **known)
        assert after.by_type.items() <= before.by_type.items()
        assert before.by_type.keys() - after.by_type.keys() <= set(migration.left_out)
        assert before.by_name == after.by_name


@pytest.mark.parametrize(
    ("value", "counterpart"),
    [
        # docs/zh/api/graph_engine_api/cpp/ge/options_params/precision_tuning.md; kPrecisionModeMap, fe_context_utils.cc:26-44
        ("force_fp16", "fp16"),
        ("must_keep_origin_dtype", "origin"),
        ("force_fp32", "cube_fp16in_fp32out"),
        ("cube_fp16in_fp32out", "cube_fp16in_fp32out"),
        ("allow_mix_precision", "mixed_float16"),
        ("allow_mix_precision_fp16", "mixed_float16"),
        ("allow_mix_precision_bf16", "mixed_bfloat16"),
        ("allow_fp32_to_fp16", None),
        ("allow_fp32_to_bf16", None),
    ],
)
def test_precision_mode_and_its_second_generation(value: str, counterpart: str | None) -> None:
    row = equal_mode(value)
    assert row is not None
    assert row.v2 == counterpart
    assert row.source


def test_precision_modes_are_those_of_the_options() -> None:
    """Every documented value of both options stands in exactly one row."""
    from geopts.facts.migration import PRECISION_MODES
    from geopts.facts.options import BY_KEY

    first = [value for row in PRECISION_MODES for value in row.v1]
    second = [row.v2 for row in PRECISION_MODES if row.v2]
    assert sorted(first) == sorted(BY_KEY["ge.exec.precision_mode"].allowed_values or ())
    assert sorted(second) == sorted(BY_KEY["ge.exec.precision_mode_v2"].allowed_values or ())
