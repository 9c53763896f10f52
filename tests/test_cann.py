"""Finding the opp directory of an installed CANN."""

from __future__ import annotations

from pathlib import Path

import pytest

from geopts.cann import installed_opp, opp_directory
from geopts.errors import FileError

# Where the files stand: op_impl_mode_config_parser.cc:40-44, and :31-32 at hicann/ge@1826a02f.
LEGACY = "built-in/op_impl/ai_core/tbe/impl_mode"
NEW_STYLE = "built-in/op_impl/ai_core/config/allow_hf32"
VARIABLES = ("ASCEND_OPP_PATH", "ASCEND_HOME_PATH", "ASCEND_TOOLKIT_HOME")


@pytest.fixture(autouse=True)
def no_cann(monkeypatch: pytest.MonkeyPatch) -> None:
    for variable in VARIABLES:
        monkeypatch.delenv(variable, raising=False)


@pytest.mark.parametrize("folder", [LEGACY, NEW_STYLE])
@pytest.mark.parametrize("below", ["", "opp", "latest/opp", "ascend-toolkit/latest/opp"])
def test_the_opp_directory_or_the_top_of_an_installation(tmp_path: Path, below: str, folder: str) -> None:
    opp = tmp_path / below if below else tmp_path
    (opp / folder).mkdir(parents=True)
    assert Path(opp_directory(tmp_path)) == opp
    assert Path(opp_directory(str(opp))) == opp


def test_any_other_directory_is_an_error(tmp_path: Path) -> None:
    (tmp_path / "built-in").mkdir()
    for path in (tmp_path, tmp_path / "missing", Path("a\0b")):
        with pytest.raises(FileError, match="no opp directory") as caught:
            opp_directory(path)
        assert caught.value.path == str(path)
        assert "--opp" in caught.value.hint


@pytest.mark.parametrize("variable", VARIABLES)
def test_the_environment_names_an_installation(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, variable: str) -> None:
    with pytest.raises(FileError, match="no installed CANN"):
        installed_opp()
    (tmp_path / "opp" / LEGACY).mkdir(parents=True)
    monkeypatch.setenv(variable, str(tmp_path))
    assert installed_opp() == str(tmp_path / "opp")


def test_the_first_variable_that_holds_an_installation_counts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("first", "second"):
        (tmp_path / name / LEGACY).mkdir(parents=True)
    monkeypatch.setenv("ASCEND_OPP_PATH", str(tmp_path / "gone"))
    monkeypatch.setenv("ASCEND_HOME_PATH", str(tmp_path / "first"))
    monkeypatch.setenv("ASCEND_TOOLKIT_HOME", str(tmp_path / "second"))
    assert installed_opp() == str(tmp_path / "first")
    monkeypatch.setenv("ASCEND_OPP_PATH", "")
    assert installed_opp() == str(tmp_path / "first")
