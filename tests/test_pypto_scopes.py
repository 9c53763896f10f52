"""Option scopes; the behaviour marked measured in the reference's scopes.md is also compared with the real package (tests/contract)."""

from __future__ import annotations

import contextvars
import enum
import json
import threading
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from geopts.errors import FindingsError, GeoptsError, OptionValueError
from geopts.pypto import scopes as module
from geopts.pypto.scope_rules import OptionTypeError, RefusedError, ScopeSemantics, UnknownKeyError
from geopts.pypto.scopes import OptionScopes, use_scopes

FULL = Path(__file__).parent / "data" / "pypto_options" / "tile_fwk_config.json"
POOLS = "stitch_function_num_per_pool"
MODE = "device_sched_mode"
MODES = ["atomic", "pypto"]


def runtime(scopes: OptionScopes, *names: str) -> Any:
    values = scopes.get_runtime_options()
    return tuple(values[name] for name in names) if len(names) > 1 else values[names[0]]


# -- what all modes share (scopes.md 2 to 7) ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("mode", MODES)
def test_the_pool_option_as_in_pyptos_own_test(mode: str) -> None:
    # test_runtime_option_stitch_function_num_per_pool: default, set, read back, reset (S141).
    scopes = OptionScopes(mode=mode)
    assert runtime(scopes, POOLS) == [0, 0, 0]
    scopes.set_runtime_options(stitch_function_num_per_pool=(64, 1, 1))
    assert runtime(scopes, POOLS) == [64, 1, 1]
    scopes.set_runtime_options()
    scopes.set_runtime_options(stitch_function_num_per_pool=None)
    assert runtime(scopes, POOLS) == [64, 1, 1]
    scopes.reset_options()
    assert runtime(scopes, POOLS) == [0, 0, 0]


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("value", [[64, 1], [1, 2, 3, 4], "abc", [-1, 1, 1], [1025, 1, 1], [1.5, 1, 1], [True, 1, 1]])
def test_the_setter_refuses_as_pyptos_does(mode: str, value: Any) -> None:
    scopes = OptionScopes(mode=mode)
    with pytest.raises(ValueError, match="Invalid stitch_function_num_per_pool"):
        scopes.set_runtime_options(stitch_function_num_per_pool=value)
    assert runtime(scopes, POOLS) == [0, 0, 0]
    with pytest.raises(TypeError):
        scopes.set_runtime_options([1, 1, 1])  # type: ignore[call-arg]  # keyword-only, S113
    with pytest.raises(TypeError):
        scopes.set_runtime_options(run_mode=1)  # type: ignore[call-arg]  # one parameter at present, S113


@pytest.mark.parametrize("mode", MODES)
def test_setting_merges_and_getters_copy(mode: str) -> None:
    scopes = OptionScopes(mode=mode)
    scopes.set_options(runtime_options={MODE: 1})
    scopes.set_options(runtime_options={"valid_shape_optimize": 1}, host_options={"compile_timeout": 5})
    assert runtime(scopes, MODE, "valid_shape_optimize") == (1, 1)
    assert scopes.get_options("host")["compile_timeout"] == 5
    scopes.set_options()
    scopes.set_options(runtime_options={})
    got = scopes.get_runtime_options()
    got[MODE] = 3
    got[POOLS].append(9)
    assert runtime(scopes, MODE) == 1
    assert runtime(scopes, POOLS) == [0, 0, 0]
    assert list(got)[:2] == ["device_sched_mode", "device_sched_parallelism"]


