"""Migrating a file: the pair out of a spec or an option dict, op_precision.ini in, everything else byte for byte as it was."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence

import attrs

from geopts.errors import FileError
from geopts.facts.options import BY_KEY
from geopts.facts.rows import Acceptance, Call
from geopts.files import read_bytes
from geopts.findings import Finding, Severity
from geopts.migrate.front_ends import by_hand, inexpressible
from geopts.migrate.ini import Migration, without_effect
from geopts.migrate.pair import PARSER_SOURCE, PairOptions
from geopts.migrate.precision_mode import carry_precision_mode
from geopts.option_edit import Add, Change, Remove, Replace, edited
from geopts.option_set import OP_PRECISION_MODE
from geopts.option_source import Given, OptionFile, respell
from geopts.precision.builtin import BuiltinFiles
from geopts.resolve.placement import Api, call_for
from geopts.resolve.plan import ALLOW_HF32, OP_SELECT_IMPLMODE, OPTYPELIST

__all__ = ["FileMigration", "migrate_file", "pair_of"]

_INI = "op_precision.ini"
_BUILD_CALLS = (Call.BUILD_INITIALIZE, Call.BUILD_MODEL, Call.PARSE)
_LISTS = "base/common/option_supportion_checker/option_supportion_checker.cc:29-241; compiler/api/aclgrph/ge_ir_build.cc:793-811"


@attrs.frozen(eq=False)
class FileMigration:
    """A file without the pair.

    :ivar migration: the ini; None where the file needs none.
    :ivar files: what to write, by name relative to the output directory: the ini, the file, and what the file names beside itself.
    :ivar findings: what cannot be carried over.
    :ivar notes: what else there is to know, in words.
    """

    migration: Migration | None
    files: dict[str, bytes]
    findings: tuple[Finding, ...]
    notes: tuple[str, ...]


def pair_of(
    file: OptionFile,
    *,
    op_select_implmode: str | None = None,
    optypelist: str | None = None,
    allow_hf32: str | None = None,
    api: Api | None = None,
) -> PairOptions:
    """Give the pair of a file; what is given by keyword takes the place of the file's own."""

    def text(key: str, given: str | None) -> str:
        return file.text(key) if given is None else given

    def name(key: str, otherwise: str) -> str:
        given = file.in_force(key)
        return given.place if given else otherwise

    return PairOptions(
        op_select_implmode=text(OP_SELECT_IMPLMODE, op_select_implmode),
        optypelist=text(OPTYPELIST, optypelist),
        allow_hf32=text(ALLOW_HF32, allow_hf32),
        front_end=(api or file.api) == "offline",
        path=file.path,
        names=(name(OP_SELECT_IMPLMODE, "op_select_implmode"), name(OPTYPELIST, "optypelist_for_implmode")),
    )


def migrate_file(
    file: OptionFile,
    pair: PairOptions,
    migrate: Callable[[PairOptions], Migration],
    *,
    ini_path: str,
    builtin: BuiltinFiles,
    precision_mode_v2: bool = False,
) -> FileMigration:
    """Take the pair out of a file and put op_precision.ini in.

    :param pair: what `pair_of` gives.
    :param migrate: turns the pair into an ini; called only where one is needed.
    :param ini_path: path of op_precision.ini as GE will see it, for an option dict; a spec names the file beside it.
    :param precision_mode_v2: write precision_mode as precision_mode_v2 where that has a value of the same meaning.
    :raises FindingsError: GE refuses the pair, or no ini has its effect.
    :raises FileError: the file cannot be edited without touching other lines.
    """
    places = [given for given in file.given if given.key in (OP_SELECT_IMPLMODE, OPTYPELIST)]
    findings = [*_refused_calls(file, places)]
    notes: list[str] = []
    changes: list[Change] = []
    files: dict[str, bytes] = {}
    migration = None
    own = _own_ini(file)
    if own is not None:
        if places and without_effect(pair, own.content, builtin=builtin):
            findings.append(_beside_ini(file, places[0], own.name))
            changes += [Remove(given.path) for given in places]
        files |= own.beside
    elif pair.given:
        migration = migrate(pair)
        findings += migration.findings
        files[_INI] = migration.content
        stays = (
            by_hand(file, places, ini_path) if file.kind == "python" else inexpressible(file, places, OP_PRECISION_MODE)
        )
        findings += stays
        if not stays or (file.kind != "python" and stays[0].severity is Severity.NOTE):
            changes += _with_ini(file, places, ini_path)
    elif places:
        notes.append("the pair is there with empty texts, which GE takes for absent, so it is taken out")
        changes += [Remove(given.path) for given in places]
    rewritable = file.kind != "python"
    mode_changes, mode_findings, mode_notes = carry_precision_mode(file, write=precision_mode_v2 and rewritable)
    changes += mode_changes
    findings += mode_findings
    notes += mode_notes
    if changes and rewritable:
        files[os.path.basename(file.path)] = _edited(file, changes)
    elif migration is None:
        files.clear()
    return FileMigration(migration, files, tuple(findings), tuple(notes))


