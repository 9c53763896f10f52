"""Row classes of the relations between options, and the small vocabulary their conditions are written in."""

from __future__ import annotations

import enum
from typing import TYPE_CHECKING

import attrs

if TYPE_CHECKING:
    from geopts.facts.rows import Call, Family

__all__ = ["Condition", "ConditionKind", "RelationKind", "RelationRow", "Scope", "Statement"]


class RelationKind(enum.Enum):
    """How options act on each other."""

    EXCLUDES = "excludes"
    REQUIRES = "requires"
    OVERRIDES = "overrides"
    SHADOWS = "shadows"
    NOT_RECOMMENDED = "not_recommended"
    PRECEDENCE = "precedence"
    LEAKS = "leaks"


class Scope(enum.Enum):
    """Where GE looks for both sides of a relation."""

    SAME_DICT = "same dict"
    """The dict of one call."""

    CHECKED_TOGETHER = "checked together"
    """The dict of one call; the Session constructor checks its own options over those of GEInitialize."""

    ANY_CALL = "any call"
    """What is in force in the end: build_model over build_initialize, or graph over session over GEInitialize."""

    PROCESS = "process"
    """Several builds in one process: nothing that one set of dicts can show."""


class ConditionKind(enum.Enum):
    """The fixed vocabulary of conditions; ``resolve.conditions`` evaluates every word of it."""

    GIVEN = "given"
    """The option has a text that is not empty."""

    PRESENT = "present"
    """The key stands in a dict, even with an empty text."""

    ONE_OF = "one of"
    """The option is present and its text is one of the values."""

    CONTAINS = "contains"
    """The text holds one of the values as a substring."""

    LISTS = "lists"
    """The text, split at commas and not trimmed, has one of the values as an element."""

    NONZERO = "nonzero"
    """The text is an integer other than 0."""

    GIVEN_IN = "given in"
    """The text in force comes from one of these calls."""

    IN_CALL = "in call"
    """One of these calls takes part."""

    PRODUCT_IN = "product in"
    """The product family is one of these (unknown without a product)."""

    PRODUCT_HAS_HF32 = "product has HF32"
    """The SoC enables HF32 (unknown without a product)."""

    INI_HAS_MODE = "ini has mode"
    """The op_precision.ini sets one of these modes for some operator."""

    FREE_BATCH = "free batch"
    """Some input shape has -1 as its first dimension and nowhere else."""

    FREE_IMAGE = "free image"
    """Some input shape is four-dimensional with -1 for height and width only, as the format of ``values[0]`` places them."""

    FREE_DIMENSION = "free dimension"
    """Some input shape has a dimension of -1."""

    GEAR_WIDTHS = "gear widths"
    """Each gear has as many sizes as the shapes of ``values[0]`` have dimensions of -1."""

    SHARED_INDEX = "shared index"
    """The index lists of this option and of ``values[0]`` share an index."""


@attrs.frozen
class Condition:
    """One condition; ``key`` is the option it looks at, if any, ``values`` are what it compares with.

    ``~condition`` is its negation.
    """

    kind: ConditionKind
    key: str = ""
    values: tuple[str, ...] = ()
    negated: bool = False

    def __invert__(self) -> Condition:
        return attrs.evolve(self, negated=not self.negated)

    @classmethod
    def given(cls, key: str) -> Condition:
        """The option has a text that is not empty."""
        return cls(ConditionKind.GIVEN, key)

    @classmethod
    def present(cls, key: str) -> Condition:
        """The key stands in a dict."""
        return cls(ConditionKind.PRESENT, key)

    @classmethod
    def one_of(cls, key: str, *texts: str) -> Condition:
        """The text of the option is one of ``texts``."""
        return cls(ConditionKind.ONE_OF, key, texts)

    @classmethod
    def contains(cls, key: str, *parts: str) -> Condition:
        """The text of the option holds one of ``parts``."""
        return cls(ConditionKind.CONTAINS, key, parts)

    @classmethod
    def lists(cls, key: str, *items: str) -> Condition:
        """The comma-separated text of the option has one of ``items`` as an element, blanks counted."""
        return cls(ConditionKind.LISTS, key, items)

    @classmethod
    def nonzero(cls, key: str) -> Condition:
        """The text of the option is an integer other than 0."""
        return cls(ConditionKind.NONZERO, key)

    @classmethod
    def given_in(cls, key: str, *calls: Call) -> Condition:
        """The text in force comes from one of ``calls``."""
        return cls(ConditionKind.GIVEN_IN, key, tuple(call.value for call in calls))

    @classmethod
    def in_call(cls, *calls: Call) -> Condition:
        """One of ``calls`` takes part."""
        return cls(ConditionKind.IN_CALL, values=tuple(call.value for call in calls))

    @classmethod
    def product_in(cls, *families: Family) -> Condition:
        """The product is one of ``families``."""
        return cls(ConditionKind.PRODUCT_IN, values=tuple(family.value for family in families))

    @classmethod
    def product_has_hf32(cls) -> Condition:
        """The SoC enables HF32."""
        return cls(ConditionKind.PRODUCT_HAS_HF32)

    @classmethod
    def ini_has_mode(cls, *modes: str) -> Condition:
        """The op_precision.ini sets one of ``modes``."""
        return cls(ConditionKind.INI_HAS_MODE, values=modes)


