"""Reading and writing at the edges: one clear error for everything that is no plain file, and files that are replaced whole."""

from __future__ import annotations

import io
import os
import socket
import stat
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from contextlib import AbstractContextManager
from pathlib import Path

import pytest

from geopts.errors import FileError
from geopts.files import read_bytes, read_stdin, write_atomic, write_together

AsNobody = Callable[[], AbstractContextManager[None]]


def test_a_file_comes_back_byte_for_byte(tmp_path: Path) -> None:
    data = bytes(range(256)) * 3
    path = tmp_path / "a"
    path.write_bytes(data)
    assert read_bytes(path) == data == read_bytes(str(path), limit=len(data))
    (tmp_path / "link").symlink_to("a")
    assert read_bytes(tmp_path / "link") == data
    assert read_bytes("/dev/null") == b""


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("missing", "no such file"),
        ("directory", "is a directory"),
        ("dangling", "no such file"),
        ("loop", "cannot be read"),
        ("file/below", "cannot be read"),
        ("a\0b", "cannot be read"),
        ("x" * 300, "cannot be read"),
        ("socket", "no regular file"),
    ],
)
def test_what_is_no_file_is_one_clear_error(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, told: str
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("directory").mkdir()
    Path("file").touch()
    Path("dangling").symlink_to("nowhere")
    Path("loop").symlink_to("loop")
    with socket.socket(socket.AF_UNIX) as listening:
        listening.bind("socket")
        with pytest.raises(FileError, match=told) as caught:
            read_bytes(name, what="spec file")
    assert caught.value.path == name
    assert str(caught.value).startswith(f"{name}: ")


def test_a_file_without_permission(tmp_path: Path, as_nobody: AsNobody) -> None:
    path = tmp_path / "secret"
    path.write_bytes(b"x")
    path.chmod(0)
    with as_nobody(), pytest.raises(FileError, match="no permission"):
        read_bytes(path)


def test_a_pipe_is_refused_at_once(tmp_path: Path) -> None:
    # opening it would wait for a writer for ever
    os.mkfifo(tmp_path / "pipe")
    code = "import sys; from geopts.files import read_bytes; read_bytes(sys.argv[1])"
    done = subprocess.run(
        [sys.executable, "-c", code, str(tmp_path / "pipe")], capture_output=True, text=True, timeout=30, check=False
    )
    assert "is no regular file" in done.stderr


def test_a_file_that_is_too_large_is_not_read_whole(tmp_path: Path) -> None:
    with (tmp_path / "sparse").open("wb") as stream:
        stream.truncate(200 * 1024 * 1024)
    with pytest.raises(FileError, match="more than 100 MiB"):
        read_bytes(tmp_path / "sparse")
    with pytest.raises(FileError, match="more than 1 MiB"):
        read_bytes("/dev/zero", limit=1024 * 1024)
    (tmp_path / "just").write_bytes(b"abc")
    assert read_bytes(tmp_path / "just", limit=3) == b"abc"
    with pytest.raises(FileError):
        read_bytes(tmp_path / "just", limit=2)


def feed(monkeypatch: pytest.MonkeyPatch, stream: io.BytesIO | io.BufferedReader) -> io.TextIOWrapper:
    wrapped = io.TextIOWrapper(stream)
    monkeypatch.setattr(sys, "stdin", wrapped)
    return wrapped


def test_standard_input_comes_byte_for_byte(monkeypatch: pytest.MonkeyPatch) -> None:
    for data in (b"", b"\r\n\0\x1a", bytes(range(256)) * 300):
        feed(monkeypatch, io.BytesIO(data))
        assert read_stdin() == data


def test_standard_input_that_is_closed_is_one_clear_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", None)
    with pytest.raises(FileError, match="<stdin>: standard input is closed") as caught:
        read_stdin("<stdin>")
    assert (caught.value.path, bool(caught.value.hint)) == ("<stdin>", True)
    feed(monkeypatch, io.BytesIO(b"x")).close()
    with pytest.raises(FileError, match="-: standard input is closed"):
        read_stdin()


def test_standard_input_that_is_too_large_is_not_read_whole(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("geopts.files.MAX_BYTES", 4)
    feed(monkeypatch, io.BytesIO(b"1234"))
    assert read_stdin() == b"1234"
    endless = io.BytesIO(b"x" * 1_000_000)
    feed(monkeypatch, endless)
    with pytest.raises(FileError, match="-: holds more than") as caught:
        read_stdin()
    assert caught.value.path == "-"
    assert endless.tell() == 5


class Failing(io.RawIOBase):
    """A stream that cannot be read, such as a directory."""

    def __init__(self, error: OSError) -> None:
        self.error = error

    def readable(self) -> bool:
        return True

    def readinto(self, _buffer: object) -> int:
        raise self.error


@pytest.mark.parametrize(
    ("error", "told"),
    [
        (IsADirectoryError(21, "Is a directory"), r"<stdin>: cannot be read \(Is a directory\)"),
        (OSError("gone"), r"<stdin>: cannot be read \(gone\)"),
    ],
)
def test_standard_input_that_cannot_be_read_is_one_clear_error(
    monkeypatch: pytest.MonkeyPatch, error: OSError, told: str
) -> None:
    feed(monkeypatch, io.BufferedReader(Failing(error)))
    with pytest.raises(FileError, match=told) as caught:
        read_stdin("<stdin>")
    assert caught.value.path == "<stdin>"


def test_a_standard_input_that_does_not_wait_is_read_to_its_end(monkeypatch: pytest.MonkeyPatch) -> None:
    # a parent such as Node.js may hand over a pipe in this state; reading it gives None, or a part, before the writer is done
    read_end, write_end = os.pipe()
    os.set_blocking(read_end, False)

    def write() -> None:
        for piece in (b"Gelu=", b"high_precision\n"):
            time.sleep(0.05)
            os.write(write_end, piece)
        os.close(write_end)

    writer = threading.Thread(target=write)
    with io.TextIOWrapper(io.BufferedReader(io.FileIO(read_end))) as stream:
        monkeypatch.setattr("sys.stdin", stream)
        writer.start()
        assert read_stdin() == b"Gelu=high_precision\n"
    writer.join()


def entries(directory: Path) -> list[str]:
    return sorted(path.name for path in directory.iterdir())


def test_writing_keeps_permissions_and_follows_links(tmp_path: Path) -> None:
    target, link = tmp_path / "target", tmp_path / "link"
    target.write_bytes(b"old")
    target.chmod(0o640)
    link.symlink_to("target")
    write_atomic(link, b"new")
    assert target.read_bytes() == b"new"
    assert stat.S_IMODE(target.stat().st_mode) == 0o640
    assert link.is_symlink()
    mask = os.umask(0o027)
    try:
        write_atomic(tmp_path / "fresh", b"x")
    finally:
        os.umask(mask)
    assert stat.S_IMODE((tmp_path / "fresh").stat().st_mode) == 0o640
    assert entries(tmp_path) == ["fresh", "link", "target"]


def test_none_of_several_files_is_replaced_when_one_cannot_be(tmp_path: Path) -> None:
    old = tmp_path / "old"
    old.write_bytes(b"old")
    (tmp_path / "directory").mkdir()
    for bad in (tmp_path / "directory", tmp_path / "nowhere" / "x", old / "below", tmp_path / ("y" * 300)):
        with pytest.raises(FileError) as caught:
            write_together({str(old): b"new", str(bad): b"new"})
        assert caught.value.path == str(bad)
        assert old.read_bytes() == b"old"
        assert entries(tmp_path) == ["directory", "old"]
    write_together({str(old): b"new", str(tmp_path / "second"): b"2"})
    assert (old.read_bytes(), (tmp_path / "second").read_bytes()) == (b"new", b"2")


def test_a_device_or_a_pipe_is_not_replaced(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(FileError, match="no regular file"):
        write_atomic(tmp_path / "pipe", b"x")
    assert stat.S_ISFIFO((tmp_path / "pipe").stat().st_mode)
    with pytest.raises(FileError):
        write_atomic("a\0b", b"x")


def test_a_directory_without_permission(tmp_path: Path, as_nobody: AsNobody) -> None:
    (tmp_path / "closed").mkdir()
    (tmp_path / "closed" / "file").write_bytes(b"old")
    (tmp_path / "closed").chmod(0o555)
    with as_nobody(), pytest.raises(FileError, match="cannot be written"):
        write_atomic(tmp_path / "closed" / "file", b"new")
    assert (tmp_path / "closed" / "file").read_bytes() == b"old"
    assert entries(tmp_path / "closed") == ["file"]


def test_a_full_disk_leaves_the_old_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "file"
    path.write_bytes(b"old")

    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("geopts.files.os.fsync", full)
    with pytest.raises(FileError, match="No space left"):
        write_atomic(path, b"new")
    assert path.read_bytes() == b"old"
    assert entries(tmp_path) == ["file"]
