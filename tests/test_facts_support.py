"""Every product table and value restriction against the reference (ge/options.json, read from hicann/ge@ffdcbc9f)."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from geopts.facts.options import BY_KEY
from geopts.facts.products import FAMILIES
from geopts.facts.rows import Family, Page, ProductStatement
from geopts.facts.support import PRODUCT_STATEMENTS, REMARKS, SESSION_CHAPTER, VALUE_STATEMENTS

if TYPE_CHECKING:
    from collections.abc import Mapping

REFERENCE: list[dict[str, Any]] = json.loads(
    (Path(__file__).parent / "data" / "reference" / "options.json").read_text(encoding="utf-8")
)
TAG = {row.family: row.tag for row in FAMILIES}
PAGE_OF_PATH = {
    "aclgrphBuildModel_config_params": Page.BUILD_MODEL,
    "aclgrphBuildInitialize_config_params": Page.BUILD_INITIALIZE,
    "parser_config_parameters": Page.PARSER,
    "options_params": Page.SESSION,
    "CLI_options": Page.ATC,
}
PAGES_OF_SCOPE = {
    "build_model page": (Page.BUILD_MODEL,),
    "session": (Page.SESSION,),
    "session and ATC pages": (Page.SESSION, Page.ATC),
}


def page_of(source: str) -> Page:
    return next(page for part, page in PAGE_OF_PATH.items() if part in source)


def by_tag(products: Mapping[Family, bool | None]) -> dict[str, bool | None]:
    return {TAG[family]: answer for family, answer in products.items()}


def tables_of(key: str) -> dict[Page, ProductStatement]:
    found = [statement for statement in PRODUCT_STATEMENTS if statement.key == key]
    assert len({statement.page for statement in found}) == len(found)
    return {statement.page: statement for statement in found}


@pytest.mark.parametrize("option", REFERENCE, ids=lambda option: str(option["key"]))
def test_every_product_table(option: dict[str, Any]) -> None:
    tables = tables_of(option["key"])
    expected: dict[Page, dict[str, bool | None]] = {}
    if option["products"] is not None:
        expected[page_of(option["products_source"])] = option["products"]
    for page, field in (
        (Page.BUILD_INITIALIZE, "products_build_initialize"),
        (Page.SESSION, "products_session"),
        (Page.ATC, "products_atc"),
    ):
        if option[field] is not None:
            assert page not in expected
            expected[page] = option[field]
    assert {page: by_tag(table.products) for page, table in tables.items()} == expected

    sources = {statement.page: statement.source for statement in tables.values()}
    if option["products_source"] is not None:
        assert sources[page_of(option["products_source"])] == option["products_source"]
    assert sources.get(Page.SESSION) == option["products_session_source"]
    # The reference gives no source of their own for these two tables: it is the page among the sources of the option.
    for page in (Page.ATC, Page.BUILD_INITIALIZE):
        if page in sources and sources[page] != option["products_source"]:
            assert sources[page] in option["source"]
            assert page_of(sources[page]) is page


@pytest.mark.parametrize("option", REFERENCE, ids=lambda option: str(option["key"]))
def test_every_value_restriction(option: dict[str, Any]) -> None:
    rules = [rule for rule in VALUE_STATEMENTS if rule.key == option["key"]]
    assert len(rules) == len(option["value_restrictions"])
    for rule, expected in zip(rules, option["value_restrictions"], strict=True):
        values = expected["values"]
        assert list(rule.values) == ([values] if isinstance(values, str) else values)
        assert by_tag(rule.products) == expected["products"]
        assert rule.source == expected["source"]
        assert rule.scope == expected.get("scope")
        assert rule.note == expected.get("note")
        assert rule.pages == (PAGES_OF_SCOPE[rule.scope] if rule.scope else (page_of(rule.source),))


@pytest.mark.parametrize("option", REFERENCE, ids=lambda option: str(option["key"]))
def test_answers_that_are_only_the_chapters(option: dict[str, Any]) -> None:
    # The reference marks with [chapter-baseline] what differs from the build table for that reason alone; a table that is cited from the
    # chapter's own page holds nothing else.
    session = tables_of(option["key"]).get(Page.SESSION)
    marked = " ".join(text for text in option["disagreements"] if text.startswith("[chapter-baseline]"))
    tags = {tag for tag in ("310b", "IPV350") if f"{tag}: True" in marked}
    if session is None:
        assert not tags
    elif session.source == SESSION_CHAPTER.source:
        assert {TAG[family] for family in session.by_chapter} == {"310b", "IPV350"} >= tags
    else:
        assert {TAG[family] for family in session.by_chapter} == tags


def test_counts() -> None:
    # 57 build tables, 18 of build_initialize beside them, 82 of the session pages, 60 of ATC.
    pages = [statement.page for statement in PRODUCT_STATEMENTS]
    fields = ("products", "products_build_initialize", "products_session", "products_atc")
    assert len(pages) == sum(option[field] is not None for option in REFERENCE for field in fields) == 217
    assert pages.count(Page.SESSION) == 82
    assert pages.count(Page.ATC) == 60


def test_the_session_chapter() -> None:
    # options_params/overall_constraints.md:3-25
    assert by_tag(SESSION_CHAPTER.products) == {row.tag: row.session_options_supported for row in FAMILIES}


def test_every_row_has_a_source_and_an_option() -> None:
    cells = [(row.key, row.source) for row in PRODUCT_STATEMENTS]
    cells += [(row.key, row.source) for row in VALUE_STATEMENTS] + [(row.key, row.source) for row in REMARKS]
    assert all(source and key in BY_KEY for key, source in cells)
    assert SESSION_CHAPTER.source


def test_a_statement_answers_for_every_family() -> None:
    assert all(set(statement.products) == set(Family) for statement in PRODUCT_STATEMENTS)
