"""All seven formats from the same two reports: one with every severity and odd names, one with nothing to tell."""

from __future__ import annotations

import base64
import io
import json
import os
import re
import xml.etree.ElementTree as ET
from pathlib import Path
from typing import Any
from urllib.parse import unquote_to_bytes

import jsonschema
import pytest
from hypothesis import given
from hypothesis import strategies as st

from geopts.errors import OptionValueError
from geopts.findings import Edit, Finding, Fix, Related, Severity, Span
from geopts.render import FORMATS, Report, RuleText, Suppressed, render
from geopts.render.schema import report_schema

DATA = Path(__file__).parent / "data"
GOLDEN = DATA / "render"

SOURCES = {
    "models/bert/op_precision.ini": b"[ByOpType]\r\nGelu=high_precision\r\nGelu high\r\n",
    "50%,off: 模型.ini": "\t激活=high_performence # x\n".encode(),
    "caf\udce9.ini": b"ok=high_precision\nna\xefve\x1b[2J=high_precision\n",
    "./sub dir/six.ini": b"[byoptype]\nA=high_precision\nB=high_precision\nC=high_precision\n"
    b"D=high_precision\nE=high_precision\nF=high_precision\n",
}

FINDINGS = sorted(
    [
        Finding(
            "GEO101",
            "ignored-line",
            Severity.ERROR,
            "'Gelu high' has no '=', so GE drops the line without a word",
            hint="write Gelu=high_precision",
            source="op_impl_mode_config_parser.cc:304-359",
            path="models/bert/op_precision.ini",
            span=Span(3, 1, 3, 10, 33, 42),
            related=(Related("the entry that counts", Span(2, 1, 2, 20, 12, 31)),),
            fix=Fix("remove the line", (Edit(33, 44, b""),), safe=True),
        ),
        Finding(
            "GEO201",
            "unknown-mode",
            Severity.WARNING,
            "'high_performence' is no mode; 100% of such entries are dropped",
            hint="write high_performance\nor leave the entry out",
            path="50%,off: 模型.ini",
            span=Span(1, 5, 1, 21, 8, 24),
            fix=Fix("write high_performance", (Edit(8, 24, b"high_performance"),), safe=False),
        ),
        Finding(
            "GEO107",
            "undecodable",
            Severity.ERROR,
            "the name 'na\udcefve\x1b[2J' holds a byte that is no UTF-8,\nand a control character",
            path="caf\udce9.ini",
            span=Span(2, 1, 2, 10, 18, 27),
            fix=Fix("escape it", (Edit(20, 21, b"\xef"),), safe=False),
        ),
        Finding(
            "GEO102",
            "misspelled-section",
            Severity.ERROR,
            "[byoptype] is no section: <b>six</b> entries & more keep the previous one ]]>",
            path="./sub dir/six.ini",
            span=Span(1, 1, 7, 1, 0, 96),
            related=tuple(Related(f"entry {n}", Span(n, 1, n, 17)) for n in range(2, 8)),
        ),
        Finding(
            "GEO401",
            "unsupported-option",
            Severity.NOTE,
            "allow_hf32 has no effect on 310P",
            path="geopts.toml",
            key="options.allow_hf32",
            related=(Related("the product is named here", path="other.toml"),),
        ),
        Finding("GEO501", "unknown-key", Severity.WARNING, "no such option: \u202eoge", key="options.oge"),
        Finding("GEO901", "unreadable-file", Severity.NOTE, "cannot be read", path="/project/deep/a.ini"),
        Finding("GEO901", "unreadable-file", Severity.NOTE, "cannot be read", path="/elsewhere/b#1.ini"),
    ],
    key=Finding.sort_key,
)

RULES = (
    RuleText(
        code="GEO101",
        name="ignored-line",
        severity=Severity.ERROR,
        summary="A line GE drops without a word.",
        body="## What goes wrong\n\nThe line has no `=`.\n\n## Use instead\n\n```ini\nGelu=high_precision\n```",
        since="0.1",
    ),
)

REPORTS = {
    "findings": Report(
        findings=FINDINGS,
        sources=SOURCES,
        checked=[*SOURCES, "clean.ini", "geopts.toml", "/project/deep/a.ini", "/elsewhere/b#1.ini"],
        suppressed=[
            Suppressed(
                Finding(
                    "GEO205", "mode-not-listed", Severity.NOTE, "not listed", path="clean.ini", span=Span(1, 1, 1, 2)
                ),
                "measured on the \udce9 board",
            ),
            Suppressed(Finding("GEO101", "ignored-line", Severity.ERROR, "old", path="clean.ini"), in_source=False),
        ],
        rules=RULES,
        version="1.2.3",
        directory="/project",
    ),
    "clean": Report(
        findings=(), checked=("clean.ini", "./sub/two.ini"), rules=RULES, version="1.2.3", directory="/project"
    ),
}
STATISTICS = Report(findings=FINDINGS, statistics=True, version="1.2.3", directory="/project")


