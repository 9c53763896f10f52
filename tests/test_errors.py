"""Errors of geopts: their data survives the way between processes."""

from __future__ import annotations

import copy
import pickle

import pytest

from geopts.errors import (
    FileError,
    FindingsError,
    GeoptsError,
    OptionValueError,
    ProductError,
    UnknownOptionError,
    UnknownRuleError,
    UnportableError,
)
from geopts.findings import Finding, Severity
from geopts.option_set import OptionSet
from geopts.pypto.hand_over import PyPTOError
from geopts.pypto.runtime_options import InvalidRuntimeOptionsError
from geopts.pypto.scope_rules import OptionTypeError, RefusedError, UnknownKeyError

_FINDING = Finding("GEO501", "unknown-key", Severity.ERROR, "x: no such key")
_ERRORS = [
    GeoptsError("what", hint="do"),
    UnknownOptionError("what", name="x", suggestions=("y",), hint="do"),
    UnknownRuleError("what", name="x", suggestions=("y",), hint="do"),
    OptionValueError("what", option="X", value=1, allowed=("0",), suggestion="0", source="s", hint="do"),
    ProductError("what", name="x", candidates=("A2",), ambiguous=True, hint="do"),
    UnportableError("what", key="a=b", reason="why", hint="do"),
    FileError("what", path="p", hint="do"),
    FindingsError("what", findings=(_FINDING,), hint="do"),
    InvalidRuntimeOptionsError("what", findings=(_FINDING,)),
    PyPTOError("what", hint="do"),
    RefusedError("what", option="X", value=1),
    OptionTypeError("what", option="X", value=1),
    UnknownKeyError("what", name="x"),
]


@pytest.mark.parametrize("error", _ERRORS, ids=lambda error: type(error).__name__)
@pytest.mark.parametrize("copied", [lambda e: pickle.loads(pickle.dumps(e)), copy.copy, copy.deepcopy])
def test_an_error_keeps_its_class_its_text_and_its_fields(error: GeoptsError, copied: object) -> None:
    assert callable(copied)
    again = copied(error)
    assert type(again) is type(error)
    assert str(again) == str(error)
    assert vars(again) == vars(error)
    assert again.args == error.args


def test_an_error_raised_by_an_option_survives() -> None:
    with pytest.raises(OptionValueError) as caught:
        OptionSet(PRECISION_MODE_V2="orign")  # type: ignore[arg-type]  # the mistake is the point
    again = pickle.loads(pickle.dumps(caught.value))
    assert (again.option, again.value, again.suggestion) == ("PRECISION_MODE_V2", "orign", "origin")
