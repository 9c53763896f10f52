"""What option dicts look like to GE (views), and whether the conditions of a relation hold in them."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import attrs

from geopts.facts.relation_rows import Condition, ConditionKind, Scope
from geopts.facts.rows import Call
from geopts.resolve import shapes

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from geopts.facts.rows import Family

__all__ = ["Circumstances", "View", "all_hold", "any_holds", "describe", "enumerate_words", "holds", "views"]

# Order in which GE looks an option up (graph_metadef/graph/option/ge_local_context.cc:40-60; build options become the
# graph level of a build, compiler/api/aclgrph/ge_ir_build.cc:991-996). Parsing has a dict of its own.
_LEVELS: tuple[tuple[Call, ...], ...] = (
    (Call.PARSE,),
    (Call.BUILD_MODEL, Call.BUILD_INITIALIZE),
    (Call.GRAPH, Call.SESSION, Call.GE_INITIALIZE),
)
_INTEGER = re.compile(r"\s*[+-]?[0-9]+", re.ASCII)


@attrs.frozen
class Circumstances:
    """What is known beside the option dicts: the product, whether it has HF32, the modes an ini file sets.

    ``None`` means not known; conditions on it are then neither true nor false.
    """

    family: Family | None = None
    hf32: bool | None = None
    ini_modes: frozenset[str] = frozenset()


class View:
    """The options one check of GE sees: one dict, or several with the first winning where both have a key."""

    def __init__(self, layers: Iterable[tuple[Call, Mapping[str, str]]]) -> None:
        self.layers = tuple(layers)
        self.calls = tuple(call for call, _ in self.layers)

    def text(self, key: str) -> str | None:
        """Give the text in force, or None where the key is absent."""
        return next((options[key] for _, options in self.layers if key in options), None)

    def call_of(self, key: str) -> Call | None:
        """Give the call whose text is in force, or None where the key is absent."""
        return next((call for call, options in self.layers if key in options), None)


def views(scope: Scope, calls: Mapping[Call, Mapping[str, str]]) -> tuple[View, ...]:
    """Give the views in which a relation of ``scope`` is looked for, in the order of the calls."""
    if scope is Scope.PROCESS:
        return ()
    if scope is Scope.ANY_CALL:
        groups = [[call for call in level if call in calls] for level in _LEVELS]
        return tuple(View((call, calls[call]) for call in group) for group in groups if group)
    order = [call for level in _LEVELS for call in reversed(level) if call in calls]
    together = scope is Scope.CHECKED_TOGETHER
    return tuple(View((each, calls[each]) for each in _seen_by(call, calls, together=together)) for call in order)


def _seen_by(call: Call, calls: Mapping[Call, Mapping[str, str]], *, together: bool) -> tuple[Call, ...]:
    """Give the dicts a call checks: its own, and for a session also that of GEInitialize (inner_session.cc:178-184)."""
    if together and call is Call.SESSION and Call.GE_INITIALIZE in calls:
        return (Call.SESSION, Call.GE_INITIALIZE)
    return (call,)


def holds(condition: Condition, view: View, known: Circumstances) -> bool | None:
    """Tell whether a condition holds: True, False, or None where it depends on what is not known."""
    result = _EVALUATE[condition.kind](condition, view, known)
    return result if result is None else result is not condition.negated


def any_holds(conditions: Iterable[Condition], view: View, known: Circumstances) -> bool | None:
    """Join by *or*: True if one holds, None if none does and one is unknown, False otherwise (also for none at all)."""
    results = {holds(condition, view, known) for condition in conditions}
    return True if True in results else (None if None in results else False)


def all_hold(conditions: Iterable[Condition], view: View, known: Circumstances) -> bool | None:
    """Join by *and*: False if one fails, None if none does and one is unknown, True otherwise (also for none at all)."""
    results = {holds(condition, view, known) for condition in conditions}
    return False if False in results else (None if None in results else True)


def describe(condition: Condition, spell: Callable[[str], str]) -> str:
    """Say what a condition asks for, with options as ``spell`` writes them: ``externalWeight set to 1 or 2``."""
    name = spell(condition.key) if condition.key else ""
    choices = enumerate_words([value or '""' for value in condition.values], "or")
    if condition.kind is ConditionKind.ONE_OF:
        return f"{name} other than {choices}" if condition.negated else f"{name} set to {choices}"
    if condition.kind is ConditionKind.NONZERO:
        return f"{name} other than 0"
    if condition.kind is ConditionKind.FREE_BATCH:
        return f"-1 as the first dimension of an input in {name}"
    if condition.kind is ConditionKind.FREE_IMAGE:
        return f"-1 for height and width, and only there, in {name}"
    if condition.kind is ConditionKind.FREE_DIMENSION:
        return f"a dimension of -1 in {name}"
    if condition.kind is ConditionKind.GEAR_WIDTHS:
        return f"one size per gear for each -1 in {spell(condition.values[0])}"
    if condition.kind is ConditionKind.PRODUCT_HAS_HF32:
        return "the product has HF32"
    if condition.kind is ConditionKind.PRODUCT_IN:
        return f"the product is {choices}"
    return name


def enumerate_words(words: Sequence[str], last: str) -> str:
    """Write ``a, b or c`` with ``last`` before the last of several words."""
    return f" {last} ".join([", ".join(words[:-1]), words[-1]]) if len(words) > 1 else "".join(words)


def _given(condition: Condition, view: View, _: Circumstances) -> bool:
    return bool(view.text(condition.key))


def _present(condition: Condition, view: View, _: Circumstances) -> bool:
    return view.text(condition.key) is not None


def _one_of(condition: Condition, view: View, _: Circumstances) -> bool:
    return view.text(condition.key) in condition.values


def _contains(condition: Condition, view: View, _: Circumstances) -> bool:
    text = view.text(condition.key) or ""
    return any(part in text for part in condition.values)


def _lists(condition: Condition, view: View, _: Circumstances) -> bool:
    return not set((view.text(condition.key) or "").split(",")).isdisjoint(condition.values)


def _nonzero(condition: Condition, view: View, _: Circumstances) -> bool:
    text = view.text(condition.key) or ""
    return _INTEGER.fullmatch(text) is not None and text.strip().lstrip("+-0") != ""


def _given_in(condition: Condition, view: View, _: Circumstances) -> bool:
    call = view.call_of(condition.key)
    return call is not None and call.value in condition.values


def _in_call(condition: Condition, view: View, _: Circumstances) -> bool:
    return any(call.value in condition.values for call in view.calls)


def _product_in(condition: Condition, _: View, known: Circumstances) -> bool | None:
    return None if known.family is None else known.family.value in condition.values


def _product_has_hf32(_: Condition, __: View, known: Circumstances) -> bool | None:
    return known.hf32


def _ini_has_mode(condition: Condition, _: View, known: Circumstances) -> bool:
    return not known.ini_modes.isdisjoint(condition.values)


def _free_batch(condition: Condition, view: View, _: Circumstances) -> bool | None:
    return shapes.has_free_batch(view.text(condition.key) or "")


def _free_image(condition: Condition, view: View, _: Circumstances) -> bool | None:
    return shapes.has_free_image(view.text(condition.key) or "", view.text(condition.values[0]) or "")


def _free_dimension(condition: Condition, view: View, _: Circumstances) -> bool | None:
    return shapes.has_free_dimension(view.text(condition.key) or "")


def _gear_widths(condition: Condition, view: View, _: Circumstances) -> bool | None:
    return shapes.gear_widths_match(view.text(condition.key) or "", view.text(condition.values[0]) or "")


def _shared_index(condition: Condition, view: View, _: Circumstances) -> bool:
    return shapes.share_an_index(view.text(condition.key) or "", view.text(condition.values[0]) or "")


_EVALUATE: dict[ConditionKind, Callable[[Condition, View, Circumstances], bool | None]] = {
    ConditionKind.GIVEN: _given,
    ConditionKind.PRESENT: _present,
    ConditionKind.ONE_OF: _one_of,
    ConditionKind.CONTAINS: _contains,
    ConditionKind.LISTS: _lists,
    ConditionKind.NONZERO: _nonzero,
    ConditionKind.GIVEN_IN: _given_in,
    ConditionKind.IN_CALL: _in_call,
    ConditionKind.PRODUCT_IN: _product_in,
    ConditionKind.PRODUCT_HAS_HF32: _product_has_hf32,
    ConditionKind.INI_HAS_MODE: _ini_has_mode,
    ConditionKind.FREE_BATCH: _free_batch,
    ConditionKind.FREE_IMAGE: _free_image,
    ConditionKind.FREE_DIMENSION: _free_dimension,
    ConditionKind.GEAR_WIDTHS: _gear_widths,
    ConditionKind.SHARED_INDEX: _shared_index,
}