@pytest.mark.parametrize("mode", MODES)
def test_a_scope_gives_back_the_outer_values(mode: str) -> None:
    scopes = OptionScopes(mode=mode)
    scopes.set_options(runtime_options={MODE: 1})
    with scopes.options("inner", runtime_options={"valid_shape_optimize": 1}):
        assert runtime(scopes, MODE, "valid_shape_optimize") == (1, 1)
        scopes.set_options(runtime_options={MODE: 3})
        scopes.set_runtime_options(stitch_function_num_per_pool=[64, 2, 1])
        assert runtime(scopes, MODE) == 3
    assert runtime(scopes, MODE, "valid_shape_optimize") == (1, 0)
    assert runtime(scopes, POOLS) == [0, 0, 0]
    with pytest.raises(KeyError), scopes.options(runtime_options={MODE: 2}):
        raise KeyError
    assert runtime(scopes, MODE) == 1
    assert scopes.scope_names() == ("default", "global")


@pytest.mark.parametrize("mode", MODES)
def test_reset_clears_the_innermost_scope_only(mode: str) -> None:
    # scopes.md 5: inside a scope it falls back to the scope around it, not to the defaults (measured).
    scopes = OptionScopes(mode=mode)
    scopes.set_options(runtime_options={"stitch_function_max_num": 99})
    with scopes.options(runtime_options={"stitch_function_max_num": 5}):
        scopes.reset_options()
        assert runtime(scopes, "stitch_function_max_num") == 99
    scopes.reset_options()
    assert runtime(scopes, "stitch_function_max_num") == 128


@pytest.mark.parametrize("mode", MODES)
def test_one_scope_object_may_be_entered_again(mode: str) -> None:
    scopes = OptionScopes(mode=mode)

    @scopes.options(runtime_options={MODE: 1})
    def depth(left: int) -> list[int]:
        before: int = runtime(scopes, MODE)
        scopes.set_options(runtime_options={MODE: 3})
        return [before, *(depth(left - 1) if left else [])]

    assert depth(2) == [1, 1, 1]
    assert runtime(scopes, MODE) == 0
    assert depth.__name__ == "depth"


@pytest.mark.parametrize("mode", MODES)
def test_jit_wins_over_scopes_and_the_file(mode: str) -> None:
    # precedence: jit scope > current options()/set_options scope > parents > tile_fwk_config.json
    scopes = OptionScopes(
        {"runtime.run_mode": 0, "runtime.device_sched_mode": 3, "runtime.valid_shape_optimize": 0}, mode=mode
    )
    scopes.set_options(runtime_options={MODE: 1})
    with scopes.options(runtime_options={MODE: 2, "valid_shape_optimize": 1}):
        with scopes.jit_scope(runtime_options={MODE: 0, "valid_shape_optimize": None}):
            assert runtime(scopes, MODE, "valid_shape_optimize", "run_mode") == (0, 1, 0)
            assert scopes.scope_names()[-1] == "jit_scope"
        assert runtime(scopes, MODE) == 2


@pytest.mark.parametrize("mode", MODES)
def test_values_of_enum_members_are_taken(mode: str) -> None:
    class Stage(enum.Enum):
        CODEGEN = 3

    scopes = OptionScopes(mode=mode)
    scopes.set_options(host_options={"compile_stage": Stage.CODEGEN})
    assert scopes.get_options("host")["compile_stage"] == 3


@pytest.mark.parametrize("mode", MODES)
def test_groups_have_names(mode: str) -> None:
    scopes = OptionScopes(mode=mode)
    with pytest.raises(TypeError, match="no group of options"):
        scopes.set_options(runtime={MODE: 1})
    with pytest.raises(TypeError, match="no group of options"):
        scopes.options(precision_options={})


# -- PyPTO's own rules where they are unsafe ----------------------------------------------------------------------------------------------


def test_pypto_stores_the_keys_before_the_wrong_one() -> None:
    scopes = OptionScopes(mode="pypto")
    with pytest.raises(RefusedError, match=r"its value doesn't within the value range. Range: \[0, 1\]") as caught:
        scopes.set_options(runtime_options={"valid_shape_optimize": 7, MODE: 1, "zzz": 1})
    assert isinstance(caught.value, RuntimeError)
    assert runtime(scopes, MODE, "valid_shape_optimize") == (1, 0)
    with pytest.raises(RuntimeError, match=r"key: runtime\.aaa does not exist"):
        scopes.set_options(runtime_options={"aaa": 1, MODE: 2})
    assert runtime(scopes, MODE) == 1


