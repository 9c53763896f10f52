"""Command lines in scripts and documents, and MindSpore Lite files: what is told, where, and what is not.

Facts of ATC's command line: api/atc/cmd_flag_info.cc:342-376 (dashes), :418-500 (getopt_long, stray words), api/atc/main_impl.cc:1770-1795
(option checks); of the shell: POSIX.1-2017, Shell Command Language, 2.2 and 2.3.
"""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from geopts.findings import Finding
from geopts.lint.run import LintOptions, lint_data
from geopts.rules.kinds import KINDS_BY_NAME, kind_of, kind_of_content
from geopts.rules.script_evidence import has_command, is_lite_config, python_front_ends
from geopts.rules.script_markdown import blocks

BASE = "atc --model=m.onnx --framework=5 --output=m --soc_version=Ascend310P3"
Told = list[tuple[str, str, str]]


def findings_of(text: str, name: str = "run.sh") -> tuple[bytes, list[Finding]]:
    data = text.encode("utf-8", "surrogateescape")
    result = lint_data(name, data, LintOptions(isolated=True))
    assert not result.broken
    return data, result.findings


def told(text: str, name: str = "run.sh") -> Told:
    """Give code, severity and the text at the place of each finding."""
    data, findings = findings_of(text, name)
    found = []
    for finding in findings:
        span = finding.span
        assert span is not None
        line = text.split("\n")[span.line - 1]
        at_place = data[span.offset : span.end_offset].decode("utf-8", "surrogateescape")
        if span.line == span.end_line:
            assert line[span.column - 1 : span.end_column - 1] == at_place
        found.append((finding.code, finding.severity.value, at_place))
    return found


def codes(text: str, name: str = "run.sh") -> set[str]:
    return {code for code, _, _ in told(text, name)}


def mended(text: str, name: str = "run.sh", *, unsafe: bool = True) -> str:
    result = lint_data(name, text.encode(), LintOptions(isolated=True, fix=True, unsafe=unsafe))
    return result.mended[0].after.decode() if result.mended else text


@pytest.mark.parametrize(
    ("flags", "expected"),
    [
        ("--precision_mode=force_fp61", ("GEO504", "error", "force_fp61")),
        ("--precision_mode force_fp61", ("GEO504", "error", "force_fp61")),
        ('--precision_mode="force_fp61"', ("GEO504", "error", '"force_fp61"')),
        ("--precison_mode=force_fp16", ("GEO501", "error", "--precison_mode")),
        ("--op_precision=x.ini", ("GEO522", "note", "--op_precision")),
        ("-precision-mode=force_fp61", ("GEO504", "error", "force_fp61")),
        ("\u2014precision_mode=force_fp16", ("GEO501", "error", "\u2014precision_mode=force_fp16")),
        ("--precision_mode=\u201cforce_fp16\u201d", ("GEO512", "error", "\u201cforce_fp16\u201d")),
        ("--input_shape=\u201cx:1,3\u201d", ("GEO512", "warning", "\u201cx:1,3\u201d")),
        ("--precision_mode=\"'force_fp16'\"", ("GEO512", "error", "\"'force_fp16'\"")),
        ("--op_debug_level=two", ("GEO504", "error", "two")),
        ("stray", ("GEO501", "error", "stray")),
        ("--op_precision_mode=~/x.ini", ("GEO513", "warning", "~/x.ini")),
        ("--op_precision_mode=conf/op_precision.ni", ("GEO510", "warning", "conf/op_precision.ni")),
        ("--op_precision_mode='a b.ini'", ("GEO509", "error", "'a b.ini'")),
        ("--core_type=VectorCore --soc_version=Ascend910B3", ("GEO401", "warning", "--core_type")),
    ],
)
def test_what_is_wrong_with_a_flag_is_told_at_the_flag(flags: str, expected: tuple[str, str, str]) -> None:
    text = f"{BASE} {flags}\n"
    assert [one for one in told(text) if one[0] != "GEO517"] == [expected]
    assert told(f"#!/bin/bash\nset -e\n\n    {text}")[-1] == expected


