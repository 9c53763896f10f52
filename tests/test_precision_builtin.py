"""Built-in files: the facts of CANN 8.1.RC1 cell by cell, and the files of an opp directory."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from geopts.ini import scan
from geopts.precision.builtin import (
    ALLOW_HF32_FILES,
    LEGACY_DIRECTORY,
    NEW_STYLE_DIRECTORY,
    BuiltinFile,
    BuiltinFiles,
    UnreadableFileError,
)

PRESETS: dict[str, dict[str, str]] = json.loads(
    (Path(__file__).parent / "data" / "reference" / "op_facts.json").read_text(encoding="utf-8")
)["presets_cann_8_1_rc1"]


@pytest.mark.parametrize("name", PRESETS)
def test_the_presets_of_cann_8_1_rc1(name: str) -> None:
    file = BuiltinFiles.CANN_8_1_RC1.legacy(name)
    assert file is not None
    document = scan(file.data)
    assert {key: mode.value for key, mode in document.by_op_type.items()} == PRESETS[name]
    assert not document.by_node_name
    assert not list(document.dropped())
    assert file.location == f"CANN 8.1.RC1 {name}.ini"


def test_that_release_has_eight_files_and_none_of_the_new_style() -> None:
    assert len(PRESETS) == 8
    assert BuiltinFiles.CANN_8_1_RC1.new_style() == ()
    for name in ("all_ops_impl_mode", "high_performance.ini", ""):
        assert BuiltinFiles.CANN_8_1_RC1.legacy(name) is None
    assert BuiltinFiles.CANN_8_1_RC1.known


def test_each_text_of_allow_hf32_has_its_file() -> None:
    # left digit conv, right digit matmul (op_impl_mode_config_parser.cc:40-44)
    words = {"true": "11", "1": "11", "false": "00", "0": "00"}
    for text, name in ALLOW_HF32_FILES.items():
        conv, matmul = ("ft"[digit == "1"] for digit in words.get(text, text))
        assert name == f"allow_hf32_matmul_{matmul}_conv_{conv}"
        assert name in PRESETS
    assert set(ALLOW_HF32_FILES) == {"00", "01", "10", "11", "0", "1", "true", "false"}


def make(root: Path, files: dict[str, bytes]) -> BuiltinFiles:
    for name, data in files.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
    return BuiltinFiles.from_opp(root)


def test_files_of_an_opp_directory(tmp_path: Path) -> None:
    files = make(tmp_path, {f"{LEGACY_DIRECTORY}/high_performance.ini": b"A=high_performance\n"})
    path = tmp_path / LEGACY_DIRECTORY / "high_performance.ini"
    assert files.legacy("high_performance") == BuiltinFile(str(path), b"A=high_performance\n")
    assert files.legacy("high_precision") is None
    assert files.new_style() == ()
    assert files.label == str(tmp_path)
    (path.parent / "high_precision.ini").mkdir()  # a directory opens and reads as empty
    assert files.legacy("high_precision") == BuiltinFile(str(path.parent / "high_precision.ini"), b"")


def test_which_names_are_new_style_files(tmp_path: Path) -> None:
    # new.cc:31-32, :334-354: the part behind the last underscore may be empty, case matters, subdirectories are not searched
    folder = NEW_STYLE_DIRECTORY
    good = ["ops_allow_hf32_.ini", "ops_allow_hf32_a.ini", "ops_allow_hf32_b.ini"]
    bad = [
        "ops_allow_hf32.ini",
        "Ops_allow_hf32_a.ini",
        "ops_allow_hf32_a.INI",
        "ops_allow_hf32_a.txt",
        "x/ops_allow_hf32_c.ini",
    ]
    files = make(tmp_path, {f"{folder}/{name}": name.encode() for name in (*reversed(good), *bad)})
    (tmp_path / folder / "ops_allow_hf32_z.ini").mkdir()
    found = files.new_style()
    assert [file.data for file in found] == [*(name.encode() for name in good), b""]
    assert [Path(file.location).name for file in found] == [*good, "ops_allow_hf32_z.ini"]


def test_a_file_that_is_there_and_cannot_be_opened(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    files = make(
        tmp_path, {f"{LEGACY_DIRECTORY}/high_precision.ini": b"", f"{NEW_STYLE_DIRECTORY}/ops_allow_hf32_.ini": b""}
    )

    def closed(_: Path) -> bytes:
        raise PermissionError

    monkeypatch.setattr(Path, "read_bytes", closed)
    with pytest.raises(UnreadableFileError):
        files.legacy("high_precision")
    with pytest.raises(UnreadableFileError):
        files.new_style()


def test_what_load_takes_as_opp(tmp_path: Path) -> None:
    none = BuiltinFiles.of(None)
    assert (none.known, none.legacy("high_performance"), none.new_style()) == (False, None, ())
    assert BuiltinFiles.of(BuiltinFiles.CANN_8_1_RC1) is BuiltinFiles.CANN_8_1_RC1
    assert BuiltinFiles.of(str(tmp_path)).label == BuiltinFiles.of(tmp_path).label == str(tmp_path)
    for odd in ("a\0b", tmp_path / "missing"):
        assert BuiltinFiles.of(odd).legacy("high_performance") is None
        assert BuiltinFiles.of(odd).new_style() == ()
