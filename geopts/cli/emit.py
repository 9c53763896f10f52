"""``geopts emit``: the options of a spec in the spelling of one front end."""

from __future__ import annotations

import json
import os

import click

from geopts.cli.options_shared import format_option, product_options
from geopts.cli.report import show_findings
from geopts.errors import FileError
from geopts.files import write_together
from geopts.findings import Finding, Severity
from geopts.frontends import FRONT_ENDS, Emitted, Settings, find_front_end
from geopts.frontends import emit as emit_for
from geopts.frontends.report import report_lines, summary
from geopts.option_set import OptionSet
from geopts.spec import Spec, read_spec

__all__ = ["emit"]

INI = "op_precision.ini"


@click.command(epilog="Front ends: " + ", ".join(FRONT_ENDS) + ".")
@click.argument("spec", metavar="SPEC")
@click.option("--to", "target", required=True, metavar="FRONT_END", help="The front end to write for; see below.")
@click.option(
    "-o",
    "--output",
    "directory",
    metavar="DIR",
    help="Write the text, and op_precision.ini, into DIR; default: stdout.",
)
@click.option("--ini-path", metavar="PATH", help="Path of op_precision.ini as GE will see it.")
@click.option(
    "--to-version", "version", metavar="RELEASE", help="Release of the front end, where spellings depend on it."
)
@click.option("--strict", is_flag=True, help="Exit with 1 when an option cannot be expressed.")
@product_options
@format_option("text", "json")
def emit(
    spec: str,
    target: str,
    directory: str | None,
    ini_path: str | None,
    version: str | None,
    strict: bool,
    product: str | None,
    soc_version: str | None,
    output: str,
) -> int:
    """Write the options of SPEC for one front end, ready to paste, and say what it cannot express.

    Options that contradict each other are errors: nothing is written then (exit 1).
    """
    front_end = find_front_end(target)
    read = read_spec(spec)
    # the command line wins as a whole: a family there is not checked against a SoC in the file
    named = product or soc_version
    soc = soc_version if named else read.soc_version
    settings = Settings(ini_path=ini_path or _default_path(read, directory), soc_version=soc, version=version)
    related = _contradictions(read, product if named else read.product, soc)
    if any(finding.severity is Severity.ERROR for finding in related):
        return _refuse(related, output)
    result = emit_for(read.options, front_end.name, settings)
    findings = [f._replace(path=f.path or spec) for f in (*related, *result.findings)]
    written: list[str] = []
    if directory is not None:
        written = _write_files(directory, _files(read, result))
    _show(read, result, findings, written, output)
    return 1 if strict and result.lost else 0


def _default_path(spec: Spec, directory: str | None) -> str:
    holds_file = spec.options.op_precision is not None or spec.precision_bytes is not None
    return os.path.abspath(os.path.join(directory, INI)) if directory is not None and holds_file else INI


def _contradictions(spec: Spec, product: str | None, soc_version: str | None) -> list[Finding]:
    """Give what the options do to each other; where they go is the front end's matter, not GE's calls'."""
    from geopts.resolve.plan import resolve  # reads the preset files, which emitting itself does not need

    # a value is taken as text here: the file of an op_precision.ini need not be on this machine
    plan = resolve(
        spec.options, product=product, soc_version=soc_version, path=spec.path, spelling=spec.spelling, opp=None
    )
    return [finding for finding in plan.findings if finding.code.startswith(("GEO3", "GEO4"))]


def _refuse(findings: list[Finding], output: str) -> int:
    if output == "json":
        report = {
            "version": 1,
            "tool": "geopts",
            "text": None,
            "findings": [f.as_json() for f in findings],
            "written": [],
        }
        click.echo(json.dumps(report, indent=2))
        return 1
    show_findings(findings)
    click.echo("nothing was written", err=True)
    return 1


def _write_files(directory: str, files: dict[str, bytes]) -> list[str]:
    if not os.path.isdir(directory):
        try:
            os.makedirs(directory)
        except OSError as error:
            message = f"{directory}: cannot be created ({error.strerror})"
            raise FileError(message, path=directory, hint="name another directory with -o") from None
    targets = {os.path.join(directory, name): data for name, data in files.items()}
    write_together(targets)
    return list(targets)


def _files(spec: Spec, result: Emitted) -> dict[str, bytes]:
    files = {result.file_name: result.text.encode("utf-8", "surrogateescape")}
    if spec.precision_bytes is not None:
        files[INI] = spec.precision_bytes
    elif spec.options.op_precision is not None:
        files[INI] = spec.options.op_precision.to_bytes()
    return files


def _show(spec: Spec, result: Emitted, findings: list[Finding], written: list[str], output: str) -> None:
    if output == "json":
        found = [*findings, *result.loss_findings(spec.path)]
        report = {
            "version": 1,
            "tool": "geopts",
            "to": result.front_end,
            "text": result.text,
            "file_name": result.file_name,
            "items": [item.as_json() for item in result.items],
            "predicted": {level: dict(table) for level, table in result.predicted.items()},
            "findings": [finding.as_json() for finding in found],
            "written": written,
        }
        click.echo(json.dumps(report, indent=2))
        return
    if written:
        for name in written:
            click.echo(f"wrote {name}")
    else:
        click.echo(result.text, nl=False)
    show_findings(findings)
    for line in report_lines(result.items, everything=False):
        click.echo(line, err=True)
    click.echo(f"{result.front_end}: {summary(result.items)}", err=True)
    if not written and _names_missing_file(spec.options):
        click.echo(f"note: the text names {INI}; -o DIR writes that file too", err=True)


def _names_missing_file(options: OptionSet) -> bool:
    return options.op_precision is not None
