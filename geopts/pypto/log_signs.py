"""Why a log holds no tuning lines: signs looked for in the first 512 KiB of each file, and what they mean.

The known reasons: hicann/pypto@883e7dfb ``device_log.h`` (level, device form), ``device_execute_context.cpp`` (control flow only) and
``emulation_launcher.cpp`` (value-dependent kernels), single-file copies for the latter two.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import attrs

if TYPE_CHECKING:
    from geopts.pypto.log_scan import Readable

__all__ = ["Absence", "Signs", "Watched"]

_FIRST = 512 * 1024
_MARKS: dict[str, tuple[bytes, ...]] = {
    "pypto": (b"PYPTO(",),
    "info": (b"[INFO ] PYPTO(", b"[DEBUG] PYPTO("),
    "launch": (b"AscendCppDyInitTask begin", b"Image size is ", b"end control flow"),
    "device": (b"] AICPU(", b"] CCECPU("),
    "value_dependent": (b"Skip host control flow cache build due to disableCtrlFlowCache",),
    "binary_match": (b"inary file ",),
    "compressed": (b"\x1f\x8b\x08",),
}


class Absence(NamedTuple):
    """A reason for the absence of tuning lines: a stable word, a sentence, and what to do."""

    reason: str
    message: str
    hint: str


@attrs.define
class Signs:
    """What the files show besides tuning lines."""

    size: int = 0
    found: set[str] = attrs.field(factory=set)

    def look(self, data: bytes) -> None:
        """Take in the beginning of a file."""
        for sign, marks in _MARKS.items():
            if sign in self.found:
                continue
            if data.startswith(marks) if sign == "compressed" else any(mark in data for mark in marks):
                self.found.add(sign)

    def absence(self, *, malformed: int, unrendered: int, device_failures: bool) -> Absence:
        """Say which of the known reasons for missing tuning lines fits best.

        :param malformed: number of lines that are cut or damaged.
        :param unrendered: number of those whose numbers are still ``PRIu64``.
        :param device_failures: alloc failures of a real device were there.
        """
        if unrendered or device_failures or ("device" in self.found and "pypto" not in self.found):
            return _DEVICE_FORM
        if malformed:
            return _DAMAGED
        return next((absence for sign, absence in _BY_SIGN if sign in self.found), _FOREIGN if self.size else _EMPTY)


_RUN_AGAIN = (
    "export ASCEND_GLOBAL_LOG_LEVEL=1 and ASCEND_PROCESS_LOG_PATH=<directory>, run once, and name that directory"
)
_DEVICE_FORM = Absence(
    "device-form",
    "these are records of a real device, whose log macro cannot print the numbers: only Alloc Failure lines get through",
    "read the host's debug/device-0/pypto-simulation-*.log, written while the control flow is recorded or simulated",
)
_DAMAGED = Absence(
    "damaged",
    "every tuning line is cut or damaged",
    "read the whole files; of a capture, keep whole lines (no grep -o, no cut)",
)
_EMPTY = Absence("empty", "there is nothing to read: the input is empty", _RUN_AGAIN)
_FOREIGN = Absence("no-pypto-log", "there is no PyPTO record in this input", _RUN_AGAIN)
# The first sign that is there decides.
_BY_SIGN = (
    (
        "compressed",
        Absence(
            "compressed", "the file is compressed", "decompress it into the command: zcat FILE | geopts pypto logs -"
        ),
    ),
    (
        "binary_match",
        Absence("binary-match", "grep found NUL bytes and printed no lines", "let grep read it as text: grep -a"),
    ),
    (
        "value_dependent",
        Absence(
            "value-dependent",
            "the kernel's control flow depends on values, so PyPTO records none on the host, and the device cannot print the lines",
            "run the kernel once in the simulator (run_mode 1)",
        ),
    ),
    (
        "launch",
        Absence(
            "full-cache",
            "the launches ran from the control-flow cache: the lines are printed once per kernel and shape, when the cache is recorded",
            "log from the start of a fresh process, so that the first launch of each shape is in the log",
        ),
    ),
    (
        "info",
        Absence(
            "no-launch",
            "the log has INFO records but no launch whose control flow ran",
            "include the first launch of each shape, and the directory debug/device-0, where its lines are written",
        ),
    ),
    (
        "pypto",
        Absence(
            "level", "the log level is not INFO: there are PyPTO records, but none of level INFO or DEBUG", _RUN_AGAIN
        ),
    ),
)


class Watched:
    """A stream that shows the beginning of a file to the signs while it is read."""

    def __init__(self, stream: Readable, signs: Signs) -> None:
        self._stream = stream
        self._signs = signs
        self._seen = 0

    def readinto(self, buffer: memoryview, /) -> int | None:
        """Read, and look at what came while it still is the beginning."""
        count = self._stream.readinto(buffer)
        self._signs.size += count or 0
        if count and self._seen < _FIRST:
            self._seen += count
            self._signs.look(bytes(buffer[:count]))
        return count
