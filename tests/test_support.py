from __future__ import annotations

import contextlib
import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from geopts.errors import GeoptsError, OptionValueError, ProductError, UnknownOptionError
from geopts.facts.options import BY_KEY, OPTIONS
from geopts.facts.products import FAMILIES
from geopts.facts.rows import Acceptance, Call, Family
from geopts.facts.support import REMARKS, VALUE_STATEMENTS
from geopts.products import find_product
from geopts.support import MATCHERS, Support, supports

REFERENCE: list[dict[str, Any]] = json.loads(
    (Path(__file__).parent / "data" / "reference" / "options.json").read_text(encoding="utf-8")
)
TAGS = {row.family: row.tag for row in FAMILIES}
PRODUCTS = [family.value for family in Family]
# options_params/overall_constraints.md:13-24: what the session chapter excludes as a whole.
CHAPTER_EXCLUDES = ("310b", "IPV350")
CHAPTER = "docs/zh/api/graph_engine_api/cpp/ge/options_params/overall_constraints.md:3-25"


def verdicts(option: str, value: object = None, *, call: str | None = None) -> dict[str, str]:
    """Ask for all products; a verdict with ``!`` is disputed."""
    answers = {product: supports(option, value, product=product, call=call) for product in PRODUCTS}
    return {product: answer.verdict + "!" * answer.disputed for product, answer in answers.items()}


def all_products(verdict: str, **others: str) -> dict[str, str]:
    by_name = {
        "950": "ascend_950",
        "A3": "a3",
        "A2": "a2",
        "200I/500 A2": "edge",
        "310P": "inference",
        "910": "training",
    }
    return {product: others.get(by_name.get(product, product.lower()), verdict) for product in PRODUCTS}


@pytest.mark.parametrize("option", REFERENCE, ids=[option["key"] for option in REFERENCE])
def test_every_option_and_product_against_the_reference(option: dict[str, Any]) -> None:
    fields = ("products", "products_build_initialize", "products_session", "products_atc")
    general = option["products_session_source"] == CHAPTER or any(
        "[chapter-baseline]" in text for text in option["disagreements"]
    )
    for family, tag in TAGS.items():
        said = {
            field: option[field][tag]
            for field in fields
            if option[field] is not None and option[field][tag] is not None
        }
        answer = supports(option["key"], product=family)
        # an answer that is only the chapter's general exclusion comes after every table of the option's own
        by_chapter = "products_session" in said and tag in CHAPTER_EXCLUDES and general
        order = sorted(said, key=lambda field: by_chapter and field == "products_session")
        expected = said[order[0]] if order else None
        assert answer.verdict == {True: "yes", False: "no", None: "unstated"}[expected]
        assert sorted(s.says for s in answer.statements if s.about == "option") == sorted(
            "yes" if yes else "no" for yes in said.values()
        )
        counted = {field: yes for field, yes in said.items() if not (by_chapter and field == "products_session")}
        assert answer.disputed == ({True, False} <= set(counted.values()))
        assert all(statement.source for statement in answer.statements)


def test_tiling_schedule_optimize() -> None:
    # The build, build_initialize and ATC pages name 950, the session page does not (options_params/performance_tuning.md:120-134).
    expected = {
        "950": "yes!",
        "A3": "yes",
        "A2": "yes",
        "200I/500 A2": "no",
        "310P": "yes",
        "910": "no",
        "IPV350": "no",
    }
    assert verdicts("TILING_SCHEDULE_OPTIMIZE") == expected
    assert verdicts("tiling_schedule_optimize", True) == expected
    assert verdicts("ge.tiling_schedule_optimize", call="session") == {**expected, "950": "no!"}
    answer = supports("TILING_SCHEDULE_OPTIMIZE", product="950")
    assert [(s.says, s.call) for s in answer.statements] == [
        ("yes", "build_model"),
        ("yes", "build_initialize"),
        ("no", "session"),
        ("yes", "atc"),
    ]
    # ATC's table has no row for IPV350: no statement.
    assert "atc" not in [s.call for s in supports("TILING_SCHEDULE_OPTIMIZE", product="IPV350").statements]


