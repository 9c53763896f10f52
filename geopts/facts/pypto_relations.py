"""How PyPTO's runtime options act on each other, in the same rows and conditions as the GE relations.

The texts that the conditions look at are the JSON texts of the values: ``128``, ``[64, 2, 1]``. Cites are paths in ``hicann/pypto``.
"""

from __future__ import annotations

from geopts.facts.relation_rows import Condition, RelationKind, RelationRow, Scope, Statement
from geopts.facts.rows import Family

__all__ = ["PYPTO_RELATIONS"]

_POOLS = "stitch_function_num_per_pool"
_NUMBER = "stitch_function_max_num"
_CAP = "max_workspace_kb"
_ENCODE = "framework/src/machine/utils/dynamic/dev_encode_workspace.cpp (single-file copy newer than 883e7dfb)"
_BUDGET = "workspace_budget_calculator.cpp (in framework/src/machine/utils/dynamic) @247043a7"
_PAGE = "docs/zh/api/config/pypto-experimental-set_runtime_options.md (newest single-file copy)"
_JIT_PAGE = "docs/zh/api/config/pypto-frontend-jit.md (newest single-file copy)"
_ENTRY = "python/pypto/frontend/parser/entry.py @883e7dfb"

_ACTIVE = (~Condition.one_of(_POOLS, "[0, 0, 0]"),)

