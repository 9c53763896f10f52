"""112 option sets of public code, written as their users wrote them, under the linter.

``tests/data/corpus/option_sets.json`` says of each set whether it is ok, deprecated, wrong or a matter of opinion, and why; the verdicts
were reached by reading the front ends' source. What is asked: no warning on a set that works, every wrong part told where it stands, every
deprecated option told with what replaces it.
"""

from __future__ import annotations

import json
import shlex
import sys
from collections import Counter
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest

from geopts.facts.frontend_rows import FrontEndKey
from geopts.findings import Finding, Severity
from geopts.frontends.keys import by_ge_key, by_spelling, is_usable, keys_of
from geopts.lint.run import LintOptions, lint_data

SETS: list[dict[str, Any]] = json.loads(
    (Path(__file__).parent / "data" / "corpus" / "option_sets.json").read_text(encoding="utf-8")
)
_EXPRESSION = ("(", "tf.", "os.", "args.", "FLAGS.", "config.")
Text = tuple[str, str]


def literal(value: object) -> str:
    text = str(value)
    if text in ("True", "False") or text.lstrip("-").isdigit() or text.startswith(_EXPRESSION) or "(" in text:
        return text
    return repr(text)


def atc(given: Mapping[str, Any]) -> Text:
    soc = given.get("soc_version", "Ascend310P3")
    pairs = ((key, shlex.quote(str(value)) if " " in str(value) else value) for key, value in given["options"].items())
    flags = " \\\n    ".join(f"--{key}={value}" for key, value in pairs)
    tool = "aoe --job_type=2" if given["front_end"] == "AOE" else "atc"
    command = f"{tool} --model=m.onnx --framework=5 --output=m --soc_version={soc}"
    return "run.sh", f"#!/bin/bash\n{command} \\\n    {flags}\n"


def parameter_map(given: Mapping[str, Any]) -> Text:
    lines = ["import os", "import tensorflow as tf", "", "def configure(custom_op, args, FLAGS):"]
    for key, value in given["options"].items():
        name, _, kind = key.partition(".")
        text = str(value)
        if (kind or "s") == "s" and not text.startswith("tf."):
            text = f"tf.compat.as_bytes({text!r})"
        elif kind and kind != "s":
            text = literal(value)
        lines.append(f'    custom_op.parameter_map["{name}"].{kind or "s"} = {text}')
    return "train.py", "\n".join(lines) + "\n"


def python_dict(given: Mapping[str, Any]) -> Text:
    text = json.dumps(given["options"], indent=4, ensure_ascii=False)
    for word, python in (("true", "True"), ("false", "False"), ("null", "None")):
        text = text.replace(word, python)
    return "options.py", f"OPTIONS = {text}\n"


def set_option(given: Mapping[str, Any]) -> Text:
    lines = ["import torch", "import torch_npu", ""]
    for key, value in given["options"].items():
        dotted = "." in key
        lines.append(f"{key} = {literal(value)}" if dotted else f"torch.npu.set_option({{{key!r}: {str(value)!r}}})")
    return "infer.py", "\n".join(lines) + "\n"


def torchair(given: Mapping[str, Any]) -> Text:
    lines = ["import torchair", "", "config = torchair.CompilerConfig()"]
    for key, value in given["options"].items():
        attribute = key.replace(".", "").replace("_", "").isalnum()
        lines.append(f"config.{key} = {literal(value)}" if attribute else f"# {key}: {value}")
    return "compile.py", "\n".join(lines) + "\n"


def onnxruntime(given: Mapping[str, Any]) -> Text:
    body = ", ".join(f"{key!r}: {value!r}" for key, value in given["options"].items())
    provider = f"('CANNExecutionProvider', {{{body}}})"
    return (
        "serve.py",
        f"import onnxruntime as ort\n\nsession = ort.InferenceSession('m.onnx', providers=[{provider}])\n",
    )


def raw_ge_options(given: Mapping[str, Any]) -> Text:
    return "raw_ge_options.json", json.dumps(given["options"], indent=2) + "\n"


def run_config(given: Mapping[str, Any]) -> Text:
    arguments = ", ".join(f"{key.partition('.')[0]}={literal(value)}" for key, value in given["options"].items())
    imports = "from npu_bridge.estimator.npu.npu_config import NPURunConfig"
    return "estimator.py", f"{imports}\n\nconfig = NPURunConfig({arguments})\n"


