"""Rules on the run-time options of PyPTO; the findings come from ``geopts.pypto``, their codes from ``geopts.pypto.codes``."""

from __future__ import annotations

from geopts.findings import Severity
from geopts.rules.registry import documented_rule

__all__ = [
    "above_product_limit",
    "pools_disable_option",
    "product_not_documented",
    "removed_runtime_option",
    "runtime_option_value",
    "set_inside_kernel_or_loop",
    "simulator_fixes_launch_mode",
    "single_assemble_depth",
    "unknown_runtime_option",
    "workspace_cap_overrides",
    "zero_for_needed_pool",
]


@documented_rule("GEO601", "runtime-option-value", Severity.ERROR, since="0.1")
def runtime_option_value() -> None:
    """A run-time option with a value PyPTO refuses.

    ## What goes wrong

    The setter raises a ValueError or a TypeError. In a configuration file nothing checks the value when it is loaded; it fails at the first
    use or is cut to an integer.

    ## Example

    ```toml
    [pypto.runtime]
    stitch_function_num_per_pool = [64, 2]
    ```

    ## Use instead

    ```toml
    [pypto.runtime]
    stitch_function_num_per_pool = [64, 2, 1]
    ```

    ## Fix safety

    There is no fix: the value that is wanted is not known.
    """


@documented_rule("GEO602", "pools-disable-option", Severity.WARNING, since="0.1")
def pools_disable_option() -> None:
    """An option that has no effect beside stitch_function_num_per_pool.

    ## What goes wrong

    An element of the pools that is not 0 switches precise workspace mode on. PyPTO then ignores `stitch_function_max_num` and
    `max_workspace_kb`, without a word.

    ## Example

    ```toml
    [pypto.runtime]
    stitch_function_num_per_pool = [64, 2, 1]
    max_workspace_kb = 4096
    ```

    ## Use instead

    ```toml
    [pypto.runtime]
    stitch_function_num_per_pool = [64, 2, 1]
    ```

    ## Fix safety

    There is no fix: which of the two is meant is not known.
    """


@documented_rule("GEO603", "zero-for-needed-pool", Severity.ERROR, since="0.1")
def zero_for_needed_pool() -> None:
    """A pool of depth 0 that the kernel needs.

    ## What goes wrong

    PyPTO refuses to compile the kernel. Which pools it needs shows in its tuning log, so `geopts pypto tune` tells it, and the linter does
    not.

    ## Example

    `stitch_function_num_per_pool = [64, 0, 1]` for a kernel that assembles tensors.

    ## Use instead

    `stitch_function_num_per_pool = [64, 2, 1]`

    ## Fix safety

    There is no fix.
    """


@documented_rule("GEO611", "unknown-runtime-option", Severity.ERROR, since="0.1")
def unknown_runtime_option() -> None:
    """A name that is no run-time option.

    ## What goes wrong

    `set_options` and the jit decorator refuse it: the option does not exist.

    ## Example

    ```toml
    [pypto.runtime]
    stitch_function_num = 64
    ```

    ## Use instead

    ```toml
    [pypto.runtime]
    stitch_function_max_num = 64
    ```

    ## Fix safety

    There is no fix: a suggestion is only what is close.
    """


@documented_rule("GEO612", "removed-runtime-option", Severity.ERROR, since="0.1")
def removed_runtime_option() -> None:
    """An option that earlier releases had.

    ## What goes wrong

    The newest release refuses it as unknown. In a configuration file nothing reads it: a warning.

    ## Example

    ```toml
    [pypto.runtime]
    stitch_function_num_initial = 30
    ```

    ## Use instead

    ```toml
    [pypto.runtime]
    stitch_function_max_num = 64
    ```

    ## Fix safety

    There is no fix: the newer options do not mean the same.
    """


@documented_rule("GEO613", "above-product-limit", Severity.WARNING, since="0.1")
def above_product_limit() -> None:
    """A number above what the product has.

    ## What goes wrong

    A3 and A2 schedule on at most five AI CPUs. PyPTO takes five in silence but for a line in the host log.

    ## Example

    ```toml
    product = "A2"
    [pypto.runtime]
    launch_sched_aicpu_num = 7
    ```

    ## Use instead

    ```toml
    product = "A2"
    [pypto.runtime]
    launch_sched_aicpu_num = 5
    ```

    ## Fix safety

    There is no fix.
    """


@documented_rule("GEO614", "workspace-cap-overrides", Severity.WARNING, since="0.1")
def workspace_cap_overrides() -> None:
    """A stitch number that a workspace cap makes useless.

    ## What goes wrong

    With `max_workspace_kb` PyPTO works out one depth for all pools and does not read `stitch_function_max_num`.

    ## Example

    ```toml
    [pypto.runtime]
    max_workspace_kb = 4096
    stitch_function_max_num = 64
    ```

    ## Use instead

    ```toml
    [pypto.runtime]
    max_workspace_kb = 4096
    ```

    ## Fix safety

    There is no fix: which of the two is meant is not known.
    """


@documented_rule("GEO616", "product-not-documented", Severity.NOTE, since="0.1")
def product_not_documented() -> None:
    """Run-time options on a product whose documents do not have them.

    ## What goes wrong

    PyPTO's pages name 950, A3 and A2 only. Nothing is said about others.

    ## Example

    ```toml
    product = "310P"
    [pypto.runtime]
    stitch_function_max_num = 64
    ```

    ## Use instead

    ```toml
    product = "A2"
    [pypto.runtime]
    stitch_function_max_num = 64
    ```

    ## Fix safety

    There is no fix.
    """


@documented_rule("GEO618", "set-inside-kernel-or-loop", Severity.WARNING, since="0.1")
def set_inside_kernel_or_loop() -> None:
    """set_options inside a kernel or a loop.

    ## What goes wrong

    A kernel is compiled with the options that are in force when it is first called, so a setter in its body comes too late, and one in a
    loop counts for the compiles after it only.

    ## Example

    ```python
    for step in range(10):
        pypto.set_options(runtime_options={'device_sched_mode': 1})
    ```

    ## Use instead

    ```python
    pypto.set_options(runtime_options={'device_sched_mode': 1})
    for step in range(10):
        ...
    ```

    ## Fix safety

    There is no fix: code is not moved.
    """


@documented_rule("GEO619", "single-assemble-depth", Severity.WARNING, since="0.1")
def single_assemble_depth() -> None:
    """An assemble pool of depth 1.

    ## What goes wrong

    A tensor that is put together over several iterations keeps the only depth; the next root function needs a whole free one, and the
    launch ends with 'Root cannot fit in an empty DeviceTask'. Only the tuning log shows whether the kernel has such a tensor, so `geopts
    pypto tune` tells it, and the linter does not.

    ## Example

    `stitch_function_num_per_pool = [64, 1, 1]` for a kernel that assembles tensors.

    ## Use instead

    `stitch_function_num_per_pool = [64, 2, 1]`

    ## Fix safety

    There is no fix.
    """


@documented_rule("GEO620", "simulator-fixes-launch-mode", Severity.WARNING, since="0.1")
def simulator_fixes_launch_mode() -> None:
    """A launch mode in the simulator.

    ## What goes wrong

    With `run_mode = 1` PyPTO sets `launch_early_mode` to 0.

    ## Example

    ```toml
    [pypto.runtime]
    run_mode = 1
    launch_early_mode = 2
    ```

    ## Use instead

    ```toml
    [pypto.runtime]
    run_mode = 1
    ```

    ## Fix safety

    There is no fix: which of the two is meant is not known.
    """
