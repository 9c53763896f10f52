"""Checks of single runtime option values, with messages that say what PyPTO does with a wrong one."""

from __future__ import annotations

import enum
from typing import TYPE_CHECKING

from geopts.errors import OptionValueError

if TYPE_CHECKING:
    from geopts.facts.pypto_rows import RuntimeOptionRow

__all__ = ["integer_value", "ready_tensors_value", "shown"]

_LONGEST = 80
_SCHEMA = "framework/src/interface/configs/tile_fwk_config_schema.json @ba04420f"


def shown(value: object) -> str:
    """Give a value for a message: its ``repr``, cut when it is long."""
    try:
        text = repr(value)
    except ValueError:  # Python refuses to write out an integer of more than 4300 digits
        return f"a {type(value).__name__} too long to be shown"
    return text if len(text) <= _LONGEST else f"{text[: _LONGEST - 3]}..."


def integer_value(row: RuntimeOptionRow, value: object) -> int:
    """Check an integer option.

    An enum member counts as its value (python/pypto/config.py: ``value.value``); bool and float never pass as an integer, as in the
    type check of framework/src/interface/configs/config_manager_ng.cpp @883e7dfb.

    :raises OptionValueError: no integer, or outside ``row.value_range``.
    """
    if isinstance(value, enum.Enum):
        value = value.value
    low, high = row.value_range or (0, 0)
    allowed = tuple(row.values) or (f"{low} to {high}",)
    meaning = ", ".join(f"{number} = {words}" for number, words in row.values.items())
    if isinstance(value, bool) or not isinstance(value, int):
        raise OptionValueError(
            f"{row.name} is {shown(value)} ({type(value).__name__}); PyPTO takes an integer from {low} to {high}"
            " and refuses another type with 'has invalid type. Expected int64'",
            option=row.name,
            value=value,
            allowed=allowed,
            suggestion=_suggestion(value, low, high),
            source=_SCHEMA,
            hint=_type_hint(row, value, low, high, meaning),
        )
    if not low <= value <= high:
        raise OptionValueError(
            f"{row.name} is {shown(value)}; PyPTO takes {low} to {high}: set_options and the jit decorator refuse it with"
            ' "its value doesn\'t within the value range", a configuration file or an options() scope lets it through unchecked',
            option=row.name,
            value=value,
            allowed=allowed,
            suggestion=str(min(max(value, low), high)),
            source=_SCHEMA,
            hint=_range_hint(row, value, low, high, meaning),
        )
    return int(value)


def _suggestion(value: object, low: int, high: int) -> str | None:
    if isinstance(value, str) and value.strip().isdecimal() and low <= int(value) <= high:
        return str(int(value))
    return None


def _type_hint(row: RuntimeOptionRow, value: object, low: int, high: int, meaning: str) -> str:
    number = _suggestion(value, low, high)
    if number is not None:
        return f"write {number} without quotes"
    if isinstance(value, bool) and low <= int(value) <= high:
        return f"write {int(value)}" + (f" ({row.values[str(int(value))]})" if str(int(value)) in row.values else "")
    return f"one of {meaning}" if meaning else f"write a whole number from {low} to {high}"


def _range_hint(row: RuntimeOptionRow, value: int, low: int, high: int, meaning: str) -> str:
    if row.name == "launch_sched_aicpu_num" and value < low:
        return "the jit page calls 0 and less automatic, but the range check refuses them: leave the option out instead"
    if row.name == "stitch_function_max_num" and value == 0:
        return "0 was the file's default up to release 0.2.0; leave the option out for the default 128"
    return f"one of {meaning}" if meaning else f"the nearest value is {min(max(value, low), high)}"


def ready_tensors_value(row: RuntimeOptionRow, value: object) -> tuple[str | tuple[str, str], ...]:
    """Check ``ready_on_host_tensors``: a list of names, or (newest release) a list of (npu name, cpu name) pairs.

    Elements of two kinds are refused: pybind decides the type by the first element (python/src/bindings/controller.cpp @883e7dfb).

    :raises OptionValueError: no list, or an element of another kind.
    """
    items = tuple(value) if isinstance(value, (list, tuple)) else None
    if items is not None and all(isinstance(item, str) for item in items):
        return items
    if items is not None and all(
        isinstance(item, (list, tuple)) and len(item) == 2 and all(isinstance(name, str) for name in item)
        for item in items
    ):
        return tuple((item[0], item[1]) for item in items)
    wrong = "" if items is None else _first_other(items)
    raise OptionValueError(
        f"{row.name} is {shown(value)}; PyPTO takes a list of input names{wrong}",
        option=row.name,
        value=value,
        allowed=("list of names", "list of [npu name, cpu name] pairs (newest release only)"),
        source=row.source[0],
        hint=f'write ["{value}"]' if isinstance(value, str) else 'write for example ["lengths", "offsets"]',
    )


def _first_other(items: tuple[object, ...]) -> str:
    for index, item in enumerate(items):
        if type(item) is not type(items[0]):
            return (
                f"; element {index} is {shown(item)}, of another type than the first, and is refused with a TypeError"
            )
        if not isinstance(item, (str, list, tuple)):
            return f"; element {index} is {shown(item)}"
    return ", each a name or all of them pairs of two names"
