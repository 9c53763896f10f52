"""From op_select_implmode and optypelist_for_implmode to the op_precision.ini with the same effect."""

from geopts.migrate.file import FileMigration, migrate_file, pair_of
from geopts.migrate.ini import Migration, migrate_pair, without_effect
from geopts.migrate.pair import PairOptions
from geopts.migrate.precision_mode import equal_mode

__all__ = [
    "FileMigration",
    "Migration",
    "PairOptions",
    "equal_mode",
    "migrate_file",
    "migrate_pair",
    "pair_of",
    "without_effect",
]
