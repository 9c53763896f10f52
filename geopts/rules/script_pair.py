"""The deprecated pair op_select_implmode and optypelist_for_implmode where a front end gives it: the op_precision.ini that replaces it.

What the ini must hold is worked out and proved by `geopts.migrate`; here it is told at the flag, the key or the argument.
"""

from __future__ import annotations

import os
import re
import shlex
from collections.abc import Iterator, Mapping
from collections.abc import Set as AbstractSet
from functools import lru_cache
from typing import TYPE_CHECKING

from geopts.errors import GeoptsError
from geopts.findings import Edit, Finding, Fix, Severity, Span
from geopts.frontends.base import Origin
from geopts.frontends.keys import by_ge_key, by_spelling
from geopts.ini import WHITE_SPACE
from geopts.option_set import OP_PRECISION_MODE
from geopts.rules.known_types import TypeAnswer, explain_types
from geopts.rules.operator_types import mode_not_listed, unknown_operator_type
from geopts.rules.wording import LOOK_UP_SOURCE, plural

if TYPE_CHECKING:
    from geopts.migrate.ini import Migration

__all__ = ["PAIR", "pair_findings", "with_replacement"]

OP_SELECT_IMPLMODE, OPTYPELIST = "ge.opSelectImplmode", "ge.optypelistForImplmode"
#: Both.
PAIR = (OP_SELECT_IMPLMODE, OPTYPELIST)
_ALLOW_HF32 = "ge.exec.allow_hf32"
_INI = "op_precision.ini"
#: Entries that a hint spells out; a longer ini is told by its size.
_SHOWN = 6
_GAP = re.compile(rb"(?:[ \t]|\\\r?\n)+\Z")


def with_replacement(
    finding: Finding,
    path: str,
    texts: Mapping[str, str],
    origins: Mapping[str, Origin],
    *,
    table: str,
    offline: bool,
    known: bool = True,
    migrates: bool = False,
    data: bytes = b"",
) -> Finding:
    """Give the finding on a deprecated half of the pair the ini that replaces both, and the fix where that ini is there.

    :param texts: the options that are given together.
    :param table: the key table of the front end; ``ge`` for GE's own keys.
    :param offline: ATC or build_initialize stands in front, which check more.
    :param known: the values are there and right.
    :param migrates: `geopts migrate` reads the file.
    :param data: the script the origins point into, for the fix; empty for none.
    """
    if finding.code != "GEO506" or not _is_half(finding.key, table, origins):
        return finding
    mode, types = texts.get(OP_SELECT_IMPLMODE, ""), texts.get(OPTYPELIST, "")
    successor = OP_PRECISION_MODE if table == "ge" else _successor(table)
    if not successor:
        return finding._replace(
            message=f"{finding.key}: deprecated, and op_precision_mode, which replaces it in GE, cannot be given here",
            hint="keep it as long as it works; ATC, GE's own calls and aclSetCompileopt take an op_precision.ini instead",
        )
    if known and not (mode.strip(WHITE_SPACE) or types.strip(WHITE_SPACE)):
        hint = "leave it out: the text is empty, which GE takes for absent"
        return finding._replace(message=f"{finding.key}: deprecated; {successor} replaces it", hint=hint)
    found = _migrated(mode, types, texts.get(_ALLOW_HF32, ""), offline=offline) if known else None
    if found is None or not found.precision:
        hint = f"use {successor} with an op_precision.ini; 'geopts migrate' writes the one that does the same"
        return finding._replace(message=f"{finding.key}: deprecated; {successor} replaces it", hint=hint)
    return finding._replace(
        message=f"{finding.key}: deprecated; {successor} with an op_precision.ini replaces it",
        hint=f"write {_content(found)} into {_INI} and give its path as {successor}: "
        + _command(path if migrates else "", mode, types, changed=bool(data)),
        fix=_fix(path, found, texts, origins, successor, data) if data else None,
    )


def _is_half(spelling: str, table: str, origins: Mapping[str, Origin]) -> bool:
    """Say whether a key is one of the pair."""
    if spelling in PAIR or any(key in origins and origins[key].spelling == spelling for key in PAIR):
        return True
    row = by_spelling(table).get(spelling) if table != "ge" else None
    return row is not None and row.ge_key in PAIR


def _successor(table: str) -> str:
    rows = by_ge_key(table).get(OP_PRECISION_MODE, ())
    return rows[0].spelling if rows else ""


@lru_cache(maxsize=256)
def _migrated(mode: str, types: str, allow_hf32: str, *, offline: bool) -> Migration | None:
    """Work out the ini; None where GE refuses the pair or no ini has its effect."""
    from geopts.migrate.ini import migrate_pair  # only where somebody uses the pair
    from geopts.migrate.pair import PairOptions  # as above

    try:
        return migrate_pair(PairOptions(mode, types, allow_hf32, front_end=offline))
    except GeoptsError:
        return None


