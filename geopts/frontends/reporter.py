"""Says what is wrong with what a reader finds, in the words of the front end."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

import attrs

from geopts.errors import OptionValueError
from geopts.facts.frontend_rows import FrontEndKey, FrontEndRow, UnknownKey, Written
from geopts.facts.frontends import TABLES
from geopts.facts.options import BY_KEY
from geopts.facts.rows import ValueKind
from geopts.findings import Finding, Related, Severity, Span
from geopts.frontends.dialect import Problem, is_expression, unquoted, variables_in
from geopts.frontends.keys import by_ge_key, is_ignored, is_usable, unknown_key
from geopts.frontends.places import Places

__all__ = ["CODES", "Range", "Reporter", "Symbolic", "severity_of_unknown", "shown_value"]

#: Code and kebab-case name of what readers report.
CODES: Mapping[str, tuple[str, str]] = {
    "unknown-key": ("GEO501", "unknown-key"),
    "refused-key": ("GEO502", "refused-key"),
    "refused-value": ("GEO504", "refused-value"),
    "wrong-type": ("GEO505", "wrong-type"),
    "deprecated-option": ("GEO506", "deprecated-option"),
    "no-consumer": ("GEO508", "no-consumer"),
    "quoted-value": ("GEO512", "quoted-value"),
    "expression-string": ("GEO513", "expression-string"),
    "shortened-key": ("GEO522", "shortened-key"),
    "repeated-key": ("GEO517", "repeated-key"),
    "unclosed-quote": ("GEO518", "unclosed-quote"),
    "version-bound": ("GEO519", "version-bound-key"),
    "unreadable-file": ("GEO904", "unreadable-file"),
}
_SEVERITIES = {
    UnknownKey.ERROR: Severity.ERROR,
    UnknownKey.WARNING: Severity.WARNING,
    UnknownKey.IGNORED: Severity.WARNING,
}


class Range(NamedTuple):
    """Code points ``start:end`` of the text."""

    start: int
    end: int


@attrs.frozen
class Symbolic:
    """A value that is known only when the text runs, as source text."""

    text: str


class Reporter:
    """Makes the findings of one text.

    :ivar front_end: the front end that is read.
    :ivar places: of the text.
    :ivar path: of the file.
    :ivar literals: values are string literals of a program, in which no shell expands anything.
    :ivar findings: so far.
    """

    def __init__(self, front_end: FrontEndRow, text: str, path: str, *, literals: bool) -> None:
        self.front_end = front_end
        self.places = Places(text)
        self.path = path
        self.literals = literals
        self.findings: list[Finding] = []

    def span(self, at: Range) -> Span:
        """Give the span of a range."""
        return self.places.span(at.start, at.end)

    def report(
        self,
        kind: str,
        severity: Severity,
        message: str,
        at: Range | Span,
        *,
        hint: str = "",
        source: str = "",
        key: str = "",
        related: tuple[Related, ...] = (),
    ) -> None:
        """Add a finding."""
        code, name = CODES[kind]
        span = at if isinstance(at, Span) else self.span(at)
        self.findings.append(Finding(code, name, severity, message, hint, source, self.path, span, related, key=key))

    def usable(self, table: str, row: FrontEndKey, shown: str, at: Range) -> bool:
        """Say whether the front end takes and reads a key; report it where not."""
        if is_usable(row):
            return True
        hint = f"use {row.replaced_by}" if row.replaced_by else "leave it out"
        if is_ignored(row):
            self.report(
                "no-consumer",
                Severity.WARNING,
                f"{shown}: nothing reads it; {row.note or 'it has no effect'}",
                at,
                hint=hint,
                source=row.source,
                key=shown,
            )
        elif row.removed:
            table_row = TABLES[table]
            severity = _SEVERITIES[unknown_key(table, row.spelling)]
            last = f" (last in {row.until})" if row.until else ""
            does = table_row.unknown_key_detail.partition(".")[0]
            self.report(
                "unknown-key",
                severity,
                f"{shown}: {self.front_end.title} had this key and dropped it{last}; {does}",
                at,
                hint=hint,
                source=row.source,
                key=shown,
            )
        else:
            self.report(
                "refused-key",
                Severity.ERROR,
                f"{shown}: always refused: {row.note or 'the front end knows the key and does not take it'}",
                at,
                hint=hint,
                source=row.accepted_source or row.source,
                key=shown,
            )
        return False

    def deprecated(self, table: str, row: FrontEndKey, key: str | None, shown: str, at: Range) -> None:
        """Note a deprecated key with what replaces it."""
        option = BY_KEY.get(key or "")
        general = option is not None and option.deprecated is True
        if not row.deprecated and not general:
            return
        instead = row.replaced_by or ""
        if not instead and option is not None and option.replaced_by:
            here = by_ge_key(table).get(option.replaced_by, ()) if table else ()
            instead = here[0].spelling if here else option.replaced_by
        hint = f"use {instead}" if instead else "leave it out unless an old setup needs it"
        if option is not None and option.replaced_by == "ge.exec.op_precision_mode":
            hint += "; 'geopts migrate' writes the op_precision.ini that does the same"
        source = row.deprecated_source or (option.source[0] if option else row.source)
        self.report("deprecated-option", Severity.NOTE, f"{shown}: deprecated", at, hint=hint, source=source, key=shown)

    def problem(
        self, shown: str, value: Written, problem: Problem, at: Range, source: str, row: FrontEndKey | None
    ) -> None:
        """Report what is wrong with a value."""
        severity = Severity.ERROR if problem.certain else Severity.WARNING
        if problem.kind == "wrong-type" and not problem.certain and "counts as True" not in problem.reason:
            severity = Severity.NOTE
        fate = f"; {row.on_bad_value} on a bad value" if row is not None and row.on_bad_value else ""
        self.report(
            problem.kind,
            severity,
            f"{shown}: {shown_value(value)} {problem.reason}{fate}",
            at,
            hint=problem.hint,
            source=source,
            key=shown,
        )

    def odd_text(self, shown: str, value: str, value_type: str, at: Range) -> None:
        """Report quotes around a value that is taken as it stands, and variables in a literal."""
        free = value_type in ("path", "any", "str", "string", "bytes", "text", "environment")
        inner = unquoted(value)
        if inner is not None and free:
            self.report(
                "quoted-value",
                Severity.WARNING,
                f"{shown}: the quotes inside the value belong to it",
                at,
                hint=f"write {inner!r} without the inner quotes",
                source=self.front_end.source,
                key=shown,
            )
        elif self.literals and free:
            self._unexpanded(shown, value, at)

    def _unexpanded(self, shown: str, value: str, at: Range) -> None:
        names = list(variables_in(value))
        if names:
            self.report(
                "expression-string",
                Severity.WARNING,
                f"{shown}: nobody expands {names[0]!r} in a string literal, so the text goes on as it stands",
                at,
                hint="expand it first, for instance with os.path.expandvars or getenv",
                source=self.front_end.source,
                key=shown,
            )

    def refused(self, key: str, spelling: str, text: str, at: Span, error: OptionValueError) -> None:
        """Report a text that GE does not take for an option."""
        inner = unquoted(text)
        kind = (
            "quoted-value"
            if inner is not None
            else "expression-string"
            if self.literals and is_expression(text)
            else "refused-value"
        )
        hint = f"write {inner!r} without the inner quotes" if inner is not None else error.hint
        # how blanks in a list are read is not established for every option, so that they are no proven error
        severity = Severity.WARNING if BY_KEY[key].value_kind is ValueKind.LIST and inner is None else Severity.ERROR
        self.report(
            kind,
            severity,
            f"{spelling}: {error.message}",
            at,
            hint=hint,
            source=error.source,
            key=spelling,
        )


def shown_value(value: Written) -> str:
    """Give a value for a message, short."""
    text = repr(value)
    return text if len(text) <= 60 else text[:57] + "..."


def severity_of_unknown(table: str, spelling: str) -> Severity:
    """Give how bad an unknown key is: an error where the front end fails on it."""
    return _SEVERITIES[unknown_key(table, spelling) if table in TABLES else UnknownKey.ERROR]
