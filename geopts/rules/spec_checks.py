"""The kind ``spec``: a geopts.toml, or the same in JSON, under everything that `geopts build` would find in it and the rules of entries."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

from geopts.errors import FileError, FindingsError, GeoptsError, UnknownOptionError
from geopts.facts.rows import Family
from geopts.findings import Finding
from geopts.option_set import OP_PRECISION_MODE, OptionSet, find_option
from geopts.precision.op_precision import OpPrecision
from geopts.products import Product
from geopts.resolve.plan import Plan, resolve
from geopts.rules.context import Context
from geopts.rules.ini_paths import ini_content, path_findings
from geopts.rules.option_relations import caused_by
from geopts.rules.self import unreadable_file
from geopts.rules.spec_entries import entry_findings
from geopts.rules.table_document import TableDocument, read_table_document
from geopts.rules.target import Named, product_of, products_named
from geopts.spec import Spec, check_spec

__all__ = ["SPEC_KEYS", "check", "is_spec", "lint_spec", "recognise", "same_effect"]

#: Keys at the top of a spec, and those of them that hold a table.
SPEC_KEYS = frozenset({"$schema", "product", "soc_version", "cann", "parser", "options", "precision", "pypto", "lint"})
_TABLES = ("options", "precision", "pypto")
_EVIDENCE = re.compile(
    rb"^[ \t]*\[[ \t]*(?:precision(?:\.by_(?:op_type|node_name))?|pypto\.runtime)[ \t]*\]|^[ \t]*\"?ge\.[a-zA-Z_.]+\"?[ \t]*=",
    re.MULTILINE,
)
_SOC_VERSION, _ALLOW_HF32 = "ge.socVersion", "ge.exec.allow_hf32"
_OP_SELECT_IMPLMODE, _OPTYPELIST = "ge.opSelectImplmode", "ge.optypelistForImplmode"
#: Told by the rules of entries, or of the path, with a better place.
_TOLD_ELSEWHERE = frozenset({"GEO209", "GEO308", "GEO404", "GEO406", "GEO509", "GEO510"})
_PRESET = "GEO210"


def check(path: str, data: bytes, context: Context, enabled: Callable[[str], bool]) -> Iterator[Finding]:
    """Yield the findings of all enabled rules; a file that is something else is told as unreadable."""
    try:
        findings = lint_spec(path, data, context)
    except FileError as error:
        message = error.message.removeprefix(f"{path}: ")
        findings = [unreadable_file.finding(message, path=path, hint=error.hint)]
    return (finding for finding in findings if enabled(finding.code))


def recognise(name: str, head: bytes) -> bool:
    """Take a TOML file for a spec by its name, or by a table or a key that only a spec has."""
    return name == "geopts.toml" or (name.endswith(".toml") and bool(_EVIDENCE.search(head)))


def same_effect(before: bytes, after: bytes) -> bool:
    """Prove that two contents read the same."""
    one, other = (read_table_document("geopts.toml", data) for data in (before, after))
    return isinstance(one, TableDocument) and isinstance(other, TableDocument) and one.mapping == other.mapping


def is_spec(mapping: Mapping[str, Any]) -> bool:
    """Say whether a table is a spec, by its keys."""
    if any(isinstance(mapping.get(name), dict) for name in _TABLES):
        return True
    return bool(mapping) and mapping.keys() <= SPEC_KEYS


def lint_spec(path: str, data: bytes, context: Context | None = None) -> list[Finding]:
    """Give every finding of a spec, in the order of the file.

    :param path: the file; ``precision.file`` is relative to its directory.
    :param context: what the command line or the configuration says of the surroundings; it wins over the spec.
    :raises FileError: the file is some other TOML or JSON.
    """
    document = read_table_document(path, data)
    if isinstance(document, Finding):
        return [document]
    if not document.is_json and not is_spec(document.mapping) and _is_foreign(document.mapping):
        raise FileError(
            f"{path}: is TOML and no spec", path=path, hint="geopts reads specs, such as 'geopts init' writes, in TOML"
        )
    return lint_spec_document(document, context or Context())


def lint_spec_document(document: TableDocument, context: Context) -> list[Finding]:
    """Give every finding of a spec that was read."""
    spec, wrong = check_spec(document.path, document.mapping)
    product, findings = products_named(document, _names(document, spec))
    product = product_of(context) or product
    table = document.mapping.get("precision")
    entries: list[Finding] = []
    if isinstance(table, dict) and "file" not in table:
        entries = entry_findings(document, table, _surroundings(spec, context, product))
    told = {finding.key for finding in entries if finding.code == "GEO201"}
    findings += [document.located(finding) for finding in wrong if finding.code != "GEO201" or finding.key not in told]
    findings += entries
    findings += _of_path(document, spec)
    findings += _of_plan(document, spec, context, product, _broken(wrong))
    findings += _of_pypto(document, spec, product)
    findings += document.repeated_keys()
    return sorted(findings, key=Finding.sort_key)


def _is_foreign(mapping: Mapping[str, Any]) -> bool:
    """Whether no key at the top is a spec's; one that is shows what the file is meant to be, and its neighbours are mistakes."""
    return bool(mapping) and not mapping.keys() & SPEC_KEYS


