"""The hooks in a real git repository with the real pre-commit; the hook's environment comes from the package registry."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.slow

PROJECT = Path(__file__).parents[1]
#: What a clone of the project needs to be installed as a hook.
SHIPPED = (".pre-commit-hooks.yaml", "pyproject.toml", "README.md", "LICENSE", "geopts", "schemas")

GOOD = b"[ByOpType]\nGelu=high_precision\n"
IGNORED = b"[ByOpType]\nGelu high_precision\n"
REPEATED = b"[ByOpType]\nGelu=high_precision\nGelu=high_precision\n"


class Repository:
    """A git repository of a user, away from the settings of whoever runs the tests."""

    def __init__(self, directory: Path, home: Path) -> None:
        self.directory = directory
        kept = {name: value for name, value in os.environ.items() if not name.startswith(("GIT_", "PRE_COMMIT"))}
        self.environment = kept | {
            "HOME": str(home),
            "XDG_CACHE_HOME": str(home / "cache"),
            "PRE_COMMIT_HOME": str(home / "pre-commit"),
            "PRE_COMMIT_COLOR": "never",
            "GIT_CONFIG_NOSYSTEM": "1",
            "PATH": os.pathsep.join([str(Path(sys.executable).parent), os.environ.get("PATH", os.defpath)]),
        }
        directory.mkdir(parents=True)
        self.git("init", "-q")
        self.git("config", "user.name", "A Tester")
        self.git("config", "user.email", "tester@example.invalid")

    def run(self, *command: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            command, cwd=self.directory, env=self.environment, capture_output=True, text=True, check=False
        )

    def git(self, *arguments: str) -> str:
        done = self.run("git", *arguments)
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout

    def commit(self, path: str, content: bytes) -> subprocess.CompletedProcess[str]:
        target = self.directory / path
        target.parent.mkdir(exist_ok=True)
        target.write_bytes(content)
        self.git("add", path)
        return self.run("git", "commit", "-m", f"change {path}")


@pytest.fixture(scope="module")
def hooks(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path, str]:
    """The project as a repository of hooks: a home that keeps the environments, the repository, its revision."""
    home = tmp_path_factory.mktemp("home")
    repository = Repository(home / "geopts", home)
    for name in SHIPPED:
        source = PROJECT / name
        if source.is_dir():
            shutil.copytree(source, repository.directory / name, ignore=shutil.ignore_patterns("__pycache__"))
        else:
            shutil.copy(source, repository.directory / name)
    repository.git("add", "--all")
    repository.git("commit", "-q", "-m", "geopts")
    return home, repository.directory, repository.git("rev-parse", "HEAD").strip()


def user(hooks: tuple[Path, Path, str], directory: Path, hook: str) -> Repository:
    home, source, revision = hooks
    repository = Repository(directory, home)
    config = f"repos:\n- repo: {source}\n  rev: {revision}\n  hooks:\n  - id: {hook}\n"
    (repository.directory / ".pre-commit-config.yaml").write_text(config, "utf-8")
    repository.git("add", ".pre-commit-config.yaml")
    assert repository.run("pre-commit", "install").returncode == 0
    return repository


def test_hook_blocks_a_bad_commit_and_lets_a_good_one_through(hooks: tuple[Path, Path, str], tmp_path: Path) -> None:
    repository = user(hooks, tmp_path / "user", "geopts")
    blocked = repository.commit("model/op_precision.ini", IGNORED)
    output = blocked.stdout + blocked.stderr
    assert blocked.returncode == 1, output
    assert re.search(r"^model/op_precision\.ini:2:1: GEO101 ", output, re.MULTILINE), output
    assert repository.run("git", "rev-parse", "-q", "--verify", "HEAD").returncode != 0
    passed = repository.commit("model/op_precision.ini", GOOD)
    assert passed.returncode == 0, passed.stdout + passed.stderr
    assert "geopts lint" in passed.stdout + passed.stderr


def test_hook_leaves_other_ini_files_alone(hooks: tuple[Path, Path, str], tmp_path: Path) -> None:
    repository = user(hooks, tmp_path / "user", "geopts")
    done = repository.commit("setup.ini", b"[tool]\nsetting: value\n")
    assert done.returncode == 0, done.stdout + done.stderr
    assert "no files to check" in done.stdout + done.stderr


def test_fix_hook_mends_the_file_and_the_next_commit_passes(hooks: tuple[Path, Path, str], tmp_path: Path) -> None:
    repository = user(hooks, tmp_path / "user", "geopts-fix")
    first = repository.commit("op_precision.ini", REPEATED)
    assert first.returncode == 1, first.stdout + first.stderr
    assert (repository.directory / "op_precision.ini").read_bytes() == GOOD
    second = repository.commit("op_precision.ini", (repository.directory / "op_precision.ini").read_bytes())
    assert second.returncode == 0, second.stdout + second.stderr
