"""Which files hold anything of the Ascend tools, by their bytes alone: most files of a directory need no more than this look.

Nothing heavy is imported here, since every file that a walk meets passes by.
"""

from __future__ import annotations

import re

__all__ = [
    "comment_lines",
    "has_command",
    "is_binary",
    "is_lite_config",
    "python_front_ends",
]

_TOOL_WORDS = (b"atc", b"aoe")
#: A tool's name as a word of its own, with an argument behind it: blank, line end, a quote, or the comma of a Python list;
#: an escape for the end of a line may stand before it. What stands before is looked at last, so that the search is quick.
_COMMAND = re.compile(
    rb"a(?:tc|oe)(?:(?<![\w.$-]atc)(?<![\w.$-]aoe)|(?<=\\[nt]atc)|(?<=\\[nt]aoe)|(?<=\\[nt]pyatc)"
    rb"|(?<=pyatc)(?<![\w.$-]pyatc)|(?<=ge\.pyatc)(?<![\w.$-]ge\.pyatc))"
    rb"(?:\.bin)?(?:[\"']\s*,|[\"']?[ \t]+[\\\-$<\"'{]|[ \t]*\\?\r?$)",
    re.MULTILINE,
)
_SECTIONS = (b"[ascend_context]", b"[acl_option_cfg_param]", b"_options]")
_LITE = re.compile(
    rb"^[ \t]*\[(?:ascend_context|acl_option_cfg_param|acl_(?:init|build)_options|ge_(?:global|session|graph)_options"
    rb"|aoe_(?:global|tuning)_options)\][ \t]*\r?$",
    re.MULTILINE,
)
_OTHER_LINES = re.compile(rb"^(?![ \t]*(?:#|\r?$))[^\r\n]+", re.MULTILINE)
_GE_KEY = re.compile(rb"[\"']ge\.[a-zA-Z]")
_GE_CALL = (b"build_initialize", b"ge_initialize", b"build_model")

#: Front end to what its files hold: of each group of words at least one.
_PYTHON: tuple[tuple[str, tuple[tuple[bytes, ...], ...]], ...] = (
    ("tf1-parameter-map", ((b"parameter_map",),)),
    ("tf1-run-config", ((b"NPURunConfig", b"npu_bridge"), (b"Config(",))),
    ("tf2", ((b"global_options",), (b"npu",))),
    ("torchair", ((b"torchair", b"CompilerConfig"), (b"npu", b"torchair"))),
    (
        "torch-npu",
        (
            (b"npu",),
            (
                b"npu.matmul.",
                b"npu.conv.",
                b"npu.config.",
                b"npu.aclnn.",
                b"npu.set_option",
                b"set_compile_mode",
                b"use_deterministic_algorithms",
                b"set_deterministic",
            ),
        ),
    ),
    ("mindspore", ((b"set_context",), (b"mindspore",))),
    ("mindspore-op-precision", ((b"op_precision", b"op_tuning", b"op_debug", b"ge_options"), (b"mindspore",))),
    ("onnxruntime", ((b"CANNExecutionProvider",),)),
)


def is_binary(head: bytes) -> bool:
    """Say whether the first bytes are of no text that a shell or Python reads."""
    return b"\0" in head[:8192]


def has_command(data: bytes) -> bool:
    """Say whether a text may hold a command line of atc, pyatc or aoe."""
    return any(word in data for word in _TOOL_WORDS) and _COMMAND.search(data) is not None


def is_lite_config(data: bytes) -> bool:
    """Say whether a text is a configuration file of MindSpore Lite, by its section headers."""
    return any(word in data for word in _SECTIONS) and _LITE.search(data) is not None


def python_front_ends(data: bytes) -> tuple[str, ...]:
    """Give the front ends whose options a Python text may hold; ``ge-python-offline`` for option dicts of GE itself."""
    found = [name for name, groups in _PYTHON if all(any(word in data for word in group) for group in groups)]
    if (b"ge." in data and _GE_KEY.search(data) is not None) or any(word in data for word in _GE_CALL):
        found.append("ge-python-offline")
    return tuple(found)


def comment_lines(data: bytes) -> bytes:
    """Give the lines that are comments as a whole; of all others only that they are there, and whether a backslash continues them.

    Every place stays where it is. What looks like a comment behind something else on its line may as well stand in a string.
    """
    return _OTHER_LINES.sub(_masked, data)


def _masked(match: re.Match[bytes]) -> bytes:
    line = match[0]
    return b"x" * (len(line) - 1) + (b"\\" if line.endswith(b"\\") else b"x")
