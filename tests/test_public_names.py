"""``import geopts``: what it offers, what it costs, and that a name means the same whatever was imported first."""

from __future__ import annotations

import importlib
import json
import pkgutil
import subprocess
import sys
import types
from pathlib import Path

import pytest

import geopts
from geopts.resolve.plan import resolve


def fresh(code: str) -> str:
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    return done.stdout.strip()


def test_every_public_name_is_there_and_comes_from_a_module_that_exports_it() -> None:
    assert dir(geopts) == list(geopts.__all__)
    assert list(geopts.__all__) == sorted(geopts.__all__)
    for name in geopts.__all__:
        value = getattr(geopts, name)
        assert value is not None
        assert not isinstance(value, types.ModuleType)
        home = getattr(value, "__module__", "")
        if home.startswith("geopts."):
            assert name in importlib.import_module(home).__all__
    with pytest.raises(AttributeError, match="no attribute 'nothing'"):
        _ = geopts.nothing


def test_the_lazy_names_are_the_public_names() -> None:
    assert sorted(geopts._HOME_OF) == list(geopts.__all__)
    namespace: dict[str, object] = {}
    exec("from geopts import *", namespace)
    assert set(geopts.__all__) <= set(namespace)


@pytest.mark.parametrize(
    "code",
    [
        "from geopts import resolve",
        "from geopts import Plan, resolve",
        "import geopts.resolve.relations; from geopts import resolve",
        "import geopts; import geopts.resolve.plan; resolve = geopts.resolve",
        "from geopts import *; import geopts.resolve.shapes",
        "import geopts; resolve = geopts.resolve; import geopts.resolve.plan; assert geopts.resolve is resolve",
    ],
)
def test_resolve_is_the_function_whatever_was_imported_first(code: str) -> None:
    # the subpackage geopts.resolve would take its place on the package
    assert fresh(f"{code}; print(type(resolve).__name__, resolve.__module__)") == "function geopts.resolve.plan"
    assert geopts.resolve is resolve


def test_import_loads_next_to_nothing() -> None:
    code = "import json, sys; before = set(sys.modules); import geopts; print(json.dumps(sorted(set(sys.modules) - before)))"
    loaded = json.loads(fresh(code))
    assert [name for name in loaded if name.startswith("geopts")] == ["geopts"]
    heavy = {
        "attrs",
        "attr",
        "click",
        "jsonschema",
        "rich",
        "iniconfig",
        "tomllib",
        "tomli",
        "configparser",
        "json",
        "dataclasses",
        "inspect",
    }
    assert heavy.isdisjoint(loaded)


@pytest.mark.parametrize(
    ("code", "absent"),
    [
        ("import geopts; geopts.__version__", ("geopts.facts", "attrs", "geopts.errors")),
        ("import geopts; geopts.GeoptsError; geopts.FindingsError", ("geopts.facts", "attrs", "click")),
        ("import geopts; geopts.Finding", ("geopts.facts", "click", "rich", "jsonschema")),
        (
            "import geopts; geopts.find_product('A2')",
            ("geopts.facts.options", "geopts.facts.relations", "click", "rich", "jsonschema"),
        ),
        (
            "import geopts; geopts.OptionSet(PRECISION_MODE='force_fp16')",
            ("click", "rich", "jsonschema", "geopts.facts.relations", "geopts.facts.support"),
        ),
        (
            "import geopts; geopts.EngineTable.load(ini=b'A=high_precision', hf32=True)",
            ("geopts.facts.options", "geopts.facts.operators", "geopts.option_set", "click", "rich", "jsonschema"),
        ),
        (
            "from geopts.cli.main import run; run(['--version'])",
            ("geopts.facts", "geopts.spec", "rich", "jsonschema", "attrs"),
        ),
        (
            "from geopts.cli.main import run; run(['--help'])",
            ("geopts.facts", "geopts.spec", "rich", "jsonschema", "attrs"),
        ),
    ],
)
def test_a_name_costs_its_own_imports_alone(code: str, absent: tuple[str, ...]) -> None:
    loaded = fresh(f"{code}; import sys; print(); print(' '.join(sys.modules))").splitlines()[-1].split()
    assert set(absent).isdisjoint(loaded)


def test_every_module_can_be_imported_on_its_own() -> None:
    names = [
        module.name
        for module in pkgutil.walk_packages(geopts.__path__, "geopts.")
        if not module.name.endswith("__main__")
    ]
    assert len(names) > 40
    for name in names:
        importlib.import_module(name)


def test_the_version_is_that_of_the_distribution() -> None:
    assert geopts.__version__ == importlib.import_module("geopts._version").__version__
    assert (Path(geopts.__file__).parent / "py.typed").is_file()
