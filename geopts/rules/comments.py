"""Rules on comments in a form that GE does not know."""

from __future__ import annotations

from collections.abc import Iterator

from geopts.facts.dialects import MODES
from geopts.findings import Edit, Finding, Fix, Severity, build, replacement
from geopts.ini import WHITE_SPACE, encode
from geopts.rules.ini_source import IniSource
from geopts.rules.ownership import COMMENT_MARKS
from geopts.rules.registry import rule
from geopts.rules.wording import LINE_SOURCE, MODE_SOURCE, quoted

__all__ = ["not_a_comment", "trailing_comment"]


@rule("GEO105", "not-a-comment", Severity.WARNING, since="0.1")
def not_a_comment(ini: IniSource) -> Iterator[Finding]:
    """A line that looks like a comment and is none for GE.

    ## What goes wrong

    The only comment GE knows is a line whose first byte is `#`. With `;`, `//` or an indented `#`, GE reads the line like any other: one
    that holds `=` is an entry, stored under a name such as `;Gelu`. Without `=` the line is ignored all the same, which is harmless and
    told as a note.

    ## Example

    ```ini
    ;Gelu=high_precision
    ```

    ## Use instead

    ```ini
    #Gelu=high_precision
    ```

    ## Fix safety

    The fix puts `#` into the first column. It is safe where GE dropped the line anyway, and unsafe where it stored an entry.
    """
    document = ini.document
    owned = ini.owned(not_a_comment.code)
    stored = {index for index, _ in ini.stored(*COMMENT_MARKS)}
    for index in sorted([*owned, *stored]):
        line = document.lines[index]
        text = line.strip(WHITE_SPACE)
        mark = next(mark for mark in COMMENT_MARKS if text.startswith(mark))
        what = "an indented '#'" if mark == "#" else f"'{mark}'"
        if index in stored:
            key = text.partition("=")[0].strip(WHITE_SPACE)
            effect, severity = f"it reads an entry for {quoted(key)}", Severity.WARNING
        elif "=" in text:
            effect, severity = "it reads an entry and drops it, which only its own log tells", Severity.WARNING
        else:
            effect, severity = "it ignores the line only because it has no '='", Severity.NOTE
        span = ini.text_span(index)
        label, start = "put # into the first column", document.offset(index)
        yield not_a_comment.finding(
            f"{what} starts no comment for GE: {effect}",
            span,
            path=ini.path,
            hint=label,
            source=LINE_SOURCE,
            fix=replacement(label, start, span.offset + len(mark), b"#", safe=index not in stored),
            severity=severity,
        )


@rule("GEO106", "trailing-comment", Severity.ERROR, since="0.1")
def trailing_comment(ini: IniSource) -> Iterator[Finding]:
    """A comment behind an entry.

    ## What goes wrong

    Everything behind the first `=` is the value. With a comment in it the value is no mode, so GE drops the whole entry and only its own
    log says so.

    ## Example

    ```ini
    Gelu=high_precision  # needed for accuracy
    ```

    ## Use instead

    ```ini
    # needed for accuracy
    Gelu=high_precision
    ```

    ## Fix safety

    The fix moves the comment to a line of its own above. It makes an entry of a line GE dropped, so it is unsafe.
    """
    document, path = ini.document, ini.path
    lines, offsets, span_of = document.lines, document.offsets, document.span
    code, name, severity = trailing_comment.code, trailing_comment.name, trailing_comment.severity
    label, place_of = "move the comment above the entry", ini.comment_start
    for index in ini.owned(code):
        line = lines[index]
        head, _, tail = line.partition("=")
        key, value = head.strip(WHITE_SPACE), tail.strip(WHITE_SPACE)
        start = len(head) + 1 + (tail.index(value) if value != tail else 0)
        span = span_of(index, start, start + len(value))
        place = place_of(index, value)
        mode = value[:place].rstrip(WHITE_SPACE)
        hint, fix = _ALONE.get(mode), None
        if hint is None:
            hint = _no_mode(mode)
        else:
            # each of thousands of comments may be another one, so nothing is kept of them
            comment = value[place:].removeprefix("//").lstrip(_AROUND_COMMENT)
            end = "\r\n" if line[-1] == "\r" else "\n"
            content = encode(f"# {comment}{end}{key}={mode}" if comment else f"{key}={mode}")
            fix = build(Fix, (label, (build(Edit, (offsets[index], span[5], content)),), False))
        message = (
            f"{key}: the comment is part of the value {quoted(value)} for GE, which is no mode, so the entry is dropped"
        )
        yield build(Finding, (code, name, severity, message, hint, MODE_SOURCE, path, span, (), fix, ""))


_AROUND_COMMENT = "#;" + WHITE_SPACE
# one text for each mode, however many comments there are
_ALONE = {
    mode: f"write {mode} alone, and the comment on a line of its own above, # in the first column" for mode in MODES
}


def _no_mode(text: str) -> str:
    """Give the hint for a comment behind a text that is no mode, or behind nothing."""
    if text:
        return f"put the comment on a line of its own above; {quoted(text)} is no mode either"
    return "write a mode, and put the comment on a line of its own above"
