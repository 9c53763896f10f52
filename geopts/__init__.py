"""Typed compile options of GE, the graph compiler of Ascend NPUs, and of PyPTO: generated, checked, explained.

Names are imported when they are used, so that ``import geopts`` costs next to nothing.
"""

from __future__ import annotations

import importlib
import sys
from types import ModuleType
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from geopts._version import __version__
    from geopts.errors import (
        FileError,
        FindingsError,
        GeoptsError,
        OptionValueError,
        ProductError,
        UnknownOptionError,
        UnportableError,
    )
    from geopts.findings import Finding, Severity
    from geopts.option_set import OptionSet
    from geopts.precision.builtin import BuiltinFiles
    from geopts.precision.decision import Decision
    from geopts.precision.engine import EngineTable
    from geopts.precision.front_end import front_end_checks
    from geopts.precision.modes import PrecisionMode
    from geopts.precision.op_precision import OpPrecision
    from geopts.products import find_product
    from geopts.resolve.plan import Plan, resolve
    from geopts.spec import Spec, read_spec
    from geopts.support import supports
    from geopts.values import AllowHF32

__all__ = [
    "AllowHF32",
    "BuiltinFiles",
    "Decision",
    "EngineTable",
    "FileError",
    "Finding",
    "FindingsError",
    "GeoptsError",
    "OpPrecision",
    "OptionSet",
    "OptionValueError",
    "Plan",
    "PrecisionMode",
    "ProductError",
    "Severity",
    "Spec",
    "UnknownOptionError",
    "UnportableError",
    "__version__",
    "find_product",
    "front_end_checks",
    "read_spec",
    "resolve",
    "supports",
]

_HOMES = {
    "_version": ("__version__",),
    "errors": (
        "FileError",
        "FindingsError",
        "GeoptsError",
        "OptionValueError",
        "ProductError",
        "UnknownOptionError",
        "UnportableError",
    ),
    "findings": ("Finding", "Severity"),
    "option_set": ("OptionSet",),
    "precision.builtin": ("BuiltinFiles",),
    "precision.decision": ("Decision",),
    "precision.engine": ("EngineTable",),
    "precision.front_end": ("front_end_checks",),
    "precision.modes": ("PrecisionMode",),
    "precision.op_precision": ("OpPrecision",),
    "products": ("find_product",),
    "resolve.plan": ("Plan", "resolve"),
    "spec": ("Spec", "read_spec"),
    "support": ("supports",),
    "values": ("AllowHF32",),
}
_HOME_OF = {name: home for home, names in _HOMES.items() for name in names}


class _Package(ModuleType):
    """The package, whose function `resolve` has the name of a subpackage."""

    def __setattr__(self, name: str, value: object) -> None:
        # the import system sets every submodule on its package: geopts.resolve would be the function or the subpackage, by the order of imports
        if not (name in _HOME_OF and isinstance(value, ModuleType)):
            super().__setattr__(name, value)


sys.modules[__name__].__class__ = _Package


def __getattr__(name: str) -> Any:
    home = _HOME_OF.get(name)
    if home is None:
        raise AttributeError(f"module 'geopts' has no attribute {name!r}")
    value = getattr(importlib.import_module(f"geopts.{home}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return list(__all__)
