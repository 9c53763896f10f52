"""Shell text split into commands: the words are those a shell would pass, as far as nothing is expanded."""

from __future__ import annotations

import shlex
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from geopts.frontends.shell import ShellWord, split_commands


def words_of(text: str) -> list[list[str]]:
    return [[word.text for word in command.words] for command in split_commands(text)[0]]


@given(words=st.lists(st.text(st.characters(exclude_characters="\0"), min_size=0, max_size=8), min_size=1, max_size=6))
def test_words_quoted_by_the_standard_library_come_back(words: list[str]) -> None:
    commands, unclosed = split_commands("atc " + shlex.join(words))
    assert [word.text for word in commands[0].words] == ["atc", *words]
    assert not unclosed
    assert not any(word.symbolic for word in commands[0].words)


# What bash passes to a program, by its manual: quoting, line joining, comments, operators, redirections, here documents.
@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("atc --a=1 --b=2", [["atc", "--a=1", "--b=2"]]),
        ("atc \\\n  --a=1 \\\n  --b=2", [["atc", "--a=1", "--b=2"]]),
        ("atc --a=1 \\\r\n  --b=2\r\n", [["atc", "--a=1", "--b=2"]]),
        ("atc --a=x\\\ny", [["atc", "--a=xy"]]),
        ("atc --a='x y' --b=\"z w\"", [["atc", "--a=x y", "--b=z w"]]),
        ("atc --a=x\\ y", [["atc", "--a=x y"]]),
        ('atc --a="x\\"y"', [["atc", '--a=x"y']]),
        ("atc --a=$'x\\ty\\x41'", [["atc", "--a=x\tyA"]]),
        ("atc --a=1 # --b=2", [["atc", "--a=1"]]),
        ("atc --a=1#2", [["atc", "--a=1#2"]]),
        ("# atc --a=1\natc --b=2", [["atc", "--b=2"]]),
        ("cd x && atc --a=1; echo done", [["cd", "x"], ["atc", "--a=1"], ["echo", "done"]]),
        ("atc --a=1 | tee log 2>&1", [["atc", "--a=1"], ["tee", "log"]]),
        ("atc --a=1 > log 2>>err --b=2", [["atc", "--a=1", "--b=2"]]),
        ("X=1 Y=2 atc --a=1", [["atc", "--a=1"]]),
        ("if true; then\n  atc --a=1\nfi", [["true"], ["atc", "--a=1"], ["fi"]]),
        ("sudo time atc --a=1", [["atc", "--a=1"]]),
        ("(atc --a=1)", [["atc", "--a=1"]]),
        ("cat <<EOF\natc --a=1\nEOF\natc --b=2", [["cat"], ["atc", "--b=2"]]),
        ("cat <<-'E O'\n\tatc --a=1\n\tE O\natc --b=2", [["cat"], ["atc", "--b=2"]]),
        ("atc --a='x\ny'", [["atc", "--a=x\ny"]]),
        ("", []),
        ("\n\n#\n", []),
    ],
)
def test_words_of_a_shell(text: str, expected: list[list[str]]) -> None:
    assert words_of(text) == expected


@pytest.mark.parametrize(
    "value", ["$X", "${X}", "${X:-a b}", "$(cat f)", '"$X"', '"a$X"', "`pwd`", "x$1", '"$(echo "a b")"', "$@"]
)
def test_variables_and_substitutions_stay_symbolic(value: str) -> None:
    command = split_commands(f"atc --a={value} --b=1")[0][0]
    assert [word.symbolic for word in command.words] == [False, True, False]
    assert command.words[2].text == "--b=1"


@pytest.mark.parametrize("value", ["'$X'", "\\$X", '"\\$X"', "5$", "a$ b", "$'x'"])
def test_a_dollar_that_expands_nothing_is_text(value: str) -> None:
    command = split_commands(f"atc --a={value}")[0][0]
    assert not command.words[1].symbolic


def test_a_part_of_a_word_is_symbolic_and_the_rest_is_not() -> None:
    word = split_commands("--soc_version=Ascend${chip}B")[0][0].words[0]
    assert word.text == "--soc_version=Ascend${chip}B"
    assert not word.is_symbolic(0, len("--soc_version"))
    assert word.is_symbolic(len("--soc_version="), len(word.text))


@pytest.mark.parametrize("text", ["'ab cd'", '"ab cd"', "ab\\ cd", "a'b c'd", '"a"b" "cd', "a\\\nb' 'cd"])
def test_every_character_of_a_word_has_its_place(text: str) -> None:
    word: ShellWord = split_commands(text)[0][0].words[0]
    assert word.text == "ab cd"
    assert "".join(text[word.source_offset(i)] for i in range(len(word.text))) == word.text
    assert word.source_offset(len(word.text)) == word.end == len(text)


def test_a_quote_that_nothing_closes_is_told_and_hides_its_own_line_only() -> None:
    commands, unclosed = split_commands("atc --a='x\natc --b=1\n")
    assert unclosed == [8]
    assert [word.text for word in commands[-1].words] == ["atc", "--b=1"]


@given(text=st.text("a '\"\\$`(){}<>&|;#\n\t=-", max_size=40))
def test_any_text_ends(text: str) -> None:
    commands, _ = split_commands(text)
    for command in commands:
        assert 0 <= command.start <= command.end <= len(text)
        for word in command.words:
            assert [word.start <= word.source_offset(i) <= word.end for i in range(len(word.text) + 1)] == [True] * (
                len(word.text) + 1
            )


def test_text_that_never_closes_costs_time_by_its_length_only() -> None:
    # each of these makes a lexer quadratic that looks for its end again and again
    start = time.perf_counter()
    for part in ("'", '"', "$(", "`", "<<E\n", "\\", "a=", "${", '"$(', "'\"", '"`', "<(", "\n'", '\n"', "$'", "$('"):
        split_commands("atc " + part * (20_000 // len(part)))
    assert time.perf_counter() - start < 20
