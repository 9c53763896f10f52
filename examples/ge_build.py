"""Compile a graph with the dicts of options.json: offline into an .om file, or online in a session.

    geopts build bert/geopts.toml -o out
    python ge_build.py out/options.json GRAPH

GRAPH is a file that ``Graph.load_from_file`` takes. The calls are those of CANN's Python package ``ge``
(``ge.offline_compile``, ``ge.ge_global``, ``ge.session``); every dict is passed exactly as geopts wrote it.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any


def build_offline(calls: dict[str, dict[str, str]], graph: Any, output_file: str) -> None:
    """Compile ``graph`` into ``output_file`` (GE appends ``.om``)."""
    from ge.offline_compile import build_finalize, build_initialize, build_model, save_model

    build_initialize(calls["build_initialize"])
    try:
        save_model(output_file, build_model(graph, calls["build_model"]))
    finally:
        build_finalize()


def open_session(calls: dict[str, dict[str, str]], graph: Any, graph_id: int = 0) -> Any:
    """Initialise GE, open a session and add ``graph``; the caller runs it and calls ``GeApi.ge_finalize()``."""
    from ge.ge_global import GeApi
    from ge.session import Session

    GeApi.ge_initialize(calls["ge_initialize"])  # GE refuses an empty dict here
    session = Session(calls["session"])
    session.add_graph(graph_id, graph, calls["graph"])
    return session


def main() -> None:
    """Read options.json and make the calls it has dicts for."""
    options_file, graph_file = sys.argv[1:3]
    calls = json.loads(Path(options_file).read_text(encoding="utf-8"))
    from ge.graph import Graph

    graph = Graph()
    graph.load_from_file(graph_file)
    if "build_model" in calls:
        build_offline(calls, graph, Path(graph_file).stem)
    else:
        open_session(calls, graph)


if __name__ == "__main__":
    main()
