"""Migrating specs and option dicts: what is rewritten, where op_precision_mode goes, and what stays."""

from __future__ import annotations

import json
import tempfile
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from geopts.diff import compare, read_side
from geopts.errors import FindingsError
from geopts.findings import Severity
from geopts.migrate import FileMigration, migrate_file, migrate_pair, pair_of
from geopts.option_source import read_option_file
from geopts.precision.builtin import BuiltinFiles
from geopts.spec import read_spec

IMPLMODE, TYPES = "ge.opSelectImplmode", "ge.optypelistForImplmode"
INI = "ge.exec.op_precision_mode"
PATH = "/p/op_precision.ini"


def migrate(name: str, data: bytes, *, precision_mode_v2: bool = False, **pair: Any) -> FileMigration:
    file = read_option_file(name, data)
    return migrate_file(
        file,
        pair_of(file, **pair),
        partial(migrate_pair, builtin=BuiltinFiles.CANN_8_1_RC1),
        ini_path=PATH,
        builtin=BuiltinFiles.CANN_8_1_RC1,
        precision_mode_v2=precision_mode_v2,
    )


def migrate_dict(mapping: dict[str, Any], **arguments: Any) -> tuple[Any, FileMigration]:
    done = migrate("options.json", json.dumps(mapping).encode(), **arguments)
    return json.loads(done.files["options.json"]) if "options.json" in done.files else None, done


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ({IMPLMODE: "high_precision", "x": "1"}, {INI: PATH, "x": "1"}),
        ({"x": "1", TYPES: "Gelu", IMPLMODE: "high_precision"}, {"x": "1", INI: PATH}),
        ({"op_select_implmode": "high_precision", "optypelist_for_implmode": "Gelu"}, {"op_precision_mode": PATH}),
        ({"ACL_OP_SELECT_IMPL_MODE": "high_precision"}, {"ACL_OP_PRECISION_MODE": PATH}),
        # of the two build calls only build_model documents op_precision_mode (aclgrphBuildModel_config_params/performance_tuning.md:3-75)
        (
            {"build_initialize": {IMPLMODE: "high_precision", "x": "1"}, "build_model": {"y": "2"}},
            {"build_initialize": {"x": "1"}, "build_model": {"y": "2", INI: PATH}},
        ),
        ({"build_initialize": {IMPLMODE: "high_precision"}}, {"build_initialize": {}, "build_model": {INI: PATH}}),
        ({"ge_initialize": {IMPLMODE: "high_precision"}}, {"ge_initialize": {INI: PATH}}),
        ({"session": {IMPLMODE: "high_precision"}}, {"session": {INI: PATH}}),
        (
            {"compile options": {"global": {IMPLMODE: "high_precision"}, "graph": {"x": "1"}}},
            {"compile options": {"global": {INI: PATH}, "graph": {"x": "1"}}},
        ),
        (
            {"ascend_config": {"ge_options": {"global": {IMPLMODE: "high_precision"}}}},
            {"ascend_config": {"ge_options": {"global": {INI: PATH}}}},
        ),
        ({IMPLMODE: "high_precision", INI: ""}, {INI: PATH}),
    ],
)
def test_dict_is_rewritten_in_place(before: dict[str, Any], after: dict[str, Any]) -> None:
    rewritten, done = migrate_dict(before)
    assert rewritten == after
    assert done.migration is not None
    assert done.files["op_precision.ini"] == done.migration.content


def test_front_end_of_the_proof_follows_the_calls() -> None:
    """ATC and build_initialize fill in high_performance (option_utils.cc:1275-1304), a session does not."""

    def front_end(mapping: dict[str, Any], **pair: Any) -> bool:
        return pair_of(read_option_file("x.json", json.dumps(mapping).encode()), **pair).front_end

    assert front_end({IMPLMODE: "high_precision"})
    assert front_end({"build_initialize": {IMPLMODE: "high_precision"}})
    assert not front_end({"ge_initialize": {IMPLMODE: "high_precision"}})
    assert not front_end({IMPLMODE: "high_precision"}, api="session")


def test_values_from_the_command_line_win() -> None:
    rewritten, done = migrate_dict(
        {IMPLMODE: "bogus", TYPES: "A"}, op_select_implmode="high_precision", optypelist="Add"
    )
    assert rewritten == {INI: PATH}
    assert done.migration is not None
    assert done.migration.precision.by_op_type == {"Add": "high_precision"}


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ({"x": "1"}, {"x": "1", INI: PATH}),
        ({"build_model": {"ge.exec.allow_hf32": "1"}}, {"build_model": {"ge.exec.allow_hf32": "1", INI: PATH}}),
    ],
)
def test_pair_from_the_command_line_beside_a_file(before: dict[str, Any], after: dict[str, Any]) -> None:
    rewritten, _ = migrate_dict(before, op_select_implmode="high_precision")
    assert rewritten == after


