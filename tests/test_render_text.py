"""Safe text, widths and excerpts with carets."""

from __future__ import annotations

import io
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from geopts.render.excerpt import excerpt
from geopts.render.source_lines import SourceLines, Sources
from geopts.render.text import Charset, char_width, location, printable, write_lines


def charset(encoding: str = "utf-8") -> Charset:
    return Charset(io.TextIOWrapper(io.BytesIO(), encoding=encoding))


def columns(text: str) -> int:
    return sum(char_width(char) for char in text)


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("plain é 模型", "plain é 模型"),
        ("a\nb\r\tc", "a\\nb\\r\\tc"),
        ("\x1b[31m\x00\x7f", "\\x1b[31m\\x00\\x7f"),
        ("\udc80\udcff", "\\x80\\xff"),
        ("\ud800", "\\ud800"),
        ("\u00a0\u3000\u2028\ufeff\u200b\u202e", "\\u00a0\\u3000\\u2028\\ufeff\\u200b\\u202e"),
        ("\U000e0001", "\\U000e0001"),
        ("C:\\dir", "C:\\dir"),
    ],
)
def test_printable(text: str, shown: str) -> None:
    assert printable(text) == shown


@given(st.text(st.characters(codec=None)))
def test_printable_text_prints_and_is_encodable(text: str) -> None:
    shown = printable(text)
    assert shown.isprintable()
    shown.encode("utf-8")
    assert printable(shown) == shown


def test_char_width_follows_east_asian_width() -> None:
    # UAX #11: W and F take two columns; a combining mark takes none of its own
    assert [char_width(char) for char in "aé模\uff21\uff71"] == [1, 1, 2, 2, 1]
    assert char_width("\u0301") == 0
    assert unicodedata.category("\u0301") == "Mn"


@pytest.mark.parametrize("encoding", ["ascii", "latin-1", "gbk", "utf-8", "utf-16-le"])
def test_charset_fits_what_the_codec_takes(encoding: str) -> None:
    chars = charset(encoding)
    for text in ("a", "é", "模", "😀"):
        try:
            text.encode(encoding)
            encodable = True
        except UnicodeEncodeError:
            encodable = False
        assert chars.fits(text) is encodable
        assert (chars.fit(text) == text) is encodable
        chars.fit(text).encode(encoding)


def test_charset_of_a_stream_without_encoding_takes_everything() -> None:
    assert Charset(io.StringIO()).fits("模😀")


@pytest.mark.parametrize(
    ("arguments", "shown"),
    [
        (("a.ini", 3, 4), "a.ini:3:4"),
        (("", 3, 4), "3:4"),
        (("a.toml", None, None, "options.x"), "a.toml: options.x"),
        (("a\n.ini", None, None), "a\\n.ini"),
        (("", None, None, "options.x"), "options.x"),
    ],
)
def test_location(arguments: tuple[str, int | None, int | None], shown: str) -> None:
    assert location(*arguments) == shown


def test_write_lines_writes_every_line_once_whatever_the_batch() -> None:
    for number in (0, 1, 2, 3, 4, 5):
        stream = io.StringIO()
        write_lines(stream, (str(n) for n in range(number)), batch=2)
        assert stream.getvalue() == "".join(f"{n}\n" for n in range(number))


@pytest.mark.parametrize(
    ("text", "start", "end", "line", "carets"),
    [
        ("Gelu=x", 5, 6, "Gelu=x", "     ^"),
        ("Gelu=", 5, 5, "Gelu=", "     ^"),
        ("", 0, 0, "", "^"),
        # two columns for each of the first two
        ("激活=x", 0, 2, "激活=x", "^^^^"),
        ("激活=x", 3, 4, "激活=x", "     ^"),
        # a combining mark belongs to the letter before it
        ("e\u0301=x", 3, 4, "e\u0301=x", "  ^"),
        # tabs end at multiples of four
        ("\ta\tb", 1, 2, "    a   b", "    ^"),
        ("\ta\tb", 3, 4, "    a   b", "        ^"),
        # an escape is as wide as it is
        ("a\u00a0=x", 1, 2, "a\\u00a0=x", " ^^^^^^"),
        ("\x00a", 1, 2, "\\x00a", "    ^"),
        ("na\udcefve", 2, 3, "na\ufffdve", "  ^"),
        # places that the line does not have
        ("abc", 7, 9, "abc", "   ^"),
        ("abc", 2, 1, "abc", "  ^"),
        ("abc", -3, 1, "abc", "^"),
    ],
)
def test_excerpt(text: str, start: int, end: int, line: str, carets: str) -> None:
    assert excerpt(text, start, end, charset()) == (line, carets)


def test_excerpt_in_an_encoding_that_lacks_the_letters_stays_aligned() -> None:
    assert excerpt("模=x", 2, 3, charset("ascii")) == ("\\u6a21=x", "       ^")
    assert excerpt("\udcff=x", 2, 3, charset("ascii")) == ("?=x", "  ^")


def test_excerpt_of_a_long_line_is_cut_around_the_place() -> None:
    text = "".join(f"{number:07d}" for number in range(100_000))
    line, carets = excerpt(text, 350_000, 350_007, charset())
    assert len(line) < 160
    assert line.startswith("...")
    assert line.endswith("...")
    assert line[carets.index("^") : len(carets)] == "0050000"
    line, carets = excerpt(text, 0, len(text), charset())
    assert len(carets) == len(line) - len("...")


@given(st.text(st.characters(codec=None), max_size=200), st.integers(-3, 220), st.integers(-3, 220))
def test_carets_stand_below_the_marked_text(text: str, start: int, end: int) -> None:
    line, carets = excerpt(text, start, end, charset())
    assert line.isprintable()
    assert carets.lstrip(" ").strip("^") == ""
    assert "^" in carets
    # never further right than the end of the line, plus one for a place behind it
    assert len(carets) <= columns(line) + len(text) - len(text.rstrip()) + 3 * text.count("\t") + 1


@given(st.binary(max_size=80))
def test_source_lines_agree_with_a_split_at_lf(data: bytes) -> None:
    lines = SourceLines(data)
    expected = data.decode("utf-8", "surrogateescape").split("\n")
    assert [lines.text(n) for n in range(1, len(expected) + 1)] == [line.removesuffix("\r") for line in expected]
    assert lines.text(0) is None
    assert lines.text(len(expected) + 1) is None
    for offset in range(len(data) + 1):
        line, column = lines.place(offset)
        head = data[:offset]
        assert line == head.count(b"\n") + 1
        assert column == len(head[head.rfind(b"\n") + 1 :].decode("utf-8", "surrogateescape")) + 1
    assert lines.place(len(data) + 5) == lines.place(len(data))
    assert len(lines) == data.count(b"\n") + bool(data and not data.endswith(b"\n"))


def test_sources() -> None:
    sources = Sources({"a.ini": b"x\ny"})
    assert sources.line_text("a.ini", 2) == "y"
    assert sources.line_text("b.ini", 1) is None
    assert sources.get("a.ini") is sources.get("a.ini")
