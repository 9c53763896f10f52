"""Keys that a list in GE's code has and the option table has not: no document describes them."""

from __future__ import annotations

__all__ = ["BUILD_MODEL_KEYS", "BUILD_MODEL_SOURCE"]

#: Keys that build_model takes beside the public list.
BUILD_MODEL_KEYS = frozenset(
    {
        "ge.buildMode",
        "ge.buildStep",
        "ge.tuningPath",
        "ge.evaluateGraphResourceMode",
        "ge.resourceConfigPath",
        "ge.recompute",
        "ge.topoSortingMode",
        "ge.graphSliceMode",
    }
)
BUILD_MODEL_SOURCE = "graph_metadef/graph/utils/tuning_utils.cc:42; inc/graph_metadef/common/ge_common/ge_types.h:594-595; compiler/api/aclgrph/ge_ir_build.cc:793-811"
