"""What rules find is merged by place: the same order as of a sort, while little of each rule's findings is held."""

from __future__ import annotations

import base64
import json
from collections import Counter
from collections.abc import Callable, Iterator
from itertools import islice, pairwise
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from geopts.findings import Finding, Severity, Span
from geopts.rules.context import Context
from geopts.rules.ini_checks import RISING, RULES_OF_INI, check, findings_in_order
from geopts.rules.ini_source import IniSource
from geopts.rules.order import in_order
from geopts.rules.registry import Rule

DATA = Path(__file__).parent / "data"
CASES = Path(__file__).parent / "cases"
ALMOST_NONE_HELD = st.sampled_from([1, 2, 3])
RISING_RULES = [pytest.param(rule, id=rule.code) for rule in sorted(RISING, key=lambda rule: rule.code)]

VECTORS = json.loads((DATA / "precision" / "vectors.json").read_bytes())["cases"]
INIS = sorted({base64.b64decode(case["ini"]["base64"]) for case in VECTORS if case["ini"] is not None})

#: Whole lines, so that many are told and the same ones come again.
LINES = sorted(
    {line for path in CASES.glob("GEO[12]*/bad.ini") for line in path.read_bytes().splitlines(keepends=True)}
)
#: What lines are made of.
PIECES = [
    b"\n",
    b"\n",
    b"\r\n",
    b"\r",
    b"=",
    b" = ",
    b":",
    b"#",
    b" # why",
    b";",
    b" ",
    b"\t",
    b"\0",
    b"\xff",
    b"\xef\xbb\xbf",
    b"\xc2\xa0",
    b"\xe3\x80\x80",
    b"\xef\xbc\x9d",
    b"[ByOpType]\n",
    b"[ByNodeName]\n",
    b"[byoptype]\n",
    b"[ ByNodeNames ]\n",
    b"[section]\n",
    b"[ByOpType]=",
    b"Gelu",
    b"Gelu=high_performance\n",
    b"Gelu=high_precision\n",
    b"Tanh=keep_fp16\n",
    b"Conv2d",
    b"conv_1/a:0",
    b"a*",
    b"'quoted'",
    b"high_precision",
    b"high_precison",
    b"HIGH_PRECISION",
    b"fast",
]
TEXTS = st.lists(st.sampled_from(PIECES) | st.sampled_from(LINES), max_size=60).map(b"".join)
CONTEXTS = st.sampled_from(
    [
        Context(),
        Context(hf32=True, parser="new", given=True, asked=frozenset(rule.code for rule in RULES_OF_INI)),
        Context(hf32=False, parser="old", allow_hf32="true", op_select_implmode="high_precision", given=True),
    ]
)

#: The line and the column of a finding; None for one that has no place.
Place = tuple[int, int] | None
PLACES = st.none() | st.tuples(st.integers(1, 4), st.integers(1, 3))


def finding(place: Place, message: str) -> Finding:
    span = None if place is None else Span(*place, place[0], place[1] + 1)
    return Finding("GEO101", "x", Severity.ERROR, message, path="x.ini", span=span)


def place_of(one: Finding) -> tuple[int, int]:
    return (0, 0) if one.span is None else (one.span.line, one.span.column)


def sources_of(places: list[list[Place]]) -> list[list[Finding]]:
    """Give rising findings, each with a message that no other one has."""
    return [
        sorted((finding(place, f"{number}.{index}") for index, place in enumerate(source)), key=place_of)
        for number, source in enumerate(places)
    ]


def sorted_by_place(sources: list[list[Finding]]) -> list[Finding]:
    return sorted((one for source in sources for one in source), key=place_of)


def everything(_code: str) -> bool:
    return True


def held_at_a_time(patch: pytest.MonkeyPatch, number: int) -> None:
    patch.setattr("geopts.rules.order._HELD", number)


@given(st.lists(st.lists(PLACES, max_size=12), max_size=5), ALMOST_NONE_HELD)
def test_a_merge_of_short_sources_is_a_stable_sort(places: list[list[Place]], held: int) -> None:
    sources = sources_of(places)
    with pytest.MonkeyPatch.context() as patch:
        held_at_a_time(patch, held)
        assert list(in_order(sources)) == sorted_by_place(sources)


@given(
    st.lists(st.lists(st.tuples(PLACES, st.sampled_from([1, 2, 511, 512, 513, 1025])), max_size=4), max_size=4),
)
def test_a_merge_of_long_sources_is_a_stable_sort(runs: list[list[tuple[Place, int]]]) -> None:
    # often more at one place than are held at a time
    sources = sources_of([[place for place, number in source for _ in range(number)] for source in runs])
    assert list(in_order(sources)) == sorted_by_place(sources)


class Counted:
    """Findings on one line after the other, and how many of them were taken."""

    def __init__(self, lines: range) -> None:
        self.lines = lines
        self.taken = 0

    def __iter__(self) -> Iterator[Finding]:
        for line in self.lines:
            self.taken += 1
            yield finding((line, 1), "x")


