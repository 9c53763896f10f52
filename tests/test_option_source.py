"""Options out of specs and option dicts, in the layouts and spellings people have."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from geopts.errors import FileError, GeoptsError, ProductError
from geopts.facts.options import BY_KEY
from geopts.facts.rows import Call
from geopts.option_source import circumstances_of, kind_of, read_option_file, respell, text_of

OPTION_SETS = json.loads((Path(__file__).parent / "data/corpus/option_sets.json").read_text("utf-8"))
IMPLMODE, TYPES = "ge.opSelectImplmode", "ge.optypelistForImplmode"


def read(mapping: dict[str, Any], name: str = "options.json") -> Any:
    return read_option_file(name, json.dumps(mapping).encode())


@pytest.mark.parametrize(
    ("name", "content", "kind"),
    [
        ("x.ini", b"[ByOpType]\n", "ini"),
        ("x.ini", b"", "ini"),
        ("x.txt", b"Gelu=high_precision\n", "ini"),
        ("geopts.toml", b"", "spec"),
        ("options.json", b'{"ge.exec.allow_hf32": "1"}', "options"),
        ("options.json", b'{"build_model": {"ge.exec.allow_hf32": "1"}}', "options"),
        ("spec.json", b'{"options": {"allow_hf32": true}}', "spec"),
        ("spec.json", b'{"product": "A2", "soc_version": "Ascend910B3"}', "spec"),
        ("flat.json", b'{"soc_version": "Ascend910B3", "op_select_impl_mode": "high_precision"}', "options"),
        # no name that tells: standard input, a pipe
        ("-", b'{"options": {}}', "spec"),
        ("-", b"[options]\nallow_hf32 = true\n", "spec"),
        ("-", b"[ByOpType]\nGelu=high_precision\n", "ini"),
        ("-", b"", "ini"),
        ("/dev/fd/63", b"# a comment\n", "ini"),
    ],
)
def test_kind(name: str, content: bytes, kind: str) -> None:
    assert kind_of(name, content) == kind


def test_json_that_is_none_is_told() -> None:
    with pytest.raises(FileError):
        kind_of("options.json", b"[1, 2]")


@pytest.mark.parametrize(
    ("mapping", "place", "call", "api"),
    [
        ({IMPLMODE: "high_precision"}, IMPLMODE, None, "offline"),
        ({"op_select_implmode": "high_precision"}, "op_select_implmode", None, "offline"),
        ({"ACL_OP_SELECT_IMPL_MODE": "high_precision"}, "ACL_OP_SELECT_IMPL_MODE", None, "offline"),
        ({"OP_SELECT_IMPL_MODE": "high_precision"}, "OP_SELECT_IMPL_MODE", None, "offline"),
        (
            {"build_initialize": {IMPLMODE: "high_precision"}},
            f"build_initialize.{IMPLMODE}",
            Call.BUILD_INITIALIZE,
            "offline",
        ),
        ({"ge_initialize": {IMPLMODE: "high_precision"}}, f"ge_initialize.{IMPLMODE}", Call.GE_INITIALIZE, "session"),
        # ATC's --raw_ge_options has the words of a session and runs in ATC (api/atc/main_impl.cc:261-514)
        (
            {"compile options": {"global": {IMPLMODE: "high_precision"}}},
            f"compile options.global.{IMPLMODE}",
            Call.GE_INITIALIZE,
            "offline",
        ),
        (
            {"ascend_config": {"ge_options": {"global": {IMPLMODE: "high_precision"}}}},
            f"ascend_config.ge_options.global.{IMPLMODE}",
            Call.GE_INITIALIZE,
            "session",
        ),
    ],
)
def test_layouts_and_spellings(mapping: dict[str, Any], place: str, call: Call | None, api: str) -> None:
    file = read(mapping)
    (given_,) = file.all(IMPLMODE)
    assert (given_.place, given_.call, file.api) == (place, call, api)
    assert file.text(IMPLMODE) == "high_precision"


@pytest.mark.parametrize(
    "toml",
    [
        '[options]\nop_select_impl_mode = "high_precision"\n',
        '[options]\n"ge.opSelectImplmode" = "high_precision"\n',
        '[options]\nge.opSelectImplmode = "high_precision"\n',
        '[options.ge]\nopSelectImplmode = "high_precision"\n',
        'options.ge.opSelectImplmode = "high_precision"\n',
        'options = { OP_SELECT_IMPL_MODE = "high_precision" }\n',
    ],
)
def test_spellings_of_a_spec(toml: str) -> None:
    assert read_option_file("geopts.toml", toml.encode()).text(IMPLMODE) == "high_precision"


def test_the_latest_call_counts() -> None:
    """graph over session over GEInitialize (inner_session.cc:178-184), build_model over build_initialize."""
    three = {"graph": {IMPLMODE: "c"}, "session": {IMPLMODE: "b"}, "ge_initialize": {IMPLMODE: "a"}}
    assert read(three).text(IMPLMODE) == "c"
    assert read({"build_model": {IMPLMODE: "b"}, "build_initialize": {IMPLMODE: "a"}}).text(IMPLMODE) == "b"
    assert len(read(three).all(IMPLMODE)) == 3


@pytest.mark.parametrize(
    ("key", "value", "text"),
    [
        (TYPES, ["Gelu", "Tanh"], "Gelu,Tanh"),
        (TYPES, ["Gelu", ""], "Gelu,"),
        (TYPES, None, ""),
        ("ge.exec.allow_hf32", True, "true"),
        ("ge.exec.allow_hf32", {"conv": True, "matmul": False}, "10"),
        ("ge.tiling_schedule_optimize", True, "1"),
        (IMPLMODE, 5, "5"),
        (IMPLMODE, "bogus", "bogus"),
    ],
)
def test_text(key: str, value: object, text: str) -> None:
    assert text_of(key, value) == text


@pytest.mark.parametrize(
    ("written", "successor"),
    [
        ("ge.opSelectImplmode", "ge.exec.op_precision_mode"),
        ("op_select_implmode", "op_precision_mode"),
        ("op_select_impl_mode", "op_precision_mode"),
        ("OP_SELECT_IMPL_MODE", "OP_PRECISION_MODE"),
        ("ge::ir_option::OP_SELECT_IMPL_MODE", "ge::ir_option::OP_PRECISION_MODE"),
        ("ACL_OP_SELECT_IMPL_MODE", "ACL_OP_PRECISION_MODE"),
    ],
)
def test_successor_in_the_same_spelling(written: str, successor: str) -> None:
    assert respell(written, BY_KEY["ge.exec.op_precision_mode"]) == successor


@pytest.mark.parametrize(
    "option_set", [s for s in OPTION_SETS if s["verdict"] == "deprecated"], ids=lambda s: f"{s['n']}"
)
def test_pair_of_deprecated_sets_is_found(option_set: dict[str, Any]) -> None:
    """Every deprecated set of the collection holds op_select_implmode; Paddle's environment variables are no option dict."""
    if option_set["front_end"].startswith("Paddle"):
        return
    assert read(option_set["options"]).all(IMPLMODE)


