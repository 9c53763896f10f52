"""Which rules are on, and how severe their findings are."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import attrs

from geopts.errors import OptionValueError
from geopts.findings import Finding, Severity
from geopts.rules.patterns import lazy

__all__ = ["SEVERITIES", "Selection", "Selector", "parse_selectors", "parse_severities", "resolve_selector"]

#: What a severity may be set to; ``off`` is the same as ignoring.
SEVERITIES = ("error", "warning", "note", "off")
EVERYTHING = "ALL"
_CODE = lazy(r"GEO\d{0,3}")


@attrs.frozen
class Selector:
    """One word of a selection: a code, the start of codes, a rule's name, or ``ALL``.

    :ivar prefix: what the codes it means start with.
    :ivar exact: it means one rule, or everything: rules that speak only when asked do so then.
    """

    prefix: str
    exact: bool

    def matches(self, code: str) -> bool:
        """Whether it means the rule with this code."""
        return code.startswith(self.prefix)


def resolve_selector(text: str, *, option: str) -> Selector:
    """Understand one word.

    :raises OptionValueError: it means no rule; ``suggestion`` is the closest code or name.
    """
    word = text.strip()
    if word.upper() == EVERYTHING:
        return Selector("GEO", exact=True)
    from geopts.errors import UnknownRuleError
    from geopts.rules.registry import RULES, get_rule

    prefix = word.upper()
    if _CODE.fullmatch(prefix) and any(code.startswith(prefix) for code in RULES):
        return Selector(prefix, exact=prefix in RULES)
    try:
        return Selector(get_rule(word).code, exact=True)
    except UnknownRuleError as error:
        raise OptionValueError(
            f"{option}: {text!r} is no rule, no family of rules and no rule's name",
            option=option,
            value=text,
            suggestion=next(iter(error.suggestions), None),
            hint=f"{error.hint.rstrip('?')}{'? A' if error.hint.endswith('?') else '; a'} family is the start of a code, such as GEO2",
        ) from None


def parse_selectors(texts: Iterable[str], *, option: str) -> tuple[Selector, ...]:
    """Understand words, each perhaps a list with commas.

    :raises OptionValueError: as `resolve_selector`.
    """
    words = [word for text in texts for word in text.split(",") if word.strip()]
    return tuple(resolve_selector(word, option=option) for word in words)


def parse_severities(texts: Mapping[str, str], *, option: str) -> tuple[tuple[Selector, str], ...]:
    """Understand a table of selector and severity.

    :raises OptionValueError: a selector that means no rule, or a severity that does not exist.
    """
    parsed: list[tuple[Selector, str]] = []
    for word, severity in texts.items():
        selector = resolve_selector(word, option=option)
        if severity not in SEVERITIES:
            raise OptionValueError(
                f"{option}: {severity!r} is no severity for {word}",
                option=option,
                value=severity,
                allowed=SEVERITIES,
                hint=f"write one of {', '.join(SEVERITIES)}",
            )
        parsed.append((selector, severity))
    return tuple(parsed)


@attrs.frozen
class Selection:
    """What is on.

    The longer selector wins, so ``--select GEO205 --ignore GEO2`` keeps GEO205; between equal ones ``ignore`` wins.

    :ivar select: what is on; empty for all rules.
    :ivar ignore: what is off.
    :ivar severities: severities that replace the rules' own; the longest selector wins, of equal ones the last.
    """

    select: tuple[Selector, ...] = ()
    ignore: tuple[Selector, ...] = ()
    severities: tuple[tuple[Selector, str], ...] = ()

    def enabled(self, code: str) -> bool:
        """Whether the rule with this code is on."""
        on = max((len(one.prefix) for one in self.select if one.matches(code)), default=-1) if self.select else 0
        off = max((len(one.prefix) for one in self.ignore if one.matches(code)), default=-1)
        return on > off and on >= 0 and self.severity_of(code) != "off"

    def asked(self) -> frozenset[str]:
        """Give the codes that are selected one by one, or by ``ALL``."""
        exact = [one for one in self.select if one.exact]
        if not exact:
            return frozenset()
        from geopts.rules.registry import RULES

        return frozenset(code for code in RULES if any(one.matches(code) for one in exact))

    def severity_of(self, code: str) -> str | None:
        """Give the severity that replaces the rule's own; None when none does."""
        best, length = None, -1
        for selector, severity in self.severities:
            if selector.matches(code) and len(selector.prefix) >= length:
                best, length = severity, len(selector.prefix)
        return best

    def apply(self, findings: list[Finding]) -> list[Finding]:
        """Replace severities where they are set."""
        if not self.severities:
            return findings
        known: dict[str, str | None] = {}
        changed: list[Finding] = []
        for finding in findings:
            if finding.code not in known:
                known[finding.code] = self.severity_of(finding.code)
            severity = known[finding.code]
            changed.append(finding._replace(severity=Severity(severity)) if severity else finding)
        return changed
