"""Options that several commands take, declared once."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

import click

__all__ = ["cann_options", "format_option", "product_options"]

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