def test_pypto_checks_types_but_no_list_limits() -> None:
    scopes = OptionScopes(mode="pypto")
    for value, words in [("1", "string"), (True, "bool"), (1.0, "double"), ([1], r"list\[int64\]")]:
        with pytest.raises(
            RuntimeError, match=f"Option 'runtime.device_sched_mode' has invalid type. Expected int64, but got {words}"
        ):
            scopes.set_options(runtime_options={MODE: value})
    with pytest.raises(RuntimeError, match=r"Expected list\[int64\], but got list\[string\]"):
        scopes.set_options(runtime_options={POOLS: ["a"]})
    scopes.set_options(runtime_options={POOLS: [1, True]})  # findings.md 15, and bool is an int for pybind
    assert runtime(scopes, POOLS) == [1, True]
    scopes.set_options(runtime_options={POOLS: (5000, -1)})
    assert runtime(scopes, POOLS) == [5000, -1]


def test_pypto_converts_the_whole_call_first() -> None:
    scopes = OptionScopes(mode="pypto")
    with pytest.raises(TypeError, match=r"Unsupported value type for key: runtime\.valid_shape_optimize"):
        scopes.set_options(runtime_options={MODE: 1, "valid_shape_optimize": None})
    with pytest.raises(TypeError, match=r"invalid list element type at index 1\. Expected str, but got int"):
        scopes.set_options(runtime_options={MODE: 1, "ready_on_host_tensors": ["a", 1]})
    with pytest.raises(RuntimeError, match="64 bits"):
        scopes.set_options(runtime_options={MODE: 2**70})
    assert runtime(scopes, MODE) == 0


def test_pypto_checks_nothing_in_options_and_takes_unknown_keys_there() -> None:
    scopes = OptionScopes(mode="pypto")
    with scopes.options(runtime_options={MODE: 99, "nokey": "x"}):
        assert runtime(scopes, MODE) == 99
        scopes.set_options(runtime_options={"nokey": 4})  # inside such a scope the key counts as existing
        assert runtime(scopes, "nokey") == 4
    with pytest.raises(UnknownKeyError):
        scopes.set_options(runtime_options={"nokey": 4})
    with pytest.raises(TypeError), scopes.options(runtime_options={MODE: None}):
        pass


def test_pypto_ignores_a_group_that_is_no_dict() -> None:
    scopes = OptionScopes(mode="pypto")
    scopes.set_options(runtime_options=[(MODE, 2)])
    assert runtime(scopes, MODE) == 0


def test_pypto_closes_whatever_is_on_top() -> None:
    scopes = OptionScopes(mode="pypto")
    first, second = scopes.options("a", runtime_options={MODE: 1}), scopes.options("b", runtime_options={MODE: 2})
    with first:
        second.__enter__()
    assert scopes.scope_names() == ("default", "global", "a")
    assert runtime(scopes, MODE) == 1
    second.__exit__(None, None, None)
    second.__exit__(None, None, None)
    with pytest.raises(RuntimeError, match="No scope to pop"):
        second.__exit__(None, None, None)


def test_pypto_shares_scopes_between_threads() -> None:
    scopes = OptionScopes(mode="pypto")
    with scopes.options():
        in_thread(lambda: scopes.set_options(runtime_options={MODE: 3}))
        assert runtime(scopes, MODE) == 3
    assert runtime(scopes, MODE) == 0


def in_thread(work: Any) -> None:
    thread = threading.Thread(target=work)
    thread.start()
    thread.join()


