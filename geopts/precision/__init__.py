"""The op_precision.ini domain: modes, the typed file, built-in files, and GE's table.

Names are imported when they are used, so that a command which needs one module does not pay for all.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from geopts.precision.builtin import BuiltinFiles
    from geopts.precision.decision import Claim, Decision
    from geopts.precision.engine import EngineTable, Layer
    from geopts.precision.front_end import FrontEndChecks, front_end_checks
    from geopts.precision.modes import PrecisionMode, parse_mode
    from geopts.precision.op_precision import ModeTable, OpPrecision

__all__ = [
    "BuiltinFiles",
    "Claim",
    "Decision",
    "EngineTable",
    "FrontEndChecks",
    "Layer",
    "ModeTable",
    "OpPrecision",
    "PrecisionMode",
    "front_end_checks",
    "parse_mode",
]

_HOMES = {
    "builtin": ("BuiltinFiles",),
    "decision": ("Claim", "Decision"),
    "engine": ("EngineTable", "Layer"),
    "front_end": ("FrontEndChecks", "front_end_checks"),
    "modes": ("PrecisionMode", "parse_mode"),
    "op_precision": ("ModeTable", "OpPrecision"),
}
_HOME_OF = {name: home for home, names in _HOMES.items() for name in names}


def __getattr__(name: str) -> Any:
    home = _HOME_OF.get(name)
    if home is None:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = getattr(importlib.import_module(f"{__name__}.{home}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
