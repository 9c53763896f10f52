"""``geopts support``: the answer for each product, every statement with its source."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Any

import pytest

from geopts.facts.options import BY_KEY

Geo = Callable[..., tuple[int, str, str]]
PRODUCTS = ["950", "A3", "A2", "200I/500 A2", "310P", "910", "IPV350"]
#: performance_tuning.md:97 and the seed's S35; the session page lacks 950 (options_params/performance_tuning.md:120-134).
TILING = {
    "950": "yes (disputed)",
    "A3": "yes",
    "A2": "yes",
    "200I/500 A2": "no",
    "310P": "yes",
    "910": "no",
    "IPV350": "no",
}


def rows(geo: Geo, *arguments: str) -> list[dict[str, Any]]:
    code, out, err = geo("support", *arguments, "--format", "json")
    assert (code, err) == (0, "")
    told = json.loads(out)
    assert told["version"] == 1
    found: list[dict[str, Any]] = told["rows"]
    return found


def table(text: str) -> dict[str, list[str]]:
    """Read a printed table: first cell to the others."""
    cells = [[cell for cell in line.strip().split("  ") if cell.strip()] for line in text.splitlines()]
    return {row[0].strip(): [cell.strip() for cell in row[1:]] for row in cells if len(row) > 1}


def test_the_matrix_of_tiling_schedule_optimize(geo: Geo) -> None:
    code, out, err = geo("support", "TILING_SCHEDULE_OPTIMIZE")
    assert (code, err) == (0, "")
    assert out.startswith("TILING_SCHEDULE_OPTIMIZE (ge.tiling_schedule_optimize)\n")
    printed = table(out)
    assert {product: printed[product][0] for product in PRODUCTS} == TILING
    assert "build_model: yes" in printed["950"][1]
    assert "session: no" in printed["950"][1]
    for page in (
        "aclgrphBuildModel_config_params",
        "aclgrphBuildInitialize_config_params",
        "options_params",
        "atc_tools",
    ):
        assert page in out


def test_json_has_the_contract_s_fields(geo: Geo) -> None:
    found = rows(geo, "tiling_schedule_optimize")
    assert [row["product"] for row in found] == PRODUCTS
    for row in found:
        assert {"option", "value", "product", "verdict", "disputed", "statements"} <= set(row)
        assert (row["option"], row["key"], row["value"]) == (
            "TILING_SCHEDULE_OPTIMIZE",
            "ge.tiling_schedule_optimize",
            None,
        )
        assert f"{row['verdict']}{' (disputed)' * row['disputed']}" == TILING[row["product"]]
        for statement in row["statements"]:
            assert {"says", "call", "source"} <= set(statement)
            assert all((statement["says"], statement["call"], statement["source"]))


def test_a_value_a_product_and_a_call(geo: Geo) -> None:
    (row,) = rows(geo, "ge.tiling_schedule_optimize=1", "--product", "Ascend910B3", "--call", "session")
    assert (row["value"], row["product"], row["soc"], row["call"], row["verdict"]) == (
        "1",
        "A2",
        "Ascend910B3",
        "session",
        "yes",
    )
    (row,) = rows(geo, "TILING_SCHEDULE_OPTIMIZE", "--product", "950", "--call", "session")
    assert (row["verdict"], row["disputed"]) == ("no", True)
    two = rows(
        geo,
        "PRECISION_MODE_V2=mixed_hif8",
        "OP_PRECISION_MODE=enable_float_32_execution",
        "--product",
        "A2",
        "--product",
        "950",
    )
    assert [(r["key"], r["product"]) for r in two] == [
        ("ge.exec.precision_mode_v2", "A2"),
        ("ge.exec.precision_mode_v2", "950"),
        ("ge.exec.op_precision_mode", "A2"),
        ("ge.exec.op_precision_mode", "950"),
    ]
    # enable_float_32_execution on 950: not on build_model's page, on the session's and ATC's (seed S10)
    assert two[3]["disputed"]
    # Ascend910B without a digit is the first-generation 910 (device_capability.cc:45)
    assert rows(geo, "TILING_SCHEDULE_OPTIMIZE", "--product", "Ascend910B")[0]["product"] == "910"


def test_the_whole_matrix(geo: Geo) -> None:
    found = rows(geo)
    assert {row["key"] for row in found} == set(BY_KEY)
    assert len(found) == 130 * 7
    assert {row["verdict"] for row in found} == {"yes", "no", "unstated"}
    code, out, _ = geo("support")
    assert code == 0
    printed = table(out)
    assert printed["option"] == PRODUCTS
    assert printed["TILING_SCHEDULE_OPTIMIZE"] == list(TILING.values())
    assert len(out.splitlines()) == 131
    _, narrow, _ = geo("support", "--product", "A2", "--product", "310P")
    assert table(narrow)["TILING_SCHEDULE_OPTIMIZE"] == ["yes", "yes"]


def test_markdown(geo: Geo) -> None:
    _, out, _ = geo("support", "TILING_SCHEDULE_OPTIMIZE", "--format", "markdown")
    assert out.startswith(
        "## TILING_SCHEDULE_OPTIMIZE (ge.tiling_schedule_optimize)\n\n| product | supported | statements |\n| --- | --- | --- |\n"
    )
    assert "| 950 | yes (disputed) |" in out
    _, out, _ = geo("support", "--format", "markdown")
    lines = out.splitlines()
    assert len(lines) == 132
    assert all(line.startswith("| ") and line.count("|") == 9 for line in lines)


def test_what_no_document_says_is_unstated(geo: Geo) -> None:
    code, out, _ = geo("support", "ge.op_dependency_in_om", "--product", "A2")
    assert code == 0
    assert table(out)["A2"] == ["unstated", "no document says"]
    _, out, _ = geo("support", "OP_PRECISION_MODE=enable_hi_float_32_execution", "--product", "A2")
    assert "note: " in out


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (("TILING_SCHEDULE_OPTIMISE",), "tiling_schedule_optimize"),
        (("TILING_SCHEDULE_OPTIMIZE=2",), "True or False"),
        (("TILING_SCHEDULE_OPTIMIZE=",), "True or False"),
        (("OP_PRECISION_MODE=high_precison",), "high_precision"),
        (("TILING_SCHEDULE_OPTIMIZE", "--product", "A4"), "A4"),
        (("TILING_SCHEDULE_OPTIMIZE", "--call", "build"), "'build' is not one of"),
        (("--format", "text"), "'text' is not one of"),
    ],
)
def test_a_wrong_question_exits_with_2(geo: Geo, arguments: tuple[str, ...], told: str) -> None:
    code, out, err = geo("support", *arguments)
    assert (code, out) == (2, "")
    assert told in err
    assert "Traceback" not in err


def test_what_is_said_of_a_value_stands_apart_from_what_is_said_of_the_option(geo: Geo) -> None:
    # build_model's page takes precision_mode_v2 on A2, and mixed_hif8 on 950 alone (precision_tuning.md:205-220)
    _, out, _ = geo("support", "precision_mode_v2=mixed_hif8", "--product", "A2")
    row = next(line for line in out.splitlines() if line.startswith("A2"))
    assert re.fullmatch(r"A2 +no +build_model: no; the option itself: build_model: yes, .*", row)
