"""Reports as JUnit's XML: valid by Jenkins' schema, and the tests that fail are the policy's."""

import io
import xml.etree.ElementTree as ET
from functools import cache
from pathlib import Path

import xmlschema
from hypothesis import given, settings
from hypothesis import strategies as st
from junitparser import JUnitXml

from luminos_core.audit.assemble import RunFacts, assemble
from luminos_core.policy.judge import judged
from luminos_core.records.flag import FlagState, Severity
from luminos_core.records.report import AuditReport
from luminos_core.report.registry import render
from luminos_core.text.json_text import utf8
from tests.luminos_core.report.report_runs import check_flag, flag, runs
from tests.luminos_core.report.report_states import (
    EMPTY,
    VERSION,
    agents_flag,
    compared,
    flags_of_all_states,
    hostile_report,
    many_flags,
    with_flags,
)

SCHEMA = Path(__file__).parent / "schemas/junit-10.xsd"


@cache
def schema() -> xmlschema.XMLSchema:
    return xmlschema.XMLSchema(str(SCHEMA))


def suites(report: AuditReport) -> ET.Element:
    """The root of the document, which is valid and counts what it has."""
    content = utf8(render("junit", report))
    schema().validate(io.BytesIO(content))
    root = ET.fromstring(content)  # noqa: S314 - it is ours
    for element in (root, *root.iter("testsuite")):
        tests = list(element.iter("testcase"))
        assert int(element.attrib["tests"]) == len(tests)
        for name, tag in (("failures", "failure"), ("errors", "error")):
            assert int(element.attrib[name]) == len(list(element.iter(tag)))
    return root


def failed(report: AuditReport) -> list[str]:
    cases = suites(report).iter("testcase")
    return [case.attrib["classname"] for case in cases if case.find("failure") is not None]


@settings(max_examples=30)
@given(runs())
def test_any_report_is_valid(run: RunFacts) -> None:
    report = assemble(run)
    errors = list(suites(report).iter("error"))
    assert bool(errors) == (report.status == "incomplete")


@given(st.text())
def test_any_text_is_valid(text: str) -> None:
    report = with_flags(check_flag(finding=text, quotation=text, rule=f"odd:{text}", path=text))
    assert len(list(suites(report).iter("testcase"))) == 2


def test_a_hostile_report_is_valid() -> None:
    assert list(suites(hostile_report()).iter("error"))


def test_a_report_without_flags_is_one_test_that_passed() -> None:
    root = suites(EMPTY)
    assert (root.attrib["tests"], root.attrib["failures"], root.attrib["errors"]) == ("1", "0", "0")


def test_without_a_policy_a_concern_fails_and_what_is_worth_knowing_passes() -> None:
    found = [check_flag(path=f"{each}.py", line=3, severity=each) for each in Severity]
    assert failed(with_flags(*found)) == ["critical.py", "concern.py"]


def test_what_fails_is_what_the_policy_counts() -> None:
    old = check_flag(path="old.py", severity=Severity.CRITICAL, state=FlagState.PERSISTING)
    new = check_flag(path="new.py", severity=Severity.CONCERN, state=FlagState.NEW)
    unseen = check_flag(path="unseen.py", severity=Severity.CRITICAL, state=FlagState.UNKNOWN)
    report = with_flags(old, new, comparison=compared(unseen))
    assert failed(judged(report, "new:concern")) == ["luminos", "new.py"]
    assert failed(judged(report, "critical")) == ["luminos", "old.py"]
    assert failed(judged(report, "new:critical")) == []


def test_a_test_says_where_what_and_what_to_do_and_its_name_has_no_line() -> None:
    found = [
        check_flag(path="a.py", line=n, quotation=f"eval(x{n})", symbol="Client.send")
        for n in (3, 7)
    ]
    root = suites(with_flags(*found, version=VERSION))
    first, second = root.findall("testsuite[2]/testcase")
    assert first.attrib == {
        "classname": "services/api/a.py",
        "name": "A text that is not constant is run as code in Client.send",
    }
    assert second.attrib["name"] == first.attrib["name"] + " #2"
    (failure,) = second
    assert failure.attrib["message"] == "concern: a.py:7: Something."
    said = failure.text or ""
    assert "a.py:7" in said and "eval(x7)" in said and "Parse the text as data" in said
    assert "https://forge.example/owner/name/blob/" in said


def test_of_a_models_flag_the_finding_is_the_name() -> None:
    (case,) = suites(with_flags(flag(finding="It leaks.", line=3))).findall("testsuite[2]/testcase")
    assert case.attrib["name"] == "It leaks."


def test_an_incomplete_run_is_an_error_with_its_reasons() -> None:
    report = EMPTY.model_copy(
        update={"status": "incomplete", "incomplete_because": ("1 directory failed: src.",)}
    )
    (error,) = suites(report).iter("error")
    assert error.attrib["message"] == "1 directory failed: src."


def test_others_read_it(tmp_path: Path) -> None:
    file = tmp_path / "junit.xml"
    file.write_bytes(utf8(render("junit", flags_of_all_states())))
    read = JUnitXml.fromfile(str(file))
    assert (read.tests, read.failures, read.errors) == (6, 4, 0)


def test_very_many_flags() -> None:
    root = ET.fromstring(render("junit", many_flags()))  # noqa: S314
    assert root.attrib["tests"] == "30001"
    assert len(root.findall("testsuite")) == 41


def test_a_test_of_an_agents_flag_says_all_that_it_says() -> None:
    (failure,) = suites(with_flags(agents_flag())).iter("failure")
    said = failure.text or ""
    assert "Whoever logs in.\nReaders of the log have the password.\n" in said
    assert "What to do: Log the name alone." in said


def test_characters_that_xml_may_not_hold_are_replaced() -> None:
    text = render("junit", with_flags(check_flag(finding="a\ufffeb\uffffc\x00d\ud800e")))
    assert "a\ufffdb\ufffdc\\x00d\\ud800e" in text
