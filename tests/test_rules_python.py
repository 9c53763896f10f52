"""Python that gives options to a front end or runs a tool: what is told, where, and what is not. Nothing in it is run.

Facts of the front ends are those of ``tests/data/frontends/keys.json``, with their sources there.
"""

from __future__ import annotations

import ast

import pytest
from hypothesis import given
from hypothesis import strategies as st

from geopts.findings import Finding, Span
from geopts.frontends.collector import Collector
from geopts.frontends.keys import front_end_row
from geopts.frontends.python_source import PythonSource
from geopts.lint.run import LintOptions, lint_data
from geopts.rules.python_strings import SYMBOL, source_text
from geopts.rules.python_tree import Suites, imported_names, patched

Told = list[tuple[str, str, str]]
MAP = "custom_op.parameter_map"
BRANCHES = 'if fast:\n    op.parameter_map["{}"].s = b"{}"\nelse:\n    op.parameter_map["{}"].s = b"{}"\n'


def findings_of(text: str) -> tuple[bytes, list[Finding]]:
    data = text.encode("utf-8", "surrogateescape")
    result = lint_data("train.py", data, LintOptions(isolated=True))
    assert not result.broken
    return data, result.findings


def told(text: str) -> Told:
    """Give code, severity and the text at the place of each finding."""
    data, findings = findings_of(text)
    found = []
    for finding in findings:
        assert finding.span is not None
        place = data[finding.span.offset : finding.span.end_offset]
        found.append((finding.code, finding.severity.value, place.decode("utf-8", "surrogateescape")))
    return found


