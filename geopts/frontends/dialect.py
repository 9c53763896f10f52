"""Between GE's texts and the values of one front end's key, in both directions, by the rows alone."""

from __future__ import annotations

import re
from collections.abc import Iterator
from difflib import get_close_matches

import attrs

from geopts.errors import OptionValueError
from geopts.facts.frontend_rows import FrontEndKey, ValueMap, Written
from geopts.facts.frontends import COMPANIONS, ENDINGS, VALUE_MAPS
from geopts.facts.options import BY_KEY
from geopts.option_set import option_type
from geopts.values import AllowHF32

__all__ = [
    "Encoded",
    "Problem",
    "check_value",
    "companion_of",
    "decode",
    "encode",
    "enforced",
    "is_expression",
    "kind_of",
    "same_texts",
    "unquoted",
    "variables_in",
]

#: Tables whose values are text on a command line, in a JSON string, a C string or a provider option, whatever their type.
_TEXT_TABLES = frozenset({"atc", "raw_ge_options", "aoe", "acl", "onnxruntime_cann", "tf1_environment"})
#: Tables of closed tools: the lists of values come from pages and wrappers and may be short of what the tool takes.
_CLOSED_TABLES = frozenset({"aoe"})
#: Tables whose front end turns every value into text by itself, so that 1 is "1" and True is "True".
_STRINGIFIED_TABLES = frozenset({"torch_npu_set_option", "onnxruntime_cann"})
#: Tables whose front end refuses text where it wants a bool: protobuf with a TypeError, the others by a list or a type test
#: (value_error of the tables).
_TYPED_TABLES = frozenset(
    {"tf1_parameter_map", "tf2_global_options", "torchair", "mindspore_ascend_config", "mindspore_op_precision"}
)
#: Types whose values are text. The types that are missing here are none of text, bool and int alone: dicts, lists, objects
#: of classes, functions, calls, "bool, int", what belongs to TensorFlow, and what is removed or ignored.
_TEXT_TYPES = frozenset(
    {"str", "str or None", "bytes", "path", "int as text", "unsigned int as text", "list text", "enum"}
)
_DIGITS = re.compile(r"[0-9]{1,18}", re.ASCII)
_INTEGER = re.compile(r"-?[0-9]{1,18}", re.ASCII)
_TRUE, _FALSE = frozenset({"1", "true", "True"}), frozenset({"0", "false", "False"})
#: ATC's words for a boolean flag (api/atc/cmd_flag_info.cc:240-255), compared without regard to case.
_FLAG_WORDS = frozenset({"1", "t", "true", "y", "yes", "0", "f", "false", "n", "no", ""})
_QUOTES = {'"': '"', "'": "'", "“": "”", "‘": "’", "”": "”", "’": "’", "「": "」", "`": "`", "\u00ab": "\u00bb"}  # noqa: RUF001  (pasted from documents, these end up in values)
_CALL = re.compile(r"[A-Za-z_][\w.]*\(.*\)\s*", re.DOTALL)
_ARITHMETIC = re.compile(r"\s*\(?\s*[0-9]+\s*(?:[-+*/]|<<|\*\*)[-+*/<>()\s0-9]*", re.ASCII)
_VARIABLE = re.compile(r"\$(?:[A-Za-z_]\w*|\{[^}]*\})|^~(?=/|$)|%[A-Za-z_]\w*%", re.ASCII)
#: ATC's list form of --output_type: node:output:TYPE, joined by semicolons (docs/zh/user_guides/atc_tools/CLI_options/--output_type.md).
_PER_NODE = re.compile(r"[^:;]+:[0-9]+:([A-Z0-9]+)")


@attrs.frozen
class Encoded:
    """A value for a front end.

    :ivar written: as the front end takes it.
    :ivar reaches: the text GE gets; None where the front end sends nothing.
    :ivar note: what to know about it; empty for nothing.
    """

    written: Written
    reaches: str | None
    note: str = ""


