"""An ini file as the rules see it: GE's reading, and for every line GE drops the one rule that has to tell of it.

The rules share one classification, so that no dropped line is told twice or not at all: `IniSource.owned` gives each rule its lines.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import cached_property
from typing import TYPE_CHECKING

from geopts.facts.dialects import MODES
from geopts.findings import Span
from geopts.ini import WHITE_SPACE, Document, LineKind, Section, scan
from geopts.rules import foreign, odd_bytes
from geopts.rules.context import Context
from geopts.rules.headers import guess_section, is_bracketed

if TYPE_CHECKING:
    from geopts.rules.known_types import TypeAnswer

__all__ = ["COMMENT_MARKS", "IniSource", "comment_start"]

#: What other ini files take for a comment. GE knows only ``#``, and only as the first byte of a line.
COMMENT_MARKS = ("#", ";", "//")

_DROPPED = re.compile(b"[\x05-\x0b]")
_EXACT_HEADER = re.compile(b"[\x03\x04]")
_COMMENT = re.compile(r"#|;|//")
_ENTRY = LineKind.ENTRY


class IniSource:
    """One ini file under the linter.

    :ivar path: as the user named it.
    :ivar document: GE's reading.
    :ivar type_answers: what is known of the operator types without evidence; filled by the first rule that asks.
    """

    def __init__(self, path: str, data: bytes, context: Context | None = None) -> None:
        self.path = path
        self.data = data
        self.context = context if context is not None else Context()
        self.document: Document = scan(data)
        self.type_answers: dict[str, TypeAnswer] | None = None

    @cached_property
    def wide(self) -> tuple[str, str] | None:
        """Name and codec of a two- or four-byte encoding, which leaves GE nothing to read."""
        return odd_bytes.wide_encoding(self.data)

    @cached_property
    def plain(self) -> bool:
        """The bytes are ASCII without NUL, odd white space and CRs inside lines, which spares every line a closer look."""
        data = self.data
        if not data.isascii() or any(byte in data for byte in (b"\0", b"\x1c", b"\x1d", b"\x1e", b"\x1f")):
            return False
        # every CR that ends a line stands before LF or at the end
        return b"\r" not in data or data.count(b"\r") == data.count(b"\r\n") + (data[-1:] == b"\r")

    @cached_property
    def foreign(self) -> str:
        """Name of another file format that the whole file is in; empty when it is none."""
        return foreign.whole_file(self.document)

    def owned(self, code: str) -> list[int]:
        """Give the indices (from 0) of the dropped lines that the rule ``code`` has to tell of."""
        return self._owners.get(code, [])

    @cached_property
    def _owners(self) -> dict[str, list[int]]:
        owners: dict[str, list[int]] = {}
        document = self.document
        lines, kinds = document.lines, document.kinds
        if self.wide:
            owners["GEO107"] = [found.start() for found in _DROPPED.finditer(kinds)]
            return owners
        for found in _DROPPED.finditer(kinds):
            index = found.start()
            owners.setdefault(self._owner(index, kinds[index], lines[index]), []).append(index)
        return owners

    def _owner(self, index: int, kind: int, line: str) -> str:
        text = line.strip(WHITE_SPACE)
        if text.startswith(COMMENT_MARKS):
            return "GEO105"
        if kind == LineKind.REPEATED:
            return "GEO202"
        if kind == LineKind.CONTRADICTED:
            return "GEO203"
        if not self.plain:
            code = _owner_of_odd_line(index, kind, text)
            if code:
                return code
        if kind == LineKind.UNKNOWN_MODE:
            return _owner_of_entry(text)
        if kind == LineKind.IGNORED:
            return "GEO103" if self.foreign else _owner_of_ignored(text)
        # an empty key or an empty value
        return "GEO111" if is_bracketed(text) and kind == LineKind.EMPTY_VALUE else "GEO110"

    def entries_below(self, index: int) -> Iterator[int]:
        """Yield the indices of the stored entries from line ``index`` to the next line that is or was meant as a header."""
        kinds = self.document.kinds
        found = _EXACT_HEADER.search(kinds, index + 1)
        stop = min([found.start() if found else len(kinds), *(i for i in self.meant_headers if i > index)])
        return (i for i in range(index + 1, stop) if kinds[i] == _ENTRY)

    @cached_property
    def meant_headers(self) -> dict[int, Section]:
        """Lines that were meant as a header and are none, with the section they meant."""
        meant: dict[int, Section] = {}
        for code in ("GEO102", "GEO104", "GEO108", "GEO111"):
            for index in self.owned(code):
                section = guess_section(odd_bytes.without_odd(self.document.lines[index]))
                if section is not None:
                    meant[index] = section
        return meant

    @cached_property
    def misplaced(self) -> dict[int, int]:
        """Stored entries in another section than their author meant, with the line of the header that failed."""
        return {
            entry: header
            for header, section in self.meant_headers.items()
            if self.document.section(header) is not section
            for entry in self.entries_below(header)
        }

    def locate(self, section: Section, keys: Iterable[str]) -> list[tuple[int, str]]:
        """Find the lines whose entries GE stored for ``keys``, as pairs of index and key in the order of the file."""
        wanted = set(keys)
        found: list[tuple[int, str]] = []
        if not wanted:
            return found
        document = self.document
        lines, kinds = document.lines, document.kinds
        for start, stop, current in self._stretches():
            if current is not section:
                continue
            for index in range(start, stop):
                if kinds[index] == _ENTRY:
                    key = lines[index].partition("=")[0].strip(WHITE_SPACE)
                    if key in wanted:
                        found.append((index, key))
        return found

    def _stretches(self) -> Iterator[tuple[int, int, Section]]:
        """Yield first line, line behind the last, and section of every stretch between exact headers."""
        start, section = 0, Section.BY_OP_TYPE
        for header in _EXACT_HEADER.finditer(self.document.kinds):
            yield start, header.start(), section
            start = header.end()
            by_name = self.document.kinds[header.start()] == LineKind.NAME_SECTION
            section = Section.BY_NODE_NAME if by_name else Section.BY_OP_TYPE
        yield start, len(self.document), section

    def key_span(self, index: int) -> Span:
        """Give the place of the trimmed key of line ``index``."""
        head = self.document.lines[index].partition("=")[0]
        key = head.strip(WHITE_SPACE)
        start = head.index(key) if key else len(head)
        return self.document.span(index, start, start + len(key))

    def value_span(self, index: int) -> Span:
        """Give the place of the trimmed value of line ``index``."""
        line = self.document.lines[index]
        behind = line.index("=") + 1
        value = line[behind:].strip(WHITE_SPACE)
        start = line.index(value, behind) if value else len(line.rstrip("\r"))
        return self.document.span(index, max(start, behind), max(start, behind) + len(value))

    def text_span(self, index: int) -> Span:
        """Give the place of the trimmed text of line ``index``."""
        line = self.document.lines[index]
        text = line.strip(WHITE_SPACE)
        start = line.index(text)
        return self.document.span(index, start, start + len(text))

    @cached_property
    def first_characters(self) -> frozenset[str]:
        """First characters of all stored keys: one pass that spares most rules their own."""
        document = self.document
        return frozenset({key[0] for key in document.by_op_type} | {key[0] for key in document.by_node_name})

    def stored(self, *starts: str) -> list[tuple[int, str]]:
        """Find the stored entries whose key starts with one of ``starts``, as pairs of index and key in the order of the file."""
        if not self.first_characters.intersection(start[0] for start in starts):
            return []
        found: list[tuple[int, str]] = []
        for section, table in self.tables():
            found += self.locate(section, [key for key in table if key.startswith(starts)])
        return sorted(found)

    def tables(self) -> tuple[tuple[Section, dict[str, object]], tuple[Section, dict[str, object]]]:
        """Give both sections with their tables."""
        document = self.document
        return (
            (Section.BY_OP_TYPE, document.by_op_type),  # type: ignore[return-value]  # a dict of modes, read only
            (Section.BY_NODE_NAME, document.by_node_name),
        )


def comment_start(value: str) -> int:
    """Give the place in an entry's value where a comment was meant to start; -1 when there is none.

    A mark counts when a blank or nothing stands before it, or a whole mode; ``;`` as the last character is punctuation.
    """
    found = _COMMENT.search(value)
    if found is None:
        return -1
    head = value[: found.start()]
    if not head or head[-1] in WHITE_SPACE:
        return found.start()
    return found.start() if head in MODES and found.group() + value[found.end() :] != ";" else -1


def _owner_of_odd_line(index: int, kind: int, text: str) -> str:
    """Find the rule for a line with bytes that are not what they look like; empty when they are not what is wrong."""
    if index == 0 and text.startswith(odd_bytes.BYTE_ORDER_MARK):
        return "GEO104"
    if odd_bytes.inner_carriage_return(text):
        return "GEO113"
    if "\0" in text or any("\udc80" <= char <= "\udcff" for char in text):
        return "GEO107"
    cleaned = odd_bytes.without_odd(text)
    if cleaned == text:
        return ""
    if kind == LineKind.UNKNOWN_MODE:
        return "GEO108" if cleaned.partition("=")[2].strip(WHITE_SPACE) in MODES or _is_blank_value(cleaned) else ""
    return "GEO108" if not cleaned or guess_section(cleaned) is not None or cleaned[0] in COMMENT_MARKS else ""


def _is_blank_value(text: str) -> bool:
    return not text.partition("=")[2].strip(WHITE_SPACE)


def _owner_of_entry(text: str) -> str:
    """Find the rule for an entry whose value is no mode."""
    key, _, value = text.partition("=")
    if is_bracketed(text) and (guess_section(text) is not None or key.rstrip(WHITE_SPACE)[-1:] == "]"):
        return "GEO111"
    value = value.strip(WHITE_SPACE)
    if comment_start(value) >= 0:
        return "GEO106"
    middle, equals, last = value.rpartition("=")
    if (
        equals
        and last.strip(WHITE_SPACE) in MODES
        and middle.strip(WHITE_SPACE + "=")
        and not _starts_with_mode(middle)
    ):
        return "GEO209"
    return "GEO201"


def _starts_with_mode(text: str) -> bool:
    """Whether a whole mode stands first: two entries on one line, then, rather than a name that holds ``=``."""
    return re.split(r"[\s,;]", text.lstrip(WHITE_SPACE), maxsplit=1)[0] in MODES


def _owner_of_ignored(text: str) -> str:
    """Find the rule for a line without ``=`` that is no header."""
    if guess_section(text) is not None:
        return "GEO102"
    if is_bracketed(text) or foreign.line_format(text):
        return "GEO103"
    return "GEO109" if foreign.colon_entry(text) else "GEO101"
