"""The file of ATC's ``--raw_ge_options``: what ATC refuses in it, what it drops, and which level wins."""

from __future__ import annotations

from collections.abc import Iterator
from difflib import get_close_matches
from typing import TYPE_CHECKING, Any

import attrs

from geopts.facts.options import BY_KEY
from geopts.facts.rows import Call
from geopts.findings import Finding, Related, Severity
from geopts.frontends.dialect import check_value
from geopts.frontends.keys import by_ge_key, by_spelling, is_usable
from geopts.rules.option_dicts import COMPILE_OPTIONS, EXECUTE_OPTIONS, LEVELS, OptionTable, tables_of
from geopts.rules.option_effects import Dicts, judge
from geopts.rules.option_keys import KeyAdviser
from geopts.rules.option_values import text_findings, type_finding
from geopts.rules.placement import refused_key, unknown_key
from geopts.rules.relations import overridden_option
from geopts.rules.standing import no_consumer
from geopts.rules.target import product_of
from geopts.rules.values import expression_string, quoted_value, refused_value, wrong_type
from geopts.rules.wording import listed

if TYPE_CHECKING:
    from geopts.facts.frontend_rows import FrontEndKey
    from geopts.rules.context import Context
    from geopts.rules.table_document import Path, TableDocument

__all__ = ["raw_findings"]

_TABLE = "raw_ge_options"
_READ = "api/atc/main_impl.cc:261-362"
_APPLIED = "api/atc/main_impl.cc:384-514"
_LEVELS = "api/atc/main_impl.cc:337-361"
_RULES = {
    "refused-value": refused_value,
    "wrong-type": wrong_type,
    "quoted-value": quoted_value,
    "expression-string": expression_string,
}
#: Options that build_model fixes and ATC has a flag for.
_ATC_DECIDES = frozenset({"ge.jit_compile"})


def raw_findings(document: TableDocument, context: Context) -> Iterator[Finding]:
    """Yield every finding of a ``--raw_ge_options`` file."""
    yield from _structure(document)
    adviser = KeyAdviser(document)
    seen: dict[str, list[tuple[OptionTable, str]]] = {}
    dicts = Dicts(document)
    for table in tables_of("raw_ge_options", document.mapping):
        for key, value in table.values.items():
            at = (*table.path, key)
            row = by_spelling(_TABLE).get(key)
            if row is None or not is_usable(row):
                yield _refused_key(document, adviser, at, row)
            elif not isinstance(value, str):
                yield type_finding(document, table, at, value)
                dicts.broken.add(key)
            else:
                wrong = list(_value_findings(document, row, value, at))
                yield from wrong
                if wrong:
                    dicts.broken.add(key)
                seen.setdefault(key, []).append((table, value))
    yield from _overridden(document, seen)
    yield from _together(dicts, seen, context)


def _structure(document: TableDocument) -> Iterator[Finding]:
    """What ATC says of everything above the options."""
    for name, value in document.mapping.items():
        if name == EXECUTE_OPTIONS:
            yield document.finding(
                no_consumer,
                f"{name!r}: ATC reads {COMPILE_OPTIONS!r} only, so nothing in here has an effect",
                (name,),
                hint="give these options to the program that runs the model",
                source=_READ,
            )
        elif name != COMPILE_OPTIONS:
            close = get_close_matches(name, (COMPILE_OPTIONS,), n=1, cutoff=0.7)
            yield document.finding(
                unknown_key,
                f"{name!r}: ATC reads {COMPILE_OPTIONS!r} only, so nothing in here has an effect",
                (name,),
                hint=f"did you mean {close[0]!r}?" if close else "leave it out",
                source=_READ,
                severity=None if close else Severity.NOTE,
                fix=document.replacement((name,), close[0], f"write {close[0]}", key=True) if close else None,
            )
        elif not isinstance(value, dict):
            yield _no_object(document, (name,))
        else:
            yield from _levels(document, value)


def _levels(document: TableDocument, levels: dict[str, Any]) -> Iterator[Finding]:
    for level, value in levels.items():
        at = (COMPILE_OPTIONS, level)
        if level not in LEVELS:
            close = get_close_matches(level, LEVELS, n=1)
            yield document.finding(
                unknown_key,
                f"{level!r} is no level of {COMPILE_OPTIONS!r}: ATC refuses the file with E10032",
                at,
                hint=f"did you mean {close[0]}?" if close else f"the levels are {', '.join(LEVELS)}",
                source=_READ,
                fix=document.replacement(at, close[0], f"write {close[0]}", key=True) if close else None,
            )
        elif not isinstance(value, dict):
            yield _no_object(document, at)


