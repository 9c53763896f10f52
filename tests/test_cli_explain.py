"""``geopts explain``: which mode, from which line, and why."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from geopts.ini import scan

Geo = Callable[..., tuple[int, str, str]]
PRESET: dict[str, str] = json.loads(
    (Path(__file__).parent / "data" / "reference" / "op_facts.json").read_text(encoding="utf-8")
)["presets_cann_8_1_rc1"]["high_performance"]
HI = "enable_hi_float_32_execution"
CONV = b"[ByOpType]\nConv2D=high_precision\n[ByNodeName]\nn=high_performance\n"


@pytest.fixture
def told(geo: Geo) -> Callable[..., dict[str, Any]]:
    """Give the JSON object for an ini, a node and a type."""

    def call(data: bytes, name: str, op_type: str, *more: str) -> dict[str, Any]:
        Path("op.ini").write_bytes(data)
        code, out, err = geo("explain", "op.ini", "--name", name, "--type", op_type, "--format", "json", *more)
        assert (code, err) == (0, "")
        answer: dict[str, Any] = json.loads(out)
        return answer

    return call


Told = Callable[..., dict[str, Any]]


@pytest.mark.parametrize(
    ("more", "other"),
    [
        (("--product", "A2", "--allow-hf32", "true"), HI),
        (("--product", "A2", "--allow-hf32", "true", "--parser", "new"), HI),
        (("--product", "A2"), "high_precision"),
        (("--product", "A2", "--parser", "old"), "high_precision"),
        (("--product", "A2", "--cann", "9.1.0"), "high_precision"),
        (("--product", "A2", "--parser", "new"), HI),
        (("--soc-version", "Ascend910B3", "--parser", "new"), HI),
        (("--hf32", "--parser", "new"), HI),
        (("--product", "310P", "--allow-hf32", "true"), "high_precision"),
        (("--product", "310P", "--parser", "new"), "high_precision"),
        (("--no-hf32", "--allow-hf32", "true", "--parser", "new"), "high_precision"),
        (("--product", "A2", "--no-hf32", "--allow-hf32", "true"), "high_precision"),
        (("--product", "A2", "--allow-hf32", "true", "--opp", "none"), "high_precision"),
    ],
)
def test_the_example_of_conv2d(told: Told, more: tuple[str, ...], other: str) -> None:
    # ByNodeName > explicit allow_hf32 > ByOpType > default (old); the default above ByOpType too (new)
    named = told(CONV, "n", "Conv2D", *more)
    assert (named["mode"], named["winner"]) == ("high_performance", {"source": "by_node_name", "location": "op.ini:4"})
    assert told(CONV, "other", "Conv2D", *more)["mode"] == other


def test_the_contract_s_fields(told: Told) -> None:
    answer = told(CONV, "n", "Conv2D", "--product", "A2", "--allow-hf32", "1")
    assert answer["losers"] == [
        {"source": "allow_hf32", "mode": HI, "location": "CANN 8.1.RC1 allow_hf32_matmul_t_conv_t.ini:1"},
        {"source": "by_op_type", "mode": "high_precision", "location": "op.ini:2"},
    ]
    assert "node name beats" in answer["why"]
    assert (answer["name"], answer["type"], answer["product"], answer["parsers"]) == ("n", "Conv2D", "A2", ["old"])
    assert (answer["status"], answer["determined"], answer["unused"]) == ("SUCCESS", True, [])
    assert answer["builtin_files"] == "the facts of CANN 8.1.RC1"


def test_tanh_in_a_file_that_lists_gelu_alone(told: Told, geo: Geo) -> None:
    assert PRESET["Tanh"] == "high_precision"
    answer = told(b"Gelu=high_precision\n", "n", "Tanh", "--product", "310P")
    assert (answer["mode"], answer["winner"]["source"]) == (None, "none")
    assert "high_performance.ini with Tanh=high_precision is not loaded" in answer["why"]
    assert "is not loaded" not in told(b"Gelu=high_precision\n", "n", "NoSuchType", "--product", "310P")["why"]
    assert "is not loaded" not in told(b"Gelu=high_precision\n", "n", "Tanh", "--opp", "none")["why"]
    code, out, _ = geo("explain", "op.ini", "--name", "n", "--type", "Tanh", "--product", "310P")
    assert code == 0
    assert out.startswith("n (Tanh): none\n  why: ")
    assert "(built-in files: the facts of CANN 8.1.RC1; parser: old, as in every attested release)" in out


# The forms real files have: headerless, without a last newline, blanks around =, CRLF, comments (corpus/README.md).
@pytest.mark.parametrize(
    "data",
    [
        b"Gelu=high_precision",
        b"[ByOpType]\nGelu=high_precision\nTanh=high_performance",
        b"Gelu = high_precision\r\nTanh = high_performance\r\n",
        b"# comment\n\n[ByNodeName]\nGelu=high_precision\n[ByOpType]\nLayerNorm=high_performance\n",
        b"LayerNormV3=high_precision\nLayerNormV3=high_performance\nGelu=keep_fp16\n",
    ],
)
def test_every_type_of_a_file_gets_the_mode_of_its_line(told: Told, data: bytes) -> None:
    lines = data.decode().splitlines()
    document = scan(data)
    for op_type in ("Gelu", "Tanh", "LayerNorm", "LayerNormV3", "Sigmoid"):
        answer = told(data, "no/such/node", op_type, "--product", "310P")
        mode = document.by_op_type.get(op_type)
        assert answer["mode"] == (mode.value if mode else None)
        if mode:
            number = int(answer["winner"]["location"].rpartition(":")[2])
            assert lines[number - 1].replace(" ", "") == f"{op_type}={mode.value}"
        elif op_type in PRESET:
            assert f"{op_type}={PRESET[op_type]} is not loaded" in answer["why"]


def test_both_answers_where_the_product_is_not_known(told: Told, geo: Geo) -> None:
    answer = told(CONV, "m", "Conv2D", "--allow-hf32", "true")
    assert (answer["mode"], answer["determined"]) == (None, False)
    assert {a["hf32"]: a["mode"] for a in answer["alternatives"]} == {True: HI, False: "high_precision"}
    _, out, _ = geo("explain", "op.ini", "--name", "m", "--type", "Conv2D", "--allow-hf32", "true")
    assert f"with HF32, old parser: {HI}\n" in out
    assert "without HF32, old parser: high_precision\n" in out
    _, out, _ = geo("explain", "op.ini", "--name", "m", "--type", "Conv2D", "--product", "A2", "--cann", "10.0.0")
    assert f"with HF32, new parser: {HI}\n" in out
    assert "with HF32, old parser: high_precision\n" in out
    assert "not attested" in out


def test_losers_are_shown_behind_the_winner(geo: Geo) -> None:
    Path("op.ini").write_bytes(CONV)
    _, out, _ = geo("explain", "op.ini", "--name", "n", "--type", "Conv2D", "--product", "A2", "--allow-hf32", "true")
    assert out.splitlines()[:2] == ["n (Conv2D): high_performance", "  from: by_node_name, op.ini:4"]
    behind = [line for line in out.splitlines() if "behind it" in line]
    assert behind == [
        f"  behind it: {HI} from allow_hf32, CANN 8.1.RC1 allow_hf32_matmul_t_conv_t.ini:1",
        "  behind it: high_precision from by_op_type, op.ini:2",
    ]


def test_the_older_options_count_for_nothing_beside_an_ini(told: Told) -> None:
    answer = told(
        b"", "n", "Gelu", "--op-select-implmode", "high_precision", "--optypelist", "Gelu", "--product", "310P"
    )
    assert answer["mode"] is None
    assert "op_precision_mode replaces op_select_implmode" in answer["why"]
    assert told(b"", "n", "Gelu", "--op-select-implmode", "bogus", "--product", "310P")["status"] == "SUCCESS"


def test_what_is_known_of_950_is_said(told: Told) -> None:
    assert any("950 packages are not known" in note for note in told(CONV, "n", "Conv2D", "--product", "950")["notes"])


def test_an_opp_directory_of_an_installation(told: Told, geo: Geo, tmp_path: Path) -> None:
    folder = tmp_path / "cann" / "opp" / "built-in/op_impl/ai_core/tbe/impl_mode"
    folder.mkdir(parents=True)
    (folder / "allow_hf32_matmul_f_conv_t.ini").write_bytes(b"MyConv=enable_hi_float_32_execution\n")
    answer = told(b"", "n", "MyConv", "--product", "A2", "--opp", str(tmp_path / "cann"))
    assert answer["winner"]["source"] == "default_allow_hf32"
    assert answer["winner"]["location"] == f"{folder}/allow_hf32_matmul_f_conv_t.ini:1"
    code, out, err = geo("explain", "op.ini", "--name", "n", "--type", "T", "--opp", "nowhere")
    assert (code, out) == (2, "")
    assert "no opp directory" in err


def test_lines_for_the_node_that_ge_does_not_use(told: Told, geo: Geo) -> None:
    data = b"Gelu=high_precison\nTanh=high_precision\nTanh=high_performance\nother=bad\n"
    assert [(u["location"], u["reason"]) for u in told(data, "n", "Gelu")["unused"]] == [("op.ini:1", "unknown mode")]
    assert [(u["location"], u["reason"]) for u in told(data, "n", "Tanh")["unused"]] == [("op.ini:3", "contradicted")]
    assert told(data, "n", "Relu")["unused"] == []
    _, out, _ = geo("explain", "op.ini", "--name", "n", "--type", "Gelu")
    assert "GE does not use op.ini:1: Gelu=high_precison (unknown mode)" in out


def test_an_initialisation_that_fails_exits_with_1(geo: Geo) -> None:
    Path("op.ini").write_bytes(CONV)
    code, out, _ = geo("explain", "op.ini", "--name", "n", "--type", "Conv2D", "--product", "A2", "--allow-hf32", "yes")
    assert code == 1
    assert "GE gives up with FAILED, E20101: its engine does not take 'yes' for allow_hf32" in out
    assert "  hint: allow_hf32 takes 00, 0, false, 01, 10, 11, 1, true\n" in out
    assert (
        geo("explain", "op.ini", "--name", "n", "--type", "Conv2D", "--product", "310P", "--allow-hf32", "yes")[0] == 0
    )


def test_names_that_are_no_utf_8_pass_through_as_they_are(geo: Geo) -> None:
    name = b"layer/\xff\xfe"
    Path("op.ini").write_bytes(b"[ByNodeName]\n" + name + b"=high_precision\n")
    text = name.decode("utf-8", "surrogateescape")
    code, out, _ = geo("explain", "op.ini", "--name", text, "--type", "T", "--product", "310P")
    assert code == 0
    assert out.encode("utf-8", "surrogateescape").startswith(name + b" (T): high_precision\n")
    code, out, _ = geo("explain", "op.ini", "--name", text, "--type", "T", "--product", "310P", "--format", "json")
    assert json.loads(out)["name"] == text
    assert json.loads(out)["mode"] == "high_precision"


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("missing.ini", "no such file"),
        ("directory", "is a directory"),
        ("large.ini", "more than 100 MiB"),
        ("pipe", "no regular file"),
    ],
)
def test_what_cannot_be_read_exits_with_2(geo: Geo, name: str, told: str) -> None:
    Path("directory").mkdir()
    os.mkfifo("pipe")
    with Path("large.ini").open("wb") as stream:
        stream.truncate(200 * 1024 * 1024)
    code, out, err = geo("explain", name, "--name", "n", "--type", "T")
    assert (code, out) == (2, "")
    assert err.startswith(f"geopts: {name}: ")
    assert told in err
    assert "Traceback" not in err


@pytest.mark.parametrize(
    "data", [CONV.decode().encode("utf-16"), CONV.decode().encode("utf-16-le"), bytes(range(256)) * 4]
)
def test_wide_characters_and_binary_files_get_a_message(geo: Geo, data: bytes) -> None:
    Path("op.ini").write_bytes(data)
    code, out, err = geo("explain", "op.ini", "--name", "n", "--type", "Conv2D", "--no-hf32")
    assert code == 1
    assert out.startswith("n (Conv2D): none\n")
    assert err.startswith("op.ini: holds NUL bytes")
    assert len(err.splitlines()) == 1


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (("op.ini",), "Missing option '--name'"),
        (("op.ini", "--name", "n"), "Missing option '--type'"),
        (("--name", "n", "--type", "T"), "Missing argument 'INI'"),
        (("op.ini", "--name", "n", "--type", "T", "--product", "B9"), "B9"),
        (("op.ini", "--name", "n", "--type", "T", "--product", "A2", "--soc-version", "Ascend310P3"), "is 310P"),
    ],
)
def test_a_wrong_argument_exits_with_2(geo: Geo, arguments: tuple[str, ...], told: str) -> None:
    Path("op.ini").write_bytes(b"")
    code, out, err = geo("explain", *arguments)
    assert (code, out) == (2, "")
    assert told in err


def test_names_are_the_files_bytes_in_a_locale_without_utf_8(tmp_path: Path) -> None:
    (tmp_path / "op.ini").write_bytes("[ByNodeName]\n模型/层=high_precision\n".encode())
    done = subprocess.run(
        [sys.executable, "-m", "geopts", "explain", "op.ini", "--name", "模型/层".encode(), "--type", "T"],
        cwd=tmp_path,
        env={**os.environ, "LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"},
        capture_output=True,
        check=True,
    )
    assert b": high_precision\n" in done.stdout


def test_a_name_that_differs_in_case_or_blanks_alone_gets_a_hint(geo: Geo) -> None:
    Path("op.ini").write_bytes(b"Gelu=high_precision\n[ByNodeName]\nEncoder/0=high_precision\n")
    _, out, _ = geo("explain", "op.ini", "--name", " encoder/0", "--type", "gelu")
    assert out.startswith(" encoder/0 (gelu): none\n")
    assert "  hint: the file has the node 'Encoder/0'; GE compares names byte by byte\n" in out
    assert "  hint: the file has the type 'Gelu'; GE compares names byte by byte\n" in out
    assert "hint" not in geo("explain", "op.ini", "--name", "x", "--type", "Relu")[1]
    assert "hint" not in geo("explain", "op.ini", "--name", "x", "--type", "Gelu")[1]


def test_hf32_of_the_command_line_wins_and_says_so(geo: Geo) -> None:
    Path("op.ini").write_bytes(CONV)
    arguments = ("explain", "op.ini", "--name", "n", "--type", "Conv2D", "--product", "A2", "--allow-hf32", "true")
    assert "counts, whatever is known" not in geo(*arguments, "--hf32")[1]
    out = geo(*arguments, "--no-hf32")[1]
    assert "--no-hf32 counts, whatever is known of A2" in out
    assert "enable_hi_float_32_execution" not in out
