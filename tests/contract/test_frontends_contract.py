"""What geopts writes for torchair, taken by torchair's own configuration classes out of the wheel ``torch-npu`` on PyPI.

The wheel is unpacked; only the configuration modules are imported, with stand-ins for torch and for the parts that need a device. Its
classes run on any Python, so the newest wheel that is pinned here is fetched whatever interpreter runs the tests.
"""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys
import zipfile
from pathlib import Path
from typing import Any

import pytest

from geopts.facts.options import BY_KEY
from geopts.facts.rows import ValueKind
from geopts.frontends import Emitted, Outcome, emit
from geopts.frontends.keys import by_ge_key, keys_of
from geopts.option_set import OptionSet

pytestmark = pytest.mark.contract

VERSION = "2.14.0"
PLATFORM = ("--python-version", "311", "--platform", "manylinux_2_28_x86_64", "--only-binary", ":all:")
ROOT = "torch_npu/dynamo/torchair"
TORCH = """
import sys, types

_deterministic = [False]


def use_deterministic_algorithms(mode, *, warn_only=False):
    _deterministic[0] = bool(mode)


def are_deterministic_algorithms_enabled():
    return _deterministic[0]


class _Switch:
    pass


npu = types.ModuleType("torch.npu")
npu.conv, npu.matmul = _Switch(), _Switch()
npu._level = 0


def _set_level(level):
    npu._level = level
    _deterministic[0] = level > 0


npu.set_deterministic_level = _set_level
npu._get_deterministic_level = lambda: npu._level
distributed = types.ModuleType("torch.distributed")
distributed.is_available = lambda: False
sys.modules["torch.distributed"] = distributed
sys.modules["torch.npu"] = npu


def reset():
    npu.conv.allow_hf32, npu.matmul.allow_hf32 = True, False
    npu._level = 0
    _deterministic[0] = False


reset()
"""
TORCHAIR = """
from torchair.configs.compiler_config import CompilerConfig

backends = []


def get_npu_backend(*, compiler_config):
    backends.append(compiler_config)
"""
# Runs snippets one after the other and writes down which options each makes torchair send.
DRIVER = """
import ast, json, pathlib, sys

sys.path.insert(0, sys.argv[1])
import torch, torch_npu, torchair

# the function that asks torch for the rest, taken alone out of a module that needs a device
source = pathlib.Path(sys.argv[1], "_backend.py").read_text(encoding="utf-8")
wanted = [n for n in ast.parse(source).body if isinstance(n, ast.FunctionDef) and n.name == "_get_global_op_compile_config"]
names = {"torch": torch, "sys": sys}
exec(compile(ast.Module(body=wanted, type_ignores=[]), "_backend.py", "exec"), names)


def outcome(text):
    torch.reset()
    torchair.backends.clear()
    try:
        exec(compile(text, "snippet", "exec"), {})
        config = torchair.backends[-1] if torchair.backends else torchair.CompilerConfig()
        local, everywhere = config.as_dict()
        return {"graph": local, "global": everywhere, "torch": names["_get_global_op_compile_config"]()}
    except Exception as error:
        return {"error": type(error).__name__}


json.dump([outcome(text) for text in json.load(sys.stdin)], sys.stdout)
"""


