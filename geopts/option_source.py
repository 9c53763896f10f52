"""What people hand over as options: an op_precision.ini, a spec, or an option dict in JSON, each option with its place in the file."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any, Literal

import attrs

from geopts.errors import FileError, OptionValueError, ProductError, UnknownOptionError
from geopts.facts.rows import Call, OptionRow
from geopts.option_set import OptionSet, find_option
from geopts.resolve.placement import Api
from geopts.resolve.plan import Circumstances, circumstances
from geopts.spec import load_mapping

__all__ = ["Given", "OptionFile", "circumstances_of", "kind_of", "ranked", "read_option_file", "respell", "text_of"]

Kind = Literal["ini", "spec", "options", "command", "python"]

_SPEC_TABLES = frozenset({"options", "precision", "pypto", "lint"})
_SPEC_KEYS = _SPEC_TABLES | {"$schema", "product", "soc_version", "cann", "parser"}
#: Tables of an option dict that stand for a call, and how late the call comes: the latest wins (inner_session.cc:178-184, ge_ir_build.cc:991-996).
_CALLS: Mapping[str, tuple[Call, int]] = {
    "global": (Call.GE_INITIALIZE, 0),
    "ge_initialize": (Call.GE_INITIALIZE, 0),
    "build_initialize": (Call.BUILD_INITIALIZE, 0),
    "session": (Call.SESSION, 1),
    "parse": (Call.PARSE, 1),
    "build_model": (Call.BUILD_MODEL, 2),
    "graph": (Call.GRAPH, 2),
    "add_graph": (Call.GRAPH, 2),
}
#: Tables around those: ATC's --raw_ge_options (api/atc/main_impl.cc:261-514), MindSpore's ascend_config (mindspore/context.py).
_RAW = "compile options"
_SOC_VERSION = "ge.socVersion"
_WRAPPERS = (_RAW, "ascend_config", "ge_options")
_SESSION_CALLS = (Call.GE_INITIALIZE, Call.SESSION, Call.GRAPH)


@attrs.frozen
class Given:
    """One option as a file gives it.

    :ivar path: the keys that lead to it in the file; the last one is the name as it is written.
    :ivar key: the GE key, or None when the name is no option geopts knows.
    :ivar value: the value, as TOML or JSON gives it.
    :ivar call: the call whose table it stands in, where the file has such tables.
    :ivar extent: first and last byte offset of the flag, in a command.
    """

    path: tuple[str, ...]
    key: str | None
    value: Any
    call: Call | None = None
    rank: int = 0
    extent: tuple[int, int] = (0, 0)

    @property
    def place(self) -> str:
        """The path in one string, such as ``build_model.ge.exec.allow_hf32``."""
        return ".".join(self.path)


@attrs.frozen
class OptionFile:
    """A spec, an option dict, commands of ATC, or Python that fills options.

    :ivar kind: ``spec``, ``options``, ``command`` or ``python``.
    :ivar data: the bytes.
    :ivar mapping: the parsed top table.
    :ivar given: the options, in the order of the file.
    :ivar api: ``session`` for a dict with tables of session calls, else ``offline``.
    :ivar front_end: whose spellings a Python file has.
    """

    path: str
    kind: Kind
    data: bytes
    mapping: Mapping[str, Any]
    given: tuple[Given, ...]
    api: Api
    front_end: str = ""

    def all(self, key: str) -> tuple[Given, ...]:
        """Give every place that gives the option ``key``."""
        return tuple(given for given in self.given if given.key == key)

    def in_force(self, key: str) -> Given | None:
        """Give the place whose value counts: that of the latest call."""
        return ranked(self.given).get(key)

    def text(self, key: str) -> str:
        """Give GE's text of an option, ``""`` when it is not given."""
        given = self.in_force(key)
        return "" if given is None else text_of(key, given.value)


def kind_of(path: str, data: bytes) -> Kind:
    """Tell what a file is, by its name, else by its content.

    ``.ini`` is an ini, ``.toml`` a spec, JSON a spec or an option dict, and what is neither TOML nor JSON an ini.

    :raises FileError: the file has the name of a TOML or JSON file and is none.
    """
    if path.endswith(".ini"):
        return "ini"
    if path.endswith((".toml", ".json")) or data.lstrip()[:1] == b"{":
        return "spec" if path.endswith(".toml") or _is_spec(load_mapping(path, data)) else "options"
    if os.path.splitext(path)[1]:
        return "ini"
    try:  # from a pipe: no name that tells
        return "spec" if _is_spec(load_mapping(path, data)) else "ini"
    except FileError:
        return "ini"


