"""Row classes of the PyPTO tables, apart from ``rows`` so that a lint of an ini file never builds them."""

from __future__ import annotations

import enum
from typing import TYPE_CHECKING

import attrs

if TYPE_CHECKING:
    from collections.abc import Mapping

    from geopts.facts.rows import Family

__all__ = [
    "Channel",
    "ConfigKeyRow",
    "ConfigKind",
    "PyPTOCheckRow",
    "PyPTOReleaseRow",
    "PyPTOSentenceRow",
    "RemovedOptionRow",
    "RuntimeOptionRow",
]


class Channel(enum.Enum):
    """The door through which PyPTO documents a runtime option."""

    STABLE_JIT = "stable jit"
    EXPERIMENTAL = "experimental"


class ConfigKind(enum.Enum):
    """What a value of PyPTO's configuration is; the value is the schema's own word where it has one."""

    INTEGER = "integer"
    BOOLEAN = "boolean"
    STRING = "string"
    INTEGER_LIST = "list[integer]"
    STRING_LIST = "list[string]"
    DOUBLE_LIST = "list[double]"
    INTEGER_MAP = "dict[int,int]"
    STRING_MAP = "dict[str,int]"
    NOT_IN_SCHEMA = "not in schema"


@attrs.frozen(kw_only=True, eq=False)
class PyPTOCheckRow:
    """One check that PyPTO makes, or does not make where one expects it (``exception`` is then None).

    :ivar layer: ``python`` or ``cpp``.
    :ivar where: the function that checks, and the ways of setting a value that pass through it.
    :ivar condition: when it fires.
    :ivar text: the message as printed, ``match`` the part of it that stays the same.
    """

    layer: str
    where: str
    condition: str
    exception: str | None
    text: str | None
    match: str | None
    also: str | None
    note: str | None
    source: str


@attrs.frozen(kw_only=True, eq=False)
class RuntimeOptionRow:
    """One runtime option of PyPTO (``None``: not stated).

    :ivar key: the key with its group, as ``set_options`` stores it.
    :ivar channel_note: what is to be added to the channel.
    :ivar value_range: the lowest and highest integer; of each element for a list.
    :ivar length: the number of elements that a list must have.
    :ivar order: the names of the elements of a list of fixed length, in order.
    :ivar default_documented: the default in words, or per product where the document tells them apart.
    :ivar default_config: JSON text of the default in ``tile_fwk_config.json``.
    :ivar default_schema: JSON text of the default in the schema.
    :ivar product_limits: the highest value per product where it is below ``value_range``.
    """

    name: str
    key: str
    channel: Channel
    channel_note: str | None
    kind: ConfigKind
    type_words: str
    value_range: tuple[int, int] | None
    length: int | None
    order: tuple[str, ...]
    default_documented: str | Mapping[Family, str]
    default_config: str
    default_schema: str | None
    products: tuple[Family, ...]
    product_limits: Mapping[Family, int]
    values: Mapping[str, str]
    meaning: str | None
    since: str | None
    setter: str | None
    getter: str | None
    relations: tuple[str, ...]
    caveats: tuple[str, ...]
    note: str | None
    also_accepted: str | None
    consumed_in: str | None
    checks: tuple[PyPTOCheckRow, ...]
    source: tuple[str, ...]


@attrs.frozen(kw_only=True, eq=False)
class RemovedOptionRow:
    """Runtime options of earlier releases, or an earlier meaning of one that still exists."""

    names: tuple[str, ...]
    kind: ConfigKind
    default: str
    value_range: tuple[int, int] | None
    present_in: str | None
    removed: str | None
    note: str | None
    source: str


@attrs.frozen(kw_only=True, eq=False)
class PyPTOReleaseRow:
    """A release of PyPTO and the runtime options that it knows, removed ones included."""

    release: str
    date: str
    options: tuple[str, ...]
    source: str


@attrs.frozen(kw_only=True, eq=False)
class PyPTOSentenceRow:
    """A statement about all options, in words: shown to people, checked by nothing."""

    subject: str
    text: str
    source: str


@attrs.frozen(kw_only=True, eq=False)
class ConfigKeyRow:
    """One key of ``tile_fwk_config.json``.

    :ivar key: all names from the root, joined by dots.
    :ivar value_range: what ``set_options`` enforces for an integer; None where it enforces nothing.
    :ivar key_range: for a map from int to int: the range of its keys (``value_range`` is that of its values).
    :ivar enum_not_enforced: the values that the schema lists and nothing checks.
    :ivar default: JSON text of the default in the file; None where it is not known in full.
    :ivar setter: how to set it from Python.
    :ivar newer: True for keys of the text after 22 August 2026 only.
    """

    key: str
    kind: ConfigKind
    value_range: tuple[int, int] | None
    key_range: tuple[int, int] | None
    enum_not_enforced: tuple[str, ...]
    default: str | None
    setter: str
    newer: bool
    note: str | None
    source: str
