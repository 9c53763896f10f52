"""Comments that speak to geopts: suppressions, and what is known around the file."""

from __future__ import annotations

import re

import attrs

from geopts.errors import OptionValueError
from geopts.findings import Finding, Span
from geopts.ini import encode
from geopts.lint.select import Selector, resolve_selector
from geopts.rules.context import CONTEXT_KEYS
from geopts.rules.patterns import lazy
from geopts.rules.self import directive_not_a_comment, malformed_directive, unknown_suppression_code
from geopts.rules.wording import quoted

__all__ = ["Directives", "Suppression", "Word", "read_directives"]

_DIRECTIVE = lazy(r"#[ \t]*geopts:[ \t]*(.*)", re.DOTALL)
_SUPPRESSION = lazy(r"(ignore|file-ignore|disable|enable)[ \t]*\[([^\]]*)\][ \t]*(.*)", re.DOTALL)
_MEANT = lazy(r"(?:#|;|//)[ \t]*geopts:[ \t]*(?:(?:ignore|file-ignore|disable|enable)\b|\w+=)")
#: A file says nothing of directories on somebody's machine.
_KEYS = tuple(key for key in CONTEXT_KEYS if key != "opp")
_FORMS = "ignore[CODE], file-ignore[CODE], disable[CODE], enable[CODE], or key=value with " + ", ".join(_KEYS)


@attrs.frozen
class Word:
    """One code or name in the brackets.

    :ivar start: its place in the line, in code points from 0.
    """

    text: str
    selector: Selector
    start: int


@attrs.frozen(eq=False)
class Suppression:
    """One suppression comment.

    :ivar verb: ``ignore``, ``file-ignore``, ``disable`` or ``enable``.
    :ivar line: its line, from 1.
    :ivar target: for ``ignore`` the next line that is neither blank nor a comment, from 1; 0 when there is none.
    :ivar last: the last line that continues that one.
    :ivar reason: what stands behind the brackets.
    :ivar text: the whole line without its LF.
    :ivar offset: the byte its line starts at.
    :ivar end: the byte behind its LF, or the end of the file.
    """

    verb: str
    line: int
    target: int
    words: tuple[Word, ...]
    reason: str
    text: str
    offset: int
    end: int
    last: int = 0


@attrs.frozen
class Directives:
    """All that a file says to geopts.

    :ivar context: texts by key, with the line each comes from.
    :ivar findings: what is wrong with the directives themselves.
    """

    suppressions: tuple[Suppression, ...] = ()
    context: dict[str, tuple[str, Span]] = attrs.field(factory=dict)
    findings: tuple[Finding, ...] = ()


def read_directives(path: str, data: bytes, *, indented: bool = False, continued: bool = False) -> Directives:
    """Read the directives of a file whose comments are lines that start with ``#``.

    :param indented: blanks may stand before the ``#``, as in TOML.
    :param continued: a backslash at its end continues a line, as in a shell.
    """
    lines = data.decode("utf-8", "surrogateescape").split("\n")
    reader = _Reader(path, lines, len(data), indented=indented, continued=continued)
    offset = 0
    for index, text in enumerate(lines):
        if "geopts:" in text:
            reader.read(index, text, offset)
        offset += len(encode(text)) + 1
    return Directives(tuple(reader.suppressions), reader.context, tuple(reader.findings))