@attrs.frozen
class Problem:
    """Why a front end does not take a value.

    :ivar kind: ``wrong-type``, ``refused-value``, ``quoted-value`` or ``expression-string``.
    :ivar reason: in words, to follow the key and the value.
    :ivar hint: what to write instead.
    :ivar certain: the source proves it; otherwise a list of documents does not have the value.
    """

    kind: str
    reason: str
    hint: str = ""
    certain: bool = True


def kind_of(table: str, row: FrontEndKey) -> str:
    """Give the Python kind of a key's values: ``text``, ``bool`` or ``int``; ``any`` where everything is taken."""
    if table in _TEXT_TABLES:
        return "text"
    if row.value_type in ("bool", "int"):
        return row.value_type
    textual = row.value_type in _TEXT_TYPES or row.value_type.startswith("existing ")
    return "text" if textual or (row.value_type == "any" and row.values is not None) else "any"


def enforced(table: str, row: FrontEndKey) -> bool:
    """Say whether the front end checks a value against the list of the row."""
    unchecked = row.value_check == "none" or row.values_enforced is False or row.enforced is False
    return not unchecked and table not in _CLOSED_TABLES and "command line does not check" not in (row.note or "")


def same_texts(key: str, text: str) -> tuple[str, ...]:
    """Give the texts that mean the same to GE as ``text``, itself first."""
    if key == "ge.exec.allow_hf32":
        try:
            value = option_type(key).parse(text)
        except OptionValueError:
            return (text,)
        words = ("true", "1", "11") if value == AllowHF32(True, True) else ("false", "0", "00")
        return tuple(dict.fromkeys((text, *words))) if value.conv is value.matmul else (text,)
    return (text,)


def companion_of(table: str, row: FrontEndKey) -> tuple[str, str, str] | None:
    """Give the GE key and text without which the front end does not send this key, and the source; None for no such rule."""
    return next(
        ((c.ge_key, c.text, c.source) for c in COMPANIONS if (c.table, c.spelling) == (table, row.spelling)), None
    )


def encode(table: str, row: FrontEndKey, key: str, text: str) -> Encoded | Problem:
    """Find the value that makes a front end send ``text``, or one that means the same to GE, for ``key``."""
    mapped = VALUE_MAPS.get((table, row.spelling))
    if mapped is not None:
        return _encode_mapped(mapped, text)
    kind = kind_of(table, row)
    problem: Problem | None = None
    for candidate in same_texts(key, text):
        written = _as_kind(kind, candidate)
        if written is None:
            continue
        problem = problem or check_value(table, row, written)
        if check_value(table, row, written) is None or not enforced(table, row):
            return _ended(table, row, written, _reaches(kind, candidate))
    allowed = ", ".join(str(value) for value in row.values or ()) or f"values of type {row.value_type}"
    if row.values == ():
        return Problem("refused-value", f"{row.spelling} takes no value any more: {row.note}")
    return Problem(
        "refused-value", f"{text!r} cannot be given here: {row.spelling} takes {allowed}", f"choose one of {allowed}"
    )


def _encode_mapped(mapped: ValueMap, text: str) -> Encoded | Problem:
    for written, reaches in mapped.pairs:
        if reaches == text:
            return Encoded(written, reaches)
    allowed = ", ".join(f"{written!r} (GE gets {reaches!r})" for written, reaches in mapped.pairs)
    other = f"; every other value makes it {mapped.anything_else!r}" if mapped.anything_else is not None else ""
    reason = f"{text!r} cannot be given here: {mapped.spelling} takes {allowed}{other}"
    return Problem("refused-value", reason, f"choose one of {allowed}")


def _as_kind(kind: str, text: str) -> Written | None:
    if kind == "bool":
        return True if text in _TRUE else False if text in _FALSE else None
    if kind == "int":
        return int(text) if _INTEGER.fullmatch(text) else 1 if text in _TRUE else 0 if text in _FALSE else None
    return text


def _reaches(kind: str, text: str) -> str:
    """Give the text a value arrives as: frameworks send a bool as 1 or 0 unless a value map says otherwise."""
    if kind in ("bool", "int") and not _INTEGER.fullmatch(text):
        return "1" if text in _TRUE else "0"
    return text


