"""``geopts rule``: what a rule finds, why it matters, what to write instead."""

from __future__ import annotations

import json

import click

from geopts.cli.options_shared import format_option
from geopts.cli.report import rule_texts
from geopts.cli.tables import echo_table, markdown_table
from geopts.render import RuleText
from geopts.rules.registry import get_rule

__all__ = ["rule"]

_HEADER = ("code", "name", "severity", "what it finds")


@click.command()
@click.argument("rules", metavar="[CODE|NAME]...", nargs=-1)
@click.option("--all", "everything", is_flag=True, help="The whole text of every rule.")
@format_option("text", "markdown", "json")
def rule(rules: tuple[str, ...], everything: bool, output: str) -> None:
    """Explain rules of the linter, by code (GEO101) or by name (ignored-line); without one, list them all."""
    if rules and everything:
        raise click.UsageError("--all names every rule; leave the codes away")
    texts = [RuleText.of(get_rule(name)) for name in rules] or rule_texts()
    if output == "json":
        objects = [text.as_json() for text in texts]
        click.echo(json.dumps(objects[0] if len(rules) == 1 else objects, indent=2, ensure_ascii=False))
    elif rules or everything:
        pages = [text.markdown() if output == "markdown" else text.plain() for text in texts]
        click.echo("\n".join(pages), nl=False)
    else:
        rows = [(text.code, text.name, text.severity.value, text.summary) for text in texts]
        if output == "markdown":
            click.echo(markdown_table(_HEADER, rows), nl=False)
        else:
            echo_table(_HEADER, rows)