def test_a_good_script_is_silent() -> None:
    """Variables, continuations, loops, here documents and quotes that concern no command."""
    assert (
        told(
            "#!/bin/bash\n# it's a comment\nsoc=Ascend310P3\nfor batch in 1 4 8; do\n"
            "  atc --model=m.onnx --framework=5 --output=out/m_bs${batch} --soc_version=$soc \\\n"
            '    --input_shape="x:${batch},3,224,224" --log=error $EXTRA || { echo "it\'s broken"; exit 1; }\ndone\n'
            "cat <<'EOF'\natc --precision_mode=nonsense\nEOF\n"
            "python3 -m ge.pyatc --model m.pb --framework 3 --output m --soc_version Ascend910B4\n"
        )
        == []
    )


@pytest.mark.parametrize(
    "text",
    [
        "atc --peer-url=http://web:8080 --postgres-host db --log-level=debug\n",
        "which atc; atc\n",
        "echo 'atc --precision_mode=nonsense'\n",
        "# atc --precision_mode=nonsense\n",
        "./match --model=m --precision_mode=nonsense\n",
        "aoe serve --port 80 --open\n",
    ],
)
def test_other_programs_of_the_name_and_mere_words_are_silent(text: str) -> None:
    assert told(text) == []


def test_options_in_conflict_are_told_in_the_spelling_of_the_flags() -> None:
    _, findings = findings_of(f"{BASE} --precision_mode=force_fp16 --precision_mode_v2=fp16\n")
    assert [finding.code for finding in findings] == ["GEO301"]
    assert "--precision_mode='force_fp16' cannot be combined with --precision_mode_v2='fp16'" in findings[0].message
    assert "ge.exec" not in findings[0].message + findings[0].hint


def test_an_option_that_another_one_hides() -> None:
    text = f"{BASE} --op_precision_mode=x.ini --op_select_implmode=high_precision\n"
    assert ("GEO302", "warning", "--op_select_implmode") in told(text)


def test_a_missing_companion_counts_only_where_all_flags_are_known() -> None:
    """ATC refuses the list alone with E10001 (option_utils.cc:1275-1304); a variable may hold the other flag."""
    assert "GEO303" in codes(f"{BASE} --optypelist_for_implmode=Gelu\n")
    assert "GEO303" not in codes(f"{BASE} --optypelist_for_implmode=Gelu $MORE\n")
    assert "GEO303" not in codes(f"{BASE} --optypelist_for_implmode=Gelu --op_select_implmode=$MODE\n")


@pytest.mark.parametrize(
    ("soc", "expected"),
    [
        ("Ascend310P3", []),
        ("Ascend310", []),  # an older chip that sources know
        ("Ascend${chip}", []),
        ("AscendXXX", []),
        ("ascend310p3", [("GEO404", "warning", "ascend310p3")]),
        ("Ascend710", [("GEO404", "note", "Ascend710")]),
        ("Ascned310P3", [("GEO404", "warning", "Ascned310P3")]),
        ("Ascend910B", [("GEO405", "note", "Ascend910B")]),
    ],
)
def test_the_soc_of_the_command(soc: str, expected: Told) -> None:
    assert told(f"atc --model=m.onnx --framework=5 --output=m --soc_version={soc}\n") == expected


def test_the_deprecated_pair_is_told_with_the_ini_that_replaces_it() -> None:
    _, findings = findings_of(f"{BASE} --op_select_implmode=high_precision --optypelist_for_implmode=Gelu,SoftmaxV2\n")
    assert [finding.code for finding in findings] == ["GEO506", "GEO506"]
    assert "[ByOpType] Gelu=high_precision SoftmaxV2=high_precision" in findings[0].hint
    assert "'geopts migrate run.sh' makes both" in findings[0].hint
    assert findings[0].fix is None


def test_the_pair_is_replaced_where_the_equal_ini_lies_beside_the_script(tmp_path: Path) -> None:
    ini = tmp_path / "op_precision.ini"
    script = str(tmp_path / "run.sh")
    text = f"{BASE} \\\n    --op_select_implmode=high_precision \\\n    --optypelist_for_implmode='Gelu,SoftmaxV2'\n"
    ini.write_text("[ByOpType]\nSoftmaxV2=high_precision\nGelu=high_precision\n")
    assert mended(text, script) == f"{BASE} \\\n    --op_precision_mode=op_precision.ini\n"
    assert mended(text, script, unsafe=False) == text
    ini.write_text("[ByOpType]\nGelu=high_precision\n")
    assert mended(text, script) == text