def _ended(table: str, row: FrontEndKey, written: Written, reaches: str) -> Encoded:
    """Close a value to which the front end appends something, so that the last part of it survives."""
    for ending in ENDINGS:
        if (ending.table, ending.spelling) == (table, row.spelling) and isinstance(written, str):
            closed = written if written.endswith(ending.close_with) else written + ending.close_with
            why = f", so the value must end with {ending.close_with!r}" if ending.close_with else ""
            return Encoded(closed, closed + ending.appended, f"{ending.appended!r} is always appended{why}")
    return Encoded(written, reaches)


def check_value(table: str, row: FrontEndKey, written: Written) -> Problem | None:
    """Check a value against type, list, range and pattern of a row; None when nothing speaks against it."""
    kind = kind_of(table, row)
    if table in _STRINGIFIED_TABLES:
        written = str(written)
    problem = _check_type(table, kind, row, written)
    if problem is not None:
        return problem
    if kind == "bool" and isinstance(written, int):
        written = bool(written)  # list tests let 1 and 0 pass, and protobuf takes them
    if isinstance(written, str):
        if table in ("atc", "aoe") and row.value_type == "int" and not _DIGITS.fullmatch(written):
            return _unexpected(table, row, written, "takes decimal digits only")
        if table == "atc" and row.value_type == "bool":
            known = written.lower() in _FLAG_WORDS
            return None if known else _unexpected(table, row, written, "takes true or false")
        if row.value_type in ("int as text", "unsigned int as text") and not _INTEGER.fullmatch(written):
            return _unexpected(table, row, written, "takes decimal digits only")
        if row.value_pattern and not re.match(row.value_pattern, written):
            return _unexpected(table, row, written, f"must match {row.value_pattern}")
    if isinstance(written, int) and row.value_range and not row.value_range[0] <= written <= row.value_range[1]:
        return _unexpected(table, row, written, f"takes {row.value_range[0]} to {row.value_range[1]}")
    if row.values is None or _listed(row, written):
        return None
    if written == "" and row.empty_ok:
        return None
    return _unexpected(
        table,
        row,
        written,
        "takes " + ", ".join(str(v) for v in row.values) if row.values else "takes no value any more",
    )


def _listed(row: FrontEndKey, written: Written) -> bool:
    values = row.values or ()
    if any(value == written and isinstance(value, bool) is isinstance(written, bool) for value in values):
        return True
    if row.ge_key == "ge.outputDatatype" and isinstance(written, str) and ":" in written:
        parts = written.removesuffix(";").split(";")
        found = [_PER_NODE.fullmatch(part) for part in parts]
        return all(match is not None and match[1] in values for match in found)
    if row.ge_key == "ge.enableAttrCompression" and isinstance(written, str):
        return written.lower() in values  # compared without regard to case, says the row
    return False


def _check_type(table: str, kind: str, row: FrontEndKey, written: Written) -> Problem | None:
    is_bool = isinstance(written, bool)
    if kind == "bool" and not is_bool:
        listed = isinstance(written, int) and written in (0, 1)
        if listed:
            return None
        if table in _TYPED_TABLES:
            return Problem(
                "wrong-type",
                f"is {type(written).__name__} where {row.spelling} takes True or False, and this is an error",
                "write True or False without quotes",
            )
        trap = isinstance(written, str) and written.strip().lower() in ("false", "0", "off", "disable", "no")
        reason = f"is {type(written).__name__} where {row.spelling} takes True or False"
        return Problem(
            "wrong-type",
            reason + (", and a text that is not empty counts as True" if trap else ""),
            "write True or False without quotes",
            certain=False,
        )
    if kind == "int" and (is_bool or not isinstance(written, int)):
        certain = not is_bool
        return Problem(
            "wrong-type",
            f"is {type(written).__name__} where {row.spelling} takes an int",
            "write a number without quotes",
            certain,
        )
    if kind == "text" and not isinstance(written, str):
        return Problem(
            "wrong-type",
            f"is {type(written).__name__} where {row.spelling} takes text",
            f"write {_as_text(written, row)!r}",
        )
    return None


