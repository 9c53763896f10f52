"""``geopts options``: the list, and everything known about one option."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from geopts.facts.options import BY_KEY
from geopts.option_set import find_option
from geopts.support import supports

Geo = Callable[..., tuple[int, str, str]]
REFERENCE: dict[str, dict[str, Any]] = {
    option["key"]: option
    for option in json.loads(
        (Path(__file__).parent / "data" / "reference" / "options.json").read_text(encoding="utf-8")
    )
}


def told(geo: Geo, *arguments: str) -> dict[str, Any]:
    code, out, err = geo("options", *arguments, "--format", "json")
    assert (code, err) == (0, "")
    found: dict[str, Any] = json.loads(out)
    return found


def listed(geo: Geo, *arguments: str) -> list[str]:
    return [option["key"] for option in told(geo, *arguments)["options"]]


def test_the_list_has_every_option(geo: Geo) -> None:
    assert listed(geo) == list(BY_KEY)
    code, out, err = geo("options")
    assert (code, err) == (0, "")
    lines = out.splitlines()
    assert lines[0].split() == ["option", "key", "values", "calls"]
    assert len(lines) == 131
    assert lines[1 + list(BY_KEY).index("ge.exec.allow_hf32")].split()[:2] == ["allow_hf32", "ge.exec.allow_hf32"]
    _, out, _ = geo("options", "--format", "markdown")
    assert len(out.splitlines()) == 132


@pytest.mark.parametrize("call", ["build_initialize", "build_model", "parse", "ge_initialize", "session", "graph"])
def test_the_options_one_call_takes(geo: Geo, call: str) -> None:
    name = {"graph": "add_graph"}.get(call, call)
    taken = {
        key
        for key, option in REFERENCE.items()
        if option["scopes_in_code"][name] in ("accepted", "accepted (inner list)", "listed")
    }
    assert set(listed(geo, "--call", call)) == taken
    assert taken


def test_the_options_a_product_supports(geo: Geo) -> None:
    supported = {key for key in BY_KEY if supports(key, product="910").verdict == "yes"}
    assert set(listed(geo, "--product", "910")) == supported
    assert "ge.tiling_schedule_optimize" not in supported
    both = listed(geo, "--product", "Ascend910B3", "--call", "parse")
    assert set(both) <= {
        "input_shape",
        "is_input_adjust_hw_layout",
        "is_output_adjust_hw_layout",
        "enable_scope_fusion_passes",
        "output",
        "ge.outputNodeName",
        "ge.INPUT_NODES_SET_FP16",
        "input_data_names",
    }
    assert "input_shape" in both


@pytest.mark.parametrize("key", REFERENCE)
def test_everything_about_one_option(geo: Geo, key: str) -> None:
    option = REFERENCE[key]
    found = told(geo, key)
    assert found["key"] == key
    assert found["documented_values"] == option["allowed_values"]
    assert found["accepted_by_code"] == option["code_accepted_values"]
    assert (found["default"], found["atc_flag"], found["ir_option"]) == (
        option["default"],
        option["atc_flag"],
        option["ir_option"],
    )
    assert len(found["contradictions"]) == len(option["disagreements"])
    assert len(found["checks"]) == len(option["code_checks"])
    assert found["source"]
    assert set(found["products"]) == {"950", "A3", "A2", "200I/500 A2", "310P", "910", "IPV350"}
    code, out, _ = geo("options", key)
    assert code == 0
    for text in (*found["contradictions"], *found["checks"], *found["source"], found["summary"]):
        assert text in out
    for relation in found["relations"]:
        assert relation["says"] in out
        assert all(statement["source"] in out for statement in relation["statements"])
        assert relation["checked"] == (relation["not_checked_because"] is None)


def test_allow_hf32_contradicts_itself_and_that_is_shown(geo: Geo) -> None:
    # findings.md 9: reserved and yet supported; five texts here and eight there
    _, out, _ = geo("options", "allow_hf32")
    assert out.startswith("allow_hf32 (ge.exec.allow_hf32)\n")
    assert "contradictions:" in out
    assert "deprecated: reserved, not supported in this version" in out
    assert "constant: ge::ir_option::ALLOW_HF32" in out
    _, markdown, _ = geo("options", "allow_hf32", "--format", "markdown")
    assert markdown.startswith("## allow_hf32\n")
    assert "- contradictions:" in markdown


def test_one_product_of_one_option(geo: Geo) -> None:
    assert told(geo, "TILING_SCHEDULE_OPTIMIZE", "--product", "950")["products"] == {"950": "yes (disputed)"}


def test_names_as_people_write_them(geo: Geo) -> None:
    for name in ("PRECISION_MODE", "precision_mode", "ge.exec.precision_mode", "ge::ir_option::PRECISION_MODE"):
        assert told(geo, name)["key"] == find_option("PRECISION_MODE").key
    assert told(geo, "input_shape")["key"] == "input_shape"
    assert told(geo, "ge.inputShape")["option"] == "ge.inputShape"


@pytest.mark.parametrize(
    ("arguments", "wanted"),
    [
        (("precison_mode",), "did you mean precision_mode"),
        (("zzz",), "geopts options"),
        (("--product", "B1"), "B1"),
        (("--call", "atc"), "'atc' is not one of"),
        (("a", "b"), "unexpected extra argument"),
    ],
)
def test_a_wrong_question_exits_with_2(geo: Geo, arguments: tuple[str, ...], wanted: str) -> None:
    code, out, err = geo("options", *arguments)
    assert (code, out) == (2, "")
    assert wanted in err


def test_all_spellings_are_shown_and_each_finds_the_option(geo: Geo) -> None:
    """Spellings: api/atc/atc_flags.cc, tf_adapter/python/npu_bridge/estimator/npu/npu_config.py and the like, by their rows."""
    code, out, _ = geo("options", "op_precision_mode", "--format", "json")
    assert code == 0
    shown = {spelling["front_end"]: spelling["spelling"] for spelling in json.loads(out)["spellings"]}
    assert shown["atc"] == "--op_precision_mode"
    assert shown["ge-cpp-offline"] == "ge::ir_option::OP_PRECISION_MODE"
    for name in ("--op_precision_mode", "ACL_OP_PRECISION_MODE"):
        assert geo("options", name)[1].startswith("op_precision_mode (ge.exec.op_precision_mode)"), name
    code, _, err = geo("options", "--op_precison_mode")
    assert code == 2
    assert "op_precision_mode" in err
