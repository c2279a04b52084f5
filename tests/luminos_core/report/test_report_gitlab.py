"""Open flags as GitLab's code quality report."""

import json
from typing import Any

from hypothesis import given, settings
from jsonschema import Draft202012Validator

from luminos_core.audit.assemble import RunFacts, assemble
from luminos_core.records.flag import Severity
from luminos_core.records.report import AuditReport
from luminos_core.report.registry import render
from luminos_core.text.json_text import utf8
from tests.luminos_core.report.report_runs import check_flag, runs
from tests.luminos_core.report.report_states import (
    EMPTY,
    VERSION,
    flags_of_all_states,
    hostile_report,
    many_flags,
    with_flags,
)

# What GitLab's documentation asks of a finding.
_FINDING = {
    "type": "object",
    "required": ["description", "check_name", "fingerprint", "severity", "location"],
    "properties": {
        "description": {"type": "string", "minLength": 1},
        "check_name": {"type": "string", "minLength": 1},
        "fingerprint": {"type": "string", "minLength": 1},
        "severity": {"enum": ["info", "minor", "major", "critical", "blocker"]},
        "location": {
            "type": "object",
            "required": ["path", "lines"],
            "properties": {
                "path": {"type": "string", "minLength": 1, "not": {"pattern": "^\\./"}},
                "lines": {
                    "type": "object",
                    "required": ["begin"],
                    "properties": {"begin": {"type": "integer", "minimum": 1}},
                },
            },
        },
    },
}
VALIDATOR = Draft202012Validator({"type": "array", "items": _FINDING})


def findings(report: AuditReport) -> Any:
    found = json.loads(utf8(render("gitlab", report)))
    assert [error.message for error in VALIDATOR.iter_errors(found)] == []
    fingerprints = [each["fingerprint"] for each in found]
    assert len(set(fingerprints)) == len(fingerprints)
    return found


@settings(max_examples=30)
@given(runs())
def test_any_report_is_valid(run: RunFacts) -> None:
    report = assemble(run)
    assert len(findings(report)) == len(report.flags)


def test_hostile_none_and_very_many_flags() -> None:
    assert len(findings(hostile_report())) == 2
    assert findings(EMPTY) == []
    assert len(findings(many_flags())) == 30_000


def test_a_finding_says_where_and_how_bad() -> None:
    flags = [
        check_flag(path="a b.py", line=3, end_line=4, severity=Severity.CRITICAL),
        check_flag(path="general", severity=Severity.CONCERN),
        check_flag(path="c.py", line=9, severity=Severity.INFO),
    ]
    first, second, third = findings(with_flags(*flags, version=VERSION))
    assert first["location"] == {"path": "services/api/a b.py", "lines": {"begin": 3, "end": 4}}
    assert second["location"] == {"path": "services/api", "lines": {"begin": 1}}
    assert [each["severity"] for each in (first, second, third)] == ["critical", "major", "info"]
    assert third["url"].endswith("/services/api/c.py#L9")


def test_a_name_is_the_file_s_own_and_not_as_records_escape_it() -> None:
    (found,) = findings(with_flags(check_flag(path="a\\\\b.py")))
    assert found["location"]["path"] == "a\\b.py"


def test_what_was_not_seen_again_is_not_told_as_gone() -> None:
    paths = [each["location"]["path"] for each in findings(flags_of_all_states())]
    assert "unseen.py" in paths
    assert not {"gone.py", "meant.py", "claim.py"} & set(paths)
