"""The kind ``mindspore-lite``: configuration files of MindSpore Lite, whose sections hold its own keys or go to GE as they are."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from geopts.findings import Finding
from geopts.rules.context import Context
from geopts.rules.script_evidence import is_binary, is_lite_config

__all__ = ["check", "recognise", "same_effect"]


def check(path: str, data: bytes, context: Context, enabled: Callable[[str], bool]) -> Iterable[Finding]:
    """Give the findings of all enabled rules."""
    if not recognise(path, data):
        return ()
    from geopts.rules.script_lite_sections import (
        lint_lite,
    )  # the tables of the front ends, only for files that need them

    return [finding for finding in lint_lite(path, data, context) if enabled(finding.code)]


def recognise(name: str, head: bytes) -> bool:
    """Take a configuration file of MindSpore Lite by one of the section headers that only it has."""
    del name
    return not is_binary(head) and is_lite_config(head)


def same_effect(before: bytes, after: bytes) -> bool:
    """Prove that the entries are the same ones in the same sections."""
    from geopts.rules.script_lite_sections import entries

    one, other = (
        [(entry.section, entry.key, entry.value) for entry in entries(data.decode("utf-8", "surrogateescape"))]
        for data in (before, after)
    )
    return one == other
