"""CANN releases and the generation of their op_precision.ini parser.

The parser is `compiler/engines/nn_engine/utils/common/config_parser/op_impl_mode_config_parser.cc` of hicann/ge; its generation is told by the
content of that file. Every branch and tag from 8.5.0 to 9.1.0 has blob 47db4d8f6c, which differs from ce7d0bb34a in line layout only.
"""

from __future__ import annotations

from geopts.facts.rows import ReleaseRow

__all__ = ["FIRST_OLD", "LAST_OLD", "RELEASES"]

_PATH = "compiler/engines/nn_engine/utils/common/config_parser/op_impl_mode_config_parser.cc"

# Both ends are inclusive; every version between them has the old parser.
FIRST_OLD = "8.5.0"
LAST_OLD = "9.2.0-beta.2"

RELEASES: tuple[ReleaseRow, ...] = (
    ReleaseRow(
        name="8.5.0", kind="release", parser="old", source=f"hicann/ge, tag and branch 8.5.0: {_PATH}, blob 47db4d8f6c"
    ),
    ReleaseRow(
        name="9.1.0", kind="release", parser="old", source=f"hicann/ge, tag and branch 9.1.0: {_PATH}, blob 47db4d8f6c"
    ),
    ReleaseRow(
        name="9.2.0-beta.1",
        kind="release",
        parser="old",
        source=f"hicann/ge, branch 9.2.0-beta.1: {_PATH}, blob ce7d0bb34a",
    ),
    ReleaseRow(
        name="9.2.0-beta.2",
        kind="release",
        parser="old",
        source=f"hicann/ge, branch 9.2.0-beta.2: {_PATH}, blob ce7d0bb34a",
    ),
    ReleaseRow(
        name="develop",
        kind="branch",
        parser="old",
        source=f"hicann/ge, branch develop as read on 2026-08-21: {_PATH}, blob ce7d0bb34a",
        note="a branch moves on: today's develop may differ",
    ),
    ReleaseRow(
        name="master",
        kind="branch",
        parser="old",
        source=f"hicann/ge, branch master as read on 2026-08-21: {_PATH}, blob ce7d0bb34a",
        note="a branch moves on: today's master may differ",
    ),
    ReleaseRow(name="ffdcbc9f", kind="commit", parser="old", source=f"hicann/ge@ffdcbc9f: {_PATH}, blob ce7d0bb34a"),
    ReleaseRow(
        name="1826a02f",
        kind="commit",
        parser="new",
        source=f"hicann/ge@1826a02f: {_PATH} (single-file copy)",
        note="in no branch or tag published up to 2026-08-21",
    ),
)
