"""Product names: which family a name means, which SoC, and whether that SoC computes with HF32.

Three name spaces meet here and collide. Documents use tags (``910b`` is Atlas A2), GE uses SoC names (``Ascend910B`` without a digit is the
first-generation 910), people write marketing names. `find_product` takes all of them, `find_soc` only what GE takes as ``soc_version``.
"""

from __future__ import annotations

import functools
import re
from difflib import get_close_matches
from typing import TYPE_CHECKING

import attrs

from geopts.errors import ProductError
from geopts.facts.products import FAMILIES, HF32, OTHER_SOCS, SOCS, UNKNOWN_SOC
from geopts.facts.rows import Family

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from geopts.facts.rows import FamilyRow, HF32Row, SocRow

__all__ = ["Product", "family_row", "find_product", "find_soc", "hf32_of", "soc_names"]

# The engine's and the HCCL plugin's ways with a name they do not know, from the facts.
_UNKNOWN = {row.part: row for row in UNKNOWN_SOC}
_PREFIX_TABLE = "device_capability.cc"

_NOTE_TAG_910B = "910b is the documents' tag of Atlas A2; the SoC name Ascend910B without a digit is the first-generation 910 (Atlas training series)"
_NOTE_SOC_910B = (
    "Ascend910B without a digit is the first-generation 910 (Atlas training series); Atlas A2 is the tag 910b, the short name ascend910b of"
    " operator packages, and the SoC names Ascend910B1 to Ascend910B4-1"
)


@attrs.frozen
class Product:
    """A product family, and the SoC where the name gave one.

    :ivar family: the family.
    :ivar soc: SoC name as GE spells it, or None.
    :ivar hf32: whether the SoC takes allow_hf32; None: not known.
    :ivar hf32_source: how that is known.
    :ivar hf32_inferred: True when it follows from other SoCs of the family rather than from the SoC's own platform file.
    :ivar attested: False for a SoC name that belongs to the family only by its prefix.
    :ivar note: what a reader of the name should know; empty when nothing.
    """

    family: Family
    soc: str | None = None
    hf32: bool | None = None
    hf32_source: str = ""
    hf32_inferred: bool = False
    attested: bool = True
    note: str = ""

    @property
    def label(self) -> str:
        """The family as geopts prints it, with the SoC name in brackets where there is one."""
        return f"{self.family.value} ({self.soc})" if self.soc else self.family.value


def find_product(name: str) -> Product:
    """Find the product that a name means: family, document tag, marketing name, SoC name or a pattern such as ``Ascend310P*``.

    :raises ProductError: the name is unknown (``candidates`` are close names) or several families answer to it (``ambiguous``).
    """
    text = name.strip()
    if soc := _soc_row(text):
        return _soc_product(soc, text)
    if family := _family_names().get(_fold(text)):
        return _family_product(family, _NOTE_TAG_910B if _fold(text) == "910b" else "")
    if soc := _soc_row(f"Ascend{text}"):
        return _soc_product(soc, soc.name)
    if text.endswith("*"):
        return _by_pattern(text)
    if product := _by_prefix(text):
        return product
    raise _unknown(text)


def find_soc(name: str) -> Product:
    """Find the product of a SoC name, as ``soc_version`` takes it.

    :raises ProductError: the name is no SoC name; a family name is told apart and answered with the SoC names of the family.
    """
    text = name.strip()
    if soc := _soc_row(text):
        return _soc_product(soc, text)
    if product := _by_prefix(text):
        return product
    if family := _family_names().get(_fold(text)):
        names = soc_names(family)
        raise ProductError(
            f"{text!r} names the product family {family.value}, and soc_version wants one SoC of it",
            name=name,
            candidates=names,
            hint=f"write one of {_listed(names)}, or give the family as the product. Rule for the name: {family_row(family).soc_version_rule}",
        )
    if soc := _soc_row(f"Ascend{text}"):
        raise ProductError(
            f"{text!r} is no SoC name: npu-smi prints it without the leading word Ascend",
            name=name,
            candidates=(soc.name,),
            hint=f"write {soc.name}",
        )
    raise _unknown(text)


def family_row(family: Family) -> FamilyRow:
    """The row of facts of a family."""
    return _family_rows()[family]


def soc_names(family: Family) -> tuple[str, ...]:
    """All attested SoC names of a family, in the order of the sources."""
    return tuple(row.name for row in SOCS if row.family is family)