@attrs.frozen
class _OwnIni:
    """The op_precision.ini a file has already: what it is called there, its content, and files to go with the spec."""

    name: str
    content: bytes
    beside: dict[str, bytes]


def _own_ini(file: OptionFile) -> _OwnIni | None:
    table = file.mapping.get("precision") if file.kind == "spec" else None
    if isinstance(table, dict):
        name = table.get("file")
        if not isinstance(name, str):
            return _OwnIni("precision", b"", {})
        content = _read(os.path.join(os.path.dirname(file.path), name))
        inside = not os.path.isabs(name) and not os.path.normpath(name).startswith("..")
        return _OwnIni(
            "precision.file", content or b"", {os.path.normpath(name): content} if inside and content else {}
        )
    given = file.in_force(OP_PRECISION_MODE)
    if given is None or not file.text(OP_PRECISION_MODE):
        return None
    return _OwnIni(given.place, _read(file.text(OP_PRECISION_MODE)) or b"", {})


def _edited(file: OptionFile, changes: Sequence[Change]) -> bytes:
    if file.kind != "command":
        return edited(file.path, file.data, changes)
    from geopts.migrate.command import edited_command  # a script needs the readers of the front ends

    return edited_command(file, changes)


def _read(path: str) -> bytes | None:
    """Read an ini if it is here; the pair counts for nothing beside any content."""
    try:
        return read_bytes(path, what=_INI)
    except FileError:
        return None


def _with_ini(file: OptionFile, places: Sequence[Given], ini_path: str) -> Iterator[Change]:
    """Put the ini where the pair was; in a dict for each call, where build_model takes it."""
    row = BY_KEY[OP_PRECISION_MODE]
    yield from (Remove(given.path) for given in file.all(OP_PRECISION_MODE))  # an empty text
    if file.kind == "spec":
        yield from (Remove(given.path) for given in places)
        yield Add(("precision", "file"), _INI)
        return
    if file.kind == "command":
        for command in dict.fromkeys(given.path[:-1] for given in places):
            first, *others = (given for given in places if given.path[:-1] == command)
            yield Replace(first.path, respell(first.path[-1], row), ini_path)
            yield from (Remove(given.path) for given in others)
        return
    if not places:
        # the pair came from the command line: the ini goes to the options that are there
        beside = next((given for given in file.given if given.call is None or given.call in row.scopes), None)
        yield Add((*(beside.path[:-1] if beside else ()), row.key), ini_path)
        return
    first, *others = places
    name = respell(first.path[-1], row)
    target = call_for(row, "offline")
    if first.call in _BUILD_CALLS and first.call is not target and target is not None:
        yield Remove(first.path)
        yield Add((*first.path[:-2], target.value, name), ini_path)
    else:
        yield Replace(first.path, name, ini_path)
    yield from (Remove(given.path) for given in others)


def _refused_calls(file: OptionFile, places: Sequence[Given]) -> Iterator[Finding]:
    for given in places:
        row = BY_KEY[given.key or OP_SELECT_IMPLMODE]
        if given.call is not None and row.scopes_in_code.get(given.call) is Acceptance.REJECTED:
            yield Finding(
                "GEO502",
                "refused-key",
                Severity.WARNING,
                f"{given.place}: {given.call.value} refuses {row.key}, so it never had an effect here; the ini is what it means in build_initialize",
                "compare the results before and after: with the ini the modes are in force",
                _LISTS,
                file.path,
                key=given.place,
            )


def _beside_ini(file: OptionFile, given: Given, own: str) -> Finding:
    return Finding(
        "GEO302",
        "overridden-option",
        Severity.NOTE,
        f"{given.place}: beside {own} GE does not look at op_select_implmode and optypelist_for_implmode, so they are taken out and no ini is made",
        "",
        f"{PARSER_SOURCE}:173-176",
        file.path,
        key=given.place,
    )
