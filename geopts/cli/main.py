"""The ``geopts`` group: commands are imported when they are called, so that each starts as fast as its own work allows."""

from __future__ import annotations

import codecs
import contextlib
import io
import os
import sys
from collections.abc import Iterator
from typing import Any

import click

from geopts.cli.lazy import LazyGroup
from geopts.errors import FindingsError, GeoptsError

__all__ = ["COMMANDS", "cli", "run"]

#: Command name to ``module:attribute`` and the one-line help, which must not cost an import.
COMMANDS: dict[str, tuple[str, str]] = {
    "build": ("geopts.cli.build:build", "Check a spec and write op_precision.ini and options.json."),
    "explain": ("geopts.cli.explain:explain", "Say which mode GE gives an operator, and why."),
    "lint": ("geopts.cli.lint:lint", "Check op_precision.ini files, specs and option dicts."),
    "support": ("geopts.cli.support:support", "Say which products support an option or a value."),
    "options": ("geopts.cli.options:options", "List the options, or show everything about one."),
    "products": ("geopts.cli.products:products", "List product families, SoC names and who has HF32."),
    "diff": ("geopts.cli.diff:diff", "Say what changes in effect between two ini files, specs or option dicts."),
    "migrate": ("geopts.cli.migrate:migrate", "Turn op_select_implmode and optypelist into an op_precision.ini."),
    "init": ("geopts.cli.init:init", "Write a starting geopts.toml."),
    "emit": ("geopts.cli.emit:emit", "Write a spec's options in a front end's own spelling."),
    "convert": ("geopts.cli.convert:convert", "Translate options from one front end's spelling to another's."),
    "rule": ("geopts.cli.rule:rule", "Say what a rule finds, and what to write instead."),
    "pypto": ("geopts.cli.pypto:pypto", "Run-time options of PyPTO: check, emit, read logs, tune pools."),
}


def _print_version(ctx: click.Context, _param: click.Parameter, value: bool) -> None:
    if value and not ctx.resilient_parsing:
        from geopts._version import __version__  # only for --version

        click.echo(f"geopts {__version__}")
        ctx.exit()


class _SystemError(Exception):
    """An error of the system that no command expects; click would end the program for it, with exit code 1."""

    def __init__(self, error: OSError) -> None:
        super().__init__(str(error))
        self.error = error


@contextlib.contextmanager
def _system_errors_told() -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise _SystemError(error) from error


class _Top(LazyGroup):
    """The group of all commands; what the system refuses comes out as `_SystemError`."""

    def make_context(self, *args: Any, **kwargs: Any) -> click.Context:
        """Parse, which may print the help."""
        with _system_errors_told():
            return super().make_context(*args, **kwargs)

    def invoke(self, ctx: click.Context) -> Any:
        """Run the command."""
        with _system_errors_told():
            return super().invoke(ctx)


@click.group(
    cls=_Top, lazy=COMMANDS, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 110}
)
@click.option(
    "--version", is_flag=True, is_eager=True, expose_value=False, callback=_print_version, help="Print the version."
)
def cli() -> None:
    """Compile options of Ascend NPUs (GE, ATC) and run-time options of PyPTO: generated, checked, explained."""


def _encodable(error: UnicodeError) -> tuple[str | bytes, int]:
    """Write surrogate escapes as the bytes they stand for, and what no byte stands for with a backslash."""
    if not isinstance(error, UnicodeEncodeError):
        raise error
    text = error.object[error.start : error.end]
    if all("\udc80" <= character <= "\udcff" for character in text):
        return text.encode("ascii", "surrogateescape"), error.end
    return text.encode("ascii", "backslashreplace").decode("ascii"), error.end


def _faithful_streams() -> None:
    """Let names that are no UTF-8 pass through output as they came in; a stream that is closed takes everything."""
    codecs.register_error("geopts", _encodable)
    sys.stdout = sys.stdout or _nowhere()
    sys.stderr = sys.stderr or _nowhere()
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="geopts")


def _nowhere() -> io.TextIOWrapper:
    return open(os.devnull, "w", encoding="utf-8")


def run(args: list[str] | None = None) -> int:
    """Run the command line and give its exit code: 0 done, 1 findings, 2 the job could not be done."""
    _faithful_streams()
    try:
        code = cli.main(args=args, prog_name="geopts", standalone_mode=False)
    except click.exceptions.Abort:
        click.echo("stopped", err=True)
        return 2
    except click.ClickException as error:
        error.show()
        return 2
    except FindingsError as error:
        from geopts.cli.report import show_findings  # only on an error

        show_findings(error.findings)
        return 1
    except GeoptsError as error:
        click.echo(f"geopts: {error}", err=True)
        return 2
    except _SystemError as system:
        sys.stdout = _nowhere()  # the interpreter's last flush would fail once more
        if isinstance(system.error, BrokenPipeError):
            return 0  # the reader of our output went away, which is no error of ours
        click.echo(f"geopts: the system refused: {system}", err=True)
        return 2
    except Exception:  # noqa: BLE001  (whatever is left is a mistake of ours, which must not look like findings: exit code 1)
        import traceback  # only on an error

        traceback.print_exc()
        click.echo("geopts: this is an error in geopts itself; please report it with the lines above", err=True)
        return 2
    return code if isinstance(code, int) else 0
