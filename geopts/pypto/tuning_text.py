"""The advisor's answer as text: verdict, line to paste, table of pools, findings, what to run next, what cannot be known."""

from __future__ import annotations

from typing import TYPE_CHECKING

from geopts.pypto.tuning_words import size_text

if TYPE_CHECKING:
    from collections.abc import Iterator

    from geopts.pypto.tuning import Advice
    from geopts.pypto.tuning_compare import Comparison
    from geopts.pypto.tuning_steps import PoolRow

__all__ = ["HEADER", "lines_after_table", "lines_before_table", "table_rows"]

HEADER = ("pool", "peak", "capacity", "use", "depth now", "advised", "bytes per step", "free steps", "steps that fit")


def lines_before_table(advice: Advice) -> Iterator[str]:
    """Give the verdict and the line to paste."""
    refused = advice.verdict.value == "refuse"
    yield f"{advice.scenario.value}: {'no advice, because of what is said below' if refused else advice.message}"
    if advice.option is not None:
        yield ""
        yield f"    {advice.option}"
    if advice.rows:
        yield ""


def table_rows(advice: Advice) -> list[tuple[str, ...]]:
    """Give the rows below ``HEADER``."""
    return [_row(row) for row in advice.rows]


def _row(row: PoolRow) -> tuple[str, ...]:
    step = row.step
    now = row.depths_now
    return (
        row.pool,
        f"{row.peak} {row.unit}",
        f"{row.capacity} {row.unit}",
        f"{row.utilisation:.0%}" if row.capacity else "-",
        str(now[0]) if len(now) == 1 else f"{now[0]}..{now[-1]}",
        "-" if row.advised is None else str(row.advised),
        size_text(step.bytes, "") if step else "-",
        size_text(step.free_steps, "") if step else "-",
        size_text(step.max_steps, "") if step and step.max_steps else "-",
    )


def lines_after_table(advice: Advice) -> Iterator[str]:
    """Give everything else."""
    if advice.why:
        yield ""
        yield from (f"{pool} = {why}" for pool, why in advice.why.items())
    if advice.measured is not None:
        yield f"measured at {list(advice.measured[0])}: workspace {size_text(advice.measured[1])}"
    if advice.evaluated is not None:
        yield f"workspace of {list(advice.evaluated[0])}: {size_text(advice.evaluated[1])}"
    if advice.comparison is not None:
        yield from _comparison(advice.comparison)
    for finding in advice.findings:
        yield ""
        yield f"{finding.severity.value} {finding.code} {finding.name}: {finding.message}"
        if finding.hint:
            yield f"  hint: {finding.hint}"
    if advice.verdict.value != "refuse":  # otherwise the findings' hints have said it
        yield from _list("next", advice.run_next)
    yield from _list("not to be known from logs", advice.unknown)


def _list(title: str, items: tuple[str, ...]) -> Iterator[str]:
    if items:
        yield ""
        yield f"{title}:"
        yield from (f"  - {item}" for item in items)


_FOLLOWED = {
    "yes": "the advice was followed",
    "raised": "the advice was followed, and pools were raised beyond it",
    "no": "the advice was not followed",
    "unknown": "whether the advice was followed cannot be told",
}


def _comparison(both: Comparison) -> Iterator[str]:
    def triple(depths: tuple[int, ...] | None) -> str:
        return "several or none" if depths is None else str(list(depths))

    yield ""
    yield f"against the run before: depths {triple(both.depths_before)} then, {triple(both.depths_after)} now"
    advised = "none" if both.advised is None else str(list(both.advised))
    yield f"  {_FOLLOWED[both.followed]} (advised: {advised})"
    if both.saved is not None:
        yield f"  memory saved: {size_text(both.saved)}"
    else:
        yield f"  memory: {size_text(both.workspace_before)} then, {size_text(both.workspace_after)} now"
    for old, new in zip(both.rows_before, both.rows_after, strict=False):
        yield f"  {old.pool} peak: {old.peak} of {old.capacity} {old.unit} then, {new.peak} of {new.capacity} now"
    counts = [sum(failures.values()) for failures in (both.failures_before, both.failures_after)]
    yield f"  alloc failures: {counts[0]} then, {counts[1]} now"
