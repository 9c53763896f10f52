"""What several test files share."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from geopts.cli.main import run


@pytest.fixture
def geo(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsysbinary: pytest.CaptureFixture[bytes]
) -> Callable[..., tuple[int, str, str]]:
    """Give a function that runs ``geopts`` in an empty directory: exit code, stdout, stderr."""
    monkeypatch.chdir(tmp_path)
    for variable in ("GITHUB_ACTIONS", "NO_COLOR", "FORCE_COLOR"):
        monkeypatch.delenv(variable, raising=False)

    def call(*arguments: str | Path) -> tuple[int, str, str]:
        capsysbinary.readouterr()
        code = run([str(argument) for argument in arguments])
        out, err = capsysbinary.readouterr()
        return code, out.decode("utf-8", "surrogateescape"), err.decode("utf-8", "surrogateescape")

    return call
