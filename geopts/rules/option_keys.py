"""Keys of an option dict: known or not, and taken by the call whose dict they stand in."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache

from geopts.errors import UnknownOptionError
from geopts.facts.further_keys import BUILD_MODEL_KEYS, BUILD_MODEL_SOURCE
from geopts.facts.options import BY_KEY
from geopts.facts.refusals import NO_CONSUMER
from geopts.facts.rows import Acceptance, Call, OptionRow
from geopts.findings import Finding, Fix, Severity
from geopts.frontends.keys import by_ge_key, table_names
from geopts.frontends.spellings import GE_KEYS, did_you_mean, suggest_spellings
from geopts.option_set import find_option
from geopts.resolve.placement import CALLS, call_for, takes
from geopts.rules.option_dicts import OptionTable
from geopts.rules.placement import refused_key, unknown_key, unlisted_key
from geopts.rules.table_document import Path, TableDocument
from geopts.rules.wording import listed

__all__ = ["KeyAdviser", "fitting_calls", "nearest_call", "placement_findings", "unfit_findings"]

_LISTS = "base/common/option_supportion_checker/option_supportion_checker.cc:29-241; compiler/api/aclgrph/ge_ir_build.cc:793-811"
_PARSE = "parser/parser/common/acl_graph_parser_util.cc:625-645"
_STRICT = (Call.BUILD_MODEL, Call.PARSE)
#: Looking for a close name takes a hundredth of a second; a file with more unknown keys than this has another trouble.
_MOST_SUGGESTIONS = 20
#: Likeness from which a known key is what was meant, and the lead of the best one that makes it the only one.
_LIKE, _EQUAL = 0.8, 0.03


class KeyAdviser:
    """Tells of unknown keys of one file."""

    def __init__(self, document: TableDocument) -> None:
        self._document = document
        self._left = _MOST_SUGGESTIONS

    def unknown(self, table: OptionTable, at: Path) -> Iterator[Finding]:
        """Yield the finding on a key that the option table does not have; nothing for one that some list of GE has."""
        key = at[-1]
        if table.call is Call.BUILD_MODEL and key in BUILD_MODEL_KEYS:
            return
        known = key in _further_keys()
        strict = table.call in _STRICT
        if known and not strict:
            return
        hint, close = ("", ()) if known else self.suggestion(key, GE_KEYS)
        if table.call is Call.BUILD_MODEL:
            effect, source = "build_model fails on a key it does not list, without naming it", BUILD_MODEL_SOURCE
        elif table.call is Call.PARSE:
            effect, source = "the parsers fail on it with E10016", _PARSE
        else:
            who = table.name or "the call"
            effect, source = f"{who} writes a line to GE's log and passes it on, and nothing known reads it", _LISTS
        likely = bool(close)
        yield self._document.finding(
            unknown_key,
            f"{key!r} is no option of GE that geopts knows: {effect}",
            at,
            hint=hint or "leave it out",
            source=source,
            severity=None if strict else Severity.WARNING if likely else Severity.NOTE,
            fix=self.rename(at, close),
        )

    def suggestion(self, key: str, table: str) -> tuple[str, tuple[str, ...]]:
        """Give the hint for an unknown key, and the keys that are close to it.

        :param table: the key table of a front end, or ``ge``.
        """
        if self._left <= 0:
            return "'geopts options' lists all of them", ()
        self._left -= 1
        if table == GE_KEYS:
            try:
                row = find_option(key)
            except UnknownOptionError:
                pass
            else:
                return f"an option dict wants the GE key: write {row.key}", (row.key,)
        near = suggest_spellings(key, table=table)
        close = tuple(one.spelling for one in near if one.score >= max(_LIKE, near[0].score - _EQUAL))
        return did_you_mean(key, table), close

    def rename(self, at: Path, close: Sequence[str]) -> Fix | None:
        """Give the fix that writes the one key that is meant."""
        if len(close) != 1 or close[0] in self._document.places.children(at[:-1]):
            return None
        return self._document.replacement(at, close[0], f"write {close[0]}", key=True)


@cache
def _further_keys() -> frozenset[str]:
    """Give keys that GE's code or a front end has, beside those of the option table."""
    return BUILD_MODEL_KEYS.union(*(by_ge_key(name) for name in table_names()))


