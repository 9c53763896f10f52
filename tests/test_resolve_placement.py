"""Which call takes which option: all 130, for both APIs, computed anew from the copy of the reference."""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest

from geopts.facts.options import BY_KEY
from geopts.facts.relation_rows import RelationKind, Scope
from geopts.facts.relations import RELATIONS
from geopts.facts.rows import Call
from geopts.findings import Severity
from geopts.resolve.placement import CALLS, Api, Placement, call_for, place

REFERENCE: dict[str, dict[str, Any]] = {
    option["key"]: option
    for option in json.loads(
        (Path(__file__).parent / "data" / "reference" / "options.json").read_text(encoding="utf-8")
    )
}
#: The reference's names of calls that differ from ours.
NAMES = {Call.GRAPH: "add_graph"}
APIS: dict[Api, tuple[Call, ...]] = {
    "offline": (Call.BUILD_INITIALIZE, Call.PARSE, Call.BUILD_MODEL),
    "session": (Call.GE_INITIALIZE, Call.SESSION, Call.GRAPH),
}


def reference_name(call: Call) -> str:
    return NAMES.get(call, call.value)


def accepted(key: str, api: Api) -> set[Call]:
    """The calls whose code lists the key (checks.md: build_model fails on another, the rest log it)."""
    code = REFERENCE[key]["scopes_in_code"]
    return {call for call in APIS[api] if code[reference_name(call)] in ("accepted", "accepted (inner list)", "listed")}


def documented(key: str, api: Api) -> set[Call]:
    pages = REFERENCE[key]["scopes_documented"]
    return {call for call in APIS[api] if reference_name(call) in pages or call.value in pages}


def only_call(placement: Placement) -> Call | None:
    calls = [call for call, texts in placement.calls.items() if texts]
    assert len(calls) <= 1
    return calls[0] if calls else None


BOTH = [(key, api) for key in REFERENCE for api in APIS]


@pytest.mark.parametrize(("key", "api"), BOTH, ids=[f"{key}-{api}" for key, api in BOTH])
def test_every_option_goes_to_a_call_that_accepts_it(key: str, api: Api) -> None:
    placement = place({key: "x"}, api, origin=lambda each: f"options.{each}", path="geopts.toml")
    call = only_call(placement)
    takers, pages = accepted(key, api), documented(key, api)
    code = REFERENCE[key]["scopes_in_code"]
    warned = {each for each in pages if code[reference_name(each)] == "warned, still passed on"}
    assert call is call_for(BY_KEY[key], api)
    if {Call.BUILD_MODEL, Call.BUILD_INITIALIZE} <= takers:
        assert call is Call.BUILD_MODEL
    elif takers:
        assert call in (takers & pages or takers)
        assert not placement.findings
    elif warned:
        assert call in warned
        (finding,) = placement.findings
        assert (finding.code, finding.severity) == ("GEO503", Severity.NOTE)
    else:
        assert call is None
        (finding,) = placement.findings
        assert (finding.code, finding.severity) == ("GEO502", Severity.ERROR)
        assert key in finding.message
        other: Api = "session" if api == "offline" else "offline"
        assert (f"--api {other}" in finding.hint) == bool(accepted(key, other) or documented(key, other))
    for finding in placement.findings:
        assert (finding.key, finding.path) == (f"options.{key}", "geopts.toml")
        assert all((finding.source, finding.hint, finding.message.startswith(f"options.{key}: ")))
    if call is Call.BUILD_MODEL:
        # an unlisted key fails the build without being named (compiler/api/aclgrph/ge_ir_build.cc:793-811)
        assert code["build_model"] != "rejected"


def test_an_option_of_no_call_at_all() -> None:
    nowhere = [key for key in REFERENCE if not any(accepted(key, api) or documented(key, api) for api in APIS)]
    assert "is_dynamic_input" in nowhere
    for key in nowhere:
        assert place({key: "x"}, "session").findings[0].hint == "leave it out"


def test_the_page_s_wrong_key_is_answered_with_the_right_one() -> None:
    # build_model rejects ge.inputShape, which its page names (dynamic_shape.md:5; ge_common_api_types.h:616)
    (finding,) = place({"ge.inputShape": "x:1"}, "offline").findings
    assert finding.hint.startswith("write input_shape here")


