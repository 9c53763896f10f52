"""A `Decision`: the mode of one node, the source that won, those behind it, and the reason in words."""

from __future__ import annotations

from typing import Any

import attrs

from geopts.facts.dialects import PrecisionMode

__all__ = ["Alternative", "Claim", "Decision", "explain_claims", "undetermined"]

_WHY_WINS = {
    "by_node_name": "an entry by node name beats every entry by operator type and allow_hf32",
    "by_op_type": "an entry by operator type counts for all nodes of the type that no name entry and no stronger source covers",
    "allow_hf32": "an allow_hf32 that was set beats a [ByOpType] entry of any mode for the types in its built-in list",
    "default_allow_hf32": "without allow_hf32 GE loads its default, 10: HF32 for convolutions, float32 for matrix products",
    "preset": "without op_precision_mode and op_select_implmode GE loads the built-in high_performance.ini",
    "op_select_implmode": "op_select_implmode sets the types of its built-in file, or those of optypelist_for_implmode",
}
_DEFAULT_IN_NEW = "; in the new parser the default stands above [ByOpType] too"


@attrs.frozen
class Claim:
    """A source that has a mode for the node: which, what, and where it stands."""

    source: str
    mode: PrecisionMode
    location: str

    def as_json(self) -> dict[str, Any]:
        """Give the contract's object of a loser."""
        return {"source": self.source, "mode": self.mode.value, "location": self.location}


@attrs.frozen
class Decision:
    """What GE does with one node.

    :ivar mode: the mode, or None when nothing sets one.
    :ivar winner: the source of the mode; None when nothing sets one.
    :ivar losers: the sources behind it, in the order they would have won.
    :ivar why: the reason in words.
    :ivar alternatives: the possible answers where HF32 or the parser is unknown and they differ in mode or source; empty otherwise.
    """

    mode: PrecisionMode | None
    winner: Claim | None
    losers: tuple[Claim, ...]
    why: str
    alternatives: tuple[Alternative, ...] = ()

    @property
    def determined(self) -> bool:
        """False where the mode depends on something unknown; then ``alternatives`` has the answers."""
        return all(alternative.decision.mode == self.mode for alternative in self.alternatives)

    @property
    def source(self) -> str:
        """The contract's name of the winning source; ``none`` where nothing sets a mode."""
        return self.winner.source if self.winner else "none"

    def as_json(self) -> dict[str, Any]:
        """Give the contract's object of ``geopts explain``."""
        winner = self.winner
        return {
            "mode": None if self.mode is None else self.mode.value,
            "winner": {"source": self.source, "location": winner.location if winner else None},
            "losers": [claim.as_json() for claim in self.losers],
            "why": self.why,
            "determined": self.determined,
            "alternatives": [alternative.as_json() for alternative in self.alternatives],
        }


def explain_claims(
    status: str,
    claims: list[Claim],
    *,
    name: str,
    op_type: str,
    parser: str,
    hf32: bool,
    lost: Claim | None,
    outcome: str = "",
) -> Decision:
    """Build the decision from the claims in the order they win.

    :param lost: a preset's entry that was never loaded.
    :param outcome: the status with its reason.
    """
    if status != "SUCCESS":
        why = f"GE gives up with {outcome or status}; no mode is set for any operator and the build fails"
        return Decision(None, None, (), why)
    if not claims:
        why = f"nothing sets a mode for node {name!r} or type {op_type!r}"
        if lost is not None:
            preset = f"{lost.location} with {op_type}={lost.mode} is not loaded"
            why += (
                f"; since op_precision_mode is set, {preset}"
                if lost.source == "preset"
                else f"; op_precision_mode replaces op_select_implmode, so {preset}"
            )
        return Decision(None, None, (), why)
    winner, *losers = claims
    why = _WHY_WINS[winner.source]
    if winner.source == "default_allow_hf32" and parser == "new":
        why += _DEFAULT_IN_NEW
    if not hf32 and winner.source in {"by_op_type", "by_node_name"}:
        why += "; this SoC has no HF32, so GE does not look at allow_hf32"
    return Decision(winner.mode, winner, tuple(losers), why)


@attrs.frozen
class Alternative:
    """The answer under one assumption."""

    hf32: bool
    parser: str
    decision: Decision

    def as_json(self) -> dict[str, Any]:
        """Give the assumption and the contract's object."""
        return {"hf32": self.hf32, "parser": self.parser, **self.decision.as_json()}


def undetermined(answers: list[Alternative]) -> Decision:
    """Build the decision for answers that differ: no mode, and all alternatives."""
    on = []
    if len({answer.hf32 for answer in answers}) > 1:
        on.append("whether the SoC has HF32 (name a product)")
    if len({answer.parser for answer in answers}) > 1:
        on.append("the generation of GE's parser (name it, or an attested CANN release)")
    return Decision(None, None, (), "depends on " + " and on ".join(on), tuple(answers))
