"""Every cell of the front end tables against the collections they were converted from, read from the repositories named in each cite."""

from __future__ import annotations

import importlib
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import attrs
import pytest

from geopts.facts.frontend_rows import Companion, Digit, FrontEndKey, KeyTable, TextEnding
from geopts.facts.frontends import (
    COMPANIONS,
    DIGITS,
    ENDINGS,
    FRONT_END_ROWS,
    KEY_MODULES,
    OTHER_KEYS,
    STAND_INS,
    TABLES,
    TOGETHER,
    VALUE_MAPS,
)
from geopts.facts.migration import PRECISION_MODES
from geopts.facts.options import BY_KEY
from geopts.facts.rows import Acceptance, Call

DATA = Path(__file__).parent / "data" / "frontends"
REFERENCE: dict[str, dict[str, Any]] = json.loads((DATA / "keys.json").read_text(encoding="utf-8"))
RENAMED = {"value_type": "type", "value_range": "range", "fields": "field"}
# Keys that a published wheel has and the snapshot of the collection has not; each row says which wheel.
NEWER = {"torchair": {"ge_config.multistream_parallel_mode"}}


def rows_of(table: str) -> tuple[FrontEndKey, ...]:
    module = importlib.import_module(f"geopts.facts.{KEY_MODULES[table]}")
    rows: tuple[FrontEndKey, ...] = getattr(module, table.upper())
    return rows


def as_reference(value: Any, renamed: dict[str, str] | None = None) -> Any:
    """Give a row as the collection writes it, without cells that are not stated."""
    if isinstance(value, tuple) and value and attrs.has(type(value[0])):
        return [as_reference(item) for item in value]
    if isinstance(value, tuple):
        return list(value)
    if attrs.has(type(value)):
        cells = {a.name: as_reference(getattr(value, a.name)) for a in attrs.fields(type(value))}
        return {(renamed or {}).get(name, name): cell for name, cell in cells.items() if cell not in (None, [])}
    if isinstance(value, dict):
        return {name: as_reference(cell) for name, cell in value.items()}
    return getattr(value, "value", value)  # members of an enumeration


def without_nulls(value: Any) -> Any:
    if isinstance(value, dict):
        return {name: without_nulls(cell) for name, cell in value.items() if cell is not None}
    return value


def reference_key(entry: dict[str, Any]) -> dict[str, Any]:
    """Give an entry of the collection with its nested tables in the form of the rows."""
    cells = without_nulls(entry)
    for cell in cells.get("warned_in", ()):
        if cell["values"] == "any":
            del cell["values"]
    if "changes" in cells:
        cells["changes"] = [{"start": c["from"], "declared": c["declared"]} for c in cells["changes"]]
    if "deprecated_values" in cells:
        cells["deprecated_values"] = [{"value": v, **cell} for v, cell in cells["deprecated_values"].items()]
    if isinstance(cells.get("field_by_version"), list):
        cells["field_by_version"] = [without_nulls(cell) for cell in cells["field_by_version"]]
    return dict(cells)


@pytest.mark.parametrize("table", REFERENCE)
def test_every_key_and_cell_of_a_table(table: str) -> None:
    ours = {row.spelling: row for row in rows_of(table)}
    newer = NEWER.get(table, set())
    assert len(ours) == len(rows_of(table))
    assert [key for key in ours if key not in newer] == list(REFERENCE[table]["keys"])
    for spelling, entry in REFERENCE[table]["keys"].items():
        cells = as_reference(ours[spelling], RENAMED)
        assert cells.pop("spelling") == spelling
        # an empty list of values is a cell: no value is taken at all
        if ours[spelling].values == ():
            cells["values"] = []
        if ours[spelling].fields == ():
            cells["field"] = []
        assert cells == reference_key(entry), spelling


@pytest.mark.parametrize("table", NEWER)
def test_a_newer_key_names_its_wheel(table: str) -> None:
    rows = {row.spelling: row for row in rows_of(table)}
    assert all("wheel" in rows[spelling].source for spelling in NEWER[table])


