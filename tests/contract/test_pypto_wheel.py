"""The model of PyPTO's scopes, its file loading and its log prefix, held against the real package ``pypto`` 0.2.0 from PyPI.

The package is installed beside a stand-in for torch, whose names PyPTO only needs at import; scopes, configuration and log run on a CPU. There
are wheels for Python 3.9 to 3.12 on Linux (x86_64, aarch64); anywhere else this fails rather than passes unseen.
"""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from geopts.errors import GeoptsError
from geopts.pypto.config_check import check_config, find_release
from geopts.pypto.config_file import installed_config, read_config
from geopts.pypto.hand_over import apply
from geopts.pypto.json_document import JsonDocument
from geopts.pypto.log_files import origin_of
from geopts.pypto.log_lines import read_prefix
from geopts.pypto.scope_rules import ScopeSemantics
from geopts.pypto.scopes import OptionScopes

pytestmark = pytest.mark.contract

VERSION = "0.2.0"
TORCH = """
class _Name:
    pass


def __getattr__(name):
    if name.startswith("__"):
        raise AttributeError(name)
    return type(name, (_Name,), {})
"""
# Runs operations on the real package and writes down after each how it ended and what is in force.
DRIVER = """
import json, sys, threading
import pypto

def values():
    return pypto.get_current_scope().get_options("runtime")

def perform(kind, argument, stack):
    if kind == "set":
        pypto.set_options(runtime_options=argument)
    elif kind == "thread":
        thread = threading.Thread(target=lambda: pypto.set_options(runtime_options=argument))
        thread.start()
        thread.join()
    elif kind == "enter":
        scope = pypto.options("s", runtime_options=argument)
        scope.__enter__()
        stack.append(scope)
    elif kind == "again":
        if stack:
            stack.append(stack[0])
            stack[0].__enter__()
    elif kind == "exit":
        if stack:
            stack.pop(argument % len(stack)).__exit__(None, None, None)
    elif kind == "reset":
        pypto.reset_options()

told = []
for operations in json.load(sys.stdin):
    stack = []
    run = []
    for kind, argument in operations:
        try:
            perform(kind, argument, stack)
            ending = None
        except Exception as error:
            ending = [type(error).__name__, str(error)]
        try:
            run.append([ending, values()])
        except Exception as error:
            run.append([[type(error).__name__, str(error)], None])
    while stack:
        stack.pop().__exit__(None, None, None)
    try:
        pypto.reset_options()
    except Exception:
        pass
    told.append(run)
print("TOLD" + json.dumps(told))
"""


