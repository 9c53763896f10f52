"""Row classes of the fact tables and the words they are written in."""

from __future__ import annotations

import enum
from collections.abc import Mapping

import attrs

__all__ = [
    "Acceptance",
    "Call",
    "Condition",
    "Family",
    "FamilyRow",
    "HF32Row",
    "OptionRow",
    "Page",
    "ProductStatement",
    "RelationKind",
    "RelationRow",
    "ReleaseRow",
    "Scope",
    "SocRow",
    "Statement",
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
    """Which document makes a statement about products."""

    BUILD = "build"
    BUILD_INITIALIZE = "build_initialize"
    SESSION = "session"
    ATC = "atc"


@attrs.frozen
class OptionRow:
    """One GE option as header, documents and code give it (``None``: not stated)."""

    key: str
    constant: str | None
    ir_option: bool
    constants_in_ge_namespace: tuple[str, ...]
    scopes: tuple[Call, ...]
    scopes_documented: tuple[Call, ...]
    scopes_in_code: Mapping[Call, Acceptance]
    documented_in: tuple[str, ...]
    value_kind: ValueKind
    allowed_values: tuple[str, ...] | None
    value_range: tuple[int | None, int | None] | None
    default: str | None
    code_accepted_values: tuple[str, ...] | None
    atc_flag: str | None
    atc_values: tuple[str, ...] | None
    atc_default: str | None
    raw_ge_options: str
    deprecated: bool | str
    replaced_by: str | None
    category: str | None
    code_checks: tuple[str, ...]
    disagreements: tuple[str, ...]
    note: str | None
    summary: str
    source: tuple[str, ...]


@attrs.frozen
class ProductStatement:
    """What one document's product table says of an option; ``None`` for a family: the table has no row for it."""

    key: str
    page: Page
    products: Mapping[Family, bool | None]
    source: str


@attrs.frozen
class ValueStatement:
    """What a document says of single values of an option per product.

    ``values`` are exact values when ``exact`` is true; otherwise words for a kind of value that ``support`` knows by ``matcher``.
    """

    key: str
    values: tuple[str, ...]
    matcher: str
    pages: tuple[Page, ...]
    products: Mapping[Family, bool]
    source: str
    note: str | None = None


@attrs.frozen
class SocRow:
    """A SoC name (``soc_version``) and the family it belongs to."""

    name: str
    family: Family
    confidence: str
    ai_core_count: int | None
    note: str | None
    source: tuple[str, ...]


@attrs.frozen
class FamilyRow:
    """A product family with its names and architecture."""

    family: Family
    tag: str
    name: str
    chinese_name: str
    name_note: str | None
    session_options_supported: bool
    short_soc_version: str
    npu_arch: str | None
    npu_arch_note: str | None
    soc_version_rule: str
    match_rule: str | None
    notes: tuple[str, ...]
    source: tuple[str, ...]


@attrs.frozen
class HF32Row:
    """Whether the platform file of a SoC enables HF32 in its matrix unit."""

    soc: str
    supported: bool
    source: str


@attrs.frozen
class ReleaseRow:
    """A CANN release and the generation of its op_precision.ini parser."""

    release: str
    parser: str
    source: str


class RelationKind(enum.Enum):
    """How two options act on each other."""

    EXCLUDES = "excludes"
    REQUIRES = "requires"
    OVERRIDES = "overrides"
    SHADOWS = "shadows"
    NOT_RECOMMENDED = "not_recommended"
    PRECEDENCE = "precedence"
    LEAKS = "leaks"


class Scope(enum.Enum):
    """Where both sides must stand for a relation to act."""

    SAME_DICT = "same dict"
    ANY_CALL = "any call"
    PROCESS = "process"


@attrs.frozen
class Statement:
    """A relation as a document or the code words it."""

    option: str
    kind: str
    others: tuple[str, ...]
    detail: str
    source: str
    when: str | None = None


@attrs.frozen
class Condition:
    """One condition of the fixed vocabulary.

    ``kind`` is one of the names ``resolve.relations`` evaluates (``value_in``, ``value_contains``, ``product_in``, ...);
    ``key`` names the option it looks at where it looks at one; ``values`` are what it compares with.
    """

    kind: str
    key: str | None = None
    values: tuple[str, ...] = ()


@attrs.frozen
class RelationRow:
    """A relation that the engine of ``resolve.relations`` can check, or shows as not checkable.

    :ivar identifier: kebab-case, stable; findings and tests name it.
    :ivar option: the key the relation starts from (the winner of ``overrides`` and ``shadows``).
    :ivar any_of: the other side: at least one of these keys.
    :ivar all_of: the other side: all of these keys.
    :ivar conditions: all must hold for the relation to act.
    :ivar checkable: False when an option dict cannot show it; such a row is displayed, never a finding.
    :ivar statements: what documents and code say, each with its source.
    """

    identifier: str
    kind: RelationKind
    option: str
    scope: Scope
    severity: str
    message: str
    hint: str
    statements: tuple[Statement, ...]
    any_of: tuple[str, ...] = ()
    all_of: tuple[str, ...] = ()
    conditions: tuple[Condition, ...] = ()
    checkable: bool = True
    not_checkable_because: str = ""

    @property
    def source(self) -> str:
        """All sources of the row, in order."""
        return "; ".join(dict.fromkeys(s.source for s in self.statements))


