"""Options other than the modes of operators: what differs in meaning, and what is only spelled in another way."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import attrs

from geopts.diff.side import Side
from geopts.facts.migration import PRECISION_MODES
from geopts.facts.options import BY_KEY
from geopts.facts.rows import OptionRow
from geopts.migrate.precision_mode import PRECISION_MODE, PRECISION_MODE_V2
from geopts.option_set import OP_PRECISION_MODE, OptionSet, option_name
from geopts.precision.builtin import BuiltinFiles
from geopts.resolve.placement import place
from geopts.resolve.plan import ALLOW_HF32, OP_SELECT_IMPLMODE, OPTYPELIST
from geopts.resolve.relations import check_relations
from geopts.values import AllowHF32

__all__ = ["OptionChange", "option_changes"]

_SOC_VERSION = "ge.socVersion"
_NOT_GIVEN = "not given"
_TOGETHER = "both generations together are refused with E10056, or the first one counts (option_utils.cc:1359-1372; fe_context_utils.cc:52-58)"
_HF32_GIVEN = (
    "without allow_hf32 GE loads its default, 10; given as text the value beats [ByOpType] entries in the old parser "
    "(op_impl_mode_config_parser.cc:123-167), and aclnn nodes get it only when it is given (op_setter.cc:332-346)"
)


@attrs.frozen
class OptionChange:
    """An option whose meaning differs; None: it is not given on that side."""

    name: str
    before: str | None
    before_source: str
    after: str | None
    after_source: str
    why: str
    only_with_hf32: bool = False


def option_changes(before: Side, after: Side, *, builtin: BuiltinFiles) -> Iterator[OptionChange]:
    """Yield the options whose meaning differs, by name; nothing where a side is only an ini.

    :param builtin: the built-in files the modes were loaded with: where there are none, the pair that chooses among them is an
        option like others.
    """
    if not (before.has_options and after.has_options):
        return
    yield from _target(before, after)
    elsewhere = {OP_PRECISION_MODE, PRECISION_MODE, PRECISION_MODE_V2, ALLOW_HF32}
    if builtin.known or before.content is not None or after.content is not None:
        elsewhere |= {OP_SELECT_IMPLMODE, OPTYPELIST}
    found = [*_allow_hf32(before, after), *_precision_mode(before, after)]
    for key in dict.fromkeys((*before.values, *after.values)):
        if key not in elsewhere:
            found += _plain(key, before, after)
    yield from sorted(found, key=lambda change: change.name)
    yield from _pypto(before.pypto, after.pypto)


def _name(key: str) -> str:
    return option_name(BY_KEY[key]) if key in BY_KEY else key


def _change(key: str, before: Side, after: Side, why: str) -> OptionChange:
    return OptionChange(
        _name(key),
        _text(key, before),
        before.places.get(key, _NOT_GIVEN),
        _text(key, after),
        after.places.get(key, _NOT_GIVEN),
        why,
    )


def _text(key: str, side: Side) -> str | None:
    if key not in side.values:
        return None
    return side.texts.get(key, str(side.values[key]))


def _allow_hf32(before: Side, after: Side) -> Iterator[OptionChange]:
    """true, 1 and 11 are one value, and so are false, 0 and 00 (op_impl_mode_config_parser.cc:30-44)."""
    first, second = (_typed(BY_KEY[ALLOW_HF32], side.allow_hf32 or None) for side in (before, after))
    if first == second:
        return
    given = first is not None and second is not None
    yield OptionChange(
        _name(ALLOW_HF32),
        before.allow_hf32 or None,
        _hf32_place(before),
        after.allow_hf32 or None,
        _hf32_place(after),
        f"{_hf32_words(second)} instead of {_hf32_words(first)}" if given else _HF32_GIVEN,
        only_with_hf32=True,
    )


def _hf32_place(side: Side) -> str:
    return side.places.get(ALLOW_HF32, "--allow-hf32" if side.allow_hf32 else _NOT_GIVEN)


def _hf32_words(value: object) -> str:
    if not isinstance(value, AllowHF32):
        return repr(value)
    return f"convolutions {'on' if value.conv else 'off'} and matrix products {'on' if value.matmul else 'off'}"


def _precision_mode(before: Side, after: Side) -> Iterator[OptionChange]:
    """Compare the two generations by what the engine makes of them; it asks the first one first."""
    first, second = _meaning(before), _meaning(after)
    if first == second:
        return
    keys = [
        next((key for key in (PRECISION_MODE, PRECISION_MODE_V2) if side.texts.get(key)), None)
        for side in (after, before)
    ]
    key = next(key for key in keys if key)
    if any(side.texts.get(PRECISION_MODE) and side.texts.get(PRECISION_MODE_V2) for side in (before, after)):
        why = _TOGETHER
    elif not (first and second):
        why = _unset(BY_KEY[key])
    else:
        why = f"the engine chooses data types by {second[0]} instead of {first[0]}"
    yield OptionChange(_name(key), *_given_mode(before), *_given_mode(after), why)


def _meaning(side: Side) -> tuple[str, ...]:
    texts = [
        (generation, side.texts.get(key, "")) for generation, key in enumerate((PRECISION_MODE, PRECISION_MODE_V2), 1)
    ]
    return tuple(_engine_name(generation, text) for generation, text in texts if text)


def _engine_name(generation: int, text: str) -> str:
    rows = (row for row in PRECISION_MODES if (text in row.v1 if generation == 1 else text == row.v2))
    return next((row.engine for row in rows), text)


def _given_mode(side: Side) -> tuple[str | None, str]:
    given = [key for key in (PRECISION_MODE, PRECISION_MODE_V2) if side.texts.get(key)]
    if not given:
        return None, _NOT_GIVEN
    return " and ".join(side.texts[key] for key in given), " and ".join(side.places.get(key, key) for key in given)


def _plain(key: str, before: Side, after: Side) -> Iterator[OptionChange]:
    first, second = before.values.get(key), after.values.get(key)
    if first is not None and second is not None:
        if first != second or type(first) is not type(second):
            yield _change(
                key,
                before,
                after,
                "the value is another one" if key in BY_KEY else "geopts does not know this key; its text differs",
            )
        return
    row = BY_KEY.get(key)
    if row is None:
        if (key in before.values) is not (key in after.values):
            yield _change(key, before, after, "geopts does not know this key; it is given on one side only")
        return
    side, value, other = (before, first, after) if second is None else (after, second, before)
    if value is None:
        return
    reason = _why_not_default(row, value, side.texts.get(key, ""), other)
    if reason:
        yield _change(key, before, after, reason)


def _unset(row: OptionRow) -> str:
    told = next((text for text in row.disagreements if "default" in text), None)
    if told is not None:
        return f"not given is no certain value: {told}"
    return f"not given means {row.default}" if row.default is not None else "what GE does without it is not stated"


def _why_not_default(row: OptionRow, value: object, text: str, absent: Side) -> str:
    """Say why a value given on one side differs from nothing on the other; empty where it is the documented default."""
    default = _typed(row, row.default)
    if default is None or default != value or any("default" in told for told in row.disagreements):
        return _unset(row)
    if row.atc_default and _typed(row, row.atc_default) != value:
        return f"the pages give {row.default} as the default, ATC's own is {row.atc_default}"
    # some options matter by being there, whatever they say, such as deterministic_level next to deterministic
    without = _related(absent.texts, absent)
    extra = [told for told in _related({**absent.texts, row.key: text}, absent) if told not in without]
    return f"the default written out is not the same as leaving it out: {extra[0]}" if extra else ""


def _typed(row: OptionRow, text: str | None) -> Any:
    try:
        return OptionSet({row.key: text}).get(row.key)
    except ValueError:
        return text


def _related(texts: Mapping[str, str], side: Side) -> list[str]:
    known = {key: text for key, text in texts.items() if key in BY_KEY}
    return [finding.message for finding in check_relations(place(known, side.api).calls)]


def _target(before: Side, after: Side) -> Iterator[OptionChange]:
    """Specs can name different targets; in a dict the target is an option like others."""
    first, second = before.known.product, after.known.product
    if first is None or second is None or (_SOC_VERSION in before.values and _SOC_VERSION in after.values):
        return
    if first.family is not second.family or (first.soc and second.soc and first.soc != second.soc):
        yield OptionChange("product", first.label, before.path, second.label, after.path, "the target is another one")


def _pypto(before: Mapping[str, Any], after: Mapping[str, Any]) -> Iterator[OptionChange]:
    for name in sorted({*before, *after}):
        if before.get(name) != after.get(name):
            yield OptionChange(
                f"pypto.runtime.{name}",
                str(before[name]) if name in before else None,
                "pypto.runtime" if name in before else _NOT_GIVEN,
                str(after[name]) if name in after else None,
                "pypto.runtime" if name in after else _NOT_GIVEN,
                "a run-time option of PyPTO; its default is in 'geopts pypto options'",
            )
