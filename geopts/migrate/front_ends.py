"""Front ends whose option dicts have no place for what a migration writes, and Python files, which are not rewritten."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from geopts.facts.frontend_rows import FrontEndKey
from geopts.facts.options import BY_KEY
from geopts.findings import Finding, Severity
from geopts.option_set import OP_PRECISION_MODE, option_name
from geopts.option_source import Given, OptionFile, respell

__all__ = ["by_hand", "inexpressible"]

_ONNX_RUNTIME = "microsoft/onnxruntime@01bd64b9:include/onnxruntime/core/framework/provider_options_utils.h:149"
_TORCH_NPU = "Ascend/pytorch@9e73e708:torch_npu/csrc/core/npu/register/OptionRegister.cpp:48,98"
_MINDSPORE = "mindspore@2.10.0 (PyPI wheel):mindspore/context.py:373,1269"
_ASCEND_CONFIG = "ascend_config"


def inexpressible(file: OptionFile, places: Sequence[Given], key: str) -> list[Finding]:
    """Say when the option dict is that of a front end that has no option ``key``.

    :param places: what the option would take the place of.
    :return: nothing, or one finding: a warning where it is sure, a note where another front end may be meant.
    """
    name = next((given.path[-1] for given in places), "")
    successor = respell(name, BY_KEY[key])
    for front_end, keys, sure, does, source in _candidates(file, places):
        known = {row.spelling for row in keys}
        if name not in known or successor in known or not (sure or name.startswith("ACL_")):
            continue
        message = f"{name}: {front_end} has no {successor} and {does}"
        return [
            Finding(
                "GEO515",
                "inexpressible",
                Severity.WARNING if sure else Severity.NOTE,
                f"{message}, so {name} stays" if sure else f"{message}; aclSetCompileopt takes it",
                f"keep {name} there, or build the model through a front end that takes {option_name(BY_KEY[key])}",
                source,
                file.path,
                key=name,
            )
        ]
    return []


def _candidates(
    file: OptionFile, places: Sequence[Given]
) -> Iterator[tuple[str, tuple[FrontEndKey, ...], bool, str, str]]:
    """Yield front ends with their keys, whether the dict is theirs for sure, what they do with an unknown key, and how we know."""
    from geopts.facts.frontend_keys_mindspore import MINDSPORE_ASCEND_CONFIG  # large tables
    from geopts.facts.frontend_keys_runtimes import ONNXRUNTIME_CANN  # as above
    from geopts.facts.frontend_keys_torch import TORCH_NPU_SET_OPTION  # as above

    def has_own_key(keys: tuple[FrontEndKey, ...]) -> bool:
        """A name that is the front end's own, or means another option there."""
        known = {row.spelling: row.ge_key for row in keys}
        return any(given.path[-1] in known and known[given.path[-1]] != given.key for given in file.given)

    unknown = "takes it for an unknown option and fails"
    yield "ONNX Runtime's CANN provider", ONNXRUNTIME_CANN, has_own_key(ONNXRUNTIME_CANN), unknown, _ONNX_RUNTIME
    in_torch = has_own_key(TORCH_NPU_SET_OPTION)
    yield "torch_npu's set_option", TORCH_NPU_SET_OPTION, in_torch, "raises a RuntimeError for it", _TORCH_NPU
    in_config = any(given.path[-2:-1] == (_ASCEND_CONFIG,) for given in places)
    yield "MindSpore's ascend_config", MINDSPORE_ASCEND_CONFIG, in_config, "raises a ValueError for it", _MINDSPORE


def by_hand(file: OptionFile, places: Sequence[Given], ini_path: str) -> list[Finding]:
    """Say what to write into a Python file: the ini has to be given where the pair was."""
    from geopts.frontends import find_front_end  # only where a script was read
    from geopts.frontends.keys import by_ge_key

    row = find_front_end(file.front_end)
    tables = [by_ge_key(table) for table in row.tables]
    known = next((table[OP_PRECISION_MODE][0].spelling for table in tables if OP_PRECISION_MODE in table), None)
    pair = " and ".join(given.place for given in places) or "the pair"
    key = places[0].place if places else ""
    if tables and known is None:
        message = f"{pair}: {row.title} has no op_precision_mode, so the ini cannot be given there"
        hint = "keep the pair there, or build the model through a front end that takes op_precision_mode"
        return [Finding("GEO515", "inexpressible", Severity.WARNING, message, hint, row.source, file.path, key=key)]
    message = f"{pair}: Python is not rewritten; the pair goes to {row.title}"
    hint = f"give {known or OP_PRECISION_MODE} the path {ini_path} and take {pair} out"
    return [Finding("GEO506", "deprecated-option", Severity.NOTE, message, hint, row.source, file.path, key=key)]
