"""Every cell of the product tables against the reference (ge/products.json), and the HF32 list of CANN 8.1.RC1."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from geopts.facts.products import FAMILIES, HF32, NOTES, NPU_ARCH, OTHER_SOCS, SNAPSHOT, SOCS, UNKNOWN_SOC
from geopts.facts.rows import Family

REFERENCE: dict[str, Any] = json.loads(
    (Path(__file__).parent / "data" / "reference" / "products.json").read_text(encoding="utf-8")
)

# Platform files of CANN 8.1.RC1 whose Intrinsic_mmad holds h322f32, and those where it does not (platform_utils.cc:415-430 asks for it).
WITH_HF32 = """
    Ascend910B1 Ascend910B2 Ascend910B2C Ascend910B3 Ascend910B4 Ascend910B4-1
    Ascend910_9362 Ascend910_9372 Ascend910_9381 Ascend910_9382 Ascend910_9391 Ascend910_9392
    Ascend910_95 Ascend910_5591 Ascend310B1 Ascend310B2 Ascend310B3 Ascend310B4 Ascend031 Ascend610Lite
    AS31XM1X BS9SX2AA BS9SX2AB MC61AM21AA MC61AM21AB
"""
WITHOUT_HF32 = """
    Ascend910A Ascend910B Ascend910PremiumA Ascend910ProA Ascend910ProB Ascend310 Ascend310P1 Ascend310P3 Ascend310P5 Ascend310P7
    Ascend610 Ascend035 Ascend035A Ascend035B BS9SX1AA BS9SX1AB BS9SX1AC Hi3796CV300CS Hi3796CV300ES SD3403
"""


def without_none(**cells: Any) -> dict[str, Any]:
    return {name: cell for name, cell in cells.items() if cell is not None}


def test_every_cell_of_families_and_socs() -> None:
    families = []
    for row in FAMILIES:
        socs = {
            soc.name: without_none(
                evidence=list(soc.source),
                confidence=soc.confidence,
                note=soc.note,
                ai_core_cnt=soc.ai_core_count,
            )
            for soc in SOCS
            if soc.family is row.family
        }
        cells = without_none(
            tag=row.tag,
            zh=row.chinese_name,
            en=row.name,
            name_evidence=list(row.source),
            en_note=row.name_note,
            session_options_supported=row.session_options_supported,
            short_soc_version=row.short_soc_version,
            npu_arch_note=row.npu_arch_note,
            npu_arch_evidence=list(row.npu_arch_source) or None,
            soc_version_rule=row.soc_version_rule,
            match_rule=row.match_rule,
            notes=list(row.notes) or None,
            soc_versions=socs,
        )
        # The reference writes null for an NpuArch that nobody found.
        families.append({**cells, "npu_arch": row.npu_arch})
    assert families == REFERENCE["families"]
    assert [soc.name for soc in SOCS] == [name for family in REFERENCE["families"] for name in family["soc_versions"]]


def test_every_other_cell() -> None:
    assert {
        "snapshot": SNAPSHOT,
        "families": REFERENCE["families"],
        "not_in_docs_tables": {" / ".join(row.names): list(row.source) for row in OTHER_SOCS},
        "unknown_soc_behaviour": {row.part: f"{row.behaviour} ({row.source})" for row in UNKNOWN_SOC},
        "npu_arch_values_in_ge": {",".join(row.values): row.source for row in NPU_ARCH},
        "notes": list(NOTES),
    } == REFERENCE


def test_counts() -> None:
    assert [row.family for row in FAMILIES] == list(Family)
    assert len(FAMILIES) == 7
    assert len(SOCS) == len({soc.name for soc in SOCS}) == 71


def test_hf32() -> None:
    assert [row.soc for row in HF32 if row.supported] == WITH_HF32.split()
    assert [row.soc for row in HF32 if not row.supported] == WITHOUT_HF32.split()
    assert (len(WITH_HF32.split()), len(WITHOUT_HF32.split())) == (25, 20)


def test_the_name_that_ge_rewrites() -> None:
    # The engine does so before it looks for the platform file (platform_utils.cc:82-85).
    assert {soc.name: soc.read_as for soc in SOCS if soc.read_as} == {"Ascend910": "Ascend910A"}


def test_every_row_has_a_source() -> None:
    many = [row.source for row in FAMILIES] + [row.source for row in SOCS] + [row.source for row in OTHER_SOCS]
    one = [row.source for row in UNKNOWN_SOC] + [row.source for row in NPU_ARCH] + [row.source for row in HF32]
    assert all(many)
    assert all(source for sources in many for source in sources)
    assert all(one)
    assert all(row.npu_arch_source for row in FAMILIES if row.npu_arch)
