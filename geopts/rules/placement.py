"""Rules on which call or front end takes which key; the findings are made where the keys are placed, read or written."""

from __future__ import annotations

from geopts.findings import Severity
from geopts.rules.registry import documented_rule

__all__ = [
    "empty_initialize",
    "fixed_by_framework",
    "inexpressible",
    "refused_key",
    "shortened_key",
    "unknown_key",
    "unlisted_key",
    "version_bound_key",
]


@documented_rule("GEO501", "unknown-key", Severity.ERROR, since="0.1")
def unknown_key() -> None:
    """A key that is no option.

    ## What goes wrong

    In a spec geopts refuses it. `build_model`, `parse` and ATC's `--raw_ge_options` fail on a key they do not know. `build_initialize`,
    `ge_initialize`, a session and a graph write a line to GE's log, keep the value and never read it: a warning where the key resembles a
    known one, a note where it does not, since an option may be newer than geopts.

    ## Example

    ```json
    {"session": {"ge.exec.precision_modev2": "origin"}}
    ```

    ## Use instead

    ```json
    {"session": {"ge.exec.precision_mode_v2": "origin"}}
    ```

    ## Fix safety

    Where one key is meant the fix writes it. The option takes effect then, so it is unsafe.
    """


@documented_rule("GEO502", "refused-key", Severity.ERROR, since="0.1")
def refused_key() -> None:
    """A key in a call that fails on it.

    ## What goes wrong

    `build_model` and `parse` take the keys of their own lists only and fail on any other; `build_model` does so without naming the key.
    ATC refuses some keys in `--raw_ge_options`, and `ge.socVersion` there wants the command line.

    ## Example

    ```json
    {"build_model": {"ge.socVersion": "Ascend910B3"}}
    ```

    ## Use instead

    ```json
    {"build_initialize": {"ge.socVersion": "Ascend910B3"}}
    ```

    ## Fix safety

    There is no fix: moving an option changes the other calls.
    """


@documented_rule("GEO503", "unlisted-key", Severity.WARNING, since="0.1")
def unlisted_key() -> None:
    """A key in a call that does not list it.

    ## What goes wrong

    GE writes a warning to its log and passes the value on; whether anything reads it there is not checked. Where the documents of the call
    have the option all the same it is a note.

    ## Example

    ```json
    {"ge_initialize": {"input_shape": "x:1,3,224,224"}}
    ```

    ## Use instead

    ```json
    {"build_model": {"input_shape": "x:1,3,224,224"}}
    ```

    ## Fix safety

    There is no fix: moving an option changes the other calls.
    """


@documented_rule("GEO514", "fixed-by-framework", Severity.WARNING, since="0.1")
def fixed_by_framework() -> None:
    """An option that a framework sets by itself.

    ## What goes wrong

    The framework gives GE a value of its own, so the one that was asked for has no effect. Where both are the same it is a note.

    ## Example

    `ge.exec.precision_mode` for torchair, which always sends `must_keep_origin_dtype`.

    ## Use instead

    Leave the option out, or build with another front end.

    ## Fix safety

    There is no fix.
    """


@documented_rule("GEO515", "inexpressible", Severity.WARNING, since="0.1")
def inexpressible() -> None:
    """An option for which a front end has no key, or a value its key cannot hold.

    ## What goes wrong

    The text that was written for the front end lacks the option, so GE gets its default there.

    ## Example

    `ge.exec.allow_hf32 = "10"` for ATC, whose flag takes `true` and `false` only.

    ## Use instead

    A value the front end takes, or another front end; `geopts emit --to FRONT_END` reports every option.

    ## Fix safety

    There is no fix.
    """


@documented_rule("GEO516", "empty-initialize", Severity.NOTE, since="0.1")
def empty_initialize() -> None:
    """A session whose `ge_initialize` gets no option.

    ## What goes wrong

    `GeApi.ge_initialize` refuses an empty dict with a TypeError. The other calls take one.

    ## Example

    ```json
    {"ge_initialize": {}, "graph": {"ge.dynamicDims": "1;8"}}
    ```

    ## Use instead

    ```json
    {"ge_initialize": {"ge.exec.deviceId": "0"}, "graph": {"ge.dynamicDims": "1;8"}}
    ```

    ## Fix safety

    There is no fix: which option belongs there is not known.
    """


@documented_rule("GEO519", "version-bound-key", Severity.NOTE, since="0.1")
def version_bound_key() -> None:
    """A key that only some versions of the front end have.

    ## What goes wrong

    ONNX Runtime renamed a provider option and took the old name away at once. A version without the key fails to load the provider, and
    in Python the session falls back to the CPU.

    ## Example

    `precision_mode_v2` for ONNX Runtime.

    ## Use instead

    The name that the installed version has.

    ## Fix safety

    There is no fix: the version is not known.
    """


@documented_rule("GEO522", "shortened-key", Severity.NOTE, since="0.1")
def shortened_key() -> None:
    """A flag that is written only in part.

    ## What goes wrong

    ATC takes the beginning of a flag for the flag as long as only one starts so. The next release may bring a second one, and then the
    command fails.

    ## Example

    `atc --precision_mode_v=origin`

    ## Use instead

    `atc --precision_mode_v2=origin`

    ## Fix safety

    There is no fix of its own: commands are not rewritten.
    """
