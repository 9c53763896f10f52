"""tile_fwk_config.json: checks, edits and merges. Facts from data/pypto_options (config_schema_summary.md, runtime_options.json)."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from hypothesis import given
from hypothesis import strategies as st

from geopts.errors import FileError, FindingsError, OptionValueError, UnknownOptionError
from geopts.facts.pypto import CONFIG_KEYS, RELEASES, RUNTIME_OPTIONS
from geopts.facts.rows import Family
from geopts.findings import Finding, Severity
from geopts.pypto.config_check import check_config, find_release, guess_release, runtime_options_of
from geopts.pypto.config_file import (
    MAX_BYTES,
    config_keys,
    installed_config,
    merge_config,
    overlay_of,
    parse_assignment,
    read_config,
    set_values,
    write_config,
)
from geopts.pypto.config_schema import config_schema
from geopts.pypto.json_document import JsonDocument
from geopts.pypto.runtime_options import RuntimeOptions, checked_value

FULL = (Path(__file__).parent / "data" / "pypto_options" / "tile_fwk_config.json").read_bytes()


def document(value: dict[str, Any] | bytes) -> JsonDocument:
    return JsonDocument.parse(value if isinstance(value, bytes) else json.dumps(value).encode(), "c.json")


def worth_telling(value: dict[str, Any] | bytes, **given: Any) -> list[tuple[str, str, str]]:
    """What is more than a note; a part of a file lacks keys, which is one."""
    found = check_config(document(value), **given)
    return [(each.code, each.severity.value, each.key) for each in found if each.severity is not Severity.NOTE]


def test_a_full_file_of_defaults_draws_nothing() -> None:
    assert check_config(document(FULL)) == ()


def test_the_schema_is_a_schema_and_takes_every_default() -> None:
    # PyPTO's own is refused here: its "type": "double" is no JSON-Schema type (findings.md 34).
    jsonschema.Draft202012Validator.check_schema(config_schema())
    validator = jsonschema.Draft202012Validator(config_schema())
    assert validator.is_valid(json.loads(FULL))
    for row in CONFIG_KEYS:
        if row.default is not None:
            value: Any = json.loads(row.default)
            for name in reversed(row.key.split(".")):
                value = {name: value}
            assert validator.is_valid(value), row.key


@pytest.mark.parametrize(
    "row", [row for row in CONFIG_KEYS if row.value_range and not row.key_range], ids=lambda row: row.key
)
def test_limits_are_those_of_the_summary(row: Any) -> None:
    def codes(value: int) -> list[str]:
        nested: Any = value
        for name in reversed(row.key.split(".")):
            nested = {name: nested}
        return [code for code, _, _ in worth_telling(nested) if code == "GEO601"]

    low, high = row.value_range
    assert codes(low) == codes(high) == []
    assert codes(high + 1) == ["GEO601"]
    # The jit page lets 0 and less choose the number of AICPUs; the file is where such a value gets through.
    assert codes(low - 1) == ([] if row.key == "runtime.launch_sched_aicpu_num" else ["GEO601"])


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("runtime.stitch_function_num_per_pool", [64, 2]),
        ("runtime.stitch_function_num_per_pool", [64, 2, 1025]),
        ("runtime.stitch_function_num_per_pool", "64,2,1"),
        ("runtime.device_sched_mode", 1.9),
        ("runtime.device_sched_mode", True),
        ("runtime.ready_on_host_tensors", ["a", 1]),
        ("pass.cube_nbuffer_setting", [[-1, 0]]),
        ("pass.cube_nbuffer_setting", [[-1]]),
        ("pass.cube_nbuffer_setting", {"-1": 1}),
        ("pass.pg_partition_algorithm", "Metis"),
        ("pass.vec_nbuffer_setting_by_func", {"f": "2"}),
        ("host.compile_timeout", "600"),
        ("verify.pass_verify_error_tol", ["x"]),
        ("global.simulation.sim_mode", 3),
        ("global.platform.enable_checker", 1),
        ("debug.dump_pass_graph", "all"),
    ],
)
def test_wrong_values_are_told_at_their_place(key: str, value: Any) -> None:
    changed = document(FULL).set(tuple(key.split(".")), value)
    (finding,) = check_config(changed)
    assert (finding.code, finding.severity, finding.key) == ("GEO601", Severity.ERROR, key)
    assert finding.span is not None
    assert json.loads(changed.to_bytes()[finding.span.offset : finding.span.end_offset]) == value
    assert finding.hint
    assert finding.source


def test_a_float_is_cut_in_silence() -> None:
    (finding,) = [
        each for each in check_config(document({"runtime": {"max_workspace_kb": 1.9}})) if each.code == "GEO601"
    ]
    assert "cuts it to 1" in finding.message  # scopes.md 8, measured
    assert worth_telling({"runtime": {"max_workspace_kb": 2.0}}) == []


def test_unknown_keys() -> None:
    assert worth_telling({"runtime": {"stitch_function_maxnum": 64}}) == [
        ("GEO617", "warning", "runtime.stitch_function_maxnum")
    ]
    assert worth_telling({"pass": {"brand_new_flag": True}}) == []  # the pass group moves fast: a note
    assert worth_telling({"global": {"pass_strategies": {"S": {"P": {"pre_check": True}}}}}) == []
    # scopes.md 8: a list of numbers without schema entry makes the first use of the configuration fail (measured).
    assert worth_telling({"runtime": {"new": [1, 2]}}) == [("GEO617", "error", "runtime.new")]
    assert worth_telling({"runtime": {"new": ["a"]}}) == []


def test_the_pool_option_breaks_an_older_release() -> None:
    wanted = [("GEO617", "error", "runtime.stitch_function_num_per_pool")]
    text = {"runtime": {"stitch_function_num_per_pool": [0, 0, 0]}}
    for name in ("0.2.0", "v9.1.0", "v9.2.0-beta.1"):
        assert worth_telling(text, release=find_release(name)) == wanted
    assert worth_telling(text) == []


OLD = {
    "runtime": {
        "device_sched_mode": 0,
        "stitch_function_inner_memory": 10,
        "stitch_function_num_initial": 128,
        "stitch_function_max_num": 0,
        "ready_on_host_tensors": [],
    },
    "pass": {"sg_set_scope": -1},
}


def test_a_file_of_an_older_release_is_checked_as_such() -> None:
    # legacy_options: up to 0.2.0 the file's own default of stitch_function_max_num was 0.
    assert guess_release(document(OLD)).release == "0.2.0"
    assert worth_telling(OLD) == []
    codes = worth_telling(OLD, release=find_release("newest"))
    assert ("GEO601", "error", "runtime.stitch_function_max_num") in codes
    assert ("GEO612", "warning", "runtime.stitch_function_inner_memory") in codes
    assert guess_release(document(FULL)) is RELEASES[-1]
    with pytest.raises(UnknownOptionError, match=r"known releases: 0\.1\.1"):
        find_release("3.0")


def test_values_that_are_read_elsewhere() -> None:
    # findings.md 27 and 28: run_mode of the file reaches no jit kernel, launch_early_mode is read from the decorator only.
    found = worth_telling({"runtime": {"run_mode": 1, "launch_early_mode": 2}})
    assert ("GEO615", "warning", "runtime.run_mode") in found
    assert ("GEO615", "warning", "runtime.launch_early_mode") in found
    assert worth_telling({"runtime": {"run_mode": 0, "launch_early_mode": 0}}) == []


def test_relations_look_past_defaults_that_merely_stand_there() -> None:
    pools = document(FULL).merge({"runtime": {"stitch_function_num_per_pool": [64, 2, 1]}})
    assert check_config(pools) == ()
    assert runtime_options_of(pools) == RuntimeOptions(stitch_function_num_per_pool=[64, 2, 1])
    both = pools.merge({"runtime": {"max_workspace_kb": 204800}})
    (finding,) = check_config(both)
    assert (finding.code, finding.key) == ("GEO602", "runtime.max_workspace_kb")
    assert finding.span is not None
    assert both.to_bytes()[finding.span.offset : finding.span.end_offset] == b"204800"
    seven = document(FULL).merge({"runtime": {"launch_sched_aicpu_num": 6}})
    assert [each.code for each in check_config(seven, family=Family.ATLAS_A2)] == ["GEO613"]


def test_missing_runtime_keys_are_one_note() -> None:
    (finding,) = check_config(document({"host": {"compile_timeout": 5}}))
    assert (finding.code, finding.severity) == ("GEO621", Severity.NOTE)
    assert all(row.name in finding.message for row in RUNTIME_OPTIONS)


@pytest.mark.parametrize("value", [[1], 5, "x", None])
def test_a_file_that_is_no_object(value: Any) -> None:
    found = check_config(document(json.dumps(value).encode()))
    assert [(each.code, each.severity) for each in found] == [("GEO601", Severity.ERROR)]


def test_a_group_that_is_no_object() -> None:
    assert worth_telling({"host": 3, "runtime": []}) == [("GEO601", "error", "host"), ("GEO601", "error", "runtime")]


KEYS = st.sampled_from(
    [row.key for row in CONFIG_KEYS] + ["runtime.x", "runtime", "pass", "a.b", "global.pass_strategies.x"]
)
ANY = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**40), 2**40) | st.floats(-9, 9) | st.text(max_size=3),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=2), inner, max_size=2),
    max_leaves=5,
)


@given(st.dictionaries(KEYS, ANY, max_size=4))
def test_checking_never_raises_and_finds_what_the_setters_refuse(values: dict[str, Any]) -> None:
    tree: dict[str, Any] = {}
    for key, value in values.items():
        node = tree
        *groups, name = key.split(".")
        for group in groups:
            node = node.setdefault(group, {}) if isinstance(node.get(group, {}), dict) else {}
        node[name] = value
    found = {finding.key for finding in check_config(document(tree)) if finding.severity is Severity.ERROR}
    runtime = tree.get("runtime")
    for row in RUNTIME_OPTIONS:
        if not isinstance(runtime, dict) or row.name not in runtime:
            continue
        value = runtime[row.name]
        if isinstance(value, float) or (isinstance(value, list) and any(isinstance(each, float) for each in value)):
            continue  # 1.0 counts as 1 in a file
        try:
            checked_value(row.name, value)
            refused = False
        except OptionValueError:
            refused = not (
                row.name == "launch_sched_aicpu_num"
                and isinstance(value, int)
                and not isinstance(value, bool)
                and value < 1
            )
        assert (row.key in found) == refused, (row.key, value)


# -- editing ------------------------------------------------------------------------------------------------------------------------------


def test_setting_changes_one_value_and_no_other_byte() -> None:
    base = document(FULL)
    edited, changes = set_values(base, [("stitch_function_num_per_pool", [64, 2, 1]), ("host.compile_timeout", 900)])
    expected = FULL.replace(b'"stitch_function_num_per_pool": [0, 0, 0]', b'"stitch_function_num_per_pool": [64, 2, 1]')
    assert edited.to_bytes() == expected.replace(b'"compile_timeout": 600', b'"compile_timeout": 900')
    assert [(each.key, each.old, each.new) for each in changes] == [
        ("runtime.stitch_function_num_per_pool", "[0, 0, 0]", "[64, 2, 1]"),
        ("host.compile_timeout", "600", "900"),
    ]
    assert b"1e-3" in edited.to_bytes()  # the spelling of numbers that nobody touched


@pytest.mark.parametrize(("mark", "newline"), [(b"", b"\n"), (b"\xef\xbb\xbf", b"\r\n"), (b"", b"\r\n")])
def test_line_ends_and_mark_stay(mark: bytes, newline: bytes) -> None:
    data = mark + FULL.replace(b"\n", newline)
    edited, _ = set_values(document(data), [("device_sched_mode", 1)])
    assert edited.to_bytes() == data.replace(b'"device_sched_mode": 0', b'"device_sched_mode": 1')


def test_a_wrong_value_is_refused_before_anything_is_written() -> None:
    with pytest.raises(FindingsError) as caught:
        set_values(document(FULL), [("stitch_function_max_num", 5000)])
    assert [finding.key for finding in caught.value.findings] == ["runtime.stitch_function_max_num"]
    with pytest.raises(FindingsError, match="nothing is written"):
        merge_config(document(FULL), [{"runtime": {"run_mode": "SIM"}}])


def test_faults_that_were_there_before_do_not_stand_in_the_way() -> None:
    broken = document(FULL).merge({"host": {"compile_timeout": "long"}})
    edited, changes = set_values(broken, [("device_sched_mode", 1)])
    assert [each.key for each in changes] == ["runtime.device_sched_mode"]
    assert edited.root.value["host"]["compile_timeout"] == "long"


def test_keys_are_found_by_their_short_name_and_misspelt_ones_are_not_made() -> None:
    assert config_keys("run_mode") == ("runtime", "run_mode")
    assert config_keys("global.simulation.args") == ("global", "simulation", "args")
    assert config_keys("pass.cube_nbuffer_setting_by_func.f") == ("pass", "cube_nbuffer_setting_by_func", "f")
    assert config_keys("mine.x", document({"mine": {"x": 1}})) == ("mine", "x")
    assert config_keys("mine.x", new=True) == ("mine", "x")
    with pytest.raises(UnknownOptionError) as caught:
        config_keys("host.compile_timout")
    assert caught.value.suggestions[0] == "host.compile_timeout"
    with pytest.raises(UnknownOptionError, match="removed by 74a25ad46"):
        config_keys("runtime.triple_stream_sched")
    with pytest.raises(UnknownOptionError):
        config_keys("strategy")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("a=1", ("a", 1)),
        ("a = [1, 2]", ("a", [1, 2])),
        ("a=true", ("a", True)),
        ("a=PVC2_OOO", ("a", "PVC2_OOO")),
        ("a=", ("a", "")),
        ("a=x=y", ("a", "x=y")),
        ('a="1"', ("a", "1")),
        ("a=01", ("a", "01")),
    ],
)
def test_assignments(text: str, expected: tuple[str, Any]) -> None:
    assert parse_assignment(text) == expected


@pytest.mark.parametrize("text", ["a", "=1", "", " = 2"])
def test_what_is_no_assignment(text: str) -> None:
    with pytest.raises(UnknownOptionError, match="no KEY=VALUE"):
        parse_assignment(text)


def test_a_broken_list_is_no_string() -> None:
    with pytest.raises(FileError):
        parse_assignment("a=[1, 2")


def test_a_flat_file_of_options_is_merged_into_its_group() -> None:
    flat = document({"stitch_function_num_per_pool": [64, 2, 1], "device_sched_mode": 1})
    merged, changes = merge_config(document(FULL), [overlay_of(flat)])
    assert {each.key for each in changes} == {"runtime.stitch_function_num_per_pool", "runtime.device_sched_mode"}
    assert runtime_options_of(merged) == RuntimeOptions.from_mapping(flat.root.value)
    assert overlay_of(document({})) == {}


def test_reading_and_writing_files(tmp_path: Path) -> None:
    path = tmp_path / "tile_fwk_config.json"
    path.write_bytes(FULL)
    edited, _ = set_values(read_config(path), [("run_mode", 1)])
    write_config(edited, path)
    assert path.read_bytes() == FULL.replace(b'"run_mode": 0', b'"run_mode": 1')
    assert [each.name for each in tmp_path.iterdir()] == ["tile_fwk_config.json"]
    for content, words in [
        (b"", "is empty"),
        (b"\x00\x01", "NUL"),
        (b"[]", "no JSON object"),
        (b'{"a": 1, "a": 2}', "twice"),
        (b"{" + b" " * MAX_BYTES + b"}", "1 MiB"),
    ]:
        path.write_bytes(content)
        with pytest.raises(FileError, match=words):
            read_config(path)
        assert path.read_bytes() == content
    with pytest.raises(FileError, match="no such file"):
        read_config(tmp_path / "missing.json")
    with pytest.raises(FileError, match="is a directory"):
        read_config(tmp_path)


def test_the_installed_file_is_found_without_an_import(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("TILEFWK_CONFIG_PATH", raising=False)
    configs = tmp_path / "pypto" / "lib" / "configs"
    configs.mkdir(parents=True)
    (tmp_path / "pypto" / "__init__.py").write_text("raise RuntimeError('imported')", encoding="utf-8")
    monkeypatch.syspath_prepend(str(tmp_path))
    assert installed_config() is None
    (configs / "tile_fwk_config.json").write_bytes(FULL)  # where the 0.2.0 wheel has it
    assert installed_config() == str(configs / "tile_fwk_config.json")
    monkeypatch.setenv("TILEFWK_CONFIG_PATH", "/elsewhere.json")
    assert installed_config() == "/elsewhere.json"


def test_findings_are_in_the_order_of_the_file() -> None:
    found: tuple[Finding, ...] = check_config(document({"pass": {"x": [1]}, "runtime": {"run_mode": 7}, "host": 1}))
    lines = [finding.span.column for finding in found if finding.span]
    assert lines == sorted(lines)
