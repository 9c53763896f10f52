"""From the deprecated op_select_implmode and optypelist_for_implmode to the op_precision.ini with the same effect.

The ini holds what the engine would have loaded for the pair: the listed types, or the whole built-in file. Before it is handed
out, GE's table is loaded once with the pair and once with the ini, with and without HF32 and in both generations of the parser,
and the two must be equal.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import product as cartesian

import attrs

from geopts.errors import FindingsError, ProductError, UnportableError
from geopts.findings import Finding, Severity
from geopts.ini import WHITE_SPACE
from geopts.migrate.pair import PARSER_SOURCE, PairOptions, is_no_type, not_carried_over, refused
from geopts.precision.builtin import BuiltinFiles
from geopts.precision.engine import EngineTable, Layer, Parser
from geopts.precision.modes import PrecisionMode
from geopts.precision.op_precision import OpPrecision, check_portable

__all__ = ["Migration", "migrate_pair", "without_effect"]

#: Sources of the layer that the pair, or its default, loads.
_OWN = ("op_select_implmode", "preset")
Assumption = tuple[bool, Parser]
_EVERYWHERE: tuple[Assumption, ...] = tuple(cartesian((True, False), ("old", "new")))


@attrs.frozen(eq=False)
class Migration:
    """An op_precision.ini in the place of a pair.

    :ivar precision: its entries.
    :ivar content: the file.
    :ivar findings: what cannot be carried over, as warnings and notes.
    :ivar left_out: list items that no operator type can equal.
    :ivar builtin: the built-in file that was copied; empty when the list alone counts.
    :ivar proved: (has HF32, parser) for which GE's tables are equal.
    """

    precision: OpPrecision
    content: bytes
    findings: tuple[Finding, ...]
    left_out: tuple[str, ...]
    builtin: str
    proved: tuple[Assumption, ...]


def migrate_pair(
    pair: PairOptions,
    *,
    builtin: BuiltinFiles = BuiltinFiles.CANN_8_1_RC1,
    builtin_unknown_for: str = "",
    assumptions: Sequence[Assumption] = _EVERYWHERE,
) -> Migration:
    """Build the op_precision.ini that has the effect of the pair, and prove it.

    :param builtin: built-in files to copy from where the pair loads one.
    :param builtin_unknown_for: a product whose built-in files are not known; then only a list can be migrated.
    :param assumptions: (has HF32, parser) to prove it for; all four where nothing is known.
    :raises FindingsError: GE refuses the pair, or no ini has its effect.
    :raises ProductError: the pair loads a built-in file, and those of the product are not known.
    """
    errors = [*refused(pair)]
    if errors:
        raise FindingsError("the pair cannot be migrated", findings=errors)
    if builtin_unknown_for and not pair.items:
        raise ProductError(
            f"{pair.op_select_implmode} loads a built-in file, and the built-in files of {builtin_unknown_for} are not known",
            name=builtin_unknown_for,
            hint="name the opp directory of its CANN with --opp",
        )
    before = {one: _load(pair, builtin, one) for one in assumptions}
    _demand_success(pair, before)
    layer = _one_layer(pair, before)
    left_out = tuple(item for item in dict.fromkeys(pair.items) if is_no_type(item))
    entries = {} if layer is None else {key: mode for key, mode in layer.by_type.items() if key not in left_out}
    by_name = {} if layer is None else layer.by_name
    after: dict[Assumption, EngineTable] = {}
    for unwanted in (frozenset[str](), _never_counting(before)):
        precision = OpPrecision({key: mode for key, mode in entries.items() if key not in unwanted}, by_name)
        content = _content(pair, precision, layer)
        after = {one: _load(pair.without(), builtin, one, content) for one in before}
        if all(_same(before[one], after[one], left_out) for one in before):
            break
    else:
        raise FindingsError("the pair cannot be migrated", findings=[_not_equal(pair, before, after, left_out)])
    return Migration(
        precision=precision,
        content=content,
        findings=tuple(not_carried_over(pair, left_out, empty=not precision)),
        left_out=left_out,
        builtin="" if pair.items or layer is None else layer.origin,
        proved=tuple(before),
    )


def without_effect(pair: PairOptions, content: bytes, *, builtin: BuiltinFiles) -> bool:
    """Say whether GE's tables are the same with and without the pair beside an op_precision.ini (parser.cc:173-176).

    :param content: the op_precision.ini that is given beside the pair.
    """
    return all(
        _same(_load(pair, builtin, one, content), _load(pair.without(), builtin, one, content), ())
        for one in _EVERYWHERE
    )


def _load(pair: PairOptions, builtin: BuiltinFiles, one: Assumption, ini: bytes | None = None) -> EngineTable:
    return EngineTable.load(
        ini=ini,
        op_select_implmode=pair.op_select_implmode,
        optypelist=pair.optypelist,
        allow_hf32=pair.allow_hf32,
        hf32=one[0],
        parser=one[1],
        opp=builtin,
        front_end=pair.front_end,
    )


def _demand_success(pair: PairOptions, tables: Mapping[Assumption, EngineTable]) -> None:
    failed = {one: table for one, table in tables.items() if table.status != "SUCCESS"}
    if not failed:
        return
    (hf32, parser), table = next(iter(failed.items()))
    where = "" if len(failed) == len(tables) else f" {'with' if hf32 else 'without'} HF32, {parser} parser"
    finding = Finding(
        "GEO511",
        "failed-initialisation",
        Severity.ERROR,
        f"GE gives up on these options{where} ({table.outcome}), so there is no effect to carry over",
        table.failure.hint if table.failure else "check the options",
        f"{PARSER_SOURCE}:123-167",
        pair.path,
    )
    raise FindingsError("the pair cannot be migrated", findings=[finding])


def _one_layer(pair: PairOptions, tables: Mapping[Assumption, EngineTable]) -> Layer | None:
    """Give what the pair loads; the generations must load the same."""
    found = {
        one: next((layer for layer in table.layers if layer.source in _OWN), None) for one, table in tables.items()
    }
    first = next(iter(found.values()))
    if all((layer and layer.by_type) == (first and first.by_type) for layer in found.values()):
        return first
    finding = Finding(
        "GEO303",
        "missing-companion",
        Severity.ERROR,
        f"{pair.names[1]}: without {pair.names[0]} the old parser gives the listed types high_performance, and the new one ignores the list",
        "say which parser reads it with --parser or --cann, or give --op-select-implmode",
        f"{PARSER_SOURCE}:110-121; the same file at hicann/ge@1826a02f:122-132",
        pair.path,
        key=pair.names[1],
    )
    raise FindingsError("the pair cannot be migrated", findings=[finding])


def _content(pair: PairOptions, precision: OpPrecision, layer: Layer | None) -> bytes:
    """Write the ini, with a comment on where it comes from."""
    made_from = f"op_select_implmode={pair.op_select_implmode}" if pair.op_select_implmode else ""
    if pair.items:
        made_from += f" optypelist_for_implmode={pair.optypelist.strip(WHITE_SPACE)}"
    elif layer is not None:
        made_from += f", the types of {layer.origin}"
    comment = f"# Made by 'geopts migrate' from {made_from.strip()}\n" if made_from.isprintable() else ""
    try:
        content = comment.encode("utf-8", "surrogateescape") + precision.to_bytes()
        check_portable(content, precision.by_op_type, precision.by_node_name)
    except UnportableError as error:
        finding = Finding(
            "GEO209",
            "unmatchable-name",
            Severity.ERROR,
            f"{pair.names[1]}: {error.key!r} cannot stand in an op_precision.ini: {error.reason}",
            "give the operator type of the Ascend IR, as the graph has it after parsing",
            f"{PARSER_SOURCE}:304-326",
            pair.path,
            key=pair.names[1],
        )
        raise FindingsError("the pair cannot be migrated", findings=[finding]) from None
    return content


def _same(before: EngineTable, after: EngineTable, left_out: Sequence[str]) -> bool:
    def types(table: EngineTable) -> dict[str, PrecisionMode]:
        return {key: mode for key, mode in table.by_type.items() if key not in left_out}

    return (before.status, before.by_name, types(before)) == (after.status, after.by_name, types(after))


def _never_counting(before: Mapping[Assumption, EngineTable]) -> frozenset[str]:
    """Give the types for which a stronger layer has a mode whatever is assumed.

    They belong into the ini all the same, since they count once allow_hf32 is changed. But a list without a mode ranks behind
    the default of allow_hf32, and an ini before it (old parser, parser.cc:110-121).
    """
    stronger = []
    for table in before.values():
        sources = [layer.source for layer in table.layers]
        own = next((at for at, source in enumerate(sources) if source in _OWN), len(sources))
        stronger.append({op_type for layer in table.layers[:own] for op_type in layer.by_type})
    return frozenset(set[str].intersection(*stronger)) if stronger else frozenset()


def _not_equal(
    pair: PairOptions,
    before: Mapping[Assumption, EngineTable],
    after: Mapping[Assumption, EngineTable],
    left_out: Sequence[str],
) -> Finding:
    one = next(one for one in before if not _same(before[one], after[one], left_out))
    was, now = before[one].by_type, after[one].by_type
    names = sorted({key for key in was | now if was.get(key) != now.get(key)} - set(left_out))
    return Finding(
        "GEO511",
        "failed-initialisation",
        Severity.ERROR,
        f"no op_precision.ini has the effect of the pair {'with' if one[0] else 'without'} HF32 and the {one[1]} parser: "
        f"{', '.join(names[:12]) or 'nodes'} would get another mode",
        "name the product, which decides about HF32, or write the entries you mean by hand",
        f"{PARSER_SOURCE}:123-167",
        pair.path,
    )
