"""The items of the portability report, and the comments that name what a text leaves out."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence

from geopts.facts.frontend_rows import FrontEndKey, FrontEndRow
from geopts.facts.frontends import STAND_INS, TABLES
from geopts.facts.options import BY_KEY
from geopts.frontends.assignments import Assignment, Scope
from geopts.frontends.base import Outcome, PortItem, Settings
from geopts.frontends.dialect import Problem, same_texts
from geopts.frontends.keys import by_ge_key
from geopts.option_set import option_name

__all__ = [
    "bare",
    "comment_lines",
    "expressed_item",
    "is_renamed",
    "left_out_item",
    "lost_item",
    "not_needed",
    "refused_pairs",
    "unasked_items",
    "unresolved_items",
]

SOC_VERSION = "ge.socVersion"
#: GE's strings are C strings.
_C_STRINGS = (
    "inc/external/acl/acl_op_compiler.h:22-41 (const char *); api/python/ge/ge/ge_global/geapi.py:36-44 (c_char_p)"
)
#: Lone surrogates that stand for no byte (those from U+DC80 to U+DCFF do).
_NO_BYTES = re.compile("[\ud800-\udc7f\udd00-\udfff]")
#: The last key in brackets: ``m["key"]``, ``m["key"].s``, ``Class(key=)``.
_BRACKETED = re.compile(r'(?:\["(?:[^"]*\.)?(\w+)"\](?:\.\w)?|\((\w+)=\))$')
ALLOW_HF32, SOC_VERSION = "ge.exec.allow_hf32", "ge.socVersion"
#: Options that are about a conversion tool's input and target, and why a framework needs none.
_OF_THE_TOOL = {
    SOC_VERSION: "{} compiles for the device it runs on",
    "ge.frameworkType": "it tells a conversion tool what its model file is, and {} is given no such file",
}
_TOOLS = frozenset({"atc", "pyatc", "aoe", "raw-ge-options"})


def refused_pairs(texts: Mapping[str, str]) -> dict[str, tuple[str, str]]:
    """Give keys that cannot be given as they are, with the reason and its source.

    A level 0 next to deterministic = 1 is refused, and deterministic alone means the same, so the level is what is left out
    (compiler/api/aclgrph/option_utils.cc:1017-1028). A NUL ends the text in every front end, since GE takes C strings.
    """
    refused: dict[str, tuple[str, str]] = {}
    for key, text in texts.items():
        if "\0" in text:
            refused[key] = ("its text holds NUL, which ends it early", _C_STRINGS)
        elif _NO_BYTES.search(text):
            refused[key] = ("its text holds half of a surrogate pair, which is no character and no byte", _C_STRINGS)
    if texts.get("ge.deterministic") == "1" and texts.get("ge.deterministicLevel") == "0":
        reason = "GE refuses level 0 beside deterministic = 1, and deterministic alone does what is meant"
        refused["ge.deterministicLevel"] = (reason, "compiler/api/aclgrph/option_utils.cc:1017-1028")
    return refused


def left_out_item(key: str, text: str, why: tuple[str, str], settings: Settings) -> PortItem:
    """Give the item of an option that is left out on purpose."""
    return PortItem(
        key=key,
        outcome=Outcome.INEXPRESSIBLE,
        text=text,
        source_spelling=settings.names.get(key, ""),
        lost=True,
        message=why[0],
        hint="leave it out",
        source=why[1],
    )


def bare(spelling: str) -> str:
    """Give the word that names the option: ``op_precision_mode`` for ``--op_precision_mode``, ``NPURunConfig(op_precision_mode=)`` and the like."""
    inner = _BRACKETED.search(spelling)
    if inner is not None:
        return inner[1] or inner[2]
    return spelling.removesuffix("()").lstrip("-").rpartition(".")[2]


def is_renamed(key: str, spellings: Sequence[str], source_spelling: str) -> bool:
    """Say whether the target's name is another than the one that was used."""
    names = {bare(spelling) for spelling in spellings}
    if source_spelling:
        return names != {bare(source_spelling)}
    row = BY_KEY.get(key)
    return not names <= {bare(key), key, option_name(row) if row else key}


def expressed_item(
    key: str,
    text: str,
    found: Sequence[Assignment],
    settings: Settings,
    show: Callable[[Assignment], str],
    name: Callable[[str, FrontEndKey], str],
) -> PortItem:
    """Give the item of an option that the front end has, with what changes on the way."""
    first = found[0]
    spellings = [name(one.table, one.row) for one in found]
    source_spelling = settings.names.get(key, "")
    renamed = is_renamed(key, spellings, source_spelling)
    words = [str(one.written) for one in found if isinstance(one.written, str)]
    changed = len(found) == 1 and bool(words) and words[0] != text
    differs = first.reaches is not None and first.reaches not in (*same_texts(key, text), _plain_bool(text))
    other_key = first.key != key
    outcome = (
        Outcome.VALUE_CHANGED if changed or differs or other_key else Outcome.RENAMED if renamed else Outcome.EXPRESSED
    )
    notes = []
    if other_key:
        notes.append(f"written as {first.key} = {first.reaches}, which means the same to GE")
    elif differs or changed:
        notes.append(f"GE gets {first.reaches!r}")
    stand_in = STAND_INS.get((first.table, first.row.spelling))
    if stand_in is not None:
        notes.append(f"the front end sends it as {first.row.ge_key}; whether GE reads that key is not established")
    if first.row.note:
        notes.append(first.row.note)
    return PortItem(
        key=key,
        outcome=outcome,
        text=text,
        source_spelling=source_spelling,
        spelling=", ".join(spellings),
        written=", ".join(show(one) for one in found),
        reaches=first.reaches,
        renamed=renamed,
        reads_as=_read_back(first, key, text),
        message="; ".join(notes),
        source=stand_in[1] if stand_in else first.row.source,
    )