def mended(text: str) -> str:
    result = lint_data("train.py", text.encode(), LintOptions(isolated=True, fix=True, unsafe=True))
    return result.mended[0].after.decode() if result.mended else text


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        # TensorFlow 1: an unknown key is never seen, a wrong field reads as empty (npu_attrs.cc:2034,2216)
        (f'{MAP}["sump_mode"].s = tf.compat.as_bytes("all")', [("GEO501", "warning", '"sump_mode"')]),
        (f'{MAP}["min_group_size"].b = 1', [("GEO508", "warning", '"min_group_size"')]),
        (f'{MAP}["precision_mode"].b = True', [("GEO505", "error", f'{MAP}["precision_mode"].b')]),
        (f'{MAP}["op_debug_level"].s = b"1"', [("GEO505", "error", f'{MAP}["op_debug_level"].s')]),
        (f'{MAP}["precision_mode"].s = "force_fp16"', [("GEO505", "error", '"force_fp16"')]),
        (f'{MAP}["mix_compile_mode"].b = "True"', [("GEO505", "error", '"True"')]),
        (f'{MAP}["mix_compile_mode"].b = 1', []),
        (f'{MAP}["ge.exec.precision_mode"].s = b"force_fp16"', [("GEO501", "warning", '"ge.exec.precision_mode"')]),
        (f'{MAP}["precision_mode"].s = tf.compat.as_bytes(FLAGS.mode)', []),
        (f'{MAP}["precision_mode"].s = tf.compat.as_bytes("force_fp61")', [
            ("GEO504", "error", 'tf.compat.as_bytes("force_fp61")')
        ]),
        # GE multiplies out sizes of memory (VarManager::ParseMemoryMallocSize)
        (f'{MAP}["graph_memory_max_size"].s = b"16 * 1024*1024 * 1024"', [
            ("GEO506", "note", '"graph_memory_max_size"')
        ]),
        (f'{MAP}["graph_memory_max_size"].s = b"16 + 1024"', [
            ("GEO506", "note", '"graph_memory_max_size"'), ("GEO513", "error", 'b"16 + 1024"')
        ]),
        # TensorFlow 1, NPURunConfig: another keyword is a TypeError
        ('NPURunConfig(ge_precision="x")  # npu_bridge', [("GEO501", "error", "ge_precision")]),
        ('NPURunConfig(precision_mode="allow_mix_precison")', [("GEO504", "error", '"allow_mix_precison"')]),
        # TensorFlow 2: ValueError for another attribute, the last part of a switch is lost without a semicolon
        ('npu.global_options().precison_mode = "x"', [("GEO501", "error", "npu.global_options().precison_mode")]),
        ('npu.global_options().optimization_switch = "A:off"', [("GEO504", "error", '"A:off"')]),
        ('npu.global_options().op_precision_mode = "/home/test/op_precision.ni"', [
            ("GEO510", "warning", '"/home/test/op_precision.ni"')
        ]),
        # torchair: ValueError for another attribute; the mode decides what is read
        ("import torchair\nconfig = torchair.CompilerConfig()\nconfig.ge_config.oo_levl = 'O1'", [
            ("GEO501", "error", "config.ge_config.oo_levl")
        ]),
        ("import torchair\nc = torchair.CompilerConfig()\nc.mode = 'reduce-overhead'\nc.ge_config.oo_level = 'O1'", [
            ("GEO508", "warning", "c.ge_config.oo_level")
        ]),
        ("import torchair\nc = torchair.CompilerConfig()\nc.ge_config.oo_levl.value = 'O1'", [
            ("GEO501", "error", "c.ge_config.oo_levl.value")
        ]),
        # torch_npu: a wrong module, a wrong attribute, a wrong value, a key of another front end
        ("torch_npu.conv.allow_hf32 = True", [("GEO501", "error", "torch_npu.conv.allow_hf32")]),
        ("torch.npu.conv.allow_hf23 = True", [("GEO501", "warning", "torch.npu.conv.allow_hf23")]),
        ('torch.npu.matmul.allow_hf32 = "False"', [("GEO505", "warning", '"False"')]),
        ('torch.npu.set_option({"ACL_PRECISION_MODE": "force_fp16"})', [("GEO504", "error", '"force_fp16"')]),
        ('torch.npu.set_option({"ge.exec.precision_mode": "force_fp16"})', [
            ("GEO501", "error", '"ge.exec.precision_mode"')
        ]),
        ("o = {}\no['ACL_PRECISON_MODE'] = x\ntorch.npu.set_option(o)", [("GEO501", "error", "'ACL_PRECISON_MODE'")]),
        # ONNX Runtime: an unknown option, and text that is no number, make the session fall back to the CPU
        ("p = [('CANNExecutionProvider', {'gpu_mem_limit': 1})]", [("GEO501", "error", "'gpu_mem_limit'")]),
        ("p = [('CANNExecutionProvider', {'npu_mem_limit': '2 * 1024'})]", [("GEO513", "error", "'2 * 1024'")]),
        ("p = [('CANNExecutionProvider', {'max_opqueue_num': 1})]", [("GEO501", "error", "'max_opqueue_num'")]),
        # GE's own dicts
        ('O = {"ge.exec.op_precison_mode": "x"}', [("GEO501", "warning", '"ge.exec.op_precison_mode"')]),
        ('O = {"ge.exec.allow_hf32": "0111"}', [("GEO504", "error", '"0111"')]),
        ('O = {"ge.exec.precision_mode": "\'fp16\'"}', [("GEO512", "error", '"\'fp16\'"')]),
        ('O = {"ge.graphRunMode": 1}', [("GEO505", "error", "1")]),
        ('O = {"ge.exec.op_precision_mode": "$HOME/p.ini"}', [("GEO513", "warning", '"$HOME/p.ini"')]),
        ('O = {"ge.exec.op_precision_mode": "no/such.ini"}', [("GEO510", "note", '"no/such.ini"')]),
        ('O["ge.exec.precision_mode"] = "force_fp61"', [("GEO504", "error", '"force_fp61"')]),
        # MindSpore
        ("import mindspore as ms\nms.set_context(graph_kernal=1)", [("GEO501", "error", "graph_kernal")]),
        ("from mindspore import context\ncontext.set_context(ascend_config={'precision_mode': 'force_fp61'})", [
            ("GEO506", "note", "'precision_mode'"), ("GEO504", "error", "'force_fp61'")
        ]),
    ],
)  # fmt: skip
def test_what_is_wrong_is_told_in_the_spelling_that_was_used(text: str, expected: Told) -> None:
    assert told(f"{text}\n") == expected
    nested = "def configure():\n" + "".join(f"    {line}\n" for line in text.split("\n"))
    assert told(f'"""\u6a21\u578b"""\n{nested}') == expected


def test_suggestions_cross_front_ends() -> None:
    hints = {
        f'{MAP}["ACL_PRECISION_MODE"].s = b"x"': "here it is precision_mode",
        f'{MAP}["enable_auto_mix_precision"].b = False': "did you mean precision_mode = allow_mix_precision?",
        'torch.npu.set_option({"op_precision_mode": "x.ini"})': "cannot be given here",
        'O = {"ge.exec.precision_mode": "force_fp16", "ACL_OP_DEBUG_LEVEL": "1"}': "here it is ge.opDebugLevel",
        "import torchair\nc = torchair.CompilerConfig()\nc.precision_mode = 'x'": "which cannot be given here",
    }
    for text, hint in hints.items():
        findings = [finding for finding in findings_of(f"{text}\n")[1] if finding.code == "GEO501"]
        assert [hint in finding.hint for finding in findings] == [True], text


