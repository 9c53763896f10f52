"""The option scopes of PyPTO as a model: set, read, nest and reset options without PyPTO, under its rules or under safer ones.

Rules: python/pypto/config.py, python/pypto/frontend/parser/entry.py and framework/src/interface/configs/config_manager_ng.cpp @883e7dfb,
python/pypto/experimental/runtime.py @ba04420f. Two things are not modelled: functions that keep an old scope alive, and kernels compiled before
a change, which keep the values of their first call.
"""

from __future__ import annotations

import contextlib
import contextvars
import functools
import threading
from typing import TYPE_CHECKING, Any, ParamSpec, TypeVar, final

import attrs

from geopts.errors import FindingsError, OptionValueError, UnknownOptionError
from geopts.findings import Severity
from geopts.pypto import codes
from geopts.pypto.config_check import check_config
from geopts.pypto.config_file import read_config
from geopts.pypto.runtime_options import InvalidRuntimeOptionsError, PoolDepths, removed_row
from geopts.pypto.scope_defaults import file_defaults, newest_defaults
from geopts.pypto.scope_rules import (
    GROUPS,
    RefusedError,
    ScopeSemantics,
    atomic_value,
    check_like_pypto,
    convert,
    plain,
)
from geopts.pypto.values import shown

if TYPE_CHECKING:
    import os
    from collections.abc import Callable, Iterator, Mapping, Sequence
    from types import TracebackType

    from geopts.findings import Finding

__all__ = [
    "OptionScopes",
    "OptionsScope",
    "ScopeSemantics",
    "get_runtime_options",
    "options",
    "reset_options",
    "set_options",
    "set_runtime_options",
    "use_scopes",
]

_ORDER = {f"{group}_options": index for index, group in enumerate(GROUPS)}
_Parameters = ParamSpec("_Parameters")
_Result = TypeVar("_Result")


@attrs.define(eq=False)
class _Scope:
    """A sparse layer of values over the layers below it."""

    name: str
    values: dict[str, Any] = attrs.field(factory=dict)
    owner: OptionsScope | None = None


