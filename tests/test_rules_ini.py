"""Which rule tells of what: one line a case, the expectation thought out from the rules of the grammar (``op_impl_mode_config_parser.cc``)."""

from __future__ import annotations

from pathlib import Path

import pytest

from geopts.findings import Finding, Severity
from geopts.rules.context import Context, context_from
from geopts.rules.ini_checks import check, recognise, same_effect

CORPUS = Path(__file__).parent / "data" / "corpus" / "ini"
PUBLIC_FILES = sorted(CORPUS.glob("*.ini"))


def findings_of(text: str | bytes, context: Context | None = None) -> list[Finding]:
    data = text if isinstance(text, bytes) else text.encode("utf-8", "surrogateescape")
    found = check("x.ini", data, context or Context(), lambda _code: True)
    return sorted(found, key=Finding.sort_key)


def codes_of(text: str | bytes, context: Context | None = None) -> list[str]:
    return [finding.code for finding in findings_of(text, context)]


@pytest.mark.parametrize("path", PUBLIC_FILES, ids=lambda path: str(path.stem))
def test_public_files_are_silent(path: Path) -> None:
    # op_precision.ini files of public models (Ascend/ModelZoo-PyTorch, RecSDK), which work as their authors want
    assert findings_of(path.read_bytes()) == []


def test_there_are_seventeen_public_files() -> None:
    assert len(PUBLIC_FILES) == 17


