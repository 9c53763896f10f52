"""``geopts explain``: which mode GE gives an operator, and why."""

from __future__ import annotations

import json
import os
from itertools import product as cartesian

import click

from geopts.cli.options_shared import builtin_files, cann_options, format_option, opp_option, product_options
from geopts.files import read_bytes
from geopts.ini import Document, Line, scan
from geopts.precision.decision import Decision
from geopts.precision.engine import EngineTable
from geopts.resolve.plan import circumstances, decide
from geopts.resolve.precision_findings import matches_nothing

__all__ = ["explain"]


@click.command()
@click.argument("ini", metavar="INI")
@click.option("--name", required=True, metavar="NODE", help="Node name, as in the graph GE optimises.")
@click.option("--type", "op_type", required=True, metavar="TYPE", help="Operator type, such as Conv2D.")
@click.option("--allow-hf32", default="", metavar="V", help="Text of ge.exec.allow_hf32.")
@click.option(
    "--op-select-implmode",
    default="",
    metavar="V",
    help="Text of ge.opSelectImplmode; counts for nothing beside an ini.",
)
@click.option(
    "--optypelist", default="", metavar="V", help="Text of ge.optypelistForImplmode; counts for nothing beside an ini."
)
@product_options
@click.option("--hf32/--no-hf32", default=None, help="Whether the SoC has HF32, instead of a product.")
@opp_option
@cann_options
@format_option("text", "json")
def explain(
    ini: str,
    name: str,
    op_type: str,
    allow_hf32: str,
    op_select_implmode: str,
    optypelist: str,
    product: str | None,
    soc_version: str | None,
    hf32: bool | None,
    opp: str | None,
    parser: str | None,
    cann: str | None,
    output: str,
) -> int:
    """Say which mode GE gives the node NODE of type TYPE when it reads INI, and why."""
    name, op_type = _as_in_the_file(name), _as_in_the_file(op_type)
    content = read_bytes(ini, what="op_precision.ini")
    known = circumstances(product=product, soc_version=soc_version, parser=parser, cann=cann, hf32=hf32)
    builtin = builtin_files(opp)
    tables = {
        (has_hf32, generation): EngineTable.load(
            ini=content,
            allow_hf32=allow_hf32,
            op_select_implmode=op_select_implmode,
            optypelist=optypelist,
            hf32=has_hf32,
            opp=builtin,
            parser=generation,
            front_end=True,
            origin=ini,
        )
        for has_hf32, generation in cartesian(known.hf32, known.parsers)
    }
    decision = decide(tables, name, op_type)
    failed = any(table.status != "SUCCESS" for table in tables.values())
    document = scan(content)
    # what the user wrote for just this node or type and GE does not use
    unused = [line for line in document.dropped() if line.key in (name, op_type)]
    if matches_nothing(document):
        failed = True
        click.echo(
            f"{ini}: holds NUL bytes, as UTF-16 and binary files do; no entry of it can match. Save it as UTF-8 text",
            err=True,
        )
    notes = [f"built-in files: {builtin.label if builtin.known else 'none'}", *known.notes]
    if hf32 is not None and known.product is not None and known.product.hf32 is not hf32:
        notes.append(f"{'--hf32' if hf32 else '--no-hf32'} counts, whatever is known of {known.product.label}")
    notes += [known.assumed] if known.assumed else []
    hints = [table.failure.hint for table in tables.values() if table.failure]
    hints += _close_names(document, name, op_type) if decision.mode is None and decision.determined else []
    if output == "json":
        facts = {
            "name": name,
            "type": op_type,
            "product": known.product.label if known.product else None,
            "parsers": list(known.parsers),
            "builtin_files": builtin.label,
            "status": next(iter(tables.values())).status,
            "notes": notes,
            "hints": list(dict.fromkeys(hints)),
            "unused": [
                {"location": f"{ini}:{line.number}", "text": line.text.strip(), "reason": _reason(line)}
                for line in unused
            ],
        }
        click.echo(json.dumps(decision.as_json() | facts, indent=2))
    else:
        click.echo(f"{name} ({op_type}): ", nl=False)
        _text(decision)
        for hint in dict.fromkeys(hints):
            click.echo(f"  hint: {hint}")
        for line in unused:
            click.echo(f"  GE does not use {ini}:{line.number}: {line.text.strip()} ({_reason(line)})")
        click.echo("(" + "; ".join(notes) + ")")
    return 1 if failed else 0


def _as_in_the_file(name: str) -> str:
    """Give a name of the command line as GE's reading spells it: in a locale without UTF-8 its bytes come as surrogate escapes."""
    if not any("\udc80" <= character <= "\udcff" for character in name):
        return name
    return os.fsencode(name).decode("utf-8", "surrogateescape")


def _close_names(document: Document, name: str, op_type: str) -> list[str]:
    """Tell of entries that differ in case or blanks alone: GE compares byte by byte."""
    found = []
    for what, asked, table in (("node", name, document.by_node_name), ("type", op_type, document.by_op_type)):
        plain = asked.strip().casefold()
        close = next((key for key in table if key.strip().casefold() == plain), None) if plain else None
        if close is not None:
            found.append(f"the file has the {what} {close!r}; GE compares names byte by byte")
    return found


def _reason(line: Line) -> str:
    return line.kind.name.lower().replace("_", " ")


def _text(decision: Decision, indent: str = "  ") -> None:
    if not decision.determined:
        click.echo(decision.why)
        for alternative in decision.alternatives:
            hf32 = "with HF32" if alternative.hf32 else "without HF32"
            click.echo(f"{indent}{hf32}, {alternative.parser} parser: ", nl=False)
            _text(alternative.decision, indent + "  ")
        return
    click.echo(decision.mode.value if decision.mode else "none")
    if decision.winner is not None:
        click.echo(f"{indent}from: {decision.winner.source}, {decision.winner.location}")
    click.echo(f"{indent}why: {decision.why}")
    for loser in decision.losers:
        click.echo(f"{indent}behind it: {loser.mode} from {loser.source}, {loser.location}")
