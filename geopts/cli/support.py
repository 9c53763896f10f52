"""``geopts support``: which products support an option or a value, with every statement behind the answer."""

from __future__ import annotations

import json

import click

from geopts.cli.options_shared import format_option
from geopts.cli.tables import echo_table, markdown_table
from geopts.facts.options import OPTIONS
from geopts.facts.rows import Call, Family
from geopts.option_set import option_name
from geopts.products import Product, find_product
from geopts.support import Support, supports

__all__ = ["support"]


@click.command()
@click.argument("option", nargs=-1, metavar="[OPTION[=VALUE]]...")
@click.option(
    "--product",
    "product",
    multiple=True,
    metavar="NAME",
    help="Family or SoC name; several are possible. Default: all families.",
)
@click.option("--call", type=click.Choice([call.value for call in Call]), help="Ask for one GE call.")
@format_option("table", "json", "markdown")
def support(option: tuple[str, ...], product: tuple[str, ...], call: str | None, output: str) -> int:
    """Say which products support OPTION, or its VALUE; without OPTION the whole matrix.

    Documents disagree in places: then the answer is marked as disputed and every statement is shown with its source.
    """
    products = [find_product(name) for name in product] or [find_product(family.value) for family in Family]
    wanted = [tuple(text.split("=", 1)) for text in option] or [(option_name(row),) for row in OPTIONS]
    answers = [
        [supports(parts[0], parts[1] if len(parts) > 1 else None, product=one, call=call) for one in products]
        for parts in wanted
    ]
    if output == "json":
        click.echo(
            json.dumps({"version": 1, "rows": [answer.as_json() for row in answers for answer in row]}, indent=2)
        )
    elif option:
        for row in answers:
            _one(row, markdown=output == "markdown")
    else:
        _matrix(answers, products, markdown=output == "markdown")
    return 0


def _verdict(answer: Support) -> str:
    return f"{answer.verdict} (disputed)" if answer.disputed else answer.verdict


def _title(answer: Support) -> str:
    value = f" = {answer.value}" if answer.value is not None else ""
    return f"{answer.name}{value} ({answer.option.key})"


def _said(answer: Support) -> str:
    """What each page says; of a value first, and apart from that what it says of the option as a whole."""

    def told(about: str) -> str:
        return ", ".join(
            f"{s.call}: {s.says}" for s in answer.statements if s.about == about and s.says in ("yes", "no")
        )

    of_option, of_value = told("option"), told("value")
    if answer.value is None or not of_value:
        return of_option or of_value or "no document says"
    return f"{of_value}; the option itself: {of_option}" if of_option else of_value


def _one(answers: list[Support], *, markdown: bool) -> None:
    """Print one option: a line for each product, then the statements, each once."""
    header = ("product", "supported", "statements")
    rows = [
        (
            answer.product.label,
            _verdict(answer),
            _said(answer),
        )
        for answer in answers
    ]
    click.echo(f"## {_title(answers[0])}\n" if markdown else _title(answers[0]))
    if markdown:
        click.echo(markdown_table(header, rows))
    else:
        echo_table(header, rows)
    sources = dict.fromkeys((s.call, s.source) for answer in answers for s in answer.statements)
    remarks = dict.fromkeys(s.says for answer in answers for s in answer.statements if s.says not in ("yes", "no"))
    for call, source in sources:
        click.echo(f"{'- ' if markdown else '  '}{call}: {source}")
    for remark in remarks:
        click.echo(f"{'- ' if markdown else '  '}note: {remark}")
    click.echo()


def _matrix(answers: list[list[Support]], products: list[Product], *, markdown: bool) -> None:
    header = ("option", *(product.label for product in products))
    rows = [(row[0].name, *(_verdict(answer) for answer in row)) for row in answers]
    if markdown:
        click.echo(markdown_table(header, rows), nl=False)
    else:
        echo_table(header, rows)
