"""torchair: attributes of CompilerConfig, with the switches torchair takes from torch and torch_npu."""

from __future__ import annotations

import ast
from collections.abc import Iterator

import attrs

from geopts.facts.frontend_rows import FrontEndRow
from geopts.facts.frontends import VALUE_MAPS
from geopts.findings import Severity
from geopts.frontends.assignments import Scope
from geopts.frontends.base import Emitted, Outcome, PortItem, ReadResult, Settings
from geopts.frontends.collector import Collector
from geopts.frontends.keys import by_spelling, front_end_row
from geopts.frontends.python_source import PythonSource, dotted
from geopts.frontends.python_text import literal
from geopts.frontends.torch_statements import read_statements, statement_lines
from geopts.frontends.translate import Translation, emitted_text, translate
from geopts.option_set import OptionSet

__all__ = ["emit", "read"]

ROW = front_end_row("torchair")

TABLE, PROPERTIES = "torchair", "torch_npu_properties"
#: What torchair reads from torch and torch_npu instead of an attribute (python/torchair/core/_backend.py:43-57).
_FROM_TORCH = frozenset({"ge.exec.allow_hf32", "ge.deterministic", "ge.deterministicLevel"})
_SCOPES: tuple[Scope, ...] = ((TABLE, None), (PROPERTIES, _FROM_TORCH))
_TOPO, _OO_LEVEL = "ge.topoSortingMode", "ge.oo.level"
_DUMP, _DUMP_PATH = "ge.exec.enableDump", "ge.exec.dumpPath"
_ROOTS = tuple(dict.fromkeys(spelling.partition(".")[0] for spelling in by_spelling(TABLE)))


def emit(options: OptionSet, settings: Settings | None = None, *, front_end: FrontEndRow = ROW) -> Emitted:
    """Write the statements, torch's own ones before the first compile, since torchair sends them with the global options.

    A second compile in the process must have the same global options (python/torchair/core/_backend.py:66-82).
    """
    done = _corrected(
        translate(front_end, options, settings or Settings(), scopes=_SCOPES, show=lambda one: literal(one.written))
    )
    statements = [one for one in done.assignments if one.table == PROPERTIES]
    attributes = [one for one in done.assignments if one.table == TABLE]
    lines = [
        "import torch",
        *(["import torch_npu"] if statements else []),
        "import torchair",
        "",
        *([*statement_lines(statements), ""] if statements else []),
        "config = torchair.CompilerConfig()",
        'config.mode = "max-autotune"',
        *(f"config.{one.row.spelling} = {literal(one.written)}" for one in attributes),
        "# global options must be the same for every compile of the process",
        "npu_backend = torchair.get_npu_backend(compiler_config=config)",
    ]
    return emitted_text(front_end, done, lines)


def _corrected(done: Translation) -> Translation:
    """Say what arrives where torchair changes a value on the way."""
    texts = {one.key: one.reaches for one in done.assignments}
    assignments = list(done.assignments)
    items = list(done.items)
    if texts.get(_OO_LEVEL) == "O1":
        reaches = next(
            text
            for written, text in VALUE_MAPS[TABLE, "experimental_config.topology_sorting_strategy"].pairs
            if written == "StableRDFS"
        )
        message = f'oo_level "O1" makes torchair send {reaches!r} (StableRDFS), whatever topology_sorting_strategy says'
        source = "Ascend/torchair@fced8842:python/torchair/configs/ge_config.py:37-38"
        assignments = [attrs.evolve(one, reaches=reaches) if one.key == _TOPO else one for one in assignments]
        if _TOPO in texts:
            lost = texts[_TOPO] != reaches
            items = [
                attrs.evolve(
                    i,
                    outcome=Outcome.FIXED,
                    reaches=reaches,
                    lost=lost,
                    message=message,
                    hint="leave oo_level at O3 if the order matters",
                    source=source,
                )
                if i.key == _TOPO
                else i
                for i in items
            ]
        else:
            items.append(PortItem(key=_TOPO, outcome=Outcome.FIXED, reaches=reaches, message=message, source=source))
    if texts.get(_DUMP) == "0":
        message = "torchair sends nothing for a dump that is off, and off is what GE takes it for then"
        assignments = [attrs.evolve(one, reaches=None) if one.key == _DUMP else one for one in assignments]
        items = [attrs.evolve(i, reaches=None, message=message) if i.key == _DUMP else i for i in items]
    if _DUMP_PATH in texts:
        folder = f"{texts[_DUMP_PATH]}/worldsize1_global_rank0"
        message = "torchair makes a folder for each rank in it, and that is the path GE gets"
        assignments = [attrs.evolve(one, reaches=folder) if one.key == _DUMP_PATH else one for one in assignments]
        items = [
            attrs.evolve(
                i,
                outcome=Outcome.VALUE_CHANGED,
                reaches=folder,
                message=message,
                source="Ascend/torchair@fced8842:python/torchair/configs/dump_config.py:30-40",
            )
            if i.key == _DUMP_PATH
            else i
            for i in items
        ]
    return Translation(assignments=tuple(assignments), items=tuple(_without_level_zero(items)))


