"""Rules on what becomes of an option: deprecated, reserved, read by nothing, or naming a file GE cannot use."""

from __future__ import annotations

from geopts.findings import Severity
from geopts.rules.registry import documented_rule

__all__ = [
    "deprecated_option",
    "failed_initialisation",
    "missing_file",
    "no_consumer",
    "no_v2_counterpart",
    "refused_path_character",
    "reserved_option",
]


@documented_rule("GEO506", "deprecated-option", Severity.NOTE, since="0.1")
def deprecated_option() -> None:
    """An option that the documents call deprecated.

    ## What goes wrong

    It still works, and a later release may drop it.

    ## Example

    ```toml
    [options]
    op_select_impl_mode = "high_precision"
    optypelist_for_implmode = "Gelu"
    ```

    ## Use instead

    ```toml
    [precision]
    by_op_type = { Gelu = "high_precision" }
    ```

    `geopts migrate` writes the op_precision.ini that does the same.

    ## Fix safety

    There is no fix here; `geopts migrate` proves its own.
    """


@documented_rule("GEO507", "reserved-option", Severity.NOTE, since="0.1")
def reserved_option() -> None:
    """An option that the documents reserve or call experimental.

    ## What goes wrong

    A page says that this version does not support it. For some options the code reads them all the same; the finding says so.

    ## Example

    ```toml
    [options]
    allow_hf32 = true
    ```

    ## Use instead

    The same, with the effect checked on the target.

    ## Fix safety

    There is no fix.
    """


@documented_rule("GEO508", "no-consumer", Severity.WARNING, since="0.1")
def no_consumer() -> None:
    """An option that nothing reads.

    ## What goes wrong

    A list of GE names the key and no code reads its value, so it has no effect. The same holds for `execute options` in a
    `--raw_ge_options` file.

    ## Example

    ```json
    {"build_initialize": {"ge.enableGraphParallel": "1"}}
    ```

    ## Use instead

    ```json
    {"build_initialize": {}}
    ```

    ## Fix safety

    There is no fix.
    """


@documented_rule("GEO509", "refused-path-character", Severity.ERROR, since="0.1")
def refused_path_character() -> None:
    """A path with a character that the front ends refuse.

    ## What goes wrong

    `build_model` and sessions take letters, digits, `.`, `/`, `_`, `-` and CJK characters in the path of op_precision.ini, and fail with
    E10001 on a blank, a `+`, a `:` or anything else, even in a directory above.

    ## Example

    ```json
    {"build_model": {"ge.exec.op_precision_mode": "my model/op_precision.ini"}}
    ```

    ## Use instead

    ```json
    {"build_model": {"ge.exec.op_precision_mode": "my_model/op_precision.ini"}}
    ```

    ## Fix safety

    There is no fix: the file would have to move.
    """


@documented_rule("GEO510", "missing-file", Severity.ERROR, since="0.1")
def missing_file() -> None:
    """A file that an option names and that is not there.

    ## What goes wrong

    The call fails with E10001, or with a path error. The file may exist on the machine that builds and not on this one, so an absolute path
    is a warning; a relative one is a note, since GE resolves it against a working directory that is not known here. What a spec names under
    `precision.file` geopts reads itself: an error.

    ## Example

    ```toml
    [precision]
    file = "no_such_file.ini"
    ```

    ## Use instead

    ```toml
    [precision]
    by_op_type = { Gelu = "high_precision" }
    ```

    ## Fix safety

    There is no fix.
    """


@documented_rule("GEO511", "failed-initialisation", Severity.ERROR, since="0.1")
def failed_initialisation() -> None:
    """Options with which GE's engine does not start.

    ## What goes wrong

    The check of the call lets a value pass, and the engine gives up on it later, with E20101 or E21001.

    ## Example

    ```toml
    [options]
    op_select_impl_mode = "enable_float_32_execution"
    ```

    ## Use instead

    ```toml
    [options]
    op_select_impl_mode = "high_precision"
    ```

    ## Fix safety

    There is no fix: which value is wanted is not known.
    """


@documented_rule("GEO520", "no-v2-counterpart", Severity.NOTE, since="0.1")
def no_v2_counterpart() -> None:
    """A value of precision_mode that precision_mode_v2 does not have.

    ## What goes wrong

    Nothing: GE takes `precision_mode` as before. It cannot be carried over, because no value of `precision_mode_v2` means the same.

    ## Example

    `geopts migrate --precision-mode-v2` on an option dict with `allow_fp32_to_fp16`.

    ## Use instead

    The same, or a value of `precision_mode_v2` whose meaning is wanted instead.

    ## Fix safety

    There is no fix.
    """
