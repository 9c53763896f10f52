"""Row classes of the operator tables, apart from `geopts.facts.rows` so that the linter loads three classes rather than all."""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs

if TYPE_CHECKING:
    from collections.abc import Mapping

__all__ = ["EvidenceRow", "ModeTable", "PresetRow"]


@attrs.frozen(kw_only=True)
class ModeTable:
    """A table of the precision modes that operator types list.

    :ivar modes: operator type to its modes, in the order of the file; ``optional`` is a word of the build, no mode.
    """

    name: str
    modes: Mapping[str, tuple[str, ...]]
    source: str


@attrs.frozen(kw_only=True)
class PresetRow:
    """A built-in file that gives operator types a mode.

    :ivar name: the file's name without ``.ini``.
    :ivar modes: operator type to mode, in the order of the file.
    """

    name: str
    modes: Mapping[str, str]
    source: str


@attrs.frozen(kw_only=True)
class EvidenceRow:
    """A kind of evidence that an operator type takes a mode."""

    kind: str
    meaning: str
    source: str
