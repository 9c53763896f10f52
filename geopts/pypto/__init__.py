"""PyPTO run-time options: typed, scoped, read from and written to its configuration file, and tuned from its logs.

The public names are imported at first use, so that one of them never pays for the others.
"""

from __future__ import annotations

import importlib
from typing import Any

#: Public name to the module that holds it.
_MODULES = {
    "Advice": "geopts.pypto.tuning",
    "Launch": "geopts.pypto.launches",
    "LogReport": "geopts.pypto.logs",
    "Pools": "geopts.pypto.workspace",
    "Workspace": "geopts.pypto.workspace",
    "advise": "geopts.pypto.tuning",
    "read_logs": "geopts.pypto.logs",
}

__all__ = sorted(_MODULES)  # noqa: PLE0605  (computed, so that a name is written once)


def __getattr__(name: str) -> Any:
    if name not in _MODULES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = getattr(importlib.import_module(_MODULES[name]), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return list(__all__)
