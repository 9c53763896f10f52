"""`resolve`: the dicts of every call, the target as far as it is known, and who decides an operator's mode."""

from __future__ import annotations

import json
from itertools import product as cartesian
from pathlib import Path
from typing import Any

import pytest

from geopts.errors import OptionValueError, ProductError
from geopts.findings import Finding, Severity
from geopts.option_set import OptionSet
from geopts.precision.builtin import BuiltinFiles
from geopts.precision.op_precision import OpPrecision
from geopts.resolve.placement import Api
from geopts.resolve.plan import Plan, circumstances, resolve

PRESETS: dict[str, dict[str, str]] = json.loads(
    (Path(__file__).parent / "data" / "reference" / "op_facts.json").read_text(encoding="utf-8")
)["presets_cann_8_1_rc1"]
HI, FP = "enable_hi_float_32_execution", "enable_float_32_execution"
HP, HF = "high_precision", "high_performance"
#: allow_hf32 to the built-in file it loads (op_impl_mode_config_parser.cc:40-44).
HF32_FILES = {
    "true": "allow_hf32_matmul_t_conv_t",
    "false": "allow_hf32_matmul_f_conv_f",
    "10": "allow_hf32_matmul_f_conv_t",
    "01": "allow_hf32_matmul_t_conv_f",
}
NAMES, TYPES = {"n": HF, "kept": "keep_fp16"}, {"Conv2D": HP, "MatMulV2": "super_performance", "Gelu": HF}


def expected(
    name: str, op_type: str, *, custom: bool, allow: str | None, select: str | None, hf32: bool, parser: str, api: str
) -> tuple[str | None, str]:
    """Mode and source by the table of the three steps (parser.cc:123-167; new.cc:137-180), written down anew."""
    front_end = api == "offline"  # aclgrphBuildInitialize fills in high_performance (option_utils.cc:1275-1304)
    nothing_set = not (custom or allow or select or front_end)
    steps: list[tuple[str, dict[str, str], dict[str, str]]] = []
    hf32_layer: tuple[str, dict[str, str], dict[str, str]] = (
        "allow_hf32" if allow else "default_allow_hf32",
        {},
        PRESETS[HF32_FILES[allow or "10"]],
    )
    if hf32 and (allow or parser == "new" or nothing_set):
        steps.append(hf32_layer)
    if custom:
        steps.append(("op_precision_mode", NAMES, TYPES))
    elif select:
        steps.append(("op_select_implmode", {}, PRESETS[select]))
    elif front_end or parser == "old":
        steps.append(("preset", {}, PRESETS[HF]))
    if hf32 and parser == "old" and not allow and not nothing_set:
        steps.append(hf32_layer)
    for _, names, _ in steps:
        if name in names:
            return names[name], "by_node_name"
    for source, _, types in steps:
        if op_type in types:
            return types[op_type], "by_op_type" if source == "op_precision_mode" else source
    return None, "none"


GRID = list(
    cartesian(
        (True, False),
        (None, "true", "false", "10", "01"),
        (None, HP),
        ("A2", "310P"),
        ("old", "new"),
        ("offline", "session"),
    )
)


@pytest.mark.parametrize(("custom", "allow", "select", "product", "parser", "api"), GRID)
def test_every_combination_decides_as_the_three_steps_say(
    custom: bool, allow: str | None, select: str | None, product: str, parser: str, api: Api
) -> None:
    options: dict[str, Any] = {"ALLOW_HF32": allow, "OP_SELECT_IMPL_MODE": select}
    if custom:
        options["OP_PRECISION_MODE"] = OpPrecision(by_op_type=TYPES, by_node_name=NAMES)
    plan = resolve(OptionSet(options), product=product, parser=parser, api=api)
    for name, op_type in cartesian(
        ("n", "kept", "other"), ("Conv2D", "MatMulV2", "Gelu", "Tanh", "GEMM", "NoSuchType")
    ):
        decision = plan.decide(name, op_type)
        mode, source = expected(
            name, op_type, custom=custom, allow=allow, select=select, hf32=product == "A2", parser=parser, api=api
        )
        assert (decision.mode and decision.mode.value, decision.source) == (mode, source)
        assert decision.determined
        assert decision.why
        assert (decision.winner is None) == (mode is None)


CONV = {"OP_PRECISION_MODE": OpPrecision(by_op_type={"Conv2D": HP}, by_node_name={"n": HF})}