@pytest.mark.parametrize("held", [1, 2, 7, 512])
def test_every_source_has_begun_before_the_first_finding_and_few_are_taken(
    monkeypatch: pytest.MonkeyPatch, held: int
) -> None:
    held_at_a_time(monkeypatch, held)
    even, odd = Counted(range(2, 10_000, 2)), Counted(range(1, 10_000, 2))
    merged = in_order([even, odd])
    assert (even.taken, odd.taken) == (held, held)
    assert place_of(next(merged)) == (1, 1)
    assert max(even.taken, odd.taken) <= 2 * held


@pytest.mark.parametrize(
    "lines",
    [
        (range(1, 3000, 2), range(2, 3000, 2)),
        (range(1, 1500), range(1500, 3000)),
        (range(1500, 3000), range(1, 1500)),
        (range(1, 3000), range(2999, 3000)),
        (range(1, 3000), range(0), range(1, 3000, 100)),
    ],
)
def test_no_more_than_what_is_held_of_each_source_is_taken_ahead(
    monkeypatch: pytest.MonkeyPatch, lines: tuple[range, ...]
) -> None:
    held_at_a_time(monkeypatch, 5)
    sources = [Counted(part) for part in lines]
    given_away = 0
    for _ in in_order(sources):
        given_away += 1
        assert sum(source.taken for source in sources) - given_away <= 5 * len(sources)
    assert given_away == sum(len(part) for part in lines)


def test_of_one_source_nothing_more_than_what_is_held_is_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    held_at_a_time(monkeypatch, 4)
    source = Counted(range(1, 100))
    merged = in_order([source, []])
    assert source.taken == 4
    assert len(list(islice(merged, 4))) == 4
    assert source.taken == 4
    assert place_of(next(merged)) == (5, 1)
    assert source.taken == 5


def test_a_source_that_fails_at_its_start_fails_before_anything_is_told() -> None:
    def fail(_line: int) -> Finding:
        raise RuntimeError("boom")

    with pytest.raises(RuntimeError, match="boom"):
        in_order([[finding((1, 1), "x")], map(fail, [1, 2])])


def test_every_rising_rule_is_one_of_all_rules() -> None:
    assert set(RULES_OF_INI) >= RISING


def assert_rising(rule: Rule, data: bytes, context: Context) -> int:
    """Check one rule on one text, and give the number of its findings."""
    places = [place_of(one) for one in rule(IniSource("op_precision.ini", data, context))]
    assert [(before, after) for before, after in pairwise(places) if before > after] == []
    return len(places)


#: All lines that some case is about, twice; what is stored by name comes behind what is stored by type.
EVERY_LINE = b"".join(
    path.read_bytes().rstrip(b"\n") + b"\n[ByOpType]\n" for path in sorted(CASES.glob("GEO[12]*/bad.ini")) * 2
)


@pytest.mark.parametrize("rule", RISING_RULES)
def test_findings_of_a_rising_rule_rise_in_the_vectors_and_cases(rule: Rule) -> None:
    for data in INIS:
        assert_rising(rule, data, Context())
    assert assert_rising(rule, EVERY_LINE, Context()) > 1  # else this would say nothing of the rule


@pytest.mark.parametrize("rule", RISING_RULES)
@given(data=TEXTS, context=CONTEXTS)
def test_findings_of_a_rising_rule_rise_in_any_text(rule: Rule, data: bytes, context: Context) -> None:
    assert_rising(rule, data, context)


def assert_in_order(data: bytes, context: Context, enabled: Callable[[str], bool] = everything) -> None:
    expected = sorted(check("x.ini", data, context, enabled), key=place_of)
    assert list(findings_in_order("x.ini", data, context, enabled)) == expected


@pytest.mark.parametrize("held", [1, 512])
def test_findings_of_the_vectors_come_in_order(monkeypatch: pytest.MonkeyPatch, held: int) -> None:
    held_at_a_time(monkeypatch, held)
    for data in [*INIS, EVERY_LINE]:
        assert_in_order(data, Context())


@given(TEXTS, CONTEXTS, ALMOST_NONE_HELD | st.just(512))
def test_findings_of_any_text_come_in_order(data: bytes, context: Context, held: int) -> None:
    # rules share what they learn of a file, so a rule that runs while others do must find what it finds alone
    with pytest.MonkeyPatch.context() as patch:
        held_at_a_time(patch, held)
        assert_in_order(data, context)


@given(st.binary(max_size=120))
def test_findings_of_any_bytes_come_in_order(data: bytes) -> None:
    assert_in_order(data, Context())


@given(TEXTS, st.sets(st.sampled_from([rule.code for rule in RULES_OF_INI])))
def test_only_enabled_rules_are_merged(data: bytes, codes: set[str]) -> None:
    assert_in_order(data, Context(), codes.__contains__)
    assert {one.code for one in findings_in_order("x.ini", data, Context(), codes.__contains__)} <= codes


def test_a_long_file_comes_in_order() -> None:
    data = b"".join(b"Gelu=high_precison\nconv_%d : fast\n; note %d\n[byoptype]\n" % (n, n) for n in range(1500))
    found = Counter(one.code for one in check("x.ini", data, Context(), everything))
    assert len([code for code, number in found.items() if number > 1024]) > 2  # more than is held, of several rules
    assert_in_order(data, Context())
    assert_in_order(EVERY_LINE * 60, Context())
