"""Rules on names that stand in the wrong section or can match nothing."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import chain

from geopts.findings import Finding, Severity
from geopts.ini import WHITE_SPACE, Section
from geopts.rules import odd_bytes
from geopts.rules.headers import guess_section
from geopts.rules.ini_source import IniSource
from geopts.rules.order import in_order
from geopts.rules.ownership import COMMENT_MARKS
from geopts.rules.patterns import lazy
from geopts.rules.registry import rule
from geopts.rules.wording import ENTRY_SOURCE, LOOK_UP_SOURCE, quoted

__all__ = ["unmatchable_name", "wildcard", "wrong_section"]

#: What a type cannot be: REG_OP makes every type a C++ identifier.
_NO_IDENTIFIER = lazy("[^A-Za-z0-9_]")
_NUMBERED = lazy(r"(.*[A-Za-z0-9])_\d+")
# each branch starts with a plain character, so that the search passes over all others at once
_PATTERN = lazy(r"\*|\?|\[[^\[\]]{1,20}-[^\[\]]{1,20}\]|\\[dDwWsS]|\.\+|\([^()]{0,40}\|[^()]{0,40}\)|\{\d*\.\.\d*\}")
_INTERPOLATION = lazy(r"\$\{|\$\(|%\(\w+\)s|\{\{")
_QUOTES = ('"', "'", "`")
#: Words with signs in them that leave one question alone: whether they make a pattern.
_WORD_AND_MARK = lazy(r"\w[\w*?.+]*", re.ASCII)
_NOT_IN_TYPES = "an operator type has letters, digits and underscores only"
_PATTERN_BYTES = (b"*", b"?", b"\\", b"-", b"+", b"^", b"$", b"|", b"..")
_TYPE_SOURCE = "operator types are declared with REG_OP, which makes them C++ identifiers"


@rule("GEO207", "wrong-section", Severity.WARNING, since="0.1")
def wrong_section(ini: IniSource) -> Iterator[Finding]:
    """A node name by operator type, or an operator type by node name.

    ## What goes wrong

    GE keeps two tables and looks for the node's name in one and for its type in the other. An entry in the wrong table matches nothing,
    and GE says nothing of it. Entries above any header count as operator types.

    A type below `[ByNodeName]` is told as a note, since a node may bear its type's name.

    ## Example

    ```ini
    encoder/layer_0/Softmax=high_precision
    ```

    ## Use instead

    ```ini
    [ByNodeName]
    encoder/layer_0/Softmax=high_precision
    ```

    ## Fix safety

    There is no fix: moving an entry moves what stands around it.
    """
    if not ini.wide:
        yield from in_order((_node_names(ini), _numbered_types(ini), _types_by_name(ini)))


def _node_names(ini: IniSource) -> Iterator[Finding]:
    """Yield the node names by operator type."""
    path, misplaced = ini.path, ini.misplaced
    code, name, severity = wrong_section.code, wrong_section.name, wrong_section.severity
    node_names, _ = ini.odd_types
    for index, key in ini.locate(Section.BY_OP_TYPE, node_names):
        if index not in misplaced:
            message = (
                f"{quoted(key)} looks like a node name and stands where GE reads operator types, so it matches nothing"
            )
            span = ini.key_span(index, key)
            yield Finding(code, name, severity, message, "put the entry below [ByNodeName]", _TYPE_SOURCE, path, span)


def _numbered_types(ini: IniSource) -> Iterator[Finding]:
    """Yield the numbered types by operator type."""
    for index, key in ini.locate(Section.BY_OP_TYPE, _with_number(ini)):
        if index not in ini.misplaced:
            base = key.rpartition("_")[0]
            yield wrong_section.finding(
                f"{quoted(key)} looks like a node name ({base} and a number) and stands where GE reads operator types",
                ini.key_span(index, key),
                path=ini.path,
                hint="put the entry below [ByNodeName], unless a custom operator type has this name",
                source=LOOK_UP_SOURCE,
            )


def _types_by_name(ini: IniSource) -> Iterator[Finding]:
    """Yield the operator types by node name."""
    names = ini.document.by_node_name.keys()
    if not names:
        return
    from geopts.facts.operator_evidence import ATTESTED
    from geopts.facts.operator_types import OPERATOR_TYPES

    for index, key in ini.locate(Section.BY_NODE_NAME, (names & ATTESTED.keys()) | (names & OPERATOR_TYPES)):
        if index in ini.misplaced:
            continue
        yield wrong_section.finding(
            f"{key} is an operator type below [ByNodeName]: the entry counts only for a node whose name is {key}",
            ini.key_span(index, key),
            path=ini.path,
            hint=f"put {key} below [ByOpType], unless a node has this name (torchair names the first node of a type so)",
            source=LOOK_UP_SOURCE,
            severity=Severity.NOTE,
        )


def _with_number(ini: IniSource) -> list[str]:
    """Find keys such as ``Conv_12``: a type or a framework's operator with a number, which is how nodes are named."""
    numbered = [key for key in ini.unproven_types if "_" in key and key[-1].isdigit() and _NUMBERED.fullmatch(key)]
    if not numbered:
        return []
    from geopts.facts.operator_names import FRAMEWORK_TYPES
    from geopts.rules.known_types import operator_types

    bases = {name.lower() for name in operator_types()} | {name.lower() for name in FRAMEWORK_TYPES}
    return [key for key in numbered if key.rpartition("_")[0].lower() in bases and key not in operator_types()]


