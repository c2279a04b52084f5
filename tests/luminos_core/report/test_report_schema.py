"""The published schema of report.json, and reports that earlier versions have written."""

import json
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from jsonschema import Draft202012Validator

from luminos_core.audit.assemble import RunFacts, assemble
from luminos_core.records.report import REPORT_SCHEMA, AuditReport
from luminos_core.report.registry import RENDERINGS, render
from luminos_core.report.report_schema import report_schema
from luminos_core.store.run_folder import read_report
from luminos_core.text.json_text import utf8
from tests.luminos_core.report.report_runs import runs
from tests.luminos_core.report.report_states import flags_of_all_states, hostile_report

PUBLISHED = Path(__file__).parents[3] / "docs/report.schema.json"
EARLIER = sorted((Path(__file__).parent / "earlier").glob("*.json"))


@cache
def validator() -> Draft202012Validator:
    schema = json.loads(report_schema())
    Draft202012Validator.check_schema(schema)
    return Draft202012Validator(schema)


def problems(document: Any) -> list[str]:
    return [
        f"{error.json_path}: {error.message}"[:300] for error in validator().iter_errors(document)
    ]


def test_the_published_schema_is_that_of_the_reports() -> None:
    """To publish it: luminos report --schema -o docs/report.schema.json"""
    assert PUBLISHED.read_text() == report_schema()
    assert str(REPORT_SCHEMA) in json.loads(report_schema())["title"]


@settings(max_examples=20)
@given(runs())
def test_any_report_is_valid(run: RunFacts) -> None:
    assert problems(json.loads(utf8(render("json", assemble(run))))) == []


@pytest.mark.parametrize(
    "report", [flags_of_all_states(), hostile_report()], ids=["states", "hostile"]
)
def test_a_compared_report_is_valid(report: AuditReport) -> None:
    assert problems(json.loads(utf8(render("json", report)))) == []


@pytest.mark.parametrize("file", EARLIER, ids=lambda file: file.stem)
def test_reports_of_earlier_versions_are_valid_read_and_rendered_in_every_format(
    file: Path,
) -> None:
    assert problems(json.loads(file.read_text())) == []
    report = read_report(file)
    assert report.schema_version < REPORT_SCHEMA
    assert report.flags and report.comparison is None
    for each in RENDERINGS:
        text = render(each.name, report)
        assert text
        utf8(text)


def test_earlier_reports_are_there_complete_and_not() -> None:
    assert {read_report(file).status for file in EARLIER} == {"complete", "incomplete"}


def test_a_report_of_a_later_version_is_valid() -> None:
    document = json.loads(render("json", flags_of_all_states()))
    document["new_field"] = 1
    document["flags"][0]["new_field"] = 1
    assert problems(document) == []


@pytest.mark.parametrize("change", [{"status": "good"}, {"flags": 1}, {"schema_version": "three"}])
def test_what_is_no_report_is_not_valid(change: dict[str, object]) -> None:
    document = json.loads(render("json", flags_of_all_states()))
    assert problems(document | change)
