"""What every front end gives: emitted text with its portability report, and what a reader found with its places."""

from __future__ import annotations

import enum
from collections.abc import Mapping
from typing import Any

import attrs

from geopts.facts.frontend_rows import Written
from geopts.findings import Finding, Severity, Span
from geopts.option_set import OptionSet

__all__ = ["Emitted", "Origin", "Outcome", "OwnPart", "PortItem", "ReadResult", "Settings", "Symbol", "UnknownPart"]


class Outcome(enum.Enum):
    """What became of an option in another front end."""

    EXPRESSED = "expressed"
    RENAMED = "renamed"
    VALUE_CHANGED = "value changed"
    FIXED = "fixed by the framework"
    INEXPRESSIBLE = "cannot be expressed"
    UNRESOLVED = "value not known"
    LEFT_BEHIND = "no GE option"


#: Outcomes that lose something the user asked for.
LOSSES = (Outcome.INEXPRESSIBLE, Outcome.UNRESOLVED)


@attrs.frozen(kw_only=True)
class PortItem:
    """One line of the portability report.

    :ivar key: the GE key; for a part that is no GE option its spelling.
    :ivar outcome: what became of it.
    :ivar text: the GE text that was asked for; empty for what the framework sets unasked.
    :ivar source_spelling: how the user wrote the key; empty when the options came from no front end.
    :ivar spelling: the target's spelling; empty where there is none.
    :ivar written: the value in the target, as source text.
    :ivar reaches: the GE text the target sends; None where it sends none, or it is not known.
    :ivar renamed: the name differs from the one that was used, whatever the outcome.
    :ivar reads_as: key and GE text that reading the emitted text gives, where they differ from ``key`` and ``text``.
    :ivar lost: something that was asked for does not reach GE.
    """

    key: str
    outcome: Outcome
    text: str = ""
    source_spelling: str = ""
    spelling: str = ""
    written: str = ""
    reaches: str | None = None
    renamed: bool = False
    reads_as: tuple[str, str] | None = None
    lost: bool = False
    message: str = ""
    hint: str = ""
    source: str = ""

    def as_json(self) -> dict[str, Any]:
        """Give the report's JSON object."""
        return {
            "key": self.key,
            "outcome": self.outcome.value,
            "text": self.text,
            "source_spelling": self.source_spelling,
            "spelling": self.spelling,
            "written": self.written,
            "reaches": self.reaches,
            "renamed": self.renamed,
            "lost": self.lost,
            "message": self.message,
            "hint": self.hint,
            "source": self.source,
        }


@attrs.frozen(kw_only=True)
class Symbol:
    """A value that is known only when the script runs: a shell variable, a Python expression.

    :ivar key: the GE key; empty for a part that is no GE option.
    :ivar spelling: the key as the user wrote it.
    :ivar text: the value as source text.
    """

    key: str
    spelling: str
    text: str
    span: Span | None = None


@attrs.frozen(kw_only=True)
class Settings:
    """What emitting may need besides the options.

    :ivar ini_path: the path of a typed op_precision.ini as GE will see it.
    :ivar soc_version: SoC for front ends that want it with the options, where SOC_VERSION is not among them.
    :ivar version: release of the target, where spellings depend on it (ONNX Runtime).
    :ivar extra: GE keys that `OptionSet` does not have, with their texts.
    :ivar names: GE key to the spelling the user knows; given to GE for its own error messages where it takes them.
    :ivar unresolved: values that are known only at run time; they become comments.
    """

    ini_path: str = "op_precision.ini"
    soc_version: str | None = None
    version: str | None = None
    extra: Mapping[str, str] = attrs.field(factory=dict)
    names: Mapping[str, str] = attrs.field(factory=dict)
    unresolved: tuple[Symbol, ...] = ()


@attrs.frozen(kw_only=True)
class Emitted:
    """Text for one front end, ready to paste, and what became of every option.

    :ivar front_end: name of the front end.
    :ivar text: the text; ends with a newline.
    :ivar file_name: the name under which it is usually stored.
    :ivar items: the portability report: one item for each option asked for, then what the framework sets by itself.
    :ivar predicted: level or call to the keys and texts that GE gets from this text.
    :ivar findings: notes of the placement into GE's calls; for losses and fixed values see `loss_findings`.
    """

    front_end: str
    text: str
    file_name: str
    items: tuple[PortItem, ...]
    predicted: Mapping[str, Mapping[str, str]] = attrs.field(factory=dict)
    findings: tuple[Finding, ...] = ()

    @property
    def lost(self) -> tuple[PortItem, ...]:
        """The items that do not reach GE as they were asked for."""
        return tuple(item for item in self.items if item.lost)

    def loss_findings(self, path: str = "") -> list[Finding]:
        """Give a finding for each thing that is lost (GEO515) or that the framework fixes (GEO514)."""
        found = []
        for item in self.items:
            if item.outcome is Outcome.FIXED:
                severity = Severity.WARNING if item.lost else Severity.NOTE
                found.append(_finding("GEO514", "fixed-by-framework", severity, item, path))
            elif item.lost:
                found.append(_finding("GEO515", "inexpressible", Severity.WARNING, item, path))
        return found


def _finding(code: str, name: str, severity: Severity, item: PortItem, path: str) -> Finding:
    shown = item.source_spelling or item.key
    return Finding(code, name, severity, f"{shown}: {item.message}", item.hint, item.source, path, key=shown)


@attrs.frozen(kw_only=True)
class Origin:
    """Where an option was read.

    :ivar spelling: the key as the user wrote it.
    :ivar value: the value as written.
    :ivar span: of the key.
    :ivar value_span: of the value.
    """

    spelling: str
    value: Written
    span: Span
    value_span: Span


@attrs.frozen(kw_only=True)
class OwnPart:
    """An option of the front end itself, which never reaches GE: the model of an ATC command, torchair's debug options."""

    spelling: str
    value: Written | None
    span: Span
    value_span: Span | None = None


@attrs.frozen(kw_only=True)
class UnknownPart:
    """A key that the front end does not know, or a value it refuses, kept as it stands."""

    spelling: str
    text: str
    span: Span
    value_span: Span | None = None


@attrs.frozen(kw_only=True)
class ReadResult:
    """What a reader found in a text.

    :ivar front_end: name of the front end.
    :ivar options: the options whose value is known and allowed.
    :ivar extra: GE keys that `OptionSet` does not have, with their texts.
    :ivar origins: GE key (of ``options`` and ``extra``) to its place; for allow_hf32 made of two keys, the first of them.
    :ivar symbols: values that are known only at run time.
    :ivar own: options of the front end itself.
    :ivar unknown: keys the front end does not know.
    :ivar refused: known options whose value the front end or GE refuses.
    :ivar findings: everything that is wrong, in the order of the text.
    :ivar spans: span of each command or object that was read.
    """

    front_end: str
    options: OptionSet
    extra: Mapping[str, str] = attrs.field(factory=dict)
    origins: Mapping[str, Origin] = attrs.field(factory=dict)
    symbols: tuple[Symbol, ...] = ()
    own: tuple[OwnPart, ...] = ()
    unknown: tuple[UnknownPart, ...] = ()
    refused: tuple[UnknownPart, ...] = ()
    findings: tuple[Finding, ...] = ()
    spans: tuple[Span, ...] = ()

    @property
    def errors(self) -> tuple[Finding, ...]:
        """The findings that keep the text from working as written."""
        return tuple(finding for finding in self.findings if finding.severity is Severity.ERROR)