def test_pair_beside_an_ini_is_dropped() -> None:
    rewritten, done = migrate_dict({IMPLMODE: "bogus", TYPES: "A", INI: "/elsewhere.ini"})
    assert rewritten == {INI: "/elsewhere.ini"}
    assert done.migration is None
    (finding,) = done.findings
    assert (finding.code, finding.severity) == ("GEO302", Severity.NOTE)
    assert "op_precision.ini" not in done.files


def test_empty_pair_is_dropped_without_an_ini() -> None:
    rewritten, done = migrate_dict({IMPLMODE: "", TYPES: "", "x": "1"})
    assert rewritten == {"x": "1"}
    assert done.migration is None
    assert "empty texts" in done.notes[0]


def test_nothing_to_migrate() -> None:
    rewritten, done = migrate_dict({"x": "1"})
    assert (rewritten, done.files, done.findings) == (None, {}, ())


@pytest.mark.parametrize(
    ("options", "rewritten", "severity"),
    [
        # unknown provider options are an error (provider_options_utils.h:149)
        ({"device_id": "0", "op_select_impl_mode": "high_precision"}, False, Severity.WARNING),
        ({"op_select_impl_mode": "high_precision"}, True, None),
        # torch_npu's set_option has no ACL_OP_PRECISION_MODE, acl has (acl_op_compiler.h:22-41)
        ({"ACL_OP_SELECT_IMPL_MODE": "high_precision"}, True, Severity.NOTE),
        ({"ACL_OP_SELECT_IMPL_MODE": "high_precision", "jitCompile": "disable"}, False, Severity.WARNING),
        ({"op_select_implmode": "high_precision", "jit_compile": "0"}, True, None),
    ],
)
def test_front_end_without_op_precision_mode(
    options: dict[str, Any], rewritten: bool, severity: Severity | None
) -> None:
    result, done = migrate_dict(options)
    assert (result is not None) is rewritten
    assert done.files["op_precision.ini"]
    assert [finding.severity for finding in done.findings] == ([severity] if severity else [])


@pytest.mark.parametrize(
    "before",
    [
        # set_context knows precision_mode in ascend_config, and no precision_mode_v2 (mindspore/context.py:373)
        {"ascend_config": {"precision_mode": "force_fp16"}},
        {"ACL_PRECISION_MODE": "must_keep_origin_dtype", "jitCompile": "disable"},
    ],
)
def test_front_end_without_precision_mode_v2(before: dict[str, Any]) -> None:
    rewritten, done = migrate_dict(before, precision_mode_v2=True)
    assert rewritten is None
    assert [(finding.code, finding.severity) for finding in done.findings] == [("GEO515", Severity.WARNING)]


def test_pair_in_a_call_that_refuses_it() -> None:
    """build_model does not list the pair, so the build fails (ge_ir_build.cc:793-811)."""
    _, done = migrate_dict({"build_model": {IMPLMODE: "high_precision"}})
    assert [(finding.code, finding.severity) for finding in done.findings] == [("GEO502", Severity.WARNING)]


SPEC = b"""\
# why
product = "A2"

[options]
op_select_impl_mode = "high_performance"
optypelist_for_implmode = ["Gelu"]
precision_mode = "force_fp32" # cubes
"""


def test_spec_names_the_ini_beside_it(tmp_path: Path) -> None:
    done = migrate("geopts.toml", SPEC)
    for name, content in done.files.items():
        (tmp_path / name).write_bytes(content)
    spec = read_spec(tmp_path / "geopts.toml")
    assert spec.options.op_precision is not None
    assert spec.options.op_precision.by_op_type == {"Gelu": "high_performance"}
    assert dict(spec.options.items()).keys() == {INI, "ge.exec.precision_mode"}
    expected = SPEC.replace(b'op_select_impl_mode = "high_performance"\noptypelist_for_implmode = ["Gelu"]\n', b"")
    assert done.files["geopts.toml"] == expected + b'\n[precision]\nfile = "op_precision.ini"\n'


@pytest.mark.parametrize("table", [b"by_op_type = {}\n", b'file = "sub/x.ini"\n', b'file = "/not/here.ini"\n'])
def test_spec_with_its_own_ini(table: bytes, tmp_path: Path) -> None:
    """A relative file goes with the spec, so that it is found from the new place."""
    (tmp_path / "sub").mkdir()
    (tmp_path / "sub/x.ini").write_bytes(b"Add=high_precision\n")
    done = migrate(str(tmp_path / "geopts.toml"), SPEC + b"[precision]\n" + table)
    assert done.migration is None
    assert b"op_select" not in done.files["geopts.toml"]
    assert done.files["geopts.toml"].endswith(table)
    assert (done.files.get("sub/x.ini") == b"Add=high_precision\n") is (b"sub" in table)


