"""What atc and aclgrphBuildInitialize check before the parser sees an option."""

from __future__ import annotations

import os
import re

import attrs

__all__ = ["FrontEndChecks", "front_end_checks", "path_is_valid", "refused_path_characters"]

#: Characters a resolved path may hold (base/common/util.cc:52-126).
_REFUSED = re.compile(r"[^A-Za-z0-9./_\-一-龥]")
#: op_select_implmode as CheckImplmodeParamValid lets it through (option_utils.cc:1286-1303); the parser refuses the last two.
_IMPLMODES = frozenset(
    {
        "high_precision",
        "high_performance",
        "high_precision_for_all",
        "high_performance_for_all",
        "enable_float_32_execution",
        "enable_hi_float_32_execution",
    }
)


@attrs.frozen
class FrontEndChecks:
    """Verdicts of the three checks; a real front end stops at the first that fails.

    :ivar implmode: CheckImplmodeParamValid passed.
    :ivar path: CheckInputPathValid passed; True when the option is absent.
    :ivar hf32: CheckAllowHF32ParamValid passed.
    :ivar op_select_implmode: the value handed to the parser: ``""`` has become ``high_performance``.
    """

    implmode: bool
    path: bool
    hf32: bool
    op_select_implmode: str


def front_end_checks(
    *, op_precision_mode: str | None, allow_hf32: str = "", op_select_implmode: str = "", optypelist: str = ""
) -> FrontEndChecks:
    """Run the checks of the front ends (option_utils.cc:1275-1304, :1413-1422; base/common/util.cc:260-311).

    :param op_precision_mode: text of ``ge.exec.op_precision_mode``, a path on this machine; None when absent, and then the check passes.
    :param allow_hf32: text of ``ge.exec.allow_hf32``, ``""`` when absent.
    :param op_select_implmode: text of ``ge.opSelectImplmode``, ``""`` when absent.
    :param optypelist: text of ``ge.optypelistForImplmode``, ``""`` when absent.
    """
    if op_select_implmode:
        implmode, handed_on = op_select_implmode in _IMPLMODES, op_select_implmode
    else:
        implmode, handed_on = not optypelist, op_select_implmode if optypelist else "high_performance"
    return FrontEndChecks(
        implmode=implmode,
        path=op_precision_mode is None or path_is_valid(op_precision_mode),
        hf32=allow_hf32 in {"", "true", "false"},
        op_select_implmode=handed_on,
    )


def refused_path_characters(path: str) -> str:
    """Give the characters of the resolved path that CheckInputPathValid refuses, each once, in order; ``""`` when it is clean."""
    try:
        real = os.path.realpath(path)
    except (OSError, ValueError):
        real = path
    return "".join(dict.fromkeys(_REFUSED.findall(real)))


def path_is_valid(path: str) -> bool:
    """CheckInputPathValid: the path resolves, its characters are allowed, and it can be read (a directory can)."""
    try:
        if not path or len(os.fsencode(path)) >= 4096:
            return False
        os.stat(path)
        return not refused_path_characters(path) and os.access(path, os.R_OK)
    except (OSError, ValueError):
        return False
