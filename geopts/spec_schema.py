"""JSON Schemas of geopts.toml and of options.json, generated from the option table."""

from __future__ import annotations

from typing import Any

from geopts.facts.dialects import PrecisionMode
from geopts.facts.options import OPTIONS
from geopts.facts.rows import Call, OptionRow, ValueKind
from geopts.option_set import option_name

__all__ = ["option_dict_schema", "spec_schema", "structure_schema"]

_DRAFT = "https://json-schema.org/draft/2020-12/schema"


def structure_schema() -> dict[str, Any]:
    """Schema of the tables of a spec; the options in it are checked by `OptionSet`, which can say more."""
    modes = {"type": "object", "additionalProperties": {"type": "string"}}
    return {
        "type": "object",
        "additionalProperties": False,
        "properties": {
            "$schema": {"type": "string"},
            "product": {"type": "string", "description": "product family, such as A2; the command line wins"},
            "soc_version": {"type": "string", "description": "SoC name, such as Ascend910B3, instead of a family"},
            "cann": {
                "type": "string",
                "description": "CANN release; decides the parser generation where that is attested",
            },
            "parser": {
                "type": "string",
                "enum": ["old", "new"],
                "description": "generation of GE's op_precision.ini parser",
            },
            "options": {"type": "object", "description": "GE options by constant in lower case or by GE key"},
            "precision": {
                "type": "object",
                "additionalProperties": False,
                "description": "content of op_precision.ini, or a file that holds it",
                "properties": {
                    "by_op_type": {**modes, "description": "operator type to mode"},
                    "by_node_name": {**modes, "description": "node name to mode; beats the operator type"},
                    "file": {"type": "string", "description": "an op_precision.ini, relative to this file"},
                },
            },
            "pypto": {
                "type": "object",
                "additionalProperties": False,
                "properties": {"runtime": {"type": "object", "description": "run-time options of PyPTO"}},
            },
            "lint": {"type": "object", "description": "configuration of geopts lint"},
        },
    }


def _value_schema(row: OptionRow) -> dict[str, Any]:
    kind = row.value_kind
    if row.key == "ge.exec.allow_hf32":
        table = {
            "type": "object",
            "additionalProperties": False,
            "required": ["conv", "matmul"],
            "properties": {"conv": {"type": "boolean"}, "matmul": {"type": "boolean"}},
        }
        return {"anyOf": [{"type": "boolean"}, {"enum": ["true", "false", "0", "1", "00", "01", "10", "11"]}, table]}
    if kind in (ValueKind.BOOL_01, ValueKind.BOOL_TRUE_FALSE, ValueKind.BOOL_CAPITALISED):
        texts = {
            ValueKind.BOOL_01: ["0", "1"],
            ValueKind.BOOL_TRUE_FALSE: ["true", "false"],
            ValueKind.BOOL_CAPITALISED: ["True", "False"],
        }[kind]
        return {"anyOf": [{"type": "boolean"}, {"enum": texts}]}
    if kind is ValueKind.ENUM:
        texts = list(dict.fromkeys(t for t in (*(row.allowed_values or ()), *(row.code_accepted_values or ())) if t))
        return {"enum": [*(int(t) for t in texts if t.isdigit()), *texts]}
    if kind is ValueKind.INT:
        return {"type": ["integer", "string"]}
    if kind is ValueKind.LIST:
        return {"type": ["string", "array"]}
    if kind in (ValueKind.SHAPE, ValueKind.KEY_VALUE_LIST):
        return {"type": ["string", "object"]}
    return {"type": "string"}


def spec_schema() -> dict[str, Any]:
    """Schema of geopts.toml for editors: the structure, and every option with its values."""
    schema = structure_schema()
    options: dict[str, Any] = {}
    for row in OPTIONS:
        value = {"description": f"{row.summary} ({row.key})", **_value_schema(row)}
        for name in dict.fromkeys((option_name(row), row.key)):
            options[name] = value
    schema["properties"]["options"] |= {"additionalProperties": False, "properties": options}
    modes = {"enum": [mode.value for mode in PrecisionMode]}
    for table in ("by_op_type", "by_node_name"):
        schema["properties"]["precision"]["properties"][table]["additionalProperties"] = modes
    return {
        "$schema": _DRAFT,
        "title": "geopts.toml",
        "description": "Options of a GE build, checked by geopts.",
        **schema,
    }


def option_dict_schema() -> dict[str, Any]:
    """Schema of options.json: one table of key and text for each GE call."""
    return {
        "$schema": _DRAFT,
        "title": "options.json of geopts build",
        "description": "For every GE call the option dict to pass, exactly as it is.",
        "type": "object",
        "additionalProperties": False,
        "properties": {call.value: {"type": "object", "additionalProperties": {"type": "string"}} for call in Call},
    }
