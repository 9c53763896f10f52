"""Placeholder until the renderers land."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import click

from geopts.findings import Finding


def show_findings(
    findings: Sequence[Finding],
    *,
    format: str | None = None,
    sources: Mapping[str, bytes] | None = None,
    to_stderr: bool = True,
) -> None:  # noqa: A002
    """Print findings."""
    for f in findings:
        click.echo(f"{f.path}: {f.severity.value} {f.code} {f.message}\n  {f.hint} [{f.source}]", err=to_stderr)
