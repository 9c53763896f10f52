"""Rules on what an entry says: a mode that is none, and the same key twice."""

from __future__ import annotations

import functools
from collections.abc import Iterator

from geopts.facts.dialects import MODES
from geopts.findings import Finding, Related, Severity, build, replacement
from geopts.ini import WHITE_SPACE, Section
from geopts.rules.ini_source import IniSource
from geopts.rules.meant_mode import meant_modes
from geopts.rules.registry import rule
from geopts.rules.wording import ALL_MODES, FIRST_WINS_SOURCE, MODE_SOURCE, quoted

__all__ = ["contradicting_entry", "repeated_entry", "unknown_mode"]

#: Values of other options and files, with what they are.
_FOREIGN_VALUES = {
    "default": "what an operator has without an entry",
    "optional": "a word of the operators' build",
    "high_precision_for_all": "a value of op_select_implmode",
    "high_performance_for_all": "a value of op_select_implmode",
    "high_performance_lv1": "a mode of some kernels that GE's parser does not know",
    "force_fp16": "a value of precision_mode",
    "force_fp32": "a value of precision_mode",
    "allow_fp32_to_fp16": "a value of precision_mode",
    "must_keep_origin_dtype": "a value of precision_mode",
    "allow_mix_precision": "a value of precision_mode",
    "cube_fp16in_fp32out": "a value of precision_mode",
    "fp16": "a value of precision_mode_v2",
    "origin": "a value of precision_mode_v2",
    "mixed_float16": "a value of precision_mode_v2",
    "mixed_bfloat16": "a value of precision_mode_v2",
    "mixed_hif8": "a value of precision_mode_v2",
    "true": "a value of allow_hf32",
    "false": "a value of allow_hf32",
    "1": "a value of allow_hf32",
    "0": "a value of allow_hf32",
}
_QUOTES = "\"'`\u201c\u201d\u2018\u2019\u300c\u300d"
_ALLOWED = f"the modes are {ALL_MODES}"


@rule("GEO201", "unknown-mode", Severity.ERROR, since="0.1")
def unknown_mode(ini: IniSource) -> Iterator[Finding]:
    """A value that is none of the eight modes.

    ## What goes wrong

    GE compares the value with its eight modes byte by byte: case counts, and quotes, lists and trailing punctuation make another word.
    It drops the entry, writes two warnings to its own log and goes on.

    ## Example

    ```ini
    Gelu=high_precison
    ```

    ## Use instead

    ```ini
    Gelu=high_precision
    ```

    The modes are high_performance, high_precision, super_performance, support_out_of_bound_index, enable_float_32_execution,
    enable_hi_float_32_execution, keep_fp16 and norm_class. An entry has one mode; the lists of `all_ops_impl_mode.ini` say what an operator
    may have.

    ## Fix safety

    Where one mode is close the fix writes it. It makes an entry of a line GE dropped, so it is unsafe.
    """
    lines, span_of, path = ini.document.lines, ini.document.span, ini.path
    code, name, severity = unknown_mode.code, unknown_mode.name, unknown_mode.severity
    for index in ini.owned(code):
        head, _, tail = lines[index].partition("=")
        value = tail.strip(WHITE_SPACE)
        what, hint, mode, label = _advice(value)
        start = len(head) + 1 + (tail.index(value) if value != tail else 0)
        span = span_of(index, start, start + len(value))
        fix = replacement(label, span.offset, span.end_offset, mode, safe=False) if mode else None
        message = f"{head.strip(WHITE_SPACE)}: {what}"
        yield build(Finding, (code, name, severity, message, hint, MODE_SOURCE, path, span, (), fix, ""))


@functools.lru_cache(maxsize=1024)
def _advice(value: str) -> tuple[str, str, bytes, str]:
    """Give, for one value: what it is, the hint, and the mode to write with the label of that fix, both empty when none is plain."""
    drops = "so GE drops the entry and only its own log says so"
    if not value.isidentifier():
        odd = _advice_on_more(value, drops)
        if odd is not None:
            return odd
    lower = value.lower()
    if lower in MODES:
        return f"GE's modes are written in lower case, {quoted(value)} is none of them, {drops}", *_write(lower)
    foreign = _FOREIGN_VALUES.get(lower)
    if foreign:
        hint = "delete the line to leave the operator at its default" if lower == "default" else _ALLOWED
        return f"{quoted(value)} is no mode but {foreign}, {drops}", hint, b"", ""
    return f"{quoted(value)} is no mode, {drops}", *_write(*meant_modes(value))


