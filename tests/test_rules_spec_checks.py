"""Specs under the linter: what is found, where it points, what the surroundings change, and that files that work stay silent."""

from __future__ import annotations

import contextlib
import json
import sys
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from geopts.cli.main import run
from geopts.errors import FileError, GeoptsError
from geopts.findings import Finding, Severity
from geopts.lint.run import LintOptions, lint_data
from geopts.rules.context import context_from
from geopts.rules.option_checks import lint_options
from geopts.rules.spec_checks import is_spec, lint_spec, recognise, same_effect

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

EXAMPLES = sorted((Path(__file__).parent.parent / "examples").glob("*/geopts.toml"))


def pointed(text: str, finding: Finding) -> str:
    """Give the bytes a finding points at, checked against its line and column."""
    span = finding.span
    assert span is not None
    piece = text.encode()[span.offset : span.end_offset].decode()
    line = text.split("\n")[span.line - 1]
    assert line[span.column - 1 :].startswith(piece.split("\n")[0])
    return piece


def found(text: str, path: str = "geopts.toml", **context: str) -> list[tuple[str, str]]:
    """Give codes and the text each points at."""
    findings = lint_spec(path, text.encode(), context_from(context))
    return [(f.code, pointed(text, f) if f.span else "") for f in findings]


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.parent.name)
def test_examples_and_what_is_built_from_them_draw_notes_at_most(path: Path, tmp_path: Path) -> None:
    assert EXAMPLES
    findings = lint_spec(str(path), path.read_bytes())
    for api in ("offline", "session"):
        out = tmp_path / api
        assert run(["build", str(path), "-o", str(out), "--api", api]) == 0
        findings += lint_options(str(out / "options.json"), (out / "options.json").read_bytes())
    assert {finding.severity for finding in findings} <= {Severity.NOTE}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        # keys
        ('prodct = "A2"\n[options]\n', [("GEO501", "prodct")]),
        ('[options]\nbuffer_optimise = "l2_optimize"', [("GEO501", "buffer_optimise")]),
        ("[options]\nge.exec.no_such = 1", [("GEO501", "no_such")]),
        # values, also of another type or behind a dotted key
        ('[options]\nprecision_mode_v2 = "orign"', [("GEO504", '"orign"')]),
        ("[options]\nge.exec.precision_mode_v2 = 'orign'", [("GEO504", "'orign'")]),
        ("[options]\nprecision_mode_v2 = { a = 1 }", [("GEO505", "{ a = 1 }")]),
        ('parser = "newest"\n[options]', [("GEO505", '"newest"')]),
        ('[options]\njit_compile = 1\n"ge.jit_compile" = "1"', [("GEO505", '"1"')]),
        # entries: key or value, whichever is wrong, in both ways to write a table
        ('[precision]\nby_op_type = { Gelu = "high" }', [("GEO201", '"high"')]),
        ('[precision.by_op_type]\nConv2d = "high_precision"', [("GEO204", "Conv2d")]),
        ('[precision.by_op_type]\nGelu = "support_out_of_bound_index"', [("GEO205", '"support_out_of_bound_index"')]),
        ('[precision.by_op_type]\n"a/b" = "high_precision"', [("GEO207", '"a/b"')]),
        ('[precision.by_node_name]\n"a*" = "high_precision"', [("GEO208", '"a*"')]),
        ('[precision.by_node_name]\n"a=b" = "high_precision"', [("GEO209", '"a=b"')]),
        ('[precision.by_node_name]\n" a" = "high_precision"', [("GEO209", '" a"')]),
        ('[precision.by_op_type]\nGelu = "high_precision "', [("GEO201", '"high_precision "')]),
        ('[precision.by_op_type]\nGelu = ""', [("GEO201", '""')]),
        ('[precision.by_node_name]\na = "keep_fp16"', [("GEO206", '"keep_fp16"')]),
        # what stands beside a file
        ('[precision]\nfile = "no.ini"\nby_op_type = {}', [("GEO510", '"no.ini"'), ("GEO301", "file")]),
        # names of products
        ('product = "A22"\n[options]', [("GEO404", '"A22"')]),
        ('product = "Ascend910_93*"\n', []),
        ('soc_version = "A2"', [("GEO404", '"A2"')]),
        ('[options]\nsoc_version = "Ascend910B9"', [("GEO404", '"Ascend910B9"')]),
        ('product = "310P"\n[options]\nsoc_version = "Ascend910B3"', [("GEO406", '"310P"')]),
        # paths
        ('[options]\nfusion_switch_file = "~/x.cfg"', [("GEO513", '"~/x.cfg"')]),
        ('[options]\nop_precision_mode = "a b.ini"', [("GEO509", '"a b.ini"')]),
        ('[options]\nop_precision_mode = "no.ini"', [("GEO510", '"no.ini"')]),
        # run-time options of PyPTO
        ("[pypto.runtime]\nrun_mod = 1", [("GEO611", "run_mod")]),
        ("[pypto]\nruntime = 1", [("GEO505", "1")]),
        ("[pypto.runtime]\nrun_mode = 7\nlaunch_early_mode = 2", [("GEO601", "7")]),
    ],
)
def test_what_is_found_and_where(text: str, expected: list[tuple[str, str]]) -> None:
    codes = [one for one in found(text) if one[0] not in ("GEO506", "GEO507")]
    assert sorted(codes) == sorted(expected)


