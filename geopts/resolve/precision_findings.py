"""What GE's table of modes tells about the file: entries that never count, presets that are lost, an initialisation that fails."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from geopts.facts.dialects import OP_PRECISION
from geopts.findings import Finding, Severity
from geopts.ini import Document
from geopts.option_set import OP_PRECISION_MODE
from geopts.precision.engine import EngineTable, Parser

__all__ = ["matches_nothing", "precision_findings", "shadowed_types"]

_ORDER = "compiler/engines/nn_engine/utils/common/config_parser/op_impl_mode_config_parser.cc:123-167"
_PRESET = "compiler/engines/nn_engine/utils/common/config_parser/op_impl_mode_config_parser.cc:110-121,173-176"
_SHOWN = 12


def shadowed_types(table: EngineTable) -> Iterator[tuple[str, str, str, str]]:
    """Yield (operator type, mode in the file, mode in force, source in force) for ``[ByOpType]`` entries that never count."""
    own = next((layer for layer in table.layers if layer.source == "op_precision_mode"), None)
    if own is None:
        return
    stronger = table.layers[: table.layers.index(own)]
    for layer in stronger:
        for op_type in own.by_type.keys() & layer.by_type.keys():
            yield op_type, own.by_type[op_type].value, table.by_type[op_type].value, layer.source


def matches_nothing(document: Document) -> bool:
    """Say that no entry of a file can ever count: it holds NUL, as UTF-16 and binary files do, in every key GE stored."""
    if b"\0" not in document.data:
        return False
    return all("\0" in key for table in (document.by_op_type, document.by_node_name) for key in table)


def precision_findings(
    tables: Mapping[tuple[bool, Parser], EngineTable],
    *,
    option: str,
    presets_known: bool = True,
    origin: Callable[[str], str] = str,
    path_told: bool = False,
) -> Iterator[Finding]:
    """Yield findings for the possible tables; one that holds only for some of them is a note that says for which.

    :param option: how the user spells op_precision_mode.
    :param origin: how the user spells the option with a GE key.
    :param presets_known: False for a product whose built-in files nobody has read; the facts of another release then stand in.
    :param path_told: what is wrong with the path of op_precision.ini is told already.
    """
    failed = {
        key: table
        for key, table in tables.items()
        if table.status != "SUCCESS"
        and not (path_told and table.failure is not None and table.failure.option == OP_PRECISION_MODE)
    }
    if failed:
        sure = len(failed) == len(tables)
        yield _failed(next(iter(failed.values())), "" if sure else _where(failed, tables), origin, sure=sure)
    if any(table.document is not None and matches_nothing(table.document) for table in tables.values()):
        yield Finding(
            "GEO107",
            "undecodable",
            Severity.ERROR,
            f"{option}: the file holds NUL bytes, as UTF-16 and binary files do; GE reads it byte by byte, and no entry of it can match",
            "save the file as UTF-8 text",
            OP_PRECISION.source,
            key=option,
        )
    yield from _shadowed(tables, option)
    loser = next((t for t in tables.values() if t.custom and t.lost_preset), None)
    if loser is not None:
        lost = loser.lost_preset
        what = "the built-in preset" if loser.lost_source == "preset" else "what op_select_implmode asks for"
        names = [f"{op_type}={mode.value}" for op_type, mode in lost.items()]
        rest = f" and {len(names) - _SHOWN} more" if len(names) > _SHOWN else ""
        yield Finding(
            "GEO210",
            "preset-dropped",
            Severity.NOTE,
            f"{option}: this file stops GE from loading {what}; {_types(len(names))} mode"
            f"{'' if presets_known else ' if the product has the presets of CANN 8.1.RC1'}: {', '.join(names[:_SHOWN])}{rest}",
            "add those of them that the model has to the file",
            f"{_PRESET}; presets of CANN 8.1.RC1",
            key=option,
        )


def _failed(table: EngineTable, where: str, origin: Callable[[str], str], *, sure: bool) -> Finding:
    """GE's codes name no option; the failure does."""
    failure = table.failure
    return Finding(
        "GEO511",
        "failed-initialisation",
        Severity.ERROR if sure else Severity.WARNING,
        f"GE gives up{where} ({table.outcome}), so no operator gets a mode and the build fails",
        failure.hint if failure else "",
        f"{_ORDER}; :171-200",
        key=origin(failure.option) if failure else "",
    )


def _types(count: int) -> str:
    return f"{count} operator types lose their" if count != 1 else "1 operator type loses its"


def _shadowed(tables: Mapping[tuple[bool, Parser], EngineTable], option: str) -> Iterator[Finding]:
    found: dict[tuple[str, str, str, str], dict[tuple[bool, Parser], EngineTable]] = {}
    for key, table in tables.items():
        for entry in shadowed_types(table):
            found.setdefault(entry, {})[key] = table
    for (op_type, mine, wins, source), where in sorted(found.items(), key=lambda item: item[0]):
        sure = len(where) == len(tables)
        equal = " (the same mode, so nothing changes)" if mine == wins else ""
        yield Finding(
            "GEO308",
            "shadowed-entry",
            Severity.WARNING if sure and not equal else Severity.NOTE,
            f"{option}: the entry {op_type}={mine} by operator type never counts{'' if sure else _where(where, tables)}: "
            f"{'allow_hf32' if source == 'allow_hf32' else 'the default of allow_hf32'} gives {op_type} the mode {wins}{equal}",
            f"name the nodes of type {op_type} under [ByNodeName]"
            + (", or leave allow_hf32 out" if source == "allow_hf32" else ""),
            _ORDER,
            key=option,
        )


def _where(some: Mapping[tuple[bool, Parser], EngineTable], every: Mapping[tuple[bool, Parser], EngineTable]) -> str:
    """Say under which assumptions a finding holds."""
    parts = []
    if {hf32 for hf32, _ in some} != {hf32 for hf32, _ in every}:
        parts.append("where the SoC has HF32" if next(iter(some))[0] else "where the SoC has no HF32")
    if {parser for _, parser in some} != {parser for _, parser in every}:
        parts.append(f"with the {next(iter(some))[1]} parser")
    return " " + " ".join(parts) if parts else ""
