from __future__ import annotations

import contextlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from geopts.errors import ProductError
from geopts.facts.products import FAMILIES, HF32, SOCS
from geopts.facts.rows import Family, HF32Row, SocRow
from geopts.products import Product, family_row, find_product, find_soc, hf32_of, soc_names

A2 = Family.ATLAS_A2
A3 = Family.ATLAS_A3
ASCEND_950 = Family.ASCEND_950
FIRST_910 = Family.ATLAS_TRAINING
INFERENCE = Family.ATLAS_INFERENCE
EDGE = Family.ATLAS_200I_500_A2
IPV350 = Family.IPV350


@pytest.mark.parametrize(
    ("name", "family"),
    [
        ("950", ASCEND_950),
        ("A3", A3),
        ("a2", A2),
        ("200I/500 A2", EDGE),
        ("200i/500 a2", EDGE),
        ("310P", INFERENCE),
        ("910", FIRST_910),
        ("ipv350", IPV350),
        # tags of the documents
        ("910b", A2),
        ("910B", A2),
        ("310b", EDGE),
        ("310p", INFERENCE),
        # names of the documents, in English and Chinese (options_params/overall_constraints.md:6-24, OfflineCompile.md:7-8)
        ("Ascend 950PR/Ascend 950DT", ASCEND_950),
        ("Ascend 950DT", ASCEND_950),
        ("Atlas A3 Training Series Products", A3),
        ("Atlas A2 Training Series Products/Atlas A2 Inference Series Products", A2),
        ("Atlas A2", A2),
        ("atlas a2 inference series", A2),
        ("Atlas 200I/500 A2 inference products", EDGE),
        ("Atlas 500 A2", EDGE),
        ("Atlas inference series products", INFERENCE),
        ("Atlas training series", FIRST_910),
        ("Atlas A2 训练系列产品/Atlas A2 推理系列产品", A2),
        ("Atlas 推理系列产品", INFERENCE),
        ("Atlas 训练系列产品", FIRST_910),
        # short SoC names
        ("Ascend910_93", A3),
        ("Ascend310P", INFERENCE),
        ("Ascend310B", EDGE),
        # patterns whose names all belong to one family
        ("Ascend310P*", INFERENCE),
        ("Ascend950*", ASCEND_950),
        ("Ascend910_95*", ASCEND_950),
        ("Ascend910_93*", A3),
    ],
)
def test_family_names(name: str, family: Family) -> None:
    product = find_product(f" {name} ")
    assert product.family is family
    assert product.soc is None
    assert product.label == family.value


@pytest.mark.parametrize("soc", SOCS, ids=[soc.name for soc in SOCS])
def test_every_soc_name(soc: SocRow) -> None:
    for find in (find_product, find_soc):
        for spelled in (soc.name, soc.name.lower(), soc.name.upper()):
            product = find(spelled)
            assert (product.family, product.soc, product.attested) == (soc.family, soc.name, True)
            assert product.label == f"{soc.family.value} ({soc.name})"
            assert (f"write {soc.name}" in product.note) == (spelled != soc.name)
    # npu-smi prints the name without its first word; where that is a tag or a family of the documents, those win.
    bare = soc.name.removeprefix("Ascend")
    if bare not in ("910", "910B", "950"):
        assert find_product(bare).soc == soc.name


def test_the_two_meanings_of_910b() -> None:
    # device_capability.cc:45: without a digit it is the first-generation 910; in the documents the tag 910b is Atlas A2.
    soc, tag = find_product("Ascend910B"), find_product("910b")
    assert (soc.family, soc.soc) == (FIRST_910, "Ascend910B")
    assert (tag.family, tag.soc) == (A2, None)
    assert "first-generation" in soc.note
    assert "first-generation" in tag.note
    assert find_product("Ascend910B3").family is A2
    assert find_product("Ascend910B3").note == ""


@pytest.mark.parametrize("name", ["Ascend950PR_1234", "ascend950x", "Ascend910_9599"])
def test_a_beginning_that_decides_the_family(name: str) -> None:
    # device_capability.cc:62-63,128-153
    for find in (find_product, find_soc):
        product = find(name)
        assert product.family is ASCEND_950
        assert product.soc is not None
        assert product.soc.lower() == name.lower()
        assert not product.attested
        assert "E20101" in product.note


@pytest.mark.parametrize(
    ("name", "candidate", "says"),
    [
        ("Ascend910B9", "Ascend910B4", "takes the longest known beginning, here Ascend910B"),
        ("Ascend910_9399", "Ascend910_9392", "takes the longest known beginning, here Ascend910 "),
        ("Ascend310P9", "Ascend310P7", "knows no beginning of it"),
    ],
)
def test_an_unknown_soc_is_not_guessed(name: str, candidate: str, says: str) -> None:
    # platform_utils.cc:114-152: the engine wants a platform file of exactly that name; device_capability.cc:112-157: longest known beginning.
    for find in (find_product, find_soc):
        with pytest.raises(ProductError, match="E20101") as caught:
            find(name)
        assert not caught.value.ambiguous
        assert candidate in caught.value.candidates[:3]
        assert says in caught.value.message


