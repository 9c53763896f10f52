"""``geopts migrate`` on the command line: what goes to stdout, what is written, exit codes."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from geopts.facts.operators import PRESETS_8_1_RC1
from geopts.precision.op_precision import OpPrecision

Geo = Callable[..., tuple[int, str, str]]
PRESETS = {row.name: dict(row.modes) for row in PRESETS_8_1_RC1}


def test_flags_print_the_ini(geo: Geo) -> None:
    code, out, err = geo("migrate", "--op-select-implmode", "high_performance", "--optypelist", "Gelu,Tanh")
    assert code == 0
    assert out == (
        "# Made by 'geopts migrate' from op_select_implmode=high_performance optypelist_for_implmode=Gelu,Tanh\n"
        "[ByOpType]\nGelu=high_performance\nTanh=high_performance\n"
    )
    assert "proved: GE's table of modes is the same before and after" in err
    assert "give GE op_precision_mode=<path of this file> instead of" in err


def test_preset_says_where_it_comes_from(geo: Geo) -> None:
    code, out, err = geo("migrate", "--op-select-implmode", "high_precision", "--product", "A2", "--cann", "9.1.0")
    assert code == 0
    assert OpPrecision.parse(out.encode()).by_op_type == PRESETS["high_precision"]
    assert "with HF32, for the old parser" in err
    assert "without HF32" not in err
    assert "the facts of CANN 8.1.RC1" in err


def test_opp_directory(geo: Geo, tmp_path: Path) -> None:
    folder = tmp_path / "opp/built-in/op_impl/ai_core/tbe/impl_mode"
    folder.mkdir(parents=True)
    (folder / "high_precision.ini").write_text("OnlyHere=high_precision\n")
    code, out, err = geo("migrate", "--op-select-implmode", "high_precision", "--opp", "opp", "--product", "950")
    assert code == 0
    assert out.endswith("[ByOpType]\nOnlyHere=high_precision\n")
    assert "high_precision.ini (opp)" in err


def test_json(geo: Geo) -> None:
    arguments = ("migrate", "--op-select-implmode", "high_precision", "--format", "json")
    code, out, _ = geo(*arguments, "--optypelist", "Add,'Gelu'")
    report = json.loads(out)
    assert code == 0
    assert report["left_out"] == ["'Gelu'"]
    assert [finding["code"] for finding in report["findings"]] == ["GEO209"]
    assert report["ini"].endswith("Add=high_precision\n")
    assert {"hf32": False, "parser": "new"} in report["proved"]
    code, out, _ = geo("migrate", "--op-select-implmode", "bogus", "--format", "json")
    report = json.loads(out)
    assert (code, report["ini"], report["written"]) == (1, None, [])


SPEC = """\
product = "A2"
[options]
op_select_impl_mode = "high_precision"  # why
allow_hf32 = "11"
"""


def test_spec_to_a_directory_has_the_same_effect(geo: Geo, tmp_path: Path) -> None:
    (tmp_path / "geopts.toml").write_text(SPEC)
    code, out, _ = geo("migrate", "geopts.toml", "-o", "new")
    assert code == 0
    assert out.splitlines() == ["wrote new/op_precision.ini", "wrote new/geopts.toml"]
    assert geo("diff", "geopts.toml", "new/geopts.toml")[0] == 0
    assert geo("build", "new/geopts.toml", "-o", "built")[0] == 0
    assert (tmp_path / "built/op_precision.ini").read_bytes() == (tmp_path / "new/op_precision.ini").read_bytes()


def test_dict_to_a_directory_has_the_same_effect(geo: Geo, tmp_path: Path) -> None:
    (tmp_path / "o.json").write_text('{"ge_initialize": {"ge.opSelectImplmode": "high_precision"}}')
    assert geo("migrate", "o.json", "-o", "new")[0] == 0
    written = json.loads((tmp_path / "new/o.json").read_text())
    assert written == {"ge_initialize": {"ge.exec.op_precision_mode": str(tmp_path / "new/op_precision.ini")}}
    assert geo("diff", "o.json", "new/o.json")[0] == 0


def test_nothing_is_overwritten_without_force(geo: Geo, tmp_path: Path) -> None:
    source = tmp_path / "o.json"
    source.write_text('{"ge.opSelectImplmode": "high_precision"}')
    code, _, err = geo("migrate", "o.json", "-o", ".")
    assert code == 2
    assert "is there already" in err
    assert sorted(path.name for path in tmp_path.iterdir()) == ["o.json"]
    assert source.read_text() == '{"ge.opSelectImplmode": "high_precision"}'
    assert geo("migrate", "o.json", "-o", ".", "--force")[0] == 0
    assert "op_precision_mode" in source.read_text()


def test_without_a_directory_the_file_stays(geo: Geo, tmp_path: Path) -> None:
    (tmp_path / "o.json").write_text(
        '{"ge.opSelectImplmode": "high_precision", "ge.exec.precision_mode": "force_fp16"}'
    )
    code, out, err = geo("migrate", "o.json")
    assert (code, out.splitlines()[1]) == (0, "[ByOpType]")
    assert "with -o DIR o.json is written too" in err
    assert "--precision-mode-v2 writes it so" in err
    assert [path.name for path in tmp_path.iterdir()] == ["o.json"]


def test_path_that_ge_refuses(geo: Geo, tmp_path: Path) -> None:
    """base/common/util.cc:52-126: a blank in the resolved path."""
    (tmp_path / "o.json").write_text('{"ge.opSelectImplmode": "high_precision"}')
    code, _, err = geo("migrate", "o.json", "-o", "a b")
    assert code == 0
    assert "GEO509" in err
    assert "GEO509" not in geo("migrate", "o.json", "-o", "c d", "--ini-path", "/p/x.ini")[2]


def test_script_keeps_its_permissions(geo: Geo, tmp_path: Path) -> None:
    script = tmp_path / "run.sh"
    script.write_text("atc --model=m --op_select_implmode=high_precision\n")
    script.chmod(0o755)
    assert geo("migrate", "run.sh", "-o", "new", "--ini-path", "/p/x.ini")[0] == 0
    assert (tmp_path / "new/run.sh").read_text() == "atc --model=m --op_precision_mode=/p/x.ini\n"
    assert (tmp_path / "new/run.sh").stat().st_mode & 0o777 == 0o755


def test_nothing_to_migrate(geo: Geo, tmp_path: Path) -> None:
    (tmp_path / "o.json").write_text("{}")
    code, out, err = geo("migrate", "o.json", "-o", "new")
    assert (code, out) == (0, "")
    assert "nothing to migrate" in err
    assert not (tmp_path / "new").exists()


@pytest.mark.parametrize(
    ("arguments", "code", "told"),
    [
        ((), 2, "nothing to migrate"),
        (("missing.json",), 2, "no such file"),
        (("x.ini",), 2, "holds no atc, pyatc or aoe command"),
        (("--op-select-implmode", "high_preformance"), 1, "did you mean high_performance?"),
        (("--optypelist", "Gelu"), 1, "E10001"),
        (("--optypelist", "Gelu", "--api", "session"), 1, "the new one ignores the list"),
        (("--op-select-implmode", "high_precision", "--product", "950"), 2, "--opp"),
        (("--op-select-implmode", "high_precision", "-o", "x.ini/below"), 2, "x.ini/below"),
    ],
)
def test_what_cannot_be_migrated(geo: Geo, tmp_path: Path, arguments: tuple[str, ...], code: int, told: str) -> None:
    (tmp_path / "x.ini").write_text("Gelu=high_precision\n")
    found, out, err = geo("migrate", *arguments)
    assert (found, out) == (code, "")
    assert told in err
    assert "Traceback" not in err
    assert [path.name for path in tmp_path.iterdir()] == ["x.ini"]


def test_product_and_parser_of_a_spec_count(geo: Geo, tmp_path: Path) -> None:
    (tmp_path / "s.toml").write_text(
        'product = "950"\nparser = "new"\n[options]\nop_select_impl_mode = "high_precision"\n'
    )
    assert geo("migrate", "s.toml")[0] == 2
    code, _, err = geo("migrate", "s.toml", "--product", "A2")
    assert code == 0
    assert "for the new parser" in err
