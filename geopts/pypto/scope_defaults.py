"""The bottom scope: the defaults of the newest PyPTO, or what a configuration file gives."""

from __future__ import annotations

import functools
import json
from typing import TYPE_CHECKING, Any

from geopts.facts.pypto import CONFIG_KEYS, RELEASES
from geopts.facts.pypto_rows import ConfigKind
from geopts.pypto.config_schema import CONFIG_ROWS
from geopts.pypto.scope_rules import RefusedError, ScopeSemantics, plain
from geopts.pypto.values import shown

if TYPE_CHECKING:
    from geopts.pypto.json_document import JsonDocument

__all__ = ["file_defaults", "newest_defaults"]

_OLD_OPTIONS = frozenset(next(row.options for row in RELEASES if row.release == "0.2.0"))
_LOADER = "framework/src/interface/configs/config_manager_ng.cpp @883e7dfb; measured on pypto 0.2.0"


def newest_defaults() -> dict[str, Any]:
    """Give the values of the newest ``tile_fwk_config.json`` by full key; keys whose default is not known are left out."""
    return {key: plain(value) for key, value in _newest().items()}


@functools.cache
def _newest() -> dict[str, Any]:
    return {row.key: _stored(row.kind, json.loads(row.default)) for row in CONFIG_KEYS if row.default is not None}


def file_defaults(document: JsonDocument, semantics: ScopeSemantics) -> dict[str, Any]:
    """Give the values of a file as PyPTO loads them: nothing is compared with a range, and a number that stands alone becomes an integer.

    :raises RefusedError: a list that PyPTO cannot load; it fails at the first use of the configuration.
    """
    values: dict[str, Any] = {}
    for keys, node in document.leaves():
        map_row = CONFIG_ROWS.get(".".join(keys[:-1]))
        if map_row is not None and map_row.kind is ConfigKind.STRING_MAP:
            values.setdefault(map_row.key, {})[keys[-1]] = node.value
            continue
        key = ".".join(keys)
        kind = _kind(key, semantics)
        if node.value == {} and kind is not ConfigKind.STRING_MAP:
            continue  # a group without options
        if isinstance(node.value, list) and not _loadable(kind, node.value):
            raise RefusedError(
                f"{key} is {shown(node.value)}: PyPTO reads a list that its schema does not describe otherwise as strings, and fails with"
                " '[json.exception.type_error.302] type must be string'",
                option=key,
                value=node.value,
                source=_LOADER,
            )
        values[key] = _stored(kind, node.value)
    return values


def _kind(key: str, semantics: ScopeSemantics) -> ConfigKind:
    """What the schema of the release says of a key."""
    group, _, name = key.partition(".")
    if semantics is ScopeSemantics.PYPTO_0_2_0 and group == "runtime" and name not in _OLD_OPTIONS:
        return ConfigKind.NOT_IN_SCHEMA
    row = CONFIG_ROWS.get(key)
    return row.kind if row is not None else ConfigKind.NOT_IN_SCHEMA


def _loadable(kind: ConfigKind, items: list[Any]) -> bool:
    if kind in (ConfigKind.INTEGER_LIST, ConfigKind.DOUBLE_LIST):
        return all(isinstance(item, (int, float)) for item in items)
    if kind is ConfigKind.INTEGER_MAP:
        return all(
            isinstance(item, list) and len(item) == 2 and all(isinstance(each, int) for each in item) for item in items
        )
    return all(isinstance(item, str) for item in items)


def _stored(kind: ConfigKind, value: Any) -> Any:
    if kind is ConfigKind.INTEGER_MAP and isinstance(value, list):
        return {pair[0]: pair[1] for pair in value}
    if isinstance(value, float):
        return int(value)
    if kind is ConfigKind.INTEGER_LIST and isinstance(value, list):
        return [int(item) for item in value]
    return plain(value)
