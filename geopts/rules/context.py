"""What is known around a file: the product, the parser generation, the options that act on the same operators."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from geopts.errors import OptionValueError

__all__ = ["CONTEXT_KEYS", "Context", "context_from"]

#: Keys of the context as users write them in a directive or a configuration file; hyphens are taken for underscores.
CONTEXT_KEYS = (
    "product",
    "soc_version",
    "parser",
    "cann",
    "allow_hf32",
    "op_select_implmode",
    "optypelist_for_implmode",
    "opp",
)
_PARSERS = ("old", "new")
_ALLOW_HF32 = ("true", "false", "0", "1", "00", "01", "10", "11")


class Context:
    """The surroundings of one file.

    :ivar hf32: whether the SoC has HF32; None: not known.
    :ivar product: the product's name for messages; empty when none was given.
    :ivar parser: generation of GE's parser; None: not known, so that only what holds for both is told.
    :ivar allow_hf32: text of the option; empty when it is not given.
    :ivar opp: an opp directory; ``none`` for no built-in files; empty for the facts of CANN 8.1.RC1.
    :ivar operator_types: operator types the user declared as known, such as custom operators.
    :ivar asked: codes selected one by one rather than with their family.
    :ivar given: some surrounding was named at all.
    """

    __slots__ = (
        "allow_hf32",
        "asked",
        "given",
        "hf32",
        "op_select_implmode",
        "operator_types",
        "opp",
        "optypelist",
        "parser",
        "product",
    )

    def __init__(
        self,
        *,
        product: str = "",
        hf32: bool | None = None,
        parser: Literal["old", "new"] | None = None,
        allow_hf32: str = "",
        op_select_implmode: str = "",
        optypelist: str = "",
        opp: str = "",
        operator_types: frozenset[str] = frozenset(),
        asked: frozenset[str] = frozenset(),
        given: bool = False,
    ) -> None:
        self.product = product
        self.hf32 = hf32
        self.parser = parser
        self.allow_hf32 = allow_hf32
        self.op_select_implmode = op_select_implmode
        self.optypelist = optypelist
        self.opp = opp
        self.operator_types = operator_types
        self.asked = asked
        self.given = given


def context_from(
    texts: Mapping[str, str], *, operator_types: frozenset[str] = frozenset(), asked: frozenset[str] = frozenset()
) -> Context:
    """Build a context from texts by key of `CONTEXT_KEYS`; empty texts count as absent.

    :raises ProductError: the product or SoC name is unknown or ambiguous.
    :raises OptionValueError: a value that GE's parser refuses, a parser generation that does not exist, a CANN version without evidence.
    """
    given = {key: text for key, text in texts.items() if text}
    if not given:
        return Context(operator_types=operator_types, asked=asked)
    product, hf32 = _product(given)
    allow_hf32 = given.get("allow_hf32", "")
    if allow_hf32 and allow_hf32 not in _ALLOW_HF32:
        raise OptionValueError(
            f"allow_hf32: {allow_hf32!r} is no value GE's parser takes",
            option="allow_hf32",
            value=allow_hf32,
            allowed=_ALLOW_HF32,
            hint=f"write one of {', '.join(_ALLOW_HF32)}; atc itself takes true and false only",
        )
    return Context(
        product=product,
        hf32=hf32,
        parser=_parser(given),
        allow_hf32=allow_hf32,
        op_select_implmode=given.get("op_select_implmode", ""),
        optypelist=given.get("optypelist_for_implmode", ""),
        opp=given.get("opp", ""),
        operator_types=operator_types,
        asked=asked,
        given=True,
    )


def _product(given: Mapping[str, str]) -> tuple[str, bool | None]:
    soc, name = given.get("soc_version", ""), given.get("product", "")
    if soc or name:
        from geopts.products import find_product, find_soc  # tables of products, only when one is named

        product = find_soc(soc) if soc else find_product(name)
        return product.label, product.hf32
    return "", None


def _parser(given: Mapping[str, str]) -> Literal["old", "new"] | None:
    parser, cann = given.get("parser", ""), given.get("cann", "")
    if parser:
        for known in ("old", "new"):
            if parser == known:
                return known
        raise OptionValueError(
            f"parser: {parser!r} is no generation of GE's parser",
            option="parser",
            value=parser,
            allowed=_PARSERS,
            hint="write old (CANN 8.5.0 to 9.2.0-beta.2) or new",
        )
    if cann:
        from geopts.releases import attested_range, parser_of

        found = parser_of(cann)
        if found is None:
            raise OptionValueError(
                f"cann: nothing is known of the parser of {cann!r}: {attested_range()}",
                option="cann",
                value=cann,
                hint="say parser=old or parser=new instead",
            )
        return found
    return None
