"""Where keys and values stand in a JSON text that was read already; only the objects somebody asks about are looked through."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import NamedTuple

from geopts.findings import Span
from geopts.frontends.places import Places

__all__ = ["JsonPlaces", "Member"]

_STRING = r'"[^"\\]*(?:\\.[^"\\]*)*"'
#: A member: its key, then a string or a word; a value that is an object or an array leaves the second group out.
_MEMBER = re.compile(rf"[\s,]*({_STRING})\s*:\s*(?:({_STRING}|[^\s\",:{{}}\[\]]+)|(?=[{{\[]))", re.DOTALL)
_SPACE = re.compile(r"\s*")
_DECODER = json.JSONDecoder()


class Member(NamedTuple):
    """One member of an object: code points of its key, quotes included, and of its value."""

    key_start: int
    key_end: int
    start: int
    end: int


class JsonPlaces:
    """Places in one JSON text that `json.loads` takes.

    Only objects are looked into: a path is a tuple of keys. Where a key stands more than once, the last one counts, as it does for
    `json.loads`.

    :param text: the text; a byte order mark in front is skipped.
    """

    def __init__(self, text: str) -> None:
        self._text = text
        self._places = Places(text)
        self._objects: dict[tuple[str, ...], dict[str, list[Member]]] = {}

    def children(self, path: tuple[str, ...]) -> Mapping[str, list[Member]]:
        """Give the members of the object at ``path``; none where there is no object."""
        known = self._objects.get(path)
        if known is None:
            start = self._start(path)
            known = self._objects[path] = {} if start is None else self._members(start)
        return known

    def key(self, path: tuple[str, ...], occurrence: int = -1) -> Span | None:
        """Give the place of a key, quotes included; None when it is not there."""
        member = self._member(path, occurrence)
        return None if member is None else self._places.span(member.key_start, member.key_end)

    def value(self, path: tuple[str, ...], occurrence: int = -1) -> Span | None:
        """Give the place of a value; None when it is not there."""
        member = self._member(path, occurrence)
        return None if member is None else self._places.span(member.start, member.end)

    def span(self, start: int, end: int) -> Span:
        """Give the place of code points of the text."""
        return self._places.span(start, end)

    def _member(self, path: tuple[str, ...], occurrence: int) -> Member | None:
        if not path:
            return None
        members = self.children(path[:-1]).get(path[-1], [])
        return members[occurrence] if -len(members) <= occurrence < len(members) else None

    def _start(self, path: tuple[str, ...]) -> int | None:
        """Give where the value at ``path`` starts."""
        if path:
            member = self._member(path, -1)
            return None if member is None else member.start
        space = _SPACE.match(self._text, 1 if self._text.startswith("\ufeff") else 0)
        return space.end() if space else 0

    def _members(self, start: int) -> dict[str, list[Member]]:
        text = self._text
        members: dict[str, list[Member]] = {}
        if text[start : start + 1] != "{":
            return members
        offset = start + 1
        while True:
            found = _MEMBER.match(text, offset)
            if found is None:
                return members
            key_start, key_end = found.span(1)
            value_start, offset = found.span(2)
            if value_start < 0:
                value_start = found.end()
                offset = _DECODER.raw_decode(text, value_start)[1]
            key = text[key_start + 1 : key_end - 1]
            if "\\" in key:
                key = json.loads(text[key_start:key_end])
            members.setdefault(key, []).append(Member(key_start, key_end, value_start, offset))
