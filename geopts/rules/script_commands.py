"""Command lines of atc, pyatc and aoe, wherever they stand: read, judged and told at their flags."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from geopts.facts.rows import Call
from geopts.findings import Finding, Severity
from geopts.frontends.collector import Collector
from geopts.frontends.flags import find_tool, read_arguments
from geopts.frontends.keys import by_spelling, front_end_row
from geopts.frontends.places import Places
from geopts.frontends.spellings import similarity
from geopts.rules.script_effects import Given, broken_keys, effects, path_notes
from geopts.rules.script_findings import Scales, with_fix
from geopts.rules.script_pair import PAIR, pair_findings, with_replacement
from geopts.rules.values import quoted_value

if TYPE_CHECKING:
    from geopts.frontends.base import ReadResult
    from geopts.frontends.flags import Argument
    from geopts.rules.context import Context

__all__ = ["CommandLinter", "flag_names"]

#: Likeness from which an unknown flag shows that the tool is meant.
_LIKE = 0.85
_TENSORFLOW = "3"
#: Flags that bring options from elsewhere.
_MORE = ("--raw_ge_options", "--singleop", "--build_config", "--config")
_TYPOGRAPHIC = re.compile(r"[\u201c\u201d\u2018\u2019\u00ab\u00bb]")
_WORDS_OF_A_SHELL = "POSIX.1-2017, Shell Command Language, 2.2 Quoting: \\, ' and \" quote, nothing else"


class CommandLinter:
    """Lints the commands of one text.

    :ivar path: the file, for findings.
    :ivar places: lines and columns of the text.
    :param rewritable: it may get fixes that touch several flags, as `geopts migrate` makes them.
    :param whole: the commands have all their flags; otherwise more may be added elsewhere.
    """

    def __init__(
        self, text: str, path: str, data: bytes, context: Context, *, rewritable: bool, whole: bool = True
    ) -> None:
        self._text = text
        self.path = path
        self._data = data
        self._context = context
        self.places = Places(text)
        self._rewritable = rewritable
        self._whole = whole

    def lint(self, words: Sequence[Argument]) -> list[Finding] | None:
        """Give the findings of one command; None for a command of another program."""
        tool = find_tool(words)
        if tool is None:
            return None
        row = front_end_row(tool[0])
        table, arguments = row.tables[0], words[tool[1] :]
        if not _is_ours(table, arguments):
            return None
        collector = Collector(row, self._text, self.path)
        collector.places = self.places
        read_arguments(collector, table, arguments)
        result = collector.finish()
        return [
            *self._odd_quotes(arguments, result),
            *self._findings(result, table, symbolic=any(_is_open(word) for word in arguments)),
        ]

    def _odd_quotes(self, words: Sequence[Argument], result: ReadResult) -> Iterator[Finding]:
        """Yield a finding for each flag with typographic quotes in it that the reader did not tell of."""
        told = [finding.span for finding in result.findings if finding.span and finding.code in ("GEO501", "GEO512")]
        for word in words:
            if not _TYPOGRAPHIC.search(word.text) or word.text[:1] != "-":
                continue
            span = self.places.span(word.start, word.end)
            if any(one.offset < span.end_offset and span.offset < one.end_offset for one in told):
                continue
            name = word.text.partition("=")[0]
            yield quoted_value.finding(
                f"{name}: holds typographic quotes, which are characters like others for the shell",
                span,
                path=self.path,
                hint="write the quotes of the keyboard, \" or '",
                source=_WORDS_OF_A_SHELL,
                severity=Severity.WARNING,
            )._replace(
                key=name,
            )

    def _findings(self, result: ReadResult, table: str, *, symbolic: bool) -> Iterator[Finding]:
        texts = {key: result.options.text(key) or "" for key in result.options} | dict(result.extra)
        for key, origin in result.origins.items():
            texts.setdefault(key, str(origin.value))
        broken = broken_keys(result, table)
        scales = Scales(result, (table,))
        for finding in result.findings:
            weighed = scales.weigh(finding)
            if weighed is None:
                continue
            yield with_replacement(
                with_fix(weighed, self._data, (table,)),
                self.path,
                texts,
                result.origins,
                table=table,
                offline=True,
                known=broken.isdisjoint(PAIR),
                migrates=self._rewritable,
                data=self._data if self._rewritable else b"",
            )
        if texts:
            given = Given(
                texts=_with_defaults(texts) if table == "atc" else texts,
                table=table,
                # ATC checks its options as these two calls do; jit_compile is ATC's own
                calls=(Call.BUILD_MODEL, Call.BUILD_INITIALIZE),
                every=True,
                broken=broken | {"ge.jit_compile"},
                complete=self._whole
                and not symbolic
                and not any(part.spelling in _MORE for part in result.own)
                and table == "atc",
            )
            yield from effects(self.path, given, result.origins, self._context)
            yield from path_notes(self.path, texts, result.origins, missing=False)
            yield from pair_findings(self.path, texts, result.origins, self._data, self._context.operator_types)


def _with_defaults(texts: dict[str, str]) -> dict[str, str]:
    """Add what ATC fills in and GE's own calls want to be told: the format by the framework (api/atc/atc_flags.cc, --input_format)."""
    image_format = "NHWC" if texts.get("ge.frameworkType") == _TENSORFLOW else "NCHW"
    return {"input_format": image_format, **texts}


def _is_open(word: Argument) -> bool:
    """Say whether a word may stand for flags that are not known here."""
    return word.symbolic and not word.text.startswith("--")


def _is_ours(table: str, words: Sequence[Argument]) -> bool:
    """Say whether the flags are those of the tool: other programs are called atc and aoe too."""
    names = flag_names(words)
    known = by_spelling(table)
    other = by_spelling("atc")
    strange = [name for name in names if name not in known and name not in other]
    hits = len(names) - len(strange)
    near = sum(_resembles(table, name) for name in strange)
    others = len(strange) - near
    return others <= hits + near if hits else bool(near) and not others


def flag_names(words: Sequence[Argument]) -> list[str]:
    """Give the flags of a command as the tool sees them, without their values."""
    found = []
    for word in words:
        name = word.text.partition("=")[0]
        if name.startswith("-") and len(name) > 2 and not word.is_symbolic(0, len(name)):
            found.append("--" + name.lstrip("-").replace("-", "_"))
    return found


def _resembles(table: str, name: str) -> bool:
    spellings = by_spelling(table)
    if len(name) > 4 and any(spelling.startswith(name) for spelling in spellings):
        return True
    return any(similarity(name, spelling) >= _LIKE for spelling in spellings)
