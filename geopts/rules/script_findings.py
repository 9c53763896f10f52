"""What readers of front ends find, made ready to be told: moved to its place in the file, told once, with the fixes that are certain."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator, Sequence

import attrs

from geopts.facts.options import BY_KEY
from geopts.facts.refusals import REFUSALS
from geopts.findings import Edit, Finding, Fix, Related, Severity, Span, replacement
from geopts.frontends.base import ReadResult
from geopts.frontends.keys import by_spelling
from geopts.frontends.places import encode_text
from geopts.frontends.spellings import suggest_spellings

__all__ = ["Scales", "Shift", "shortened", "told_once", "with_fix"]

#: Likeness from which a known key is what was meant, and the lead of the best one that makes it the only one.
_LIKE, _EQUAL = 0.8, 0.03
_LONGEST_KEY = 80
#: Sizes that GE multiplies out: it splits the text at "*" and takes digits and blanks on both sides (VarManager::ParseMemoryMallocSize
#: in graph_var_manager.cc; a public copy of GE, its commit not known).
_PRODUCTS = frozenset({"ge.graphMemoryMaxSize", "ge.variableMemoryMaxSize"})
_PRODUCT = re.compile(r" *[0-9]+ *(?:\* *[0-9]+ *)*", re.ASCII)
_INNER = re.compile(r"write (.+) without the inner quotes", re.DOTALL)
_TEXT = re.compile(r"write '([\w.+-]*)'", re.ASCII)


@attrs.frozen
class Shift:
    """How far a part of a file stands from its top; the part starts at the start of a line.

    :ivar lines: lines in front of it.
    :ivar size: bytes in front of it.
    """

    lines: int = 0
    size: int = 0

    def finding(self, finding: Finding) -> Finding:
        """Move a finding with everything that it points at."""
        if not (self.lines or self.size):
            return finding
        return finding._replace(
            span=self._span(finding.span),
            related=tuple(
                Related(one.message, one.span if one.path else self._span(one.span), one.path)
                for one in finding.related
            ),
            fix=self._fix(finding.fix),
        )

    def _span(self, span: Span | None) -> Span | None:
        if span is None:
            return None
        line, column, end_line, end_column, offset, end = span
        return Span(line + self.lines, column, end_line + self.lines, end_column, offset + self.size, end + self.size)

    def _fix(self, fix: Fix | None) -> Fix | None:
        if fix is None:
            return None
        edits = tuple(Edit(one.offset + self.size, one.end_offset + self.size, one.content) for one in fix.edits)
        return Fix(fix.message, edits, fix.safe)


def told_once(findings: Iterable[Finding]) -> Iterator[Finding]:
    """Yield findings in their order, of those of one rule at one place the first: two readers may look at one dict."""
    seen: set[tuple[str, Span | None]] = set()
    for finding in findings:
        identity = (finding.code, finding.span)
        if identity not in seen:
            seen.add(identity)
            yield shortened(finding)


class Scales:
    """Weighs the findings of one reader's result.

    :param tables: the key tables of the front end; ``ge`` for GE's own keys.
    """

    def __init__(self, result: ReadResult, tables: Sequence[str]) -> None:
        self._refused = {part.value_span: part for part in result.refused}
        self._tables = tables

    def weigh(self, finding: Finding) -> Finding | None:
        """Weigh a value that GE's documents do not list and no code of it checks: the front end's own list counts for more.

        None where GE's code takes what its documents leave out.
        """
        part = self._refused.get(finding.span)
        if finding.code not in ("GEO504", "GEO513") or finding.severity is not Severity.ERROR or part is None:
            return finding
        rows = [by_spelling(table).get(part.spelling) for table in self._tables if table != "ge"]
        row = next((one for one in rows if one is not None), None)
        option = BY_KEY.get((row.ge_key if row is not None else part.spelling) or "")
        if option is not None and option.key in _PRODUCTS and _PRODUCT.fullmatch(part.text):
            return None
        if option is None or option.code_accepted_values is not None or any(one.key == option.key for one in REFUSALS):
            return finding
        if row is None:
            return finding._replace(severity=Severity.WARNING)
        listed = part.text in map(str, row.values or ())
        return finding._replace(severity=Severity.NOTE) if listed else finding


def shortened(finding: Finding) -> Finding:
    """Shorten a name that is no name: a whole file without blanks is one word."""
    if len(finding.key) <= _LONGEST_KEY:
        return finding
    short = f"{finding.key[: _LONGEST_KEY - 3]}..."
    message, hint = (text.replace(finding.key, short) for text in (finding.message, finding.hint))
    return finding._replace(message=message, hint=hint, key=short)


def with_fix(finding: Finding, data: bytes, tables: Sequence[str]) -> Finding:
    """Give a finding the fix that is certain: the one key that is meant, a value without its inner quotes, text in the place of a number.

    :param data: the bytes its span points into.
    :param tables: the key tables of the front end; ``ge`` for GE's own keys.
    """
    span = finding.span
    if span is None or finding.fix is not None:
        return finding
    if finding.code == "GEO501":
        meant = next((key for key in (_meant(finding, table) for table in tables) if key), "")
        fix = _renamed(finding.key, meant, span, data, safe=False)
    elif finding.code == "GEO522":
        fix = _renamed(finding.key, finding.hint.removeprefix("write "), span, data, safe=True)
    elif finding.code == "GEO512":
        fix = _without_quotes(finding.hint, span, data)
    elif finding.code == "GEO505" and tables == ("ge",):
        fix = _as_text(finding.hint, span)
    else:
        return finding
    return finding._replace(fix=fix) if fix is not None else finding


def _meant(finding: Finding, table: str) -> str:
    """Give the key that is meant by an unknown one, where the finding says so and no other is as close."""
    near = suggest_spellings(finding.key, table=table)
    close = [one.spelling for one in near if one.score >= max(_LIKE, near[0].score - _EQUAL)]
    return close[0] if len(close) == 1 and finding.hint == f"did you mean {close[0]}?" else ""


def _renamed(name: str, meant: str, span: Span, data: bytes, *, safe: bool) -> Fix | None:
    written = data[span.offset : span.end_offset]
    old = encode_text(name)
    if not meant or not old or written.count(old) != 1:
        return None
    at = span.offset + written.index(old)
    return replacement(f"write {meant}", at, at + len(old), encode_text(meant), safe=safe)


def _without_quotes(hint: str, span: Span, data: bytes) -> Fix | None:
    """Take the quotes on both sides of the inner text away, the characters that escape them too."""
    found = _INNER.fullmatch(hint)
    if found is None:
        return None
    try:
        inner = str(ast.literal_eval(found[1]))
    except (ValueError, SyntaxError):
        return None
    written = data[span.offset : span.end_offset].decode("utf-8", "surrogateescape")
    at = written.find(inner) if inner else -1
    end = at + len(inner)
    if at < 1 or end >= len(written) or written.count(inner) != 1:
        return None
    start = at - 1 - (written[at - 2 : at - 1] == "\\")
    stop = end + 1 + (written[end] == "\\")
    first, last = (span.offset + len(encode_text(written[:index])) for index in (start, stop))
    return replacement(f"write {inner}", first, last, encode_text(inner), safe=False)


def _as_text(hint: str, span: Span) -> Fix | None:
    """Write a number or a bool in an option dict as text."""
    found = _TEXT.fullmatch(hint)
    if found is None:
        return None
    return replacement(f'write "{found[1]}"', span.offset, span.end_offset, f'"{found[1]}"'.encode(), safe=False)
