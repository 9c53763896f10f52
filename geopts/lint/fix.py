"""Mends files: safe fixes only where the effect is proved to stay the same, others on request."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import attrs

from geopts.findings import Edit, Finding
from geopts.ini import apply_edits

__all__ = ["Mended", "mend"]

#: Rounds of fixing and looking again; a file that still changes then is left as the last round made it.
_ROUNDS = 20


@attrs.frozen
class Mended:
    """A file after its fixes.

    :ivar data: its bytes.
    :ivar findings: what is left to tell.
    :ivar fixed: findings that fixes took away.
    """

    data: bytes
    findings: list[Finding]
    fixed: int


def mend(
    data: bytes,
    findings: list[Finding],
    *,
    again: Callable[[bytes], list[Finding]],
    same_effect: Callable[[bytes, bytes], bool],
    unsafe: bool,
) -> Mended:
    """Apply fixes until none is left.

    Safe fixes come first and are applied only when ``same_effect`` proves that nothing changes in effect; of several together, or
    one by one where together they do not pass.

    :param findings: what was found in ``data``.
    :param again: gives the findings of changed content.
    :param unsafe: apply unsafe fixes too, when no safe one is left.
    """
    fixed = 0
    seen = {data}
    for _ in range(_ROUNDS):
        safe = [finding for finding in findings if finding.fix is not None and finding.fix.safe]
        after, count = _apply_proved(data, safe, same_effect)
        if not count and unsafe:
            after, count = _apply(data, [f for f in findings if f.fix is not None and not f.fix.safe])
        if not count or after in seen:
            break
        seen.add(after)
        data, fixed = after, fixed + count
        findings = again(data)
    return Mended(data, findings, fixed)


def _apply_proved(
    data: bytes, findings: Sequence[Finding], same_effect: Callable[[bytes, bytes], bool]
) -> tuple[bytes, int]:
    after, count = _apply(data, findings)
    if not count or same_effect(data, after):
        return after, count
    for finding in findings:
        after, count = _apply(data, [finding])
        if count and same_effect(data, after):
            return after, count
    return data, 0


def _apply(data: bytes, findings: Sequence[Finding]) -> tuple[bytes, int]:
    """Apply the fixes that do not touch each other, in the order of the file; gives the bytes and how many were applied."""
    chosen: list[Edit] = []
    count = end = 0
    fixes = sorted(
        (finding.fix for finding in findings if finding.fix is not None and finding.fix.edits),
        key=lambda fix: (fix.edits[0].offset, fix.edits[0].end_offset),
    )
    for fix in fixes:
        first = min(edit.offset for edit in fix.edits)
        # two insertions at one place, or an insertion where a deletion ends, would depend on their order
        if chosen and first <= end and (first < end or _is_empty(fix.edits[0])):
            continue
        chosen += fix.edits
        count += 1
        end = max(edit.end_offset for edit in fix.edits)
    after = apply_edits(data, chosen) if chosen else data
    return (after, count) if after != data else (data, 0)


def _is_empty(edit: Edit) -> bool:
    return edit.offset == edit.end_offset
