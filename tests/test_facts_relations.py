"""The relation table against the 109 relations that the reference states, and its own invariants."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from geopts.facts.relation_rows import Condition, ConditionKind, RelationKind, RelationRow, Scope, Statement
from geopts.facts.relations import RELATIONS
from geopts.facts.rows import Call, Family

OPTIONS: list[dict[str, Any]] = json.loads(
    (Path(__file__).parent / "data" / "reference" / "options.json").read_text("utf-8")
)
STATED = [
    Statement(option["key"], each["kind"], tuple(each["with"]), each["detail"], each["source"], when=each.get("when"))
    for option in OPTIONS
    for each in option["relations"]
]
BY_KEY = {option["key"]: option for option in OPTIONS}
# Keys outside the 130 options: what build_model takes beside its documented list and what both build calls set
# (checks.md 3.1, section 2), environment variables, and a function.
UNLISTED = {"ge.buildMode", "ge.buildStep", "ge.buildGraphMode", "RunGraphAsync"}

KINDS = {
    "requires": RelationKind.REQUIRES,
    "mutually_exclusive": RelationKind.EXCLUDES,
    "overrides": RelationKind.OVERRIDES,
    "overridden_by": RelationKind.OVERRIDES,
    "not_recommended_with": RelationKind.NOT_RECOMMENDED,
    "precedence": RelationKind.PRECEDENCE,
}

row_cases = pytest.mark.parametrize("row", RELATIONS, ids=lambda row: row.identifier)


def home(statement: Statement) -> RelationRow:
    (row,) = [row for row in RELATIONS if statement in row.statements]
    return row


def test_the_reference_states_109_relations() -> None:
    assert len(STATED) == 109
    assert len(set(STATED)) == 109


@pytest.mark.parametrize("statement", STATED, ids=lambda s: f"{s.option}-{s.kind}-{'-'.join(s.others)}")
def test_every_stated_relation_is_in_exactly_one_row(statement: Statement) -> None:
    counts = [row.statements.count(statement) for row in RELATIONS]
    assert sum(counts) == 1
    row = home(statement)
    assert row.kind is KINDS[statement.kind]
    assert statement.option in row.keys
    assert set(statement.others) <= set(row.keys)


def test_mirrored_statements_share_a_row() -> None:
    """A excludes B and B excludes A are one relation, and so are overrides and overridden_by."""
    mirror = {
        "mutually_exclusive": "mutually_exclusive",
        "overrides": "overridden_by",
        "overridden_by": "overrides",
        "not_recommended_with": "not_recommended_with",
        "precedence": "precedence",
    }
    pairs = [
        (one, two)
        for one in STATED
        for two in STATED
        if one.option in two.others and two.option in one.others and mirror.get(one.kind) == two.kind
    ]
    assert len(pairs) > 20
    assert [(a.option, b.option) for a, b in pairs if home(a) is not home(b)] == []


@row_cases
def test_a_row_is_complete(row: RelationRow) -> None:
    assert re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", row.identifier)
    assert row.severity in {"error", "warning", "note"}
    assert row.subject
    assert row.message
    assert not row.message.endswith(".")
    assert row.statements
    assert all(statement.source and statement.detail for statement in row.statements)
    assert row.source
    if row.checkable:
        assert row.hint
        assert row.scope is not Scope.PROCESS
    else:
        assert row.severity == "note"
        assert row.not_checkable_because


@row_cases
def test_texts_name_the_two_sides_only(row: RelationRow) -> None:
    for text in (row.message, row.hint, row.not_checkable_because):
        assert set(re.findall(r"\{(\w+)\}", text)) <= {"option", "other"}
        if not row.others:
            assert "{other}" not in text


@row_cases
def test_texts_leave_the_spelling_of_options_to_the_user(row: RelationRow) -> None:
    """A key stands in brackets, so that messages can spell it as the user does."""
    for text in (row.message, row.hint, row.not_checkable_because):
        assert set(re.findall(r"\[([^\]]*)\]", text)) <= BY_KEY.keys()
        assert not re.search(r"(?<![\[\w.])ge\.\w", text)


def test_identifiers_are_unique() -> None:
    assert len({row.identifier for row in RELATIONS}) == len(RELATIONS)


def test_a_code_and_a_source_name_one_checkable_row() -> None:
    """What a finding carries leads back to its row."""
    carried = [(row.kind, row.severity, row.source) for row in RELATIONS if row.checkable]
    assert len(set(carried)) == len(carried)


def test_covering_rows_are_checked_before_the_rows_they_cover() -> None:
    earlier: set[str] = set()
    for row in RELATIONS:
        assert set(row.covered_by) <= earlier, row.identifier
        if row.checkable:
            earlier.add(row.identifier)


def test_leaks_and_precedence_are_displayed_only() -> None:
    shown = {row.kind for row in RELATIONS if row.checkable}
    assert shown == set(RelationKind) - {RelationKind.LEAKS, RelationKind.PRECEDENCE}


def conditions(row: RelationRow) -> tuple[Condition, ...]:
    return (*row.subject, *row.any_of, *row.all_of, *row.when)


@row_cases
def test_conditions_are_well_formed(row: RelationRow) -> None:
    keyless = {
        ConditionKind.IN_CALL,
        ConditionKind.PRODUCT_IN,
        ConditionKind.PRODUCT_HAS_HF32,
        ConditionKind.INI_HAS_MODE,
    }
    valueless = {
        ConditionKind.GIVEN,
        ConditionKind.PRESENT,
        ConditionKind.NONZERO,
        ConditionKind.PRODUCT_HAS_HF32,
        ConditionKind.FREE_BATCH,
        ConditionKind.FREE_DIMENSION,
    }
    for condition in conditions(row):
        assert bool(condition.key) == (condition.kind not in keyless)
        assert bool(condition.values) == (condition.kind not in valueless)
        if condition.kind in {ConditionKind.IN_CALL, ConditionKind.GIVEN_IN}:
            assert all(Call(value) for value in condition.values)
        if condition.kind is ConditionKind.PRODUCT_IN:
            assert all(Family(value) for value in condition.values)
        if condition.kind in {ConditionKind.FREE_IMAGE, ConditionKind.GEAR_WIDTHS, ConditionKind.SHARED_INDEX}:
            assert condition.values[0] in BY_KEY


@row_cases
def test_keys_are_known(row: RelationRow) -> None:
    keys = {key for key in row.keys if not key.startswith("env:")}
    assert keys <= BY_KEY.keys() | UNLISTED


@row_cases
def test_values_are_values_of_their_option(row: RelationRow) -> None:
    """A condition on a text that the option never has would never hold (or always, negated)."""
    for condition in conditions(row):
        option = BY_KEY.get(condition.key)
        if condition.kind is not ConditionKind.ONE_OF or option is None:
            continue
        known = {*(option["allowed_values"] or ()), *(option["code_accepted_values"] or ())}
        # The engine takes digits for allow_hf32 where no front end checks (precision/semantics.md section 2).
        known |= {"1", "10", "01", "11"} if condition.key == "ge.exec.allow_hf32" else set()
        if known - {""}:
            assert set(condition.values) <= known | {"true", "false"}, condition


# Where the code of a call takes a key, by the reference's field names.
CODE_CALL = {Call.BUILD_MODEL: "build_model", Call.PARSE: "parse"}


@row_cases
def test_a_row_of_one_strict_call_is_about_keys_that_call_takes(row: RelationRow) -> None:
    """build_model and parsing refuse a foreign key before any relation is looked at (checks.md sections 3.1 and 4)."""
    named = [each.values for each in row.when if each.kind is ConditionKind.IN_CALL and not each.negated]
    if row.scope is not Scope.SAME_DICT or not row.checkable or len(named) != 1 or len(named[0]) != 1:
        return
    field = CODE_CALL.get(Call(named[0][0]))
    if field is None:
        return
    for key in {condition.key for condition in conditions(row) if condition.key in BY_KEY}:
        assert str(BY_KEY[key]["scopes_in_code"][field]).startswith("accepted"), key