def test_release_0_2_0_has_no_type_check_and_its_own_options() -> None:
    scopes = OptionScopes({"runtime.device_sched_mode": 0, "runtime.run_mode": 0}, mode=ScopeSemantics.PYPTO_0_2_0)
    scopes.set_options(runtime_options={MODE: "x"})
    assert runtime(scopes, MODE) == "x"
    scopes.set_options(runtime_options={"stitch_function_num_step": 3})  # in its schema though not in this file
    with pytest.raises(RuntimeError, match=r"Range: \[0, 1024\]"):
        scopes.set_options(runtime_options={"stitch_function_num_step": 1025})
    for name in (
        "nokey",
        "ready_on_host_tensors",
        "triple_stream_sched",
    ):  # no integer in its schema, so no range to look up
        with pytest.raises(IndexError, match="map::at"):
            scopes.set_options(runtime_options={name: 1})
    scopes.set_options(runtime_options={"nokey": "stored unseen"})
    assert runtime(scopes, "nokey") == "stored unseen"
    with pytest.raises(RuntimeError, match="invalid list element type"):
        scopes.set_options(runtime_options={"ready_on_host_tensors": ["a", 1]})
    with pytest.raises(TypeError, match="Unsupported list element type"):
        scopes.set_options(runtime_options={"ready_on_host_tensors": [["a", "b"]]})


@pytest.mark.parametrize("mode", ["pypto", "pypto-0.2.0"])
def test_maps_have_ranges_for_keys_and_values(mode: str) -> None:
    scopes = OptionScopes(mode=mode)
    scopes.set_options(pass_options={"cube_nbuffer_setting": {-1: 4, 3: 2}})
    assert scopes.get_options("pass")["cube_nbuffer_setting"] == {-1: 4, 3: 2}
    for setting, limits in [({-2: 1}, r"\[-1, 2147483647\]"), ({1: 0}, r"\[1, 2147483647\]")]:
        with pytest.raises(RuntimeError, match=f"Range: {limits}"):
            scopes.set_options(pass_options={"cube_nbuffer_setting": setting})


def test_wrong_types_of_lists_and_maps() -> None:
    scopes = OptionScopes(mode="pypto")
    for name, value, words in [
        ("cube_nbuffer_setting", [1], "dict.int64, int64., but got list.int64."),
        ("cube_nbuffer_setting", {1: "a"}, "dict.int64, int64., but got dict"),
        ("vec_nbuffer_setting_by_func", {1: 1}, "dict.string, int64., but got dict"),
        ("sg_set_scope", 1, "list.int64., but got int64"),
        ("ooo_sched_mode", 1, "string, but got int64"),
        ("enable_slice", 1, "bool, but got int64"),
    ]:
        with pytest.raises(RuntimeError, match=f"Expected {words}"):
            scopes.set_options(pass_options={name: value})
    with pytest.raises(RuntimeError, match=r"list\[double\], but got list\[int64\]"):
        scopes.set_options(verify_options={"pass_verify_error_tol": [1, 2]})
    scopes.set_options(
        verify_options={"pass_verify_error_tol": [0.1, 2]}, pass_options={"ooo_sched_mode": "x", "sg_set_scope": []}
    )
    assert scopes.get_options("pass")["sg_set_scope"] == []


# -- the atomic default -------------------------------------------------------------------------------------------------------------------


def test_atomic_changes_all_or_nothing_and_tells_everything() -> None:
    scopes = OptionScopes()
    assert scopes.semantics is ScopeSemantics.ATOMIC
    with pytest.raises(FindingsError) as caught:
        scopes.set_options(
            runtime_options={
                MODE: 1,
                "valid_shape_optimize": 7,
                "zzz": 1,
                "triple_stream_sched": True,
                POOLS: [1, True, 1],
            },
            host_options={"compile_timeout": "long"},
        )
    assert isinstance(caught.value, ValueError)
    assert {(each.code, each.key) for each in caught.value.findings} == {
        ("GEO601", "runtime.valid_shape_optimize"),
        ("GEO611", "runtime.zzz"),
        ("GEO612", "runtime.triple_stream_sched"),
        ("GEO601", "runtime.stitch_function_num_per_pool"),
        ("GEO601", "host.compile_timeout"),
    }
    assert runtime(scopes, MODE) == 0


