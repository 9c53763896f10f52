"""One report, seven formats; a format's module is imported when it is asked for."""

from __future__ import annotations

import importlib
from collections.abc import Callable
from typing import IO, TYPE_CHECKING

from geopts.errors import OptionValueError
from geopts.render.report import Report, Summary, Suppressed, Tally, statistics_table, summary_line

if TYPE_CHECKING:
    from geopts.render.rule_text import RuleText

__all__ = [
    "FORMATS",
    "Report",
    "RuleText",
    "Summary",
    "Suppressed",
    "Tally",
    "render",
    "statistics_table",
    "summary_line",
]

_MODULES = {
    "full": "full",
    "concise": "concise",
    "json": "report_json",
    "sarif": "sarif",
    "github": "github",
    "gitlab": "gitlab",
    "junit": "junit",
}

#: Names for ``--format``: two for people, one for programs, four for services.
FORMATS: tuple[str, ...] = tuple(_MODULES)


def render(report: Report, *, format: str, stream: IO[str], color: bool = False) -> None:  # noqa: A002  (the word users know)
    """Write a report.

    Nothing in it makes this fail whatever the stream's encoding is: what cannot be encoded is written as an escape.

    :param format: one of `FORMATS`.
    :param stream: a text stream; written to in pieces, so a report of any length needs little memory.
    :param color: ANSI colours in ``full`` and ``concise``; the other formats have none.
    :raises OptionValueError: an unknown format.
    """
    if format not in _MODULES:
        raise OptionValueError(
            f"{format!r} is no output format; the formats are {', '.join(FORMATS)}",
            option="format",
            value=format,
            allowed=FORMATS,
        )
    write: Callable[[Report, IO[str], bool], None]
    write = importlib.import_module(f"{__name__}.{_MODULES[format]}").write
    write(report, stream, color)


def __getattr__(name: str) -> type[RuleText]:
    """Import `RuleText` when it is asked for: only SARIF and ``geopts rule`` need it."""
    if name != "RuleText":
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from geopts.render.rule_text import RuleText

    return RuleText
