"""A log report as text: one line per launch."""

from __future__ import annotations

from collections import Counter
from itertools import islice
from typing import TYPE_CHECKING

from geopts.pypto.text_table import plain_table
from geopts.pypto.tuning_words import counted

if TYPE_CHECKING:
    from collections.abc import Iterator

    from geopts.pypto.launches import Launch
    from geopts.pypto.logs import LogReport

__all__ = ["logs_text"]

_SHOWN = 40
_HEADER = ("launch", "pid", "tid", "tasks", "parallel", "depths", "recommended", "alloc failures", "shape")


def logs_text(report: LogReport) -> Iterator[str]:
    """Give the lines: what was read, the launches (the first 40), failures, and what is missing."""
    absence = report.absence
    if absence is not None:
        yield f"no launches in {counted(len(report.files), 'file')}: {absence.message}"
        yield f"hint: {absence.hint}"
    else:
        most = list(report.max_recommended) if report.max_recommended else "none"
        yield f"{counted(report.launch_count, 'complete launch')} in {counted(len(report.files), 'file')}; largest recommended depths: {most}"
        launches = report.launches()
        yield ""
        yield from plain_table(
            _HEADER, [_row(number, launch) for number, launch in enumerate(islice(launches, _SHOWN), 1)]
        )
        left = sum(1 for _ in launches)
        if left:
            yield f"... and {left} more; --format json lists them all"
    for reason, count in sorted(report.alloc_failure_counts.items()):
        yield f"alloc failures on the host, {reason}: {count}"
    for device, counts in sorted(report.device_alloc_failures.items()):
        for reason, count in sorted(counts.items()):
            yield f"alloc failures on {device or 'a device'}, {reason}: {count}"
    if report.malformed_lines:
        yield f"lines cut or damaged: {report.malformed_lines}"


def _row(number: int, launch: Launch) -> tuple[str, ...]:
    recommendation = launch.recommendation
    ended = "failed" if launch.failed is not None else "cut"
    return (
        str(number),
        "-" if launch.pid is None else str(launch.pid),
        "-" if launch.tid is None else str(launch.tid),
        str(len(launch.tasks)),
        str(recommendation.parallelism) if recommendation else "-",
        str(list(recommendation.actual)) if recommendation else "-",
        str(list(recommendation.recommended)) if recommendation else ended,
        ", ".join(f"{reason} {count}" for reason, count in Counter(launch.alloc_failures).items()) or "-",
        launch.shape or "-",
    )
