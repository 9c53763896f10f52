"""``geopts migrate``: op_select_implmode and optypelist_for_implmode become the op_precision.ini with the same effect."""

from __future__ import annotations

import json
import os
import shutil
from functools import partial
from typing import Any

import click

from geopts.cli.options_shared import builtin_files, cann_options, format_option, opp_option, product_options
from geopts.cli.report import show_findings
from geopts.errors import FileError, FindingsError
from geopts.facts.rows import Family
from geopts.files import read_bytes, write_together
from geopts.findings import Finding, Severity
from geopts.migrate import FileMigration, Migration, PairOptions, migrate_file, migrate_pair, pair_of
from geopts.option_source import OptionFile, circumstances_of, kind_of, read_option_file
from geopts.precision.engine import Parser
from geopts.precision.front_end import refused_path_characters

__all__ = ["migrate"]

_INI = "op_precision.ini"


@click.command()
@click.argument("source", required=False, metavar="[FROM]")
@click.option("--op-select-implmode", metavar="V", help="Text of ge.opSelectImplmode; wins over FROM.")
@click.option("--optypelist", metavar="V", help="Text of ge.optypelistForImplmode; wins over FROM.")
@click.option("--allow-hf32", metavar="V", help="Text of ge.exec.allow_hf32 the proof counts with; wins over FROM.")
@product_options
@opp_option
@cann_options
@click.option(
    "--api",
    type=click.Choice(["offline", "session"]),
    help="The GE calls that take the pair; default: as FROM shows, else offline (ATC, build_initialize).",
)
@click.option(
    "--precision-mode-v2",
    is_flag=True,
    help="Also write precision_mode as precision_mode_v2, where that has a value of the same meaning.",
)
@click.option(
    "-o", "--output", "directory", metavar="DIR", help="Write op_precision.ini and FROM without the pair here."
)
@click.option(
    "--ini-path", metavar="PATH", help="Path of op_precision.ini as GE will see it; default: where it is written."
)
@click.option("--force", is_flag=True, help="Replace files in DIR that are there.")
@format_option("text", "json")
def migrate(
    source: str | None,
    op_select_implmode: str | None,
    optypelist: str | None,
    allow_hf32: str | None,
    product: str | None,
    soc_version: str | None,
    opp: str | None,
    parser: str | None,
    cann: str | None,
    api: Any,
    precision_mode_v2: bool,
    directory: str | None,
    ini_path: str | None,
    force: bool,
    output: str,
) -> int:
    """Turn op_select_implmode and optypelist_for_implmode into the op_precision.ini with the same effect.

    The pair comes from the options, or from FROM: a spec, an option dict in JSON, or a script with ATC commands, or Python that fills options (which
    is read, not run, and not rewritten). Without -o the
    ini goes to stdout. It holds what GE would have loaded, so where no list is given all types of the built-in file; GE's tables
    before and after are compared, and nothing is written when they differ or GE refuses the pair (exit 1).
    """
    if source is None and not op_select_implmode and not optypelist:
        raise click.UsageError("nothing to migrate: name a file, or give --op-select-implmode and perhaps --optypelist")
    builtin = builtin_files(opp)
    target = ini_path or (os.path.abspath(os.path.join(directory, _INI)) if directory else _INI)
    try:
        file = _empty_file() if source is None else _read(source)
        pair = pair_of(
            file, op_select_implmode=op_select_implmode, optypelist=optypelist, allow_hf32=allow_hf32, api=api
        )
        known, named = circumstances_of(file, product=product, soc_version=soc_version, parser=parser, cann=cann)
        parsers: tuple[Parser, ...] = known.parsers if named else ("old", "new")
        unknown = known.product is not None and known.product.family is Family.ASCEND_950 and opp is None
        run = partial(
            migrate_pair,
            builtin=builtin,
            builtin_unknown_for=known.product.label if known.product and unknown else "",
            assumptions=[(hf32, generation) for hf32 in known.hf32 for generation in parsers],
        )
        done = (
            _alone(pair, run(pair), target if directory or ini_path else "<path of this file>")
            if source is None
            else migrate_file(file, pair, run, ini_path=target, builtin=builtin, precision_mode_v2=precision_mode_v2)
        )
    except FindingsError as error:
        return _finish(error.findings, None, [], [], output)
    findings = [*done.findings, *_path_characters(file, done, target)]
    notes = [*done.notes, *_notes(done, builtin.label, file, directory, target)]
    written = [] if directory is None else _write(directory, done.files, force=force)
    if source is not None and written and os.path.basename(source) in done.files:
        shutil.copymode(source, os.path.join(directory or ".", os.path.basename(source)))
    return _finish(findings, done, notes, written, output)


