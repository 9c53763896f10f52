"""Python read as a tree: constants folded, places exact, any text survived, nothing run."""

from __future__ import annotations

import ast
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from geopts.frontends import FRONT_ENDS, read
from geopts.frontends.collector import Collector, Symbolic
from geopts.frontends.python_source import PythonSource, dotted


def source_of(text: str) -> tuple[PythonSource, Collector]:
    collector = Collector(FRONT_ENDS["tf2"], text, "x.py")
    return PythonSource(text, collector), collector


def last_value(text: str) -> object:
    source, _ = source_of(text)
    assert isinstance(source.tree.body[-1], ast.Assign)
    return source.value(source.tree.body[-1].value)


@pytest.mark.parametrize(
    ("expression", "value"),
    [
        ("'x'", "x"),
        ("'x' 'y'", "xy"),
        ("'x' + 'y'", "xy"),
        ("b'x'", "x"),
        ("-1", -1),
        ("True", True),
        ("None", None),
        ("f'x'", "x"),
        ("tf.compat.as_bytes('x')", "x"),
        ("'x'.encode()", "x"),
        ("'x'.encode('utf-8')", "x"),
        ("bytes('x', 'utf-8')", "x"),
        ("str(1)", "1"),
        ("NAME", "bound"),
        ("tf.compat.as_bytes(NAME)", "bound"),
        ("f'{NAME}.ini'", Symbolic("f'{NAME}.ini'")),
        ("TWICE", Symbolic("TWICE")),
        ("PARAMETER", Symbolic("PARAMETER")),
        ("LOOPED", Symbolic("LOOPED")),
        ("os.environ['X']", Symbolic("os.environ['X']")),
        ("f(1)", Symbolic("f(1)")),
        ("'x' % 1", Symbolic("'x' % 1")),
        ("[1]", Symbolic("[1]")),
        ("1.5", Symbolic("1.5")),
        ("'x' if a else 'y'", Symbolic("'x' if a else 'y'")),
        ("0x" + "f" * 300, Symbolic("0x" + "f" * 300)),
    ],
)
def test_what_folds_and_what_stays_symbolic(expression: str, value: object) -> None:
    text = (
        "NAME = 'bound'\nTWICE = 1\nTWICE = 2\ndef f(PARAMETER): pass\nPARAMETER = 'x'\nfor LOOPED in x: pass\n"
        f"RESULT = {expression}\n"
    )
    assert last_value(text) == value


def test_nothing_is_run() -> None:
    assert last_value("x = __import__('os').system('false')\n") == Symbolic("__import__('os').system('false')")


@pytest.mark.parametrize(
    ("text", "name"),
    [("a.b.c", "a.b.c"), ("a().b", "a().b"), ("a(1).b", ""), ("a[0].b", ""), ("(a if b else c).d", ""), ("a", "a")],
)
def test_dotted_names(text: str, name: str) -> None:
    statement = ast.parse(text).body[0]
    assert isinstance(statement, ast.Expr)
    assert dotted(statement.value) == name


@pytest.mark.parametrize(
    "text",
    [
        "def f(:\n",
        "x = 'a\n",
        "\0",
        "x = (" * 300,
        "  x = 1\n y = 2",
        "print 'x'",
        "x = " + "9" * 5000,
        "\udc80 = 1",
        "ä" * 10 + "(",
    ],
)
def test_text_that_is_no_python_is_one_finding(text: str) -> None:
    source, collector = source_of(text)
    assert not source.tree.body
    assert [finding.name for finding in collector.findings] == ["unreadable-file"]


@pytest.mark.parametrize("line_end", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("start", ["", "\ufeff", "é = 'ü'{}", '"""é{}ü"""{}'])
def test_places_hold_with_any_line_end_and_any_text_before(line_end: str, start: str) -> None:
    text = start.replace("{}", line_end) + "Ä = 'ö'; x = 'value'" + line_end
    source, _ = source_of(text)
    node = source.tree.body[-1]
    assert isinstance(node, ast.Assign)
    at = source.range_of(node.value)
    assert text[at.start : at.end] == "'value'"
    assert source.source_of(node.targets[0]) == "x"


def test_places_in_a_long_line_cost_time_by_its_length_only() -> None:
    entries = ",".join(f"'ge.中{i}': '1'" for i in range(3000))
    start = time.perf_counter()
    found = read(f"OPTIONS = {{{entries}}}\n", "ge-python-offline")
    assert len(found.unknown) == 3000
    assert time.perf_counter() - start < 20


@given(text=st.text("ab.=()[]{}'\"\\\n :,#+-*1\té", max_size=60))
def test_any_text_gives_a_tree(text: str) -> None:
    source, _ = source_of(text)
    for node in source.nodes():
        if isinstance(node, ast.expr):
            at = source.range_of(node)
            assert 0 <= at.start <= at.end <= len(text)
            source.value(node)
