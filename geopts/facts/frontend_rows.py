"""Row classes of the front end tables: what each front end calls its keys, takes as values and does with a key it does not know.

The classes have no slots, since attrs then builds a row of sixty cells three times as fast. A cell that is not stated is ``None`` (or empty): ``None`` for ``values`` means free text or no restriction found, ``None`` for ``ge_key`` a key
that is no GE option, ``None`` for ``modes`` every mode. Cites are ``repository@commit:path:line``.
"""

from __future__ import annotations

import enum
from typing import TYPE_CHECKING, Union

import attrs

if TYPE_CHECKING:
    from collections.abc import Mapping

__all__ = [
    "AlsoSet",
    "Change",
    "Companion",
    "DeprecatedValue",
    "Digit",
    "FieldInVersions",
    "FrontEndKey",
    "FrontEndRow",
    "KeyPattern",
    "KeyTable",
    "RawSection",
    "SetByFrontEnd",
    "TextEnding",
    "Together",
    "UnknownKey",
    "UnknownKeyException",
    "ValueMap",
    "WarnedIn",
    "Written",
]

#: A value as a front end takes it.
Written = Union[bool, int, str]  # noqa: UP007  (evaluated at run time on Python 3.10, where attrs resolves annotations)


class UnknownKey(enum.Enum):
    """What a front end does with a key it does not know."""

    ERROR = "error"
    WARNING = "warning"
    IGNORED = "ignored"


@attrs.frozen(kw_only=True, eq=False, slots=False)
class WarnedIn:
    """A mode in which the front end warns that the option may have no effect; ``values`` None: any value."""

    mode: str
    source: str
    values: tuple[Written, ...] | None = None


@attrs.frozen(kw_only=True, eq=False, slots=False)
class Change:
    """How a key was declared from a version on."""

    start: str
    declared: str


@attrs.frozen(kw_only=True, eq=False, slots=False)
class DeprecatedValue:
    """A value that is deprecated while its key is not."""

    value: str
    replaced_by: str
    source: str


@attrs.frozen(kw_only=True, eq=False, slots=False)
class FieldInVersions:
    """The protobuf field some versions of the TensorFlow 1 adapter read; None: the key is unknown to them."""

    versions: str
    field: str | None = None


@attrs.frozen(kw_only=True, eq=False, slots=False)
class FrontEndKey:
    """One key of one front end.

    :ivar spelling: the key as users write it; for attribute paths and arguments the path behind the object.
    :ivar ge_key: the key that reaches GE.
    :ivar value_type: the type in the front end's own words.
    :ivar fields: protobuf fields the TensorFlow 1 adapter reads: ``s``, ``i``, ``b``.
    :ivar values: the values that are taken, or that the documents list where ``values_enforced`` is false or ``value_check`` is ``none``.
    :ivar value_range: smallest and largest integer.
    :ivar ge_scope: the level at which the front end sends the key: ``global``, ``session``, ``graph``, ``global+session``.
    :ivar accepted: false: the key is known and always refused.
    :ivar ignored: true: the key is taken and nothing reads it.
    :ivar removed: true: only versions up to ``until`` know the key.
    :ivar replaced_by: what to use instead, in the front end's own spelling or in words.
    :ivar empty_ok: an explicit empty text is taken.
    :ivar modes: the modes in which the option is read.
    :ivar generations: versions of the key list that have the key.
    :ivar source: where the key stands.
    """

    spelling: str
    value_type: str
    source: str
    ge_key: str | None = None
    fields: tuple[str, ...] | None = None
    values: tuple[Written | None, ...] | None = None
    default: Written | None = None
    value_range: tuple[int, int] | None = None
    value_pattern: str | None = None
    absent_in: tuple[str, ...] | None = None
    accepted: bool | None = None
    accepted_source: str | None = None
    alias_note: str | None = None
    alias_source: str | None = None
    aliases: tuple[str, ...] | None = None
    atc_flag: str | None = None
    changes: tuple[Change, ...] | None = None
    deprecated: bool | None = None
    deprecated_source: str | None = None
    deprecated_values: tuple[DeprecatedValue, ...] | None = None
    empty_ok: bool | None = None
    enforced: bool | None = None
    enum_value: int | None = None
    example: str | None = None
    field_by_version: str | tuple[FieldInVersions, ...] | None = None
    first_seen_old_tree: str | None = None
    ge_key_aliases: tuple[str, ...] | None = None
    ge_key_basis: str | None = None
    ge_key_source: str | None = None
    ge_scope: str | None = None
    generations: tuple[int, ...] | None = None
    ignored: bool | None = None
    internal: bool | None = None
    inverted: bool | None = None
    maps_to: str | None = None
    modes: tuple[str, ...] | None = None
    note: str | None = None
    note_source: str | None = None
    on_bad_value: str | None = None
    only_in_modes: tuple[str, ...] | None = None
    parameter_map_key: str | None = None
    parameter_map_source: str | None = None
    read_by: str | None = None
    rejected_in_modes: tuple[str, ...] | None = None
    rejected_source: str | None = None
    removed: bool | None = None
    removed_in: str | None = None
    replaced_by: str | None = None
    section: str | None = None
    sent_as: str | None = None
    setter_source: str | None = None
    since: str | None = None
    source_old: str | None = None
    spelling_source: str | None = None
    undocumented: bool | None = None
    until: str | None = None
    value_check: str | None = None
    value_history: str | None = None
    value_since: Mapping[str, str] | None = None
    values_enforced: bool | None = None
    values_source: str | None = None
    warned_in: tuple[WarnedIn, ...] | None = None
    written_by_estimator: str | None = None