@pytest.mark.parametrize(
    ("product", "allow", "parser", "other"),
    [
        ("A2", True, "old", HI),
        ("A2", True, "new", HI),
        ("A2", None, "old", HP),
        ("A2", None, "new", HI),
        ("310P", True, "old", HP),
        ("310P", True, "new", HP),
        ("310P", None, "old", HP),
        ("310P", None, "new", HP),
    ],
)
def test_the_example_of_conv2d(product: str, allow: bool | None, parser: str, other: str) -> None:
    # the order of semantics: ByNodeName > explicit allow_hf32 > ByOpType > default (old); the default above ByOpType (new)
    plan = resolve(OptionSet({**CONV, "ALLOW_HF32": allow}), product=product, parser=parser)
    assert plan.decide("n", "Conv2D").mode == HF
    assert plan.decide("another", "Conv2D").mode == other


def test_losers_stand_in_the_order_they_would_have_won() -> None:
    plan = resolve(OptionSet({**CONV, "ALLOW_HF32": True}), product="A2", parser="old")
    decision = plan.decide("n", "Conv2D")
    assert [(claim.source, claim.mode.value) for claim in decision.losers] == [("allow_hf32", HI), ("by_op_type", HP)]
    assert decision.losers[1].location == "op_precision.ini:2"
    assert decision.winner is not None
    assert decision.winner.location == "op_precision.ini:5"


@pytest.mark.parametrize(
    ("mode", "text", "wins"),
    [
        (mode, text, HI if text == "true" else FP)
        for mode in (HP, HF, FP, HI, "norm_class", "keep_fp16")
        for text in ("true", "false")
    ],
)
def test_allow_hf32_beats_a_type_entry_of_any_mode_and_no_name_entry(mode: str, text: str, wins: str) -> None:
    # any_mode-001 to 024 of the vectors' set
    precision = OpPrecision(by_op_type={"Conv2D": mode, "Gelu": mode}, by_node_name={"n": mode})
    plan = resolve(OptionSet({"OP_PRECISION_MODE": precision, "ALLOW_HF32": text}), product="A3")
    assert plan.decide("m", "Conv2D").mode == wins
    assert plan.decide("n", "Conv2D").mode == mode
    assert plan.decide("m", "Gelu").mode == mode


def test_without_a_product_both_answers_are_given_where_they_differ() -> None:
    plan = resolve(OptionSet({**CONV, "ALLOW_HF32": True}))
    decision = plan.decide("another", "Conv2D")
    assert (decision.mode, decision.determined, decision.source) == (None, False, "none")
    assert {a.hf32: a.decision.mode and a.decision.mode.value for a in decision.alternatives} == {True: HI, False: HP}
    assert "name a product" in decision.why
    same = plan.decide("n", "Conv2D")
    assert (same.mode, same.determined) == (HF, True)
    assert any("HF32 is not known" in note for note in plan.circumstances.notes)


def test_without_an_attested_release_both_parsers_are_considered() -> None:
    plan = resolve(OptionSet(CONV), product="A2", cann="10.0.0")
    decision = plan.decide("another", "Conv2D")
    assert {a.parser: a.decision.mode and a.decision.mode.value for a in decision.alternatives} == {
        "old": HP,
        "new": HI,
    }
    assert "generation of GE's parser" in decision.why
    assert len(resolve(OptionSet(CONV), cann="10.0.0").tables) == 4
    for cann in ("8.5.0", "9.1.0", "9.2.0-beta.2"):
        assert resolve(OptionSet(CONV), product="A2", cann=cann).decide("another", "Conv2D").mode == HP


def findings(options: OptionSet, code: str, **target: Any) -> list[Finding]:
    return [finding for finding in resolve(options, **target).findings if finding.code == code]


def test_a_file_stops_the_preset_and_the_operators_that_lose_it_are_named() -> None:
    # CANN 8.1.RC1's high_performance.ini sets 60 operators, Gelu and Tanh among them
    options = OptionSet(OP_PRECISION_MODE=OpPrecision(by_op_type={"Gelu": HF}))
    (finding,) = findings(options, "GEO210", product="310P")
    lost = set(PRESETS[HF]) - {"Gelu"}
    assert f"{len(lost)} operator types" in finding.message
    named = {part.split("=")[0] for part in finding.message.split(": ")[-1].split(" and ")[0].split(", ")}
    assert len(named) == 12
    assert named < lost
    decision = resolve(options, product="310P").decide("n", "Tanh")
    assert decision.mode is None
    assert "high_performance.ini with Tanh=high_precision is not loaded" in decision.why
    # with op_select_implmode it is that file which is lost; the parser without a front end in front loads none in new
    (other,) = findings(options.replace(OP_SELECT_IMPL_MODE="high_precision"), "GEO210", product="310P")
    assert f"{len(set(PRESETS[HP]) - {'Gelu'})} operator types" in other.message
    assert findings(options, "GEO210", product="310P", api="session", parser="old")
    assert not findings(options, "GEO210", product="310P", api="session", parser="new")
    assert not findings(options, "GEO210", product="310P", opp=None)


