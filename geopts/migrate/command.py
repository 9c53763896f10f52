"""ATC command lines in scripts, and Python that fills options: read for the pair, commands rewritten too; nothing is run or expanded."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator, Sequence

from geopts.errors import FileError, FindingsError
from geopts.findings import Finding, Severity, Span
from geopts.frontends import FRONT_ENDS, aoe, atc, read
from geopts.frontends.base import ReadResult
from geopts.frontends.keys import by_spelling
from geopts.option_edit import Change, Remove, Replace
from geopts.option_set import OP_PRECISION_MODE
from geopts.option_source import Given, OptionFile
from geopts.resolve.placement import Api
from geopts.resolve.plan import OP_SELECT_IMPLMODE, OPTYPELIST

__all__ = ["edited_command", "read_commands", "read_python"]

_PAIR = (OP_SELECT_IMPLMODE, OPTYPELIST)
#: What separates a flag from the word before it: blanks, and line ends that are continued.
_GAP = re.compile(rb"(?:[ \t]|\\\r?\n)+\Z")


def read_commands(path: str, data: bytes) -> OptionFile:
    """Read the atc, pyatc and aoe commands of a script.

    :raises FileError: the text is no UTF-8, or holds no such command.
    :raises FindingsError: a command gives the pair by a variable or with a value GE refuses, or two commands give different pairs.
    """
    text = _decoded(path, data)
    found = [(span, reader) for reader in (atc, aoe) for span in reader.read(text, path=path).spans]
    if not found:
        raise FileError(
            f"{path}: is no spec (.toml), no JSON, and holds no atc, pyatc or aoe command, so no option can be read from it",
            path=path,
            hint="give the values with --op-select-implmode and --optypelist",
        )
    found.sort(key=lambda one: one[0].offset)
    given: list[Given] = []
    findings: list[Finding] = []
    for number, (span, reader) in enumerate(found, 1):
        # each command by itself, since a reader of a whole script keeps the last value of a flag only
        result = reader.read(data[span.offset : span.end_offset].decode("utf-8"), path=path)
        findings += _unusable(result, span, path)
        given += _given(result, span.offset, (f"command {number}",) if len(found) > 1 else ())
    findings += _different(path, given)
    if findings:
        raise FindingsError(f"{path}: the pair cannot be migrated", findings=findings)
    return OptionFile(path, "command", data, {}, tuple(given), "offline")


def read_python(path: str, data: bytes) -> OptionFile:
    """Read the options that Python code gives, for the front end in whose spelling the pair stands.

    :raises FileError: the text is no UTF-8, or gives the pair to no front end that geopts reads.
    :raises FindingsError: the pair is given by an expression, or with a value that is refused.
    """
    text = _decoded(path, data)
    for row in FRONT_ENDS.values():
        if row.language != "python":
            continue
        result = read(text, row.name, path=path)
        pair = {*result.origins, *(symbol.key for symbol in result.symbols)} & set(_PAIR)
        findings = [*_unusable(result, None, path)]
        if findings:
            raise FindingsError(f"{path}: the pair cannot be migrated", findings=findings)
        if pair:
            api: Api = "session" if row.api == "session" else "offline"
            return OptionFile(path, "python", data, {}, tuple(_given(result, 0, ())), api, row.name)
    raise FileError(
        f"{path}: gives op_select_implmode and optypelist_for_implmode to no front end that geopts reads",
        path=path,
        hint="give the values with --op-select-implmode and --optypelist",
    )


def _decoded(path: str, data: bytes) -> str:
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        raise FileError(f"{path}: is no UTF-8 (byte {error.start}), so it cannot be read", path=path) from None


def _given(result: ReadResult, offset: int, prefix: tuple[str, ...]) -> Iterator[Given]:
    for key, origin in result.origins.items():
        extent = (offset + origin.span.offset, offset + origin.value_span.end_offset)
        yield Given((*prefix, origin.spelling), key, str(origin.value), extent=extent)
    for symbol in result.symbols:
        if symbol.key:
            yield Given((*prefix, symbol.spelling), symbol.key, symbol.text)


def _unusable(result: ReadResult, span: Span | None, path: str) -> Iterator[Finding]:
    """What a reader says of the pair and hinders its migration.

    :param span: of the command in the script, where only the command was read: then the line of the command is told.
    """
    names = {
        spelling
        for table in FRONT_ENDS[result.front_end].tables
        for spelling, row in by_spelling(table).items()
        if row.ge_key in _PAIR
    } | set(_PAIR)
    for finding in result.findings:
        if finding.key in names and finding.severity is Severity.ERROR:
            line = f"line {span.line}: " if span else ""
            place = None if span else finding.span
            yield finding._replace(span=place, fix=None, message=f"{line}{finding.message}")
    for symbol in result.symbols:
        if symbol.key in _PAIR:
            yield Finding(
                "GEO504",
                "refused-value",
                Severity.ERROR,
                f"{symbol.spelling}: {symbol.text} is known only when the script runs, so what it loads is not known here",
                "give its value with --op-select-implmode and --optypelist, without the script",
                "geopts: nothing of a script is run",
                path,
                key=symbol.spelling,
            )


def _different(path: str, given: Sequence[Given]) -> Iterator[Finding]:
    """Commands of one script can share an ini only where they give the same pair."""
    pairs: dict[tuple[str, ...], dict[str, str]] = {}
    for one in given:
        if one.key in (*_PAIR, OP_PRECISION_MODE):
            pairs.setdefault(one.path[:-1], {})[str(one.key)] = str(one.value)
    with_pair = [pair for pair in pairs.values() if pair.keys() & set(_PAIR)]
    if any(pair != with_pair[0] for pair in with_pair):
        yield Finding(
            "GEO301",
            "mutually-exclusive",
            Severity.ERROR,
            f"{len(with_pair)} commands give different pairs, and each needs an op_precision.ini of its own",
            "migrate them one by one with --op-select-implmode and --optypelist",
            "geopts: one op_precision.ini for each file",
            path,
        )


def edited_command(file: OptionFile, changes: Sequence[Change]) -> bytes:
    """Apply changes to the flags of a script; every other byte stays.

    :raises FileError: the script does not read afterwards as it should.
    """
    extents = {given.path: given.extent for given in file.given}
    pieces = []
    for change in changes:
        start, end = extents[change.path]
        if isinstance(change, Replace):
            pieces.append((start, end, f"{change.name}={shlex.quote(change.value)}".encode()))
        elif isinstance(change, Remove):
            gap = _GAP.search(file.data, 0, start)
            pieces.append((gap.start() if gap else start, end, b""))
    data = file.data
    for start, end, new in sorted(pieces, reverse=True):
        data = data[:start] + new + data[end:]
    changed = {change.path for change in changes}
    kept = [(given.path, given.value) for given in file.given if given.path not in changed]
    new_flags = [((*one.path[:-1], one.name), one.value) for one in changes if isinstance(one, Replace)]
    if sorted(_flags(read_commands(file.path, data))) != sorted(kept + new_flags):
        raise FileError(
            f"{file.path}: the flags cannot be changed without touching what stands around them",
            path=file.path,
            hint="write each flag as --flag=value on a line of its own, or make the change by hand",
        )
    return data


def _flags(file: OptionFile) -> list[tuple[tuple[str, ...], str]]:
    return [(given.path, given.value) for given in file.given]
