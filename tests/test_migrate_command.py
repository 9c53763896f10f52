"""ATC commands in scripts: flags change places, every other byte stays."""

from __future__ import annotations

from functools import partial

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from geopts.errors import FileError, FindingsError
from geopts.migrate import FileMigration, migrate_file, migrate_pair, pair_of
from geopts.migrate.command import read_commands, read_python
from geopts.precision.builtin import BuiltinFiles

PATH = "/p/op precision.ini"


def migrate(script: str, *, precision_mode_v2: bool = False) -> FileMigration:
    file = read_commands("run.sh", script.encode())
    return migrate_file(
        file,
        pair_of(file),
        partial(migrate_pair, builtin=BuiltinFiles.CANN_8_1_RC1),
        ini_path=PATH,
        builtin=BuiltinFiles.CANN_8_1_RC1,
        precision_mode_v2=precision_mode_v2,
    )


def rewritten(script: str, *, precision_mode_v2: bool = False) -> str:
    return migrate(script, precision_mode_v2=precision_mode_v2).files["run.sh"].decode()


SCRIPT = """\
#!/bin/bash
# op_select_implmode in a comment
atc --model="$1" --framework=5 --soc_version=Ascend310P3 \\
    --op_select_implmode=high_performance \\
    --precision_mode=force_fp16 \\
    --optypelist_for_implmode="Gelu, Tanh" && echo "\u5b8c\u6210"  # done
"""
INI_FLAG = "--op_precision_mode='/p/op precision.ini'"


def test_flags_of_a_script() -> None:
    done = migrate(SCRIPT)
    assert done.migration is not None
    assert done.migration.precision.by_op_type == {"Gelu": "high_performance", "Tanh": "high_performance"}
    without_list = SCRIPT.replace(' \\\n    --optypelist_for_implmode="Gelu, Tanh"', "")
    expected = without_list.replace("--op_select_implmode=high_performance", INI_FLAG)
    assert done.files["run.sh"].decode() == expected
    assert rewritten(SCRIPT, precision_mode_v2=True) == expected.replace(
        "--precision_mode=force_fp16", "--precision_mode_v2=fp16"
    )


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("atc --op_select_implmode high_precision --model=x\n", f"atc {INI_FLAG} --model=x\n"),
        ("atc -op-select-implmode=high_precision -model=x\n", f"atc {INI_FLAG} -model=x\n"),
        ("atc '--op_select_implmode=high_precision' -model=x\r\n", f"atc {INI_FLAG} -model=x\r\n"),
        ("python3 -m ge.pyatc --op_select_implmode=high_precision\n", f"python3 -m ge.pyatc {INI_FLAG}\n"),
        ("aoe --job_type=2 --op_select_implmode=high_precision", f"aoe --job_type=2 {INI_FLAG}"),
        # beside op_precision_mode the pair counts for nothing, whatever file the variable names
        (
            "atc --op_select_implmode=high_precision --op_precision_mode=$INI\n",
            "atc --op_precision_mode=$INI\n",
        ),
        (
            "atc --op_select_implmode=high_precision --model=a\natc --model=b --op_select_implmode=high_precision\natc --model=c\n",
            f"atc {INI_FLAG} --model=a\natc --model=b {INI_FLAG}\natc --model=c\n",
        ),
    ],
)
def test_forms_of_a_command(before: str, after: str) -> None:
    assert rewritten(before) == after


@pytest.mark.parametrize(
    ("script", "told"),
    [
        ("atc --op_select_implmode=$MODE\n", "known only when the script runs"),
        ("atc --op_select_implmode=high_preformance\n", "line 1: --op_select_implmode: 'high_preformance'"),
        (
            "atc --op_select_implmode=high_precision\natc --op_select_implmode=high_performance\n",
            "2 commands give different pairs",
        ),
    ],
)
def test_what_cannot_be_migrated(script: str, told: str) -> None:
    with pytest.raises(FindingsError) as caught:
        read_commands("run.sh", script.encode())
    (finding,) = caught.value.findings
    assert told in finding.message
    assert finding.path == "run.sh"


@pytest.mark.parametrize("data", [b"", b"echo atc\n", b"[ByOpType]\nGelu=high_precision\n", b"\xff\xfe"])
def test_no_command(data: bytes) -> None:
    with pytest.raises(FileError):
        read_commands("run.sh", data)


@pytest.mark.parametrize(
    ("code", "types", "told"),
    [
        (
            'OPTIONS = {"ge.opSelectImplmode": "high_precision", "ge.optypelistForImplmode": "Relu , Add"}\n',
            ["Relu", "Add"],
            "give ge.exec.op_precision_mode the path",
        ),
        (
            (
                "import torch, torch_npu\ntorch.npu.set_option({'ACL_OP_SELECT_IMPL_MODE': 'high_precision'})\n"
                "torch.npu.set_option({'ACL_OPTYPELIST_FOR_IMPLMODE': 'Add'})\n"
            ),
            ["Add"],
            "keep the pair there",  # set_option has no ACL_OP_PRECISION_MODE
        ),
        (
            (
                "def f(custom_op):\n"
                '    custom_op.parameter_map["op_select_implmode"].s = tf.compat.as_bytes("high_precision")\n'
                '    custom_op.parameter_map["optypelist_for_implmode"].s = tf.compat.as_bytes("Add")\n'
            ),
            ["Add"],
            "give op_precision_mode the path",
        ),
    ],
)
def test_python_is_read_and_not_rewritten(code: str, types: list[str], told: str) -> None:
    file = read_python("x.py", code.encode())
    done = migrate_file(
        file,
        pair_of(file),
        partial(migrate_pair, builtin=BuiltinFiles.CANN_8_1_RC1),
        ini_path=PATH,
        builtin=BuiltinFiles.CANN_8_1_RC1,
        precision_mode_v2=True,
    )
    assert list(done.files) == ["op_precision.ini"]
    assert done.migration is not None
    assert list(done.migration.precision.by_op_type) == types
    assert told in done.findings[0].hint


@pytest.mark.parametrize("code", [b"", b"x = 1\n", b"def (:\n", b"\xff"])
def test_python_without_the_pair(code: bytes) -> None:
    with pytest.raises(FileError):
        read_python("x.py", code)


def test_python_with_a_value_that_only_a_run_knows() -> None:
    with pytest.raises(FindingsError) as caught:
        read_python("x.py", b'OPTIONS = {"ge.opSelectImplmode": args.mode}\n')
    assert "known only when the script runs" in caught.value.findings[0].message


@settings(max_examples=40)
@given(
    st.text(st.sampled_from(" \t\\\n'\"#;&|ab$"), max_size=12),
    st.sampled_from(["high_precision", "'high_precision'", '"high_precision"']),
    st.text(st.sampled_from(" \t\\\n'\"#;&|ab$"), max_size=12),
)
def test_surroundings_stay_or_it_is_refused(before: str, value: str, after: str) -> None:
    script = f"atc --model=m {before} --op_select_implmode={value} {after}\n"
    try:
        done = migrate(script)
    except (FileError, FindingsError):
        return
    expected = script.replace(f"--op_select_implmode={value}", INI_FLAG, 1)
    # what stands behind a ';' or '#' is no flag of the command
    assert {name: data.decode() for name, data in done.files.items() if name == "run.sh"} in ({"run.sh": expected}, {})
