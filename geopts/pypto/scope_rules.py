"""What PyPTO does with a value that is set, key by key: conversion, then existence, type and range.

Read from python/src/bindings/controller.cpp and framework/src/interface/configs/config_manager_ng.cpp @883e7dfb; what differs in release 0.2.0
was measured on the package from PyPI.
"""

from __future__ import annotations

import enum
from typing import TYPE_CHECKING, Any

from geopts.errors import OptionValueError, UnknownOptionError
from geopts.facts.pypto import RELEASES, REMOVED_OPTIONS
from geopts.facts.pypto_rows import ConfigKind
from geopts.pypto.config_schema import CONFIG_ROWS
from geopts.pypto.runtime_options import OPTION_NAMES, checked_value, option_row
from geopts.pypto.values import shown

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping

__all__ = [
    "GROUPS",
    "OptionTypeError",
    "RefusedError",
    "ScopeSemantics",
    "UnknownKeyError",
    "atomic_value",
    "check_like_pypto",
    "convert",
    "plain",
]

#: The groups that ``set_options`` and ``options`` take as ``<group>_options``.
GROUPS = ("codegen", "host", "pass", "runtime", "verify", "debug", "operation")

_BINDINGS = "python/src/bindings/controller.cpp @883e7dfb"
_MANAGER = "framework/src/interface/configs/config_manager_ng.cpp @883e7dfb"
_INT64 = 2**63
_OLD_OPTIONS = frozenset(next(row.options for row in RELEASES if row.release == "0.2.0"))
_OLD_KINDS = {name: row.kind for row in REMOVED_OPTIONS for name in row.names}
_OLD_RANGES = {name: row.value_range for row in REMOVED_OPTIONS for name in row.names}
_TYPES: dict[ConfigKind, str] = {
    ConfigKind.INTEGER: "int64",
    ConfigKind.BOOLEAN: "bool",
    ConfigKind.STRING: "string",
    ConfigKind.INTEGER_LIST: "list[int64]",
    ConfigKind.STRING_LIST: "list[string]",
    ConfigKind.DOUBLE_LIST: "list[double]",
    ConfigKind.INTEGER_MAP: "dict[int64, int64]",
    ConfigKind.STRING_MAP: "dict[string, int64]",
}


class ScopeSemantics(enum.Enum):
    """Whose rules a set of scopes follows."""

    ATOMIC = "atomic"
    """Ours: everything is checked first, and a call changes all of its keys or none; scopes belong to the thread that opened them."""

    PYPTO = "pypto"
    """The newest PyPTO as read from its source: keys are stored one by one, ``options()`` checks nothing, threads share all scopes."""

    PYPTO_0_2_0 = "pypto-0.2.0"
    """The package on PyPI, as measured: like PYPTO, without a check of types."""


class RefusedError(OptionValueError, RuntimeError):
    """PyPTO raises a RuntimeError for this value."""


class OptionTypeError(OptionValueError, TypeError):
    """PyPTO raises a TypeError for this value."""


class UnknownKeyError(UnknownOptionError, RuntimeError, IndexError):
    """A key that is in no scope; PyPTO raises a RuntimeError, release 0.2.0 an IndexError."""


def plain(value: Any) -> Any:
    """Copy a value so that no caller shares a list with a scope; enum members become their values, tuples lists."""
    if isinstance(value, enum.Enum):
        return plain(value.value)
    if isinstance(value, (list, tuple)):
        return [plain(item) for item in value]
    if isinstance(value, dict):
        return {key: plain(item) for key, item in value.items()}
    return value


def convert(key: str, value: Any, semantics: ScopeSemantics) -> Any:
    """Convert a value as the bindings do, before any key of the call is stored.

    :raises OptionTypeError: None, an unsupported type, or a list of mixed types.
    :raises RefusedError: an integer beyond 64 bits; in 0.2.0 also a list of mixed types.
    """
    value = plain(value)
    if isinstance(value, list):
        return _list(key, value, semantics)
    if isinstance(value, dict):
        return value
    if value is None or not isinstance(value, (bool, int, float, str)):
        raise OptionTypeError(
            f"{key} is {shown(value)}: PyPTO has no type for it ('Unsupported value type for key: {key}')",
            option=key,
            value=value,
            source=_BINDINGS,
            hint="leave the key out to keep what is set; None never means back to the default" if value is None else "",
        )
    if isinstance(value, int) and not -_INT64 <= value < _INT64:
        raise RefusedError(
            f"{key} is {shown(value)}: it does not fit into 64 bits", option=key, value=value, source=_BINDINGS
        )
    return value


def _list(key: str, items: list[Any], semantics: ScopeSemantics) -> list[Any]:
    old = semantics is ScopeSemantics.PYPTO_0_2_0
    if items and not isinstance(items[0], (int, float, str)) and (old or not isinstance(items[0], list)):
        message = f"{key}: a list of {type(items[0]).__name__} has no type in PyPTO ('Unsupported list element type for key: {key}')"
        raise OptionTypeError(message, option=key, value=items, source=_BINDINGS)
    for index, item in enumerate(items):
        if isinstance(item, _python_type(items[0])):
            continue
        wrong = RefusedError if old else OptionTypeError
        raise wrong(
            f"Option '{key}' has invalid list element type at index {index}. Expected {_name(items[0])}, but got {_name(item)}",
            option=key,
            value=items,
            source=_BINDINGS,
            hint="the first element decides the type of the list",
        )
    return items


