"""What changes in effect between two op_precision.ini files, specs or option dicts.

Modes are compared as GE loads them, by operator type and by node name, for every combination of HF32 and parser generation that
is possible; other options are compared by what they mean to GE.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import product as cartesian
from typing import Any, Literal

import attrs

from geopts.diff.options import OptionChange, option_changes
from geopts.diff.side import Side
from geopts.errors import FindingsError
from geopts.findings import Finding, Severity
from geopts.ini import LineKind, Section
from geopts.migrate.pair import is_no_type
from geopts.precision.builtin import BuiltinFiles
from geopts.precision.decision import Decision
from geopts.precision.engine import EngineTable, Parser

__all__ = ["Change", "Difference", "compare"]

BY_TYPE = "by its operator type"
#: No operator type and no node name: a line feed ends every entry and is trimmed from every list item.
_NO_KEY = "\n"
_SHOWN = 5
_PARSER_SOURCE = "compiler/engines/nn_engine/utils/common/config_parser/op_impl_mode_config_parser.cc:123-167"

#: (has HF32, parser) on the first side, the same on the second.
Pairing = tuple[tuple[bool, Parser], tuple[bool, Parser]]


@attrs.frozen
class State:
    """One side of a change.

    :ivar value: the mode, or the value of an option; None where nothing sets one.
    :ivar source: where it comes from, in the words of ``geopts explain``; for an option its place in the file.
    :ivar location: file and line, or the built-in file.
    """

    value: str | None
    source: str
    location: str = ""


@attrs.frozen
class Change:
    """One change in effect.

    :ivar kind: ``operator_type``, ``node`` or ``option``.
    :ivar name: the operator type, the node name or the option.
    :ivar why: why it is so afterwards.
    :ivar when: ``always``, or under which assumptions, in words.
    :ivar pairings: the assumptions.
    """

    kind: Literal["operator_type", "node", "option"]
    name: str
    before: State
    after: State
    why: str
    when: str
    pairings: tuple[Pairing, ...]

    def as_json(self) -> dict[str, Any]:
        """Give the contract's object."""
        key = "value" if self.kind == "option" else "mode"

        def state(one: State) -> dict[str, Any]:
            found = {key: one.value, "source": one.source}
            return found if self.kind == "option" else found | {"location": one.location}

        return {
            "kind": self.kind,
            "name": self.name,
            "before": state(self.before),
            "after": state(self.after),
            "why": self.why,
            "when": self.when,
            "assumptions": [
                {"before": {"hf32": one[0], "parser": one[1]}, "after": {"hf32": two[0], "parser": two[1]}}
                for one, two in self.pairings
            ],
        }


@attrs.frozen
class Difference:
    """The changes in order: operator types, node names, options; and what had to be assumed."""

    changes: tuple[Change, ...]
    notes: tuple[str, ...]


def compare(before: Side, after: Side, *, builtin: BuiltinFiles = BuiltinFiles.CANN_8_1_RC1) -> Difference:
    """Compare two sides by effect.

    :param builtin: built-in files of the CANN installation.
    :raises FindingsError: GE gives up on both sides whatever is assumed, so there is no effect to compare.
    """
    pairings = _pairings(before, after)
    old = {one: _Modes(before.load(builtin, one), before) for one in dict.fromkeys(one for one, _ in pairings)}
    new = {two: _Modes(after.load(builtin, two), after) for two in dict.fromkeys(two for _, two in pairings)}
    tables = [modes.table for modes in (*old.values(), *new.values())]
    if all(table.status != "SUCCESS" for table in tables):
        raise FindingsError("nothing can be compared", findings=[_gives_up(tables[0], before)])
    found: dict[tuple[Any, ...], tuple[str, list[Pairing]]] = {}
    idle: set[str] = set()
    for one, two in pairings:
        for kind, name, first, second, why in _mode_changes(old[one], new[two]):
            if kind == "operator_type" and is_no_type(name):
                idle.add(name)
                continue
            found.setdefault((kind, name, first, second), (why, []))[1].append((one, two))
    changes = [
        Change(kind, name, first, second, why, _when(where, pairings), tuple(where))
        for (kind, name, first, second), (why, where) in found.items()
    ]
    order = ("operator_type", "node", "option")
    changes.sort(key=lambda change: (order.index(change.kind), change.name))
    options = (_option(change, pairings) for change in option_changes(before, after, builtin=builtin))
    changes += [change for change in options if change.pairings]
    notes = [f"built-in files: {builtin.label}", *before.known.notes, *after.known.notes, *_presets(changes)]
    if idle:
        shown = ", ".join(map(repr, sorted(idle)[:_SHOWN])) + (", ..." if len(idle) > _SHOWN else "")
        notes.append(f"not compared, since no operator has such a type: {shown}")
    return Difference(tuple(changes), tuple(dict.fromkeys(notes)))


def _presets(changes: Sequence[Change]) -> Iterator[str]:
    """Count the types whose built-in mode comes or goes: nothing in either file names them."""
    lost = {change.name for change in changes if change.before.source == "preset" and change.after.source == "none"}
    gained = {change.name for change in changes if change.before.source == "none" and change.after.source == "preset"}
    if lost:
        yield f"operator types that lose the mode of the built-in preset, which is not loaded beside an op_precision.ini or an op_select_implmode: {len(lost)}"
    if gained:
        yield f"operator types that get the mode of the built-in preset, which is loaded where neither op_precision.ini nor op_select_implmode is given: {len(gained)}"


