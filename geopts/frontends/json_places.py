"""JSON read by the standard library, with the places of the keys and values that matter."""

from __future__ import annotations

import json
import re
from collections.abc import Generator, Iterator
from typing import Any

from geopts.findings import Severity
from geopts.frontends.collector import Collector, Range

#: Path of keys, place of the key, place of the value, value.
Place = tuple["tuple[str, ...]", Range, Range, Any]
__all__ = ["load_json", "places_in_json"]

_SPACE = re.compile(r"[ \t\r\n]*")
_DECODER = json.JSONDecoder()


def load_json(text: str, collector: Collector) -> Any:
    """Parse a whole text; None, and a finding, when it is no JSON. Never raises."""
    try:
        return json.loads(text.removeprefix("\ufeff"))
    except json.JSONDecodeError as error:
        at = min(error.pos + (1 if text.startswith("\ufeff") else 0), len(text))
        message = error.msg
    except (ValueError, RecursionError, MemoryError) as error:
        at, message = 0, "is nested too deeply" if isinstance(error, RecursionError) else str(error).partition(";")[0]
    collector.report(
        "unreadable-file",
        Severity.ERROR,
        f"{collector.path or 'the text'}: is no JSON: {message}",
        Range(at, at),
        hint="check that this is the file you mean",
        source="RFC 8259",
    )
    return None


def places_in_json(text: str, depth: int) -> Iterator[Place]:
    """Yield for each key of the nested objects down to ``depth`` its path, the places of key and value, and the value.

    The text is known to be JSON with an object on top. An object above the last level is yielded before its members, with its
    opening brace for a value. Arrays are passed over, at the speed of the standard library. A key that stands twice is yielded twice.
    """
    start = _skip(text, 1 if text.startswith("\ufeff") else 0)
    yield from _members(text, start, (), depth)


def _members(text: str, start: int, path: tuple[str, ...], depth: int) -> Generator[Place, None, int]:
    """Yield the members of the object that opens at ``start``; the generator's return value is the offset behind it."""
    at = _skip(text, start + 1)
    while text[at] != "}":
        key, end = _DECODER.raw_decode(text, at)
        key_at = Range(at, end)
        at = _skip(text, _skip(text, end) + 1)
        full = (*path, key)
        if text[at] == "{" and len(full) < depth:
            yield full, key_at, Range(at, at + 1), "{"
            end = yield from _members(text, at, full, depth)
        else:
            value, end = _DECODER.raw_decode(text, at)
            yield full, key_at, Range(at, end), value
        at = _skip(text, end)
        if text[at] == ",":
            at = _skip(text, at + 1)
    return at + 1


def _skip(text: str, at: int) -> int:
    match = _SPACE.match(text, at)
    return match.end() if match is not None else at
