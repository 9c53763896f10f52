"""Rules on entries that GE stores and that change nothing, or take something else away."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Literal

from geopts.facts.dialects import PrecisionMode
from geopts.findings import Finding, Related, Severity
from geopts.ini import WHITE_SPACE, Section
from geopts.rules.ini_source import IniSource
from geopts.rules.registry import rule
from geopts.rules.wording import listed, plural

if TYPE_CHECKING:
    from geopts.precision.engine import EngineTable

__all__ = ["mode_without_effect", "preset_dropped", "shadowed_entry"]

_SHOWN = 12
_RELATED = 20
_FUSION_SOURCE = "graph_pass_util.cc:351-393 and aicore_util_constants.h:268-281 (hicann/ge@ffdcbc9f)"
_HF32_SOURCE = "docs/zh/api/graph_engine_api/cpp/ge/aclgrphBuildModel_config_params/performance_tuning.md:33-36 (hicann/ge@ffdcbc9f)"
_PRESET_SOURCE = "op_impl_mode_config_parser.cc:110-121,173-176 (hicann/ge@ffdcbc9f)"
_ORDER_SOURCE = "op_impl_mode_config_parser.cc:123-167 (hicann/ge@ffdcbc9f), :137-180 (hicann/ge@1826a02f)"


@rule("GEO206", "mode-without-effect", Severity.NOTE, since="0.1")
def mode_without_effect(ini: IniSource) -> Iterator[Finding]:
    """A mode that may not reach the operator.

    ## What goes wrong

    `keep_fp16` and `norm_class` have no number inside GE, so they are never stored on a node. Named by node, they are lost when the node is
    fused with others; by operator type they work on every node GE still finds of that type.

    GE's documentation says of `enable_hi_float_32_execution` that this version does not support it, although GE stores it and tables of
    operators list it.

    There is one note for each mode in a file.

    ## Example

    ```ini
    [ByNodeName]
    encoder/layernorm=keep_fp16
    ```

    ## Use instead

    ```ini
    [ByOpType]
    LayerNorm=keep_fp16
    ```

    For HF32 the option `allow_hf32`.

    ## Fix safety

    There is no fix: both readings of the entry may be meant.
    """
    document = ini.document
    for mode in (PrecisionMode.KEEP_FP16, PrecisionMode.NORM_CLASS):
        yield from _grouped(
            ini,
            {Section.BY_NODE_NAME: document.by_node_name},
            mode,
            f"{mode} by node name is lost when GE fuses the node with others",
            f"name the operator type: {mode} works by type",
            _FUSION_SOURCE,
        )
    yield from _grouped(
        ini,
        {Section.BY_OP_TYPE: document.by_op_type, Section.BY_NODE_NAME: document.by_node_name},
        PrecisionMode.ENABLE_HI_FLOAT_32_EXECUTION,
        "GE's documentation calls enable_hi_float_32_execution unsupported in this version, although GE accepts it",
        "check the result, or use the option allow_hf32",
        _HF32_SOURCE,
    )


def _grouped(
    ini: IniSource,
    tables: Mapping[Section, Mapping[str, PrecisionMode]],
    mode: PrecisionMode,
    message: str,
    hint: str,
    source: str,
) -> Iterator[Finding]:
    """Yield one finding for all entries with ``mode``, at the first of them."""
    places: list[int] = []
    number = 0
    for section, table in tables.items():
        if mode in table.values():
            keys = [key for key, value in table.items() if value is mode]
            number += len(keys)
            # the first of them are enough, and they stand in the order of the file
            found = ini.locate(section, keys[: _RELATED + 1])
            places += [index for index, _ in found if index not in ini.misplaced]
    if not places:
        return
    first, *more = sorted(places)
    key = ini.document.lines[first].partition("=")[0].strip(WHITE_SPACE)
    others = f" and {plural(number - 1, 'other entry', 'other entries')}" if more else ""
    yield mode_without_effect.finding(
        f"{key}{others}: {message}",
        ini.value_span(first),
        path=ini.path,
        hint=hint,
        source=source,
        related=[Related("the same mode", ini.value_span(index)) for index in more[:_RELATED]],
    )


@rule("GEO210", "preset-dropped", Severity.NOTE, since="0.1", opt_in=True)
def preset_dropped(ini: IniSource) -> Iterator[Finding]:
    """The built-in preset that this file keeps GE from loading.

    ## What goes wrong

    Without `op_precision_mode` the front ends let GE load the built-in `high_performance.ini`, or the file of `op_select_implmode`. With a
    file GE loads that file instead, not in addition: in CANN 8.1.RC1 a file of one line takes the mode of up to 60 operator types away.

    Every op_precision.ini does that, so the rule speaks only when it is selected by its code or when `--opp` names the built-in files.

    ## Example

    ```ini
    Gelu=high_precision
    ```

    ## Use instead

    The same, with the entries of the preset that the model needs.

    ## Fix safety

    There is no fix: which operators the model has is not known here.
    """
    context = ini.context
    if ini.wide or not (preset_dropped.code in context.asked or context.opp) or context.opp == "none":
        return
    lost = _table(ini, context.parser or "old", hf32=bool(context.hf32)).lost_preset
    if not lost:
        return
    names = listed((f"{op_type}={mode.value}" for op_type, mode in lost.items()), shown=_SHOWN)
    yield preset_dropped.finding(
        f"with this file GE does not load the built-in preset, so {plural(len(lost), 'operator type loses its mode', 'operator types lose their mode')}: {names}",
        None,
        path=ini.path,
        hint="add the entries of operators the model has",
        source=f"{_PRESET_SOURCE}; {_builtin_label(ini)}",
    )


@rule("GEO308", "shadowed-entry", Severity.WARNING, since="0.1", opt_in=True)
def shadowed_entry(ini: IniSource) -> Iterator[Finding]:
    """An entry by operator type that allow_hf32 beats.

    ## What goes wrong

    On a SoC with HF32, `allow_hf32` sets a mode for convolutions and matrix products, and that mode stands above `[ByOpType]`, whatever the
    entry says. In the newer parser generation the default of `allow_hf32` does the same although nobody has set it. Entries by node name
    stand above both.

    The rule needs the surroundings: `--allow-hf32`, `--product` or `--soc-version`, and `--parser` or `--cann`, on the command line, in the
    configuration, or in the file as `# geopts: product=A2 allow_hf32=true`.

    ## Example

    ```ini
    # geopts: product=A2 allow_hf32=true
    Conv2D=high_precision
    ```

    ## Use instead

    ```ini
    # geopts: product=A2 allow_hf32=true
    [ByNodeName]
    backbone/conv1=high_precision
    ```

    ## Fix safety

    There is no fix: which nodes are meant is not known here.
    """
    context = ini.context
    hf32 = context.hf32 if context.hf32 is not None else bool(context.allow_hf32)
    if not context.given or not hf32 or ini.wide or not ini.document.by_op_type:
        return
    from geopts.resolve.precision_findings import shadowed_types

    # without a parser generation only what holds in both is told; old never shadows where new does not
    table = _table(ini, context.parser or "old", hf32=True)
    shadowed = {op_type: (mine, wins, source) for op_type, mine, wins, source in shadowed_types(table) if mine != wins}
    for index, op_type in ini.locate(Section.BY_OP_TYPE, shadowed):
        mine, wins, source = shadowed[op_type]
        by = f"allow_hf32={context.allow_hf32}" if source == "allow_hf32" else "the default of allow_hf32"
        where = f" on {context.product}" if context.product else " where the SoC has HF32"
        yield shadowed_entry.finding(
            f"{op_type}={mine} never counts{where}: {by} gives {op_type} the mode {wins} and stands above [ByOpType]",
            ini.text_span(index),
            path=ini.path,
            hint=f"name the nodes of type {op_type} below [ByNodeName]"
            + (", or leave allow_hf32 out" if source == "allow_hf32" else ""),
            source=_ORDER_SOURCE,
        )


def _table(ini: IniSource, parser: Literal["old", "new"], *, hf32: bool) -> EngineTable:
    from geopts.precision.builtin import BuiltinFiles
    from geopts.precision.engine import EngineTable

    context = ini.context
    if context.opp == "none":
        files = BuiltinFiles.none()
    else:
        files = BuiltinFiles.from_opp(context.opp) if context.opp else BuiltinFiles.CANN_8_1_RC1
    return EngineTable.load(
        ini=ini.data,
        allow_hf32=context.allow_hf32,
        op_select_implmode=context.op_select_implmode,
        optypelist=context.optypelist,
        hf32=hf32,
        opp=files,
        parser=parser,
        origin=ini.path,
    )


def _builtin_label(ini: IniSource) -> str:
    return f"files of {ini.context.opp}" if ini.context.opp else "presets of CANN 8.1.RC1"