def _pairings(before: Side, after: Side) -> list[Pairing]:
    """Give the assumptions that go together: the same on both sides, unless the sides name different targets."""

    def paired(first: Sequence[Any], second: Sequence[Any]) -> list[tuple[Any, Any]]:
        return [(one, one) for one in first] if set(first) == set(second) else list(cartesian(first, second))

    return [
        ((hf32[0], parser[0]), (hf32[1], parser[1]))
        for hf32 in paired(before.known.hf32, after.known.hf32)
        for parser in paired(before.known.parsers, after.known.parsers)
    ]


class _Modes:
    """A table with the lines of its entries, which are looked up in one pass when the first is asked for."""

    def __init__(self, table: EngineTable, side: Side) -> None:
        self.table = table
        self._side = side
        # without documents a decision does not search the file for each entry
        self._bare = attrs.evolve(table, layers=tuple(attrs.evolve(layer, document=None) for layer in table.layers))
        self._lines: dict[tuple[str, Section, str], int] | None = None

    def decide(self, section: Section, key: str) -> Decision:
        name, op_type = (key, _NO_KEY) if section is Section.BY_NODE_NAME else (_NO_KEY, key)
        return self._bare.decide(name, op_type)

    def state(self, decision: Decision, section: Section, key: str) -> State:
        winner = decision.winner
        if winner is None:
            return State(None, "none")
        number = self._numbers().get((winner.location, section, key))
        return State(winner.mode.value, winner.source, winner.location + (f":{number}" if number else ""))

    def _numbers(self) -> dict[tuple[str, Section, str], int]:
        if self._lines is None:
            self._lines = {}
            for layer in self.table.layers:
                if layer.document is None or (layer.source == "op_precision_mode" and not self._side.numbered):
                    continue
                for line in layer.document.select([LineKind.ENTRY]):
                    self._lines[layer.origin, line.section or Section.BY_OP_TYPE, line.key] = line.number
        return self._lines


def _mode_changes(old: _Modes, new: _Modes) -> Iterator[tuple[str, str, State, State, str]]:
    if old.table.status != new.table.status:
        failed = new if new.table.status != "SUCCESS" else old
        side = "after" if failed is new else "before"
        yield (
            "option",
            "initialisation",
            State(old.table.status, "GE"),
            State(new.table.status, "GE"),
            f"GE gives up on the options {side} the change ({failed.table.outcome}), so that no operator gets a mode and the build fails",
        )
        return
    for section, kind in ((Section.BY_OP_TYPE, "operator_type"), (Section.BY_NODE_NAME, "node")):
        by_name = section is Section.BY_NODE_NAME
        first = old.table.by_name if by_name else old.table.by_type
        second = new.table.by_name if by_name else new.table.by_type
        for key in _differing(first, second):
            was, now = old.decide(section, key), new.decide(section, key)
            before, after = old.state(was, section, key), new.state(now, section, key)
            why = now.why.replace(f"node {_NO_KEY!r} or ", "")
            if by_name and key not in second:
                after, why = (
                    State(None, BY_TYPE),
                    "the entry by node name is gone, so the operator type of the node decides",
                )
            elif by_name and key not in first:
                before = State(None, BY_TYPE)
            yield kind, key, before, after, why


def _differing(first: Mapping[str, Any], second: Mapping[str, Any]) -> Iterator[str]:
    for key, mode in first.items():
        if second.get(key) is not mode:
            yield key
    yield from (key for key in second if key not in first)


def _option(change: OptionChange, pairings: Sequence[Pairing]) -> Change:
    where = [pair for pair in pairings if not change.only_with_hf32 or pair[0][0] or pair[1][0]]
    return Change(
        "option",
        change.name,
        State(change.before, change.before_source),
        State(change.after, change.after_source),
        change.why,
        _when(where, pairings),
        tuple(where),
    )


def _when(some: Sequence[Pairing], every: Sequence[Pairing]) -> str:
    """Say in words under which assumptions a change holds."""
    if len(some) == len(every):
        return "always"
    for words in (_hf32, _parser):
        chosen = {words(pair) for pair in some}
        if len(chosen) == 1 and len(some) == sum(words(pair) in chosen for pair in every):
            return chosen.pop()
    others = [pair for pair in every if pair not in some]
    if len(others) < len(some):
        return "except " + "; ".join(map(_words, others))
    return "; ".join(map(_words, some))


def _words(pair: Pairing) -> str:
    return f"{_hf32(pair)} and {_parser(pair).removeprefix('with ')}"


def _hf32(pair: Pairing) -> str:
    words = {True: "with HF32", False: "without HF32"}
    return _both(words[pair[0][0]], words[pair[1][0]])


def _parser(pair: Pairing) -> str:
    return _both(f"with the {pair[0][1]} parser", f"with the {pair[1][1]} parser")


def _both(first: str, second: str) -> str:
    return first if first == second else f"{first} before and {second} after"


def _gives_up(table: EngineTable, side: Side) -> Finding:
    return Finding(
        "GEO511",
        "failed-initialisation",
        Severity.ERROR,
        f"GE gives up on both sides ({table.outcome}), so there is no effect to compare",
        table.failure.hint if table.failure else "check the options",
        _PARSER_SOURCE,
        side.path,
    )