def test_op_precision_mode_makes_the_older_options_count_for_nothing() -> None:
    precision = OpPrecision(by_op_type={"Gelu": HF})
    options = OptionSet(
        OP_PRECISION_MODE=precision, OP_SELECT_IMPL_MODE="high_precision", OPTYPELIST_FOR_IMPLMODE=["Sigmoid", "Gelu"]
    )
    plan = resolve(options, product="A2")
    assert plan.decide("n", "Sigmoid").mode is None
    assert plan.decide("n", "Gelu").mode == HF
    told = [f for f in plan.findings if f.code in ("GEO301", "GEO302")]
    assert {name for f in told for name in ("op_select_impl_mode", "optypelist_for_implmode") if name in f.message} == {
        "op_select_impl_mode",
        "optypelist_for_implmode",
    }
    alone = resolve(options.replace(OP_PRECISION_MODE=None), product="A2")
    assert alone.decide("n", "Sigmoid").mode == HP
    assert alone.decide("n", "Sigmoid").source == "op_select_implmode"
    assert alone.decide("n", "Tanh").mode is None


# Which key goes where: checks.md sections 2, 3, 5, 6, by the lists of the code.
OPTIONS = OptionSet(
    OP_PRECISION_MODE=OpPrecision(by_op_type={"Gelu": HP}),
    PRECISION_MODE_V2="origin",
    ALLOW_HF32={"conv": True, "matmul": False},
    TILING_SCHEDULE_OPTIMIZE=True,
    SOC_VERSION="Ascend910B3",
    INPUT_SHAPE={"x": [1, 2]},
    ENABLE_SCOPE_FUSION_PASSES=["ScopeA"],
)


def test_the_dicts_are_exactly_what_the_calls_take() -> None:
    plan = resolve(OPTIONS, ini_path="/models/op_precision.ini")
    assert plan.calls == {
        "build_initialize": {"ge.socVersion": "Ascend910B3"},
        "parse": {"enable_scope_fusion_passes": "ScopeA"},
        "build_model": {
            "ge.exec.op_precision_mode": "/models/op_precision.ini",
            "ge.exec.precision_mode_v2": "origin",
            "ge.exec.allow_hf32": "10",
            "ge.tiling_schedule_optimize": "1",
            "input_shape": "x:1,2",
        },
    }
    assert not plan.errors
    assert all(type(text) is str for table in plan.calls.values() for text in (*table, *table.values()))
    session = resolve(OPTIONS.replace(INPUT_SHAPE=None, ENABLE_SCOPE_FUSION_PASSES=None), api="session")
    assert session.calls == {
        "ge_initialize": {
            "ge.exec.op_precision_mode": "op_precision.ini",
            "ge.exec.precision_mode_v2": "origin",
            "ge.exec.allow_hf32": "10",
            "ge.tiling_schedule_optimize": "1",
            "ge.socVersion": "Ascend910B3",
        },
        "session": {},
        "graph": {},
    }
    assert [(f.code, f.key) for f in resolve(OPTIONS, api="session").errors] == [("GEO502", "input_shape")]


def test_a_session_without_an_option_for_its_first_call_is_told() -> None:
    # GeApi.ge_initialize refuses an empty dict (api/python/ge/ge/ge_global/geapi.py:36-44)
    (finding,) = findings(OptionSet({"ge.exec.frozenInputIndexes": [[0, 0, 4]]}), "GEO516", api="session")
    assert finding.severity is Severity.NOTE
    assert not findings(OptionSet(), "GEO516", api="session")
    assert not findings(OptionSet(PRECISION_MODE="force_fp16"), "GEO516", api="session")


def test_the_soc_version_option_stands_in_for_a_product() -> None:
    assert resolve(OptionSet(SOC_VERSION="Ascend310P3")).circumstances.hf32 == (False,)
    assert resolve(OptionSet(SOC_VERSION="Ascend910B3")).circumstances.hf32 == (True,)
    assert not resolve(OptionSet(SOC_VERSION="Ascend910B3"), product="A2").errors