def test_atomic_checks_options_before_entry_and_drops_none() -> None:
    scopes = OptionScopes()
    for wrong in ({MODE: 99}, {"nokey": 1}, {POOLS: [1, 2]}):
        with pytest.raises(FindingsError):
            scopes.options(runtime_options=wrong)
    with pytest.raises(OptionValueError, match="not a dict"):
        scopes.set_options(runtime_options=[(MODE, 2)])
    scopes.set_options(runtime_options={MODE: None, "valid_shape_optimize": 1})
    assert runtime(scopes, MODE, "valid_shape_optimize") == (0, 1)


def test_atomic_scopes_belong_to_their_thread_and_close_themselves_only() -> None:
    scopes = OptionScopes()
    seen: list[int] = []
    with scopes.options("mine", runtime_options={MODE: 1}):

        def other() -> None:
            seen.append(runtime(scopes, MODE))
            with scopes.options("theirs", runtime_options={MODE: 2}):
                seen.append(runtime(scopes, MODE))

        in_thread(other)
        assert runtime(scopes, MODE) == 1
    assert seen == [0, 2]
    first, second = scopes.options("a", runtime_options={MODE: 1}), scopes.options("b", runtime_options={MODE: 2})
    with first:
        second.__enter__()
    assert runtime(scopes, MODE) == 2
    second.__exit__(None, None, None)
    second.__exit__(None, None, None)  # nothing of its own is left to close
    assert scopes.scope_names() == ("default", "global")


def test_atomic_top_level_is_the_process_and_contexts_inherit() -> None:
    scopes = OptionScopes()
    in_thread(lambda: scopes.set_options(runtime_options={MODE: 3}))
    assert runtime(scopes, MODE) == 3
    with scopes.options(runtime_options={MODE: 1}):
        assert contextvars.copy_context().run(lambda: runtime(scopes, MODE)) == 1


def test_atomic_says_when_the_file_lacks_the_key() -> None:
    scopes = OptionScopes({"runtime.run_mode": 0})
    with pytest.raises(FindingsError, match="not in the configuration file"):
        scopes.set_runtime_options(stitch_function_num_per_pool=[1, 1, 1])


# -- defaults from a file ------------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("mode", MODES)
def test_defaults_of_the_table_and_of_the_full_file_agree(mode: str) -> None:
    from_file = OptionScopes.from_config(FULL, mode=mode).snapshot()
    from_table = OptionScopes(mode=mode).snapshot()
    assert from_file == from_table
    assert from_file["pass.cube_nbuffer_setting"] == {-1: 1}
    assert from_file["verify.pass_verify_error_tol"] == [0.001, 0.001]


def test_maps_by_name_and_empty_groups_in_a_file(tmp_path: Path) -> None:
    path = tmp_path / "c.json"
    path.write_text(
        json.dumps(
            {"pass": {"vec_nbuffer_setting_by_func": {"f": 2, "g": 3}, "cube_nbuffer_setting": [[1, 2]]}, "host": {}}
        ),
        encoding="utf-8",
    )
    values = OptionScopes.from_config(path).snapshot()
    assert values == {"pass.vec_nbuffer_setting_by_func": {"f": 2, "g": 3}, "pass.cube_nbuffer_setting": {1: 2}}