@pytest.mark.parametrize(
    "text",
    [
        # another optimizer's parameters (TensorFlow's own TensorRT rewriter)
        'opt.name = "TensorRTOptimizer"\nopt.parameter_map["minimum_segment_size"].i = 3\n',
        # a method of the same name, in a file that uses MindSpore
        "import mindspore as ms\nclass A:\n    def f(self):\n        self.set_context(anything=1)\n",
        # a table of names, not of values
        'FLAGS = {"ge.socVersion": "--soc_version", "ge.exec.precision_mode": "--precision_mode"}\n',
        # modules
        'import sys\nsys.modules.update({"ge.graph": None, "ge.session": None})\n',
        # the types that geopts itself takes
        'from geopts import OptionSet\noptions = OptionSet({"ge.tiling_schedule_optimize": True})\n',
        # two branches, of which one runs
        BRANCHES.format("precision_mode", "force_fp16", "precision_mode_v2", "origin"),
        BRANCHES.format("precision_mode", "force_fp16", "precision_mode", "force_fp32"),
        # a mode that is set in some cases only
        "import torchair\nc = torchair.CompilerConfig()\nif a:\n    c.mode = 'reduce-overhead'\nc.ge_config.oo_level = 'O1'\n",
        # flags that follow later (ATC wants a format for a shape)
        'c = "atc --model=m --framework=5 --input_shape=x:1"\nc += " --input_format=NCHW --output=o"\n',
        # log messages that only name a tool
        'print("run atc --modell=x first")\nlog.info("cmd: atc --modell=x")\n',
        # a text that is not about these tools at all
        "import os\nprint('ge.')\n",
        '"""Run atc --precision_mode=nonsense --model=m first."""\n',
    ],
)
def test_what_looks_alike_is_silent(text: str) -> None:
    assert told(text) == []


def test_options_of_one_object_are_judged_together() -> None:
    one = f'{MAP}["op_precision_mode"].s = b"conf.ini"\n{MAP}["op_select_implmode"].s = b"high_precision"\n'
    assert ("GEO302", "warning", '"op_select_implmode"') in told(one)
    other = (
        "import mindspore as ms\nms.set_context(ascend_config={'op_precision_mode': 'c.ini', "
        "'ge_options': {'global': {'ge.opSelectImplmode': 'high_precision'}}})\n"
    )
    assert ("GEO302", "warning", "'ge.opSelectImplmode'") in told(other)
    both = "A = {'ge.exec.precision_mode': 'force_fp16'}\nB = {'ge.exec.precision_mode_v2': 'origin'}\n"
    assert told(both) == []
    # which call takes the dict is not known; a graph minds least: it only does not look at the second one
    assert told(both.replace("}\nB = {", ", ")) == [("GEO302", "warning", "'ge.exec.precision_mode_v2'")]
    modes = f'{MAP}["precision_mode"].s = b"force_fp16"\n{MAP}["precision_mode_v2"].s = b"origin"\n'
    assert told(modes) == [("GEO301", "error", '"precision_mode"')]


def test_the_deprecated_pair_is_told_with_the_ini_and_the_key_of_the_front_end() -> None:
    text = f'{MAP}["op_select_implmode"].s = b"high_performance"\n{MAP}["optypelist_for_implmode"].s = b"Gelu"\n'
    _, findings = findings_of(text)
    assert [finding.code for finding in findings] == ["GEO506", "GEO506"]
    assert "[ByOpType] Gelu=high_performance" in findings[0].hint
    assert "give its path as op_precision_mode: 'geopts migrate train.py' writes the ini" in findings[0].hint


def test_the_pair_where_nothing_replaces_it() -> None:
    """torch_npu and ONNX Runtime have no op_precision_mode (keys of torch_npu_set_option and onnxruntime_cann)."""
    _, findings = findings_of('torch.npu.set_option({"ACL_OP_SELECT_IMPL_MODE": "high_precision"})\n')
    assert "op_precision_mode, which replaces it in GE, cannot be given here" in findings[0].message