def hf32_of(family: Family, soc: str | None = None) -> tuple[bool | None, str, bool]:
    """Whether a family or one of its SoCs computes with HF32.

    A SoC is answered by its own platform file. A SoC without one, and a family as a whole, is answered by the platform files of the family's
    other SoCs where they all agree, and not at all where they do not.

    :return: the answer or None, how it is known, and whether it is inferred.
    """
    own = _hf32().get(_read_as().get(soc, soc)) if soc else None
    if own:
        return own.supported, own.source, False
    rows = [_hf32()[name] for name in _hf32_names(family)]
    answers = {row.supported for row in rows}
    if len(answers) != 1:
        return None, "the platform files of CANN 8.1.RC1 give no single answer for this family", True
    answer = answers.pop()
    names = ", ".join(row.soc for row in rows)
    return (
        answer,
        f"inferred: the platform files of CANN 8.1.RC1 {'enable' if answer else 'do not enable'} HF32 for {names}",
        True,
    )


def _soc_product(row: SocRow, given: str) -> Product:
    notes = [_NOTE_SOC_910B] if row.name == "Ascend910B" else []
    if row.read_as:
        notes.append(f"GE reads {row.name} as {row.read_as}")
    if given != row.name:
        notes.append(f"GE compares SoC names with their case: write {row.name}, not {given}")
    hf32, source, inferred = hf32_of(row.family, row.name)
    return Product(row.family, row.name, hf32, source, inferred, note="; ".join(notes))


def _family_product(family: Family, note: str = "") -> Product:
    hf32, source, inferred = hf32_of(family)
    return Product(family, None, hf32, source, inferred, note=note)


def _by_prefix(text: str) -> Product | None:
    """A name that no source lists but whose beginning decides the family."""
    for row in FAMILIES:
        for prefix in row.prefixes:
            if text.casefold().startswith(prefix.casefold()) and re.fullmatch(r"[0-9A-Za-z_-]*", text):
                soc = prefix + text[len(prefix) :]
                hf32, source, inferred = hf32_of(row.family, soc)
                engine = _UNKNOWN["engine"]
                note = (
                    f"{soc} is on no list of SoC names; it belongs to {row.family.value} by its beginning ({row.match_rule})."
                    f" Engine: {engine.behaviour} when the installed CANN has no platform file for it ({engine.source})"
                )
                return Product(row.family, soc, hf32, source, inferred, attested=False, note=note)
    return None


def _by_pattern(text: str) -> Product:
    """A pattern that ends with ``*``: a family when all its SoC names belong to one."""
    start = text[:-1].casefold()
    families = {row.family: None for row in SOCS if row.name.casefold().startswith(start)}
    families.update(
        {row.family: None for row in FAMILIES for prefix in row.prefixes if start.startswith(prefix.casefold())}
    )
    if not start or not families:
        raise _unknown(text)
    if len(families) == 1:
        return _family_product(next(iter(families)))
    names = tuple(row.name for row in SOCS if row.name.casefold().startswith(start))
    raise _ambiguous(text, families, candidates=names)


def _unknown(text: str) -> ProductError:
    """Say why a name is not taken, with the names it may mean."""
    known = "products are " + ", ".join(family.value for family in Family)
    other = _other_source(text)
    if other:
        return ProductError(
            f"{text} is a SoC name that sources know ({other}), but no product table of the documents has it",
            name=text,
            hint=_hf32_hint(text) + known,
        )
    families = _families_beginning(text)
    if len(families) > 1:
        return _ambiguous(text, families, candidates=tuple(family.value for family in families))
    candidates = tuple(dict.fromkeys([*(family.value for family in families), *_close(text)]))
    hint = f"did you mean {_listed(candidates)}? {known}" if candidates else known
    return ProductError(
        f"unknown product or SoC name {text!r}{_what_ge_does(text)}", name=text, candidates=candidates, hint=hint
    )


def _ambiguous(text: str, families: Iterable[Family], *, candidates: tuple[str, ...]) -> ProductError:
    names = ", ".join(family.value for family in families)
    return ProductError(
        f"{text!r} is ambiguous: it may mean {names}",
        name=text,
        candidates=candidates,
        ambiguous=True,
        hint=f"write one of {_listed(candidates)}",
    )


