"""The kind ``markdown``: documents with command lines and Python in their code blocks.

A document is written for people: parts of a command may be left open, so what stands for "fill this in" is taken for a variable.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator

import attrs

from geopts.findings import Finding
from geopts.rules.context import Context
from geopts.rules.script_evidence import comment_lines, has_command, is_binary, python_front_ends

__all__ = ["Block", "blocks", "check", "comments", "recognise", "same_effect"]

_FENCE = re.compile(rb"(?P<indent>[ \t>]*)(?P<mark>`{3,}|~{3,})[ \t]*(?P<info>[^`\r\n]*)\r?")
_INDENTED = re.compile(rb"(?: {4}|\t)")
_SHELL = frozenset(
    {
        "",
        "sh",
        "bash",
        "zsh",
        "shell",
        "console",
        "terminal",
        "shell-session",
        "shellsession",
        "text",
        "txt",
        "plaintext",
    }
)
_PYTHON = frozenset({"python", "python3", "py", "ipython", "pycon", ""})
_JSON = frozenset({"json", "jsonc", "json5"})
_COMMENT = re.compile(rb"<!--(?=[ \t]*geopts:)([^\r\n]*?)-->")
_NO_JSON = ("GEO521", "GEO904")
#: What stands for a part that the reader fills in: <name>, {name} that is no variable of the shell, and dots.
_OPEN = re.compile(
    r"<(?P<angle>[^<>\s`|&;]{1,60}(?: [^<>\s`|&;]{1,30}){0,4})>|(?<![$\w])\{(?P<brace>\w[\w .|/-]*)\}|(?<=[\s=])(?P<dots>\.{2,})(?=\s|$)"
)
_FILLED_IN = re.compile(r"[\"'`]?(?:[xX*?.…]+|.*(?:[xX]{3,}|[*…{}<>`]).*|.*[\u4e00-\u9fff].*)[\"'`]?", re.DOTALL)


@attrs.frozen
class Block:
    """A block of code.

    :ivar language: what its fence says, in lower case; ``indented`` for a block without a fence.
    :ivar start: first byte in the document; ``end`` behind the last.
    :ivar line: its first line, from 1.
    :ivar indent: white space that every line of it starts with.
    """

    language: str
    start: int
    end: int
    line: int
    indent: bool


def check(path: str, data: bytes, context: Context, enabled: Callable[[str], bool]) -> Iterable[Finding]:
    """Give the findings of all enabled rules in the code blocks of a document."""
    if not recognise(path, data):
        return ()
    return [
        finding for block in blocks(data) for finding in _block(path, data, block, context) if enabled(finding.code)
    ]


def recognise(name: str, head: bytes) -> bool:
    """Take a document by a command line, or by the options of a front end, in it."""
    del name
    return not is_binary(head) and (has_command(head) or bool(python_front_ends(head)) or b'"ge.' in head)


def comments(data: bytes) -> bytes:
    """Give what may speak to geopts: lines of code blocks, and comments of the document that start with ``geopts:``.

    The result is as long as the document, the rest is blank.
    """
    kept = bytearray(re.sub(rb"[^\r\n]", b" ", data))
    for block in blocks(data):
        kept[block.start : block.end] = comment_lines(data[block.start : block.end])
    for match in _COMMENT.finditer(data):
        kept[match.start() : match.end()] = b"#   " + match[1] + b"   "
    return bytes(kept)


def same_effect(before: bytes, after: bytes) -> bool:
    """Prove that the command lines mean the same; Python in a document has no safe fixes."""
    from geopts.rules.script_text import options_of

    def meaning(data: bytes) -> list[object]:
        return [options_of(_text(data, block)) for block in blocks(data)]

    return meaning(before) == meaning(after)


def blocks(data: bytes) -> Iterator[Block]:
    """Yield the blocks of code: between fences, and of indented lines."""
    offset = 0
    opened: tuple[bytes, str, int, int, bool] | None = None
    indented: tuple[int, int] | None = None
    for number, line in enumerate(data.split(b"\n"), 1):
        after = min(offset + len(line) + 1, len(data))
        fence = _FENCE.fullmatch(line)
        if opened is not None:
            mark, language, start, first, indent = opened
            if fence is not None and fence["mark"].startswith(mark) and not fence["info"].strip():
                yield Block(language, start, offset, first, indent)
                opened = None
        elif fence is not None:
            if indented is not None:
                yield Block("indented", indented[0], offset, indented[1], indent=True)
                indented = None
            opened = (fence["mark"], _language(fence["info"]), after, number + 1, bool(fence["indent"].strip(b">")))
        elif _INDENTED.match(line):
            indented = indented or (offset, number)
        elif indented is not None and line.strip():
            yield Block("indented", indented[0], offset, indented[1], indent=True)
            indented = None
        offset = after
    if opened is not None:
        yield Block(opened[1], opened[2], len(data), opened[3], opened[4])
    elif indented is not None:
        yield Block("indented", indented[0], len(data), indented[1], indent=True)


def _language(info: bytes) -> str:
    words = info.decode("utf-8", "replace").strip().strip("{}").lower().split()
    return words[0].lstrip(".").partition(",")[0] if words else ""


def _text(data: bytes, block: Block) -> str:
    return data[block.start : block.end].decode("utf-8", "surrogateescape")


def _block(path: str, data: bytes, block: Block, context: Context) -> Iterator[Finding]:
    content = data[block.start : block.end]
    if block.language in _JSON:
        yield from _json(path, content, block, context)
        return
    front_ends = python_front_ends(content) if block.language in _PYTHON else ()
    commands = has_command(content)
    if not front_ends and not commands:
        return
    from geopts.rules.script_findings import Shift  # the readers of the front ends, only for blocks that need them

    shift = Shift(block.line - 1, block.start)
    if block.language in _PYTHON and (block.language or _is_python(content, indented=block.indent)):
        yield from _python(path, content, block, context, front_ends, commands=commands)
    elif commands and (block.language in _SHELL or block.language == "indented"):
        from geopts.rules.script_text import lint_shell

        text = _OPEN.sub(_as_symbol, _text(data, block))
        masked = text.encode("utf-8", "surrogateescape")
        for finding in lint_shell(path, text, masked, context, script=False):
            if not _left_open(finding, masked):
                yield shift.finding(finding)


def _as_symbol(match: re.Match[str]) -> str:
    """Turn the marks around an open part into those of a command substitution, which are as long."""
    return f"`{match[0][1:-1]}`"


def _left_open(finding: Finding, data: bytes) -> bool:
    """Say whether a finding is about something that the reader of the document is to fill in, or about words around a command."""
    if finding.span is None:
        return False
    written = data[finding.span.offset : finding.span.end_offset].decode("utf-8", "replace")
    if finding.code == "GEO501":
        return not written.startswith("-")
    return finding.code in ("GEO404", "GEO504", "GEO505", "GEO510") and bool(_FILLED_IN.fullmatch(written))


def _is_python(content: bytes, *, indented: bool) -> bool:
    """Say whether a block that does not say its language is Python as a whole."""
    from geopts.rules.python_tree import patched

    prefix = "if 1:\n" if indented else ""
    code = patched(prefix + content.decode("utf-8", "surrogateescape"))
    return not code.error and not code.lines


def _json(path: str, content: bytes, block: Block, context: Context) -> Iterator[Finding]:
    """Yield the findings of an option dict; one with comments or parts left out is no JSON, and none of them."""
    from geopts.rules import option_checks

    if not option_checks.recognise("block.json", content):
        return
    from geopts.rules.script_findings import Shift

    shift = Shift(block.line - 1, block.start)
    found = list(option_checks.check(path, content, context, bool))
    if not any(finding.code in _NO_JSON for finding in found):
        yield from map(shift.finding, found)


def _python(
    path: str, content: bytes, block: Block, context: Context, front_ends: tuple[str, ...], *, commands: bool
) -> Iterator[Finding]:
    from geopts.rules.python_lint import lint_python
    from geopts.rules.script_findings import Shift

    # an indented block is the body of something, so that it parses with the places that it has
    prefix = b"if 1:\n" if block.indent and content[:1] in b" \t" else b""
    shift = Shift(block.line - 1 - bool(prefix), block.start - len(prefix))
    for finding in lint_python(path, prefix + content, context, front_ends, commands=commands, quiet=True):
        yield shift.finding(finding)
