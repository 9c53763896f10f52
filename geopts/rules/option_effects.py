"""What the options of several dicts do in GE's calls and to each other, on a product where one is known."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from typing import TYPE_CHECKING

from geopts.errors import OptionValueError
from geopts.facts.refusals import REFUSALS
from geopts.facts.rows import Call
from geopts.findings import Finding, Severity
from geopts.option_set import OP_PRECISION_MODE, OptionSet, option_type
from geopts.precision.builtin import BuiltinFiles
from geopts.precision.engine import EngineTable, Parser
from geopts.precision.op_precision import OpPrecision
from geopts.resolve.advice import advise
from geopts.resolve.precision_findings import precision_findings
from geopts.resolve.relations import check_relations
from geopts.rules.ini_paths import ini_content
from geopts.rules.option_dicts import OptionTable
from geopts.rules.option_relations import call_cited, caused_by
from geopts.rules.placement import empty_initialize
from geopts.rules.table_document import TableDocument
from geopts.rules.target import Named, product_of, products_named
from geopts.rules.values import refused_value

if TYPE_CHECKING:
    from geopts.products import Product
    from geopts.rules.context import Context
    from geopts.rules.table_document import Path

__all__ = ["Dicts", "effects", "judge"]

_SOC_VERSION, _ALLOW_HF32 = "ge.socVersion", "ge.exec.allow_hf32"
_OP_SELECT_IMPLMODE, _OPTYPELIST = "ge.opSelectImplmode", "ge.optypelistForImplmode"
#: Told where the names of products are read; the command line may say another product than the dict on purpose.
_TOLD_ELSEWHERE = frozenset({"GEO404", "GEO406"})
#: The levels of each API, the strongest first (ge_ir_build.cc:991-996; graph_metadef/graph/option/ge_local_context.cc:40-60).
_LEVELS = ((Call.BUILD_MODEL, Call.BUILD_INITIALIZE), (Call.GRAPH, Call.SESSION, Call.GE_INITIALIZE))


class Dicts:
    """The options of one file.

    :ivar broken: GE keys whose values were told as wrong.
    :ivar candidates: for one flat dict the calls that may take it; None where each dict names its call.
    """

    def __init__(self, document: TableDocument) -> None:
        self.document = document
        self.broken: set[str] = set()
        self.candidates: list[Call] | None = None
        self._texts: dict[Path, dict[str, str]] = {}
        self._tables: dict[Path, OptionTable] = {}

    def add(self, table: OptionTable, key: str, text: str) -> None:
        """Take an option, also one whose text was told as wrong: it is given all the same."""
        self._tables[table.path] = table
        self._texts.setdefault(table.path, {})[key] = text

    def texts(self, table: OptionTable) -> Mapping[str, str]:
        """Give the options of one dict."""
        return self._texts.get(table.path, {})

    def by_call(self) -> dict[Call, dict[str, str]]:
        """Give keys and texts for each call; a flat dict is in none."""
        calls: dict[Call, dict[str, str]] = {}
        for path, table in self._tables.items():
            if table.call is not None:
                calls.setdefault(table.call, {}).update(self._texts[path])
        return calls

    def flat(self) -> dict[str, str]:
        """Give keys and texts of a flat dict."""
        return self._texts.get((), {})

    def place(self, key: str, call: Call | None = None) -> Path | None:
        """Give where a key stands: in the dict of ``call``, else in the strongest that has it."""
        order = [call, *(one for level in _LEVELS for one in level), Call.PARSE, None]
        for wanted in order:
            for path, table in self._tables.items():
                if table.call is wanted and key in self._texts[path]:
                    return (*path, key)
        return None


def effects(dicts: Dicts, context: Context) -> Iterator[Finding]:
    """Yield everything that the options of a file do that they were perhaps not meant to do."""
    product, findings = _product(dicts, context)
    yield from findings
    by_call = dicts.by_call()
    candidates = dicts.candidates
    if candidates is None:
        yield from judge(dicts, by_call, product)
        yield from _empty(dicts, by_call)
    else:
        yield from _in_every(dicts, candidates, product)


def _in_every(dicts: Dicts, candidates: Sequence[Call], product: Product | None) -> Iterator[Finding]:
    """Yield the findings on a flat dict that hold whichever of the calls takes it; where each call has its own trouble, the mildest."""
    several = {call: list(judge(dicts, {call: dicts.flat()}, product)) for call in candidates}
    mildest = min(candidates, key=lambda call: _trouble(several[call]))
    shared = set.intersection(*({_identity(finding) for finding in one} for one in several.values()))
    certain = _trouble(several[mildest])[0] > 0  # no call takes the dict as it is
    for finding in several[mildest]:
        if _identity(finding) in shared:
            yield finding if len(candidates) == 1 else _without_call(finding, mildest)
        elif certain and finding.severity is not Severity.NOTE:
            yield finding


def _identity(finding: Finding) -> tuple[str, str, str]:
    return finding.code, finding.key, finding.hint


def _trouble(findings: Sequence[Finding]) -> tuple[int, int]:
    """Weigh the findings of one call: errors and warnings together, then errors alone."""
    ranks = [finding.severity.rank for finding in findings if finding.severity is not Severity.NOTE]
    return len(ranks), ranks.count(Severity.ERROR.rank)


def _without_call(finding: Finding, call: Call) -> Finding:
    """Take the name of a call out of a message that is about no certain one."""
    return finding._replace(message=finding.message.replace(f" ({call.value})", ""))


def judge(dicts: Dicts, by_call: Mapping[Call, Mapping[str, str]], product: Product | None) -> Iterator[Finding]:
    """Yield what single options deserve in their calls, and what the options do to each other."""
    document = dicts.document
    content = _ini(document, by_call)
    usable = {call: _without(texts, dicts.broken) for call, texts in by_call.items()}
    for call, texts in usable.items():
        options = _options(texts)
        plain = {key: text for key, text in texts.items() if key in options}
        for finding in advise(options, {call: plain}, product, origin=str):
            if finding.code not in _TOLD_ELSEWHERE:
                yield document.located(finding, dicts.place(finding.key, call))
        yield from _refused_empty(dicts, call, texts)
    modes = _modes(content)
    family = product.family if product else None
    hf32 = product.hf32 if product else None
    for finding in check_relations(by_call, family=family, hf32=hf32, ini_modes=modes):
        # GEO305 is about a wrong text that GE does not look at
        if finding.code == "GEO305" or not caused_by(finding, dicts.broken):
            yield document.located(finding, dicts.place(finding.key, call_cited(finding, by_call)))
    yield from _engine(dicts, usable, product, content)


def _refused_empty(dicts: Dicts, call: Call, texts: Mapping[str, str]) -> Iterator[Finding]:
    """An empty text at a call that does not take it for none."""
    for refusal in REFUSALS:
        if texts.get(refusal.key) != "" or (refusal.calls and call not in refusal.calls) or not refusal.refuses(""):
            continue
        at = dicts.place(refusal.key, call)
        if at is not None:
            takes = ", ".join(refusal.accepted)
            yield dicts.document.finding(
                refused_value,
                f"{refusal.key}: {call.value} refuses an empty text with {refusal.code}; it takes {takes}",
                at,
                hint=f"write one of {takes}, or leave the key out",
                source=refusal.source,
            )


def _without(texts: Mapping[str, str], keys: AbstractSet[str]) -> dict[str, str]:
    return {key: text for key, text in texts.items() if key not in keys}


def _options(texts: Mapping[str, str]) -> OptionSet:
    """Give the options as typed values; a text that is empty has none."""
    values: dict[str, object] = {}
    for key, text in texts.items():
        try:
            values[key] = option_type(key).parse(text)
        except OptionValueError:
            continue
    return OptionSet(values)


def _product(dicts: Dicts, context: Context) -> tuple[Product | None, list[Finding]]:
    """Give the product of the context, else that of ``ge.socVersion``."""
    at = dicts.place(_SOC_VERSION)
    named: Product | None = None
    findings: list[Finding] = []
    if at is not None:
        texts = [*dicts.by_call().values(), dicts.flat()]
        text = next(table[_SOC_VERSION] for table in texts if _SOC_VERSION in table)
        if text:
            named, findings = products_named(dicts.document, [Named(at, text, soc=True, strict=False)])
    return product_of(context) or named, findings


def _empty(dicts: Dicts, by_call: Mapping[Call, Mapping[str, str]]) -> Iterator[Finding]:
    """A session needs at least one option for ge_initialize."""
    given = dicts.document.mapping.get(Call.GE_INITIALIZE.value)
    if given == {} and any(by_call.values()):
        yield dicts.document.finding(
            empty_initialize,
            "no option goes to ge_initialize, and GeApi.ge_initialize refuses an empty dict with a TypeError",
            (Call.GE_INITIALIZE.value,),
            hint="give the process an option of its own there, such as ge.exec.deviceId",
            source="api/python/ge/ge/ge_global/geapi.py:36-44",
        )


def _ini(document: TableDocument, by_call: Mapping[Call, Mapping[str, str]]) -> bytes | None:
    """Give the content of the op_precision.ini that is in force, where it can be found."""
    for level in _LEVELS:
        for call in level:
            path = by_call.get(call, {}).get(OP_PRECISION_MODE)
            if path:
                return ini_content(document.path, path)
    return None


def _modes(content: bytes | None) -> set[str]:
    if content is None:
        return set()
    precision = OpPrecision.parse(content)
    return {mode.value for mode in (*precision.by_op_type.values(), *precision.by_node_name.values())}


def _engine(
    dicts: Dicts, by_call: Mapping[Call, Mapping[str, str]], product: Product | None, content: bytes | None
) -> Iterator[Finding]:
    """Yield what GE's engine makes of the options that act on modes: an initialisation that fails, entries that never count."""
    for level in _LEVELS:
        force: dict[str, str] = {}
        for call in reversed(level):
            force |= by_call.get(call, {})
        if not any(force.get(key) for key in (OP_PRECISION_MODE, _OP_SELECT_IMPLMODE, _ALLOW_HF32)):
            continue
        custom = bool(force.get(OP_PRECISION_MODE))
        known = (product.hf32,) if product and product.hf32 is not None else (True, False)
        parser: Parser = "old"
        tables = {
            (hf32, parser): EngineTable.load(
                ini=(content or b"") if custom else None,
                allow_hf32=force.get(_ALLOW_HF32, ""),
                op_select_implmode=force.get(_OP_SELECT_IMPLMODE, ""),
                optypelist=force.get(_OPTYPELIST, ""),
                hf32=hf32,
                opp=BuiltinFiles.CANN_8_1_RC1,
                parser=parser,
                front_end=Call.BUILD_MODEL in level,
            )
            for hf32 in known
        }
        for finding in precision_findings(tables, option=OP_PRECISION_MODE):
            if finding.code in ("GEO308", "GEO511"):
                key = OP_PRECISION_MODE if finding.code == "GEO308" else _OP_SELECT_IMPLMODE
                yield dicts.document.located(finding, dicts.place(key))