@attrs.frozen
class Statement:
    """A relation as one document or one place in the code gives it, in the words of this package.

    :ivar option: the key the statement is made about.
    :ivar kind: ``requires``, ``mutually_exclusive``, ``overrides``, ``overridden_by``, ``precedence`` or ``not_recommended_with``.
    :ivar others: the keys, environment variables (``env:NAME``) or functions on the other side.
    :ivar when: what narrows it, or None.
    """

    option: str
    kind: str
    others: tuple[str, ...]
    detail: str
    source: str
    when: str | None = None


@attrs.frozen
class RelationRow:
    """A relation: checked by ``resolve.relations`` where option dicts can show it, displayed otherwise.

    A ``requires`` row is violated when some ``subject`` and all of ``when`` hold and the other side does not; the other
    side holds when one of ``any_of`` and all of ``all_of`` hold. Every other kind acts when the other side holds too.
    A row without another side acts when more than ``at_most`` subjects hold.

    :ivar identifier: kebab-case, stable.
    :ivar subject: the side the relation starts from: the winner of ``overrides`` and ``shadows``, the option in need of
        ``requires``.
    :ivar any_of: the other side: at least one of these.
    :ivar all_of: the other side: every one of these.
    :ivar when: further conditions.
    :ivar severity: ``error`` where GE refuses, ``warning`` where an option is without effect, ``note`` for advice.
    :ivar message: what GE does; ends a sentence that names both sides.
    :ivar hint: the smallest change. In both texts ``{option}`` and ``{other}`` stand for the sides, ``[ge.key]`` for an
        option, as the user spells them.
    :ivar statements: what documents and code say, each with its source; a mirrored pair is one row with both.
    :ivar covered_by: earlier rows whose finding says it already.
    :ivar not_checkable_because: why option dicts cannot show it; empty for a row that is checked.
    :ivar at_most: how many subjects may hold in a row without another side.
    """

    identifier: str
    kind: RelationKind
    scope: Scope
    subject: tuple[Condition, ...]
    message: str
    statements: tuple[Statement, ...]
    severity: str = "note"
    any_of: tuple[Condition, ...] = ()
    all_of: tuple[Condition, ...] = ()
    when: tuple[Condition, ...] = ()
    hint: str = ""
    covered_by: tuple[str, ...] = ()
    not_checkable_because: str = ""
    at_most: int = 1

    @property
    def checkable(self) -> bool:
        """True where option dicts can show a violation."""
        return not self.not_checkable_because

    @property
    def options(self) -> tuple[str, ...]:
        """The keys of the subject, in order."""
        return tuple(dict.fromkeys(condition.key for condition in self.subject))

    @property
    def others(self) -> tuple[str, ...]:
        """The keys of the other side, in order."""
        return tuple(dict.fromkeys(condition.key for condition in (*self.any_of, *self.all_of)))

    @property
    def keys(self) -> tuple[str, ...]:
        """Every key of either side and of the statements, in order."""
        stated = (key for statement in self.statements for key in (statement.option, *statement.others))
        return tuple(dict.fromkeys((*self.options, *self.others, *stated)))

    @property
    def source(self) -> str:
        """All sources of the row, in order."""
        return "; ".join(dict.fromkeys(statement.source for statement in self.statements))