class OptionScopes:
    """A stack of option scopes: the configuration file at the bottom, ``global`` above it, then whatever ``options`` opens.

    :param defaults: values of the bottom scope by full key (``runtime.run_mode``); None = the defaults of the newest PyPTO.
    :param mode: a `ScopeSemantics` or its name: ``atomic`` (default), ``pypto`` or ``pypto-0.2.0``.
    """

    def __init__(
        self, defaults: Mapping[str, Any] | None = None, *, mode: ScopeSemantics | str = ScopeSemantics.ATOMIC
    ) -> None:
        self.semantics = ScopeSemantics(mode)
        values = newest_defaults() if defaults is None else {key: plain(value) for key, value in defaults.items()}
        self._bottom = [_Scope("default", values), _Scope("global")]
        self._lock = threading.RLock()
        self._own: contextvars.ContextVar[tuple[_Scope, ...]] = contextvars.ContextVar(
            "geopts_pypto_scopes", default=()
        )

    @classmethod
    def from_config(
        cls, path: str | os.PathLike[str], *, mode: ScopeSemantics | str = ScopeSemantics.ATOMIC
    ) -> OptionScopes:
        """Take the defaults from a ``tile_fwk_config.json``.

        The atomic mode refuses a file with wrong values. PyPTO's modes load it as PyPTO does: no range counts, 1.9 becomes 1, and a list of
        numbers under a key without a list type fails.

        :raises FileError: the file cannot be read or is no JSON object.
        :raises FindingsError: (atomic mode) values that PyPTO does not take.
        :raises RefusedError: (PyPTO's modes) a list that PyPTO cannot load.
        """
        document = read_config(path)
        semantics = ScopeSemantics(mode)
        if semantics is ScopeSemantics.ATOMIC:
            wrong = [finding for finding in check_config(document) if finding.severity is Severity.ERROR]
            if wrong:
                raise FindingsError(
                    f"{document.path}: the configuration has values that PyPTO does not take", findings=wrong
                )
        return cls(file_defaults(document, semantics), mode=semantics)

    # -- setting -----------------------------------------------------------------------------------------------------

    def set_options(self, **groups: Any) -> None:
        """Set options in the innermost scope; keys that are not named keep their values.

        :param groups: ``runtime_options={...}`` and likewise for codegen, host, pass, verify, debug, operation.
        :raises OptionValueError: (PyPTO's modes) the first wrong value, in alphabetical order; the keys before it are already set.
        :raises FindingsError: (atomic mode) every wrong value of the call; nothing is set.
        """
        with self._lock:
            self._store(self._top(), self._flat(groups, drop_none=self.semantics is ScopeSemantics.ATOMIC))

    def set_runtime_options(self, *, stitch_function_num_per_pool: Sequence[int] | PoolDepths | None = None) -> None:
        """Set the experimental runtime options, as ``pypto.experimental.set_runtime_options``; None leaves the option as it is.

        :raises OptionValueError: (a ``ValueError``) the value is not three integers from 0 to 1024.
        """
        if stitch_function_num_per_pool is None:
            return
        depths = PoolDepths.parse(stitch_function_num_per_pool)
        self.set_options(runtime_options={"stitch_function_num_per_pool": depths.as_list()})

    def reset_options(self) -> None:
        """Clear the innermost scope: its values fall back to those of the scope around it, at top level to the file's.

        PyPTO's page says "all options back to default"; that is true at top level only, and so it is here.
        """
        with self._lock:
            self._top().values.clear()

    # -- reading -----------------------------------------------------------------------------------------------------

    def get_options(self, group: str) -> dict[str, Any]:
        """Give the options of one group in force now, by their short names; a copy."""
        prefix = f"{group}."
        return {key[len(prefix) :]: value for key, value in self.snapshot().items() if key.startswith(prefix)}

    def get_runtime_options(self) -> dict[str, Any]:
        """Give every runtime option in force now, stable ones too; a copy."""
        return self.get_options("runtime")

    def snapshot(self) -> dict[str, Any]:
        """Give all values in force now by their full keys, in alphabetical order; a copy, as ``get_current_scope`` gives one."""
        with self._lock:
            merged: dict[str, Any] = {}
            for scope in self._stack():
                merged.update(scope.values)
        return {key: plain(merged[key]) for key in sorted(merged)}

    def scope_names(self) -> tuple[str, ...]:
        """Give the names of the open scopes, the bottom first."""
        return tuple(scope.name for scope in self._stack())

    # -- nesting -----------------------------------------------------------------------------------------------------

    def options(self, name: str = "", **groups: Any) -> OptionsScope:
        """Make a scope for a ``with`` block or, as a decorator, for each call of a function.

        The atomic mode checks the values here and raises FindingsError; PyPTO's modes check nothing, not even the names.
        """
        values = self._flat(groups, drop_none=self.semantics is ScopeSemantics.ATOMIC)
        return OptionsScope(self, name, self._check_all(values) if self.semantics is ScopeSemantics.ATOMIC else values)

    @contextlib.contextmanager
    def jit_scope(self, **groups: Any) -> Iterator[None]:
        """Act as a jit kernel's first call does: an empty scope, the decorator's options set in it, gone when the call returns.

        None entries are dropped, as the decorator drops them.
        """
        with self.options("jit_scope"):
            kept = {
                group: {key: value for key, value in given.items() if value is not None}
                if isinstance(given, dict)
                else given
                for group, given in groups.items()
            }
            self.set_options(**kept)
            yield

    # -- inner workings ----------------------------------------------------------------------------------------------

    def _stack(self) -> list[_Scope]:
        return [*self._bottom, *self._own.get()]

    def _top(self) -> _Scope:
        return self._stack()[-1]

    def open_scope(self, owner: OptionsScope) -> None:
        """Push the scope of ``owner``; PyPTO converts the values here and checks nothing else."""
        if self.semantics is ScopeSemantics.ATOMIC:
            self._own.set((*self._own.get(), _Scope(owner.name, dict(owner.values), owner)))
            return
        values = {key: convert(key, value, self.semantics) for key, value in owner.values.items()}
        self._bottom.append(_Scope(owner.name, values, owner))

    def close_scope(self, owner: OptionsScope) -> None:
        """Pop a scope: the atomic mode the last one of ``owner``, PyPTO whatever is innermost."""
        if self.semantics is ScopeSemantics.ATOMIC:
            mine = self._own.get()
            last = max((index for index, scope in enumerate(mine) if scope.owner is owner), default=None)
            self._own.set(tuple(scope for index, scope in enumerate(mine) if index != last))
        elif len(self._bottom) == 1:
            raise RefusedError(
                "there is no scope left to close: PyPTO says 'No scope to pop'", option=owner.name, value=None
            )
        else:
            self._bottom.pop()

    def _flat(self, groups: Mapping[str, Any], *, drop_none: bool) -> dict[str, Any]:
        """Join groups into one dict by full key, group by group and each in the order given, which is how PyPTO converts them."""
        flat: dict[str, Any] = {}
        for argument, given in sorted(groups.items(), key=lambda each: _ORDER.get(each[0], -1)):
            group = argument.removesuffix("_options")
            if argument not in _ORDER:
                raise TypeError(f"{argument} is no group of options; the groups are {', '.join(_ORDER)}")
            if given is None:
                continue
            if not isinstance(given, dict):
                if self.semantics is ScopeSemantics.ATOMIC:
                    raise OptionValueError(
                        f"{argument} is {shown(given)}, not a dict; PyPTO ignores it in silence",
                        option=argument,
                        value=given,
                    )
                continue
            flat.update({f"{group}.{key}": value for key, value in given.items() if value is not None or not drop_none})
        return flat

    def _store(self, scope: _Scope, values: Mapping[str, Any]) -> None:
        if self.semantics is ScopeSemantics.ATOMIC:
            scope.values.update(self._check_all(values))
            return
        converted = {key: convert(key, value, self.semantics) for key, value in values.items()}
        for key, value in sorted(converted.items()):
            check_like_pypto(key, value, self.snapshot().keys(), self.semantics)
            scope.values[key] = value

    def _check_all(self, values: Mapping[str, Any]) -> dict[str, Any]:
        known = self.snapshot()
        checked: dict[str, Any] = {}
        findings: list[Finding] = []
        for key, value in values.items():
            try:
                checked[key] = atomic_value(key, value, known)
            except OptionValueError as error:
                findings.append(codes.VALUE.finding(error.message, hint=error.hint, source=error.source, key=key))
            except UnknownOptionError as error:
                kind = codes.REMOVED_OPTION if removed_row(key) else codes.UNKNOWN_OPTION
                findings.append(kind.finding(error.message, hint=error.hint, key=key))
        if findings:
            lines = "".join(f"\n  {finding.key}: {finding.message}" for finding in findings)
            raise InvalidRuntimeOptionsError(
                f"options that cannot be set; nothing was changed:{lines}", findings=findings
            )
        return checked