def rendered(report: Report, format_: str) -> str:
    stream = io.StringIO()
    render(report, format=format_, stream=stream)
    return stream.getvalue()


def sarif_run(name: str = "findings") -> dict[str, Any]:
    run: dict[str, Any] = json.loads(rendered(REPORTS[name], "sarif"))["runs"][0]
    return run


@pytest.mark.parametrize("name", REPORTS)
@pytest.mark.parametrize("format_", FORMATS)
def test_golden(name: str, format_: str) -> None:
    # UPDATE_GOLDEN=1 writes the files anew; they are read by a person before they are committed
    path = GOLDEN / f"{name}.{format_}"
    text = rendered(REPORTS[name], format_)
    if os.environ.get("UPDATE_GOLDEN"):
        path.write_bytes(text.encode())
    assert text == path.read_bytes().decode()


@pytest.mark.parametrize("format_", FORMATS)
@pytest.mark.parametrize("encoding", ["ascii", "latin-1", "gbk", "utf-8", "utf-16"])
def test_no_stream_encoding_makes_it_fail(format_: str, encoding: str) -> None:
    raw = io.BytesIO()
    stream = io.TextIOWrapper(raw, encoding=encoding, errors="strict", newline="\n")
    render(REPORTS["findings"], format=format_, stream=stream)
    stream.flush()
    text = raw.getvalue().decode(encoding)
    assert "GEO107" in text
    assert "\x1b" not in text


TEXT = st.text(st.characters(codec=None), max_size=12)
SPANS = st.builds(Span, *[st.integers(1, 9)] * 4, *[st.integers(0, 30)] * 2)
ANY_FINDINGS = st.builds(
    Finding,
    st.just("GEO101"),
    st.just("ignored-line"),
    st.sampled_from(Severity),
    TEXT,
    TEXT,
    TEXT,
    st.sampled_from(["", "a.ini", "b\udcff\ud800\n.ini"]) | TEXT,
    st.none() | SPANS,
    st.lists(st.builds(Related, TEXT, st.none() | SPANS, TEXT), max_size=2).map(tuple),
    st.none()
    | st.builds(
        Fix, TEXT, st.tuples(st.builds(Edit, st.integers(0, 30), st.integers(0, 30), st.binary())), st.booleans()
    ),
    TEXT,
)


@given(findings=st.lists(ANY_FINDINGS, max_size=3), source=st.binary(max_size=60), data=st.data())
def test_arbitrary_findings_never_raise_and_stay_well_formed(
    findings: list[Finding], source: bytes, data: st.DataObject
) -> None:
    format_ = data.draw(st.sampled_from(FORMATS))
    report = Report(findings=findings, sources={"a.ini": source, "b\udcff\ud800\n.ini": source}, checked=["a.ini"])
    raw = io.BytesIO()
    stream = io.TextIOWrapper(raw, encoding=data.draw(st.sampled_from(["ascii", "utf-8", "cp1252"])), newline="\n")
    render(report, format=format_, stream=stream)
    stream.flush()
    if format_ in {"json", "gitlab", "sarif"}:
        json.loads(raw.getvalue())
    elif format_ == "junit":
        ET.fromstring(raw.getvalue())
    elif format_ in {"concise", "github"}:
        assert raw.getvalue().count(b"\n") == len(findings)


def test_unknown_format() -> None:
    with pytest.raises(OptionValueError, match="full, concise, json, sarif, github, gitlab, junit"):
        render(REPORTS["clean"], format="xml", stream=io.StringIO())


def test_concise_is_one_line_per_finding_with_a_mark_for_safe_fixes_only() -> None:
    lines = rendered(REPORTS["findings"], "concise").splitlines()
    assert len(lines) == len(FINDINGS)
    assert [line for line in lines if "[*]" in line] == [
        "models/bert/op_precision.ini:3:1: GEO101 [*] 'Gelu high' has no '=', so GE drops the line without a word"
    ]


def test_concise_ends_with_statistics_when_asked() -> None:
    tail = rendered(STATISTICS, "concise").splitlines()[len(FINDINGS) + 1 :]
    assert tail[0] == "2  GEO901 [ ] unreadable-file"
    assert "1  GEO101 [*] ignored-line" in tail
    assert rendered(STATISTICS, "full").splitlines()[-len(tail) :] == tail


