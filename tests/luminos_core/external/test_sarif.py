"""SARIF of any tool: what the standard allows, and what somebody hostile writes."""

import json
import os
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from luminos_core.audit.assemble import assemble
from luminos_core.errors import SettingsError
from luminos_core.external.paths import place_in
from luminos_core.external.sarif_file import check_sarif
from luminos_core.parsers.tool_results import parse_sarif, parse_shellcheck
from luminos_core.records.external import ToolResult, ToolState
from luminos_core.records.flag import Flag, FlagSource, Severity
from luminos_core.report.registry import render
from tests.fakes.trees import make_tree
from tests.luminos_core.external.fake_tools import audit_with_tools, flags_of, result, sarif
from tests.luminos_core.report.report_runs import facts

TREE = {"src/a.py": "one = 1\ntwo = 2\nthree = 3\n", "README.md": "# A\n", "tests/test_a.py": "x\n"}


def parsed(result_: dict[str, Any], **run: Any) -> ToolResult:
    document = {"runs": [{"results": [result_], **run}]}
    return parse_sarif(json.dumps(document).encode()).results[0]


def audited(tmp_path: Path, *results: dict[str, Any], **driver: Any) -> Any:
    file = tmp_path / "found.sarif"
    file.write_text(sarif(results, **driver))
    target = make_tree(tmp_path / "t", TREE)
    return audit_with_tools(target, tools="none", sarif=(str(file),))


def rules(*given_: dict[str, Any]) -> dict[str, Any]:
    return {"driver": {"name": "T", "rules": list(given_)}}


def test_a_rule_is_found_by_index_by_name_and_in_an_extension() -> None:
    tool = rules({"id": "A", "properties": {"security-severity": "9.8"}})
    assert parsed({"ruleIndex": 0}, tool=tool).rule == "A"
    assert parsed({"ruleId": "A"}, tool=tool).score == 9.8
    assert parsed({"rule": {"id": "A"}}, tool=tool).score == 9.8
    extended = {"driver": {"name": "T"}, "extensions": [{"rules": [{"id": "X"}]}]}
    reference = {"index": 0, "toolComponent": {"index": 0}}
    assert parsed({"rule": reference}, tool=extended).rule == "X"


@pytest.mark.parametrize(
    "properties",
    [
        {"tags": ["external/cwe/cwe-079"]},
        {"tags": ["security", "CWE-79: Improper Neutralization"]},
        {"cwe": "CWE-79"},
        {"cwe": ["CWE-79"]},
    ],
)
def test_a_weakness_is_read_wherever_tools_name_it(properties: dict[str, Any]) -> None:
    assert parsed({"ruleId": "A", "properties": properties}).cwes == (79,)
    tool = rules({"id": "A", "properties": properties})
    assert parsed({"ruleId": "A"}, tool=tool).cwes == (79,)


def test_a_weakness_is_read_from_a_taxonomy() -> None:
    taxon = {"target": {"id": "79", "toolComponent": {"name": "CWE"}}}
    tool = rules({"id": "A", "relationships": [taxon]})
    assert parsed({"ruleId": "A"}, tool=tool).cwes == (79,)
    other = {"id": "79", "toolComponent": {"name": "OWASP"}}
    assert parsed({"ruleId": "A", "taxa": [other]}).cwes == ()


def test_a_message_is_put_together_from_its_rule() -> None:
    tool = rules({"id": "A", "messageStrings": {"default": {"text": "{0} calls {1} and {7}"}}})
    message = {"id": "default", "arguments": ["f", "g"]}
    assert parsed({"ruleId": "A", "message": message}, tool=tool).text == "f calls g and {7}"


def test_a_place_is_put_together_from_bases_and_artifacts() -> None:
    place = {"artifactLocation": {"uri": "a.py", "uriBaseId": "ROOT"}}
    located = {"locations": [{"physicalLocation": place}]}
    bases = {"ROOT": {"uri": "file:///work/src/"}}
    assert parsed(located, originalUriBaseIds=bases).place == "file:///work/src/a.py"
    indexed = {"locations": [{"physicalLocation": {"artifactLocation": {"index": 0}}}]}
    artifacts = [{"location": {"uri": "b.py"}}]
    assert parsed(indexed, artifacts=artifacts).place == "b.py"


@pytest.mark.parametrize(
    "fields",
    [
        {"kind": "pass"},
        {"kind": "notApplicable"},
        {"baselineState": "absent"},
        {"suppressions": [{"kind": "inSource"}]},
        {"suppressions": [{"kind": "external", "status": "accepted"}]},
    ],
)
def test_what_is_not_wrong_or_suppressed_is_no_flag(tmp_path: Path, fields: dict[str, Any]) -> None:
    report = audited(tmp_path, result("src/a.py", 1, "A", **fields))
    assert not flags_of(report, "tool:A")


def test_a_suppression_that_was_rejected_does_not_count(tmp_path: Path) -> None:
    fields = {"suppressions": [{"kind": "external", "status": "rejected"}]}
    assert flags_of(audited(tmp_path, result("src/a.py", 1, "A", **fields)), "tool:A")


@pytest.mark.parametrize(
    ("fields", "severity"),
    [
        ({"level": "error"}, Severity.CONCERN),
        ({"level": "warning"}, Severity.INFO),
        ({"level": "note"}, Severity.INFO),
        ({"level": "warning", "properties": {"security-severity": "8.1"}}, Severity.CONCERN),
        ({"level": "error", "properties": {"security-severity": "3.0"}}, Severity.INFO),
        ({"level": "error", "properties": {"security-severity": "NaN"}}, Severity.CONCERN),
    ],
)
def test_level_and_score_weigh_a_rule_that_nobody_knows(
    tmp_path: Path, fields: dict[str, Any], severity: Severity
) -> None:
    (flag,) = flags_of(audited(tmp_path, result("src/a.py", 1, "A", **fields)), "tool:A")
    assert flag.severity is severity