@pytest.mark.parametrize(
    ("name", "candidates"),
    [
        ("Atlas", {"A3", "A2", "200I/500 A2", "310P", "910"}),
        ("Ascend", {family.value for family in Family}),
        ("Atlas A", {"A3", "A2"}),
        ("Ascend 910", {"950", "A3", "A2", "910"}),
        ("Ascend 910B", {"A2", "910"}),
        ("Ascend910_9", {"950", "A3"}),
    ],
)
def test_ambiguous_names(name: str, candidates: set[str]) -> None:
    with pytest.raises(ProductError, match="ambiguous") as caught:
        find_product(name)
    assert caught.value.ambiguous
    assert set(caught.value.candidates) == candidates


def test_an_ambiguous_pattern_lists_the_socs() -> None:
    with pytest.raises(ProductError, match="A2, 910") as caught:
        find_product("Ascend910B*")
    assert caught.value.ambiguous
    assert set(caught.value.candidates) == {*soc_names(A2), "Ascend910B"}


@pytest.mark.parametrize("name", ["", "  ", "*", "Ascend7*", "A4", "Hopper"])
def test_unknown_names(name: str) -> None:
    for find in (find_product, find_soc):
        with pytest.raises(ProductError) as caught:
            find(name)
        assert not caught.value.ambiguous
        assert "200I/500 A2" in caught.value.hint


@pytest.mark.parametrize(
    ("name", "hf32"),
    [
        ("Ascend310", "does not enable HF32"),
        ("Ascend610Lite", "enables HF32"),
        ("Ascend031", "enables HF32"),
        ("MC62ABC", ""),
        ("Ascend960", ""),
        ("nosoc", ""),
        ("Ascend910_5591", "enables HF32"),
        ("Hi3796CV300ES", "does not enable HF32"),
    ],
)
def test_names_outside_the_product_tables(name: str, hf32: str) -> None:
    with pytest.raises(ProductError, match="no product table") as caught:
        find_product(name)
    assert hf32 in caught.value.hint
    assert ("HF32" in caught.value.hint) == bool(hf32)


@pytest.mark.parametrize("name", ["A2", "910b", "Atlas A2", "910B"])
def test_a_family_where_a_soc_is_wanted(name: str) -> None:
    with pytest.raises(ProductError, match="names the product family A2") as caught:
        find_soc(name)
    assert caught.value.candidates == soc_names(A2)
    assert "npu-smi" in caught.value.hint


def test_a_short_name_is_no_soc() -> None:
    with pytest.raises(ProductError, match="family 310P"):
        find_soc("Ascend310P")
    with pytest.raises(ProductError, match="no patterns"):
        find_soc("Ascend310P*")


def test_a_name_from_npu_smi_where_a_soc_is_wanted() -> None:
    with pytest.raises(ProductError) as caught:
        find_soc("910B3")
    assert caught.value.candidates == ("Ascend910B3",)


@pytest.mark.parametrize("row", HF32, ids=[row.soc for row in HF32])
def test_hf32_of_a_soc_is_its_platform_files(row: HF32Row) -> None:
    if row.soc not in {soc.name for soc in SOCS}:
        # A SoC of no documented product: refused, and the answer is in the hint.
        with pytest.raises(ProductError) as caught:
            find_soc(row.soc)
        assert row.source in caught.value.hint
        return
    product = find_soc(row.soc)
    assert (product.hf32, product.hf32_source, product.hf32_inferred) == (row.supported, row.source, False)


@pytest.mark.parametrize(
    ("family", "hf32"),
    [(ASCEND_950, True), (A3, True), (A2, True), (EDGE, True), (INFERENCE, False), (FIRST_910, False), (IPV350, False)],
)
def test_hf32_of_a_family_is_inferred_from_its_socs(family: Family, hf32: bool) -> None:
    product = find_product(family.value)
    assert product.hf32 is hf32
    assert product.hf32_inferred
    known = [row.soc for row in HF32 if row.soc in soc_names(family)]
    assert known
    assert all(name in product.hf32_source for name in known)


def test_hf32_of_a_family_whose_socs_differ_is_unknown(monkeypatch: pytest.MonkeyPatch) -> None:
    # No family is so today; a new platform file may make one so, and then nothing may be inferred.
    monkeypatch.setattr("geopts.products._hf32_names", lambda _family: ("Ascend910B1", "Ascend910A"))
    assert hf32_of(A2)[0] is None
    assert hf32_of(A2, "Ascend910B1")[0] is True


def test_hf32_of_a_soc_without_a_platform_file_is_inferred() -> None:
    assert hf32_of(INFERENCE, "Ascend310P2")[::2] == (False, True)
    assert hf32_of(ASCEND_950, "Ascend950PR_9589")[::2] == (True, True)


def test_hf32_of_the_name_that_ge_rewrites() -> None:
    # platform_utils.cc:82-85: Ascend910 is read as Ascend910A, which has a platform file.
    product = find_soc("Ascend910")
    assert (product.hf32, product.hf32_inferred) == (False, False)
    assert product.hf32_source.endswith("Ascend910A.ini")
    assert "Ascend910A" in product.note


def test_family_rows() -> None:
    assert [family_row(family) for family in Family] == list(FAMILIES)
    assert sum(len(soc_names(family)) for family in Family) == 71


@given(
    st.text(max_size=30)
    | st.sampled_from([soc.name for soc in SOCS]).flatmap(lambda name: st.text(max_size=3).map(name.__add__))
)
def test_any_text_gives_a_product_or_a_product_error(name: str) -> None:
    for find in (find_product, find_soc):
        product: Product | None = None
        with contextlib.suppress(ProductError):
            product = find(name)
        assert product is None or product.hf32_source
