"""`OpPrecision`: the typed op_precision.ini that geopts reads, edits and writes."""

from __future__ import annotations

import configparser
import io
import os
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

import iniconfig

from geopts import ini as _ini
from geopts.errors import OptionValueError, UnportableError
from geopts.facts.dialects import SECTION_BY_NODE_NAME, SECTION_BY_OP_TYPE, PrecisionMode
from geopts.files import read_bytes, write_atomic
from geopts.ini import Document, LineKind, Section
from geopts.precision.modes import parse_mode

__all__ = ["ModeTable", "OpPrecision", "check_portable", "unportable_hint", "why_unportable"]

_HEADERS = {Section.BY_OP_TYPE: SECTION_BY_OP_TYPE, Section.BY_NODE_NAME: SECTION_BY_NODE_NAME}
#: What ends a line for str.splitlines or a text file, though not for GE.
_LINE_ENDS = "\r\v\f\x1c\x1d\x1e\x85\u2028\u2029"


class ModeTable(dict[str, PrecisionMode]):
    """Operator types or node names with their modes; assignments are checked.

    Values may be given as `PrecisionMode` or as its text. Order is the order of the file.

    :raises OptionValueError: on assignment, for a value that is no mode or a key that is no string.
    """

    def __init__(
        self, entries: Mapping[str, PrecisionMode | str] | Iterable[tuple[str, PrecisionMode | str]] = ()
    ) -> None:
        super().__init__()
        self.update(entries)

    def __setitem__(self, key: str, value: PrecisionMode | str) -> None:
        if not isinstance(key, str):
            raise OptionValueError(
                f"OP_PRECISION_MODE: {key!r} is no operator type or node name",
                option="OP_PRECISION_MODE",
                value=key,
                allowed=("a string",),
                hint="write the name as a string",
            )
        super().__setitem__(
            key,
            value if isinstance(value, PrecisionMode) else parse_mode(value, option=f"OP_PRECISION_MODE, entry {key}"),
        )

    def update(self, *args: Any, **kwargs: Any) -> None:
        """Like dict.update, with every assignment checked."""
        for key, value in dict(*args, **kwargs).items():
            self[key] = value

    def setdefault(self, key: str, default: PrecisionMode | str | None = None) -> PrecisionMode:
        """Like dict.setdefault, with the assignment checked."""
        if key not in self:
            self[key] = default if default is not None else ""
        return self[key]

    def __ior__(self, other: Any) -> ModeTable:  # type: ignore[override, misc]  # dict declares overloads  # noqa: PYI034  (and no subclass of this class exists)
        self.update(other)
        return self


