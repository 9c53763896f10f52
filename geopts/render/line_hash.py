"""The hash by which GitHub code scanning knows a line again (``primaryLocationLineHash``).

Its upload action computes the hash where a file lacks it and warns of one that differs, and results uploaded without the
action need it to be there; so the same value is computed here. Source: ``src/fingerprints.ts`` (github/codeql-action@0225834c).
"""

from __future__ import annotations

import re
from collections import Counter
from operator import mul

__all__ = ["LineHashes"]

_BLOCK = 100
_FACTOR = 37
_END = 65535
_MODULUS = 1 << 64
#: What each of the 100 characters is multiplied with; the zeros behind a shorter block add nothing.
_POWERS = tuple(pow(_FACTOR, exponent, _MODULUS) for exponent in range(_BLOCK - 1, -1, -1))
_BLANKS = re.compile("[ \t]+")
_BEYOND_16_BITS = re.compile("[\U00010000-\U0010ffff]")


def _surrogate_pair(match: re.Match[str]) -> str:
    rest = ord(match[0]) - 0x10000
    return chr(0xD800 + (rest >> 10)) + chr(0xDC00 + (rest & 0x3FF))


class LineHashes:
    """Hashes of the lines of one file.

    The hash of a line covers the 100 characters (UTF-16 code units) from its start on, without blanks and tabs, each line
    end as one LF, an end mark behind the last and zeros after that. Lines with equal hashes are numbered in their order.
    """

    def __init__(self, data: bytes) -> None:
        text = data.decode("utf-8", "replace").replace("\r\n", "\n").replace("\r", "\n")
        # only now: the original takes CR and LF as one line end only when nothing, not even a blank, stands between them
        self._units = _BEYOND_16_BITS.sub(_surrogate_pair, _BLANKS.sub("", text)) + chr(_END)
        self._starts = [0, *(match.end() for match in re.finditer("\n", self._units))]
        self._occurrences: list[int] = []
        seen: Counter[str] = Counter()
        for start in self._starts:
            block = self._units[start : start + _BLOCK]
            seen[block] += 1
            self._occurrences.append(seen[block])

    def get(self, line: int) -> str | None:
        """Give the hash of a line (from 1), as GitHub writes it; None when there is no such line."""
        if not 1 <= line <= len(self._starts):
            return None
        start = self._starts[line - 1]
        block = self._units[start : start + _BLOCK]
        value = sum(map(mul, map(ord, block), _POWERS)) % _MODULUS
        return f"{value:x}:{self._occurrences[line - 1]}"
