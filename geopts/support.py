"""Which product takes an option or one of its values, with every document's word on it.

Nothing here is GE's own check: no code of GE rejects an option because of the product (it does so for a few values only). The answers are
those of the product tables, and where two of them contradict each other the answer says so and shows both.
"""

from __future__ import annotations

import re
from difflib import get_close_matches
from typing import TYPE_CHECKING, Any

import attrs

from geopts.errors import OptionValueError
from geopts.facts.options import BY_CONSTANT
from geopts.facts.rows import Acceptance, Call, Family, OptionRow, Page
from geopts.facts.support import PRODUCT_STATEMENTS, REMARKS, SESSION_CHAPTER, VALUE_STATEMENTS
from geopts.option_set import OP_PRECISION_MODE, find_option, option_type
from geopts.precision.modes import parse_mode
from geopts.products import Product, find_product

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence

    from geopts.facts.rows import ProductStatement, RemarkRow, ValueStatement

__all__ = ["MATCHERS", "Support", "SupportStatement", "supports"]

# The document whose word counts first when no call is named. A build is what a product table is most often asked for; the session
# chapter speaks for its options as a whole, and the ATC pages describe another program.
_PAGES = (Page.BUILD_MODEL, Page.BUILD_INITIALIZE, Page.PARSER, Page.SESSION, Page.ATC)
_PAGE_OF_CALL = {
    Call.BUILD_MODEL: Page.BUILD_MODEL,
    Call.BUILD_INITIALIZE: Page.BUILD_INITIALIZE,
    Call.PARSE: Page.PARSER,
    Call.GE_INITIALIZE: Page.SESSION,
    Call.SESSION: Page.SESSION,
    Call.GRAPH: Page.SESSION,
}
_YES_NO = {True: "yes", False: "no", None: "unstated"}


@attrs.frozen
class SupportStatement:
    """What one document or one part of the code says.

    :ivar says: ``yes`` or ``no``; a remark is a sentence.
    :ivar call: the page the statement stands on (``build_model``, ``build_initialize``, ``parse``, ``session``, ``atc``) or ``engine``.
    :ivar source: where it stands.
    :ivar about: ``option``, ``value`` or ``remark``.
    :ivar general: True for a no that is only the session chapter's general exclusion of a product; it disputes nothing.
    :ivar note: the document's own restriction in words; empty when there is none.
    """

    says: str
    call: str
    source: str
    about: str = "option"
    general: bool = False
    note: str = ""

    def as_json(self) -> dict[str, Any]:
        """Give the JSON object of the contract."""
        return attrs.asdict(self)


@attrs.frozen
class Support:
    """The answer to "does this product take this option".

    :ivar option: the row of the option.
    :ivar value: the value as GE's text, or None when the option as a whole was asked for.
    :ivar product: the product.
    :ivar verdict: ``yes``, ``no`` or ``unstated``.
    :ivar disputed: two documents say yes and no.
    :ivar statements: all statements, the document that decides first in its kind.
    :ivar call: the call that was asked for, or None.
    :ivar decided_by: the page whose word is the verdict; empty when unstated.
    :ivar fallback: True when a call was named and its own page says nothing, so that the general answer stands in.
    :ivar acceptance: what the code of the call does with the key, whatever the product; None without a call.
    """

    option: OptionRow
    value: str | None
    product: Product
    verdict: str
    disputed: bool
    statements: tuple[SupportStatement, ...]
    call: Call | None = None
    decided_by: str = ""
    fallback: bool = False
    acceptance: Acceptance | None = None

    @property
    def name(self) -> str:
        """The constant where it names this option alone, else the key."""
        return _name(self.option)

    def as_json(self) -> dict[str, Any]:
        """Give the row of the contract (fields are added over time, never renamed)."""
        return {
            "option": self.name,
            "key": self.option.key,
            "value": self.value,
            "product": self.product.family.value,
            "soc": self.product.soc,
            "call": self.call.value if self.call else None,
            "verdict": self.verdict,
            "disputed": self.disputed,
            "decided_by": self.decided_by or None,
            "fallback": self.fallback,
            "code": self.acceptance.value if self.acceptance else None,
            "statements": [statement.as_json() for statement in self.statements],
        }