def global_options(given: Mapping[str, Any]) -> Text:
    lines = [f"npu.global_options().{key} = {literal(value)}" for key, value in given["options"].items()]
    return "train2.py", "\n".join(["import npu_device as npu", "", *lines, "npu.open().as_default()", ""])


def mindspore(given: Mapping[str, Any]) -> Text:
    arguments = ", ".join(f"{key}={value!r}" for key, value in given["options"].items())
    return "context.py", f"import mindspore as ms\n\nms.set_context({arguments})\n"


def lite(given: Mapping[str, Any]) -> Text:
    sections: dict[str, list[str]] = {}
    for key, value in given["options"].items():
        section, _, name = key.rpartition("] ")
        default = "ge_session_options" if key.startswith("ge.") else "ascend_context"
        sections.setdefault(section.lstrip("[") or default, []).append(f"{name}={value}")
    return "convert.cfg", "".join(f"[{name}]\n" + "\n".join(lines) + "\n" for name, lines in sections.items())


FORMS: dict[str, Callable[[Mapping[str, Any]], Text]] = {
    "ATC": atc,
    "AOE": atc,
    "ATC --raw_ge_options JSON": raw_ge_options,
    "TF adapter 1.x/2.x (parameter_map)": parameter_map,
    "TF adapter 1.x (commented template)": parameter_map,
    "TF adapter (NPURunConfig/parameter_map)": run_config,
    "TF adapter 2.x npu_global_options (official docs)": global_options,
    "TF adapter (C++ source)": python_dict,
    "GE session/graph options dict": python_dict,
    "torch_npu (torch.npu.set_option / allow_hf32)": set_option,
    "torch_npu (torch.npu.set_option)": set_option,
    "torch_npu": set_option,
    "TorchAir CompilerConfig": torchair,
    "ONNX Runtime CANNExecutionProvider": onnxruntime,
    "ONNX Runtime CANNExecutionProvider (docs page)": onnxruntime,
    "MindSpore set_context": mindspore,
    "MindSpore set_context (API docs example)": mindspore,
    "mindone": mindspore,
    "MindSpore Lite config file": lite,
    "MindSpore Lite [ascend_context]": lite,
    "MindSpore Lite config file (docs)": lite,
}
#: Front ends in a language, or of a program, that geopts does not read.
NO_TEXT = {
    "sglang npu_compile_config",
    "Triton GE backend (config.pbtxt)",
    "Triton GE backend (command line)",
    "Paddle-Lite NNAdapter context",
    "Paddle-Lite NNAdapter (driver code)",
    "Paddle environment",
    "MindSpore C++ (AscendDeviceInfo, gflags)",
}

#: What is wrong in each wrong set, as it stands in the text: from the reason that is given for the verdict.
WRONG_PARTS: dict[int, tuple[str, ...]] = {
    13: ("high_preformance",),
    246: (
        "--optypelist_for_implmode",
    ),  # the shell of a script takes the quotes away; what is left is a list that is not read
    247: ("--optypelist_for_implmode",),
    266: ("autotune_tune_mode",),
    267: ("allow_mix_compile",),
    270: ("enable_auto_mix_precision",),
    272: ("sump_mode",),
    278: ("fp_point", "bp_point"),
    373: ("op_precision.ni",),
    375: ("ge.exec.customizeDdtypes",),
    435: ("allow_fp32_to_fp32",),
    438: ("100",),
    449: ("torch_npu.conv.allow_hf32",),
    491: ("0111",),
    492: ("op_precision_mode.ini",),
    497: ("20 * 1024 * 1024 * 1024",),
    499: ("max_opqueue_num", "do_copy_in_default_stream"),
    518: ("allow_fp32_to_fp16",),
}
#: The quotes of the other flag, --input_shape, are not among the options of the set.
PART_NOT_IN_SET = {116}

#: Verdict and the worst finding: how many sets. Nothing that is ok has a warning, nothing that is wrong is silent.
CONFUSION = {
    ("ok", "silent"): 31,
    ("ok", "note"): 4,
    ("deprecated", "note"): 15,
    ("deprecated", "error"): 1,  # a remark stands where the value should be
    ("suspicious", "silent"): 10,
    ("suspicious", "note"): 14,
    ("suspicious", "warning"): 8,
    ("suspicious", "error"): 3,  # as above
    ("wrong", "note"): 2,  # a file that is not there, and the set whose wrong part is another flag
    ("wrong", "warning"): 9,
    ("wrong", "error"): 8,
}