def test_everything_is_told_at_once_and_in_order() -> None:
    text = '[options]\nprecision_mode = "force_fp16"\nprecision_mode_v2 = "origin"\nlog = "loud"\n[precision]\nby_op_type = {G = "x"}\n'
    findings = lint_spec("geopts.toml", text.encode())
    assert [(f.code, f.span.line if f.span else 0) for f in findings] == [("GEO301", 2), ("GEO504", 4), ("GEO201", 6)]


def test_what_a_refused_value_causes_is_not_told_again() -> None:
    # mixlist needs a mixed mode: the misspelt one was meant to be it
    text = '[options]\nmodify_mixlist = "m.json"\nprecision_mode_v2 = "mixed_flaot16"'
    assert [code for code, _ in found(text)] == ["GEO504"]
    assert "GEO303" in [code for code, _ in found(text.replace("mixed_flaot16", "origin"))]


@pytest.mark.parametrize(
    ("text", "codes"),
    [
        # taken by calls of a session only: no offline call is missing
        ('[options]\n"ge.exec.deviceId" = 0', []),
        # one for each API: the offline one is judged
        ('[options]\n"ge.exec.deviceId" = 0\n"ge.enableSmallChannel" = true\noutput = "x"', ["GEO502"]),
    ],
)
def test_the_api_that_takes_every_option_is_judged(text: str, codes: list[str]) -> None:
    assert [code for code, _ in found(text) if code == "GEO502"] == codes


def test_the_context_wins_over_the_spec() -> None:
    text = 'product = "A2"\n[options]\ncore_type = "VectorCore"\n'
    # products.json: --core_type is for the inference series 310P alone
    assert [code for code, _ in found(text)] == ["GEO401"]
    assert found(text, product="310P") == []
    assert [code for code, _ in found('[options]\ncore_type = "VectorCore"')] == []


def test_entries_below_allow_hf32_are_told_where_the_product_has_it() -> None:
    text = 'product = "{}"\n[options]\nallow_hf32 = true\n[precision.by_op_type]\nConv2D = "high_precision"\n'
    codes = {name: [code for code, _ in found(text.format(name))] for name in ("A2", "310P")}
    assert "GEO308" in codes["A2"]
    assert "GEO308" not in codes["310P"]
    (place,) = [where for code, where in found(text.format("A2")) if code == "GEO308"]
    assert place == "Conv2D"


def test_the_dropped_preset_is_told_when_asked_for() -> None:
    text = b'[precision.by_op_type]\nGelu = "high_precision"\n'
    assert [f.code for f in lint_spec("x.toml", text)] == []
    asked = context_from({}, asked=frozenset({"GEO210"}))
    assert [f.code for f in lint_spec("x.toml", text, asked)] == ["GEO210"]


def test_a_path_beside_the_spec_is_found_and_read(tmp_path: Path) -> None:
    (tmp_path / "p.ini").write_text("Conv2D=high_precision\n")
    spec = tmp_path / "geopts.toml"
    text = 'product = "A2"\n[options]\nallow_hf32 = true\nop_precision_mode = "p.ini"\n'
    findings = lint_spec(str(spec), text.encode())
    assert [f.code for f in findings if f.code in ("GEO308", "GEO509", "GEO510", "GEO511")] == ["GEO308"]


def test_suppressions_in_toml() -> None:
    text = '[options]\n  # geopts: ignore[GEO504] tried on the target\n  log = "loud"\n'
    result = lint_data("geopts.toml", text.encode())
    assert result.findings == []
    assert [(hidden.finding.code, hidden.reason) for hidden in result.hidden] == [("GEO504", "tried on the target")]


