"""Whatever the bytes are: GE's reading never raises, and every reader of a user's file raises `GeoptsError` alone."""

from __future__ import annotations

import contextlib
import json
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from geopts.errors import GeoptsError
from geopts.facts.dialects import ALLOW_HF32_NEW_STYLE, OP_PRECISION, PrecisionMode
from geopts.facts.options import BY_KEY
from geopts.ini import LineKind, scan
from geopts.option_set import OptionSet, find_option
from geopts.precision.builtin import BuiltinFiles
from geopts.precision.decision import Decision
from geopts.precision.engine import EngineTable
from geopts.precision.front_end import front_end_checks
from geopts.precision.op_precision import OpPrecision
from geopts.products import find_product
from geopts.resolve.plan import Plan, circumstances, resolve
from geopts.spec import Spec, read_spec
from geopts.spec_write import spec_toml
from geopts.support import supports

#: Bytes that look like an op_precision.ini, with everything in them that readers stumble over.
PIECES = st.sampled_from(
    [
        b"[ByOpType]", b"[ByNodeName]", b"[byoptype]", b"[X]", b"Conv2D", b"a/b", b"=", b"=", b"\n", b"\n", b"\r\n", b" ", b"\t",
        b"#", b";", b"\0", b"\xff", b"\xef\xbb\xbf", b"\xc2\xa0", b"\xe2\x80\xa8", b"high_precision", b"HIGH_PRECISION", b"keep_fp16",
        b"enable_hi_float_32_execution", b"enable_float_32_execution", b"default", b":", b"\x0b", b"\x0c", b"\x85",
    ]
)  # fmt: skip
INI = st.one_of(st.binary(), st.lists(PIECES).map(b"".join))
TEXT = st.one_of(st.text(), st.text(st.characters(categories=["Cs", "L", "P"])))
HF32 = st.sampled_from(["", "true", "false", "0", "1", "00", "01", "10", "11", "yes", " 1"])
IMPLMODES = st.sampled_from(
    [
        "",
        "high_precision",
        "high_performance",
        "high_precision_for_all",
        "high_performance_for_all",
        "bogus",
        "enable_float_32_execution",
    ]
)
PARSERS = st.sampled_from(["old", "new"])


@given(INI)
def test_scan_gives_every_line_and_loses_no_byte(data: bytes) -> None:
    for dialect in (OP_PRECISION, ALLOW_HF32_NEW_STYLE):
        document = scan(data, dialect)
        joined = "\n".join(document.lines).encode("utf-8", "surrogateescape")
        assert joined + (b"\n" if data.endswith(b"\n") else b"") == data
        for index in range(len(document)):
            line = document.line(index)
            assert line.kind in LineKind
            for span in (line.span(), line.key_span(), line.value_span()):
                assert 0 <= span.offset <= span.end_offset <= len(data)
                assert 1 <= span.column <= span.end_column
        for table in (document.by_op_type, document.by_node_name):
            assert set(table.values()) <= set(PrecisionMode)
            assert all(key and "=" not in key for key in table)


@given(
    INI,
    HF32,
    IMPLMODES,
    TEXT,
    st.booleans(),
    PARSERS,
    st.sampled_from(["options", "context"]),
    st.booleans(),
    TEXT,
    TEXT,
)
def test_loading_never_fails_by_the_content_of_the_file(
    data: bytes,
    hf32_text: str,
    implmode: str,
    optypelist: str,
    hf32: bool,
    parser: Any,
    entry: Any,
    front: bool,
    name: str,
    op_type: str,
) -> None:
    table = EngineTable.load(
        ini=data,
        allow_hf32=hf32_text,
        op_select_implmode=implmode,
        optypelist=optypelist,
        hf32=hf32,
        opp=BuiltinFiles.CANN_8_1_RC1,
        parser=parser,
        entry=entry,
        front_end=front,
    )
    # No content of op_precision.ini can make initialisation fail; a wrong allow_hf32 can, where the SoC has HF32.
    assert (table.status == "SUCCESS") == (not hf32 or hf32_text not in ("yes", " 1"))
    for each, kind in ((name, op_type), *((key, "") for key in table.by_name), *(("", key) for key in table.by_type)):
        decision = table.decide(each, kind)
        assert isinstance(decision, Decision)
        assert decision.mode == table.mode_of(each, kind)
        json.dumps(decision.as_json())


@given(TEXT, HF32, IMPLMODES, TEXT, st.booleans(), PARSERS)
def test_any_text_of_the_options_is_a_status(
    path: str, hf32_text: str, implmode: str, optypelist: str, hf32: bool, parser: Any
) -> None:
    with contextlib.suppress(GeoptsError):
        table = EngineTable.load(
            op_precision_mode=path,
            allow_hf32=hf32_text,
            op_select_implmode=implmode,
            optypelist=optypelist,
            hf32=hf32,
            parser=parser,
        )
        assert table.status in ("SUCCESS", "FAILED", "INVALID_FILE_PATH")
        assert table.status == "SUCCESS" or not (table.by_name or table.by_type or table.layers)
    front_end_checks(op_precision_mode=path, allow_hf32=hf32_text, op_select_implmode=implmode, optypelist=optypelist)