def linted(given: Mapping[str, Any]) -> tuple[bytes, list[Finding]]:
    name, text = FORMS[given["front_end"]](given)
    data = text.encode()
    return data, lint_data(name, data, LintOptions(isolated=True)).findings


def worst(findings: list[Finding]) -> str:
    return max((finding.severity for finding in findings), key=lambda one: one.rank).value if findings else "silent"


with_text = [one for one in SETS if one["front_end"] in FORMS]


def named(verdict: str) -> pytest.MarkDecorator:
    chosen = [one for one in with_text if one["verdict"] == verdict]
    return pytest.mark.parametrize("given", chosen, ids=[f"{one['n']}-{one['front_end'][:12]}" for one in chosen])


def test_every_front_end_of_the_collection_has_a_form_or_a_reason() -> None:
    assert {one["front_end"] for one in SETS} == FORMS.keys() | NO_TEXT


@named("ok")
def test_no_warning_on_what_works(given: dict[str, Any]) -> None:
    assert [finding for finding in linted(given)[1] if finding.severity is not Severity.NOTE] == []


@named("wrong")
def test_what_is_wrong_is_told_where_it_stands(given: dict[str, Any]) -> None:
    if given["n"] in PART_NOT_IN_SET:
        assert given["n"] == 116
        return
    data, findings = linted(given)
    spans = [finding.span for finding in findings if finding.span is not None and finding.code != "GEO506"]
    told = [data[span.offset : span.end_offset].decode() for span in spans]
    for part in WRONG_PARTS[given["n"]]:
        assert any(part in text for text in told), (part, told)


@named("deprecated")
def test_what_is_deprecated_is_told_with_its_replacement(given: dict[str, Any]) -> None:
    told = [finding for finding in linted(given)[1] if finding.code == "GEO506"]
    assert told
    assert all("op_precision_mode" in f"{finding.message} {finding.hint}" for finding in told)
    assert any("deprecated" in reason for reason in given["why"])


def test_typographic_quotes_of_another_flag() -> None:
    """The wrong part of set 116: a shell leaves the quotes of a word processor in the value."""
    text = (
        "atc --model=m.onnx --framework=5 --output=m --soc_version=Ascend910A --input_shape=\u201cx:1,3,224,224\u201d\n"
    )
    findings = lint_data("run.sh", text.encode()).findings
    assert [finding.code for finding in findings] == ["GEO512"]
    span = findings[0].span
    assert span is not None
    assert text.encode()[span.offset : span.end_offset].decode() == "\u201cx:1,3,224,224\u201d"


def test_confusion_table() -> None:
    table = Counter((one["verdict"], worst(linted(one)[1])) for one in with_text)
    outcomes = ("silent", "note", "warning", "error")
    lines = [f"{'verdict':<12}" + "".join(f"{outcome:>9}" for outcome in outcomes)]
    lines += [
        f"{verdict:<12}" + "".join(f"{table[verdict, outcome]:>9}" for outcome in outcomes)
        for verdict in ("ok", "deprecated", "suspicious", "wrong")
    ]
    sys.stdout.write("\n".join(("", *lines, "")))
    assert dict(table) == CONFUSION


# What the collection shows once holds for every other key and value of its kind.

#: Key table to the form of its front end, and how the form wants a key.
TABLES: dict[str, tuple[str, Callable[[FrontEndKey], str]]] = {
    "atc": ("ATC", lambda row: row.spelling.lstrip("-")),
    "aoe": ("AOE", lambda row: row.spelling.lstrip("-")),
    "tf1_parameter_map": (
        "TF adapter 1.x/2.x (parameter_map)",
        lambda row: f"{row.spelling}.{(row.fields or ('s',))[0]}",
    ),
    "torch_npu_set_option": ("torch_npu (torch.npu.set_option)", lambda row: row.spelling),
    "torch_npu_properties": ("torch_npu", lambda row: row.spelling),
    "torchair": ("TorchAir CompilerConfig", lambda row: row.spelling),
    "onnxruntime_cann": ("ONNX Runtime CANNExecutionProvider", lambda row: row.spelling),
    "tf2_global_options": ("TF adapter 2.x npu_global_options (official docs)", lambda row: row.spelling),
    "tf1_npurunconfig": ("TF adapter (NPURunConfig/parameter_map)", lambda row: row.spelling),
}
#: Flags that the form of a command gives already.
GIVEN = {"--model", "--framework", "--output", "--soc_version", "--job_type", "-m"}
#: Documented values with a warning all the same, and why.
WARNED = {
    "GEO401": "the SoC of the form has no such option",
    "GEO402": "the SoC of the form has no such value",
    "GEO303": "a level of determinism needs determinism",
    "GEO505": "the form writes digits as a number",
    "GEO508": "GE takes enable_graph_parallel and nothing reads it",
}
#: Values that the TensorFlow adapter takes and GE's code refuses (optimization_option.cc:20-23).
REFUSED_BY_GE = {("tf2_global_options", "oo_level", "O0"), ("tf2_global_options", "oo_level", "O2")}


