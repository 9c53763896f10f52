"""What can be said of a path in a file of options: variables nobody expands, characters GE refuses, and whether the file is there."""

from __future__ import annotations

import os
from collections.abc import Iterator
from typing import TYPE_CHECKING

from geopts.errors import GeoptsError
from geopts.files import read_bytes
from geopts.findings import Finding, Severity
from geopts.frontends.dialect import variables_in
from geopts.option_set import OP_PRECISION_MODE
from geopts.precision.front_end import refused_path_characters
from geopts.rules.standing import missing_file, refused_path_character
from geopts.rules.values import expression_string

if TYPE_CHECKING:
    from geopts.rules.table_document import Path, TableDocument

__all__ = ["CHECKED_PATHS", "ini_content", "path_findings"]

#: Options whose file GE looks for, with the place in its source.
CHECKED_PATHS = {
    OP_PRECISION_MODE: "base/common/util.cc:52-126,260-311; compiler/api/aclgrph/ge_ir_build.cc:834-842; api/session/session/inner_session.cc:104-117",
    "compress_weight_conf": "compiler/api/aclgrph/option_utils.cc:958-962",
    "ge.insertOpFile": "compiler/api/aclgrph/ge_ir_build.cc:935-941",
}
_NOBODY_EXPANDS = "GE opens the path as it is: base/common/util.cc:260-311"


def path_findings(document: TableDocument, key: str, text: str, at: Path) -> Iterator[Finding]:
    """Yield what is wrong with the path that an option holds.

    :param key: the GE key.
    :param at: where the option stands in the file.
    """
    variable = next(variables_in(text), None)
    if variable is not None:
        yield document.finding(
            expression_string,
            f"{at[-1]}: nobody expands {variable!r} in a file of options, so GE looks for the path {text!r} as it stands",
            at,
            hint="write the path itself",
            source=_NOBODY_EXPANDS,
        )
        return
    if key not in CHECKED_PATHS or not text:
        return
    # a relative path is resolved elsewhere: of its directories only the names that it holds itself are known
    refused = refused_path_characters(text if os.path.isabs(text) else f"/{text}") if key == OP_PRECISION_MODE else ""
    if refused:
        shown = " ".join(repr(character) for character in refused)
        yield document.finding(
            refused_path_character,
            f"{at[-1]}: GE refuses the path {text!r}: it holds {shown}",
            at,
            hint="use a path of letters, digits, '.', '/', '_', '-' and CJK characters only",
            source=CHECKED_PATHS[key],
        )
    elif _where(document.path, text) is None:
        absolute = os.path.isabs(text)
        where = "on this machine" if absolute else "beside this file or in the current directory"
        yield document.finding(
            missing_file,
            f"{at[-1]}: there is no file {text!r} {where}; GE fails where it does not find it (E10001)",
            at,
            hint="check the path; GE resolves it on the machine and in the directory the build runs in",
            source=CHECKED_PATHS[key],
            severity=Severity.WARNING if absolute else Severity.NOTE,
        )


def ini_content(path: str, text: str) -> bytes | None:
    """Give the content of the op_precision.ini that a file names; None where it is not found or cannot be read.

    :param path: the file that names it.
    :param text: the path in it.
    """
    found = _where(path, text)
    if found is None:
        return None
    try:
        return read_bytes(found, what="op_precision.ini")
    except GeoptsError:
        return None


def _where(path: str, text: str) -> str | None:
    """Find a file beside the one that names it, or where the path leads from here."""
    for name in (text, os.path.join(os.path.dirname(path), text)):
        try:
            if os.path.exists(name):
                return name
        except ValueError:  # NUL
            return None
    return None
