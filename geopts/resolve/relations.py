"""The one engine that checks relations between options: rows of ``facts.relations`` against the dicts of the calls."""

from __future__ import annotations

import functools
import re
from typing import TYPE_CHECKING

import attrs

from geopts.facts.relation_rows import RelationKind
from geopts.facts.relations import RELATIONS
from geopts.findings import Finding, Severity
from geopts.resolve.conditions import Circumstances, all_hold, any_holds, describe, enumerate_words, holds, views

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Mapping

    from geopts.facts.relation_rows import Condition, RelationRow
    from geopts.facts.rows import Call, Family
    from geopts.resolve.conditions import View

__all__ = ["CODES", "check_relations", "describe_relation", "relations_of"]

CODES: dict[RelationKind, tuple[str, str]] = {
    RelationKind.EXCLUDES: ("GEO301", "mutually-exclusive"),
    RelationKind.OVERRIDES: ("GEO302", "overridden-option"),
    RelationKind.REQUIRES: ("GEO303", "missing-companion"),
    RelationKind.NOT_RECOMMENDED: ("GEO304", "not-recommended-together"),
    RelationKind.SHADOWS: ("GEO305", "shadowed-option"),
    RelationKind.LEAKS: ("GEO306", "leaking-option"),
    RelationKind.PRECEDENCE: ("GEO307", "precedence"),
}
"""Code and name of the findings of each kind of relation; the last two kinds are displayed only."""

_LONGEST_TEXT = 40
_PLACE = re.compile(r"\{(option|other)\}|\[([\w.]+)\]")


def check_relations(
    calls: Mapping[Call, Mapping[str, str]],
    *,
    family: Family | None = None,
    hf32: bool | None = None,
    ini_modes: Collection[str] = (),
    origin: Callable[[str], str] = str,
) -> list[Finding]:
    """Give a finding for each relation that the options of some calls violate, in the order of the rows.

    :param calls: for each call the dict it gets: GE keys and texts. Levels combine as in GE: graph over session over
        GEInitialize, build_model over build_initialize; parsing stands alone.
    :param family: the product family; ``None`` when not known.
    :param hf32: whether the SoC enables HF32; ``None`` when not known.
    :param ini_modes: the modes that the op_precision.ini sets for some operator.
    :param origin: gives for a GE key the spelling to use in messages and in ``Finding.key``.

    Never raises for any texts. What is not known is no reason for an error or a warning; advice is given all the same
    and says on what it depends. Sources: the statements of each row; levels
    ``graph_metadef/graph/option/ge_local_context.cc:40-60``, ``compiler/api/aclgrph/ge_ir_build.cc:991-996``.
    """
    known = Circumstances(family, hf32, frozenset(ini_modes))
    by_scope = {scope: views(scope, calls) for scope in {row.scope for row in _CHECKABLE}}
    findings: list[Finding] = []
    reported: set[str] = set()
    for row in _CHECKABLE:
        if not reported.isdisjoint(row.covered_by):
            continue
        seen: set[frozenset[tuple[str, Call | None]]] = set()
        for view in by_scope[row.scope]:
            case = _judge(row, view, known)
            if case is None or case.place in seen:
                continue
            seen.add(case.place)
            findings.append(_finding(case, origin))
        if seen:
            reported.add(row.identifier)
    return findings


def relations_of(key: str) -> tuple[RelationRow, ...]:
    """Give every relation an option takes part in, on either side, checkable or not; also for ``env:NAME``."""
    return _rows_by_key().get(key, ())


def describe_relation(row: RelationRow, origin: Callable[[str], str] = str) -> str:
    """Say a relation in one sentence, without any option given: for listings of one option."""
    options = enumerate_words([describe(condition, origin) for condition in row.subject], "or")
    if row.kind in {RelationKind.PRECEDENCE, RelationKind.LEAKS} or not (row.any_of or row.all_of):
        head = options
    elif row.kind is RelationKind.REQUIRES:
        head = _sentence(row, options, _requirement(row, (*row.any_of, *row.all_of), origin), several=False)
    else:
        told = [describe(condition, origin) for condition in (*row.any_of, *row.all_of)]
        head = _sentence(row, options, enumerate_words(told, "or"), several=False)
    names = _names(row.subject, origin), _names((*row.any_of, *row.all_of), origin)
    reason = f" (not checked: {_fill(row.not_checkable_because, *names, origin)})" if row.not_checkable_because else ""
    return f"{head}: {_fill(row.message, *names, origin)}{reason}"


_CHECKABLE = tuple(row for row in RELATIONS if row.checkable)


@functools.cache
def _rows_by_key() -> dict[str, tuple[RelationRow, ...]]:
    table: dict[str, list[RelationRow]] = {}
    for row in RELATIONS:
        for key in row.keys:
            table.setdefault(key, []).append(row)
    return {key: tuple(rows) for key, rows in table.items()}