def _is_spec(mapping: Mapping[str, Any]) -> bool:
    return any(isinstance(mapping.get(name), dict) for name in _SPEC_TABLES) or (
        bool(mapping) and mapping.keys() <= _SPEC_KEYS
    )


def read_option_file(path: str, data: bytes) -> OptionFile:
    """Read a spec or an option dict; options and values in it are not judged.

    :raises FileError: it is no TOML or JSON table.
    """
    mapping = load_mapping(path, data)
    if path.endswith(".toml") or _is_spec(mapping):
        table = mapping.get("options")
        given = tuple(_options(table, ("options",))) if isinstance(table, dict) else ()
        return OptionFile(path, "spec", data, mapping, given, "offline")
    given = tuple(_options(mapping, ()))
    session = _RAW not in mapping and any(one.call in _SESSION_CALLS for one in given)
    return OptionFile(path, "options", data, mapping, given, "session" if session else "offline")


def _options(
    table: Mapping[str, Any], path: tuple[str, ...], call: tuple[Call, int] | None = None, prefix: str = ""
) -> Iterator[Given]:
    for name, value in table.items():
        here = (*path, name)
        key = _key(prefix + name)
        if key is None and isinstance(value, dict):
            if name in _WRAPPERS or name in _CALLS:
                yield from _options(value, here, _CALLS.get(name, call))
                continue
            if (prefix + name).partition(".")[0] == "ge":  # ge.x = 1 without quotes has become tables in TOML
                yield from _options(value, here, call, f"{prefix}{name}.")
                continue
        yield Given(here, key, value, *(call or ()))


def _key(name: str) -> str | None:
    try:
        return find_option(name).key
    except UnknownOptionError:
        return _front_end_names().get(name)


@cache
def _front_end_names() -> Mapping[str, str]:
    """Names that are neither GE keys nor constants: flags without their dashes, as dicts for ATC and TensorFlow have them, and acl's."""
    from geopts.facts.frontend_keys_atc import ACL, ATC  # large tables, only for names that GE does not know

    return {row.spelling.lstrip("-"): row.ge_key for row in (*ATC, *ACL) if row.ge_key is not None}


def ranked(given: tuple[Given, ...]) -> dict[str, Given]:
    """Give for each GE key the place whose value counts."""
    force: dict[str, Given] = {}
    for one in given:
        if one.key is not None and (one.key not in force or one.rank >= force[one.key].rank):
            force[one.key] = one
    return force


def text_of(key: str, value: object) -> str:
    """Give GE's text of a value; what geopts does not take stays as it is written."""
    if isinstance(value, str):
        return value
    if value is None:
        return ""
    try:
        return OptionSet({key: value}).text(key) or ""
    except OptionValueError:
        return ",".join(map(str, value)) if isinstance(value, (list, tuple)) else str(value)


def respell(written: str, row: OptionRow) -> str:
    """Give the name of the option ``row`` in the manner in which ``written`` is spelled.

    >>> respell("OP_SELECT_IMPL_MODE", find_option("op_precision_mode"))
    'OP_PRECISION_MODE'
    """
    constant = (row.constant or row.key).rpartition("::")[2]
    if written.startswith("-"):
        return row.atc_flag or f"--{constant.lower()}"
    if written.startswith("ACL_"):
        return f"ACL_{constant}"
    if written.startswith("ge::ir_option::"):
        return f"ge::ir_option::{constant}"
    if "." in written:
        return row.key
    return constant if written.isupper() else constant.lower()


def circumstances_of(
    file: OptionFile, *, product: str | None, soc_version: str | None, parser: str | None, cann: str | None
) -> tuple[Circumstances, bool]:
    """Give what is known of the target, and whether a parser or a release is named; the command line wins as a whole.

    :param product: from the command line, like the others; the file's own names count where none is given.
    :raises ProductError: a name from the command line is unknown; in a file such a name counts as none, since others judge it.
    """
    top = {name: value for name, value in file.mapping.items() if isinstance(value, str)} if file.kind == "spec" else {}
    if not parser and not cann:
        parser, cann = top.get("parser"), top.get("cann")
    named = bool(parser or cann)
    if product or soc_version:
        return circumstances(product=product, soc_version=soc_version, parser=parser, cann=cann), named
    soc_version = top.get("soc_version") or file.text(_SOC_VERSION) or None
    try:
        return circumstances(product=top.get("product"), soc_version=soc_version, parser=parser, cann=cann), named
    except ProductError:
        return circumstances(parser=parser, cann=cann), named
