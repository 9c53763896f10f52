"""The workflow of ``examples/github-actions``: its own lines, run as GitHub runs them, on a repository with a mistake."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

EXAMPLE = Path(__file__).parents[1] / "examples" / "github-actions"


def steps() -> list[str]:
    """The shell lines of the workflow that call geopts."""
    text = (EXAMPLE / "lint.yml").read_text("utf-8")
    return [line for line in re.findall(r"^ +run: (.+)$", text, re.MULTILINE) if line.startswith("geopts ")]


def run(line: str, directory: Path) -> subprocess.CompletedProcess[str]:
    path = os.pathsep.join([str(Path(sys.executable).parent), os.environ.get("PATH", os.defpath)])
    return subprocess.run(
        ["bash", "-e", "-c", line],
        cwd=directory,
        env={"PATH": path, "GITHUB_ACTIONS": "true", "LC_ALL": "C.UTF-8"},
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    shutil.copy(EXAMPLE / "op_precision.ini", tmp_path)
    return tmp_path


def test_a_good_repository_passes_without_annotations(repository: Path) -> None:
    annotate, _ = steps()
    done = run(annotate, repository)
    assert (done.returncode, done.stdout) == (0, ""), done.stderr


def test_a_mistake_is_annotated_and_fails_the_step_but_not_the_report(repository: Path) -> None:
    (repository / "model").mkdir()
    (repository / "model" / "op_precision.ini").write_bytes(b"Gelu high_precision\n")
    annotate, report = steps()
    done = run(annotate, repository)
    assert done.returncode == 1
    assert re.match(r"::error file=model/op_precision\.ini,line=1,endLine=1,col=1,.*::.*GEO101 ", done.stdout)
    done = run(report, repository)
    assert done.returncode == 0, done.stderr
    sarif = json.loads((repository / "geopts.sarif").read_bytes())
    results = sarif["runs"][0]["results"]
    assert [result["ruleId"] for result in results] == ["GEO101"]
    location = results[0]["locations"][0]["physicalLocation"]
    assert location["artifactLocation"]["uri"] == "model/op_precision.ini"
    rules = sarif["runs"][0]["tool"]["driver"]["rules"]
    assert "## What goes wrong" in rules[results[0]["ruleIndex"]]["help"]["markdown"]
