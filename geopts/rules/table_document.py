"""A TOML or JSON file as the rules see it: its tables, where each key and value stands, and how findings get their places."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from geopts.errors import FileError
from geopts.findings import Edit, Finding, Fix, Related, Severity, Span
from geopts.frontends.places import Places
from geopts.rules.json_places import JsonPlaces
from geopts.rules.registry import Rule
from geopts.rules.toml_places import TomlPlaces
from geopts.rules.values import repeated_key, syntax_error
from geopts.rules.wording import quoted
from geopts.spec import check_bounds, load_mapping

__all__ = ["TableDocument", "read_table_document"]

Path = tuple[str, ...]

_BARE_KEY = re.compile(r"[A-Za-z0-9_-]+")
_MARKS = ((b"\xff\xfe", "UTF-16"), (b"\xfe\xff", "UTF-16"))
_ERROR_PLACE = re.compile(r"\(at line (\d+), column (\d+)\)|line (\d+) column (\d+) \(char \d+\)")
_AT_END = "(at end of document)"
_DUPLICATE_SOURCE = (
    "Python's json module keeps the last of equal keys (docs.python.org/3/library/json.html), and so does nlohmann::json "
    "(github.com/nlohmann/json/issues/375), with which ATC reads the file (api/atc/main_impl.cc)"
)
#: Findings whose place is the value, not the key.
_OF_VALUES = frozenset(
    {
        "GEO201",
        "GEO205",
        "GEO402",
        "GEO404",
        "GEO405",
        "GEO406",
        "GEO504",
        "GEO505",
        "GEO509",
        "GEO510",
        "GEO511",
        "GEO512",
        "GEO513",
        "GEO601",
        "GEO613",
    }
)


class _Repeated(dict[str, Any]):
    """A JSON object in which some key stands more than once; the last one counts.

    :ivar pairs: all members.
    """

    pairs: list[tuple[str, Any]]


class TableDocument:
    """One file that was read.

    :ivar path: as the user named it.
    :ivar is_json: JSON rather than TOML.
    :ivar mapping: the top table.
    """

    def __init__(self, path: str, text: str, mapping: Mapping[str, Any], *, is_json: bool) -> None:
        self.path = path
        self.mapping = mapping
        self.is_json = is_json
        self._text = text
        self._places: JsonPlaces | TomlPlaces | None = None

    @property
    def places(self) -> JsonPlaces | TomlPlaces:
        """Where keys and values stand, found at the first question."""
        if self._places is None:
            self._places = JsonPlaces(self._text) if self.is_json else TomlPlaces(self._text)
        return self._places

    def span(self, path: Path, *, value: bool = False, occurrence: int = -1) -> Span | None:
        """Give the place of a key, or of its value where it has one of its own."""
        found = self.places.value(path, occurrence) if value else None
        return found or self.places.key(path, occurrence)

    def find(self, joined: str, start: Path = ()) -> Path | None:
        """Find the path of a key that is given with dots between its parts; a part may hold dots itself."""
        children: Mapping[Any, object] = self.places.children(start)
        if joined in children:
            return (*start, joined)
        at = joined.find(".")
        while at >= 0:
            head = joined[:at]
            if head in children:
                found = self.find(joined[at + 1 :], (*start, head))
                if found is not None:
                    return found
            at = joined.find(".", at + 1)
        return None

    def located(self, finding: Finding, path: Path | None = None) -> Finding:
        """Give a finding its file and its place: that of its key (or ``path``), or of the value where the value is what is wrong."""
        if path is None:
            path = self.find(finding.key) if finding.key else None
        if path is None:
            return finding._replace(path=self.path)
        span = self.span(path, value=finding.code in _OF_VALUES)
        return finding._replace(path=self.path, span=span, key=".".join(path))

    def finding(
        self,
        rule: Rule,
        message: str,
        at: Path,
        *,
        hint: str = "",
        source: str = "",
        severity: Severity | None = None,
        related: Iterable[Related] = (),
        fix: Fix | None = None,
        occurrence: int = -1,
        value: bool | None = None,
    ) -> Finding:
        """Build a finding at a key, or at its value for a rule on values (or as ``value`` says)."""
        span = self.span(at, value=rule.code in _OF_VALUES if value is None else value, occurrence=occurrence)
        return Finding(
            rule.code,
            rule.name,
            severity or rule.severity,
            message,
            hint,
            source,
            self.path,
            span,
            tuple(related),
            fix,
            ".".join(at),
        )

    def replacement(self, path: Path, text: str, message: str, *, key: bool = False) -> Fix | None:
        """Give the fix that writes another string as a value, or another key. It changes what GE gets: unsafe."""
        span = self.places.key(path) if key else self.places.value(path)
        if span is None:
            return None
        written = json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")
        if key and not self.is_json and _BARE_KEY.fullmatch(text):
            written = text
        try:
            content = written.encode()
        except UnicodeEncodeError:
            return None
        return Fix(message, (Edit(span.offset, span.end_offset, content),), safe=False)

    def repeated_keys(self) -> Iterator[Finding]:
        """Yield a finding for each value that is lost because its key stands again."""
        yield from self._repeated((), self.mapping)

    def _repeated(self, path: Path, table: Mapping[str, Any]) -> Iterator[Finding]:
        if isinstance(table, _Repeated):
            values: dict[str, list[Any]] = {}
            for key, value in table.pairs:
                values.setdefault(key, []).append(value)
            for key, several in values.items():
                here = (*path, key)
                for occurrence, value in enumerate(several[:-1]):
                    same = value == several[-1] and type(value) is type(several[-1])
                    yield self.finding(
                        repeated_key,
                        f"{quoted(key)} stands again below, and the last one counts"
                        + (", which says the same" if same else ": this value is lost"),
                        here,
                        occurrence=occurrence,
                        hint="keep one of the two",
                        source=_DUPLICATE_SOURCE,
                        severity=Severity.WARNING if same else Severity.ERROR,
                        related=(Related("the one that counts", self.span(here)),),
                    )
        for key, value in table.items():
            if isinstance(value, dict):
                yield from self._repeated((*path, key), value)


def read_table_document(path: str, data: bytes) -> TableDocument | Finding:
    """Read a TOML or JSON file; the finding says why it is none.

    JSON when the name ends in ``.json`` or the text starts with ``{``. Equal keys in one JSON object are no error here.

    :raises FileError: too deep, a number no code takes, or a top that is no table.
    """
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        return _no_utf8(path, data, error.start)
    is_json = path.lower().endswith(".json") or text.removeprefix("\ufeff").lstrip()[:1] == "{"
    if is_json:
        mapping = _json(path, text)
        return mapping if isinstance(mapping, Finding) else TableDocument(path, text, mapping, is_json=True)
    try:
        return TableDocument(path, text, load_mapping(path, data), is_json=False)
    except FileError as error:
        return _at_error(path, text, error)


def _json(path: str, text: str) -> dict[str, Any] | Finding:
    try:
        mapping = json.loads(text.removeprefix("\ufeff"), object_pairs_hook=_object)
    except RecursionError:
        raise FileError(f"{path}: is nested too deeply", path=path) from None
    except ValueError as error:
        return _at_error(path, text, FileError(f"{path}: is no valid JSON: {error}", path=path))
    if not isinstance(mapping, dict):
        raise FileError(
            f"{path}: holds a {type(mapping).__name__} where an object is expected",
            path=path,
            hint="geopts reads specs and option dicts in JSON",
        )
    check_bounds(mapping, path)
    return mapping


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    table = dict(pairs)
    if len(table) == len(pairs):
        return table
    repeated = _Repeated(table)
    repeated.pairs = pairs
    return repeated


def _no_utf8(path: str, data: bytes, start: int) -> Finding:
    encoding = next((name for mark, name in _MARKS if data.startswith(mark)), "")
    if encoding or b"\0" in data[:4096]:
        what, span = encoding or "binary", None
    else:
        text = data.decode("utf-8", "surrogateescape")
        at = len(data[:start].decode("utf-8", "surrogateescape"))
        what, span = "no UTF-8", Places(text).span(at, at + 1)
    return syntax_error.finding(f"the file is {what}, so nobody can read it", span, path=path, hint="save it as UTF-8")


_TRAILING_COMMA = re.compile(r",\s*[}\]]")
_ILLEGAL_COMMA = re.compile(r"Illegal trailing comma before end of (?:object|array)")


def _at_error(path: str, text: str, error: FileError) -> Finding:
    """Turn a reader's error into a finding at the place that the reader names."""
    message = error.message.removeprefix(f"{path}: ").removeprefix("is ")
    found = _ERROR_PLACE.search(message)
    span = None
    places = Places(text)
    if found is not None:
        line, column = (int(digits) for digits in found.groups() if digits)
        mark = text.startswith("\ufeff") and line == 1  # the readers do not count it
        start = min(places.line_start(line) + column - 1 + mark, len(text))
        message = message[: found.start()] + message[found.end() :]
        comma = _TRAILING_COMMA.match(text, start)
        if comma is not None:
            # newer readers point at the comma, older ones at what stands behind it in place of a member
            start = comma.end() - 1
            wanted = "Expecting property name enclosed in double quotes" if text[start] == "}" else "Expecting value"
            message = _ILLEGAL_COMMA.sub(wanted, message)
        span = places.span(start, start)
    elif _AT_END in message:
        span = places.span(len(text), len(text))
    elif "valid" not in message:  # too deep, or not what is wanted: nothing about one place
        raise error
    message = " ".join(message.split()).removesuffix(":")
    hint = _json_hint(text, span) if "JSON" in message and span is not None else ""
    return syntax_error.finding(f"the file is {message}", span, path=path, hint=hint)


def _json_hint(text: str, span: Span) -> str:
    """Say what people write there most often by mistake."""
    rest = text.split("\n")[span.line - 1][span.column - 1 :]
    if rest.startswith(("//", "/*", "#")):
        return "JSON has no comments: remove it"
    if rest.startswith("'"):
        return "JSON strings stand in double quotes"
    if rest[:1] in ("}", "]") or re.match(r",\s*[}\]]", rest):
        return "JSON has no comma behind the last member: remove it"
    if rest.startswith(("True", "False", "None")):
        return "JSON writes true, false and null"
    return ""
