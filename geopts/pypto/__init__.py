"""PyPTO run-time options: typed, scoped, read from and written to its configuration file, and tuned from its logs.

Names are imported when they are used, so that one of them never pays for the others.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from geopts.pypto.hand_over import apply
    from geopts.pypto.launches import Launch
    from geopts.pypto.logs import LogReport, read_logs
    from geopts.pypto.runtime_options import PoolDepths, RuntimeOptions
    from geopts.pypto.scopes import (
        get_runtime_options,
        options,
        reset_options,
        set_options,
        set_runtime_options,
        use_scopes,
    )
    from geopts.pypto.tuning import Advice, Scenario, Verdict, advise
    from geopts.pypto.workspace import Budget, Pools, Workspace

__all__ = [
    "Advice",
    "Budget",
    "Launch",
    "LogReport",
    "PoolDepths",
    "Pools",
    "RuntimeOptions",
    "Scenario",
    "Verdict",
    "Workspace",
    "advise",
    "apply",
    "get_runtime_options",
    "options",
    "read_logs",
    "reset_options",
    "set_options",
    "set_runtime_options",
    "use_scopes",
]

_HOMES = {
    "hand_over": ("apply",),
    "launches": ("Launch",),
    "logs": ("LogReport", "read_logs"),
    "runtime_options": ("PoolDepths", "RuntimeOptions"),
    "scopes": (
        "get_runtime_options",
        "options",
        "reset_options",
        "set_options",
        "set_runtime_options",
        "use_scopes",
    ),
    "tuning": ("Advice", "Scenario", "Verdict", "advise"),
    "workspace": ("Budget", "Pools", "Workspace"),
}
_MODULE_OF = {name: module for module, names in _HOMES.items() for name in names}


def __getattr__(name: str) -> Any:
    if name not in _MODULE_OF:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = getattr(importlib.import_module(f"{__name__}.{_MODULE_OF[name]}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return list(__all__)
