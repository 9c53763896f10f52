"""Which runtime option counts when several are set: rows of ``facts.pypto_relations``, judged with the conditions of the GE engine."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import attrs

from geopts.facts.pypto_relations import PYPTO_RELATIONS
from geopts.facts.rows import Call
from geopts.pypto import codes
from geopts.pypto.runtime_options import PoolDepths, option_row
from geopts.resolve.conditions import Circumstances, View, all_hold, any_holds, holds

if TYPE_CHECKING:
    from geopts.facts.relation_rows import RelationRow
    from geopts.facts.rows import Family
    from geopts.findings import Finding
    from geopts.pypto.codes import Code
    from geopts.pypto.runtime_options import RuntimeOptions

__all__ = ["Precedence", "check_options", "check_pool_needs", "precedence", "relations_of"]

_CODES: dict[str, Code] = {
    "pools-disable-stitch-number": codes.POOLS_DISABLE_OPTION,
    "pools-disable-workspace-cap": codes.POOLS_DISABLE_OPTION,
    "cap-overrides-stitch-number": codes.CAP_OVERRIDES_STITCH_NUMBER,
    "simulator-fixes-launch-mode": codes.SIMULATOR_FIXES_LAUNCH_MODE,
    "aicpu-number-above-product": codes.ABOVE_PRODUCT_LIMIT,
}
_ROWS = {row.identifier: row for row in PYPTO_RELATIONS}
_NUMBER_DEFAULT = int(option_row("stitch_function_max_num").default_config)
_MOST_ROOTS = (option_row("stitch_function_max_num").value_range or (0, 0))[1]


@attrs.frozen
class Precedence:
    """Which of the three workspace options decides the depths of the pools, and what becomes of the others.

    :ivar winner: the option in force; ``stitch_function_max_num`` also when none is set (its default counts).
    :ivar depths: the depths it gives; None when PyPTO derives them from a cap at compile time.
    :ivar most_roots: how many root functions one device task may hold.
    :ivar disabled: options that are set and count for nothing.
    :ivar why: one sentence.
    """

    winner: str
    depths: PoolDepths | None
    most_roots: int
    disabled: tuple[str, ...]
    why: str
    source: str


def precedence(options: RuntimeOptions) -> Precedence:
    """Tell which workspace option counts: any pool element other than 0, else a cap other than 0, else the stitch number."""
    pools = options.stitch_function_num_per_pool
    number = options.stitch_function_max_num
    cap = options.max_workspace_kb
    if pools is not None and pools.active:
        disabled = [name for name, value in (("stitch_function_max_num", number), ("max_workspace_kb", cap)) if value]
        why = f"an element of {pools.as_list()} is not 0, which switches precise workspace mode on"
        source = _ROWS["pools-disable-stitch-number"].source
        return Precedence("stitch_function_num_per_pool", pools, _MOST_ROOTS, tuple(disabled), why, source)
    if cap:
        why = f"the cap of {cap} KiB decides one depth for all three pools when the kernel is compiled"
        disabled = ["stitch_function_max_num"] if number is not None else []
        source = _ROWS["cap-overrides-stitch-number"].source
        return Precedence("max_workspace_kb", None, _MOST_ROOTS, tuple(disabled), why, source)
    depth = _NUMBER_DEFAULT if number is None else number
    why = f"neither pools nor a cap are set, so all three pools have the depth {depth}" + (
        " (default)" if number is None else ""
    )
    return Precedence(
        "stitch_function_max_num",
        PoolDepths(depth, depth, depth),
        depth,
        (),
        why,
        option_row("stitch_function_max_num").source[0],
    )


def relations_of(name: str) -> tuple[RelationRow, ...]:
    """Give every relation an option takes part in, checkable or not."""
    return tuple(row for row in PYPTO_RELATIONS if name in row.keys)


def check_options(
    options: RuntimeOptions, *, family: Family | None = None, key: str = "", path: str = ""
) -> tuple[Finding, ...]:
    """Give a finding for each option that is without effect beside another one, or on the product.

    :param family: the product family; without one its limits are not looked at.
    :param key: where the options stand, such as ``pypto.runtime``.
    """
    texts = {name: json.dumps(value) for name, value in options.as_dict().items()}
    view = View(((Call.GRAPH, texts),))  # one dict; the call plays no part in PyPTO's conditions
    known = Circumstances(family)
    findings: list[Finding] = []
    reported: set[str] = set()
    for row in PYPTO_RELATIONS:
        if not row.checkable or not reported.isdisjoint(row.covered_by):
            continue
        subjects = [condition.key for condition in row.subject if holds(condition, view, known)]
        others = [condition.key for condition in row.any_of if holds(condition, view, known)]
        if len(subjects) <= (row.at_most if not row.any_of else 0) or not all_hold(row.when, view, known):
            continue
        if row.any_of and not any_holds(row.any_of, view, known):
            continue
        reported.add(row.identifier)
        findings.append(_finding(row, subjects, others, texts, key, path))
    return (*findings, *_undocumented(options, family, key, path))


def _finding(
    row: RelationRow, subjects: list[str], others: list[str], texts: dict[str, str], key: str, path: str
) -> Finding:
    option, other = " and ".join(subjects), " and ".join(others)
    told = {"option": option, "other": other}
    head = f"{option} = {texts[subjects[0]]}"
    if others:
        head += f" {row.kind.value} {other} = {texts[others[0]]}"
    loser = (others or subjects)[0]
    return _CODES[row.identifier].finding(
        f"{head}: {row.message.format_map(told)}",
        hint=row.hint.format_map(told),
        source=row.source,
        path=path,
        key=f"{key}.{loser}" if key else loser,
    )


def _undocumented(options: RuntimeOptions, family: Family | None, key: str, path: str) -> tuple[Finding, ...]:
    names = [name for name in options.as_dict() if family is not None and family not in option_row(name).products]
    if not names or family is None:
        return ()
    return (
        codes.PRODUCT_NOT_DOCUMENTED.finding(
            f"PyPTO's pages list its runtime options for 950, A3 and A2 only; nothing is said about {family.value}",
            source=option_row(names[0]).source[0],
            path=path,
            key=key or names[0],
        ),
    )


def check_pool_needs(
    depths: PoolDepths,
    *,
    root_inner_bytes: int,
    assemble_slots: int,
    exclusive_bytes: int,
    key: str = "",
    path: str = "",
) -> tuple[Finding, ...]:
    """Compare pool depths with what a kernel needs, as its tuning log tells.

    :param root_inner_bytes: ``rawPerParallelBytes.rootInner``, 0 when no root function has inner results.
    :param assemble_slots: assemble slots of one depth (``assembleSlotsPerDepth``), 0 when there are none.
    :param exclusive_bytes: ``rawPerParallelBytes.exclusive``, 0 when there are no exclusive outcasts.
    :return: GEO603 for a 0 where the kernel needs the pool (the compile fails: ValidateDepth in workspace_budget_calculator.cpp @247043a7),
        GEO619 for an assemble depth of 1 that is used (read from the newest preflight, not confirmed on hardware).
    """
    if not depths.active:
        return ()
    where = key or "stitch_function_num_per_pool"
    needs = {"root_inner": root_inner_bytes, "assemble_outcast": assemble_slots, "exclusive_outcast": exclusive_bytes}
    findings = [
        codes.ZERO_FOR_NEEDED_POOL.finding(
            f"stitch_function_num_per_pool[{index}] ({name}) is 0, and the kernel needs this pool: PyPTO refuses to compile it"
            " ('cannot be 0 because the current program requires this workspace pool')",
            hint="write at least " + ("2" if name == "assemble_outcast" else "1"),
            source=_ROWS["zero-for-needed-pool"].source,
            path=path,
            key=where,
        )
        for index, (name, depth) in enumerate(zip(needs, depths, strict=True))
        if depth == 0 and needs[name] > 0
    ]
    if depths.assemble_outcast == 1 and assemble_slots > 0:
        findings.append(
            codes.SINGLE_ASSEMBLE_DEPTH.finding(
                "assemble_outcast is 1, and the kernel puts tensors together: a tensor that lives across iterations keeps the only depth, the"
                " next root function needs a whole free one, and the launch ends with 'Root cannot fit in an empty DeviceTask'",
                hint="write 2, as the newest runtime recommends (peak + 1)",
                source="framework/src/machine/device/dynamic/context/device_execute_context.cpp (single-file copy newer than 883e7dfb);"
                " inferred, not seen on hardware",
                path=path,
                key=where,
            )
        )
    return tuple(findings)
