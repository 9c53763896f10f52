"""Linting 2,000 scripts in one call against ``grep -rl atc`` over the same directory: time, memory, processes.

Run by hand: ``python tests/benchmarks/bench_scripts.py``. A tenth of the scripts hold commands, as in a repository of models; a second
directory has a command in every file. The exit code is 1 when memory grows with the number of files: at most a tenth more for ten times as many.
"""

from __future__ import annotations

import os
import random
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path

FILES = 2_000
ROUNDS = 3
GROWTH = 1.1
FILLER = "echo step {number}\nfor i in 1 2 3; do\n  python3 infer.py --input data/$i --batch 8\ndone\n"
SHAPES = ("1,3,224,224", "1,3,640,640", "8,3,512,512", "1,80,3000")


def script(order: random.Random, number: int, *, command: bool) -> str:
    """Write a script of some fifty lines."""
    lines = ["#!/bin/bash", "set -e", *(FILLER.format(number=step) for step in range(10))]
    if command:
        lines += [
            f"atc --model=model{number}.onnx --framework=5 --output=out/model{number} \\",
            f'    --input_shape="image:{order.choice(SHAPES)}" --soc_version=Ascend310P3 --log=error \\',
            f"    --precision_mode={order.choice(('force_fp16', 'allow_mix_precision', 'must_keep_origin_dtype'))}",
        ]
    return "\n".join(lines) + "\n"


def directory(top: Path, name: str, count: int, share: float) -> Path:
    """Make a directory of scripts, of which a share holds commands."""
    order = random.Random(20260822)
    target = top / name
    target.mkdir()
    for number in range(count):
        text = script(order, number, command=order.random() < share)
        (target / f"run{number:05}.sh").write_text(text, encoding="utf-8")
    return target


def seconds(command: list[str]) -> float:
    """Run a command a few times and give the shortest time."""
    times = []
    for _ in range(ROUNDS):
        start = time.perf_counter()
        subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False)
        times.append(time.perf_counter() - start)
    return min(times)


def peak(path: Path) -> float:
    """Give the most memory of a run, in MiB."""
    code = "import sys, resource; from geopts.cli.main import run; run(sys.argv[1:]); sys.stderr.write(str(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss))"
    arguments = ["lint", "--isolated", "--format", "concise", str(path)]
    done = subprocess.run(
        [sys.executable, "-c", code, *arguments], capture_output=True, text=True, check=True, env=dict(os.environ)
    )
    return int(done.stderr.rsplit("\n", 1)[-1]) / 1024


def write(line: str) -> None:
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


def main() -> int:
    """Measure and print."""
    geopts = [sys.executable, "-m", "geopts", "lint", "--isolated", "--format", "concise"]
    with tempfile.TemporaryDirectory() as name:
        top = Path(name)
        few, every = directory(top, "few", FILES, 0.1), directory(top, "every", FILES, 1.0)
        small = directory(top, "small", FILES // 10, 1.0)
        for label, path in (("a command in one of ten", few), ("a command in each", every)):
            grep = seconds(["grep", "-rl", "atc", str(path)])
            write(f"{FILES} scripts, {label}: grep -rl atc {grep * 1000:.0f} ms")
            for jobs in (1, 2):
                taken = seconds([*geopts, "--jobs", str(jobs), str(path)])
                write(f"  geopts lint --jobs {jobs}: {taken:.2f} s, {taken / grep:.0f} times grep")
        start = seconds([*geopts, str(small / "run00000.sh")])
        write(f"one script: {start * 1000:.0f} ms")
        little, much = peak(small), peak(every)
        write(f"memory: {little:.0f} MiB for {FILES // 10} scripts, {much:.0f} MiB for {FILES}")
        children = resource.getrusage(resource.RUSAGE_CHILDREN)
        write(f"all runs together: {children.ru_utime:.1f} s of the processor")
    return 0 if much <= GROWTH * little else 1


if __name__ == "__main__":
    raise SystemExit(main())
