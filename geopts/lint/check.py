"""The check of one file: its rules, with what the file itself says to geopts."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from geopts.errors import GeoptsError
from geopts.findings import Finding
from geopts.lint.config import Config
from geopts.lint.select import Selection
from geopts.rules.context import Context, context_from
from geopts.rules.kinds import SourceKind
from geopts.rules.order import place
from geopts.rules.registry import Rule
from geopts.rules.self import internal_error, malformed_directive

if TYPE_CHECKING:
    from geopts.lint.directives import Directives, Word

__all__ = ["Check"]


class Check:
    """The check of one file, which fixing repeats on changed content.

    :ivar given: surroundings by key, stronger than those of the file and of the configuration.
    :ivar hidden: the findings that the file suppresses, with the reason; set by the check.
    :ivar broken: a rule failed.
    """

    def __init__(
        self, path: str, kind: SourceKind, selection: Selection, config: Config, given: Mapping[str, str]
    ) -> None:
        self.path = path
        self.kind = kind
        self.selection = selection
        self.config = config
        self.given = given
        self.hidden: list[tuple[Finding, str]] = []
        self.broken = False

    def guarded(self, data: bytes) -> list[Finding]:
        """Check, so that a mistake of a rule spoils one file and not the run."""
        try:
            return self.run(data)
        except GeoptsError:
            raise
        except Exception as error:  # noqa: BLE001  (whatever it is, the other files are still checked and the exit code is 2)
            return [self._failure(error)]

    def _failure(self, error: Exception) -> Finding:
        self.broken = True
        return internal_error.finding(
            f"geopts failed on this file: {type(error).__name__}: {error}",
            path=self.path,
            hint="please report it with the file",
        )

    def coming(self, data: bytes) -> Iterator[Finding] | None:
        """Yield the findings while the rules run; None where they have to be known first: the file speaks to geopts, or is of a kind without it."""
        in_order = getattr(self.kind.checker, "findings_in_order", None)
        if in_order is None or self.selection.severities or self._directives(data) is not None:
            return None
        context, _ = self._context(None)
        return self._guarded(lambda: in_order(self.path, data, context, _Memory(self.selection.enabled)))

    def _guarded(self, find: Callable[[], Iterator[Finding]]) -> Iterator[Finding]:
        try:
            yield from find()
        except GeoptsError:
            raise
        except Exception as error:  # noqa: BLE001  (as above)
            yield self._failure(error)

    def run(self, data: bytes) -> list[Finding]:
        """Give the findings of ``data`` that are not suppressed, in order, and set ``hidden`` to those that are."""
        enabled = _Memory(self.selection.enabled)
        directives = self._directives(data)
        context, more = self._context(directives)
        findings = list(self.kind.checker.check(self.path, data, context, enabled))
        findings.sort(key=place)
        self.hidden = []
        if directives is None:
            return self.selection.apply(findings)
        own = [finding for finding in (*directives.findings, *more) if enabled(finding.code)]
        if directives.suppressions:
            from geopts.lint.suppress import Suppressor

            suppressor = Suppressor(self.path, directives)
            findings = suppressor.keep(findings)
            own = suppressor.keep(own)
            if enabled("GEO902"):
                own += suppressor.keep([*suppressor.unused(lambda word: self._judged(word, context))])
            self.hidden = suppressor.hidden
        if own:
            findings = sorted([*findings, *own], key=place)
        return self.selection.apply(findings)

    def _directives(self, data: bytes) -> Directives | None:
        """Read what the file says to geopts; None when it says nothing."""
        if b"geopts:" not in data:
            return None
        from geopts.lint.directives import read_directives

        comments = getattr(self.kind.checker, "comments", None)
        return read_directives(
            self.path,
            data if comments is None else comments(data),
            indented=self.kind.indented_comments,
            continued=self.kind.continued_lines,
        )

    def _context(self, directives: Directives | None) -> tuple[Context, list[Finding]]:
        """Build the surroundings: the command line over the file's own words over the configuration."""
        texts = {**self.config.context}
        more: list[Finding] = []
        types, asked = self.config.operator_types, self.selection.asked()
        for key, (text, span) in directives.context.items() if directives is not None else ():
            try:
                context_from({key: text})
            except GeoptsError as error:
                more.append(malformed_directive.finding(error.message, span, path=self.path, hint=error.hint))
                continue
            _replace(texts, key, text)
        for key, text in self.given.items():
            if text:
                _replace(texts, key, text)
        return context_from(texts, operator_types=types, asked=asked), more

    def _judged(self, word: Word, context: Context) -> bool:
        """Whether this run could have shown a finding of the word: its rules are on, and need nothing that was not told."""
        from geopts.rules.registry import RULES

        rules: Sequence[Rule] = [rule for rule in RULES.values() if word.selector.matches(rule.code)]
        return any(
            self.selection.enabled(rule.code) and (not rule.opt_in or rule.code in context.asked) for rule in rules
        )


def _replace(texts: dict[str, str], key: str, text: str) -> None:
    """Set a text and drop the other word for the same thing, so that a stronger product is not beaten by a weaker SoC."""
    same = {"product": "soc_version", "soc_version": "product", "parser": "cann", "cann": "parser"}
    texts.pop(same.get(key, ""), None)
    texts[key] = text


class _Memory(dict[str, bool]):
    """A function of codes that remembers its answers."""

    def __init__(self, function: Callable[[str], bool]) -> None:
        super().__init__()
        self._function = function

    def __missing__(self, code: str) -> bool:
        answer = self[code] = self._function(code)
        return answer

    def __call__(self, code: str) -> bool:
        return self[code]
