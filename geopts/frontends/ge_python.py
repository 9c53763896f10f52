"""GE's Python API: option dicts for ``ge.offline_compile`` and for ``ge.ge_global`` with ``ge.session``."""

from __future__ import annotations

from geopts.facts.frontend_rows import FrontEndRow
from geopts.facts.rows import Call
from geopts.frontends.base import Emitted, ReadResult, Settings
from geopts.frontends.ge_dicts import read_dicts
from geopts.frontends.ge_native import NativeCalls, emitted, native_calls
from geopts.frontends.keys import front_end_row
from geopts.frontends.port_items import comment_lines
from geopts.frontends.python_text import dict_lines
from geopts.option_set import OptionSet

__all__ = ["emit", "read"]

ROW = front_end_row("ge-python-offline")


def emit(options: OptionSet, settings: Settings | None = None, *, front_end: FrontEndRow = ROW) -> Emitted:
    """Write the option dicts and the calls that take them.

    Values are text, since the layer refuses everything else (api/python/ge/ge/offline_compile/offline_compile.py:125-135).
    """
    native = native_calls(front_end, options, settings or Settings())
    lines = _session(native) if front_end.api == "session" else _offline(native)
    return emitted(front_end, native, [*comment_lines(native.items, "# "), *lines])


def _offline(native: NativeCalls) -> list[str]:
    parse = native.dict_for(Call.PARSE)
    lines = [
        "from ge.offline_compile import build_initialize, build_model",
        "",
        *dict_lines(native.dict_for(Call.BUILD_INITIALIZE), before="INITIALIZE_OPTIONS = "),
        *dict_lines(native.dict_for(Call.BUILD_MODEL), before="BUILD_OPTIONS = "),
    ]
    if parse:
        lines += ["# for the parser that makes the graph", *dict_lines(parse, before="PARSER_OPTIONS = ")]
    return [
        *lines,
        "",
        "",
        "def build(graph):",
        "    build_initialize(INITIALIZE_OPTIONS)",
        "    return build_model(graph, BUILD_OPTIONS)",
    ]


def _session(native: NativeCalls) -> list[str]:
    first = native.dict_for(Call.GE_INITIALIZE)
    empty = [] if first else ['# GE refuses an empty dict here: add an entry such as "ge.exec.deviceId"']
    return [
        "from ge.ge_global import GeApi",
        "from ge.session import Session",
        "",
        *empty,
        *dict_lines(first, before="GLOBAL_OPTIONS = "),
        *dict_lines(native.dict_for(Call.SESSION), before="SESSION_OPTIONS = "),
        *dict_lines(native.dict_for(Call.GRAPH), before="GRAPH_OPTIONS = "),
        "",
        "",
        "def make_session(graph_id, graph):",
        "    GeApi.ge_initialize(GLOBAL_OPTIONS)",
        "    session = Session(SESSION_OPTIONS)",
        "    session.add_graph(graph_id, graph, GRAPH_OPTIONS)",
        "    return session",
    ]


def read(text: str, *, path: str = "", front_end: FrontEndRow = ROW) -> ReadResult:
    """Read dicts with GE keys out of Python source, or a JSON object with GE keys (flat, or one object for each call)."""
    return read_dicts(text, path=path, front_end=front_end)
