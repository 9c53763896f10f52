"""How fast PyPTO logs are read, against grep on the same files in the same run.

    python tests/benchmarks/bench_pypto_logs.py [MEGABYTES]

Prints seconds, ratios and the peak memory of each process; not collected by pytest.
"""

from __future__ import annotations

import random
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

PATTERN = r"\[Workspace Runtime (Pool|Tuning|Summary|Recommendation|Alloc Failure)\]"
SAMPLE = Path(__file__).parents[1] / "data" / "pypto" / "sample_logs" / "01_scenario1_ok.log"
ROUNDS = 7
ORDINARY = (
    "[INFO ] PYPTO({t}):2026-09-04 10:11:12.{m:03d} [device_execute_context.cpp:470][MACHINE]:[CalcControlMaxAicore] stitchedSize={n}, maxC=24, maxV=48\n",
    "[INFO ] PYPTO({t}):2026-09-04 10:11:12.{m:03d} [device_execute_context.cpp:590][MACHINE]:[Stitch Finish] Finish Signal or Barrier. rootKey={n}.\n",
    "[INFO ] PYPTO({t}):2026-09-04 10:11:12.{m:03d} [dev_workspace.h:{m}][MACHINE]:Workspace slot {n} of func TENSOR_k_loop_Unroll1_PATH{m}_root at 0x{n:x}.\n",
    "[DEBUG] PYPTO({t}):2026-09-04 10:11:12.{m:03d} [dev_encode.cpp:{m}][MACHINE]:Func ( {m}) rawTensor[ {m}], @{n:x} [4096 bytes] (Root Outcast).\n",
    "[INFO ] PYPTO({t}):2026-09-04 10:11:12.{m:03d} [pass_manager.cpp:{m}][PASS]:The Runtime of pass [ExpandFunction] is {n} us.\n",
)


def write_ordinary(path: Path, size: int) -> None:
    """Write a log of ordinary lines with one launch per 128 MB."""
    chance = random.Random(1)  # the same log in every run
    block = "".join(
        chance.choice(ORDINARY).format(
            t=4000 + chance.randrange(4), m=chance.randrange(1000), n=chance.randrange(2**30)
        )
        for _ in range(120_000)
    ).encode()
    launch = SAMPLE.read_bytes()
    with path.open("wb") as stream:
        written = launches = 0
        while written < size:
            written += stream.write(block)
            if written // (128 << 20) >= launches:
                written += stream.write(launch)
                launches += 1


def write_dense(path: Path, size: int) -> None:
    """Write tuning lines only, no two launches alike."""
    launch = SAMPLE.read_text("utf-8")
    with path.open("w", encoding="utf-8") as stream:
        written = number = 0
        while written < size:
            written += stream.write(launch.replace("stitchCount=128", f"stitchCount={number}"))
            number += 1


def measure(command: str, directory: Path) -> tuple[float, bytes]:
    """Run a shell command; give seconds and what it printed."""
    start = time.perf_counter()
    out = subprocess.run(["/bin/sh", "-c", command, "sh", str(directory)], capture_output=True, check=False).stdout
    return time.perf_counter() - start, out


def peak_of(command: str, directory: Path) -> int:
    """Give the most megabytes of anonymous memory that a command had, looking 500 times a second (Linux)."""
    peak = 0
    with subprocess.Popen(["/bin/sh", "-c", command, "sh", str(directory)], stdout=subprocess.DEVNULL) as process:
        status = Path(f"/proc/{process.pid}/status")
        while process.poll() is None:
            for line in status.read_text("utf-8").splitlines():
                if line.startswith("RssAnon:"):
                    peak = max(peak, int(line.split()[1]))
            time.sleep(0.002)
    return peak // 1024


def main() -> None:
    """Measure and print."""
    megabytes = int(sys.argv[1]) if len(sys.argv) > 1 else 512
    geopts = f"exec '{sys.executable}' -m geopts pypto"
    piped = geopts.removeprefix("exec ")
    with tempfile.TemporaryDirectory() as name:
        ordinary, dense = Path(name) / "ordinary", Path(name) / "dense"
        for directory, write, size in (
            (ordinary, write_ordinary, megabytes),
            (dense, write_dense, max(1, megabytes // 8)),
        ):
            directory.mkdir()
            write(directory / "run.log", size << 20)
        commands = {
            "grep | cat": f"grep -rE '{PATTERN}' \"$1\" | cat",
            "geopts pypto logs | cat": f'{piped} logs --format json "$1" | cat',
            "geopts pypto tune | cat": f'{piped} tune --format json "$1" | cat',
            "cat | grep": f"cat \"$1\"/* | grep -E '{PATTERN}'",
            "cat | geopts pypto logs -": f'cat "$1"/* | {piped} logs --format json -',
        }
        times: dict[str, list[float]] = {label: [] for label in commands}
        for _ in range(ROUNDS):  # in turn, so that whatever else the machine does hits all alike
            for label, command in commands.items():
                seconds, out = measure(command, ordinary)
                times[label].append(seconds)
                assert out
        say(f"{megabytes} MB of ordinary log, {ROUNDS} rounds, page cache warm, {shutil.which('grep')}")
        for label, seconds_each in times.items():
            base = times["cat | grep" if label.startswith("cat") else "grep | cat"]
            middle = statistics.median(seconds_each)
            ratio = statistics.median(own / other for own, other in zip(seconds_each, base, strict=True))
            say(f"  {label:28} {middle:6.3f} s   {ratio:5.2f} x grep")
        for label, directory in (("ordinary", ordinary), ("tuning lines only", dense)):
            size = sum(file.stat().st_size for file in directory.iterdir()) >> 20
            for job in ("logs", "tune"):
                seconds, _ = measure(f'{geopts} {job} --format json "$1"', directory)
                peak = peak_of(f'{geopts} {job} --format json "$1"', directory)
                say(f"  {size} MB, {label}, {job}: {seconds:.2f} s, {peak} MB of anonymous memory")


def say(line: str) -> None:
    """Print at once."""
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    main()