class OpPrecision:
    """Precision modes by operator type and by node name: the file behind OP_PRECISION_MODE.

    The tables are GE's: entries it drops are not in them. Change them like dicts; `to_bytes` keeps the comments, the order and the
    line ends of the file that was read.

    :ivar by_op_type: operator type to mode.
    :ivar by_node_name: node name to mode; a node name beats an operator type.
    """

    __slots__ = ("_document", "by_node_name", "by_op_type")

    def __init__(
        self,
        by_op_type: Mapping[str, PrecisionMode | str] | None = None,
        by_node_name: Mapping[str, PrecisionMode | str] | None = None,
    ) -> None:
        self.by_op_type = ModeTable(by_op_type or {})
        self.by_node_name = ModeTable(by_node_name or {})
        self._document: Document | None = None

    @classmethod
    def parse(cls, data: bytes) -> OpPrecision:
        """Read the content of a file as GE does; never fails (GE drops what it does not understand, see `dropped`)."""
        document = _ini.scan(data)
        precision = cls(document.by_op_type, document.by_node_name)
        precision._document = document
        return precision

    @classmethod
    def read(cls, path: str | os.PathLike[str]) -> OpPrecision:
        """Read a file.

        :raises FileError: it is missing, unreadable, a directory, or larger than geopts reads.
        """
        return cls.parse(read_bytes(path, what="op_precision.ini"))

    @property
    def was_read(self) -> bool:
        """True when the tables came from a file or from its content."""
        return self._document is not None

    @property
    def dropped(self) -> Iterator[_ini.Line]:
        """Lines of the file that was read which GE does not use."""
        return iter(()) if self._document is None else self._document.dropped()

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, OpPrecision):
            return NotImplemented
        return self.by_op_type == other.by_op_type and self.by_node_name == other.by_node_name

    __hash__ = None  # type: ignore[assignment]  # mutable, like the dicts it holds

    def __repr__(self) -> str:
        def plain(table: ModeTable) -> dict[str, str]:
            return {key: mode.value for key, mode in table.items()}

        return f"OpPrecision(by_op_type={plain(self.by_op_type)!r}, by_node_name={plain(self.by_node_name)!r})"

    def __bool__(self) -> bool:
        return bool(self.by_op_type or self.by_node_name)

    def content(self) -> bytes:
        """Give the content as GE will read it, without proof that other readers agree (see `to_bytes`)."""
        return self._fresh() if self._document is None else self._rewritten(self._document)

    def to_bytes(self) -> bytes:
        """Give the file's content.

        :raises UnportableError: GE, iniconfig and configparser would not read the content alike, such as for a name with ``=``.
        """
        data = self.content()
        check_portable(data, self.by_op_type, self.by_node_name)
        return data

    def write(self, path: str | os.PathLike[str]) -> None:
        """Write the file, whole or not at all.

        :raises UnportableError: as `to_bytes`.
        :raises FileError: it cannot be written; what was there stays.
        """
        write_atomic(path, self.to_bytes())

    def _fresh(self) -> bytes:
        blocks = [
            "".join([f"{_HEADERS[section]}\n", *(f"{key}={mode.value}\n" for key, mode in table.items())])
            for section, table in ((Section.BY_OP_TYPE, self.by_op_type), (Section.BY_NODE_NAME, self.by_node_name))
            if table
        ]
        return _encode("\n".join(blocks))

    def _rewritten(self, document: Document) -> bytes:
        """Carry the tables into the lines that were read."""
        wanted = {Section.BY_OP_TYPE: dict(self.by_op_type), Section.BY_NODE_NAME: dict(self.by_node_name)}
        end = "\r" if document.lines and document.lines[0].endswith("\r") else ""
        lines: list[str] = []
        last_of: dict[Section, int] = {}
        headed = False
        for index, text in enumerate(document.lines):
            line = document.line(index)
            section = line.section or Section.BY_OP_TYPE
            if line.kind is LineKind.ENTRY:
                mode = wanted[section].pop(line.key, None)
                if mode is None:
                    continue
                if not headed:
                    # a standard reader wants a header before the first entry; for GE it changes nothing
                    lines.append(SECTION_BY_OP_TYPE + end)
                    headed = True
                if mode.value != line.value:
                    head, _, tail = text.partition("=")
                    text = f"{head}={tail.replace(line.value, mode.value, 1)}"  # noqa: PLW2901  (the line as it will be written)
            elif line.kind in (LineKind.NAME_SECTION, LineKind.TYPE_SECTION):
                headed = True
                section = Section.BY_NODE_NAME if line.kind is LineKind.NAME_SECTION else Section.BY_OP_TYPE
            lines.append(text)
            if line.kind in (LineKind.ENTRY, LineKind.NAME_SECTION, LineKind.TYPE_SECTION):
                last_of[section] = len(lines)
        for section in sorted((s for s in wanted if wanted[s]), key=lambda s: -last_of.get(s, -1)):
            added = [f"{key}={mode.value}{end}" for key, mode in wanted[section].items()]
            place = last_of.get(section)
            if lines and place in (None, len(lines)) and not lines[-1].endswith(end):
                lines[-1] += end  # the last line had no line end of its own
            if place is None:
                lines += [*([end] if lines and lines[-1].strip() else []), _HEADERS[section] + end, *added]
            else:
                lines[place:place] = added
        if not lines:
            return b""
        return _encode(
            "\n".join(lines) + ("\n" if document.data.endswith(b"\n") or len(lines) != len(document.lines) else "")
        )


