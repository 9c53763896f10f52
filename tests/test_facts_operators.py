"""Every cell of the operator tables against the reference (corpus/op_facts.json, read from CANN 8.1.RC1 and newer operator libraries)."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from geopts.facts import operator_evidence, operator_support, operator_types
from geopts.facts.dialects import MODES
from geopts.facts.operator_evidence import ATTESTED, ATTESTED_ABOUT, EVIDENCE
from geopts.facts.operator_support import SOC_SUPPORT
from geopts.facts.operator_tables import MODE_TABLE_OPS_MATH, MODE_TABLE_OPS_NN
from geopts.facts.operator_types import OPERATOR_TYPES
from geopts.facts.operators import ABOUT, MODE_TABLE_8_1_RC1, PRESETS_8_1_RC1

if TYPE_CHECKING:
    from collections.abc import Mapping

REFERENCE: dict[str, Any] = json.loads(
    (Path(__file__).parent / "data" / "reference" / "op_facts.json").read_text(encoding="utf-8")
)


def lists(table: Mapping[str, tuple[str, ...]]) -> dict[str, list[str]]:
    return {name: list(values) for name, values in table.items()}


def test_every_cell() -> None:
    assert {
        "about": ABOUT,
        "mode_table_cann_8_1_rc1": lists(MODE_TABLE_8_1_RC1.modes),
        "mode_table_ops_nn_2026_08": lists(MODE_TABLE_OPS_NN.modes),
        "mode_table_ops_math": lists(MODE_TABLE_OPS_MATH.modes),
        "presets_cann_8_1_rc1": {preset.name: dict(preset.modes) for preset in PRESETS_8_1_RC1},
        "attested": {name: lists(modes) for name, modes in ATTESTED.items()},
        "attested_about": ATTESTED_ABOUT,
        "op_types_cann_8_1_rc1": sorted(OPERATOR_TYPES),
        "soc_support": lists(SOC_SUPPORT),
    } == REFERENCE


@pytest.mark.parametrize(
    ("mine", "theirs"),
    [
        (MODE_TABLE_8_1_RC1.modes, REFERENCE["mode_table_cann_8_1_rc1"]),
        *((preset.modes, REFERENCE["presets_cann_8_1_rc1"][preset.name]) for preset in PRESETS_8_1_RC1),
    ],
)
def test_the_order_of_the_files(mine: Mapping[str, object], theirs: dict[str, object]) -> None:
    assert list(mine) == list(theirs)


def test_counts() -> None:
    # semantics: high_performance.ini of 8.1.RC1 sets 60 operators
    assert {preset.name: len(preset.modes) for preset in PRESETS_8_1_RC1} == {
        "high_precision": 61,
        "high_precision_for_all": 61,
        "high_performance": 60,
        "high_performance_for_all": 62,
        "allow_hf32_matmul_f_conv_f": 19,
        "allow_hf32_matmul_f_conv_t": 19,
        "allow_hf32_matmul_t_conv_f": 19,
        "allow_hf32_matmul_t_conv_t": 19,
    }
    assert len(OPERATOR_TYPES) == 1194
    assert len(ATTESTED) == 371


def test_presets_hold_only_modes_that_the_parser_knows() -> None:
    assert {mode for preset in PRESETS_8_1_RC1 for mode in preset.modes.values()} <= set(MODES)


def test_every_kind_of_evidence_is_explained() -> None:
    used = {kind for modes in ATTESTED.values() for kinds in modes.values() for kind in kinds}
    assert used == {row.kind for row in EVIDENCE}


def test_every_table_has_a_source() -> None:
    assert all(table.source for table in (MODE_TABLE_8_1_RC1, MODE_TABLE_OPS_NN, MODE_TABLE_OPS_MATH))
    assert all(preset.source for preset in PRESETS_8_1_RC1)
    assert all(row.source for row in EVIDENCE)
    assert operator_types.SOURCE
    assert operator_support.SOURCE


def test_the_linter_pays_only_for_what_it_needs() -> None:
    # The tables of operators must not drag in the option tables or the row classes of the products.
    names = [module.__name__ for module in (operator_evidence, operator_support, operator_types)]
    script = (
        f"import sys, importlib\nfor name in {[*names, 'geopts.facts.operators']!r}: importlib.import_module(name)\n"
    )
    script += "print(*sorted(m for m in sys.modules if m.startswith('geopts.facts.')))"
    loaded = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True).stdout.split()
    assert set(loaded) == {*names, "geopts.facts.operators", "geopts.facts.operator_rows"}
