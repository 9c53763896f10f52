"""``geopts init``: a starting geopts.toml from an ini file, an option dict, an ATC command line, or nothing."""

from __future__ import annotations

import os
from typing import Any

import click

from geopts.errors import FileError, FindingsError, OptionValueError, UnknownOptionError
from geopts.files import read_bytes, write_atomic
from geopts.findings import Finding, Severity
from geopts.ini import scan
from geopts.option_set import OptionSet, find_option
from geopts.precision.op_precision import OpPrecision
from geopts.resolve.precision_findings import matches_nothing
from geopts.spec import Spec, load_mapping
from geopts.spec_write import spec_toml, starting_toml

__all__ = ["init"]


@click.command()
@click.argument("source", required=False, metavar="[FROM]")
@click.option(
    "-o",
    "--output",
    "target",
    default="geopts.toml",
    show_default=True,
    metavar="FILE",
    help="The file to write; - for the standard output.",
)
@click.option("--force", is_flag=True, help="Replace FILE if it is there.")
def init(source: str | None, target: str, force: bool) -> int:
    """Write a geopts.toml to start from.

    FROM is an op_precision.ini, a JSON file with an option dict (flat, or one dict for each call as options.json has it), or a script with an
    atc command line.
    """
    if target == "-":
        text = starting_toml() if source is None else _from_file(source, "geopts.toml")
        click.echo(text.encode("utf-8"), nl=False)  # TOML is UTF-8 whatever the terminal takes
        return 0
    if os.path.lexists(target) and not force:
        raise FileError(
            f"{target}: is there already", path=target, hint="name another file with -o, or replace it with --force"
        )
    text = starting_toml() if source is None else _from_file(source, target)
    write_atomic(target, text.encode("utf-8"))
    click.echo(f"wrote {target}")
    return 0


def _from_file(source: str, target: str) -> str:
    data = read_bytes(source, what="op_precision.ini or an option dict in JSON")
    if source.endswith(".json") or data.lstrip()[:1] == b"{":
        return _from_json(source, data)
    if source.endswith((".sh", ".bash", ".md", ".txt")) or data[:2] == b"#!":
        return _from_command(source, data)
    if matches_nothing(scan(data)):
        raise FileError(
            f"{source}: holds NUL bytes, as UTF-16 and binary files do; no entry of it can match",
            path=source,
            hint="save the file as UTF-8 text",
        )
    return _from_ini(source, target, data)


def _from_command(source: str, data: bytes) -> str:
    """Take the options of the atc command in a script; what is known only when the script runs is named and left out."""
    from geopts.cli.report import show_findings
    from geopts.frontends import read

    result = read(data, "atc", path=source)
    if not result.spans:
        raise FileError(
            f"{source}: holds no atc command",
            path=source,
            hint="name the script that calls atc, or an op_precision.ini",
        )
    if result.errors:
        raise FindingsError(f"{source}: no spec can be made of it", findings=result.findings)
    show_findings(result.findings, sources={source: data})
    for symbol in result.symbols:
        click.echo(f"note: {symbol.spelling} is left out: its value is known only when the script runs", err=True)
    return spec_toml(Spec(options=result.options))


def _from_ini(source: str, target: str, data: bytes) -> str:
    precision = OpPrecision.parse(data)
    dropped = list(precision.dropped)
    names = [*precision.by_op_type, *precision.by_node_name]
    try:
        "".join(names).encode("utf-8")
        plain = not dropped
    except UnicodeEncodeError:
        plain = False
    for line in dropped:
        click.echo(f"{source}:{line.number}: GE does not use this line: {line.text.strip()}", err=True)
    spec = Spec(options=OptionSet(OP_PRECISION_MODE=precision))
    # names that TOML cannot hold, and lines that must stay as they are, are kept by naming the file
    relative = os.path.relpath(source, os.path.dirname(os.path.abspath(target)))
    return spec_toml(spec, precision_file=None if plain else relative)


def _from_json(source: str, data: bytes) -> str:
    options: dict[str, Any] = {}
    places: dict[str, str] = {}
    findings: list[Finding] = []

    def add(code: str, name: str, place: str, message: str, hint: str) -> None:
        source_of_rule = "geopts: the option table"
        findings.append(
            Finding(code, name, Severity.ERROR, f"{place}: {message}", hint, source_of_rule, source, key=place)
        )

    for place, name, given in _entries(load_mapping(source, data)):
        try:
            key = find_option(name).key
            if given is None:
                continue
            value = OptionSet({name: given})[key]
        except UnknownOptionError as error:
            add("GEO501", "unknown-key", place, error.message, error.hint)
        except OptionValueError as error:
            kind = ("GEO504", "refused-value") if isinstance(given, str) else ("GEO505", "wrong-type")
            add(*kind, place, error.message, error.hint)
        else:
            if options.setdefault(key, value) != value:
                told = f"{key} has another value here than at {places[key]}, and a spec holds one"
                add("GEO505", "wrong-type", place, told, "leave one of them out of the dict")
            places.setdefault(key, place)
    if findings:
        raise FindingsError(f"{source}: no spec can be made of it", findings=findings)
    return spec_toml(Spec(options=OptionSet(options)))


def _entries(mapping: dict[str, Any]) -> list[tuple[str, str, Any]]:
    """Give place, name and value of every option, whether the dict is flat or has a dict for each call."""
    found: list[tuple[str, str, Any]] = []
    for name, value in mapping.items():
        if isinstance(value, dict) and name in {
            "build_initialize",
            "build_model",
            "parse",
            "ge_initialize",
            "session",
            "graph",
            "global",
        }:
            found += [(f"{name}.{inner}", inner, text) for inner, text in value.items()]
        else:
            found.append((name, name, value))
    return found