@pytest.fixture(scope="module")
def package(tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = tmp_path_factory.mktemp("pypto-wheel")
    command = [sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--only-binary", ":all:"]
    # The package declares no dependencies; it imports torch, sympy (which needs mpmath) and, for kernels only, numpy.
    command += ["--disable-pip-version-check", "--target", str(root), f"pypto=={VERSION}", "sympy", "mpmath"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, f"pypto {VERSION} cannot be installed here: {done.stderr}"
    (root / "torch").mkdir()
    (root / "torch" / "__init__.py").write_text(TORCH, encoding="utf-8")
    (root / "driver.py").write_text(DRIVER, encoding="utf-8")
    return root


def real(package: Path, operations: list[list[list[Any]]], **environment: str) -> Any:
    """Run lists of operations in one fresh process of the real package."""
    clean = {name: text for name, text in os.environ.items() if not name.startswith(("ASCEND", "TILEFWK", "PYTHON"))}
    home = package / "home"
    home.mkdir(exist_ok=True)
    clean |= {"PYTHONPATH": str(package), "HOME": str(home), **environment}
    done = subprocess.run(
        [sys.executable, str(package / "driver.py")],
        input=json.dumps(operations),
        capture_output=True,
        text=True,
        env=clean,
        cwd=package,
        check=False,
        timeout=300,
    )
    assert done.returncode == 0, done.stderr[-2000:]
    (line,) = [line for line in done.stdout.splitlines() if line.startswith("TOLD")]
    return json.loads(line.removeprefix("TOLD"))


def modelled(scopes: OptionScopes, operations: list[list[Any]]) -> list[list[Any]]:
    """Run one list of operations on the model, in the same way as the driver."""
    stack: list[Any] = []
    run: list[list[Any]] = []
    for kind, argument in operations:
        ending: Any = None
        try:
            if kind in ("set", "thread"):
                scopes.set_options(runtime_options=argument)
            elif kind == "enter":
                scope = scopes.options("s", runtime_options=argument)
                scope.__enter__()
                stack.append(scope)
            elif kind == "again" and stack:
                stack.append(stack[0])
                stack[0].__enter__()
            elif kind == "exit" and stack:
                stack.pop(argument % len(stack)).__exit__(None, None, None)
            elif kind == "reset":
                scopes.reset_options()
        except GeoptsError as error:
            ending = error
        run.append([ending, scopes.get_runtime_options()])
    while stack:
        stack.pop().__exit__(None, None, None)
    scopes.reset_options()
    return run


def compare(theirs: list[list[Any]], ours: list[list[Any]], operations: list[list[Any]]) -> None:
    exceptions = {"RuntimeError": RuntimeError, "TypeError": TypeError, "IndexError": IndexError}
    for (ending, values), (error, our_values), operation in zip(theirs, ours, operations, strict=True):
        if ending is None or (operation[0] == "thread" and error is not None):
            assert ending is None
            assert error is None or operation[0] == "thread", operation
        else:
            assert isinstance(error, exceptions[ending[0]]), (operation, ending, error)
        assert our_values == values, operation


VALUES: list[Any] = [
    0,
    1,
    2,
    3,
    4,
    7,
    -1,
    1024,
    1025,
    2**40,
    2**70,
    True,
    2.5,
    "x",
    None,
    [],
    ["a"],
    ["a", 1],
    [["a", "b"]],
    [1, 2],
]
NAMES = [
    "device_sched_mode",
    "stitch_function_max_num",
    "stitch_function_num_step",
    "run_mode",
    "valid_shape_optimize",
    "ready_on_host_tensors",
    "triple_stream_sched",
    "nokey",
    "aaa",
]


def random_operations(seed: int) -> list[list[Any]]:
    chance = random.Random(seed)
    operations: list[list[Any]] = []
    for _ in range(12):
        kind = chance.choice(["set", "set", "set", "enter", "enter", "again", "exit", "exit", "reset", "thread"])
        options: Any = {name: chance.choice(VALUES) for name in chance.sample(NAMES, chance.randint(0, 3))}
        if kind == "set" and chance.random() < 0.1:
            options = [["device_sched_mode", 2]]
        operations.append([kind, options if kind in ("set", "enter", "thread") else chance.randint(0, 5)])
    return operations


def test_scopes_behave_like_the_model(package: Path) -> None:
    fixed: list[list[list[Any]]] = [
        [["set", {"device_sched_mode": 1}], ["enter", {"device_sched_mode": 2}], ["reset", 0], ["exit", 0]],
        [["set", {"valid_shape_optimize": 7, "device_sched_mode": 1}], ["set", {"device_sched_mode": 2, "zzz": 1}]],
        [["enter", {"nokey": 1}], ["set", {"nokey": 2}], ["exit", 0], ["enter", {"device_sched_mode": None}]],
        [["enter", {"device_sched_mode": 1}], ["enter", {"device_sched_mode": 2}], ["exit", 0], ["exit", 0]],
        [["set", []], ["set", {}], ["enter", {}], ["thread", {"run_mode": 1}], ["exit", 0]],
    ]
    operations = [*fixed, *(random_operations(seed) for seed in range(300))]
    theirs = real(package, operations)
    defaults = package / "pypto" / "lib" / "configs" / "tile_fwk_config.json"
    scopes = OptionScopes.from_config(defaults, mode=ScopeSemantics.PYPTO_0_2_0)
    endings = 0
    for run, each in zip(theirs, operations, strict=True):
        compare(run, modelled(scopes, each), each)
        endings += sum(ending is not None for ending, _ in run)
    assert endings > 300  # the random operations do reach the refusals


def test_what_the_messages_say(package: Path) -> None:
    (run,) = real(package, [[["set", {"device_sched_mode": 9}], ["set", {"nokey": 1}], ["set", {"run_mode": None}]]])
    assert "its value doesn't within the value range" in run[0][0][1]
    assert run[1][0] == ["IndexError", "map::at"]
    assert run[2][0] == ["TypeError", "Unsupported value type for key: runtime.run_mode"]


def test_a_configuration_file_is_loaded_like_the_model_says(package: Path, tmp_path: Path) -> None:
    text = (package / "pypto" / "lib" / "configs" / "tile_fwk_config.json").read_bytes()
    document = JsonDocument.parse(text)
    variants: dict[str, bytes] = {
        "plain": text,
        "mark": b"\xef\xbb\xbf" + text,
        "unchecked": document.merge(
            {"runtime": {"stitch_function_max_num": 5000, "device_sched_mode": 1.9}}
        ).to_bytes(),
        "new": document.merge({"runtime": {"newkey": 7, "strkey": "s", "names": ["a"]}}).to_bytes(),
        "bool": document.merge({"runtime": {"device_sched_mode": True}}).to_bytes(),
        "part": b'{"runtime": {"device_sched_mode": 2}}',
        "pools": document.merge({"runtime": {"stitch_function_num_per_pool": [0, 0, 0]}}).to_bytes(),
        "mixed": document.merge({"runtime": {"ready_on_host_tensors": ["a", 1]}}).to_bytes(),
    }
    for name, data in variants.items():
        path = tmp_path / f"{name}.json"
        path.write_bytes(data)
        ((_, values),) = real(package, [[["set", {}]]], TILEFWK_CONFIG_PATH=str(path))[0]
        try:
            ours = OptionScopes.from_config(path, mode="pypto-0.2.0").get_runtime_options()
        except RuntimeError:
            assert values is None, name
            assert name in ("pools", "mixed")
        else:
            assert ours == values, name
    # What breaks the first use of the configuration is an error of our check, what works is none.
    release = find_release(VERSION)
    for name, breaks in [("plain", False), ("pools", True), ("mixed", True), ("unchecked", True)]:
        found = check_config(JsonDocument.parse(variants[name]), release=release)
        assert any(each.severity.value == "error" for each in found) == breaks, name


def test_the_installed_file_is_found(package: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("TILEFWK_CONFIG_PATH", raising=False)
    monkeypatch.syspath_prepend(str(package))
    found = installed_config()
    assert found is not None
    assert Path(found).is_relative_to(package)
    assert check_config(read_config(found)) == ()  # the release's own file, taken for what it is


def test_apply_says_what_the_release_lacks(package: Path) -> None:
    code = """
import json, pypto
from geopts.pypto.hand_over import apply
from geopts.errors import GeoptsError
told = []
for options in ({"device_sched_mode": 1}, {"stitch_function_num_per_pool": [64, 2, 1]}, {"max_workspace_kb": 9}):
    try:
        told.append(apply(options).set)
    except GeoptsError as error:
        told.append(str(error))
print("TOLD" + json.dumps([told, pypto.get_current_scope().get_options("runtime")["device_sched_mode"]]))
"""
    import geopts

    roots = os.pathsep.join(
        [str(package), str(Path(geopts.__file__).parents[1]), *(path for path in sys.path if "site-packages" in path)]
    )
    environment = {**os.environ, "PYTHONPATH": roots}
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, env=environment, check=False, cwd=package
    )
    assert done.returncode == 0, done.stderr[-2000:]
    told, mode = json.loads(done.stdout.split("TOLD")[1])
    assert told[0] == ["device_sched_mode"]
    assert mode == 1
    assert "0.2.0 has no pypto.experimental.set_runtime_options" in told[1]
    assert "0.2.0 has no runtime option max_workspace_kb" in told[2]
    assert callable(apply)


def test_log_lines_have_the_prefix_that_the_reader_knows(package: Path, tmp_path: Path) -> None:
    environment = {"ASCEND_GLOBAL_LOG_LEVEL": "1", "ASCEND_PROCESS_LOG_PATH": str(tmp_path)}
    real(package, [[["set", {"device_sched_mode": 1}], ["set", {"nokey": 1}]]], **environment)
    (path,) = (tmp_path / "debug" / "plog").glob("pypto-log-*.log")
    origin = origin_of(str(path))
    assert str(origin.pid) in path.name
    lines = [line for line in path.read_bytes().splitlines() if line.startswith(b"[")]
    assert any(line.startswith(b"[INFO ] PYPTO(") for line in lines)
    assert any(line.startswith(b"[ERROR] PYPTO(") and b"runtime.nokey" in line for line in lines)
    for line in lines:
        prefix = read_prefix(line)
        assert prefix.tid is not None, line
        assert prefix.time is not None
        assert len(str(prefix.time)) == 17  # YYYYMMDDhhmmssmmm
