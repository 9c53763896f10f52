"""Rules on operator types: names that are none, and modes that nothing says an operator has."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from geopts.findings import Finding, Severity, replacement
from geopts.ini import Section, encode
from geopts.rules.ini_source import IniSource
from geopts.rules.known_types import TypeAnswer, explain_types
from geopts.rules.registry import rule
from geopts.rules.wording import LOOK_UP_SOURCE, listed, quoted

__all__ = ["mode_not_listed", "unknown_operator_type"]


@rule("GEO204", "unknown-operator-type", Severity.WARNING, since="0.1")
def unknown_operator_type(ini: IniSource) -> Iterator[Finding]:
    """A name by operator type that is none, and looks like one or like a framework's.

    ## What goes wrong

    GE looks for an operator of exactly this type, byte by byte. A model file's own word is not the type GE sees: an ONNX `Gemm` is a
    `MatMulV2` when GE looks, a TensorFlow `Mean` a `ReduceMean`. An entry that matches nothing is kept without a word.

    A name that resembles nothing known may be a custom operator, and geopts is silent. A type that a pass makes later, such as
    `ReduceMeanD`, is a note: it counts only where nothing was found for the type before the pass.

    ## Example

    ```ini
    [ByOpType]
    Gemm=high_precision
    Conv2d=high_precision
    ```

    ## Use instead

    ```ini
    [ByOpType]
    MatMulV2=high_precision
    Conv2D=high_precision
    ```

    Custom operators can be declared: `operator-types = ["MyOp"]` in the `[lint]` table of `geopts.toml`.

    ## Fix safety

    The fix writes the one type that is meant. It changes what the entry matches, so it is unsafe.
    """
    answers = _answers(ini)
    told = [key for key, answer in answers.items() if answer.kind != "known"]
    for index, key in ini.locate(Section.BY_OP_TYPE, told):
        if index in ini.misplaced:
            continue
        answer = answers[key]
        span = ini.key_span(index, key)
        fix = None
        if answer.replacement:
            written = answer.replacement
            fix = replacement(f"write {written}", span.offset, span.end_offset, encode(written), safe=False)
        yield unknown_operator_type.finding(
            answer.message,
            span,
            path=ini.path,
            hint=answer.hint,
            source=answer.source or LOOK_UP_SOURCE,
            fix=fix,
            severity=Severity.NOTE if answer.kind == "later" else Severity.WARNING,
        )


def _answers(ini: IniSource) -> dict[str, TypeAnswer]:
    """Explain the types that no evidence has; kept on the source, since two rules ask."""
    if ini.type_answers is None:
        ini.type_answers = explain_types(ini.unproven_types) if ini.unproven_types and not ini.wide else {}
    return ini.type_answers


@rule("GEO205", "mode-not-listed", Severity.WARNING, since="0.1")
def mode_not_listed(ini: IniSource) -> Iterator[Finding]:
    """A mode that nothing says this operator type has.

    ## What goes wrong

    GE itself accepts any mode for any type and hands it to the operator. An operator that checks the mode fails its compile for one it does
    not know: that is a warning. Others ignore it. Where the operator's own check is not known, a mode that stands in no table, no preset
    and no shipped kernel is a note: it may still work.

    ## Example

    ```ini
    Gelu=support_out_of_bound_index
    ```

    ## Use instead

    ```ini
    Gelu=high_precision
    ```

    ## Fix safety

    There is no fix: which of the operator's modes is wanted is not known.
    """
    if ini.wide:
        return
    from geopts.facts.operator_evidence import ATTESTED

    table = ini.document.by_op_type
    told: dict[str, tuple[str, str, Severity]] = {}
    for op_type in table.keys() & ATTESTED.keys():
        modes, mode = ATTESTED[op_type], table[op_type].value
        if mode not in modes:
            told[op_type] = _not_attested(op_type, mode, modes)
    for op_type, answer in _answers(ini).items():
        if answer.kind == "known":
            message = f"{op_type}={table[op_type]}: no table, preset or kernel of a known release has a precision mode for {op_type}"
            hint = "check that the operator takes modes at all; an operator without them ignores the entry"
            told[op_type] = (message, hint, Severity.NOTE)
    for index, op_type in ini.locate(Section.BY_OP_TYPE, told):
        if index in ini.misplaced:
            continue
        message, hint, severity = told[op_type]
        yield mode_not_listed.finding(
            message,
            ini.value_span(index),
            path=ini.path,
            hint=hint,
            source="mode tables, presets, kernels and operator checks of CANN 8.1.RC1, tables of ops-nn and ops-math",
            severity=severity,
        )


def _not_attested(op_type: str, mode: str, modes: Mapping[str, tuple[str, ...]]) -> tuple[str, str, Severity]:
    """Word the finding for a mode that an operator with known modes does not have."""
    from geopts.facts.dialects import MODES

    checked = any("tbe_python_check" in kinds for kinds in modes.values())
    known = [one for one in MODES if one in modes]
    hint = f"modes known for {op_type}: {listed(known, shown=8)}" if known else f"no mode is known for {op_type}"
    if checked:
        message = (
            f"{op_type}={mode}: the operator's own check does not list {quoted(mode)} and raises, so its compile fails"
        )
        return message, hint, Severity.WARNING
    return (
        f"{op_type}={mode}: no table, preset or kernel of a known release has this mode for {op_type}",
        hint,
        Severity.NOTE,
    )
