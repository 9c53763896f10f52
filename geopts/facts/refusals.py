"""Values that one door of GE refuses though another takes them: a row for each call and option."""

from __future__ import annotations

import attrs

from geopts.facts.rows import Call

__all__ = ["NO_CONSUMER", "NO_CONSUMER_SOURCE", "REFUSALS", "RefusalRow"]


@attrs.frozen
class RefusalRow:
    """What a call refuses.

    :ivar key: the option.
    :ivar calls: the calls that refuse; empty: any, since the engine refuses later.
    :ivar accepted: the texts that pass, when the row lists those.
    :ivar refused: the texts that do not, when the row lists those.
    :ivar code: GE's error code.
    """

    key: str
    code: str
    source: str
    calls: tuple[Call, ...] = ()
    accepted: tuple[str, ...] = ()
    refused: tuple[str, ...] = ()

    def refuses(self, text: str) -> bool:
        """Say whether the row refuses a text."""
        return text not in self.accepted if self.accepted else text in self.refused


REFUSALS: tuple[RefusalRow, ...] = (
    RefusalRow(
        key="ge.exec.allow_hf32",
        calls=(Call.BUILD_INITIALIZE,),
        accepted=("", "true", "false"),
        code="E10005",
        source="compiler/api/aclgrph/option_utils.cc:1413-1422; compiler/api/aclgrph/ge_ir_build.cc:355",
    ),
    RefusalRow(
        key="ge.outputDatatype",
        calls=(Call.BUILD_MODEL,),
        accepted=("", "FP32", "FP16", "UINT8", "INT8", "HIF8", "HIF4", "FP8E5M2", "FP8E4M3FN"),
        code="E10001",
        source="compiler/api/aclgrph/option_utils.cc:49-56,932-941",
    ),
    RefusalRow(
        key="ge.bufferOptimize",
        refused=("l1_and_l2_optimize",),
        code="E20101",
        source="compiler/api/aclgrph/option_utils.cc:943-953 lets it pass; compiler/engines/nn_engine/utils/common/configuration.cc:452-471",
    ),
    RefusalRow(
        key="ge.enableSparseMatrixWeight",
        calls=(Call.BUILD_INITIALIZE,),
        accepted=("0", "1"),
        code="E10006",
        source="compiler/api/aclgrph/option_utils.cc:983-992; compiler/api/aclgrph/ge_ir_build.cc:328-333",
    ),
)

#: Keys that a call lists and nothing in the snapshot reads.
NO_CONSUMER = frozenset(
    {
        "ge.distributed_cluster_build",
        "ge.offline_model_relation",
        "ge.enableGraphParallel",
        "ge.graphParallelOptionPath",
        "ge.exec.exec_device_config_path",
        "ge.op_dependency_in_om",
        "ge.compile.h2dOverlappedWithCompute",
    }
)
NO_CONSUMER_SOURCE = "no reader in hicann/ge@ffdcbc9f; for h2dOverlappedWithCompute see api/atc/main_impl.cc:2000-2003"
