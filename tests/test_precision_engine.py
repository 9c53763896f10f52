"""EngineTable against the results of GE's own parser, compiled from source in both generations."""

from __future__ import annotations

import base64
import json
import os
import pickle
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Literal

import pytest

from geopts.errors import OptionValueError
from geopts.precision.builtin import BuiltinFiles
from geopts.precision.engine import EngineTable
from geopts.precision.front_end import front_end_checks

VECTORS = json.loads((Path(__file__).parent / "data/precision/vectors.json").read_text("utf-8"))

CASES = VECTORS["cases"]
NOBODY = 65534


def place(root: Path, files: dict[str, Any]) -> None:
    for name, content in files.items():
        target = root / name
        if content is None:
            target.mkdir(parents=True, exist_ok=True)
        elif "link" in content:
            target.symlink_to(content["link"])
        else:
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(base64.b64decode(content["base64"]))
            if "mode" in content:
                target.chmod(int(content["mode"], 8))


@pytest.fixture(scope="module")
def places() -> Iterator[Path]:
    """All opp directories and the directory of odd paths, readable by any user."""
    root = Path(tempfile.mkdtemp(prefix="geopts-vectors-"))
    root.chmod(0o755)
    for name, files in VECTORS["opps"].items():
        (root / "opp" / name).mkdir(parents=True)
        place(root / "opp" / name, files)
    (root / "paths").mkdir()
    place(root / "paths", VECTORS["paths"])
    yield root
    shutil.rmtree(root)


@contextmanager
def as_user(user: int | None) -> Iterator[None]:
    """Root reads mode 000 files; an ordinary user does not."""
    if user is None or os.geteuid() != 0:
        yield
        return
    os.seteuid(user)
    try:
        yield
    finally:
        os.seteuid(0)


def option_path(case: dict[str, Any], places: Path) -> str | None:
    if "path" not in case:
        return None
    path = case["path"]
    value = str(path["value"]).replace("<paths>", str(places / "paths"))
    return value + str(path.get("append", "")) * int(path.get("times", 0))


@pytest.mark.parametrize("parser", ["old", "new"])
@pytest.mark.parametrize("case", CASES, ids=lambda case: str(case["id"]))
def test_vector(case: dict[str, Any], parser: Literal["old", "new"], places: Path) -> None:
    expected = case[parser]
    options = dict(case["options"])
    ini = base64.b64decode(case["ini"]["base64"]) if case["ini"] else None
    path = option_path(case, places)
    op_select_implmode = options.get("op_select_implmode", "")
    if case["front"]:
        front = front_end_checks(
            op_precision_mode=path,
            allow_hf32=options.get("allow_hf32", ""),
            op_select_implmode=op_select_implmode,
            optypelist=options.get("optypelist", ""),
        )
        want = expected["front"]
        assert (front.implmode, front.path, front.hf32) == (want["implmode"], want["path"], want["hf32"])
        assert front.op_select_implmode == want["op_select_implmode"]
        op_select_implmode = front.op_select_implmode
    with as_user(case.get("as_user")):
        table = EngineTable.load(
            ini=ini,
            op_precision_mode=path,
            allow_hf32=options.get("allow_hf32", ""),
            op_select_implmode=op_select_implmode,
            optypelist=options.get("optypelist", ""),
            hf32=options["enable_hf32"],
            opp=places / "opp" / case["opp"],
            parser=parser,
            entry=case["init"],
        )
    assert table.status == expected["status"]
    assert list(table.error_codes) == expected["error_codes"]
    assert table.custom == expected["custom"]
    if expected["status"] != "SUCCESS":
        assert (table.by_name, table.by_type, table.layers) == ({}, {}, ())
        assert table.failure is not None
        assert table.failure.option in ("ge.exec.allow_hf32", "ge.opSelectImplmode", "ge.exec.op_precision_mode")
        assert table.failure.reason in table.outcome
        assert table.failure.hint
        return
    assert (table.failure, table.outcome) == (None, "SUCCESS")
    assert table.by_name == expected["by_name"]
    assert table.by_type == expected["by_type"]
    assert [table.mode_of(name, op_type) for name, op_type in case["queries"]] == expected["answers"]
    for name, op_type in case["queries"]:
        assert table.decide(name, op_type).mode == table.mode_of(name, op_type)


@pytest.mark.parametrize("case", [c for c in CASES if "path" in c], ids=lambda case: str(case["id"]))
def test_path_check_of_the_front_ends(case: dict[str, Any], places: Path) -> None:
    with as_user(case.get("as_user")):
        checks = front_end_checks(
            op_precision_mode=option_path(case, places), allow_hf32="", op_select_implmode="", optypelist=""
        )
    assert checks.path is case["path"]["CheckInputPathValid"]


def test_a_failure_names_the_option_that_ge_does_not_name(tmp_path: Path) -> None:
    def failure(**options: Any) -> str:
        return EngineTable.load(**{"hf32": True, **options}).outcome

    assert failure(allow_hf32="yes").startswith("FAILED, E20101: its engine does not take 'yes' for allow_hf32")
    assert failure(op_select_implmode="no") == "FAILED, E20101: its engine does not take 'no' for op_select_implmode"
    missing = str(tmp_path / "no_such.ini")
    assert failure(op_precision_mode=missing).endswith(f"op_precision_mode {missing!r} is no path of a file here")
    assert "4096 bytes" in failure(op_precision_mode="x" * 5000)
    assert len(failure(op_precision_mode="x" * 5000)) < 400
    folder = tmp_path / "built-in/op_impl/ai_core/config/allow_hf32"
    folder.mkdir(parents=True)
    (folder / "ops_allow_hf32_a.ini").write_bytes(b"[ByOpType]\nConv2D=high_precision\n")
    assert "ops_allow_hf32_a.ini holds a line that is no allow_hf32 entry" in failure(opp=tmp_path, parser="new")
    (folder / "ops_allow_hf32_a.ini").write_bytes(b"[ByOpType]\nConv2D=enable_float_32_execution\n")
    (folder / "ops_allow_hf32_b.ini").write_bytes(b"[ByOpType]\nConv2D=enable_hi_float_32_execution\n")
    assert "ops_allow_hf32_b.ini holds a second mode for Conv2D" in failure(opp=tmp_path, parser="new")


@pytest.mark.parametrize(("option", "value"), [("parser", "older"), ("entry", "option"), ("entry", ["options", ""])])
def test_a_generation_or_an_entry_that_does_not_exist_is_refused(option: str, value: object) -> None:
    wrong: dict[str, Any] = {option: value}
    with pytest.raises(OptionValueError) as caught:
        EngineTable.load(hf32=True, **wrong)
    assert caught.value.option == option
    assert caught.value.hint


def test_a_table_is_short_in_an_interpreter_and_survives_pickling() -> None:
    table = EngineTable.load(ini=b"Gelu=high_precision\n", hf32=True, opp=BuiltinFiles.CANN_8_1_RC1)
    assert len(repr(table)) < 1000
    assert "by_name=<0 entries>" in repr(table)
    again = pickle.loads(pickle.dumps(table))
    assert (again.by_type, again.decide("n", "Gelu")) == (table.by_type, table.decide("n", "Gelu"))