def test_target_of_a_file() -> None:
    spec = read_option_file("geopts.toml", b'product = "310P"\nparser = "new"\n')
    nothing: dict[str, str | None] = {"product": None, "soc_version": None, "parser": None, "cann": None}
    known, named = circumstances_of(spec, **nothing)
    assert (known.hf32, known.parsers, named) == ((False,), ("new",), True)
    known, named = circumstances_of(spec, product="A2", soc_version=None, parser="old", cann=None)
    assert (known.hf32, known.parsers) == ((True,), ("old",))
    known, named = circumstances_of(read({"ge.socVersion": "Ascend310P3"}), **nothing)
    assert (known.hf32, named) == ((False,), False)
    known, _ = circumstances_of(read({"ge.socVersion": "no such SoC"}), **nothing)
    assert known.hf32 == (True, False)
    with pytest.raises(ProductError):
        circumstances_of(spec, product="no such product", soc_version=None, parser=None, cann=None)


JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-9, 9) | st.text(max_size=8),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(["ge", "global", "options", "precision", "ge_options", IMPLMODE, "exec"])
            | st.text(max_size=5),
            inner,
            max_size=4,
        )
    ),
    max_leaves=12,
)


@given(st.dictionaries(st.sampled_from(["options", "global", "ge", "x", IMPLMODE, TYPES]), JSON, max_size=5))
def test_any_json_table_is_read(mapping: dict[str, Any]) -> None:
    data = json.dumps(mapping).encode()
    file = read_option_file("x.json", data)
    assert file.kind == kind_of("x.json", data)
    for one in file.given:
        assert one.key is None or isinstance(file.text(one.key), str)


@given(st.binary(max_size=60))
def test_any_bytes_have_a_kind_or_are_refused(data: bytes) -> None:
    for name in ("-", "x.ini", "x.toml", "x.json"):
        try:
            kind = kind_of(name, data)
        except GeoptsError:
            continue
        assert kind in ("ini", "spec", "options")