@pytest.mark.parametrize(
    ("text", "codes"),
    [
        # nothing wrong: comments, blanks, CRLF, no last line end, both sections, names with any characters
        ("", []),
        ("\n\n", []),
        ("# [ByNodeName\n#a\n", []),
        ("Gelu=high_precision", []),
        ("\tGelu\t=\thigh_precision \r\n", []),
        ("[ByNodeName]\na.b:0/c d-e+f@g,(h)#i;j[k]=high_precision\n", []),
        ("[ByNodeName]\n\u5377\u79ef/\u5c42=high_precision\n", []),
        ("[ByOpType]\n[ByOpType]\n", []),
        # lines without "="
        ("Gelu\n", ["GEO101"]),
        ("---\n", ["GEO101"]),
        ("Gelu \uff1d high_precision\n", ["GEO101"]),
        ("a b c high_precision\n", ["GEO101"]),
        # headers
        ("[bynodename]\n", ["GEO102"]),
        ("[ByNodeName\n", ["GEO102"]),
        ("ByNodeName]\n", ["GEO102"]),
        ("ByNodeName\n", ["GEO102"]),
        ("(ByOpType)\n", ["GEO102"]),
        ("[By Op Type]\n", ["GEO102"]),
        ("[ByOpTypes]\n", ["GEO102"]),
        ("[NodeName]\n", ["GEO102"]),
        ("[ByName]\n", ["GEO102"]),
        ("[ByNodeName]:\n", ["GEO102"]),
        ("\uff3bByNodeName\uff3d\n", ["GEO102"]),
        ("[ByNodeType]\n", ["GEO103"]),
        ("[ByOpName]\n", ["GEO103"]),
        ("[section]\n", ["GEO103"]),
        ("[]\n", ["GEO103"]),
        # other files
        ('{"black-list": {"to-add": ["Add"]}}\n', ["GEO103"]),
        ('{\n\n "white-list": [],\n}\n', ["GEO103"]),
        ("conv1\nconv2/add\nconv3\n", ["GEO103"]),
        ("conv1\nconv2\n", ["GEO101", "GEO101"]),
        ("ByNodeName\nconv1\nconv2\n", ["GEO102", "GEO101", "GEO101"]),
        ("OpType::Add\nGelu=high_precision\nOpType::Mul\n", ["GEO103", "GEO103"]),
        ("conv::InputDtype:float16,OutputDtype:float16\n", ["GEO103"]),
        # marks, encodings, blanks
        ("\ufeff[ByNodeName]\na=high_precision\n", ["GEO104"]),
        ("\ufeff", ["GEO104"]),
        ("\ufeffGelu=high_precision\n", ["GEO104"]),
        ("\ufeff[byoptype]\n", ["GEO104"]),
        (";\n", ["GEO105"]),
        ("//a=b\n", ["GEO105"]),
        (" #a\n", ["GEO105"]),
        ("Gelu=high_precision#1\n", ["GEO106"]),
        ("Gelu=high_precision // fast\n", ["GEO106"]),
        ("Gelu=#\n", ["GEO106"]),
        ("Gelu=high#precision\n", ["GEO201"]),
        ("Gelu=high_precision;\n", ["GEO201"]),
        ("[ByOpType]\nGelu=high_precision\n".encode("utf-16"), ["GEO107"]),
        ("[ByOpType]\nGelu=high_precision\n".encode("utf-16-le"), ["GEO107"]),
        ("[ByOpType]\nGelu=high_precision\n".encode("utf-32"), ["GEO107"]),
        (b"caf\xe9\n", ["GEO107"]),
        (b"# caf\xe9 \0\n", []),
        ("\u00a0[ByNodeName]\n", ["GEO108"]),
        ("\u200b\n", ["GEO108"]),
        ("Gelu=\u00a0\n", ["GEO108"]),
        ("Ge\u00a0lu=high_precision\n", ["GEO209"]),
        ("Gelu:high_precision\n", ["GEO109"]),
        ("Gelu\uff1a high_precision\n", ["GEO109"]),
        ("a: b\n", ["GEO109"]),
        ("a:b\n", ["GEO101"]),
        ("= \n", ["GEO110"]),
        ("Gelu= \t\r\n", ["GEO110"]),
        ("[ByNodeName]=x\n", ["GEO111"]),
        ("[Other]=\n", ["GEO111"]),
        ("[ByNodeName] a=high_precision\n", ["GEO111"]),
        ("a=high_precision\rb=high_precision\r", ["GEO113"]),
        ("a\rb=high_precision\n", ["GEO113"]),
        # modes
        ("Gelu=bogus\n", ["GEO201"]),
        ("Gelu=keep_fp32\n", ["GEO201"]),
        ("Gelu=high_precision\nGelu=high_precision\n", ["GEO202"]),
        ("Gelu=high_precision\nGelu=high_performance\n", ["GEO203"]),
        ("Gelu=bogus\nGelu=high_precision\n", ["GEO201"]),
        ("Gelu=high_precision\n[ByNodeName]\nGelu_1=high_precision\n", []),
        # operator types
        ("Conv2d=high_precision\n", ["GEO204"]),
        ("conv_2d=high_precision\n", ["GEO204"]),
        ("Sigmiod=high_precision\n", ["GEO204"]),
        ("Gemm=high_precision\n", ["GEO204"]),
        ("InnerProduct=high_precision\n", ["GEO204"]),
        ("ReduceMeanD=high_precision\n", ["GEO204"]),
        ("Add=high_precision\n", ["GEO205"]),
        ("Gelu=norm_class\n", ["GEO205"]),
        ("Conv2D=enable_hi_float_32_execution\n", ["GEO206"]),
        ("[ByNodeName]\na=keep_fp16\nb=norm_class\nc=keep_fp16\n", ["GEO206", "GEO206"]),
        # names
        ("a/b=high_precision\n", ["GEO207"]),
        ("model.layers.0=high_precision\n", ["GEO207"]),
        ("MatMul_17=high_precision\n", ["GEO207"]),
        ("[ByNodeName]\nSoftmaxV2=high_precision\n", ["GEO207"]),
        ("*=high_precision\n", ["GEO208"]),
        ("[ByNodeName]\n^encoder=high_precision\n", ["GEO208"]),
        ("[ByNodeName]\na=b=high_precision\n", ["GEO209"]),
        ("'Gelu'=high_precision\n", ["GEO209"]),
        ("Gelu, Tanh=high_precision\n", ["GEO209"]),
        ("[ByNodeName]\n%(scope)s/a=high_precision\n", ["GEO209"]),
    ],
)
def test_codes(text: str | bytes, codes: list[str]) -> None:
    assert codes_of(text) == codes


@pytest.mark.parametrize(
    "op_type",
    [
        # custom operators, and types of versions that this one does not know, are nobody's mistake
        "MyConv2D",
        "FusedGelu",
        "GeluV7",
        "MatMulV9",
        "Conv4D",
        "SoftmaxV3",
        "Tiles",
        "SquareD",
        "ABC",
        "LayerNormQuantV5",
        "FlashAttentionTurbo",
        "op_1",
        "CustomOp_12",
        "X",
    ],
)
def test_unknown_types_that_resemble_nothing_are_silent(op_type: str) -> None:
    assert codes_of(f"{op_type}=high_precision\n") == []