def test_only_three_options_are_disputed() -> None:
    disputed = {row.key: [p for p in PRODUCTS if supports(row, product=p).disputed] for row in OPTIONS}
    # findings on the product tables that conflict; [chapter-baseline] ones are none
    assert {key: products for key, products in disputed.items() if products} == {
        "ge.tiling_schedule_optimize": ["950"],
        "ge.compressionOptimizeConf": ["A3", "A2", "910"],
    }


def test_the_general_exclusion_of_the_session_chapter_disputes_nothing() -> None:
    answer = supports("OP_PRECISION_MODE", product="310b")
    assert (answer.verdict, answer.disputed) == ("yes", False)
    no = next(statement for statement in answer.statements if statement.says == "no")
    assert (no.call, no.general, no.source) == ("session", True, CHAPTER)
    assert supports("OP_PRECISION_MODE", product="310b", call="session").verdict == "no"


def test_allow_hf32() -> None:
    # aclgrphBuildModel_config_params/experimental_parameters.md:6,40-61: "reserved, not supported" above a table that names products.
    assert verdicts("ALLOW_HF32") == all_products("no", ascend_950="yes", a3="yes", a2="yes")
    for value in (True, "true", "10", {"conv": True, "matmul": False}):
        answer = supports("ALLOW_HF32", value, product="A2")
        assert answer.verdict == "yes"
        assert any("reserved" in statement.says for statement in answer.statements)
    edge = supports("ALLOW_HF32", product="200I/500 A2")
    assert any("takes effect" in statement.says for statement in edge.statements)
    assert not any("takes effect" in statement.says for statement in supports("ALLOW_HF32", product="310P").statements)
    assert any("ignored" in statement.says for statement in supports("ALLOW_HF32", product="310P").statements)


@pytest.mark.parametrize("mode", ["enable_float_32_execution", "ini mode enable_float_32_execution"])
def test_a_mode_that_two_pages_offer_on_different_products(mode: str) -> None:
    # The build page offers it on A3 and A2 only (performance_tuning.md:17-30); the session and ATC pages add 950 (:13-29).
    expected = all_products("no", ascend_950="no!", a3="yes", a2="yes")
    assert verdicts("OP_PRECISION_MODE", mode) == expected
    assert verdicts("OP_PRECISION_MODE", mode, call="build_model") == expected
    assert verdicts("OP_PRECISION_MODE", mode, call="session") == {**expected, "950": "yes!"}
    assert verdicts("OP_PRECISION_MODE", mode, call="ge_initialize") == {**expected, "950": "yes!"}
    said = {
        (s.says, s.call) for s in supports("OP_PRECISION_MODE", mode, product="950").statements if s.about == "value"
    }
    assert said == {("no", "build_model"), ("yes", "session"), ("yes", "atc")}


def test_a_mode_that_no_product_has() -> None:
    # The page says of this mode that it is not supported in this version (performance_tuning.md:33-36).
    answer = supports("OP_PRECISION_MODE", "enable_hi_float_32_execution", product="A2")
    assert answer.verdict == "no"
    assert "page: not supported in this version" in [statement.note for statement in answer.statements]
    assert verdicts("OP_PRECISION_MODE", "enable_hi_float_32_execution") == all_products("no")


@pytest.mark.parametrize("value", ["high_precision", "norm_class", "op_precision.ini", "/opt/ini/fp32"])
def test_a_mode_without_a_statement_of_its_own_or_a_path(value: str) -> None:
    assert verdicts("OP_PRECISION_MODE", value) == all_products("yes")


GEARS_150 = ";".join(f"{n},{n}" for n in range(150))
BATCHES_150 = ",".join(str(n) for n in range(1, 151))