def placement_findings(document: TableDocument, table: OptionTable, row: OptionRow, at: Path) -> Iterator[Finding]:
    """Yield what a call does with a key that it does not list."""
    call = table.call
    if call is None or takes(row, call):
        return
    hint = _elsewhere(row, call)
    if row.scopes_in_code.get(call) is Acceptance.REJECTED:
        code = "with E10016" if call is Call.PARSE else "without an error code"
        yield document.finding(
            refused_key,
            f"{row.key}: {call.value} does not take this key and fails on it {code}",
            at,
            hint=hint or "leave it out",
            source=_PARSE if call is Call.PARSE else _LISTS,
        )
        return
    if row.key in NO_CONSUMER:  # what nothing reads belongs nowhere, and is told as that
        return
    documented = call in row.scopes_documented or not hint
    yield document.finding(
        unlisted_key,
        f"{row.key}: {table.name} does not list this key: GE writes a warning to its log and passes the value on"
        + ("" if documented else ", and whether anything reads it there is not known"),
        at,
        hint="nothing to change; expect the line in GE's log" if documented else hint,
        source=_LISTS,
        severity=Severity.NOTE if documented else None,
    )


def _elsewhere(row: OptionRow, call: Call) -> str:
    """Say which calls take the key, those of the same API first; empty when none does."""
    own = next(api for api, calls in CALLS.items() if call in calls)
    order = [*CALLS[own], *(other for api, calls in CALLS.items() if api != own for other in calls)]
    taking = [other.value for other in order if takes(row, other)]
    return f"move it to {listed(taking, last='or')}" if taking else ""


def fitting_calls(keys: Sequence[str]) -> list[Call]:
    """Give the calls whose lists have every key; those that fail on other keys come first."""
    order = [*_STRICT, *(call for call in Call if call not in _STRICT)]
    return [
        call
        for call in order
        if all(
            takes(BY_KEY[key], call) if key in BY_KEY else call is Call.BUILD_MODEL and key in BUILD_MODEL_KEYS
            for key in keys
        )
    ]


def nearest_call(keys: Sequence[str]) -> Call:
    """Give the call that lists most of the keys; of several build_model, then the one a program makes first."""
    known = [BY_KEY[key] for key in keys if key in BY_KEY]
    return max(Call, key=lambda call: (sum(takes(row, call) for row in known), call is Call.BUILD_MODEL))


def unfit_findings(document: TableDocument, keys: Sequence[str]) -> Iterator[Finding]:
    """Yield the finding on a flat dict whose keys no single call lists.

    Where calls that only log a key take everything between them, it works with lines in the log: a note. Where some key is one that only
    build_model or parse read, and those fail on another key, the dict is good for no call: a warning.
    """
    known = [key for key in keys if key in BY_KEY]
    best = nearest_call(known)
    outside = [key for key in known if not takes(BY_KEY[key], best)]
    if not outside or len(outside) == len(known):
        return
    homes = {key: call_for(BY_KEY[key], "offline") or call_for(BY_KEY[key], "session") for key in outside}
    bound = [key for key in known if (takers := _takers(key)) and takers <= set(_STRICT)]
    stuck = any(not all(takes(BY_KEY[key], call) for key in known) for call in _STRICT) and bool(bound)
    where = listed(f"{key} to {home.value}" if home else f"{key} to none" for key, home in homes.items())
    fails = best in _STRICT
    yield document.finding(
        refused_key if stuck else unlisted_key,
        f"no call lists all keys of this dict: {best.value} takes {len(known) - len(outside)} of {len(known)} and "
        f"{'fails on' if fails else 'writes to its log for'} {listed(outside)}",
        (outside[0],),
        hint=f"give each call a dict of its own: {where}",
        source=_LISTS,
        severity=Severity.WARNING if stuck else Severity.NOTE,
    )


def _takers(key: str) -> set[Call]:
    return {call for call in Call if takes(BY_KEY[key], call)}
