"""The runtime options of PyPTO as typed objects, checked as PyPTO checks them and before PyPTO sees them.

Three of them size the workspace pools; which of the three counts is told by ``geopts.pypto.relations``.
"""

from __future__ import annotations

import enum
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeAlias

import attrs

from geopts.errors import FindingsError, OptionValueError, UnknownOptionError
from geopts.facts.pypto import REMOVED_OPTIONS, RUNTIME_OPTIONS
from geopts.pypto import codes
from geopts.pypto.values import integer_value, ready_tensors_value, shown

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from geopts.facts.pypto_rows import Channel, RemovedOptionRow, RuntimeOptionRow
    from geopts.findings import Finding

__all__ = [
    "OPTION_NAMES",
    "InvalidRuntimeOptionsError",
    "PoolDepths",
    "RunMode",
    "RuntimeOptions",
    "checked_value",
    "option_row",
    "removed_row",
    "unknown_option",
]

_ROWS: dict[str, RuntimeOptionRow] = {row.name: row for row in RUNTIME_OPTIONS}
_REMOVED: dict[str, RemovedOptionRow] = {
    name: row for row in REMOVED_OPTIONS for name in row.names if name not in _ROWS
}

#: The names of all runtime options, in the order of PyPTO's own table.
OPTION_NAMES: tuple[str, ...] = tuple(_ROWS)
_POOLS = _ROWS["stitch_function_num_per_pool"]
_PAGE = _ROWS["run_mode"].source[0]

ReadyTensor: TypeAlias = str | tuple[str, str]
JsonValue: TypeAlias = int | list[int] | list[str] | list[list[str]]


class InvalidRuntimeOptionsError(FindingsError, ValueError):
    """Runtime options with mistakes, all of them in ``findings``."""


class RunMode(enum.IntEnum):
    """Where a kernel runs; the numbers are those of ``pypto.RunMode``."""

    NPU = 0
    SIM = 1


@attrs.frozen
class PoolDepths:
    """The three elements of ``stitch_function_num_per_pool`` by name, each the depth of one workspace pool (0 to 1024).

    All three 0 switch precise workspace mode off; any other value switches it on.

    :ivar root_inner: intermediate results inside a root function.
    :ivar assemble_outcast: intermediate tensors put together from parts; the logs also call it ``innerTemporal``.
    :ivar exclusive_outcast: intermediate tensors written as a whole.
    :raises OptionValueError: (a ``ValueError``) an element is no integer or lies outside 0 to 1024; bool is refused.
        Rule: ``_validate_stitch_function_num_per_pool`` in python/pypto/experimental/runtime.py @ba04420f.
    """

    root_inner: int
    assemble_outcast: int
    exclusive_outcast: int

    def __attrs_post_init__(self) -> None:
        _check_depths((self.root_inner, self.assemble_outcast, self.exclusive_outcast))

    @classmethod
    def parse(cls, value: object) -> PoolDepths:
        """Take what PyPTO takes: a list or tuple of three integers.

        :raises OptionValueError: the text holds PyPTO's own words "Invalid stitch_function_num_per_pool".
        """
        if isinstance(value, PoolDepths):
            return value
        if not isinstance(value, (list, tuple)) or len(value) != _POOLS.length:
            raise _pool_error(
                value,
                "Expected a list of 3 ints in [0, 1024]: the depths of root_inner, assemble_outcast and exclusive_outcast, in this order.",
                hint="write for example [64, 2, 1]; [0, 0, 0] switches the option off",
            )
        _check_depths(value)
        return cls(*value)

    @property
    def active(self) -> bool:
        """True when any element is not 0: precise workspace mode is on."""
        return any(self)

    def as_list(self) -> list[int]:
        """Give the elements in the option's order."""
        return list(self)

    def maximum(self, other: PoolDepths) -> PoolDepths:
        """Element-wise maximum, which is what several shapes or code paths need together."""
        return PoolDepths(*(max(pair) for pair in zip(self, other, strict=True)))

    def __iter__(self) -> Iterator[int]:
        return iter((int(self.root_inner), int(self.assemble_outcast), int(self.exclusive_outcast)))


