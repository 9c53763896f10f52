"""Rules on the product; most findings come from ``resolve.advice``, which asks the documents' product tables."""

from __future__ import annotations

from geopts.findings import Severity
from geopts.rules.registry import documented_rule

__all__ = [
    "ambiguous_product",
    "contradicting_product",
    "disputed_support",
    "unknown_product",
    "unsupported_option",
    "unsupported_value",
]


@documented_rule("GEO401", "unsupported-option", Severity.WARNING, since="0.1")
def unsupported_option() -> None:
    """An option that the product does not have.

    ## What goes wrong

    The product tables of the documents say no. GE itself does not ask for the product: it takes the option, and what happens then is
    nowhere stated. The rule needs the product: `product` or `soc_version` in the spec, `ge.socVersion` in a dict, or `--product`.

    ## Example

    ```toml
    product = "950"
    [options]
    core_type = "VectorCore"
    ```

    ## Use instead

    ```toml
    product = "950"
    ```

    `geopts support CORE_TYPE` shows which products have it.

    ## Fix safety

    There is no fix: a document may be wrong.
    """


@documented_rule("GEO402", "unsupported-value", Severity.WARNING, since="0.1")
def unsupported_value() -> None:
    """A value that the product does not have, of an option that it has.

    ## What goes wrong

    The documents name the products a value is for, and this one is not among them. GE takes the value all the same.

    ## Example

    ```toml
    product = "A2"
    [options]
    precision_mode_v2 = "mixed_hif8"
    ```

    ## Use instead

    ```toml
    product = "A2"
    [options]
    precision_mode_v2 = "mixed_float16"
    ```

    ## Fix safety

    There is no fix: which value is wanted instead is not known.
    """


@documented_rule("GEO403", "disputed-support", Severity.NOTE, since="0.1")
def disputed_support() -> None:
    """An option or value on whose support the documents disagree.

    ## What goes wrong

    One document says that the product has it, another that it has not. Both are cited; GE does not check the product.

    ## Example

    ```toml
    product = "950"
    [options]
    tiling_schedule_optimize = true
    ```

    ## Use instead

    The same, tried on the target.

    ## Fix safety

    There is no fix.
    """


@documented_rule("GEO404", "unknown-product", Severity.ERROR, since="0.1")
def unknown_product() -> None:
    """A name that is no product and no SoC.

    ## What goes wrong

    In a spec geopts cannot check anything that depends on the product, and `geopts build` refuses the name. As `ge.socVersion` in an
    option dict GE looks for the platform file of that name and fails with E20101 where there is none; since a newer package may have one,
    that is a warning.

    ## Example

    ```toml
    product = "Atlas 9000"
    ```

    ## Use instead

    ```toml
    product = "A2"
    ```

    `geopts products` lists the names.

    ## Fix safety

    There is no fix: which product is meant is not known.
    """


@documented_rule("GEO405", "ambiguous-product", Severity.ERROR, since="0.1")
def ambiguous_product() -> None:
    """A name that several products answer to, or another than one would think.

    ## What goes wrong

    A name that means several families decides nothing: an error. `Ascend910B` without a digit is one SoC of the first-generation 910, while
    the documents' tag `910b` means Atlas A2: that is a note.

    ## Example

    ```toml
    soc_version = "Ascend910B"
    ```

    ## Use instead

    ```toml
    soc_version = "Ascend910B3"
    ```

    ## Fix safety

    There is no fix: which product is meant is not known.
    """


@documented_rule("GEO406", "contradicting-product", Severity.ERROR, since="0.1")
def contradicting_product() -> None:
    """A SoC that is not of the product named beside it.

    ## What goes wrong

    Checks would be made for one product and the build for another, so `geopts build` refuses the pair.

    ## Example

    ```toml
    product = "310P"
    soc_version = "Ascend910B3"
    ```

    ## Use instead

    ```toml
    soc_version = "Ascend910B3"
    ```

    ## Fix safety

    There is no fix: which of the two is right is not known.
    """