def test_a_soc_version_option_that_geopts_does_not_know_is_a_warning_with_and_without_a_product() -> None:
    # a newer CANN may bring the platform file that E20101 would miss (platform_utils.cc:114-152)
    for product in (None, "A2"):
        plan = resolve(OptionSet(SOC_VERSION="Ascend99"), product=product)
        (finding,) = [finding for finding in plan.findings if finding.code == "GEO404"]
        assert (finding.severity, finding.key) == (Severity.WARNING, "soc_version")
    assert resolve(OptionSet(SOC_VERSION="Ascend99")).circumstances.hf32 == (True, False)


def test_a_soc_that_is_not_of_the_product_is_an_error() -> None:
    (error,) = resolve(OptionSet(SOC_VERSION="Ascend310P3"), product="A2").errors
    assert (error.code, error.key) == ("GEO406", "soc_version")
    assert "is 310P, and the options are checked for A2" in error.message
    assert "name a SoC of A2" in error.hint


def test_a_soc_that_nobody_knows_is_a_warning_beside_a_product() -> None:
    # GE looks for the platform file of that name, and a newer package may have one
    (warning,) = resolve(OptionSet(SOC_VERSION="Ascend99"), product="A2").findings
    assert (warning.code, warning.severity) == ("GEO404", Severity.WARNING)
    assert "unknown product or SoC name 'Ascend99'" in warning.message


def test_the_target_as_far_as_it_is_known() -> None:
    nothing = circumstances()
    assert (nothing.product, nothing.hf32, nothing.parsers) == (None, (True, False), ("old",))
    a2 = circumstances(product="910b")
    assert a2.product is not None
    assert (a2.product.family.value, a2.hf32) == ("A2", (True,))
    # Ascend910B without a digit is the first-generation 910 (device_capability.cc:45)
    first = circumstances(soc_version="Ascend910B")
    assert first.product is not None
    assert (first.product.family.value, first.hf32) == ("910", (False,))
    assert "first-generation 910" in first.notes[0]
    assert circumstances(product="A2").notes == ()
    assert circumstances(product="310P", hf32=True).hf32 == (True,)
    assert circumstances(cann="8.5.0").parsers == circumstances(cann="9.2.0-beta.2").parsers == ("old",)
    assert circumstances(cann="8.1.RC1").parsers == ("old", "new")
    assert "not attested" in circumstances(cann="8.1.RC1").notes[-1]
    assert circumstances(parser="new", cann="9.1.0").parsers == ("new",)
    assert (
        circumstances(product="A2", soc_version="Ascend910B3").product
        == circumstances(soc_version="Ascend910B3").product
    )


def test_the_built_in_files_of_950_are_said_to_be_unknown() -> None:
    for name in ("950", "Ascend950PR_9589"):
        assert any("950 packages are not known" in note for note in circumstances(product=name).notes)
    assert not circumstances(product="A3").notes


@pytest.mark.parametrize(
    ("arguments", "error", "told"),
    [
        ({"product": "A9"}, ProductError, "A9"),
        ({"product": "Ascend910*"}, ProductError, "ambiguous"),
        ({"soc_version": "A2"}, ProductError, "product family"),
        ({"soc_version": "Ascend310P3", "product": "A2"}, OptionValueError, "is 310P, but product 'A2' is A2"),
        ({"parser": "newest"}, OptionValueError, "no generation"),
        ({"api": "online"}, OptionValueError, "no API of GE"),
    ],
)
def test_a_target_that_is_none_is_an_error(arguments: dict[str, Any], error: type[Exception], told: str) -> None:
    with pytest.raises(error, match=told) as caught:
        resolve(OptionSet(), **arguments)
    assert getattr(caught.value, "hint")  # noqa: B009  (both errors have one, their common class here has none)


@pytest.mark.parametrize("api", ["offline", "session"])
@pytest.mark.parametrize(("name", "refused"), [("a b", "' '"), ("a+b", "'+'"), ("é", "'é'"), ("a:b", "':'")])
def test_characters_the_front_ends_refuse_in_a_path(tmp_path: Path, name: str, refused: str, api: Api) -> None:
    # base/common/util.cc:52-126, :260-311
    typed = OptionSet(OP_PRECISION_MODE=OpPrecision(by_op_type={"Gelu": HP}))
    path = tmp_path / name / "op.ini"
    (error,) = resolve(typed, ini_path=str(path), api=api).errors
    assert (error.code, error.severity) == ("GEO509", Severity.ERROR)
    assert refused in error.message
    path.parent.mkdir()
    path.write_bytes(b"Gelu=high_precision\n")
    assert [f.code for f in resolve(OptionSet(OP_PRECISION_MODE=path), api=api).errors] == ["GEO509"]
    assert not resolve(typed, ini_path="/models/模型/op_precision.ini", api=api).errors
    # the resolved path counts: a plain name that links to an odd one
    (tmp_path / "link").symlink_to(path)
    assert [f.code for f in resolve(OptionSet(OP_PRECISION_MODE=tmp_path / "link"), api=api).errors] == ["GEO509"]


