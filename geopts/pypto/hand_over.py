"""Hand runtime options to an installed PyPTO, each through the function that PyPTO reads it from."""

from __future__ import annotations

import importlib
import warnings
from typing import TYPE_CHECKING, Any

import attrs

from geopts.errors import GeoptsError
from geopts.facts.pypto_rows import Channel
from geopts.pypto.emit import DECORATOR_ONLY
from geopts.pypto.runtime_options import RuntimeOptions, option_row

if TYPE_CHECKING:
    from collections.abc import Mapping
    from types import ModuleType

    from geopts.pypto.runtime_options import JsonValue

__all__ = ["Applied", "PyPTOError", "apply"]


class PyPTOError(GeoptsError):
    """PyPTO is not there, cannot be imported, or has no such option.

    :ivar version: the version of the installed package; empty when there is none.
    """

    def __init__(self, message: str, *, version: str = "", hint: str = "") -> None:
        super().__init__(message, hint=hint)
        self.version = version


@attrs.frozen
class Applied:
    """What was done with the options.

    :ivar set: options set in PyPTO's innermost scope.
    :ivar decorator: options that only the decorator can carry: ``@pypto.frontend.jit(runtime_options=applied.decorator)``.
    """

    set: tuple[str, ...]
    decorator: dict[str, JsonValue]


def apply(options: RuntimeOptions | Mapping[str, Any], *, module: ModuleType | Any = None) -> Applied:
    """Set runtime options in the PyPTO of this process, before the first call of a kernel.

    Experimental options go through ``pypto.experimental.set_runtime_options``, stable ones through ``pypto.set_options``. Before anything
    is set, everything is checked here and compared with what the installed release knows, since PyPTO's own setter stops half way.

    :param options: the options, or a dict for `RuntimeOptions.from_mapping`.
    :param module: the module to use in place of ``import pypto``.
    :raises InvalidRuntimeOptionsError: wrong options in a dict.
    :raises PyPTOError: PyPTO is not installed or cannot be imported, lacks an option, or refuses a value.
    """
    if not isinstance(options, RuntimeOptions):
        options = RuntimeOptions.from_mapping(options)
    pypto = _imported() if module is None else module
    stable = options.channel(Channel.STABLE_JIT)
    experimental = options.channel(Channel.EXPERIMENTAL)
    decorator = {name: stable.pop(name) for name in DECORATOR_ONLY if name in stable}
    _check_known(pypto, stable)
    setter = getattr(getattr(pypto, "experimental", None), "set_runtime_options", None)
    if experimental and setter is None:
        names = ", ".join(experimental)
        raise PyPTOError(
            f"the installed PyPTO{_version(pypto)} has no pypto.experimental.set_runtime_options, so it does not know {names}",
            version=_version(pypto).strip(),
            hint=f"{names}: {option_row(next(iter(experimental))).since}. Use stitch_function_max_num or max_workspace_kb with this release",
        )
    if decorator:
        warnings.warn(
            f"{', '.join(decorator)}: PyPTO reads this from the jit decorator only; pass Applied.decorator to it",
            UserWarning,
            stacklevel=2,
        )
    try:
        if stable:
            pypto.set_options(runtime_options=stable)
        if experimental and setter is not None:
            setter(**experimental)
    except Exception as error:
        # PyPTO raises RuntimeError, TypeError, IndexError or its own PyptoGeneralError; the first line says it, a stack of C++ frames follows.
        first = next((line for line in str(error).splitlines() if line.strip()), type(error).__name__)
        raise PyPTOError(
            f"PyPTO{_version(pypto)} refuses the options: {first}", version=_version(pypto).strip()
        ) from error
    return Applied((*stable, *experimental), decorator)


def _imported() -> Any:
    try:
        return importlib.import_module("pypto")
    except ModuleNotFoundError as error:
        if error.name == "pypto":
            message = "PyPTO is not installed in this environment"
            raise PyPTOError(
                message,
                hint="pip install pypto, or source the environment of a CANN that contains it (9.1.0 and later)",
            ) from None
        raise PyPTOError(
            f"PyPTO is installed but needs the package {error.name}, which is not", hint=f"pip install {error.name}"
        ) from error
    except (ImportError, OSError) as error:
        raise PyPTOError(
            f"PyPTO is installed but cannot be imported: {error}",
            hint="check that its Python version and the CANN environment fit",
        ) from error


def _check_known(pypto: Any, stable: Mapping[str, JsonValue]) -> None:
    """Compare with the keys that PyPTO's scopes have now; a release without `get_current_scope` is left to its own check."""
    current = getattr(pypto, "get_current_scope", None)
    if current is None:
        return
    known = current().get_options("runtime")
    missing = [name for name in stable if name not in known]
    if missing:
        raise PyPTOError(
            f"the installed PyPTO{_version(pypto)} has no runtime option {', '.join(missing)}",
            version=_version(pypto).strip(),
            hint="; ".join(f"{name}: {option_row(name).since or 'needs a newer release'}" for name in missing),
        )


def _version(pypto: Any) -> str:
    from importlib import metadata

    own = getattr(pypto, "__version__", None)
    if isinstance(own, str):
        return f" {own}"
    try:
        return f" {metadata.version('pypto')}"
    except metadata.PackageNotFoundError:
        return ""
