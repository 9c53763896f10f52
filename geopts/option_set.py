"""`OptionSet`: typed options of GE, each checked when it is given."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from difflib import get_close_matches
from functools import cache
from typing import TYPE_CHECKING, Any

from geopts.errors import OptionValueError, UnknownOptionError
from geopts.facts.options import BY_CONSTANT, BY_KEY
from geopts.facts.rows import OptionRow
from geopts.precision.op_precision import OpPrecision
from geopts.values import ValueType, value_type

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from geopts._option_types import OptionArguments

__all__ = ["OP_PRECISION_MODE", "OptionSet", "find_option", "option_name", "option_type", "suggest_options"]

#: Key of the option whose value may be a typed file.
OP_PRECISION_MODE = "ge.exec.op_precision_mode"


@cache
def _names() -> Mapping[str, OptionRow]:
    """Every accepted name: constants in upper and lower case, GE keys. Two rows share INPUT_SHAPE; the constant means the first."""
    names: dict[str, OptionRow] = dict(BY_KEY)
    for constant, row in BY_CONSTANT.items():
        plain = constant.rpartition("::")[2]
        for name in (constant, plain, plain.lower()):
            names.setdefault(name, row)
    return names


@cache
def option_type(key: str) -> ValueType:
    """Give the value type of the option with this GE key."""
    return value_type(BY_KEY[key])


def option_name(row: OptionRow) -> str:
    """Give the name users write: the constant in lower case where it means this row, else the GE key."""
    if row.constant is not None:
        plain = row.constant.rpartition("::")[2].lower()
        if _names().get(plain) is row:
            return plain
    return row.key


def suggest_options(name: str, limit: int = 3) -> tuple[str, ...]:
    """Give known names close to ``name``, best first, at most one for each option."""
    names = _names()
    lowered: dict[str, str] = {}
    for known in names:
        lowered.setdefault(known.lower(), known)
    found: dict[str, str] = {}
    plain = name.strip().strip("\"'").lower().removeprefix("--").removeprefix("ge::ir_option::")
    for close in get_close_matches(plain, lowered, n=3 * limit, cutoff=0.72):
        row = names[lowered[close]]
        found.setdefault(row.key, row.key if plain.startswith("ge.") else option_name(row))
    return tuple(found.values())[:limit]


def find_option(name: str) -> OptionRow:
    """Find an option by constant (upper or lower case, ``ge::ir_option::`` allowed) or by GE key.

    :raises UnknownOptionError: no option has the name; close names are in ``suggestions``.
    """
    plain = str(name).removeprefix("ge::ir_option::")
    row = _names().get(plain)
    if row is None and plain.isupper():
        row = _names().get(plain.lower())
    if row is not None:
        return row
    close = suggest_options(str(name))
    raise UnknownOptionError(
        f"{name!r} is no option of GE that geopts knows",
        name=str(name),
        suggestions=close,
        hint="did you mean " + " or ".join(close) + "?" if close else "'geopts options' lists all of them",
    )


class OptionSet:
    """Options of GE with their values, checked one by one as they are given; immutable.

    Names are the ``ge::ir_option`` constants in upper or lower case; GE keys work through a mapping. Values are Python types
    (`bool`, `int`, `str`, lists, `OpPrecision`, `AllowHF32`) or GE's own text.

    >>> options = OptionSet(TILING_SCHEDULE_OPTIMIZE=True, PRECISION_MODE_V2="origin")
    >>> options.tiling_schedule_optimize
    True
    >>> options.text("ge.tiling_schedule_optimize")
    '1'

    None leaves an option unset.

    :raises UnknownOptionError: a name is no option.
    :raises OptionValueError: a value is not allowed, or one option is given under two names.
    """

    __slots__ = ("_values",)
    _values: dict[str, Any]

    def __init__(self, options: Mapping[str, Any] | None = None, /, **named: Unpack[OptionArguments]) -> None:
        values: dict[str, Any] = {}
        for name, value in (*(options or {}).items(), *named.items()):
            row = find_option(name)
            if value is None:
                continue
            if row.key in values:
                raise OptionValueError(
                    f"{name}: given twice, under two names of the key {row.key}",
                    option=name,
                    value=value,
                    allowed=("one value",),
                    hint="leave one of them out",
                )
            values[row.key] = _accept(row, value)
        object.__setattr__(self, "_values", values)

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_"):
            raise AttributeError(name)
        row = _names().get(name)
        if row is None:
            close = suggest_options(name, 1)
            raise AttributeError(f"OptionSet has no option {name!r}" + (f"; did you mean {close[0]}?" if close else ""))
        return self._values.get(row.key)

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"OptionSet is immutable; write options.replace({name}=...)")

    def __getitem__(self, name: str) -> Any:
        return self._values[find_option(name).key]

    def __contains__(self, name: object) -> bool:
        row = _names().get(name) if isinstance(name, str) else None
        return row is not None and row.key in self._values

    def __iter__(self) -> Iterator[str]:
        return iter(self._values)

    def __len__(self) -> int:
        return len(self._values)

    def __eq__(self, other: object) -> bool:
        return self._values == other._values if isinstance(other, OptionSet) else NotImplemented

    __hash__ = None  # type: ignore[assignment]  # may hold an OpPrecision, which can be edited

    def __repr__(self) -> str:
        return "OptionSet({" + ", ".join(f"{option_name(BY_KEY[k])!r}: {v!r}" for k, v in self._values.items()) + "})"

    def __getstate__(self) -> dict[str, Any]:
        return dict(self._values)

    def __setstate__(self, state: dict[str, Any]) -> None:
        object.__setattr__(self, "_values", state)

    def items(self) -> Iterator[tuple[str, Any]]:
        """Yield GE key and Python value, in the order given."""
        return iter(self._values.items())

    def get(self, name: str, default: Any = None) -> Any:
        """Give the value of an option, or ``default`` when it is not set."""
        return self._values.get(find_option(name).key, default)

    def replace(self, options: Mapping[str, Any] | None = None, /, **named: Unpack[OptionArguments]) -> OptionSet:
        """Give a copy with some options set anew; None takes an option out."""
        values = dict(self._values)
        for name, value in (*(options or {}).items(), *named.items()):
            key = find_option(name).key
            values.pop(key, None)
            if value is not None:
                values[key] = value
        return OptionSet(values)

    @property
    def op_precision(self) -> OpPrecision | None:
        """The typed op_precision.ini, where OP_PRECISION_MODE holds one (and not a path)."""
        value = self._values.get(OP_PRECISION_MODE)
        return value if isinstance(value, OpPrecision) else None

    def text(self, name: str, *, ini_path: str = "op_precision.ini") -> str | None:
        """Give the text GE takes for an option, or None when it is not set.

        :param ini_path: the path at which a typed op_precision.ini will stand.
        """
        row = find_option(name)
        if row.key not in self._values:
            return None
        value = self._values[row.key]
        return ini_path if isinstance(value, OpPrecision) else option_type(row.key).format(value)

    def texts(self, *, ini_path: str = "op_precision.ini") -> dict[str, str]:
        """Give all options as GE keys and texts, in the order given."""
        return {key: self.text(key, ini_path=ini_path) or "" for key in self._values}


def _accept(row: OptionRow, value: object) -> Any:
    if row.key == OP_PRECISION_MODE:
        if isinstance(value, OpPrecision):
            return value
        if not isinstance(value, str) and not hasattr(value, "__fspath__"):
            return option_type(row.key).refuse(value, "it is an OpPrecision or the path of an ini file")
    return option_type(row.key).accept(value)
