"""Keeps findings quiet where the file says so, and tells of suppressions that hide nothing."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

import attrs

from geopts.findings import Finding, Fix, Span, replacement
from geopts.ini import encode
from geopts.lint.directives import Directives, Suppression, Word
from geopts.rules.self import unused_suppression
from geopts.rules.wording import quoted

__all__ = ["Suppressor"]


@attrs.frozen
class _Use:
    """What hid a finding."""

    suppression: Suppression
    word: Word


class Suppressor:
    """Applies the suppressions of one file and remembers which of them hid something."""

    def __init__(self, path: str, directives: Directives) -> None:
        self._path = path
        self._suppressions = directives.suppressions
        self._used: set[int] = set()
        self.hidden: list[tuple[Finding, str]] = []

    def keep(self, findings: Iterable[Finding]) -> list[Finding]:
        """Give the findings that nothing hides; the others go to ``hidden`` with the reason."""
        kept: list[Finding] = []
        for finding in findings:
            use = self._find(finding)
            if use is None:
                kept.append(finding)
            else:
                self._used.add(id(use.word))
                self.hidden.append((finding, use.suppression.reason))
        return kept

    def _find(self, finding: Finding) -> _Use | None:
        first = finding.span.line if finding.span else 0
        last = finding.span.end_line if finding.span else 0
        switched: _Use | None = None
        for suppression in self._suppressions:
            word = next((word for word in suppression.words if word.selector.matches(finding.code)), None)
            if word is None:
                continue
            if suppression.verb == "file-ignore":
                return _Use(suppression, word)
            if suppression.verb == "ignore":
                if suppression.target and first <= suppression.last and suppression.target <= last:
                    return _Use(suppression, word)
            elif suppression.line < first:
                # of disable and enable the last one above counts
                switched = _Use(suppression, word) if suppression.verb == "disable" else None
        return switched

    def unused(self, judged: Callable[[Word], bool]) -> Iterator[Finding]:
        """Yield a finding for every code that hid nothing.

        :param judged: whether this run could have shown a finding of the code.
        """
        for suppression in self._suppressions:
            idle = [word for word in suppression.words if id(word) not in self._used and judged(word)]
            if suppression.verb == "enable":
                idle = [word for word in idle if not self._is_switched_off(suppression, word)]
            for word in idle:
                whole = len(idle) == len(suppression.words)
                start = encode(suppression.text[: word.start])
                first = suppression.offset + len(start)
                size = len(encode(word.text))
                span = Span(
                    suppression.line,
                    word.start + 1,
                    suppression.line,
                    word.start + 1 + len(word.text),
                    first,
                    first + size,
                )
                yield unused_suppression.finding(
                    f"{suppression.verb}[{word.text}] hides nothing",
                    span,
                    path=self._path,
                    hint="delete the comment" if whole else f"take {quoted(word.text)} out of the brackets",
                    fix=_deletion(suppression) if whole else _shorter(suppression, word),
                )

    def _is_switched_off(self, enable: Suppression, word: Word) -> bool:
        """Whether some ``disable`` above concerns the codes that an ``enable`` names."""
        return any(
            other.selector.matches(word.selector.prefix) or word.selector.matches(other.selector.prefix)
            for suppression in self._suppressions
            if suppression.verb == "disable" and suppression.line < enable.line
            for other in suppression.words
        )


def _deletion(suppression: Suppression) -> Fix:
    return replacement("delete the comment", suppression.offset, suppression.end, b"", safe=True)


def _shorter(suppression: Suppression, word: Word) -> Fix:
    text = suppression.text
    start, end = word.start, word.start + len(word.text)
    behind = text[end:]
    gap = len(behind) - len(behind.lstrip(", \t"))
    if gap:
        end += gap
    else:
        start = len(text[:start].rstrip(", \t"))
    first = suppression.offset + len(encode(text[:start]))
    return replacement(f"take {word.text} out", first, first + len(encode(text[start:end])), b"", safe=True)
