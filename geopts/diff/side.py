"""One side of a comparison: what GE gets from an op_precision.ini, a spec, an option dict, or from nothing."""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import Any, Literal

import attrs

from geopts.errors import FileError, OptionValueError
from geopts.files import read_bytes
from geopts.option_set import OP_PRECISION_MODE, OptionSet
from geopts.option_source import OptionFile, circumstances_of, kind_of, ranked, read_option_file, text_of
from geopts.precision.builtin import BuiltinFiles
from geopts.precision.engine import EngineTable, Parser
from geopts.resolve.placement import Api
from geopts.resolve.plan import ALLOW_HF32, OP_SELECT_IMPLMODE, OPTYPELIST, Circumstances, circumstances
from geopts.spec import read_spec

__all__ = ["Side", "read_side"]

_WHAT = "op_precision.ini"


@attrs.frozen(kw_only=True, eq=False)
class Side:
    """What one side gives to GE.

    :ivar kind: ``none``: no options at all, so GE's defaults.
    :ivar known: the target, as far as it is known.
    :ivar content: op_precision.ini; None where none is given.
    :ivar origin: what its entries are said to come from; ``numbered`` where the origin is a file with those lines.
    :ivar allow_hf32: the text GE gets, from the side itself or else from the caller.
    :ivar values: GE key (or the name as written, where it is none) to the option's value, else its text.
    :ivar places: the same keys to where the value stands.
    :ivar pypto: run-time options of PyPTO.
    """

    path: str
    kind: Literal["none", "ini", "spec", "options"]
    known: Circumstances
    content: bytes | None = None
    origin: str = _WHAT
    numbered: bool = True
    allow_hf32: str = ""
    values: Mapping[str, Any] = attrs.field(factory=dict)
    texts: Mapping[str, str] = attrs.field(factory=dict)
    places: Mapping[str, str] = attrs.field(factory=dict)
    api: Api = "offline"
    pypto: Mapping[str, Any] = attrs.field(factory=dict)

    @property
    def has_options(self) -> bool:
        """True where options other than the ini can be compared."""
        return self.kind in ("spec", "options")

    def load(self, builtin: BuiltinFiles, one: tuple[bool, Parser]) -> EngineTable:
        """Load GE's table of modes under one assumption."""
        return EngineTable.load(
            ini=self.content,
            allow_hf32=self.allow_hf32,
            op_select_implmode=self.texts.get(OP_SELECT_IMPLMODE, ""),
            optypelist=self.texts.get(OPTYPELIST, ""),
            hf32=one[0],
            parser=one[1],
            opp=builtin,
            front_end=self.api == "offline",
            origin=self.origin,
        )


def read_side(
    path: str,
    data: bytes | None = None,
    *,
    product: str | None = None,
    soc_version: str | None = None,
    parser: str | None = None,
    cann: str | None = None,
    allow_hf32: str = "",
) -> Side:
    """Read one side.

    :param path: a file, or ``none`` for no options at all.
    :param data: its content, where it was read already (standard input).
    :param product: the target, like the next three; they win over what a spec names.
    :param allow_hf32: text of allow_hf32 for a side that does not give it itself.
    :raises FileError: a file cannot be read, or op_precision_mode names one that is not here.
    :raises FindingsError: a spec has errors.
    :raises ProductError: an unknown product.
    """
    known = circumstances(product=product, soc_version=soc_version, parser=parser, cann=cann)
    if path == "none" and data is None:
        return Side(path=path, kind="none", known=known, allow_hf32=allow_hf32)
    data = read_bytes(path, what="ini file, spec or option dict") if data is None else data
    kind = kind_of(path, data)
    if kind == "ini":
        return Side(path=path, kind="ini", known=known, content=data, origin=path, allow_hf32=allow_hf32)
    file = read_option_file(path, data)
    known, _ = circumstances_of(file, product=product, soc_version=soc_version, parser=parser, cann=cann)
    side = _spec(file, known) if kind == "spec" else _dict(file, known)
    return attrs.evolve(side, allow_hf32=side.texts.get(ALLOW_HF32) or allow_hf32)


def _spec(file: OptionFile, known: Circumstances) -> Side:
    spec = read_spec(file.path, file.data)
    values = dict(spec.options.items())
    texts = spec.options.texts()
    precision = spec.options.op_precision
    content, origin, numbered = None, _WHAT, True
    if spec.precision_bytes is not None:
        name = str(file.mapping["precision"]["file"])
        content, origin = spec.precision_bytes, os.path.join(os.path.dirname(file.path), name)
    elif precision is not None:
        content, origin, numbered = precision.content(), f"{file.path} [precision]", False
    elif texts.get(OP_PRECISION_MODE):
        content, origin = _named(texts[OP_PRECISION_MODE], file.path)
    return Side(
        path=file.path,
        kind="spec",
        known=known,
        content=content,
        origin=origin,
        numbered=numbered,
        values=values,
        texts=texts,
        places=dict(spec.spelling),
        pypto=spec.pypto_runtime or {},
    )


def _dict(file: OptionFile, known: Circumstances) -> Side:
    given = ranked(file.given)
    values = {key: _value(key, one.value) for key, one in given.items()}
    texts = {key: text_of(key, one.value) for key, one in given.items()}
    places = {key: one.place for key, one in given.items()}
    for one in file.given:
        if one.key is None:
            values[one.path[-1]], places[one.path[-1]] = one.value, one.place
    content, origin = None, _WHAT
    if texts.get(OP_PRECISION_MODE):
        content, origin = _named(texts[OP_PRECISION_MODE], file.path)
    return Side(
        path=file.path,
        kind="options",
        known=known,
        content=content,
        origin=origin,
        values=values,
        texts=texts,
        places=places,
        api=file.api,
    )


def _value(key: str, value: object) -> Any:
    """Give the option's value as `OptionSet` holds it, so that texts of one meaning are equal; else what is written."""
    try:
        return OptionSet({key: value}).get(key)
    except OptionValueError:
        return value


def _named(path: str, beside: str) -> tuple[bytes, str]:
    """Read the ini an option names: as GE would from here, else beside the file that names it."""
    for name in (path, os.path.join(os.path.dirname(beside), path)):
        if os.path.exists(name):
            return read_bytes(name, what=_WHAT), name
    raise FileError(
        f"{beside}: op_precision_mode names {path}, which is not here, so its effect is not known",
        path=path,
        hint="run this where the file is, or compare the ini files themselves",
    )