def _as_text(written: Written, row: FrontEndKey) -> str:
    """Give the text that is meant, in the words of the key where it lists them."""
    words = (str(written), str(written).lower()) if isinstance(written, bool) else (str(written),)
    listed = [word for word in words if word in (row.values or ())]
    return listed[0] if listed else str(int(written)) if isinstance(written, bool) else str(written)


def _unexpected(table: str, row: FrontEndKey, written: Written, allowed: str) -> Problem:
    text = str(written)
    inner = unquoted(text)
    if inner is not None:
        return Problem(
            "quoted-value",
            "has quotes inside the value, and they belong to it",
            f"write {inner!r} without the inner quotes",
        )
    if isinstance(written, str) and is_expression(text):
        return Problem(
            "expression-string",
            f"is the text of an expression; nobody computes it, and {row.spelling} {allowed}",
            "write the value itself, or take the quotes away",
        )
    texts = [str(value) for value in row.values or () if value is not None]
    close = get_close_matches(text.strip().lower(), texts, n=1, cutoff=0.6)
    hint = f"did you mean {close[0]!r}?" if close else f"{row.spelling} {allowed}"
    return Problem("refused-value", f"is not allowed: {row.spelling} {allowed}", hint, certain=enforced(table, row))


def unquoted(text: str) -> str | None:
    """Give a text without the quotes that enclose it, or None when it has none. Quotes pasted from documents count."""
    return text[1:-1] if len(text) > 1 and text[0] in _QUOTES and text[-1] in (text[0], _QUOTES[text[0]]) else None


def is_expression(text: str) -> bool:
    """Say whether a text is that of a call or of arithmetic, which somebody put in quotes by mistake."""
    return bool(_CALL.fullmatch(text) or _ARITHMETIC.fullmatch(text))


def variables_in(text: str) -> Iterator[str]:
    """Yield the shell variables a text names; in a string literal nobody expands them."""
    return (match[0] for match in _VARIABLE.finditer(text))


def decode(table: str, row: FrontEndKey, written: Written) -> tuple[str | None, Problem | None]:
    """Give the text that reaches GE for a value as written, and what is wrong with the value.

    The text is None where the front end refuses the value.
    """
    problem = check_value(table, row, written)
    if table in _STRINGIFIED_TABLES:
        written = str(written)
    mapped = VALUE_MAPS.get((table, row.spelling))
    if mapped is not None:
        text = next(
            (t for w, t in mapped.pairs if w == written and isinstance(w, bool) is isinstance(written, bool)), None
        )
        if text is None and isinstance(written, int) and row.value_type == "bool":
            text = next((t for w, t in mapped.pairs if w == bool(written)), None)
        if text is None and problem is None:
            problem = _unexpected(table, row, written, "takes " + ", ".join(str(w) for w, _ in mapped.pairs))
        return text if text is not None else (
            mapped.anything_else if problem and not problem.certain else None
        ), problem
    if problem is not None and problem.certain:
        return None, problem
    if isinstance(written, bool) or (row.value_type == "bool" and isinstance(written, int)):
        return _bool_text(row, bool(written)), problem
    text = str(written)
    for ending in ENDINGS:
        if (ending.table, ending.spelling) == (table, row.spelling) and ending.close_with:
            if not text.endswith(ending.close_with):
                problem = problem or Problem(
                    "refused-value",
                    f"loses its last part: {ending.appended!r} is appended without a separator, so GE reads {text + ending.appended!r}",
                    f"end the value with {ending.close_with!r}",
                )
            text = text.removesuffix(ending.close_with)
    return text, problem


def _bool_text(row: FrontEndKey, state: bool) -> str:
    """Give a bool in the words of the GE option, so that it can be compared with what other front ends say."""
    option = BY_KEY.get(row.ge_key or "")
    if option is None:
        return "1" if state else "0"
    try:
        value = option_type(option.key).accept(state)
    except OptionValueError:
        return "1" if state else "0"
    return option_type(option.key).format(value)
