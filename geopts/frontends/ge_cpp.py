"""GE's C++ API: option maps for aclgrphBuildInitialize and aclgrphBuildModel, or for GEInitialize, Session and AddGraph."""

from __future__ import annotations

from geopts.facts.frontend_rows import FrontEndRow
from geopts.facts.options import BY_KEY
from geopts.facts.rows import Call
from geopts.frontends.base import Emitted, ReadResult, Settings
from geopts.frontends.c_source import read_ge_maps
from geopts.frontends.c_text import c_literal, initializer_lines
from geopts.frontends.ge_native import NativeCalls, emitted, native_calls
from geopts.frontends.keys import front_end_row
from geopts.frontends.port_items import comment_lines
from geopts.option_set import OptionSet

__all__ = ["emit", "read"]

ROW = front_end_row("ge-cpp-offline")


def emit(options: OptionSet, settings: Settings | None = None, *, front_end: FrontEndRow = ROW) -> Emitted:
    """Write the option maps and the calls that take them; keys by their constants in ``ge::ir_option`` where they have one."""
    native = native_calls(front_end, options, settings or Settings())
    lines = _session(native) if front_end.api == "session" else _offline(native)
    return emitted(front_end, native, [*comment_lines(native.items, "// "), *lines])


def _key(key: str) -> str:
    row = BY_KEY.get(key)
    if row is not None and row.ir_option and row.constant:
        return f"ge::ir_option::{row.constant}"
    return c_literal(key)


def _map(native: NativeCalls, call: Call, name: str) -> list[str]:
    return initializer_lines(name, ((_key(key), text) for key, text in native.dict_for(call).items()))


def _offline(native: NativeCalls) -> list[str]:
    parse = native.dict_for(Call.PARSE)
    parser = [
        "    // for aclgrphParseONNX and its like, which make the graph",
        *_map(native, Call.PARSE, "parser_options"),
        "    (void)parser_options;",
    ]
    return [
        "#include <map>",
        "",
        '#include "ge/ge_ir_build.h"',
        "",
        "ge::graphStatus BuildWithOptions(const ge::Graph &graph, ge::ModelBufferData &model)",
        "{",
        *_map(native, Call.BUILD_INITIALIZE, "initialize_options"),
        *_map(native, Call.BUILD_MODEL, "build_options"),
        *(parser if parse else []),
        "",
        "    const ge::graphStatus status = ge::aclgrphBuildInitialize(initialize_options);",
        "    if (status != ge::GRAPH_SUCCESS) {",
        "        return status;",
        "    }",
        "    return ge::aclgrphBuildModel(graph, build_options, model);",
        "}",
    ]


def _session(native: NativeCalls) -> list[str]:
    return [
        "#include <cstdint>",
        "#include <map>",
        "#include <memory>",
        "",
        '#include "ge/ge_api.h"',
        "",
        "std::unique_ptr<ge::Session> MakeSession(uint32_t graph_id, const ge::Graph &graph)",
        "{",
        *_map(native, Call.GE_INITIALIZE, "global_options"),
        *_map(native, Call.SESSION, "session_options"),
        *_map(native, Call.GRAPH, "graph_options"),
        "",
        "    if (ge::GEInitialize(global_options) != ge::SUCCESS) {",
        "        return nullptr;",
        "    }",
        "    auto session = std::make_unique<ge::Session>(session_options);",
        "    if (session->AddGraph(graph_id, graph, graph_options) != ge::SUCCESS) {",
        "        return nullptr;",
        "    }",
        "    return session;",
        "}",
    ]


def read(text: str, *, path: str = "", front_end: FrontEndRow = ROW) -> ReadResult:
    """Read the pairs of option maps out of C++ source: ``{ge::ir_option::NAME, "value"}``, ``{"ge.key", "value"}``, ``m["ge.key"] = "value"``."""
    return read_ge_maps(text, path=path, front_end=front_end)
