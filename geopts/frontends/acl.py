"""aclSetCompileopt: compile options of single operators in C."""

from __future__ import annotations

from geopts.facts.frontend_rows import FrontEndRow
from geopts.frontends.assignments import Assignment
from geopts.frontends.base import Emitted, ReadResult, Settings
from geopts.frontends.c_source import read_compile_options
from geopts.frontends.c_text import c_literal
from geopts.frontends.keys import front_end_row
from geopts.frontends.translate import emitted_text, translate
from geopts.option_set import OptionSet

__all__ = ["emit", "read"]

ROW = front_end_row("acl")


def emit(options: OptionSet, settings: Settings | None = None, *, front_end: FrontEndRow = ROW) -> Emitted:
    """Write a function that sets the options one by one and stops at the first that is refused.

    acl checks no value (api/acl/acl_op_compiler/single_op/op_compiler.cpp:255-287), so a bad one shows up when an operator is compiled.
    """
    done = translate(front_end, options, settings or Settings(), show=_show)
    entries = [f"        {{{one.row.spelling}, {c_literal(str(one.written))}}}," for one in done.assignments]
    table = [
        "    static const struct {",
        "        aclCompileOpt option;",
        "        const char *value;",
        "    } options[] = {",
        *entries,
        "    };",
    ]
    loop = [
        "    for (size_t i = 0; i < sizeof(options) / sizeof(options[0]); ++i) {",
        "        const aclError status = aclSetCompileopt(options[i].option, options[i].value);",
        "        if (status != ACL_SUCCESS) {",
        "            return status;",
        "        }",
        "    }",
    ]
    lines = [
        "#include <stddef.h>",
        "",
        '#include "acl/acl_op_compiler.h"',
        "",
        "// call it after aclInit and before the first operator is compiled",
        "static aclError SetCompileOptions(void)",
        "{",
        *([*table, *loop] if entries else []),
        "    return ACL_SUCCESS;",
        "}",
    ]
    return emitted_text(front_end, done, lines)


def _show(one: Assignment) -> str:
    return c_literal(str(one.written))


def read(text: str, *, path: str = "", front_end: FrontEndRow = ROW) -> ReadResult:
    """Read the calls out of C or C++ source."""
    return read_compile_options(text, path=path, front_end=front_end)