@rule("GEO208", "wildcard", Severity.WARNING, since="0.1")
def wildcard(ini: IniSource) -> Iterator[Finding]:
    """A pattern where GE wants a name.

    ## What goes wrong

    GE compares names and types byte by byte. `*`, `?`, character classes and regular expressions are part of the name for it, so the
    entry matches only a node of that very name.

    ## Example

    ```ini
    [ByNodeName]
    encoder/*/softmax=high_precision
    ```

    ## Use instead

    ```ini
    [ByNodeName]
    encoder/0/softmax=high_precision
    encoder/1/softmax=high_precision
    ```

    One entry for each node, with the name the model gives it.

    ## Fix safety

    There is no fix: the nodes of the model are not known here.
    """
    if ini.wide or not any(mark in ini.data for mark in _PATTERN_BYTES):
        return
    # every pattern holds a character that no type has
    types, names = chain(*ini.odd_types), ini.document.by_node_name
    yield from in_order(
        (
            _patterns(ini, Section.BY_OP_TYPE, "an operator type", types),
            _patterns(ini, Section.BY_NODE_NAME, "a node", names),
        )
    )


def _patterns(ini: IniSource, section: Section, what: str, keys: Iterable[str]) -> Iterator[Finding]:
    path, key_span = ini.path, ini.key_span
    code, name, severity = wildcard.code, wildcard.name, wildcard.severity
    hint = "write one entry for each name, as the model spells it"
    patterns = [key for key in keys if _is_pattern(key) and not key.startswith(COMMENT_MARKS)]
    for index, key in ini.locate(section, patterns):
        message = f"{quoted(key)} looks like a pattern, and GE compares byte by byte: it matches only {what} of that very name"
        yield Finding(code, name, severity, message, hint, LOOK_UP_SOURCE, path, key_span(index, key))


def _is_pattern(key: str) -> bool:
    return _PATTERN.search(key) is not None or key[0] == "^" or key[-1] == "$"


