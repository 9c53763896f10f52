"""A rule's docstring becomes text, Markdown and fields."""

from __future__ import annotations

import attrs

from geopts.findings import Severity
from geopts.render import RuleText


@attrs.define
class Rule:
    docstring: str
    code: str = "GEO101"
    name: str = "ignored-line"
    severity: Severity = Severity.ERROR
    since: str = "0.1"
    opt_in: bool = False


# indented as Python before 3.13 leaves a docstring
INDENTED = """A line without `=`
    that GE drops.

    It comes before the headings.

    ## What goes wrong
    GE goes on with the next line.

    - no log line

    ## Example

    ```ini
    Gelu high
      more
    ```

    ## Fix safety
    There is none.
    """
# and as Python 3.13 does
FLUSH = "\n".join(line.removeprefix("    ") for line in INDENTED.split("\n"))


def test_both_indentations_give_the_same_text() -> None:
    assert RuleText.of(Rule(INDENTED)) == RuleText.of(Rule(FLUSH))


def test_summary_and_sections() -> None:
    text = RuleText.of(Rule(INDENTED))
    assert text.summary == "A line without `=` that GE drops."
    assert text.sections() == {
        "What goes wrong": "GE goes on with the next line.\n\n- no log line",
        "Example": "```ini\nGelu high\n  more\n```",
        "Fix safety": "There is none.",
    }


def test_plain_text_has_no_marks() -> None:
    assert RuleText.of(Rule(INDENTED)).plain() == (
        "GEO101 ignored-line (severity error, since geopts 0.1)\n\n"
        "A line without `=` that GE drops.\n\n"
        "It comes before the headings.\n\n"
        "What goes wrong\n  GE goes on with the next line.\n\n  - no log line\n\n"
        "Example\n    Gelu high\n      more\n\n"
        "Fix safety\n  There is none.\n"
    )


def test_markdown_keeps_the_body() -> None:
    text = RuleText.of(Rule(INDENTED))
    page = text.markdown()
    assert page.startswith("# GEO101 ignored-line\n\nA line without `=` that GE drops.\n\n*severity error, since")
    assert page.endswith(text.body + "\n")


def test_without_a_docstring_the_name_has_to_do() -> None:
    text = RuleText.of(Rule("", opt_in=True, since=""))
    assert text.summary == "ignored line"
    assert text.sections() == {}
    assert text.plain() == "GEO101 ignored-line (severity error, to be selected by name)\n\nignored line\n"


def test_fields() -> None:
    fields = RuleText.of(Rule(INDENTED)).as_json()
    assert fields.keys() == {"code", "name", "severity", "since", "opt_in", "summary", "sections"}
    assert fields["severity"] == "error"