@pytest.fixture(scope="session")
def package(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The configuration modules, ready to import, with a folder for files that snippets name."""
    base = tmp_path_factory.mktemp("torch_npu")
    command = [
        sys.executable,
        "-m",
        "pip",
        "download",
        "-q",
        "--no-deps",
        "--no-cache-dir",
        *PLATFORM,
        f"torch-npu=={VERSION}",
        "-d",
        str(base),
    ]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=600)
    assert done.returncode == 0, done.stderr
    modules = base / "modules"
    with zipfile.ZipFile(next(base.glob("torch_npu-*.whl"))) as wheel:
        for name in wheel.namelist():
            short = name.removeprefix(f"{ROOT}/")
            if name.startswith(ROOT) and (
                (short.startswith("configs/") and short.endswith(".py"))
                or short in ("core/utils.py", "_utils/error_code.py")
            ):
                target = modules / "torchair" / short
                target.parent.mkdir(parents=True, exist_ok=True)
                target.write_bytes(wheel.read(name))
            elif short == "core/_backend.py":
                (modules / "_backend.py").write_bytes(wheel.read(name))
    for folder in ("configs", "core", "_utils"):
        (modules / "torchair" / folder / "__init__.py").write_text("", encoding="utf-8")
    (modules / "torchair" / "__init__.py").write_text(TORCHAIR, encoding="utf-8")
    (modules / "torch").mkdir()
    (modules / "torch" / "__init__.py").write_text(TORCH, encoding="utf-8")
    (modules / "torch_npu.py").write_text("from torch import npu\n", encoding="utf-8")
    (base / "fusion.cfg").write_text("{}", encoding="utf-8")
    return base


def outcomes(package: Path, texts: list[str]) -> list[dict[str, Any]]:
    done = subprocess.run(
        [sys.executable, "-c", DRIVER, str(package / "modules")],
        input=json.dumps(texts),
        capture_output=True,
        text=True,
        check=False,
        cwd=package,
        timeout=300,
        env={**os.environ, "PYTHONDONTWRITEBYTECODE": "1"},
    )
    assert done.returncode == 0, done.stderr
    found: list[dict[str, Any]] = json.loads(done.stdout)
    return found


def values_of(key: str) -> list[Any]:
    """Give texts of an option, among them those its attribute does not take."""
    row = BY_KEY[key]
    if key == "ge.exec.allow_hf32":
        return ["true", "0", "10", "01"]
    if key == "ge.fusionSwitchFile":
        return ["fusion.cfg"]
    if key == "ge.exec.dumpPath":
        return ["."]
    if key == "ge.exec.dumpStep":
        return ["0|2-5"]
    if row.value_kind is ValueKind.ENUM:
        return [text for text in row.allowed_values or () if text]
    if row.value_kind in (ValueKind.BOOL_01, ValueKind.BOOL_TRUE_FALSE):
        return [True, False]
    if row.value_kind is ValueKind.INT:
        return [0, 3]
    if row.value_kind is ValueKind.KEY_VALUE_LIST:
        return [{"A": True, "B": False}]
    return ["Mul_1"] if key == "ge.exec.dumpLayer" else ["a b"]


def option_sets() -> list[OptionSet]:
    """Every value of every option that torchair has, alone, and 300 sets of several."""
    keys = [
        key
        for key in (*by_ge_key("torchair"), "ge.exec.allow_hf32", "ge.deterministic", "ge.deterministicLevel")
        if key in BY_KEY
    ]
    sets = [OptionSet({key: value}) for key in keys for value in values_of(key)]
    chance = random.Random(5)
    for _ in range(300):
        chosen = chance.sample(keys, chance.randint(2, 10))
        sets.append(OptionSet({key: chance.choice(values_of(key)) for key in chosen}))
    return sets


def flat(found: dict[str, Any]) -> dict[str, str]:
    return {
        key: text
        for table in ("graph", "global", "torch")
        for key, text in found[table].items()
        if key.startswith("ge.")
    }


def test_torchair_sends_what_was_predicted_and_nothing_else_changes(package: Path) -> None:
    emitted = [emit(options, "torchair") for options in option_sets()]
    plain, *found = outcomes(package, ["", *(one.text for one in emitted)])
    default = flat(plain)
    for one, sent in zip(emitted, found, strict=True):
        assert "error" not in sent, (sent, one.text)
        assert_sent(one, sent, default)


def assert_sent(one: Emitted, sent: dict[str, Any], default: dict[str, str]) -> None:
    everything = flat(sent)
    told: dict[str, str] = {}
    for level, table in one.predicted.items():
        for key, text in table.items():
            where = sent["graph" if level == "graph" else "global" if level == "global" else "torch"]
            reaches = os.path.normpath(where[key]) if key == "ge.exec.dumpPath" else where[key]
            assert reaches == (os.path.normpath(text) if key == "ge.exec.dumpPath" else text), (key, one.text)
            told[key] = text
    # torchair itself sends more once a dump is on, and StableRDFS with O1; the report names the latter
    unasked = {item.key for item in one.items if item.outcome is Outcome.FIXED}
    dumped = {key for key in everything if "dump" in key.lower()} if "ge.exec.enableDump" in told else set()
    others = everything.keys() - told.keys() - unasked - dumped
    assert {key: everything[key] for key in others} == {key: default[key] for key in others if key in default}


def test_values_of_the_table_are_taken_and_others_refused(package: Path) -> None:
    rows = [row for row in keys_of("torchair") if row.values and not row.removed and row.enforced is not False]
    good = [(row.spelling, value, True) for row in rows for value in row.values or ()]
    bad = [(row.spelling, "no such value", False) for row in rows]
    gone = [
        (row.spelling, True, False)
        for row in keys_of("torchair")
        if row.removed and row.spelling != "export.enable_save_load_mode"
    ]
    cases = [*good, *bad, *gone, ("ge_config.no_such_name", 1, False), ("no_such_group", 1, False)]
    texts = [
        f"import torchair\nconfig = torchair.CompilerConfig()\nconfig.{name} = {value!r}\n" for name, value, _ in cases
    ]
    for (name, value, taken), found in zip(cases, outcomes(package, texts), strict=True):
        assert ("error" not in found) is taken, (name, value, found)
        if not taken:
            assert found["error"] == "ValueError", (name, value, found)


def test_defaults_of_the_table_are_those_of_the_classes(package: Path) -> None:
    default = flat(outcomes(package, [""])[0])
    # facts.frontends: what torchair sends by itself, by the rows of its table
    assert default["ge.topoSortingMode"] == "1"
    assert default["ge.oo.level"] == next(
        row.default for row in keys_of("torchair") if row.spelling == "ge_config.oo_level"
    )
    assert default["ge.exportCompileStat"] == next(
        row.default for row in keys_of("torchair") if row.spelling == "ge_config.export_compile_stat"
    )
    assert default["ge.exec.allow_hf32"] == "10"


def test_the_same_global_options_without_torch_npu_are_the_pair_that_ge_refuses(package: Path) -> None:
    # trap 16: deterministic 1 beside level 0 (compiler/api/aclgrph/option_utils.cc:1017-1028)
    text = "import sys\nsys.modules.pop('torch_npu')\n"
    sent = outcomes(package, [text])[0]["torch"]
    assert (sent["ge.deterministic"], sent["ge.deterministicLevel"]) == ("1", "0")