def test_operator_types_of_the_list_are_looked_up_one_by_one() -> None:
    text = f"{BASE} --op_select_implmode=high_precision --optypelist_for_implmode=Gelu,Conv2d,ReduceMeanD,NLLLoss\n"
    assert [one for one in told(text) if one[0] != "GEO506"] == [
        ("GEO204", "warning", "Conv2d"),
        ("GEO204", "note", "ReduceMeanD"),
        ("GEO205", "note", "NLLLoss"),
    ]
    assert codes(text.replace("high_precision", "high_precision_for_all")) == {"GEO302", "GEO506"}


def test_quotes_in_a_variable_that_is_run_without_eval_reach_the_program() -> None:
    """POSIX 2.6.5 and 2.6.7: the words of an expansion are split, quotes in it are not removed."""
    command = f"CMD=\"{BASE} --precision_mode='force_fp16'\"\n"
    assert told(f"{command}$CMD\n") == [("GEO512", "error", "'force_fp16'")]
    assert told(f"{command}eval $CMD\n") == []
    assert told(f'{command}bash -c "$CMD"\n') == []


@pytest.mark.parametrize("outer", ["bash -c '{}'", 'ssh host "cd /w && {}"', "docker exec box sh -c '{}'", 'eval "{}"'])
def test_commands_inside_an_argument(outer: str) -> None:
    text = outer.format(f"{BASE} --precision_mode=force_fp61")
    assert told(f"{text}\n") == [("GEO504", "error", "force_fp61")]


def test_flags_that_a_line_end_cuts_off() -> None:
    blank = told(f"{BASE} \\ \n    --log=error\n")
    assert blank == [("GEO523", "error", "\\ ")]
    assert mended(f"{BASE} \\ \n    --log=error\n") == f"{BASE} \\\n    --log=error\n"
    for between in (" \n", " \\\n\n", " \\\n# --mode=0 \\\n"):
        assert told(f"{BASE}{between}    --log=error\n") == [("GEO523", "error", "--log")]


def test_an_unclosed_quote_counts_only_in_a_command_of_the_tools() -> None:
    assert told(f"{BASE} --input_shape='x:1,3\n") == [("GEO518", "error", "'")]
    assert told(f"echo it's\n{BASE}\n") == []


def test_fixes_write_the_one_thing_that_is_meant() -> None:
    assert mended(f"{BASE} --precison_mode=force_fp16\n") == f"{BASE} --precision_mode=force_fp16\n"
    assert mended(f"{BASE} --precision_mode=\u201cforce_fp16\u201d\n") == f"{BASE} --precision_mode=force_fp16\n"
    assert mended("atc --model=m --framework=5 --output=m --soc_version=ascend910b3\n").endswith("=Ascend910B3\n")


def test_a_shortened_flag_is_written_out_without_asking() -> None:
    assert mended(f"{BASE} --op_precision=x.ini\n", unsafe=False) == f"{BASE} --op_precision_mode=x.ini\n"


def test_suppressions_reach_all_lines_of_a_command() -> None:
    text = f"# geopts: ignore[GEO504] to be seen\n{BASE} \\\n    --log=error \\\n    --precision_mode=force_fp61\n"
    assert told(text) == []
    assert told(text.replace("GEO504", "GEO502")) == [
        ("GEO902", "warning", "GEO502"),
        ("GEO504", "error", "force_fp61"),
    ]
    product = "# geopts: product=A2\n"
    command = "atc --model=m.onnx --framework=5 --output=m --soc_version=$SOC --core_type=VectorCore\n"
    assert told(product + command) == [("GEO401", "warning", "--core_type")]
    assert told(command) == []


