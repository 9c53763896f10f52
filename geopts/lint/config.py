"""The linter's configuration: the nearest file that has one, and nothing merged."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping
from typing import Any

import attrs

from geopts.errors import FileError, OptionValueError, UnknownOptionError
from geopts.files import read_bytes
from geopts.findings import Severity
from geopts.lint.select import Selection, parse_selectors, parse_severities
from geopts.rules.context import CONTEXT_KEYS

__all__ = ["CONFIG_NAMES", "Config", "ConfigFinder", "load_config"]

#: Names of files that may hold a configuration, the first of a directory wins.
CONFIG_NAMES = (".geopts.toml", "geopts.toml", "pyproject.toml")

_LISTS = ("select", "ignore", "exclude", "operator-types")
_TEXTS = ("fail-on", "baseline", *(key.replace("_", "-") for key in CONTEXT_KEYS))
_TABLES = ("severity", "per-file-ignores")
_KEYS = (*_LISTS, *_TEXTS, *_TABLES)
#: A byte sequence without which a file has no configuration: it spares most projects the import of a TOML reader.
_TRACE = {"geopts.toml": b"lint", "pyproject.toml": b"geopts"}
_SPEC_CONTEXT = ("product", "soc_version", "parser", "cann")


@attrs.frozen
class Config:
    """One configuration.

    :ivar path: the file; empty when there is none.
    :ivar selection: rules and severities.
    :ivar fail_on: the severity from which findings make the exit code 1; None: not set.
    :ivar exclude: patterns of paths, relative to the file's directory, that a walk through directories leaves out.
    :ivar per_file_ignores: pattern of paths to selectors, as texts.
    :ivar operator_types: operator types declared as known.
    :ivar baseline: the baseline file; empty when there is none.
    :ivar context: texts of the surroundings, by key of `geopts.rules.context.CONTEXT_KEYS`.
    """

    path: str = ""
    selection: Selection = attrs.field(factory=Selection)
    fail_on: Severity | None = None
    exclude: tuple[str, ...] = ()
    per_file_ignores: tuple[tuple[str, Selection], ...] = ()
    operator_types: frozenset[str] = frozenset()
    baseline: str = ""
    context: Mapping[str, str] = attrs.field(factory=dict)

    @property
    def directory(self) -> str:
        """The directory that its patterns and paths are relative to."""
        return os.path.dirname(os.path.abspath(self.path)) if self.path else os.curdir


_NONE = Config()


class ConfigFinder:
    """Finds the configuration of a file: the nearest one upward, each read once."""

    def __init__(self, fixed: Config | None = None, *, isolated: bool = False) -> None:
        """Start.

        :param fixed: the configuration that the user named; no other is looked for.
        :param isolated: look for none.
        """
        self._fixed = fixed or (_NONE if isolated else None)
        self._by_directory: dict[str, Config] = {}

    def of_file(self, path: str) -> Config:
        """Give the configuration of a file.

        :raises GeoptsError: it cannot be read, or has an unknown key or a wrong value.
        """
        if self._fixed is not None:
            return self._fixed
        return self.of_directory(os.path.dirname(path) or os.curdir)

    def of_directory(self, directory: str) -> Config:
        """Give the configuration that is nearest to a directory."""
        if self._fixed is not None:
            return self._fixed
        try:
            here = os.path.abspath(directory)
        except OSError:  # the working directory is gone
            return _NONE
        passed: list[str] = []
        found: Config | None = None
        while True:
            if here in self._by_directory:
                found = self._by_directory[here]
                break
            passed.append(here)
            found = _config_in(here)
            above = os.path.dirname(here)
            if found is not None or above == here:
                break
            here = above
        for each in passed:
            self._by_directory[each] = found or _NONE
        return found or _NONE


def _config_in(directory: str) -> Config | None:
    for name in CONFIG_NAMES:
        path = os.path.join(directory, name)
        if not os.path.isfile(path):
            continue
        data = read_bytes(path, what="configuration")
        if _TRACE.get(name, b"") in data:
            config = load_config(path, data)
            if config is not None:
                return config
    return None


def load_config(path: str, data: bytes | None = None, *, must: bool = False) -> Config | None:
    """Read a configuration; None when the file has none.

    ``.geopts.toml`` has the keys at its top or in a table ``[lint]``, ``geopts.toml`` in ``[lint]``, ``pyproject.toml`` in
    ``[tool.geopts]`` or ``[tool.geopts.lint]``. The product, CANN version and parser generation of a ``geopts.toml`` count too.

    :param must: a file without a configuration is an error: the user named it.
    :raises GeoptsError: not readable, no TOML, an unknown key (with the closest ones) or a wrong value.
    """
    if data is None:
        data = read_bytes(path, what="configuration")
    document = _toml(path, data)
    name = os.path.basename(path)
    context: dict[str, Any] = {}
    if name == "pyproject.toml":
        document = _table(path, document.get("tool", {}), "tool")
        found, where = document.get("geopts"), "tool.geopts"
    elif name == "geopts.toml":
        found, where = document.get("lint"), "lint"
        context = {key: document[key] for key in _SPEC_CONTEXT if key in document}
    else:
        found, where = document, ""
    table = None if found is None else _table(path, found, where)
    if table is not None and "lint" in table:
        inner = f"{where}.lint" if where else "lint"
        table = {**{key: value for key, value in table.items() if key != "lint"}, **_table(path, table["lint"], inner)}
    if table is None:
        if must:
            raise FileError(
                f"{path}: has no configuration of the linter", path=path, hint="write one in a table [lint]"
            )
        return None
    return _config(path, where, {**context, **table})


def _toml(path: str, data: bytes) -> dict[str, Any]:
    if sys.version_info >= (3, 11):
        import tomllib  # only where a configuration was found
    else:
        import tomli as tomllib  # as above
    try:
        loaded: dict[str, Any] = tomllib.loads(data.decode())
    except (UnicodeDecodeError, tomllib.TOMLDecodeError, RecursionError) as error:
        raise FileError(f"{path}: is no TOML: {error}", path=path, hint="mend the file, or use --isolated") from None
    return loaded


def _table(path: str, value: object, where: str) -> dict[str, Any]:
    if isinstance(value, dict):
        return value
    raise OptionValueError(
        f"{path}: {where} is no table", option=where, value=value, allowed=("a table",), hint=f"write [{where}]"
    )


def _config(path: str, where: str, table: Mapping[str, Any]) -> Config:
    values: dict[str, Any] = {}
    for key, value in table.items():
        name = key.replace("_", "-")
        if name not in _KEYS:
            from difflib import get_close_matches  # only on a mistake

            close = get_close_matches(name, _KEYS, n=3)
            hint = f"did you mean {' or '.join(close)}?" if close else f"the keys are {', '.join(_KEYS)}"
            place = f"[{where}] " if where else ""
            raise UnknownOptionError(f"{path}: {place}has no key {key!r}", name=key, suggestions=close, hint=hint)
        values[name] = _checked(path, name, value)
    fail_on = values.get("fail-on")
    if fail_on is not None and fail_on not in {severity.value for severity in Severity}:
        raise _wrong(path, "fail-on", fail_on, "error, warning or note")
    baseline = values.get("baseline", "")
    return Config(
        path=path,
        selection=Selection(
            parse_selectors(values.get("select", ()), option=f"{path}: select"),
            parse_selectors(values.get("ignore", ()), option=f"{path}: ignore"),
            parse_severities(values.get("severity", {}), option=f"{path}: severity"),
        ),
        fail_on=Severity(fail_on) if fail_on else None,
        exclude=tuple(values.get("exclude", ())),
        per_file_ignores=tuple(
            (pattern, Selection(ignore=parse_selectors(codes, option=f"{path}: per-file-ignores")))
            for pattern, codes in values.get("per-file-ignores", {}).items()
        ),
        operator_types=frozenset(values.get("operator-types", ())),
        baseline=os.path.join(os.path.dirname(os.path.abspath(path)), baseline) if baseline else "",
        context={key: values[name] for key in CONTEXT_KEYS if (name := key.replace("_", "-")) in values},
    )


def _checked(path: str, key: str, value: object) -> object:
    """Check the type of a value; a single text counts as a list of one."""
    if key in _LISTS:
        return _texts(path, key, value)
    if key == "severity":
        table = _table(path, value, key)
        if not all(isinstance(each, str) for each in table.values()):
            raise _wrong(path, key, value, "a table of texts")
        return table
    if key == "per-file-ignores":
        return {pattern: _texts(path, key, codes) for pattern, codes in _table(path, value, key).items()}
    if key == "allow-hf32" and isinstance(value, bool):
        return "true" if value else "false"
    if not isinstance(value, str):
        raise _wrong(path, key, value, "a text")
    return value


def _texts(path: str, key: str, value: object) -> list[str]:
    texts = [value] if isinstance(value, str) else value
    if not isinstance(texts, list) or not all(isinstance(each, str) for each in texts):
        raise _wrong(path, key, value, "a list of texts")
    return texts


def _wrong(path: str, key: str, value: object, wanted: str) -> OptionValueError:
    return OptionValueError(
        f"{path}: {key} is {value!r}, and wants {wanted}",
        option=key,
        value=value,
        allowed=(wanted,),
        hint=f"write {key} as {wanted}",
    )
