"""``python -m geopts`` and the ``geopts`` command."""

from __future__ import annotations

import sys

__all__ = ["main"]


def main() -> None:
    """Run the command line; exit codes are 0, 1 for findings and 2 when the job could not be done."""
    try:
        from geopts.cli.main import run  # the package's import stays free of the command line

        code = run()
    except KeyboardInterrupt:  # while modules are imported; later `run` tells of it
        code = 2
    sys.exit(code)


if __name__ == "__main__":
    main()
