"""JSON Schemas generated from the facts: of ``tile_fwk_config.json`` and of the table ``[pypto.runtime]``.

PyPTO ships a schema of its own, but it is no valid JSON Schema (``"type": "double"``), its list limits are read by nothing, and the values of
the file are never compared with it (framework/src/interface/configs/config_manager_ng.cpp @883e7dfb; measured on pypto 0.2.0).
"""

from __future__ import annotations

import functools
import json
from typing import Any

from geopts.facts.pypto import CONFIG_KEYS, RUNTIME_OPTIONS
from geopts.facts.pypto_rows import ConfigKeyRow, ConfigKind, RuntimeOptionRow

__all__ = ["CONFIG_ROWS", "config_schema", "runtime_options_schema"]

Schema = dict[str, Any]

#: The rows of the configuration file by their dotted key.
CONFIG_ROWS: dict[str, ConfigKeyRow] = {row.key: row for row in CONFIG_KEYS}

_RUNTIME = {row.key: row for row in RUNTIME_OPTIONS}
_DRAFT = "https://json-schema.org/draft/2020-12/schema"


@functools.cache
def config_schema() -> Schema:
    """Give the schema of ``tile_fwk_config.json``: types and limits of every known key; unknown keys are allowed."""
    root: Schema = {"$schema": _DRAFT, "title": "tile_fwk_config.json of PyPTO", "type": "object", "properties": {}}
    for row in CONFIG_KEYS:
        node = root
        *groups, name = row.key.split(".")
        for group in groups:
            node = node["properties"].setdefault(group, {"type": "object", "properties": {}})
        node["properties"][name] = _key_schema(row)
    return root


@functools.cache
def runtime_options_schema() -> Schema:
    """Give the schema of a dict of runtime options; unknown names are refused."""
    properties = {row.name: _option_schema(row) for row in RUNTIME_OPTIONS}
    return {
        "$schema": _DRAFT,
        "title": "runtime options of PyPTO",
        "type": "object",
        "properties": properties,
        "additionalProperties": False,
    }


def _key_schema(row: ConfigKeyRow) -> Schema:
    schema = _option_schema(_RUNTIME[row.key]) if row.key in _RUNTIME else _plain_schema(row)
    if row.key == "runtime.launch_sched_aicpu_num":
        # The jit page lets 0 and less choose the number; the file is the one place where such a value gets through.
        del schema["minimum"]
    if row.default is not None:
        schema["default"] = json.loads(row.default)
    return schema


def _option_schema(row: RuntimeOptionRow) -> Schema:
    if row.length is not None:
        return {"type": "array", "items": _integers(row.value_range), "minItems": row.length, "maxItems": row.length}
    if row.value_range is not None:
        return _integers(row.value_range)
    pair = {"type": "array", "items": {"type": "string"}, "minItems": 2, "maxItems": 2}
    names = {"type": "array", "items": {"type": "string"}}
    return {"anyOf": [names, {"type": "array", "items": pair}]}


def _plain_schema(row: ConfigKeyRow) -> Schema:
    simple: dict[ConfigKind, Schema] = {
        ConfigKind.INTEGER: _integers(row.value_range),
        ConfigKind.BOOLEAN: {"type": "boolean"},
        ConfigKind.STRING: {"type": "string"},
        ConfigKind.INTEGER_LIST: {"type": "array", "items": {"type": "integer"}},
        ConfigKind.STRING_LIST: {"type": "array", "items": {"type": "string"}},
        ConfigKind.DOUBLE_LIST: {"type": "array", "items": {"type": "number"}},
        ConfigKind.STRING_MAP: {"type": "object", "additionalProperties": {"type": "integer"}},
        ConfigKind.INTEGER_MAP: {
            "type": "array",
            "items": {
                "type": "array",
                "prefixItems": [_integers(row.key_range), _integers(row.value_range)],
                "minItems": 2,
                "maxItems": 2,
            },
        },
        ConfigKind.NOT_IN_SCHEMA: {},
    }
    schema = dict(simple[row.kind])
    if row.enum_not_enforced:
        texts = row.enum_not_enforced
        schema["enum"] = list(texts) if row.kind is ConfigKind.STRING else [int(text) for text in texts]
    return schema


def _integers(limits: tuple[int, int] | None) -> Schema:
    return {"type": "integer"} if limits is None else {"type": "integer", "minimum": limits[0], "maximum": limits[1]}
