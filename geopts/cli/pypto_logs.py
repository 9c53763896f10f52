"""``geopts pypto logs`` and ``geopts pypto tune``.

Exit codes of both: 0 done; 2 a file is missing or unreadable, or an option is wrong (readable files are reported nevertheless).
``tune`` adds 1: the advisor refuses, or warns of something.
"""

from __future__ import annotations

import contextlib
import json
import math
import os
import re
import sys
from typing import IO, TYPE_CHECKING

import click

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from geopts.pypto.logs import LogReport
    from geopts.pypto.tuning import Advice
    from geopts.pypto.workspace import Pools

__all__ = ["logs_command", "tune_command"]

_FORMAT = click.option(
    "--format", "output", type=click.Choice(["text", "json"]), default="text", show_default=True, help="Output format."
)
_BLANKS = re.compile(r"\s+")
_LONG_INPUT = 64 * 1024 * 1024


@click.command("logs")
@click.argument("paths", nargs=-1, required=True, metavar="PATH...")
@_FORMAT
@click.pass_context
def logs_command(ctx: click.Context, paths: tuple[str, ...], output: str) -> None:
    """Read the workspace lines of PyPTO logs.

    PATH is a log file, a directory (read as grep -r does) or - for standard input; what grep printed can be read as well.
    """
    report = _read(ctx, paths)
    if output == "json":
        for piece in _report_pieces(report):
            click.echo(piece, nl=False)
    else:
        from geopts.pypto.logs_text import logs_text

        for line in logs_text(report):
            click.echo(line)
    ctx.exit(_complain(report))


def _report_pieces(report: LogReport) -> Iterator[str]:
    """Give the JSON object piece by piece, one launch at a time."""
    head = _compact(json.dumps(report.head_json(), indent=1, ensure_ascii=False))
    yield head[: head.rindex("\n")] + ',\n "launches": ['
    separator = "\n  "
    for launch in report.launches():
        yield separator + json.dumps(launch.as_json(), ensure_ascii=False)
        separator = ",\n  "
    yield "\n ]\n}\n"


def _compact(text: str) -> str:
    """Put lists of numbers on one line each."""
    return re.sub(
        r"\[\s+((?:-?\d+|null)(?:,\s+(?:-?\d+|null))*)\s+\]", lambda m: f"[{re.sub(_BLANKS, ' ', m[1])}]", text
    )


def _limit(_ctx: click.Context, _param: click.Parameter, value: float | None) -> int | None:
    """Turn MiB into bytes."""
    if value is None:
        return None
    if not math.isfinite(value) or value <= 0:
        raise click.BadParameter("the limit is a positive number of MiB, such as 200 for max_workspace_kb=204800")
    return int(value * 1024 * 1024)


def _depths(_ctx: click.Context, _param: click.Parameter, value: str | None) -> Pools | None:
    """Read three depths."""
    if value is None:
        return None
    from geopts.pypto.workspace import MAX_DEPTH, Pools

    parts = value.strip().strip("[]").split(",")
    try:
        depths = Pools(*(int(part) for part in parts))
    except (TypeError, ValueError):
        depths = Pools(-1, -1, -1)
    if not all(0 <= depth <= MAX_DEPTH for depth in depths):
        raise click.BadParameter(
            f"{value!r} is no depth triple; write root_inner,assemble_outcast,exclusive_outcast, each 0 to {MAX_DEPTH}, such as 64,2,1"
        )
    return depths


@click.command("tune")
@click.argument("paths", nargs=-1, required=True, metavar="PATH...")
@click.option(
    "--limit-mb",
    "limit",
    type=float,
    callback=_limit,
    metavar="N",
    help="Memory limit in MiB; means raise-parallelism.",
)
@click.option(
    "--scenario",
    type=click.Choice(["save-memory", "raise-parallelism"]),
    help="What to tune for; follows from --limit-mb.",
)
@click.option("--before", multiple=True, metavar="LOGS", help="Logs of the run before; says what changed since.")
@click.option("--depths", callback=_depths, metavar="R,A,E", help="Also give the workspace of these depths.")
@_FORMAT
@click.pass_context
def tune_command(
    ctx: click.Context,
    paths: tuple[str, ...],
    limit: int | None,
    scenario: str | None,
    before: tuple[str, ...],
    depths: Pools | None,
    output: str,
) -> None:
    """Advise depths for PyPTO's workspace pools from the logs of a measuring run.

    PATH is a log file, a directory or -, as for "logs"; give the host log (debug/plog) too, for sizes in bytes. Without a limit the
    advice saves memory at the parallelism of the run; with one it makes the most of the limit.

    Exit code 1: the advisor refuses or warns of something. 2: a file cannot be read or an option is wrong.
    """
    from geopts.pypto.tuning import Scenario, advise

    report = _read(ctx, paths)
    earlier = _read(ctx, before) if before else None
    advice = advise(
        report, limit=limit, scenario=None if scenario is None else Scenario(scenario), before=earlier, evaluate=depths
    )
    if output == "json":
        click.echo(_compact(json.dumps(advice.as_json(), indent=1, ensure_ascii=False)))
    else:
        _show(advice)
    code = max(_complain(report), _complain(earlier) if earlier is not None else 0)
    ctx.exit(code or int(advice.troubled))


def _show(advice: Advice) -> None:
    from geopts.pypto.text_table import draw_table, plain_table
    from geopts.pypto.tuning_text import HEADER, lines_after_table, lines_before_table, table_rows

    for line in lines_before_table(advice):
        click.echo(line)
    if advice.rows and _is_terminal(sys.stdout):
        draw_table(HEADER, table_rows(advice), [row.utilisation for row in advice.rows])
    elif advice.rows:
        for line in plain_table(HEADER, table_rows(advice)):
            click.echo(line)
    for line in lines_after_table(advice):
        click.echo(line)


def _complain(report: LogReport) -> int:
    for error in report.unreadable:
        click.echo(f"geopts: {error}", err=True)
    return 2 if report.unreadable else 0


def _read(ctx: click.Context, paths: tuple[str, ...]) -> LogReport:
    """Read what can be read; with nothing readable the command ends here."""
    from geopts.pypto.logs import read_logs

    with _progress(paths) as progress:
        report = read_logs(paths, progress=progress)
    if report.unreadable and not report.files:
        ctx.exit(_complain(report))
    return report


@contextlib.contextmanager
def _progress(paths: tuple[str, ...]) -> Iterator[Callable[[int], None]]:
    """Show a bar for long input, at a terminal only."""
    total = sum(map(_size, paths)) if _is_terminal(sys.stderr) else 0
    if total < _LONG_INPUT:
        yield _silent
        return
    from rich.console import Console
    from rich.progress import Progress

    with Progress(console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("reading logs", total=total)

        def advance(count: int) -> None:
            bar.advance(task, count)

        yield advance


def _is_terminal(stream: IO[str]) -> bool:
    return stream.isatty()


def _silent(_count: int) -> None:
    """Show nothing."""


def _size(path: str) -> int:
    """Bytes of a file or of everything below a directory; 0 for what has no size."""
    try:
        if os.path.isdir(path):
            return sum(os.path.getsize(os.path.join(top, name)) for top, _, names in os.walk(path) for name in names)
        return os.path.getsize(path)
    except (OSError, ValueError):
        return 0
