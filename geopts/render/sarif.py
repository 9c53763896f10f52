"""SARIF 2.1.0 with what GitHub code scanning asks for: rule texts, whole regions, relative URIs, fingerprints, suppressions.

Sources: the OASIS schema ``sarif-schema-2.1.0.json`` (errata 01), and GitHub's page "SARIF support for code scanning", which
requires ``shortDescription``, ``fullDescription`` and ``help`` of a rule, all four ends of a region, and
``primaryLocationLineHash``.
"""

from __future__ import annotations

import base64
import json
from collections.abc import Iterator
from itertools import chain
from typing import IO, Any

from geopts.findings import Edit, Finding, Fix, Severity, Span
from geopts.render.line_hash import LineHashes
from geopts.render.places import Identities, Paths
from geopts.render.report import Report, Suppressed
from geopts.render.rule_text import RuleText
from geopts.render.source_lines import Sources
from geopts.render.text import printable

__all__ = ["write"]

_SCHEMA = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
#: Name of the directory the relative URIs start from; GitHub takes it for the root of the repository.
_ROOT = "%SRCROOT%"
_PROBLEM = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.NOTE: "recommendation"}
#: GitHub cuts longer ones.
_SHORT = 1024


def _text(text: str) -> str:
    """Give text without controls and lone surrogates, which strict JSON readers refuse; line ends stay."""
    return text if text.isprintable() else "\n".join(map(printable, text.split("\n")))


def _rule(rule: RuleText) -> dict[str, Any]:
    text = rule.plain()
    return {
        "id": rule.code,
        "name": rule.name,
        "shortDescription": {"text": rule.summary[:_SHORT]},
        "fullDescription": {"text": rule.summary},
        "help": {"text": text, "markdown": rule.markdown()},
        "defaultConfiguration": {"level": rule.severity.value},
        "properties": {"tags": ["ascend", "compile-options"], "problem.severity": _PROBLEM[rule.severity]},
    }


def _region(span: Span | None) -> dict[str, int]:
    if span is None:
        # a region is required; the start of the file stands for the whole
        return {"startLine": 1, "startColumn": 1, "endLine": 1, "endColumn": 1}
    region = {
        "startLine": span.line,
        "startColumn": span.column,
        "endLine": span.end_line,
        "endColumn": span.end_column,
    }
    if span.end_offset:
        region |= {"byteOffset": span.offset, "byteLength": span.end_offset - span.offset}
    return region


