"""What several test files share."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from geopts.cli.main import run

# The same examples in every run, on machines of any speed; ``--hypothesis-profile=default`` looks for new ones.
_QUIET = settings(derandomize=True, deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("geopts", _QUIET, max_examples=40)
settings.register_profile("thorough", _QUIET, max_examples=100)  # what .ci/run asks for
settings.load_profile("geopts")


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


@pytest.fixture
def as_nobody(tmp_path: Path) -> Callable[[], AbstractContextManager[None]]:
    """Give a context without root's rights: root may read and write everything, an ordinary user may not."""

    @contextmanager
    def call() -> Iterator[None]:
        if os.geteuid() != 0:
            yield
            return
        for directory in (tmp_path, *tmp_path.parents):  # pytest closes its directories to others
            directory.chmod(0o755)
            if directory.name.startswith("pytest-of-"):
                break
        os.seteuid(65534)
        try:
            yield
        finally:
            os.seteuid(0)

    return call
