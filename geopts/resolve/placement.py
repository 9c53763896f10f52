"""Which GE call takes which option: build_model fails on a key it does not list, the other calls only log one."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Literal

import attrs

from geopts.facts.options import BY_KEY
from geopts.facts.relation_rows import RelationKind, Scope
from geopts.facts.rows import Acceptance, Call, OptionRow
from geopts.findings import Finding, Severity
from geopts.resolve.relations import relations_of

__all__ = ["CALLS", "Api", "Placement", "call_for", "place"]

Api = Literal["offline", "session"]

#: The calls of each API, in the order a program makes them.
CALLS: Mapping[str, tuple[Call, ...]] = {
    "offline": (Call.BUILD_INITIALIZE, Call.PARSE, Call.BUILD_MODEL),
    "session": (Call.GE_INITIALIZE, Call.SESSION, Call.GRAPH),
}
#: The order of preference: build_model's dict wins over build_initialize's and does not leak into the next build
#: (ge_ir_build.cc:991-996, gelib.cc:382-387); of a session's levels the widest is the one documents name first.
_PREFERENCE: Mapping[str, tuple[Call, ...]] = {
    "offline": (Call.BUILD_MODEL, Call.BUILD_INITIALIZE, Call.PARSE),
    "session": (Call.GE_INITIALIZE, Call.SESSION, Call.GRAPH),
}
_ONE_DICT = (Scope.SAME_DICT, Scope.CHECKED_TOGETHER)
_TAKEN = (Acceptance.ACCEPTED, Acceptance.ACCEPTED_INNER_LIST, Acceptance.LISTED)
_LISTS = "base/common/option_supportion_checker/option_supportion_checker.cc:29-241; compiler/api/aclgrph/ge_ir_build.cc:793-811"


@attrs.frozen
class Placement:
    """Option texts by call, and what was found on the way. The calls of the API are all there, except an empty parse."""

    calls: Mapping[Call, dict[str, str]]
    findings: tuple[Finding, ...]


def takes(row: OptionRow, call: Call) -> bool:
    """Say whether the code of ``call`` lists the option."""
    return row.scopes_in_code.get(call) in _TAKEN


def call_for(row: OptionRow, api: Api) -> Call | None:
    """Give the call of ``api`` that an option belongs in, or None when none takes it.

    What both build calls take goes to build_model. Otherwise documented and listed beats listed alone, and a call that
    documents the option but only logs it comes last.
    """
    order = _PREFERENCE[api]
    listed = [call for call in order if takes(row, call)]
    documented = [call for call in order if call in row.scopes_documented]
    if Call.BUILD_MODEL in listed and Call.BUILD_INITIALIZE in listed:
        return Call.BUILD_MODEL
    both = [call for call in listed if call in documented]
    unrefused = [call for call in documented if row.scopes_in_code.get(call) is not Acceptance.REJECTED]
    return next(iter([*both, *listed, *unrefused]), None)


def place(texts: Mapping[str, str], api: Api, *, origin: Callable[[str], str] = str, path: str = "") -> Placement:
    """Put every option into the call that takes it, companions into one dict.

    :param texts: GE key to text.
    :param api: ``offline`` (build_initialize, build_model, parse) or ``session`` (ge_initialize, session, graph).
    :param origin: gives the user's spelling of a key.
    :param path: the file the options came from, for findings.
    """
    where: dict[str, Call] = {}
    findings: list[Finding] = []
    for key in texts:
        row = BY_KEY[key]
        call = call_for(row, api)
        if call is None:
            findings.append(_no_call(row, api, origin(key), path))
            continue
        where[key] = call
        if not takes(row, call):
            findings.append(_unlisted(row, call, origin(key), path))
    _bring_companions_together(where)
    calls: dict[Call, dict[str, str]] = {call: {} for call in CALLS[api]}
    for key, call in where.items():
        calls[call][key] = texts[key]
    if not calls.get(Call.PARSE, True):
        del calls[Call.PARSE]
    return Placement(calls, tuple(findings))


def _bring_companions_together(where: dict[str, Call]) -> None:
    """Move options that GE checks within one dict into one dict, where a call takes both."""
    for key in list(where):
        for row in relations_of(key):
            if row.kind is not RelationKind.REQUIRES or row.scope not in _ONE_DICT or key not in row.options:
                continue
            for other in row.others:
                if other in where and where[other] is not where[key]:
                    if takes(BY_KEY[other], where[key]):
                        where[other] = where[key]
                    elif takes(BY_KEY[key], where[other]):
                        where[key] = where[other]


def _no_call(row: OptionRow, api: Api, name: str, path: str) -> Finding:
    other: Api = "session" if api == "offline" else "offline"
    elsewhere = call_for(row, other)
    does = (
        "build_model fails on it without naming it, and build_initialize passes it on unread"
        if api == "offline"
        else "GE logs it and goes on"
    )
    hint = f"{elsewhere.value} takes it (--api {other})" if elsewhere is not None else "leave it out"
    same = next(
        (r for r in BY_KEY.values() if r is not row and r.constant == row.constant and call_for(r, api) is not None),
        None,
    )
    if same is not None:
        hint = f"write {same.key} here; " + hint
    calls = ", ".join(call.value for call in CALLS[api])
    message = f"{name}: no call of the {api} API ({calls}) takes {row.key}: {does}"
    return Finding("GEO502", "refused-key", Severity.ERROR, message, hint, _LISTS, path, key=name)


def _unlisted(row: OptionRow, call: Call, name: str, path: str) -> Finding:
    message = f"{name}: {call.value} documents {row.key}, but the code's own list lacks it: GE writes a warning to its log and passes the value on"
    return Finding(
        "GEO503",
        "unlisted-key",
        Severity.NOTE,
        message,
        "nothing to change; expect the line in GE's log",
        _LISTS,
        path,
        key=name,
    )