def _python_type(first: object) -> type | tuple[type, ...]:
    """The types that pass beside a first element: a bool is an int for pybind, and an int a float."""
    if isinstance(first, int):
        return int
    return (int, float) if isinstance(first, float) else type(first)


def _name(value: object) -> str:
    return "int" if isinstance(value, bool) else type(value).__name__


def check_like_pypto(key: str, value: Any, known: Collection[str], semantics: ScopeSemantics) -> None:
    """Check one converted value as ``set_options`` does.

    :param known: the keys of the scopes in force.
    :raises UnknownKeyError: the key is in no scope (0.2.0: an integer under a key that its schema lacks).
    :raises RefusedError: wrong type (not in 0.2.0) or outside the range.
    """
    old = semantics is ScopeSemantics.PYPTO_0_2_0
    name = key.partition(".")[2]
    exists = _has_range(key, value) if old else key in known
    if not exists:
        words = "map::at" if old else f"key: {key} does not exist."
        raise UnknownKeyError(f"{key} is in no scope and not in the configuration file: PyPTO says '{words}'", name=key)
    row = CONFIG_ROWS.get(key)
    if not old and row is not None and row.kind in _TYPES and not _is_of(row.kind, value):
        raise RefusedError(
            f"Option '{key}' has invalid type. Expected {_TYPES[row.kind]}, but got {_pypto_type(value)}",
            option=key,
            value=value,
            source=_MANAGER,
        )
    limits = (
        _OLD_RANGES.get(name) if old and name in _OLD_RANGES and row is None else (row.value_range if row else None)
    )
    key_limits = row.key_range if row else None
    if isinstance(value, dict):
        _check_map(key, value, key_limits, limits)
    elif limits is not None and isinstance(value, int) and not isinstance(value, bool):
        _check_range(key, value, limits)


def _has_range(key: str, value: Any) -> bool:
    """0.2.0 looks a range up before it stores an integer, and fails where its schema has none; values of other types are stored unseen."""
    if isinstance(value, bool) or not isinstance(value, (int, dict)):
        return True
    name = key.removeprefix("runtime.")
    if name != key and name not in _OLD_OPTIONS:
        return False
    row = CONFIG_ROWS.get(key)
    kind = row.kind if row else _OLD_KINDS.get(name)
    return kind is (ConfigKind.INTEGER_MAP if isinstance(value, dict) else ConfigKind.INTEGER)


def atomic_value(key: str, value: Any, known: Collection[str]) -> Any:
    """Check one value for the atomic mode: PyPTO's checks, and for runtime options those that PyPTO makes later or not at all.

    :raises OptionTypeError: no type for the value.
    :raises OptionValueError: a wrong type, or a value that PyPTO would refuse at compile time.
    :raises UnknownOptionError: the key is in no scope.
    """
    converted = convert(key, value, ScopeSemantics.PYPTO)
    name = key.removeprefix("runtime.")
    if name != key and key not in known:
        row = option_row(name)  # tells misspelt and removed names apart
        raise UnknownKeyError(
            f"{key} is not in the configuration file these scopes started from; PyPTO then says 'does not exist'",
            name=key,
            hint=f'add "{row.name}": {row.default_config} to its group runtime',
        )
    check_like_pypto(key, converted, known, ScopeSemantics.PYPTO)
    if name != key and name in OPTION_NAMES:
        checked_value(name, converted)
    return converted


def _check_map(
    key: str, value: Mapping[Any, Any], keys: tuple[int, int] | None, values: tuple[int, int] | None
) -> None:
    for number, setting in value.items():
        if keys is not None and isinstance(number, int):
            _check_range(key, number, keys)
        if values is not None and isinstance(setting, int):
            _check_range(key, setting, values)


def _check_range(key: str, value: int, limits: tuple[int, int]) -> None:
    if not limits[0] <= value <= limits[1]:
        raise RefusedError(
            f"{key}: {value}; its value doesn't within the value range. Range: [{limits[0]}, {limits[1]}]",
            option=key,
            value=value,
            allowed=(f"{limits[0]} to {limits[1]}",),
            source=_MANAGER,
        )


def _is_of(kind: ConfigKind, value: Any) -> bool:
    if kind in (ConfigKind.INTEGER, ConfigKind.BOOLEAN, ConfigKind.STRING):
        wanted = {ConfigKind.INTEGER: int, ConfigKind.BOOLEAN: bool, ConfigKind.STRING: str}[kind]
        return isinstance(value, wanted) and (wanted is bool or not isinstance(value, bool))
    if kind in (ConfigKind.INTEGER_MAP, ConfigKind.STRING_MAP):
        wanted = int if kind is ConfigKind.INTEGER_MAP else str
        # str keys of a base setting move to its _by_func companion in python/pypto/config.py
        return (
            isinstance(value, dict)
            and all(isinstance(item, int) for item in value.values())
            and (wanted is int or all(isinstance(each, wanted) for each in value))
        )
    if not isinstance(value, list):
        return False
    if kind is ConfigKind.STRING_LIST:
        return all(isinstance(item, (str, list)) for item in value)
    if kind is ConfigKind.DOUBLE_LIST:
        return not value or isinstance(value[0], float)
    return all(isinstance(item, int) for item in value)


def _pypto_type(value: Any) -> str:
    if isinstance(value, list):
        return f"list[{_pypto_type(value[0])}]" if value else "list"
    if isinstance(value, dict):
        return "dict"
    return {bool: "bool", int: "int64", float: "double", str: "string"}.get(type(value), type(value).__name__)
