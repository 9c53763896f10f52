"""Code Quality report of GitLab: a JSON array with a stable fingerprint per finding.

Source: GitLab's page "Code Quality", section "Code Quality report format".
"""

from __future__ import annotations

import json
from typing import IO, Any

from geopts.findings import Finding, Severity
from geopts.render.places import Identities, Paths
from geopts.render.report import Report
from geopts.render.source_lines import Sources
from geopts.render.text import printable

__all__ = ["write"]

_SEVERITIES = {Severity.ERROR: "major", Severity.WARNING: "minor", Severity.NOTE: "info"}


def _issue(finding: Finding, identities: Identities, paths: Paths) -> dict[str, Any]:
    span = finding.span
    lines = {"begin": span.line, "end": span.end_line} if span else {"begin": 1}
    return {
        "description": printable(f"{finding.code} {' '.join(finding.message.split())}"),
        "check_name": finding.code,
        "fingerprint": identities.next(finding),
        "severity": _SEVERITIES[finding.severity],
        # GitLab requires a path; the key says where a value without a file is
        "location": {"path": paths.shown(finding.path) or printable(finding.key) or "-", "lines": lines},
    }


def write(report: Report, stream: IO[str], color: bool) -> None:  # noqa: ARG001  (the signature of every format)
    """Write the report, one finding per line, in ASCII and without a byte order mark."""
    paths = Paths(report.directory)
    identities = Identities(Sources(report.sources), paths)
    separator = "[\n"
    for finding in report.findings:
        stream.write(separator + json.dumps(_issue(finding, identities, paths)))
        separator = ",\n"
    stream.write("[]\n" if separator == "[\n" else "\n]\n")
