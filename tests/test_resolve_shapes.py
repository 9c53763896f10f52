"""Input shapes and gears as GE reads them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from geopts.resolve import shapes


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("data:-1,3, 4", ((-1, 3, 4),)),
        ("a:1;b:;c:2,3", ((1,), (), (2, 3))),
        ("a:1;", ((1,),)),
        ("scope:a:1", ((1,),)),
        ("", ()),
        ("1,2", None),
        ("a:1~2", None),
        ("a:x", None),
        ("a:1,,2", None),
    ],
)
def test_parse_shapes(text: str, expected: tuple[tuple[int, ...], ...] | None) -> None:
    assert shapes.parse_shapes(text) == expected


@given(st.lists(st.lists(st.integers(-1, 10**12), min_size=1, max_size=5), max_size=5))
def test_parse_shapes_reads_what_is_written(sizes: list[list[int]]) -> None:
    text = ";".join(f"n{index}:{','.join(map(str, shape))}" for index, shape in enumerate(sizes))
    assert shapes.parse_shapes(text) == tuple(map(tuple, sizes))
    assert shapes.has_free_dimension(text) is any(-1 in shape for shape in sizes)


def test_shared_index_compares_numbers() -> None:
    assert shapes.share_an_index("00;2", "0")
    assert not shapes.share_an_index("", "")
    assert not shapes.share_an_index("a;b", "a;b")


def test_free_axes_need_named_shapes() -> None:
    """Gears take shapes by name only; what cannot be read is neither right nor wrong here."""
    assert shapes.has_free_batch("-1,3") is None
    assert shapes.has_free_image("-1,3", "NCHW") is None
    assert shapes.has_free_dimension("a:x") is None
    assert shapes.gear_widths_match("1;2", "a:x") is None
    assert shapes.has_free_image("a:1,3,-1,-1", "ND") is None


@given(st.text(), st.text())
def test_no_text_raises(one: str, two: str) -> None:
    assert shapes.has_free_batch(one) in {True, False, None}
    assert shapes.has_free_image(one, "NHWC") in {True, False, None}
    assert shapes.gear_widths_match(one, two) in {True, False, None}
    assert shapes.share_an_index(one, two) is shapes.share_an_index(two, one)
