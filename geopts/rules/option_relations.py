"""Relations between options as the rules tell them: none that a value already told as wrong has caused, each at the dict that it is about."""

from __future__ import annotations

from collections.abc import Mapping
from collections.abc import Set as AbstractSet

from geopts.facts.relations import RELATIONS
from geopts.facts.rows import Call
from geopts.findings import Finding
from geopts.resolve.relations import CODES

__all__ = ["call_cited", "caused_by"]


def caused_by(finding: Finding, broken: AbstractSet[str]) -> bool:
    """Say whether a finding on a relation may come from an option that was left out, because its value is wrong.

    :param broken: GE keys of the options whose values were refused.
    """
    if not broken or not finding.code.startswith("GEO30"):
        return False
    return any(
        row.source == finding.source and CODES[row.kind][0] == finding.code and not broken.isdisjoint(row.keys)
        for row in RELATIONS
    )


def call_cited(finding: Finding, calls: Mapping[Call, object]) -> Call | None:
    """Give the call that a finding cites for its key: ``ge.x='1' (session)``; None when it cites none of ``calls``."""
    _, found, behind = finding.message.partition(f"{finding.key}=")
    if not found:
        return None
    places = {call: behind.find(f" ({call.value})") for call in calls}
    cited = [(at, call) for call, at in places.items() if at >= 0]
    return min(cited, key=lambda one: one[0])[1] if cited else None
