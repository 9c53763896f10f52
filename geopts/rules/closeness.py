"""How close two words are, for "did you mean": a bounded edit distance, and an index of words with one slip each."""

from __future__ import annotations

from collections.abc import Iterable

__all__ = ["SlipIndex", "distance", "folded"]


#: Sizes of the parts of a word that are compared first; two letters in the middle stay out, so that two swapped ones touch one part only.
_PARTS = range(1, 7)


def distance(one: str, other: str, limit: int) -> int:
    """Count insertions, deletions, replacements and swaps of neighbours between two words; more than ``limit`` is ``limit + 1``.

    What the words share at their start and end is cut off first, and of the rest only the places are compared that ``limit`` slips can
    bring together: a report may have 100,000 words to look at.
    """
    one, other = _differing_parts(one, other)
    far = limit + 1
    width = len(other)
    if width - len(one) > limit:
        return far
    if not one:
        return width
    above: list[int] = []
    before = list(range(width + 1))
    last = ""
    for i, left in enumerate(one, 1):
        low = max(i - limit, 1)
        row = [far] * (width + 1)
        row[0] = i
        beside = closest = i if low == 1 else far
        previous = other[low - 2 : low - 1]
        for j in range(low, min(width, i + limit) + 1):
            right = other[j - 1]
            cost = before[j - 1]
            if left != right:
                if left == previous and right == last:
                    cost = min(cost, above[j - 2])
                cost = min(cost, before[j], beside) + 1
            row[j] = beside = cost
            closest = min(closest, cost)
            previous = right
        if closest > limit:
            return far
        above, before, last = before, row, left
    return min(before[width], far)


def _differing_parts(one: str, other: str) -> tuple[str, str]:
    """Give both words without their common start and end, the shorter one first."""
    if len(one) > len(other):
        one, other = other, one
    size, width = len(one), len(other)
    while size and one[size - 1] == other[width - 1]:
        size -= 1
        width -= 1
    start = 0
    while start < size and one[start] == other[start]:
        start += 1
    return one[start:size], other[start:width]


def folded(name: str) -> str:
    """Give a name without upper case, underscores, hyphens and blanks, which is how names are mixed up most often."""
    return name.lower().replace("_", "").replace("-", "").replace(" ", "")


class SlipIndex:
    """Words that differ from a known one in spelling or in one letter.

    Every way to leave one letter out of a known word is a key, so that a look-up costs as many steps as the word has letters, however
    many words are known.
    """

    def __init__(self, known: Iterable[str]) -> None:
        self._by_folded: dict[str, list[str]] = {}
        for word in sorted(known):
            self._by_folded.setdefault(folded(word), []).append(word)
        # one slip leaves the first or the last part of a word as it is, which sorts out most words at once
        self._heads = {word[:size] for word in self._by_folded for size in _PARTS}
        self._tails = {word[-size:] for word in self._by_folded for size in _PARTS}
        self._longest = max(map(len, self._by_folded), default=0)
        self._shortened: dict[str, tuple[str, ...]] = {}

    def candidates(self, names: Iterable[str]) -> list[str]:
        """Keep the names that may be close to a known word; quick, for tens of thousands of them."""
        heads, tails, longest = self._heads, self._tails, self._longest + 1
        kept: list[str] = []
        longest_part = _PARTS[-1]
        for name in names:
            word = name.lower() if name.isalnum() else folded(name)
            length = len(word)
            size = (length - 2) // 2 if length < 2 * longest_part + 2 else longest_part
            if size < 1 or (length <= longest and (word[:size] in heads or word[-size:] in tails)):
                kept.append(name)
        return kept

    def same_letters(self, name: str) -> list[str]:
        """Give the known words that differ from ``name`` only in case, underscores, hyphens or blanks."""
        return self._by_folded.get(folded(name), [])

    def one_slip(self, name: str) -> list[str]:
        """Give the known words one letter away from ``name``: one more, one less, another one, or two swapped.

        A digit is never the slip, and neither is a last letter: ``GeluV3``, ``Muls`` and ``TileD`` are other operators than ``GeluV2``, ``Mul``
        and ``Tile``, known to this version or not.
        """
        word = folded(name)
        if not 4 <= len(word) <= self._longest + 1:
            return []
        if not self._shortened:
            for known in self._by_folded:
                for cut in _shortened(known):
                    self._shortened[cut] = (*self._shortened.get(cut, ()), known)
        near: set[str] = set()
        for cut in (word, *_shortened(word)):
            near.update(self._shortened.get(cut, ()))
            if cut in self._by_folded:
                near.add(cut)
        return [
            known
            for close in sorted(near)
            if close != word and distance(word, close, 1) == 1 and _is_slip(word, close)
            for known in self._by_folded[close]
        ]


def _shortened(word: str) -> list[str]:
    return [word[:i] + word[i + 1 :] for i in range(len(word))]


def _is_slip(word: str, known: str) -> bool:
    """Whether one letter is off, rather than a version number or an ending that makes another operator."""
    if [c for c in word if c.isdigit()] != [c for c in known if c.isdigit()]:
        return False
    return word[-1] == known[-1]