def test_colours_surround_the_text_and_nothing_else_changes() -> None:
    for format_ in ("full", "concise"):
        stream = io.StringIO()
        render(REPORTS["findings"], format=format_, stream=stream, color=True)
        painted = stream.getvalue()
        assert "\x1b[1;31mGEO101\x1b[0m" in painted
        assert re.sub(r"\x1b\[[0-9;]*m", "", painted) == rendered(REPORTS["findings"], format_)


@pytest.mark.parametrize("name", REPORTS)
def test_json_is_described_by_its_schema_and_tells_the_findings(name: str) -> None:
    document = json.loads(rendered(REPORTS[name], "json"))
    schema = report_schema()
    jsonschema.Draft202012Validator.check_schema(schema)
    jsonschema.validate(document, schema, cls=jsonschema.Draft202012Validator)
    assert document["findings"] == [finding.as_json() for finding in REPORTS[name].findings]
    assert document["summary"]["suppressed"] == len(REPORTS[name].suppressed)


def test_every_json_field_is_described() -> None:
    def closed(schema: Any) -> Any:
        if isinstance(schema, dict):
            changed = {key: closed(value) for key, value in schema.items()}
            return (
                changed | {"additionalProperties": False}
                if "properties" in changed and "required" in changed
                else changed
            )
        return [closed(item) for item in schema] if isinstance(schema, list) else schema

    jsonschema.validate(json.loads(rendered(REPORTS["findings"], "json")), closed(report_schema()))


@pytest.mark.parametrize("name", REPORTS)
def test_sarif_is_valid_by_the_official_schema(name: str) -> None:
    schema = json.loads((DATA / "sarif-schema-2.1.0.json").read_text("utf-8"))
    jsonschema.Draft4Validator(schema).validate(json.loads(rendered(REPORTS[name], "sarif")))


def test_sarif_has_what_github_requires() -> None:
    # GitHub, "SARIF support for code scanning": required properties of reportingDescriptor, result and region
    run = sarif_run()
    rules = run["tool"]["driver"]["rules"]
    for rule in rules:
        assert rule["id"]
        assert rule["shortDescription"]["text"]
        assert rule["fullDescription"]["text"]
        assert rule["help"]["text"]
    assert "## What goes wrong" in next(rule for rule in rules if rule["id"] == "GEO101")["help"]["markdown"]
    for result in run["results"]:
        assert rules[result["ruleIndex"]]["id"] == result["ruleId"]
        assert result["message"]["text"]
        assert result["partialFingerprints"]
        for location in result["locations"]:
            region = location["physicalLocation"]["region"]
            assert region.keys() >= {"startLine", "startColumn", "endLine", "endColumn"}


def test_sarif_tells_a_finding_in_no_file_as_a_notification() -> None:
    run = sarif_run()
    notification = run["invocations"][0]["toolConfigurationNotifications"][0]
    assert run["tool"]["driver"]["rules"][notification["associatedRule"]["index"]]["id"] == "GEO501"
    assert notification["locations"][0]["logicalLocations"][0]["fullyQualifiedName"] == "options.oge"
    in_files = [finding.code for finding in FINDINGS if finding.path]
    assert [result["ruleId"] for result in run["results"]] == [*in_files, "GEO205", "GEO101"]


def test_sarif_uris_are_encoded_and_relative_to_the_directory() -> None:
    artifacts = [
        location["physicalLocation"]["artifactLocation"]
        for result in sarif_run()["results"]
        for location in result["locations"]
    ]
    uris = [(artifact["uri"], "uriBaseId" in artifact) for artifact in artifacts]
    assert all(re.fullmatch(r"[A-Za-z0-9._~/:%-]+", uri) for uri, _ in uris)
    # a colon in the first segment would read as a scheme (RFC 3986, 4.2)
    assert {uri for uri, relative in uris if not relative} == {"file:///elsewhere/b%231.ini"}
    names = {unquote_to_bytes(uri) for uri, relative in uris if relative}
    assert names >= {b"caf\xe9.ini", "50%,off: 模型.ini".encode(), b"sub dir/six.ini", b"deep/a.ini"}


def test_sarif_fixes_name_bytes_and_places() -> None:
    fixes = {result["ruleId"]: result["fixes"][0] for result in sarif_run()["results"] if "fixes" in result}
    removal = fixes["GEO101"]["artifactChanges"][0]["replacements"][0]
    assert removal == {
        "deletedRegion": {
            "byteOffset": 33,
            "byteLength": 11,
            "startLine": 3,
            "startColumn": 1,
            "endLine": 4,
            "endColumn": 1,
        }
    }
    binary = fixes["GEO107"]["artifactChanges"][0]["replacements"][0]["insertedContent"]["binary"]
    assert base64.b64decode(binary) == b"\xef"
    assert fixes["GEO101"]["properties"] == {"safe": True}


