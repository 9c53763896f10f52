"""The published schemas against what the reader takes."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from geopts.errors import FindingsError
from geopts.facts.options import BY_KEY
from geopts.option_set import OptionSet, option_name
from geopts.resolve.plan import resolve
from geopts.spec import read_spec
from geopts.spec_schema import option_dict_schema, spec_schema, structure_schema

REFERENCE: list[dict[str, Any]] = json.loads(
    (Path(__file__).parent / "data" / "reference" / "options.json").read_text(encoding="utf-8")
)
SCHEMA = jsonschema.Draft202012Validator(spec_schema())


def valid(spec: dict[str, Any]) -> bool:
    return SCHEMA.is_valid(spec)


def readable(spec: dict[str, Any]) -> bool:
    try:
        read_spec("x.json", json.dumps(spec).encode())
    except FindingsError:
        return False
    return True


def test_the_schemas_are_schemas() -> None:
    for schema in (spec_schema(), option_dict_schema(), structure_schema()):
        jsonschema.Draft202012Validator.check_schema(schema)
        assert schema["type"] == "object"


@pytest.mark.parametrize("option", REFERENCE, ids=lambda option: str(option["key"]))
def test_schema_and_reader_agree_on_every_option(option: dict[str, Any]) -> None:
    texts = [text for text in (option["allowed_values"] or []) + (option["code_accepted_values"] or []) if text]
    closed = option["value_type"] in ("enum", "bool01", "booltf", "boolTF")
    candidates: list[Any] = [
        *texts,
        *(int(text) for text in texts if text.isdigit()),
        True,
        False,
        "no such value",
        1,
        None,
    ]
    for name in {option["key"], option_name(BY_KEY[option["key"]])}:
        for value in candidates if closed else (True, None):
            spec = {"options": {name: value}}
            # JSON's null leaves an option unset for the reader, and editors need not offer it
            assert valid(spec) == (readable(spec) and value is not None), (name, value)
    assert not valid({"options": {option["key"] + "x": "x"}})


@pytest.mark.parametrize(
    ("spec", "good"),
    [
        ({}, True),
        ({"$schema": "x", "product": "A2", "parser": "old"}, True),
        ({"options": {"allow_hf32": {"conv": True, "matmul": False}}}, True),
        ({"options": {"allow_hf32": {"conv": True}}}, False),
        ({"precision": {"by_op_type": {"Gelu": "high_precision"}}}, True),
        ({"precision": {"by_op_type": {"Gelu": "high_precison"}}}, False),
        ({"precision": {"by_node_name": {"n": 1}}}, False),
        ({"pypto": {"runtime": {}}}, True),
        ({"pypto": {"run": {}}}, False),
        ({"parser": "newest"}, False),
        ({"bogus": 1}, False),
    ],
)
def test_schema_and_reader_agree_on_the_tables(spec: dict[str, Any], good: bool) -> None:
    assert valid(spec) is readable(spec) is good


def test_what_build_writes_is_valid() -> None:
    schema = jsonschema.Draft202012Validator(option_dict_schema())
    options = OptionSet(PRECISION_MODE_V2="origin", ENABLE_SCOPE_FUSION_PASSES="P", SOC_VERSION="Ascend910B3")
    assert schema.is_valid(resolve(options).calls)
    session = options.replace(ENABLE_SCOPE_FUSION_PASSES=None)
    assert schema.is_valid(resolve(session, api="session").calls)
    assert not schema.is_valid({"build_model": {"ge.opDebugLevel": 1}})
    assert not schema.is_valid({"build": {}})