class _Writer:
    """Builds the pieces of one run."""

    def __init__(self, report: Report) -> None:
        self._report = report
        self._sources = Sources(report.sources)
        self._paths = Paths(report.directory)
        self._identities = Identities(self._sources, self._paths)
        self._hashes: dict[str, LineHashes] = {}
        self._indices: dict[str, int] = {}
        self.rules = self._collect_rules()

    def _collect_rules(self) -> list[dict[str, Any]]:
        """Give the rules that ran, and one made of the finding for a code without a text."""
        rules = {rule.code: rule for rule in self._report.rules}
        for finding in chain(self._report.findings, (kept.finding for kept in self._report.suppressed)):
            if finding.code not in rules:
                summary = finding.name.replace("-", " ")
                rules[finding.code] = RuleText(
                    code=finding.code, name=finding.name, severity=finding.severity, summary=summary
                )
        ordered = sorted(rules)
        self._indices = {code: index for index, code in enumerate(ordered)}
        return [_rule(rules[code]) for code in ordered]

    def _artifact(self, path: str) -> dict[str, Any]:
        reference, relative = self._paths.uri(path)
        return {"uri": reference, "uriBaseId": _ROOT} if relative else {"uri": reference}

    def _location(self, path: str, span: Span | None, key: str = "") -> dict[str, Any]:
        location: dict[str, Any] = {}
        if path:
            location["physicalLocation"] = {"artifactLocation": self._artifact(path), "region": _region(span)}
        if key:
            location["logicalLocations"] = [{"fullyQualifiedName": _text(key), "kind": "member"}]
        return location

    def _related(self, finding: Finding) -> list[dict[str, Any]]:
        return [
            {"id": number, "message": {"text": _text(related.message)}}
            | self._location(related.path or finding.path, related.span)
            for number, related in enumerate(finding.related, 1)
        ]

    def _deleted(self, path: str, edit: Edit) -> dict[str, int]:
        region = {"byteOffset": edit.offset, "byteLength": edit.end_offset - edit.offset}
        lines = self._sources.get(path)
        if lines is not None:
            start_line, start_column = lines.place(edit.offset)
            end_line, end_column = lines.place(edit.end_offset)
            region |= _region(Span(start_line, start_column, end_line, end_column))
        return region

    def _fix(self, path: str, fix: Fix) -> dict[str, Any]:
        replacements: list[dict[str, Any]] = []
        for edit in fix.edits:
            try:
                content = {"text": edit.content.decode()}
            except UnicodeDecodeError:
                content = {"binary": base64.b64encode(edit.content).decode()}
            replacement: dict[str, Any] = {"deletedRegion": self._deleted(path, edit)}
            if edit.content:
                replacement["insertedContent"] = content
            replacements.append(replacement)
        return {
            "description": {"text": _text(fix.message)},
            "artifactChanges": [{"artifactLocation": self._artifact(path), "replacements": replacements}],
            "properties": {"safe": fix.safe},
        }

    @staticmethod
    def _message(finding: Finding) -> str:
        return _text(finding.message + (f"\nhint: {finding.hint}" if finding.hint else ""))

    def _fingerprints(self, finding: Finding) -> dict[str, str]:
        prints = {"geopts/v1": self._identities.next(finding)}
        source = self._report.sources.get(finding.path)
        if source is not None:
            hashes = self._hashes.get(finding.path)
            if hashes is None:
                hashes = self._hashes[finding.path] = LineHashes(source)
            value = hashes.get(finding.span.line if finding.span else 1)
            if value is not None:
                prints["primaryLocationLineHash"] = value
        return prints

    def result(self, finding: Finding, suppressed: Suppressed | None = None) -> dict[str, Any]:
        """Give one result object, for a finding in a file."""
        result: dict[str, Any] = {
            "ruleId": finding.code,
            "ruleIndex": self._indices[finding.code],
            "level": finding.severity.value,
            "message": {"text": self._message(finding)},
            "locations": [self._location(finding.path, finding.span, finding.key)],
            "partialFingerprints": self._fingerprints(finding),
        }
        if finding.related:
            result["relatedLocations"] = self._related(finding)
        if finding.fix is not None and finding.fix.edits:
            result["fixes"] = [self._fix(finding.path, finding.fix)]
        if finding.source:
            result["properties"] = {"source": _text(finding.source)}
        if suppressed is not None:
            kind = "inSource" if suppressed.in_source else "external"
            suppression = {"kind": kind, "status": "accepted"}
            if suppressed.justification:
                suppression["justification"] = _text(suppressed.justification)
            result["suppressions"] = [suppression]
        return result

    def results(self) -> Iterator[dict[str, Any]]:
        """Yield the findings in files, then the suppressed ones."""
        for finding in self._report.findings:
            if finding.path:
                yield self.result(finding)
        for kept in self._report.suppressed:
            if kept.finding.path:
                yield self.result(kept.finding, kept)

    def invocation(self) -> dict[str, Any]:
        """Give the run as such; a finding in no file is about how geopts was called.

        GitHub refuses a whole upload for one result without a file, and takes notifications.
        """
        notifications = [
            {
                "level": finding.severity.value,
                "message": {"text": self._message(finding)},
                "associatedRule": {"id": finding.code, "index": self._indices[finding.code]},
            }
            | ({"locations": [self._location("", None, finding.key)]} if finding.key else {})
            for finding in self._report.findings
            if not finding.path
        ]
        told = {"toolConfigurationNotifications": notifications} if notifications else {}
        return {"executionSuccessful": True} | told


def write(report: Report, stream: IO[str], color: bool) -> None:  # noqa: ARG001  (the signature of every format)
    """Write the report, one result per line."""
    writer = _Writer(report)
    driver = {"name": report.tool, "version": report.version, "rules": writer.rules}
    root = {_ROOT: {"description": {"text": "The directory in which geopts ran."}}}
    stream.write(
        f'{{"$schema": {json.dumps(_SCHEMA)}, "version": "2.1.0", "runs": [{{\n'
        f'"tool": {{"driver": {json.dumps(driver)}}},\n'
        f'"columnKind": "unicodeCodePoints",\n"originalUriBaseIds": {json.dumps(root)},\n'
        f'"invocations": [{json.dumps(writer.invocation())}],\n"results": ['
    )
    separator = "\n"
    for result in writer.results():
        stream.write(separator + json.dumps(result))
        separator = ",\n"
    end = "" if separator == "\n" else "\n"
    stream.write(f"{end}]\n}}]}}\n")
