"""Values that stand alone: what a message shows and suggests, paths, numbers without end."""

from __future__ import annotations

from pathlib import PurePosixPath

import pytest

from geopts.errors import OptionValueError
from geopts.facts.options import BY_KEY
from geopts.option_set import OptionSet
from geopts.value_types import Bool, Integer, PathText, fits, in_a_spec
from geopts.values import value_type

TILING = BY_KEY["ge.tiling_schedule_optimize"]


def refusal(key: str, value: object) -> OptionValueError:
    with pytest.raises(OptionValueError) as caught:
        value_type(BY_KEY[key]).accept(value)
    return caught.value


@pytest.mark.parametrize(
    ("word", "suggestion"),
    [
        ("true", "1"),
        ("on", "1"),
        ("YES", "1"),
        ("'1'", "1"),
        ("enable", "1"),
        ("False", "0"),
        ("off", "0"),
        ("disabled", "0"),
        ("2", None),
        ("maybe", None),
        ("", None),
    ],
)
def test_a_switch_suggests_what_a_word_means(word: str, suggestion: str | None) -> None:
    error = refusal(TILING.key, word)
    assert error.suggestion == suggestion
    assert error.hint == (f"write {suggestion!r}" if suggestion else "write True or False (in GE's text '1' or '0')")


def test_switches_take_the_texts_they_were_given() -> None:
    kind = Bool(TILING, "on", "off")
    assert (kind.accept("on"), kind.accept("off")) == (True, False)
    assert (kind.format(True), kind.format(False)) == ("on", "off")
    assert kind.candidates() == ("on", "off")


def test_paths_come_as_text_or_as_path_objects() -> None:
    kind = value_type(BY_KEY["ge.debugDir"])
    assert isinstance(kind, PathText)
    assert kind.accept(PurePosixPath("a/b")) == "a/b" == kind.accept("a/b")
    assert "directory" in refusal("ge.debugDir", "").allowed[0]
    assert "file" in refusal("ge.insertOpFile", "").allowed[0]
    assert "NUL" in refusal("ge.insertOpFile", "a\0b").message
    assert "empty" in refusal("ge.insertOpFile", "").message


def test_no_bound_is_invented() -> None:
    kind = value_type(BY_KEY["ge.session_device_id"])
    assert isinstance(kind, Integer)
    assert kind.describe() == "an integer"
    assert kind.accept("007") == 7
    assert [fits(number) for number in (2**63 - 1, 2**63, -(2**63), -(2**63) - 1)] == [True, False, True, False]


def deep() -> object:
    value: list[object] = []
    for _ in range(100_000):
        value = [value]
    return value


@pytest.mark.parametrize(
    ("key", "value", "shown"),
    [
        ("ge.socVersion", 10**5000, "this int"),
        ("ge.exec.precision_mode_v2", 10**5000, "this int"),
        ("event_sync_timeout", 10**5000, "this int"),
        ("ge.exec.allow_hf32", 10**5000, "this int"),
        (TILING.key, 10**5000, "this int"),
        (TILING.key, "x" * 10_000, "xxx..."),
        (TILING.key, ["x" * 10_000], "xxx..."),
    ],
    ids=["string", "enumeration", "integer", "allow_hf32", "switch", "long", "list"],
)
def test_a_value_without_end_is_refused_in_a_short_message(key: str, value: object, shown: str) -> None:
    error = refusal(key, value)
    assert shown in error.message
    assert len(error.message) < 500


def test_lists_within_lists_without_end_are_refused() -> None:
    assert "this list" in refusal("ge.exec.precision_mode_v2", deep()).message


def test_a_refused_value_in_the_words_of_a_spec() -> None:
    def told(options: dict[str, object]) -> tuple[str, str]:
        with pytest.raises(OptionValueError) as caught:
            OptionSet(options)
        return in_a_spec(caught.value)

    message, hint = told({"allow_hf32": {"conv": True}})
    assert message.startswith("{'conv': true} is not allowed; it takes true, false, a table ")
    assert hint.startswith("write true, false, ")
    # what the user wrote stays as it is, and so does GE's own text
    assert told({"allow_hf32": "True story"})[0].startswith("'True story' is not allowed")
    assert "(in GE's text '1' or '0')" in told({"tiling_schedule_optimize": 1})[0]
