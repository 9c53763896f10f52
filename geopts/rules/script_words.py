"""Command lines that stand inside a word: behind ``bash -c``, in a variable that is run later, in a string of another language.

Their words are those of the inner text; where each character stands in the file is known through the outer one.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence

from geopts.frontends.flags import Argument
from geopts.frontends.shell import split_commands

__all__ = ["TOOL_COMMAND", "PlacedWord", "inner_commands", "split_words", "variable_texts"]

#: Programs whose argument is a command line of its own.
_RUNS_TEXT = frozenset({"bash", "sh", "zsh", "dash", "su", "ssh", "eval", "docker", "kubectl", "srun"})
#: A command of a tool within a text: at its start or where another one ends, behind what may run or prepare it.
TOOL_COMMAND = re.compile(
    r"(?:^|[;&|('\"\n]|\b(?:then|do)\s)\s*(?:[A-Za-z_]\w*=\S*\s+|(?:sudo|nohup|time|env|exec|timeout\s+\w+)\s+)*"
    r"(?:\S*/)?(?:(?:py)?atc|aoe|python[0-9.]*\s+-m\s+ge\.pyatc)(?:\.bin)?\s+[-$\\]"
)
#: A variable that holds a command line of one of the tools; single and double quotes.
_VARIABLE = re.compile(
    r"(?:^|[;&|\s])(?P<name>[A-Za-z_]\w*)=(?P<quote>[\"'])(?=\s*(?:[\w./${}-]*/)?(?:(?:py)?atc|aoe)\s+-)", re.ASCII
)
_SYMBOL = re.compile(r"\$(?:\{[^}\n]*\}|\([^)\n]*\)|[A-Za-z_]\w*|[0-9@*#?$!-])|`[^`\n]*`", re.ASCII)


class PlacedWord:
    """A word of an inner text, placed in the file.

    :ivar text: without the quotes that a shell takes away.
    :ivar start: code point in the file; ``end`` likewise.
    """

    __slots__ = ("_inner", "_place", "end", "start", "text")

    def __init__(self, inner: Argument, place: Callable[[int], int]) -> None:
        self._inner = inner
        self._place = place
        self.text = inner.text
        self.start = place(inner.start)
        self.end = max(place(inner.end - 1) + 1 if inner.end > inner.start else self.start, self.start)

    @property
    def symbolic(self) -> bool:
        """Some part is known only when the script runs."""
        return self._inner.symbolic

    def is_symbolic(self, start: int, end: int) -> bool:
        """Say whether a part of the text is known only when the script runs."""
        return self._inner.is_symbolic(start, end)

    def source_offset(self, index: int) -> int:
        """Give the place in the file of a character of the text."""
        if index >= len(self.text):
            return self.end
        return min(max(self._place(self._inner.source_offset(index)), self.start), self.end)


class _PlainWord:
    """A word between blanks, quotes and all: what Python's ``split()`` gives, or an unquoted variable of the shell."""

    __slots__ = ("_symbols", "end", "start", "text")

    def __init__(self, text: str, start: int) -> None:
        self.text = text
        self.start = start
        self.end = start + len(text)
        self._symbols = [match.span() for match in _SYMBOL.finditer(text)]

    @property
    def symbolic(self) -> bool:
        return bool(self._symbols)

    def is_symbolic(self, start: int, end: int) -> bool:
        return any(first < end and start < last for first, last in self._symbols)

    def source_offset(self, index: int) -> int:
        return self.start + min(index, len(self.text))


def split_words(text: str, place: Callable[[int], int], *, quoting: bool) -> Iterator[Sequence[Argument]]:
    """Yield the words of each command of an inner text.

    :param place: gives for a character of the text its place in the file.
    :param quoting: a shell reads it; otherwise it is split at blanks, and quotes are characters like others.
    """
    if quoting:
        for command in split_commands(text)[0]:
            yield [PlacedWord(word, place) for word in command.words]
    else:
        yield [PlacedWord(_PlainWord(match[0], match.start()), place) for match in re.finditer(r"\S+", text)]


def inner_commands(words: Sequence[Argument]) -> Iterator[Sequence[Argument]]:
    """Yield the commands in the arguments of a command that runs text."""
    if not words:
        return
    runs = words[0].text.rpartition("/")[2] in _RUNS_TEXT
    # eval itself is left out of its command, so that what it runs may be the first word
    for word in words[1:] if runs else words[:1]:
        if TOOL_COMMAND.search(word.text) and " " in word.text:
            # an expansion keeps its source text, so it is symbolic for the inner reading too
            yield from split_words(word.text, word.source_offset, quoting=True)


def variable_texts(text: str) -> Iterator[Sequence[Argument]]:
    """Yield the commands that a script keeps in variables, split as they are when the variable is run.

    ``$COMMAND`` without quotes and without eval is split at blanks only, so quotes in it reach the program.
    """
    for match in _VARIABLE.finditer(text):
        name, quote, start = match["name"], match["quote"], match.end()
        end = _closing(text, start, quote)
        if end < 0:
            continue
        inner = text[start:end].replace("\\\n", " \n") if quote == "'" else text[start:end]
        run = re.search(rf"(?m)^[ \t]*(?:(?:time|sudo|exec|if|then|do)\s+)*\$\{{?{name}\}}?(?=\s|$|;)", text[end:])
        shell = run is None or '\\"' in inner
        yield from split_words(inner, lambda index, start=start: start + index, quoting=shell)  # type: ignore[misc]  # a default binds the loop variable


def _closing(text: str, start: int, quote: str) -> int:
    at = start
    while at < len(text):
        if text[at] == quote:
            return at
        at += 2 if text[at] == "\\" and quote == '"' else 1
    return -1
