"""Option dicts in JSON: which of the known forms a file has, and the tables in it.

The forms: ``options.json`` of `geopts build` with one dict for each call; one flat dict of GE keys; the file of ATC's ``--raw_ge_options``;
and MindSpore's ``ge_options`` with the levels global, session and graph.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any, Literal

import attrs

from geopts.errors import UnknownOptionError
from geopts.facts.options import BY_KEY
from geopts.facts.rows import Call
from geopts.option_set import find_option

__all__ = ["CALL_NAMES", "COMPILE_OPTIONS", "EXECUTE_OPTIONS", "LEVELS", "Form", "OptionTable", "form_of", "tables_of"]

Form = Literal["calls", "levels", "raw_ge_options", "flat", "spec", "other"]
Path = tuple[str, ...]

#: The one object of a ``--raw_ge_options`` file that ATC reads, and the one it does not (api/atc/main_impl.cc:261-362).
COMPILE_OPTIONS, EXECUTE_OPTIONS = "compile options", "execute options"
#: Names of tables in the form ``calls``.
CALL_NAMES: Mapping[str, Call] = {**{call.value: call for call in Call}, "add_graph": Call.GRAPH}
#: Names of tables in the form ``levels``; ATC has the same three, the later the stronger.
LEVELS: Mapping[str, Call] = {"global": Call.GE_INITIALIZE, "session": Call.SESSION, "graph": Call.GRAPH}
_RAW_LIKE = re.compile(r"(?:compile|execute)[ _-]?options?", re.IGNORECASE)


@attrs.frozen
class OptionTable:
    """One dict of options.

    :ivar path: where it stands; empty for the top.
    :ivar name: the call or level, for messages.
    :ivar call: the call that takes it; None when that is not known.
    :ivar values: keys and values as they were read.
    """

    path: Path
    name: str
    call: Call | None
    values: Mapping[str, Any]


def form_of(mapping: Mapping[str, Any]) -> Form:
    """Tell the form of a JSON object by its keys."""
    from geopts.rules.spec_checks import is_spec  # with the whole of specs, which scripts need nothing of

    tables = {key: value for key, value in mapping.items() if isinstance(value, dict)}
    if COMPILE_OPTIONS in mapping or any(_RAW_LIKE.fullmatch(key) for key in tables):
        return "raw_ge_options"
    if is_spec(mapping):
        return "spec"
    has_options = any(_has_options(table) for table in tables.values())
    empty = not any(tables.values())
    if "global" in tables and tables.keys() <= LEVELS.keys() and (has_options or empty):
        return "levels"
    # session, graph and parse are words of many files; the other calls are GE's alone
    own = tables.keys() & (CALL_NAMES.keys() - {"session", "graph", "parse"})
    if own or has_options or (tables and tables.keys() <= CALL_NAMES.keys() and empty):
        return "calls"
    return "flat" if not mapping or _has_options(mapping) else "other"


def tables_of(form: Form, mapping: Mapping[str, Any]) -> Iterator[OptionTable]:
    """Yield the dicts of a file; a table of a name that is none of the form's is left out."""
    if form == "flat":
        yield OptionTable((), "", None, mapping)
    elif form == "raw_ge_options":
        found = mapping.get(COMPILE_OPTIONS)
        levels: Mapping[str, Any] = found if isinstance(found, dict) else {}
        for level in LEVELS:
            values = levels.get(level)
            if isinstance(values, dict):
                yield OptionTable((COMPILE_OPTIONS, level), level, None, values)
    else:
        names = LEVELS if form == "levels" else CALL_NAMES
        for name, values in mapping.items():
            if name in names and isinstance(values, dict):
                yield OptionTable((name,), name, names[name], values)


def _has_options(table: Mapping[str, Any]) -> bool:
    """Whether a dict is one of options: some key can be nothing else, or every key is one; ``log`` and ``output`` are keys of many files."""
    if any(name.startswith("ge.") for name in table):
        return True
    return bool(table) and all(name in BY_KEY or _is_constant(name) for name in table)


def _is_constant(name: str) -> bool:
    """Whether a name is a constant of an option: written where GE wants the key."""
    try:
        find_option(name)
    except UnknownOptionError:
        return False
    return True