@given(INI)
def test_a_typed_file_is_written_or_refused(data: bytes) -> None:
    precision = OpPrecision.parse(data)
    list(precision.dropped)
    repr(precision)
    with contextlib.suppress(GeoptsError):
        assert OpPrecision.parse(precision.to_bytes()) == precision


SPEC_PIECES = st.sampled_from(
    [
        b"[options]", b"[precision]", b"[precision.by_op_type]", b"[pypto.runtime]", b"[lint]", b"product", b"cann", b"options", b"ge.exec",
        b".", b"=", b"=", b"\n", b"\n", b"{", b"}", b"[", b"]", b",", b'"', b"'", b'"A2"', b"true", b"1", b"0x", b"f" * 6000, b"9" * 5000,
        b"1979-05-27", b"nan", b"\0", b"\xff", b"file", b"precision_mode_v2", b'"origin"', b"ge.a" * 400, b".a" * 2000, b":", b"null", b'"\\ud800"',
    ]
)  # fmt: skip
NUMBERS = st.one_of(st.integers(), st.just(10**4100), st.floats(), st.booleans(), st.none())
KEYS = st.one_of(
    st.sampled_from(
        [
            "options",
            "precision",
            "by_op_type",
            "by_node_name",
            "file",
            "pypto",
            "runtime",
            "product",
            "cann",
            "ge",
            "exec",
            *list(BY_KEY)[:30],
        ]
    ),
    st.text(max_size=5),
)
TREES = st.recursive(
    st.one_of(NUMBERS, st.text()), lambda inner: st.one_of(st.lists(inner), st.dictionaries(KEYS, inner)), max_leaves=15
)


def read(name: str, data: bytes) -> None:
    told = ""
    try:
        spec = read_spec(name, data)
    except GeoptsError as error:
        told = error.message
    else:
        assert isinstance(spec, Spec)
        with contextlib.suppress(GeoptsError):
            spec_toml(spec)
    assert not told or (told.startswith(name) and len(told) < 5000)


@given(st.one_of(st.binary(), st.lists(SPEC_PIECES).map(b"".join)))
def test_the_spec_reader_on_any_bytes(data: bytes) -> None:
    read("s.toml", data)
    read("s.json", data)


@settings(max_examples=40)
@given(st.dictionaries(KEYS, TREES))
def test_the_spec_reader_on_any_tables(tables: dict[str, Any]) -> None:
    try:
        data = json.dumps(tables).encode()
    except ValueError:  # a number of more digits than Python writes
        return
    read("s.json", data)


@given(st.dictionaries(st.sampled_from(list(BY_KEY)), TREES, max_size=3))
def test_any_value_is_taken_or_refused(options: dict[str, Any]) -> None:
    with contextlib.suppress(GeoptsError):
        taken = OptionSet(options)
        assert OptionSet(taken.texts()).texts() == taken.texts()


ACCEPTED = st.dictionaries(
    st.sampled_from(list(BY_KEY)),
    st.one_of(st.text(min_size=1), st.sampled_from(["0", "1", "true", "false", "1,2", "1;2", "x:1,-1", "A:on"])),
    max_size=6,
)
TARGETS = st.sampled_from(
    [
        {},
        {"product": "A2"},
        {"product": "310P", "parser": "new"},
        {"cann": "10.0"},
        {"product": "950", "api": "session"},
    ]
)


@given(ACCEPTED, INI, TARGETS)
def test_resolve_on_any_options_that_were_taken(options: dict[str, str], ini: bytes, target: dict[str, Any]) -> None:
    taken: dict[str, Any] = {}
    for key, text in options.items():
        with contextlib.suppress(GeoptsError):
            taken |= OptionSet({key: text}).items()
    taken["ge.exec.op_precision_mode"] = OpPrecision.parse(ini)
    with contextlib.suppress(GeoptsError):
        plan = resolve(OptionSet(taken), **target)
        assert isinstance(plan, Plan)
        assert all(finding.message for finding in plan.findings)
        json.dumps([finding.as_json() for finding in plan.findings])
        placed = {key for table in plan.calls.values() for key in table}
        refused = {find_option(finding.key).key for finding in plan.errors if finding.code == "GEO502"}
        assert set(taken) == placed | refused
        assert placed.isdisjoint(refused)
        plan.decide("n", "T")


@given(TEXT, TEXT, TEXT)
def test_names_of_products_releases_and_options(product: str, cann: str, option: str) -> None:
    for call in (
        lambda: find_product(product),
        lambda: circumstances(product=product, cann=cann),
        lambda: circumstances(soc_version=product),
        lambda: circumstances(parser=cann),
        lambda: supports(option, product="A2"),
        lambda: supports("OP_PRECISION_MODE", option, product="A2"),
        lambda: supports("TILING_SCHEDULE_OPTIMIZE", product="A2", call=option),
    ):
        with contextlib.suppress(GeoptsError):
            call()
