"""The text of a rule, taken from its docstring, which is the only place where it is written down."""

from __future__ import annotations

import re
import textwrap
from typing import Any, Protocol

import attrs

from geopts.findings import Severity

__all__ = ["RuleText"]

_HEADING = re.compile(r"^##\s+(.*\S)\s*$", re.MULTILINE)


class _Rule(Protocol):
    """What a text is made from; `geopts.rules.registry.Rule` fits."""

    code: str
    name: str
    severity: Severity
    since: str
    docstring: str
    opt_in: bool


@attrs.frozen(kw_only=True)
class RuleText:
    """One rule as people read it.

    :ivar summary: the first paragraph of the docstring, on one line.
    :ivar body: the rest, as Markdown.
    :ivar since: the version of geopts that had the rule first.
    :ivar opt_in: the rule speaks only when it is selected by its own code or name, or told the context it needs.
    """

    code: str
    name: str
    severity: Severity
    summary: str
    body: str = ""
    since: str = ""
    opt_in: bool = False

    @classmethod
    def of(cls, rule: _Rule) -> RuleText:
        """Split a rule's docstring; without one (``python -OO`` drops them) the name has to do."""
        first, _, rest = rule.docstring.strip().partition("\n")
        # the first line carries no indent, so it must not count when the common one is taken off
        head, _, body = f"{first}\n{textwrap.dedent(rest)}".partition("\n\n")
        return cls(
            code=rule.code,
            name=rule.name,
            severity=rule.severity,
            since=rule.since,
            opt_in=rule.opt_in,
            summary=" ".join(head.split()) or rule.name.replace("-", " "),
            body=body.strip(),
        )

    def sections(self) -> dict[str, str]:
        """Give the Markdown under each ``##`` heading, in order."""
        pieces = _HEADING.split(self.body)
        return {title: text.strip() for title, text in zip(pieces[1::2], pieces[2::2], strict=True)}

    def _facts(self) -> str:
        facts = [f"severity {self.severity.value}"]
        if self.since:
            facts.append(f"since geopts {self.since}")
        if self.opt_in:
            facts.append("to be selected by name")
        return ", ".join(facts)

    def markdown(self) -> str:
        """Give the whole text as a Markdown page that starts with a heading."""
        return (
            "\n\n".join(filter(None, (f"# {self.code} {self.name}", self.summary, f"*{self._facts()}*", self.body)))
            + "\n"
        )

    def plain(self) -> str:
        """Give the whole text for a terminal: headings without their marks, sections indented below them."""
        preamble = _HEADING.split(self.body)[0].strip()
        blocks = [f"{self.code} {self.name} ({self._facts()})", self.summary, preamble]
        blocks += [f"{title}\n{textwrap.indent(_unfenced(text), '  ')}" for title, text in self.sections().items()]
        return "\n\n".join(filter(None, blocks)) + "\n"

    def as_json(self) -> dict[str, Any]:
        """Give the fields for machines."""
        return {
            "code": self.code,
            "name": self.name,
            "severity": self.severity.value,
            "since": self.since,
            "opt_in": self.opt_in,
            "summary": self.summary,
            "sections": self.sections(),
        }


def _unfenced(text: str) -> str:
    """Take the fence lines off code blocks and indent what they held."""
    lines: list[str] = []
    fenced = False
    for line in text.splitlines():
        if line.startswith("```"):
            fenced = not fenced
        else:
            lines.append(f"  {line}" if fenced else line)
    return "\n".join(lines)