@pytest.mark.parametrize(
    ("option", "value", "expected"),
    [
        # aclgrphBuildModel_config_params/dynamic_shape.md:111-115,192-196: 256 gears on 950, 100 on the others but IPV350, which has none
        ("DYNAMIC_BATCH_SIZE", "1,2,4", all_products("yes", ipv350="no")),
        ("DYNAMIC_BATCH_SIZE", BATCHES_150, all_products("no", ascend_950="yes")),
        ("DYNAMIC_BATCH_SIZE", "gear count <= 256", all_products("no", ascend_950="yes")),
        ("DYNAMIC_BATCH_SIZE", BATCHES_150 + "," + BATCHES_150, all_products("no")),
        ("DYNAMIC_IMAGE_SIZE", "416,416;832,832", all_products("yes", ipv350="no")),
        ("DYNAMIC_IMAGE_SIZE", GEARS_150, all_products("no", ascend_950="yes")),
        # options_params/dynamic_shape.md:38-42 does not limit 200I/500 A2, which the session chapter excludes
        ("DYNAMIC_DIMS", GEARS_150, all_products("no", ascend_950="yes", edge="yes")),
        # no range of dimensions on two products (dynamic_shape.md:22-29)
        ("INPUT_SHAPE", "data:1~8,3,224,224", all_products("yes", edge="no", ipv350="no")),
        ("INPUT_SHAPE", "data:1,3,224,224", all_products("yes")),
        # aclgrphBuildInitialize_config_params/operator_and_graph_compilation.md:9-41
        ("AICORE_NUM", "24|48", all_products("no", ascend_950="yes", a3="yes", a2="yes")),
        ("AICORE_NUM", "10|", all_products("yes", ascend_950="no", a3="no", a2="no")),
        ("AICORE_NUM", "10", all_products("yes", ascend_950="no", a3="no", a2="no")),
        # precision_tuning.md:79-92,182-209; the session page leaves 200I/500 A2 out with its whole chapter
        ("PRECISION_MODE", "allow_fp32_to_bf16", all_products("no", ascend_950="yes", a3="yes", a2="yes", edge="yes")),
        ("PRECISION_MODE", "force_fp16", all_products("yes")),
        ("PRECISION_MODE_V2", "mixed_bfloat16", all_products("no", ascend_950="yes", a3="yes", a2="yes", edge="yes")),
        ("PRECISION_MODE_V2", "cube_hif8", all_products("no", ascend_950="yes")),
        ("OUTPUT_TYPE", "HIF8", all_products("no", ascend_950="yes")),
        ("OUTPUT_TYPE", "FP16", all_products("yes")),
        # options_params/memory_management.md:258-266 names three products
        ("ge.inputBatchCpy", True, all_products("no", ascend_950="yes", a3="yes", a2="yes")),
        # options_params/precision_comparison.md:102-112: A3 and A2 take "all" only; the chapter excludes two products
        ("ge.exec.dumpDebugMode", "all", all_products("yes", edge="no", ipv350="no")),
        ("ge.exec.dumpDebugMode", "aicore_overflow", all_products("yes", a3="no", a2="no", edge="no", ipv350="no")),
    ],
)
def test_values(option: str, value: object, expected: dict[str, str]) -> None:
    assert verdicts(option, value) == expected


def test_a_value_of_an_unsupported_option_is_not_supported() -> None:
    answer = supports("ge.inputBatchCpy", "0", product="910")
    assert (answer.verdict, answer.value) == ("no", "0")


def test_a_limit_on_another_page_stands_in_for_the_calls_own() -> None:
    answer = supports("ge.dynamicDims", GEARS_150, product="A2", call="build_model")
    assert (answer.verdict, answer.decided_by, answer.fallback) == ("no", "session", True)


@pytest.mark.parametrize(
    ("option", "call", "decided_by", "fallback", "acceptance"),
    [
        ("TILING_SCHEDULE_OPTIMIZE", "build_initialize", "build_initialize", False, Acceptance.LISTED),
        ("TILING_SCHEDULE_OPTIMIZE", "graph", "session", False, Acceptance.LISTED),
        ("TILING_SCHEDULE_OPTIMIZE", "add_graph", "session", False, Acceptance.LISTED),
        ("TILING_SCHEDULE_OPTIMIZE", "parse", "build_model", True, Acceptance.REJECTED),
        ("enable_scope_fusion_passes", "parse", "parse", False, Acceptance.ACCEPTED),
        ("INPUT_SHAPE", "parse", "build_model", True, Acceptance.ACCEPTED),
        ("ge.inputBatchCpy", "build_model", "session", True, Acceptance.REJECTED),
    ],
)
def test_the_page_of_a_call(option: str, call: str, decided_by: str, fallback: bool, acceptance: Acceptance) -> None:
    answer = supports(option, product="A2", call=call)
    assert (answer.decided_by, answer.fallback, answer.acceptance) == (decided_by, fallback, acceptance)


