"""Command lines as ATC's own parser reads them (api/atc/cmd_flag_info.cc: rewriting 342-376, parsing 418-500, values 29-57, 241-275)."""

from __future__ import annotations

import pytest

from geopts.findings import Finding, Severity
from geopts.frontends import ReadResult, read
from geopts.frontends.keys import keys_of
from geopts.option_set import OptionSet


def atc(arguments: str) -> ReadResult:
    return read(f"atc {arguments}\n", "atc", path="run.sh")


def told(found: ReadResult) -> list[tuple[str, Severity]]:
    return [(finding.code, finding.severity) for finding in found.findings]


def marked(text: str, finding: Finding) -> str:
    assert finding.span is not None
    return text.encode()[finding.span.offset : finding.span.end_offset].decode()


@pytest.mark.parametrize(
    "arguments",
    [
        "--precision_mode_v2=origin",
        "--precision_mode_v2 origin",
        "-precision_mode_v2=origin",
        "-precision_mode_v2 origin",
        "--precision-mode-v2=origin",
        "-precision-mode_v2=origin",
        "--precision_mode_v2='origin'",
        '--precision_mode_v2="origin"',
        "--precision_mode_v2=or\\\nigin",
        "\\\n  --precision_mode_v2=origin",
    ],
)
def test_every_way_to_write_a_flag(arguments: str) -> None:
    found = atc(arguments)
    assert found.options == OptionSet(PRECISION_MODE_V2="origin")
    assert not found.findings


@pytest.mark.parametrize(
    "arguments", ["--tiling_schedule=1", "--tiling=1", "--tiling 1", "-tiling=1", "--tiling-sched=1"]
)
def test_an_unambiguous_beginning_is_taken_and_noted(arguments: str) -> None:
    found = atc(arguments)
    assert found.options == OptionSet(TILING_SCHEDULE_OPTIMIZE=True)
    assert told(found) == [("GEO522", Severity.NOTE)]
    assert "--tiling_schedule_optimize" in found.findings[0].hint


def test_an_exact_name_wins_over_longer_ones() -> None:
    # --precision_mode and --precision_mode_v2, --model and --mode: getopt_long takes the exact name
    assert atc("--precision_mode=force_fp16").options == OptionSet(PRECISION_MODE="force_fp16")
    assert [part.spelling for part in atc("--mode=0").own] == ["--mode"]


@pytest.mark.parametrize("flag", ["--dynamic", "--op_", "--precision"])
def test_an_ambiguous_beginning_is_an_unknown_flag(flag: str) -> None:
    found = atc(f"{flag}=1")
    assert told(found) == [("GEO501", Severity.ERROR)]
    assert "flags begin so" in found.findings[0].hint
    assert [part.spelling for part in found.unknown] == [flag]


def test_every_flag_is_its_own_unambiguous_name() -> None:
    for row in keys_of("atc"):
        if row.values is None and row.value_type == "string" and not row.removed:
            assert "GEO501" not in [code for code, _ in told(atc(f"{row.spelling}=x"))], row.spelling


def test_the_last_of_several_values_counts_but_the_registry_flags_keep_the_first() -> None:
    # as api/atc/main_impl.cc:1857 has it
    assert atc("--jit_compile=0 --jit_compile=2").options == OptionSet({"ge.jit_compile": 2})
    found = atc("--topo_sorting_mode=0 --topo_sorting_mode=3")
    assert found.options == OptionSet({"ge.topoSortingMode": 0})
    assert told(found) == [("GEO517", Severity.NOTE)]


def test_a_boolean_flag_takes_its_value_behind_the_equals_sign_only() -> None:
    flag = "--raw_ge_options_ignore_unsupported"
    assert not atc(f"{flag}=true").findings
    assert not atc(f"{flag}=YES").findings
    assert not atc(flag).findings
    assert told(atc(f"{flag} true")) == [("GEO501", Severity.ERROR)]
    assert told(atc(f"{flag}=maybe")) == [("GEO504", Severity.ERROR)]