def _names(document: TableDocument, spec: Spec) -> list[Named]:
    """Give the product names of a spec, the most precise first."""
    named: list[Named] = []
    if isinstance(spec.soc_version, str):
        named.append(Named(("soc_version",), spec.soc_version, soc=True, strict=True))
    if isinstance(spec.product, str):
        named.append(Named(("product",), spec.product, soc=False, strict=True))
    soc = spec.options.get(_SOC_VERSION)
    at = document.find(spec.spelling.get(_SOC_VERSION, ""))
    if isinstance(soc, str) and at is not None:
        named.append(Named(at, soc, soc=True, strict=False))
    return named


def _surroundings(spec: Spec, context: Context, product: Product | None) -> Context:
    """Give what is known around the entries: the spec's own options beside the product and the parser."""
    parser = context.parser or _parser(spec)
    allow_hf32 = spec.options.text(_ALLOW_HF32) or ""
    return Context(
        product=product.label if product else "",
        hf32=product.hf32 if product else context.hf32,
        parser=parser,
        allow_hf32=allow_hf32,
        opp=context.opp,
        operator_types=context.operator_types,
        asked=context.asked,
        given=bool(product or parser or allow_hf32),
    )


def _parser(spec: Spec) -> Any:
    if spec.parser in ("old", "new"):
        return spec.parser
    from geopts.releases import parser_of

    return parser_of(spec.cann) if isinstance(spec.cann, str) else None


def _of_path(document: TableDocument, spec: Spec) -> Iterator[Finding]:
    """What is wrong with paths among the options."""
    from geopts.facts.options import BY_KEY

    for key, value in spec.options.items():
        if isinstance(value, str) and BY_KEY[key].value_kind.value.startswith("path"):
            at = document.find(spec.spelling.get(key, ""))
            if at is not None:
                yield from path_findings(document, key, value, at)


def _broken(wrong: Iterable[Finding]) -> frozenset[str]:
    """Give the GE keys of the options that were left out because of their values."""
    broken: set[str] = set()
    for finding in wrong:
        if finding.code in ("GEO504", "GEO505") and finding.key.startswith("options."):
            try:
                broken.add(find_option(finding.key.removeprefix("options.")).key)
            except UnknownOptionError:
                continue
    return frozenset(broken)


def _of_plan(
    document: TableDocument, spec: Spec, context: Context, product: Product | None, broken: frozenset[str]
) -> Iterator[Finding]:
    """What the options do in GE's calls, and to each other.

    :param broken: GE keys of options that were left out.
    """
    plan = _plan(document, spec, context, product)
    if plan is None:
        return
    typed = spec.spelling.get(OP_PRECISION_MODE) == "precision" and spec.precision_bytes is None
    for finding in plan.findings:
        if finding.code in _TOLD_ELSEWHERE and (typed or finding.code != "GEO308"):
            continue
        if finding.code == _PRESET and not (_PRESET in context.asked or context.opp):
            continue
        if caused_by(finding, broken):
            continue
        if finding.code == "GEO511":
            finding = finding._replace(key=spec.spelling.get(_OP_SELECT_IMPLMODE, ""))  # noqa: PLW2901  (the finding as it is told)
        yield document.located(finding)


def _plan(document: TableDocument, spec: Spec, context: Context, product: Product | None) -> Plan | None:
    """Resolve for the API that takes every option; for the offline one when none does."""
    options = _without_files(document, spec)
    if product is None and _SOC_VERSION in options:
        options = options.replace({_SOC_VERSION: None})  # unknown, and told
    target: dict[str, Any] = {"soc_version": product.soc} if product and product.soc else {}
    if product and not product.soc:
        target = {"product": product.family.value}
    parser = context.parser or _parser(spec)
    plans: list[Plan] = []
    for api in ("offline", "session"):
        try:
            plan = resolve(
                options,
                **target,
                parser=parser,
                cann=None if parser else spec.cann,
                api=api,
                opp=context.opp if context.opp not in ("", "none") else _default_files(context.opp),
                path=document.path,
                spelling=spec.spelling,
            )
        except GeoptsError:  # a name that was told already, or an opp directory that is told with the command line
            return None
        if not any(finding.code == "GEO502" for finding in plan.findings):
            return plan
        plans.append(plan)
    return plans[0]


def _default_files(opp: str) -> Any:
    from geopts.precision.builtin import BuiltinFiles

    return None if opp == "none" else BuiltinFiles.CANN_8_1_RC1


def _without_files(document: TableDocument, spec: Spec) -> OptionSet:
    """Put the content of op_precision.ini in the place of its path, since the working directory of the build is not known."""
    path = spec.options.get(OP_PRECISION_MODE)
    if not isinstance(path, str):
        return spec.options
    content = ini_content(document.path, path)
    return spec.options.replace({OP_PRECISION_MODE: OpPrecision.parse(content or b"")})


def _of_pypto(document: TableDocument, spec: Spec, product: Product | None) -> list[Finding]:
    """Run-time options of PyPTO."""
    table = spec.pypto_runtime
    if not isinstance(table, dict):
        return []
    from geopts.pypto.relations import check_options
    from geopts.pypto.runtime_options import RuntimeOptions

    family: Family | None = product.family if product else None
    key = "pypto.runtime"
    findings: list[Finding] = []
    wrong: set[str] = set()
    try:
        options = RuntimeOptions.from_mapping(table, key=key, path=document.path)
    except FindingsError as error:
        findings += error.findings
        wrong = {finding.key.removeprefix(f"{key}.") for finding in findings}
        try:
            options = RuntimeOptions.from_mapping({k: v for k, v in table.items() if k not in wrong}, key=key)
        except FindingsError:
            options = RuntimeOptions()
    findings += check_options(options, family=family, key=key, path=document.path)
    return [document.located(finding) for finding in findings]
