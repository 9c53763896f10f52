"""Regular expressions that are compiled when they are first used: most files need none of them, and each costs as much as a rule."""

from __future__ import annotations

import re
from typing import Any, AnyStr, cast

__all__ = ["lazy"]


class _Lazy:
    """Stands for a pattern until somebody asks it for a method."""

    def __init__(self, source: Any, flags: int) -> None:
        self._source = source
        self._flags = flags

    def __getattr__(self, name: str) -> Any:
        pattern = re.compile(self._source, self._flags)
        # found in the instance from now on, so that the next look-up does not come here
        for method in ("search", "match", "fullmatch", "findall", "finditer", "split", "sub"):
            self.__dict__[method] = getattr(pattern, method)
        return getattr(pattern, name)


def lazy(source: AnyStr, flags: int = 0) -> re.Pattern[AnyStr]:
    """Give a pattern that is compiled at its first use."""
    return cast("re.Pattern[AnyStr]", _Lazy(source, flags))
