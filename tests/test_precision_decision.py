"""A `Decision`: what it says, and the JSON object other programs read."""

from __future__ import annotations

import json

import pytest

from geopts.facts.dialects import PrecisionMode
from geopts.precision.decision import Alternative, Claim, Decision, explain_claims, undetermined

HP, HI = PrecisionMode.HIGH_PRECISION, PrecisionMode.ENABLE_HI_FLOAT_32_EXECUTION
SOURCES = ("by_node_name", "by_op_type", "allow_hf32", "default_allow_hf32", "preset", "op_select_implmode")


def explain(
    *claims: Claim, status: str = "SUCCESS", parser: str = "old", hf32: bool = True, lost: Claim | None = None
) -> Decision:
    return explain_claims(status, list(claims), name="n", op_type="T", parser=parser, hf32=hf32, lost=lost)


@pytest.mark.parametrize("source", SOURCES)
def test_each_source_has_its_reason(source: str) -> None:
    winner, loser = Claim(source, HP, "here:1"), Claim("by_op_type", HI, "there:2")
    decision = explain(winner, loser)
    assert (decision.mode, decision.winner, decision.losers, decision.source) == (HP, winner, (loser,), source)
    assert decision.determined
    words = {
        "by_node_name": "node name beats",
        "by_op_type": "operator type counts",
        "allow_hf32": "allow_hf32 that was set beats",
        "default_allow_hf32": "its default, 10",
        "preset": "high_performance.ini",
        "op_select_implmode": "op_select_implmode sets",
    }
    assert words[source] in decision.why


def test_reasons_name_the_parser_and_the_soc_where_they_matter() -> None:
    default = Claim("default_allow_hf32", HI, "file")
    assert "new parser the default stands above" in explain(default, parser="new").why
    assert "new parser" not in explain(default).why
    assert "has no HF32" in explain(Claim("by_op_type", HP, "f:1"), hf32=False).why
    assert "has no HF32" not in explain(Claim("preset", HP, "f:1"), hf32=False).why


def test_nothing_sets_a_mode() -> None:
    decision = explain()
    assert (decision.mode, decision.winner, decision.source, decision.losers) == (None, None, "none", ())
    assert "'n'" in decision.why
    assert "'T'" in decision.why
    assert "preset.ini with T=high_precision is not loaded" in explain(lost=Claim("preset", HP, "preset.ini")).why
    select = explain(lost=Claim("op_select_implmode", HP, "high_precision.ini")).why
    assert "op_precision_mode replaces op_select_implmode" in select


def test_a_failed_initialisation_sets_nothing() -> None:
    decision = explain(Claim("preset", HP, "x"), status="INVALID_FILE_PATH")
    assert decision.mode is None
    assert "INVALID_FILE_PATH" in decision.why


def test_the_contract_s_object() -> None:
    decision = explain(Claim("by_node_name", HP, "op.ini:4"), Claim("allow_hf32", HI, "hf32.ini:1"))
    told = json.loads(json.dumps(decision.as_json()))
    assert told["mode"] == "high_precision"
    assert told["winner"] == {"source": "by_node_name", "location": "op.ini:4"}
    assert told["losers"] == [
        {"source": "allow_hf32", "mode": "enable_hi_float_32_execution", "location": "hf32.ini:1"}
    ]
    assert told["why"] == decision.why
    assert (told["determined"], told["alternatives"]) == (True, [])
    nothing = explain().as_json()
    assert (nothing["mode"], nothing["winner"]) == (None, {"source": "none", "location": None})


def test_answers_that_differ() -> None:
    one, other = explain(Claim("by_op_type", HP, "op.ini:1")), explain()
    both = undetermined([Alternative(True, "old", one), Alternative(False, "new", other)])
    assert (both.mode, both.determined, both.source) == (None, False, "none")
    assert "HF32 (name a product)" in both.why
    assert "generation of GE's parser" in both.why
    told = both.as_json()
    assert [(a["hf32"], a["parser"], a["mode"]) for a in told["alternatives"]] == [
        (True, "old", "high_precision"),
        (False, "new", None),
    ]
    assert "HF32" not in undetermined([Alternative(True, "old", one), Alternative(True, "new", other)]).why
    assert "parser" not in undetermined([Alternative(True, "old", one), Alternative(False, "old", other)]).why