MARKDOWN = """# geopts: how to convert

It's easy: run `atc --precision_mode=nonsense`.

1. Convert

   ```bash
   atc --framework=5 --model=<your model> --output=${{out}} --soc_version=Ascend{{chip}} \\
       --precision_mode={value} ...
   ```

2. Configure

   ```python
   custom_op.parameter_map["{key}"].s = tf.compat.as_bytes("force_fp16")
   ```

Or, on a terminal:

    $ atc --framework=5 --model=m.onnx --output=m --soc_version=Ascend310P? --log=error
"""


def test_a_document_with_open_parts_is_silent() -> None:
    assert told(MARKDOWN.format(value="force_fp16", key="precision_mode"), "README.md") == []
    assert told(MARKDOWN.format(value="{mode}", key="precision_mode"), "README.md") == []
    assert told(MARKDOWN.format(value="xxx", key="precision_mode"), "README.md") == []


def test_what_is_wrong_in_a_document_is_told_at_its_place() -> None:
    assert told(MARKDOWN.format(value="force_fp61", key="precison_mode"), "README.md") == [
        ("GEO504", "error", "force_fp61"),
        ("GEO501", "warning", '"precison_mode"'),
    ]


def test_a_document_may_speak_to_geopts_in_its_comments() -> None:
    text = MARKDOWN.format(value="force_fp61", key="precision_mode")
    assert told(f"<!-- geopts: file-ignore[GEO504] an example of a mistake -->\n{text}", "README.md") == []


def test_blocks_of_a_document() -> None:
    data = b"a\n```sh\nx\n```\n~~~~ {.python .x}\n```\ny\n~~~~\n\n    z\n\n    z2\nb\n``` \nopen"
    assert [(one.language, data[one.start : one.end], one.line) for one in blocks(data)] == [
        ("sh", b"x\n", 3),
        ("python", b"```\ny\n", 6),
        ("indented", b"    z\n\n    z2\n", 10),
        ("", b"open", 15),
    ]


def test_option_dicts_in_json_blocks() -> None:
    block = '```json\n{{"compile options": {{"global": {{"ge.jit_compile": "{}"}}}}}}\n```\n'
    assert told(block.format("7"), "a.md")[0][0] == "GEO504"
    assert told(block.format("1"), "a.md") == []
    assert told('```json\n{"ge.exec.precision_mode": ...}\n```\n', "a.md") == []


LITE = """# options
[ascend_context]
precision_mode={mode}
input_shape=x:[1,3]
[ge_graph_options]
{key}={value}
"""


@pytest.mark.parametrize(
    ("mode", "key", "value", "expected"),
    [
        ("preferred_fp32", "ge.exec.precision_mode", "allow_fp32_to_fp16", []),
        ("force_fp16", "ge.exec.precision_mode", "force_fp16", []),  # any other text is passed on (acl_utils.h:52)
        ("prefered_fp32", "ge.oo.level", "O1", [("GEO504", "error", "prefered_fp32")]),
        ('"enforce_fp16"', "ge.oo.level", "O1", [("GEO512", "error", '"enforce_fp16"')]),
        ("enforce_fp16", "ge.exec.precision_mode", '"force_fp16"', [("GEO512", "error", '"force_fp16"')]),
        ("enforce_fp16", "ge.exec.precison_mode", "force_fp16", [("GEO501", "warning", "ge.exec.precison_mode")]),
        ("enforce_fp16", "precision_mode", "force_fp16", [("GEO501", "note", "precision_mode")]),
    ],
)
def test_configuration_of_mindspore_lite(mode: str, key: str, value: str, expected: Told) -> None:
    """mindspore-ai/mindspore-lite@2b288705: the parser of [ascend_context], and the sections that go to GE as they are."""
    text = LITE.format(mode=mode, key=key, value=value)
    assert told(text, "convert.cfg") == expected
    assert told(text, "convert.ini") == expected


def test_a_section_of_mindspore_lite_that_is_none() -> None:
    text = "[ascend_contxt]\nprecision_mode=x\n[ge_session_options]\n[common_quant_param]\nquant_type=y\n"
    assert told(text, "convert.cfg") == [("GEO501", "warning", "ascend_contxt")]


