"""Tables for people, through rich; one column layout whether the reader is a terminal or a pipe."""

from __future__ import annotations

import sys
from collections.abc import Sequence

import click

__all__ = ["echo_table", "markdown_table"]


def echo_table(header: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
    """Print a table: fitted to the terminal, or as wide as it is in a pipe."""
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    table = Table(*header, box=None, pad_edge=False, header_style="bold")
    for row in rows:
        table.add_row(*(Text(cell) for cell in row))
    wide = None if sys.stdout.isatty() else 4000
    console = Console(file=sys.stdout, width=wide, highlight=False, soft_wrap=False)
    with console.capture() as captured:
        console.print(table)
    for line in captured.get().splitlines():
        click.echo(line.rstrip())


def markdown_table(header: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """Give a table in Markdown."""

    def line(cells: Sequence[str]) -> str:
        return "| " + " | ".join(cell.replace("|", "\\|").replace("\n", " ") for cell in cells) + " |\n"

    return line(header) + line(["---"] * len(header)) + "".join(line(row) for row in rows)
