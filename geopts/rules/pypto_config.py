"""Rules on PyPTO's configuration file; the findings come from ``geopts.pypto.config_check``."""

from __future__ import annotations

from geopts.findings import Severity
from geopts.rules.registry import documented_rule

__all__ = [
    "missing_config_key",
    "option_not_read_here",
    "unknown_config_key",
]


@documented_rule("GEO615", "option-not-read-here", Severity.WARNING, since="0.1")
def option_not_read_here() -> None:
    """An option at a place where PyPTO does not read it.

    ## What goes wrong

    `run_mode` and `launch_early_mode` come from the jit decorator only; a configuration file that sets them changes nothing.

    ## Example

    ```json
    {"runtime": {"run_mode": 1}}
    ```

    ## Use instead

    ```python
    @pypto.frontend.jit(runtime_options={"run_mode": 1})
    ```

    ## Fix safety

    There is no fix: the code is in another file.
    """


@documented_rule("GEO617", "unknown-config-key", Severity.NOTE, since="0.1")
def unknown_config_key() -> None:
    """A key of tile_fwk_config.json that PyPTO does not know.

    ## What goes wrong

    The file is loaded without a check: the key is stored and nothing reads it. A list of numbers under such a key is an error, since the
    first use of the configuration fails.

    ## Example

    ```json
    {"runtime": {"device_shed_mode": 1}}
    ```

    ## Use instead

    ```json
    {"runtime": {"device_sched_mode": 1}}
    ```

    ## Fix safety

    There is no fix: a suggestion is only what is close.
    """


@documented_rule("GEO621", "missing-config-key", Severity.NOTE, since="0.1")
def missing_config_key() -> None:
    """A configuration file without some of the runtime keys.

    ## What goes wrong

    A file named by `TILEFWK_CONFIG_PATH` replaces the default file whole. Keys it lacks are unknown to `set_options`, and a compile that
    reads them fails.

    ## Example

    ```json
    {"runtime": {"device_sched_mode": 1}}
    ```

    ## Use instead

    A copy of the package's own `configs/tile_fwk_config.json` with this line in it; `geopts pypto config merge` makes one.

    ## Fix safety

    There is no fix.
    """
