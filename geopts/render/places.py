"""Where a finding is, in the terms of the services: relative paths, URIs, and identities that survive edits."""

from __future__ import annotations

import hashlib
from collections import Counter
from pathlib import PurePath
from urllib.parse import quote

from geopts.findings import Finding
from geopts.render.source_lines import Sources
from geopts.render.text import printable

__all__ = ["Identities", "Paths"]


class Paths:
    """Paths as services want them, each worked out once.

    :param directory: absolute paths below it are told relative to it.
    """

    def __init__(self, directory: str) -> None:
        self._directory = directory
        self._relative: dict[str, str] = {}
        self._uris: dict[str, tuple[str, bool]] = {}

    def relative(self, path: str) -> str:
        """Give ``path`` with ``/`` and without ``./``, relative to the directory when it lies below; empty stays empty."""
        known = self._relative.get(path)
        if known is None:
            pure = PurePath(path)
            if self._directory and pure.is_absolute() and pure.is_relative_to(self._directory):
                pure = pure.relative_to(self._directory)
            known = self._relative[path] = pure.as_posix() if path else ""
        return known

    def shown(self, path: str) -> str:
        r"""Give `relative` for a service that takes text alone: a byte that is no UTF-8 reads ``\xff``."""
        return printable(self.relative(path))

    def uri(self, path: str) -> tuple[str, bool]:
        """Give a percent-encoded URI reference, and whether it is relative. The bytes of a file name are kept."""
        known = self._uris.get(path)
        if known is None:
            known = self._uris[path] = _uri(self.relative(path))
        return known


def _uri(posix: str) -> tuple[str, bool]:
    try:
        data = posix.encode("utf-8", "surrogateescape")
    except UnicodeEncodeError:
        # a lone surrogate that stands for no byte: file names of Windows may hold one
        data = posix.encode("utf-8", "surrogatepass")
    quoted = quote(data, safe="/")
    if PurePath(posix).is_absolute():
        # a drive letter stands where the host would be, so Windows paths need one more slash
        return f"file://{'' if posix.startswith('/') else '/'}{quoted}", False
    return quoted, True


class Identities:
    """Names each finding of a report by code, path and the text of its line, not by the line's number.

    Edits elsewhere in the file leave the name as it is. Equal ones are told apart by their order.
    """

    def __init__(self, sources: Sources, paths: Paths) -> None:
        self._sources = sources
        self._paths = paths
        self._seen: Counter[str] = Counter()

    def next(self, finding: Finding) -> str:
        """Give the identity (32 hexadecimal digits) of the next finding; to be asked once for each, in order."""
        text = None if finding.span is None else self._sources.line_text(finding.path, finding.span.line)
        if text is None:
            text = finding.key or finding.message
        parts = (finding.code, self._paths.relative(finding.path), finding.key, text.strip())
        base = "\0".join(parts)
        self._seen[base] += 1
        whole = f"{base}\0{self._seen[base]}"
        return hashlib.sha256(whole.encode("utf-8", "surrogatepass")).hexdigest()[:32]
