"""The PyPTO tables against copies of the reference they were made from: data/pypto_options/runtime_options.json, config_schema_summary.md."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from geopts.facts.pypto import (
    COMMON_CHECKS,
    CONFIG_KEYS,
    RANGE_CHECK,
    RELEASES,
    REMOVED_OPTIONS,
    RUNTIME_OPTIONS,
    SENTENCES,
    TYPE_CHECK,
)
from geopts.facts.pypto_relations import PYPTO_RELATIONS
from geopts.facts.pypto_rows import Channel, ConfigKind, PyPTOCheckRow
from geopts.facts.rows import Family

DATA = Path(__file__).parent / "data" / "pypto_options"
REFERENCE: dict[str, Any] = json.loads((DATA / "runtime_options.json").read_text(encoding="utf-8"))
OPTIONS: list[dict[str, Any]] = REFERENCE["options"]
FAMILIES = {"Ascend 950PR/950DT": Family.ASCEND_950, "Atlas A3": Family.ATLAS_A3, "Atlas A2": Family.ATLAS_A2}


def test_every_option_is_there_in_order() -> None:
    assert [row.name for row in RUNTIME_OPTIONS] == [option["name"] for option in OPTIONS]


@pytest.mark.parametrize("option", OPTIONS, ids=lambda option: option["name"])
def test_each_cell_of_an_option(option: dict[str, Any]) -> None:
    row = next(each for each in RUNTIME_OPTIONS if each.name == option["name"])
    limits = option["range"]
    limits, length = (limits["each"], limits["length"]) if isinstance(limits, dict) else (limits, None)
    documented = option["default"]["doc"]
    assert row.key == option["key"]
    assert option["channel"].startswith(row.channel.value)
    assert (row.channel_note or "") == option["channel"].removeprefix(row.channel.value).strip(" ()")
    assert row.type_words == option["type"]
    assert row.value_range == (tuple(limits) if limits else None)
    assert row.length == length
    if isinstance(documented, dict):
        assert not isinstance(row.default_documented, str)
        assert {k: json.loads(v) for k, v in row.default_documented.items()} == {
            FAMILIES[k]: v for k, v in documented.items()
        }
    elif isinstance(documented, str):
        assert row.default_documented == documented
    else:
        assert isinstance(row.default_documented, str)
        assert json.loads(row.default_documented) == documented
    assert json.loads(row.default_config) == option["default"]["config_json"]
    assert (json.loads(row.default_schema) if row.default_schema else None) == option["default"].get("schema")
    assert row.products == tuple(FAMILIES[product] for product in option["products"])
    assert row.product_limits == {FAMILIES[k]: v for k, v in option.get("product_limits", {}).items()}
    assert row.values == option.get("values", {})
    assert [item.split(" ")[0] for item in option.get("order", [])] == list(row.order)
    for field in ("meaning", "since", "setter", "getter", "note", "also_accepted", "consumed_in"):
        assert getattr(row, field) == option.get(field)
    assert row.relations == tuple(option["relations"])
    assert row.caveats == tuple(option.get("caveats", ()))
    assert row.source == tuple(option["source"])


@pytest.mark.parametrize("option", OPTIONS, ids=lambda option: option["name"])
def test_each_check_of_an_option(option: dict[str, Any]) -> None:
    row = next(each for each in RUNTIME_OPTIONS if each.name == option["name"])
    kinds = {
        ConfigKind.INTEGER: "int64",
        ConfigKind.INTEGER_LIST: "list[int64]",
        ConfigKind.STRING_LIST: "list[string]",
    }
    low, high = row.value_range or ("", "")
    stated = [(layer, check) for layer in ("python", "cpp") for check in option["validation"][layer]]
    own = iter(row.checks)
    for layer, check in stated:
        if check["where"].startswith("ValidateConfigValueType"):
            _same_check(TYPE_CHECK, layer, check, {"{key}": row.key, "{expected}": kinds[row.kind]})
        elif check["where"].startswith("ConfigScope::UpdateValueWithAny"):
            _same_check(RANGE_CHECK, layer, check, {"{key}": row.key, "{low}": str(low), "{high}": str(high)})
        else:
            _same_check(next(own), layer, check, {})
    assert next(own, None) is None


def _same_check(row: PyPTOCheckRow, layer: str, check: dict[str, Any], filled: dict[str, str]) -> None:
    def fill(text: str | None) -> str | None:
        for hole, word in filled.items():
            text = text.replace(hole, word) if text else text
        return text

    assert row.layer == layer
    assert (row.where, fill(row.condition)) == (check["where"], check["condition"])
    assert row.exception == check.get("python_exception", check.get("exception"))
    assert fill(row.text) == check.get("text")
    assert fill(row.match) == check.get("match")
    assert (row.also, row.note) == (check.get("also"), check.get("note"))
    assert row.source == check["source"]


def test_common_checks() -> None:
    for row, check in zip(COMMON_CHECKS, REFERENCE["common_validation"], strict=True):
        assert (row.where, row.condition) == (check["where"], check["condition"])
        assert row.exception == check.get("python_exception")
        assert (row.text, row.match, row.note) == (check.get("text"), check.get("match"), check.get("effect"))


def test_removed_options() -> None:
    for row, legacy in zip(REMOVED_OPTIONS, REFERENCE["legacy_options"], strict=True):
        assert all(name in legacy["name"] for name in row.names)
        default = legacy["default"]
        assert row.default == (default if isinstance(default, str) else json.dumps(default))
        assert row.value_range == (tuple(legacy["range"]) if "range" in legacy else None)
        assert (row.present_in, row.removed, row.note) == (legacy.get("in"), legacy.get("removed"), legacy.get("note"))
        assert (row.kind is ConfigKind.BOOLEAN) == (legacy.get("type") == "bool")


def test_releases_hold_what_the_reference_lists() -> None:
    before: tuple[str, ...] = ()
    for row, (title, names) in zip(RELEASES, REFERENCE["options_by_release"].items(), strict=True):
        expected: list[str] = []
        for name in names:
            expected += list(before) if name.startswith("(as ") else [name]
        assert row.options == tuple(expected)
        assert row.release == "newest" or row.release in title
        before = row.options
    assert set(RELEASES[-1].options) == {row.name for row in RUNTIME_OPTIONS}


def test_sentences() -> None:
    texts = {row.text for row in SENTENCES}
    assert texts == {*REFERENCE["precedence"], REFERENCE["products_note"], REFERENCE["old_public_api"]}


def test_config_keys_agree_with_the_summary() -> None:
    text = (DATA / "config_schema_summary.md").read_text(encoding="utf-8")
    rows = {row.key: row for row in CONFIG_KEYS}
    seen: list[str] = []
    group = ""
    for line in text.splitlines():
        if heading := re.match(r"## `(\w+)\.\*`", line):
            group = heading.group(1)
        cells = [cell.strip() for cell in line.strip("|").split(" | ")]
        if not line.startswith("|") or not group or cells[0] in ("key", "---|---|---|---", "---|---|---|---|---"):
            continue
        name = cells[0].removeprefix("**new** ")
        key = name if group == "global" else f"{group}.{name}"
        row = rows[key]
        seen.append(key)
        assert row.newer == cells[0].startswith("**new** ")
        assert cells[1].startswith(row.kind.value) or row.kind.value in cells[1], key
        numbers = [
            2**31 - 1 if number == "INT_MAX" else int(number) for number in re.findall(r"-?\d+|INT_MAX", cells[2])
        ]
        if cells[2].startswith("enum"):
            assert row.enum_not_enforced == tuple(cells[2].split(": ")[1].split(", "))
            assert row.value_range is None
        elif cells[2].startswith("key"):
            assert (*(row.key_range or ()), *(row.value_range or ())) == tuple(numbers)
        elif cells[2].startswith("["):
            assert row.value_range == tuple(numbers)
        else:
            assert row.value_range is None, key
        default = cells[3].strip("`")
        if row.default is None:
            assert default.endswith("...") or "(assumed)" in default
        else:
            assert row.default == default
    # One key is named in the notes below the tables only.
    assert [row.key for row in CONFIG_KEYS] == [*seen, "global.pass.enable_vf"]


def test_options_and_config_keys_say_the_same() -> None:
    keys = {row.key: row for row in CONFIG_KEYS}
    for row in RUNTIME_OPTIONS:
        key = keys[row.key]
        assert key.default is not None
        assert (key.kind, json.loads(key.default)) == (row.kind, json.loads(row.default_config))
        assert key.value_range == (None if row.length else row.value_range)
    assert {key for key in keys if key.startswith("runtime.")} == {row.key for row in RUNTIME_OPTIONS}


def test_every_row_has_a_source() -> None:
    options = [source for row in RUNTIME_OPTIONS for source in (row.source, *(check.source for check in row.checks))]
    tables: list[tuple[Any, ...]] = [
        COMMON_CHECKS,
        REMOVED_OPTIONS,
        RELEASES,
        SENTENCES,
        CONFIG_KEYS,
        PYPTO_RELATIONS,
        (TYPE_CHECK, RANGE_CHECK),
    ]
    assert all(options)
    assert all(row.source for table in tables for row in table)
    assert len({row.identifier for row in PYPTO_RELATIONS}) == len(PYPTO_RELATIONS)


def test_only_the_pools_are_experimental() -> None:
    # Seed statement S108: what is not stable yet does not enter the table of jit options.
    experimental = [row.name for row in RUNTIME_OPTIONS if row.channel is Channel.EXPERIMENTAL]
    assert experimental == ["stitch_function_num_per_pool"]
