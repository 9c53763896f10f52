"""An ini file as the rules see it: GE's reading, and for every line GE drops the one rule that has to tell of it.

The rules share one reading and one assignment of the dropped lines (`geopts.rules.ownership`), and ask for lines only where they report.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import cached_property
from itertools import chain
from typing import TYPE_CHECKING

from geopts.findings import Span
from geopts.ini import WHITE_SPACE, Document, LineKind, Section, scan
from geopts.rules import foreign, odd_bytes
from geopts.rules.context import Context
from geopts.rules.headers import BRACKET, guess_section
from geopts.rules.ownership import assign_lines, comment_start
from geopts.rules.patterns import lazy

if TYPE_CHECKING:
    from geopts.rules.known_types import TypeAnswer

__all__ = ["IniSource"]

_EXACT_HEADER = lazy(b"[\x03\x04]")
_WORD = lazy(r"\w*", re.ASCII)
#: Characters of node names that no operator type has, and what may follow the first of them.
_IN_NAMES = "/.:-"
_REST_OF_NAME = lazy(r"[\w/.:\-]*", re.ASCII)
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
        self._comments: dict[int, int] = {}

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

    def comment_start(self, index: int, value: str) -> int:
        """Give the place in ``value``, that of line ``index``, where a trailing comment starts."""
        place = self._comments.get(index)
        return comment_start(value) if place is None else place

    @cached_property
    def _owners(self) -> dict[str, list[int]]:
        return assign_lines(
            self.document, self._comments, plain=self.plain, wide=self.wide is not None, foreign=bool(self.foreign)
        )

    @cached_property
    def meant_headers(self) -> dict[int, Section]:
        """Lines that were meant as a header and are none, in order, with the section they meant."""
        meant: dict[int, Section] = {}
        dropped = [index for code in ("GEO102", "GEO104", "GEO108", "GEO111") for index in self.owned(code)]
        stored = [index for index, _ in self.stored("[")]
        for index in sorted([*dropped, *stored]):
            line = self.document.lines[index]
            # a line with "=" and without a bracket means none
            if "=" in line and BRACKET.search(line) is None:
                continue
            section = guess_section(odd_bytes.without_odd(line))
            if section is not None:
                meant[index] = section
        return meant

    @cached_property
    def moved(self) -> dict[int, list[int]]:
        """Lines of headers that failed, with the stored entries below that are in another section than their author meant."""
        document, kinds = self.document, self.document.kinds
        headers = list(self.meant_headers)
        moved: dict[int, list[int]] = {}
        for header, stop in zip(headers, [*headers[1:], len(kinds)], strict=False):
            if document.section(header) is self.meant_headers[header]:
                continue
            found = _EXACT_HEADER.search(kinds, header, stop)
            entries = [i for i in range(header + 1, found.start() if found else stop) if kinds[i] == _ENTRY]
            if entries:
                moved[header] = entries
        return moved

    @cached_property
    def misplaced(self) -> frozenset[int]:
        """Stored entries in another section than their author meant."""
        return frozenset(chain.from_iterable(self.moved.values()))

    def locate(self, section: Section, keys: Iterable[str]) -> Iterator[tuple[int, str]]:
        """Yield the lines whose entries GE stored for ``keys``, as pairs of index and key in the order of the file."""
        wanted = set(keys)
        left = len(wanted)
        document = self.document
        lines, kinds = document.lines, document.kinds
        for start, stop, current in self._stretches() if left else ():
            if current is not section:
                continue
            for index in range(start, stop):
                if kinds[index] == _ENTRY:
                    key = lines[index].partition("=")[0].strip(WHITE_SPACE)
                    if key in wanted:
                        yield index, key
                        left -= 1
                        if not left:
                            return

    def sections_of(self, indices: Iterable[int]) -> Iterator[Section]:
        """Yield the section in force at each of these indices, which must rise."""
        stretches = self._stretches()
        _, stop, section = next(stretches)
        for index in indices:
            while index >= stop:
                _, stop, section = next(stretches)
            yield section

    def _stretches(self) -> Iterator[tuple[int, int, Section]]:
        """Yield first line, line behind the last, and section of every stretch between exact headers, which belong to none."""
        start, section = 0, Section.BY_OP_TYPE
        for header in _EXACT_HEADER.finditer(self.document.kinds):
            yield start, header.start(), section
            start = header.end()
            by_name = self.document.kinds[header.start()] == LineKind.NAME_SECTION
            section = Section.BY_NODE_NAME if by_name else Section.BY_OP_TYPE
        yield start, len(self.document), section

    def key_span(self, index: int, key: str = "") -> Span:
        """Give the place of the trimmed key of line ``index``; quicker when it is given."""
        line = self.document.lines[index]
        key = key or line.partition("=")[0].strip(WHITE_SPACE)
        start = 0 if line.startswith(key) else line.index(key)
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
        document = self.document
        line = document.lines[index]
        text = line.strip(WHITE_SPACE)
        start = line.find(text)
        return document.span(index, start, start + len(text))

    @cached_property
    def unproven_types(self) -> list[str]:
        """Keys by operator type that may be types, that no evidence knows a mode of, and that the user did not declare.

        In the order of the file, in which they also stand in memory: as a set, a large file would take twice as long.
        """
        from geopts.facts.operator_evidence import ATTESTED

        no_types = self.context.operator_types.union(*self.odd_types)
        return [key for key in self.document.by_op_type if key not in ATTESTED and key not in no_types]

    @cached_property
    def odd_types(self) -> tuple[list[str], list[str]]:
        """Keys by operator type that are no identifier: those that look like a plain node name, and the others."""
        table = self.document.by_op_type
        joined = "".join(table)
        if not joined or (joined.isascii() and f"_{joined}".isidentifier()):
            return [], []
        names: list[str] = []
        others: list[str] = []
        word, rest = _WORD.match, _REST_OF_NAME.fullmatch
        for key in table:
            end = word(key).end()  # type: ignore[union-attr]  # it matches anything
            if end == len(key):
                continue
            if key[end] in _IN_NAMES and key[:2] != "//" and rest(key, end):
                names.append(key)
            else:
                others.append(key)
        return names, others

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