PYPTO_RELATIONS: tuple[RelationRow, ...] = (
    RelationRow(
        identifier="pools-disable-stitch-number",
        kind=RelationKind.OVERRIDES,
        scope=Scope.SAME_DICT,
        severity="warning",
        subject=(Condition.given(_POOLS),),
        any_of=(Condition.given(_NUMBER),),
        when=_ACTIVE,
        message="an element other than 0 switches precise workspace mode on: the pools get their own depths, {other} is ignored and a device"
        " task may hold up to 1024 root functions",
        hint="remove {other}; it is the option for the step before, while only performance is tuned",
        statements=(
            Statement(
                _POOLS,
                "overrides",
                (_NUMBER,),
                "Any non-zero element forces the limit to 1024; the host log says so in a WARN line of [workspaceSize].",
                _ENCODE,
            ),
            Statement(
                _POOLS,
                "overrides",
                (_NUMBER, _CAP),
                "The other two options have no effect while this one is on.",
                _PAGE,
            ),
            Statement(_NUMBER, "overridden_by", (_POOLS,), "Ignored when the pools are set one by one.", _JIT_PAGE),
        ),
    ),
    RelationRow(
        identifier="pools-disable-workspace-cap",
        kind=RelationKind.OVERRIDES,
        scope=Scope.SAME_DICT,
        severity="warning",
        subject=(Condition.given(_POOLS),),
        any_of=(Condition.nonzero(_CAP),),
        when=_ACTIVE,
        message="an element other than 0 switches precise workspace mode on: {other} is ignored, and a cap that is too small is not even reported",
        hint="remove {other}; to stay below a limit let `geopts pypto tune --limit-mb` choose the depths",
        statements=(
            Statement(_POOLS, "overrides", (_CAP,), "The cap is neither used nor validated in precise mode.", _ENCODE),
            Statement(_CAP, "overridden_by", (_POOLS,), "Not validated while the pools are set one by one.", _BUDGET),
        ),
    ),
    RelationRow(
        identifier="cap-overrides-stitch-number",
        kind=RelationKind.OVERRIDES,
        scope=Scope.SAME_DICT,
        severity="warning",
        subject=(Condition.nonzero(_CAP),),
        any_of=(Condition.given(_NUMBER),),
        covered_by=("pools-disable-stitch-number",),
        message="the depth of the three pools is derived from the cap, {other} is ignored and a task is limited by memory only",
        hint="remove {other}",
        statements=(
            Statement(_CAP, "overrides", (_NUMBER,), "An active cap derives one depth for all three pools.", _BUDGET),
            Statement(_NUMBER, "overridden_by", (_CAP,), "Ignored when the cap is active.", _JIT_PAGE),
        ),
    ),
    RelationRow(
        identifier="simulator-fixes-launch-mode",
        kind=RelationKind.OVERRIDES,
        scope=Scope.SAME_DICT,
        severity="warning",
        subject=(Condition.one_of("run_mode", "1"),),
        any_of=(Condition.nonzero("launch_early_mode"),),
        message="in the simulator PyPTO sets {other} to 0",
        hint="remove {other}, or run on the NPU",
        statements=(
            Statement("launch_early_mode", "overridden_by", ("run_mode",), "Forced to 0 in simulator mode.", _ENTRY),
        ),
    ),
    RelationRow(
        identifier="aicpu-number-above-product",
        kind=RelationKind.EXCLUDES,
        scope=Scope.SAME_DICT,
        severity="warning",
        subject=(Condition.one_of("launch_sched_aicpu_num", "6", "7"),),
        when=(Condition.product_in(Family.ATLAS_A3, Family.ATLAS_A2),),
        at_most=0,
        message="A3 and A2 have at most 5; PyPTO takes 5 in silence but for a WARN line in the host log",
        hint="write 5",
        statements=(
            Statement(
                "launch_sched_aicpu_num",
                "mutually_exclusive",
                (),
                "At most 7 on 950, 5 on A3 and A2; a larger number falls back to what the hardware has.",
                "framework/src/machine/runtime/launcher/device_launcher.h @883e7dfb",
            ),
        ),
    ),
    RelationRow(
        identifier="zero-for-needed-pool",
        kind=RelationKind.REQUIRES,
        scope=Scope.PROCESS,
        severity="error",
        subject=(Condition.given(_POOLS),),
        when=_ACTIVE,
        message="a 0 for a pool that the kernel needs fails at the first compile",
        hint="write at least 1 for every pool the kernel uses",
        not_checkable_because="the options do not tell which pools a kernel needs; its tuning log does (check_pool_needs)",
        statements=(
            Statement(
                _POOLS,
                "requires",
                (),
                "An element may be 0 only when the program needs no such pool: '... cannot be 0 because the current program requires this"
                " workspace pool'.",
                _BUDGET,
            ),
        ),
    ),
    RelationRow(
        identifier="largest-pool-sizes-metadata",
        kind=RelationKind.PRECEDENCE,
        scope=Scope.PROCESS,
        subject=(Condition.given(_POOLS),),
        when=_ACTIVE,
        message="the largest element also sizes the pool of outcast items: making all three small can fail with"
        " runtime-outcast-metadata",
        not_checkable_because="it depends on the number of outcasts of the kernel",
        statements=(
            Statement(
                _POOLS,
                "precedence",
                (),
                "Items of outcast metadata: totalSlot * (largest element + 1) * parallelism.",
                "framework/src/machine/utils/dynamic/dev_encode.cpp @247043a7",
            ),
        ),
    ),
    RelationRow(
        identifier="order-of-use",
        kind=RelationKind.PRECEDENCE,
        scope=Scope.PROCESS,
        subject=(Condition.given(_POOLS),),
        message="tune stitch_function_max_num (time) or max_workspace_kb (memory) first, then write the recommended depths here and remove the"
        " other option",
        not_checkable_because="it is about the order of work, not about one set of options",
        statements=(
            Statement(
                _POOLS, "precedence", (_NUMBER, _CAP), "Set after one of the other two has done its work.", _PAGE
            ),
        ),
    ),
    RelationRow(
        identifier="cap-above-minimum",
        kind=RelationKind.REQUIRES,
        scope=Scope.PROCESS,
        severity="error",
        subject=(Condition.nonzero(_CAP),),
        when=(~Condition.present(_POOLS),),
        message="the cap must be greater than the minimum runnable workspace of the kernel, or the first compile fails",
        hint="read the minimum from the message, or from `geopts pypto tune`",
        not_checkable_because="the minimum belongs to the kernel",
        statements=(
            Statement(
                _CAP,
                "requires",
                (),
                "'max_workspace_kb=<n>KB must be greater than the minimum runnable workspace=<m>KB'.",
                _ENCODE,
            ),
        ),
    ),
    RelationRow(
        identifier="parallel-loop-lifts-stitch-number",
        kind=RelationKind.OVERRIDES,
        scope=Scope.PROCESS,
        subject=(Condition.given("device_sched_parallelism"),),
        any_of=(Condition.given(_NUMBER),),
        message="inside a parallel loop a task may hold 1024 root functions whatever {other} says; the pools are still sized by it",
        not_checkable_because="the options do not show the loops of the kernel",
        statements=(
            Statement(
                _NUMBER,
                "overridden_by",
                ("device_sched_parallelism",),
                "The threshold is 1024 inside a parallel loop scope.",
                _ENCODE,
            ),
        ),
    ),
    RelationRow(
        identifier="parallelism-multiplies-workspace",
        kind=RelationKind.PRECEDENCE,
        scope=Scope.PROCESS,
        subject=(Condition.given("device_sched_parallelism"),),
        message="it acts on pypto.loop(parallel=True) only, and multiplies the tensor workspace",
        not_checkable_because="the options do not show the loops of the kernel",
        statements=(
            Statement(
                "device_sched_parallelism",
                "requires",
                ("pypto.loop(parallel=True)",),
                "Above 1 parallel code is generated.",
                _JIT_PAGE,
            ),
            Statement(
                _CAP, "precedence", ("device_sched_parallelism",), "Memory scales with the parallelism.", _BUDGET
            ),
        ),
    ),
    RelationRow(
        identifier="ready-tensors-give-host-lines",
        kind=RelationKind.PRECEDENCE,
        scope=Scope.PROCESS,
        subject=(Condition.given("ready_on_host_tensors"),),
        message="a kernel whose control flow depends on values is recorded on the host only when its tensors are named here, and so gives no"
        " tuning lines otherwise",
        not_checkable_because="the options do not show what the control flow depends on",
        statements=(
            Statement(
                "ready_on_host_tensors",
                "precedence",
                (),
                "Allows early launch and control flow on the host.",
                _JIT_PAGE,
            ),
        ),
    ),
    RelationRow(
        identifier="environment-forces-simulator",
        kind=RelationKind.OVERRIDES,
        scope=Scope.PROCESS,
        subject=(Condition.given("run_mode"),),
        message="CAMODEL_LOG_PATH in the environment forces the simulator at the call",
        not_checkable_because="it depends on the environment of the run",
        statements=(
            Statement("run_mode", "overridden_by", ("env:CAMODEL_LOG_PATH",), "Forces SIM at call time.", _ENTRY),
        ),
    ),
    RelationRow(
        identifier="environment-relaxes-cluster",
        kind=RelationKind.PRECEDENCE,
        scope=Scope.PROCESS,
        subject=(Condition.given("launch_sched_aicpu_num"),),
        message="PYPTO_LAUNCH_SCHED_SAME_CLUSTER=false in the environment relaxes the placement on one cluster",
        not_checkable_because="it depends on the environment of the run",
        statements=(
            Statement(
                "launch_sched_aicpu_num",
                "precedence",
                ("env:PYPTO_LAUNCH_SCHED_SAME_CLUSTER",),
                "Replaces the option launch_sched_same_cluster, which was removed.",
                "hicann/pypto@64306878d (the commit that removes the option)",
            ),
        ),
    ),
)
