"""``geopts pypto config``: read, check, edit and merge a ``tile_fwk_config.json``."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import click

from geopts.cli.options_shared import format_option, product_options
from geopts.cli.pypto_options import print_diff
from geopts.cli.report import show_findings
from geopts.errors import FileError
from geopts.findings import Severity
from geopts.pypto.config_check import check_config, find_release, guess_release
from geopts.pypto.config_file import (
    config_keys,
    installed_config,
    merge_config,
    overlay_of,
    parse_assignment,
    read_config,
    set_values,
    write_config,
)
from geopts.pypto.config_schema import CONFIG_ROWS

if TYPE_CHECKING:
    from geopts.facts.pypto_rows import PyPTOReleaseRow
    from geopts.pypto.config_file import Change
    from geopts.pypto.json_document import JsonDocument

__all__ = ["config_group"]

_release_option = click.option(
    "--release",
    metavar="RELEASE",
    help="PyPTO release that will read the file, such as 0.2.0; default: guessed from its keys.",
)
_output_option = click.option("-o", "--output", "target", metavar="FILE", help="Write here instead of changing FILE.")
_diff_option = click.option("--diff", is_flag=True, help="Print what would change, write nothing.")


@click.group("config")
def config_group() -> None:
    """Read, check, edit and merge a tile_fwk_config.json of PyPTO.

    FILE may be the word installed: the file that PyPTO would load here. Edits change the bytes of a value and nothing else.
    """


def _document(name: str) -> JsonDocument:
    if name != "installed":
        return read_config(name)
    found = installed_config()
    if found is None:
        raise FileError(
            "no installed configuration: TILEFWK_CONFIG_PATH is not set and there is no package pypto here",
            path=name,
            hint="name the file, or run this with the Python that has PyPTO",
        )
    return read_config(found)


def _release(name: str | None) -> PyPTOReleaseRow | None:
    return None if name is None else find_release(name)


@config_group.command("get")
@click.argument("file", metavar="FILE")
@click.argument("keys", nargs=-1, metavar="[KEY]...")
@format_option("text", "json")
def get_command(file: str, keys: tuple[str, ...], output: str) -> int:
    """Print values of FILE: those of KEY, or all.

    A KEY is dotted from the root (host.compile_timeout) or the bare name of a runtime option.
    """
    document = _document(file)
    paths = [config_keys(key, document) for key in keys] or [path for path, _ in document.leaves()]
    values = []
    for path in paths:
        node = document.node(path)
        row = CONFIG_ROWS.get(".".join(path))
        default = row.default if row else None
        text = document.text[node.start : node.end] if node else default
        values.append((".".join(path), text, node is not None, default))
    if output == "json":
        found = [
            {
                "key": key,
                "value": json.loads(text) if text is not None else None,
                "text": text,
                "in_file": inside,
                "default": json.loads(default) if default is not None else None,
            }
            for key, text, inside, default in values
        ]
        click.echo(json.dumps({"version": 1, "path": document.path, "values": found}, indent=2, ensure_ascii=False))
        return 0
    for key, text, inside, _ in values:
        shown = " ".join((text or "not known").split())
        click.echo(f"{key} = {shown}" + ("" if inside else "  (not in the file; the package's default)"))
    return 0


@config_group.command("check")
@click.argument("file", metavar="FILE")
@_release_option
@product_options
@format_option("text", "json")
def check_file_command(
    file: str, release: str | None, product: str | None, soc_version: str | None, output: str
) -> int:
    """Check the values and keys of FILE; PyPTO itself loads it unchecked."""
    document = _document(file)
    family = None
    if product or soc_version:
        from geopts.products import find_product

        family = find_product(soc_version or product or "").family
    row = _release(release) or guess_release(document)
    findings = check_config(document, release=row, family=family)
    if output == "json":
        report = {
            "version": 1,
            "tool": "geopts",
            "path": document.path,
            "release": row.release,
            "findings": [finding.as_json() for finding in findings],
        }
        click.echo(json.dumps(report, indent=2, ensure_ascii=False))
    else:
        show_findings(findings, to_stderr=False)
        guessed = "" if release else " (guessed from its keys)"
        click.echo(f"{document.path}: checked for PyPTO {row.release}{guessed}", err=True)
    return int(any(finding.severity is not Severity.NOTE for finding in findings))


@config_group.command("set")
@click.argument("file", metavar="FILE")
@click.argument("assignments", nargs=-1, required=True, metavar="KEY=VALUE...")
@click.option("--new", is_flag=True, help="Take a KEY that is not known.")
@_release_option
@_output_option
@_diff_option
@format_option("text", "json")
def set_command(
    file: str,
    assignments: tuple[str, ...],
    new: bool,
    release: str | None,
    target: str | None,
    diff: bool,
    output: str,
) -> int:
    """Set values in FILE: VALUE is JSON, a bare word is a string.

    Nothing is written when PyPTO would not take a value (exit 1).
    """
    document = _document(file)
    values = [parse_assignment(text) for text in assignments]
    edited, changes = set_values(document, values, new=new, release=_release(release))
    return _finish(document, edited, changes, target, diff, output)


@config_group.command("merge", short_help="Merge parts of such a file, or runtime options, into FILE.")
@click.argument("file", metavar="FILE")
@click.argument("overlays", nargs=-1, required=True, metavar="OVERLAY...")
@_release_option
@_output_option
@_diff_option
@format_option("text", "json")
def merge_command(
    file: str, overlays: tuple[str, ...], release: str | None, target: str | None, diff: bool, output: str
) -> int:
    """Merge each OVERLAY into FILE: objects member by member, everything else whole.

    An OVERLAY is a part of a tile_fwk_config.json, or a pypto_runtime_options.json, which goes to the group runtime. Nothing is written when
    PyPTO would not take a value (exit 1).
    """
    document = _document(file)
    merged, changes = merge_config(
        document, [overlay_of(read_config(name)) for name in overlays], release=_release(release)
    )
    return _finish(document, merged, changes, target, diff, output)


def _finish(
    before: JsonDocument, after: JsonDocument, changes: tuple[Change, ...], target: str | None, diff: bool, output: str
) -> int:
    path = target or before.path
    write = not diff and (bool(changes) or target is not None)
    if write:
        write_config(after, path)
    if output == "json":
        report = {
            "version": 1,
            "path": path,
            "changes": [{"key": change.key, "old": change.old, "new": change.new} for change in changes],
            "written": write,
        }
        click.echo(json.dumps(report, indent=2, ensure_ascii=False))
        return 0
    if diff:
        print_diff(before.path, before.to_bytes(), after.to_bytes())
        return 0
    for change in changes:
        old = "(new)" if change.old is None else " ".join(change.old.split())
        click.echo(f"{change.key}: {old} -> {' '.join(change.new.split())}")
    click.echo(f"wrote {path}" if write else f"{path}: nothing to change")
    return 0