def test_precision_mode_stays_unless_asked() -> None:
    before = {IMPLMODE: "high_precision", "ge.exec.precision_mode": "force_fp32"}
    rewritten, done = migrate_dict(before)
    assert rewritten == {INI: PATH, "ge.exec.precision_mode": "force_fp32"}
    assert "ge.exec.precision_mode_v2=cube_fp16in_fp32out means the same" in done.notes[0]
    rewritten, done = migrate_dict(before, precision_mode_v2=True)
    assert rewritten == {INI: PATH, "ge.exec.precision_mode_v2": "cube_fp16in_fp32out"}
    assert done.findings == ()


@pytest.mark.parametrize(("asked", "severity"), [(False, Severity.NOTE), (True, Severity.WARNING)])
@pytest.mark.parametrize("value", ["allow_fp32_to_fp16", "allow_fp32_to_bf16"])
def test_precision_mode_without_a_counterpart(value: str, asked: bool, severity: Severity) -> None:
    before = {IMPLMODE: "high_precision", "precision_mode": value}
    rewritten, done = migrate_dict(before, precision_mode_v2=asked)
    assert rewritten == {INI: PATH, "precision_mode": value}
    (finding,) = done.findings
    assert (finding.code, finding.severity) == ("GEO520", severity)
    assert value in finding.message


def test_precision_mode_alone_is_carried_over() -> None:
    rewritten, done = migrate_dict({"PRECISION_MODE": "must_keep_origin_dtype"}, precision_mode_v2=True)
    assert rewritten == {"PRECISION_MODE_V2": "origin"}
    assert done.migration is None
    done = migrate("geopts.toml", b"[options]\n'ge.exec.precision_mode' = 'force_fp16' # x\n", precision_mode_v2=True)
    assert done.files == {"geopts.toml": b"[options]\n'ge.exec.precision_mode_v2' = \"fp16\" # x\n"}


@pytest.mark.parametrize(
    "before",
    [
        {"ge.exec.precision_mode": "force_fp16", "ge.exec.precision_mode_v2": "origin"},
        {
            "build_initialize": {"ge.exec.precision_mode": "force_fp16"},
            "build_model": {"ge.exec.precision_mode": "force_fp32"},
        },
    ],
)
def test_precision_mode_said_twice_stays(before: dict[str, Any]) -> None:
    rewritten, done = migrate_dict(before, precision_mode_v2=True)
    assert rewritten is None
    assert [finding.code for finding in done.findings] == ["GEO301"]


def test_value_that_is_none_stays() -> None:
    rewritten, done = migrate_dict({"precision_mode": "fp32"}, precision_mode_v2=True)
    assert (rewritten, done.findings, done.notes) == (None, (), ())


MODES = st.sampled_from(["high_precision", "high_performance", "high_precision_for_all", ""])
LISTS = st.sampled_from(["", "Gelu", " Add , Mul", "Conv2D,'Gelu',", "   "])


@settings(max_examples=40)
@given(
    mode=MODES,
    types=LISTS,
    allow_hf32=st.sampled_from([None, "1", "10", "false"]),
    precision_mode=st.sampled_from([None, "force_fp32", "allow_fp32_to_fp16", "allow_mix_precision"]),
    tables=st.sampled_from([(), ("build_initialize",), ("ge_initialize",), ("compile options", "global")]),
    ini=st.booleans(),
)
def test_nothing_changes_in_effect(
    mode: str, types: str, allow_hf32: str | None, precision_mode: str | None, tables: tuple[str, ...], ini: bool
) -> None:
    """What ``geopts diff`` finds between a file and its migration, for any layout: nothing."""
    given_ = {IMPLMODE: mode, TYPES: types, "ge.exec.allow_hf32": allow_hf32, "ge.exec.precision_mode": precision_mode}
    with tempfile.TemporaryDirectory() as directory:
        top = Path(directory)
        (top / "own.ini").write_bytes(b"Conv2D=high_precision\n")
        options: dict[str, Any] = {key: text for key, text in given_.items() if text is not None}
        options |= {INI: str(top / "own.ini")} if ini else {}
        for table in reversed(tables):
            options = {table: options}
        source = top / "options.json"
        source.write_text(json.dumps(options))
        file = read_option_file(str(source), source.read_bytes())
        builtin = BuiltinFiles.CANN_8_1_RC1
        try:
            done = migrate_file(
                file,
                pair_of(file),
                partial(migrate_pair, builtin=builtin),
                ini_path=str(top / "op_precision.ini"),
                builtin=builtin,
                precision_mode_v2=True,
            )
        except FindingsError:
            assert types  # the only refusal here: a list without a mode
            assert not mode
            return
        before = read_side(str(source), cann="99")
        for name, content in done.files.items():
            (top / name).write_bytes(content)
        assert compare(before, read_side(str(source), cann="99")).changes == ()
        assert IMPLMODE not in source.read_text()
