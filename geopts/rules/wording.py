"""Words that the messages of several rules share."""

from __future__ import annotations

from collections.abc import Iterable

from geopts.facts.dialects import MODES

__all__ = [
    "ALL_MODES",
    "ENTRY_SOURCE",
    "FIRST_WINS_SOURCE",
    "LINE_SOURCE",
    "LOOK_UP_SOURCE",
    "MODE_SOURCE",
    "listed",
    "plural",
    "quoted",
]

_PARSER = "compiler/engines/nn_engine/utils/common/config_parser/op_impl_mode_config_parser.cc"
#: Lines, comments and headers.
LINE_SOURCE = f"{_PARSER}:340-352 (hicann/ge@ffdcbc9f)"
#: Key and value of an entry.
ENTRY_SOURCE = f"{_PARSER}:304-314 (hicann/ge@ffdcbc9f)"
#: The eight modes.
MODE_SOURCE = f"{_PARSER}:49-56,315-319 (hicann/ge@ffdcbc9f)"
#: The first of equal keys stays.
FIRST_WINS_SOURCE = f"{_PARSER}:320-324 (hicann/ge@ffdcbc9f)"
#: Names and types are compared byte by byte.
LOOK_UP_SOURCE = f"{_PARSER}:381-387 (hicann/ge@ffdcbc9f)"

ALL_MODES = ", ".join(MODES)

_SHOWN = 60


def quoted(text: str) -> str:
    """Give the text in quotes, shortened; line ends and controls are made visible by the report."""
    return f"'{text}'" if len(text) <= _SHOWN else f"'{text[: _SHOWN - 3]}...'"


def listed(words: Iterable[str], *, shown: int = 5, last: str = "and") -> str:
    """Join words as ``a, b and c``; beyond ``shown`` only their number is told."""
    every = list(words)
    if len(every) > shown:
        return f"{', '.join(every[:shown])} and {len(every) - shown} more"
    if len(every) < 2:
        return "".join(every)
    return f"{', '.join(every[:-1])} {last} {every[-1]}"


def plural(number: int, noun: str, nouns: str = "") -> str:
    """Give number and noun, such as ``1 entry`` and ``2 entries``."""
    return f"{number} {noun}" if number == 1 else f"{number} {nouns or noun + 's'}"