def _without_level_zero(items: list[PortItem]) -> Iterator[PortItem]:
    """GE refuses deterministic = 1 beside an explicit level 0, which is what torchair sends when torch_npu is not imported."""
    asked = any(item.key == "ge.deterministic" and item.text == "1" for item in items)
    for item in items:
        if asked and item.key == "ge.deterministicLevel" and item.outcome is Outcome.FIXED:
            message = f"{item.message}; GE refuses level 0 beside deterministic = 1, so torch_npu must be imported before torchair"
            yield attrs.evolve(
                item, message=message, source=f"{item.source}; compiler/api/aclgrph/option_utils.cc:1017-1028"
            )
        else:
            yield item


def read(text: str, *, path: str = "", front_end: FrontEndRow = ROW) -> ReadResult:
    """Read attribute assignments on a CompilerConfig, and the torch and torch_npu statements torchair looks at."""
    collector = Collector(front_end, text, path, literals=True)
    source = PythonSource(text, collector, ("_config.", "CompilerConfig", "allow_hf32", "deterministic"))
    configs = _config_names(source)
    rows = by_spelling(TABLE)
    for node in source.nodes():
        if not isinstance(node, ast.Assign):
            continue
        for target in node.targets:
            name = dotted(target)
            root, _, attribute = _split(name, configs)
            if not attribute or not isinstance(target, ast.Attribute):
                continue
            at, value_at = source.range_of(target), source.range_of(node.value)
            if attribute in rows:
                collector.assign(
                    TABLE, rows[attribute], source.value(node.value), at, value_at, spelling=f"{root}.{attribute}"
                )
            elif not _is_branch(attribute):
                collector.unknown(TABLE, attribute, at, value_at)
    read_statements(source, collector, PROPERTIES, only=_FROM_TORCH)
    _mode_findings(source, collector, configs)
    return collector.finish()


def _config_names(source: PythonSource) -> tuple[str, ...]:
    """Give the names (dotted ones included) that hold a CompilerConfig, the longest first."""
    names: set[str] = set()
    for node in ast.walk(source.tree):
        if (
            isinstance(node, ast.Assign)
            and isinstance(node.value, ast.Call)
            and dotted(node.value.func).rpartition(".")[2] == "CompilerConfig"
        ):
            names.update(dotted(target) for target in node.targets)
        elif (
            isinstance(node, ast.arg)
            and node.annotation is not None
            and dotted(node.annotation).rpartition(".")[2] == "CompilerConfig"
        ):
            names.add(node.arg)
    return tuple(sorted((name for name in names if name), key=lambda name: (-len(name), name)))


def _split(name: str, configs: tuple[str, ...]) -> tuple[str, str, str]:
    """Give the object and the attribute path of an assignment target.

    An object that is not seen to be a CompilerConfig counts as one when the path behind it starts like one of torchair's groups.
    """
    name = name.removesuffix(".value")  # the attribute of the object that holds an option's value
    for config in configs:
        if name.startswith(f"{config}."):
            return config, ".", name[len(config) + 1 :]
    parts = name.split(".")
    for i in range(1, len(parts) - 1):
        if parts[i] in _ROOTS and parts[i].endswith("_config"):
            return ".".join(parts[:i]), ".", ".".join(parts[i:])
    return "", "", ""


def _is_branch(attribute: str) -> bool:
    """Say whether a path is a group of options rather than one of them."""
    return any(spelling.startswith(f"{attribute}.") for spelling in by_spelling(TABLE))


def _mode_findings(source: PythonSource, collector: Collector, configs: tuple[str, ...]) -> None:
    """Report options that the chosen mode does not read."""
    modes = []
    assigned = []
    for node in source.nodes():
        if isinstance(node, ast.Assign):
            for target in node.targets:
                attribute = _split(dotted(target), configs)[2]
                if attribute == "mode":
                    modes.append(source.value(node.value))
                elif attribute in by_spelling(TABLE):
                    assigned.append((target, attribute, source.value(node.value)))
    if len(modes) != 1 or not isinstance(modes[0], str):
        return
    for target, attribute, value in assigned:
        row = by_spelling(TABLE)[attribute]
        if row.modes is None or modes[0] in row.modes or value == row.default:
            continue
        warned = next((w for w in row.warned_in or () if w.mode == modes[0]), None)
        collector.report(
            "no-consumer",
            Severity.WARNING,
            f"{attribute}: not read in mode {modes[0]!r}, only in {', '.join(row.modes)}",
            source.range_of(target),
            hint="leave it out, or choose another mode",
            source=warned.source if warned else row.source,
            key=attribute,
        )
