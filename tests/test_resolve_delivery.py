"""What keeps the files and dicts of a plan from being taken."""

from __future__ import annotations

from pathlib import Path

import pytest

from geopts.findings import Finding, Severity
from geopts.option_set import OptionSet
from geopts.precision.op_precision import OpPrecision
from geopts.resolve.delivery import empty_initialize, refused_path, unwritable_names
from geopts.resolve.plan import resolve

PRECISION = OpPrecision(by_op_type={"Gelu": "high_precision"})


def test_every_name_that_cannot_be_written_is_told_with_its_place() -> None:
    precision = OpPrecision(
        by_op_type={"a=b": "high_precision", "Gelu": "high_precision", " x": "high_precision"},
        by_node_name={"a:0": "high_precision"},
    )
    plan = resolve(OptionSet(OP_PRECISION_MODE=precision), spelling={"ge.exec.op_precision_mode": "precision"})
    told = [finding for finding in plan.findings if finding.code == "GEO209"]
    assert [finding.key for finding in told] == [
        "precision.by_op_type.a=b",
        "precision.by_op_type. x",
        "precision.by_node_name.a:0",
    ]
    assert ["by hand" in finding.hint for finding in told] == [False, False, True]
    assert all(finding.message.startswith(f"{finding.key}: the entry ") for finding in told)


def test_a_file_that_was_read_is_passed_on_as_it_is() -> None:
    assert not list(unwritable_names(OpPrecision.parse(b"a:b=high_precision\n[ByOpTyp]\n"), "precision"))
    assert not list(unwritable_names(None, "precision"))


def paths(options: OptionSet, ini_path: str | None = None) -> list[Finding]:
    return list(refused_path(options, options.texts(ini_path=ini_path or "x.ini"), "offline", ini_path, str))


@pytest.mark.parametrize(("path", "shown"), [("/a b/x.ini", "' '"), ("/p+q/x.ini", "'+'"), ("C:\\x.ini", "':' '\\\\'")])
def test_characters_the_front_ends_refuse(path: str, shown: str) -> None:
    # base/common/util.cc:52-126: A-Z a-z 0-9 . / _ - and U+4E00..U+9FA5
    (finding,) = paths(OptionSet(OP_PRECISION_MODE=PRECISION), path)
    assert (finding.code, finding.severity) == ("GEO509", Severity.ERROR)
    assert finding.message.endswith(f"the resolved path holds {shown}")
    assert not paths(OptionSet(OP_PRECISION_MODE=PRECISION), "/models/\u7cbe-1_x.ini")


def test_a_path_of_the_users_own_must_be_there(tmp_path: Path) -> None:
    (missing,) = paths(OptionSet(OP_PRECISION_MODE=str(tmp_path / "no.ini")))
    assert (missing.code, missing.severity) == ("GEO510", Severity.ERROR)
    (folder,) = paths(OptionSet(OP_PRECISION_MODE=str(tmp_path)))
    assert (folder.code, folder.severity) == ("GEO510", Severity.WARNING)
    (tmp_path / "yes.ini").write_bytes(b"")
    assert not paths(OptionSet(OP_PRECISION_MODE=str(tmp_path / "yes.ini")))
    # one error for one mistake: the engine's own failure is not told on top (GEO511)
    plan = resolve(OptionSet(OP_PRECISION_MODE=str(tmp_path / "no.ini")))
    assert [finding.code for finding in plan.errors] == ["GEO510"]


def test_an_empty_dict_for_ge_initialize() -> None:
    # api/python/ge/ge/ge_global/geapi.py:36-44
    plan = resolve(OptionSet(OPTION_GRAPH_RUN_MODE=1), api="session")
    assert ("GEO516" in {finding.code for finding in plan.findings}) is (plan.calls["ge_initialize"] == {})
    assert not list(empty_initialize({}))
