"""The JSON Schema of ``--format json``; ``schemas/report.schema.json`` is written from it.

Fields may be added to a report, so an unknown one is allowed everywhere; none is renamed or dropped while ``version`` stays.
"""

from __future__ import annotations

from typing import Any

from geopts.findings import Severity
from geopts.render.report_json import REPORT_VERSION

__all__ = ["report_schema"]


def _object(description: str, properties: dict[str, Any], *, optional: tuple[str, ...] = ()) -> dict[str, Any]:
    required = [name for name in properties if name not in optional]
    return {"type": "object", "description": description, "properties": properties, "required": required}


def _text(description: str) -> dict[str, Any]:
    return {"type": "string", "description": description}


def _count(description: str) -> dict[str, Any]:
    return {"type": "integer", "minimum": 0, "description": description}


def _nullable(reference: str, description: str) -> dict[str, Any]:
    return {"description": description, "anyOf": [{"$ref": f"#/$defs/{reference}"}, {"type": "null"}]}


_PATH = "The file as it was named; a byte of a name that is no UTF-8 is a lone surrogate, \\udc80 to \\udcff."
_START = "Where it starts; null when the place is not known."
_END = "The first position behind it; null when the place is not known."


def _definitions() -> dict[str, Any]:
    position = _object(
        "A position in a file: lines end at LF only.",
        {
            "line": {"type": "integer", "minimum": 1, "description": "From 1."},
            "column": {"type": "integer", "minimum": 1, "description": "From 1, in Unicode code points."},
        },
    )
    related = _object(
        "Another place that belongs to a finding.",
        {
            "message": _text("What is there."),
            "path": _text(_PATH),
            "start": _nullable("position", _START),
            "end": _nullable("position", _END),
        },
    )
    edit = _object(
        "A replacement of bytes.",
        {
            "offset": _count("First byte, from 0."),
            "end_offset": _count("The byte behind the last one."),
            "content": _text("What comes in their place, UTF-8."),
        },
    )
    fix = _object(
        "Edits that mend a finding.",
        {
            "message": _text("What the fix does."),
            "safe": {"type": "boolean", "description": "True when what GE loads stays the same."},
            "edits": {"type": "array", "items": {"$ref": "#/$defs/edit"}},
        },
    )
    finding = _object(
        "One thing to tell the user.",
        {
            "code": {
                "type": "string",
                "pattern": "^GEO[0-9]{3}$",
                "description": "The rule; geopts rule CODE explains it.",
            },
            "name": {"type": "string", "pattern": "^[a-z0-9]+(-[a-z0-9]+)*$", "description": "The rule's name."},
            "severity": {
                "enum": [severity.value for severity in Severity],
                "description": "error: proven to fail or to be dropped; warning: likely a mistake; note: for information.",
            },
            "message": _text("The thing, what GE does with it, what is allowed."),
            "hint": _text("What to write instead; may be empty."),
            "source": _text("How we know; may be empty."),
            "path": _text(f"{_PATH} Empty for a value that came from no file."),
            "key": _text("The key's path in a spec or an option dict; may be empty."),
            "start": _nullable("position", _START),
            "end": _nullable("position", _END),
            "related": {"type": "array", "items": {"$ref": "#/$defs/related"}},
            "fix": _nullable("fix", "The fix, or null."),
        },
    )
    summary = _object(
        "Numbers of the whole run.",
        {
            "errors": _count("Findings of severity error."),
            "warnings": _count("Findings of severity warning."),
            "notes": _count("Findings of severity note."),
            "fixable": _count("Findings with a safe fix."),
            "unsafe_fixable": _count("Findings whose fix changes what GE loads."),
            "files_checked": _count("Files looked at."),
            "files_with_findings": _count("Files with at least one finding."),
            "suppressed": _count("Findings kept quiet by a suppression or a baseline."),
            "by_code": {
                "type": "object",
                "description": "Number of findings per rule.",
                "additionalProperties": {"type": "integer", "minimum": 1},
            },
        },
    )
    return {
        "position": position,
        "related": related,
        "edit": edit,
        "fix": fix,
        "finding": finding,
        "summary": summary,
    }


def report_schema() -> dict[str, Any]:
    """Give the schema as a dict (draft 2020-12)."""
    report = _object(
        "What --format json writes.",
        {
            "version": {"const": REPORT_VERSION, "description": "Version of this layout."},
            "tool": {"const": "geopts", "description": "The program that wrote the report."},
            "tool_version": _text("Its version."),
            "findings": {
                "type": "array",
                "description": "Sorted by path, line, column and code.",
                "items": {"$ref": "#/$defs/finding"},
            },
            "summary": {"$ref": "#/$defs/summary"},
        },
    )
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "geopts report",
        **report,
        "$defs": _definitions(),
    }
