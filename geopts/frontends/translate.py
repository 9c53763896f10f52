"""From options to the assignments of a front end that has key tables, with one report item for each option."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence

import attrs

from geopts.facts.frontend_rows import FrontEndKey, FrontEndRow
from geopts.facts.frontends import TOGETHER
from geopts.frontends.assignments import Assignment, Scope, look_up, look_up_equivalent
from geopts.frontends.base import Emitted, Outcome, PortItem, Settings
from geopts.frontends.dialect import Problem
from geopts.frontends.port_items import (
    comment_lines,
    expressed_item,
    left_out_item,
    lost_item,
    refused_pairs,
    unasked_items,
    unresolved_items,
)
from geopts.option_set import OptionSet

__all__ = ["Translation", "emitted_text", "translate", "wanted_texts"]


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


def emitted_text(
    front_end: FrontEndRow,
    done: Translation,
    lines: Sequence[str],
    predicted: Mapping[str, Mapping[str, str]] | None = None,
) -> Emitted:
    """Give the result for a text made of ``lines``; what it leaves out stands as comments before them, behind a first line ``#!``.

    :param predicted: what reaches GE, where it is not what the translation says.
    """
    comments = comment_lines(done.items, "// " if front_end.language in ("c", "c++") else "# ")
    first = 1 if lines[0].startswith("#!") else 0
    return Emitted(
        front_end=front_end.name,
        text="\n".join([*lines[:first], *comments, *lines[first:]]) + "\n",
        file_name=front_end.file_name,
        items=done.items,
        predicted=done.predicted() if predicted is None else predicted,
    )


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
        found = look_up(where, key, text, texts, usable)
        kept = None if isinstance(found, list) else fallback(key, text)
        if kept is not None:
            items.append(kept)
            continue
        if not isinstance(found, list):
            found = look_up_equivalent(where, key, text, texts, usable) or found
        again = (
            next((one.row.spelling for one in found if one.row.spelling in written_keys), None)
            if isinstance(found, list)
            else None
        )
        if isinstance(found, list) and again is None:
            assignments += found
            written_keys.update((one.row.spelling, key) for one in found)
            items.append(expressed_item(key, text, found, settings, show, name))
            continue
        if again is not None:
            found = Problem(
                "refused-value",
                f"{again} stands for {written_keys[again]} already, which is given too",
                "leave one of the two out",
            )
        items.append(lost_item(front_end, where, key, text, found, settings))
    assignments, items = _whole_groups(assignments, items)
    items += unresolved_items(settings)
    items += unasked_items(where, texts)
    return Translation(assignments=tuple(assignments), items=tuple(items))


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
