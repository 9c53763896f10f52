"""GE's reading of an ini file of operator modes: bytes in, every line with its kind, never an exception.

`scan` follows op_impl_mode_config_parser.cc:304-359 line by line: split at LF only, ``#`` in the first column is the only
comment, ``=`` makes an entry of any line, everything else without an exact header is ignored, the first of equal keys wins.
Bytes that are no UTF-8 stay in the text as surrogate escapes, so names come back byte for byte.
"""

from __future__ import annotations

import enum
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from itertools import accumulate

import attrs

from geopts.facts.dialects import OP_PRECISION, SECTION_BY_NODE_NAME, SECTION_BY_OP_TYPE, DialectRow, PrecisionMode
from geopts.findings import Edit, Span, build

__all__ = ["DROPPED", "WHITE_SPACE", "Document", "Line", "LineKind", "Section", "apply_edits", "scan"]

#: What GE trims: std::isspace in locale C (string_utils.h:143-168); no byte of 0x80 or above.
WHITE_SPACE = " \t\n\v\f\r"


class LineKind(enum.IntEnum):
    """What GE makes of a line. The order groups the kinds: up to `TYPE_SECTION` nothing is lost."""

    ENTRY = 0
    BLANK = 1
    COMMENT = 2
    NAME_SECTION = 3
    TYPE_SECTION = 4
    #: No ``=`` and no exact header.
    IGNORED = 5
    EMPTY_KEY = 6
    EMPTY_VALUE = 7
    UNKNOWN_MODE = 8
    #: The same key again, with the same mode.
    REPEATED = 9
    #: The same key again, with another mode; the first stays.
    CONTRADICTED = 10
    #: Before ``[ByOpType]`` in a file that has no default section.
    BEFORE_SECTION = 11


#: Kinds of lines whose content GE does not use.
DROPPED = frozenset(kind for kind in LineKind if kind > LineKind.TYPE_SECTION)


class Section(enum.Enum):
    """The table an entry goes to."""

    BY_OP_TYPE = "ByOpType"
    BY_NODE_NAME = "ByNodeName"


@attrs.frozen
class Line:
    """One line: 1-based number, text without its LF, what GE made of it, and the section in force."""

    number: int
    kind: LineKind
    text: str
    section: Section | None
    offset: int

    @property
    def key(self) -> str:
        """Text before the first ``=``, trimmed as GE trims."""
        return self.text.partition("=")[0].strip(WHITE_SPACE)

    @property
    def value(self) -> str:
        """Text behind the first ``=``, trimmed as GE trims."""
        return self.text.partition("=")[2].strip(WHITE_SPACE)

    def span(self, start: int = 0, end: int | None = None) -> Span:
        """Give the place of ``text[start:end]``; without arguments the line without a final CR."""
        text = self.text
        stop = len(text.rstrip("\r")) if end is None else end
        stop = max(stop, start)
        if text.isascii():
            first, last = self.offset + start, self.offset + stop
        else:
            first = self.offset + len(encode(text[:start]))
            last = self.offset + len(encode(text[:stop]))
        return Span(self.number, start + 1, self.number, stop + 1, first, last)

    def key_span(self) -> Span:
        """Give the place of the trimmed key."""
        head = self.text.partition("=")[0]
        start = len(head) - len(head.lstrip(WHITE_SPACE))
        return self.span(start, max(start, len(head.rstrip(WHITE_SPACE))))

    def value_span(self) -> Span:
        """Give the place of the trimmed value."""
        head, equals, tail = self.text.partition("=")
        start = len(head) + len(equals) + len(tail) - len(tail.lstrip(WHITE_SPACE))
        return self.span(start, max(start, len(self.text.rstrip(WHITE_SPACE))))


def encode(text: str) -> bytes:
    """Give back the bytes a scanned text came from."""
    return text.encode("utf-8", "surrogateescape")


