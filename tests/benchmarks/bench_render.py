"""Rendering 100,000 findings, as a ratio to iniconfig reading 100,000 entries in the same run.

Run by hand: ``python tests/benchmarks/bench_render.py``. The exit code is 1 when ``json`` misses its bar: the whole of
``geopts lint --format json`` may take three times what iniconfig takes, so the report alone may take two thirds of that.
"""

from __future__ import annotations

import gc
import io
import sys
import time
from collections.abc import Callable
from functools import partial

import iniconfig

from geopts.findings import Edit, Finding, Fix, Related, Severity, Span
from geopts.render import FORMATS, Report, render

COUNT = 100_000
ROUNDS = 3
JSON_BAR = 2.0


def best(work: Callable[[], object]) -> float:
    times = []
    for _ in range(ROUNDS):
        gc.collect()
        start = time.process_time()
        work()
        times.append(time.process_time() - start)
    return min(times)


def plain_finding(index: int) -> Finding:
    return Finding(
        "GEO201",
        "unknown-mode",
        Severity.ERROR,
        f"'high_performence' of 'Operator{index}' is no mode, so GE drops the entry",
        hint="write high_performance",
        source="op_impl_mode_config_parser.cc:340-346 (hicann/ge@ffdcbc9f)",
        path="model/op_precision.ini",
        span=Span(index + 1, 10, index + 1, 26, 40 * index, 40 * index + 16),
    )


def rich_finding(index: int) -> Finding:
    return Finding(
        "GEO202",
        "repeated-entry",
        Severity.WARNING,
        f"'Operator{index}' is set again with the same mode",
        hint="leave one of them out",
        path="model/op_precision.ini",
        span=Span(index + 1, 1, index + 1, 30, 40 * index, 40 * index + 29),
        related=(Related("the entry that counts", Span(1, 1, 1, 30)),),
        fix=Fix("remove the line", (Edit(40 * index, 40 * index + 30, b""),), safe=True),
    )


def write(report: Report, name: str) -> None:
    render(report, format=name, stream=io.StringIO())


def main() -> int:
    lines = [f"Operator{index}=high_performence" for index in range(COUNT)]
    text = "\n".join(["[ByOpType]", *lines, ""])
    sources = {"model/op_precision.ini": text.encode()}
    reference = best(lambda: iniconfig.IniConfig("op_precision.ini", data=text))
    sys.stdout.write(f"iniconfig, {COUNT} entries: {reference:.3f} s\n")
    missed = False
    for label, make in (("plain", plain_finding), ("with related place and fix", rich_finding)):
        report = Report(findings=[make(index) for index in range(COUNT)], sources=sources, checked=tuple(sources))
        for name in FORMATS:
            seconds = best(partial(write, report, name))
            ratio = seconds / reference
            per_finding = seconds / COUNT * 1e6
            sys.stdout.write(f"{name:8} {label:26} {per_finding:6.2f} us per finding, {ratio:5.2f} x iniconfig\n")
            missed |= name == "json" and ratio > JSON_BAR
    return int(missed)


if __name__ == "__main__":
    sys.exit(main())
