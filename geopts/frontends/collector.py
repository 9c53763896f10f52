"""Gathers what a reader finds: options with their places, and everything that is wrong with them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

import attrs

from geopts.errors import OptionValueError
from geopts.facts.frontend_rows import FrontEndKey, FrontEndRow, UnknownKey, Written
from geopts.facts.frontends import DIGITS, TABLES
from geopts.facts.options import BY_KEY
from geopts.facts.rows import ValueKind
from geopts.findings import Finding, Related, Severity, Span
from geopts.frontends.base import Origin, OwnPart, ReadResult, Symbol, UnknownPart
from geopts.frontends.dialect import Problem, decode, is_expression, unquoted, variables_in
from geopts.frontends.keys import by_ge_key, by_spelling, ge_key_of, is_ignored, is_usable, unknown_key
from geopts.frontends.places import Places
from geopts.frontends.spellings import did_you_mean
from geopts.option_set import OptionSet

__all__ = ["CODES", "Collector", "Range", "Symbolic"]

ALLOW_HF32 = "ge.exec.allow_hf32"

#: After so many unknown keys a text is hardly written for this front end, and looking for likely names in all tables would take minutes.
_MOST_SUGGESTIONS = 100
#: After so many each further one would only repeat that the text is written for something else.
_MOST_UNKNOWN = 1000

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


@attrs.define
class _Given:
    """The text of one GE key so far."""

    text: str
    origin: Origin
    rank: int
    spelling: str
    problem: bool


class Collector:
    """Takes assignments in the order of the text; `finish` gives the result.

    :param shift: bytes in front of the text in its file, for byte offsets.
    """

    def __init__(self, front_end: FrontEndRow, text: str, path: str = "", *, literals: bool = False) -> None:
        self.front_end = front_end
        self.places = Places(text)
        self.path = path
        self._text = text
        self._literals = literals
        self._given: dict[str, _Given] = {}
        self._digits: dict[int, tuple[bool, Origin]] = {}
        self._symbols: list[Symbol] = []
        self._own: list[OwnPart] = []
        self._unknown: list[UnknownPart] = []
        self._refused_parts: list[UnknownPart] = []
        self._spans: list[Span] = []
        self.findings: list[Finding] = []

    @property
    def suggests(self) -> bool:
        """There were not too many unknown keys yet to look for what each may mean."""
        return len(self._unknown) < _MOST_SUGGESTIONS

    def span(self, at: Range) -> Span:
        """Give the span of a range."""
        return self.places.span(at.start, at.end)

    def found(self, at: Range) -> None:
        """Note that a command or an object was read here."""
        self._spans.append(self.span(at))

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

    def own(self, spelling: str, value: Written | Symbolic | None, at: Range, value_at: Range | None = None) -> None:
        """Keep an option of the front end itself."""
        kept = value.text if isinstance(value, Symbolic) else value
        self._own.append(
            OwnPart(
                spelling=spelling, value=kept, span=self.span(at), value_span=self.span(value_at) if value_at else None
            )
        )

    def unknown(
        self,
        table: str,
        spelling: str,
        at: Range,
        value_at: Range | None = None,
        *,
        severity: Severity | None = None,
        detail: str = "",
        hint: str = "",
        source: str = "",
    ) -> None:
        """Report and keep a key that the front end does not know.

        :param table: the key table, which says what happens to unknown keys; a name that is no table needs the other arguments.
        """
        if not hint and self.suggests:
            hint = did_you_mean(spelling, table)
        text = self._text[value_at.start : value_at.end] if value_at else ""
        span = self.span(at)
        self._unknown.append(
            UnknownPart(spelling=spelling, text=text, span=span, value_span=self.span(value_at) if value_at else None)
        )
        if len(self._unknown) > _MOST_UNKNOWN:
            return
        row = TABLES.get(table)
        does = detail or (row.unknown_key_detail.partition(".")[0] if row else "")
        level = severity or _SEVERITIES[unknown_key(table, spelling) if row else UnknownKey.ERROR]
        self.report(
            "unknown-key",
            level,
            f"{spelling}: {self.front_end.title} has no such key" + (f" ({does})" if does else ""),
            span,
            hint=hint,
            source=source or ("; ".join(row.unknown_key_source) if row else self.front_end.source),
            key=spelling,
        )

    def assign(
        self,
        table: str,
        row: FrontEndKey,
        value: Written | Symbolic | None,
        at: Range,
        value_at: Range,
        *,
        spelling: str = "",
        rank: int = 0,
        first_wins: bool = False,
    ) -> None:
        """Take one key of a table with its value (None: a value that stands for not given).

        :param spelling: the key as the user wrote it, for messages.
        :param rank: of the place; a higher one wins, whatever the order.
        :param first_wins: of two values at the same rank the first counts, not the last.
        """
        shown = spelling or row.spelling
        if not self._usable(table, row, shown, at) or value is None:
            return
        key = ge_key_of(table, row)
        self._deprecated(table, row, key, shown, at)
        if isinstance(value, Symbolic):
            if key is None:
                self.own(shown, value, at, value_at)
            else:
                self._symbols.append(Symbol(key=key, spelling=shown, text=value.text, span=self.span(value_at)))
            return
        text, problem = decode(table, row, value)
        if problem is not None:
            self._problem(shown, value, problem, value_at, row.values_source or row.source, row)
        elif isinstance(value, str):
            self._odd_text(shown, value, row.value_type, value_at)
        if key is None:
            self.own(shown, value, at, value_at)
            return
        digit = next((d for d in DIGITS if (d.table, d.spelling) == (table, row.spelling)), None)
        if digit is not None:
            self._digits[digit.digit] = (
                value == digit.on or (value is not digit.off and value is True),
                self._origin(shown, value, at, value_at),
            )
            return
        if text is None:
            self._refuse_part(shown, value, at, value_at)
        else:
            self.put(
                key,
                text,
                value,
                at,
                value_at,
                spelling=shown,
                rank=rank,
                first_wins=first_wins,
                problem=problem is not None,
            )

    def put(
        self,
        key: str,
        text: str,
        value: Written,
        at: Range,
        value_at: Range,
        *,
        spelling: str = "",
        rank: int = 0,
        first_wins: bool = False,
        problem: bool = False,
    ) -> None:
        """Take a GE key and the text that reaches GE."""
        shown = spelling or key
        before = self._given.get(key)
        given = _Given(text, self._origin(shown, value, at, value_at), rank, shown, problem)
        if before is None:
            self._given[key] = given
            return
        keeps = before.rank > rank or (first_wins and before.rank == rank)
        winner, loser = (before, given) if keeps else (given, before)
        if winner.text != loser.text:
            self.report(
                "repeated-key",
                Severity.NOTE,
                f"{shown}: given more than once; {winner.text!r} counts, not {loser.text!r}",
                loser.origin.span,
                hint="leave one of them out",
                source=self.front_end.source,
                key=shown,
                related=(Related("the value that counts", winner.origin.span),),
            )
        self._given[key] = winner

    def _refuse_part(self, spelling: str, value: Written, at: Range, value_at: Range) -> None:
        part = UnknownPart(spelling=spelling, text=str(value), span=self.span(at), value_span=self.span(value_at))
        self._refused_parts.append(part)

    def symbol(self, key: str, spelling: str, value: Symbolic, value_at: Range) -> None:
        """Note a GE key whose value is known only at run time."""
        self._symbols.append(Symbol(key=key, spelling=spelling, text=value.text, span=self.span(value_at)))

    def _origin(self, spelling: str, value: Written, at: Range, value_at: Range) -> Origin:
        return Origin(spelling=spelling, value=value, span=self.span(at), value_span=self.span(value_at))

    def _usable(self, table: str, row: FrontEndKey, shown: str, at: Range) -> bool:
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

    def _deprecated(self, table: str, row: FrontEndKey, key: str | None, shown: str, at: Range) -> None:
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

    def _problem(
        self, shown: str, value: Written, problem: Problem, at: Range, source: str, row: FrontEndKey | None
    ) -> None:
        severity = Severity.ERROR if problem.certain else Severity.WARNING
        if problem.kind == "wrong-type" and not problem.certain and "counts as True" not in problem.reason:
            severity = Severity.NOTE
        fate = f"; {row.on_bad_value} on a bad value" if row is not None and row.on_bad_value else ""
        self.report(
            problem.kind,
            severity,
            f"{shown}: {_shown(value)} {problem.reason}{fate}",
            at,
            hint=problem.hint,
            source=source,
            key=shown,
        )

    def _odd_text(self, shown: str, value: str, value_type: str, at: Range) -> None:
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
        elif self._literals and free:
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

    def native(
        self, key: str, value: Written | Symbolic, at: Range, value_at: Range, *, spelling: str = "", rank: int = 0
    ) -> None:
        """Take a GE key of an option dict of GE itself."""
        shown = spelling or key
        if isinstance(value, Symbolic):
            self.symbol(key, shown, value, value_at)
            return
        if not isinstance(value, str):
            text = str(int(value)) if isinstance(value, bool) else str(value)
            self.report(
                "wrong-type",
                Severity.ERROR,
                f"{shown}: {_shown(value)} is {type(value).__name__}, and GE's option dicts hold texts only",
                value_at,
                hint=f"write {text!r}",
                source="api/python/ge/ge/offline_compile/offline_compile.py:125-135; api/python/ge/ge/session/session.py:59-63",
                key=shown,
            )
            self.put(key, text, value, at, value_at, spelling=shown, rank=rank, problem=True)
            return
        row = BY_KEY[key]
        self._deprecated("", FrontEndKey(spelling=shown, value_type="text", source=row.source[0]), key, shown, at)
        self._odd_text(shown, value, "path" if row.value_kind.value.startswith("path") else "", value_at)
        self.put(key, value, value, at, value_at, spelling=shown, rank=rank)

    def finish(self) -> ReadResult:
        """Build the option set; what it does not take becomes a finding."""
        self._join_digits()
        options: dict[str, object] = {}
        extra: dict[str, str] = {}
        for key, given in self._given.items():
            if key not in BY_KEY:
                extra[key] = given.text
                continue
            try:
                options[key] = OptionSet({key: given.text})[key]
            except OptionValueError as error:
                if given.text.strip():
                    self._refused(key, given, error)
                    origin = given.origin
                    self._refused_parts.append(
                        UnknownPart(
                            spelling=given.spelling, text=given.text, span=origin.span, value_span=origin.value_span
                        )
                    )
        kept = {**options, **extra}
        self.findings.sort(key=Finding.sort_key)
        return ReadResult(
            front_end=self.front_end.name,
            options=OptionSet(options),
            extra=extra,
            origins={key: given.origin for key, given in self._given.items() if key in kept},
            symbols=tuple(self._symbols),
            own=tuple(self._own),
            unknown=tuple(self._unknown),
            refused=tuple(self._refused_parts),
            findings=tuple(self.findings),
            spans=tuple(self._spans),
        )

    def _join_digits(self) -> None:
        if not self._digits:
            return
        # a digit that nobody sets is 1 for convolutions and 0 for matrix products (facts.frontends.DIGITS)
        conv = self._digits.get(0, (True, None))[0]
        matmul = self._digits.get(1, (False, None))[0]
        origin = next(origin for _, (_, origin) in sorted(self._digits.items()))
        self._given[ALLOW_HF32] = _Given(f"{int(conv)}{int(matmul)}", origin, 0, origin.spelling, problem=False)

    def _refused(self, key: str, given: _Given, error: OptionValueError) -> None:
        if given.problem:
            return  # told already, in the front end's own words
        inner = unquoted(given.text)
        kind = (
            "quoted-value"
            if inner is not None
            else "expression-string"
            if self._literals and is_expression(given.text)
            else "refused-value"
        )
        hint = f"write {inner!r} without the inner quotes" if inner is not None else error.hint
        # how blanks in a list are read is not established for every option, so that they are no proven error
        severity = Severity.WARNING if BY_KEY[key].value_kind is ValueKind.LIST and inner is None else Severity.ERROR
        self.report(
            kind,
            severity,
            f"{given.spelling}: {error.message}",
            given.origin.value_span,
            hint=hint,
            source=error.source,
            key=given.spelling,
        )


def _shown(value: Written) -> str:
    """Give a value for a message, short."""
    text = repr(value)
    return text if len(text) <= 60 else text[:57] + "..."


def table_of(front_end: FrontEndRow, spelling: str) -> tuple[str, FrontEndKey] | None:
    """Find a key in the tables of a front end by its exact spelling."""
    for table in front_end.tables:
        row = by_spelling(table).get(spelling)
        if row is not None:
            return table, row
    return None
