"""Which configuration counts for a file, and what a wrong one says."""

from __future__ import annotations

from pathlib import Path

import pytest

from geopts.errors import FileError, GeoptsError, OptionValueError, UnknownOptionError
from geopts.findings import Severity
from geopts.lint.config import Config, ConfigFinder, load_config


def of_file(path: Path) -> Config:
    return ConfigFinder().of_file(str(path))


def test_the_nearest_file_counts_and_nothing_is_merged(tmp_path: Path) -> None:
    (tmp_path / "pyproject.toml").write_text('[tool.geopts]\nignore = ["GEO1"]\nfail-on = "error"\n')
    inner = tmp_path / "models" / "bert"
    inner.mkdir(parents=True)
    (inner / "geopts.toml").write_text('product = "A2"\n[lint]\nselect = ["GEO2"]\n')
    near, far = of_file(inner / "x.ini"), of_file(tmp_path / "models" / "x.ini")
    assert near.path == str(inner / "geopts.toml")
    assert near.selection.enabled("GEO201")
    assert not near.selection.enabled("GEO101")
    assert near.fail_on is None
    assert near.context == {"product": "A2"}
    assert far.path == str(tmp_path / "pyproject.toml")
    assert far.fail_on is Severity.ERROR
    assert not far.selection.enabled("GEO101")


def test_files_of_others_are_passed_by(tmp_path: Path) -> None:
    inner = tmp_path / "a"
    inner.mkdir()
    (tmp_path / ".geopts.toml").write_text('ignore = "GEO1"\n')
    (inner / "pyproject.toml").write_text("[tool.ruff]\nline-length = 100\n# geopts is not configured here\n")
    (inner / "geopts.toml").write_text('product = "A2"\n[options]\nallow_hf32 = true\n# no lint\n')
    assert of_file(inner / "x.ini").path == str(tmp_path / ".geopts.toml")


def test_in_one_directory_the_own_name_comes_first(tmp_path: Path) -> None:
    (tmp_path / "pyproject.toml").write_text("[tool.geopts]\n")
    (tmp_path / "geopts.toml").write_text("[lint]\n")
    (tmp_path / ".geopts.toml").write_text("[lint]\n")
    assert of_file(tmp_path / "x.ini").path == str(tmp_path / ".geopts.toml")


def test_every_key(tmp_path: Path) -> None:
    path = tmp_path / "any_name.toml"
    path.write_text(
        """
        select = "GEO1, GEO2"
        ignore = ["repeated-entry"]
        severity = { GEO205 = "error", unknown-mode = "off" }
        fail_on = "note"
        exclude = ["build/*"]
        per-file-ignores = { "old/*.ini" = ["GEO204"] }
        operator_types = ["MyOp"]
        baseline = "old.json"
        soc-version = "Ascend910B3"
        parser = "new"
        allow_hf32 = true
        op_select_implmode = "high_precision"
        optypelist-for-implmode = "Gelu"
        opp = "/usr/local/Ascend/opp"
        """
    )
    config = load_config(str(path))
    assert config is not None
    enabled = [code for code in ("GEO101", "GEO201", "GEO202", "GEO204", "GEO901") if config.selection.enabled(code)]
    assert enabled == ["GEO101", "GEO204"]
    assert config.selection.severity_of("GEO205") == "error"
    assert config.fail_on is Severity.NOTE
    assert config.exclude == ("build/*",)
    ((pattern, ignored),) = config.per_file_ignores
    assert pattern == "old/*.ini"
    assert not ignored.enabled("GEO204")
    assert config.operator_types == {"MyOp"}
    assert config.baseline == str(tmp_path / "old.json")
    assert config.context == {
        "soc_version": "Ascend910B3",
        "parser": "new",
        "allow_hf32": "true",
        "op_select_implmode": "high_precision",
        "optypelist_for_implmode": "Gelu",
        "opp": "/usr/local/Ascend/opp",
    }


def test_tables_in_pyproject(tmp_path: Path) -> None:
    path = tmp_path / "pyproject.toml"
    path.write_text('[tool.geopts]\nproduct = "A3"\n[tool.geopts.lint]\nignore = ["GEO1"]\n')
    config = load_config(str(path))
    assert config is not None
    assert config.context == {"product": "A3"}
    assert not config.selection.enabled("GEO101")


@pytest.mark.parametrize(
    ("text", "error", "words"),
    [
        ("ignroe = []", UnknownOptionError, "has no key 'ignroe'"),
        ("ignore = 3", OptionValueError, "a list of texts"),
        ("ignore = [3]", OptionValueError, "a list of texts"),
        ('ignore = ["GEO777"]', OptionValueError, "is no rule"),
        ('fail-on = "never"', OptionValueError, "error, warning or note"),
        ("product = 2", OptionValueError, "a text"),
        ("severity = 1", OptionValueError, "is no table"),
        ("severity = { GEO1 = 1 }", OptionValueError, "a table of texts"),
        ('severity = { GEO1 = "fatal" }', OptionValueError, "'fatal' is no severity"),
        ("lint = 1", OptionValueError, "is no table"),
        ("a = ", FileError, "is no TOML"),
        ("a = " + "[" * 20_000, FileError, "is no TOML"),
    ],
)
def test_mistakes_are_told_with_the_file(tmp_path: Path, text: str, error: type[GeoptsError], words: str) -> None:
    path = tmp_path / ".geopts.toml"
    path.write_text(text)
    with pytest.raises(error, match=words) as caught:
        of_file(tmp_path / "x.ini")
    assert str(path) in caught.value.message
    assert caught.value.hint


def test_an_unknown_key_gets_the_close_ones(tmp_path: Path) -> None:
    path = tmp_path / ".geopts.toml"
    path.write_text("[lint]\nsoc_versoin = 'x'\n")
    with pytest.raises(UnknownOptionError) as caught:
        of_file(tmp_path / "x.ini")
    assert caught.value.suggestions[0] == "soc-version"


def test_a_named_file_without_configuration_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "pyproject.toml"
    path.write_text("[project]\nname = 'x'\n")
    assert load_config(str(path)) is None
    with pytest.raises(FileError, match="has no configuration"):
        load_config(str(path), must=True)


def test_bytes_that_are_no_text_are_no_toml(tmp_path: Path) -> None:
    (tmp_path / ".geopts.toml").write_bytes(b"\xff\xfe")
    with pytest.raises(FileError, match="is no TOML"):
        of_file(tmp_path / "x.ini")


def test_isolated_and_fixed(tmp_path: Path) -> None:
    (tmp_path / ".geopts.toml").write_text("ignroe = []")
    assert ConfigFinder(isolated=True).of_file(str(tmp_path / "x.ini")) == Config()
    fixed = Config(path="named")
    assert ConfigFinder(fixed).of_file(str(tmp_path / "x.ini")) is fixed
