"""Log files of PyPTO and CANN: which files a path stands for, and what a file's name and directory tell.

Layout: ``log_manager.cpp`` (hicann/pypto@883e7dfb) and the dlog of hicann/runtime@681ef761. Below the log root lie
``debug/plog/pypto-log-<pid>_<time>.log`` and ``debug/device-0/pypto-simulation-<pid>_<time>.log`` of PyPTO's own logger, and
``debug/device-<id>/device-<pid>_<time>.log`` with what a real device sent back; a new file begins after 20 MiB.
"""

from __future__ import annotations

import contextlib
import os
import re
import stat
from typing import IO, TYPE_CHECKING

import attrs

from geopts.errors import FileError

if TYPE_CHECKING:
    from collections.abc import Iterable

__all__ = ["PIPE_CHUNK", "STDIN", "Origin", "find_logs", "origin_of", "widen_pipe"]

STDIN = "-"
#: Bytes to read at a time from a pipe: small enough to stay in the cache the writer has just filled.
PIPE_CHUNK = 128 * 1024
_NAME = re.compile(r"(pypto-simulation|pypto-log|device|plog)-(\d{1,10})_(\d{1,20})\.log")
_DEVICE_DIRECTORY = re.compile(r"device-\d{1,10}")


@attrs.frozen
class Origin:
    """Where a line was written.

    :ivar root: the log root for a file in the usual layout, else the file's directory; tells equal pids of two machines apart.
    :ivar pid: the process number in the file's name, or None.
    :ivar kind: ``pypto-simulation``, ``pypto-log``, ``device``, ``plog``, or empty for any other name.
    :ivar stamp: the time in the file's name: rotated files of one process in their order.
    :ivar directory: ``device-<id>`` when the file lies in such a directory, else empty.
    :ivar path: the file as named; only files without a pid are told apart by it.
    """

    root: str
    pid: int | None
    kind: str
    stamp: int
    directory: str
    path: str

    @property
    def real_device(self) -> bool:
        """True for records that an AICPU wrote, False for what PyPTO's own logger wrote on the host."""
        return self.kind == "device"


def origin_of(path: str) -> Origin:
    """Say where the lines of a file come from, by its name alone; the file need not exist."""
    directory, name = os.path.split(path if path == STDIN else os.path.abspath(path))
    parent, last = os.path.split(directory)
    device = last if _DEVICE_DIRECTORY.fullmatch(last) else ""
    match = _NAME.fullmatch(name)
    if match is None:
        return Origin(directory, None, "", 0, device, path)
    root = parent if device or last == "plog" else directory
    if os.path.basename(root) in {"debug", "run"}:
        root = os.path.dirname(root)
    return Origin(root, int(match[2]), match[1], int(match[3]), device, path)


def widen_pipe(stream: IO[bytes]) -> None:
    """Let a pipe hold 1 MiB instead of 64 KiB, where the system can: reading gigabytes takes a fifth of the time then."""
    with contextlib.suppress(ImportError, AttributeError, OSError, ValueError):
        import fcntl

        fcntl.fcntl(stream.fileno(), fcntl.F_SETPIPE_SZ, 1024 * 1024)


def find_logs(paths: Iterable[str]) -> tuple[list[str], list[FileError]]:
    """Expand directories and drop files that were named twice.

    Directories are walked as ``grep -r`` does: every regular file, links not followed. A path named outright may be a link,
    a pipe or ``-`` for standard input.

    :returns: the files to read, each once, and what could not be found or listed.
    """
    found: list[str] = []
    errors: list[FileError] = []
    seen: set[tuple[int, int]] = set()

    def add(path: str, *, named: bool) -> None:
        try:
            status = os.stat(path, follow_symlinks=named)
        except (OSError, ValueError) as error:
            errors.append(_unreadable(path, error))
            return
        if stat.S_ISDIR(status.st_mode):
            if named:
                walk(path)
            return
        if (not named and not stat.S_ISREG(status.st_mode)) or (status.st_dev, status.st_ino) in seen:
            return
        seen.add((status.st_dev, status.st_ino))
        found.append(path)

    def walk(top: str) -> None:
        for directory, names, files in os.walk(
            top, onerror=lambda error: errors.append(_unreadable(error.filename, error))
        ):
            names.sort()
            for name in sorted(files):
                add(os.path.join(directory, name), named=False)

    for path in paths:
        if path == STDIN:
            if STDIN not in found:
                found.append(STDIN)
        else:
            add(path, named=True)
    return found, errors


def _unreadable(path: str, error: OSError | ValueError) -> FileError:
    if isinstance(error, FileNotFoundError):
        return FileError(
            f"{path}: no such file or directory", path=path, hint="check the path, or ASCEND_PROCESS_LOG_PATH"
        )
    reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
    return FileError(f"{path}: cannot be read ({reason})", path=path)
