"""The deprecated pair op_select_implmode and optypelist_for_implmode: what GE refuses of it, and what of it has no effect to carry over."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

import attrs

from geopts.findings import Finding, Severity
from geopts.ini import WHITE_SPACE

__all__ = ["PARSER_SOURCE", "PairOptions", "is_no_type", "not_carried_over", "refused"]

PARSER_SOURCE = "compiler/engines/nn_engine/utils/common/config_parser/op_impl_mode_config_parser.cc"
_SELECT = f"{PARSER_SOURCE}:183-202,228-268"
_CHECK = "compiler/api/aclgrph/option_utils.cc:1275-1304"
_IMPLMODES = ("high_precision", "high_performance", "high_precision_for_all", "high_performance_for_all")
_FLOAT_32_MODES = ("enable_float_32_execution", "enable_hi_float_32_execution")
#: Quotes, typographic ones too, and blanks: no operator type holds one, since a type is the name of a C++ class (REG_OP).
_NEVER_IN_A_TYPE = re.compile(r"[\"'`\u2018\u2019\u201c\u201d\u00ab\u00bb\s\x00-\x1f\x7f]")


def is_no_type(text: str) -> bool:
    """Say whether no operator can have this type, so that an entry for it counts for nothing."""
    return not text or _NEVER_IN_A_TYPE.search(text) is not None


@attrs.frozen
class PairOptions:
    """The pair as it is given, and what stands around it.

    :ivar op_select_implmode: text of ``ge.opSelectImplmode``, ``""`` when absent.
    :ivar optypelist: text of ``ge.optypelistForImplmode``.
    :ivar allow_hf32: text of ``ge.exec.allow_hf32``.
    :ivar front_end: atc or aclgrphBuildInitialize stands in front, as in `EngineTable.load`.
    :ivar path: the file they come from, for findings.
    :ivar names: what the user calls the two options, for findings.
    """

    op_select_implmode: str = ""
    optypelist: str = ""
    allow_hf32: str = ""
    front_end: bool = True
    path: str = ""
    names: tuple[str, str] = ("op_select_implmode", "optypelist_for_implmode")

    @property
    def given(self) -> bool:
        """True when GE sees any of the two: an empty text counts as absent."""
        return bool(self.op_select_implmode or self.optypelist)

    def without(self) -> PairOptions:
        """Give what is left when the two options are taken out."""
        return attrs.evolve(self, op_select_implmode="", optypelist="")

    @property
    def items(self) -> tuple[str, ...]:
        """The types of the list as GE splits and trims it; none where GE does not read the list."""
        text = self.optypelist.strip(WHITE_SPACE)
        if not text or self.op_select_implmode.endswith("_for_all"):
            return ()
        return tuple(item.strip(WHITE_SPACE) for item in text.split(","))


def refused(pair: PairOptions) -> Iterator[Finding]:
    """What GE refuses, so that there is no effect to carry over."""
    mode = pair.op_select_implmode
    mode_name, list_name = pair.names
    if mode and mode not in _IMPLMODES:
        from difflib import get_close_matches  # only on a mistake

        close = get_close_matches(mode.strip().strip("\"'").lower(), _IMPLMODES, n=1)
        passed = mode in _FLOAT_32_MODES
        yield Finding(
            "GEO504",
            "refused-value",
            Severity.ERROR,
            f"{mode_name}: {mode!r} "
            + (
                "passes the check of the front end and makes the engine give up with E20101"
                if passed
                else "is refused by GE, so there is no effect to carry over"
            )
            + "; the engine takes "
            + ", ".join(_IMPLMODES),
            f"give the operator types this mode in op_precision.ini, as in MatMulV2={mode}"
            if passed
            else f"did you mean {close[0]}?"
            if close
            else "give one of these values",
            f"{_CHECK}; {PARSER_SOURCE}:183-202",
            pair.path,
            key=mode_name,
        )
    elif not mode and pair.front_end:
        yield Finding(
            "GEO303",
            "missing-companion",
            Severity.ERROR,
            f"{list_name}: ATC and build_initialize refuse the list without {mode_name} (E10001), so there is no effect to carry over",
            "say with --op-select-implmode which mode the listed types are to have",
            _CHECK,
            pair.path,
            key=list_name,
        )


def not_carried_over(pair: PairOptions, left_out: Sequence[str], *, empty: bool) -> Iterator[Finding]:
    """What of the pair is not in the ini, and why.

    :param left_out: the items of the list that can never match.
    :param empty: the ini has no entries.
    """
    yield from _lost_items(pair, left_out)
    yield from _ignored_list(pair)
    if empty and not left_out:
        yield Finding(
            "GEO506",
            "deprecated-option",
            Severity.NOTE,
            f"{pair.names[0]}: the pair sets no mode for any operator type here, so the ini has no entries; "
            "it is needed all the same, since without it GE would load high_performance.ini",
            "check that the opp directory is the one GE uses",
            _SELECT,
            pair.path,
            key=pair.names[0],
        )


def _lost_items(pair: PairOptions, left_out: Sequence[str]) -> Iterator[Finding]:
    name = pair.names[1]
    for item in left_out:
        plain = _NEVER_IN_A_TYPE.sub("", item)
        what = "has an empty item" if not item else f"{item!r} is an operator type for GE as it stands"
        yield Finding(
            "GEO209",
            "unmatchable-name",
            Severity.WARNING,
            f"{name}: {what}, and no operator type {'is empty' if not item else 'holds quotes or blanks'}; it counts for nothing today, so it is left out of the ini",
            f"if {plain} was meant, add {plain}={pair.op_select_implmode or 'high_performance'} to the ini: that changes what GE does"
            if plain and not re.search(r"\s", item.strip())
            else "separate the types by commas",
            f"{PARSER_SOURCE}:246-268,381-387",
            pair.path,
            key=name,
        )


def _ignored_list(pair: PairOptions) -> Iterator[Finding]:
    if pair.optypelist and pair.op_select_implmode.endswith("_for_all"):
        mode_name, name = pair.names
        yield Finding(
            "GEO302",
            "overridden-option",
            Severity.WARNING,
            f"{name}: {pair.op_select_implmode} loads its own list of types and GE does not read {pair.optypelist!r}, so it is not in the ini",
            f"if only these types were meant, migrate {mode_name}={pair.op_select_implmode.removesuffix('_for_all')} with the list: that changes what GE does",
            _SELECT,
            pair.path,
            key=name,
        )
