"""What changes in effect between two op_precision.ini files, specs or option dicts."""

from geopts.diff.compare import Change, Difference, State, compare
from geopts.diff.side import Side, read_side

__all__ = ["Change", "Difference", "Side", "State", "compare", "read_side"]
