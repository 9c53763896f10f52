"""`resolve`: from options to the dict of every GE call, what is wrong with them, and the mode of any operator."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import product as cartesian

import attrs

from geopts.errors import OptionValueError, ProductError
from geopts.facts.options import BY_KEY
from geopts.facts.rows import Family
from geopts.findings import Finding, Severity
from geopts.option_set import OP_PRECISION_MODE, OptionSet, option_name
from geopts.precision.builtin import BuiltinFiles
from geopts.precision.decision import Alternative, Decision, undetermined
from geopts.precision.engine import EngineTable, Parser
from geopts.precision.op_precision import OpPrecision
from geopts.products import Product, find_product, find_soc
from geopts.releases import attested_range, parser_of
from geopts.resolve.advice import advise
from geopts.resolve.delivery import empty_initialize, refused_path, unwritable_names
from geopts.resolve.placement import Api, place
from geopts.resolve.precision_findings import precision_findings
from geopts.resolve.relations import check_relations

__all__ = ["Circumstances", "Plan", "circumstances", "resolve"]

ALLOW_HF32, OP_SELECT_IMPLMODE, OPTYPELIST = "ge.exec.allow_hf32", "ge.opSelectImplmode", "ge.optypelistForImplmode"
_SOC_VERSION = "ge.socVersion"


@attrs.frozen
class Circumstances:
    """What is known of the target: product, and generations of the parser that may read the file.

    :ivar product: family and SoC, or None.
    :ivar hf32: the answers that are possible: one where the product is known, else both.
    :ivar parsers: the generations that are possible: one where it is given or attested, else both.
    :ivar notes: what is not known or easily mistaken, in words.
    :ivar assumed: what holds unless another release is named, in words; empty when a release or a parser was named.
    """

    product: Product | None
    hf32: tuple[bool, ...]
    parsers: tuple[Parser, ...]
    notes: tuple[str, ...] = ()
    assumed: str = ""


def circumstances(
    *,
    product: str | None = None,
    soc_version: str | None = None,
    parser: str | None = None,
    cann: str | None = None,
    hf32: bool | None = None,
) -> Circumstances:
    """Work out what is known of the target.

    :param product: family, document tag or SoC name.
    :param soc_version: SoC name; more precise than ``product`` and checked against it.
    :param parser: ``old`` or ``new``; wins over ``cann``.
    :param cann: release, such as ``9.1.0``; decides the generation where that is attested, else both are possible.
    :param hf32: overrides what the product says.
    :raises ProductError: an unknown or ambiguous name.
    :raises OptionValueError: ``soc_version`` is of another family than ``product``; ``parser`` is neither ``old`` nor ``new``.
    """
    found = find_soc(soc_version) if soc_version else find_product(product) if product else None
    if found is not None and soc_version and product:
        family = find_product(product).family
        if family is not found.family:
            raise OptionValueError(
                f"soc_version {soc_version!r} is {found.family.value}, but product {product!r} is {family.value}",
                option="soc_version",
                value=soc_version,
                allowed=(family.value,),
                hint="name one of them, or a SoC of the product",
            )
    notes = [found.note] if found is not None and found.note else []  # such as Ascend910B, which is no A2
    if hf32 is None and found is not None:
        hf32 = found.hf32
    if hf32 is None:
        notes.append(
            "whether the SoC has HF32 is not known without a product"
            if found is None
            else f"whether {found.label} has HF32 is not attested"
        )
    if found is not None and found.family is Family.ASCEND_950:
        notes.append(
            "the built-in files of 950 packages are not known, so what they set by themselves may differ from CANN 8.1.RC1"
        )
    parsers: tuple[Parser, ...]
    assumed = ""
    if parser is not None:
        if parser not in ("old", "new"):
            raise OptionValueError(
                f"parser: {parser!r} is no generation of GE's parser",
                option="parser",
                value=parser,
                allowed=("old", "new"),
                hint=f"write old or new; {attested_range()}",
            )
        parsers = ("new",) if parser == "new" else ("old",)
    elif cann is None:
        parsers = ("old",)
        assumed = "parser: old, as in every attested release"
    else:
        attested = parser_of(cann)
        parsers = (attested,) if attested else ("old", "new")
        if not attested:
            notes.append(f"both generations of the parser are considered for CANN {cann}: {attested_range()}")
    return Circumstances(found, (hf32,) if hf32 is not None else (True, False), parsers, tuple(notes), assumed)


@attrs.frozen(eq=False)
class Plan:
    """What `resolve` gives.

    :ivar calls: for each call of the API the dict to pass, keys and texts exactly as GE takes them.
    :ivar findings: everything found, errors first in their own order.
    :ivar circumstances: what is known of the target.
    :ivar tables: GE's table of modes for every possible combination of HF32 and parser.
    :ivar api: ``offline`` or ``session``.
    """

    calls: Mapping[str, dict[str, str]]
    findings: tuple[Finding, ...]
    circumstances: Circumstances
    tables: Mapping[tuple[bool, Parser], EngineTable]
    api: Api
    precision: OpPrecision | None = None

    @property
    def errors(self) -> tuple[Finding, ...]:
        """The findings that keep a build from being written."""
        return tuple(finding for finding in self.findings if finding.severity is Severity.ERROR)

    @property
    def table(self) -> EngineTable:
        """The table of the first combination; the only one where product and parser are known."""
        return next(iter(self.tables.values()))

    def decide(self, name: str, op_type: str) -> Decision:
        """Say which mode GE gives a node, and why.

        Where HF32 or the parser is not known and the answers differ, the decision has no mode and holds the ``alternatives``.

        :param name: node name in the graph that the engine optimises, before its fusion passes.
        :param op_type: operator type of the node, such as ``Conv2D``.
        """
        return decide(self.tables, name, op_type)


def decide(tables: Mapping[tuple[bool, Parser], EngineTable], name: str, op_type: str) -> Decision:
    """Ask every possible table; one answer where they agree, with the alternatives where only the source differs."""
    answers = [Alternative(hf32, parser, table.decide(name, op_type)) for (hf32, parser), table in tables.items()]
    first = answers[0].decision
    if any(answer.decision.mode != first.mode for answer in answers):
        return undetermined(answers)
    if any(answer.decision.source != first.source for answer in answers):
        return attrs.evolve(first, alternatives=tuple(answers))
    return first


def resolve(
    options: OptionSet,
    *,
    product: str | None = None,
    soc_version: str | None = None,
    parser: str | None = None,
    cann: str | None = None,
    api: Api = "offline",
    ini_path: str | None = None,
    opp: str | BuiltinFiles | None = BuiltinFiles.CANN_8_1_RC1,
    path: str = "",
    spelling: Mapping[str, str] | None = None,
) -> Plan:
    """Work out the option dict of every GE call, check it, and load the table of modes GE will use.

    :param options: the options.
    :param product: family, document tag or SoC name; None: product checks are left out and HF32 is unknown.
    :param soc_version: SoC name; without it and ``product`` the option SOC_VERSION is used.
    :param parser: ``old`` or ``new``; see `circumstances`.
    :param cann: CANN release.
    :param api: ``offline`` (build_initialize and build_model) or ``session`` (ge_initialize, session, add_graph).
    :param ini_path: where a typed op_precision.ini will stand; this text goes into the dict.
    :param opp: built-in files: the facts of CANN 8.1.RC1, an opp directory, or None for none.
    :param path: file the options came from, for findings.
    :param spelling: GE key to the place where the user wrote it, such as ``options.allow_hf32``, for findings.
    :raises ProductError: unknown or ambiguous product.
    :raises OptionValueError: ``parser`` or ``api`` is not one of its values.
    """
    if api not in ("offline", "session"):
        raise OptionValueError(
            f"api: {api!r} is no API of GE",
            option="api",
            value=api,
            allowed=("offline", "session"),
            hint="write offline or session",
        )
    written = spelling or {}

    def origin(key: str) -> str:
        return written.get(key) or (option_name(BY_KEY[key]) if key in BY_KEY else key)

    known = circumstances(
        product=product,
        soc_version=soc_version or (None if product else _known_soc(options)),
        parser=parser,
        cann=cann,
    )
    texts = options.texts(ini_path=ini_path or "op_precision.ini")
    placement = place(texts, api, origin=origin, path=path)
    precision = options.op_precision
    tables = _tables(options, texts, known, api, opp)
    # of the file alone: the merged table holds the modes of allow_hf32 too
    own = precision if precision is not None else next(iter(tables.values())).document
    modes = (
        {mode.value for mode in (*own.by_op_type.values(), *own.by_node_name.values())} if own is not None else set()
    )
    family = known.product.family if known.product else None
    related = check_relations(
        placement.calls,
        family=family,
        hf32=known.hf32[0] if len(known.hf32) == 1 else None,
        ini_modes=modes,
        origin=origin,
    )
    path_findings = list(refused_path(options, texts, api, ini_path, origin))
    findings = [
        *placement.findings,
        *path_findings,
        *unwritable_names(precision, origin(OP_PRECISION_MODE)),
        *related,
        *advise(options, placement.calls, known.product, origin=origin),
        *precision_findings(
            tables,
            option=origin(OP_PRECISION_MODE),
            origin=origin,
            presets_known=family is not Family.ASCEND_950,
            path_told=bool(path_findings),
        ),
        *empty_initialize(placement.calls),
    ]
    findings = [f._replace(path=f.path or path) for f in findings]
    findings.sort(key=lambda f: -f.severity.rank)
    return Plan(
        calls={call.value: dict(table) for call, table in placement.calls.items()},
        findings=tuple(findings),
        circumstances=known,
        tables=tables,
        api=api,
        precision=precision,
    )


def _known_soc(options: OptionSet) -> str | None:
    """The option SOC_VERSION, where geopts knows the name; `advise` tells of one it does not know, which a newer CANN may."""
    name = options.get(_SOC_VERSION)
    try:
        return find_soc(name).soc if name else None
    except ProductError:
        return None


def _tables(
    options: OptionSet, texts: Mapping[str, str], known: Circumstances, api: Api, opp: str | BuiltinFiles | None
) -> dict[tuple[bool, Parser], EngineTable]:
    """Load the table of every possible combination, as the front end of the API hands the options on."""
    precision = options.op_precision
    implmode = texts.get(OP_SELECT_IMPLMODE, "")
    optypelist = texts.get(OPTYPELIST, "")
    path = texts.get(OP_PRECISION_MODE) if precision is None else None
    content = None if precision is None else precision.content()
    return {
        (hf32, parser): EngineTable.load(
            ini=content,
            op_precision_mode=path,
            allow_hf32=texts.get(ALLOW_HF32, ""),
            op_select_implmode=implmode,
            optypelist=optypelist,
            hf32=hf32,
            opp=opp,
            parser=parser,
            front_end=api == "offline",
            origin="op_precision.ini",
        )
        for hf32, parser in cartesian(known.hf32, known.parsers)
    }