def test_an_option_without_any_table_is_unstated() -> None:
    answer = supports("ge.offlineMode", product="A2")
    assert (answer.verdict, answer.disputed, answer.statements, answer.decided_by) == ("unstated", False, (), "")
    assert supports("ge.offlineMode", product="A2", call=Call.BUILD_MODEL).verdict == "unstated"


def test_names_of_options_and_products() -> None:
    assert supports("INPUT_SHAPE", product="A2").option.key == "input_shape"
    assert supports("ge.inputShape", product="A2").name == "ge.inputShape"
    assert supports("op_precision_mode", product="Ascend910B3").name == "OP_PRECISION_MODE"
    assert supports("OP_PRECISION_MODE", product=find_product("Ascend910B")).product.family is Family.ATLAS_TRAINING


def test_json_is_the_contract() -> None:
    row = supports("TILING_SCHEDULE_OPTIMIZE", "1", product="Ascend310B1", call="session").as_json()
    assert {field: row[field] for field in ("option", "value", "product", "verdict", "disputed")} == {
        "option": "TILING_SCHEDULE_OPTIMIZE",
        "value": "1",
        "product": "200I/500 A2",
        "verdict": "no",
        "disputed": False,
    }
    assert (row["key"], row["soc"], row["call"], row["code"]) == (
        "ge.tiling_schedule_optimize",
        "Ascend310B1",
        "session",
        "listed",
    )
    assert all({"says", "call", "source"} <= set(statement) for statement in row["statements"])
    assert json.loads(json.dumps(row)) == row


@pytest.mark.parametrize(
    ("option", "value", "suggestion"),
    [
        ("PRECISION_MODE_V2", "orgin", "origin"),
        ("OP_PRECISION_MODE", "high_preformance", "high_performance"),
        ("TILING_SCHEDULE_OPTIMIZE", "yes", None),
        ("TILING_SCHEDULE_OPTIMIZE", 1, None),
        ("OUTPUT_TYPE", "fp16", "FP16"),
    ],
)
def test_an_unknown_value(option: str, value: object, suggestion: str | None) -> None:
    with pytest.raises(OptionValueError) as caught:
        supports(option, value, product="A2")
    assert caught.value.value == value
    if suggestion:
        assert caught.value.suggestion == suggestion


def test_mistakes() -> None:
    with pytest.raises(UnknownOptionError) as unknown:
        supports("TILING_SCHEDULE_OPTIMISE", product="A2")
    assert any("tiling_schedule_optimize" in name for name in unknown.value.suggestions)
    with pytest.raises(ProductError):
        supports("ALLOW_HF32", product="Atlas")
    with pytest.raises(OptionValueError) as call:
        supports("ALLOW_HF32", product="A2", call="sesion")
    assert call.value.suggestion == "session"


def test_every_matcher_is_used_and_every_used_one_is_known() -> None:
    assert {rule.matcher for rule in VALUE_STATEMENTS} == set(MATCHERS)
    assert {remark.matcher for remark in REMARKS} <= set(MATCHERS)


@pytest.mark.parametrize(
    "rule", VALUE_STATEMENTS, ids=[f"{rule.key}-{rule.pages[0].value}-{rule.values[0]}" for rule in VALUE_STATEMENTS]
)
def test_a_statements_own_words_give_its_own_answer(rule: Any) -> None:
    for family, answer in rule.products.items():
        for words in rule.values:
            given = supports(rule.key, words, product=family).statements
            assert ("yes" if answer else "no") in {
                s.says for s in given if s.about == "value" and s.source == rule.source
            }


@given(
    st.sampled_from(OPTIONS),
    st.text(max_size=20) | st.integers() | st.booleans() | st.none(),
    st.sampled_from(PRODUCTS),
)
def test_any_value_is_answered_or_refused(option: Any, value: object, product: str) -> None:
    answer: Support | None = None
    with contextlib.suppress(GeoptsError):
        answer = supports(option.key, value, product=product)
    assert answer is None or answer.verdict in ("yes", "no", "unstated")
    assert answer is None or answer.option is BY_KEY[option.key]