def test_kinds_by_name_and_by_content() -> None:
    assert [kind_of(name).name for name in ("a.sh", "b.md", "c.py", "d.cfg", "e")] == [
        "script",
        "markdown",
        "python",
        "ini",
        "ini",
    ]
    ini = KINDS_BY_NAME["ini"]
    assert kind_of_content(ini, b"[ascend_context]\n").name == "mindspore-lite"
    assert kind_of_content(ini, b"x=[ascend_context]\n") is ini
    assert kind_of_content(ini, b"#!/usr/bin/env python3\n").name == "python"
    assert kind_of_content(ini, b"#!/bin/sh\n").name == "script"
    assert kind_of_content(ini, b"Gelu=high_precision\n") is ini


@pytest.mark.parametrize(
    ("data", "found"),
    [
        (b"atc --model=m\n", True),
        (b"/usr/local/Ascend/atc/bin/atc --model=m", True),
        (b"    aoe \\\n  --job_type=1", True),
        (b'["atc", "--model"]', True),
        (b"python3 -m ge.pyatc --model=m", True),
        (b"match --model=m patch -p1 watch -n", False),
        (b"batch.atc --x", False),
        (b"the atc tool", False),
    ],
)
def test_evidence_of_a_command(data: bytes, found: bool) -> None:
    assert has_command(data) is found


def test_evidence_of_front_ends() -> None:
    assert python_front_ends(b"import numpy\nx = {'generic.key': 1}\n") == ()
    assert python_front_ends(b"op.parameter_map['a'].s = b''") == ("tf1-parameter-map",)
    assert python_front_ends(b"torch.npu.matmul.allow_hf32 = True") == ("torch-npu",)
    assert python_front_ends(b"{'ge.exec.x': '1'}") == ("ge-python-offline",)
    assert is_lite_config(b"[ge_session_options]\n")
    assert not is_lite_config(b"a [ge_session_options]\n")


PIECES = st.sampled_from(
    [
        *"\"'`$(){}<>|&;#\\=\n\t -\u201c\u2014\x00\udc80",
        "\\\n",
        "\\ \n",
        "<<EOF\n",
        "${",
        "$(",
        "atc --model=m ",
        "--op_select_implmode=high_precision ",
        "--optypelist_for_implmode=Gelu ",
        'CMD="atc --framework=5 ',
        "bash -c '",
        "```\n",
        "```python\n",
        "    ",
        "[ascend_context]\n",
        "precision_mode=",
    ]
)


@given(text=st.lists(PIECES, max_size=40).map("".join), name=st.sampled_from(["a.sh", "a.md", "a.cfg"]))
def test_no_text_breaks_the_linter(text: str, name: str) -> None:
    data = f"atc --model=m --framework=5 {text}".encode("utf-8", "surrogateescape")
    result = lint_data(name, data, LintOptions(isolated=True, fix=True, unsafe=True))
    assert not result.broken
    for finding in result.findings:
        assert finding.span is None or 0 <= finding.span.offset <= finding.span.end_offset


@given(data=st.binary(max_size=300), name=st.sampled_from(["a.sh", "a.md", "a.cfg", "a.py", "a.json"]))
def test_no_bytes_break_the_linter(data: bytes, name: str) -> None:
    assert not lint_data(name, b"atc --model=m\n" + data, LintOptions(isolated=True)).broken


def test_big_and_binary_files_are_judged_or_silent() -> None:
    assert lint_data("a.sh", bytes(range(256)) * 100 + b"\natc --model=m --framework=5\n").findings == []
    (long,) = lint_data("a.sh", b"atc --model=m --framework=5 " + b"a" * 500_000).findings
    assert long.code == "GEO501"
    assert len(long.message) < 400
    (line,) = lint_data("a.json", b'{"ge.exec.precision_mode":"' + b"x" * 10_000_000 + b'"}').findings
    assert line.code == "GEO504"
    assert len(line.message) < 400


def test_a_small_ini_loads_nothing_of_all_this() -> None:
    import subprocess

    code = (
        "import sys\nfrom geopts.lint.run import lint_data\n"
        "lint_data('a.ini', b'Gelu=high_precision\\n')\n"
        "print([name for name in sys.modules if name.startswith(('geopts.frontends', 'geopts.migrate', 'geopts.lint.parallel', "
        "'geopts.rules.script_', 'geopts.rules.python_', 'concurrent', 'multiprocessing', 'rich'))])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"
