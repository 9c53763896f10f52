"""The value type of every option, against the copy of the reference (``tests/data/reference/options.json``)."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from geopts.errors import OptionValueError
from geopts.facts.options import BY_KEY
from geopts.values import AllowHF32, value_type

REFERENCE: list[dict[str, Any]] = json.loads(
    (Path(__file__).parent / "data" / "reference" / "options.json").read_text(encoding="utf-8")
)
HF32 = "ge.exec.allow_hf32"
PLAIN = [option for option in REFERENCE if option["key"] != HF32]
ENUMERATIONS = [option for option in PLAIN if option["value_type"] == "enum"]
#: The reference's words for the three kinds of switches, and GE's text for true and false.
SWITCHES = {"bool01": ("1", "0"), "booltf": ("true", "false"), "boolTF": ("True", "False")}


def key_of(option: dict[str, Any]) -> str:
    return str(option["key"])


def refusal(key: str, value: object) -> OptionValueError:
    with pytest.raises(OptionValueError) as caught:
        value_type(BY_KEY[key]).accept(value)
    return caught.value


def allowed_texts(option: dict[str, Any]) -> list[str]:
    """What the documents list and what the code lets through; the empty text means unset."""
    return [
        text
        for text in dict.fromkeys((option["allowed_values"] or []) + (option["code_accepted_values"] or []))
        if text
    ]


@pytest.mark.parametrize("option", REFERENCE, ids=key_of)
def test_a_bool_is_taken_by_switches_alone(option: dict[str, Any]) -> None:
    kind = value_type(BY_KEY[option["key"]])
    if option["value_type"] in SWITCHES:
        assert kind.accept(True) is not kind.accept(False)
    else:
        for value in (True, False):
            assert refusal(option["key"], value).value is value


@pytest.mark.parametrize("option", [o for o in PLAIN if o["value_type"] in SWITCHES], ids=key_of)
def test_a_switch_has_two_texts_and_takes_no_number(option: dict[str, Any]) -> None:
    true, false = SWITCHES[option["value_type"]]
    kind = value_type(BY_KEY[option["key"]])
    assert [kind.format(kind.accept(value)) for value in (True, False, true, false)] == [true, false, true, false]
    for number, text in ((1, true), (0, false)):
        error = refusal(option["key"], number)
        assert error.allowed == (true, false)
        assert error.suggestion == text
    assert refusal(option["key"], "").allowed == (true, false)


@pytest.mark.parametrize("option", ENUMERATIONS, ids=key_of)
def test_an_enumeration_takes_its_texts_alone(option: dict[str, Any]) -> None:
    kind = value_type(BY_KEY[option["key"]])
    texts = allowed_texts(option)
    assert texts
    numeric = all(text.isdigit() for text in texts)
    for text in texts:
        assert kind.format(kind.accept(text)) == text
        if numeric:
            assert kind.accept(int(text)) == kind.accept(text)
        else:
            assert refusal(option["key"], text + "x").suggestion in texts
            assert refusal(option["key"], f" {text}").suggestion == text
    name = option["constant"] if option["ir_option"] else option["key"]
    error = refusal(option["key"], "no such value")
    assert (error.option, error.value, list(error.allowed)) == (name, "no such value", texts)
    assert all(part in str(error) for part in (name, option["key"], "'no such value'", *texts))
    assert error.source
    assert error.hint


def test_upper_and_lower_case_count_and_are_suggested() -> None:
    # Values are compared literally (api/atc/cmd_flag_info.cc:30-57; optimization_option.cc:83-90).
    assert refusal("ge.exec.precision_mode_v2", "ORIGIN").suggestion == "origin"
    assert refusal("input_format", "nchw").suggestion == "NCHW"
    assert refusal("ge.oo.constantFolding", "True").suggestion == "true"
    assert refusal("ge.exec.variable_acc", "true").suggestion == "True"
    assert "letter by letter" in refusal("ge.exec.variable_acc", "true").message


@pytest.mark.parametrize("option", [o for o in PLAIN if o["value_type"] == "int"], ids=key_of)
def test_an_integer_keeps_the_documented_bounds(option: dict[str, Any]) -> None:
    kind = value_type(BY_KEY[option["key"]])
    low, high = option["range"] or (None, None)
    inside = [bound for bound in (low, high) if bound is not None] or [-7, 0, 7]
    for number in inside:
        assert kind.format(kind.accept(number)) == str(number)
        assert kind.accept(str(number)) == number
    outside = [2**63, -(2**63) - 1]
    if low is not None:
        outside.append(low - 1)
    if high is not None:
        outside.append(high + 1)
    for number in outside:
        for value in (number, str(number)):
            error = refusal(option["key"], value)
            assert error.value == number
            assert str(low) in error.allowed[0] or low is None
    for odd in ("", "1.5", "0x10", " 1", "1 ", "+1", 1.0, None):
        assert isinstance(refusal(option["key"], odd), ValueError)


def test_every_kind_of_the_reference_has_a_value_type() -> None:
    text = {"path_file": "a/b.ini", "path_dir": "a", "string": "any text", None: "any text", "shape": "x:1,2"}
    for option in PLAIN:
        if option["value_type"] in text:
            kind = value_type(BY_KEY[option["key"]])
            assert kind.format(kind.accept(text[option["value_type"]])) == text[option["value_type"]]
            for value in (1, 1.5, None, b"bytes", object()):
                assert refusal(option["key"], value).allowed


# The engine's eight texts; left digit conv, right digit matmul (op_impl_mode_config_parser.cc:30-44).
EIGHT = {
    "true": (True, True),
    "1": (True, True),
    "11": (True, True),
    "false": (False, False),
    "0": (False, False),
    "00": (False, False),
    "10": (True, False),
    "01": (False, True),
}


@pytest.mark.parametrize(("text", "switches"), EIGHT.items())
def test_allow_hf32_takes_eight_texts_and_keeps_them(text: str, switches: tuple[bool, bool]) -> None:
    kind = value_type(BY_KEY[HF32])
    value = kind.accept(text)
    assert (value.conv, value.matmul) == switches
    assert kind.format(value) == text
    assert value == AllowHF32(*switches) == kind.accept({"conv": switches[0], "matmul": switches[1]})
    assert kind.accept(value) is value


def test_allow_hf32_from_python_gives_the_text_every_front_end_takes() -> None:
    # build_initialize and atc take true and false alone (compiler/api/aclgrph/option_utils.cc:1413-1422).
    texts = {(True, True): "true", (False, False): "false", (True, False): "10", (False, True): "01"}
    assert {switches: str(AllowHF32(*switches)) for switches in texts} == texts
    kind = value_type(BY_KEY[HF32])
    assert [kind.format(kind.accept(value)) for value in (True, False)] == ["true", "false"]


@pytest.mark.parametrize(
    "value",
    [
        1,
        0,
        "True",
        "TRUE",
        " 1",
        "",
        "111",
        "yes",
        {"conv": True},
        {"conv": 1, "matmul": 0},
        {"conv": True, "mat": True},
        [1],
        None,
    ],
    ids=repr,
)
def test_allow_hf32_refuses_everything_else(value: object) -> None:
    error = refusal(HF32, value)
    assert set(error.allowed) == set(EIGHT)
    assert "conv" in error.message


@given(
    st.sampled_from(PLAIN),
    st.one_of(st.text(), st.integers(), st.floats(), st.lists(st.text()), st.none(), st.binary()),
)
def test_whatever_is_taken_comes_back_from_its_text(option: dict[str, Any], value: object) -> None:
    kind = value_type(BY_KEY[option["key"]])
    try:
        accepted = kind.accept(value)
    except OptionValueError:
        assert refusal(option["key"], value).allowed
        return
    assert kind.accept(kind.format(accepted)) == accepted
    assert kind.accept(accepted) == accepted