def _no_object(document: TableDocument, at: Path) -> Finding:
    return document.finding(
        wrong_type,
        f"{at[-1]!r} is no object: ATC refuses the file with E10032",
        at,
        hint="write an object of keys and texts",
        source=_READ,
    )


def _refused_key(document: TableDocument, adviser: KeyAdviser, at: Path, row: FrontEndKey | None) -> Finding:
    """Tell of a key that ATC does not take here."""
    key = at[-1]
    if row is not None:
        return document.finding(
            refused_key,
            f"{key}: ATC wants this on its command line, and refuses the file with E10001 where it is not there; the command line wins then",
            at,
            hint=f"write {row.atc_flag} on the command line and take it out here",
            source=row.accepted_source or _APPLIED,
        )
    ignored = "or drops it with a line in its log under --raw_ge_options_ignore_unsupported=true"
    if key in BY_KEY:
        flags = listed((one.spelling for one in by_ge_key("atc").get(key, ())), last="or")
        return document.finding(
            refused_key,
            f"{key}: ATC does not take this key here: it refuses the file with E10055, {ignored}",
            at,
            hint=f"write {flags} on the command line" if flags else "leave it out",
            source=_APPLIED,
        )
    hint, close = adviser.suggestion(key, _TABLE)
    return document.finding(
        unknown_key,
        f"{key!r} is no key ATC knows: it refuses the file with E10055, {ignored}"
        if key
        else "an empty key: ATC refuses the file with E10032",
        at,
        hint=hint,
        source=_APPLIED if key else _READ,
        fix=adviser.rename(at, close),
    )


def _value_findings(document: TableDocument, row: FrontEndKey, text: str, at: Path) -> Iterator[Finding]:
    """Yield what is wrong with a value: ATC checks it as the value of the flag."""
    problem = check_value(_TABLE, row, text)
    if problem is not None:
        yield document.finding(
            _RULES[problem.kind],
            f"{at[-1]}: {text!r} {problem.reason}",
            at,
            hint=problem.hint,
            source=row.values_source or row.source,
            severity=Severity.ERROR if problem.certain else Severity.WARNING,
        )
    elif row.values is None and at[-1] in BY_KEY:
        yield from text_findings(document, BY_KEY[at[-1]], text, at)


def _overridden(document: TableDocument, seen: dict[str, list[tuple[OptionTable, str]]]) -> Iterator[Finding]:
    """A key at several levels: the last of global, session and graph counts."""
    for key, several in seen.items():
        winner, text = several[-1]
        for table, value in several[:-1]:
            same = value == text
            yield document.finding(
                overridden_option,
                f"{key}: {winner.name} says {text!r}, and graph wins over session over global: {value!r} at {table.name} "
                + ("says the same" if same else "has no effect"),
                (*table.path, key),
                hint="keep one of them",
                source=_LEVELS,
                severity=Severity.NOTE if same else None,
                related=(Related("the one that counts", document.span((*winner.path, key))),),
            )


def _together(dicts: Dicts, seen: dict[str, list[tuple[OptionTable, str]]], context: Context) -> Iterator[Finding]:
    """What the options do to each other; ATC checks them as build_initialize and build_model do."""
    for key, several in seen.items():
        if key in BY_KEY:
            dicts.add(*_at_call(several[-1][0], Call.BUILD_MODEL), key, several[-1][1])
    texts = {key: text for table in dicts.by_call().values() for key, text in table.items()}
    product = product_of(context)
    told: set[tuple[str, str, str]] = set()
    for call in (Call.BUILD_MODEL, Call.BUILD_INITIALIZE):
        part = {key: text for key, text in texts.items() if call is Call.BUILD_MODEL or key not in _ATC_DECIDES}
        for finding in judge(dicts, {call: part}, product):
            kept = _in_words_of_atc(finding, call)
            identity = (kept.code, kept.key, kept.hint)
            if identity not in told:
                told.add(identity)
                yield kept


def _at_call(table: OptionTable, call: Call) -> tuple[OptionTable]:
    return (attrs.evolve(table, call=call),)


def _in_words_of_atc(finding: Finding, call: Call) -> Finding:
    """Take the call out of a message; what is missing here may stand on the command line."""
    message = finding.message.replace(f" ({call.value})", "")
    if finding.code == "GEO303":
        message += "; a flag on the command line counts too"
        return finding._replace(message=message, severity=Severity.NOTE)
    return finding._replace(message=message)