class _Reader:
    def __init__(self, path: str, lines: list[str], size: int, *, indented: bool, continued: bool) -> None:
        self.path = path
        self.lines = lines
        self.size = size
        self.indented = indented
        self.continued = continued
        self.suppressions: list[Suppression] = []
        self.context: dict[str, tuple[str, Span]] = {}
        self.findings: list[Finding] = []

    def read(self, index: int, text: str, offset: int) -> None:
        """Read one line that has the word ``geopts:`` in it."""
        found = _DIRECTIVE.match(text, len(text) - len(text.lstrip(" \t")) if self.indented else 0)
        if found is None:
            meant = _MEANT.search(text)
            if meant is not None and not text.startswith("#"):
                self._not_a_comment(index, text, offset, meant.start())
            return
        body = found.group(1).rstrip()
        suppression = _SUPPRESSION.match(body)
        if suppression is not None:
            self._suppression(index, text, offset, suppression, found.start(1))
        elif re.match(r"\w[\w\-]*=", body):
            self._context(index, text, offset, found.start(1))
        else:
            verb = re.match(r"[\w\-]*", body)
            blanket = verb is not None and verb.group() in {"ignore", "file-ignore", "disable", "enable"}
            message = (
                f"{quoted(body)} names no rule, and geopts has no form that hides everything"
                if blanket
                else f"{quoted(body)} is nothing geopts understands"
            )
            hint = f"write {verb.group()}[CODE]" if blanket and verb else f"write {_FORMS}"
            self._malformed(message, hint, self._span(index, text, offset, found.start(1), len(text.rstrip())))

    def _suppression(self, index: int, text: str, offset: int, found: re.Match[str], body: int) -> None:
        words: list[Word] = []
        for part in re.finditer(r"[^,\s]+", found[2]):
            start = body + found.start(2) + part.start()
            try:
                words.append(Word(part.group(), resolve_selector(part.group(), option="suppression"), start))
            except OptionValueError as error:
                self.findings.append(
                    unknown_suppression_code.finding(
                        f"{quoted(part.group())} is no rule, so the suppression hides nothing",
                        self._span(index, text, offset, start, start + len(part.group())),
                        path=self.path,
                        hint=error.hint,
                    )
                )
        if not found[2].strip():
            span = self._span(index, text, offset, body, body + found.end(2) + 1)
            self._malformed("the suppression names no rule", f"write {found[1]}[CODE]", span)
        target = self._target(index) if found[1] == "ignore" else 0
        end = min(offset + len(encode(text)) + 1, self.size)
        self.suppressions.append(
            Suppression(
                found[1], index + 1, target, tuple(words), found[3].strip(), text, offset, end, self._last(target)
            )
        )

    def _target(self, index: int) -> int:
        for below in range(index + 1, len(self.lines)):
            line = self.lines[below]
            if line.strip() and not (line.lstrip(" \t") if self.indented else line).startswith("#"):
                return below + 1
        return 0

    def _last(self, target: int) -> int:
        """Give the last of the lines that continue a line, from 1."""
        last = target
        while self.continued and last and last < len(self.lines) and self.lines[last - 1].rstrip("\r").endswith("\\"):
            last += 1
        return last

    def _context(self, index: int, text: str, offset: int, body: int) -> None:
        for part in re.finditer(r"\S+", text[body:]):
            start = body + part.start()
            span = self._span(index, text, offset, start, start + len(part.group()))
            name, equals, value = part.group().partition("=")
            key = name.replace("-", "_")
            if equals and value and key in _KEYS:
                self.context.setdefault(key, (value, span))
                continue
            from difflib import get_close_matches  # only on a mistake

            close = get_close_matches(key, _KEYS, n=1)
            hint = f"did you mean {close[0]}?" if close else f"the keys are {', '.join(_KEYS)}"
            self._malformed(f"{quoted(part.group())} says nothing geopts understands of the surroundings", hint, span)

    def _malformed(self, message: str, hint: str, span: Span) -> None:
        self.findings.append(malformed_directive.finding(message, span, path=self.path, hint=hint))

    def _not_a_comment(self, index: int, text: str, offset: int, start: int) -> None:
        self.findings.append(
            directive_not_a_comment.finding(
                "GE takes this line for no comment, so geopts does not follow the directive in it",
                self._span(index, text, offset, start, len(text.rstrip())),
                path=self.path,
                hint="write the directive on a line of its own, # in the first column",
            )
        )

    @staticmethod
    def _span(index: int, text: str, offset: int, start: int, end: int) -> Span:
        first = offset + len(encode(text[:start]))
        return Span(index + 1, start + 1, index + 1, end + 1, first, first + len(encode(text[start:end])))
