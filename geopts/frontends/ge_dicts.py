"""Option dicts of GE itself, in Python source or as JSON."""

from __future__ import annotations

import ast
from collections.abc import Mapping
from functools import cache

from geopts.facts.frontend_rows import FrontEndRow, Written
from geopts.facts.options import BY_KEY
from geopts.facts.rows import Acceptance, Call
from geopts.findings import Severity
from geopts.frontends.base import ReadResult
from geopts.frontends.collector import Collector, Range, Symbolic
from geopts.frontends.ge_native import NAME_MAP
from geopts.frontends.json_places import load_json, places_in_json
from geopts.frontends.keys import by_ge_key, table_names
from geopts.frontends.python_source import PythonSource, dotted
from geopts.frontends.spellings import GE_KEYS, did_you_mean, suggest_spellings

__all__ = ["CALLS_BY_NAME", "looks_like_ge_key", "rank_of", "read_dicts", "read_json_levels", "take_ge_key"]

#: Python functions and JSON objects that hold the options of a call.
CALLS_BY_NAME: Mapping[str, Call] = {
    "build_initialize": Call.BUILD_INITIALIZE,
    "build_model": Call.BUILD_MODEL,
    "GraphWithOptions": Call.BUILD_MODEL,
    "parse": Call.PARSE,
    "ge_initialize": Call.GE_INITIALIZE,
    "global": Call.GE_INITIALIZE,
    "Session": Call.SESSION,
    "session": Call.SESSION,
    "add_graph": Call.GRAPH,
    "graph": Call.GRAPH,
}
#: Where the same key stands at two levels, the higher one counts (graph_metadef/graph/option/ge_local_context.cc:40-60,
#: compiler/api/aclgrph/ge_ir_build.cc:991-996).
_RANKS = {Call.SESSION: 1, Call.GRAPH: 2, Call.BUILD_MODEL: 2, Call.PARSE: 2}
#: GE keys without the prefix that no other dict has.
_DISTINCT = frozenset({"ac_parallel_enable", "op_debug_config", "op_debug_option"})
_UNKNOWN = "build_model fails on it without naming it, the other calls write a line to the log and pass it on"
_SOURCE = "base/common/option_supportion_checker/option_supportion_checker.cc:29-241; compiler/api/aclgrph/ge_ir_build.cc:793-811"


def rank_of(call: Call | None) -> int:
    """Give how the level of a call ranks; 0 for one that is not known."""
    return _RANKS.get(call, 0) if call is not None else 0


def looks_like_ge_key(key: object) -> bool:
    """Say whether a key can only be meant as one of GE's."""
    return isinstance(key, str) and (key.startswith("ge.") or key in _DISTINCT)


@cache
def _framework_keys() -> frozenset[str]:
    """GE keys that some front end sends, GE's documents or not."""
    return frozenset(key for table in table_names() for key in by_ge_key(table))


def take_ge_key(
    collector: Collector,
    key: str,
    value: Written | Symbolic | None,
    at: Range,
    value_at: Range,
    *,
    call: Call | None = None,
) -> None:
    """Take one entry of a dict that goes to GE as it is."""
    if value is None:
        collector.own(key, None, at, value_at)
    elif key in BY_KEY:
        if call is Call.BUILD_MODEL and BY_KEY[key].scopes_in_code.get(call) is Acceptance.REJECTED:
            collector.report(
                "refused-key",
                Severity.ERROR,
                f"{key}: build_model refuses it without naming it",
                at,
                hint="give it to build_initialize",
                source=_SOURCE,
                key=key,
            )
        collector.native(key, value, at, value_at, rank=rank_of(call))
    elif key == NAME_MAP:
        collector.own(key, value, at, value_at)
    elif key in _framework_keys():
        if isinstance(value, Symbolic):
            collector.symbol(key, key, value, value_at)
        elif isinstance(value, str):
            collector.put(key, value, value, at, value_at, rank=rank_of(call))
        else:
            collector.report(
                "wrong-type",
                Severity.ERROR,
                f"{key}: is {type(value).__name__}, and GE's option dicts hold texts only",
                value_at,
                hint=f"write {str(value)!r}",
                source=_SOURCE,
                key=key,
            )
    else:
        close = suggest_spellings(key, table=GE_KEYS, limit=1) if collector.suggests else ()
        collector.unknown(
            "",
            key,
            at,
            value_at,
            severity=Severity.WARNING if close else Severity.NOTE,
            detail=_UNKNOWN,
            hint=did_you_mean(key, GE_KEYS) if collector.suggests else "",
            source=_SOURCE,
        )


def read_dicts(text: str, *, path: str, front_end: FrontEndRow) -> ReadResult:
    """Read every dict with GE keys in a text; JSON when it starts with a brace."""
    if text.lstrip("\ufeff \t\r\n").startswith("{"):
        trial = Collector(front_end, text, path)
        if isinstance(load_json(text, trial), dict):
            read_json_levels(trial, text)
            return trial.finish()
    collector = Collector(front_end, text, path, literals=True)
    _read_python(PythonSource(text, collector), collector)
    return collector.finish()


