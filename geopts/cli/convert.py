"""``geopts convert``: from one front end's text to another's, with the portability report."""

from __future__ import annotations

import json

import click

from geopts.cli.options_shared import format_option
from geopts.cli.report import show_findings
from geopts.errors import FileError
from geopts.files import read_bytes, read_stdin, write_atomic
from geopts.findings import Severity
from geopts.frontends import FRONT_ENDS, Settings, find_front_end
from geopts.frontends.convert import Conversion
from geopts.frontends.convert import convert as convert_text
from geopts.frontends.report import report_lines, summary

__all__ = ["convert"]


@click.command(epilog="Front ends: " + ", ".join(FRONT_ENDS) + ".")
@click.argument("source", metavar="FILE")
@click.option("--from", "origin", required=True, metavar="FRONT_END", help="The front end FILE is written for.")
@click.option("--to", "target", required=True, metavar="FRONT_END", help="The front end to write for.")
@click.option("-o", "--output", "path", metavar="FILE", help="Write the text there; default: stdout.")
@click.option("--to-version", "version", metavar="RELEASE", help="Release of the target, where spellings depend on it.")
@click.option("--soc-version", metavar="SOC", help="SoC name, such as Ascend910B3, for targets that want it.")
@click.option("--strict", is_flag=True, help="Exit with 1 when an option cannot be expressed.")
@format_option("text", "json")
def convert(
    source: str,
    origin: str,
    target: str,
    path: str | None,
    version: str | None,
    soc_version: str | None,
    strict: bool,
    output: str,
) -> int:
    """Read options out of FILE (``-``: stdin) and write them for another front end.

    Nothing in FILE is run. The portability report on stderr says of every option what becomes of it.
    """
    find_front_end(origin)
    find_front_end(target)
    name = "<stdin>" if source == "-" else source
    data = read_stdin(name) if source == "-" else read_bytes(source, what="file of a front end")
    done = convert_text(data, origin, target, path=name, settings=Settings(version=version, soc_version=soc_version))
    if _is_empty(done):
        raise FileError(
            f"{name}: holds no options of {find_front_end(origin).title}",
            path=name,
            hint="check --from; 'geopts convert --help' lists the front ends",
        )
    if path is not None:
        write_atomic(path, done.emitted.text.encode("utf-8", "surrogateescape"))
    _show(done, data, name, path, output)
    failed = any(finding.severity is Severity.ERROR for finding in done.read.findings)
    return 1 if failed or (strict and done.lost) else 0


def _is_empty(done: Conversion) -> bool:
    read = done.read
    return not (read.options or read.extra or read.own or read.unknown or read.symbols or read.spans or read.findings)


def _show(done: Conversion, data: bytes, name: str, path: str | None, output: str) -> None:
    if output == "json":
        found = [*done.read.findings, *done.emitted.findings, *done.emitted.loss_findings(name)]
        report = {
            "version": 1,
            "tool": "geopts",
            **done.as_json(),
            "findings": [finding.as_json() for finding in found],
            "written": [path] if path else [],
        }
        click.echo(json.dumps(report, indent=2))
        return
    if path is None:
        click.echo(done.emitted.text, nl=False)
    else:
        click.echo(f"wrote {path}")
    show_findings(done.read.findings, sources={name: data})
    show_findings(done.emitted.findings)
    click.echo(f"{done.read.front_end} -> {done.emitted.front_end}", err=True)
    for line in report_lines(done.items):
        click.echo(line, err=True)
    click.echo(summary(done.items), err=True)