def _check_depths(value: Sequence[object]) -> None:
    low, high = _POOLS.value_range or (0, 0)
    for name, element in zip(_POOLS.order, value, strict=True):
        # bool is an int in Python; PyPTO asks for it first and refuses it. numpy integers are no int and refused too.
        if isinstance(element, bool) or not isinstance(element, int) or not low <= element <= high:
            raise _pool_error(
                list(value),
                f"Each element must be an int in [{low}, {high}]; {name} is {shown(element)}.",
                hint="write plain integers, for example [64, 2, 1]; int(x) makes one of a numpy integer",
            )


def _pool_error(value: object, rest: str, *, hint: str) -> OptionValueError:
    return OptionValueError(
        f"Invalid stitch_function_num_per_pool: {shown(value)}. {rest}",
        option=_POOLS.name,
        value=value,
        allowed=("list or tuple of 3 integers from 0 to 1024",),
        source=_POOLS.checks[0].source,
        hint=hint,
    )


def option_row(name: str) -> RuntimeOptionRow:
    """Find an option by its name, with or without ``runtime.`` in front.

    :raises UnknownOptionError: no such option; the hint names close ones and tells of removed ones.
    """
    row = _ROWS.get(name.removeprefix("runtime."))
    if row is None:
        raise unknown_option(name)
    return row


def removed_row(name: str) -> RemovedOptionRow | None:
    """Give the row of an option that earlier releases had and the newest has not."""
    return _REMOVED.get(name.removeprefix("runtime."))


def unknown_option(name: str) -> UnknownOptionError:
    """Make the error for a name that is no runtime option."""
    import difflib

    row = removed_row(name)
    if row is not None:
        when = f", removed by {row.removed}" if row.removed else ""
        return UnknownOptionError(
            f"{name} was a runtime option of PyPTO ({row.present_in or 'early releases'}){when}; newer releases refuse it",
            name=name,
            hint="leave it out",
        )
    short = name.removeprefix("runtime.").lower().replace("-", "_")
    close = tuple(difflib.get_close_matches(short, OPTION_NAMES, n=3, cutoff=0.75))
    hint = f"did you mean {' or '.join(close)}?" if close else f"the options are {', '.join(OPTION_NAMES)}"
    return UnknownOptionError(f"{name} is no runtime option of PyPTO", name=name, suggestions=close, hint=hint)


def checked_value(name: str, value: object) -> Any:
    """Check one value as the newest PyPTO does and give it in its plain form (int, `PoolDepths` or tuple).

    :raises UnknownOptionError: no such option.
    :raises OptionValueError: wrong type or outside the range.
    """
    row = option_row(name)
    if row is _POOLS:
        return PoolDepths.parse(value)
    if row.value_range is None:
        return ready_tensors_value(row, value)
    return integer_value(row, value)


def _pools(value: PoolDepths | Sequence[int] | None) -> PoolDepths | None:
    return None if value is None else PoolDepths.parse(value)


def _ready(value: Sequence[str | Sequence[str]] | None) -> tuple[ReadyTensor, ...] | None:
    return None if value is None else ready_tensors_value(_ROWS["ready_on_host_tensors"], value)


def _integer(instance: RuntimeOptions, attribute: attrs.Attribute[Any], value: object) -> None:
    if value is not None:
        # An enum member such as RunMode.SIM is stored as its number, as PyPTO does.
        object.__setattr__(instance, attribute.name, integer_value(_ROWS[attribute.name], value))


