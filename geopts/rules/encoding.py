"""Rules on bytes: marks, encodings, white space and line ends that GE takes literally."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from geopts.facts.dialects import MODES
from geopts.findings import Edit, Finding, Fix, Severity, Span, replacement
from geopts.ini import WHITE_SPACE, LineKind, Section, encode, scan
from geopts.rules import odd_bytes
from geopts.rules.headers import guess_section
from geopts.rules.ini_source import IniSource
from geopts.rules.order import in_order
from geopts.rules.patterns import lazy
from geopts.rules.registry import rule
from geopts.rules.sections import moved_entries, side
from geopts.rules.wording import LINE_SOURCE, LOOK_UP_SOURCE, plural, quoted

__all__ = ["byte_order_mark", "carriage_return", "odd_whitespace", "undecodable"]

_BAD = lazy("[\0\udc80-\udcff]")
_INNER_CARRIAGE_RETURN = lazy("\r+(?=[^\r])")
_MARK_BYTES = encode(odd_bytes.BYTE_ORDER_MARK)


@rule("GEO104", "byte-order-mark", Severity.ERROR, since="0.1")
def byte_order_mark(ini: IniSource) -> Iterator[Finding]:
    """A UTF-8 byte order mark at the start of the file.

    ## What goes wrong

    GE does not strip it, so the first line is not what it looks like. Before `[ByOpType]`, a blank line or a comment that is harmless.
    Before `[ByNodeName]` the header is not recognised and all names below silently become operator types. Before an entry the mark is
    part of the name, which then matches nothing.

    ## Example

    ```ini
    <U+FEFF>[ByNodeName]
    encoder/softmax=high_precision
    ```

    ## Use instead

    The same file saved as UTF-8 without a byte order mark.

    ## Fix safety

    The fix deletes the three bytes. It is safe where the first line means nothing to GE either way.
    """
    if not ini.data.startswith(_MARK_BYTES) or ini.wide:
        return
    document = ini.document
    text = document.lines[0].removeprefix(odd_bytes.BYTE_ORDER_MARK)
    behind = LineKind(scan(encode(text)).kinds[0]) if text else LineKind.BLANK
    moved, related = moved_entries(ini, 0)
    shown = quoted(text.strip(WHITE_SPACE))
    severity = Severity.ERROR
    if behind is LineKind.NAME_SECTION:
        effect = f"GE does not recognise {shown} behind it" + (f": {moved}" if moved else "")
    elif behind is LineKind.ENTRY:
        key = text.partition("=")[0].strip(WHITE_SPACE)
        effect = f"it is part of the name {quoted(key)} for GE, so the entry matches nothing"
    elif behind in (LineKind.BLANK, LineKind.COMMENT, LineKind.TYPE_SECTION):
        effect = "it is harmless here, since the first line changes nothing"
        severity = Severity.NOTE
    else:
        effect = f"GE drops the line {shown}, as it would without the mark"
    safe = behind not in (LineKind.NAME_SECTION, LineKind.ENTRY) and document.kinds[0] != LineKind.ENTRY
    yield byte_order_mark.finding(
        f"the file starts with a byte order mark, which GE does not strip: {effect}",
        document.span(0, 0, 1),
        path=ini.path,
        hint="save the file as UTF-8 without a byte order mark",
        source=LINE_SOURCE,
        related=related,
        fix=replacement("delete the byte order mark", 0, len(_MARK_BYTES), b"", safe=safe),
        severity=severity,
    )


@rule("GEO107", "undecodable", Severity.ERROR, since="0.1")
def undecodable(ini: IniSource) -> Iterator[Finding]:
    """Bytes that are no text in UTF-8.

    ## What goes wrong

    GE reads bytes and decodes nothing. In a UTF-16 or UTF-32 file no header, name or mode is what it looks like, so nothing is loaded. A
    NUL or a byte that is no UTF-8 stays in the name or spoils the mode; a node of a model whose names are UTF-8 never has such a name.

    ## Example

    A file saved as "Unicode" (UTF-16) by a Windows editor.

    ## Use instead

    The same file saved as UTF-8 without a byte order mark.

    ## Fix safety

    For UTF-16 and UTF-32 the fix converts the file. GE then loads entries it did not see before, so it is unsafe.
    """
    document = ini.document
    if ini.wide:
        yield from _wide(ini, *ini.wide)
        return
    lines = document.lines
    for index in ini.owned(undecodable.code):
        text = lines[index].strip(WHITE_SPACE)
        yield undecodable.finding(
            f"{quoted(text)} holds {_what(text)}: GE takes the bytes as they are and drops the line",
            ini.text_span(index),
            path=ini.path,
            hint="save the file as UTF-8",
            source=LINE_SOURCE,
        )
    if ini.plain or not _BAD.search("\n".join(lines)):
        return
    for section, table in ini.tables():
        for index, key in ini.locate(section, [key for key in table if _BAD.search(key)]):
            yield undecodable.finding(
                f"the name {quoted(key)} holds {_what(key)}: it matches only a name with the same bytes, and names of a model are UTF-8",
                ini.key_span(index, key),
                path=ini.path,
                hint="save the file as UTF-8",
                source=LOOK_UP_SOURCE,
                severity=Severity.NOTE,
            )


def _what(text: str) -> str:
    return "a NUL byte" if "\0" in text else "bytes that are no UTF-8"


def _wide(ini: IniSource, name: str, codec: str) -> Iterator[Finding]:
    document = ini.document
    last = len(document) - 1
    try:
        converted = encode(ini.data.decode(codec).lstrip(odd_bytes.BYTE_ORDER_MARK))
        fix = replacement("convert the file to UTF-8", 0, len(ini.data), converted, safe=False)
    except UnicodeError:
        fix = None
    end = document.span(last, 0, len(document.lines[last])) if last >= 0 else Span(1, 1, 1, 1)
    yield undecodable.finding(
        f"the file is {name}: GE reads bytes and decodes nothing, so not one of its lines can count",
        Span(1, 1, end.end_line, end.end_column, 0, end.end_offset),
        path=ini.path,
        hint="save the file as UTF-8 without a byte order mark",
        source=LINE_SOURCE,
        fix=fix,
    )


@rule("GEO108", "odd-whitespace", Severity.ERROR, since="0.1")
def odd_whitespace(ini: IniSource) -> Iterator[Finding]:
    """White space that GE does not trim.

    ## What goes wrong

    GE trims space, tab, CR, VT and FF, and nothing else. A no-break space, a full-width space (U+3000), a line separator or a zero-width
    character, as copied from a web page or a chat, stays in the name, spoils the mode, or hides a header.

    ## Example

    ```ini
    Gelu=high_precision<U+00A0>
    ```

    ## Use instead

    ```ini
    Gelu=high_precision
    ```

    ## Fix safety

    The fix removes the characters. It is safe on a line that means nothing to GE either way, and unsafe where an entry or a header appears.
    """
    dropped = (_dropped_by_odd(ini, index) for index in ini.owned(odd_whitespace.code))
    yield from in_order((dropped, *(_odd_names(ini, section, table) for section, table in ini.tables())))


def _odd_names(ini: IniSource, section: Section, table: Mapping[str, object]) -> Iterator[Finding]:
    """Yield the entries of a section that GE stores under a name with odd characters at its edge."""
    if ini.plain or ini.wide or not odd_bytes.ODD_BYTES.search(ini.data):
        return
    what = side(section).removesuffix("s")
    odd = [key for key in table if odd_bytes.strip_odd(key) != key]
    for index, key in ini.locate(section, odd):
        if index == 0 and key.startswith(odd_bytes.BYTE_ORDER_MARK):
            continue
        cleaned = odd_bytes.strip_odd(key)
        span = ini.key_span(index, key)
        yield odd_whitespace.finding(
            f"the name {quoted(cleaned)} has {_odd_characters(key)} at its edge, which GE keeps: the entry matches no {what} of that name",
            span,
            path=ini.path,
            hint=f"write {cleaned}={table[key]}",
            source=LOOK_UP_SOURCE,
            fix=replacement("remove the odd white space", span.offset, span.end_offset, encode(cleaned), safe=False),
            severity=Severity.WARNING,
        )


def _odd_characters(text: str) -> str:
    return " and ".join([odd_bytes.character_name(char) for char in odd_bytes.odd_characters(text)[:2]])


def _dropped_by_odd(ini: IniSource, index: int) -> Finding:
    document = ini.document
    line = document.lines[index]
    cleaned = odd_bytes.without_odd(line)
    moved, related = moved_entries(ini, index)
    severity, safe = Severity.ERROR, True
    if not cleaned:
        effect, severity = "GE does not take the line for a blank one, and ignores it all the same", Severity.NOTE
    elif "=" in cleaned:
        key, _, value = cleaned.partition("=")
        key, safe = key.rstrip(WHITE_SPACE), False
        if value.lstrip(WHITE_SPACE) in MODES:
            effect = f"the value of {quoted(key)} is no mode with it, so GE drops the entry"
        else:
            effect = f"the value of {quoted(key)} is nothing else, so GE drops the entry"
    elif (meant := guess_section(cleaned)) is not None:
        safe = document.section(index) is meant
        effect = f"GE does not recognise the header {quoted(cleaned)}" + (f": {moved}" if moved else "")
        severity = Severity.WARNING if safe else Severity.ERROR
    else:
        effect, severity = "GE does not take the line for a comment, and ignores it all the same", Severity.NOTE
    span = ini.text_span(index)
    start = document.offset(index) if cleaned.startswith("#") else span.offset
    return odd_whitespace.finding(
        f"the line holds {_odd_characters(line)}, which GE does not trim: {effect}",
        span,
        path=ini.path,
        hint="remove the character" if not cleaned else f"write {cleaned}",
        source=LINE_SOURCE,
        related=related,
        fix=replacement("remove the odd white space", start, span.end_offset, encode(cleaned), safe=safe),
        severity=severity,
    )


@rule("GEO113", "carriage-return", Severity.ERROR, since="0.1")
def carriage_return(ini: IniSource) -> Iterator[Finding]:
    """A carriage return that ends no line.

    ## What goes wrong

    GE ends a line at LF only. Where a CR stands alone, as in files of old Macintosh programs or after a careless conversion, what an editor
    shows as several lines is one line for GE, with one name and one value. CR before LF is trimmed and does no harm.

    ## Example

    ```ini
    Gelu=high_precision<CR>Tanh=high_precision
    ```

    ## Use instead

    One entry a line, with LF or CRLF at its end.

    ## Fix safety

    The fix turns the CRs into LFs. GE then reads other entries than before, so it is unsafe.
    """
    document = ini.document
    owned = ini.owned(carriage_return.code)
    stored: list[int] = []
    if not ini.plain and not ini.wide and b"\r" in ini.data:
        for section, table in ini.tables():
            stored += [index for index, _ in ini.locate(section, [key for key in table if "\r" in key])]
    for index in sorted([*owned, *stored]):
        line = document.lines[index]
        text = line.strip(WHITE_SPACE)
        span = ini.text_span(index)
        shown = [part for part in re.split("\r+", text) if part]
        effect = (
            f"stores one entry for {quoted(text.partition('=')[0].strip(WHITE_SPACE))}"
            if index in stored
            else "drops it"
        )
        edits = tuple(
            Edit(at, at + found.end() - found.start(), b"\n")
            for found in _INNER_CARRIAGE_RETURN.finditer(text)
            for at in [span.offset + len(encode(text[: found.start()]))]
        )
        yield carriage_return.finding(
            f"{plural(len(shown), 'line')} that only a CR ends are one line for GE, which {effect}",
            span,
            path=ini.path,
            hint="end lines with LF or CRLF",
            source=LINE_SOURCE,
            fix=Fix("end the lines with LF", edits, safe=False),
        )
