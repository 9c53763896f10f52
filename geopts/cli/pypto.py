"""``geopts pypto``: the run-time options of PyPTO."""

from __future__ import annotations

import click

from geopts.cli.lazy import LazyGroup

__all__ = ["pypto"]

_COMMANDS: dict[str, tuple[str, str]] = {
    "logs": ("geopts.cli.pypto_logs:logs_command", "Read workspace records out of logs."),
    "tune": ("geopts.cli.pypto_logs:tune_command", "Advise depths of the workspace pools from logs."),
    "options": ("geopts.cli.pypto_options:options_command", "List the run-time options, or show everything about one."),
    "check": ("geopts.cli.pypto_options:check_command", "Check run-time options."),
    "emit": ("geopts.cli.pypto_options:emit_command", "Write the Python that sets run-time options."),
    "config": ("geopts.cli.pypto_config:config_group", "Read, check and edit tile_fwk_config.json."),
}


@click.group(cls=LazyGroup, lazy=_COMMANDS)
def pypto() -> None:
    """Run-time options of PyPTO: typed, checked, read from logs, tuned."""