def test_sarif_suppressions() -> None:
    kinds = [result["suppressions"][0] for result in sarif_run()["results"] if "suppressions" in result]
    assert kinds == [
        {"kind": "inSource", "status": "accepted", "justification": "measured on the \\xe9 board"},
        {"kind": "external", "status": "accepted"},
    ]


def test_strict_readers_get_no_lone_surrogates() -> None:
    # RFC 7493 (I-JSON) 2.1 forbids them, and readers of other languages refuse the whole document
    for format_ in ("sarif", "gitlab", "github", "junit", "full", "concise"):
        rendered(REPORTS["findings"], format_).encode("utf-8")
        assert not re.search(r"\\ud[89a-f]", rendered(REPORTS["findings"], format_))


def unescape(text: str, *, is_property: bool) -> str:
    # actions/runner, ActionCommand.cs: the percent sign is undone last
    for escaped, plain in (
        ("%0D", "\r"),
        ("%0A", "\n"),
        *((("%3A", ":"), ("%2C", ",")) if is_property else ()),
        ("%25", "%"),
    ):
        text = text.replace(escaped, plain)
    return text


def test_github_commands_come_back_as_written() -> None:
    commands = []
    for line in rendered(REPORTS["findings"], "github").splitlines():
        match = re.fullmatch(r"::(error|warning|notice) (.*?)::(.*)", line)
        assert match
        properties = dict(pair.split("=", 1) for pair in match[2].split(","))
        commands.append(
            (
                match[1],
                {key: unescape(value, is_property=True) for key, value in properties.items()},
                unescape(match[3], is_property=False),
            )
        )
    assert [command for command, _, _ in commands] == [
        {"error": "error", "warning": "warning", "note": "notice"}[finding.severity.value] for finding in FINDINGS
    ]
    by_title = {properties["title"]: (properties, message) for _, properties, message in commands}
    properties, message = by_title["GEO201 unknown-mode"]
    assert properties == {
        "file": "50%,off: 模型.ini", "line": "1", "endLine": "1", "col": "5", "endColumn": "21", "title": "GEO201 unknown-mode",
    }  # fmt: skip
    assert message.split("\n")[1:] == ["hint: write high_performance", "or leave the entry out"]
    # columns are for one line only
    assert by_title["GEO102 misspelled-section"][0].keys() == {"file", "line", "endLine", "title"}
    assert "file" not in by_title["GEO501 unknown-key"][0]


def test_gitlab_issues() -> None:
    issues = json.loads(rendered(REPORTS["findings"], "gitlab"))
    assert len({issue["fingerprint"] for issue in issues}) == len(FINDINGS)
    for issue, finding in zip(issues, FINDINGS, strict=True):
        assert issue.keys() == {"description", "check_name", "fingerprint", "severity", "location"}
        assert issue["check_name"] == finding.code
        assert issue["severity"] == {"error": "major", "warning": "minor", "note": "info"}[finding.severity.value]
        assert issue["location"]["lines"]["begin"] == (finding.span.line if finding.span else 1)
    assert [issue["location"]["path"] for issue in issues if issue["check_name"] == "GEO102"] == ["sub dir/six.ini"]
    assert json.loads(rendered(REPORTS["clean"], "gitlab")) == []


def test_junit_counts_and_cases() -> None:
    root = ET.fromstring(rendered(REPORTS["findings"], "junit"))
    cases = root.findall("./testsuite/testcase")
    assert int(root.attrib["tests"]) == len(cases) == len(FINDINGS) + 1
    failures = [case.find("failure") for case in cases if case.find("failure") is not None]
    assert int(root.attrib["failures"]) == len(failures) == sum(f.severity is not Severity.NOTE for f in FINDINGS)
    for suite in root.findall("testsuite"):
        assert int(suite.attrib["tests"]) == len(suite.findall("testcase"))
        assert int(suite.attrib["failures"]) == len(suite.findall("testcase/failure"))
    messages = [failure.attrib["message"] for failure in failures if failure is not None]
    assert "[byoptype] is no section: <b>six</b> entries & more keep the previous one ]]>" in messages
    assert "the name 'na\\xefve\\x1b[2J' holds a byte that is no UTF-8,\nand a control character" in messages
    clean = [case.attrib for case in cases if case.attrib["classname"] == "clean.ini"]
    assert clean == [{"classname": "clean.ini", "name": "geopts lint"}]


def test_junit_keeps_files_apart_whose_shown_names_are_equal() -> None:
    report = Report(
        findings=[Finding("GEO101", "x", Severity.ERROR, "m", path="./a.ini")], checked=["a.ini", "./a.ini"]
    )
    root = ET.fromstring(rendered(report, "junit"))
    assert [len(suite.findall("testcase/failure")) for suite in root.findall("testsuite")] == [0, 1]