def test_a_file_with_wrong_values_is_loaded_by_pypto_and_refused_by_us(tmp_path: Path) -> None:
    path = tmp_path / "c.json"
    path.write_text(
        json.dumps({"runtime": {"stitch_function_max_num": 5000, MODE: 1.9, "newkey": 7}}), encoding="utf-8"
    )
    with pytest.raises(FindingsError):
        OptionScopes.from_config(path)
    for mode in ("pypto", "pypto-0.2.0"):  # measured on 0.2.0, scopes.md 8
        values = OptionScopes.from_config(path, mode=mode).get_runtime_options()
        assert values == {"stitch_function_max_num": 5000, MODE: 1, "newkey": 7}


@pytest.mark.parametrize("runtime_group", [{"new": [1, 2]}, {"ready_on_host_tensors": ["a", 1]}, {POOLS: ["a"]}])
def test_a_list_that_pypto_cannot_load(tmp_path: Path, runtime_group: dict[str, Any]) -> None:
    path = tmp_path / "c.json"
    path.write_text(json.dumps({"runtime": runtime_group}), encoding="utf-8")
    with pytest.raises(RefusedError, match=r"type_error\.302"):
        OptionScopes.from_config(path, mode="pypto")


def test_the_pool_option_in_a_file_breaks_0_2_0(tmp_path: Path) -> None:
    path = tmp_path / "c.json"
    path.write_text(json.dumps({"runtime": {POOLS: [0, 0, 0]}}), encoding="utf-8")
    assert OptionScopes.from_config(path, mode="pypto").get_runtime_options() == {POOLS: [0, 0, 0]}
    with pytest.raises(RefusedError, match=r"type_error\.302"):
        OptionScopes.from_config(path, mode="pypto-0.2.0")


# -- the functions of the module -----------------------------------------------------------------------------------------------------------


def test_functions_work_on_one_set_of_scopes() -> None:
    before = use_scopes()
    try:
        mine = OptionScopes(mode="pypto")
        assert use_scopes(mine) is mine
        module.set_options(runtime_options={MODE: 1})
        module.set_runtime_options(stitch_function_num_per_pool=[64, 2, 1])
        assert module.get_runtime_options()[POOLS] == [64, 2, 1]
        with module.options(runtime_options={MODE: 2}):
            assert runtime(mine, MODE) == 2
        module.reset_options()
        assert runtime(mine, MODE) == 0
    finally:
        use_scopes(before)


VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=3) | st.binary(max_size=2),
    lambda inner: (
        st.lists(inner, max_size=4) | st.dictionaries(st.integers(-3, 3) | st.text(max_size=2), inner, max_size=3)
    ),
    max_leaves=5,
)
NAMES = st.sampled_from([MODE, POOLS, "ready_on_host_tensors", "run_mode", "nokey", "triple_stream_sched"])


@given(
    st.dictionaries(NAMES, VALUES, max_size=4),
    st.dictionaries(st.sampled_from(["cube_nbuffer_setting", "sg_set_scope"]), VALUES),
)
def test_atomic_takes_a_call_whole_or_not_at_all(values: dict[str, Any], passes: dict[str, Any]) -> None:
    scopes = OptionScopes()
    before = scopes.snapshot()
    try:
        scopes.set_options(runtime_options=values, pass_options=passes)
    except GeoptsError:
        assert scopes.snapshot() == before
        return
    after = scopes.snapshot()
    given_keys = {f"runtime.{name}": value for name, value in values.items()} | {
        f"pass.{name}": value for name, value in passes.items()
    }
    for key, value in given_keys.items():
        expected = before.get(key) if value is None else value
        assert json.dumps(after.get(key)) == json.dumps(expected)


@given(st.dictionaries(NAMES, VALUES, max_size=4), st.sampled_from(["pypto", "pypto-0.2.0"]))
def test_pypto_modes_raise_what_pypto_raises(values: dict[str, Any], mode: str) -> None:
    scopes = OptionScopes(mode=mode)
    try:
        scopes.set_options(runtime_options=values)
        told = True
    except (RefusedError, OptionTypeError, UnknownKeyError) as error:
        told = error.message != ""
    assert told