def test_declared_types_are_known() -> None:
    text = "Sigmod=high_precision\nadd_v2=high_precision\n"
    assert codes_of(text) == ["GEO204", "GEO204"]
    assert codes_of(text, Context(operator_types=frozenset({"Sigmod", "add_v2"}))) == []


@pytest.mark.parametrize(
    ("text", "severity"),
    [
        ("[byoptype]\nGelu=high_precision\n", Severity.WARNING),
        ("[bynodename]\n", Severity.ERROR),
        ("\ufeff# comment\n", Severity.NOTE),
        ("\ufeff[ByOpType]\n", Severity.NOTE),
        ("\ufeff#a=high_precision\n", Severity.NOTE),
        ("\ufeff[ByNodeName]\n", Severity.ERROR),
        ("; words\n", Severity.NOTE),
        ("; Gelu=high_precision\n", Severity.WARNING),
        ("ReduceMeanD=high_precision\n", Severity.NOTE),
        ("Gemm=high_precision\n", Severity.WARNING),
        ("Add=high_precision\n", Severity.NOTE),
        ("[ByNodeName]\nGelu=high_precision\n", Severity.NOTE),
        ("Gelu=high_precision\nGelu=high_precision\n", Severity.WARNING),
    ],
)
def test_severity_follows_the_effect(text: str, severity: Severity) -> None:
    assert [finding.severity for finding in findings_of(text)] == [severity]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("[ByNodename]\na=high_precision\nb=high_precision\n", "2 entries below (a and b) count as operator types"),
        ("[ByNodeName]\n[byoptype]\na=high_precision\n", "1 entry below (a) counts as a node name"),
        ("\ufeff[ByNodeName]\na=high_precision\n", "1 entry below (a) counts as an operator type"),
        ("[ByNodeName]\u00a0\na=high_precision\n", "1 entry below (a) counts as an operator type"),
        ("[ByNodeName]=\na=high_precision\n", "1 entry below (a) counts as an operator type"),
        ("[ByNodename]\na=high_precision\n[ByOpType]\nb=high_precision\n", "1 entry below (a) counts"),
        ("Gelu=high_performance\nGelu=high_precision\n", "high_performance since line 1"),
        ("Gemm=high_precision\n", "GE sees MatMulV2"),
        ("Softmax=high_precision\n", "ONNX, TensorFlow or Caffe"),
    ],
)
def test_messages_name_what_changes(text: str, words: str) -> None:
    assert words in findings_of(text)[0].message


@pytest.mark.parametrize(
    ("value", "hint"),
    [
        ("high_precison", "write high_precision;"),
        ("HIGH_PERFORMANCE", "write high_performance;"),
        ("high-precision", "write high_precision;"),
        ("precision", "write high_precision;"),
        ("out_of_bound", "write support_out_of_bound_index;"),
        ("high", "write high_performance or high_precision;"),
        ("'high_precision'", "write high_precision;"),
        ("=high_precision", "write high_precision;"),
        ("high_precision,", "write high_precision;"),
        ("high_performance,high_precision", "write one of them: high_performance or high_precision"),
        ("default", "delete the line to leave the operator at its default"),
        ("banana", "the modes are high_performance,"),
        ("keep_fp32", "the modes are high_performance,"),
    ],
)
def test_hints_of_unknown_modes(value: str, hint: str) -> None:
    (finding,) = findings_of(f"Gelu={value}\n")
    assert finding.code == "GEO201"
    assert finding.hint.startswith(hint)


def test_entries_that_changed_sides_are_not_told_again() -> None:
    # the header is the mistake; that its names look like names below [ByOpType] is no second one
    assert codes_of("[ByNodename]\nencoder/a=high_precision\nGelu_1=keep_fp16\nSigmod=high_precision\n") == ["GEO102"]


