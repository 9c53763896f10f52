"""A table as plain text, or drawn by rich on a terminal."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["draw_table", "plain_table"]


def plain_table(header: Sequence[str], rows: Sequence[Sequence[str]]) -> list[str]:
    """Give aligned lines: the first column to the left, the others to the right, two blanks between columns."""
    widths = [max(map(len, column)) for column in zip(header, *rows, strict=True)]
    return [
        "  ".join(
            cell.rjust(width) if index else cell.ljust(width)
            for index, (cell, width) in enumerate(zip(row, widths, strict=True))
        ).rstrip()
        for row in (header, *rows)
    ]


def draw_table(header: Sequence[str], rows: Sequence[Sequence[str]], shares: Sequence[float] | None = None) -> None:
    """Draw the table on the terminal, with a bar per row for ``shares`` (0 to 1)."""
    from rich.bar import Bar
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    table = Table(box=None, padding=(0, 2, 0, 0))
    for index, name in enumerate(header):
        table.add_column(name, justify="right" if index else "left")
    if shares is not None:
        table.add_column("")
    for index, row in enumerate(rows):
        bar = [] if shares is None else [Bar(1, 0, min(1.0, shares[index]), width=20, color=_colour(shares[index]))]
        table.add_row(*(Text(cell) for cell in row), *bar)
    Console(highlight=False).print(table)


def _colour(share: float) -> str:
    return "red" if share >= 0.95 else "yellow" if share >= 0.75 else "green"
