"""Gathers what a reader finds: options with their places, and everything that is wrong with them."""

from __future__ import annotations

import attrs

from geopts.errors import OptionValueError
from geopts.facts.frontend_rows import FrontEndKey, FrontEndRow, Written
from geopts.facts.frontends import DIGITS, TABLES
from geopts.facts.options import BY_KEY
from geopts.findings import Finding, Related, Severity, Span
from geopts.frontends.base import Origin, OwnPart, ReadResult, Symbol, UnknownPart
from geopts.frontends.dialect import decode
from geopts.frontends.keys import ge_key_of
from geopts.frontends.reporter import CODES, Range, Reporter, Symbolic, severity_of_unknown, shown_value
from geopts.frontends.spellings import did_you_mean
from geopts.option_set import OptionSet

__all__ = ["CODES", "Collector", "Range", "Symbolic"]

ALLOW_HF32 = "ge.exec.allow_hf32"

#: After so many unknown keys a text is hardly written for this front end, and looking for likely names in all tables would take minutes.
_MOST_SUGGESTIONS = 100
#: After so many each further one would only repeat that the text is written for something else.
_MOST_UNKNOWN = 1000


@attrs.define
class _Given:
    """The text of one GE key so far."""

    text: str
    origin: Origin
    rank: int
    spelling: str
    problem: bool


class Collector(Reporter):
    """Takes assignments in the order of the text; `finish` gives the result.

    :param literals: values are string literals of a program, in which no shell expands anything.
    """

    def __init__(self, front_end: FrontEndRow, text: str, path: str = "", *, literals: bool = False) -> None:
        super().__init__(front_end, text, path, literals=literals)
        self._text = text
        self._given: dict[str, _Given] = {}
        self._digits: dict[int, tuple[bool, Origin]] = {}
        self._symbols: list[Symbol] = []
        self._own: list[OwnPart] = []
        self._unknown: list[UnknownPart] = []
        self._refused_parts: list[UnknownPart] = []
        self._spans: list[Span] = []

    @property
    def suggests(self) -> bool:
        """There were not too many unknown keys yet to look for what each may mean."""
        return len(self._unknown) < _MOST_SUGGESTIONS

    def found(self, at: Range) -> None:
        """Note that a command or an object was read here."""
        self._spans.append(self.span(at))

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
        level = severity or severity_of_unknown(table, spelling)
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
        if not self.usable(table, row, shown, at) or value is None:
            return
        key = ge_key_of(table, row)
        self.deprecated(table, row, key, shown, at)
        if isinstance(value, Symbolic):
            if key is None:
                self.own(shown, value, at, value_at)
            else:
                self._symbols.append(Symbol(key=key, spelling=shown, text=value.text, span=self.span(value_at)))
            return
        text, problem = decode(table, row, value)
        if problem is not None:
            self.problem(shown, value, problem, value_at, row.values_source or row.source, row)
        elif isinstance(value, str):
            self.odd_text(shown, value, row.value_type, value_at)
        if key is None:
            self.own(shown, value, at, value_at)
            return
        if text is None:
            self._refuse_part(shown, value, at, value_at)
            return
        digit = next((d for d in DIGITS if (d.table, d.spelling) == (table, row.spelling)), None)
        if digit is not None:
            # an attribute takes whatever counts as true, an option its own word
            state = bool(value) if digit.on is True else value == digit.on
            self._digits[digit.digit] = (state, self._origin(shown, value, at, value_at))
            return
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
                f"{shown}: {shown_value(value)} is {type(value).__name__}, and GE's option dicts hold texts only",
                value_at,
                hint=f"write {text!r}",
                source="api/python/ge/ge/offline_compile/offline_compile.py:125-135; api/python/ge/ge/session/session.py:59-63",
                key=shown,
            )
            self.put(key, text, value, at, value_at, spelling=shown, rank=rank, problem=True)
            return
        row = BY_KEY[key]
        self.deprecated("", FrontEndKey(spelling=shown, value_type="text", source=row.source[0]), key, shown, at)
        self.odd_text(shown, value, "path" if row.value_kind.value.startswith("path") else "", value_at)
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
                    origin = given.origin
                    if not given.problem:  # else it was told already, in the front end's own words
                        self.refused(key, given.spelling, given.text, origin.value_span, error)
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
