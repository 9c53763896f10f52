"""Old findings that stay quiet: known by code, path and the text of their line, so that they survive lines that move."""

from __future__ import annotations

import json
import os
from collections import Counter
from collections.abc import Iterable, Mapping

from geopts.errors import FileError
from geopts.files import read_bytes, write_atomic
from geopts.findings import Finding

__all__ = ["Baseline"]

_VERSION = 1
_Key = tuple[str, str, str]


class Baseline:
    """The findings of one baseline file; each is used up once."""

    def __init__(self, path: str, known: Mapping[_Key, int]) -> None:
        self.path = path
        self._left = Counter(known)

    @classmethod
    def read(cls, path: str) -> Baseline:
        """Read a baseline.

        :raises FileError: it cannot be read or is none.
        """
        data = read_bytes(path, what="baseline")
        try:
            document = json.loads(data)
            known = {
                (entry["code"], entry["path"], entry["line"]): int(entry["count"]) for entry in document["findings"]
            }
            version = document["version"]
        except (ValueError, TypeError, KeyError, RecursionError):
            raise FileError(
                f"{path}: is no baseline of geopts", path=path, hint="write one with --write-baseline"
            ) from None
        if version != _VERSION:
            raise FileError(
                f"{path}: is a baseline of version {version}, and this geopts reads version {_VERSION}",
                path=path,
                hint="write it again with --write-baseline",
            )
        return cls(path, known)

    def split(self, findings: Iterable[Finding], sources: Mapping[str, bytes]) -> tuple[list[Finding], list[Finding]]:
        """Give the findings that are new, and those that are known."""
        new: list[Finding] = []
        known: list[Finding] = []
        for finding, key in _keyed(findings, sources, self.path):
            if self._left[key] > 0:
                self._left[key] -= 1
                known.append(finding)
            else:
                new.append(finding)
        return new, known

    def gone(self) -> int:
        """Count the findings of the baseline that did not come again."""
        return sum(count for count in self._left.values() if count > 0)

    @staticmethod
    def write(path: str, findings: Iterable[Finding], sources: Mapping[str, bytes]) -> int:
        """Write a baseline of these findings; gives their number.

        :raises FileError: it cannot be written.
        """
        counted = Counter(key for _, key in _keyed(findings, sources, path))
        entries = [
            {"code": code, "path": name, "line": line, "count": count}
            for (code, name, line), count in sorted(counted.items(), key=lambda item: (item[0][1], item[0]))
        ]
        text = json.dumps({"version": _VERSION, "findings": entries}, indent=1)
        write_atomic(path, f"{text}\n".encode())
        return sum(counted.values())


def _keyed(findings: Iterable[Finding], sources: Mapping[str, bytes], baseline: str) -> Iterable[tuple[Finding, _Key]]:
    lines: dict[str, list[bytes]] = {}
    directory = os.path.dirname(os.path.abspath(baseline))
    names: dict[str, str] = {}
    for finding in findings:
        path = finding.path
        if path not in names:
            names[path] = os.path.relpath(path, directory).replace(os.sep, "/")
        text = ""
        if finding.span is not None and path in sources:
            if path not in lines:
                lines[path] = sources[path].split(b"\n")
            if finding.span.line <= len(lines[path]):
                line = lines[path][finding.span.line - 1]
                text = line.strip().decode("utf-8", "surrogateescape")
        yield finding, (finding.code, names[path], text)
