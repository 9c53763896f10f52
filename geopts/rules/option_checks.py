"""The kind ``options``: option dicts in JSON, whichever of the known forms they have."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Literal

from geopts.errors import FileError
from geopts.findings import Finding, Severity
from geopts.rules.context import Context
from geopts.rules.option_dicts import CALL_NAMES, LEVELS, Form, OptionTable, form_of, tables_of
from geopts.rules.option_effects import Dicts, effects
from geopts.rules.option_keys import KeyAdviser, fitting_calls, nearest_call, placement_findings, unfit_findings
from geopts.rules.option_raw import raw_findings
from geopts.rules.option_values import text_findings, type_finding
from geopts.rules.placement import unknown_key
from geopts.rules.self import unreadable_file
from geopts.rules.spec_checks import lint_spec_document
from geopts.rules.table_document import TableDocument, read_table_document
from geopts.rules.values import wrong_type

__all__ = ["check", "kind_of", "lint_options", "recognise", "same_effect"]

_EVIDENCE = re.compile(
    rb'"ge\.[a-zA-Z][\w.]*"\s*:|"(?:compile options|build_(?:model|initialize)|ge_initialize|by_op_type|by_node_name)"\s*:\s*\{'
)
#: What is enough where the file is longer than its head, or broken.
_STRONG_EVIDENCE = re.compile(rb'"ge\.[a-zA-Z][\w.]*"\s*:\s*"[^"]*"|"compile options"\s*:\s*\{')


def check(path: str, data: bytes, context: Context, enabled: Callable[[str], bool]) -> Iterator[Finding]:
    """Yield the findings of all enabled rules; a file that is something else is told as unreadable."""
    try:
        findings = lint_options(path, data, context)
    except FileError as error:
        message = error.message.removeprefix(f"{path}: ")
        findings = [unreadable_file.finding(message, path=path, hint=error.hint)]
    return (finding for finding in findings if enabled(finding.code))


def recognise(name: str, head: bytes) -> bool:
    """Take a JSON file for an option dict or a spec by its form; by a GE key with a text where the head is no whole JSON."""
    plain = head.removeprefix(b"\xef\xbb\xbf").lstrip()
    if not name.lower().endswith(".json") or plain[:1] != b"{" or not _EVIDENCE.search(plain):
        return False
    try:
        document = read_table_document(name, head)
    except FileError:
        return False
    if isinstance(document, TableDocument):
        return form_of(document.mapping) != "other"
    return bool(_STRONG_EVIDENCE.search(plain))


def same_effect(before: bytes, after: bytes) -> bool:
    """Prove that two contents read the same."""
    one, other = (read_table_document("options.json", data) for data in (before, after))
    return isinstance(one, TableDocument) and isinstance(other, TableDocument) and one.mapping == other.mapping


def kind_of(path: str, data: bytes) -> Literal["ini", "spec", "options", "raw_ge_options", "other"]:
    """Tell what a file is: TOML is a spec, JSON what its keys say, everything else an ini file; broken JSON is other."""
    if path.lower().endswith(".toml"):
        return "spec"
    if not path.lower().endswith(".json") and data.removeprefix(b"\xef\xbb\xbf").lstrip()[:1] != b"{":
        return "ini"
    try:
        document = read_table_document(path, data)
    except FileError:
        return "other"
    form = form_of(document.mapping) if isinstance(document, TableDocument) else "other"
    return form if form in ("spec", "raw_ge_options", "other") else "options"


def lint_options(path: str, data: bytes, context: Context | None = None) -> list[Finding]:
    """Give every finding of an option dict, or of a spec, in JSON, in the order of the file.

    :param path: the file; relative paths in it are looked for beside it.
    :param context: what the command line or the configuration says of the product.
    :raises FileError: the file is some other JSON.
    """
    document = read_table_document(path, data)
    if isinstance(document, Finding):
        return [document]
    form = form_of(document.mapping)
    context = context or Context()
    if form == "spec":
        return lint_spec_document(document, context)
    if form == "other":
        raise FileError(
            f"{path}: is JSON and neither a spec nor an option dict",
            path=path,
            hint="geopts reads options.json of 'geopts build', a dict of GE keys, and ATC's --raw_ge_options file; "
            "'geopts pypto config check' reads tile_fwk_config.json",
        )
    findings = list(document.repeated_keys())
    if form == "raw_ge_options":
        findings += raw_findings(document, context)
    else:
        findings += _dict_findings(document, form, context)
    return sorted(findings, key=Finding.sort_key)


def _dict_findings(document: TableDocument, form: Form, context: Context) -> Iterator[Finding]:
    """What is wrong with dicts that go to GE's calls."""
    adviser = KeyAdviser(document)
    dicts = Dicts(document)
    if form != "flat":
        yield from _other_tables(document, form)
    for table in tables_of(form, document.mapping):
        yield from _table_findings(document, table, adviser, dicts)
        if form == "flat":
            keys = list(dicts.texts(table))
            dicts.candidates = fitting_calls(keys)
            if not dicts.candidates:
                dicts.candidates = [nearest_call(keys)]
                yield from unfit_findings(document, keys)
    yield from effects(dicts, context)


def _table_findings(
    document: TableDocument, table: OptionTable, adviser: KeyAdviser, dicts: Dicts
) -> Iterator[Finding]:
    from geopts.facts.options import BY_KEY

    for key, value in table.values.items():
        at = (*table.path, key)
        row = BY_KEY.get(key)
        if row is None:
            yield from adviser.unknown(table, at)
        else:
            yield from placement_findings(document, table, row, at)
        if not isinstance(value, str):
            if row is not None or not isinstance(value, dict):
                yield type_finding(document, table, at, value)
            dicts.broken.add(key)
        elif row is not None:
            wrong = list(text_findings(document, row, value, at))
            yield from wrong
            if any(finding.code in ("GEO504", "GEO512", "GEO513") for finding in wrong):
                dicts.broken.add(key)
            dicts.add(table, key, value)


def _other_tables(document: TableDocument, form: Form) -> Iterator[Finding]:
    """What stands beside the dicts of the calls."""
    from difflib import get_close_matches

    names = LEVELS if form == "levels" else CALL_NAMES
    for name, value in document.mapping.items():
        if name in names:
            if not isinstance(value, dict):
                yield document.finding(
                    wrong_type,
                    f"{name}: stands for the options of a call, and is no object",
                    (name,),
                    hint='write an object of keys and texts, such as {"ge.exec.precision_mode_v2": "origin"}',
                    source="api/python/ge/ge/offline_compile/offline_compile.py:125-135",
                )
            continue
        close = get_close_matches(name, names, n=1, cutoff=0.7)
        yield document.finding(
            unknown_key,
            f"{name!r} is no call of GE, so nobody takes {'this dict' if isinstance(value, dict) else 'it'}",
            (name,),
            hint=f"did you mean {close[0]}?" if close else f"the calls are {', '.join(names)}",
            source="geopts: options.json",
            severity=Severity.WARNING if close or isinstance(value, dict) else Severity.NOTE,
            fix=document.replacement((name,), close[0], f"write {close[0]}", key=True) if close else None,
        )
