"""`LazyGroup`: a click group that imports a command when it is called, so that each starts as fast as its own work allows."""

from __future__ import annotations

import importlib
from typing import Any

import click

__all__ = ["LazyGroup"]


class LazyGroup(click.Group):
    """A group that imports a command when it is called."""

    def __init__(self, *args: Any, lazy: dict[str, tuple[str, str]] | None = None, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.lazy = lazy or {}

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Give the names in the order of the table."""
        return [*self.lazy, *super().list_commands(ctx)]

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Import the command's module."""
        if cmd_name not in self.lazy:
            return super().get_command(ctx, cmd_name)
        module, _, attribute = self.lazy[cmd_name][0].partition(":")
        command: click.Command = getattr(importlib.import_module(module), attribute)
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Resolve a command; an unknown one gets a suggestion."""
        if args and args[0] not in self.list_commands(ctx) and not args[0].startswith("-"):
            from difflib import get_close_matches  # only on a mistake

            close = get_close_matches(args[0], self.list_commands(ctx), n=1)
            hint = (
                f"; did you mean {close[0]!r}?" if close else f"; the commands are {', '.join(self.list_commands(ctx))}"
            )
            raise click.UsageError(f"there is no command {args[0]!r}{hint}", ctx)
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:  # noqa: ARG002  (signature of click)
        """Write the command list from the table, importing nothing."""
        rows = [(name, text) for name, (_, text) in self.lazy.items()]
        rows += [(name, command.get_short_help_str()) for name, command in self.commands.items()]
        with formatter.section("Commands"):
            formatter.write_dl(rows)
