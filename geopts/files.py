"""Reading and writing files at the edges: bounded reads, clear errors, atomic writes."""

from __future__ import annotations

import contextlib
import os
import stat
import sys
from collections.abc import Mapping
from typing import IO

from geopts.errors import FileError

__all__ = ["MAX_BYTES", "read_bytes", "read_stdin", "read_stream", "write_atomic", "write_together"]

#: What one input file may hold, in bytes. A million entries are 50 MB; more is some other file.
MAX_BYTES = 100 * 1024 * 1024


def read_bytes(path: str | os.PathLike[str], *, limit: int = MAX_BYTES, what: str = "file") -> bytes:
    """Read a whole file.

    :param limit: the most bytes it may hold.
    :param what: what the file should be, for the message.
    :raises FileError: missing, a directory, a pipe or device, unreadable, or larger than ``limit``.
    """
    name = os.fspath(path)
    try:
        mode = os.stat(name).st_mode  # before it is opened: opening a pipe waits for a writer
        if not (stat.S_ISREG(mode) or stat.S_ISCHR(mode) or stat.S_ISDIR(mode)):
            raise FileError(
                f"{name}: is no regular file, so it cannot be read as {what}",
                path=name,
                hint="save its content in a file and name that",
            )
        with open(name, "rb") as stream:
            data = stream.read(limit + 1)
    except FileNotFoundError:
        raise FileError(f"{name}: no such file", path=name, hint="check the path") from None
    except IsADirectoryError:
        raise FileError(f"{name}: is a directory", path=name, hint=f"name a file: {what}") from None
    except PermissionError:
        raise FileError(f"{name}: no permission to read it", path=name, hint="check the permissions") from None
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
        raise FileError(f"{name}: cannot be read ({reason})", path=name) from None
    if len(data) > limit:
        raise FileError(
            f"{name}: holds more than {limit // (1024 * 1024)} MiB, too much to be read as {what}",
            path=name,
            hint="check that this is the file you mean",
        )
    return data


def read_stdin(name: str = "-") -> bytes:
    """Read the standard input.

    :param name: what messages call it.
    :raises FileError: it is closed, cannot be read, or holds more than `MAX_BYTES`.
    """
    stream: IO[bytes] | None = getattr(sys.stdin, "buffer", None)
    if stream is None or stream.closed:
        raise FileError(f"{name}: standard input is closed", path=name, hint="name a file")
    return read_stream(stream, name)


def read_stream(stream: IO[bytes], name: str) -> bytes:
    """Read what a stream holds.

    :raises FileError: it cannot be read, or holds more than `MAX_BYTES`.
    """
    try:
        data = stream.read(MAX_BYTES + 1) if _blocks(stream) else _read_as_it_comes(stream, MAX_BYTES + 1)
    except OSError as error:
        raise FileError(f"{name}: cannot be read ({error.strerror or error})", path=name) from None
    if len(data) > MAX_BYTES:
        hint = "check what is piped in"
        raise FileError(f"{name}: holds more than {MAX_BYTES // (1024 * 1024)} MiB", path=name, hint=hint)
    return data


def _blocks(stream: IO[bytes]) -> bool:
    """Whether reading waits for what has not come yet, which a parent may have switched off for a pipe it shares."""
    try:
        return os.get_blocking(stream.fileno())
    except (AttributeError, OSError, ValueError):  # no descriptor behind it, or a system without the call
        return True


def _read_as_it_comes(stream: IO[bytes], limit: int) -> bytes:
    """Read up to ``limit`` bytes from a stream that gives what is there, or None."""
    import select

    pieces: list[bytes] = []
    while limit > 0:
        piece: bytes | None = stream.read(limit)
        if piece is None:
            select.select([stream], [], [])
        elif piece:
            pieces.append(piece)
            limit -= len(piece)
        else:
            break
    return b"".join(pieces)


def write_atomic(path: str | os.PathLike[str], data: bytes) -> None:
    """Write ``data`` so that the file is either the old one or the new one, whole; links are followed, permissions kept.

    :raises FileError: the directory is missing or the file cannot be written; what was there stays as it was.
    """
    write_together({os.fspath(path): data})


def write_together(files: Mapping[str, bytes]) -> None:
    """Write several files as `write_atomic` does one; none is replaced before all are ready.

    :raises FileError: one of them cannot be written; what was there stays as it was.
    """
    ready: list[tuple[str, str]] = []
    name = ""
    try:
        for name, data in files.items():
            target = os.path.realpath(name)
            ready.append((_beside(target), target))
            _fill(ready[-1][0], data, _permissions(target, name))
        while ready:
            os.replace(*ready[0])
            del ready[0]
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
        raise FileError(f"{name}: cannot be written ({reason})", path=name) from None
    finally:
        for temporary, _ in ready:
            with contextlib.suppress(OSError):
                os.unlink(temporary)


def _permissions(target: str, name: str) -> int:
    """Give the permissions of the file that is there, or those a new file gets."""
    try:
        mode = os.stat(target).st_mode
    except FileNotFoundError:
        mask = os.umask(0)
        os.umask(mask)
        return 0o666 & ~mask
    if not stat.S_ISREG(mode):
        raise FileError(
            f"{name}: is {'a directory' if stat.S_ISDIR(mode) else 'no regular file'} and cannot be overwritten",
            path=name,
        )
    return stat.S_IMODE(mode)


def _beside(target: str) -> str:
    """Create a file in the target's directory, so that it can be renamed to the target."""
    import tempfile  # only where something is written; it is a large part of the start of a reading command

    handle, temporary = tempfile.mkstemp(prefix=".geopts-", dir=os.path.dirname(target))
    os.close(handle)
    return temporary


def _fill(path: str, data: bytes, permissions: int) -> None:
    with open(path, "wb") as stream:
        stream.write(data)
        stream.flush()
        os.fsync(stream.fileno())
    os.chmod(path, permissions)
