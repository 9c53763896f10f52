"""What the options of one command, or of one object in Python, do in GE: to each other, and on the product.

The same judgement as for option dicts in JSON, told at the places and in the spelling of the front end.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from functools import lru_cache
from typing import TYPE_CHECKING

import attrs

from geopts.facts.options import BY_KEY
from geopts.facts.rows import Call
from geopts.findings import Finding, Severity, Span, replacement
from geopts.frontends.keys import by_ge_key, by_spelling
from geopts.option_set import OP_PRECISION_MODE
from geopts.rules.closeness import distance
from geopts.rules.ini_paths import path_findings
from geopts.rules.option_dicts import OptionTable
from geopts.rules.option_effects import Dicts, judge
from geopts.rules.products import unknown_product
from geopts.rules.standing import missing_file
from geopts.rules.table_document import TableDocument
from geopts.rules.target import Named, product_of, products_named
from geopts.rules.values import expression_string

if TYPE_CHECKING:
    from geopts.frontends.base import Origin, ReadResult
    from geopts.products import Product
    from geopts.rules.context import Context
    from geopts.rules.table_document import Path

__all__ = ["Given", "broken_keys", "effects", "path_notes"]

SOC_VERSION = "ge.socVersion"
_ENDING = ".ini"
#: What an option set alone shows; the rest is told by the reader of the front end, or is about one call of GE's API.
_TOLD = frozenset(
    {"GEO301", "GEO302", "GEO303", "GEO304", "GEO305", "GEO401", "GEO402", "GEO403", "GEO504", "GEO508", "GEO511"}
)
#: A name made like that of a SoC; a release that geopts has no sources of may know it.
_WELL_FORMED = re.compile(r"Ascend[0-9]{3}(?:[A-Z]{1,2}[0-9]{0,2}|_[0-9]{4})?(?:-[0-9])?", re.ASCII)
#: What documents write for a part of the name that the reader has to fill in.
_PLACEHOLDER = re.compile(r"[xX*?]{1,3}$|xxx|XXX|[{}<>\[\]$]|^[^A-Za-z]*$")


@attrs.frozen
class Given:
    """Options that go to GE together.

    :ivar texts: GE key to text.
    :ivar table: the key table they are spelled by; ``ge`` for GE's own keys.
    :ivar calls: the calls of GE they end in. Where ``every`` is false a finding counts only if it holds in each of them.
    :ivar broken: GE keys that are given with a value that is refused, or known only at run time.
    :ivar complete: nothing else can be given elsewhere.
    """

    texts: Mapping[str, str]
    table: str
    calls: tuple[Call, ...]
    every: bool = False
    broken: AbstractSet[str] = frozenset()
    complete: bool = True


def broken_keys(result: ReadResult, table: str) -> frozenset[str]:
    """Give the GE keys of a reader's result that are given and have no text to go by."""
    rows = by_spelling(table) if table != "ge" else {}
    refused = (rows[part.spelling].ge_key if part.spelling in rows else part.spelling for part in result.refused)
    return frozenset(key for key in (*refused, *(symbol.key for symbol in result.symbols)) if key)


class _Document(TableDocument):
    """The places of a reader's result, where `judge` looks for those of a JSON file."""

    def __init__(self, path: str, origins: Mapping[str, Origin]) -> None:
        super().__init__(path, "", {}, is_json=True)
        self._origins = origins

    def span(self, path: Path, *, value: bool = False, occurrence: int = -1) -> Span | None:
        """Give the place of a GE key or of its value."""
        del occurrence  # a reader keeps the one that counts
        origin = self._origins.get(path[-1]) if path else None
        if origin is None:
            return None
        return origin.value_span if value else origin.span


def effects(path: str, given: Given, origins: Mapping[str, Origin], context: Context) -> Iterator[Finding]:
    """Yield what the options do that they were perhaps not meant to do.

    :param origins: GE key to its place.
    """
    product, findings = _product(_Document(path, origins), given, context)
    yield from findings
    known = tuple((key, text) for key, text in given.texts.items() if key in BY_KEY)
    # only the content of an op_precision.ini depends on where the file is that names it
    where = path if given.texts.get(OP_PRECISION_MODE) else ""
    for finding in _judged(
        known, given.table, given.calls, given.every, frozenset(given.broken), given.complete, product, where
    ):
        origin = origins.get(finding.key)
        if origin is not None:
            span = origin.value_span if finding.span == _AT_VALUE else origin.span
            yield _spelled(finding._replace(path=path, span=span), given, origins)


#: Stand for the place of a key and of its value until the places in a file are known.
_AT_KEY, _AT_VALUE = Span(1, 1, 1, 1), Span(2, 1, 2, 1)


class _Unplaced(_Document):
    """A document whose places are not known yet."""

    def __init__(self, path: str) -> None:
        super().__init__(path, {})

    def span(self, path: Path, *, value: bool = False, occurrence: int = -1) -> Span | None:
        """Say whether a key or its value is meant."""
        del path, occurrence
        return _AT_VALUE if value else _AT_KEY


@lru_cache(maxsize=1024)
def _judged(
    texts: tuple[tuple[str, str], ...],
    table: str,
    calls: tuple[Call, ...],
    every: bool,
    broken: frozenset[str],
    complete: bool,
    product: Product | None,
    path: str,
) -> tuple[Finding, ...]:
    """Judge options, whatever file they stand in: scripts of one repository have much the same ones."""
    dicts = Dicts(_Unplaced(path))
    dicts.broken |= broken
    options = OptionTable((), table, calls[0], dict(texts))
    for key, text in texts:
        dicts.add(options, key, text)
    given = Given(dict(texts), table, calls, every, broken, complete)
    return tuple(_together(dicts, given, product))


