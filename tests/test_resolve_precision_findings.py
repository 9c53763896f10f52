"""Findings that GE's table of modes gives: failures, entries that never count, presets that are lost, files nobody can read."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest

from geopts.findings import Finding, Severity
from geopts.ini import scan
from geopts.precision.builtin import BuiltinFiles
from geopts.precision.engine import EngineTable, Parser
from geopts.resolve.precision_findings import matches_nothing, precision_findings, shadowed_types

BOTH: tuple[Parser, ...] = ("old", "new")


def load(hf32: bool, parser: Parser, **options: Any) -> EngineTable:
    return EngineTable.load(
        hf32=hf32, parser=parser, **{"opp": BuiltinFiles.CANN_8_1_RC1, "front_end": True, **options}
    )


def found(
    hf32: tuple[bool, ...] = (True,), parsers: tuple[Parser, ...] = ("old",), code: str = "", **options: Any
) -> list[Finding]:
    tables = {key: load(*key, **options) for key in product(hf32, parsers)}
    findings = list(precision_findings(tables, option="precision"))
    return [finding for finding in findings if finding.code == code] if code else findings


def test_a_type_entry_that_allow_hf32_covers_never_counts() -> None:
    (finding,) = found(ini=b"Conv2D=high_precision\nGelu=high_precision\n", allow_hf32="true", code="GEO308")
    assert finding.severity is Severity.WARNING
    assert "Conv2D=high_precision" in finding.message
    assert "allow_hf32 gives Conv2D the mode enable_hi_float_32_execution" in finding.message
    assert "[ByNodeName]" in finding.hint
    assert "leave allow_hf32 out" in finding.hint
    assert not found(ini=b"[ByNodeName]\nConv2D=high_precision\n", allow_hf32="true", code="GEO308")
    assert not found((False,), ini=b"Conv2D=high_precision\n", allow_hf32="true", code="GEO308")


def test_the_same_mode_is_a_note() -> None:
    (finding,) = found(ini=b"Conv2D=enable_hi_float_32_execution\n", allow_hf32="1", code="GEO308")
    assert finding.severity is Severity.NOTE
    assert "so nothing changes" in finding.message


def test_the_default_covers_types_in_the_new_parser_alone() -> None:
    ini = b"Conv2D=high_precision\nMatMulV2=high_precision\n"
    assert not found(ini=ini, code="GEO308")
    new = found(parsers=("new",), ini=ini, code="GEO308")
    assert ["Conv2D" in f.message for f in new] == [True, False]
    assert all("the default of allow_hf32" in f.message and "leave allow_hf32 out" not in f.hint for f in new)
    # both parsers are possible: it is not sure
    unsure = found(parsers=BOTH, ini=ini, code="GEO308")
    assert [f.severity for f in unsure] == [Severity.NOTE, Severity.NOTE]
    assert all("with the new parser" in f.message for f in unsure)
    (both,) = found((True, False), BOTH, ini=b"Conv2D=high_precision\n", code="GEO308")
    assert "where the SoC has HF32 with the new parser" in both.message
    (unknown,) = found((True, False), ini=b"Conv2D=high_precision\n", allow_hf32="1", code="GEO308")
    assert "where the SoC has HF32" in unknown.message
    assert "parser" not in unknown.message


def test_shadowed_types_are_given_with_both_modes() -> None:
    table = load(True, "old", ini=b"Conv2D=high_precision\nGEMM=norm_class\n", allow_hf32="10")
    assert sorted(shadowed_types(table)) == [
        ("Conv2D", "high_precision", "enable_hi_float_32_execution", "allow_hf32"),
        ("GEMM", "norm_class", "enable_float_32_execution", "allow_hf32"),
    ]
    assert not list(shadowed_types(load(True, "old", allow_hf32="10")))


def test_an_initialisation_that_fails() -> None:
    (sure,) = found(ini=b"", allow_hf32="yes", code="GEO511")
    assert sure.severity is Severity.ERROR
    assert "FAILED, E20101: its engine does not take 'yes' for allow_hf32" in sure.message
    assert "true" in sure.hint
    assert sure.key == "ge.exec.allow_hf32"
    (unsure,) = found((True, False), ini=b"", allow_hf32="yes", code="GEO511")
    assert unsure.severity is Severity.WARNING
    assert "where the SoC has HF32" in unsure.message
    # front ends let it pass and the engine refuses it (option_utils.cc:1289-1294; parser.cc:171-200)
    (mode,) = found(op_select_implmode="enable_float_32_execution", code="GEO511")
    assert "'enable_float_32_execution' for op_select_implmode" in mode.message
    assert "high_precision_for_all" in mode.hint
    # op_precision_mode: neither of the two is looked at, not even for validity
    assert not found(ini=b"", op_select_implmode="bogus", code="GEO511")
    assert not found((False,), ini=b"", allow_hf32="yes", code="GEO511")


def test_what_a_file_takes_from_the_preset() -> None:
    presets = BuiltinFiles.CANN_8_1_RC1.legacy("high_performance")
    assert presets is not None
    types = set(scan(presets.data).by_op_type)
    (finding,) = found((False,), ini=b"Tanh=high_performance\n", code="GEO210")
    assert finding.severity is Severity.NOTE
    assert f"{len(types) - 1} operator types" in finding.message
    assert "Tanh=" not in finding.message
    assert f"and {len(types) - 1 - 12} more" in finding.message
    (one,) = found(
        (False,), op_select_implmode="high_precision", optypelist="Gelu", ini=b"A=high_precision", code="GEO210"
    )
    assert "what op_select_implmode asks for; 1 operator type loses its mode: Gelu=high_precision" in one.message
    few = "".join(f"{name}=high_precision\n" for name in sorted(types)[3:]).encode()
    (finding,) = found((False,), ini=few, code="GEO210")
    assert all(name in finding.message for name in sorted(types)[:3])
    assert "more" not in finding.message
    every = "".join(f"{name}=high_precision\n" for name in types).encode()
    assert not found((False,), ini=every, code="GEO210")
    assert not found((False,), code="GEO210")
    assert not found((False,), ini=b"Tanh=high_performance\n", opp=None, code="GEO210")


TEXT = "[ByOpType]\nGelu=high_precision\n[ByNodeName]\na/b=high_performance\n"


@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-le", "utf-16-be", "utf-32"])
def test_a_file_of_wide_characters_matches_nothing(encoding: str) -> None:
    data = TEXT.encode(encoding)
    assert matches_nothing(scan(data))
    (finding,) = found(ini=data, code="GEO107")
    assert finding.severity is Severity.ERROR
    assert "UTF-8" in finding.hint


def test_a_file_with_an_entry_that_can_match_is_no_binary() -> None:
    assert not matches_nothing(scan(TEXT.encode()))
    assert not matches_nothing(scan(b""))
    assert not matches_nothing(scan("模型=high_precision\n".encode("gbk")))
    assert not matches_nothing(scan(b"#\0\nGelu=high_precision\n"))
    assert matches_nothing(scan(b"\x7fELF\0\0=\0\n"))
    assert not found(ini=TEXT.encode(), code="GEO107")
