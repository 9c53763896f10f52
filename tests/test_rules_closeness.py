"""How close two words are, against the textbook's table; and which mode a slip was meant to be."""

from __future__ import annotations

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from geopts.facts.dialects import MODES, PrecisionMode
from geopts.rules.closeness import distance
from geopts.rules.meant_mode import meant_mode, meant_modes

WORDS = st.text("abc", max_size=9)
LIMITS = range(5)


def table_distance(one: str, other: str) -> int:
    """Give the optimal string alignment distance by its definition: the whole table, no limit, nothing cut off."""
    table = [[0] * (len(other) + 1) for _ in range(len(one) + 1)]
    for i in range(len(one) + 1):
        for j in range(len(other) + 1):
            if not i or not j:
                table[i][j] = i + j
                continue
            table[i][j] = min(
                table[i - 1][j] + 1,
                table[i][j - 1] + 1,
                table[i - 1][j - 1] + (one[i - 1] != other[j - 1]),
            )
            if i > 1 and j > 1 and one[i - 1] == other[j - 2] and one[i - 2] == other[j - 1]:
                table[i][j] = min(table[i][j], table[i - 2][j - 2] + 1)
    return table[-1][-1]


@pytest.mark.parametrize(
    ("one", "other", "slips"),
    [
        ("", "", 0),
        ("", "abc", 3),
        ("kitten", "sitting", 3),
        ("ab", "ba", 1),
        ("ca", "abc", 3),  # the textbook's example: a pair that was swapped is not edited again
        ("abcd", "badc", 2),
    ],
)
def test_the_table_of_this_test_is_right(one: str, other: str, slips: int) -> None:
    assert table_distance(one, other) == table_distance(other, one) == slips
    assert distance(one, other, 4) == slips


def assert_right(one: str, other: str) -> None:
    slips = table_distance(one, other)
    for limit in LIMITS:
        assert distance(one, other, limit) == min(slips, limit + 1), (one, other, limit)


def test_the_distance_of_all_short_words_is_that_of_the_whole_table() -> None:
    words = ["".join(letters) for length in range(5) for letters in product("abc", repeat=length)]
    for one, other in product(words, words):
        assert_right(one, other)


@given(WORDS, WORDS)
def test_the_distance_of_any_words_is_that_of_the_whole_table(one: str, other: str) -> None:
    assert_right(one, other)
    assert_right(other, one)


@st.composite
def slipped(draw: st.DrawFn) -> tuple[str, str]:
    """Give a word, and what a few slips make of it: random pairs are rarely close."""
    word = draw(st.text("abcd", max_size=12))
    letters = list(word)
    for _ in range(draw(st.integers(0, 4))):
        place = draw(st.integers(0, len(letters)))
        kind = draw(st.sampled_from(["more", "less", "other", "swap"]))
        if kind == "more":
            letters.insert(place, draw(st.sampled_from("abcd")))
        elif kind == "less":
            del letters[place : place + 1]
        elif kind == "other":
            letters[place : place + 1] = draw(st.sampled_from("abcd"))
        else:
            letters[place : place + 2] = reversed(letters[place : place + 2])
    return word, "".join(letters)


@given(slipped())
def test_the_distance_of_words_that_are_close_is_that_of_the_whole_table(words: tuple[str, str]) -> None:
    assert_right(*words)


def slips_of(mode: str) -> set[str]:
    """Give what one slip makes of the letters of a mode: one left out, one doubled, two swapped."""
    slips: set[str] = set()
    for i, letter in enumerate(mode):
        if letter.isdigit():
            continue
        slips |= {mode[:i] + mode[i + 1 :], mode[: i + 1] + mode[i:]}
        if i + 1 < len(mode) and not mode[i + 1].isdigit():
            slips.add(mode[:i] + mode[i + 1] + letter + mode[i + 2 :])
    return slips


@pytest.mark.parametrize("mode", [str(mode) for mode in PrecisionMode])
def test_a_slip_of_a_mode_means_the_mode(mode: str) -> None:
    slips = slips_of(mode)
    assert len(slips) > len(mode)
    assert [slip for slip in slips if mode not in meant_modes(slip)] == []
    assert [slip for slip in slips if mode not in meant_modes(f" {slip.upper().replace('_', '-')} ")] == []


@pytest.mark.parametrize("mode", [str(mode) for mode in PrecisionMode])
def test_a_mode_means_itself(mode: str) -> None:
    for spelled in (mode, mode.upper(), mode.replace("_", "-"), mode.replace("_", " "), f"\t{mode} "):
        assert meant_modes(spelled) == (mode,)
        assert meant_mode(spelled) == mode


@pytest.mark.parametrize("mode", [mode for mode in MODES if any(map(str.isdigit, mode))])
@pytest.mark.parametrize("number", ["8", "61", "64", "23", "132", "3"])
def test_another_number_is_no_slip(mode: str, number: str) -> None:
    digits = "".join(filter(str.isdigit, mode))
    assert mode not in meant_modes(mode.replace(digits, number))


def test_numbers_of_other_modes_are_no_slips() -> None:
    assert "keep_fp16" not in meant_modes("keep_fp32")
    assert "enable_float_32_execution" not in meant_modes("enable_float_16_execution")
    assert "enable_float_32_execution" not in meant_modes("enable_float_23_execution")
    assert meant_mode("keep_fp32") is None


@given(st.text("abcdefghijklmnopqrstuvwxyz_-0123456789 ", max_size=30))
def test_what_is_meant_is_close_or_holds_the_word(value: str) -> None:
    plain = value.strip().replace("-", "_").replace(" ", "_")
    for mode in meant_modes(value):
        assert plain in mode or table_distance(plain, mode) <= 3 or plain.replace("_", "") == mode.replace("_", "")


@pytest.mark.parametrize(
    ("part", "modes"),
    [
        ("performance", ("high_performance", "super_performance")),
        ("float_32", ("enable_float_32_execution", "enable_hi_float_32_execution")),
        ("norm", ("norm_class",)),
        ("fp16", ("keep_fp16",)),
        ("fp1", ()),
        ("", ()),
        ("nothing_like_it", ()),
    ],
)
def test_a_part_of_a_mode_means_every_mode_with_it(part: str, modes: tuple[str, ...]) -> None:
    assert set(meant_modes(part)) == set(modes)
    assert meant_mode(part) == (modes[0] if len(modes) == 1 else None)
