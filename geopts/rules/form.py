"""Rules on the form of a line: no ``=``, another file's line, a colon, nothing on one side of ``=``.

The other rules of the 1xx family stand in `geopts.rules.sections`, `.comments`, `.encoding` and `.portable`.
"""

from __future__ import annotations

from collections.abc import Iterator

from geopts.facts.dialects import MODES
from geopts.findings import Finding, Related, Severity, Span, replacement
from geopts.ini import WHITE_SPACE, LineKind, encode
from geopts.rules.foreign import colon_entry, line_format
from geopts.rules.headers import is_bracketed
from geopts.rules.ini_source import IniSource
from geopts.rules.meant_mode import meant_mode
from geopts.rules.patterns import lazy
from geopts.rules.registry import rule
from geopts.rules.wording import ENTRY_SOURCE, LINE_SOURCE, quoted

__all__ = ["colon_delimiter", "empty_key_or_value", "foreign_section", "ignored_line"]

_LAST_WORD = lazy(r"[a-z0-9_]{3,40}$")
_SEPARATORS = WHITE_SPACE + ",|->"


@rule("GEO101", "ignored-line", Severity.ERROR, since="0.1")
def ignored_line(ini: IniSource) -> Iterator[Finding]:
    """A line without '=' that is no section header.

    ## What goes wrong

    GE skips the line without a log entry and goes on. Whatever the line was meant to set is not set.

    ## Example

    ```ini
    [ByOpType]
    Gelu high_precision
    ```

    ## Use instead

    ```ini
    [ByOpType]
    Gelu=high_precision
    ```

    A comment starts with `#` in the first column. An entry cannot go on in the next line.

    ## Fix safety

    Where only the `=` is missing the fix puts it in. That makes an entry of a line GE ignored, so it is unsafe.
    """
    lines, span_of, path = ini.document.lines, ini.text_span, ini.path
    code, name, severity = ignored_line.code, ignored_line.name, ignored_line.severity
    for index in ini.owned(code):
        text = lines[index].strip(WHITE_SPACE)
        span = span_of(index)
        hint, written = _advice(text)
        fix = None
        if written:
            fix = replacement(f"write {written}", span.offset, span.end_offset, encode(written), safe=False)
        message = f"{quoted(text)} has no '=' and is no section header, so GE drops the line without a log entry"
        yield Finding(code, name, severity, message, hint, LINE_SOURCE, path, span, (), fix)


def _advice(text: str) -> tuple[str, str]:
    """Give the hint for an ignored line, and the entry it was meant to be where that is plain."""
    if text in MODES:
        return "a mode needs its operator on the same line: write name=mode", ""
    if not text.isascii():
        import unicodedata  # only where somebody wrote other signs

        plain = unicodedata.normalize("NFKC", text)
        if "=" in plain:
            key, _, value = (part.strip() for part in plain.partition("="))
            written = f"{key}={value}" if value in MODES else ""
            return "the equals sign is the full-width one; write the ASCII '='", written
    found = _LAST_WORD.search(text[-41:])
    if found is not None:
        word = found.group()
        head = text.removesuffix(word)
        key = head.rstrip(_SEPARATORS)
        mode = word if word in MODES else meant_mode(word)
        if mode is not None and key and key != head and len(key.split()) == 1:
            written = f"{key}={mode}"
            return f"write {written}", written if mode == word else ""
    if text.endswith("\\"):
        return "an entry cannot go on in the next line: write name=mode on one", ""
    return "write name=mode; for a comment put # into the first column", ""


