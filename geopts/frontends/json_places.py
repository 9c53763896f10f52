"""JSON read by the standard library, with the places of the keys and values that matter."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

from geopts.findings import Severity
from geopts.frontends.collector import Collector, Range

__all__ = ["load_json", "places_in_json"]

_TOKEN = re.compile(r'"(?:[^"\\]|\\.)*"|[{}\[\],:]|[^\s{}\[\],:"]+', re.DOTALL)


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
    )
    return None


class _Frame:
    """An open object or array: the member of the object that is being read."""

    __slots__ = ("is_object", "key", "key_at", "start")

    def __init__(self, is_object: bool) -> None:
        self.is_object = is_object
        self.key: str | None = None
        self.key_at = Range(0, 0)
        self.start = -1


def places_in_json(text: str, depth: int) -> Iterator[tuple[tuple[str, ...], Range, Range]]:
    """Yield for each key of the nested objects down to ``depth`` its path, the place of the key and that of the value.

    The text is known to be JSON. What stands in arrays is passed over. A key that stands twice is yielded twice.
    """
    stack: list[_Frame] = []
    end = 0
    for token in _TOKEN.finditer(text):
        first = token[0][0]
        if first in "}],":
            yield from _ended(stack, end, depth)
            if first != ",":
                stack.pop()
        elif first != ":":
            top = stack[-1] if stack else None
            if top is not None and top.is_object:
                if top.key is None:
                    top.key, top.key_at = _string(token[0]), Range(token.start(), token.end())
                    continue
                if top.start < 0:
                    top.start = token.start()
            if first in "{[":
                stack.append(_Frame(first == "{"))
        end = token.end()


def _ended(stack: list[_Frame], end: int, depth: int) -> Iterator[tuple[tuple[str, ...], Range, Range]]:
    """Finish the member whose value ends here."""
    top = stack[-1]
    if not top.is_object or top.key is None:
        return
    if len(stack) <= depth and all(frame.is_object for frame in stack):
        yield tuple(frame.key or "" for frame in stack), top.key_at, Range(top.start, end)
    top.key, top.start = None, -1


def _string(token: str) -> str:
    try:
        return str(json.loads(token))
    except ValueError:
        return token.strip('"')
