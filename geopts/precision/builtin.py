"""The files of operator modes that a CANN installation brings: `BuiltinFiles`."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import ClassVar

import attrs

__all__ = ["ALLOW_HF32_FILES", "BuiltinFile", "BuiltinFiles", "UnreadableFileError"]

#: Where the legacy files stand below an opp directory (op_impl_mode_config_parser.cc:40-44).
LEGACY_DIRECTORY = "built-in/op_impl/ai_core/tbe/impl_mode"
#: Where the new-style files stand (op_impl_mode_config_parser.cc:31-32 at hicann/ge@1826a02f).
NEW_STYLE_DIRECTORY = "built-in/op_impl/ai_core/config/allow_hf32"
NEW_STYLE_PREFIX, NEW_STYLE_SUFFIX = "ops_allow_hf32_", ".ini"

_F_F, _T_F, _F_T, _T_T = (f"allow_hf32_matmul_{matmul}_conv_{conv}" for conv, matmul in ("ff", "ft", "tf", "tt"))

#: Value of allow_hf32 to legacy file; the left digit is conv, the right one matmul (op_impl_mode_config_parser.cc:40-44).
ALLOW_HF32_FILES: Mapping[str, str] = {
    "00": _F_F,
    "0": _F_F,
    "false": _F_F,
    "01": _T_F,
    "10": _F_T,
    "11": _T_T,
    "1": _T_T,
    "true": _T_T,
}


class UnreadableFileError(Exception):
    """A built-in file exists and cannot be opened; GE tells this apart from a missing one."""


@attrs.frozen
class BuiltinFile:
    """One file: where it is and what it holds."""

    location: str
    data: bytes


@attrs.frozen
class BuiltinFiles:
    """Built-in files of one CANN installation, or of a release's facts.

    :ivar label: what they are, for people.
    :ivar known: False for "no files at all", so that messages need not claim anything about presets.
    """

    label: str
    _legacy: Callable[[str], BuiltinFile | None] = attrs.field(repr=False, eq=False)
    _new_style: Callable[[], tuple[BuiltinFile, ...]] = attrs.field(repr=False, eq=False)
    known: bool = True

    #: Presets and HF32 lists of the CANN 8.1.RC1 packages, from the fact tables; that release ships no new-style files.
    CANN_8_1_RC1: ClassVar[BuiltinFiles]

    @staticmethod
    def none() -> BuiltinFiles:
        """No built-in files."""
        return BuiltinFiles("no built-in files", lambda _name: None, tuple, known=False)

    @staticmethod
    def from_opp(directory: str | os.PathLike[str]) -> BuiltinFiles:
        """Files of an opp directory; what is missing there is missing for GE too."""
        root = Path(directory)

        def legacy(name: str) -> BuiltinFile | None:
            return _read(root / LEGACY_DIRECTORY / f"{name}.ini")

        def new_style() -> tuple[BuiltinFile, ...]:
            folder = root / NEW_STYLE_DIRECTORY
            try:
                names = sorted(os.listdir(folder))
            except (OSError, ValueError):
                return ()
            found = (
                _read(folder / name)
                for name in names
                if name.startswith(NEW_STYLE_PREFIX)
                and name.endswith(NEW_STYLE_SUFFIX)
                and len(name) >= len(NEW_STYLE_PREFIX + NEW_STYLE_SUFFIX)
            )
            return tuple(file for file in found if file is not None)

        return BuiltinFiles(os.fspath(directory), legacy, new_style)

    @staticmethod
    def of(opp: str | os.PathLike[str] | BuiltinFiles | None) -> BuiltinFiles:
        """Accept what `EngineTable.load` accepts: files, an opp directory, or None for no built-in files."""
        if opp is None:
            return BuiltinFiles.none()
        return opp if isinstance(opp, BuiltinFiles) else BuiltinFiles.from_opp(opp)

    def legacy(self, name: str) -> BuiltinFile | None:
        """Read the legacy file ``name`` (without ``.ini``); None when it is missing.

        :raises UnreadableFileError: it is there and cannot be opened.
        """
        return self._legacy(name)

    def new_style(self) -> tuple[BuiltinFile, ...]:
        """Read all new-style allow_hf32 files, ordered by name.

        :raises UnreadableFileError: one is there and cannot be opened.
        """
        return self._new_style()


def _read(path: Path) -> BuiltinFile | None:
    """Read as GE does: a directory opens and reads as empty, a missing file is None."""
    try:
        return BuiltinFile(str(path), path.read_bytes())
    except IsADirectoryError:
        return BuiltinFile(str(path), b"")
    except PermissionError:
        raise UnreadableFileError(str(path)) from None
    except (OSError, ValueError):
        return None


def _facts_of_cann_8_1_rc1(name: str) -> BuiltinFile | None:
    from geopts.facts.operators import PRESETS_8_1_RC1  # a large table, read only when asked for

    row = next((row for row in PRESETS_8_1_RC1 if row.name == name), None)
    if row is None:
        return None
    text = "".join(f"{op_type}={mode}\n" for op_type, mode in row.modes.items())
    return BuiltinFile(f"CANN 8.1.RC1 {name}.ini", text.encode())


BuiltinFiles.CANN_8_1_RC1 = BuiltinFiles("the facts of CANN 8.1.RC1", _facts_of_cann_8_1_rc1, tuple)
