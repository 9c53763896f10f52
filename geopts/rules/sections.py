"""Rules on section headers: misspelled ones, and headers that hold ``=``."""

from __future__ import annotations

from collections.abc import Iterator

from geopts.facts.dialects import MODES
from geopts.findings import Finding, Related, Severity, replacement
from geopts.ini import WHITE_SPACE, Section, encode
from geopts.rules.headers import CLOSING, guess_section
from geopts.rules.ini_source import IniSource
from geopts.rules.ownership import COMMENT_MARKS
from geopts.rules.registry import rule
from geopts.rules.wording import ENTRY_SOURCE, LINE_SOURCE, listed, plural, quoted

__all__ = ["an", "header_with_equals", "misspelled_section", "moved_entries", "side"]

_RELATED = 20


def side(section: Section | None) -> str:
    """Say what the keys of a section are."""
    return "node names" if section is Section.BY_NODE_NAME else "operator types"


def an(nouns: str) -> str:
    """Give one of ``operator types`` or ``node names`` with its article."""
    noun = nouns.removesuffix("s")
    return f"{'an' if noun[0] in 'aeiou' else 'a'} {noun}"


def moved_entries(ini: IniSource, index: int) -> tuple[str, tuple[Related, ...]]:
    """Say which entries below a header that failed are on the wrong side, and where they are."""
    entries = ini.moved.get(index)
    if not entries:
        return "", ()
    lines = ini.document.lines
    keys = [lines[entry].partition("=")[0].strip(WHITE_SPACE) for entry in entries]
    wrong = side(ini.document.section(index))
    counts = f"counts as {an(wrong)}"
    effect = counts if len(keys) == 1 else f"count as {wrong}"
    what = f"{plural(len(keys), 'entry', 'entries')} below ({listed(keys, shown=3)}) {effect}"
    related = tuple(Related(counts, ini.key_span(entry)) for entry in entries[:_RELATED])
    return what, related


@rule("GEO102", "misspelled-section", Severity.ERROR, since="0.1")
def misspelled_section(ini: IniSource) -> Iterator[Finding]:
    """A section header that is not spelled as GE wants it.

    ## What goes wrong

    GE compares the whole line, blanks around it trimmed, with `[ByOpType]` and `[ByNodeName]`: upper and lower case count, and nothing
    may stand in the brackets or behind them. Any other spelling is ignored without a log entry, and the entries below keep belonging
    to the section before. At the top of a file that is `[ByOpType]`, so node names silently become operator types.

    ## Example

    ```ini
    [ByNodename]
    encoder/softmax=high_precision
    ```

    ## Use instead

    ```ini
    [ByNodeName]
    encoder/softmax=high_precision
    ```

    ## Fix safety

    The fix writes the header as GE wants it and turns what stood behind it into a comment above. It is safe where that section is in
    force anyway; otherwise entries change sides, so it is unsafe.
    """
    document = ini.document
    for index in ini.owned(misspelled_section.code):
        line = document.lines[index]
        text = line.strip(WHITE_SPACE)
        meant = guess_section(text)
        if meant is None:
            continue
        header = f"[{meant.value}]"
        current = document.section(index)
        moved, related = moved_entries(ini, index)
        if current is meant:
            effect, severity = f"the entries below stay {side(current)}, as they do without it", Severity.WARNING
        elif moved:
            effect, severity = moved, Severity.ERROR
        else:
            effect, severity = f"entries below would count as {side(current)}", Severity.ERROR
        span = ini.text_span(index)
        content = encode(_comment_behind(text, "\r\n" if line.endswith("\r") else "\n") + header)
        start = document.offset(index)
        yield misspelled_section.finding(
            f"{quoted(text)} is no section header for GE, which takes {header} only: the line is ignored, and {effect}",
            span,
            path=ini.path,
            hint=f"write {header} on a line of its own",
            source=LINE_SOURCE,
            related=related,
            fix=replacement(f"write {header}", start, span.end_offset, content, safe=current is meant),
            severity=severity,
        )


def _comment_behind(text: str, line_end: str) -> str:
    """Give what stands behind the brackets as a comment line of its own; empty when that is only punctuation."""
    place = max(map(text.find, CLOSING))
    if place < 0:
        return ""
    behind = text[place + 1 :].strip(WHITE_SPACE + CLOSING)
    while behind.startswith(COMMENT_MARKS):
        behind = behind.removeprefix("//").lstrip("#;" + WHITE_SPACE)
    return f"# {behind}{line_end}" if any(char.isalnum() for char in behind) else ""


@rule("GEO111", "header-with-equals", Severity.ERROR, since="0.1")
def header_with_equals(ini: IniSource) -> Iterator[Finding]:
    """A section header on a line that holds '='.

    ## What goes wrong

    A line with `=` is an entry for GE, whatever else it looks like. `[ByNodeName]=` is dropped with a warning in GE's own log,
    `[ByNodeName] conv=high_precision` sets a mode for something called `[ByNodeName] conv`, and neither opens a section.

    ## Example

    ```ini
    [ByNodeName] = on
    encoder/softmax=high_precision
    ```

    ## Use instead

    ```ini
    [ByNodeName]
    encoder/softmax=high_precision
    ```

    ## Fix safety

    The fix puts the header on a line of its own. It opens a section GE did not see, so it is unsafe.
    """
    document = ini.document
    owned = ini.owned(header_with_equals.code)
    stored = [index for index, key in ini.stored("[") if guess_section(key) is not None]
    for index in sorted([*owned, *stored]):
        line = document.lines[index]
        text = line.strip(WHITE_SPACE)
        key, _, value = (part.strip(WHITE_SPACE) for part in text.partition("="))
        meant = guess_section(text)
        moved, related = moved_entries(ini, index)
        does = f"stores an entry for {quoted(key)}" if index in stored else "drops it as an entry without a mode"
        header = f"[{meant.value}]" if meant else key
        span = ini.text_span(index)
        fix = None
        if meant is not None:
            behind = key[key.find("]") + 1 :].strip(WHITE_SPACE) if "]" in key else ""
            entry = f"{behind}={value}" if behind and value in MODES else ""
            end = "\r\n" if line.endswith("\r") else "\n"
            content = header + (end + entry if entry else "")
            fix = replacement(f"write {header}", span.offset, span.end_offset, encode(content), safe=False)
        yield header_with_equals.finding(
            f"{quoted(text)} holds '=', so it opens no section: GE {does}{'; ' + moved if moved else ''}",
            span,
            path=ini.path,
            hint=f"write {header} on a line of its own"
            if meant
            else "the sections are [ByOpType] and [ByNodeName], without '='",
            source=ENTRY_SOURCE,
            related=related,
            fix=fix,
        )
