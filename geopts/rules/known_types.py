"""What is known of a name that stands for an operator type: a type, a type of later passes, a framework's word, a slip, or nothing."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Literal

from geopts.rules.closeness import SlipIndex
from geopts.rules.wording import listed, quoted

__all__ = ["TypeAnswer", "explain_types", "operator_types"]

Kind = Literal["known", "later", "framework", "slip"]


class TypeAnswer:
    """The answer for one name.

    :ivar kind: ``known``: a type without evidence of any mode; ``later``: made by a pass; ``framework``: a framework's word; ``slip``.
    :ivar replacement: the one type that is meant; empty when there are several or none.
    """

    __slots__ = ("hint", "kind", "message", "replacement", "source")

    def __init__(self, kind: Kind, message: str = "", hint: str = "", source: str = "", replacement: str = "") -> None:
        self.kind = kind
        self.message = message
        self.hint = hint
        self.source = source
        self.replacement = replacement


def operator_types() -> frozenset[str]:
    """All operator types that any source names."""
    from geopts.facts.operator_evidence import ATTESTED
    from geopts.facts.operator_names import FURTHER_TYPES
    from geopts.facts.operator_types import OPERATOR_TYPES

    return OPERATOR_TYPES | FURTHER_TYPES | ATTESTED.keys()


def explain_types(names: Sequence[str]) -> dict[str, TypeAnswer]:
    """Explain names that have no evidence of modes; a name that resembles nothing known is left out."""
    from geopts.facts.operator_types import OPERATOR_TYPES

    unknown = [name for name in names if name not in OPERATOR_TYPES]
    answers: dict[str, TypeAnswer] = {}
    if len(unknown) != len(names):
        answers = {name: _known(name) for name in names if name in OPERATOR_TYPES}
    if unknown:
        answers.update(_explain_unknown(unknown))
    return answers


def _explain_unknown(names: Sequence[str]) -> Iterator[tuple[str, TypeAnswer]]:
    from geopts.facts.operator_names import FRAMEWORK_TYPES, FURTHER_TYPES

    # a file may have 100,000 of them, so each is passed as few times as can be
    rest = [name for name in names if name not in FURTHER_TYPES and name not in FRAMEWORK_TYPES]
    if len(rest) != len(names):
        for name in names:
            if name in FURTHER_TYPES:
                yield name, _known(name)
            elif name in FRAMEWORK_TYPES:
                yield name, _framework(name)
    if rest:
        index = SlipIndex(operator_types())
        for name in index.candidates(rest):
            # what is no identifier is told as such by other rules
            answer = _slip(name, index) if name.isidentifier() and name.isascii() else None
            if answer is not None:
                yield name, answer


def _known(name: str) -> TypeAnswer:
    return _later(name) or TypeAnswer("known")


def _later(name: str) -> TypeAnswer | None:
    from geopts.facts.operator_names import LATER_TYPES

    rows = LATER_TYPES.get(name)
    if rows is None:
        return None
    row = rows[0]
    return TypeAnswer(
        "later",
        f"{name} is what {row.by} makes of {row.earlier} after GE has looked up the modes: "
        f"the entry counts only where {row.earlier} got none",
        f"write {row.earlier}, the type at the look-up",
        row.source,
        row.earlier,
    )


def _framework(name: str) -> TypeAnswer:
    from geopts.facts.operator_names import FRAMEWORK_TYPES

    rows = FRAMEWORK_TYPES[name]
    frameworks = listed((row.framework for row in rows), last="or")
    makes = list(dict.fromkeys(one for row in rows for one in row.makes))
    with_modes = list(dict.fromkeys(one for row in rows for one in row.makes[: row.with_modes]))
    looks_for = listed(makes, shown=4, last="or")
    message = f"{quoted(name)} is an operator of {frameworks}, no operator type: GE sees {looks_for} in its place"
    if with_modes:
        hint = f"write {listed(with_modes, last='or')}"
    else:
        hint = f"write {looks_for}; no precision mode is known for {'it' if len(makes) == 1 else 'them'}"
    only = with_modes or makes
    return TypeAnswer("framework", message, hint, rows[0].source, only[0] if len(only) == 1 else "")


def _slip(name: str, index: SlipIndex) -> TypeAnswer | None:
    close = index.same_letters(name) or index.one_slip(name)
    if not close:
        return None
    close = [one for one in close if one in _attested()] or close
    return TypeAnswer(
        "slip",
        f"{quoted(name)} is no operator type: GE compares byte by byte, so the entry matches nothing unless a custom operator has that name",
        f"did you mean {listed(close, last='or')}?",
        replacement=close[0] if len(close) == 1 else "",
    )


def _attested() -> Iterable[str]:
    from geopts.facts.operator_evidence import ATTESTED

    return ATTESTED
