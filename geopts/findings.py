"""The only reportable thing: a `Finding` with its place, what to do instead, how we know, and perhaps a fix.

A report may hold 100,000 findings, and most of a run would go into building and keeping them. So a finding and its parts are named tuples,
which are built in half the time of an attrs class and kept in two thirds of its memory.
"""

from __future__ import annotations

import enum
from typing import Any, NamedTuple

__all__ = ["Edit", "Finding", "Fix", "Related", "Severity", "Span", "build", "replacement"]


#: Builds a named tuple of all its fields, ``build(Span, (1, 1, 1, 5, 0, 4))``, without the Python call that costs as much as the rest.
build = tuple.__new__


class Severity(enum.Enum):
    """How sure and how bad: an error is proven to fail or to be dropped, a warning is likely a mistake, a note informs."""

    ERROR = "error"
    WARNING = "warning"
    NOTE = "note"

    # members are compared by identity anyway, and Enum's own is a call in Python for each finding that is counted
    __hash__ = object.__hash__

    @property
    def rank(self) -> int:
        """3 for an error, 2 for a warning, 1 for a note: for comparing with ``--fail-on``."""
        return _RANKS[self]


_RANKS = {Severity.ERROR: 3, Severity.WARNING: 2, Severity.NOTE: 1}


class Span(NamedTuple):
    """A place in a file: lines and columns from 1, columns in code points, the end exclusive; offsets in bytes."""

    line: int
    column: int
    end_line: int
    end_column: int
    offset: int = 0
    end_offset: int = 0


class Related(NamedTuple):
    """Another place that belongs to a finding, such as the first of two equal entries."""

    message: str
    span: Span | None = None
    path: str = ""


class Edit(NamedTuple):
    """Replace the bytes ``offset:end_offset`` by ``content``."""

    offset: int
    end_offset: int
    content: bytes


class Fix(NamedTuple):
    """Edits that mend a finding.

    A safe fix leaves the tables GE loads unchanged in both parser generations; that is proved again before writing.
    """

    message: str
    edits: tuple[Edit, ...]
    safe: bool


def replacement(message: str, offset: int, end_offset: int, content: bytes, *, safe: bool) -> Fix:
    """Give the fix that replaces the bytes ``offset:end_offset`` by ``content``."""
    return build(Fix, (message, (build(Edit, (offset, end_offset, content)),), safe))


class Finding(NamedTuple):
    """One thing to tell the user.

    :ivar code: ``GEO`` and three digits.
    :ivar name: kebab-case name of the rule.
    :ivar message: the thing, what GE does with it, what is allowed.
    :ivar hint: what to write instead.
    :ivar source: how we know: a source line, a document, or "read from source".
    :ivar path: the file, as the user named it; empty for values that came from no file.
    :ivar key: the key's path in a spec or option dict, such as ``options.allow_hf32``.
    """

    code: str
    name: str
    severity: Severity
    message: str
    hint: str = ""
    source: str = ""
    path: str = ""
    span: Span | None = None
    related: tuple[Related, ...] = ()
    fix: Fix | None = None
    key: str = ""

    def sort_key(self) -> tuple[str, int, int, str, str, str]:
        """Order of a report: path, place, code, then key and message so that the order never depends on chance."""
        span = self.span
        return (self.path, span.line if span else 0, span.column if span else 0, self.code, self.key, self.message)

    def as_json(self) -> dict[str, Any]:
        """Give the contract's JSON object (fields are added over time, never renamed)."""
        return {
            "code": self.code,
            "name": self.name,
            "severity": self.severity.value,
            "message": self.message,
            "hint": self.hint,
            "source": self.source,
            "path": self.path,
            "key": self.key,
            **_places(self.span),
            "related": [{"message": r.message, "path": r.path or self.path, **_places(r.span)} for r in self.related],
            "fix": None if self.fix is None else _fix_json(self.fix),
        }


def _places(span: Span | None) -> dict[str, Any]:
    if span is None:
        return {"start": None, "end": None}
    return {
        "start": {"line": span.line, "column": span.column},
        "end": {"line": span.end_line, "column": span.end_column},
    }


def _fix_json(fix: Fix) -> dict[str, Any]:
    return {
        "message": fix.message,
        "safe": fix.safe,
        "edits": [
            {"offset": e.offset, "end_offset": e.end_offset, "content": e.content.decode("utf-8", "backslashreplace")}
            for e in fix.edits
        ],
    }