def _empty_file() -> OptionFile:
    return OptionFile("", "options", b"", {}, (), "offline")


def _alone(pair: PairOptions, migration: Migration, target: str) -> FileMigration:
    note = f"give GE op_precision_mode={target} instead of {' and '.join(pair.names)}"
    return FileMigration(migration, {_INI: migration.content}, migration.findings, (note,))


def _read(source: str) -> OptionFile:
    data = read_bytes(source, what="spec, option dict or script")
    if kind_of(source, data) != "ini":
        return read_option_file(source, data)
    from geopts.migrate.command import read_commands, read_python  # a script needs the readers of the front ends

    return read_python(source, data) if source.endswith(".py") else read_commands(source, data)


def _path_characters(file: OptionFile, done: FileMigration, target: str) -> list[Finding]:
    refused = (
        refused_path_characters(target) if done.migration is not None and file.kind in ("options", "command") else ""
    )
    if not refused:
        return []
    shown = " ".join(map(repr, refused))
    return [
        Finding(
            "GEO509",
            "refused-path-character",
            Severity.WARNING,
            f"op_precision_mode: ATC, build_model and sessions refuse the path {target!r}: the resolved path holds {shown}",
            "put the file elsewhere, or name the path GE will see with --ini-path",
            "base/common/util.cc:52-126,260-311",
            file.path,
        )
    ]


def _notes(done: FileMigration, label: str, file: OptionFile, directory: str | None, target: str) -> list[str]:
    migration = done.migration
    if migration is None:
        return (
            []
            if done.files
            else [f"nothing to migrate: {file.path} has neither op_select_implmode nor optypelist_for_implmode"]
        )
    hf32 = " and ".join(dict.fromkeys("with HF32" if has else "without HF32" for has, _ in migration.proved))
    parsers = " and ".join(dict.fromkeys(f"the {parser} parser" for _, parser in migration.proved))
    notes = [f"proved: GE's table of modes is the same before and after, {hf32}, for {parsers}"]
    if migration.builtin:
        notes.append(f"the types are those of {migration.builtin} ({label}); other releases can have others, see --opp")
    if os.path.basename(file.path) not in done.files:
        return notes
    if directory is None:
        notes.append(f"with -o DIR {os.path.basename(file.path)} is written too, without the pair")
    elif file.kind != "spec":
        notes.append(f"op_precision_mode is {target}")
    return notes


def _write(directory: str, files: dict[str, bytes], *, force: bool) -> list[str]:
    targets = {os.path.join(directory, name): data for name, data in files.items()}
    there = [name for name in targets if os.path.lexists(name)]
    if there and not force:
        raise FileError(
            f"{there[0]}: is there already",
            path=there[0],
            hint="name another directory with -o, or replace it with --force",
        )
    try:
        for name in targets:
            os.makedirs(os.path.dirname(name) or ".", exist_ok=True)
    except OSError as error:
        raise FileError(
            f"{directory}: cannot be created ({error.strerror})", path=directory, hint="name another directory with -o"
        ) from None
    write_together(targets)
    return list(targets)


def _finish(findings: Any, done: FileMigration | None, notes: list[str], written: list[str], output: str) -> int:
    migration = done.migration if done else None
    code = 0 if done else 1
    if output == "json":
        report = {
            "version": 1,
            "tool": "geopts",
            "ini": migration.content.decode("utf-8", "surrogateescape") if migration else None,
            "built_in_file": migration.builtin if migration else "",
            "left_out": list(migration.left_out) if migration else [],
            "proved": [{"hf32": hf32, "parser": parser} for hf32, parser in migration.proved] if migration else [],
            "findings": [finding.as_json() for finding in findings],
            "notes": notes,
            "written": written,
        }
        click.echo(json.dumps(report, indent=2))
        return code
    show_findings(findings)
    for note in notes:
        click.echo(f"note: {note}", err=True)
    if done is None:
        click.echo("nothing was written", err=True)
    for name in written:
        click.echo(f"wrote {name}")
    if migration is not None and not written:
        click.echo(migration.content, nl=False)
    return code
