"""Errors of geopts: each carries its data as fields and a hint, so that callers need not read the message."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Sequence

    from geopts.findings import Finding

__all__ = [
    "FileError",
    "FindingsError",
    "GeoptsError",
    "OptionValueError",
    "ProductError",
    "UnknownOptionError",
    "UnknownRuleError",
    "UnportableError",
]


class GeoptsError(Exception):
    """Base of everything geopts raises on purpose.

    :ivar message: what is wrong, naming the thing.
    :ivar hint: what to write or do instead; empty when there is nothing to add.
    """

    def __init__(self, message: str, *, hint: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.hint = hint

    def __str__(self) -> str:
        return f"{self.message}\n  hint: {self.hint}" if self.hint else self.message

    def __reduce__(self) -> tuple[Any, ...]:
        # an exception is rebuilt from its positional arguments alone, and a worker process that raises one with keywords would hang its pool
        return _rebuilt, (type(self), self.args, self.__dict__)


def _rebuilt(cls: type[GeoptsError], args: tuple[Any, ...], fields: dict[str, Any]) -> GeoptsError:
    error = cls.__new__(cls, *args)
    error.__dict__.update(fields)
    return error


class UnknownOptionError(GeoptsError):
    """A name that is no option of GE (or of PyPTO).

    :ivar name: the name as given.
    :ivar suggestions: known spellings that are close, best first.
    """

    def __init__(self, message: str, *, name: str, suggestions: Sequence[str] = (), hint: str = "") -> None:
        super().__init__(message, hint=hint)
        self.name = name
        self.suggestions = tuple(suggestions)


class UnknownRuleError(GeoptsError):
    """A code or name that belongs to no rule of the linter.

    :ivar name: the code or name as given.
    :ivar suggestions: codes or names that are close, best first.
    """

    def __init__(self, message: str, *, name: str, suggestions: Sequence[str] = (), hint: str = "") -> None:
        super().__init__(message, hint=hint)
        self.name = name
        self.suggestions = tuple(suggestions)


class OptionValueError(GeoptsError, ValueError):
    """A value that an option does not take.

    :ivar option: the option as the caller spelled it.
    :ivar value: the value as given.
    :ivar allowed: what is allowed, in words or as the list of values.
    :ivar suggestion: the closest allowed value, or None.
    :ivar source: where the rule stands.
    """

    def __init__(
        self,
        message: str,
        *,
        option: str,
        value: object,
        allowed: Sequence[str] = (),
        suggestion: str | None = None,
        source: str = "",
        hint: str = "",
    ) -> None:
        super().__init__(message, hint=hint)
        self.option = option
        self.value = value
        self.allowed = tuple(allowed)
        self.suggestion = suggestion
        self.source = source


class ProductError(GeoptsError):
    """A product or SoC name that is unknown or ambiguous.

    :ivar name: the name as given.
    :ivar candidates: the families or SoC names it may mean; empty when unknown.
    :ivar ambiguous: True when several products answer to the name.
    """

    def __init__(
        self, message: str, *, name: str, candidates: Sequence[str] = (), ambiguous: bool = False, hint: str = ""
    ) -> None:
        super().__init__(message, hint=hint)
        self.name = name
        self.candidates = tuple(candidates)
        self.ambiguous = ambiguous


class UnportableError(GeoptsError):
    """An op_precision.ini that GE, iniconfig and configparser would not read alike; it is not written.

    :ivar key: the entry that differs.
    :ivar reason: why it differs.
    """

    def __init__(self, message: str, *, key: str, reason: str, hint: str = "") -> None:
        super().__init__(message, hint=hint)
        self.key = key
        self.reason = reason


class FileError(GeoptsError):
    """A file that cannot be read or written, or is not what it should be.

    :ivar path: the file as the caller named it.
    """

    def __init__(self, message: str, *, path: str, hint: str = "") -> None:
        super().__init__(message, hint=hint)
        self.path = path


class FindingsError(GeoptsError):
    """Input with errors that were all collected before giving up.

    :ivar findings: every problem, in the order of the input.
    """

    def __init__(self, message: str, *, findings: Sequence[Finding], hint: str = "") -> None:
        super().__init__(message, hint=hint)
        self.findings = tuple(findings)
