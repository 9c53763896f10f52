"""Runtime options as Python: it compiles, runs before the kernel, and sets exactly what was asked (a recording stand-in for pypto)."""

from __future__ import annotations

import ast
import json
import types
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from geopts.errors import FileError, FindingsError, OptionValueError, UnknownOptionError
from geopts.facts.pypto_rows import Channel
from geopts.pypto.emit import EmitForm, emit_options, python_value
from geopts.pypto.emit_into import emit_into
from geopts.pypto.runtime_options import RuntimeOptions


class Recorder:
    """Stands in for the package pypto and writes down what is called, in order."""

    def __init__(self) -> None:
        self.calls: list[tuple[str, Any]] = []
        self.experimental = types.SimpleNamespace(set_runtime_options=self._setter)
        self.frontend = types.SimpleNamespace(jit=self._jit)

    def _setter(self, **options: Any) -> None:
        self.calls.append(("experimental", options))

    def _jit(self, function: Any = None, **groups: Any) -> Any:
        if function is not None:
            self.calls.append(("kernel", function.__name__))
            return function

        def decorate(decorated: Any) -> Any:
            self.calls.append(("jit", groups))
            self.calls.append(("kernel", decorated.__name__))
            return decorated

        return decorate

    def options(self, name: str, **groups: Any) -> Any:
        import contextlib

        self.calls.append(("options", groups))
        return contextlib.nullcontext(name)

    def loop(self, count: int) -> range:
        return range(count)


def run(code: str | bytes) -> list[tuple[str, Any]]:
    recorder = Recorder()
    text = code.decode("utf-8-sig") if isinstance(code, bytes) else code
    tree = ast.parse(text)
    tree.body = [node for node in tree.body if not isinstance(node, (ast.Import, ast.ImportFrom))]
    names = {"pypto": recorder, "p": recorder, "jit": recorder.frontend.jit, "kernel": lambda: None}
    exec(compile(tree, "emitted.py", "exec"), names)
    return recorder.calls


BOTH = RuntimeOptions(
    stitch_function_num_per_pool=[64, 2, 1], device_sched_mode=1, ready_on_host_tensors=['q"é\n', "b"]
)


def test_both_channels_each_in_its_place() -> None:
    text = emit_options(BOTH, kernel="softmax")
    assert run(text) == [
        ("experimental", {"stitch_function_num_per_pool": [64, 2, 1]}),
        ("jit", {"runtime_options": {"device_sched_mode": 1, "ready_on_host_tensors": ['q"é\n', "b"]}}),
        ("kernel", "softmax"),
    ]
    assert text.startswith("import pypto\n")


@pytest.mark.parametrize("form", ["experimental", "jit"])
def test_one_channel_alone(form: str) -> None:
    channel = Channel.EXPERIMENTAL if form == "experimental" else Channel.STABLE_JIT
    (call, *_) = run(emit_options(BOTH, form=form))
    options = call[1] if form == "experimental" else call[1]["runtime_options"]
    assert (call[0], options) == (form, BOTH.channel(channel))
    other = (
        RuntimeOptions(run_mode=1) if form == "experimental" else RuntimeOptions(stitch_function_num_per_pool=[1, 1, 1])
    )
    assert run(emit_options(other, form=form)) == []


def test_a_with_block_and_the_file() -> None:
    assert run(emit_options(BOTH, form="options")) == [("options", {"runtime_options": BOTH.as_dict()})]
    assert json.loads(emit_options(BOTH, form=EmitForm.CONFIG)) == {"runtime": BOTH.as_dict()}


@pytest.mark.parametrize("form", ["options", "config"])
@pytest.mark.parametrize("name", ["run_mode", "launch_early_mode"])
def test_what_only_the_decorator_carries_is_refused_elsewhere(form: str, name: str) -> None:
    # findings.md 27 and 28
    with pytest.raises(OptionValueError, match="jit decorator only") as caught:
        emit_options(RuntimeOptions.from_mapping({name: 1}), form=form)
    assert caught.value.option == name
    assert run(emit_options(RuntimeOptions.from_mapping({name: 1})))[0] == ("jit", {"runtime_options": {name: 1}})


