"""What keeps the files and dicts of a plan from being taken: names no ini can hold, paths the front ends refuse, an empty ge_initialize."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping

from geopts.errors import UnportableError
from geopts.facts.dialects import OP_PRECISION
from geopts.facts.rows import Call
from geopts.findings import Finding, Severity
from geopts.option_set import OP_PRECISION_MODE, OptionSet
from geopts.precision.front_end import path_is_valid, refused_path_characters
from geopts.precision.op_precision import OpPrecision, unportable_hint, why_unportable
from geopts.resolve.placement import Api

__all__ = ["empty_initialize", "refused_path", "unwritable_names"]


def empty_initialize(calls: Mapping[Call, Mapping[str, str]]) -> Iterator[Finding]:
    """A session needs at least one option for ge_initialize (api/python/ge/ge/ge_global/geapi.py:36-44)."""
    if any(calls.values()) and calls.get(Call.GE_INITIALIZE) == {}:
        yield Finding(
            "GEO516",
            "empty-initialize",
            Severity.NOTE,
            "no option goes to ge_initialize, and GeApi.ge_initialize refuses an empty dict with a TypeError",
            "give the process an option of its own there, such as option_exec_device_id",
            "api/python/ge/ge/ge_global/geapi.py:36-44",
        )


def unwritable_names(precision: OpPrecision | None, name: str) -> Iterator[Finding]:
    """What of a typed file cannot be written so that all readers agree; one that was read is passed on as it is."""
    if precision is None or precision.was_read:
        return

    def finding(key: str, message: str, hint: str) -> Finding:
        return Finding(
            "GEO209", "unmatchable-name", Severity.ERROR, f"{key}: {message}", hint, OP_PRECISION.source, key=key
        )

    entries = [(f"{name}.by_op_type", key) for key in precision.by_op_type]
    entries += [(f"{name}.by_node_name", key) for key in precision.by_node_name]
    told = [
        finding(f"{table}.{key}", f"the entry {key!r} cannot be written: {reason}", unportable_hint(key))
        for table, key in entries
        if (reason := why_unportable(key))
    ]
    yield from told
    try:
        precision.to_bytes()
    except UnportableError as error:
        if not told:
            yield finding(name, error.message, error.hint)


def refused_path(
    options: OptionSet, texts: Mapping[str, str], api: Api, ini_path: str | None, origin: Callable[[str], str]
) -> Iterator[Finding]:
    """What the front ends refuse about the path of op_precision.ini (base/common/util.cc:52-126, :260-311)."""
    source = "base/common/util.cc:52-126,260-311; compiler/api/aclgrph/ge_ir_build.cc:834-842; api/session/session/inner_session.cc:104-117"
    text = texts.get(OP_PRECISION_MODE)
    if text is None or (options.op_precision is not None and ini_path is None):
        return
    name = origin(OP_PRECISION_MODE)
    refused = refused_path_characters(text)
    call = "build_model" if api == "offline" else "the session"
    if refused:
        shown = " ".join(repr(character) for character in refused)
        yield Finding(
            "GEO509",
            "refused-path-character",
            Severity.ERROR,
            f"{name}: {call} refuses the path {text!r}: the resolved path holds {shown}",
            "use a path of letters, digits, '.', '/', '_', '-' and CJK characters only, or name another one with --ini-path",
            source,
            key=name,
        )
    elif options.op_precision is None and os.path.isdir(text):
        yield Finding(
            "GEO510",
            "missing-file",
            Severity.WARNING,
            f"{name}: {text!r} is a directory; GE takes it for an empty file, so no entry counts and the built-in preset is not loaded",
            "name the ini file in it",
            "compiler/engines/nn_engine/utils/common/config_parser/op_impl_mode_config_parser.cc:209-218,328-359",
            key=name,
        )
    elif options.op_precision is None and not path_is_valid(text):
        yield Finding(
            "GEO510",
            "missing-file",
            Severity.ERROR,
            f"{name}: {call} refuses the path {text!r}: there is no such file here, or it cannot be read (E10001)",
            "check the path, or write the entries under [precision] and let geopts write the file",
            source,
            key=name,
        )