@attrs.frozen(kw_only=True)
class RuntimeOptions:
    """The runtime options that are set; ``None`` means: not set, PyPTO's own default or an outer scope decides.

    The fields are PyPTO's names; types and ranges stand in ``geopts.facts.pypto``.

    :ivar device_sched_mode: 0 to 3, how ready subgraphs are handed out.
    :ivar stitch_function_max_num: 1 to 1024, root functions in one device task and depth of all three pools.
    :ivar max_workspace_kb: KiB of workspace for one kernel, 0 = no cap.
    :ivar stitch_function_num_per_pool: the three pools one by one (experimental channel).
    :ivar run_mode: 0 NPU, 1 simulator.
    :ivar valid_shape_optimize: 0 or 1.
    :ivar ready_on_host_tensors: names of kernel inputs whose values are known on the host, or (npu name, cpu name) pairs.
    :ivar device_sched_parallelism: 1 to 8, multiplies the workspace.
    :ivar launch_sched_aicpu_num: 1 to 7, at most 5 on A3 and A2.
    :ivar launch_early_mode: 0 to 2; read from the jit decorator only.
    :raises OptionValueError: a value of the wrong type or outside the range (a ``ValueError``).
    """

    device_sched_mode: int | None = attrs.field(default=None, validator=_integer)
    stitch_function_max_num: int | None = attrs.field(default=None, validator=_integer)
    max_workspace_kb: int | None = attrs.field(default=None, validator=_integer)
    stitch_function_num_per_pool: PoolDepths | None = attrs.field(default=None, converter=_pools)
    run_mode: int | None = attrs.field(default=None, validator=_integer)
    valid_shape_optimize: int | None = attrs.field(default=None, validator=_integer)
    ready_on_host_tensors: tuple[ReadyTensor, ...] | None = attrs.field(default=None, converter=_ready)
    device_sched_parallelism: int | None = attrs.field(default=None, validator=_integer)
    launch_sched_aicpu_num: int | None = attrs.field(default=None, validator=_integer)
    launch_early_mode: int | None = attrs.field(default=None, validator=_integer)

    @classmethod
    def from_mapping(cls, mapping: Mapping[str, object], *, key: str = "", path: str = "") -> RuntimeOptions:
        """Take a dict of options, such as the table ``[pypto.runtime]`` of a spec, and report every mistake at once.

        :param key: where the dict stands, such as ``pypto.runtime``; findings name it in front of the option.
        :param path: the file it came from.
        :raises InvalidRuntimeOptionsError: (a ``FindingsError`` and a ``ValueError``) wrong values (GEO601), unknown options (GEO611), removed options (GEO612).
        """
        values: dict[str, Any] = {}
        findings: list[Finding] = []
        table: object = mapping
        if not isinstance(table, Mapping):
            message = f"the runtime options are {shown(table)}, not a table of names and values"
            findings.append(codes.VALUE.finding(message, source=_PAGE, path=path, key=key))
            mapping = {}
        for name, value in mapping.items():
            where = f"{key}.{name}" if key else str(name)
            try:
                row = option_row(str(name))
                if row.name in values:
                    message = f"{name} names {row.name} a second time"
                    findings.append(
                        codes.UNKNOWN_OPTION.finding(message, hint="keep one of the two", path=path, key=where)
                    )
                    continue
                values[row.name] = None if value is None else checked_value(row.name, value)
            except OptionValueError as error:
                finding = codes.VALUE.finding(error.message, hint=error.hint, source=error.source, path=path, key=where)
                findings.append(finding)
            except UnknownOptionError as error:
                removed = removed_row(str(name))
                kind = codes.REMOVED_OPTION if removed else codes.UNKNOWN_OPTION
                source = removed.source if removed else _PAGE
                findings.append(kind.finding(error.message, hint=error.hint, source=source, path=path, key=where))
        if findings:
            place = f" in {path}" if path else ""
            lines = "".join(f"\n  {finding.key}: {finding.message}" for finding in findings)
            raise InvalidRuntimeOptionsError(
                f"PyPTO runtime options{place} that cannot be used:{lines}", findings=findings
            )
        return cls(**values)

    def as_dict(self) -> dict[str, JsonValue]:
        """Give the options that are set, ready for JSON and for PyPTO, in PyPTO's own order."""
        plain: dict[str, JsonValue] = {}
        for name in OPTION_NAMES:
            value = getattr(self, name)
            if isinstance(value, PoolDepths):
                plain[name] = value.as_list()
            elif isinstance(value, tuple):
                names = [item for item in value if isinstance(item, str)]
                plain[name] = names if len(names) == len(value) else [list(pair) for pair in value]
            elif value is not None:
                plain[name] = value
        return plain

    def channel(self, channel: Channel) -> dict[str, JsonValue]:
        """Give the options of one channel only, as `as_dict` does."""
        return {name: value for name, value in self.as_dict().items() if _ROWS[name].channel is channel}