def _what_ge_does(text: str) -> str:
    """What GE would do with an unknown name that looks like a SoC name; empty for other text."""
    if not text.casefold().startswith("ascend"):
        return ""
    if "*" in text:
        return ": GE takes a SoC name as it stands and knows no patterns"
    engine, plugin = _UNKNOWN["engine"], _UNKNOWN["hccl_plugin"]
    keys = [row.name for row in SOCS if any(_PREFIX_TABLE in source for source in row.source)]
    key = max((key for key in keys if text.startswith(key)), key=len, default="")
    taken = (
        f"takes the longest known beginning, here {key}"
        if key
        else "knows no beginning of it and turns all capabilities off"
    )
    return f": no source attests it. GE's engine: {engine.behaviour} ({engine.source}); its HCCL plugin {taken} ({plugin.source})"


def _other_source(text: str) -> str:
    """Where a name outside the product tables is known from; empty when it is not known."""
    for row in OTHER_SOCS:
        for name in row.names:
            if text.casefold() == name.casefold() or (
                name.endswith("*") and text.casefold().startswith(name[:-1].casefold())
            ):
                return row.source[0]
    row_of = _hf32().get(text)
    return row_of.source if row_of and text not in _soc_rows() else ""


def _hf32_hint(text: str) -> str:
    row = _hf32().get(text)
    if row is None:
        return ""
    return f"its platform file {'enables' if row.supported else 'does not enable'} HF32 ({row.source}); "


def _families_beginning(text: str) -> dict[Family, None]:
    """The families with a name that begins with the text, in order."""
    folded = _fold(text)
    if not folded:
        return {}
    found = {family: None for name, family in _family_names().items() if name.startswith(folded)}
    start = re.sub(r"\s+", "", text.casefold())
    found.update({row.family: None for row in SOCS if row.name.casefold().startswith(start)})
    return {family: None for family in Family if family in found}


def _close(text: str) -> tuple[str, ...]:
    """Known names that are close to an unknown one, spelled as they should be."""
    spelled = {family.value.casefold(): family.value for family in Family}
    spelled.update({row.name.casefold(): row.name for row in SOCS})
    spelled.update({alias.casefold(): alias for row in FAMILIES for alias in row.aliases})
    folded = text.casefold().rstrip("*")
    matches = get_close_matches(folded, spelled, n=6, cutoff=0.7)
    # Of equally close names one that differs in a letter comes before one that is shorter: Ascend910B9 is hardly Ascend910B.
    matches.sort(key=lambda match: abs(len(match) - len(folded)))
    return tuple(dict.fromkeys(spelled[match] for match in matches))


def _listed(names: tuple[str, ...], limit: int = 8) -> str:
    shown = ", ".join(names[:limit])
    return f"{shown} and {len(names) - limit} more" if len(names) > limit else shown


def _fold(text: str) -> str:
    """Fold away what people vary in marketing names: case, blanks, hyphens, and the words for series and products."""
    lowered = re.sub(r"\b(?:series|products?)\b|系列|产品", "", text.casefold())
    return re.sub(r"[\s_-]+", "", lowered)


def _soc_row(text: str) -> SocRow | None:
    return _soc_rows().get(text) or _soc_rows_folded().get(text.casefold())


@functools.cache
def _soc_rows() -> Mapping[str, SocRow]:
    return {row.name: row for row in SOCS}


@functools.cache
def _soc_rows_folded() -> Mapping[str, SocRow]:
    return {row.name.casefold(): row for row in SOCS}


@functools.cache
def _family_rows() -> Mapping[Family, FamilyRow]:
    return {row.family: row for row in FAMILIES}


@functools.cache
def _family_names() -> Mapping[str, Family]:
    """Every folded name of every family."""
    names: dict[str, Family] = {}
    for row in FAMILIES:
        # A slash joins two names (training and inference series) where a word follows it, and is part of the name in 200I/500.
        parts = [part for name in (row.name, row.chinese_name) for part in re.split(r"/(?=[A-Z])", name)]
        for name in (row.family.value, row.tag, row.name, row.chinese_name, *parts, *row.aliases, *row.short_names):
            names.setdefault(_fold(name), row.family)
    return names


@functools.cache
def _hf32() -> Mapping[str | None, HF32Row]:
    return {row.soc: row for row in HF32}


@functools.cache
def _read_as() -> Mapping[str | None, str]:
    return {row.name: row.read_as for row in SOCS if row.read_as}


@functools.cache
def _hf32_names(family: Family) -> tuple[str, ...]:
    """The SoCs of a family that have a platform file."""
    return tuple(row.soc for row in HF32 if (soc := _soc_rows().get(row.soc)) is not None and soc.family is family)