def test_fixes_write_toml_that_says_what_was_meant() -> None:
    text = "[precision.by_op_type]\n\"Conv2d\" = 'high_precison' # why\n"
    result = lint_data("geopts.toml", text.encode(), LintOptions(isolated=True, fix=True, unsafe=True))
    (mended,) = result.mended
    assert mended.after == b'[precision.by_op_type]\nConv2D = "high_precision" # why\n'
    assert result.findings == []


def test_a_spec_in_json() -> None:
    text = json.dumps({"product": "A22", "precision": {"by_op_type": {"Gelu": "high_precison"}}}, indent=1)
    findings = lint_options("spec.json", text.encode())
    assert [(f.code, pointed(text, f)) for f in findings] == [("GEO404", '"A22"'), ("GEO201", '"high_precison"')]


@pytest.mark.parametrize(
    ("name", "head", "known"),
    [
        ("geopts.toml", b"", True),
        ("model.toml", b"[precision]\n", True),
        ("model.toml", b'[options]\n"ge.exec.x" = 1', True),
        ("pyproject.toml", b"[tool.ruff]\nline-length = 1", False),
        ("Cargo.toml", b"[package]\nname = 'x'", False),
        ("spec.json", b"{}", False),
    ],
)
def test_recognise(name: str, head: bytes, known: bool) -> None:
    assert recognise(name, head) is known


def test_toml_of_others_is_no_spec() -> None:
    with pytest.raises(FileError, match="is TOML and no spec"):
        lint_spec("pyproject.toml", b"[tool.x]\ny = 1\n")
    (told,) = lint_data("pyproject.toml", b"[tool.x]\ny = 1\n").findings
    assert told.code == "GEO904"
    assert is_spec({"precision": {}})
    assert is_spec({"product": "A2"})
    assert not is_spec({})


def test_the_same_tables_have_the_same_effect() -> None:
    assert same_effect(b"# x\na = 1\n", b"a = 1\n")
    assert not same_effect(b"a = 1\n", b"a = 2\n")
    assert not same_effect(b"a = 1\n", b"a = \n")


SPEC_TEXT = st.lists(
    st.sampled_from(
        [
            "[options]\n",
            "[precision]\n",
            "[precision.by_op_type]\n",
            "[precision.by_node_name]\n",
            "[pypto.runtime]\n",
            "[lint]\n",
            'product = "A2"\n',
            "product = 3\n",
            'soc_version = "Ascend910B"\n',
            'cann = "9.1.0"\n',
            'cann = "x"\n',
            'parser = "new"\n',
            'Gelu = "high_precision"\n',
            'Gelu = "a\\nb"\n',
            '"\\u0000" = "high_precision"\n',
            '"a\\nb" = "keep_fp16"\n',
            'allow_hf32 = "10"\n',
            "allow_hf32 = { conv = true, matmul = false }\n",
            'op_precision_mode = "\\u0000"\n',
            "op_precision_mode = 1\n",
            'op_select_impl_mode = "enable_float_32_execution"\n',
            'ge.exec.precision_mode = "x"\n',
            "ge.a = { b = [1, 2] }\n",
            'file = "x"\n',
            "by_op_type = 1\n",
            "stitch_function_num_per_pool = [1, 2]\n",
            "[[options]]\n",
            "options = 1\n",
            "\ufeff",
            "x = ",
        ]
    ),
    max_size=8,
).map("".join)


@given(SPEC_TEXT)
@example('[precision.by_op_type]\n"\\u0000" = "high_precision"\n')
def test_no_text_breaks_the_linter(text: str) -> None:
    data = text.encode()
    try:
        findings = lint_spec("geopts.toml", data)
    except GeoptsError:
        return
    for finding in findings:
        assert finding.path == "geopts.toml"
        if finding.span is not None:
            assert 0 <= finding.span.offset <= finding.span.end_offset <= len(data)
    # a file that builds has no error, and one that does not has one
    try:
        tomllib.loads(text.removeprefix("\ufeff"))
    except tomllib.TOMLDecodeError:
        assert [finding.code for finding in findings] == ["GEO521"]


@given(st.binary(max_size=80))
def test_bytes_never_raise_another_error(data: bytes) -> None:
    with contextlib.suppress(GeoptsError):
        lint_spec("geopts.toml", data)
