"""Reading and writing files at the edges: bounded reads, clear errors, atomic writes."""

from __future__ import annotations

import contextlib
import os
import stat
import tempfile

from geopts.errors import FileError

__all__ = ["MAX_BYTES", "read_bytes", "write_atomic"]

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
        with open(name, "rb") as stream:
            mode = os.fstat(stream.fileno()).st_mode
            if not stat.S_ISREG(mode) and not stat.S_ISCHR(mode):
                raise FileError(f"{name}: is no regular file, so it cannot be read as {what}", path=name)
            data = stream.read(limit + 1)
    except FileNotFoundError:
        raise FileError(f"{name}: no such file", path=name, hint="check the path") from None
    except IsADirectoryError:
        raise FileError(f"{name}: is a directory, not a {what}", path=name, hint=f"name the {what} itself") from None
    except PermissionError:
        raise FileError(f"{name}: no permission to read it", path=name, hint="check the permissions") from None
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
        raise FileError(f"{name}: cannot be read ({reason})", path=name) from None
    if len(data) > limit:
        raise FileError(
            f"{name}: is larger than {limit // (1024 * 1024)} MiB, so it is hardly a {what}",
            path=name,
            hint="check that this is the file you mean",
        )
    return data


def write_atomic(path: str | os.PathLike[str], data: bytes) -> None:
    """Write ``data`` so that the file is either the old one or the new one, whole; links are followed, permissions kept.

    :raises FileError: the directory is missing or the file cannot be written; what was there stays as it was.
    """
    name = os.fspath(path)
    target = os.path.realpath(name)
    temporary = ""
    try:
        if os.path.isdir(target):
            raise FileError(f"{name}: is a directory and cannot be overwritten by a file", path=name)
        try:
            permissions = stat.S_IMODE(os.stat(target).st_mode)
        except FileNotFoundError:
            mask = os.umask(0)
            os.umask(mask)
            permissions = 0o666 & ~mask
        handle, temporary = tempfile.mkstemp(prefix=".geopts-", dir=os.path.dirname(target))
        with open(handle, "wb") as stream:
            stream.write(data)
            stream.flush()
            os.fsync(stream.fileno())
        os.chmod(temporary, permissions)
        os.replace(temporary, target)
    except OSError as error:
        if temporary:
            with contextlib.suppress(OSError):
                os.unlink(temporary)
        raise FileError(f"{name}: cannot be written ({error.strerror or error})", path=name) from None