@pytest.mark.parametrize("form", list(EmitForm))
def test_nothing_set_is_said(form: EmitForm) -> None:
    text = emit_options(RuntimeOptions(), form=form)
    assert json.loads(text) == {"runtime": {}} if form is EmitForm.CONFIG else run(text) == []


@pytest.mark.parametrize("name", ["", "a b", "class", "k()", "1k"])
def test_the_kernel_needs_a_name(name: str) -> None:
    with pytest.raises(OptionValueError, match="no name of a function"):
        emit_options(BOTH, kernel=name)


@given(
    st.recursive(
        st.integers() | st.text(), lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner), max_leaves=6
    )
)
def test_literals_read_back_as_themselves(value: Any) -> None:
    assert ast.literal_eval(python_value(value)) == value


# -- into a file ---------------------------------------------------------------------------------------------------------------------------

KERNEL = '''"""A kernel, naïve."""
import numpy
import pypto

# adds one
@pypto.frontend.jit
def add(x):
    for i in pypto.loop(3):
        pass
'''
POOLS = RuntimeOptions(stitch_function_num_per_pool=[64, 2, 1])


def into(text: str, options: RuntimeOptions, kernel: str = "") -> str:
    return emit_into(text.encode(), options, kernel=kernel, path="k.py").decode()


def test_the_statement_stands_above_the_kernel_and_its_comment() -> None:
    statement = "pypto.experimental.set_runtime_options(stitch_function_num_per_pool=[64, 2, 1])\n\n\n"
    text = into(KERNEL, POOLS)
    assert text == KERNEL.replace("# adds one", statement + "# adds one")
    assert run(text) == [("experimental", POOLS.as_dict()), ("kernel", "add")]
    assert into(text, POOLS) == text


def test_line_ends_and_mark_stay() -> None:
    data = b"\xef\xbb\xbf" + KERNEL.replace("\n", "\r\n").encode()
    result = emit_into(data, POOLS, path="k.py")
    assert result.startswith(b"\xef\xbb\xbf")
    assert b"\n" not in result.replace(b"\r\n", b"")
    assert run(result)[0] == ("experimental", POOLS.as_dict())


def test_never_in_a_loop_and_never_in_a_kernel() -> None:
    looped = "import pypto\nif True:\n    for n in range(2):\n        while n < 9:\n            @pypto.frontend.jit\n            def k(x): ...\n            break\n"
    text = into(looped, POOLS)
    assert text.index("set_runtime_options") < text.index("for n")
    assert run(text)[0] == ("experimental", POOLS.as_dict())
    assert len([call for call in run(text) if call[0] == "experimental"]) == 1
    inner = "import pypto\n@pypto.frontend.jit\ndef outer(x):\n    @pypto.frontend.jit\n    def inner(y): ...\n"
    text = into(inner, POOLS, "inner")
    assert text.index("set_runtime_options") < text.index("@pypto")


@pytest.mark.parametrize(
    "body",
    [
        "for i in range(3):\n    pypto.experimental.set_runtime_options(stitch_function_num_per_pool=[1, 1, 1])\n",
        "@pypto.frontend.jit\ndef other(x):\n    pypto.experimental.set_runtime_options(stitch_function_num_per_pool=[1, 1, 1])\n",
    ],
)
def test_a_call_in_the_wrong_place_is_a_finding(body: str) -> None:
    # S135: do not set it inside pypto.loop or inside a kernel.
    with pytest.raises(FindingsError) as caught:
        into("import pypto\n" + body + "@pypto.frontend.jit\ndef k(x): ...\n", POOLS)
    (finding,) = caught.value.findings
    assert finding.code == "GEO618"
    assert finding.span is not None
    assert finding.span.line == body[: body.index("pypto.exp")].count("\n") + 2


def test_a_call_that_is_there_gets_the_new_value() -> None:
    text = into(KERNEL, POOLS).replace("[64, 2, 1])", "(\n  1, 1, 1))  # mine")
    changed = into(text, RuntimeOptions(stitch_function_num_per_pool=[9, 8, 7]))
    assert run(changed)[0] == ("experimental", {"stitch_function_num_per_pool": [9, 8, 7]})
    assert "# mine" in changed
    assert changed.count("set_runtime_options") == 1


STABLE = RuntimeOptions(device_sched_mode=2, run_mode=1)
WANTED = {"device_sched_mode": 2, "run_mode": 1}