def _together(dicts: Dicts, given: Given, product: Product | None) -> Iterable[Finding]:
    """Give what the calls say: all of it; or what each of them says, and where each has its own trouble that of the mildest."""
    several: list[dict[tuple[str, str, str], Finding]] = []
    for call in given.calls:
        found = _of_call(dicts, call, given, product)
        if not found and not given.every:
            return ()
        several.append(found)
    if given.every:
        return {identity: finding for found in reversed(several) for identity, finding in found.items()}.values()
    mildest = min(several, key=lambda found: sorted((one.severity.rank for one in found.values()), reverse=True))
    shared = set.intersection(*(set(found) for found in several))
    certain = all(any(one.severity is not Severity.NOTE for one in found.values()) for found in several)
    return [
        finding
        for identity, finding in mildest.items()
        if identity in shared or (certain and finding.severity is not Severity.NOTE)
    ]


def _of_call(dicts: Dicts, call: Call, given: Given, product: Product | None) -> dict[tuple[str, str, str], Finding]:
    found = {}
    for finding in judge(dicts, {call: given.texts}, product):
        if finding.code not in _TOLD or finding.span is None:
            continue
        if finding.code == "GEO303" and not given.complete:
            continue
        if finding.code.startswith("GEO30") and finding.severity is Severity.NOTE:
            continue  # advice, and no sign that something is wrong
        found[finding.code, finding.key, finding.hint] = finding._replace(
            message=finding.message.replace(f" ({call.value})", "")
        )
    return found


def _spelled(finding: Finding, given: Given, origins: Mapping[str, Origin]) -> Finding:
    """Put the user's own words in the place of GE's keys."""
    words = {key: origin.spelling for key, origin in origins.items()}

    def respell(match: re.Match[str]) -> str:
        key = match[0]
        return words.get(key) or (_local(key, given.table) if key.startswith("ge.") else "") or key

    message, hint = (_keys().sub(respell, text) for text in (finding.message, finding.hint))
    return finding._replace(message=message, hint=hint, key=words.get(finding.key, finding.key))


def _local(key: str, table: str) -> str:
    rows = by_ge_key(table).get(key, ()) if table != "ge" else ()
    return rows[0].spelling if rows else ""


@lru_cache(maxsize=1)
def _keys() -> re.Pattern[str]:
    names = sorted(BY_KEY, key=len, reverse=True)
    return re.compile(rf"(?<![\w.\-])(?:{'|'.join(map(re.escape, names))})(?![\w.])")


def _product(document: _Document, given: Given, context: Context) -> tuple[Product | None, Sequence[Finding]]:
    """Give the product of the context, else that of the SoC among the options, and what is wrong with its name."""
    text = given.texts.get(SOC_VERSION, "")
    if not text or _PLACEHOLDER.search(text):
        return product_of(context), ()
    named, findings = products_named(document, [Named((SOC_VERSION,), text, soc=True, strict=False)])
    kept = [_weighed(finding, text) for finding in findings]
    if named is not None and named.soc and text != named.soc and text.lower() == named.soc.lower():
        kept.append(_wrong_case(document, text, named))
    return product_of(context) or named, [finding for finding in kept if finding is not None]


def _weighed(finding: Finding, text: str) -> Finding | None:
    """Judge an unknown name by what it proves: older chips are silent, what is made like a name is a note."""
    if finding.code != unknown_product.code:
        return finding
    if _is_older(text):
        return None
    return finding._replace(severity=Severity.NOTE) if _WELL_FORMED.fullmatch(text) else finding


@lru_cache(maxsize=64)
def _is_older(text: str) -> bool:
    """Say whether sources know the SoC and only the product tables of today lack it."""
    from geopts.facts.products import OTHER_SOCS

    return any(text in row.names for row in OTHER_SOCS)


def _wrong_case(document: _Document, text: str, product: Product) -> Finding:
    span = document.span((SOC_VERSION,), value=True)
    fix = None
    if span is not None and span.end_offset - span.offset == len(text):
        fix = replacement(f"write {product.soc}", span.offset, span.end_offset, str(product.soc).encode(), safe=False)
    return document.finding(
        unknown_product,
        f"{text!r} is {product.soc} in other letters, and GE compares the names of SoCs with their case",
        (SOC_VERSION,),
        hint=f"write {product.soc}",
        source="platform_utils.cc:114-152",
        severity=Severity.WARNING,
        fix=fix,
    )


def path_notes(
    path: str, texts: Mapping[str, str], origins: Mapping[str, Origin], *, missing: bool
) -> Iterator[Finding]:
    """Yield what is wrong with the path of op_precision.ini.

    :param missing: tell that the file is not there too; scripts make files and change directories, so that it means little for them.
    """
    text = texts.get(OP_PRECISION_MODE, "")
    if not text or OP_PRECISION_MODE not in origins:
        return
    spelling = origins[OP_PRECISION_MODE].spelling
    for finding in path_findings(_Document(path, origins), OP_PRECISION_MODE, text, (spelling,)):
        if finding.code == expression_string.code and missing:
            continue  # told by the readers of Python, with what Python has for it
        span = origins[OP_PRECISION_MODE].value_span
        placed = finding._replace(span=span, key=spelling)
        if finding.code != missing_file.code:
            yield placed
            continue
        stem, ending = os.path.splitext(text)
        if ending.lower() != _ENDING and len(ending) > 2 and distance(ending.lower(), _ENDING, 1) == 1:
            yield placed._replace(
                message=f"{spelling}: there is no file {text!r}, and {ending!r} looks like a slip of {_ENDING!r}",
                hint=f"write {stem}{_ENDING}",
                severity=Severity.WARNING,
            )
        elif missing:
            yield placed._replace(severity=Severity.NOTE)