def test_all_options_at_once_keep_their_texts_and_their_order() -> None:
    for api, calls in APIS.items():
        texts = {key: f"text of {key}" for key in REFERENCE}
        placement = place(texts, api)
        assert tuple(placement.calls) == calls == CALLS[api]
        placed = [key for table in placement.calls.values() for key in table]
        assert len(placed) == len(set(placed))
        assert {key: text for table in placement.calls.values() for key, text in table.items()} == {
            key: texts[key] for key in placed
        }
        refused = {finding.key for finding in placement.findings if finding.severity is Severity.ERROR}
        assert refused == set(REFERENCE) - set(placed)
        for table in placement.calls.values():
            assert list(table) == [key for key in REFERENCE if key in table]


def test_empty_dicts_stay_but_for_parse() -> None:
    assert place({}, "offline").calls == {Call.BUILD_INITIALIZE: {}, Call.BUILD_MODEL: {}}
    assert place({}, "session").calls == {Call.GE_INITIALIZE: {}, Call.SESSION: {}, Call.GRAPH: {}}
    assert place({"enable_scope_fusion_passes": "P"}, "offline").calls[Call.PARSE] == {
        "enable_scope_fusion_passes": "P"
    }


@pytest.mark.parametrize(
    ("keys", "api", "call"),
    [
        # option_utils.cc:1384-1411: the list is looked for beside the mode, in one dict
        (("ge.exec.modify_mixlist", "ge.exec.precision_mode_v2"), "offline", Call.BUILD_MODEL),
        (("ge.exec.precision_mode", "ge.exec.modify_mixlist"), "session", Call.GE_INITIALIZE),
        # refused without op_select_implmode (option_utils.cc:1275-1303)
        (("ge.optypelistForImplmode", "ge.opSelectImplmode"), "offline", Call.BUILD_INITIALIZE),
        (("ge.opSelectImplmode", "ge.optypelistForImplmode"), "session", Call.GE_INITIALIZE),
        # both levels are read from one dict (option_utils.cc:1017-1080)
        (("ge.deterministicLevel", "ge.deterministic"), "offline", Call.BUILD_INITIALIZE),
        # one flag for each of those nodes (parser_config_parameters.md:21-30; acl_graph_parser_util.cc:147-160)
        (("ge.INPUT_NODES_SET_FP16", "is_input_adjust_hw_layout"), "offline", Call.PARSE),
        (("is_input_adjust_hw_layout", "ge.INPUT_NODES_SET_FP16"), "offline", Call.PARSE),
        (("ge.outputNodeName", "is_output_adjust_hw_layout"), "offline", Call.PARSE),
        # dynamic gears without input_shape are E10004
        (("ge.dynamicBatchSize", "input_shape"), "offline", Call.BUILD_MODEL),
        (("ge.host_env_os", "ge.host_env_cpu"), "offline", Call.BUILD_INITIALIZE),
    ],
)
def test_companions_stand_in_one_dict(keys: tuple[str, ...], api: Api, call: Call) -> None:
    placement = place(dict.fromkeys(keys, "x"), api)
    assert set(placement.calls[call]) == set(keys)
    assert only_call(placement) is call


def companions() -> Iterator[tuple[str, str]]:
    for row in RELATIONS:
        if row.kind is RelationKind.REQUIRES and row.scope in (Scope.SAME_DICT, Scope.CHECKED_TOGETHER):
            for pair in ((key, other) for key in row.options for other in row.others if other in BY_KEY):
                if pair[0] != pair[1]:
                    yield pair


@pytest.mark.parametrize(("key", "other"), sorted(set(companions())))
def test_every_pair_that_ge_looks_for_in_one_dict_gets_one_where_a_call_takes_both(key: str, other: str) -> None:
    for api in APIS:
        shared = accepted(key, api) & accepted(other, api)
        for first, second in ((key, other), (other, key)):
            placement = place({first: "x", second: "x"}, api)
            where = [call for call, table in placement.calls.items() if table]
            if shared:
                assert len(where) == 1
                assert where[0] in shared


def test_a_third_option_does_not_part_companions() -> None:
    trio = ("is_input_adjust_hw_layout", "ge.INPUT_NODES_SET_FP16", "input_shape")
    for keys in (trio, trio[::-1]):
        placement = place(dict.fromkeys(keys, "x"), "offline")
        assert set(trio[:2]) <= set(placement.calls[Call.PARSE])
    for first, second in combinations(("ge.exec.precision_mode", "ge.exec.precision_mode_v2"), 2):
        placement = place(dict.fromkeys((first, "ge.exec.modify_mixlist", second), "x"), "offline")
        assert set(placement.calls[Call.BUILD_MODEL]) == {first, second, "ge.exec.modify_mixlist"}
