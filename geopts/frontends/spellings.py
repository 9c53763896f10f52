"""Every option in every front end's spelling, and did-you-mean across all of them.

One place for the suggestions of all readers, so that a wrong word gets the same answer everywhere.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from difflib import SequenceMatcher
from functools import lru_cache

import attrs

from geopts.facts.frontend_rows import FrontEndKey
from geopts.facts.frontends import FRONT_END_ROWS
from geopts.facts.options import BY_KEY
from geopts.frontends.keys import by_ge_key, by_spelling, ge_key_of, is_usable, keys_of, table_names
from geopts.option_set import option_name

__all__ = [
    "FLOOR",
    "GE_KEYS",
    "Spelling",
    "did_you_mean",
    "find_spellings",
    "similarity",
    "spellings_of",
    "suggest_spellings",
]

#: Stands for GE's own keys where a table is asked for.
GE_KEYS = "ge"
#: Names less alike than this are not suggested: a wrong suggestion costs more than none.
FLOOR = 0.68
_WORDS = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|[0-9]+")
#: Tables whose name is not that of the first front end that looks into them.
_TABLE_NAMES = {
    "torch_npu_properties": "torch-npu",
    "torchair_npugraph_ex_options": "torch.compile(backend='npugraph_ex')",
    "tf1_npu_resource_init": "npu_resource_init",
    "mindspore_context": "mindspore",
    "mindspore_jit_options": "mindspore.jit",
    "mindspore_lite_ascend_context": "mindspore-lite",
    "triton_ge_backend": "triton",
}


@attrs.frozen
class Spelling:
    """How one front end writes one option.

    :ivar front_end: name for ``--to`` and ``--from`` where geopts has the front end, else what people call it.
    :ivar spelling: the key as users write it there.
    :ivar ge_key: the key that reaches GE; empty for a key that is no GE option.
    :ivar values: what the front end takes there; empty: anything, or not known.
    :ivar note: restrictions.
    :ivar source: where the spelling stands.
    :ivar score: likeness to a word that was asked for, 0 to 1; 1 for a look-up.
    """

    front_end: str
    spelling: str
    ge_key: str
    values: tuple[str, ...] = ()
    note: str = ""
    source: str = ""
    score: float = 1.0


def shown_spelling(table: str, row: FrontEndKey) -> str:
    """Give a key as users write it in place: with the object or the call around it."""
    if table == "tf1_parameter_map":
        return f'parameter_map["{row.spelling}"].{(row.fields or ("s",))[0]}'
    if table == "tf1_npurunconfig":
        return f"NPURunConfig({row.spelling}=)" if "." not in row.spelling else row.spelling.replace(".", "(") + "=)"
    if table == "tf1_environment":
        return f"environment {row.spelling}"
    if table == "tf2_global_options":
        return f"global_options().{row.spelling}"
    if table == "torchair":
        return f"config.{row.spelling}"
    if table == "torch_npu_set_option":
        return f'set_option({{"{row.spelling}": ...}})'
    if table == "mindspore_ascend_config":
        return f'ascend_config["{row.spelling}"]'
    if table == "mindspore_op_precision":
        return f"device_context.ascend.{row.spelling}()"
    if table == "mindspore_context":
        return f"set_context({row.spelling}=)"
    return row.spelling


def _name(table: str) -> str:
    if table in _TABLE_NAMES:
        return _TABLE_NAMES[table]
    return next((row.name for row in FRONT_END_ROWS if table in row.tables), table)


def spellings_of(key: str) -> list[Spelling]:
    """Give the spellings of an option in every front end that has it: GE's own first, then in the order of the front ends.

    :param key: the GE key, such as ``ge.exec.precision_mode_v2``; one that no front end knows has no spellings.
    """
    found: list[Spelling] = []
    option = BY_KEY.get(key)
    if option is not None:
        source = option.source[0] if option.source else ""
        constant = option.constant if option.ir_option else None
        found.append(
            Spelling("ge-cpp-offline", f"ge::ir_option::{constant}" if constant else f'"{key}"', key, source=source)
        )
        found.append(Spelling("ge-python-offline", f'"{key}"', key, source=source))
    tables = dict.fromkeys([table for row in FRONT_END_ROWS for table in row.tables] + list(table_names()))
    for table in tables:
        for row in by_ge_key(table).get(key, ()):
            values = tuple(str(value) for value in row.values or () if value is not None)
            found.append(Spelling(_name(table), shown_spelling(table, row), key, values, row.note or "", row.source))
    return found


def find_spellings(name: str) -> list[Spelling]:
    """Give the keys of all front ends that are spelled exactly ``name``; leading dashes do not count, nor what stands before the last dot."""
    found = []
    plain = name.lstrip("-")
    for table in table_names():
        rows = by_spelling(table)
        row = rows.get(name) or rows.get(f"--{plain}") or rows.get(plain) or _by_last_word(table).get(plain)
        if row is not None:
            found.append(
                Spelling(_name(table), row.spelling, ge_key_of(table, row) or "", (), row.note or "", row.source)
            )
    return found


@lru_cache(maxsize=64)
def _by_last_word(table: str) -> dict[str, FrontEndKey]:
    """Give the rows with a path by its last word, where that is long enough to mean something on its own."""
    words = [(row.spelling.rpartition(".")[2], row) for row in keys_of(table) if "." in row.spelling]
    return {word: row for word, row in words if len(word) > 6}


def similarity(one: str, other: str) -> float:
    """Say how alike two names are, from 0 to 1: by their letters, or by the words they are made of, whatever the order."""
    return _Likeness(one, 0.5).score(other)


class _Likeness:
    """Scores many names against one; what is less alike than ``floor`` is not worked out to the end and scores 0."""

    def __init__(self, name: str, floor: float) -> None:
        self._floor = floor
        self._folded = _folded(name)
        self._words = _words(name)
        self._length = sum(map(len, self._words))
        self._matcher = SequenceMatcher(None, "", self._folded, autojunk=False)

    def score(self, other: str) -> float:
        """Give the likeness to another name."""
        folded = _folded(other)
        if not folded or not self._folded:
            return 0.0
        if folded == self._folded:
            return 1.0
        matcher = self._matcher
        matcher.set_seq1(folded)
        close = matcher.real_quick_ratio() >= self._floor and matcher.quick_ratio() >= self._floor
        return max(matcher.ratio() if close else 0.0, self._likeness_of_words(_words(other)))

    def _likeness_of_words(self, words: tuple[str, ...]) -> float:
        common = [word for word in self._words if word in words]
        if len(common) < 2:
            return 0.0
        return 2 * sum(map(len, common)) / (self._length + sum(map(len, words)))


@lru_cache(maxsize=4096)
def _folded(name: str) -> str:
    return name.lower().lstrip("-").removeprefix("ge.").replace("_", "").replace("-", "").replace(".", "")[:80]


@lru_cache(maxsize=4096)
def _words(name: str) -> tuple[str, ...]:
    return tuple(word.lower() for word in _WORDS.findall(name.removeprefix("ge.")[:80]))


def _candidates(table: str | None) -> Iterator[tuple[str, str, FrontEndKey]]:
    tables = list(table_names()) if table is None else [] if table == GE_KEYS else [table]
    for name in tables:
        for row in keys_of(name):
            if is_usable(row):
                yield name, row.spelling, row


@lru_cache(maxsize=2048)
def suggest_spellings(
    name: str, *, table: str | None = None, limit: int = 3, floor: float = FLOOR
) -> tuple[Spelling, ...]:
    """Give keys that are close to a name, best first, at most one for each GE option.

    :param table: look in this key table only; ``ge``: among GE's own keys and constants; None: everywhere.
    :param floor: the least likeness, 0 to 1.
    """
    scored: dict[str, Spelling] = {}
    likeness = _Likeness(name, floor)
    for where, spelling, row in _candidates(table):
        last = spelling.rpartition(".")[2] if "." in spelling and "." not in name else spelling
        score = likeness.score(last)
        if score >= floor:
            key = ge_key_of(where, row) or ""
            _keep(scored, Spelling(_name(where), spelling, key, (), row.note or "", row.source, score))
    if table in (None, GE_KEYS):
        for key, option in BY_KEY.items():
            score = max(
                likeness.score(key), likeness.score(key.rpartition(".")[2]), likeness.score(option_name(option))
            )
            if score >= floor:
                _keep(scored, Spelling("ge", key, key, (), "", option.source[0] if option.source else "", score))
    ordered = sorted(scored.values(), key=lambda s: (-s.score, s.spelling, s.front_end))
    return tuple(ordered[:limit])


def _keep(scored: dict[str, Spelling], found: Spelling) -> None:
    name = found.ge_key or f"{found.front_end} {found.spelling}"
    if name not in scored or found.score > scored[name].score:
        scored[name] = found


def did_you_mean(name: str, table: str) -> str:
    """Give the hint for a key that a table does not have: the spelling here, what another front end means by it, or a value mistaken for a key.

    :param table: the key table, or ``ge`` for GE's own option dicts.
    """
    here = suggest_spellings(name, table=table)
    same = find_spellings(name)
    elsewhere = next((s for s in same if s.ge_key), None)
    if elsewhere is not None and not (here and here[0].score == 1):
        local = _local_spelling(elsewhere.ge_key, table)
        where = f"{name} is the spelling of {elsewhere.front_end}"
        return (
            f"{where}; here it is {local}" if local else f"{where} for {elsewhere.ge_key}, which cannot be given here"
        )
    if here and here[0].score >= 0.8:
        return "did you mean " + " or ".join(s.spelling for s in here if s.score >= here[0].score - 0.05) + "?"
    value = _value_owner(name, table)
    if value is not None:
        return f"did you mean {value[0]} = {value[1]}?"
    if here:
        return "did you mean " + " or ".join(s.spelling for s in here) + "?"
    if same:
        return f"{name} is a key of {same[0].front_end}"
    other = suggest_spellings(name, limit=1, floor=0.8)
    if other:
        return f"nothing here is spelled so; {other[0].front_end} has {other[0].spelling}"
    return "check the spelling, or leave it out"


def _local_spelling(key: str, table: str) -> str:
    if table == GE_KEYS:
        return key if key in BY_KEY else ""
    rows = by_ge_key(table).get(key, ())
    return rows[0].spelling if rows else ""


def _value_owner(name: str, table: str) -> tuple[str, str] | None:
    """Find a key one of whose values is much like the name: ``enable_auto_mix_precision`` for precision_mode = allow_mix_precision."""
    if table == GE_KEYS:
        owners = [(key, row.allowed_values or ()) for key, row in BY_KEY.items()]
    else:
        owners = [
            (row.spelling, tuple(v for v in row.values or () if isinstance(v, str)))
            for row in keys_of(table)
            if is_usable(row)
        ]
    best: tuple[float, str, str] = (0.0, "", "")
    likeness = _Likeness(name, FLOOR)
    for spelling, values in owners:
        for value in values:
            score = likeness.score(value) if len(value) > 8 else 0.0
            if score >= FLOOR and score > best[0]:
                best = (score, spelling, value)
    return best[1:] if best[0] else None
