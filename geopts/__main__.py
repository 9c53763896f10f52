"""``python -m geopts`` and the ``geopts`` command."""

from __future__ import annotations

import sys

__all__ = ["main"]


def main() -> None:
    """Run the command line; exit codes are 0, 1 for findings and 2 when the job could not be done."""
    from geopts.cli.main import run  # the package's import stays free of the command line

    sys.exit(run())


if __name__ == "__main__":
    main()
