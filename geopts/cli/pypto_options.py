"""``geopts pypto emit``, ``check`` and ``options``: runtime options as Python, judged, and looked up."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import click

from geopts.cli.options_shared import format_option, product_options
from geopts.cli.report import show_findings
from geopts.errors import FileError, FindingsError
from geopts.files import read_bytes, write_atomic
from geopts.findings import Severity
from geopts.pypto.config_file import parse_assignment
from geopts.pypto.emit import EmitForm, emit_options
from geopts.pypto.relations import check_options, precedence, relations_of
from geopts.pypto.runtime_options import OPTION_NAMES, RuntimeOptions, option_row, removed_row

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from geopts.facts.pypto_rows import RuntimeOptionRow
    from geopts.facts.rows import Family

__all__ = ["check_command", "emit_command", "load_options", "options_command", "print_diff"]

_SOURCE_HELP = "SOURCE is a spec with [pypto.runtime], a pypto_runtime_options.json or a tile_fwk_config.json."
_MOST_BYTES = 16 * 1024 * 1024

_set_option = click.option(
    "--set", "assignments", multiple=True, metavar="NAME=VALUE", help="Set an option, over what SOURCE says."
)


def load_options(source: str | None, assignments: Sequence[str] = ()) -> tuple[RuntimeOptions, str, str | None]:
    """Read runtime options from a file and from ``NAME=VALUE`` texts, which win.

    :return: the options, the key under which they stand in the file, and the product that the file names.
    :raises FileError: unreadable, or no runtime options in it.
    :raises FindingsError: options with mistakes.
    """
    table: dict[str, Any] = {}
    key, product = "", None
    if source is not None:
        from geopts.spec import load_mapping

        mapping = load_mapping(source)
        found, key = _runtime_table(mapping, source)
        table.update(found)
        named = mapping.get("product") or mapping.get("soc_version")
        product = named if isinstance(named, str) else None
    for text in assignments:
        name, value = parse_assignment(text)
        table[name.removeprefix("runtime.")] = value
    return RuntimeOptions.from_mapping(table, key=key, path=source or ""), key, product


def _runtime_table(mapping: Mapping[str, Any], path: str) -> tuple[Mapping[str, Any], str]:
    if "pypto" in mapping:
        section = mapping["pypto"]
        table = section.get("runtime") if isinstance(section, dict) else None
        if not isinstance(table, dict):
            raise FileError(
                f"{path}: [pypto] holds no table runtime", path=path, hint="write the options under [pypto.runtime]"
            )
        return table, "pypto.runtime"
    runtime = mapping.get("runtime")
    if isinstance(runtime, dict):
        if path.endswith(".toml"):
            return runtime, "runtime"
        from geopts.pypto.config_check import changed_runtime_values
        from geopts.pypto.config_file import read_config

        return changed_runtime_values(read_config(path)), "runtime"
    if any(name in OPTION_NAMES or removed_row(name) for name in mapping) or not mapping:
        return mapping, ""
    raise FileError(
        f"{path}: holds no PyPTO runtime options",
        path=path,
        hint=f"{_SOURCE_HELP} The options are {', '.join(OPTION_NAMES)}",
    )


def _family(product: str | None, soc_version: str | None, named: str | None) -> Family | None:
    name = soc_version or product or named
    if name is None:
        return None
    from geopts.products import find_product

    return find_product(name).family


def print_diff(path: str, old: bytes, new: bytes) -> None:
    """Print what would change in a file as a unified diff."""
    import difflib

    before, after = (data.decode("utf-8", "backslashreplace").splitlines(keepends=True) for data in (old, new))
    for line in difflib.unified_diff(before, after, path, path):
        click.echo(line.rstrip("\r\n"))


@click.command("emit")
@click.argument("source", required=False, metavar="[SOURCE]")
@_set_option
@click.option(
    "--channel",
    type=click.Choice([form.value for form in EmitForm]),
    default=EmitForm.ALL.value,
    show_default=True,
    help="experimental: the set_runtime_options statement; jit: the decorator; all: both; options: a with block; config: JSON.",
)
@click.option("--kernel", metavar="NAME", help="The kernel function.")
@click.option("--into", metavar="FILE", help="Write the options into this Python file, before and onto its kernel.")
@click.option("--diff", is_flag=True, help="With --into: print what would change, write nothing.")
@product_options
def emit_command(
    source: str | None,
    assignments: tuple[str, ...],
    channel: str,
    kernel: str | None,
    into: str | None,
    diff: bool,
    product: str | None,
    soc_version: str | None,
) -> int:
    """Print runtime options as Python for PyPTO, or write them into the kernel's file.

    SOURCE is a spec with [pypto.runtime], a pypto_runtime_options.json or a tile_fwk_config.json.
    """
    if source is None and not assignments:
        raise click.UsageError(f"name a SOURCE or give --set NAME=VALUE. {_SOURCE_HELP}")
    if diff and not into:
        raise click.UsageError("--diff shows a change, and without --into there is no file to change")
    options, key, named = load_options(source, assignments)
    show_findings(check_options(options, family=_family(product, soc_version, named), key=key, path=source or ""))
    if into is None:
        click.echo(emit_options(options, form=channel, kernel=kernel or "kernel"), nl=False)
        return 0
    from geopts.facts.pypto_rows import Channel
    from geopts.pypto.emit_into import emit_into

    if channel in (EmitForm.OPTIONS.value, EmitForm.CONFIG.value):
        raise click.UsageError(f"--into writes the channels experimental and jit, not {channel}")
    if channel != EmitForm.ALL.value:
        chosen = Channel.EXPERIMENTAL if channel == EmitForm.EXPERIMENTAL.value else Channel.STABLE_JIT
        options = RuntimeOptions.from_mapping(options.channel(chosen))
    old = read_bytes(into, limit=_MOST_BYTES, what="Python file")
    new = emit_into(old, options, kernel=kernel or "", path=into)
    if diff:
        print_diff(into, old, new)
    elif new == old:
        click.echo(f"{into}: nothing to change")
    else:
        write_atomic(into, new)
        click.echo(f"wrote {into}")
    return 0


@click.command("check")
@click.argument("source", required=False, metavar="[SOURCE]")
@_set_option
@product_options
@format_option("text", "json")
def check_command(
    source: str | None, assignments: tuple[str, ...], product: str | None, soc_version: str | None, output: str
) -> int:
    """Check runtime options, and say which of the workspace options counts.

    SOURCE is a spec with [pypto.runtime], a pypto_runtime_options.json or a tile_fwk_config.json.
    """
    if source is None and not assignments:
        raise click.UsageError(f"name a SOURCE or give --set NAME=VALUE. {_SOURCE_HELP}")
    try:
        options, key, named = load_options(source, assignments)
    except FindingsError as error:
        if output == "json":
            click.echo(_check_json(error.findings, None))
        else:
            show_findings(error.findings)
        return 1
    findings = check_options(options, family=_family(product, soc_version, named), key=key, path=source or "")
    if output == "json":
        click.echo(_check_json(findings, options))
    else:
        show_findings(findings, to_stderr=False)
        told = precedence(options)
        depths = told.depths.as_list() if told.depths else "derived from the cap at compile time"
        click.echo(f"{told.winner} decides: {told.why}")
        click.echo(f"  depths {depths}, at most {told.most_roots} root functions in one device task")
        if told.disabled:
            click.echo(f"  without effect: {', '.join(told.disabled)}")
    return int(any(finding.severity is not Severity.NOTE for finding in findings))


def _check_json(findings: Sequence[Any], options: RuntimeOptions | None) -> str:
    told = precedence(options) if options else None
    report = {
        "version": 1,
        "tool": "geopts",
        "findings": [finding.as_json() for finding in findings],
        "options": options.as_dict() if options else None,
        "precedence": told
        and {
            "winner": told.winner,
            "depths": told.depths.as_list() if told.depths else None,
            "most_roots": told.most_roots,
            "disabled": list(told.disabled),
            "why": told.why,
            "source": told.source,
        },
    }
    return json.dumps(report, indent=2, ensure_ascii=False)


@click.command("options")
@click.argument("name", required=False, metavar="[NAME]")
@format_option("text", "json", "markdown")
def options_command(name: str | None, output: str) -> int:
    """List the runtime options of PyPTO, or show everything about one."""
    if name is not None:
        _one(option_row(name), output)
        return 0
    rows = [option_row(each) for each in OPTION_NAMES]
    if output == "json":
        click.echo(json.dumps({"version": 1, "options": [_facts(row) for row in rows]}, indent=2, ensure_ascii=False))
        return 0
    from geopts.cli.tables import echo_table, markdown_table
    from geopts.facts.pypto_relations import PYPTO_RELATIONS

    header = ("option", "channel", "value", "default", "products")
    cells = [
        (
            row.name,
            row.channel.value,
            _value_words(row),
            row.default_config,
            ", ".join(each.value for each in row.products),
        )
        for row in rows
    ]
    if output == "markdown":
        click.echo(markdown_table(header, cells), nl=False)
    else:
        echo_table(header, cells)
        order = next(row for row in PYPTO_RELATIONS if row.identifier == "order-of-use")
        click.echo(f"\nOrder of use: {order.message} ({order.options[0]}).")
    return 0


def _value_words(row: RuntimeOptionRow) -> str:
    if row.value_range is None:
        return "list of names"
    low, high = row.value_range
    return f"{row.length} x {low} to {high}" if row.length else f"{low} to {high}"


def _facts(row: RuntimeOptionRow) -> dict[str, Any]:
    documented = row.default_documented
    if not isinstance(documented, str):
        documented = ", ".join(f"{family.value}: {text}" for family, text in documented.items())
    return {
        "option": row.name,
        "key": row.key,
        "channel": row.channel.value,
        "channel_note": row.channel_note,
        "type": row.type_words,
        "range": list(row.value_range) if row.value_range else None,
        "length": row.length,
        "order": list(row.order),
        "default_documented": documented,
        "default_config": json.loads(row.default_config),
        "products": [family.value for family in row.products],
        "product_limits": {family.value: limit for family, limit in row.product_limits.items()},
        "values": dict(row.values),
        "meaning": row.meaning,
        "since": row.since,
        "setter": row.setter,
        "getter": row.getter,
        "caveats": list(row.caveats),
        "notes": [text for text in (row.note, row.also_accepted) if text],
        "relations": [
            {
                "identifier": each.identifier,
                "kind": each.kind.value,
                "options": list(each.options),
                "others": list(each.others),
                "message": each.message.format(option=" and ".join(each.options), other=" and ".join(each.others)),
                "checkable": each.checkable,
                "source": each.source,
            }
            for each in relations_of(row.name)
        ],
        "checks": [
            {
                "layer": check.layer,
                "where": check.where,
                "condition": check.condition,
                "text": check.text,
                "source": check.source,
            }
            for check in row.checks
        ],
        "source": list(row.source),
    }


def _one(row: RuntimeOptionRow, output: str) -> None:
    facts = _facts(row)
    if output == "json":
        click.echo(json.dumps(facts, indent=2, ensure_ascii=False))
        return
    from geopts.cli.tables import markdown_table

    lines = [(name, _shown(value)) for name, value in facts.items() if value not in (None, [], {}, "")]
    if output == "markdown":
        click.echo(markdown_table(("", row.name), lines), nl=False)
        return
    for name, text in lines:
        click.echo(f"{name.replace('_', ' ')}: {text}")


def _shown(value: Any) -> str:
    if isinstance(value, list) and value and isinstance(value[0], dict):
        return "".join(f"\n  - {_relation(each) if 'kind' in each else _check(each)}" for each in value)
    if isinstance(value, list) and not all(isinstance(item, int) for item in value):
        return ", ".join(str(item) for item in value)
    if isinstance(value, dict):
        return ", ".join(f"{name} = {item}" for name, item in value.items())
    return str(value)


def _relation(row: Mapping[str, Any]) -> str:
    pair = f"{', '.join(row['options'])} {row['kind']} {', '.join(row['others'])}: " if row["others"] else ""
    return f"{pair}{row['message']}{'' if row['checkable'] else ' (told here, not checked)'} [{row['source']}]"


def _check(row: Mapping[str, Any]) -> str:
    text = f": {row['text']!r}" if row["text"] else ""
    return f"{row['layer']}, {row['where']}: {row['condition']}{text} [{row['source']}]"