@pytest.mark.parametrize("table", REFERENCE)
def test_every_cell_of_what_holds_for_a_table(table: str) -> None:
    reference = without_nulls(REFERENCE[table])
    accepted = [r for r in rows_of(table) if not r.removed and not r.ignored and r.accepted is not False]
    newer = NEWER.get(table, set())
    assert len([r for r in accepted if r.spelling not in newer]) == reference.pop("n_accepted")
    assert len(rows_of(table)) - len(accepted) == reference.pop("n_other")
    del reference["keys"]
    for name in ("set_by_the_front_end", "also_set"):
        if name in reference:
            reference[name] = [{"ge_key": key, **cell} for key, cell in reference[name].items()]
    for pattern in reference.get("patterns", ()):
        pattern["source"] = [pattern["source"]] if isinstance(pattern["source"], str) else pattern["source"]
        if pattern["ge_scope"] is None:
            del pattern["ge_scope"]
    cells = as_reference(TABLES[table])
    assert cells.pop("name") == table
    assert cells == reference


def test_the_tables_are_those_of_the_collection() -> None:
    assert list(TABLES) == list(REFERENCE)
    assert set(KEY_MODULES) == set(REFERENCE)


def test_every_row_has_a_source() -> None:
    rows: list[Any] = [*FRONT_END_ROWS, *VALUE_MAPS.values(), *DIGITS, *COMPANIONS, *ENDINGS, *TOGETHER]
    rows += [row for table in KEY_MODULES for row in rows_of(table)]
    rows += [row for table in OTHER_KEYS.values() for row in table]
    assert all(row.source for row in rows)
    assert all(source for _, source in STAND_INS.values())
    assert all(table.unknown_key_source for table in TABLES.values())


def known_keys() -> dict[tuple[str, str], FrontEndKey]:
    keys = {(table, row.spelling): row for table in KEY_MODULES for row in rows_of(table)}
    return keys | {(table, row.spelling): row for table, rows in OTHER_KEYS.items() for row in rows}


def test_rows_about_a_key_name_a_key_that_exists() -> None:
    keys = known_keys()
    assert VALUE_MAPS.keys() <= keys.keys()
    assert STAND_INS.keys() <= keys.keys()
    about: list[Digit | Companion | TextEnding] = [*DIGITS, *COMPANIONS, *ENDINGS]
    assert {(row.table, row.spelling) for row in about} <= keys.keys()
    assert {(row.table, spelling) for row in TOGETHER for spelling in row.spellings} <= keys.keys()
    assert all(keys[d.table, d.spelling].ge_key == "ge.exec.allow_hf32" for d in DIGITS)


def test_a_value_map_covers_the_values_of_its_key() -> None:
    # The map says what reaches GE, the key's own row which values the front end takes: they are one list.
    for (table, spelling), row in VALUE_MAPS.items():
        values = known_keys()[table, spelling].values
        assert values is not None
        assert {written for written, _ in row.pairs} == set(values), spelling


def test_front_ends_name_tables_that_exist_and_names_are_unique() -> None:
    names = [name for row in FRONT_END_ROWS for name in (row.name, *row.aliases)]
    assert len(names) == len(set(names))
    assert all(table in KEY_MODULES or table in OTHER_KEYS for row in FRONT_END_ROWS for table in row.tables)


def test_equivalent_precision_modes_are_values_of_the_two_options() -> None:
    paired = [(first, row.v2) for row in PRECISION_MODES for first in row.v1 if row.v2 is not None]
    allowed_v1 = set(BY_KEY["ge.exec.precision_mode"].allowed_values or ())
    allowed_v2 = set(BY_KEY["ge.exec.precision_mode_v2"].allowed_values or ())
    assert {first for first, _ in paired} <= allowed_v1
    assert {second for _, second in paired} <= allowed_v2
    # emit_targets section 4.4: the four texts without a counterpart
    assert allowed_v1 - {first for first, _ in paired} == {"allow_fp32_to_fp16", "allow_fp32_to_bf16"}
    assert allowed_v2 - {second for _, second in paired} == {"cube_hif8", "mixed_hif8"}