def _read_back(one: Assignment, key: str, text: str) -> tuple[str, str] | None:
    """Give the key and text that a reader finds, where they are not the ones that were asked for."""
    if one.key != key:
        return one.key, one.reaches or text
    if one.row.ge_key in (None, key) or (one.table, one.row.spelling) in STAND_INS:
        return None
    return one.row.ge_key or key, text


def _plain_bool(text: str) -> str:
    """Give the digit of a bool: frameworks send 1 and 0 where GE documents true and false."""
    return {"true": "1", "True": "1", "false": "0", "False": "0"}.get(text, text)


def lost_item(
    front_end: FrontEndRow,
    where: Sequence[Scope],
    key: str,
    text: str,
    found: Problem | list[Assignment] | None,
    settings: Settings,
) -> PortItem:
    """Give the item of an option that the front end fixes, refuses, has no way to give, or does not need."""
    source_spelling = settings.names.get(key, "")
    for table, _ in where:
        for fixed in TABLES[table].set_by_the_front_end if table in TABLES else ():
            if fixed.ge_key == key:
                same = fixed.value == text
                said = "which is what was asked for" if same else f"{text!r} cannot be given"
                return PortItem(
                    key=key,
                    outcome=Outcome.FIXED,
                    text=text,
                    source_spelling=source_spelling,
                    reaches=fixed.value,
                    lost=not same,
                    message=f"{front_end.name} always sends {fixed.value!r}, {said}",
                    hint="nothing to do" if same else "use another front end if the value matters",
                    source=fixed.source,
                )
    if isinstance(found, Problem):
        return PortItem(
            key=key,
            outcome=Outcome.INEXPRESSIBLE,
            text=text,
            source_spelling=source_spelling,
            lost=True,
            message=found.reason,
            hint=found.hint,
            source=_source(where, key),
        )
    needless = not_needed(front_end, key, text, settings)
    if needless is not None:
        return needless
    return PortItem(
        key=key,
        outcome=Outcome.INEXPRESSIBLE,
        text=text,
        source_spelling=source_spelling,
        lost=True,
        message=f"{front_end.name} has no way to give {key}",
        hint="leave it out, or use a front end that has it ('geopts options NAME' lists the spellings)",
        source=front_end.source,
    )


def not_needed(front_end: FrontEndRow, key: str, text: str, settings: Settings) -> PortItem | None:
    """Give the item of an option that only a conversion tool wants, for a front end that is none; None for any other."""
    if key not in _OF_THE_TOOL or front_end.name in _TOOLS or (key == SOC_VERSION and front_end.api):
        return None
    return PortItem(
        key=key,
        outcome=Outcome.LEFT_BEHIND,
        text=text,
        source_spelling=settings.names.get(key, ""),
        message=f"not needed: {_OF_THE_TOOL[key].format(front_end.name)}",
        source=front_end.source,
    )


def _source(where: Sequence[Scope], key: str) -> str:
    rows = (row for table, _ in where for row in by_ge_key(table).get(key, ()))
    return next((row.values_source or row.source for row in rows), "")


def unresolved_items(settings: Settings) -> Iterator[PortItem]:
    """Give the items of values that are known only at run time."""
    for symbol in settings.unresolved:
        yield PortItem(
            key=symbol.key or symbol.spelling,
            outcome=Outcome.UNRESOLVED,
            source_spelling=symbol.spelling,
            text=symbol.text,
            lost=True,
            message=f"the value {symbol.text} is known only when the script runs",
            hint="put the value in by hand",
        )


def unasked_items(where: Sequence[Scope], texts: Mapping[str, str]) -> Iterator[PortItem]:
    """Tell what the framework sends although nobody asked for it."""
    for table, _ in where:
        if table not in TABLES:
            continue
        rows = [(r.ge_key, r.value, r.source) for r in TABLES[table].set_by_the_front_end]
        rows += [(r.ge_key, r.how, r.source) for r in TABLES[table].also_set]
        for key, value, source in rows:
            if key not in texts:
                yield PortItem(
                    key=key,
                    outcome=Outcome.FIXED,
                    reaches=value,
                    message=f"sent without being asked for: {value}",
                    source=source,
                )


def comment_lines(items: Sequence[PortItem], prefix: str) -> list[str]:
    """Give comment lines that name what the text leaves out, so that nothing is dropped in silence."""
    lines = []
    for item in items:
        if item.lost:
            shown = f"{item.key} = {item.text}" if item.text else item.key
            lines.append(prefix + _printable(f"not set here: {shown}: {item.message}"))
    return lines


def _printable(text: str) -> str:
    """Keep a comment on its line: what is no printable character is written as its code, and a trailing backslash does not stand last."""
    shown = "".join(c if c.isprintable() else c.encode("unicode_escape").decode("ascii") for c in text)
    return shown.rstrip("\\") if shown.endswith("\\") else shown