def rows(table: str) -> list[FrontEndKey]:
    return [row for row in keys_of(table) if is_usable(row) and "(" not in row.spelling and row.spelling not in GIVEN]


def example(row: FrontEndKey) -> object:
    values = [value for value in row.values or () if value is not None]
    return values[0] if values else row.example or (True if "bool" in row.value_type else 1)


def without_a_letter(word: str) -> str:
    middle = len(word) // 2
    return word[:middle] + word[middle + 1 :]


@pytest.mark.parametrize("table", TABLES)
def test_documented_values_of_every_key_are_no_mistake(table: str) -> None:
    front_end, key_of = TABLES[table]
    for row in rows(table):
        if "." in row.spelling and table == "tf1_npurunconfig":
            continue  # an argument of another class
        for value in row.values or ():
            if value is None or (table, row.spelling, value) in REFUSED_BY_GE:
                continue
            written = value if isinstance(value, (bool, int)) and table != "atc" else str(value)
            _, findings = linted({"front_end": front_end, "options": {key_of(row): written}})
            loud = [one for one in findings if one.severity is not Severity.NOTE and one.code not in WARNED]
            assert loud == [], (row.spelling, value)


@pytest.mark.parametrize("table", TABLES)
def test_a_slip_in_any_key_is_told_at_the_key(table: str) -> None:
    front_end, key_of = TABLES[table]
    known = by_spelling(table)
    told = 0
    for row in rows(table):
        if "." in row.spelling and table == "tf1_npurunconfig":
            continue
        head, dot, last = row.spelling.rpartition(".")
        if len(last.lstrip("-")) < 5:
            continue
        wrong = head + dot + without_a_letter(last)
        if wrong in known:
            continue
        key = key_of(row).replace(row.spelling.lstrip("-"), wrong.lstrip("-"))
        data, findings = linted({"front_end": front_end, "options": {key: example(row)}})
        spans = [one.span for one in findings if one.span is not None and one.severity is not Severity.NOTE]
        places = [data[span.offset : span.end_offset].decode() for span in spans]
        assert any(without_a_letter(last).lstrip("-") in place for place in places), key
        told += 1
    assert told >= 5


@pytest.mark.parametrize("table", [name for name in TABLES if name != "torch_npu_properties"])
def test_a_slip_in_any_listed_value_is_told_at_the_value(table: str) -> None:
    front_end, key_of = TABLES[table]
    for row in rows(table):
        if "." in row.spelling and table == "tf1_npurunconfig":
            continue
        for value in row.values or ():
            if not isinstance(value, str) or len(value) < 5 or without_a_letter(value) in (row.values or ()):
                continue
            wrong = without_a_letter(value)
            data, findings = linted({"front_end": front_end, "options": {key_of(row): wrong}})
            spans = [one.span for one in findings if one.span is not None and one.severity is not Severity.NOTE]
            assert any(wrong in data[span.offset : span.end_offset].decode() for span in spans), (row.spelling, wrong)


FOREIGN = [
    (table, row.spelling, by_ge_key(table)[row.ge_key or ""][0].spelling)
    for table in ("atc", "tf1_parameter_map", "onnxruntime_cann", "tf2_global_options")
    for row in keys_of("acl")
    if row.ge_key in by_ge_key(table)
]


@pytest.mark.parametrize(("table", "key", "here"), FOREIGN)
def test_keys_of_another_front_end_are_told_with_the_key_that_belongs_here(table: str, key: str, here: str) -> None:
    field = ".s" if table == "tf1_parameter_map" else ""
    _, findings = linted({"front_end": TABLES[table][0], "options": {key + field: "x"}})
    hints = [one.hint for one in findings if one.code == "GEO501"]
    assert any(here.rpartition(".")[2] in hint for hint in hints), hints