# The second collection: a table of spellings per GE key, made independently of the first.
SPELLINGS: list[dict[str, str]] = json.loads((DATA / "spelling_table.json").read_text(encoding="utf-8"))
COLUMNS = {
    "ATC flag (atc_flags.cc)": ("atc", re.compile(r"`(--\w+)`")),
    "acl enum (op_compiler.cpp:29-44)": ("acl", re.compile(r"`(ACL_\w+)`")),
    "torchair `CompilerConfig`": ("torchair", re.compile(r"`config\.([\w.]+?)(?:=\"\w+\")?`")),
    "TF1 `parameter_map` (npu_estimator.py)": ("tf1_parameter_map", re.compile(r'`\["(\w+)"\]')),
    "TF2 `global_options()` (npu_config.py)": ("tf2_global_options", re.compile(r"`\.([\w.]+)`")),
    "ORT CANN EP": ("onnxruntime_cann", re.compile(r"`(\w+)`")),
}


def cells_of(column: str) -> Iterator[tuple[str, str, str]]:
    table, pattern = COLUMNS[column]
    for row in SPELLINGS:
        key = re.match(r"`([^`]+)`", row["GE key (T line)"])
        found = pattern.search(row[column].partition(" — ")[0])
        if key is not None and found is not None and not row[column].startswith("—"):
            yield table, key[1], found[1]


@pytest.mark.parametrize("column", COLUMNS)
def test_the_two_collections_agree_on_spellings(column: str) -> None:
    found = list(cells_of(column))
    assert len(found) > 5 or column == "ORT CANN EP"
    keys = known_keys()
    for table, ge_key, spelling in found:
        row = keys[table, spelling]
        reaches = STAND_INS.get((table, spelling), (row.ge_key,))[0]
        assert reaches == ge_key, (table, spelling)


def test_a_dash_in_the_table_of_spellings_means_no_key() -> None:
    for column, (table, _) in COLUMNS.items():
        spelled = {STAND_INS.get((table, row.spelling), (row.ge_key,))[0] for row in rows_of(table)}
        for row in SPELLINGS:
            key = re.match(r"`([^`]+)`", row["GE key (T line)"])
            # the three keys of this column that a newer wheel or a newer page has
            newer = {"ge.autoMultistreamParallelMode"} if table == "torchair" else set()
            if key is not None and row[column] == "—" and key[1] not in newer:
                assert key[1] not in spelled, (column, key[1])


def test_the_table_of_levels_agrees_with_the_option_rows() -> None:
    # emit_targets section 2: BI, BM, GI, S, G as the code lists them (option_supportion_checker.cc:29-228, ge_common_api_types.h:699-753)
    columns = {
        "BI": Call.BUILD_INITIALIZE,
        "BM": Call.BUILD_MODEL,
        "GI": Call.GE_INITIALIZE,
        "S": Call.SESSION,
        "G": Call.GRAPH,
    }
    taken = (Acceptance.ACCEPTED, Acceptance.ACCEPTED_INNER_LIST, Acceptance.LISTED)
    checked = 0
    for row in json.loads((DATA / "level_table.json").read_text(encoding="utf-8")):
        for key in (part.strip() for part in row["GE key"].split(" / ")):
            if key not in BY_KEY:
                continue
            for column, call in columns.items():
                if row[column] not in ("Y", "-"):
                    continue
                inner = BY_KEY[key].scopes_in_code.get(call) is Acceptance.ACCEPTED_INNER_LIST
                assert inner or (row[column] == "Y") == (BY_KEY[key].scopes_in_code.get(call) in taken), (key, column)
                checked += 1
    assert checked > 150


def test_a_table_without_a_list_of_prefixes_is_exact() -> None:
    # api/atc/cmd_flag_info.cc:468 calls getopt_long; no other front end completes a key
    assert [name for name, table in TABLES.items() if table.prefix_match] == ["atc"]
    assert isinstance(TABLES["atc"], KeyTable)
