"""Runtime options as Python for PyPTO, each at the place where PyPTO reads it.

Experimental options are set by a statement before the kernel is defined, stable ones stand in the decorator
(docs/zh/api/config/pypto-frontend-jit.md, pypto-experimental-set_runtime_options.md, newest single-file copies). Neither belongs into a loop or
a kernel; a shape that is compiled already keeps the values of its first call (python/pypto/frontend/parser/entry.py @883e7dfb).
"""

from __future__ import annotations

import enum
import json
import keyword
from typing import TYPE_CHECKING

from geopts.errors import OptionValueError
from geopts.facts.pypto_rows import Channel
from geopts.pypto.json_document import JsonDocument

if TYPE_CHECKING:
    from geopts.pypto.runtime_options import JsonValue, RuntimeOptions

__all__ = ["DECORATOR_ONLY", "EmitForm", "decorator_text", "emit_options", "python_value", "statement_text"]

#: Options that PyPTO reads from the decorator's own dict only (entry.py, python/src/bindings/runtime.cpp @883e7dfb).
DECORATOR_ONLY = ("run_mode", "launch_early_mode")

_WIDTH = 100


class EmitForm(enum.Enum):
    """What to write: everything, one channel alone, or one of the two other ways."""

    ALL = "all"
    """The statement of the experimental channel and the decorator of the stable one."""

    EXPERIMENTAL = "experimental"
    """``pypto.experimental.set_runtime_options(...)`` alone."""

    JIT = "jit"
    """``@pypto.frontend.jit(runtime_options={...})`` alone."""

    OPTIONS = "options"
    """A ``with pypto.options(...)`` around the first call; PyPTO checks nothing there."""

    CONFIG = "config"
    """The group ``runtime`` for a ``tile_fwk_config.json``; PyPTO checks nothing there."""


def emit_options(options: RuntimeOptions, *, form: EmitForm | str = EmitForm.ALL, kernel: str = "kernel") -> str:
    """Write the options as text that ends with a line end, ready to paste.

    :param kernel: the name of the kernel function in the text.
    :raises OptionValueError: ``kernel`` is no Python name, or the form cannot carry an option that is set: PyPTO would not read it there.
    """
    form = EmitForm(form)
    if not kernel.isidentifier() or keyword.iskeyword(kernel):
        raise OptionValueError(
            f"{kernel!r} is no name of a function", option="kernel", value=kernel, hint="write a Python name"
        )
    stable = options.channel(Channel.STABLE_JIT)
    experimental = options.channel(Channel.EXPERIMENTAL)
    if form is EmitForm.CONFIG:
        _refuse_decorator_only(options, "tile_fwk_config.json")
        return JsonDocument.parse(b"{}").merge({"runtime": options.as_dict()}).text + "\n"
    if form is EmitForm.OPTIONS:
        _refuse_decorator_only(options, "pypto.options")
        return _with_block(options.as_dict(), kernel)
    parts = ["import pypto\n"]
    if experimental and form is not EmitForm.JIT:
        parts.append(
            "# Before the kernel is defined and first called, never inside pypto.loop or a kernel:\n"
            "# a shape that is compiled already keeps the values of its first call.\n"
            f"{statement_text(experimental)}\n"
        )
    if stable and form is not EmitForm.EXPERIMENTAL:
        parts.append(f"\n@{decorator_text(stable)}\ndef {kernel}(*tensors):\n    ...  # the kernel's own code\n")
    if len(parts) == 1:
        return (
            f"# no option of the {form.value} channel is set\n"
            if form is not EmitForm.ALL
            else "# no runtime option is set\n"
        )
    return "\n".join(parts)


def statement_text(options: dict[str, JsonValue], module: str = "pypto") -> str:
    """Write the statement that sets the experimental options."""
    arguments = ", ".join(f"{name}={python_value(value)}" for name, value in options.items())
    return f"{module}.experimental.set_runtime_options({arguments})"


def decorator_text(options: dict[str, JsonValue], decorator: str = "pypto.frontend.jit") -> str:
    """Write the decorator that holds the stable options, without the ``@``; long ones take a line for each option."""
    line = f"{decorator}(runtime_options={python_value(options)})"
    if len(line) < _WIDTH:
        return line
    inner = "".join(f"\n        {python_value(name)}: {python_value(value)}," for name, value in options.items())
    return f"{decorator}(\n    runtime_options={{{inner}\n    }},\n)"


def python_value(value: object) -> str:
    """Write a value of an option as a Python literal in double quotes."""
    if isinstance(value, dict):
        return "{" + ", ".join(f"{python_value(key)}: {python_value(item)}" for key, item in value.items()) + "}"
    if isinstance(value, (list, tuple)):
        return "[" + ", ".join(python_value(item) for item in value) + "]"
    if isinstance(value, str):
        # JSON escapes are Python escapes; half a surrogate pair is the one thing JSON text leaves bare and a file cannot hold.
        bare = any("\ud800" <= letter <= "\udfff" for letter in value)
        return repr(value) if bare else json.dumps(value, ensure_ascii=False)
    return repr(value)


def _with_block(options: dict[str, JsonValue], kernel: str) -> str:
    if not options:
        return "# no runtime option is set\n"
    return (
        "import pypto\n\n"
        "# Around the first call of each shape; PyPTO checks nothing here, so check before you run.\n"
        f'with pypto.options("tuned", runtime_options={python_value(options)}):\n'
        f"    {kernel}()  # with the tensors of the shape\n"
    )


def _refuse_decorator_only(options: RuntimeOptions, place: str) -> None:
    for name in DECORATOR_ONLY:
        value = getattr(options, name)
        if value is not None:
            raise OptionValueError(
                f"{name} has no effect in {place}: PyPTO reads it from the jit decorator only",
                option=name,
                value=value,
                source="python/pypto/frontend/parser/entry.py and python/src/bindings/runtime.cpp @883e7dfb",
                hint="write the form jit or all",
            )
