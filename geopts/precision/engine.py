"""`EngineTable`: which mode GE gives an operator, in both generations of its parser.

One table is an ordered tuple of layers. A name beats a type; within names, and within types, the earliest layer that knows the
key wins, whatever its mode. The generations differ only in which layers there are and in their order
(op_impl_mode_config_parser.cc:123-167 at hicann/ge@ffdcbc9f, "old"; :137-180 at hicann/ge@1826a02f, "new").
"""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from functools import cached_property

import attrs

from geopts import ini as _ini
from geopts.errors import OptionValueError
from geopts.facts.dialects import PrecisionMode
from geopts.ini import Document, Line, Section
from geopts.precision.builtin import BuiltinFiles
from geopts.precision.decision import Claim, Decision, explain_claims
from geopts.precision.loading import Entry, FailedError, Failure, Layer, Loader, Parser, Status, count_entries

__all__ = ["EngineTable", "Entry", "Failure", "Layer", "Parser", "Status"]


def _one_of(option: str, value: str, allowed: tuple[str, ...]) -> None:
    if value not in allowed:
        texts = " or ".join(allowed)
        raise OptionValueError(
            f"{option}: {value!r} is not allowed", option=option, value=value, allowed=allowed, hint=f"write {texts}"
        )


@attrs.frozen(eq=False, slots=False)
class EngineTable:
    """GE's table of operator modes after one initialisation.

    :ivar status: ``SUCCESS``, ``FAILED`` or ``INVALID_FILE_PATH``.
    :ivar by_name: merged node names; empty after a failure.
    :ivar by_type: merged operator types; empty after a failure.
    :ivar layers: where they came from, the strongest first; empty after a failure.
    :ivar error_codes: codes GE reports to the user, in order.
    :ivar custom: op_precision_mode was set, whether or not it loaded.
    :ivar failure: which option made GE give up, and why; None after a success.
    """

    status: Status
    by_name: dict[str, PrecisionMode] = attrs.field(repr=count_entries)
    by_type: dict[str, PrecisionMode] = attrs.field(repr=count_entries)
    layers: tuple[Layer, ...]
    error_codes: tuple[str, ...]
    custom: bool
    parser: Parser
    hf32: bool
    _would_be_preset: Layer | None = attrs.field(default=None, repr=False)
    failure: Failure | None = None

    @classmethod
    def load(
        cls,
        *,
        ini: bytes | os.PathLike[str] | None = None,
        op_precision_mode: str | None = None,
        allow_hf32: str = "",
        op_select_implmode: str = "",
        optypelist: str = "",
        hf32: bool,
        opp: str | os.PathLike[str] | BuiltinFiles | None = None,
        parser: Parser = "old",
        entry: Entry | Sequence[Entry] = "options",
        front_end: bool = False,
        origin: str = "op_precision.ini",
    ) -> EngineTable:
        """Load the sources as GE does.

        :param ini: content of the file op_precision_mode names, or its path.
        :param op_precision_mode: the option's own text, with GE's rules for paths; exclusive with ``ini``.
        :param allow_hf32: text of ``ge.exec.allow_hf32``, ``""`` when absent.
        :param op_select_implmode: text of ``ge.opSelectImplmode``.
        :param optypelist: text of ``ge.optypelistForImplmode``.
        :param hf32: whether the SoC has HF32 (``PlatformUtils::IsEnableAllowHF32``).
        :param opp: built-in files or an opp directory; None for no built-in files.
        :param parser: generation of the parser.
        :param entry: ``InitializeFromOptions`` trims optypelist, ``InitializeFromContext`` does not. Several: these calls one
            after the other on one parser, which remembers the options before it loads them, so that the same options again
            report success with whatever a failure left behind (parser.cc:133-144).
        :param front_end: atc or aclgrphBuildInitialize stands in front: it replaces an empty op_select_implmode by
            ``high_performance`` (option_utils.cc:1275-1304).
        :param origin: how the content of ``ini`` is called in locations.
        :raises TypeError: both ``ini`` and ``op_precision_mode`` are given, or ``entry`` is empty.
        :raises OptionValueError: ``parser`` or ``entry`` is not one of its values.
        :raises FileError: the file is no regular one or larger than geopts reads; failures that GE itself has are a status.
        """
        if ini is not None and op_precision_mode is not None:
            raise TypeError("give ini (content or path) or op_precision_mode (the option's text), not both")
        entries = (entry,) if isinstance(entry, str) else tuple(entry)
        _one_of("parser", parser, ("old", "new"))
        for one in entries:
            _one_of("entry", one, ("options", "context"))
        content: bytes | None = None
        path = op_precision_mode or ""
        if isinstance(ini, bytes):
            content = ini
        elif ini is not None:
            path = os.fspath(ini)
        custom = content is not None or bool(path)
        builtin = BuiltinFiles.of(opp)
        remembered: tuple[str, ...] = ()
        loaded: list[Layer] = []
        codes: list[str] = []
        status: Status = "SUCCESS"
        loader: Loader | None = None
        failure: Failure | None = None
        for one in entries:
            loader = Loader(
                content=content,
                path=path,
                allow_hf32=allow_hf32,
                op_select_implmode=op_select_implmode,
                optypelist=optypelist.strip(_ini.WHITE_SPACE) if one == "options" else optypelist,
                hf32=hf32,
                builtin=builtin,
                parser=parser,
                front_end=front_end,
                origin=origin if content is not None else path,
            )
            status, failure = "SUCCESS", None
            if loader.remembers == remembered:
                continue
            remembered, loaded = loader.remembers, []
            try:
                loaded.extend(loader.layers())
            except FailedError as error:
                status, failure = error.status, error.failure
                codes += error.codes
        if loader is None:
            raise TypeError("entry names no call")
        if status != "SUCCESS":
            return cls(status, {}, {}, (), tuple(codes), custom, parser, hf32, failure=failure)
        return cls(
            "SUCCESS",
            _merge([layer.by_name for layer in loaded]),
            _merge([layer.by_type for layer in loaded]),
            tuple(loaded),
            tuple(codes),
            custom,
            parser,
            hf32,
            loader.preset_without_file() if custom else None,
        )

    def mode_of(self, name: str, op_type: str) -> PrecisionMode | None:
        """Give the mode GE uses for a node, or None: an exact name first, else an exact type (parser.cc:381-387).

        :param name: node name.
        :param op_type: operator type, such as ``Conv2D``.
        """
        return self.by_name.get(name) or self.by_type.get(op_type)

    @property
    def outcome(self) -> str:
        """The status, and after a failure GE's codes and the reason, in one line."""
        if self.failure is None:
            return self.status
        return f"{self.status}, {', '.join(self.error_codes) or 'no code'}: {self.failure.reason}"

    @cached_property
    def document(self) -> Document | None:
        """The scanned op_precision.ini, where one was loaded."""
        return next((layer.document for layer in self.layers if layer.source == "op_precision_mode"), None)

    @cached_property
    def dropped(self) -> tuple[Line, ...]:
        """Lines of op_precision.ini that GE does not use, each with its reason (`Line.kind`)."""
        return () if self.document is None else tuple(self.document.dropped())

    @property
    def lost_preset(self) -> Mapping[str, PrecisionMode]:
        """Operator types of the preset that op_precision_mode stops from loading and that now have no mode at all."""
        layer = self._would_be_preset
        if layer is None:
            return {}
        return {op_type: mode for op_type, mode in layer.by_type.items() if op_type not in self.by_type}

    @property
    def lost_source(self) -> str:
        """Where `lost_preset` would have come from: ``preset`` or ``op_select_implmode``; empty when nothing is lost."""
        return self._would_be_preset.source if self._would_be_preset is not None else ""

    def decide(self, name: str, op_type: str) -> Decision:
        """Give the mode of a node with the layers behind it and the reason.

        :param name: node name in the graph that the engine optimises; compared byte by byte (parser.cc:381-387).
        :param op_type: its operator type at that moment, such as ``Conv2D``.
        """
        claims = [
            Claim(
                "by_node_name" if layer.source == "op_precision_mode" else layer.source,
                layer.by_name[name],
                layer.location(Section.BY_NODE_NAME, name),
            )
            for layer in self.layers
            if name in layer.by_name
        ]
        claims += [
            Claim(
                "by_op_type" if layer.source == "op_precision_mode" else layer.source,
                layer.by_type[op_type],
                layer.location(Section.BY_OP_TYPE, op_type),
            )
            for layer in self.layers
            if op_type in layer.by_type
        ]
        lost = self._would_be_preset
        lost_claim = None
        if lost is not None and op_type in lost.by_type:
            lost_claim = Claim(lost.source, lost.by_type[op_type], lost.origin)
        return explain_claims(
            self.status,
            claims,
            name=name,
            op_type=op_type,
            parser=self.parser,
            hf32=self.hf32,
            lost=lost_claim,
            outcome=self.outcome,
        )


def _merge(tables: list[Mapping[str, PrecisionMode]]) -> dict[str, PrecisionMode]:
    """Merge so that the first table that knows a key wins; one table is taken as it is."""
    filled = [table for table in tables if table]
    if len(filled) == 1 and isinstance(filled[0], dict):
        return filled[0]
    merged: dict[str, PrecisionMode] = {}
    for table in reversed(filled):
        merged.update(table)
    return merged
