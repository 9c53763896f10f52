"""The registry of rules: one decorated function per rule, whose docstring is the rule's only text."""

from __future__ import annotations

import importlib
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

from geopts.errors import UnknownRuleError
from geopts.findings import Finding, Fix, Related, Severity, Span, build

__all__ = ["HEADINGS", "MODULES", "RULES", "Rule", "documented_rule", "get_rule", "rule"]

#: Headings that every rule's docstring has, in this order; a test forbids a rule without them.
HEADINGS = ("What goes wrong", "Example", "Use instead", "Fix safety")

#: Modules of `geopts.rules` that register rules. A command that needs all rules imports them all, a check only its own.
MODULES = (
    "form",
    "sections",
    "comments",
    "encoding",
    "portable",
    "meaning",
    "operator_types",
    "names",
    "effects",
    "relations",
    "products",
    "placement",
    "values",
    "standing",
    "script_rules",
    "pypto",
    "pypto_config",
    "pypto_logs",
    "self",
)

#: Letters that are read as digits.
_DIGITS = str.maketrans("OIL", "011")

_RULES: dict[str, Rule] = {}


class Rule:
    """One rule; inside its own function ``this_rule.finding(...)`` builds findings that carry its code.

    A plain class: a check of a small file builds forty of them before it reads a byte.

    :ivar code: ``GEO`` and three digits, never reused.
    :ivar name: kebab-case.
    :ivar severity: of its findings, unless one says otherwise.
    :ivar since: version of geopts that had it first.
    :ivar docstring: summary, then the sections of `HEADINGS`.
    :ivar check: the function; None when the findings come from elsewhere (`documented_rule`).
    :ivar opt_in: False; or True for a rule that speaks only when it is selected by its own code or name, or told the context it needs.
    """

    __slots__ = ("check", "code", "docstring", "name", "opt_in", "severity", "since")

    def __init__(
        self,
        code: str,
        name: str,
        severity: Severity,
        since: str,
        docstring: str,
        check: Callable[[Any], Iterator[Finding]] | None,
        *,
        opt_in: bool = False,
    ) -> None:
        self.code = code
        self.name = name
        self.severity = severity
        self.since = since
        self.docstring = docstring
        self.check = check
        self.opt_in = opt_in

    def __repr__(self) -> str:
        return f"<Rule {self.code} {self.name}>"

    def __call__(self, source: Any) -> Iterator[Finding]:
        """Run the check; nothing for a rule whose findings come from elsewhere."""
        return iter(()) if self.check is None else self.check(source)

    def finding(
        self,
        message: str,
        span: Span | None = None,
        *,
        path: str,
        hint: str = "",
        source: str = "",
        related: Iterable[Related] = (),
        fix: Fix | None = None,
        severity: Severity | None = None,
    ) -> Finding:
        """Build a finding of this rule."""
        return build(
            Finding,
            (
                self.code,
                self.name,
                severity or self.severity,
                message,
                hint,
                source,
                path,
                span,
                tuple(related),
                fix,
                "",
            ),
        )


def rule(
    code: str, name: str, severity: Severity, *, since: str, opt_in: bool = False
) -> Callable[[Callable[[Any], Iterator[Finding]]], Rule]:
    """Register the decorated function as a rule; it takes the source of its kind and yields findings.

    :raises ValueError: the code or the name is taken.
    """

    def register(check: Callable[[Any], Iterator[Finding]]) -> Rule:
        return _register(Rule(code, name, severity, since, check.__doc__ or "", check, opt_in=opt_in))

    return register


def documented_rule(
    code: str, name: str, severity: Severity, *, since: str, opt_in: bool = False
) -> Callable[[Callable[[], None]], Rule]:
    """Register the docstring of the decorated function for findings that are made elsewhere; its body is empty.

    :raises ValueError: the code or the name is taken.
    """

    def register(text: Callable[[], None]) -> Rule:
        return _register(Rule(code, name, severity, since, text.__doc__ or "", None, opt_in=opt_in))

    return register


def _register(new: Rule) -> Rule:
    if any(new.code == old.code or new.name == old.name for old in _RULES.values()):
        raise ValueError(f"{new.code} or {new.name} is registered already")
    _RULES[new.code] = new
    return new


class _AllRules(Mapping[str, Rule]):
    """Every rule by code, in order; the modules are imported at the first look."""

    def _loaded(self) -> dict[str, Rule]:
        missing = [name for name in MODULES if f"{__package__}.{name}" not in sys.modules]
        for name in missing:
            importlib.import_module(f"{__package__}.{name}")
        if missing or list(_RULES) != sorted(_RULES):
            ordered = sorted(_RULES.items())
            _RULES.clear()
            _RULES.update(ordered)
        return _RULES

    def __getitem__(self, code: str) -> Rule:
        return self._loaded()[code]

    def __iter__(self) -> Iterator[str]:
        return iter(self._loaded())

    def __len__(self) -> int:
        return len(self._loaded())


#: All rules by code.
RULES: Mapping[str, Rule] = _AllRules()


def get_rule(code_or_name: str) -> Rule:
    """Find a rule by its code or its name, in upper or lower case.

    :raises UnknownRuleError: there is none; ``suggestions`` are close codes and names.
    """
    wanted = code_or_name.strip()
    found = RULES.get(wanted.upper()) or next((r for r in RULES.values() if r.name == wanted.lower()), None)
    if found is not None:
        return found
    from difflib import get_close_matches  # only on a mistake

    names = [*RULES, *(r.name for r in RULES.values())]
    read_as_digits = wanted[:3].upper() + wanted[3:].upper().translate(_DIGITS)
    close = (
        [read_as_digits]
        if read_as_digits in RULES
        else get_close_matches(wanted.upper(), names, n=2, cutoff=0.8) or get_close_matches(wanted.lower(), names, n=2)
    )
    raise UnknownRuleError(
        f"there is no rule {code_or_name!r}",
        name=code_or_name,
        suggestions=close,
        hint=f"did you mean {' or '.join(close)}?" if close else "'geopts rule --all' lists the rules",
    )
