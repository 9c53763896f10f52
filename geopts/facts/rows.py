"""Row classes of the fact tables and the words they are written in.

A row stands once in its table, so rows are compared by identity (``eq=False``): they can be keys of a dict, and the classes are made faster.
"""

from __future__ import annotations

import enum
from typing import TYPE_CHECKING

import attrs

if TYPE_CHECKING:
    from collections.abc import Mapping

__all__ = [
    "Acceptance",
    "Call",
    "ChapterRow",
    "Family",
    "FamilyRow",
    "HF32Row",
    "NpuArchRow",
    "OptionRow",
    "OtherSocRow",
    "Page",
    "PrecisionModeRow",
    "ProductStatement",
    "ReleaseRow",
    "RemarkRow",
    "SocRow",
    "UnknownSocRow",
    "ValueKind",
    "ValueStatement",
]


class ValueKind(enum.Enum):
    """What the text of an option means."""

    BOOL_01 = "bool01"
    BOOL_TRUE_FALSE = "booltf"
    BOOL_CAPITALISED = "boolTF"
    ENUM = "enum"
    INT = "int"
    LIST = "list"
    KEY_VALUE_LIST = "key_value_list"
    SHAPE = "shape"
    PATH_FILE = "path_file"
    PATH_DIR = "path_dir"
    STRING = "string"
    UNSTATED = "unstated"


class Call(enum.Enum):
    """A call of GE that takes an option dict."""

    BUILD_INITIALIZE = "build_initialize"
    BUILD_MODEL = "build_model"
    PARSE = "parse"
    GE_INITIALIZE = "ge_initialize"
    SESSION = "session"
    GRAPH = "graph"


class Acceptance(enum.Enum):
    """What the code of a call does with a key."""

    ACCEPTED = "accepted"
    ACCEPTED_INNER_LIST = "accepted (inner list)"
    LISTED = "listed"
    WARNED = "warned, still passed on"
    REJECTED = "rejected"


class Family(enum.Enum):
    """A product family, spelled as geopts prints it."""

    ASCEND_950 = "950"
    ATLAS_A3 = "A3"
    ATLAS_A2 = "A2"
    ATLAS_200I_500_A2 = "200I/500 A2"
    ATLAS_INFERENCE = "310P"
    ATLAS_TRAINING = "910"
    IPV350 = "IPV350"


class Page(enum.Enum):
    """Which document makes a statement; the value is the call it is about, as reports print it."""

    BUILD_MODEL = "build_model"
    BUILD_INITIALIZE = "build_initialize"
    PARSER = "parse"
    SESSION = "session"
    ATC = "atc"


@attrs.frozen(kw_only=True, eq=False)
class OptionRow:
    """One GE option as header, documents and code give it (``None``: not stated).

    :ivar key: the string GE looks up in an option dict.
    :ivar constant: the C++ name: in ``ge::ir_option`` when ``ir_option`` is true, else in namespace ``ge``.
    :ivar scopes: calls by the header sets and by the level line of the session pages.
    :ivar scopes_documented: calls with a page that describes the option.
    :ivar scopes_in_code: what the code of every call does with the key.
    :ivar allowed_values: the documented values; some are descriptions of a form rather than a value.
    :ivar value_range: documented bounds, for lists of gears of their number.
    :ivar code_accepted_values: what the check in the code lets through, where one was found.
    :ivar atc_flag: the ATC flag of the same option.
    :ivar raw_ge_options: what ATC's ``--raw_ge_options`` JSON does with the key.
    :ivar deprecated: true, or the words of a document that reserves the option.
    :ivar replaced_by: key of the option to use instead.
    :ivar disagreements: where documents or code contradict each other.
    """

    key: str
    constant: str | None
    ir_option: bool
    summary: str
    value_kind: ValueKind
    scopes_in_code: Mapping[Call, Acceptance]
    raw_ge_options: str
    source: tuple[str, ...]
    category: str | None = None
    constants_in_ge_namespace: tuple[str, ...] = ()
    scopes: tuple[Call, ...] = ()
    scopes_documented: tuple[Call, ...] = ()
    documented_in: tuple[str, ...] = ()
    allowed_values: tuple[str, ...] | None = None
    value_range: tuple[int | None, int | None] | None = None
    default: str | None = None
    code_accepted_values: tuple[str, ...] | None = None
    atc_flag: str | None = None
    atc_values: tuple[str, ...] | None = None
    atc_default: str | None = None
    deprecated: bool | str = False
    replaced_by: str | None = None
    code_checks: tuple[str, ...] = ()
    disagreements: tuple[str, ...] = ()
    note: str | None = None


@attrs.frozen(kw_only=True, eq=False)
class ProductStatement:
    """What one document's product table says of an option; ``None`` for a family: the table has no row for it.

    :ivar by_chapter: families whose answer here is only the chapter's general one (`ChapterRow`), not the option's own.
    """

    key: str
    page: Page
    products: Mapping[Family, bool | None]
    source: str
    by_chapter: tuple[Family, ...] = ()


