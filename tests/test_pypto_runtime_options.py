"""Typed runtime options; ranges and messages from data/pypto_options/runtime_options.json."""

from __future__ import annotations

import enum
import json
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from hypothesis import given
from hypothesis import strategies as st

from geopts.errors import FindingsError, GeoptsError, OptionValueError, UnknownOptionError
from geopts.facts.pypto_rows import Channel
from geopts.pypto.config_schema import runtime_options_schema
from geopts.pypto.runtime_options import (
    OPTION_NAMES,
    InvalidRuntimeOptionsError,
    PoolDepths,
    RunMode,
    RuntimeOptions,
    checked_value,
    option_row,
)

REFERENCE = json.loads(
    (Path(__file__).parent / "data" / "pypto_options" / "runtime_options.json").read_text(encoding="utf-8")
)
RANGES: list[tuple[str, int, int]] = [
    (option["name"], *option["range"]) for option in REFERENCE["options"] if isinstance(option["range"], list)
]


class Index:
    """Looks like an integer to C code, as numpy's integers do, and is none to isinstance."""

    def __index__(self) -> int:
        return 3


# The first seven are the cases of PyPTO's own unit test (python/tests/ut/interface/test_config_options.py); S127 to S131 of the article.
@pytest.mark.parametrize(
    "value",
    [
        [64, 1],
        [1, 2, 3, 4],
        "abc",
        [-1, 1, 1],
        [64, 1025, 1],
        [1.5, 1, 1],
        [True, 1, 1],
        [1, False, 1],
        [],
        (),
        None,
        7,
        {1, 2, 3},
        {"root_inner": 1, "assemble_outcast": 1, "exclusive_outcast": 1},
        range(3),
        ["1", 1, 1],
        [None, 1, 1],
        [Index(), 1, 1],
        [10**5000, 1, 1],
        [float("nan"), 1, 1],
    ],
    ids=lambda value: (
        repr(value)[:30] if not isinstance(value, list) or len(value) < 3 or value[0] != 10**5000 else "huge"
    ),
)
def test_pools_refuse_what_pypto_refuses(value: Any) -> None:
    with pytest.raises(ValueError, match="Invalid stitch_function_num_per_pool") as caught:
        PoolDepths.parse(value)
    error: Exception = caught.value
    assert isinstance(error, GeoptsError)
    assert isinstance(error, OptionValueError)
    assert error.option == "stitch_function_num_per_pool"
    assert error.hint


@pytest.mark.parametrize("value", [[0, 0, 0], [64, 2, 1], (1024, 0, 1024), [RunMode.SIM, 1, 1]])
def test_pools_take_what_pypto_takes(value: Any) -> None:
    depths = PoolDepths.parse(value)
    assert depths.as_list() == [int(element) for element in value]
    assert depths.active == any(value)
    assert RuntimeOptions(stitch_function_num_per_pool=value).stitch_function_num_per_pool == depths


def test_pools_have_names() -> None:
    depths = PoolDepths(root_inner=64, assemble_outcast=2, exclusive_outcast=1)
    assert depths == PoolDepths.parse([64, 2, 1])
    assert depths.maximum(PoolDepths(1, 5, 1)) == PoolDepths(64, 5, 1)
    with pytest.raises(ValueError, match=r"Each element must be an int in \[0, 1024\]; assemble_outcast is -1"):
        PoolDepths(1, -1, 1)


@pytest.mark.parametrize(("name", "low", "high"), RANGES)
def test_an_integer_option_has_the_range_of_the_schema(name: str, low: int, high: int) -> None:
    def options(value: Any) -> RuntimeOptions:
        arguments: dict[str, Any] = {name: value}
        return RuntimeOptions(**arguments)

    assert options(low).as_dict() == {name: low}
    assert options(high).as_dict() == {name: high}
    for value in (low - 1, high + 1, 10**30, 10**5000):
        with pytest.raises(OptionValueError, match=f"{name} is .*its value doesn't within the value range"):
            options(value)
    wrong: list[Any] = [True, False, 1.0, "1", [1], {}, b"1"]
    for other in wrong:
        with pytest.raises(OptionValueError, match="Expected int64"):
            options(other)


def test_messages_teach() -> None:
    with pytest.raises(OptionValueError) as text:
        RuntimeOptions(device_sched_mode="2")  # type: ignore[arg-type]  # wrong on purpose
    assert (text.value.suggestion, text.value.hint) == ("2", "write 2 without quotes")
    with pytest.raises(OptionValueError) as boolean:
        RuntimeOptions(valid_shape_optimize=True)
    assert boolean.value.hint.startswith("write 1")
    with pytest.raises(OptionValueError) as automatic:
        RuntimeOptions(launch_sched_aicpu_num=0)
    assert "leave the option out" in automatic.value.hint  # caveat of the option in the reference
    with pytest.raises(OptionValueError) as mode:
        RuntimeOptions(device_sched_mode=4)
    assert "L2-cache affinity" in mode.value.hint
    assert mode.value.suggestion == "3"


def test_an_enum_member_counts_as_its_number() -> None:
    class Mode(enum.Enum):
        SIMULATOR = 1

    assert RuntimeOptions(run_mode=RunMode.SIM).run_mode == 1
    assert type(RuntimeOptions(run_mode=RunMode.SIM).run_mode) is int
    assert RuntimeOptions.from_mapping({"run_mode": Mode.SIMULATOR}).run_mode == 1