@pytest.mark.parametrize(
    ("decorator", "expected"),
    [
        ("@pypto.frontend.jit", {"runtime_options": WANTED}),
        ("@pypto.frontend.jit()", {"runtime_options": WANTED}),
        ("@pypto.frontend.jit(host_options={},)", {"host_options": {}, "runtime_options": WANTED}),
        ("@pypto.frontend.jit(host_options=({}))", {"host_options": {}, "runtime_options": WANTED}),
        ("@pypto.frontend.jit(runtime_options=None)", {"runtime_options": WANTED}),
        ("@pypto.frontend.jit(runtime_options={})", {"runtime_options": WANTED}),
        (
            '@pypto.frontend.jit(\n    runtime_options={\n        "é": 1, "run_mode": 0,  # sim\n    },\n)',
            {"runtime_options": {"é": 1, **WANTED}},
        ),
        (
            "@pypto.frontend.jit(runtime_options={'valid_shape_optimize': 1})",
            {"runtime_options": {"valid_shape_optimize": 1, **WANTED}},
        ),
    ],
)
def test_the_decorator_gets_the_stable_options(decorator: str, expected: dict[str, Any]) -> None:
    text = into(f"import pypto\n{decorator}\ndef k(x):\n    return 'é'  # keep\n", STABLE)
    assert run(text) == [("jit", expected), ("kernel", "k")]
    assert text.endswith("def k(x):\n    return 'é'  # keep\n")


def test_options_in_the_decorator_win_so_they_are_changed() -> None:
    # precedence: jit scope > set_options in force
    text = "import pypto\n@pypto.frontend.jit(runtime_options={'stitch_function_num_per_pool': [1, 1, 1]})\ndef k(x): ...\n"
    assert run(into(text, POOLS)) == [("jit", {"runtime_options": POOLS.as_dict()}), ("kernel", "k")]


def test_names_that_imports_give() -> None:
    text = "import pypto as p\nfrom pypto.frontend import jit\n@jit\ndef k(x): ...\n"
    assert run(into(text, POOLS))[0] == ("experimental", POOLS.as_dict())
    assert "p.experimental.set_runtime_options" in into(text, POOLS)
    with pytest.raises(FileError, match="not pypto itself"):
        into("from pypto.frontend import jit\n@jit\ndef k(x): ...\n", POOLS)
    with pytest.raises(FileError, match="no function is decorated"):
        into("from numba import jit\n@jit\ndef k(x): ...\n", POOLS)


def test_one_of_several_kernels() -> None:
    text = "import pypto\n@pypto.frontend.jit\ndef a(x): ...\n@pypto.frontend.jit\ndef b(x): ...\n"
    with pytest.raises(UnknownOptionError, match="several kernels"):
        into(text, STABLE)
    with pytest.raises(UnknownOptionError, match="no kernel is called c"):
        into(text, STABLE, "c")
    assert run(into(text, STABLE, "b")) == [("kernel", "a"), ("jit", {"runtime_options": WANTED}), ("kernel", "b")]
    assert run(into(text, POOLS))[0] == ("experimental", POOLS.as_dict())


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"def k(:\n", r"k.py:1:7: is no Python"),
        (b"\xff\xfe", "not UTF-8"),
        (b"x = 1\x00", "k.py"),
        (b"", "no function is decorated"),
        (
            b"import pypto\nOPTS = {}\n@pypto.frontend.jit(runtime_options=OPTS)\ndef k(x): ...\n",
            "k.py:3: the options of k are OPTS",
        ),
    ],
)
def test_files_that_cannot_take_them(data: bytes, words: str) -> None:
    with pytest.raises(FileError, match=words):
        emit_into(data, STABLE, path="k.py")


@given(st.text(max_size=30) | st.text(alphabet="@pypto.frontend.jit()\n def k:x", max_size=60))
def test_any_text_is_taken_or_refused(text: str) -> None:
    data = f"import pypto\n{text}\n@pypto.frontend.jit\ndef k(x): ...\n".encode("utf-8", "surrogatepass")
    try:
        result = emit_into(data, POOLS, kernel="k", path="k.py")
    except (FileError, FindingsError, UnknownOptionError):
        return
    assert result.count(b"set_runtime_options(stitch_function_num_per_pool=[64, 2, 1])") == 1