def test_fixes() -> None:
    assert mended(f'{MAP}["sump_mode"].s = b"all"\n') == f'{MAP}["dump_mode"].s = b"all"\n'
    assert mended("O = {'ge.exec.op_precison_mode': ''}\n") == "O = {'ge.exec.op_precision_mode': ''}\n"
    assert mended('O = {"ge.graphRunMode": 1}\n') == 'O = {"ge.graphRunMode": "1"}\n'
    assert mended('O = {"ge.exec.precision_mode_v2": "\'fp16\'"}\n') == 'O = {"ge.exec.precision_mode_v2": "fp16"}\n'
    assert mended('O = {"ge.exec.precision_mode_v2": "\\"fp16\\""}\n') == 'O = {"ge.exec.precision_mode_v2": "fp16"}\n'


COMMAND = "atc --model=m.onnx --framework=5 --output=m --soc_version=Ascend310P3"


@pytest.mark.parametrize(
    ("text", "place"),
    [
        (f'os.system("{COMMAND} --precision_mode=force_fp61")', "force_fp61"),
        (f'os.system(f"{COMMAND} --output={{out}} --precision_mode=force_fp61")', "force_fp61"),
        (f'os.system("{COMMAND} --output=%s --precision_mode=force_fp61" % out)', "force_fp61"),
        (f'os.system("{COMMAND} --output={{}} --precision_mode=force_fp61".format(out))', "force_fp61"),
        (f'c = ("{COMMAND} "  # it\'s long\n     "--precision_mode=force_fp61")', "force_fp61"),
        (f'c = "{COMMAND} " + extra + " --precision_mode=force_fp61"', "force_fp61"),
        (f'c = "cd /w && {COMMAND} --precision_mode=force_fp61"', "force_fp61"),
        (f'c = f"conda deactivate; source {{d}}/set_env.sh; {COMMAND} --precision_mode=force_fp61"', "force_fp61"),
        (f'c = "source set_env.sh && " + "{COMMAND} --log=" + l + " --precision_mode=force_fp61"', "force_fp61"),
        (f"""c = "bash -c 'X=1 nohup {COMMAND} --precision_mode=force_fp61 > log'" """, "force_fp61"),
        (f'run(["bash", "-c", "cd w; {COMMAND} --precision_mode=force_fp61"])', "force_fp61"),
        (f'c = "set -e\\n{COMMAND} --precision_mode=force_fp61"', "force_fp61"),
        (f'c = " ".join(["{COMMAND}", extra, "--precision_mode=force_fp61"])', "force_fp61"),
        (f'c = """\n{COMMAND} \\\\\n  --precision_mode=force_fp61"""', "force_fp61"),
        ('run(["atc", "--model=" + m, "--framework", "5", "--precision_mode=force_fp61"])', "force_fp61"),
        ('run([sys.executable, "-m", "ge.pyatc", "--model=m", "--precision_mode=force_fp61"])', "force_fp61"),
        (
            'run(["/usr/local/bin/atc", "--model=m", *more, f"--output={o}", "--precision_mode=force_fp61"])',
            "force_fp61",
        ),
    ],
)
def test_command_lines_in_python(text: str, place: str) -> None:
    assert told(f"{text}\n") == [("GEO504", "error", place)]


def test_split_keeps_the_quotes_that_a_shell_takes_away() -> None:
    """Python's str.split() knows no quotes; shlex.split() and a shell do."""
    command = f"c = \"{COMMAND} --precision_mode='force_fp16'\"\n"
    assert told(f"{command}subprocess.run(c.split())\n") == [("GEO512", "error", "'force_fp16'")]
    assert told(f"{command}subprocess.run(shlex.split(c))\n") == []
    assert told(f"{command}os.system(c)\n") == []
    assert told(f"run(\"{COMMAND} --precision_mode='force_fp16'\".split())\n") == [("GEO512", "error", "'force_fp16'")]


def test_python_2_is_read_where_its_lines_parse() -> None:
    text = f'print "start"\ntry:\n    f()\nexcept Exception, error:\n    pass\n{MAP}["sump_mode"].s = b"all"\n'
    assert told(text) == [("GEO501", "warning", '"sump_mode"')]
    line = f'print {MAP}["sump_mode"]'
    assert told(f"{line}\n") == [("GEO521", "note", line)]
    assert told(f'def f(:::\n  )))\n(\n{MAP}["sump_mode"].s = (\n')[0][:2] == ("GEO521", "note")


def test_directives_are_whole_lines() -> None:
    wrong = f'{MAP}["sump_mode"].s = b"all"'
    assert told(f"def f():\n    # geopts: ignore[GEO501] ours\n    {wrong}\n") == []
    assert told(f"{wrong}  # geopts: ignore[GEO501]\n") == [("GEO501", "warning", '"sump_mode"')]


