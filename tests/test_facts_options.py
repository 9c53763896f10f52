"""Every cell of the option table against the reference it was converted from (ge/options.json, read from hicann/ge@ffdcbc9f)."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from geopts.facts.options import BY_CONSTANT, BY_KEY, OPTIONS
from geopts.facts.rows import Call, OptionRow, ValueKind

REFERENCE: list[dict[str, Any]] = json.loads(
    (Path(__file__).parent / "data" / "reference" / "options.json").read_text(encoding="utf-8")
)
# Fields that stand in tables of their own: relations in geopts.facts.relations, products and value restrictions in geopts.facts.support.
ELSEWHERE = {
    "relations",
    "products",
    "products_source",
    "products_atc",
    "products_build_initialize",
    "products_session",
    "products_session_source",
    "value_restrictions",
}
# The reference names the call that takes a graph's options twice: graph where documents do, add_graph where the code does.
CALL_IN_CODE = {call: "add_graph" if call is Call.GRAPH else call.value for call in Call}


def as_reference(row: OptionRow) -> dict[str, Any]:
    def texts(values: tuple[str, ...] | None) -> list[str] | None:
        return None if values is None else list(values)

    return {
        "constant": row.constant,
        "ir_option": row.ir_option,
        "key": row.key,
        "constants_in_ge_namespace": texts(row.constants_in_ge_namespace),
        "scopes": [call.value for call in row.scopes],
        "scopes_documented": [call.value for call in row.scopes_documented],
        "scopes_in_code": {CALL_IN_CODE[call]: acceptance.value for call, acceptance in row.scopes_in_code.items()},
        "documented_in": texts(row.documented_in),
        "value_type": None if row.value_kind is ValueKind.UNSTATED else row.value_kind.value,
        "allowed_values": texts(row.allowed_values),
        "range": None if row.value_range is None else list(row.value_range),
        "default": row.default,
        "code_accepted_values": texts(row.code_accepted_values),
        "atc_flag": row.atc_flag,
        "atc_values": texts(row.atc_values),
        "atc_default": row.atc_default,
        "raw_ge_options": row.raw_ge_options,
        "deprecated": row.deprecated,
        "replaced_by": row.replaced_by,
        "category": row.category,
        "code_checks": texts(row.code_checks),
        "disagreements": texts(row.disagreements),
        "note": row.note,
        "summary": row.summary,
        "source": texts(row.source),
    }


@pytest.mark.parametrize("place", range(len(REFERENCE)), ids=[option["key"] for option in REFERENCE])
def test_every_cell(place: int) -> None:
    expected = {field: cell for field, cell in REFERENCE[place].items() if field not in ELSEWHERE}
    assert as_reference(OPTIONS[place]) == expected


def test_counts() -> None:
    # ge_common_api_types.h defines 82 constants in ge::ir_option; 48 more options are documented elsewhere.
    assert len(OPTIONS) == len(REFERENCE) == 130
    assert sum(row.ir_option for row in OPTIONS) == 82


def test_every_row_has_a_source_and_an_answer_for_every_call() -> None:
    assert all(row.source and all(row.source) for row in OPTIONS)
    assert all(set(row.scopes_in_code) == set(Call) for row in OPTIONS)


def test_keys_are_unique_and_found() -> None:
    assert len(BY_KEY) == 130
    assert all(BY_KEY[row.key] is row for row in OPTIONS)


def test_the_shared_constant_means_the_option_of_ir_option() -> None:
    # ge_common_api_types.h:368 and :616: namespace ge and ge::ir_option both have an INPUT_SHAPE.
    assert [row.key for row in OPTIONS if row.constant == "INPUT_SHAPE"] == ["input_shape", "ge.inputShape"]
    assert BY_CONSTANT["INPUT_SHAPE"].key == "input_shape"
    others = [row for row in OPTIONS if row.constant not in (None, "INPUT_SHAPE")]
    assert len(BY_CONSTANT) == len(others) + 1
    assert all(BY_CONSTANT[row.constant] is row for row in others if row.constant)


def test_replacements_exist() -> None:
    assert all(row.replaced_by in BY_KEY for row in OPTIONS if row.replaced_by)
