"""Front ends: the systems through which people give GE its options, each read and written in its own spelling.

>>> from geopts.frontends import emit, read
>>> from geopts import OptionSet
>>> print(emit(OptionSet(PRECISION_MODE_V2="origin"), "acl").items[0].spelling)
ACL_PRECISION_MODE_V2

Modules are imported when their front end is used.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable, Mapping
from difflib import get_close_matches
from typing import Any

from geopts.errors import OptionValueError
from geopts.facts.frontend_rows import FrontEndRow
from geopts.facts.frontends import FRONT_END_ROWS
from geopts.frontends.base import Emitted, Origin, Outcome, OwnPart, PortItem, ReadResult, Settings, Symbol, UnknownPart
from geopts.option_set import OptionSet

__all__ = [
    "FRONT_ENDS",
    "Emitted",
    "Origin",
    "Outcome",
    "OwnPart",
    "PortItem",
    "ReadResult",
    "Settings",
    "Symbol",
    "UnknownPart",
    "emit",
    "find_front_end",
    "read",
]

#: The front ends by name. Aliases are known to `find_front_end`.
FRONT_ENDS: Mapping[str, FrontEndRow] = {row.name: row for row in FRONT_END_ROWS}


def find_front_end(name: str) -> FrontEndRow:
    """Find a front end by name or alias; case and underscores do not matter.

    :raises OptionValueError: there is none; ``suggestion`` is the closest name.
    """
    plain = name.strip().lower().replace("_", "-")
    names = {known.replace("_", "-"): row for row in FRONT_END_ROWS for known in (row.name, *row.aliases)}
    if plain in names:
        return names[plain]
    close = get_close_matches(plain, names, n=1, cutoff=0.5)
    raise OptionValueError(
        f"{name!r} is no front end that geopts knows",
        option="front end",
        value=name,
        allowed=tuple(FRONT_ENDS),
        suggestion=names[close[0]].name if close else None,
        hint=(f"did you mean {names[close[0]].name!r}? " if close else "") + "Front ends: " + ", ".join(FRONT_ENDS),
    )


def emit(options: OptionSet, front_end: str, settings: Settings | None = None) -> Emitted:
    """Write options for a front end.

    :param front_end: name or alias.
    :raises OptionValueError: no such front end, or a version it does not know.
    """
    row = find_front_end(front_end)
    function: Callable[..., Emitted] = _module(row).emit
    return function(options, settings or Settings(), front_end=row)


def read(text: str | bytes, front_end: str, *, path: str = "") -> ReadResult:
    """Read options out of a text of a front end. Nothing in it is run, and what is wrong with it becomes findings.

    :param text: bytes are taken as UTF-8, whatever is none of it standing for itself.
    :param front_end: name or alias.
    :param path: of the file, for findings.
    :raises OptionValueError: no such front end.
    """
    row = find_front_end(front_end)
    function: Callable[..., ReadResult] = _module(row).read
    source = text.decode("utf-8", "surrogateescape") if isinstance(text, bytes) else text
    return function(source, path=path, front_end=row)


def _module(row: FrontEndRow) -> Any:
    return importlib.import_module(f"geopts.frontends.{row.module}")