def source_of(text: str) -> PythonSource:
    return PythonSource(text, Collector(front_end_row("atc"), text))


def expression(text: str) -> ast.expr:
    statement = source_of(text).tree.body[0]
    assert isinstance(statement, ast.Expr)
    return statement.value


@given(value=st.text(st.characters(codec="utf-8"), max_size=12))
def test_a_literal_is_followed_character_by_character(value: str) -> None:
    text = repr(value)
    source = source_of(text)
    found = source_text(source, expression(text))
    if found is None:  # an escape that is rare, or no text at all
        assert "\\" in text or not value
        return
    assert found.text == value
    for index, character in enumerate(value):
        place = found.place(index)
        assert text[place] == character or text[place] == "\\"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ('"a" "b"', "ab"),
        ("f'a{x}b{{c}}'", f"a{SYMBOL}b{{c}}"),
        ('"a%sb%d%%" % (x, y)', f"a{SYMBOL}b{SYMBOL}%"),
        ('"a{}b{name}{{c}}".format(x)', f"a{SYMBOL}b{SYMBOL}{{c}}"),
        ('"a" + x + "b"', f"a{SYMBOL}b"),
        ('" ".join(["a", x, "b"])', f"a {SYMBOL} b"),
        (r'r"a\b"', r"a\b"),
        ('"""a\nb"""', "a\nb"),
        ("f'''a{x['k']}b'''", f"a{SYMBOL}b"),
    ],
)
def test_strings_are_put_together(text: str, expected: str) -> None:
    found = source_text(source_of(text), expression(text))
    assert found is not None
    assert found.text == expected


@pytest.mark.parametrize("text", ["x", "1", "x + y", "f(x)", '",".join(parts)', '",".join(["a", "b"])'])
def test_what_is_no_string_is_none(text: str) -> None:
    assert source_text(source_of(text), expression(text)) is None


def test_patched_text_keeps_every_place() -> None:
    text = 'x = 1\nprint "\u6a21"\n  \ny = 2\n'
    code = patched(text)
    assert code.error == ""
    assert code.lines == (2,)
    assert len(code.text.encode()) == len(text.encode())
    assert [line for line in code.text.split("\n") if line not in text.split("\n")] == ['0#int "\u6a21"']
    assert patched("x = 1\n").lines == ()
    assert patched("x = (\0\n").error != ""


def test_suites_and_imports() -> None:
    tree = ast.parse("import a.b as c\nfrom a import d, e as f\nif x:\n    y\nelse:\n    z\n    w\n")
    assert imported_names(tree, "a") == {"c", "d", "f"}
    suites = Suites(tree)
    places = [Span(line, 1, line, 2) for line in range(1, 8)]
    assert [suites.of(span) for span in places] == [(1, 7)] * 3 + [(4, 4)] + [(1, 7)] + [(6, 7)] * 2


PIECES = st.sampled_from(
    [
        f'{MAP}["precision_mode"].s = ',
        'tf.compat.as_bytes("x")',
        '{"ge.exec.precision_mode": ',
        '"atc --model=m --framework=5 ',
        "f\"atc --model={m} --precision_mode='x' ",
        '["atc", "--model=m", ',
        "config = torchair.CompilerConfig()\n",
        "config.mode = ",
        "npu.global_options().jit_compile = ",
        'torch.npu.set_option({"ACL_OP_SELECT_IMPL_MODE": ',
        "mindspore.set_context(ascend_config={",
        "('CANNExecutionProvider', {'device_id': ",
        "NPURunConfig(precision_mode=",
        'print "x"\n',
        *"\"'[](){}%,:=\\#*+.\n \x00\ufeff\udc80\r\x0c\u6a21",
        "    ",
        "if a:\n",
        ".split()",
        ".format(x)",
        '"""',
        "1",
        "True",
    ]
)


@given(text=st.lists(PIECES, max_size=30).map("".join))
def test_no_text_breaks_the_linter(text: str) -> None:
    data = f"# npu torch\n{text}".encode("utf-8", "surrogateescape")
    assert not lint_data("a.py", data, LintOptions(isolated=True, fix=True, unsafe=True)).broken


@pytest.mark.parametrize("opening", ["(", "[", "{'ge.x': ", "lambda: ", "not ", "-", "f(", "a if b else "])
def test_deep_nesting_is_no_traceback(opening: str) -> None:
    text = f'{MAP}["precision_mode"].s = b"x"\ny = {opening * 20_000}'
    assert not lint_data("a.py", text.encode()).broken
