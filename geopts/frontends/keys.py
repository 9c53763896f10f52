"""Look-ups in the key tables of the front ends, each table imported when it is first asked for."""

from __future__ import annotations

import importlib
from collections.abc import Mapping
from functools import cache

from geopts.facts.frontend_rows import FrontEndKey, FrontEndRow, UnknownKey
from geopts.facts.frontends import FRONT_END_ROWS, KEY_MODULES, OTHER_KEYS, STAND_INS, TABLES

__all__ = [
    "by_ge_key",
    "by_spelling",
    "front_end_row",
    "ge_key_of",
    "is_ignored",
    "is_usable",
    "keys_of",
    "table_names",
    "unknown_key",
]


@cache
def keys_of(table: str) -> tuple[FrontEndKey, ...]:
    """Give the rows of a table."""
    if table in OTHER_KEYS:
        return OTHER_KEYS[table]
    module = importlib.import_module(f"geopts.facts.{KEY_MODULES[table]}")
    rows: tuple[FrontEndKey, ...] = getattr(module, table.upper())
    return rows


def table_names() -> tuple[str, ...]:
    """Give the names of all tables."""
    return (*KEY_MODULES, *OTHER_KEYS)


@cache
def by_spelling(table: str) -> Mapping[str, FrontEndKey]:
    """Give the rows of a table by spelling; aliases (``-m`` for ``--model``) are spellings too."""
    rows = {row.spelling: row for row in keys_of(table)}
    for row in keys_of(table):
        for alias in row.aliases or ():
            rows.setdefault(alias, row)
    return rows


def ge_key_of(table: str, row: FrontEndKey) -> str | None:
    """Give the GE option a key stands for; where the front end sends it under a name of its own, the option it is meant to be."""
    stand_in = STAND_INS.get((table, row.spelling))
    return stand_in[0] if stand_in else row.ge_key


def is_usable(row: FrontEndKey) -> bool:
    """Say whether the front end of today takes and reads the key."""
    return not row.removed and not is_ignored(row) and row.accepted is not False


def is_ignored(row: FrontEndKey) -> bool:
    """Say whether nothing reads the key: it says so itself, or it is handed on to a key of parameter_map that does."""
    if row.ignored or row.parameter_map_key is None:
        return bool(row.ignored)
    target = next((r for r in keys_of("tf1_parameter_map") if r.spelling == row.parameter_map_key), None)
    return target is not None and bool(target.ignored)


@cache
def by_ge_key(table: str) -> Mapping[str, tuple[FrontEndKey, ...]]:
    """Give the usable rows of a table by GE key; a key that is only another name of a row's key comes last."""
    found: dict[str, tuple[FrontEndKey, ...]] = {}
    for row in keys_of(table):
        key = ge_key_of(table, row)
        if key is not None and is_usable(row):
            found[key] = (*found.get(key, ()), row)
    for row in keys_of(table):
        for alias in row.ge_key_aliases or ():
            found.setdefault(alias, (row,))
    return found


@cache
def front_end_row(name: str) -> FrontEndRow:
    """Give the row of a front end by its exact name."""
    return next(row for row in FRONT_END_ROWS if row.name == name)


def unknown_key(table: str, spelling: str) -> UnknownKey:
    """Say what happens to a key that the table does not have."""
    row = TABLES[table]
    return next((e.unknown_key for e in row.unknown_key_exceptions if spelling.startswith(e.prefix)), row.unknown_key)