def test_integer_flags_take_digits_only() -> None:
    # cmd_flag_info.cc:257-270: the minus sign is refused
    assert told(atc("--framework=-1"))[0] == ("GEO504", Severity.ERROR)
    assert told(atc("--mode=x"))[0] == ("GEO504", Severity.ERROR)
    # this one is text to the parser
    assert atc("--static_model_ops_lower_limit=-1").options == OptionSet({"ge.exec.static_model_ops_lower_limit": -1})


@pytest.mark.parametrize(
    ("arguments", "code", "hint"),
    [
        ("--op_select_implmode=high_preformance", "GEO504", "'high_performance'"),
        ("--op_select_implmode=HIGH_PRECISION", "GEO504", "'high_precision'"),
        ("--precision_mode='\"force_fp16\"'", "GEO512", "'force_fp16'"),
        ("--precision_mode=“force_fp16”", "GEO512", "'force_fp16'"),
        ("--input_shape=“x:1,3”", "GEO512", "'x:1,3'"),
        ("--allow_hf32=10", "GEO504", "true, false"),
        ("--auto_tune_mode=RL,GA", "GEO504", ""),
        ("--log=default", "GEO504", "debug, info, warning, error, null"),
        ("--output_type=INT64", "GEO504", ""),
        ("--optimization_switch=A:of", "GEO504", ""),
        ("--dynamic_batch_size=1,x", "GEO504", ""),
        ("--precision_mode", "GEO504", "--precision_mode=VALUE"),
    ],
)
def test_values_that_are_refused(arguments: str, code: str, hint: str) -> None:
    found = atc(arguments)
    assert code in [finding.code for finding in found.findings]
    finding = next(f for f in found.findings if f.code == code)
    assert hint in finding.hint
    assert finding.severity is (
        Severity.WARNING if "input_shape" in arguments or "batch" in arguments else Severity.ERROR
    )


@pytest.mark.parametrize("value", ["FP16", "a:0:FP16", "a:0:FP16;b:1:FP32;"])
def test_the_two_forms_of_output_type(value: str) -> None:
    # api/atc/omg.cc:82-87: one type for all, or one for each output
    assert not [f for f in atc(f"--output_type='{value}'").findings if f.source.startswith("hicann")]


def test_places_are_exact_to_the_byte() -> None:
    text = 'é=1\nX=2 atc --model=m "--precision_mode=fórce" \\\n   --op_select_implmode "hïgh" --nosuch=1\n'
    found = read(text, "atc", path="run.sh")
    assert [(f.code, marked(text, f)) for f in found.findings] == [
        ("GEO504", 'fórce"'),
        ("GEO506", "--op_select_implmode"),
        ("GEO504", '"hïgh"'),
        ("GEO501", "--nosuch"),
    ]
    line, column = 3, 4
    span = found.findings[1].span
    assert span is not None
    assert (span.line, span.column) == (line, column)


@pytest.mark.parametrize(
    "command",
    [
        "atc",
        "/usr/local/Ascend/atc/bin/atc",
        "${ATC_HOME}/bin/atc",
        "sudo -E atc",
        "time atc",
        "timeout 60 atc",
        "LD_LIBRARY_PATH=x atc",
        "python3 -m ge.pyatc",
        "python -m ge.pyatc",
        "$PYTHON -m ge.pyatc",
        "pyatc",
        "cd x && atc",
        "if ! atc",
        "(atc",
        "nohup atc",
        "$ atc",
    ],
)
def test_the_ways_to_start_the_tool(command: str) -> None:
    assert read(f"{command} --precision_mode_v2=origin", "atc").options == OptionSet(PRECISION_MODE_V2="origin")


@pytest.mark.parametrize(
    "command", ["echo atc", "which atc", "atcx", "catc", "cat atc", "# atc", "atc.py", "git commit -m atc", "aoe"]
)
def test_other_commands_are_passed_over(command: str) -> None:
    found = read(f"{command} --precision_mode_v2=origin --nosuch=1\n", "atc")
    assert not found.options
    assert not found.findings


def test_flags_alone_are_read_too() -> None:
    assert read("--precision_mode_v2=origin --jit_compile=1", "atc").options == OptionSet(
        {"ge.exec.precision_mode_v2": "origin", "ge.jit_compile": 1}
    )