def _encode(text: str) -> bytes:
    try:
        return text.encode("utf-8", "surrogateescape")
    except UnicodeEncodeError as error:
        raise UnportableError(
            f"OP_PRECISION_MODE: {text[error.start]!r} is half a character and no byte, so no file can hold it",
            key=text[error.start],
            reason="a lone surrogate that stands for no byte",
            hint="give the name as it is in the graph",
        ) from None


def check_portable(
    data: bytes, by_op_type: Mapping[str, PrecisionMode], by_node_name: Mapping[str, PrecisionMode]
) -> None:
    """Prove that GE, iniconfig and configparser all read these tables from ``data``.

    :raises UnportableError: one of them does not, with the first entry or line that differs.
    """
    document = _ini.scan(data)
    wanted = {"ByOpType": dict(by_op_type), "ByNodeName": dict(by_node_name)}
    dropped = next(document.dropped(), None)
    if dropped is None and document.by_op_type == wanted["ByOpType"] and document.by_node_name == wanted["ByNodeName"]:
        text = data.decode("utf-8", "surrogateescape")
        plain = {
            section: {key: mode.value for key, mode in table.items()} for section, table in wanted.items() if table
        }
        if _iniconfig_tables(text) == plain and _configparser_tables(text) == plain:
            return
    for table in (by_op_type, by_node_name):
        for key in table:
            reason = why_unportable(key)
            if reason:
                raise UnportableError(
                    f"OP_PRECISION_MODE: the entry {key!r} cannot be written: {reason}",
                    key=key,
                    reason=reason,
                    hint=unportable_hint(key),
                )
    if dropped is not None:
        reason = f"line {dropped.number} ({dropped.text.strip()!r}) is not used by GE ({dropped.kind.name.lower().replace('_', ' ')})"
    else:
        reason = (
            "GE and a standard ini reader would read different tables (a section twice, or entries before a header)"
        )
    raise UnportableError(
        f"OP_PRECISION_MODE: the file cannot be written back: {reason}",
        key=dropped.key if dropped is not None else "",
        reason=reason,
        hint="mend the file first; 'geopts lint' names every such line",
    )


def _iniconfig_tables(text: str) -> dict[str, dict[str, str]] | None:
    try:
        parsed = iniconfig.IniConfig("op_precision.ini", data=text)
    except (iniconfig.ParseError, ValueError, IndexError):
        return None
    return {section.name: dict(section.items()) for section in parsed if list(section)}


def _configparser_tables(text: str) -> dict[str, dict[str, str]] | None:
    parser = configparser.RawConfigParser()
    parser.optionxform = str  # type: ignore[assignment, method-assign]  # the documented way to keep upper and lower case
    try:
        parser.read_file(io.StringIO(text, newline=None))
    except configparser.Error:
        return None
    return {name: dict(parser.items(name)) for name in parser.sections() if parser.items(name)}


def why_unportable(key: str) -> str:
    """Say why readers disagree about ``key``; empty when it is plain."""
    if not key:
        return "GE skips an entry without a name"
    if key != key.strip(_ini.WHITE_SPACE):
        return "GE trims blanks at both ends of a name, so no entry can match it"
    if "=" in key:
        return "GE splits a line at its first '=', so a name that holds '=' cannot be configured"
    if "\n" in key:
        return "a line feed ends the entry"
    if key[0] == "#":
        return "GE takes a line that starts with '#' for a comment"
    if key[0] == ";":
        return "standard ini readers take a line that starts with ';' for a comment"
    if key[0] == "[":
        return "standard ini readers take a line that starts with '[' for a section"
    if ":" in key:
        return "standard ini readers split the line at ':', so they and GE would read different entries"
    if key != key.strip() or any(end in key for end in _LINE_ENDS):
        return "it holds white space that GE keeps and standard ini readers strip or take for a line end"
    return ""


def unportable_hint(key: str) -> str:
    """Say what to do about a key that `why_unportable` refuses: where GE itself reads it, a file of one's own can hold it."""
    document = _ini.scan(f"{key}={PrecisionMode.HIGH_PRECISION}\n".encode("utf-8", "surrogatepass"))
    if document.by_op_type.keys() == {key}:
        return 'GE itself reads the name: write the ini by hand and name it in the spec, [precision] file = "op_precision.ini"'
    return "name the operator type instead, or rename the node in the model"
