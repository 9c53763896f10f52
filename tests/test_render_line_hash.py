"""The line hash of GitHub code scanning; expected values from ``src/fingerprints.test.ts`` (github/codeql-action@06fb4821)."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from geopts.render.line_hash import LineHashes

GREETINGS = [
    "e9496ae3ebfced30:1",
    "fb7c023a8b9ccb3f:1",
    "ce8ba1a563dcdaca:1",
    "e20e36e16fcb0cc8:1",
    "b3edc88f2938467e:1",
    "c8e28b0b4002a3a0:1",
    "c129715d7a2bc9a3:1",
]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", ["c129715d7a2bc9a3:1"]),
        (" a\nb\n  \t\tc\n d", ["271789c17abda88f:1", "54703d4cd895b18:1", "180aee12dab6264:1", "a23a3dc5e078b07b:1"]),
        (" hello; \t\nworld!!!\n\n\n  \t\tGreetings\n End\n", GREETINGS),
        (" hello; \t\nworld!!!\r\r\r  \t\tGreetings\r End\r", GREETINGS),
        (" hello; \t\r\nworld!!!\r\n\r\n\r\n  \t\tGreetings\r\n End\r\n", GREETINGS),
        (" hello; \t\nworld!!!\r\n\n\r  \t\tGreetings\r End\r\n", GREETINGS),
        (
            "Lorem ipsum dolor sit amet.\n" * 10,
            [
                *(f"a7f2ff13bc495cf2:{number}" for number in range(1, 7)),
                "a7f2ff1481e87703:1",
                "a9cf91f7bbf1862b:1",
                "55ec222b86bcae53:1",
                "cc97dc7b1d7d8f7b:1",
                "c129715d7a2bc9a3:1",
            ],
        ),
    ],
)
def test_published_values(text: str, expected: list[str]) -> None:
    hashes = LineHashes(text.encode())
    assert [hashes.get(line) for line in range(1, len(expected) + 1)] == expected
    assert hashes.get(0) is None
    assert hashes.get(len(expected) + 1) is None


def rolling(data: bytes) -> list[str]:
    """The definition, one code unit at a time with a window, as the original does it."""
    text = data.decode("utf-8", "replace").encode("utf-16-le", "surrogatepass")
    units = [int.from_bytes(text[i : i + 2], "little") for i in range(0, len(text), 2)]
    kept: list[int] = []
    starts: list[int] = []
    at_start, after_cr = True, False
    for unit in [*units, 65535]:
        if unit in {0x20, 0x09} or (after_cr and unit == 0x0A):
            after_cr = False
            continue
        after_cr = unit == 0x0D
        if at_start:
            starts.append(len(kept))
        at_start = unit in {0x0A, 0x0D}
        kept.append(0x0A if unit == 0x0D else unit)
    padded = kept + [0] * 100
    found: list[str] = []
    values: list[int] = []
    for start in starts:
        value = sum(unit * 37 ** (99 - i) for i, unit in enumerate(padded[start : start + 100])) % 2**64
        values.append(value)
        found.append(f"{value:x}:{values.count(value)}")
    return found


@given(
    st.lists(st.sampled_from(["a", " ", "\t", "\n", "\r", "\r\n", "模", "😀", "x" * 60])).map("".join),
    st.binary(max_size=4),
)
def test_any_text_agrees_with_the_definition(text: str, tail: bytes) -> None:
    data = text.encode() + tail
    hashes = LineHashes(data)
    expected = rolling(data)
    assert [hashes.get(line) for line in range(1, len(expected) + 1)] == expected
