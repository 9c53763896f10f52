"""PyPTO logs: the sample logs, and what other readers stumble over.

Formats and prefixes: dev_workspace.cpp, dev_workspace.h, device_execute_context.cpp (hicann/pypto, single-file copies newer than
883e7dfb), tilefwk_log.h and device_log.h (hicann/pypto@883e7dfb). The expectations of the samples come from an independent reader.
"""

from __future__ import annotations

import importlib.util
import io
import json
import os
import random
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from geopts.pypto import byte_search, log_store
from geopts.pypto.log_files import origin_of
from geopts.pypto.log_lines import read_prefix, read_record
from geopts.pypto.log_scan import scan
from geopts.pypto.logs import read_log, read_logs

if TYPE_CHECKING:
    from types import ModuleType

    from geopts.pypto.logs import LogReport

DATA = Path(__file__).parent / "data" / "pypto"
SAMPLES = DATA / "sample_logs"
EXPECTED: dict[str, dict[str, Any]] = json.loads((SAMPLES / "expected.json").read_text("utf-8"))["samples"]


def _simulator() -> ModuleType:
    spec = importlib.util.spec_from_file_location("pypto_simulator", DATA / "simulator.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


simulator = _simulator()
KERNEL = simulator.Kernel(tuple(simulator.Root(4096, 512 * (i % 3), i % 2, 2) for i in range(40)))
OTHER = simulator.Kernel(tuple(simulator.Root(8192, 0, 1) for _ in range(9)), slot=8192)


def from_bytes(data: bytes, path: str = "-") -> LogReport:
    return read_log(io.BytesIO(data), path)


def launches(data: bytes, path: str = "-") -> list[dict[str, Any]]:
    return [launch.as_json() for launch in from_bytes(data, path).launches()]


def simulated(second: int = 0, tid: int = 100, depth: int = 128, kernel: Any = KERNEL, parallelism: int = 1) -> bytes:
    lines = simulator.run(kernel, (depth, depth, depth), parallelism=parallelism)
    log = simulator.host_log(lines, tid=tid, second=second)
    assert isinstance(log, bytes)
    return log


def agrees(got: dict[str, Any], expected: dict[str, Any]) -> None:
    """Compare every field that an expectation has."""
    for field, value in expected.items():
        if field == "files":
            assert [os.path.relpath(path, SAMPLES) for path in got["files"]] == value
        elif field == "launches":
            assert len(got["launches"]) == len(value)
            for launch, wanted in zip(got["launches"], value, strict=True):
                assert {key: launch.get(key) for key in wanted} == wanted
        elif field != "note":
            assert got[field] == value, field
    assert got["malformed_lines"] == expected.get("malformed_lines", 0)
    assert got["device_alloc_failures"] == expected.get("device_alloc_failures", {})


@pytest.mark.parametrize("name", EXPECTED)
def test_sample(name: str) -> None:
    report = read_logs([str(SAMPLES / file) for file in EXPECTED[name]["files"]])
    agrees(report.as_json(), EXPECTED[name])


@pytest.mark.parametrize("name", [name for name in EXPECTED if (SAMPLES / name).is_dir()])
def test_sample_directory(name: str) -> None:
    agrees(read_logs([str(SAMPLES / name)]).as_json(), EXPECTED[name])


@pytest.mark.parametrize("separator", [":", ":17:"])
@pytest.mark.parametrize("name", EXPECTED)
def test_sample_as_grep_prints_it(name: str, separator: str) -> None:
    """grep puts the path, and perhaps the line number, before each line, and walks directories in no order."""
    files = EXPECTED[name]["files"][::-1]
    lines = [
        f"{SAMPLES / file}{separator}".encode() + line + b"\n"
        for file in files
        for line in (SAMPLES / file).read_bytes().split(b"\n")
        if line
    ]
    wanted = {key: value for key, value in EXPECTED[name].items() if key != "files"}
    agrees(from_bytes(b"".join(lines)).as_json(), wanted)


def test_sample_filtered_by_grep_loses_only_what_the_other_lines_told() -> None:
    """Rotated files of sample 07 in the wrong order, tuning lines only, as the documented command prints them."""
    wanted = EXPECTED["07_rotated_interleaved"]
    lines = [
        f"{file}:".encode() + line + b"\n"
        for file in sorted(wanted["files"], reverse=True)
        for line in (SAMPLES / file).read_bytes().split(b"\n")
        if b"[Workspace Runtime" in line
    ]
    got = from_bytes(b"".join(lines)).as_json()
    assert got["launches"] == wanted["launches"]


def test_lines_coloured_by_grep() -> None:
    plain = simulated()
    coloured = plain.replace(b"[Workspace Runtime Pool]", b"\x1b[01;31m\x1b[K[Workspace Runtime Pool]\x1b[m\x1b[K")
    assert launches(coloured) == launches(plain)


FRAGMENTS = st.sampled_from(
    [
        b"[Workspace Runtime", b"[Workspace Runtime Pool] parallelId=0, ", b"rootInner={current=1,peak=2,capacity=3}", b"\n", b"\r\n",
        b"[INFO ] PYPTO(12):2026-09-04 10:11:12.102 [x.h:2][MACHINE]:", b"[workspaceSize] stitch depth: k_eff=3, ", b"reason=exclusive-outcast",
        b"[Workspace Runtime Alloc Failure] reason=exclusive-outcast\n", b"!!! Emulation ControlFlowCache shape {[1]}", b"Image size is 3 bytes.",
        b"Root cannot fit in an empty DeviceTask", b"a/b-1_2.log:", b"\x1b[K", b'" "', b"\0", b"\x1f\x8b\x08",
        simulated()[:700], simulated()[-600:], simulated(),
    ]
)  # fmt: skip


@given(
    st.lists(st.one_of(FRAGMENTS, st.binary(max_size=30)), max_size=25),
    st.sampled_from(["-", "device-1_2.log", "x.log"]),
)
@settings(deadline=None)
def test_arbitrary_bytes_never_raise(parts: list[bytes], path: str) -> None:
    report = from_bytes(b"".join(parts), path)
    json.dumps(report.as_json())
    assert report.malformed_lines >= report.unrendered_lines >= 0


@given(st.randoms(use_true_random=False), st.sampled_from([1, 2, 4]))
@settings(max_examples=20, deadline=None)
def test_any_interleaving_of_two_processes_gives_the_same_launches(chance: random.Random, parallelism: int) -> None:
    first = (simulated(1, tid=7, parallelism=parallelism) + simulated(2, tid=7)).splitlines(keepends=True)
    second = (simulated(1, tid=8, depth=3) + simulated(3, tid=8, kernel=OTHER)).splitlines(keepends=True)
    together = launches(b"".join(first + second))
    assert len(together) == 4
    queues = [first[::-1], second[::-1]]
    mixed = []
    while any(queues):
        mixed.append(chance.choice([queue for queue in queues if queue]).pop())
    assert launches(b"".join(mixed)) == together


def flat(data: bytes) -> list[Any]:
    """Give every record of the launches in a list, in the order a thread writes them."""
    out: list[Any] = []
    for launch in from_bytes(data).launches():
        for task in launch.tasks:
            out += [*task.pools, task.tuning]
        out += [*launch.loose_pools, *launch.summary]
        out += [launch.recommendation] if launch.recommendation else []
    return out


WHOLE = simulated(1) + simulated(2, kernel=OTHER)
WHOLE_RECORDS = flat(WHOLE)


@given(st.integers(0, len(WHOLE)))
@settings(deadline=None)
def test_cutting_a_log_loses_at_most_the_record_at_the_cut(cut: int) -> None:
    complete = WHOLE[:cut].count(b"}.\n")
    got = flat(WHOLE[:cut])
    assert got == WHOLE_RECORDS[: len(got)]
    assert complete <= len(got) <= complete + 1  # a record may be whole without its line break
    assert from_bytes(WHOLE[:cut]).malformed_lines <= 1


@given(
    st.lists(st.one_of(FRAGMENTS, st.integers(1, 20000).map(lambda n: b"x" * n)), max_size=12), st.integers(100, 30000)
)
@settings(max_examples=40, deadline=None)
def test_what_is_found_does_not_depend_on_the_chunks(parts: list[bytes], chunk: int) -> None:
    data = b"".join(parts)
    assert list(scan(io.BytesIO(data), chunk=chunk)) == list(scan(io.BytesIO(data)))


@settings(deadline=None)
@given(st.binary(max_size=200), st.binary(min_size=1, max_size=3), st.integers(0, 210), st.integers(0, 210))
def test_fast_search_is_find(data: bytes, mark: bytes, start: int, end: int) -> None:
    buffer = bytearray(data)
    assert byte_search.finder(buffer)(mark, start, end) == data.find(mark, start, min(end, len(data)))


def test_without_glibc_the_search_is_that_of_python(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(byte_search, "_has_glibc", lambda: False)
    assert byte_search.finder(bytearray(b"abc"))(b"c", 0, 3) == 2
    agrees(read_logs([str(SAMPLES / "01_scenario1_ok.log")]).as_json(), EXPECTED["01_scenario1_ok"])


def test_records_beyond_memory_are_spooled(monkeypatch: pytest.MonkeyPatch) -> None:
    data = b"".join(simulated(second) for second in range(6))
    whole = launches(data)
    monkeypatch.setattr(log_store, "_SPOOL", 1000)
    assert len(whole) == 6
    assert launches(data) == whole


@pytest.mark.parametrize("quoted", [True, False])
def test_launch_in_the_form_a_mended_device_log_would_have(quoted: bool) -> None:
    """Quotes at the seams of literals, thread id after the bracket, pid and device from the path (device_log.h, #fmt)."""
    lines = simulator.run(KERNEL, (3, 3, 3))
    failures = sum("Alloc Failure" in line for line in lines)
    assert failures
    data = simulator.device_log(lines, quoted=quoted)
    report = from_bytes(data, "/logs/debug/device-3/device-9100_20260904220000111.log")
    (launch,) = report.launches()
    assert (launch.pid, launch.tid, launch.device) == (9100, 3456, "device-3")
    (on_host,) = from_bytes(simulator.host_log(lines)).launches()
    assert (launch.tasks, launch.summary) == (on_host.tasks, on_host.summary)
    assert launch.recommendation == on_host.recommendation
    assert report.alloc_failure_counts == {}
    assert sum(report.device_alloc_failures["device-3"].values()) == failures


def test_device_thread_in_the_other_public_form() -> None:
    """[tid:n] as in the public example of silent_check_v3.cc."""
    head = b"[ERROR] AICPU(26533,aicpu_scheduler):2025-02-25-18:40:56.176.403 [silent_check_v3.cc:250][ComputeL1Error][tid:26552]"
    assert read_prefix(head)[1:] == (26552, 20250225184056176)


def test_two_devices_are_told_apart() -> None:
    line = simulator.device_log(["[Workspace Runtime Alloc Failure] reason=exclusive-outcast"])
    both = b"".join(f"d/debug/device-{n}/device-{n}0_2026.log:".encode() + line for n in (1, 2, 2))
    report = from_bytes(both)
    assert report.device_alloc_failures == {"device-1": {"exclusive-outcast": 1}, "device-2": {"exclusive-outcast": 2}}
    assert report.launch_count == 0
    assert list(report.launches()) == []


def test_equal_pids_below_two_log_roots_are_two_processes() -> None:
    """Containers have small pids; each rank has its own ASCEND_PROCESS_LOG_PATH."""
    name = "debug/device-0/pypto-simulation-27_20260904160000001.log"
    lines = [simulated(1, depth=5).splitlines(keepends=True), simulated(1, depth=6).splitlines(keepends=True)]
    mixed = b"".join(
        f"rank{rank}/{name}:".encode() + lines[rank][n]
        for n in range(len(lines[0]))
        for rank in (0, 1)
        if n < len(lines[rank])
    )
    assert [launch["recommendation"]["actualDepths"][0] for launch in launches(mixed)] == [5, 6]


def test_records_in_the_wrong_file_come_back_by_their_time(tmp_path: Path) -> None:
    """The host/device flag of PyPTO's logger is shared by threads without a lock (log_manager.cpp)."""
    whole = simulated(1)
    lines = whole.splitlines(keepends=True)
    stray = [n for n, line in enumerate(lines) if b"Tuning" in line or b"parallelId=0, rootInner={peak" in line]
    for folder, name, wanted in (("device-0", "pypto-simulation", False), ("plog", "pypto-log", True)):
        (tmp_path / "debug" / folder).mkdir(parents=True)
        text = b"".join(line for n, line in enumerate(lines) if (n in stray) is wanted)
        (tmp_path / "debug" / folder / f"{name}-5_20260904160000001.log").write_bytes(text)
    got = read_logs([str(tmp_path)]).as_json()["launches"]
    expected = launches(whole)
    assert [dict(launch, pid=None) for launch in got] == expected


@pytest.mark.parametrize(
    "name",
    ["pypto-log-5_1.log", "pypto-simulation-5_1.log", "device-5_1.log", "plog-5_1.log"],
)
def test_names_of_log_files(name: str) -> None:
    folder = {"pypto-log": "plog", "plog": "plog"}.get(name.split("-5", maxsplit=1)[0], "device-2")
    origin = origin_of(f"/root/run/debug/{folder}/{name}")
    assert (origin.pid, origin.stamp, origin.root, origin.directory) == (
        5,
        1,
        "/root/run",
        folder if folder != "plog" else "",
    )


def test_a_failed_launch_ends_before_the_next_begins() -> None:
    """Two failures and the error, no Summary (device_execute_context.cpp, preflight)."""
    impossible = simulator.Kernel((simulator.Root(512, 0, 1, 50), simulator.Root(512, 0, 1, 50)), slot=512)
    failed = simulator.run(impossible, (1, 1, 1))
    assert "Root cannot fit" in failed[-1]
    data = simulator.host_log(failed, second=1) + simulated(2)
    first, second = from_bytes(data).launches()
    assert first.failed == "inner-temporal-outcast"
    assert first.alloc_failures == ("inner-temporal-outcast", "inner-temporal-outcast")
    assert first.recommendation is None
    assert len(first.tasks) == 1
    assert second.alloc_failures == ()
    assert second.recommendation is not None
    without_error = b"".join(line for line in data.splitlines(keepends=True) if b"Root cannot" not in line)
    assert [len(launch.alloc_failures) for launch in from_bytes(without_error).launches()] == [
        2,
        0,
    ]  # by "Image size is"


def lines_of(data: bytes, *drop: bytes) -> bytes:
    """Leave out every line that holds one of the marks."""
    return b"".join(line for line in data.splitlines(keepends=True) if not any(mark in line for mark in drop))


def test_launches_are_told_apart_by_what_is_left_of_them() -> None:
    two = simulated(1) + simulated(2)
    for lost in (
        (b"Image size",),
        (b"Image size", b"Recommendation"),
        (b"Image size", b"Summary"),
        (b"Image size", b"Recommendation", b"Summary"),
    ):
        got = list(from_bytes(lines_of(two, *lost)).launches())
        assert [len(launch.tasks) for launch in got] == [1, 1], lost
    one_tuning_line_lost = list(from_bytes(lines_of(simulated(1, depth=3), b"taskId=1,")).launches())
    assert len(one_tuning_line_lost) == 1
    assert len(one_tuning_line_lost[0].loose_pools) == 1


def test_failures_before_the_first_task_of_a_launch_belong_to_it() -> None:
    """Alloc Failure lines precede the Pool lines of the task that they cut."""
    cut = simulated(2, depth=3)
    data = lines_of(simulated(1) + cut, b"Image size", b"Recommendation", b"Summary")
    first, second = from_bytes(data).launches()
    assert first.alloc_failures == ()
    assert len(second.alloc_failures) == cut.count(b"Alloc Failure")


POOL = b"[Workspace Runtime Pool] parallelId=0, rootInner={current=1,peak=2,capacity=3}, exclusiveOutcast={current=4,peak=5,capacity=6}, assembleOutcast={currentSlots=7,peakSlots=8,capacitySlots=9}."


@pytest.mark.parametrize(
    ("body", "whole"),
    [
        (POOL, True),
        (POOL + b"\r", True),
        (POOL + b"\0\0", True),
        (POOL + b'"', True),
        (POOL + b"[INFO ] PYPTO(1):2026", True),  # the line break before the next record was lost
        (POOL[:-1], False),
        (POOL + b"x", False),
        (POOL.replace(b"peak=2", b"peak="), False),
        (POOL.replace(b"peak=2", b"peak=-2"), False),
        (POOL.replace(b"peak=2", b'peak=%" PRIu64 "'), False),
        (POOL.replace(b"peak=2", b"peak=18446744073709551615"), True),
        (POOL.replace(b"peak=2", b"peak=18446744073709551616"), False),  # no 64-bit number
        (POOL.replace(b"peak=2", b"peak=" + b"9" * 5000), False),
        (POOL.replace(b"Pool]", b"Poll]"), False),
        (b"[Workspace Runtime Alloc Failure] reason=exclusive-outcast", True),
        (b"[Workspace Runtime Alloc Failure] reason=exclusive-outcast\r", True),
        (b"[Workspace Runtime Alloc Failure] reason=exclusive-outc", False),
        (b"[Workspace Runtime Alloc Failure] reason=exclusive-outcasts", False),
        (b"[Workspace Runtime Alloc Failure] reason=ok", False),
        (b"[Workspace Runtime", False),
    ],
)
def test_only_whole_records_count(body: bytes, whole: bool) -> None:
    assert (read_record(body) is not None) is whole
    assert from_bytes(b"noise " + body + b"\nnoise").malformed_lines == int(not whole)


def test_a_record_behind_a_cut_one_on_the_same_line_is_kept() -> None:
    report = from_bytes(
        b"[Workspace Runtime Pool] parallelId=0, rootIn[INFO ] PYPTO(9):2026-09-04 10:00:00.000 [a:1][M]:" + POOL
    )
    (launch,) = report.launches()
    assert report.malformed_lines == 1
    assert launch.tid == 9
    assert len(launch.loose_pools) == 1


def test_two_marks_in_one_damaged_line_count_once() -> None:
    assert from_bytes(b"[Workspace Runtime Pool] [Workspace Runtime Tuning] \n").malformed_lines == 1
    assert from_bytes(b"[Workspace Runtime Pool] \n[Workspace Runtime Tuning] \n").malformed_lines == 2


def test_very_long_lines_are_read_in_bounded_pieces() -> None:
    long = b"x" * 3_000_000
    report = from_bytes(long + POOL + b"\n" + POOL + long + b"\n" + simulated())
    assert report.malformed_lines == 1
    assert report.launch_count == 1


def test_shape_lines_go_to_the_launch_recorded_for_them() -> None:
    """emulation_launcher.cpp prints the shape before the cache is recorded; a launch without an own line has an unknown shape."""
    shape = "!!! Emulation ControlFlowCache shape {[4,2] [2]}"
    data = simulator.host_log([shape], second=1) + simulated(2) + simulated(3)
    assert [launch.shape for launch in from_bytes(data).launches()] == ["{[4,2] [2]}", None]
    other_thread = simulator.host_log([shape], second=1, tid=4) + simulated(2)
    assert [launch.shape for launch in from_bytes(other_thread).launches()] == [None]
    after = simulated(2) + simulator.host_log([shape], second=3)
    assert [launch.shape for launch in from_bytes(after).launches()] == [None]
    cut = simulator.host_log([shape[:-3]], second=1) + simulated(2)
    assert [launch.shape for launch in from_bytes(cut).launches()] == [None]


def test_host_line_gives_sizes_only_when_it_is_whole_and_alone() -> None:
    line = simulator.host_line(KERNEL, (128, 128, 128))
    data = simulator.host_log([line], second=1) + simulated(2)
    got = from_bytes(data).as_json()
    assert got["context_workspace"] == KERNEL.workspace((128, 128, 128))
    assert got["minimum_bytes"] == KERNEL.workspace((1, 1, 1))
    assert got["limit_bytes"] is None
    recommended = tuple(got["max_recommended"])
    assert got["workspace_at_recommended"] == KERNEL.workspace(recommended)
    cut = simulator.host_log([line[:-40]], second=1) + simulated(2)
    assert from_bytes(cut).as_json()["context_workspace"] is None
    two = simulator.host_log([line, simulator.host_line(OTHER, (128, 128, 128))], second=1) + simulated(2)
    assert from_bytes(two).as_json()["context_workspace"] is None


def test_the_shorter_host_line_of_august_2026_is_read() -> None:
    """No precise_workspace part, no units (dev_encode_workspace.cpp, hicann/pypto@883e7dfb)."""
    line = simulator.host_line(KERNEL, (128, 128, 128))
    line = line[: line.index(", precise_workspace")].replace(" bytes", "").replace(" KB", "") + "."
    data = simulator.host_log([line], second=1) + simulated(2)
    got = from_bytes(data).as_json()
    assert got["workspace_at_recommended"] == KERNEL.workspace(tuple(got["max_recommended"]))


INFO = b"[INFO ] PYPTO(1):2026-09-04 10:00:00.000 [a.cpp:1][MACHINE]:"


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (b"", "empty"),
        (b"nothing of interest\n", "no-pypto-log"),
        (b"[ERROR] PYPTO(1):2026-09-04 10:00:00.000 [a.cpp:1][MACHINE]:bad\n", "level"),
        (INFO + b"compiled\n", "no-launch"),
        (INFO + b"AscendCppDyInitTask begin\n" + INFO + b"end control flow.\n", "full-cache"),
        (INFO + b"Skip host control flow cache build due to disableCtrlFlowCache.\n", "value-dependent"),
        (b'[INFO] AICPU(3301,aicpu_scheduler):2026-09-04-22:00:00.001.421 [d.h:1]3 F "x"\n', "device-form"),
        (b"grep: ./wk/debug/a.log: binary file matches\n", "binary-match"),
        (b"\x1f\x8b\x08\0\0\0\0\0", "compressed"),
        (INFO + b"[Workspace Runtime Pool] parallelId=\n", "damaged"),
    ],
)  # fmt: skip
def test_reason_for_missing_tuning_lines(data: bytes, reason: str) -> None:
    absence = from_bytes(data).absence
    assert absence is not None
    assert absence.reason == reason
    assert absence.message
    assert absence.hint


