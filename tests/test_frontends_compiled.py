"""Emitted shell, C and C++ run by bash and by compilers, with stand-ins that write down what they get."""

from __future__ import annotations

import itertools
import json
import subprocess
from pathlib import Path

import pytest

from geopts.facts.options import BY_KEY
from geopts.facts.rows import ValueKind
from geopts.frontends import Emitted, emit
from geopts.option_set import OptionSet

pytestmark = pytest.mark.slow

DATA = Path(__file__).parent / "data" / "frontends"
AWKWARD = [
    "a b;c|d&e",
    'it\'s "q" \\ $HOME `x` $(y)',
    "é中文 ??/ ??= %d",
    "tab\tnew\nline",
    "*?[!x]{a,b}~#",
    "=",
    "-x",
    "\x01\x7f",
    "\udc80\udcff",
]


def option_sets() -> list[OptionSet]:
    """Give sets that together hold every option once, texts and paths being awkward ones in turn."""
    texts = itertools.cycle(AWKWARD)
    sets: list[dict[str, object]] = [{} for _ in range(4)]
    for i, (key, row) in enumerate(BY_KEY.items()):
        if row.value_kind is ValueKind.ENUM:
            value: object = next(t for t in (row.allowed_values or row.code_accepted_values or ()) if t)
        elif row.value_kind in (ValueKind.PATH_FILE, ValueKind.PATH_DIR, ValueKind.STRING, ValueKind.UNSTATED):
            value = next(texts)
        elif row.value_kind in (ValueKind.BOOL_01, ValueKind.BOOL_TRUE_FALSE, ValueKind.BOOL_CAPITALISED):
            value = True
        elif row.value_kind is ValueKind.INT:
            value = 1
        else:
            continue
        sets[i % len(sets)][key] = value
    return [OptionSet(), *(OptionSet(options) for options in sets)]


SETS = pytest.mark.parametrize("options", option_sets(), ids=[str(i) for i in range(5)])


def run(*command: str | Path, stdin: bytes = b"", **environment: str) -> bytes:
    done = subprocess.run(
        command,
        input=stdin,
        capture_output=True,
        check=False,
        env={"PATH": "/usr/bin:/bin", **environment},
        timeout=120,
    )
    assert done.returncode == 0, done.stderr.decode("utf-8", "replace")
    return done.stdout


def encoded(text: str) -> bytes:
    return text.encode("utf-8", "surrogateescape")


@SETS
@pytest.mark.parametrize(("front_end", "program"), [("atc", "atc"), ("pyatc", "python3"), ("aoe", "aoe")])
def test_bash_passes_the_words_that_were_meant(
    tmp_path: Path, front_end: str, program: str, options: OptionSet
) -> None:
    emitted = emit(options, front_end)
    script = tmp_path / "run.sh"
    script.write_bytes(encoded(emitted.text))
    run("bash", "-n", script)
    fake = tmp_path / program
    fake.write_text('#!/bin/bash\nprintf "%s\\0" "$@"\n', encoding="utf-8")
    fake.chmod(0o755)
    words = run(
        "bash", script, PATH=f"{tmp_path}:/usr/bin:/bin", MODEL="m", FRAMEWORK="5", OUTPUT="o", SOC_VERSION="s"
    ).split(b"\0")[:-1]
    flags = dict(word.partition(b"=")[::2] for word in words if word.startswith(b"--"))
    for item in emitted.items:
        if item.spelling:
            assert flags.pop(item.spelling.encode()) == encoded((item.reads_as or ("", item.text))[1])
    assert set(flags) <= {b"--model", b"--framework", b"--output", b"--soc_version", b"--job_type"}


def records(output: bytes) -> dict[str, dict[str, bytes]]:
    parts = output.split(b"\0")[:-1]
    found: dict[str, dict[str, bytes]] = {}
    for call, key, value in zip(parts[::3], parts[1::3], parts[2::3], strict=True):
        found.setdefault(call.decode(), {})[key.decode()] = value
    return found


def predicted(emitted: Emitted) -> dict[str, dict[str, bytes]]:
    calls = {
        call: {key: encoded(text) for key, text in table.items()}
        for call, table in emitted.predicted.items()
        if call != "parse"
    }
    return {call: table for call, table in calls.items() if table}


MAIN = {
    "ge-cpp-offline": "int main() { ge::Graph graph; ge::ModelBufferData model; return static_cast<int>(BuildWithOptions(graph, model)); }\n",
    "ge-cpp-session": "int main() { ge::Graph graph; return MakeSession(0, graph) == nullptr; }\n",
}


@SETS
@pytest.mark.parametrize("front_end", MAIN)
def test_the_maps_of_cpp_hold_what_was_predicted(tmp_path: Path, front_end: str, options: OptionSet) -> None:
    emitted = emit(options, front_end)
    source = tmp_path / "x.cpp"
    source.write_bytes(encoded(emitted.text + MAIN[front_end]))
    include = DATA / "include"
    run(
        "g++",
        "-std=c++14",
        "-Wall",
        "-Wextra",
        "-Wno-trigraphs",
        "-Werror",
        f"-I{include}",
        source,
        "-o",
        tmp_path / "x",
    )
    assert records(run(tmp_path / "x")) == predicted(emitted)


@SETS
@pytest.mark.parametrize("compiler", [("gcc", "-std=c99"), ("g++", "-std=c++11")])
def test_acl_is_handed_what_was_predicted(tmp_path: Path, compiler: tuple[str, str], options: OptionSet) -> None:
    emitted = emit(options, "acl")
    source = tmp_path / ("x.c" if compiler[0] == "gcc" else "x.cpp")
    source.write_bytes(encoded(emitted.text + "int main(void) { return SetCompileOptions(); }\n"))
    run(
        *compiler,
        "-Wall",
        "-Wextra",
        "-Wno-trigraphs",
        "-Werror",
        f"-I{DATA / 'include'}",
        source,
        "-o",
        tmp_path / "x",
    )
    parts = run(tmp_path / "x").split(b"\0")[:-1]
    rows = json.loads((DATA / "keys.json").read_text(encoding="utf-8"))["acl"]["keys"]
    keys = {str(row["enum_value"]): row["ge_key"] for row in rows.values()}
    words = {b"enable": b"1", b"disable": b"0"}
    found = {keys[number.decode()]: value for number, value in zip(parts[::2], parts[1::2], strict=True)}
    if "ge.jit_compile" in found:
        found["ge.jit_compile"] = words[found["ge.jit_compile"]]
    assert found == {key: encoded(text) for table in emitted.predicted.values() for key, text in table.items()}
