"""Writing geopts.toml: what is written reads back as the same spec."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from geopts.errors import UnportableError
from geopts.facts.dialects import PrecisionMode
from geopts.option_set import OptionSet
from geopts.precision.op_precision import OpPrecision
from geopts.resolve.plan import resolve
from geopts.spec import Spec, read_spec
from geopts.spec_write import spec_toml, starting_toml, toml_value
from geopts.values import AllowHF32

REFERENCE: list[dict[str, Any]] = json.loads(
    (Path(__file__).parent / "data" / "reference" / "options.json").read_text(encoding="utf-8")
)


def read(text: str) -> Spec:
    return read_spec("geopts.toml", text.encode())


def same(first: Spec, second: Spec) -> bool:
    fields = ("options", "product", "soc_version", "cann", "parser", "precision_bytes", "pypto_runtime", "lint")
    return [getattr(first, field) for field in fields] == [getattr(second, field) for field in fields]


#: Any text that UTF-8 can hold.
TEXT = st.text(st.characters(exclude_categories=["Cs"]))
NAMES = st.text(st.characters(exclude_categories=["Cs"]), min_size=1)
MODES = st.sampled_from(list(PrecisionMode))
PLAIN = st.one_of(st.booleans(), st.integers(-(2**63), 2**63 - 1), TEXT)
TABLES = st.dictionaries(TEXT, st.one_of(PLAIN, st.lists(PLAIN), st.dictionaries(TEXT, PLAIN)))


def values(option: dict[str, Any]) -> st.SearchStrategy[Any]:
    """Values that an option takes, in Python's form and in GE's."""
    texts = [text for text in (option["allowed_values"] or []) + (option["code_accepted_values"] or []) if text]
    kind = option["value_type"]
    if option["key"] == "ge.exec.allow_hf32":
        switches = st.tuples(st.booleans(), st.booleans()).map(lambda pair: AllowHF32(*pair))
        return st.one_of(switches, st.sampled_from(["true", "1", "11", "0", "00", "10", "01", "false"]))
    if kind in ("bool01", "booltf", "boolTF"):
        return st.booleans()
    if kind == "enum":
        return st.sampled_from(texts)
    if kind == "int":
        low, high = option["range"] or (None, None)
        return st.integers(-(2**63) if low is None else low, 2**63 - 1 if high is None else high)
    special: dict[str, st.SearchStrategy[Any]] = {
        "ge.dynamicBatchSize": st.lists(st.integers(-9, 9), min_size=1),
        "ge.dynamicDims": st.lists(st.lists(st.integers(-9, 9), min_size=1), min_size=1),
        "ge.optimizationSwitch": st.dictionaries(st.text("ABab \"'.", min_size=1), st.booleans(), min_size=1),
        "ge.optypelistForImplmode": st.lists(st.text("ABab\"'.", min_size=1), min_size=1),
        "input_shape": st.dictionaries(NAMES, st.lists(st.integers(-1, 9)), min_size=1),
    }
    if option["key"] in special:
        return special[option["key"]]
    return NAMES.filter(lambda text: "\0" not in text) if kind in ("string", "path_file", "path_dir") else st.nothing()


WRITABLE = [
    option for option in REFERENCE if not values(option).is_empty and option["key"] != "ge.exec.op_precision_mode"
]
OPTIONS = st.lists(st.sampled_from(WRITABLE), unique_by=lambda option: option["key"], max_size=4).flatmap(
    lambda chosen: st.fixed_dictionaries({option["key"]: values(option) for option in chosen})
)
PRECISION = st.builds(OpPrecision, st.dictionaries(TEXT, MODES, max_size=3), st.dictionaries(TEXT, MODES, max_size=3))


@given(
    OPTIONS,
    st.one_of(st.none(), PRECISION),
    st.one_of(st.none(), TEXT),
    st.sampled_from([None, "old", "new"]),
    st.one_of(st.none(), TABLES),
)
def test_what_is_written_reads_back_as_the_same_spec(
    options: dict[str, Any],
    precision: OpPrecision | None,
    words: str | None,
    parser: str | None,
    table: dict[str, Any] | None,
) -> None:
    spec = Spec(
        options=OptionSet({**options, "OP_PRECISION_MODE": precision}),
        product=words,
        soc_version=words,
        cann=words,
        parser=parser,
        pypto_runtime=table,
        lint=table,
    )
    back = read(spec_toml(spec))
    assert same(back, spec)
    assert back.options.texts() == spec.options.texts()
    assert spec_toml(back) == spec_toml(spec)


def test_the_text_is_what_a_person_would_write() -> None:
    spec = Spec(
        options=OptionSet(
            {"ge.inputShape": "x:1"},
            PRECISION_MODE_V2="origin",
            ALLOW_HF32=AllowHF32(conv=True, matmul=False),
            TILING_SCHEDULE_OPTIMIZE=True,
            DYNAMIC_DIMS=[[1, 2], [3, 4]],
            OPTIMIZATION_SWITCH={"My Pass": False},
            OP_PRECISION_MODE=OpPrecision({"Gelu": "high_precision"}, {'a/"b"': "high_performance"}),
        ),
        product="A2",
    )
    assert (
        spec_toml(spec)
        == """\
