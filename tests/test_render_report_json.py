"""The hand-written JSON is what ``json.dumps`` gives for the contract's objects."""

from __future__ import annotations

import io
import json

from hypothesis import given
from hypothesis import strategies as st

from geopts.findings import Edit, Finding, Fix, Related, Severity, Span
from geopts.render import Report, render
from geopts.render.report_json import _BATCH, _REMEMBERED, _objects

TEXT = st.text(st.characters(codec=None), max_size=10)
SPANS = st.none() | st.builds(Span, *[st.integers(1, 10**6)] * 4)
FINDINGS = st.builds(
    Finding,
    TEXT,
    TEXT,
    st.sampled_from(Severity),
    TEXT,
    TEXT,
    TEXT,
    TEXT,
    SPANS,
    st.lists(st.builds(Related, TEXT, SPANS, TEXT), max_size=3).map(tuple),
    st.none()
    | st.builds(
        Fix,
        TEXT,
        st.lists(st.builds(Edit, st.integers(0), st.integers(0), st.binary(max_size=8)), max_size=3).map(tuple),
        st.booleans(),
    ),
    TEXT,
)


@given(st.lists(FINDINGS, max_size=4))
def test_each_line_is_what_json_dumps_gives(findings: list[Finding]) -> None:
    assert list(_objects(findings)) == [json.dumps(finding.as_json()) for finding in findings]


def test_batches_and_forgotten_strings_change_nothing() -> None:
    number = max(_BATCH * 2, _REMEMBERED) + 7
    for count in (0, 1, _BATCH - 1, _BATCH, _BATCH + 1, number):
        findings = [
            Finding(f"GEO{n % 9}", f"name-{n}", Severity.NOTE, f"message {n}", path=f"{n}.ini") for n in range(count)
        ]
        stream = io.StringIO()
        render(Report(findings=findings), format="json", stream=stream)
        document = json.loads(stream.getvalue())
        assert [found["path"] for found in document["findings"]] == [finding.path for finding in findings]
        assert document["summary"]["notes"] == count