@attrs.frozen(kw_only=True, eq=False)
class ChapterRow:
    """What a chapter says of products for all its options together, unless an option says otherwise."""

    page: Page
    products: Mapping[Family, bool]
    about: str
    source: str


@attrs.frozen(kw_only=True, eq=False)
class ValueStatement:
    """What a document says of single values of an option per product.

    :ivar values: exact values; or one entry in words when ``matcher`` names a kind of value.
    :ivar matcher: ``exact``, ``ini_mode``, ``range``, ``max_gears``, ``int_bar_int`` or ``int_optional_bar`` (`geopts.support` reads them).
    :ivar products: the families the document names.
    :ivar exhaustive: the document offers the values on no other product than those it names.
    :ivar only: on the products named with true no other value of the option is valid.
    :ivar scope: the reference's own words for the pages, where it has them.
    """

    key: str
    values: tuple[str, ...]
    pages: tuple[Page, ...]
    products: Mapping[Family, bool]
    source: str
    matcher: str = "exact"
    exhaustive: bool = False
    only: bool = False
    scope: str | None = None
    note: str | None = None


@attrs.frozen(kw_only=True, eq=False)
class RemarkRow:
    """A statement on products that is no table: a sentence that contradicts one, or what the code does instead.

    :ivar says: the statement in words.
    :ivar call: the page or the part of the code it is about.
    :ivar products: the families it concerns; empty: all.
    :ivar values: the values it concerns, in the notation of `ValueStatement`; empty: the option as a whole.
    :ivar matcher: how ``values`` are read, as in `ValueStatement`.
    """

    key: str
    says: str
    call: str
    source: str
    products: tuple[Family, ...] = ()
    values: tuple[str, ...] = ()
    matcher: str = "exact"


@attrs.frozen(kw_only=True, eq=False)
class SocRow:
    """A SoC name (``soc_version``) and the family it belongs to.

    :ivar confidence: how well the name is attested: ``high``, ``medium`` or ``low``.
    :ivar read_as: the name GE puts in its place before it looks for the platform file.
    """

    name: str
    family: Family
    confidence: str
    source: tuple[str, ...]
    ai_core_count: int | None = None
    read_as: str | None = None
    note: str | None = None


@attrs.frozen(kw_only=True, eq=False)
class FamilyRow:
    """A product family with its names and architecture.

    :ivar tag: the tag of the documents.
    :ivar aliases: further names people write, compared without regard to case, blanks and the words series and products.
    :ivar short_names: short SoC names that belong to this family alone.
    :ivar prefixes: every SoC name that starts so belongs to the family, attested or not.
    :ivar source: where the names stand.
    """

    family: Family
    tag: str
    name: str
    chinese_name: str
    session_options_supported: bool
    short_soc_version: str
    soc_version_rule: str
    source: tuple[str, ...]
    aliases: tuple[str, ...] = ()
    short_names: tuple[str, ...] = ()
    prefixes: tuple[str, ...] = ()
    name_note: str | None = None
    npu_arch: str | None = None
    npu_arch_note: str | None = None
    npu_arch_source: tuple[str, ...] = ()
    match_rule: str | None = None
    notes: tuple[str, ...] = ()


@attrs.frozen(kw_only=True, eq=False)
class OtherSocRow:
    """SoC names that sources know but no product table of the documents has; ``*`` stands for any ending."""

    names: tuple[str, ...]
    source: tuple[str, ...]


@attrs.frozen(kw_only=True, eq=False)
class UnknownSocRow:
    """What one part of GE does with a SoC name it does not know."""

    part: str
    behaviour: str
    source: str


@attrs.frozen(kw_only=True, eq=False)
class NpuArchRow:
    """The NpuArch numbers that one place of the GE source knows."""

    values: tuple[str, ...]
    source: str


@attrs.frozen(eq=False)
class HF32Row:
    """Whether the platform file of a SoC enables HF32 in its matrix unit."""

    soc: str
    supported: bool
    source: str


@attrs.frozen(kw_only=True, eq=False)
class ReleaseRow:
    """A CANN release, branch or commit and the generation of its op_precision.ini parser.

    :ivar kind: ``release`` (a version number), ``branch`` (moves on: as read at the date of the source) or ``commit``.
    :ivar parser: ``old`` or ``new``.
    """

    name: str
    kind: str
    parser: str
    source: str
    note: str | None = None


@attrs.frozen(kw_only=True, eq=False)
class PrecisionModeRow:
    """One way the engine chooses data types, and the values of both generations of the option that mean it.

    :ivar engine: the engine's own name of it.
    :ivar v1: values of ``ge.exec.precision_mode``.
    :ivar v2: the value of ``ge.exec.precision_mode_v2``; None: it has none.
    """

    engine: str
    v1: tuple[str, ...]
    v2: str | None
    source: str