@attrs.frozen(kw_only=True, eq=False, slots=False)
class UnknownKeyException:
    """A prefix under which unknown keys fare otherwise than in the rest of the table."""

    prefix: str
    unknown_key: UnknownKey
    source: str
    why: str | None = None


@attrs.frozen(kw_only=True, eq=False, slots=False)
class SetByFrontEnd:
    """An option that a front end sets by itself, whatever the user asks for."""

    ge_key: str
    value: str
    source: str


@attrs.frozen(kw_only=True, eq=False, slots=False)
class AlsoSet:
    """An option that comes from somewhere else than the front end's own keys."""

    ge_key: str
    how: str
    source: str


@attrs.frozen(kw_only=True, eq=False, slots=False)
class RawSection:
    """A section whose keys are passed on as they are."""

    section: str
    keys: str
    unknown_key: str
    source: str


@attrs.frozen(kw_only=True, eq=False, slots=False)
class KeyPattern:
    """A family of keys, described by a regular expression."""

    pattern: str
    where: str
    ge_key_group: int
    source: tuple[str, ...]
    ge_scope: str | None = None
    note: str | None = None


@attrs.frozen(kw_only=True, eq=False, slots=False)
class KeyTable:
    """What holds for all keys of one table.

    :ivar name: of the table.
    :ivar unknown_key: what happens to a key the front end does not know.
    :ivar prefix_match: an unambiguous beginning of a key is taken for the key; None: not established.
    """

    name: str
    about: str
    unknown_key: UnknownKey
    unknown_key_detail: str
    unknown_key_source: tuple[str, ...]
    unknown_key_exceptions: tuple[UnknownKeyException, ...] = ()
    prefix_match: bool | None = None
    prefix_match_detail: str | None = None
    prefix_match_source: tuple[str, ...] = ()
    also_set: tuple[AlsoSet, ...] = ()
    generations: Mapping[str, str] | None = None
    levels: tuple[str, ...] = ()
    note: str | None = None
    note_source: tuple[str, ...] = ()
    on_bad_value: str | None = None
    path_root: str | None = None
    patterns: tuple[KeyPattern, ...] = ()
    precedence: str | None = None
    precedence_source: tuple[str, ...] = ()
    raw_sections: tuple[RawSection, ...] = ()
    seen_in_public_code_but_not_keys: tuple[str, ...] = ()
    seen_with_wrong_field: Mapping[str, tuple[str, ...]] | None = None
    set_by_the_front_end: tuple[SetByFrontEnd, ...] = ()
    since: str | None = None
    syntax: tuple[str, ...] = ()
    syntax_source: tuple[str, ...] = ()
    value_check_source: tuple[str, ...] = ()
    value_error: str | None = None
    value_error_source: tuple[str, ...] = ()
    value_json_type: str | None = None
    value_json_type_source: tuple[str, ...] = ()
    wrong_field: str | None = None
    wrong_field_source: tuple[str, ...] = ()


@attrs.frozen(kw_only=True, eq=False, slots=False)
class FrontEndRow:
    """A front end as geopts names it.

    :ivar name: for ``--to`` and ``--from``.
    :ivar title: for people.
    :ivar language: of what is written: ``bash``, ``python``, ``c++``, ``c``, ``json``.
    :ivar file_name: under which the text is written.
    :ivar tables: key tables, in the order in which a key is looked up; empty: GE's own keys.
    :ivar api: the calls of GE's own API it fills: ``offline`` or ``session``.
    """

    name: str
    title: str
    language: str
    file_name: str
    module: str
    source: str
    aliases: tuple[str, ...] = ()
    tables: tuple[str, ...] = ()
    api: str | None = None
    reads: bool = True
    emits: bool = True


@attrs.frozen(kw_only=True, eq=False, slots=False)
class ValueMap:
    """The values of one key and the texts that reach GE in their place.

    :ivar pairs: value as written, text that GE gets.
    :ivar anything_else: the text GE gets for every other value; None: no other value is taken, or it passes unchanged.
    """

    table: str
    spelling: str
    pairs: tuple[tuple[Written, str], ...]
    source: str
    anything_else: str | None = None


@attrs.frozen(kw_only=True, eq=False, slots=False)
class Digit:
    """A key that sets one of the two digits of allow_hf32.

    :ivar digit: 0 for convolutions, 1 for matrix products.
    :ivar on: the value that sets it.
    """

    table: str
    spelling: str
    digit: int
    on: Written
    off: Written
    source: str


@attrs.frozen(kw_only=True, eq=False, slots=False)
class Companion:
    """A key whose value is sent only when another option of the same front end has a value.

    :ivar ge_key: the option that decides.
    :ivar text: the GE text it must have.
    """

    table: str
    spelling: str
    ge_key: str
    text: str
    source: str


@attrs.frozen(kw_only=True, eq=False, slots=False)
class TextEnding:
    """Text that a front end appends to a value.

    :ivar appended: what is appended, as it is.
    :ivar close_with: what the value must end with so that the last part survives; empty: nothing.
    """

    table: str
    spelling: str
    appended: str
    close_with: str
    source: str


@attrs.frozen(kw_only=True, eq=False, slots=False)
class Together:
    """Keys of which a front end takes all or none.

    :ivar otherwise: what it does with a part of them, in words.
    """

    table: str
    spellings: tuple[str, ...]
    otherwise: str
    source: str
