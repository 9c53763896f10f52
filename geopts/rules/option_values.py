"""Single values of an option dict: text or not, quotes within, what the option takes."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from geopts.errors import OptionValueError
from geopts.facts.options import BY_KEY
from geopts.facts.refusals import REFUSALS
from geopts.facts.rows import Call, OptionRow
from geopts.facts.value_forms import LIST_FORMS
from geopts.findings import Finding, Severity
from geopts.frontends.dialect import is_expression, unquoted
from geopts.ini import WHITE_SPACE
from geopts.option_set import option_type
from geopts.rules.ini_paths import path_findings
from geopts.rules.option_dicts import OptionTable
from geopts.rules.table_document import Path, TableDocument
from geopts.rules.values import expression_string, quoted_value, refused_value, wrong_type

__all__ = ["LONGEST_CHECKED", "text_findings", "type_finding"]

_OFFLINE = "api/python/ge/ge/offline_compile/offline_compile.py:125-135"
_SESSION = "api/python/ge/ge/session/session.py:59-63; api/python/ge/ge/ge_global/geapi.py:36-44"
_RAW = "api/atc/main_impl.cc:261-362"
_LONGEST = 60
#: A longer text is some other file by mistake; lists and shapes take seconds for each megabyte.
LONGEST_CHECKED = 100_000


def type_finding(document: TableDocument, table: OptionTable, at: Path, value: object) -> Finding:
    """Tell of a value that is no text.

    :param at: where its key stands.
    """
    key = at[-1]
    text = _text_of(key, value)
    if table.call in (Call.BUILD_INITIALIZE, Call.BUILD_MODEL):
        effect, source = f"{table.name} raises a TypeError for it", _OFFLINE
    elif table.call is Call.PARSE:
        effect, source = "the parsers take texts", "parser/parser/common/acl_graph_parser_util.cc:625-645"
    elif table.call is not None:
        effect, source = f"{table.name} raises an AttributeError for it", _SESSION
    elif table.path:
        effect, source = "ATC refuses the file with E10032", _RAW
    else:
        effect, source = "the calls of GE raise a TypeError or an AttributeError for it", f"{_OFFLINE}; {_SESSION}"
    return document.finding(
        wrong_type,
        f"{key}: {_shown(value)} is no text, and GE's option dicts hold text only: {effect}",
        at,
        hint=f'write "{text}"' if text is not None else "write the text GE takes",
        source=source,
        fix=document.replacement(at, text, f'write "{text}"') if text is not None else None,
    )


def text_findings(document: TableDocument, row: OptionRow, text: str, at: Path) -> Iterator[Finding]:
    """Yield what is wrong with a text in itself, whatever call it goes to."""
    key = at[-1]
    if len(text) > LONGEST_CHECKED:
        yield document.finding(
            refused_value,
            f"{key}: holds {len(text)} characters, more than geopts checks",
            at,
            hint="check that this is the value you mean",
            severity=Severity.NOTE,
        )
        return
    try:
        if not _is_unset(row, text):
            option_type(row.key).parse(text)
    except OptionValueError as error:
        yield _refused(document, row, text, at, error)
        return
    inner = unquoted(text)
    if inner is not None and row.value_kind.value.startswith("path"):
        yield _quoted(document, text, inner, at, row.source[0])
    elif row.value_kind.value.startswith("path"):
        yield from path_findings(document, row.key, text, at)
    elif is_expression(text) and not row.allowed_values and row.value_kind.value == "string":
        yield document.finding(
            expression_string,
            f"{key}: {_shown(text)} is the text of an expression, and nobody computes it",
            at,
            hint="write the value itself",
            source=row.source[0],
        )


def _is_unset(row: OptionRow, text: str) -> bool:
    """Whether a text is the same as none: an empty one, where a call does not say otherwise (`REFUSALS`)."""
    form = LIST_FORMS.get(row.key)
    return not (text.strip(WHITE_SPACE) if form is not None and form.trimmed else text)


def _refused(document: TableDocument, row: OptionRow, text: str, at: Path, error: OptionValueError) -> Finding:
    inner = unquoted(text)
    if inner is not None:
        return _quoted(document, text, inner, at, error.source)
    kind = option_type(row.key)
    allowed = kind.candidates()
    suggestion = error.suggestion
    source = error.source
    if is_expression(text) and not allowed:
        rule, what = expression_string, "is the text of an expression, and nobody computes it; the option takes"
    else:
        rule, what = refused_value, "is not allowed; the option takes"
    checked = row.code_accepted_values is not None or any(refusal.key == row.key for refusal in REFUSALS)
    reason = error.message.partition(" is not allowed")[2].partition(";")[0].strip()
    takes = ", ".join(allowed) if allowed else kind.describe()
    if rule is refused_value:
        takes += (f" {reason}" if reason else "") + ("" if checked else "; whether GE checks it is not known")
    return document.finding(
        rule,
        f"{at[-1]}: {_shown(text)} {what} {takes}",
        at,
        hint=f'write "{suggestion}"'
        if suggestion
        else f"write {'one of ' if allowed else ''}{takes.partition(';')[0]}",
        source=source,
        severity=None if rule is expression_string else Severity.ERROR if checked else Severity.WARNING,
    )


def _quoted(document: TableDocument, text: str, inner: str, at: Path, source: str) -> Finding:
    return document.finding(
        quoted_value,
        f"{at[-1]}: the inner quotes belong to the value {_shown(text)} for GE",
        at,
        hint=f'write "{inner}"',
        source=source,
        fix=document.replacement(at, inner, f'write "{inner}"'),
    )


def _text_of(key: str, value: object) -> str | None:
    """Give the text that GE takes for a value of another type; None where that is not plain."""
    if key in BY_KEY:
        kind = option_type(key)
        for candidate in (value, bool(value) if value in (0, 1) else value):
            try:
                return kind.format(kind.accept(candidate))
            except OptionValueError:
                continue
    if isinstance(value, bool):
        return None
    return str(value) if isinstance(value, (int, float)) else None


def _shown(value: Any) -> str:
    text = repr(value) if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
    return text if len(text) <= _LONGEST else f"{text[: _LONGEST - 3]}..."
