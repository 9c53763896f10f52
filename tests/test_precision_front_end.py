"""The checks of atc and aclgrphBuildInitialize; the vectors' own cases are in ``test_precision_engine.py``."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from geopts.precision.front_end import front_end_checks, path_is_valid, refused_path_characters


# option_utils.cc:1275-1304: the four modes, and two more that the engine refuses later
@pytest.mark.parametrize(
    ("mode", "passes"),
    [
        ("high_precision", True),
        ("high_performance", True),
        ("high_precision_for_all", True),
        ("high_performance_for_all", True),
        ("enable_float_32_execution", True),
        ("enable_hi_float_32_execution", True),
        ("support_out_of_bound_index", False),
        ("High_Precision", False),
        (" high_precision", False),
        ("bogus", False),
    ],
)
def test_op_select_implmode(mode: str, passes: bool) -> None:
    for optypelist in ("", "Gelu"):
        checks = front_end_checks(op_precision_mode=None, op_select_implmode=mode, optypelist=optypelist)
        assert (checks.implmode, checks.op_select_implmode) == (passes, mode)


def test_an_empty_mode_becomes_high_performance_and_a_list_needs_a_mode() -> None:
    empty = front_end_checks(op_precision_mode=None)
    assert (empty.implmode, empty.path, empty.hf32, empty.op_select_implmode) == (True, True, True, "high_performance")
    alone = front_end_checks(op_precision_mode=None, optypelist="Gelu")
    assert (alone.implmode, alone.op_select_implmode) == (False, "")


def test_allow_hf32_is_true_or_false_here() -> None:
    # "", true and false pass (option_utils.cc:1413-1422)
    passing = [
        v
        for v in ("", "true", "false", "True", "1", "0", "10", "11", " true")
        if front_end_checks(op_precision_mode=None, allow_hf32=v).hf32
    ]
    assert passing == ["", "true", "false"]


@pytest.mark.parametrize(
    ("name", "refused"),
    [
        ("op.ini", ""),
        ("Op-1_2.INI", ""),
        ("模型龥.ini", ""),
        ("a b", " "),
        ("a+b+c", "+"),
        ("a, b", ", "),
        ("é", "é"),
        ("a\tb", "\t"),
        ("龦", "龦"),
        ("~x$", "~$"),
    ],
)
def test_characters_of_a_path(tmp_path: Path, name: str, refused: str) -> None:
    # letters, digits, . / _ - and U+4E00 to U+9FA5 (base/common/util.cc:52-126)
    path = tmp_path / name
    path.touch()
    assert refused_path_characters(str(path)) == refused
    assert path_is_valid(str(path)) is (not refused)
    assert front_end_checks(op_precision_mode=str(path)).path is (not refused)


def test_the_resolved_path_counts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    odd, plain = tmp_path / "a b", tmp_path / "plain"
    odd.mkdir()
    plain.mkdir()
    for directory in (odd, plain):
        (directory / "op.ini").touch()
    (plain / "link").symlink_to(odd / "op.ini")
    (odd / "link").symlink_to(plain / "op.ini")
    assert not path_is_valid(str(plain / "link"))
    assert path_is_valid(str(odd / "link"))
    monkeypatch.chdir(odd)
    assert refused_path_characters("op.ini") == " "
    monkeypatch.chdir(plain)
    assert path_is_valid("op.ini")
    assert path_is_valid("../plain/op.ini")


def test_a_path_must_lead_somewhere_that_can_be_read(tmp_path: Path) -> None:
    assert path_is_valid(str(tmp_path))  # a directory passes, and the parser reads it as an empty file
    (tmp_path / "dangling").symlink_to("nowhere")
    for path in (
        "",
        str(tmp_path / "missing"),
        str(tmp_path / "dangling"),
        "a\0b",
        "x" * 5000,
        f"{tmp_path}/" + "y/" * 3000,
    ):
        assert not path_is_valid(path)
    assert refused_path_characters("a\0b") == "\0"
    secret = tmp_path / "secret"
    secret.touch()
    secret.chmod(0)
    assert path_is_valid(str(secret)) is (os.geteuid() == 0)
    assert not front_end_checks(op_precision_mode="").path
