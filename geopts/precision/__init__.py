"""The op_precision.ini domain: modes, the typed file, built-in files, and GE's table."""

from geopts.precision.builtin import BuiltinFiles
from geopts.precision.decision import Claim, Decision
from geopts.precision.engine import EngineTable, Layer
from geopts.precision.front_end import FrontEndChecks, front_end_checks
from geopts.precision.modes import PrecisionMode, parse_mode
from geopts.precision.op_precision import ModeTable, OpPrecision

__all__ = [
    "BuiltinFiles",
    "Claim",
    "Decision",
    "EngineTable",
    "FrontEndChecks",
    "Layer",
    "ModeTable",
    "OpPrecision",
    "PrecisionMode",
    "front_end_checks",
    "parse_mode",
]