@attrs.frozen
class _Case:
    """A row that is violated in a view: the subjects that hold, and the other side that holds or is missing."""

    row: RelationRow
    view: View
    subjects: tuple[Condition, ...]
    others: tuple[Condition, ...]
    unknown: tuple[Condition, ...]

    @property
    def place(self) -> frozenset[tuple[str, Call | None]]:
        """The keys involved, each with the call it comes from: the same in two views is the same case."""
        return frozenset((each.key, self.view.call_of(each.key)) for each in (*self.subjects, *self.others))


def _judge(row: RelationRow, view: View, known: Circumstances) -> _Case | None:
    """Decide a row in a view; ``None`` when it does not act, or when it is not known and more than advice."""
    subjects = tuple(condition for condition in row.subject if holds(condition, view, known))
    if not subjects:
        return None
    narrowed = all_hold(row.when, view, known)
    if narrowed is False:
        return None
    other = _other_side(row, view, known)
    outcome = {True: False, False: True, None: None}[other] if row.kind is RelationKind.REQUIRES else other
    if not (row.any_of or row.all_of):
        outcome = len(subjects) > row.at_most
    if outcome is False or (None in {narrowed, outcome} and row.severity != Severity.NOTE.value):
        return None
    wanted = row.kind is not RelationKind.REQUIRES
    return _Case(
        row=row,
        view=view,
        subjects=subjects,
        others=tuple(each for each in (*row.any_of, *row.all_of) if bool(holds(each, view, known)) is wanted),
        unknown=tuple(each for each in row.when if holds(each, view, known) is None),
    )


def _other_side(row: RelationRow, view: View, known: Circumstances) -> bool | None:
    one = any_holds(row.any_of, view, known) if row.any_of else True
    every = all_hold(row.all_of, view, known)
    results = {one, every}
    return False if False in results else (None if None in results else True)


def _finding(case: _Case, origin: Callable[[str], str]) -> Finding:
    row = case.row
    code, name = CODES[row.kind]
    options, others = _names(case.subjects, origin), _names(case.others, origin)
    caveat = "".join(f" if {describe(condition, origin)}" for condition in case.unknown)
    loses = row.kind in {RelationKind.OVERRIDES, RelationKind.SHADOWS} and case.others
    return Finding(
        code=code,
        name=name,
        severity=Severity(row.severity),
        message=f"{_head(case, origin)}{caveat}: {_fill(row.message, options, others, origin)}",
        hint=_fill(row.hint, options, others, origin),
        source=row.source,
        key=origin((case.others if loses else case.subjects)[0].key),
    )


def _head(case: _Case, origin: Callable[[str], str]) -> str:
    """Name both sides with their texts and calls: who wins over whom, who needs whom, who does not go with whom."""
    subjects, others = _keys(case.subjects), _keys(case.others)
    if case.row.kind is RelationKind.REQUIRES:
        missing = _requirement(case.row, case.others, origin)
    else:
        missing = enumerate_words([_cite(key, case.view, origin) for key in others], "and")
    options = enumerate_words([_cite(key, case.view, origin) for key in subjects], "and")
    return _sentence(case.row, options, missing, several=len(subjects) > 1)


def _sentence(row: RelationRow, options: str, others: str, *, several: bool) -> str:
    kind = row.kind
    if kind is RelationKind.EXCLUDES and not others:
        return f"{options} cannot be given{' together' if several else ''}"
    if kind is RelationKind.EXCLUDES:
        return f"{options} cannot be combined with {others}"
    if kind is RelationKind.NOT_RECOMMENDED:
        return f"{options} {'are' if several else 'is'} not recommended together with {others}"
    if not others:
        return f"{options} {'have' if several else 'has'} no effect"
    verb = {RelationKind.REQUIRES: "need", RelationKind.SHADOWS: "hide"}.get(kind, "override")
    return f"{options} {verb if several else verb + 's'} {others}"


def _requirement(row: RelationRow, wanted: Iterable[Condition], origin: Callable[[str], str]) -> str:
    told = [describe(condition, origin) for condition in wanted]
    last = "or" if row.any_of else "and"
    return f", {last} ".join(told) if any(" " in each for each in told) else enumerate_words(told, last)


def _fill(text: str, options: str, others: str, origin: Callable[[str], str]) -> str:
    """Put the sides for ``{option}`` and ``{other}``, and for ``[key]`` the option as the user spells it."""
    sides = {"option": options, "other": others}
    return _PLACE.sub(lambda place: sides[place[1]] if place[1] else origin(place[2]), text)


def _keys(conditions: Iterable[Condition]) -> list[str]:
    return list(dict.fromkeys(condition.key for condition in conditions))


def _names(conditions: Iterable[Condition], origin: Callable[[str], str]) -> str:
    return enumerate_words([origin(key) for key in _keys(conditions)], "and")


def _cite(key: str, view: View, origin: Callable[[str], str]) -> str:
    """Write an option with its text, shortened, and the call it comes from: ``precision_mode='fp16' (build_model)``."""
    text, call = view.text(key) or "", view.call_of(key)
    shown = text if len(text) <= _LONGEST_TEXT else f"{text[: _LONGEST_TEXT - 3]}..."
    return f"{origin(key)}={shown!r} ({call.value if call else 'not given'})"