@rule("GEO103", "foreign-section", Severity.ERROR, since="0.1")
def foreign_section(ini: IniSource) -> Iterator[Finding]:
    """A section or a line of another file format.

    ## What goes wrong

    GE knows two sections, `[ByOpType]` and `[ByNodeName]`. Any other one is ignored without a log entry and does not end the section
    before it: the entries below it count as if it were not there. Lines of other files (a keep_dtype list, customize_dtypes, a fusion
    switch file, a JSON mixlist, a list of node names) are ignored in the same way.

    ## Example

    ```ini
    [ByNodeType]
    Gelu=high_precision
    ```

    ## Use instead

    ```ini
    [ByOpType]
    Gelu=high_precision
    ```

    Give another file to the option it belongs to: `keep_dtype`, `customize_dtypes`, `fusion_switch_file`, `modify_mixlist`.

    ## Fix safety

    There is no fix: which section was meant is not known.
    """
    runs: list[tuple[str, list[int]]] = []
    lines = ini.document.lines
    for index in ini.owned(foreign_section.code):
        text = lines[index].strip(WHITE_SPACE)
        kind = ini.foreign or ("" if is_bracketed(text) else line_format(text))
        if runs and kind and runs[-1][0] == kind and runs[-1][1][-1] == index - 1:
            runs[-1][1].append(index)
        else:
            runs.append((kind, [index]))
    if ini.foreign and runs:
        (_, first), *more = runs
        related = [Related("more of it", _whole(ini, run)) for _, run in more]
        yield foreign_section.finding(
            f"the file is a {ini.foreign}, no list of modes: GE drops these lines without a log entry",
            _whole(ini, first),
            path=ini.path,
            hint=_where_it_belongs(ini.foreign),
            source=LINE_SOURCE,
            related=related,
        )
        return
    for kind, run in runs:
        text = lines[run[0]].strip(WHITE_SPACE)
        if kind:
            message = f"{quoted(text)} is a line of a {kind}: GE drops it here without a log entry"
            hint = _where_it_belongs(kind)
        else:
            section = ini.document.section(run[0])
            force = f"[{section.value}]" if section else "no section"
            message = (
                f"{quoted(text)} is no section GE knows: it ignores the line, and entries below still belong to {force}"
            )
            hint = "the sections are [ByOpType] and [ByNodeName], spelled exactly so"
        yield foreign_section.finding(message, _whole(ini, run), path=ini.path, hint=hint, source=LINE_SOURCE)


def _whole(ini: IniSource, run: list[int]) -> Span:
    first, last = ini.text_span(run[0]), ini.text_span(run[-1])
    return Span(first.line, first.column, last.end_line, last.end_column, first.offset, last.end_offset)


def _where_it_belongs(kind: str) -> str:
    options = {
        "customize_dtypes file": "give that file to the option customize_dtypes",
        "keep_dtype list": "give that file to atc --keep_dtype",
        "fusion switch file": "give that file to the option fusion_switch_file",
        "JSON file": "a mixlist in JSON belongs to the option modify_mixlist; modes are written name=mode, one a line",
    }
    return options.get(kind, "write name=mode on every line, node names below [ByNodeName]")


@rule("GEO109", "colon-delimiter", Severity.ERROR, since="0.1")
def colon_delimiter(ini: IniSource) -> Iterator[Finding]:
    """An entry written with ':' instead of '='.

    ## What goes wrong

    Many ini files take `key: value`. GE looks for `=` only, so the line is ignored without a log entry.

    ## Example

    ```ini
    Gelu: high_precision
    ```

    ## Use instead

    ```ini
    Gelu=high_precision
    ```

    ## Fix safety

    The fix writes `=`. It makes an entry of a line GE ignored, so it is unsafe.
    """
    lines, text_span, path = ini.document.lines, ini.text_span, ini.path
    code, name, severity = colon_delimiter.code, colon_delimiter.name, colon_delimiter.severity
    for index in ini.owned(code):
        text = lines[index].strip(WHITE_SPACE)
        found = colon_entry(text)
        if found is None:
            continue
        key, value = found[0].strip("\"'"), found[1]
        mode = value if value in MODES else meant_mode(value)
        written = f"{key}={mode or 'mode'}"
        hint = f"write {written}"
        span = text_span(index)
        fix = replacement(hint, span.offset, span.end_offset, encode(written), safe=False) if mode else None
        message = f"{quoted(text)} is written with ':', and GE takes '=' only: it drops the line without a log entry"
        yield Finding(code, name, severity, message, hint, LINE_SOURCE, path, span, (), fix)


@rule("GEO110", "empty-key-or-value", Severity.ERROR, since="0.1")
def empty_key_or_value(ini: IniSource) -> Iterator[Finding]:
    """An entry with nothing on one side of '='.

    ## What goes wrong

    GE writes a warning to its own log, drops the entry and goes on.

    ## Example

    ```ini
    Gelu=
    ```

    ## Use instead

    ```ini
    Gelu=high_precision
    ```

    To leave an operator at its default, delete the line or comment it out with `#` in the first column.

    ## Fix safety

    There is no fix: what was left out is not known.
    """
    document, path = ini.document, ini.path
    code, name, severity = empty_key_or_value.code, empty_key_or_value.name, empty_key_or_value.severity
    for index in ini.owned(code):
        text = document.lines[index].strip(WHITE_SPACE)
        if document.kinds[index] == LineKind.EMPTY_KEY:
            what, hint = "no name stands before '='", "write the operator type or the node name before '='"
        else:
            what, hint = "no mode stands behind '='", "write a mode behind '=', or delete the line to leave the default"
        message = f"{quoted(text)}: {what}, so GE drops the entry and only its own log says so"
        yield Finding(code, name, severity, message, hint, ENTRY_SOURCE, path, ini.text_span(index))
