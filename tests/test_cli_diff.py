"""``geopts diff`` on the command line: text, JSON, exit codes, standard input."""

from __future__ import annotations

import io
import json
import os
import sys
import threading
from collections.abc import Callable
from pathlib import Path

import pytest

Geo = Callable[..., tuple[int, str, str]]


@pytest.fixture
def inis(tmp_path: Path) -> None:
    (tmp_path / "a.ini").write_bytes(b"Gelu=high_precision\n[ByNodeName]\nn/1=keep_fp16\n")
    (tmp_path / "b.ini").write_bytes(b"Gelu=high_performance\n")


@pytest.mark.usefixtures("inis")
def test_text_is_one_line_a_change(geo: Geo) -> None:
    code, out, err = geo("diff", "a.ini", "b.ini")
    assert code == 1
    assert out.splitlines() == [
        "type Gelu: high_precision (by_op_type, a.ini:1) -> high_performance (by_op_type, b.ini:1)",
        "node n/1: keep_fp16 (by_node_name, a.ini:3) -> by its operator type",
    ]
    assert err.startswith("2 changes in effect (built-in files: the facts of CANN 8.1.RC1;")


@pytest.mark.usefixtures("inis")
def test_nothing_changes(geo: Geo) -> None:
    code, out, err = geo("diff", "a.ini", "a.ini", "--product", "A2")
    assert (code, out) == (0, "")
    assert err == "nothing changes in effect (built-in files: the facts of CANN 8.1.RC1)\n"


@pytest.mark.usefixtures("inis")
def test_json(geo: Geo) -> None:
    code, out, _ = geo("diff", "a.ini", "b.ini", "--format", "json", "--soc-version", "Ascend910B3")
    report = json.loads(out)
    assert code == 1
    assert (report["version"], report["changed"]) == (1, True)
    assert [(change["kind"], change["name"], change["when"]) for change in report["changes"]] == [
        ("operator_type", "Gelu", "always"),
        ("node", "n/1", "always"),
    ]
    assert json.loads(geo("diff", "a.ini", "a.ini", "--format", "json")[1])["changes"] == []


@pytest.mark.usefixtures("inis")
def test_standard_input(geo: Geo, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"Gelu=high_performance\n")))
    assert geo("diff", "-", "b.ini")[0] == 0
    code, _, err = geo("diff", "-", "-")
    assert code == 2
    assert "one side only" in err
    monkeypatch.setattr(sys, "stdin", None)
    code, _, err = geo("diff", "-", "b.ini")
    assert code == 2
    assert "standard input is closed" in err


@pytest.mark.usefixtures("inis")
def test_pipe_with_a_name(geo: Geo, tmp_path: Path) -> None:
    """A shell's ``<(command)`` is one."""
    os.mkfifo(tmp_path / "pipe")
    writer = threading.Thread(target=(tmp_path / "pipe").write_bytes, args=(b"Gelu=high_performance\n",))
    writer.start()
    assert geo("diff", "pipe", "b.ini")[0] == 0
    writer.join()


@pytest.mark.usefixtures("inis")
@pytest.mark.parametrize(("opp", "code"), [((), 1), (("--opp", "none"), 0)])
def test_no_ini_at_all(geo: Geo, tmp_path: Path, opp: tuple[str, ...], code: int) -> None:
    (tmp_path / "empty.ini").write_bytes(b"")
    found, out, err = geo("diff", "none", "empty.ini", "--product", "310P", *opp)
    assert found == code
    assert ("lose the mode of the built-in preset" in err) is bool(out) is (code == 1)


def test_options_show_values_and_what_is_not_given(geo: Geo, tmp_path: Path) -> None:
    (tmp_path / "a.json").write_text('{"ge.exec.allow_hf32": "1", "ge.externalWeight": "1"}')
    (tmp_path / "b.json").write_text('{"ge.exec.allow_hf32": "11"}')
    code, out, _ = geo("diff", "a.json", "b.json")
    assert (code, out) == (1, "option external_weight: 1 -> not given\n")


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (("missing.ini", "none"), "no such file"),
        (("none", "bad.toml"), "options.allow_hf"),
        (("none", "none", "--product", "A9"), "A9"),
        (("none", "none", "--opp", "nowhere"), "no opp directory"),
        (("none", "bad.json"), "no valid JSON"),
        (("fails.json", "fails.json"), "GE gives up on both sides"),
    ],
)
def test_what_cannot_be_told(geo: Geo, tmp_path: Path, arguments: tuple[str, ...], told: str) -> None:
    (tmp_path / "bad.toml").write_text("[options]\nallow_hf = true\n")
    (tmp_path / "bad.json").write_text("{")
    (tmp_path / "fails.json").write_text('{"ge.opSelectImplmode": "bogus"}')
    code, out, err = geo("diff", *arguments)
    assert (code, out) == (2, "")
    assert told in err
    assert "Traceback" not in err


def test_names_that_are_no_utf8_pass_through(geo: Geo, tmp_path: Path) -> None:
    (tmp_path / "a.ini").write_bytes(b"[ByNodeName]\n\xff=high_precision\n")
    assert "node \udcff: high_precision" in geo("diff", "a.ini", "none", "--opp", "none", "--product", "310P")[1]
    out = geo("diff", "a.ini", "none", "--opp", "none", "--product", "310P", "--format", "json")[1]
    assert json.loads(out)["changes"][0]["name"] == "\udcff"
