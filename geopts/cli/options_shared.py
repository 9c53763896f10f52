"""Options that several commands take, declared once."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeVar

import click

if TYPE_CHECKING:
    from geopts.precision.builtin import BuiltinFiles

__all__ = ["builtin_files", "cann_options", "format_option", "opp_option", "product_options"]

F = TypeVar("F", bound=Callable[..., Any])


def product_options(command: F) -> F:
    """Add ``--product`` and ``--soc-version``."""
    command = click.option("--soc-version", metavar="SOC", help="SoC name, such as Ascend910B3.")(command)
    return click.option(
        "--product", metavar="NAME", help="Product family (950, A3, A2, 200I/500 A2, 310P, 910, IPV350) or SoC name."
    )(command)


def cann_options(command: F) -> F:
    """Add ``--parser`` and ``--cann``."""
    command = click.option(
        "--cann", metavar="RELEASE", help="CANN release; decides the parser where that is attested."
    )(command)
    return click.option(
        "--parser", type=click.Choice(["old", "new"]), help="Generation of GE's op_precision.ini parser."
    )(command)


def format_option(*formats: str) -> Callable[[F], F]:
    """Add ``--format``, the first being the default."""
    return click.option(
        "--format", "output", type=click.Choice(formats), default=formats[0], show_default=True, help="Output format."
    )


def opp_option(command: F) -> F:
    """Add ``--opp``; `builtin_files` reads it."""
    return click.option(
        "--opp",
        metavar="DIR|installed|none",
        help="opp directory with the built-in files, or the one ASCEND_OPP_PATH names; default: the facts of CANN 8.1.RC1.",
    )(command)


def builtin_files(opp: str | None) -> BuiltinFiles:
    """Give the built-in files that ``--opp`` names.

    :raises FileError: no built-in files stand there.
    """
    from geopts.precision.builtin import BuiltinFiles  # only for commands that have the option

    if opp is None:
        return BuiltinFiles.CANN_8_1_RC1
    if opp == "none":
        return BuiltinFiles.none()
    from geopts.cann import installed_opp, opp_directory

    return BuiltinFiles.from_opp(installed_opp() if opp == "installed" else opp_directory(opp))
