"""A progress bar for long runs, at a terminal only; nothing is imported for it before half a second has passed."""

from __future__ import annotations

import contextlib
import sys
import time
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rich.progress import Progress, TaskID

__all__ = ["lint_progress"]

#: Seconds before the bar appears, and between two drawings of it.
_PATIENCE, _PAUSE = 0.5, 0.1


@contextlib.contextmanager
def lint_progress() -> Iterator[Callable[[int, int], None] | None]:
    """Give what takes note of the files that are done, of how many; None where standard error is no terminal."""
    if not sys.stderr.isatty():
        yield None
        return
    bar = _Bar()
    try:
        yield bar.take
    finally:
        bar.stop()


class _Bar:
    def __init__(self) -> None:
        self._bar: Progress | None = None
        self._task: TaskID | None = None
        self._next = time.monotonic() + _PATIENCE

    def take(self, done: int, total: int) -> None:
        now = time.monotonic()
        if now < self._next:
            return
        self._next = now + _PAUSE
        if self._bar is None:
            from rich.console import Console
            from rich.progress import Progress

            # no thread draws it: a process with threads cannot be copied safely
            self._bar = Progress(console=Console(file=sys.stderr), transient=True, auto_refresh=False)
            self._task = self._bar.add_task("linting", total=total)
            self._bar.start()
        if self._task is not None:
            self._bar.update(self._task, completed=done)
            self._bar.refresh()

    def stop(self) -> None:
        if self._bar is not None:
            self._bar.stop()