@final
class OptionsScope:
    """What `OptionScopes.options` gives: a context manager and a decorator, usable more than once and in several threads.

    An empty name becomes that of the decorated function.
    """

    def __init__(self, scopes: OptionScopes, name: str, values: Mapping[str, Any]) -> None:
        self._scopes = scopes
        self.name = name
        self.values = values

    def __enter__(self) -> OptionsScope:
        self._scopes.open_scope(self)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._scopes.close_scope(self)

    def __call__(self, function: Callable[_Parameters, _Result]) -> Callable[_Parameters, _Result]:
        """Give the function back with the scope around each call."""
        self.name = self.name or getattr(function, "__name__", "")

        @functools.wraps(function)
        def within(*args: _Parameters.args, **kwargs: _Parameters.kwargs) -> _Result:
            with self:
                return function(*args, **kwargs)

        return within


_process = OptionScopes()


def use_scopes(scopes: OptionScopes | None = None) -> OptionScopes:
    """Give the scopes that the functions of this module work on, after replacing them when ``scopes`` is given."""
    global _process  # noqa: PLW0603 - PyPTO's configuration is one per process, and so is its model
    if scopes is not None:
        _process = scopes
    return _process


def set_options(**groups: Any) -> None:
    """Set options in the innermost scope of the process; see `OptionScopes.set_options`."""
    _process.set_options(**groups)


def set_runtime_options(*, stitch_function_num_per_pool: Sequence[int] | PoolDepths | None = None) -> None:
    """Set the experimental runtime options; see `OptionScopes.set_runtime_options`."""
    _process.set_runtime_options(stitch_function_num_per_pool=stitch_function_num_per_pool)


def get_runtime_options() -> dict[str, Any]:
    """Give every runtime option in force; see `OptionScopes.get_runtime_options`."""
    return _process.get_runtime_options()


def reset_options() -> None:
    """Clear the innermost scope; see `OptionScopes.reset_options`."""
    _process.reset_options()


def options(name: str = "", **groups: Any) -> OptionsScope:
    """Make a scope; see `OptionScopes.options`."""
    return _process.options(name, **groups)