def _advice_on_more(value: str, drops: str) -> tuple[str, str, bytes, str] | None:
    """Give the advice on a value that is more than one word; None when what it is more by says nothing."""
    if value.startswith("="):
        rest = value.lstrip("=" + WHITE_SPACE)
        return f"the value {quoted(value)} starts with a second '=', {drops}", *_write(*meant_modes(rest))
    bare = value.strip(_QUOTES)
    if bare != value and meant_modes(bare):
        return f"the quotes belong to the value {quoted(value)} for GE, {drops}", *_write(*meant_modes(bare))
    parts = [part.strip(WHITE_SPACE) for part in value.replace(";", ",").split(",")]
    if len(parts) > 1 and parts[0] in MODES:
        if "=" in value:
            return f"two entries stand on one line, {drops}", f"write one entry a line; {_ALLOWED}", b"", ""
        if not any(parts[1:]):
            return f"{quoted(value)} ends in punctuation, which GE takes for a part of the mode, {drops}", *_write(
                parts[0]
            )
        return (
            f"{quoted(value)} lists several modes, as all_ops_impl_mode.ini does to say what is possible, {drops}",
            f"write one of them: {' or '.join(part for part in parts if part)}",
            b"",
            "",
        )
    words = value.split()
    if len(words) > 1 and words[0] in MODES:
        what = "two entries stand on one line" if "=" in value else f"{quoted(value)} is a mode and more"
        return f"{what}, {drops}", f"write one entry a line with nothing behind its mode; {_ALLOWED}", b"", ""
    return None


def _write(*modes: str) -> tuple[str, bytes, str]:
    if len(modes) == 1:
        return f"write {modes[0]}; {_ALLOWED}", modes[0].encode(), f"write {modes[0]}"
    return (f"write {' or '.join(modes)}; {_ALLOWED}" if modes else _ALLOWED), b"", ""


@rule("GEO202", "repeated-entry", Severity.WARNING, since="0.1")
def repeated_entry(ini: IniSource) -> Iterator[Finding]:
    """The same key with the same mode once more.

    ## What goes wrong

    The first entry of a key stays, so the second has no effect. As both say the same nothing is lost today; who edits only one of them
    tomorrow may edit the wrong one.

    ## Example

    ```ini
    Gelu=high_precision
    Gelu=high_precision
    ```

    ## Use instead

    ```ini
    Gelu=high_precision
    ```

    ## Fix safety

    The fix deletes the second entry, which GE does not use: safe.
    """
    document, path = ini.document, ini.path
    code, name, severity = repeated_entry.code, repeated_entry.name, repeated_entry.severity
    size = len(ini.data)
    related: dict[int, tuple[Related, ...]] = {}
    for index, key, first, _ in _again(ini, code):
        if first not in related:
            related[first] = (Related("the entry that counts", ini.key_span(first)),)
        message = f"{key} has this mode already, in line {first + 1}: GE keeps the first entry and drops this one"
        offsets = document.offsets
        end = offsets[index + 1]
        fix = replacement("delete the line", offsets[index], min(size, end), b"", safe=True)
        span = ini.text_span(index)
        yield Finding(
            code, name, severity, message, "delete the line", FIRST_WINS_SOURCE, path, span, related[first], fix
        )


@rule("GEO203", "contradicting-entry", Severity.ERROR, since="0.1")
def contradicting_entry(ini: IniSource) -> Iterator[Finding]:
    """The same key once more, with another mode.

    ## What goes wrong

    The first entry of a key stays, whatever its mode, and GE logs nothing. In most other ini files the last one would count.

    ## Example

    ```ini
    Gelu=high_performance
    Gelu=high_precision
    ```

    ## Use instead

    ```ini
    Gelu=high_precision
    ```

    ## Fix safety

    The fix deletes the entry GE drops. What GE loads stays the same, but it may be the other entry that was wanted, so it is unsafe.
    """
    document = ini.document
    size = len(ini.data)
    for index, key, first, mode in _again(ini, contradicting_entry.code):
        offsets = document.offsets
        value = document.lines[index].partition("=")[2].strip(WHITE_SPACE)
        yield contradicting_entry.finding(
            f"{key} is {mode} since line {first + 1}: GE keeps the first entry and drops this one with {value}",
            ini.text_span(index),
            path=ini.path,
            hint=f"keep one of the two: write {value} in line {first + 1}, or delete this line",
            source=FIRST_WINS_SOURCE,
            related=(Related("the entry that counts", ini.key_span(first)),),
            fix=replacement(
                "delete the line that GE drops", offsets[index], min(offsets[index + 1], size), b"", safe=False
            ),
        )


def _again(ini: IniSource, code: str) -> Iterator[tuple[int, str, int, str]]:
    """Yield index and key of the entries that come again, with the index and the mode of the entry that counts."""
    lines = ini.document.lines
    owned = ini.owned(code)
    if not owned:
        return
    keys = [lines[index].partition("=")[0].strip(WHITE_SPACE) for index in owned]
    by_name = [section is Section.BY_NODE_NAME for section in ini.sections_of(owned)]
    types = {
        key: line
        for line, key in ini.locate(Section.BY_OP_TYPE, {k for k, n in zip(keys, by_name, strict=True) if not n})
    }
    names = {
        key: line
        for line, key in ini.locate(Section.BY_NODE_NAME, {k for k, n in zip(keys, by_name, strict=True) if n})
    }
    document = ini.document
    for index, key, named in zip(owned, keys, by_name, strict=True):
        if named:
            yield index, key, names[key], document.by_node_name[key].value
        else:
            yield index, key, types[key], document.by_op_type[key].value
