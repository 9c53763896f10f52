"""``geopts products``: families, SoC names, who has HF32."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

Geo = Callable[..., tuple[int, str, str]]
REFERENCE: dict[str, Any] = json.loads(
    (Path(__file__).parent / "data" / "reference" / "products.json").read_text(encoding="utf-8")
)
TAGS = {"950": "950", "A3": "A3", "A2": "910b", "200I/500 A2": "310b", "310P": "310p", "910": "910", "IPV350": "IPV350"}
#: By the platform files of CANN 8.1.RC1 (semantics.md section 4).
HF32 = {"950": True, "A3": True, "A2": True, "200I/500 A2": True, "310P": False, "910": False}


def test_every_family_with_its_soc_names(geo: Geo) -> None:
    code, out, err = geo("products", "--format", "json")
    assert (code, err) == (0, "")
    found = {row["product"]: row for row in json.loads(out)["products"]}
    assert {product: row["tag"] for product, row in found.items()} == TAGS
    for product, expected in HF32.items():
        assert found[product]["hf32"] is expected
    assert "Ascend910B3" in found["A2"]["soc_versions"]
    assert "Ascend910B" in found["910"]["soc_versions"]
    assert all(row["source"] and row["name"] and row["hf32_source"] for row in found.values())
    code, text, _ = geo("products")
    for product, row in found.items():
        assert f"{product}: {row['name']}\n" in text
        assert all(soc in text for soc in row["soc_versions"])
    _, markdown, _ = geo("products", "--format", "markdown")
    assert len(markdown.splitlines()) == 9
    assert "| A2 | 910b |" in markdown


@pytest.mark.parametrize(
    ("name", "product", "soc", "hf32"),
    [
        ("A2", "A2", None, True),
        ("910b", "A2", None, True),
        ("Ascend910B3", "A2", "Ascend910B3", True),
        ("Ascend910B", "910", "Ascend910B", False),
        ("Ascend310P3", "310P", "Ascend310P3", False),
        ("Ascend310B1", "200I/500 A2", "Ascend310B1", True),
    ],
)
def test_what_a_name_is(geo: Geo, name: str, product: str, soc: str | None, hf32: bool) -> None:
    code, out, _ = geo("products", name, "--format", "json")
    told = json.loads(out)
    assert (code, told["product"], told["soc"], told["hf32"]) == (0, product, soc, hf32)
    _, text, _ = geo("products", name)
    assert text.startswith(f"{product}: " if soc is None else f"{product} ({soc}): ")
    assert f"  HF32: {'yes' if hf32 else 'no'} (" in text
    _, markdown, _ = geo("products", name, "--format", "markdown")
    assert f"| product | {product} |" in markdown


def test_names_that_collide_say_so(geo: Geo) -> None:
    # findings.md 17: Ascend910B without a digit is the training chip
    assert "first-generation 910" in geo("products", "Ascend910B")[1]
    assert "first-generation 910" in geo("products", "910b")[1]


@pytest.mark.parametrize(
    ("name", "told"), [("Ascend910*", "ambiguous"), ("A5", "unknown product"), ("", "unknown product")]
)
def test_unknown_and_ambiguous_names_exit_with_2(geo: Geo, name: str, told: str) -> None:
    code, out, err = geo("products", name)
    assert (code, out) == (2, "")
    assert told in err
    assert "products are 950, A3, A2" in err or "write one of" in err


def test_a_name_on_no_list_that_belongs_to_a_family_by_its_beginning(geo: Geo) -> None:
    code, out, _ = geo("products", "Ascend950PR_0000", "--format", "json")
    told = json.loads(out)
    assert (code, told["product"], told["attested"]) == (0, "950", False)
    assert "on no list of SoC names" in told["note"]


def test_every_tag_of_the_reference_is_listed(geo: Geo) -> None:
    _, out, _ = geo("products", "--format", "json")
    text = json.dumps(REFERENCE)
    assert all(json.dumps(row["tag"]) in text for row in json.loads(out)["products"])