def read_json_levels(collector: Collector, text: str) -> None:
    """Take GE keys of a JSON object: flat, or one object for each call."""
    for keys, at, value_at, value in places_in_json(text, 2):
        if len(keys) == 1 and value_at.end == value_at.start + 1 and value == "{":
            collector.found(at)
            continue
        call = CALLS_BY_NAME.get(keys[0]) if len(keys) == 2 else None
        if isinstance(value, (str, int, bool)) or value is None:
            take_ge_key(collector, keys[-1], value, at, value_at, call=call)
        else:
            collector.report(
                "wrong-type",
                Severity.ERROR,
                f"{keys[-1]}: is {type(value).__name__}, and GE's option dicts hold texts only",
                value_at,
                hint="write the text GE takes",
                source=_SOURCE,
                key=keys[-1],
            )


def _read_python(source: PythonSource, collector: Collector) -> None:
    names = _dicts_by_name(source)
    calls = _calls_of_names(source)
    seen: set[int] = set()
    for node in source.nodes():
        if isinstance(node, ast.Call):
            call = CALLS_BY_NAME.get(dotted(node.func).rpartition(".")[2])
            for argument in (*node.args, *(k.value for k in node.keywords)) if call is not None else ():
                if isinstance(argument, ast.Dict) and id(argument) not in seen:
                    seen.add(id(argument))
                    _take_dict(source, collector, argument, call)
        elif isinstance(node, ast.Dict) and id(node) not in seen:
            seen.add(id(node))
            name = names.get(id(node), "")
            if name in calls or _is_option_dict(node) or _is_named_so(node, name):
                _take_dict(source, collector, node, calls.get(name))
        elif isinstance(node, ast.Assign) and len(node.targets) == 1 and isinstance(node.targets[0], ast.Subscript):
            _take_item(source, collector, node.targets[0], node.value, calls)


def _is_option_dict(node: ast.Dict) -> bool:
    return any(isinstance(key, ast.Constant) and looks_like_ge_key(key.value) for key in node.keys)


def _is_named_so(node: ast.Dict, name: str) -> bool:
    """Say whether a dict is called options and has nothing but GE keys, of which some have no prefix that would tell them."""
    keys = [key.value if isinstance(key, ast.Constant) else None for key in node.keys]
    return "option" in name.lower() and bool(keys) and all(key in BY_KEY for key in keys)


def _dicts_by_name(source: PythonSource) -> dict[int, str]:
    """Give for each dict that is assigned to a name that name."""
    names: dict[int, str] = {}
    for node in ast.walk(source.tree):
        if isinstance(node, ast.Assign) and isinstance(node.value, ast.Dict):
            names.update((id(node.value), target.id) for target in node.targets if isinstance(target, ast.Name))
        elif isinstance(node, ast.AnnAssign) and isinstance(node.value, ast.Dict) and isinstance(node.target, ast.Name):
            names[id(node.value)] = node.target.id
    return names


def _calls_of_names(source: PythonSource) -> dict[str, Call]:
    """Give for each name that is passed to one of the calls that call."""
    calls: dict[str, Call] = {}
    for node in ast.walk(source.tree):
        if isinstance(node, ast.Call):
            call = CALLS_BY_NAME.get(dotted(node.func).rpartition(".")[2])
            # tf.Session(config=...) takes no option dict, but neither is what it takes assigned a dict with GE keys
            for argument in (*node.args, *(k.value for k in node.keywords)) if call is not None else ():
                if isinstance(argument, ast.Name) and call is not None:
                    calls.setdefault(argument.id, call)
    return calls


def _take_dict(source: PythonSource, collector: Collector, node: ast.Dict, call: Call | None) -> None:
    own = _is_option_dict(node)
    if not own and not any(isinstance(key, ast.Constant) and key.value in BY_KEY for key in node.keys):
        return  # Session({...}) of something else
    collector.found(source.range_of(node))
    for key, value in zip(node.keys, node.values, strict=True):
        if key is None:
            continue
        name = source.value(key)
        if isinstance(name, str):
            take_ge_key(collector, name, source.value(value), source.range_of(key), source.range_of(value), call=call)


def _take_item(
    source: PythonSource, collector: Collector, target: ast.Subscript, value: ast.expr, calls: Mapping[str, Call]
) -> None:
    """Take ``options["ge.key"] = "value"``."""
    name = source.value(target.slice)
    if not isinstance(name, str) or not looks_like_ge_key(name):
        return
    call = calls.get(target.value.id) if isinstance(target.value, ast.Name) else None
    take_ge_key(collector, name, source.value(value), source.range_of(target.slice), source.range_of(value), call=call)
