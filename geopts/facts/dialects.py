"""How GE reads the ini files of operator modes: one row for each reader it has."""

from __future__ import annotations

import enum

import attrs

__all__ = [
    "ALLOW_HF32_NEW_STYLE",
    "MODES",
    "OP_PRECISION",
    "SECTION_BY_NODE_NAME",
    "SECTION_BY_OP_TYPE",
    "DialectRow",
    "PrecisionMode",
]

SECTION_BY_NODE_NAME = "[ByNodeName]"
SECTION_BY_OP_TYPE = "[ByOpType]"


class PrecisionMode(str, enum.Enum):
    """A value an entry may have, spelled exactly so (op_impl_mode_config_parser.cc:49-56 and :315-319)."""

    HIGH_PERFORMANCE = "high_performance"
    HIGH_PRECISION = "high_precision"
    SUPER_PERFORMANCE = "super_performance"
    SUPPORT_OUT_OF_BOUND_INDEX = "support_out_of_bound_index"
    ENABLE_FLOAT_32_EXECUTION = "enable_float_32_execution"
    ENABLE_HI_FLOAT_32_EXECUTION = "enable_hi_float_32_execution"
    KEEP_FP16 = "keep_fp16"
    NORM_CLASS = "norm_class"

    def __str__(self) -> str:
        return self.value


#: Text to mode, for readers that look up every line.
MODES: dict[str, PrecisionMode] = {mode.value: mode for mode in PrecisionMode}


@attrs.frozen
class DialectRow:
    """One reader: what it starts with, what it stores and what makes it fail.

    :ivar starts_in_types: entries before any header count as ``[ByOpType]``; otherwise they are ignored.
    :ivar modes: the values it stores.
    :ivar fails_on_name_section: ``[ByNodeName]`` fails the initialisation instead of switching to names.
    :ivar fails_on_unknown_mode: another non-empty value fails the initialisation instead of being dropped.
    :ivar fails_on_contradiction: one key with two values fails the initialisation instead of the first winning.
    """

    name: str
    starts_in_types: bool
    modes: tuple[PrecisionMode, ...]
    fails_on_name_section: bool
    fails_on_unknown_mode: bool
    fails_on_contradiction: bool
    source: str


OP_PRECISION = DialectRow(
    name="op_precision",
    starts_in_types=True,
    modes=tuple(PrecisionMode),
    fails_on_name_section=False,
    fails_on_unknown_mode=False,
    fails_on_contradiction=False,
    source="compiler/engines/nn_engine/utils/common/config_parser/op_impl_mode_config_parser.cc:304-359 (hicann/ge@ffdcbc9f)",
)

ALLOW_HF32_NEW_STYLE = DialectRow(
    name="allow_hf32_new_style",
    starts_in_types=False,
    modes=(PrecisionMode.ENABLE_FLOAT_32_EXECUTION, PrecisionMode.ENABLE_HI_FLOAT_32_EXECUTION),
    fails_on_name_section=True,
    fails_on_unknown_mode=True,
    fails_on_contradiction=True,
    source="compiler/engines/nn_engine/utils/common/config_parser/op_impl_mode_config_parser.cc:367-409,450-499 (hicann/ge@1826a02f)",
)
