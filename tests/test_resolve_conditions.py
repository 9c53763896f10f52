"""Conditions on option dicts: every word of the vocabulary, negation, and what is not known."""

from __future__ import annotations

import pytest

from geopts.facts.relation_rows import Condition, ConditionKind, Scope
from geopts.facts.rows import Call, Family
from geopts.resolve import conditions

INIT, MODEL, PARSE = Call.BUILD_INITIALIZE, Call.BUILD_MODEL, Call.PARSE
GLOBAL, SESSION, GRAPH = Call.GE_INITIALIZE, Call.SESSION, Call.GRAPH
V1, V2 = "ge.exec.precision_mode", "ge.exec.precision_mode_v2"


def test_levels_as_ge_combines_them() -> None:
    """Graph over session over global (ge_local_context.cc:40-60); build options over initialisation (ge_ir_build.cc:991-996)."""
    calls = {call: {"a": call.value} for call in Call}
    parse, build, session = conditions.views(Scope.ANY_CALL, calls)
    assert (parse.calls, build.calls, session.calls) == ((PARSE,), (MODEL, INIT), (GRAPH, SESSION, GLOBAL))
    assert [view.text("a") for view in (parse, build, session)] == ["parse", "build_model", "graph"]
    assert [view.call_of("b") for view in (parse, build, session)] == [None] * 3


def test_a_session_is_checked_with_the_global_options() -> None:
    """InnerSession joins its options with the global ones for its checks (inner_session.cc:178-184); no other call does."""
    calls: dict[Call, dict[str, str]] = {call: {} for call in Call}
    together = [view.calls for view in conditions.views(Scope.CHECKED_TOGETHER, calls)]
    assert together == [(PARSE,), (INIT,), (MODEL,), (GLOBAL,), (SESSION, GLOBAL), (GRAPH,)]
    alone = [view.calls for view in conditions.views(Scope.SAME_DICT, calls)]
    assert alone == [(PARSE,), (INIT,), (MODEL,), (GLOBAL,), (SESSION,), (GRAPH,)]


def test_an_empty_text_hides_a_lower_level() -> None:
    (view,) = conditions.views(Scope.ANY_CALL, {INIT: {"a": "1"}, MODEL: {"a": ""}})
    assert view.text("a") == ""
    assert view.call_of("a") is MODEL


def test_a_process_has_no_view() -> None:
    assert conditions.views(Scope.PROCESS, {MODEL: {}}) == ()


def test_every_word_of_the_vocabulary_is_evaluated() -> None:
    view = conditions.View([(MODEL, {})])
    for kind in ConditionKind:
        condition = Condition(kind, V1, (V2,))
        assert conditions.holds(condition, view, conditions.Circumstances()) in {True, False, None}


@pytest.mark.parametrize(
    ("condition", "expected"),
    [
        (Condition.given("a"), True),
        (Condition.given("empty"), False),
        (Condition.present("empty"), True),
        (Condition.present("none"), False),
        (~Condition.present("none"), True),
        (~~Condition.present("none"), False),
        (Condition.one_of("a", "x", "7"), True),
        (Condition.one_of("none", ""), False),
        (~Condition.one_of("none", "x"), True),
        (Condition.lists("list", "y"), False),
        (Condition.lists("list", " y"), True),
        (Condition.contains("list", "y"), True),
        (Condition.nonzero("a"), True),
        (Condition.nonzero("zero"), False),
        (Condition.nonzero("list"), False),
        (Condition.given_in("a", INIT), True),
        (Condition.given_in("a", MODEL), False),
        (Condition.given_in("none", INIT), False),
        (Condition.in_call(MODEL), True),
        (Condition.in_call(SESSION), False),
        (Condition.product_in(Family.ATLAS_A2), None),
        (~Condition.product_in(Family.ATLAS_A2), None),
        (Condition.product_has_hf32(), None),
    ],
)
def test_conditions(condition: Condition, expected: bool | None) -> None:
    view = conditions.View([(MODEL, {"empty": ""}), (INIT, {"a": "7", "empty": "z", "list": "x, y", "zero": "-00"})])
    assert conditions.holds(condition, view, conditions.Circumstances()) is expected


def test_a_known_product_decides() -> None:
    view = conditions.View([(MODEL, {})])
    known = conditions.Circumstances(family=Family.ATLAS_A2, hf32=False, ini_modes=frozenset({"keep_fp16"}))
    assert conditions.holds(Condition.product_in(Family.ATLAS_A2, Family.IPV350), view, known) is True
    assert conditions.holds(Condition.product_in(Family.ATLAS_A3), view, known) is False
    assert conditions.holds(~Condition.product_has_hf32(), view, known) is True
    assert conditions.holds(Condition.ini_has_mode("keep_fp16", "norm_class"), view, known) is True


def test_and_or_with_something_unknown() -> None:
    """Kleene's tables: what is known decides where it can."""
    view = conditions.View([(MODEL, {"a": "1"})])
    known = conditions.Circumstances()
    true, false, unknown = Condition.given("a"), Condition.given("b"), Condition.product_has_hf32()
    assert conditions.any_holds([unknown, true], view, known) is True
    assert conditions.any_holds([unknown, false], view, known) is None
    assert conditions.any_holds([], view, known) is False
    assert conditions.all_hold([unknown, false], view, known) is False
    assert conditions.all_hold([unknown, true], view, known) is None
    assert conditions.all_hold([], view, known) is True


@pytest.mark.parametrize("kind", ConditionKind)
def test_every_condition_can_be_said(kind: ConditionKind) -> None:
    assert conditions.describe(Condition(kind, V1, (V2,)), str) or kind in {
        ConditionKind.IN_CALL,
        ConditionKind.INI_HAS_MODE,
    }
