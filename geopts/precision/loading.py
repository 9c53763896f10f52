"""How GE loads the sources of modes: one `Layer` a source, in the order of each parser generation.

Sources: op_impl_mode_config_parser.cc:110-268 at hicann/ge@ffdcbc9f ("old") and :122-180, :334-499 at hicann/ge@1826a02f ("new").
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping
from typing import Literal

import attrs

from geopts import ini as _ini
from geopts.errors import FileError
from geopts.facts.dialects import ALLOW_HF32_NEW_STYLE, PrecisionMode
from geopts.files import read_bytes
from geopts.ini import Document, LineKind, Section
from geopts.precision.builtin import ALLOW_HF32_FILES, BuiltinFile, BuiltinFiles, UnreadableFileError

__all__ = ["Entry", "FailedError", "Failure", "Layer", "Loader", "Parser", "Status", "count_entries"]

Parser = Literal["old", "new"]
Entry = Literal["options", "context"]
Status = Literal["SUCCESS", "FAILED", "INVALID_FILE_PATH"]

#: Error codes reported with a failure (op_impl_mode_config_parser.cc:146-154, :209-218, :331-336).
_INVALID_VALUE, _CANNOT_OPEN = "E20101", "E21001"
_PATH_MAX = 4096
_DEFAULT_ALLOW_HF32 = "10"
_HIGH_PERFORMANCE = "high_performance"
_FILE_MODES = ("high_precision_for_all", "high_performance_for_all")
_LIST_MODES: Mapping[str, PrecisionMode] = {
    "high_precision": PrecisionMode.HIGH_PRECISION,
    "high_performance": PrecisionMode.HIGH_PERFORMANCE,
}
_FLOAT_32 = PrecisionMode.ENABLE_FLOAT_32_EXECUTION
_HI_FLOAT_32 = PrecisionMode.ENABLE_HI_FLOAT_32_EXECUTION


@attrs.frozen
class Failure:
    """Why GE gives up an initialisation; its own codes do not tell which option is meant.

    :ivar option: GE key of the option.
    :ivar reason: what is wrong with its value or with a file behind it.
    :ivar hint: what to write or do instead.
    """

    option: str
    reason: str
    hint: str


class FailedError(Exception):
    """An initialisation that GE gives up, with its status, the reason, and the codes it reports."""

    def __init__(self, status: Status, failure: Failure, *codes: str) -> None:
        super().__init__(status)
        self.status: Status = status
        self.failure = failure
        self.codes = codes


def count_entries(table: Mapping[str, PrecisionMode]) -> str:
    """Stand for a table in a representation: a preset alone has 60 entries."""
    return f"<{len(table)} entries>"


@attrs.frozen(eq=False)
class Layer:
    """One source of modes, as loaded.

    :ivar source: ``op_precision_mode``, ``allow_hf32``, ``default_allow_hf32``, ``preset`` or ``op_select_implmode``.
    :ivar by_name: node name to mode.
    :ivar by_type: operator type to mode.
    :ivar origin: the file or the option it came from, for people.
    """

    source: str
    by_name: Mapping[str, PrecisionMode] = attrs.field(repr=count_entries)
    by_type: Mapping[str, PrecisionMode] = attrs.field(repr=count_entries)
    origin: str
    document: Document | None = attrs.field(default=None, repr=False)

    def location(self, section: Section, key: str) -> str:
        """Give ``origin:line`` of an entry, or the origin where there are no lines."""
        line = self.document.entry_line(section, key) if self.document is not None else None
        return self.origin if line is None else f"{self.origin}:{line.number}"


@attrs.frozen
class Loader:
    """The inputs of one initialisation and the steps over them."""

    content: bytes | None
    path: str
    allow_hf32: str
    op_select_implmode: str
    optypelist: str
    hf32: bool
    builtin: BuiltinFiles
    parser: Parser
    front_end: bool
    origin: str

    @property
    def custom(self) -> bool:
        """op_precision_mode is set."""
        return self.content is not None or bool(self.path)

    @property
    def remembers(self) -> tuple[str, ...]:
        """What the parser compares to tell that nothing has changed (parser.cc:133-144)."""
        effective = (self.allow_hf32 or _DEFAULT_ALLOW_HF32) if self.hf32 else ""
        implmode = self.op_select_implmode or (_HIGH_PERFORMANCE if self.front_end else "")
        return (self.path, implmode, self.optypelist, effective)

    def layers(self) -> Iterator[Layer]:
        """Yield the layers in the order GE loads them, the strongest first."""
        old = self.parser == "old"
        # old, nothing set at all: the default counts as explicit (parser.cc:110-121)
        as_explicit = old and not (self.op_select_implmode or self.front_end or self.custom or self.allow_hf32)
        if self.hf32 and (self.allow_hf32 or as_explicit or not old):
            yield from self._allow_hf32()
        yield from self._modes()
        if self.hf32 and old and not self.allow_hf32 and not as_explicit:
            yield from self._allow_hf32()

    def _allow_hf32(self) -> Iterator[Layer]:
        source = "allow_hf32" if self.allow_hf32 else "default_allow_hf32"
        if self.parser == "new":
            try:
                files = self.builtin.new_style()
            except UnreadableFileError as error:
                raise FailedError("FAILED", _unreadable("ge.exec.allow_hf32", error), _CANNOT_OPEN) from None
            if files:
                yield _new_style_layer(source, files, self.allow_hf32)
                return
        name = ALLOW_HF32_FILES.get(self.allow_hf32 or _DEFAULT_ALLOW_HF32)
        if name is None:
            raise FailedError("FAILED", _refused("allow_hf32", self.allow_hf32, ALLOW_HF32_FILES), _INVALID_VALUE)
        try:
            file = self.builtin.legacy(name)
        except UnreadableFileError as error:
            # an unreadable file is reported as an invalid value too, except for the default in old (parser.cc:146-167)
            explicit = (
                bool(self.allow_hf32)
                or self.parser == "new"
                or not (self.custom or self.op_select_implmode or self.front_end)
            )
            codes = (_CANNOT_OPEN, _INVALID_VALUE) if explicit else (_CANNOT_OPEN,)
            raise FailedError("FAILED", _unreadable("ge.exec.allow_hf32", error), *codes) from None
        if file is not None:
            yield _file_layer(source, file)

    def _modes(self) -> Iterator[Layer]:
        """Step 2: op_precision_mode replaces op_select_implmode and optypelist (parser.cc:173-200)."""
        if self.custom:
            content = self.content if self.content is not None else _read_option_path(self.path)
            document = _ini.scan(content)
            yield Layer("op_precision_mode", document.by_node_name, document.by_op_type, self.origin, document)
            return
        mode, source = self.op_select_implmode, "op_select_implmode"
        if not mode:
            if self.parser == "new" and not self.front_end:
                return
            mode, source = _HIGH_PERFORMANCE, "preset"
        yield from self._select(mode, source)

    def _select(self, mode: str, source: str) -> Iterator[Layer]:
        if mode not in _FILE_MODES and mode not in _LIST_MODES:
            allowed = (*_LIST_MODES, *_FILE_MODES)
            raise FailedError("FAILED", _refused("op_select_implmode", mode, allowed), _INVALID_VALUE)
        if mode in _LIST_MODES and self.optypelist:
            listed = [item.strip(_ini.WHITE_SPACE) for item in self.optypelist.split(",")]
            # optypelist without op_select_implmode still is the user's own list, not a preset
            yield Layer("op_select_implmode", {}, dict.fromkeys(listed, _LIST_MODES[mode]), "optypelist_for_implmode")
            return
        try:
            file = self.builtin.legacy(mode)
        except UnreadableFileError as error:
            raise FailedError("INVALID_FILE_PATH", _unreadable("ge.opSelectImplmode", error), _CANNOT_OPEN) from None
        if file is not None:
            yield _file_layer(source, file)

    def preset_without_file(self) -> Layer | None:
        """What step 2 would load were there no op_precision_mode; front ends fill in high_performance (option_utils.cc:1275-1304)."""
        mode = self.op_select_implmode
        if not mode and self.parser == "new" and not self.front_end:
            return None
        mode = mode or _HIGH_PERFORMANCE
        try:
            return next(self._select(mode, "op_select_implmode" if self.op_select_implmode else "preset"), None)
        except FailedError:
            return None


def _file_layer(source: str, file: BuiltinFile) -> Layer:
    document = _ini.scan(file.data)
    return Layer(source, document.by_node_name, document.by_op_type, file.location, document)


def _new_style_layer(source: str, files: tuple[BuiltinFile, ...], allow_hf32: str) -> Layer:
    """Merge new-style files; anything odd in them fails the initialisation (new.cc:367-409, :450-499)."""
    failing = (LineKind.NAME_SECTION, LineKind.UNKNOWN_MODE, LineKind.CONTRADICTED)
    table: dict[str, PrecisionMode] = {}
    for file in files:
        document = _ini.scan(file.data, ALLOW_HF32_NEW_STYLE)
        if any(kind in document.kinds for kind in failing):
            raise FailedError("FAILED", _odd_file(file.location, "a line that is no allow_hf32 entry by operator type"))
        for op_type, mode in document.by_op_type.items():
            if table.setdefault(op_type, mode) is not mode:
                raise FailedError("FAILED", _odd_file(file.location, f"a second mode for {op_type}"))
    everywhere = {"1": _HI_FLOAT_32, "true": _HI_FLOAT_32, "0": _FLOAT_32, "false": _FLOAT_32}.get(allow_hf32)
    if everywhere is not None:
        table = dict.fromkeys(table, everywhere)
    return Layer(source, {}, table, ", ".join(file.location for file in files))


def _read_option_path(path: str) -> bytes:
    """Open the file as GetRealPath and the parser do (fe_type_utils.cc:47-76, parser.cc:209-218, :331-336)."""
    plain = path.split("\0", 1)[0]
    try:
        if len(os.fsencode(plain)) >= _PATH_MAX:
            raise FailedError("FAILED", _bad_path(path, f"is {_PATH_MAX} bytes long or longer"), _INVALID_VALUE)
        os.stat(plain)  # realpath(3) refuses "file/", os.path.realpath does not
        real = os.path.realpath(plain, strict=True)
    except (OSError, ValueError):
        raise FailedError("FAILED", _bad_path(path, "is no path of a file here"), _INVALID_VALUE) from None
    if os.path.isdir(real):
        return b""
    try:
        return read_bytes(real, what="op_precision.ini")
    except FileError:
        if not os.access(real, os.R_OK):
            raise FailedError(
                "INVALID_FILE_PATH", _bad_path(path, "names a file that cannot be opened"), _CANNOT_OPEN
            ) from None
        raise


def _refused(option: str, value: str, allowed: Iterable[str]) -> Failure:
    key = {"allow_hf32": "ge.exec.allow_hf32", "op_select_implmode": "ge.opSelectImplmode"}[option]
    texts = ", ".join(allowed)
    return Failure(key, f"its engine does not take {_short(value)} for {option}", f"{option} takes {texts}")


def _bad_path(path: str, why: str) -> Failure:
    return Failure("ge.exec.op_precision_mode", f"op_precision_mode {_short(path)} {why}", "check the path")


def _short(text: str) -> str:
    return repr(text if len(text) <= 200 else f"{text[:197]}...")


def _unreadable(key: str, error: UnreadableFileError) -> Failure:
    return Failure(key, f"the built-in file {error} cannot be opened", "check the permissions of the opp directory")


def _odd_file(location: str, what: str) -> Failure:
    return Failure(
        "ge.exec.allow_hf32", f"the built-in file {location} holds {what}", "check the files of the opp directory"
    )