def test_a_file_that_is_not_there_is_an_error(tmp_path: Path) -> None:
    (tmp_path / "there.ini").write_bytes(b"Gelu=high_precision\n")
    plan = resolve(OptionSet(OP_PRECISION_MODE=tmp_path / "there.ini"), product="310P")
    assert not plan.errors
    assert plan.decide("n", "Gelu").mode == HP
    missing = resolve(OptionSet(OP_PRECISION_MODE=tmp_path / "missing.ini"), product="310P")
    assert "GEO510" in [f.code for f in missing.errors]
    assert missing.decide("n", "Gelu").mode is None
    assert "FAILED" in missing.decide("n", "Gelu").why


def test_only_modes_of_the_file_count_as_its_own(tmp_path: Path) -> None:
    # the merged table holds the float32 modes that allow_hf32 loads; the file itself has none
    (tmp_path / "op.ini").write_bytes(b"Gelu=high_precision\n")
    path = OptionSet(OP_PRECISION_MODE=tmp_path / "op.ini", ALLOW_HF32=True, PRECISION_MODE_V2="origin")
    assert not findings(path, "GEO304", product="A2")
    (tmp_path / "op.ini").write_bytes(b"Gelu=enable_float_32_execution\n")
    assert findings(path, "GEO304", product="A2")
    typed = path.replace(OP_PRECISION_MODE=OpPrecision(by_node_name={"n": HI}))
    assert findings(typed, "GEO304", product="A2")


@pytest.mark.parametrize("name", ["a=b", "#a", " a", "a:b", "[a]", "a\nb"])
def test_a_name_that_no_file_can_hold_is_an_error(name: str) -> None:
    plan = resolve(OptionSet(OP_PRECISION_MODE=OpPrecision(by_node_name={name: HP})), product="A2")
    (error,) = plan.errors
    assert error.code == "GEO209"
    assert repr(name) in error.message


def test_findings_name_the_place_where_the_user_wrote_and_errors_come_first() -> None:
    options = OptionSet({"ge.inputShape": "x:1"}, ALLOW_HF32=True, SPARSITY=True, TILING_SCHEDULE_OPTIMIZE=True)
    plan = resolve(
        options,
        product="910",
        path="my.toml",
        spelling={"ge.exec.allow_hf32": "options.allow_hf32", "ge.inputShape": "options.ge.inputShape"},
    )
    ranks = [finding.severity.rank for finding in plan.findings]
    assert ranks == sorted(ranks, reverse=True)
    assert {finding.path for finding in plan.findings} == {"my.toml"}
    keys = {finding.key for finding in plan.findings}
    assert {"options.allow_hf32", "options.ge.inputShape", "tiling_schedule_optimize"} <= keys
    assert all(finding.message and finding.source for finding in plan.findings)
    assert plan.errors == tuple(f for f in plan.findings if f.severity is Severity.ERROR)


def test_options_alone_make_no_noise() -> None:
    plan = resolve(OptionSet(PRECISION_MODE_V2="origin", TILING_SCHEDULE_OPTIMIZE=True), product="A2")
    assert isinstance(plan, Plan)
    assert plan.findings == ()
    assert resolve(OptionSet()).findings == ()


def test_built_in_files_of_an_installation_or_none_at_all(tmp_path: Path) -> None:
    folder = tmp_path / "built-in/op_impl/ai_core/tbe/impl_mode"
    folder.mkdir(parents=True)
    (folder / "high_performance.ini").write_bytes(b"Tanh=high_performance\n")
    empty = OptionSet(PRECISION_MODE="force_fp16")
    own = resolve(empty, product="310P", opp=str(tmp_path)).decide("n", "Tanh")
    assert own.mode == HF
    assert own.winner is not None
    assert own.winner.location == f"{folder}/high_performance.ini:1"
    assert resolve(empty, product="310P").decide("n", "Tanh").mode == HP
    for opp in (None, BuiltinFiles.none()):
        assert resolve(empty, product="310P", opp=opp).decide("n", "Tanh").mode is None


def test_the_table_is_the_first_of_the_possible_ones() -> None:
    plan = resolve(OptionSet({**CONV, "ALLOW_HF32": True}))
    assert list(plan.tables) == [(True, "old"), (False, "old")]
    assert plan.table is plan.tables[True, "old"]
    assert plan.precision is CONV["OP_PRECISION_MODE"]