@pytest.mark.parametrize("value", [[], ["a", "b"], ("a",), [["a", "b"]], [("x", "y"), ["z", "w"]]])
def test_ready_tensors_take_names_or_pairs(value: Any) -> None:
    expected = [list(item) if not isinstance(item, str) else item for item in value]
    assert RuntimeOptions(ready_on_host_tensors=value).as_dict() == {"ready_on_host_tensors": expected}


@pytest.mark.parametrize(
    "value", ["abc", ["a", 1], [1], [["a"]], [["a", "b"], "c"], ["a", ["b", "c"]], [["a", 1]], {"a": 1}, 5]
)
def test_ready_tensors_refuse_the_rest(value: Any) -> None:
    with pytest.raises(OptionValueError, match="ready_on_host_tensors"):
        RuntimeOptions(ready_on_host_tensors=value)


def test_all_mistakes_are_told_at_once() -> None:
    mapping = {
        "device_sched_mode": 9,
        "stitch_function_num_per_pool": [1, 2],
        "stich_function_max_num": 64,
        "stitch_function_size": 20000,
        "run_mode": 0,
    }
    with pytest.raises(InvalidRuntimeOptionsError) as caught:
        RuntimeOptions.from_mapping(mapping, key="pypto.runtime", path="geopts.toml")
    assert isinstance(caught.value, FindingsError)
    assert isinstance(caught.value, ValueError)
    found = {finding.key: finding for finding in caught.value.findings}
    assert {key: finding.code for key, finding in found.items()} == {
        "pypto.runtime.device_sched_mode": "GEO601",
        "pypto.runtime.stitch_function_num_per_pool": "GEO601",
        "pypto.runtime.stich_function_max_num": "GEO611",
        "pypto.runtime.stitch_function_size": "GEO612",
    }
    assert "stitch_function_max_num" in found["pypto.runtime.stich_function_max_num"].hint
    assert "3d1b2ff66" in found["pypto.runtime.stitch_function_size"].message  # the commit that removed it
    assert all(finding.path == "geopts.toml" and finding.source for finding in found.values())
    assert "Invalid stitch_function_num_per_pool" in str(caught.value)


def test_a_name_may_carry_its_group_but_not_come_twice() -> None:
    assert RuntimeOptions.from_mapping({"runtime.run_mode": 1}) == RuntimeOptions(run_mode=1)
    with pytest.raises(InvalidRuntimeOptionsError, match="a second time"):
        RuntimeOptions.from_mapping({"runtime.run_mode": 1, "run_mode": 0})


@pytest.mark.parametrize("table", [3, "x", ["run_mode"], None])
def test_a_table_is_asked_for(table: Any) -> None:
    with pytest.raises(InvalidRuntimeOptionsError, match="not a table of names and values"):
        RuntimeOptions.from_mapping(table, key="pypto.runtime")


def test_none_means_not_set() -> None:
    assert RuntimeOptions.from_mapping({"run_mode": None, "stitch_function_num_per_pool": None}) == RuntimeOptions()
    assert RuntimeOptions().as_dict() == {}


def test_channels_are_kept_apart() -> None:
    options = RuntimeOptions(stitch_function_num_per_pool=[64, 2, 1], device_sched_mode=1)
    assert options.channel(Channel.EXPERIMENTAL) == {"stitch_function_num_per_pool": [64, 2, 1]}
    assert options.channel(Channel.STABLE_JIT) == {"device_sched_mode": 1}


def test_unknown_names() -> None:
    with pytest.raises(UnknownOptionError) as caught:
        option_row("runtime.device_sched_modes")
    assert caught.value.suggestions[0] == "device_sched_mode"
    with pytest.raises(UnknownOptionError, match="no runtime option") as strange:
        checked_value("precision_mode", 1)
    assert not strange.value.suggestions


_INTEGERS = {name: st.integers(low, high) for name, low, high in RANGES}
_DEPTHS = st.lists(st.integers(0, 1024), min_size=3, max_size=3)
_NAMES = st.one_of(
    st.lists(st.text(max_size=5), max_size=3), st.lists(st.tuples(st.text(max_size=3), st.text(max_size=3)), max_size=2)
)
_OPTIONS = st.fixed_dictionaries(
    {}, optional={**_INTEGERS, "stitch_function_num_per_pool": _DEPTHS, "ready_on_host_tensors": _NAMES}
)


@given(_OPTIONS)
def test_options_survive_json(values: dict[str, Any]) -> None:
    options = RuntimeOptions(**values)
    assert RuntimeOptions.from_mapping(json.loads(json.dumps(options.as_dict()))) == options
    assert [name for name in OPTION_NAMES if name in values] == list(options.as_dict())


_JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-5, 1100) | st.floats(allow_nan=False) | st.text(max_size=4),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=3), inner, max_size=2),
    max_leaves=6,
)


@given(st.dictionaries(st.sampled_from(OPTION_NAMES) | st.text(max_size=8), _JSON, max_size=5))
def test_any_mapping_is_taken_or_refused_as_the_schema_says(mapping: dict[str, Any]) -> None:
    def integral(value: Any) -> bool:
        return (isinstance(value, float) and value.is_integer()) or (
            isinstance(value, list) and any(map(integral, value))
        )

    try:
        RuntimeOptions.from_mapping(mapping)
        taken = True
    except InvalidRuntimeOptionsError as error:
        taken = not error.findings
    # JSON Schema calls 1.0 an integer and knows no "not set"; names of the group runtime. are an extra of from_mapping.
    if not any(value is None or integral(value) for value in mapping.values()) and not any(
        "." in name for name in mapping
    ):
        assert jsonschema.Draft202012Validator(runtime_options_schema()).is_valid(mapping) == taken
