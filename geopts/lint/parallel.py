"""Many files at once: processes examine them in parts, and this one writes, sorts and counts."""

from __future__ import annotations

import multiprocessing
import sys
import threading
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from itertools import repeat
from multiprocessing.context import BaseContext

from geopts.errors import GeoptsError
from geopts.lint.examine import Examiner, LintOptions
from geopts.lint.result import FileReport
from geopts.lint.walk import STDIN, Target
from geopts.rules.kinds import KINDS_BY_NAME

__all__ = ["examine_all"]

#: Parts for each process: more even out files of different size, fewer save messages.
_PARTS = 8
#: The most files of a part, so that progress is told and reports do not pile up.
_MOST = 64

#: The examiner of a process, kept from part to part for what it has read of configurations.
_examiners: dict[int, Examiner] = {}


def examine_all(examiner: Examiner, targets: Sequence[Target]) -> Iterator[FileReport]:
    """Yield the reports of the targets, in their order.

    What a process cannot report, such as a wrong configuration, comes again here and is raised.

    :raises GeoptsError: as `Examiner.examine_path`.
    """
    jobs = min(examiner.options.jobs, len(targets))
    size = max(1, min(_MOST, len(targets) // (jobs * _PARTS)))
    parts = [targets[start : start + size] for start in range(0, len(targets), size)]
    messages = [[(target.path, target.kind.name) for target in part] for part in parts]
    with ProcessPoolExecutor(max_workers=jobs, mp_context=_context()) as executor:
        for part, reports in zip(parts, executor.map(_examine, repeat(examiner.options), messages), strict=True):
            for target, report in zip(part, reports, strict=True):
                yield examiner.examine_path(target) if report is None else report


def _context() -> BaseContext:
    """Give the quickest way to start a process that is safe: a copy of this one only where it has no other threads."""
    can_fork = sys.platform == "linux" and threading.active_count() == 1
    return multiprocessing.get_context("fork" if can_fork else "spawn")


def _examine(options: LintOptions, part: Sequence[tuple[str, str]]) -> list[FileReport | None]:
    """Examine files in another process; None for one that this process has to see to."""
    if 0 not in _examiners:
        _examiners[0] = Examiner(options)
    reports: list[FileReport | None] = []
    for path, kind in part:
        try:
            reports.append(None if path == STDIN else _examiners[0].examine_path(Target(path, KINDS_BY_NAME[kind])))
        except GeoptsError:
            reports.append(None)
    return reports
