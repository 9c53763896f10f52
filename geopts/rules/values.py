"""Rules on the text of a value, and on files that are no TOML or JSON."""

from __future__ import annotations

from geopts.findings import Severity
from geopts.rules.registry import documented_rule

__all__ = [
    "expression_string",
    "quoted_value",
    "refused_value",
    "repeated_key",
    "syntax_error",
    "unclosed_quote",
    "wrong_type",
]


@documented_rule("GEO504", "refused-value", Severity.ERROR, since="0.1")
def refused_value() -> None:
    """A value that the option does not take, or not in this call.

    ## What goes wrong

    GE compares texts byte by byte. Where its code checks the value the call fails with the code named, or the engine gives up later: an
    error. Where only the documents list the values GE falls back to a default or hands the text on: a warning.

    `allow_hf32` is `true` or `false` for `build_initialize`, and eight texts for `build_model` and sessions.

    ## Example

    ```json
    {"build_model": {"ge.exec.precision_mode_v2": "orign"}}
    ```

    ## Use instead

    ```json
    {"build_model": {"ge.exec.precision_mode_v2": "origin"}}
    ```

    ## Fix safety

    There is no fix: a suggestion is only what is close.
    """


@documented_rule("GEO505", "wrong-type", Severity.ERROR, since="0.1")
def wrong_type() -> None:
    """A value of the wrong type, or one option given twice.

    ## What goes wrong

    GE's option dicts hold text only. The Python calls raise a TypeError (`build_initialize`, `build_model`) or an AttributeError
    (`ge_initialize`, sessions) for a number or a bool, ATC refuses it in `--raw_ge_options` with E10032. A spec takes Python's types for an
    option that has them.

    ## Example

    ```json
    {"build_model": {"ge.tiling_schedule_optimize": 1}}
    ```

    ## Use instead

    ```json
    {"build_model": {"ge.tiling_schedule_optimize": "1"}}
    ```

    ## Fix safety

    In an option dict the fix writes the text GE takes for the value. The dict works then, so it is unsafe.
    """


@documented_rule("GEO512", "quoted-value", Severity.ERROR, since="0.1")
def quoted_value() -> None:
    r"""Quotes inside the value.

    ## What goes wrong

    JSON, TOML and the shell take their own quotes away. A second pair belongs to the value, and GE compares it with texts that have none.

    ## Example

    ```json
    {"build_model": {"ge.exec.precision_mode_v2": "\"origin\""}}
    ```

    ## Use instead

    ```json
    {"build_model": {"ge.exec.precision_mode_v2": "origin"}}
    ```

    ## Fix safety

    The fix takes the inner quotes away. The option takes effect then, so it is unsafe.
    """


@documented_rule("GEO513", "expression-string", Severity.WARNING, since="0.1")
def expression_string() -> None:
    """A value that somebody else was to work out.

    ## What goes wrong

    Nobody computes `"2 * 1024"` and nobody expands `$HOME` in a file of options: a shell does so on its own command line only. GE gets the
    text as it stands.

    ## Example

    ```json
    {"build_model": {"ge.exec.op_precision_mode": "$HOME/op_precision.ini"}}
    ```

    ## Use instead

    ```json
    {"build_model": {"ge.exec.op_precision_mode": "op_precision.ini"}}
    ```

    ## Fix safety

    There is no fix: the value is not known here.
    """


@documented_rule("GEO517", "repeated-key", Severity.ERROR, since="0.1")
def repeated_key() -> None:
    """A key that stands twice in one object or one command.

    ## What goes wrong

    Of two equal keys in a JSON object Python's reader keeps the last, and so does the one ATC uses. The first value is lost without a word;
    where both values are the same it is a warning. A flag that is given twice to ATC counts as given last, with few exceptions.

    ## Example

    ```json
    {"build_model": {"ge.opDebugLevel": "0", "ge.opDebugLevel": "1"}}
    ```

    ## Use instead

    ```json
    {"build_model": {"ge.opDebugLevel": "1"}}
    ```

    ## Fix safety

    There is no fix: which of the two is meant is not known.
    """


@documented_rule("GEO518", "unclosed-quote", Severity.ERROR, since="0.1")
def unclosed_quote() -> None:
    """A quote in a command that is not closed.

    ## What goes wrong

    The shell reads on behind the end of the line, so nothing certain can be said of what follows.

    ## Example

    `atc --input_shape="x:1,3`

    ## Use instead

    `atc --input_shape="x:1,3"`

    ## Fix safety

    There is no fix: where the value ends is not known.
    """


@documented_rule("GEO521", "syntax-error", Severity.ERROR, since="0.1")
def syntax_error() -> None:
    """A file that is no TOML or no JSON.

    ## What goes wrong

    No reader takes the file, so nothing in it counts, and nothing else in it can be checked.

    ## Example

    ```json
    {"build_model": {"ge.opDebugLevel": "0",}}
    ```

    ## Use instead

    ```json
    {"build_model": {"ge.opDebugLevel": "0"}}
    ```

    ## Fix safety

    There is no fix: what is meant is not known.
    """
