"""README and examples run as written; ge_build.py makes the calls of CANN's Python package with the dicts of options.json."""

from __future__ import annotations

import json
import re
import runpy
import shlex
import shutil
import sys
import types
from pathlib import Path
from typing import Any

import pytest

from geopts.cli.main import run

TOP = Path(__file__).parents[1]
EXAMPLES = TOP / "examples"
README = (TOP / "README.md").read_text("utf-8")
READMES = sorted(path.relative_to(TOP).as_posix() for path in EXAMPLES.rglob("README.md"))


def console_commands(text: str) -> list[str]:
    """Commands of ``console`` blocks: lines that start with ``$ ``."""
    blocks = re.findall(r"^```console\n(.*?)^```", text, re.MULTILINE | re.DOTALL)
    return [line[2:] for block in blocks for line in block.splitlines() if line.startswith("$ ")]


def fenced(text: str, language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```", text, re.MULTILINE | re.DOTALL)


@pytest.mark.parametrize("readme", READMES)
def test_commands_of_an_example_run(readme: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each command stands alone in the example's folder; one that is to find something says so by a comment ``# exit 1``."""
    shutil.copytree(EXAMPLES, tmp_path / "examples")
    monkeypatch.chdir((tmp_path / readme).parent)
    commands = console_commands((TOP / readme).read_text("utf-8"))
    assert commands, "an example without a command shows nothing"
    for command in commands:
        words = shlex.split(command, comments=True)
        expected = re.search(r"# exit ([0-9])", command)
        assert words[0] == "geopts", command
        assert run(words[1:]) == int(expected.group(1) if expected else 0), command


def test_the_spec_in_the_readme_is_the_example() -> None:
    example = (EXAMPLES / "bert" / "geopts.toml").read_text("utf-8")
    without_comments = "".join(line for line in example.splitlines(keepends=True) if not line.startswith("#"))
    assert fenced(README, "toml")[0] == without_comments


def test_the_python_of_the_readme_gives_what_its_comments_say(capsys: pytest.CaptureFixture[str]) -> None:
    code = next(block for block in fenced(README, "python") if "resolve(" in block)
    exec(compile(code, "README.md", "exec"), {})  # the README's own text
    printed = capsys.readouterr().out.splitlines()
    said = re.findall(r"print\(plan\.decide.*# (\w+):", code)
    assert len(said) == 2
    assert said == printed[1:3]


def test_every_command_of_the_readme_is_real(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shutil.copytree(EXAMPLES, tmp_path / "examples")
    monkeypatch.chdir(tmp_path)
    assert run(["build", "examples/bert/geopts.toml", "-o", "out"]) == 0  # what the first set-up command leaves
    table = re.findall(r"^\|[^|]*\| (.*) \|$", README, re.MULTILINE)
    commands = [command for cell in table for command in re.findall(r"`(geopts [^`]*)`", cell)]
    assert len(commands) >= 6
    for command in commands:
        # a comparison that finds a change says so with 1, and so does the linter of the deprecated options in examples/migrate
        assert run(shlex.split(command)[1:]) == (1 if " diff " in command or command == "geopts lint ." else 0), command


def test_exactly_two_set_up_commands() -> None:
    """.ci/run takes them out of the README by this pattern."""
    lines = [line for line in README.splitlines() if line.startswith("python3 -m venv .venv ")]
    assert lines == [
        "python3 -m venv .venv && .venv/bin/pip install . && .venv/bin/geopts build examples/bert/geopts.toml -o out",
        "python3 -m venv .venv && .venv/bin/pip install '.[test]' && .venv/bin/pytest",
    ]


class Recorder:
    """Stands in for package ``ge`` with the signatures and the checks of its own Python layer.

    api/python/ge/ge/offline_compile/offline_compile.py:125-135, :159-204; ge_global/geapi.py:36-44; session/session.py:59-97, :163-174.
    """

    def __init__(self) -> None:
        self.calls: list[tuple[str, Any]] = []

    def install(self, monkeypatch: pytest.MonkeyPatch) -> None:
        recorder = self

        class Graph:
            def load_from_file(self, path: str) -> None:
                recorder.calls.append(("load_from_file", path))

        def strings(options: Any, name: str) -> dict[str, str]:
            if options is None:
                return {}
            if not isinstance(options, dict):
                raise TypeError(f"{name} must be a dictionary")
            if not all(isinstance(key, str) and isinstance(text, str) for key, text in options.items()):
                raise TypeError(f"{name} keys and values must be strings")
            return options

        def build_initialize(global_options: dict[str, str] | None = None) -> None:
            recorder.calls.append(("build_initialize", strings(global_options, "global_options")))

        def build_model(graph: Any, build_options: dict[str, str] | None = None) -> str:
            if not isinstance(graph, Graph):
                raise TypeError("graph must be a Graph")
            recorder.calls.append(("build_model", strings(build_options, "build_options")))
            return "model"

        def save_model(output_file: str, model: str) -> None:
            recorder.calls.append(("save_model", (output_file, model)))

        def build_finalize() -> None:
            recorder.calls.append(("build_finalize", None))

        class GeApi:
            @classmethod
            def ge_initialize(cls, config: dict[str, str]) -> None:
                if not strings(config, "config"):
                    raise TypeError("Ge init config must not be empty")
                recorder.calls.append(("ge_initialize", config))

        class Session:
            def __init__(self, options: dict[str, str] | None = None) -> None:
                recorder.calls.append(("session", strings(options, "option")))

            def add_graph(self, graph_id: Any, add_graph: Any, options: dict[str, str] | None = None) -> None:
                if not isinstance(graph_id, int) or not isinstance(add_graph, Graph):
                    raise TypeError("Graph_id must be an integer and Add_graph a Graph")
                recorder.calls.append(("graph", strings(options, "options")))

        homes: dict[str, dict[str, Any]] = {
            "ge": {},
            "ge.graph": {"Graph": Graph},
            "ge.offline_compile": {
                "build_initialize": build_initialize,
                "build_model": build_model,
                "build_finalize": build_finalize,
                "save_model": save_model,
            },
            "ge.ge_global": {"GeApi": GeApi},
            "ge.session": {"Session": Session},
        }
        for name, contents in homes.items():
            module = types.ModuleType(name)
            vars(module).update(contents)
            monkeypatch.setitem(sys.modules, name, module)


SPEC = """\
product = "A2"
[options]
precision_mode_v2 = "origin"
soc_version = "Ascend910B3"
output_type = "FP16"
external_weight = 1
[precision]
by_op_type = { Gelu = "high_precision" }
"""


@pytest.mark.parametrize("api", ["offline", "session"])
def test_ge_build_makes_the_calls(api: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "geopts.toml").write_text(SPEC)
    assert run(["build", "geopts.toml", "-o", "out", "--api", api]) == 0
    calls = json.loads((tmp_path / "out" / "options.json").read_text("utf-8"))
    recorder = Recorder()
    recorder.install(monkeypatch)
    monkeypatch.setattr(sys, "argv", ["ge_build.py", "out/options.json", "bert.pbtxt"])
    runpy.run_path(str(EXAMPLES / "ge_build.py"), run_name="__main__")
    made = dict(recorder.calls)
    if api == "offline":
        assert [name for name, _ in recorder.calls] == [
            "load_from_file",
            "build_initialize",
            "build_model",
            "save_model",
            "build_finalize",
        ]
        assert made["save_model"] == ("bert", "model")
        assert made["build_initialize"] == {"ge.socVersion": "Ascend910B3"}
    else:
        assert [name for name, _ in recorder.calls] == ["load_from_file", "ge_initialize", "session", "graph"]
    for call in calls:
        assert made[call] == calls[call]
