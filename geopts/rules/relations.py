"""Rules on options that act on each other; the findings come from ``resolve.relations``, where the options are judged together."""

from __future__ import annotations

from geopts.findings import Severity
from geopts.rules.registry import documented_rule

__all__ = [
    "leaking_option",
    "missing_companion",
    "mutually_exclusive",
    "not_recommended_together",
    "overridden_option",
    "precedence",
    "shadowed_option",
]


@documented_rule("GEO301", "mutually-exclusive", Severity.ERROR, since="0.1")
def mutually_exclusive() -> None:
    """Two options of which only one may be given.

    ## What goes wrong

    Where GE checks the pair, the call fails with the error code that the finding names. Where only a document forbids it, both are taken
    and the result is not defined: a warning.

    ## Example

    ```toml
    [options]
    precision_mode = "force_fp16"
    precision_mode_v2 = "origin"
    ```

    ## Use instead

    ```toml
    [options]
    precision_mode_v2 = "origin"
    ```

    ## Fix safety

    There is no fix: which of the two is meant is not known.
    """


@documented_rule("GEO302", "overridden-option", Severity.WARNING, since="0.1")
def overridden_option() -> None:
    """An option that another one makes useless.

    ## What goes wrong

    GE reads the stronger option and does not look at the weaker one, mostly without a word. The finding names both, with the calls they
    are given to. In ATC's `--raw_ge_options` file the stronger level is `graph`, then `session`, then `global`.

    ## Example

    ```toml
    [options]
    op_select_impl_mode = "high_precision"
    [precision]
    by_op_type = { Gelu = "high_precision" }
    ```

    ## Use instead

    ```toml
    [precision]
    by_op_type = { Gelu = "high_precision" }
    ```

    ## Fix safety

    There is no fix: which of the two is meant is not known.
    """


@documented_rule("GEO303", "missing-companion", Severity.ERROR, since="0.1")
def missing_companion() -> None:
    """An option that needs another one.

    ## What goes wrong

    Without its companion the option is refused (an error, with GE's code) or has no effect (a warning). Some companions must stand in the
    dict of the same call.

    ## Example

    ```toml
    [options]
    modify_mixlist = "mixlist.json"
    precision_mode_v2 = "origin"
    ```

    ## Use instead

    ```toml
    [options]
    modify_mixlist = "mixlist.json"
    precision_mode_v2 = "mixed_float16"
    ```

    ## Fix safety

    There is no fix: the value of the companion is not known.
    """


@documented_rule("GEO304", "not-recommended-together", Severity.NOTE, since="0.1")
def not_recommended_together() -> None:
    """Options that work against each other.

    ## What goes wrong

    GE takes both, and one leaves the other little or nothing to do.

    ## Example

    ```toml
    [options]
    allow_hf32 = true
    precision_mode_v2 = "fp16"
    ```

    ## Use instead

    ```toml
    [options]
    allow_hf32 = true
    precision_mode_v2 = "origin"
    ```

    ## Fix safety

    There is no fix: both readings may be meant.
    """


@documented_rule("GEO305", "shadowed-option", Severity.NOTE, since="0.1")
def shadowed_option() -> None:
    """An option that keeps GE from checking another one.

    ## What goes wrong

    The check of the second option is skipped, so that a wrong value of it is taken without a word.

    ## Example

    ```json
    {"build_model": {"input_format": "NCHW", "ge.shape_generalized_build_mode": "precise"}}
    ```

    ## Use instead

    ```json
    {"build_model": {"input_format": "NCHW", "ge.shape_generalized_build_mode": "shape_precise"}}
    ```

    ## Fix safety

    There is no fix.
    """


@documented_rule("GEO306", "leaking-option", Severity.NOTE, since="0.1")
def leaking_option() -> None:
    """An option of one build that is still there in the next.

    ## What goes wrong

    `build_finalize` removes one option only, so what one `build_initialize` sets is in force for the next one in the same process. No
    single file shows that: `geopts options` tells it of the options concerned, and the linter has no finding for it.

    ## Example

    Two builds in one process, the first with `ge.exec.precision_mode_v2`, the second without.

    ## Use instead

    Give every option of `build_initialize` in each build, or one process for each build.

    ## Fix safety

    There is no fix.
    """


@documented_rule("GEO307", "precedence", Severity.NOTE, since="0.1")
def precedence() -> None:
    """The order in which options, files and environment variables count.

    ## What goes wrong

    Nothing in the file: an environment variable or a caller that it does not show may win. `geopts options` tells the order of the options
    concerned, and the linter has no finding for it.

    ## Example

    `ge.op_bank_path` in the options, and `TUNE_BANK_PATH` in the environment, which wins.

    ## Use instead

    One of the two.

    ## Fix safety

    There is no fix.
    """
