"""``geopts options``: the list of options, or everything about one."""

from __future__ import annotations

import json
from typing import Any

import click

from geopts.cli.options_shared import format_option
from geopts.cli.tables import echo_table, markdown_table
from geopts.errors import UnknownOptionError
from geopts.facts.options import BY_KEY, OPTIONS
from geopts.facts.rows import Call, Family, OptionRow
from geopts.option_set import find_option, option_name, option_type
from geopts.products import find_product
from geopts.resolve.placement import takes
from geopts.resolve.relations import describe_relation, relations_of
from geopts.support import supports

__all__ = ["options"]


# an ATC flag is a name too
@click.command(context_settings={"ignore_unknown_options": True})
@click.argument("name", required=False, metavar="[NAME]")
@click.option("--call", type=click.Choice([call.value for call in Call]), help="Only options this GE call takes.")
@click.option("--product", metavar="NAME", help="Only options this product supports, or the answer for it.")
@format_option("text", "json", "markdown")
def options(name: str | None, call: str | None, product: str | None, output: str) -> int:
    """List the options, or show everything about NAME: values, calls, products, relations, contradictions, sources."""
    target = find_product(product) if product else None
    if name is not None:
        facts = describe(_option(name), None if target is None else target.family)
        if output == "json":
            click.echo(json.dumps(facts, indent=2, ensure_ascii=False))
        else:
            _show(facts, markdown=output == "markdown")
        return 0
    rows = [row for row in OPTIONS if call is None or takes(row, Call(call))]
    if target is not None:
        rows = [row for row in rows if supports(row, product=target).verdict == "yes"]
    if output == "json":
        click.echo(json.dumps({"version": 1, "options": [_brief(row) for row in rows]}, indent=2, ensure_ascii=False))
        return 0
    header = ("option", "key", "values", "calls")
    cells = [
        (option_name(row), row.key, _short(option_type(row.key).describe()), ", ".join(_calls(row))) for row in rows
    ]
    if output == "markdown":
        click.echo(markdown_table(header, cells), nl=False)
    else:
        echo_table(header, cells)
    return 0


def _option(name: str) -> OptionRow:
    """Find an option by its constant or GE key, or by the spelling of any front end where that means one option."""
    try:
        return find_option(name)
    except UnknownOptionError:
        from geopts.frontends.spellings import find_spellings  # large tables, only for names GE does not know

        keys = {found.ge_key for found in find_spellings(name) if found.ge_key in BY_KEY}
        if len(keys) == 1:
            return BY_KEY[keys.pop()]
        raise


def _short(text: str) -> str:
    return text if len(text) <= 60 else text[:57] + "..."


def _calls(row: OptionRow) -> list[str]:
    return [call.value for call in Call if takes(row, call)]


def _brief(row: OptionRow) -> dict[str, Any]:
    return {
        "option": option_name(row),
        "constant": row.constant,
        "key": row.key,
        "values": option_type(row.key).describe(),
        "default": row.default,
        "calls": _calls(row),
        "summary": row.summary,
    }


def describe(row: OptionRow, family: Family | None = None) -> dict[str, Any]:
    """Collect everything known about an option."""
    from geopts.frontends.spellings import spellings_of  # large tables, only for one option

    families = [family] if family else list(Family)
    return {
        **_brief(row),
        "ir_option": row.ir_option,
        "atc_flag": row.atc_flag,
        "atc_default": row.atc_default,
        "raw_ge_options": row.raw_ge_options,
        "kind": row.value_kind.value,
        "documented_values": row.allowed_values,
        "accepted_by_code": row.code_accepted_values,
        "range": row.value_range,
        "calls_in_code": {call.value: acceptance.value for call, acceptance in row.scopes_in_code.items()},
        "documented_for": [call.value for call in row.scopes_documented],
        "products": {f.value: _verdict(row, f) for f in families},
        "deprecated": row.deprecated,
        "replaced_by": row.replaced_by,
        "spellings": [
            {
                "front_end": s.front_end,
                "spelling": s.spelling,
                "values": list(s.values),
                "note": s.note,
                "source": s.source,
            }
            for s in spellings_of(row.key)
        ],
        "relations": [
            {
                "identifier": relation.identifier,
                "kind": relation.kind.value,
                "says": describe_relation(relation, _spell),
                "checked": relation.checkable,
                "not_checked_because": relation.not_checkable_because or None,
                "statements": [
                    {"option": s.option, "kind": s.kind, "with": list(s.others), "says": s.detail, "source": s.source}
                    for s in relation.statements
                ],
            }
            for relation in relations_of(row.key)
        ],
        "checks": row.code_checks,
        "contradictions": row.disagreements,
        "note": row.note,
        "source": row.source,
    }


def _spell(key: str) -> str:
    return option_name(BY_KEY[key]) if key in BY_KEY else key


def _verdict(row: OptionRow, family: Family) -> str:
    answer = supports(row, product=family)
    return f"{answer.verdict} (disputed)" if answer.disputed else answer.verdict


def _show(facts: dict[str, Any], *, markdown: bool) -> None:
    bullet = "- " if markdown else "  "
    click.echo(f"## {facts['option']}\n" if markdown else f"{facts['option']} ({facts['key']})")
    plain = {
        "what": facts["summary"],
        "key": facts["key"],
        "constant": f"ge::ir_option::{facts['constant']}" if facts["ir_option"] else facts["constant"],
        "ATC flag": facts["atc_flag"],
        "values": facts["values"],
        "documented values": ", ".join(facts["documented_values"] or ()),
        "code accepts": ", ".join(repr(v) for v in facts["accepted_by_code"] or ()),
        "default": facts["default"],
        "calls": ", ".join(f"{call}: {what}" for call, what in facts["calls_in_code"].items()),
        "documented for": ", ".join(facts["documented_for"]),
        "products": ", ".join(f"{product} {verdict}" for product, verdict in facts["products"].items()),
        "deprecated": facts["deprecated"] or None,
        "replaced by": facts["replaced_by"],
        "note": facts["note"],
    }
    for label, value in plain.items():
        if value:
            click.echo(f"{bullet}{label}: {value}")
    for title, texts in (("checked by GE", facts["checks"]), ("contradictions", facts["contradictions"])):
        if texts:
            click.echo(f"{bullet}{title}:")
            for text in texts:
                click.echo(f"  {bullet}{text}")
    click.echo(f"{bullet}spellings:")
    for spelling in facts["spellings"]:
        click.echo(f"  {bullet}{spelling['front_end']}: {spelling['spelling']}")
    if facts["relations"]:
        click.echo(f"{bullet}relations:")
    for relation in facts["relations"]:
        sources = "; ".join(dict.fromkeys(statement["source"] for statement in relation["statements"]))
        click.echo(f"  {bullet}{relation['says']} [{sources}]")
    click.echo(f"{bullet}sources: " + "; ".join(facts["source"]))