@pytest.mark.parametrize(
    ("texts", "shadowed"),
    [
        # semantics of both generations: allow_hf32 that was set beats [ByOpType]; the default does so in new only
        ({"product": "A2", "allow_hf32": "true"}, ["Conv2D", "MatMul"]),
        ({"product": "A2", "allow_hf32": "true", "parser": "new"}, ["Conv2D", "MatMul"]),
        ({"product": "A2", "parser": "new"}, ["Conv2D", "MatMul"]),
        ({"product": "A2", "parser": "old"}, []),
        ({"product": "A2"}, []),
        ({"product": "310P", "allow_hf32": "true"}, []),
        ({"allow_hf32": "true"}, ["Conv2D", "MatMul"]),
        ({"soc_version": "Ascend910B3", "allow_hf32": "true"}, ["Conv2D", "MatMul"]),
        ({"product": "A2", "allow_hf32": "true", "opp": "none"}, []),
        ({"cann": "9.1.0", "product": "A2"}, []),
        ({}, []),
    ],
)
def test_entries_that_allow_hf32_beats(texts: dict[str, str], shadowed: list[str]) -> None:
    text = "Conv2D=high_precision\nGelu=high_precision\nMatMul=high_precision\n[ByNodeName]\nConv2D_1=high_precision\n"
    found = [finding for finding in findings_of(text, context_from(texts)) if finding.code == "GEO308"]
    assert [finding.message.partition("=")[0] for finding in found] == shadowed


def test_an_entry_with_the_mode_that_allow_hf32_gives_is_silent() -> None:
    context = context_from({"product": "A2", "allow_hf32": "0"})
    assert codes_of("MatMul=enable_float_32_execution\n", context) == []


def test_lost_presets_are_told_on_request() -> None:
    assert codes_of("Gelu=high_precision\n") == []
    asked = Context(asked=frozenset({"GEO210"}))
    (finding,) = findings_of("Gelu=high_precision\n", asked)
    assert finding.code == "GEO210"
    # high_performance.ini of CANN 8.1.RC1 sets 60 operator types, Gelu among them
    assert "59 operator types lose" in finding.message


def test_unportable_compares_the_two_readings_on_request() -> None:
    asked = Context(asked=frozenset({"GEO112"}))
    (finding,) = findings_of("[ByNodeName]\na:b=high_precision\n", asked)
    assert finding.code == "GEO112"
    assert "'a:b'" in finding.message
    assert codes_of("[ByNodeName]\nab=high_precision\n", asked) == []


@pytest.mark.parametrize(
    ("name", "head", "ours"),
    [
        ("op_precision.ini", b"", True),
        ("OP_PRECISION_v2.INI", b"", True),
        ("op_impl_mode.ini", b"", True),
        ("my_precision.ini", b"", True),
        ("settings.ini", b"[ByNodeName]\n", True),
        ("settings.ini", b"Gelu = high_precision\r\n", True),
        ("settings.ini", b"mode = precise\n", False),
        ("settings.ini", b"# high_precision\n", False),
        ("precision.txt", b"[ByNodeName]\n", False),
    ],
)
def test_files_of_a_directory_are_told_by_name_or_content(name: str, head: bytes, *, ours: bool) -> None:
    assert recognise(name, head) is ours


def test_same_effect_compares_tables() -> None:
    assert same_effect(b"Gelu=high_precision\n", b"# a\nGelu = high_precision\n\xef\xbb\xbf\n")
    assert not same_effect(b"Gelu=high_precision\n", b"Gelu=high_performance\n")
    assert not same_effect(b"Gelu=high_precision\n", b"[ByNodeName]\nGelu=high_precision\n")


@pytest.mark.parametrize(
    "data",
    [
        b"[" * 50_000 + b"-" * 50_000 + b"=high_precision\n",
        b"[-" * 50_000 + b"=high_precision\n",
        b"a" + b" " * 100_000 + b"b high_precision\n",
        b"By" + b" " * 100_000 + b"!\n",
        b"a:" * 50_000 + b"\n",
        b"a" * 100_000 + b"_1" * 50_000 + b"=high_precision\n",
        b"x=" * 50_000 + b"high_precision\n",
        b"A=" + b"," * 100_000 + b"\n",
        b"%(" * 50_000 + b"=high_precision\n",
        b"(a|" * 30_000 + b"=high_precision\n",
    ],
    ids=range(10),
)
def test_long_lines_take_no_longer_than_they_are(data: bytes) -> None:
    # a pattern that backtracks would need hours here; pytest's own time limit is the watch
    assert check("x.ini", data, Context(), lambda _code: True) is not None


def test_a_comment_moved_above_its_entry_takes_the_line_end_of_that_line() -> None:
    # both lines have the same value, and each its own line end
    text = "Gelu=high_precision # why\r\nTanh=high_precision # why\n"
    written = [finding.fix.edits[0].content for finding in findings_of(text) if finding.fix is not None]
    assert written == [b"# why\r\nGelu=high_precision", b"# why\nTanh=high_precision"]
