"""geopts.toml: one file with what a model's build needs, read into an `OptionSet` with every error told at once."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterator, Mapping
from difflib import get_close_matches
from pathlib import Path
from typing import Any

import attrs

from geopts.errors import FileError, FindingsError, GeoptsError, OptionValueError, UnknownOptionError
from geopts.facts.dialects import OP_PRECISION
from geopts.files import read_bytes
from geopts.findings import Finding, Severity
from geopts.option_set import OP_PRECISION_MODE, OptionSet, find_option
from geopts.precision.modes import parse_mode
from geopts.precision.op_precision import OpPrecision
from geopts.value_types import in_a_spec, shown

__all__ = ["Spec", "check_bounds", "check_spec", "load_mapping", "read_spec"]

_MAX_BYTES = 16 * 1024 * 1024
_MAX_DEPTH = 64
_SOURCE = "geopts: the spec file"
_KINDS = {"dict": "a table", "list": "a list"}


@attrs.frozen
class Spec:
    """A spec as read.

    :ivar options: the options, with OP_PRECISION_MODE as `OpPrecision` where the spec has ``[precision]``.
    :ivar product: family or SoC named under ``product``.
    :ivar soc_version: SoC named under ``soc_version``.
    :ivar cann: CANN release.
    :ivar parser: generation of GE's parser, ``old`` or ``new``.
    :ivar precision_bytes: content of ``precision.file``, to be passed on unchanged.
    :ivar precision_path: that file's path from here.
    :ivar pypto_runtime: the table ``[pypto.runtime]``.
    :ivar lint: the table ``[lint]``.
    :ivar path: the file, as the caller named it.
    :ivar spelling: GE key to the key's path in the spec.
    """

    options: OptionSet = attrs.field(factory=OptionSet)
    product: str | None = None
    soc_version: str | None = None
    cann: str | None = None
    parser: str | None = None
    precision_bytes: bytes | None = None
    precision_path: str | None = None
    pypto_runtime: Mapping[str, Any] | None = None
    lint: Mapping[str, Any] | None = None
    path: str = ""
    spelling: Mapping[str, str] = attrs.field(factory=dict)


def load_mapping(path: str | os.PathLike[str], data: bytes | None = None) -> dict[str, Any]:
    """Read a TOML or JSON file whose top is a table; JSON when the name ends in ``.json`` or the text starts with ``{``.

    :raises FileError: unreadable, not UTF-8, no TOML or JSON, or its top is no table.
    """
    name = os.fspath(path)
    raw = read_bytes(name, limit=_MAX_BYTES, what="spec file") if data is None else data
    try:
        text = raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        utf16 = raw[:2] in (b"\xff\xfe", b"\xfe\xff")
        kind = "UTF-16" if utf16 else "binary" if b"\0" in raw[:4096] else f"no UTF-8 (byte {error.start})"
        raise FileError(
            f"{name}: is {kind}, so it cannot be read as a spec", path=name, hint="save it as UTF-8 text"
        ) from None
    is_json = name.endswith(".json") or text.lstrip()[:1] == "{"
    try:
        value = json.loads(text, object_pairs_hook=_without_repetition) if is_json else _toml(text)
    except RecursionError:
        raise FileError(f"{name}: is nested too deeply", path=name) from None
    except ValueError as error:  # both parsers raise subclasses of it
        what = "JSON" if is_json else "TOML"
        raise FileError(f"{name}: is no valid {what}: {error}", path=name, hint=_starting_hint(name)) from None
    if not isinstance(value, dict):
        told = f"{name}: holds a {type(value).__name__} where a table is expected"
        raise FileError(told, path=name, hint=_starting_hint(name))
    check_bounds(value, name)
    return value


def _without_repetition(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Build a JSON object; TOML refuses a key that stands twice, and so is it here."""
    table: dict[str, Any] = {}
    for key, value in pairs:
        if key in table:
            raise ValueError(f"the key {key!r} stands twice in one object")
        table[key] = value
    return table


def _starting_hint(name: str) -> str:
    return (
        f"'geopts init {name}' makes a spec of it" if name.endswith(".ini") else "'geopts init' writes a starting file"
    )


def check_bounds(value: Any, name: str) -> None:
    """Refuse what no option needs and what no code copes with: nesting without end, numbers beyond 64 bits.

    :raises FileError: the table ``value`` of the file ``name`` has such a thing.
    """
    level = [value]
    for _ in range(_MAX_DEPTH):
        inner: list[Any] = []
        for each in level:
            if isinstance(each, dict):
                inner += each.values()
            elif isinstance(each, list):
                inner += each
            elif isinstance(each, int) and each.bit_length() > 64:
                raise FileError(f"{name}: holds a number of {each.bit_length()} bits; 64 are the most", path=name)
        if not inner:
            return
        level = inner
    raise FileError(f"{name}: is nested too deeply", path=name)


def _toml(text: str) -> dict[str, Any]:
    if sys.version_info >= (3, 11):
        import tomllib  # only where TOML is read
    else:
        import tomli as tomllib  # as above
    loaded: dict[str, Any] = tomllib.loads(text)
    return loaded


def read_spec(path: str | os.PathLike[str], data: bytes | None = None) -> Spec:
    """Read a spec.

    :param path: the file; ``precision.file`` is relative to its directory.
    :param data: its content, when it was read already.
    :raises FileError: a file cannot be read at all.
    :raises FindingsError: it has errors; all of them are in ``findings``, each with the key's path.
    """
    name = os.fspath(path)
    spec, findings = check_spec(name, load_mapping(name, data))
    if findings:
        count = len(findings)
        raise FindingsError(f"{name}: {count} error{'s' if count > 1 else ''}", findings=findings)
    return spec


def check_spec(path: str, mapping: Mapping[str, Any]) -> tuple[Spec, tuple[Finding, ...]]:
    """Read as much of a spec as can be used, and give what is wrong with the rest, each with the key's path.

    :param path: the file; ``precision.file`` is relative to its directory.
    :param mapping: its content, as `load_mapping` gives it.
    """
    return _Reader(path, mapping).read()


class _Reader:
    """Collects findings while it walks the tables."""

    def __init__(self, path: str, mapping: Mapping[str, Any]) -> None:
        self.path = path
        self.mapping = mapping
        self.findings: list[Finding] = []

    def read(self) -> tuple[Spec, tuple[Finding, ...]]:
        """Walk the tables."""
        self.findings += self._structure()
        broken = {finding.key for finding in self.findings if finding.code == "GEO505"}
        tables = {key: value for key, value in self.mapping.items() if key not in broken}
        options, spelling = self._options(tables.get("options", {}))
        precision, raw = self._precision(tables.get("precision"), options)
        if precision is not None and OP_PRECISION_MODE not in options:
            options[OP_PRECISION_MODE] = precision
            spelling[OP_PRECISION_MODE] = "precision"
        spec = Spec(
            options=OptionSet(options),
            product=tables.get("product"),
            soc_version=tables.get("soc_version"),
            cann=tables.get("cann"),
            parser=tables.get("parser"),
            precision_bytes=raw,
            precision_path=None if raw is None else str(Path(self.path).parent / tables["precision"]["file"]),
            pypto_runtime=tables.get("pypto", {}).get("runtime"),
            lint=tables.get("lint"),
            path=self.path,
            spelling=spelling,
        )
        return spec, tuple(self.findings)

    def _add(self, code: str, name: str, key: str, message: str, hint: str, source: str = _SOURCE) -> None:
        self.findings.append(Finding(code, name, Severity.ERROR, message, hint, source, self.path, key=key))

    def _structure(self) -> Iterator[Finding]:
        from jsonschema import Draft202012Validator  # heavy, and only needed where a spec is read

        from geopts.spec_schema import structure_schema  # goes with it

        for error in sorted(
            Draft202012Validator(structure_schema()).iter_errors(self.mapping),
            key=lambda e: [str(p) for p in e.absolute_path],
        ):
            place = ".".join(map(str, error.absolute_path))
            if error.validator == "additionalProperties":
                known = sorted(error.schema["properties"])
                for extra in (k for k in error.instance if k not in error.schema["properties"]):
                    yield self._unknown_key(f"{place}.{extra}" if place else str(extra), str(extra), known)
            else:
                wanted = error.schema.get("enum") or error.validator_value
                told = (
                    " or ".join(map(repr, wanted))
                    if isinstance(wanted, list)
                    else {"object": "a table"}.get(str(wanted), f"a {wanted}")
                )
                given = _KINDS.get(error.instance.__class__.__name__) or shown(error.instance)
                yield Finding(
                    "GEO505",
                    "wrong-type",
                    Severity.ERROR,
                    f"{place}: {given} is not allowed here; it must be {told}",
                    f"write {told}",
                    _SOURCE,
                    self.path,
                    key=place,
                )

    def _unknown_key(self, place: str, extra: str, known: list[str]) -> Finding:
        close = get_close_matches(extra, known, n=1, cutoff=0.6)
        hint = f"did you mean {close[0]!r}?" if close else "allowed here are " + ", ".join(known)
        if "." not in place and _is_option(extra):
            hint = f"options stand under [options]: move {extra} there"
        return Finding(
            "GEO501",
            "unknown-key",
            Severity.ERROR,
            f"{place}: no such key in a spec",
            hint,
            _SOURCE,
            self.path,
            key=place,
        )

    def _options(self, table: Mapping[str, Any]) -> tuple[dict[str, Any], dict[str, str]]:
        accepted: dict[str, Any] = {}
        spelling: dict[str, str] = {}
        for name, value in _flatten(table):
            key = f"options.{name}"
            try:
                row = find_option(name)
                if row.key in accepted:
                    self._add(
                        "GEO505",
                        "wrong-type",
                        key,
                        f"{key}: {row.key} is given twice, also as {spelling[row.key]}",
                        "leave one out",
                    )
                    continue
                if value is None:  # JSON's null leaves the option unset, as None does
                    continue
                accepted[row.key] = OptionSet({row.key: value})[row.key]
                spelling[row.key] = key
            except UnknownOptionError as error:
                self._add(
                    "GEO501",
                    "unknown-key",
                    key,
                    f"{key}: {error.message}",
                    error.hint,
                    "inc/graph_metadef/external/ge_common/ge_common_api_types.h:614-696",
                )
            except OptionValueError as error:
                kind = ("GEO504", "refused-value") if isinstance(value, str) else ("GEO505", "wrong-type")
                message, hint = in_a_spec(error)
                self._add(*kind, key, f"{key}: {message}", hint, error.source)
        return accepted, spelling

    def _precision(
        self, table: Mapping[str, Any] | None, options: Mapping[str, Any]
    ) -> tuple[OpPrecision | None, bytes | None]:
        if table is None:
            return None, None
        if OP_PRECISION_MODE in options:
            self._add(
                "GEO301",
                "mutually-exclusive",
                "precision",
                "precision and options.op_precision_mode both say what op_precision.ini holds",
                "leave one of them out",
            )
        if "file" in table:
            if len(table) > 1:
                self._add(
                    "GEO301",
                    "mutually-exclusive",
                    "precision.file",
                    "precision.file and the tables beside it both say what op_precision.ini holds",
                    "move the entries into the file, or leave the file out",
                )
            if not isinstance(table["file"], str):
                return None, None  # told with the structure
            try:
                raw = read_bytes(Path(self.path).parent / table["file"], what="op_precision.ini")
            except GeoptsError as error:
                self._add("GEO510", "missing-file", "precision.file", f"precision.file: {error.message}", error.hint)
                return None, None
            return OpPrecision.parse(raw), raw
        tables: dict[str, dict[str, Any]] = {"by_op_type": {}, "by_node_name": {}}
        for section, entries in tables.items():
            given = table.get(section, {})
            for name, mode in given.items() if isinstance(given, dict) else ():
                if not isinstance(mode, str):
                    continue  # told with the structure
                try:
                    entries[name] = parse_mode(mode)
                except OptionValueError as error:
                    key = f"precision.{section}.{name}"
                    self._add(
                        "GEO201",
                        "unknown-mode",
                        key,
                        f"{key}: {shown(mode)} is no precision mode; GE would drop the entry",
                        error.hint,
                        OP_PRECISION.source,
                    )
        return OpPrecision(**tables), None


def _flatten(table: Mapping[str, Any], prefix: str = "") -> Iterator[tuple[str, Any]]:
    """Yield names and values; an unquoted GE key with dots (``ge.exec.x = 1``) has become nested tables and is put together again."""
    for name, value in table.items():
        full = f"{prefix}{name}"
        if isinstance(value, dict) and full.partition(".")[0] == "ge" and not _is_option(full):
            yield from _flatten(value, f"{full}.")
        else:
            yield full, value


def _is_option(name: str) -> bool:
    try:
        find_option(name)
    except UnknownOptionError:
        return False
    return True