class Document:
    """A scanned file: GE's two tables, and lines on demand.

    :ivar data: the bytes, unchanged.
    :ivar lines: text of every line without its LF; a final LF makes no further line.
    :ivar kinds: one `LineKind` value per line.
    :ivar by_op_type: operator type to mode, as GE stores it.
    :ivar by_node_name: node name to mode, as GE stores it.
    """

    __slots__ = ("_headers", "_offsets", "by_node_name", "by_op_type", "data", "dialect", "kinds", "lines")

    def __init__(self, data: bytes, lines: list[str], kinds: bytearray, dialect: DialectRow) -> None:
        self.data = data
        self.lines = lines
        self.kinds = kinds
        self.dialect = dialect
        self.by_op_type: dict[str, PrecisionMode] = {}
        self.by_node_name: dict[str, PrecisionMode] = {}
        self._headers: list[tuple[int, Section | None]] = []
        self._offsets: list[int] | None = None

    def __len__(self) -> int:
        return len(self.lines)

    @property
    def offsets(self) -> list[int]:
        """Byte offset at which each line starts, and one more; the last counts a line feed that the file may lack."""
        if self._offsets is None:
            sizes = (
                map(len, self.lines)
                if len(self.data) == _text_length(self.lines, self.data)
                else map(_size, self.lines)
            )
            self._offsets = list(accumulate((size + 1 for size in sizes), initial=0))
        return self._offsets

    def offset(self, index: int) -> int:
        """Give the byte offset at which line ``index`` (from 0) starts."""
        return self.offsets[index]

    def span(self, index: int, start: int, end: int) -> Span:
        """Give the place of ``lines[index][start:end]``, without a `Line` in between: a report may need 100,000 of them."""
        text = self.lines[index]
        offset = (self._offsets or self.offsets)[index]
        if text.isascii():
            number = index + 1
            return build(Span, (number, start + 1, number, end + 1, offset + start, offset + end))
        first = offset + len(encode(text[:start])) if start else offset
        return Span(index + 1, start + 1, index + 1, end + 1, first, first + len(encode(text[start:end])))

    def section(self, index: int) -> Section | None:
        """Give the section in force at line ``index`` (from 0); None where the dialect has no default section."""
        position = bisect_right(self._headers, index, key=_first) - 1
        return self._headers[position][1]

    def line(self, index: int) -> Line:
        """Build the `Line` with this index (from 0)."""
        return Line(index + 1, LineKind(self.kinds[index]), self.lines[index], self.section(index), self.offset(index))

    def select(self, kinds: Iterable[LineKind]) -> Iterator[Line]:
        """Yield the lines of these kinds, in order."""
        wanted = frozenset(int(kind) for kind in kinds)
        if not wanted.intersection(self.kinds):
            return
        for index, kind in enumerate(self.kinds):
            if kind in wanted:
                yield self.line(index)

    def dropped(self) -> Iterator[Line]:
        """Yield the lines GE does not use."""
        return self.select(DROPPED)

    def entry_line(self, section: Section, key: str) -> Line | None:
        """Find the line whose entry GE stored for ``key``; None when there is none."""
        entry = LineKind.ENTRY
        for index, text in enumerate(self.lines):
            if self.kinds[index] == entry and key in text:
                line = self.line(index)
                if line.section is section and line.key == key:
                    return line
        return None


def _first(pair: tuple[int, Section | None]) -> int:
    return pair[0]


def _size(text: str) -> int:
    return len(text) if text.isascii() else len(encode(text))


def _text_length(lines: list[str], data: bytes) -> int:
    """Length of the text in code points, counted so that equality with ``len(data)`` means one byte each."""
    return sum(map(len, lines)) + len(lines) - (0 if data.endswith(b"\n") else 1 if lines else 0)


def scan(data: bytes, dialect: DialectRow = OP_PRECISION) -> Document:
    """Read ``data`` as GE does. Linear in the input; raises nothing whatever the bytes are."""
    lines = data.decode("utf-8", "surrogateescape").split("\n")
    if not lines[-1]:
        lines.pop()
    kinds = bytearray(len(lines))
    document = Document(data, lines, kinds, dialect)
    by_op_type, by_node_name = document.by_op_type, document.by_node_name
    modes = {mode.value: mode for mode in dialect.modes}
    table: dict[str, PrecisionMode] | None = by_op_type if dialect.starts_in_types else None
    headers = document._headers  # noqa: SLF001  (the scanner fills the document it returns)
    headers.append((-1, Section.BY_OP_TYPE if dialect.starts_in_types else None))
    mode_of = modes.get
    white_space = WHITE_SPACE
    unknown_mode, empty_value = LineKind.UNKNOWN_MODE, LineKind.EMPTY_VALUE
    for index, line in enumerate(lines):
        key, equals, value = line.partition("=")
        if not equals or key[:1] == "#":
            kind = kinds[index] = _plain_line(line)
            if kind is LineKind.NAME_SECTION:
                table = by_node_name
                headers.append((index, Section.BY_NODE_NAME))
            elif kind is LineKind.TYPE_SECTION:
                table = by_op_type
                headers.append((index, Section.BY_OP_TYPE))
            continue
        if table is None:
            kinds[index] = LineKind.BEFORE_SECTION
            continue
        key = key.strip(white_space)
        mode = mode_of(value) or mode_of(value.strip(white_space))
        if mode is None or not key:
            if key and value.strip(white_space):
                kinds[index] = unknown_mode
            else:
                kinds[index] = empty_value if key else LineKind.EMPTY_KEY
        elif key in table:
            kinds[index] = LineKind.REPEATED if table[key] is mode else LineKind.CONTRADICTED
        else:
            table[key] = mode
    return document


def _plain_line(line: str) -> LineKind:
    """Classify a line that is no entry: comment, header, blank, or ignored."""
    if line[:1] == "#":
        return LineKind.COMMENT
    text = line.strip(WHITE_SPACE)
    if not text:
        return LineKind.BLANK
    if text == SECTION_BY_NODE_NAME:
        return LineKind.NAME_SECTION
    if text == SECTION_BY_OP_TYPE:
        return LineKind.TYPE_SECTION
    return LineKind.IGNORED


def apply_edits(data: bytes, edits: Sequence[Edit]) -> bytes:
    """Apply edits that do not overlap; equal edits count once.

    :raises ValueError: two different edits touch the same bytes.
    """
    pieces: list[bytes] = []
    position = 0
    for edit in sorted(set(edits), key=lambda e: (e.offset, e.end_offset)):
        if edit.offset < position:
            raise ValueError(f"edits overlap at byte {edit.offset}")
        pieces += (data[position : edit.offset], edit.content)
        position = edit.end_offset
    pieces.append(data[position:])
    return b"".join(pieces)
