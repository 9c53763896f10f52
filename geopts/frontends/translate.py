"""From options to the assignments of a front end that has key tables, with one report item for each option."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

import attrs

from geopts.facts.frontend_rows import FrontEndKey, FrontEndRow, Written
from geopts.facts.frontends import DIGITS, EQUIVALENTS, STAND_INS, TABLES, TOGETHER
from geopts.facts.options import BY_KEY
from geopts.frontends.base import Outcome, PortItem, Settings
from geopts.frontends.dialect import Encoded, Problem, companion_of, encode, same_texts
from geopts.frontends.keys import by_ge_key, by_spelling
from geopts.option_set import OptionSet, option_name
from geopts.values import AllowHF32

__all__ = [
    "Assignment",
    "Scope",
    "Translation",
    "bare",
    "comment_lines",
    "is_renamed",
    "left_out_item",
    "not_needed",
    "refused_pairs",
    "translate",
    "unresolved_items",
    "wanted_texts",
]

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
#: A table, and the GE keys for which the front end looks there (None: all).
Scope = tuple[str, "frozenset[str] | None"]


@attrs.frozen(kw_only=True)
class Assignment:
    """One key of the front end with its value."""

    table: str
    row: FrontEndKey
    key: str
    written: Written
    reaches: str | None


@attrs.frozen(kw_only=True)
class Translation:
    """Assignments in the order of the options, and the report."""

    assignments: tuple[Assignment, ...]
    items: tuple[PortItem, ...]

    def predicted(self) -> dict[str, dict[str, str]]:
        """Give level to key to the text that reaches GE; the two digits of allow_hf32 make one text."""
        levels: dict[str, dict[str, str]] = {}
        for one in self.assignments:
            if one.reaches is not None:
                levels.setdefault(one.row.ge_scope or "", {})[one.key] = one.reaches
        return levels

    def with_items(self, items: Iterable[PortItem]) -> Translation:
        """Give the same assignments with other items."""
        return attrs.evolve(self, items=tuple(items))


#: What a module does with an option that the tables cannot express: an item, with or without a text of its own, or None.
Fallback = Callable[[str, str], "PortItem | None"]


def wanted_texts(options: OptionSet, settings: Settings) -> dict[str, str]:
    """Give GE key and text of everything that is asked for."""
    return {**options.texts(ini_path=settings.ini_path), **settings.extra}


def translate(
    front_end: FrontEndRow,
    options: OptionSet,
    settings: Settings,
    *,
    scopes: Sequence[Scope] | None = None,
    show: Callable[[Assignment], str] = lambda one: repr(one.written),
    fallback: Fallback = lambda _key, _text: None,
    usable: Callable[[FrontEndKey], bool] = lambda _row: True,
    name: Callable[[str, FrontEndKey], str] = lambda _table, row: row.spelling,
) -> Translation:
    """Find for every option the front end's key and value.

    :param scopes: where to look, in order; None: in all tables of the front end.
    :param show: gives an assigned value as source text.
    :param fallback: is asked before an option is reported as lost.
    :param usable: leaves out keys that the chosen version does not have.
    :param name: gives a key as users of the front end write it.
    """
    where = scopes if scopes is not None else tuple((table, None) for table in front_end.tables)
    texts = wanted_texts(options, settings)
    assignments: list[Assignment] = []
    items: list[PortItem] = []
    written_keys: dict[str, str] = {}
    left_out = refused_pairs(texts)
    for key, text in texts.items():
        if key in left_out:
            items.append(left_out_item(key, text, left_out[key], settings))
            continue
        found = _look_up(where, key, text, texts, usable)
        kept = None if isinstance(found, list) else fallback(key, text)
        if kept is not None:
            items.append(kept)
            continue
        if not isinstance(found, list):
            found = _look_up_equivalent(where, key, text, texts, usable) or found
        again = (
            next((one.row.spelling for one in found if one.row.spelling in written_keys), None)
            if isinstance(found, list)
            else None
        )
        if isinstance(found, list) and again is None:
            assignments += found
            written_keys.update((one.row.spelling, key) for one in found)
            items.append(_expressed(key, text, found, settings, show, name))
            continue
        if again is not None:
            found = Problem(
                "refused-value",
                f"{again} stands for {written_keys[again]} already, which is given too",
                "leave one of the two out",
            )
        items.append(_lost(front_end, where, key, text, found, settings))
    assignments, items = _whole_groups(assignments, items)
    items += unresolved_items(settings)
    items += _set_unasked(where, texts)
    return Translation(assignments=tuple(assignments), items=tuple(items))


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


def _whole_groups(assignments: list[Assignment], items: list[PortItem]) -> tuple[list[Assignment], list[PortItem]]:
    """Take out keys of which the front end wants all or none, where some are missing."""
    for group in TOGETHER:
        given = [one for one in assignments if one.table == group.table and one.row.spelling in group.spellings]
        if not given or len(given) == len(group.spellings):
            continue
        missing = ", ".join(s for s in group.spellings if s not in {one.row.spelling for one in given})
        keys = {one.key for one in given}
        assignments = [one for one in assignments if one not in given]
        items = [
            attrs.evolve(
                item,
                outcome=Outcome.INEXPRESSIBLE,
                spelling="",
                written="",
                reaches=None,
                lost=True,
                message=f"must come together with {missing}; otherwise {group.otherwise}",
                hint="give all of them",
                source=group.source,
            )
            if item.key in keys
            else item
            for item in items
        ]
    return assignments, items


def _look_up(
    where: Sequence[Scope], key: str, text: str, texts: Mapping[str, str], usable: Callable[[FrontEndKey], bool]
) -> list[Assignment] | Problem | None:
    """Give the assignments for one option, or the first reason why there are none (None: no key at all)."""
    if key == ALLOW_HF32:
        digits = _digits(where, text)
        if digits:
            return digits
    first: Problem | None = None
    for table, keys in where:
        if keys is not None and key not in keys:
            continue
        for row in by_ge_key(table).get(key, ()):
            if not usable(row):
                continue
            encoded = _encode(table, row, key, text, texts)
            if isinstance(encoded, Encoded):
                one = Assignment(table=table, row=row, key=key, written=encoded.written, reaches=encoded.reaches)
                return [one]
            first = first or encoded
    return first


def _look_up_equivalent(
    where: Sequence[Scope], key: str, text: str, texts: Mapping[str, str], usable: Callable[[FrontEndKey], bool]
) -> list[Assignment] | None:
    """Give the assignment of an option that means the same under another key, unless that key is asked for itself."""
    for other_key, other_text in _equivalents(key, text):
        found = _look_up(where, other_key, other_text, texts, usable) if other_key not in texts else None
        if isinstance(found, list):
            return found
    return None


def _encode(table: str, row: FrontEndKey, key: str, text: str, texts: Mapping[str, str]) -> Encoded | Problem:
    companion = companion_of(table, row)
    if companion is not None and texts.get(companion[0]) != companion[1]:
        reason = f"{row.spelling} is sent only together with {companion[0]} = {companion[1]}"
        return Problem("refused-value", reason, f"set {companion[0]} too")
    return encode(table, row, key, text)


def _equivalents(key: str, text: str) -> Iterator[tuple[str, str]]:
    """Yield what means the same under another key."""
    for row in EQUIVALENTS:
        if (row.key, row.text) == (key, text):
            yield row.other_key, row.other_text
        elif (row.other_key, row.other_text) == (key, text):
            yield row.key, row.text


def _digits(where: Sequence[Scope], text: str) -> list[Assignment]:
    """Give the two switches that make allow_hf32, where the front end has them."""
    value = _allow_hf32(text)
    for table, keys in where:
        rows = [next((d for d in DIGITS if d.table == table and d.digit == digit), None) for digit in (0, 1)]
        if value is None or None in rows or (keys is not None and ALLOW_HF32 not in keys):
            continue
        reaches = f"{int(value.conv)}{int(value.matmul)}"
        return [
            Assignment(
                table=table,
                row=by_spelling(table)[d.spelling],
                key=ALLOW_HF32,
                written=d.on if state else d.off,
                reaches=reaches,
            )
            for d, state in zip((d for d in rows if d is not None), (value.conv, value.matmul), strict=True)
        ]
    return []


def _allow_hf32(text: str) -> AllowHF32 | None:
    value = OptionSet({ALLOW_HF32: text}).get(ALLOW_HF32)
    return value if isinstance(value, AllowHF32) else None


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


def _expressed(
    key: str,
    text: str,
    found: Sequence[Assignment],
    settings: Settings,
    show: Callable[[Assignment], str],
    name: Callable[[str, FrontEndKey], str],
) -> PortItem:
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
    reads_as = (
        (first.key, first.reaches or text) if other_key else (first.row.ge_key, text) if _is_alias(first, key) else None
    )
    return PortItem(
        key=key,
        outcome=outcome,
        text=text,
        source_spelling=source_spelling,
        spelling=", ".join(spellings),
        written=", ".join(show(one) for one in found),
        reaches=first.reaches,
        renamed=renamed,
        reads_as=reads_as if reads_as and reads_as[0] else None,  # type: ignore[arg-type]  # the first member is checked here
        message="; ".join(notes),
        source=stand_in[1] if stand_in else first.row.source,
    )


def _is_alias(one: Assignment, key: str) -> bool:
    return one.row.ge_key != key and (one.table, one.row.spelling) not in STAND_INS


def _plain_bool(text: str) -> str:
    """Give the digit of a bool: frameworks send 1 and 0 where GE documents true and false."""
    return {"true": "1", "True": "1", "false": "0", "False": "0"}.get(text, text)


def _lost(
    front_end: FrontEndRow,
    where: Sequence[Scope],
    key: str,
    text: str,
    found: Problem | list[Assignment] | None,
    settings: Settings,
) -> PortItem:
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


def _set_unasked(where: Sequence[Scope], texts: Mapping[str, str]) -> Iterator[PortItem]:
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
