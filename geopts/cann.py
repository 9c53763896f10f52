"""Finding the opp directory of an installed CANN."""

from __future__ import annotations

import os

from geopts.errors import FileError
from geopts.precision.builtin import LEGACY_DIRECTORY, NEW_STYLE_DIRECTORY

__all__ = ["installed_opp", "opp_directory"]

_VARIABLES = ("ASCEND_OPP_PATH", "ASCEND_HOME_PATH", "ASCEND_TOOLKIT_HOME")
_BELOW = ("", "opp", "latest/opp", "ascend-toolkit/latest/opp")


def opp_directory(path: str | os.PathLike[str]) -> str:
    """Give the opp directory at ``path``, which may also be an installation's top.

    :raises FileError: no built-in files of operator modes stand there.
    """
    name = os.fspath(path)
    for below in _BELOW:
        candidate = os.path.join(name, below) if below else name
        if any(os.path.isdir(os.path.join(candidate, folder)) for folder in (LEGACY_DIRECTORY, NEW_STYLE_DIRECTORY)):
            return candidate
    raise FileError(
        f"{name}: is no opp directory: neither {LEGACY_DIRECTORY} nor {NEW_STYLE_DIRECTORY} stands below it",
        path=name,
        hint="name the opp directory of the CANN installation, or leave --opp out to use the facts of CANN 8.1.RC1",
    )


def installed_opp() -> str:
    """Give the opp directory that the environment names.

    :raises FileError: none of ASCEND_OPP_PATH, ASCEND_HOME_PATH and ASCEND_TOOLKIT_HOME names one.
    """
    for variable in _VARIABLES:
        value = os.environ.get(variable)
        if value:
            try:
                return opp_directory(value)
            except FileError:
                continue
    raise FileError(
        f"no installed CANN was found: none of {', '.join(_VARIABLES)} names an opp directory",
        path="",
        hint="run the installation's set_env.sh first, or name the opp directory",
    )