def test_in_a_test_it_is_only_noted(tmp_path: Path) -> None:
    (flag,) = flags_of(audited(tmp_path, result("tests/test_a.py", 1, "A")), "tool:A")
    assert flag.severity is Severity.INFO


@pytest.mark.parametrize(
    ("named", "path"),
    [
        ("src/a.py", "src/a.py"),
        ("./src//a.py", "src/a.py"),
        ("file:///t/src/a.py", "src/a.py"),
        ("/t/src/a.py", "src/a.py"),
        ("../t/src/a.py", "src/a.py"),
        ("t/src/a.py", "src/a.py"),
        ("file:///home/runner/work/x/x/src/a.py", "src/a.py"),
        ("src/%61.py", "src/a.py"),
        ("src/../src/a.py", None),
        ("other/README.md", None),
        ("/t", None),
        ("", None),
        ("http://[", None),
        ("\0", None),
    ],
)
def test_a_place_is_looked_up_in_the_tree(named: str, path: str | None) -> None:
    assert place_in(named, Path("/t"), TREE) == path


def test_a_line_that_the_file_does_not_have_is_left_out(tmp_path: Path) -> None:
    report = audited(tmp_path, result("src/a.py", 99, "A"), result("src/a.py", 2, "B"))
    (beyond,), (within,) = flags_of(report, "tool:A"), flags_of(report, "tool:B")
    assert (beyond.line, beyond.quotation) == (None, "")
    assert (within.line, within.quotation) == (2, "two = 2")


def test_a_rule_with_a_thousand_places_in_a_file_is_counted(tmp_path: Path) -> None:
    file = tmp_path / "many.sarif"
    file.write_text(sarif(result("a.py", line, "A") for line in range(1, 1_001)))
    target = make_tree(tmp_path / "t", {"a.py": "x = 1\n" * 1_000})
    report = audit_with_tools(target, tools="none", sarif=(str(file),))
    flags = flags_of(report, "tool:A")
    assert len(flags) + sum(flag.more for flag in flags) == 1_000


def test_the_report_says_how_many_results_are_of_no_file(tmp_path: Path) -> None:
    report = audited(tmp_path, result("gone.py", 1, "A"), result("src/a.py", 1, "B"), name="CodeQL")
    (run,) = report.tools
    assert (run.name, run.state, run.findings) == ("codeql (found.sarif)", ToolState.RAN, 1)
    assert run.reason == "1 result about no file of the tree"


def test_files_that_are_no_sarif_are_refused(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "fifo")
    (tmp_path / "folder").mkdir()
    for name, text in {"empty": "", "text": "runs", "list": "[]", "other": "{}"}.items():
        (tmp_path / name).write_text(text)
    for name in ("fifo", "folder", "missing", "empty", "text", "list", "other"):
        with pytest.raises(SettingsError, match=f"--sarif .*{name}"):
            check_sarif(str(tmp_path / name))


_NAMES = (
    "runs",
    "results",
    "tool",
    "driver",
    "rules",
    "rule",
    "ruleId",
    "ruleIndex",
    "index",
    "message",
    "text",
    "arguments",
    "locations",
    "physicalLocation",
    "artifactLocation",
    "region",
    "startLine",
    "suppressions",
    "taxa",
    "properties",
    "tags",
    "cwe",
    "level",
    "invocations",
    "originalUriBaseIds",
    "uri",
    "uriBaseId",
    "comments",
)
_JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(_NAMES), inner, max_size=4)
    ),
    max_leaves=20,
)


@given(_JSON, _JSON)
def test_a_field_of_another_type_is_as_none(run: Any, result_: Any) -> None:
    documents = [{"runs": run}, {"runs": [run]}, {"runs": [{"results": [result_], "tool": run}]}]
    for document in (*documents, {"comments": [result_]}, {"comments": run}):
        content = json.dumps(document).encode()
        parse_sarif(content)
        parse_shellcheck(content)


def test_a_withheld_file_is_named_and_not_quoted(tmp_path: Path) -> None:
    file = tmp_path / "found.sarif"
    file.write_text(sarif([result(".env", 1, "A")]))
    target = make_tree(tmp_path / "t", {".env": "GREETING=plain words\n", "a.txt": "a\n"})
    report = audit_with_tools(target, tools="none", sarif=(str(file),))
    (flag,) = flags_of(report, "tool:A")
    assert (flag.path, flag.line, flag.quotation) == (".env", 1, "")


@pytest.mark.parametrize("name", ["sarif", "code-scanning"])
def test_a_log_of_ours_is_read_back_with_its_places_words_and_severities(
    tmp_path: Path, name: str
) -> None:
    found = [
        Flag(path="src/a.py", line=2, end_line=3, finding="Two.", severity="critical", rule="a-b"),
        Flag(path="src/a.py", line=1, finding="One.", severity="info", rule="c-d"),
    ]
    told = [
        flag.model_copy(update={"source": FlagSource.ANALYZER, "verified": True}) for flag in found
    ]
    file = tmp_path / "ours.sarif"
    file.write_text(render(name, assemble(facts(check_flags=told))))
    report = audit_with_tools(make_tree(tmp_path / "t", TREE), tools="none", sarif=(str(file),))
    (first,), (second,) = flags_of(report, "luminos:a-b"), flags_of(report, "luminos:c-d")
    assert (first.path, first.line, first.end_line, first.finding) == ("src/a.py", 2, 3, "Two.")
    assert first.severity is Severity.CONCERN  # only our own checks find what is critical
    assert (second.line, second.severity) == (1, Severity.INFO)
