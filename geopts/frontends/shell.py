"""Shell text split into the words of simple commands, with quotes taken off and variables left as they stand. Nothing is run or expanded."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator

__all__ = ["ShellCommand", "ShellWord", "split_commands"]

_PLAIN = re.compile(r"[^ \t\r\n\"'\\$`;&|()<>#]+")
_IN_DOUBLE = re.compile(r"[^\"\\$`]+")
_BLANK = re.compile(r"(?:[ \t\r]|\\\r?\n)+")
_VARIABLE = re.compile(r"\$(?:[A-Za-z_]\w*|[0-9@*#?$!-])", re.ASCII)
_REDIRECTION = re.compile(r"[0-9]*(?:<<<|<<-?|<>|>>|>\||>&|<&|&>>|&>|<|>)")
_ANSI = re.compile(r"\\(?:([0-7]{1,3})|x([0-9a-fA-F]{1,2})|u([0-9a-fA-F]{1,4})|(.))", re.DOTALL)
_ANSI_SIMPLE = {"n": "\n", "t": "\t", "r": "\r", "a": "\a", "b": "\b", "f": "\f", "v": "\v", "e": "\x1b", "E": "\x1b"}
_OPERATORS = ("&&", "||", ";;", ";", "|&", "|", "&", "(", ")", "\n")
_ASSIGNMENT = re.compile(r"[A-Za-z_]\w*\+?=", re.ASCII)
#: After so many brackets and quotes that nothing closes, a text is no shell, and looking on to its end would take for ever.
_MOST_FAILURES = 20
#: Words in front of a command that leave it a command.
_BEFORE = frozenset(
    {
        "!",
        "{",
        "}",
        "if",
        "then",
        "elif",
        "else",
        "while",
        "until",
        "do",
        "time",
        "sudo",
        "nohup",
        "exec",
        "command",
        "env",
        "eval",
        "$",
    }
)
#: Of these some take options of their own.
_WITH_OPTIONS = frozenset({"sudo", "time", "exec", "command", "env"})


class ShellWord:
    """One word: its text without quotes, and where each character of it stands.

    Variables, command substitutions and globs in it are kept as source text.

    :ivar text: the text.
    :ivar start: of the word in the source; ``end`` likewise.
    :ivar symbolic: some part is known only when the script runs.
    """

    __slots__ = ("_marks", "_symbols", "end", "start", "text")

    def __init__(
        self, text: str, start: int, end: int, marks: list[tuple[int, int]], symbols: list[tuple[int, int]]
    ) -> None:
        self.text = text
        self.start = start
        self.end = end
        self._marks = marks
        self._symbols = symbols

    @property
    def symbolic(self) -> bool:
        """Some part is known only when the script runs."""
        return bool(self._symbols)

    def is_symbolic(self, start: int, end: int) -> bool:
        """Say whether a part of the text is known only when the script runs."""
        return any(first < end and start < last for first, last in self._symbols)

    def source_offset(self, index: int) -> int:
        """Give the place in the source of a character of the text; of its end for the index behind the last."""
        if index >= len(self.text):
            return self.end
        at = bisect_right(self._marks, (index, self.end + 1)) - 1
        first, offset = self._marks[at]
        return offset + index - first


class ShellCommand:
    """A simple command.

    :ivar words: the words, assignments in front and redirections left out.
    :ivar start: of the first word; ``end`` of the last.
    """

    __slots__ = ("end", "start", "words")

    def __init__(self, words: list[ShellWord]) -> None:
        self.words = words
        self.start = words[0].start
        self.end = words[-1].end


class _Lexer:
    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0
        self.unclosed: list[int] = []
        self._failed = 0

    def commands(self) -> Iterator[ShellCommand]:
        words: list[ShellWord] = []
        here_documents: list[tuple[str, bool]] = []
        text = self.text
        while self.at < len(text):
            blank = _BLANK.match(text, self.at)
            if blank is not None:
                self.at = blank.end()
                continue
            if text[self.at] == "#":
                end = text.find("\n", self.at)
                self.at = len(text) if end < 0 else end
                continue
            redirection = _REDIRECTION.match(text, self.at)
            if redirection is not None and text[redirection.end() : redirection.end() + 1] != "(":
                self.at = redirection.end()
                self._skip_target(redirection[0].lstrip("0123456789"), here_documents)
                continue
            operator = next((o for o in _OPERATORS if text.startswith(o, self.at)), "")
            if operator:
                self.at += len(operator)
                yield from _command(words)
                words = []
                if operator == "\n" and here_documents:
                    self._skip_documents(here_documents)
                continue
            before = self.at
            words.append(self._word())
            self.at += self.at == before  # text no shell would take; go on behind it
        yield from _command(words)

    def _skip_target(self, operator: str, here_documents: list[tuple[str, bool]]) -> None:
        blank = _BLANK.match(self.text, self.at)
        self.at = blank.end() if blank is not None else self.at
        if self.at >= len(self.text) or self.text[self.at] in "\n;&|()":
            return
        word = self._word()
        if operator in ("<<", "<<-"):
            here_documents.append((word.text, operator == "<<-"))

    def _skip_documents(self, here_documents: list[tuple[str, bool]]) -> None:
        """Pass over the lines of here documents, whose text is no command."""
        while here_documents:
            mark, tabs = here_documents.pop(0)
            while self.at < len(self.text):
                end = self.text.find("\n", self.at)
                line = self.text[self.at : len(self.text) if end < 0 else end]
                self.at = len(self.text) if end < 0 else end + 1
                if (line.lstrip("\t") if tabs else line).rstrip("\r") == mark:
                    break

    def _word(self) -> ShellWord:
        text, start = self.text, self.at
        parts: list[str] = []
        marks: list[tuple[int, int]] = []
        symbols: list[tuple[int, int]] = []
        length = 0

        def add(part: str, offset: int, *, symbolic: bool = False) -> None:
            nonlocal length
            if part:
                marks.append((length, offset))
                if symbolic:
                    symbols.append((length, length + len(part)))
                parts.append(part)
                length += len(part)

        while self.at < len(text):
            plain = _PLAIN.match(text, self.at)
            if plain is not None:
                add(plain[0], self.at)
                self.at = plain.end()
                continue
            character = text[self.at]
            if character == "#":
                add("#", self.at)
                self.at += 1
            elif character == "\\":
                if text.startswith(("\\\n", "\\\r\n"), self.at):
                    self.at += 2 if text[self.at + 1] == "\n" else 3
                else:
                    add(text[self.at + 1 : self.at + 2], self.at + 1)
                    self.at += 2
            elif character == "'":
                add(*self._single())
            elif character == '"':
                for part, offset, symbolic in self._double():
                    add(part, offset, symbolic=symbolic)
            elif character in "$`":
                if text.startswith("$'", self.at):
                    add(*self._ansi())
                elif text.startswith('$"', self.at):
                    self.at += 1
                else:
                    part, offset, symbolic = self._expansion()
                    add(part, offset, symbolic=symbolic)
            elif text.startswith(("<(", ">("), self.at):
                offset = self.at
                self.at = self._bracket_end(self.at + 2, ")")
                add(text[offset : self.at], offset, symbolic=True)
            else:
                break
        self.at = min(self.at, len(text))
        return ShellWord("".join(parts), start, self.at, marks, symbols)

    def _single(self) -> tuple[str, int]:
        start = self.at + 1
        end = self.text.find("'", start)
        if end < 0:
            self.at = self._unclosed(self.at)
            return self.text[start : self.at], start
        self.at = end + 1
        return self.text[start:end], start

    def _horizon(self, start: int) -> int:
        """Give how far to look for what closes a bracket or a quote: to the end, or, where that has failed too often, to the line's end."""
        if self._failed < _MOST_FAILURES:
            return len(self.text)
        end = self.text.find("\n", start)
        return len(self.text) if end < 0 else end

    def _unclosed(self, start: int) -> int:
        """Note a quote that nothing closes; reading goes on behind the end of its line, so that one slip does not hide the rest."""
        self.unclosed.append(start)
        end = self.text.find("\n", start)
        return len(self.text) if end < 0 else end

    def _double(self) -> Iterator[tuple[str, int, bool]]:
        text, opened = self.text, self.at
        end = self._double_end(opened + 1)
        stop = end if end >= 0 else self._unclosed(opened)
        self.at = opened + 1
        while self.at < stop:
            plain = _IN_DOUBLE.match(text, self.at, stop)
            if plain is not None:
                yield plain[0], self.at, False
                self.at = plain.end()
            elif text[self.at] == "\\":
                following = text[self.at + 1 : self.at + 2]
                if following == "\n":
                    self.at += 2
                elif following in ("$", "`", '"', "\\"):
                    yield following, self.at + 1, False
                    self.at += 2
                else:
                    yield "\\", self.at, False
                    self.at += 1
            elif text[self.at] == '"':
                break
            else:
                yield self._expansion(stop)
        self.at = stop + 1 if end >= 0 else stop

    def _double_end(self, start: int) -> int:
        """Find the quote that closes; quotes inside a command substitution do not count."""
        at, text = start, self.text
        horizon = self._horizon(start)
        while at < horizon:
            plain = _IN_DOUBLE.match(text, at)
            if plain is not None:
                at = plain.end()
                continue
            character = text[at]
            if character == '"':
                return at
            if character == "\\":
                at += 2
            elif text.startswith("$(", at):
                at = self._bracket_end(at + 2, ")")
            else:
                at += 1
        self._failed += 1
        return -1

    def _expansion(self, stop: int | None = None) -> tuple[str, int, bool]:
        text, start = self.text, self.at
        limit = len(text) if stop is None else stop
        if text.startswith("${", start):
            self.at = min(self._bracket_end(start + 2, "}", stop), limit)
        elif text.startswith("$(", start):
            self.at = min(self._bracket_end(start + 2, ")", stop), limit)
        elif text[start] == "`":
            end = text.find("`", start + 1)
            self.at = min(end + 1 if end >= 0 else len(text), limit)
        else:
            variable = _VARIABLE.match(text, start, limit)
            if variable is None:
                self.at = start + 1
                return "$", start, False
            self.at = variable.end()
        return text[start : self.at], start, True

    def _bracket_end(self, start: int, closing: str, stop: int | None = None) -> int:
        """Give the offset behind the bracket that closes; the end of the line (or ``stop``) where nothing does."""
        opening = "{" if closing == "}" else "("
        depth, at, text = 1, start, self.text
        horizon = self._horizon(start) if stop is None else stop
        while at < horizon:
            character = text[at]
            if character == "\\":
                at += 1
            elif character == "'" and closing == ")":
                end = text.find("'", at + 1)
                at = end if end >= 0 else at
            elif character == opening:
                depth += 1
            elif character == closing:
                depth -= 1
                if depth == 0:
                    return at + 1
            at += 1
        if stop is not None:
            return stop
        self._failed += 1
        end = text.find("\n", start)
        return len(text) if end < 0 else end

    def _ansi(self) -> tuple[str, int]:
        start = self.at + 2
        at = start
        while at < len(self.text) and self.text[at] != "'":
            at += 2 if self.text[at] == "\\" else 1
        closed = at < len(self.text)
        if not closed:
            at = self._unclosed(self.at)
        self.at = at + 1 if closed else at
        return _ANSI.sub(_ansi_character, self.text[start:at]), start


def _ansi_character(match: re.Match[str]) -> str:
    octal, hexadecimal, unicode, simple = match.groups()
    if octal or hexadecimal:
        code = int(octal, 8) & 0xFF if octal else int(hexadecimal, 16)
        return bytes([code]).decode("utf-8", "surrogateescape")
    return (
        chr(int(unicode, 16)) if unicode else _ANSI_SIMPLE.get(simple, simple if simple in "\\'\"?" else f"\\{simple}")
    )


def _command(words: list[ShellWord]) -> Iterator[ShellCommand]:
    """Give the command of a list of words, without what may stand in front of it."""
    first = 0
    while first < len(words):
        text = words[first].text
        option = first > 0 and text.startswith("-") and words[first - 1].text in _WITH_OPTIONS
        if option or text in _BEFORE or (_ASSIGNMENT.match(text) and not text.startswith("-")):
            first += 1
        else:
            break
    if first < len(words):
        yield ShellCommand(words[first:])


def split_commands(text: str) -> tuple[list[ShellCommand], list[int]]:
    """Give the simple commands of a text, and the offsets of quotes that nothing closes. Never raises."""
    lexer = _Lexer(text)
    return list(lexer.commands()), lexer.unclosed
