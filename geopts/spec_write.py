"""Writing geopts.toml: what `read_spec` reads back is the same spec."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from geopts.errors import UnportableError
from geopts.facts.options import BY_KEY
from geopts.option_set import OP_PRECISION_MODE, option_name
from geopts.precision.op_precision import OpPrecision
from geopts.spec import Spec
from geopts.values import AllowHF32

__all__ = ["spec_toml", "starting_toml", "toml_value"]

_BARE_KEY = re.compile(r"[A-Za-z0-9_-]+")
_START = """\
# Options of one GE build. 'geopts build geopts.toml -o out' checks them and writes what GE compiles with.
# 'geopts options' lists the options, 'geopts products' the names a product can have.

product = "A2"                # or: soc_version = "Ascend910B3"
# cann = "9.1.0"              # decides how GE reads op_precision.ini where that is attested

[options]                     # constants of ge::ir_option in lower case, or quoted GE keys
precision_mode_v2 = "origin"
# allow_hf32 = { conv = true, matmul = false }
# tiling_schedule_optimize = true

# An op_precision.ini, even an empty one, stops GE from loading its built-in presets, so write one only where it is needed.
# [precision.by_op_type]        # becomes op_precision.ini; or: [precision] with file = "op_precision.ini"
# Gelu = "high_precision"
# [precision.by_node_name]      # beats the operator type
# "encoder/0/softmax" = "high_precision"
"""


def starting_toml() -> str:
    """Give a commented file to start from; it is valid as it is."""
    return _START


def spec_toml(spec: Spec, *, precision_file: str | None = None) -> str:
    """Give the text of a spec.

    :param precision_file: name op_precision.ini by this path instead of writing its entries.
    :raises UnportableError: a name is no valid Unicode, which TOML cannot hold; name the ini file instead.
    """
    text = "\n".join(_lines(spec, precision_file)).lstrip("\n") + "\n"
    try:
        text.encode("utf-8")
    except UnicodeEncodeError as error:
        raise UnportableError(
            "a name in op_precision.ini is no UTF-8, so TOML cannot hold it",
            key=error.object[max(0, error.start - 20) : error.end],
            reason="no UTF-8",
            hint='name the file: [precision] file = "op_precision.ini"',
        ) from None
    return text


def _lines(spec: Spec, precision_file: str | None) -> Iterator[str]:
    for name in ("product", "soc_version", "cann", "parser"):
        value = getattr(spec, name)
        if value is not None:
            yield f"{name} = {toml_value(value)}"
    plain = {key: value for key, value in spec.options.items() if not isinstance(value, OpPrecision)}
    if plain:
        yield from ("", "[options]")
        for key, value in plain.items():
            yield f"{_key(option_name(BY_KEY[key]))} = {toml_value(value)}"
    precision = spec.options.get(OP_PRECISION_MODE)
    if precision_file is not None:
        yield from ("", "[precision]", f"file = {toml_value(precision_file)}")
    elif isinstance(precision, OpPrecision):
        tables = {"by_op_type": precision.by_op_type, "by_node_name": precision.by_node_name}
        if not any(tables.values()):
            yield from ("", "[precision]")
        for name, table in tables.items():
            if table:
                yield from ("", f"[precision.{name}]")
                yield from (f"{_key(key)} = {toml_value(mode.value)}" for key, mode in table.items())
    if spec.pypto_runtime is not None:
        yield from ("", "[pypto.runtime]")
        yield from (f"{_key(key)} = {toml_value(value)}" for key, value in spec.pypto_runtime.items())
    if spec.lint is not None:
        yield from ("", "[lint]")
        yield from (f"{_key(key)} = {toml_value(value)}" for key, value in spec.lint.items())


def _key(name: str) -> str:
    return name if _BARE_KEY.fullmatch(name) else _string(name)


def _string(text: str) -> str:
    """Give a TOML basic string; JSON's escapes are a subset of TOML's, but for DEL."""
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")


def toml_value(value: Any) -> str:
    """Give the TOML text of an option's Python value."""
    if isinstance(value, AllowHF32):
        # GE's own text is kept, since "1" and "11" mean the same and are written by different people
        if value.text in ("true", "false"):
            return value.text
        return _string(value.text)
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, (int, float)):
        return str(value)
    if isinstance(value, str):
        return _string(value)
    if isinstance(value, Mapping):
        return "{ " + ", ".join(f"{_key(str(k))} = {toml_value(v)}" for k, v in value.items()) + " }" if value else "{}"
    if isinstance(value, Sequence):
        return "[" + ", ".join(toml_value(item) for item in value) + "]"
    raise TypeError(f"no TOML form for {type(value).__name__}")