def test_no_reason_is_needed_when_a_launch_is_there() -> None:
    assert from_bytes(simulated()).absence is None
    assert read_logs([str(SAMPLES / "06_truncated_last_line.log")]).absence is None


def test_files_that_cannot_be_read_do_not_hide_the_others(tmp_path: Path) -> None:
    (tmp_path / "good.log").write_bytes(simulated())
    report = read_logs([str(tmp_path / "good.log"), str(tmp_path / "missing.log"), "nul\0"])
    assert report.launch_count == 1
    assert [error.path for error in report.unreadable] == [str(tmp_path / "missing.log"), "nul\0"]
    assert "no such file" in report.unreadable[0].message


class _Failing(io.BytesIO):
    """A file on a disk that breaks after the first piece."""

    def readinto(self, buffer: Any, /) -> int:
        count = super().readinto(buffer)
        if not count:
            raise OSError(5, "Input/output error")
        return count


def test_an_error_while_reading_keeps_what_was_read() -> None:
    report = read_log(_Failing(simulated()), "disk.log")
    assert report.launch_count == 1
    assert "Input/output error" in report.unreadable[0].message


def test_a_file_named_twice_is_read_once_and_links_inside_directories_are_not_followed(tmp_path: Path) -> None:
    (tmp_path / "a.log").write_bytes(simulated())
    (tmp_path / "latest.log").symlink_to("a.log")
    (tmp_path / "loop").symlink_to(".")
    os.mkfifo(tmp_path / "pipe")
    report = read_logs([str(tmp_path), str(tmp_path / "a.log"), str(tmp_path / "latest.log")])
    assert report.files == [str(tmp_path / "a.log")]
    assert report.launch_count == 1
    assert read_logs([str(tmp_path / "latest.log")]).launch_count == 1  # named outright


def test_progress_tells_every_byte() -> None:
    counts: list[int] = []
    path = SAMPLES / "10_parallelism4.log"
    read_logs([str(path)], progress=counts.append)
    assert sum(counts) == path.stat().st_size


def test_lines_without_any_prefix_are_read() -> None:
    """Messages alone, as grep -o or a custom sink leaves them."""
    (launch,) = from_bytes("\n".join(simulator.run(KERNEL, (64, 64, 64))).encode()).launches()
    assert (launch.pid, launch.tid) == (None, None)
    assert launch.recommendation is not None


@pytest.mark.parametrize("before", ["3/12 [00:01<00:02, 4.5it/s] ", "epoch 1: ", "12:"])
def test_text_before_a_record_is_no_path(before: str) -> None:
    """A progress bar or a line number in front of some lines must not split a thread in two."""
    lines = simulated().splitlines(keepends=True)
    data = b"".join((before.encode() if n % 2 else b"") + line for n, line in enumerate(lines))
    assert launches(data) == launches(simulated())
