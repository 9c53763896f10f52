"""Rules on the lines of a script around a command."""

from __future__ import annotations

from geopts.findings import Severity
from geopts.rules.registry import documented_rule

__all__ = ["broken_continuation"]


@documented_rule("GEO523", "broken-continuation", Severity.ERROR, since="0.1")
def broken_continuation() -> None:
    r"""Flags that a line end cuts off from their command.

    ## What goes wrong

    A backslash continues a line only as its very last character. A blank behind it, a comment line or an empty line in between, or a line
    without one, and the command ends there: ATC runs without the flags below, and the shell looks for a program that is called like the
    first of them.

    ## Example

    ```sh
    atc --model=m.onnx --framework=5 --output=m --soc_version=Ascend310P3
        --precision_mode_v2=origin
    ```

    ## Use instead

    ```sh
    atc --model=m.onnx --framework=5 --output=m --soc_version=Ascend310P3 \
        --precision_mode_v2=origin
    ```

    ## Fix safety

    For a blank behind the backslash the fix deletes it. The flags below take effect then, so it is unsafe.
    """