product = "A2"

[options]
"ge.inputShape" = "x:1"
precision_mode_v2 = "origin"
allow_hf32 = "10"
tiling_schedule_optimize = true
dynamic_dims = [[1, 2], [3, 4]]
optimization_switch = { "My Pass" = false }

[precision.by_op_type]
Gelu = "high_precision"

[precision.by_node_name]
"a/\\"b\\"" = "high_performance"
"""
    )


def test_a_file_is_named_instead_of_its_entries(tmp_path: Path) -> None:
    precision = OpPrecision.parse(b"\xff=high_precision\nbroken\n")
    spec = Spec(options=OptionSet(OP_PRECISION_MODE=precision))
    assert spec_toml(spec, precision_file="a/b c.ini") == '[precision]\nfile = "a/b c.ini"\n'
    (tmp_path / "op.ini").write_bytes(b"\xff=high_precision\nbroken\n")
    path = tmp_path / "geopts.toml"
    path.write_text(spec_toml(spec, precision_file="op.ini"), encoding="utf-8")
    assert read_spec(path).options == spec.options


def test_a_name_that_toml_cannot_hold_is_refused_with_the_way_out() -> None:
    spec = Spec(options=OptionSet(OP_PRECISION_MODE=OpPrecision.parse(b"a\xff=high_precision\n")))
    with pytest.raises(UnportableError, match="no UTF-8") as caught:
        spec_toml(spec)
    assert "file = " in caught.value.hint
    assert "\udcff" in caught.value.key


def test_an_empty_typed_file_stays_one() -> None:
    spec = Spec(options=OptionSet(OP_PRECISION_MODE=OpPrecision()))
    assert spec_toml(spec) == "[precision]\n"
    assert read(spec_toml(spec)).options.op_precision == OpPrecision()
    assert spec_toml(Spec()) == "\n"


def test_the_starting_file_is_valid_and_changes_nothing_by_itself() -> None:
    spec = read(starting_toml())
    assert spec.product == "A2"
    # an op_precision.ini, even an empty one, would stop GE from loading its presets (parser.cc:173-176)
    assert "OP_PRECISION_MODE" not in spec.options
    assert resolve(spec.options, product=spec.product).findings == ()
    uncommented = "\n".join(
        line.removeprefix("# ") for line in starting_toml().splitlines() if " = " in line or "[" in line[:3]
    )
    assert read(uncommented).options.op_precision == OpPrecision(
        {"Gelu": "high_precision"}, {"encoder/0/softmax": "high_precision"}
    )


def test_values_without_a_toml_form() -> None:
    assert toml_value({}) == "{}"
    assert toml_value(1.5) == "1.5"
    assert [toml_value(AllowHF32(conv=on, matmul=on)) for on in (True, False)] == ["true", "false"]
    assert toml_value("\x7f\0") == '"\\u007f\\u0000"'
    with pytest.raises(TypeError, match="NoneType"):
        toml_value([None])
