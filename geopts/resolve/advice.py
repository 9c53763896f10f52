"""What each option deserves on its own: product, the door it goes through, deprecation, gears."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from geopts.errors import ProductError
from geopts.facts.options import BY_KEY
from geopts.facts.refusals import NO_CONSUMER, NO_CONSUMER_SOURCE, REFUSALS
from geopts.facts.rows import Call, OptionRow
from geopts.findings import Finding, Severity
from geopts.option_set import OP_PRECISION_MODE, OptionSet
from geopts.precision.op_precision import OpPrecision
from geopts.products import Product, find_soc
from geopts.support import Support, supports

__all__ = ["advise"]

Origin = Callable[[str], str]
_GEARS = ("ge.dynamicBatchSize", "ge.dynamicImageSize", "ge.dynamicDims")
_SOC_VERSION = "ge.socVersion"
_SOC_SOURCE = "tables of products in the documents of hicann/ge@ffdcbc9f; 'geopts products' lists the names"
_GEAR_SOURCE = "compiler/graph/preprocess/multi_batch_options.cc:613-650"


def advise(
    options: OptionSet, calls: Mapping[Call, Mapping[str, str]], product: Product | None, *, origin: Origin
) -> Iterator[Finding]:
    """Yield findings on single options, in the order of the calls."""
    for call, texts in calls.items():
        for key, text in texts.items():
            row, name = BY_KEY[key], origin(key)
            yield from _door(row, text, call, name)
            yield from _standing(row, name, origin)
            if key in _GEARS and call is Call.BUILD_MODEL:
                yield from _gears(options[key], name)
            if product is not None:
                yield from _product(row, options[key], text, product, call, name)
            if key == _SOC_VERSION:
                yield from _soc(text, product, name)


def _door(row: OptionRow, text: str, call: Call, name: str) -> Iterator[Finding]:
    for refusal in REFUSALS:
        if refusal.key == row.key and (not refusal.calls or call in refusal.calls) and refusal.refuses(text):
            who = call.value if refusal.calls else "the engine"
            allowed = ", ".join(t for t in refusal.accepted or row.allowed_values or () if t)
            yield Finding(
                "GEO504",
                "refused-value",
                Severity.ERROR,
                f"{name}: {who} refuses {text!r} with {refusal.code}; it takes {allowed}",
                f"write one of {allowed}",
                refusal.source,
                key=name,
            )


def _standing(row: OptionRow, name: str, origin: Origin) -> Iterator[Finding]:
    """Deprecated, reserved, or read by nothing."""
    source = row.source[0] if row.source else ""
    page = next((s for s in row.source if "deprecated" in s or "experimental" in s), source)
    if row.deprecated is True:
        hint = (
            f"use {origin(row.replaced_by)} instead" if row.replaced_by else "leave it out unless an old setup needs it"
        )
        if row.replaced_by == OP_PRECISION_MODE:
            hint += "; 'geopts migrate' writes the equivalent op_precision.ini"
        yield Finding(
            "GEO506", "deprecated-option", Severity.NOTE, f"{name}: {row.key} is deprecated", hint, page, key=name
        )
    elif row.deprecated:
        yield Finding(
            "GEO507",
            "reserved-option",
            Severity.NOTE,
            f"{name}: the documents call {row.key} {str(row.deprecated)!r}" + _contradiction(row),
            "check the effect on the target; see 'geopts options " + name.rpartition(".")[2] + "'",
            page,
            key=name,
        )
    if row.key in NO_CONSUMER:
        yield Finding(
            "GEO508",
            "no-consumer",
            Severity.WARNING,
            f"{name}: GE takes {row.key} and nothing in it reads the value",
            "leave it out",
            NO_CONSUMER_SOURCE,
            key=name,
        )


def _contradiction(row: OptionRow) -> str:
    """Say that code and documents differ, where a disagreement of the row is about just that."""
    return "; yet the code reads it" if any("reserved" in text for text in row.disagreements) else ""


def _gears(value: object, name: str) -> Iterator[Finding]:
    """Dynamic gears as build_model checks them: at least two, of one width, none negative, none twice."""
    gears = [gear if isinstance(gear, tuple) else (gear,) for gear in value] if isinstance(value, tuple) else []
    problems = {
        "E10035": ("there must be at least two gears", len(gears) < 2),
        "E10037": ("all gears must have the same number of dimensions", len({len(gear) for gear in gears}) > 1),
        "E10038": ("no dimension may be negative", any(isinstance(d, int) and d < 0 for gear in gears for d in gear)),
        "E10039": ("no gear may stand twice", len(set(gears)) < len(gears)),
    }
    for code, (rule, broken) in problems.items():
        if broken:
            yield Finding(
                "GEO504",
                "refused-value",
                Severity.ERROR,
                f"{name}: build_model refuses these gears with {code}: {rule}",
                rule,
                _GEAR_SOURCE,
                key=name,
            )


def _soc(text: str, product: Product | None, name: str) -> Iterator[Finding]:
    """A SoC that is not of the product everything else is checked for; a newer CANN may know a name that geopts does not."""
    try:
        soc = find_soc(text)
    except ProductError as error:
        yield Finding(
            "GEO404",
            "unknown-product",
            Severity.WARNING,
            f"{name}: {error.message}",
            error.hint,
            _SOC_SOURCE,
            key=name,
        )
        return
    if product is not None and soc.family is not product.family:
        yield Finding(
            "GEO406",
            "contradicting-product",
            Severity.ERROR,
            f"{name}: {text} is {soc.family.value}, and the options are checked for {product.label}",
            f"name a SoC of {product.family.value}, or {soc.family.value} as the product",
            _SOC_SOURCE,
            key=name,
        )


def _product(row: OptionRow, value: object, text: str, product: Product, call: Call, name: str) -> Iterator[Finding]:
    """What the documents say of the option and its value on the product, the page of the call first."""
    whole = supports(row, product=product, call=call)
    yield from _verdict(whole, name, None, product)
    if whole.verdict == "no":
        return
    if isinstance(value, OpPrecision):
        used = dict.fromkeys((*value.by_op_type.values(), *value.by_node_name.values()))
        for mode in used:
            yield from _verdict(supports(row, mode.value, product=product, call=call), name, mode.value, product)
    elif row.key != OP_PRECISION_MODE:
        yield from _verdict(supports(row, text, product=product, call=call), name, text, product, whole)


def _verdict(
    answer: Support, name: str, value: str | None, product: Product, whole: Support | None = None
) -> Iterator[Finding]:
    what = f"{name} = {value}" if value is not None else name
    said_by = [statement for statement in answer.statements if statement.says in ("yes", "no")]
    # what the documents say of the option as a whole does not answer for a value that they speak of themselves
    if value is not None and not answer.disputed:
        said_by = [statement for statement in said_by if statement.about == "value"] or said_by
    sources = "; ".join(dict.fromkeys(statement.source for statement in said_by))
    said = ", ".join(f"{statement.call}: {statement.says}" for statement in said_by)
    if answer.disputed and not (whole is not None and whole.disputed):
        yield Finding(
            "GEO403",
            "disputed-support",
            Severity.NOTE,
            f"{what}: documents disagree whether {product.label} supports it ({said}); GE does not check the product",
            "try it on the target",
            sources,
            key=name,
        )
    elif answer.verdict == "no" and not answer.disputed:
        code, kind = ("GEO401", "unsupported-option") if value is None else ("GEO402", "unsupported-value")
        yield Finding(
            code,
            kind,
            Severity.WARNING,
            f"{what}: not supported on {product.label} ({said}); GE takes it without a word",
            f"leave it out for {product.family.value}; 'geopts support' shows which products have it",
            sources,
            key=name,
        )
