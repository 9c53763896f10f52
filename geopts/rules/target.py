"""What is known of the product: from the context, or from the names in a file, with what is wrong with those names."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from geopts.errors import ProductError
from geopts.findings import Finding, Severity
from geopts.products import find_product, find_soc
from geopts.rules.products import ambiguous_product, contradicting_product, unknown_product

if TYPE_CHECKING:
    from geopts.products import Product
    from geopts.rules.context import Context
    from geopts.rules.table_document import Path, TableDocument

__all__ = ["Named", "product_of", "products_named"]

_SOURCE = "tables of products in the documents of hicann/ge@ffdcbc9f; 'geopts products' lists the names"


class Named:
    """A name of a product in a file.

    :ivar path: where it stands.
    :ivar text: the name.
    :ivar soc: it must be the name of a SoC.
    :ivar strict: geopts itself refuses an unknown name; otherwise GE looks for it, and may know it.
    """

    __slots__ = ("path", "soc", "strict", "text")

    def __init__(self, path: Path, text: str, *, soc: bool, strict: bool) -> None:
        self.path = path
        self.text = text
        self.soc = soc
        self.strict = strict


def product_of(context: Context) -> Product | None:
    """Give the product that the context names."""
    label = context.product
    if not label:
        return None
    family, _, soc = label.partition(" (")
    return find_soc(soc.removesuffix(")")) if soc else find_product(family)


def products_named(document: TableDocument, names: list[Named]) -> tuple[Product | None, list[Finding]]:
    """Find the products that a file names; the most precise one counts.

    :param names: the most precise first.
    """
    found: list[tuple[Named, Product]] = []
    findings: list[Finding] = []
    for name in names:
        try:
            product = find_soc(name.text) if name.soc else find_product(name.text)
        except ProductError as error:
            findings.append(_wrong(document, name, error))
            continue
        if product.note and product.soc == "Ascend910B":
            findings.append(
                document.finding(
                    ambiguous_product,
                    product.note,
                    name.path,
                    source=_SOURCE,
                    severity=Severity.NOTE,
                )
            )
        found.append((name, product))
    findings += _contradictions(document, found)
    return (found[0][1] if found else None), findings


def _wrong(document: TableDocument, name: Named, error: ProductError) -> Finding:
    rule = ambiguous_product if error.ambiguous else unknown_product
    effect = "" if name.strict else "; GE fails with E20101 where its packages have no platform file of this name"
    return document.finding(
        rule,
        f"{error.message}{effect}",
        name.path,
        hint=error.hint,
        source=_SOURCE if name.strict else f"{_SOURCE}; platform_utils.cc:114-152",
        severity=None if name.strict else Severity.WARNING,
    )


def _contradictions(document: TableDocument, found: list[tuple[Named, Product]]) -> Iterator[Finding]:
    for name, product in found[1:]:
        first, best = found[0]
        if product.family is not best.family:
            yield document.finding(
                contradicting_product,
                f"{'.'.join(first.path)} {first.text!r} is {best.family.value}, but {'.'.join(name.path)} {name.text!r} is {product.family.value}",
                first.path,
                hint="name one of them, or a SoC of the product",
                source=_SOURCE,
                severity=None if name.strict or first.strict else Severity.WARNING,
            )
