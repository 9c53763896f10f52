"""The structure of the package, read from its source: imports run downward, tables hold facts alone, modules stay small."""

from __future__ import annotations

import ast
import functools
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from geopts.facts import generate

TOP = Path(__file__).parents[1]
PACKAGE = TOP / "geopts"

#: Top-level modules and packages from the bottom up: each imports what stands before it. ``geopts.__init__`` imports lazily.
ORDER = (
    "_version",
    "errors",
    "findings",
    "facts",
    "files",
    "ini",
    "products",
    "releases",
    "precision",
    "cann",
    "value_types",
    "value_lists",
    "values",
    "_option_types",
    "option_set",
    "support",
    "resolve",
    "pypto",
    "spec_schema",
    "spec",
    "spec_write",
    "option_source",
    "option_edit",
    "graph",
    "bisect",
    "frontends",
    "migrate",
    "diff",
    "render",
    "rules",
    "lint",
    "lsp",
    "html_report",
    "cli",
    "__main__",
)
#: What a part may import at most, where the order alone would allow more.
ONLY = {
    "render": {"_version", "errors", "findings"},
    "cann": {"errors", "precision"},
    "bisect": {"errors", "facts", "files", "findings", "graph", "ini", "precision"},
    "products": {"errors", "facts"},
    "releases": {"facts"},
    "ini": {"facts", "findings"},
}
LONGEST = 400
#: The tool that writes generated files stands beside the tables and looks up at what it writes.
TOOLS = {"geopts.facts.generate"}


def module_name(path: Path) -> str:
    parts = path.relative_to(TOP).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


MODULES = {module_name(path): path for path in sorted(PACKAGE.rglob("*.py"))}


@functools.cache
def tree(name: str) -> ast.Module:
    return ast.parse(MODULES[name].read_text(encoding="utf-8"))


def statements(node: ast.AST) -> Iterator[ast.AST]:
    """Yield all statements that run, which those for type checkers do not."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.If) and isinstance(child.test, ast.Name) and child.test.id == "TYPE_CHECKING":
            continue
        yield child
        yield from statements(child)


def imports(name: str) -> set[str]:
    """Give the modules of the package that a module imports anywhere in it."""
    found: set[str] = set()
    for node in statements(tree(name)):
        if isinstance(node, ast.Import):
            found.update(alias.name for alias in node.names if alias.name.split(".")[0] == "geopts")
        elif isinstance(node, ast.ImportFrom) and (node.module or "").split(".")[0] == "geopts":
            for alias in node.names:
                inner = f"{node.module}.{alias.name}"
                found.add(inner if inner in MODULES else str(node.module))
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{name} imports relatively"
    return found


def part(name: str) -> str:
    return name.split(".")[1] if "." in name else ""


@pytest.mark.parametrize("name", [name for name in MODULES if name not in TOOLS and part(name)])
def test_imports_run_downward(name: str) -> None:
    own = part(name)
    assert own in ORDER, f"{own} is new: give it its place in ORDER"
    below = set(ORDER[: ORDER.index(own)])
    for imported in imports(name):
        other = part(imported)
        assert other == own or other in below, f"{name} imports {imported}"
        assert other == own or own not in ONLY or other in ONLY[own], f"{name} imports {imported}"


@pytest.mark.parametrize("name", [name for name in MODULES if part(name) == "facts" and name not in TOOLS])
def test_tables_import_row_classes_alone(name: str) -> None:
    rows = {each for each in MODULES if part(each) == "facts" and each.endswith("rows")}
    assert imports(name) <= rows
    for node in tree(name).body:
        # a helper that shortens rows is one return; anything longer is logic and belongs elsewhere
        if isinstance(node, ast.FunctionDef):
            assert node.name.startswith("_")
            assert len(node.body) <= 1 + (ast.get_docstring(node) is not None)


@pytest.mark.parametrize("name", MODULES)
def test_a_public_module_says_what_it_offers(name: str) -> None:
    module = tree(name)
    assert ast.get_docstring(module) or name.endswith("_version")
    named = [
        node.value
        for node in module.body
        if isinstance(node, ast.Assign) and any(isinstance(t, ast.Name) and t.id == "__all__" for t in node.targets)
    ]
    holds_code = any(not isinstance(node, ast.Expr) for node in module.body)
    if not named:
        assert name.rpartition(".")[2].startswith("_") or not holds_code
        return
    if not isinstance(named[0], (ast.List, ast.Tuple)):  # computed from a table of lazy names
        assert MODULES[name].name == "__init__.py"
        return
    offered = ast.literal_eval(named[0])
    assert len(set(offered)) == len(offered)
    assert not [each for each in offered if each.startswith("_") and not each.startswith("__")]


@pytest.mark.parametrize("name", MODULES)
def test_a_module_is_short(name: str) -> None:
    if part(name) != "facts":
        assert len(MODULES[name].read_text(encoding="utf-8").splitlines()) <= LONGEST


@pytest.mark.parametrize("name", MODULES)
def test_no_path_of_a_machine(name: str) -> None:
    text = MODULES[name].read_text(encoding="utf-8")
    assert not re.findall(r"(?:/work|/tmp|/home|/root|/Users)\b|\.\./shared|C:\\\\", text)


@pytest.mark.parametrize("name", sorted(generate.generated_files()))
def test_generated_files_are_fresh(name: str) -> None:
    assert (TOP / name).read_text(encoding="utf-8") == generate.generated_files()[name]


def test_the_generator_writes_and_checks(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "geopts" / "facts").mkdir(parents=True)
    monkeypatch.setattr(generate, "__file__", str(tmp_path / "geopts" / "facts" / "generate.py"))
    assert generate.main(["--check"]) == 1
    assert not list(tmp_path.rglob("*.json"))
    assert "is stale" in capsys.readouterr().err
    assert generate.main([]) == 0
    assert generate.main(["--check"]) == 0
    for name, text in generate.generated_files().items():
        assert (tmp_path / name).read_text(encoding="utf-8") == text
    (tmp_path / "schemas" / "geopts.schema.json").write_text("{}", encoding="utf-8")
    capsys.readouterr()
    assert generate.main(["--check"]) == 1
    assert capsys.readouterr().err.count("is stale") == 1
