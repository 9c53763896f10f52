"""The ATC command line."""

from __future__ import annotations

import shlex

from geopts.facts.frontend_rows import FrontEndRow
from geopts.frontends.assignments import Assignment
from geopts.frontends.base import Emitted, ReadResult, Settings
from geopts.frontends.flags import read_commands
from geopts.frontends.keys import front_end_row
from geopts.frontends.shell_text import command_lines
from geopts.frontends.translate import emitted_text, translate
from geopts.option_set import OptionSet

__all__ = ["emit", "emit_command", "read"]

ROW = front_end_row("atc")

SOC_VERSION = "ge.socVersion"
#: What every command needs besides its options, as variables for the user to set (api/atc/main_impl.cc: required in mode 0).
_NEEDED = ('--model="$MODEL"', '--framework="$FRAMEWORK"', '--output="$OUTPUT"')


def emit(options: OptionSet, settings: Settings | None = None, *, front_end: FrontEndRow = ROW) -> Emitted:
    """Write a command with the options; model, framework and output stay variables."""
    return emit_command(options, settings or Settings(), front_end, ["atc"])


def emit_command(
    options: OptionSet, settings: Settings, front_end: FrontEndRow, command: list[str], *, soc_flag: bool = True
) -> Emitted:
    """Write the command of one of the tools.

    :param command: its first words.
    :param soc_flag: the tool has ``--soc_version`` and needs it.
    """
    if soc_flag and settings.soc_version and SOC_VERSION not in options:
        options = OptionSet({SOC_VERSION: settings.soc_version, **dict(options.items())})
    done = translate(front_end, options, settings, show=_show)
    flags = [(one.row.spelling, str(one.written)) for one in done.assignments]
    open_soc = soc_flag and not any(flag == "--soc_version" for flag, _ in flags)
    words = [*command, *_NEEDED, *(['--soc_version="$SOC_VERSION"'] if open_soc else [])]
    variables = "MODEL, FRAMEWORK, OUTPUT" + (" and SOC_VERSION" if open_soc else "")
    lines = [
        "#!/bin/bash",
        f"# set {variables} first; framework 0 is Caffe, 1 MindSpore, 3 TensorFlow, 5 ONNX",
        *command_lines(words, flags),
    ]
    predicted = {key: text for level in done.predicted().values() for key, text in level.items()}
    return emitted_text(front_end, done, lines, {"options": predicted})


def _show(one: Assignment) -> str:
    return shlex.quote(str(one.written))


def read(text: str, *, path: str = "", front_end: FrontEndRow = ROW) -> ReadResult:
    """Read the atc (or pyatc) commands of a shell script, or a bare list of flags."""
    return read_commands(text, path=path, front_end=front_end, names=("atc", "pyatc"))
