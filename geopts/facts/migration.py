"""The two generations of the precision mode: which values mean the same to the engine, and which have no counterpart.

Both generations are looked up in one table of the engine, which is what makes values of them equal: kPrecisionModeMap in
compiler/engines/nn_engine/utils/common/fe_context_utils.cc:26-44 (hicann/ge@d93a0d83). The first generation is asked first and
the second only when it is empty (:52-58).
"""

from __future__ import annotations

from geopts.facts.rows import PrecisionModeRow

__all__ = ["PRECISION_MODES"]

_MAP = "compiler/engines/nn_engine/utils/common/fe_context_utils.cc"
_PAGE = "docs/zh/api/graph_engine_api/cpp/ge/options_params/precision_tuning.md"
_NO_V2 = "none of the values of precision_mode_v2 has it (compiler/api/aclgrph/option_utils.cc:1341-1357)"
_NO_V1 = "none of the values of precision_mode has it (compiler/api/aclgrph/option_utils.cc:1316-1339)"

PRECISION_MODES: tuple[PrecisionModeRow, ...] = (
    PrecisionModeRow(engine="FORCE_FP16", v1=("force_fp16",), v2="fp16", source=f"{_MAP}:28,38"),
    PrecisionModeRow(
        engine="FORCE_FP32",
        v1=("force_fp32", "cube_fp16in_fp32out"),
        v2="cube_fp16in_fp32out",
        source=f"{_MAP}:29,37; {_PAGE}:104-170 calls the two values of precision_mode equal",
    ),
    PrecisionModeRow(
        engine="MUST_KEEP_ORIGIN_DTYPE", v1=("must_keep_origin_dtype",), v2="origin", source=f"{_MAP}:31,41"
    ),
    PrecisionModeRow(
        engine="ALLOW_MIX_PRECISION_FP16",
        v1=("allow_mix_precision", "allow_mix_precision_fp16"),
        v2="mixed_float16",
        source=f"{_MAP}:27,35,39; {_PAGE}:104-170 calls the two values of precision_mode equal",
    ),
    PrecisionModeRow(
        engine="ALLOW_MIX_PRECISION_BF16",
        v1=("allow_mix_precision_bf16",),
        v2="mixed_bfloat16",
        source=f"{_MAP}:36,40",
    ),
    PrecisionModeRow(engine="ALLOW_FP32_TO_FP16", v1=("allow_fp32_to_fp16",), v2=None, source=f"{_MAP}:30; {_NO_V2}"),
    PrecisionModeRow(engine="ALLOW_FP32_TO_BF16", v1=("allow_fp32_to_bf16",), v2=None, source=f"{_MAP}:33; {_NO_V2}"),
    PrecisionModeRow(engine="CUBE_HIF8", v1=(), v2="cube_hif8", source=f"{_MAP}:43; {_NO_V1}"),
    PrecisionModeRow(engine="MIXED_HIF8", v1=(), v2="mixed_hif8", source=f"{_MAP}:44; {_NO_V1}"),
)