def supports(
    option: str | OptionRow, value: object = None, *, product: str | Family | Product, call: str | Call | None = None
) -> Support:
    """Ask whether a product takes an option, or one value of it, in any call or in the one named.

    Without a call the build table decides (build_model, else build_initialize, else the parser page), else the session page, else ATC's. A chapter's
    general no comes after every table. With a call its own page decides, and the general answer where that page says nothing (``fallback``). An option that is not supported makes none of
    its values supported; a value is then judged by the statements on values.

    :param option: a constant in any case, a GE key, or a row of facts.
    :param value: a Python value or GE's text; for OP_PRECISION_MODE a mode of the ini file, or a path.
    :param product: a family, or any name that `geopts.products.find_product` takes.
    :raises UnknownOptionError: no such option.
    :raises OptionValueError: a value that the option does not know, or an unknown call.
    :raises ProductError: an unknown or ambiguous product.
    """
    row = option if isinstance(option, OptionRow) else find_option(option)
    target = (
        product
        if isinstance(product, Product)
        else find_product(product.value if isinstance(product, Family) else product)
    )
    asked = _call(call)
    text = None if value is None else _text(row, value)
    family = target.family

    tables = [statement for statement in PRODUCT_STATEMENTS if statement.key == row.key]
    # a chapter's general answer counts only where no document has a row of the option's own
    chapter = {statement.page for statement in tables if family in statement.by_chapter}
    own = {statement.page: statement.products[family] for statement in tables}
    verdict, page, fallback = _decide(own, asked, last=chapter)
    disputed = _contradict(_counted(statement, family) for statement in tables)
    statements = [
        _of_table(statement, family) for statement in _ordered(tables) if statement.products[family] is not None
    ]

    if text is not None:
        judged = list(_judge(row.key, text, family))
        of_value = {each: answer for rule, answer in reversed(judged) for each in rule.pages}
        value_verdict, value_page, value_fallback = _decide(of_value, asked)
        if verdict is not False and value_verdict is not None:
            verdict, page, fallback = value_verdict, value_page, value_fallback
        disputed = disputed or _contradict(_counted_value(rule, answer, family) for rule, answer in judged)
        statements += [_of_value(rule, answer, family, each) for rule, answer in judged for each in rule.pages]

    statements += [
        _of_remark(remark) for remark in REMARKS if remark.key == row.key and _concerns(remark, family, text)
    ]
    return Support(
        option=row,
        value=text,
        product=target,
        verdict=_YES_NO[verdict],
        disputed=disputed,
        statements=tuple(statements),
        call=asked,
        decided_by=page.value if page else "",
        fallback=fallback,
        acceptance=row.scopes_in_code[asked] if asked else None,
    )


def _name(row: OptionRow) -> str:
    """The constant where it names this option alone, else the key."""
    constant = row.constant
    return constant if constant and BY_CONSTANT[constant] is row else row.key


def _call(call: str | Call | None) -> Call | None:
    if call is None or isinstance(call, Call):
        return call
    names = {each.value: each for each in Call} | {"add_graph": Call.GRAPH}
    if call not in names:
        close = get_close_matches(call, names, n=1)
        raise OptionValueError(
            f"unknown call {call!r}",
            option="call",
            value=call,
            allowed=tuple(names),
            suggestion=close[0] if close else None,
            hint="calls are " + ", ".join(names),
        )
    return names[call]


def _text(row: OptionRow, value: object) -> str:
    """The value as GE's text, checked as far as the option lists its values."""
    if isinstance(value, str) and any(value in rule.values for rule in VALUE_STATEMENTS if rule.key == row.key):
        return value
    if row.key == OP_PRECISION_MODE and isinstance(value, str) and not re.search(r"[./\\]", value):
        # A word is a mode of the file; whatever has a dot or a slash is the file's path.
        return str(parse_mode(value))
    kind = option_type(row.key)
    return kind.format(kind.accept(value))


def _decide(
    answers: Mapping[Page, bool | None], call: Call | None, last: Collection[Page] = ()
) -> tuple[bool | None, Page | None, bool]:
    """Give the answer that counts, the page it stands on, and whether the call's own page had none."""
    general = sorted(_PAGES, key=lambda page: page in last)
    pages = general if call is None else (_PAGE_OF_CALL[call], *general)
    for place, page in enumerate(pages):
        if answers.get(page) is not None:
            return answers[page], page, call is not None and place > 0
    return None, None, call is not None


def _counted(statement: ProductStatement, family: Family) -> bool | None:
    """A table's answer as far as it can dispute another: the chapter's general no is about the session calls only."""
    return None if family in statement.by_chapter else statement.products[family]