@rule("GEO209", "unmatchable-name", Severity.WARNING, since="0.1")
def unmatchable_name(ini: IniSource) -> Iterator[Finding]:
    """A name that nothing can have.

    ## What goes wrong

    GE cuts a line at its first `=`, so a node name that holds `=` cannot be configured: the rest of it spoils the mode and the entry is
    dropped. Quotes, brackets, lists and placeholders are part of the name for GE, and an operator type is an identifier, so such entries
    match nothing.

    ## Example

    ```ini
    [ByNodeName]
    block=3/softmax=high_precision
    ```

    ## Use instead

    The operator type below `[ByOpType]`, or a node name without `=`; one entry for each name, without quotes.

    ## Fix safety

    There is no fix: the names are those of the model.
    """
    if not ini.wide:
        yield from in_order((_names_with_equals(ini), *(_impossible_names(ini, section) for section in Section)))


def _names_with_equals(ini: IniSource) -> Iterator[Finding]:
    """Yield the lines that GE drops since their name holds ``=``."""
    lines, path, severity = ini.document.lines, ini.path, Severity.ERROR
    code, name = unmatchable_name.code, unmatchable_name.name
    hint = "name the operator type below [ByOpType], or rename the node in the model"
    for index in ini.owned(code):
        key = lines[index].rpartition("=")[0].strip(WHITE_SPACE)
        message = (
            f"the name {quoted(key)} holds '=', where GE cuts the line: the rest is no mode, so it drops the entry"
        )
        yield Finding(code, name, severity, message, hint, ENTRY_SOURCE, path, ini.text_span(index))


def _impossible_names(ini: IniSource, section: Section) -> Iterator[Finding]:
    """Yield the entries that GE stores under a name that nothing in the section can have."""
    by_type = section is Section.BY_OP_TYPE
    reasons = {key: reason for key in _suspects(ini, section) if (reason := _why_unmatchable(key, by_type=by_type))}
    for index, key in ini.locate(section, reasons):
        what = "operator type" if by_type else "node"
        yield unmatchable_name.finding(
            f"no {what} has the name {quoted(key)}: {reasons[key]}",
            ini.key_span(index, key),
            path=ini.path,
            hint="write the bare name, one for each entry",
            source=_TYPE_SOURCE if by_type else LOOK_UP_SOURCE,
            severity=Severity.NOTE if "," in key and not by_type else None,
        )


def _suspects(ini: IniSource, section: Section) -> list[str]:
    """Give the keys worth a look: types that are no identifier and look like no node name, or names with a telling character."""
    if section is Section.BY_OP_TYPE:
        return ini.odd_types[1]
    starts = [start for start in (*_QUOTES, "[") if start in ini.first_characters]
    marks = [mark for mark in ("$", "%(", "{{", ",") if mark.encode() in ini.data]
    if not starts and not marks:
        return []
    return [key for key in ini.document.by_node_name if key[0] in starts or any(mark in key for mark in marks)]


def _why_unmatchable(key: str, *, by_type: bool) -> str:
    """Say why the name cannot be one; empty when it may be, or when another rule tells of it."""
    if by_type and _WORD_AND_MARK.fullmatch(key):
        # most are of this form, whose patterns are told without a search
        return "" if "*" in key or "?" in key or ".+" in key else _NOT_IN_TYPES
    if key.startswith(COMMENT_MARKS) or odd_bytes.strip_odd(key) != key or "\r" in key or "\0" in key:
        return ""
    if key[0] in _QUOTES and key[-1] == key[0]:
        return "GE takes the quotes as part of it"
    if _INTERPOLATION.search(key):
        return "GE replaces no placeholders"
    parts = key.split(",")
    if len(parts) > 1 and all(part.strip() for part in parts) and (by_type or not any("(" in part for part in parts)):
        return "GE takes the whole list for one name"
    if key[0] == "[" and guess_section(key) is None and key[-1] == "]":
        return "GE takes the brackets as part of it"
    if not by_type or not _NO_IDENTIFIER.search(key) or _is_pattern(key):
        return ""
    if guess_section(key) is not None or any("\udc80" <= char <= "\udcff" for char in key):
        return ""
    return _NOT_IN_TYPES
