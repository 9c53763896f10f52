"""ATC's ``--raw_ge_options`` file: GE keys in three levels of one JSON object."""

from __future__ import annotations

import json
from typing import Any

import attrs

from geopts.facts.frontend_rows import FrontEndRow
from geopts.facts.options import BY_KEY
from geopts.facts.rows import Call
from geopts.findings import Severity
from geopts.frontends.base import Emitted, PortItem, ReadResult, Settings
from geopts.frontends.collector import Collector, Range
from geopts.frontends.json_places import load_json, places_in_json
from geopts.frontends.keys import by_spelling, front_end_row
from geopts.frontends.translate import translate
from geopts.option_set import OptionSet
from geopts.resolve.placement import call_for

__all__ = ["emit", "read"]

ROW = front_end_row("raw-ge-options")

_TOP = "compile options"
_UNREAD = "execute options"
_LEVELS = ("global", "session", "graph")
_LEVEL_OF = {Call.GE_INITIALIZE: "global", Call.SESSION: "session", Call.GRAPH: "graph"}
_FLAGS_ONLY = {"ge.socVersion": "--soc_version", "output": "--output", "ge.frameworkType": "--framework"}
_FORMAT = "api/atc/main_impl.cc:261-362"


def emit(options: OptionSet, settings: Settings | None = None, *, front_end: FrontEndRow = ROW) -> Emitted:
    """Write the object; a key goes to the widest level that takes it, one that no session takes to ``graph``.

    ATC lets graph win over session over global and an explicit flag over all (api/atc/main_impl.cc:337-361,413-416), so the level of a key
    that stands once does not matter.
    """
    done = translate(
        front_end, options, settings or Settings(), show=lambda one: json.dumps(str(one.written), ensure_ascii=False)
    )
    levels: dict[str, dict[str, str]] = {level: {} for level in _LEVELS}
    for one in done.assignments:
        row = BY_KEY.get(one.key)
        call = call_for(row, "session") if row is not None else None
        levels[_LEVEL_OF[call] if call is not None else "graph"][one.row.spelling] = str(one.written)
    kept = {level: table for level, table in levels.items() if table}
    text = json.dumps({_TOP: kept}, indent=2, ensure_ascii=False) + "\n"
    if any("\ud800" <= character <= "\udfff" for character in text):
        text = json.dumps({_TOP: kept}, indent=2) + "\n"
    items = tuple(_with_flag(item) for item in done.items)
    return Emitted(front_end=front_end.name, text=text, file_name=front_end.file_name, items=items, predicted=kept)


def _with_flag(item: PortItem) -> PortItem:
    """Name the flag that takes what the file cannot hold."""
    flag = _FLAGS_ONLY.get(item.key) or (BY_KEY[item.key].atc_flag if item.key in BY_KEY else None)
    if not item.lost or flag is None:
        return item
    return attrs.evolve(
        item,
        hint=f"give it on the command line: {flag}={item.text}",
        source=item.source or "api/atc/main_impl.cc:200,421-475",
    )


def read(text: str, *, path: str = "", front_end: FrontEndRow = ROW) -> ReadResult:
    """Read such a file."""
    collector = Collector(front_end, text, path)
    value = load_json(text, collector)
    if isinstance(value, dict):
        _read_object(collector, text)
    elif not collector.findings:
        collector.report(
            "wrong-type",
            Severity.ERROR,
            f"the file holds a {type(value).__name__} where ATC wants an object",
            Range(0, 1),
            hint=f'write {{"{_TOP}": {{...}}}}',
            source=_FORMAT,
        )
    return collector.finish()


def _read_object(collector: Collector, text: str) -> None:
    tops = set()
    for keys, at, value_at, value in places_in_json(text, 3):
        if len(keys) == 1:
            tops.add(keys[0])
            _top(collector, keys[0], text[value_at.start], at)
        elif keys[0] != _TOP:
            continue
        elif len(keys) == 2:
            _level(collector, keys[1], text[value_at.start], at)
        elif keys[1] in _LEVELS:
            _entry(collector, keys, value, at, value_at)
    if _TOP not in tops:
        collector.report(
            "refused-key",
            Severity.ERROR,
            f"there is no {_TOP!r} in the object, so ATC finds no options",
            Range(0, min(1, len(text))),
            hint=f'put the options under "{_TOP}", in "global", "session" or "graph"',
            source=_FORMAT,
        )


def _top(collector: Collector, key: str, first: str, at: Range) -> None:
    if key == _TOP:
        if first != "{":
            collector.report(
                "wrong-type",
                Severity.ERROR,
                f"{key}: must be an object",
                at,
                hint='write {"global": {...}}',
                source=_FORMAT,
                key=key,
            )
        else:
            collector.found(at)
    elif key == _UNREAD:
        collector.report(
            "no-consumer",
            Severity.WARNING,
            f"{key}: ATC never reads this part",
            at,
            hint=f'move what is needed under "{_TOP}"',
            source="api/atc/main_impl.cc:337-361",
            key=key,
        )
    else:
        collector.unknown(
            "",
            key,
            at,
            severity=Severity.WARNING,
            detail="ATC reads 'compile options' only",
            hint=f'did you mean "{_TOP}"?',
            source=_FORMAT,
        )


def _level(collector: Collector, key: str, first: str, at: Range) -> None:
    if key not in _LEVELS:
        collector.unknown(
            "",
            key,
            at,
            severity=Severity.ERROR,
            detail="a level other than global, session or graph is error E10032",
            hint="write global, session or graph",
            source=_FORMAT,
        )
    elif first != "{":
        collector.report(
            "wrong-type",
            Severity.ERROR,
            f"{key}: must be an object",
            at,
            hint='write {"ge.key": "value"}',
            source=_FORMAT,
            key=key,
        )


def _entry(collector: Collector, keys: tuple[str, ...], value: Any, at: Range, value_at: Range) -> None:
    table, key = collector.front_end.tables[0], keys[2]
    row = by_spelling(table).get(key)
    if row is None and key in BY_KEY:
        flag = BY_KEY[key].atc_flag
        hint = f"give it as {flag} on the command line" if flag else "leave it out: ATC passes no such option on"
        collector.unknown(
            table,
            key,
            at,
            value_at,
            detail="GE knows the key, but ATC refuses it here with E10055, or drops it with --raw_ge_options_ignore_unsupported=true",
            hint=hint,
        )
    elif row is None:
        collector.unknown(table, key, at, value_at)
    elif isinstance(value, str):
        collector.assign(table, row, value, at, value_at, rank=_LEVELS.index(keys[1]))
    else:
        collector.report(
            "wrong-type",
            Severity.ERROR,
            f"{key}: is {type(value).__name__}, and ATC takes JSON strings only (E10032)",
            value_at,
            hint=f"write {json.dumps(_text(value))}",
            source="api/atc/main_impl.cc:310",
            key=key,
        )


def _text(value: Any) -> str:
    if isinstance(value, bool):
        return "1" if value else "0"
    return str(value)[:40] if isinstance(value, (int, float)) else "..."