def _content(found: Migration) -> str:
    """Say what the ini holds."""
    entries = [f"{key}={mode}" for key, mode in found.precision.by_op_type.items()]
    if found.precision.by_node_name or len(entries) > _SHOWN:
        number = len(entries) + len(found.precision.by_node_name)
        return f"the {plural(number, 'entry', 'entries')} of {found.builtin or 'the list'}"
    return " ".join(("[ByOpType]", *entries))


def _command(path: str, mode: str, types: str, *, changed: bool) -> str:
    """Give the command that writes the ini, and the file too where it changes that.

    :param path: a file that geopts migrate reads; empty for none.
    """
    if path:
        return f"'geopts migrate {path}' {'makes both' if changed else 'writes the ini'}"
    given = [f"--op-select-implmode {mode}"] if mode else []
    given += [f"--optypelist {shlex.quote(types)}"] if types else []
    return f"'geopts migrate {' '.join(given)}' writes it"


def _fix(
    path: str, found: Migration, texts: Mapping[str, str], origins: Mapping[str, Origin], successor: str, data: bytes
) -> Fix | None:
    """Take the pair out of a command where an op_precision.ini with just its effect lies beside the script.

    It is unsafe: which directory the command runs in is not known.
    """
    from geopts.precision.op_precision import OpPrecision
    from geopts.rules.ini_paths import ini_content

    given = [origins[key] for key in PAIR if key in origins and key in texts]
    content = ini_content(path, os.path.join(os.path.dirname(path), _INI))
    if texts.get(OP_PRECISION_MODE) or not given or content is None:
        return None
    there = OpPrecision.parse(content)
    if (there.by_op_type, there.by_node_name) != (found.precision.by_op_type, found.precision.by_node_name):
        return None
    first, *others = sorted(given, key=lambda origin: origin.span.offset)
    flag = successor if successor.startswith("--") else f"--{successor}"
    edits = [Edit(first.span.offset, first.value_span.end_offset, f"{flag}={_INI}".encode())]
    for other in others:
        gap = _GAP.search(data, 0, other.span.offset)
        edits.append(Edit(gap.start() if gap else other.span.offset, other.value_span.end_offset, b""))
    return Fix(f"write {flag}={_INI}, which has the same effect", tuple(edits), safe=False)


def _part(span: Span, item: str, data: bytes) -> Span:
    """Give the place of one type in a list that stands on one line as it is; else that of the list."""
    written = data[span.offset : span.end_offset]
    found = re.search(rb"(?<![\w])%s(?![\w])" % re.escape(item.encode("utf-8", "surrogateescape")), written)
    if found is None or not written.isascii() or span.line != span.end_line:
        return span
    start, end = found.span()
    return Span(span.line, span.column + start, span.line, span.column + end, span.offset + start, span.offset + end)


@lru_cache(maxsize=1024)
def _explained(item: str) -> TypeAnswer | None:
    return explain_types((item,)).get(item)


def pair_findings(
    path: str, texts: Mapping[str, str], origins: Mapping[str, Origin], data: bytes, declared: AbstractSet[str]
) -> Iterator[Finding]:
    """Yield what is wrong with the operator types of the list.

    :param data: the bytes that the origins point into.
    :param declared: operator types the user declared as known.
    """
    from geopts.facts.operator_evidence import ATTESTED

    origin = origins.get(OPTYPELIST)
    if origin is None or texts.get(OP_SELECT_IMPLMODE, "").endswith("_for_all"):
        return
    items = [item.strip(WHITE_SPACE) for item in texts.get(OPTYPELIST, "").split(",")]
    unproven = [item for item in items if item and item not in ATTESTED and item not in declared]
    for item in dict.fromkeys(unproven):
        answer = _explained(item)
        if answer is None:
            continue
        span = _part(origin.value_span, item, data)
        if answer.kind == "known":
            found = mode_not_listed.finding(
                f"{origin.spelling}: no table, preset or kernel of a known release has a precision mode for {item}",
                span,
                path=path,
                hint="check that the operator takes modes at all; an operator without them ignores the entry",
                source="mode tables, presets, kernels and operator checks of CANN 8.1.RC1, tables of ops-nn and ops-math",
                severity=Severity.NOTE,
            )
        else:
            found = unknown_operator_type.finding(
                f"{origin.spelling}: {answer.message}",
                span,
                path=path,
                hint=answer.hint,
                source=answer.source or LOOK_UP_SOURCE,
                severity=Severity.NOTE if answer.kind == "later" else Severity.WARNING,
            )
        yield found._replace(key=origin.spelling)
