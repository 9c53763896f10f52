"""From one front end to another: the portability report names every part of the source."""

from __future__ import annotations

import itertools

import pytest

from geopts.errors import OptionValueError
from geopts.frontends import FRONT_ENDS, Outcome, Settings, emit, find_front_end, read
from geopts.frontends.convert import convert
from geopts.frontends.report import report_lines, summary
from geopts.option_set import OptionSet

COMMAND = """atc --model=m.onnx --framework=5 --soc_version=Ascend910B3 \\
  --op_select_implmode=high_performance --tiling_schedule_optimize=1 --topo_sorting_mode=3 \\
  --jit_compile=2 --precision_mode=allow_mix_precision --modify_mixlist=$HOME/mix.json --nosuch=1 --log=loud
"""


def test_every_part_of_a_command_is_in_the_report() -> None:
    done = convert(COMMAND, "atc", "torchair", path="run.sh")
    told = {item.source_spelling: item.outcome for item in done.items if item.source_spelling}
    assert told == {
        "--op_select_implmode": Outcome.FIXED,
        "--tiling_schedule_optimize": Outcome.EXPRESSED,
        "--topo_sorting_mode": Outcome.VALUE_CHANGED,
        "--jit_compile": Outcome.VALUE_CHANGED,
        "--precision_mode": Outcome.INEXPRESSIBLE,
        "--soc_version": Outcome.LEFT_BEHIND,
        "--framework": Outcome.LEFT_BEHIND,
        "--modify_mixlist": Outcome.UNRESOLVED,
        "--model": Outcome.LEFT_BEHIND,
        "--log": Outcome.INEXPRESSIBLE,
        "--nosuch": Outcome.LEFT_BEHIND,
    }
    lost = {item.source_spelling for item in done.lost}
    assert lost == {"--op_select_implmode", "--precision_mode", "--modify_mixlist", "--log", "--nosuch"}


def test_the_report_as_text_has_a_line_for_each_part_and_a_summary() -> None:
    done = convert(COMMAND, "atc", "torchair")
    lines = report_lines(done.items)
    heads = [line for line in lines if line[2] != " "]
    assert len(heads) == len(done.items)
    assert any(
        "--tiling_schedule_optimize = 1 -> experimental_config.tiling_schedule_optimize = True" in line
        for line in heads
    )
    assert summary(done.items) == "3 of 8 options arrive, 2 with another value text, 5 lost"
    assert not any(
        "expressed" in line.split() for line in report_lines(done.items, everything=False) if "cannot" not in line
    )


def test_values_known_only_at_run_time_become_comments() -> None:
    text = convert(COMMAND, "atc", "ge-python-offline").emitted.text
    assert "# not set here: ge.exec.modify_mixlist = $HOME/mix.json" in text


def test_names_change_between_front_ends() -> None:
    done = convert("atc --op_select_implmode=high_precision --optypelist_for_implmode=Gelu", "atc", "onnxruntime")
    assert [(item.spelling, item.renamed) for item in done.items if item.spelling] == [
        ("op_select_impl_mode", True),
        ("optypelist_for_implmode", False),
    ]


def test_keys_that_only_frameworks_send_travel_between_frameworks() -> None:
    source = 'custom_op.parameter_map["hcom_parallel"].b = True\n'
    assert "global_options().hcom_parallel = True" in convert(source, "tf1", "tf2").emitted.text
    assert (
        'SESSION_OPTIONS = {\n    "ge.hcomParallel": "1",' in convert(source, "tf1", "ge-python-session").emitted.text
    )
    assert convert(source, "tf1", "ge-python-offline").lost
    assert convert(source, "tf1", "atc").lost


@pytest.mark.parametrize(("source", "target"), list(itertools.permutations(FRONT_ENDS, 2)))
def test_what_two_front_ends_both_express_survives_the_way_between_them(source: str, target: str) -> None:
    options = OptionSet(PRECISION_MODE_V2="origin", OP_SELECT_IMPL_MODE="high_precision", DETERMINISTIC=True)
    first = emit(options, source)
    done = convert(first.text, source, target)
    kept = {item.key for item in done.emitted.items if item.spelling and item.text}
    again = read(done.emitted.text, target)
    for item in done.emitted.items:
        if item.key in kept:
            key, text = item.reads_as or (item.key, item.text)
            assert again.options.text(key) == text
    assert {item.key for item in done.items} >= set(done.read.options)


def test_front_ends_by_alias_and_by_mistake() -> None:
    assert find_front_end("TF1").name == "tf1-parameter-map"
    assert find_front_end("torch_npu").name == "torch-npu"
    assert find_front_end(" ort ").name == "onnxruntime"
    with pytest.raises(OptionValueError) as caught:
        find_front_end("torchaire")
    assert caught.value.suggestion == "torchair"
    assert set(caught.value.allowed) == set(FRONT_ENDS)


@pytest.mark.parametrize("version", ["1.10", "0", "7", "2.0", "x", ""])
def test_versions_that_are_not_attested(version: str) -> None:
    if version:
        with pytest.raises(OptionValueError, match="not attested"):
            emit(OptionSet(), "onnxruntime", Settings(version=version))
    else:
        assert "generation 5" in emit(OptionSet(), "onnxruntime", Settings(version=version)).text


def test_a_soc_version_of_the_surroundings_goes_where_it_is_wanted() -> None:
    settings = Settings(soc_version="Ascend310P3")
    assert "--soc_version=Ascend310P3" in emit(OptionSet(), "atc", settings).text
    assert '"ge.socVersion": "Ascend310P3"' in emit(OptionSet(), "ge-python-offline", settings).text
    assert "Ascend310P3" not in emit(OptionSet(), "torchair", settings).text
    assert "Ascend910B3" in emit(OptionSet(SOC_VERSION="Ascend910B3"), "atc", settings).text
