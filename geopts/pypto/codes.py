"""The findings about PyPTO options: code, name and severity in one place; ``geopts.rules`` documents them."""

from __future__ import annotations

from typing import NamedTuple

from geopts.findings import Finding, Severity, Span

__all__ = [
    "ABOVE_PRODUCT_LIMIT",
    "CAP_OVERRIDES_STITCH_NUMBER",
    "MISSING_CONFIG_KEY",
    "NOT_READ_HERE",
    "POOLS_DISABLE_OPTION",
    "PRODUCT_NOT_DOCUMENTED",
    "REMOVED_OPTION",
    "SET_INSIDE_KERNEL_OR_LOOP",
    "SIMULATOR_FIXES_LAUNCH_MODE",
    "SINGLE_ASSEMBLE_DEPTH",
    "UNKNOWN_CONFIG_KEY",
    "UNKNOWN_OPTION",
    "VALUE",
    "ZERO_FOR_NEEDED_POOL",
    "Code",
]


class Code(NamedTuple):
    """What every finding of one kind shares."""

    code: str
    name: str
    severity: Severity

    def finding(
        self,
        message: str,
        *,
        hint: str = "",
        source: str = "",
        path: str = "",
        key: str = "",
        span: Span | None = None,
        severity: Severity | None = None,
    ) -> Finding:
        """Make a finding of this kind; ``severity`` is given where one case is worse or better than the rest."""
        level = severity or self.severity
        return Finding(self.code, self.name, level, message, hint=hint, source=source, path=path, span=span, key=key)


VALUE = Code("GEO601", "runtime-option-value", Severity.ERROR)
POOLS_DISABLE_OPTION = Code("GEO602", "pools-disable-option", Severity.WARNING)
ZERO_FOR_NEEDED_POOL = Code("GEO603", "zero-for-needed-pool", Severity.ERROR)
UNKNOWN_OPTION = Code("GEO611", "unknown-runtime-option", Severity.ERROR)
REMOVED_OPTION = Code("GEO612", "removed-runtime-option", Severity.ERROR)
ABOVE_PRODUCT_LIMIT = Code("GEO613", "above-product-limit", Severity.WARNING)
CAP_OVERRIDES_STITCH_NUMBER = Code("GEO614", "workspace-cap-overrides", Severity.WARNING)
NOT_READ_HERE = Code("GEO615", "option-not-read-here", Severity.WARNING)
PRODUCT_NOT_DOCUMENTED = Code("GEO616", "product-not-documented", Severity.NOTE)
UNKNOWN_CONFIG_KEY = Code("GEO617", "unknown-config-key", Severity.NOTE)
SET_INSIDE_KERNEL_OR_LOOP = Code("GEO618", "set-inside-kernel-or-loop", Severity.WARNING)
SINGLE_ASSEMBLE_DEPTH = Code("GEO619", "single-assemble-depth", Severity.WARNING)
SIMULATOR_FIXES_LAUNCH_MODE = Code("GEO620", "simulator-fixes-launch-mode", Severity.WARNING)
MISSING_CONFIG_KEY = Code("GEO621", "missing-config-key", Severity.NOTE)
