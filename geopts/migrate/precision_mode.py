"""precision_mode and its second generation precision_mode_v2: values of one meaning, and values that have no counterpart."""

from __future__ import annotations

from geopts.facts.migration import PRECISION_MODES
from geopts.facts.options import BY_KEY
from geopts.facts.rows import PrecisionModeRow
from geopts.findings import Finding, Severity
from geopts.migrate.front_ends import inexpressible
from geopts.option_edit import Replace
from geopts.option_source import OptionFile, respell

__all__ = ["PRECISION_MODE", "PRECISION_MODE_V2", "carry_precision_mode", "equal_mode"]

PRECISION_MODE, PRECISION_MODE_V2 = "ge.exec.precision_mode", "ge.exec.precision_mode_v2"


def equal_mode(precision_mode: str) -> PrecisionModeRow | None:
    """Find a value of precision_mode among the engine's ways to choose data types; None: it is no value of the option."""
    return next((row for row in PRECISION_MODES if precision_mode in row.v1), None)


def carry_precision_mode(file: OptionFile, *, write: bool) -> tuple[list[Replace], list[Finding], list[str]]:
    """Carry precision_mode over to its second generation where asked; say where that cannot be.

    :param write: it was asked; else only what would be possible is told.
    :return: the changes, what cannot be carried over, and notes.
    """
    given = file.in_force(PRECISION_MODE)
    value = file.text(PRECISION_MODE)
    mode = equal_mode(value)
    if given is None or mode is None:
        return [], [], []
    if mode.v2 is None:
        finding = Finding(
            "GEO520",
            "no-v2-counterpart",
            Severity.WARNING if write else Severity.NOTE,
            f"{given.place}: {value} has no counterpart among the values of precision_mode_v2, so precision_mode stays as it is",
            "GE takes precision_mode as before; choose a value of precision_mode_v2 only if another meaning is wanted",
            mode.source,
            file.path,
            key=given.place,
        )
        return [], [finding], []
    if not write:
        same = f"{given.place}={value} stays; {respell(given.path[-1], BY_KEY[PRECISION_MODE_V2])}={mode.v2} means the same"
        return [], [], [f"{same} (--precision-mode-v2 writes it so)"]
    places = file.all(PRECISION_MODE)
    if file.all(PRECISION_MODE_V2) or any(equal_mode(str(place.value)) is not mode for place in places):
        finding = Finding(
            "GEO301",
            "mutually-exclusive",
            Severity.WARNING,
            f"{given.place}: the file says twice which data types to choose (precision_mode, and precision_mode_v2 or another call); both stay",
            "keep one of them, then migrate",
            "compiler/api/aclgrph/option_utils.cc:1359-1372; compiler/engines/nn_engine/utils/common/fe_context_utils.cc:52-58",
            file.path,
            key=given.place,
        )
        return [], [finding], []
    stays = [
        finding for finding in inexpressible(file, places, PRECISION_MODE_V2) if finding.severity is Severity.WARNING
    ]
    if stays:
        return [], stays, []
    row = BY_KEY[PRECISION_MODE_V2]
    changes = [Replace(place.path, respell(place.path[-1], row), mode.v2) for place in places]
    return (
        changes,
        [],
        [f"{given.place}={value} is now {changes[-1].name}={mode.v2}, which means the same ({mode.source})"],
    )
