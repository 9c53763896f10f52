"""What the C++ and Python maps of GE share: options by call, and the map that makes GE's own errors use the user's spelling."""

from __future__ import annotations

import json
from collections.abc import Mapping

import attrs

from geopts.facts.frontend_rows import FrontEndRow
from geopts.facts.options import BY_KEY
from geopts.facts.rows import Call
from geopts.findings import Finding
from geopts.frontends.base import Emitted, Outcome, PortItem, Settings
from geopts.frontends.keys import by_ge_key
from geopts.frontends.port_items import is_renamed, left_out_item, not_needed, refused_pairs, unresolved_items
from geopts.option_set import OptionSet
from geopts.resolve.placement import CALLS, Api, place

__all__ = ["NAME_MAP", "NativeCalls", "call_of_scope", "emitted", "native_calls"]

#: GE uses the spellings in this JSON text in its own errors; acl and the TensorFlow adapters register theirs
#: (api/acl/acl_op_compiler/common/local_compiler.cpp:48-66, hicann/tensorflow@82957b92:tf_adapter_2.x/npu_device/core/npu_wrapper.cpp:162-173,262-264).
NAME_MAP = "ge.optionNameMap"
_SCOPES = {"global": Call.GE_INITIALIZE, "session": Call.SESSION, "graph": Call.GRAPH}
_SCOPED_TABLES = ("torchair", "tf1_parameter_map", "tf2_global_options")


@attrs.frozen
class NativeCalls:
    """Options by call, and the report."""

    calls: Mapping[Call, dict[str, str]]
    items: tuple[PortItem, ...]
    findings: tuple[Finding, ...]
    name_map: str = ""

    def dict_for(self, call: Call) -> dict[str, str]:
        """Give what a call gets, the map of names included."""
        first = call in (Call.BUILD_INITIALIZE, Call.GE_INITIALIZE)
        return {**self.calls.get(call, {}), **({NAME_MAP: self.name_map} if first and self.name_map else {})}


def call_of_scope(key: str) -> Call | None:
    """Give the call at whose level a framework sends a key that GE's documents do not list; None: no framework sends it."""
    for table in _SCOPED_TABLES:
        for row in by_ge_key(table).get(key, ()):
            if row.ge_scope:
                return _SCOPES[row.ge_scope.partition("+")[0]]
    return None


def native_calls(front_end: FrontEndRow, options: OptionSet, settings: Settings) -> NativeCalls:
    """Place the options into the calls of the front end's API."""
    api: Api = "session" if front_end.api == "session" else "offline"
    if settings.soc_version and "ge.socVersion" not in options:
        options = OptionSet({"ge.socVersion": settings.soc_version, **dict(options.items())})
    everything = options.texts(ini_path=settings.ini_path)
    left_out = refused_pairs(everything)
    texts = {key: text for key, text in everything.items() if key not in left_out}
    placement = place(texts, api, origin=lambda key: settings.names.get(key, key))
    calls = {call: dict(placement.calls.get(call, {})) for call in CALLS[api]}
    placed = {key: call for call, table in calls.items() for key in table}
    items = []
    for key, text in everything.items():
        if key in left_out:
            items.append(left_out_item(key, text, left_out[key], settings))
            continue
        items.append(
            _placed(key, text, placed[key], settings)
            if key in placed
            else _refused(key, text, placement.findings, settings)
        )
    for key, text in settings.extra.items():
        call = call_of_scope(key) if api == "session" else None
        if call is None:
            items.append(not_needed(front_end, key, text, settings) or _unplaced(front_end, key, text, settings))
            continue
        calls[call][key] = text
        items.append(_placed(key, text, call, settings))
    items += unresolved_items(settings)
    names = {key: settings.names[key] for table in calls.values() for key in table if key in settings.names}
    name_map = json.dumps(names, ensure_ascii=False, separators=(",", ":")) if names else ""
    notes = tuple(f for f in placement.findings if f.code != "GEO502")
    return NativeCalls(calls, tuple(items), notes, name_map)


def _placed(key: str, text: str, call: Call, settings: Settings) -> PortItem:
    source_spelling = settings.names.get(key, "")
    renamed = bool(source_spelling) and is_renamed(key, [key], source_spelling)
    row = BY_KEY.get(key)
    return PortItem(
        key=key,
        outcome=Outcome.RENAMED if renamed else Outcome.EXPRESSED,
        text=text,
        source_spelling=source_spelling,
        spelling=key,
        written=repr(text),
        reaches=text,
        renamed=renamed,
        message=f"in the options of {call.value}",
        source=row.source[0] if row else "",
    )


def _refused(key: str, text: str, findings: tuple[Finding, ...], settings: Settings) -> PortItem:
    name = settings.names.get(key, key)
    found = next((f for f in findings if f.code == "GEO502" and f.key == name), None)
    message = found.message.removeprefix(f"{name}: ") if found else "no call of this API takes it"
    return PortItem(
        key=key,
        outcome=Outcome.INEXPRESSIBLE,
        text=text,
        source_spelling=settings.names.get(key, ""),
        lost=True,
        message=message,
        hint=found.hint if found else "",
        source=found.source if found else "",
    )


def _unplaced(front_end: FrontEndRow, key: str, text: str, settings: Settings) -> PortItem:
    return PortItem(
        key=key,
        outcome=Outcome.INEXPRESSIBLE,
        text=text,
        source_spelling=settings.names.get(key, ""),
        lost=True,
        message=f"GE's documents list no call that takes {key}, so {front_end.title} cannot be given it",
        hint="leave it out",
        source=front_end.source,
    )


def emitted(front_end: FrontEndRow, native: NativeCalls, lines: list[str]) -> Emitted:
    """Give the result for text made of ``lines``."""
    return Emitted(
        front_end=front_end.name,
        text="\n".join(lines) + "\n",
        file_name=front_end.file_name,
        items=native.items,
        predicted={call.value: native.dict_for(call) for call in native.calls},
        findings=native.findings,
    )
