"""aoe, the tuning tool; a closed program whose flags are known from its pages and from a wrapper."""

from __future__ import annotations

from geopts.facts.frontend_rows import FrontEndRow
from geopts.frontends.atc import emit_command
from geopts.frontends.base import Emitted, ReadResult, Settings
from geopts.frontends.flags import read_commands
from geopts.frontends.keys import front_end_row
from geopts.option_set import OptionSet

__all__ = ["emit", "read"]

ROW = front_end_row("aoe")


def emit(options: OptionSet, settings: Settings | None = None, *, front_end: FrontEndRow = ROW) -> Emitted:
    """Write a command for operator tuning (job type 2)."""
    return emit_command(options, settings or Settings(), front_end, ["aoe", "--job_type=2"], soc_flag=False)


def read(text: str, *, path: str = "", front_end: FrontEndRow = ROW) -> ReadResult:
    """Read the aoe commands of a shell script, or a bare list of flags."""
    return read_commands(text, path=path, front_end=front_end, names=("aoe",))