def test_variables_are_left_as_they_are_and_draw_no_finding() -> None:
    found = atc(
        '--soc_version=Ascend${chip} --precision_mode="$MODE" --output $OUT $EXTRA "${ARGS[@]}" --$name=1 --insert_op_conf=$(ls x)'
    )
    assert not found.findings
    assert not found.options
    assert [(s.key, s.spelling, s.text) for s in found.symbols] == [
        ("ge.socVersion", "--soc_version", "Ascend${chip}"),
        ("ge.exec.precision_mode", "--precision_mode", "$MODE"),
        ("ge.insertOpFile", "--insert_op_conf", "$(ls x)"),
    ]


@pytest.mark.parametrize(
    "flag", ["\u2013precision_mode_v2=origin", "\u2014precision_mode_v2=origin", "\u2212\u2212precision_mode_v2=origin"]
)
def test_a_dash_out_of_a_document_is_told(flag: str) -> None:
    found = atc(flag)
    assert told(found) == [("GEO501", Severity.ERROR)]
    assert found.findings[0].hint == "write --precision_mode_v2"


def test_stray_words_end_the_run() -> None:
    # the check of words behind the options in cmd_flag_info.cc
    assert told(atc("stray --jit_compile=1")) == [("GEO501", Severity.ERROR)]
    assert told(atc("-- --jit_compile=1")) == [("GEO501", Severity.ERROR)]


def test_a_forgotten_value_swallows_the_next_flag() -> None:
    found = atc("--debug_dir --jit_compile=1")
    assert found.options == OptionSet(DEBUG_DIR="--jit_compile=1")
    assert told(found) == [("GEO504", Severity.WARNING)]


def test_deprecated_flags_name_what_replaces_them() -> None:
    found = atc("--op_select_implmode=high_precision --optypelist_for_implmode=Gelu --input_shape_range=x:1~3")
    notes = [f for f in found.findings if f.code == "GEO506"]
    assert [(f.key, f.severity) for f in notes] == [
        ("--op_select_implmode", Severity.NOTE),
        ("--optypelist_for_implmode", Severity.NOTE),
        ("--input_shape_range", Severity.NOTE),
    ]
    assert all("op_precision_mode" in f.hint for f in notes[:2])
    assert "input_shape" in notes[2].hint


def test_what_is_no_option_of_ge_is_kept() -> None:
    found = atc("--model=m.onnx --framework=5 --output=m --keep_dtype=k.cfg --status_check=1 --soc_version=Ascend310P3")
    assert {part.spelling: part.value for part in found.own} == {"--model": "m.onnx", "--output": "m"}
    assert found.extra == {"ge.frameworkType": "5", "keep_dtype": "k.cfg", "ge.status_check": "1"}
    assert found.options == OptionSet(SOC_VERSION="Ascend310P3")
    assert not found.findings


def test_aoe_has_flags_of_its_own_and_is_not_fully_known() -> None:
    found = read(
        "aoe --job_type=2 -m m.onnx --precision_mode=force_fp32 --soc_version=Ascend310P3 --nosuch=1 --Fdeeper_opat x",
        "aoe",
    )
    assert found.options == OptionSet(PRECISION_MODE="force_fp32")
    assert {part.spelling for part in found.own} == {"--job_type", "-m", "--Fdeeper_opat"}
    # a flag that ATC has may be one of a newer aoe; the list of values comes from a wrapper
    assert {f.key: f.severity for f in found.findings if f.code == "GEO501"} == {
        "--soc_version": Severity.NOTE,
        "--nosuch": Severity.WARNING,
    }
    assert [f.severity for f in found.findings if f.key == "--precision_mode"] == [Severity.WARNING]


def test_commands_of_another_tool_are_not_read() -> None:
    assert not read("aoe --precision_mode=force_fp16", "atc").origins
    assert not read("atc --precision_mode=force_fp16", "aoe").origins


def test_an_open_quote_is_told_and_the_rest_is_read() -> None:
    found = read("atc --debug_dir='x\natc --jit_compile=1\n", "atc")
    assert "GEO518" in [f.code for f in found.findings]
    assert found.options.get("ge.jit_compile") == 1