def _counted_value(rule: ValueStatement, answer: bool | None, family: Family) -> bool | None:
    """A value statement's answer as far as it can dispute another, as in `_counted`."""
    return None if all(_is_general(rule, family, page) for page in rule.pages) else answer


def _is_general(rule: ValueStatement, family: Family, page: Page) -> bool:
    """The session page leaves the product out, as its chapter does with all options."""
    return page is Page.SESSION and family not in rule.products and SESSION_CHAPTER.products[family] is False


def _contradict(answers: Iterable[bool | None]) -> bool:
    return {True, False} <= set(answers)


def _judge(key: str, text: str, family: Family) -> Iterator[tuple[ValueStatement, bool]]:
    """Yield the statements that say something of the value on the family, and what."""
    rules = [rule for rule in VALUE_STATEMENTS if rule.key == key]
    for rule in rules:
        if _matches(rule, text):
            if family in rule.products:
                yield rule, rule.products[family]
            elif rule.exhaustive:
                yield rule, False
        elif _limits(rule, family) and not any(
            other.pages == rule.pages and _limits(other, family) and _matches(other, text) for other in rules
        ):
            yield rule, False


def _limits(rule: ValueStatement, family: Family) -> bool:
    """The rule allows no other value on this product than its own."""
    return rule.only and rule.products.get(family, False)


def _matches(rule: ValueStatement | RemarkRow, text: str) -> bool:
    return any(text == words or MATCHERS[rule.matcher](rule.key, words, text) for words in rule.values)


def _is_exact(_key: str, words: str, text: str) -> bool:
    return text == words


def _is_ini_mode(_key: str, words: str, text: str) -> bool:
    return text == words.removeprefix("ini mode ")


def _has_range(_key: str, _words: str, text: str) -> bool:
    return "~" in text


def _has_at_most_gears(key: str, words: str, text: str) -> bool:
    # Gears of a batch size are single numbers joined by commas; all others are groups joined by semicolons.
    count = text.count("," if key == "ge.dynamicBatchSize" else ";") + 1
    return not text.startswith("gear count") and count <= int(words.rpartition(" ")[2])


def _is_int_bar_int(_key: str, _words: str, text: str) -> bool:
    return re.fullmatch(r"[0-9]+\|[0-9]+", text) is not None


def _is_int_optional_bar(_key: str, _words: str, text: str) -> bool:
    return re.fullmatch(r"[0-9]+\|?", text) is not None


#: How `ValueStatement.matcher` is read: (key, words of the statement, GE's text) -> does the statement speak of the text.
MATCHERS: Mapping[str, Callable[[str, str, str], bool]] = {
    "exact": _is_exact,
    "ini_mode": _is_ini_mode,
    "range": _has_range,
    "max_gears": _has_at_most_gears,
    "int_bar_int": _is_int_bar_int,
    "int_optional_bar": _is_int_optional_bar,
}


def _concerns(remark: RemarkRow, family: Family, text: str | None) -> bool:
    if remark.products and family not in remark.products:
        return False
    return not remark.values or (text is not None and _matches(remark, text))


def _ordered(tables: Sequence[ProductStatement]) -> list[ProductStatement]:
    return sorted(tables, key=lambda statement: _PAGES.index(statement.page))


def _of_table(statement: ProductStatement, family: Family) -> SupportStatement:
    general = family in statement.by_chapter
    return SupportStatement(
        says=_YES_NO[statement.products[family]],
        call=statement.page.value,
        source=SESSION_CHAPTER.source if general else statement.source,
        general=general,
        note=f"general statement of the chapter on {SESSION_CHAPTER.about}" if general else "",
    )


def _of_value(rule: ValueStatement, answer: bool, family: Family, page: Page) -> SupportStatement:
    words = ", ".join(rule.values)
    if rule.note:
        note = rule.note
    elif family not in rule.products:
        note = f"the document offers {words} on other products only"
    elif rule.only and not answer:
        note = f"on this product only: {words}"
    else:
        note = words
    general = _is_general(rule, family, page)
    return SupportStatement(
        says=_YES_NO[answer], call=page.value, source=rule.source, about="value", general=general, note=note
    )


def _of_remark(remark: RemarkRow) -> SupportStatement:
    return SupportStatement(says=remark.says, call=remark.call, source=remark.source, about="remark")
