"""pyatc: ATC started through Python; the arguments are handed on unchanged (api/python/ge/ge/pyatc/__main__.py:25-44)."""

from __future__ import annotations

from geopts.facts.frontend_rows import FrontEndRow
from geopts.frontends.atc import emit_command
from geopts.frontends.base import Emitted, ReadResult, Settings
from geopts.frontends.flags import read_commands
from geopts.frontends.keys import front_end_row
from geopts.option_set import OptionSet

__all__ = ["emit", "read"]

ROW = front_end_row("pyatc")


def emit(options: OptionSet, settings: Settings | None = None, *, front_end: FrontEndRow = ROW) -> Emitted:
    """Write the command; ``python3 -m ge.pyatc`` works without the script on the path."""
    return emit_command(options, settings or Settings(), front_end, ["python3", "-m", "ge.pyatc"])


def read(text: str, *, path: str = "", front_end: FrontEndRow = ROW) -> ReadResult:
    """Read ``pyatc`` and ``python3 -m ge.pyatc`` (and atc) commands of a shell script, or a bare list of flags."""
    return read_commands(text, path=path, front_end=front_end, names=("pyatc", "atc"))
