"""The kind ``ini``: which files are op_precision.ini files, all rules over one of them, and the proof of a safe fix."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from geopts.facts.dialects import MODES
from geopts.findings import Finding
from geopts.ini import scan
from geopts.rules.comments import not_a_comment, trailing_comment
from geopts.rules.context import Context
from geopts.rules.effects import mode_without_effect, preset_dropped, shadowed_entry
from geopts.rules.encoding import byte_order_mark, carriage_return, odd_whitespace, undecodable
from geopts.rules.form import colon_delimiter, empty_key_or_value, foreign_section, ignored_line
from geopts.rules.ini_source import IniSource
from geopts.rules.meaning import contradicting_entry, repeated_entry, unknown_mode
from geopts.rules.names import unmatchable_name, wildcard, wrong_section
from geopts.rules.operator_types import mode_not_listed, unknown_operator_type
from geopts.rules.order import in_order, place
from geopts.rules.patterns import lazy
from geopts.rules.portable import unportable
from geopts.rules.sections import header_with_equals, misspelled_section

__all__ = ["RISING", "RULES_OF_INI", "check", "findings_in_order", "recognise", "same_effect"]

#: In the order of their codes, which is the order of findings that start at the same place.
RULES_OF_INI = (
    ignored_line,
    misspelled_section,
    foreign_section,
    byte_order_mark,
    not_a_comment,
    trailing_comment,
    undecodable,
    odd_whitespace,
    colon_delimiter,
    empty_key_or_value,
    header_with_equals,
    unportable,
    carriage_return,
    unknown_mode,
    repeated_entry,
    contradicting_entry,
    unknown_operator_type,
    mode_not_listed,
    mode_without_effect,
    wrong_section,
    wildcard,
    unmatchable_name,
    preset_dropped,
    shadowed_entry,
)

#: Rules whose findings come in the order of their places: those that can have one for each line.
RISING = frozenset(
    {
        ignored_line,
        misspelled_section,
        not_a_comment,
        trailing_comment,
        odd_whitespace,
        colon_delimiter,
        empty_key_or_value,
        header_with_equals,
        unknown_mode,
        repeated_entry,
        contradicting_entry,
        unknown_operator_type,
        mode_not_listed,
        wrong_section,
        wildcard,
        unmatchable_name,
    }
)

_NAMES = lazy(r"op_(precision|impl_mode).*\.ini|.*precision.*\.ini", re.IGNORECASE)
_EVIDENCE = lazy(
    rb"^[ \t]*\[By(?:OpType|NodeName)\][ \t\r]*$|=[ \t]*(?:%s)[ \t\r]*$" % "|".join(MODES).encode(), re.MULTILINE
)


def check(path: str, data: bytes, context: Context, enabled: Callable[[str], bool]) -> list[Finding]:
    """Give the findings of all enabled rules, rule after rule."""
    ini = IniSource(path, data, context)
    findings: list[Finding] = []
    for one in RULES_OF_INI:
        if enabled(one.code):
            findings.extend(one(ini))
    return findings


def findings_in_order(path: str, data: bytes, context: Context, enabled: Callable[[str], bool]) -> Iterator[Finding]:
    """Give what `check` gives in the order of the places, while the rules run: of a long report little is held at a time."""
    ini = IniSource(path, data, context)
    return in_order(
        one(ini) if one in RISING else sorted(one(ini), key=place) for one in RULES_OF_INI if enabled(one.code)
    )


def recognise(name: str, head: bytes) -> bool:
    """Take a file for an op_precision.ini by its name, or by one of GE's headers or an entry with one of its modes in it."""
    return name.lower().endswith(".ini") and bool(_NAMES.fullmatch(name) or _EVIDENCE.search(head))


def same_effect(before: bytes, after: bytes) -> bool:
    """Prove that GE loads the same tables, in both generations of its parser and with HF32 or without."""
    one, other = scan(before), scan(after)
    if one.by_op_type != other.by_op_type or one.by_node_name != other.by_node_name:
        return False
    from geopts.precision.builtin import BuiltinFiles
    from geopts.precision.engine import EngineTable, Parser

    parsers: tuple[Parser, ...] = ("old", "new")
    for parser in parsers:
        for hf32 in (False, True):
            left, right = (
                EngineTable.load(ini=data, hf32=hf32, parser=parser, opp=BuiltinFiles.CANN_8_1_RC1)
                for data in (before, after)
            )
            if (left.status, left.by_type, left.by_name) != (right.status, right.by_type, right.by_name):
                return False
    return True
