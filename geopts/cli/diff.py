"""``geopts diff``: what changes in effect between two ini files, specs or option dicts."""

from __future__ import annotations

import json
import os
import stat

import click

from geopts.cli.options_shared import builtin_files, cann_options, format_option, opp_option, product_options
from geopts.cli.report import show_findings
from geopts.diff import Change, Difference, State, compare, read_side
from geopts.errors import FindingsError
from geopts.files import read_stdin, read_stream

__all__ = ["diff"]

_KINDS = {"operator_type": "type", "node": "node", "option": "option"}


@click.command()
@click.argument("before", metavar="A")
@click.argument("after", metavar="B")
@product_options
@cann_options
@click.option(
    "--allow-hf32", default="", metavar="V", help="Text of ge.exec.allow_hf32, for a side that does not give it."
)
@opp_option
@format_option("text", "json")
def diff(
    before: str,
    after: str,
    product: str | None,
    soc_version: str | None,
    parser: str | None,
    cann: str | None,
    allow_hf32: str,
    opp: str | None,
    output: str,
) -> int:
    """Say what changes in effect from A to B: modes by operator type and by node name, and options by meaning.

    A and B are each an op_precision.ini, a spec, an option dict in JSON, - for standard input, or the word none: no options at
    all, as for a model that is built without any. Exit code 0: nothing changes; 1: something does; 2: it cannot be told.
    """
    if before == after == "-":
        raise click.UsageError("standard input can be one side only")
    builtin = builtin_files(opp)
    try:
        sides = [
            read_side(
                name,
                _streamed(name),
                product=product,
                soc_version=soc_version,
                parser=parser,
                cann=cann,
                allow_hf32=allow_hf32,
            )
            for name in (before, after)
        ]
        difference = compare(*sides, builtin=builtin)
    except FindingsError as error:
        show_findings(error.findings)
        return 2
    if output == "json":
        report = {
            "version": 1,
            "changed": bool(difference.changes),
            "changes": [change.as_json() for change in difference.changes],
            "notes": list(difference.notes),
        }
        click.echo(json.dumps(report, indent=2))
    else:
        _text(difference)
    return 1 if difference.changes else 0


def _streamed(name: str) -> bytes | None:
    """Read standard input or a named pipe, as in ``geopts diff <(git show HEAD:x.ini) x.ini``; None for anything else."""
    if name == "-":
        return read_stdin()
    if _is_pipe(name):
        with open(name, "rb") as stream:
            return read_stream(stream, name)
    return None


def _is_pipe(name: str) -> bool:
    try:
        return stat.S_ISFIFO(os.stat(name).st_mode)
    except (OSError, ValueError):
        return False


def _text(difference: Difference) -> None:
    lines = [_line(change) for change in difference.changes]
    if lines:
        click.echo("\n".join(lines))
    told = f"{len(lines)} change{'s' if len(lines) > 1 else ''} in effect" if lines else "nothing changes in effect"
    click.echo(f"{told} ({'; '.join(difference.notes)})", err=True)


def _line(change: Change) -> str:
    when = "" if change.when == "always" else f", {change.when}"
    before, after = _state(change, change.before), _state(change, change.after)
    return f"{_KINDS[change.kind]} {change.name}: {before} -> {after}{when}"


def _state(change: Change, state: State) -> str:
    """A mode with its source; an option's value with its place only where it is not given."""
    if change.kind == "option":
        return state.source if state.value is None else state.value
    if state.value is None:
        return state.source
    return f"{state.value} ({state.source}{', ' if state.location else ''}{state.location})"
