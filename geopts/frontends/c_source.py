"""C and C++ source read as tokens: the pairs of option maps and of aclSetCompileopt calls."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cache

import attrs

from geopts.facts.frontend_rows import FrontEndRow
from geopts.facts.options import BY_CONSTANT, BY_KEY
from geopts.facts.rows import Call
from geopts.frontends.base import ReadResult
from geopts.frontends.collector import Collector, Range, Symbolic
from geopts.frontends.ge_dicts import looks_like_ge_key, take_ge_key
from geopts.frontends.keys import by_spelling

__all__ = ["read_compile_options", "read_ge_maps"]

_TOKEN = re.compile(
    r"""(?P<comment>//(?:[^\n\\]|\\.|\\\n)*|/\*.*?(?:\*/|\Z))
    |(?P<raw>(?:u8|[uUL])?R"(?P<mark>[^()\\\s]{0,16})\((?P<body>.*?)(?:\)(?P=mark)"|\Z))
    |(?P<string>(?:u8|[uUL])?"(?:[^"\\\n]|\\.)*")
    |(?P<char>'(?:[^'\\\n]|\\.)*')
    |(?P<name>[A-Za-z_]\w*(?:\s*(?:::|\.|->)\s*[A-Za-z_]\w*)*)
    |(?P<number>[0-9][\w.]*)
    |(?P<mark_>[^\s\w])""",
    re.DOTALL | re.VERBOSE | re.ASCII,
)
_ESCAPE = re.compile(r"\\([0-7]{1,3}|x[0-9a-fA-F]+|u[0-9a-fA-F]{4}|U[0-9a-fA-F]{8}|\r?\n|.)", re.DOTALL)
_SIMPLE = {"n": "\n", "t": "\t", "r": "\r", "a": "\a", "b": "\b", "f": "\f", "v": "\v"}
_OPENS, _CLOSES = "({[", ")}]"


@attrs.frozen(slots=False)
class _Token:
    kind: str
    text: str
    start: int
    end: int


def _tokens(text: str) -> list[_Token]:
    """Split a text; directives are left in, since their lines hold no pairs."""
    found: list[_Token] = []
    for match in _TOKEN.finditer(text):
        kind = match.lastgroup or ""
        if kind == "comment":
            continue
        if match["raw"] is not None:
            found.append(_Token("string", match["body"], match.start(), match.end()))
        elif kind == "string":
            found.append(
                _Token("string", _unescaped(match[0][match[0].index('"') + 1 : -1]), match.start(), match.end())
            )
        else:
            found.append(
                _Token(kind, re.sub(r"\s+", "", match[0]) if kind == "name" else match[0], match.start(), match.end())
            )
    return found


def _unescaped(body: str) -> str:
    if "\\" not in body:
        return body
    parts: list[bytes] = []
    at = 0
    for match in _ESCAPE.finditer(body):
        parts += [body[at : match.start()].encode("utf-8", "surrogatepass"), _escape_bytes(match[1])]
        at = match.end()
    parts.append(body[at:].encode("utf-8", "surrogatepass"))
    return b"".join(parts).decode("utf-8", "surrogateescape")


def _escape_bytes(escape: str) -> bytes:
    if escape[0] in "01234567":
        return bytes([int(escape, 8) & 0xFF])
    if escape[0] == "x" and len(escape) > 1:
        return bytes([int(escape[1:], 16) & 0xFF])
    if escape[0] in "uU" and len(escape) > 1:
        code = int(escape[1:], 16)
        return chr(code).encode("utf-8", "surrogatepass") if code <= 0x10FFFF else b"?"
    return b"" if escape.endswith("\n") else _SIMPLE.get(escape, escape).encode("utf-8", "surrogatepass")


@attrs.frozen(slots=False)
class _Pair:
    """A key and its value: ``{key, value}``, ``emplace(key, value)``, ``map[key] = value``."""

    key: _Token
    value: str | Symbolic
    value_at: Range
    owner: str


def _pairs(tokens: list[_Token], text: str) -> Iterator[_Pair]:
    owner = ""
    for i, token in enumerate(tokens):
        following = tokens[i + 1].text if i + 1 < len(tokens) else ""
        if token.kind == "name" and following in ("=", "{") and token.text != "return":
            owner = token.text.rpartition("::")[2]
        if token.kind not in ("string", "name") or i == 0:
            continue
        before = tokens[i - 1].text
        if following == "," and before in ("{", "("):
            end = _closing(tokens, i + 2, before)
        elif following == "]" and before == "[" and i + 2 < len(tokens) and tokens[i + 2].text == "=":
            end = _closing(tokens, i + 3, ";")
        else:
            continue
        start = i + 2 if following == "," else i + 3
        if start < end <= len(tokens):
            at = Range(tokens[start].start, tokens[end - 1].end)
            yield _Pair(
                token, _value(tokens[start:end], text, at), at, tokens[i - 2].text if before == "[" and i > 1 else owner
            )


def _closing(tokens: list[_Token], start: int, opened: str) -> int:
    """Give the index of the token that ends the value: the bracket that fits, a comma on the same level, or a semicolon."""
    depth = 0
    for i in range(start, min(len(tokens), start + 64)):
        text = tokens[i].text if tokens[i].kind == "mark_" else ""
        if text and text in _OPENS:
            depth += 1
        elif text and text in _CLOSES:
            if depth == 0:
                return i
            depth -= 1
        elif depth == 0 and text in (";", "," if opened != ";" else ";"):
            return i
    return -1


def _value(tokens: list[_Token], text: str, at: Range) -> str | Symbolic:
    """Fold adjacent string literals, with one constructor such as AscendString around them."""
    if len(tokens) > 3 and tokens[0].kind == "name" and tokens[1].text in ("(", "{") and tokens[-1].text in (")", "}"):
        tokens = tokens[2:-1]
    if all(token.kind == "string" for token in tokens):
        return "".join(token.text for token in tokens)
    return Symbolic(text[at.start : at.end])


@cache
def _constants() -> Mapping[str, str]:
    """Name of a constant, with and without its namespace, to GE key; ``ir_option`` first where two share a name."""
    names: dict[str, str] = {}
    for row in (*(r for r in BY_KEY.values() if r.ir_option), *(r for r in BY_KEY.values() if not r.ir_option)):
        if row.constant:
            plain = row.constant.rpartition("::")[2]
            space = "ir_option::" if row.ir_option else ""
            for name in (f"ge::{space}{plain}", f"{space}{plain}", plain, row.constant):
                names.setdefault(name, row.key)
    names.update((f"ge::{name}", row.key) for name, row in BY_CONSTANT.items() if f"ge::{name}" not in names)
    return names


def _call_of(owner: str) -> Call | None:
    """Guess the call from the name of the map; the text of a program says no more than that."""
    lowered = owner.lower()
    for word, call in (
        ("init", None),
        ("global", None),
        ("session", Call.SESSION),
        ("graph", Call.GRAPH),
        ("build", Call.GRAPH),
    ):
        if word in lowered:
            return call
    return None


def read_ge_maps(text: str, *, path: str, front_end: FrontEndRow) -> ReadResult:
    """Read pairs whose key is a GE key or one of its constants; everything else is passed over."""
    collector = Collector(front_end, text, path, literals=True)
    relevant = any(word in text for word in ('"ge.', "ge::", "ir_option", "OPTION_")) or any(
        f'"{key}"' in text for key in BY_KEY
    )
    for pair in _pairs(_tokens(text), text) if relevant else ():
        at = Range(pair.key.start, pair.key.end)
        if pair.key.kind == "name":
            key = _constants().get(pair.key.text)
            if key is None and "ir_option::" in pair.key.text:
                collector.unknown(
                    "",
                    pair.key.text,
                    at,
                    pair.value_at,
                    detail="no such constant, so it does not compile",
                    hint=_near(pair.key.text),
                    source="inc/graph_metadef/external/ge_common/ge_common_api_types.h:614-696",
                )
            if key is None:
                continue
        elif looks_like_ge_key(pair.key.text) or (pair.key.text in BY_KEY and not isinstance(pair.value, Symbolic)):
            key = pair.key.text
        else:
            continue
        take_ge_key(collector, key, pair.value, at, pair.value_at, call=_call_of(pair.owner))
    return collector.finish()


def _near(name: str) -> str:
    from geopts.frontends.spellings import suggest_spellings

    close = suggest_spellings(name.rpartition("::")[2].lower(), table="ge", limit=1)
    constant = BY_KEY[close[0].ge_key].constant if close else None
    return f"did you mean ge::ir_option::{constant}?" if constant else "check the name against ge_common_api_types.h"


def read_compile_options(text: str, *, path: str, front_end: FrontEndRow) -> ReadResult:
    """Read ``aclSetCompileopt(ACL_NAME, "value")``, and tables of such pairs that are handed to it."""
    collector = Collector(front_end, text, path, literals=True)
    table = front_end.tables[0]
    rows = by_spelling(table)
    for pair in _pairs(_tokens(text), text) if "ACL_" in text else ():
        name = pair.key.text.rpartition("::")[2]
        if pair.key.kind != "name" or not name.startswith("ACL_"):
            continue
        at = Range(pair.key.start, pair.key.end)
        if name in rows:
            collector.assign(table, rows[name], pair.value, at, pair.value_at)
        elif name.startswith(("ACL_OP_", "ACL_PRECISION")):
            collector.unknown(table, name, at, pair.value_at)
    return collector.finish()
