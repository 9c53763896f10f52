"""``geopts products``: families, SoC names, and who has HF32."""

from __future__ import annotations

import json

import click

from geopts.cli.options_shared import format_option
from geopts.cli.tables import markdown_table
from geopts.facts.rows import Family
from geopts.products import family_row, find_product, hf32_of, soc_names

__all__ = ["products"]

_HF32 = {True: "yes", False: "no", None: "not known"}


@click.command()
@click.argument("name", required=False, metavar="[NAME]")
@format_option("text", "json", "markdown")
def products(name: str | None, output: str) -> int:
    """List product families, or say what NAME (a family, a document tag or a SoC name) is."""
    if name is not None:
        return _one(name, output)
    rows = []
    for family in Family:
        row = family_row(family)
        hf32, source, inferred = hf32_of(family)
        rows.append((row, hf32, source, inferred))
    if output == "json":
        found = [
            {
                "product": row.family.value,
                "tag": row.tag,
                "name": row.name,
                "npu_arch": row.npu_arch,
                "hf32": hf32,
                "hf32_source": source,
                "hf32_inferred": inferred,
                "soc_versions": list(soc_names(row.family)),
                "source": list(row.source),
            }
            for row, hf32, source, inferred in rows
        ]
        click.echo(json.dumps({"version": 1, "products": found}, indent=2, ensure_ascii=False))
        return 0
    header = ("product", "tag", "name", "HF32", "NpuArch", "SoC names")
    cells = [
        (
            row.family.value,
            row.tag,
            row.name,
            _HF32[hf32],
            row.npu_arch or "not known",
            ", ".join(soc_names(row.family)),
        )
        for row, hf32, _, _ in rows
    ]
    if output == "markdown":
        click.echo(markdown_table(header, cells), nl=False)
        return 0
    for cell in cells:
        click.echo(f"{cell[0]}: {cell[2]}")
        click.echo(f"  tag {cell[1]}; HF32: {cell[3]}; NpuArch {cell[4]}")
        click.echo(f"  SoC names: {cell[5]}")
    return 0


def _one(name: str, output: str) -> int:
    found = find_product(name)
    row = family_row(found.family)
    facts = {
        "product": found.family.value,
        "soc": found.soc,
        "name": row.name,
        "tag": row.tag,
        "npu_arch": row.npu_arch,
        "hf32": found.hf32,
        "hf32_source": found.hf32_source,
        "attested": found.attested,
        "note": found.note,
    }
    if output == "json":
        click.echo(json.dumps(facts, indent=2, ensure_ascii=False))
    elif output == "markdown":
        click.echo(markdown_table(("what", "value"), [(key, str(value)) for key, value in facts.items()]), nl=False)
    else:
        click.echo(f"{found.label}: {row.name}")
        click.echo(f"  tag {row.tag}; NpuArch {row.npu_arch or 'not known'}")
        click.echo(f"  HF32: {_HF32[found.hf32]} ({found.hf32_source})")
        if found.note:
            click.echo(f"  note: {found.note}")
        if found.soc is None:
            click.echo(f"  SoC names: {', '.join(soc_names(found.family))}")
    return 0
