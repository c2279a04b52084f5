"""Reports as SARIF: valid by the standard's schema, within GitHub's limits, true, and readable."""

import json
from functools import cache
from pathlib import Path
from typing import Any
from urllib.parse import unquote_to_bytes

import pytest
from hypothesis import given, settings
from jsonschema import Draft4Validator
from sarif import loader

from luminos_core.audit.assemble import RunFacts, assemble
from luminos_core.catalogue.load import all_rules
from luminos_core.parsers.tool_results import parse_sarif
from luminos_core.records.comparison import Forge, SourceVersion
from luminos_core.records.external import ToolRun, ToolState
from luminos_core.records.flag import FlagState, Severity
from luminos_core.records.project import MappedFile
from luminos_core.records.report import AuditReport, Gap
from luminos_core.records.suppression import SuppressedBy
from luminos_core.report.registry import render
from luminos_core.text.filenames import decode_name
from luminos_core.text.json_text import utf8
from tests.luminos_core.report.report_runs import HOSTILE, check_flag, names, runs
from tests.luminos_core.report.report_states import (
    EMPTY,
    agents_flag,
    compared,
    flags_of_all_states,
    hostile_report,
    with_flags,
)

SCHEMA = Path(__file__).parent / "schemas/sarif-2.1.0.json"


@cache
def validator() -> Draft4Validator:
    return Draft4Validator(json.loads(SCHEMA.read_text()))


def log(report: AuditReport, name: str = "sarif") -> Any:
    """The only run of the log, which is valid by the schema."""
    document = json.loads(utf8(render(name, report)))
    problems = [error.message[:300] for error in validator().iter_errors(document)]
    assert problems == []
    (run,) = document["runs"]
    return run


@settings(max_examples=30)
@given(runs())
def test_any_report_is_valid(run: RunFacts) -> None:
    report = assemble(run)
    for name in ("sarif", "code-scanning"):
        written = log(report, name)
        assert written["invocations"][0]["executionSuccessful"] == (report.status == "complete")
        assert len(written["tool"]["driver"]["rules"]) <= len(written["results"])


def test_a_hostile_report_is_valid() -> None:
    for name in ("sarif", "code-scanning"):
        assert log(hostile_report(), name)["results"]


def test_a_report_without_flags_is_valid_and_has_results() -> None:
    assert log(EMPTY)["results"] == []


def test_a_result_says_what_the_flag_says() -> None:
    flag = check_flag(
        path="src/a.py",
        line=3,
        end_line=5,
        quotation="eval(text)",
        severity=Severity.CRITICAL,
        symbol="Client.send",
        fingerprint="f" * 64,
        owner="@team",
        also_found_by=("ruff:S307",),
        more=4,
    )
    (result,) = log(with_flags(flag))["results"]
    (location,) = result["locations"]
    assert result["level"] == "error"
    assert result["message"]["text"] == flag.finding
    assert location["physicalLocation"]["artifactLocation"] == {
        "uri": "src/a.py",
        "uriBaseId": "%SRCROOT%",
    }
    assert location["physicalLocation"]["region"] == {
        "startLine": 3,
        "endLine": 5,
        "snippet": {"text": "eval(text)"},
    }
    assert location["logicalLocations"] == [{"fullyQualifiedName": "Client.send"}]
    assert result["partialFingerprints"] == {"luminosFlag/v1": "f" * 64}
    assert result["occurrenceCount"] == 5
    assert result["properties"]["owner"] == "@team"
    assert result["properties"]["alsoFoundBy"] == ["ruff:S307"]


def test_what_is_not_known_is_absent() -> None:
    whole, nowhere = check_flag(path="a.py"), check_flag(path="general")
    first, second = log(with_flags(whole, nowhere))["results"]
    assert "region" not in first["locations"][0]["physicalLocation"]
    assert "locations" not in second
    assert "baselineState" not in first
    assert "partialFingerprints" not in first


@given(names())
def test_a_uri_is_the_name_of_the_file_encoded(name: str) -> None:
    (result,) = log(with_flags(check_flag(path=name, line=1)))["results"]
    if name == "general":
        return
    uri = result["locations"][0]["physicalLocation"]["artifactLocation"]["uri"]
    assert uri.isascii()
    assert ":" not in uri and "\\" not in uri
    assert unquote_to_bytes(uri) == decode_name(name).encode("utf-8", "surrogateescape")


def test_uris_are_relative_to_the_repository_and_the_machine_is_not_named() -> None:
    commit, page = "c" * 40, "https://forge.example/owner/name"
    version = SourceVersion(
        commit=commit, branch="main", remote=page, forge=Forge.GITHUB, folder="services/an api"
    )
    report = with_flags(
        check_flag(path="a.py", line=3), version=version, target="/home/ann/checkout"
    )
    run = log(report)
    (result,) = run["results"]
    (provenance,) = run["versionControlProvenance"]
    uri = result["locations"][0]["physicalLocation"]["artifactLocation"]["uri"]
    assert uri == "services/an%20api/a.py"
    assert (provenance["repositoryUri"], provenance["revisionId"]) == (page, commit)
    assert result["properties"]["link"] == f"{page}/blob/{commit}/services/an%20api/a.py#L3"
    assert run["automationDetails"]["id"] == "luminos/services/an api/run-1"
    assert "/home/ann" not in render("sarif", report)


def test_states_are_those_of_a_baseline() -> None:
    run = log(flags_of_all_states())
    states = [(each["baselineState"], each.get("kind")) for each in run["results"][:5]]
    assert states == [
        *[("new", None)] * 3,  # new, reopened, newly checked
        ("unchanged", None),
        ("unchanged", "open"),  # not seen again: whether it is there is not known
    ]
    claim, refuted, resolved, meant = run["results"][5:]
    assert claim["kind"] == "review"
    assert (refuted["kind"], refuted["properties"]["verdict"]) == ("pass", "refuted")
    assert resolved["baselineState"] == "absent"
    assert meant["suppressions"] == [
        {"kind": "inSource", "justification": "luminos: the command is ours"}
    ]


def test_what_a_file_suppresses_is_suppressed_from_outside_with_its_reason() -> None:
    meant = check_flag(suppressed=f"{SuppressedBy.TARGET_FILE}: it is a fixture")
    (result,) = log(with_flags(suppressed_flags=(meant,)))["results"]
    assert result["suppressions"] == [{"kind": "external", "justification": "it is a fixture"}]


def test_code_scanning_gets_open_flags_alone_since_it_opens_an_alert_for_each() -> None:
    results = log(flags_of_all_states(), "code-scanning")["results"]
    assert len(results) == 5
    assert {each.get("kind", "fail") for each in results} == {"fail"}
    assert "absent" not in {each["baselineState"] for each in results}
    assert not any("suppressions" in each for each in results)


def test_code_scanning_needs_a_place_of_each_result_or_refuses_them_all() -> None:
    found = (check_flag(path="a.py"), check_flag(path="general"))
    files = tuple(MappedFile(path=path, size=1) for path in ("a.py", "docs/b.py", "readme.rst"))

    def places(**changes: Any) -> list[tuple[str, int]]:
        results = log(with_flags(*found, **changes), "code-scanning")["results"]
        physical = [each["locations"][0]["physicalLocation"] for each in results]
        return [(each["artifactLocation"]["uri"], each["region"]["startLine"]) for each in physical]

    assert places() == [("a.py", 1), ("README.md", 1)]
    assert places(files=files) == [("a.py", 1), ("readme.rst", 1)]
    assert places(files=files[:2]) == [("a.py", 1), ("a.py", 1)]


@settings(max_examples=20)
@given(runs())
def test_in_code_scanning_every_result_has_a_file_and_a_line(run: RunFacts) -> None:
    for result in log(assemble(run), "code-scanning")["results"]:
        (location,) = result["locations"]
        assert location["physicalLocation"]["artifactLocation"]["uri"]
        assert location["physicalLocation"]["region"]["startLine"] >= 1


def test_rules_say_what_to_do_and_how_bad_it_is() -> None:
    found = [check_flag(rule=rule.id, line=1) for rule in all_rules()]
    for each, known in zip(
        log(with_flags(*found))["tool"]["driver"]["rules"], all_rules(), strict=True
    ):
        assert each["id"] == known.id
        assert known.fix in each["help"]["text"]
        assert "What to do" in each["help"]["markdown"]
        assert len(each["properties"]["tags"]) <= 10
        assert each["properties"]["precision"] == known.precision
        if known.cwe and known.family != "error-handling":
            assert f"external/cwe/cwe-{known.cwe:03}" in each["properties"]["tags"]
            assert 0 < float(each["properties"]["security-severity"]) <= 10
            assert each["helpUri"].startswith("https://cwe.mitre.org/")


def test_a_rule_is_as_bad_as_its_worst_flag() -> None:
    mild, bad = check_flag(severity=Severity.INFO, line=1), check_flag(severity=Severity.CRITICAL)
    (rule,) = log(with_flags(mild, bad))["tool"]["driver"]["rules"]
    (milder,) = log(with_flags(mild))["tool"]["driver"]["rules"]
    assert float(rule["properties"]["security-severity"]) >= 9
    assert float(milder["properties"]["security-severity"]) < 4


def test_an_incomplete_run_is_not_successful_and_says_why() -> None:
    report = EMPTY.model_copy(
        update={
            "status": "incomplete",
            "incomplete_because": ("1 directory failed: src.",),
            "gaps": (
                Gap(pass_name="plan", reason="no answer"),
                Gap(pass_name="survey", reason="1 directory failed"),  # told already
            ),
            "tools": (ToolRun(name="ruff", state=ToolState.UNKNOWN, reason="it took too long"),),
            "comparison": compared(read_less="2 directories fewer were read."),
        }
    )
    (invocation,) = log(report)["invocations"]
    said = [(each["level"], each["message"]["text"]) for each in invocation[_NOTES]]
    assert invocation["executionSuccessful"] is False
    assert said == [
        ("error", "1 directory failed: src."),
        ("warning", "plan: no answer"),
        ("warning", "2 directories fewer were read."),
        ("warning", "ruff unknown: it took too long"),
    ]


_NOTES = "toolExecutionNotifications"


def test_of_more_results_than_github_takes_the_worst_are_there_and_the_rest_is_counted() -> None:
    bad = [check_flag(line=n, severity=Severity.CRITICAL) for n in range(1, 11)]
    many = [check_flag(line=n, severity=Severity.INFO, rule="dead-link") for n in range(1, 30_001)]
    run = json.loads(render("sarif", with_flags(*bad, *many)))["runs"][0]
    assert len(run["results"]) == 25_000
    assert [each["level"] for each in run["results"][:11]] == [*["error"] * 10, "note"]
    (note,) = run["invocations"][0][_NOTES]
    assert note["message"]["text"].startswith("5,010 results")


def test_no_text_is_a_link_in_a_message() -> None:
    text = "".join(HOSTILE)
    report = with_flags(
        check_flag(finding=text), status="incomplete", incomplete_because=(text,), not_read=text
    )
    run = log(report)
    assert "](" not in run["results"][0]["message"]["text"]
    notes = run["invocations"][0][_NOTES]
    assert not [each for each in notes if "](" in each["message"]["text"]]
    (rule,) = log(with_flags(check_flag(rule="odd:[x](http://evil.example)", finding=text)))[
        "tool"
    ]["driver"]["rules"]
    assert "](http://evil" not in rule["help"]["markdown"]


def test_halves_of_surrogate_pairs_do_not_make_it_unreadable() -> None:
    report = with_flags(check_flag(finding="half \ud800 and \udfff", quotation="\ud83d\ude00"))
    (result,) = log(report)["results"]
    assert result["message"]["text"] == "half \ufffd and \ufffd"


def test_our_own_reader_reads_what_we_write() -> None:
    found = [
        check_flag(path="src/a b.py", line=3, end_line=4, severity=Severity.CRITICAL),
        check_flag(path="c.py", rule="dead-link", severity=Severity.INFO),
        check_flag(path="d.py", rule="ruff:S602", line=1),
    ]
    gone = check_flag(path="gone.py", state=FlagState.RESOLVED)
    meant = check_flag(path="meant.py", suppressed="noqa")
    report = with_flags(*found, comparison=compared(gone), suppressed_flags=(meant,))
    results = parse_sarif(utf8(render("sarif", report)))
    assert (results.tool, results.version) == ("Luminos", report.luminos_version)
    assert [each.rule for each in results.results] == [flag.rule for flag in found]
    assert [each.text for each in results.results] == [flag.finding for flag in found]
    assert [(each.line, each.end_line) for each in results.results] == [
        (3, 4),
        (None, None),
        (1, None),
    ]
    assert results.results[0].place == "src/a%20b.py"
    assert results.results[0].cwes == (95,)
    assert [each.score for each in results.results] == [9.5, 3.0, 7.5]
    assert (results.suppressed, results.problem) == (1, "")


def test_the_tools_of_others_read_it(tmp_path: Path) -> None:
    file = tmp_path / "report.sarif"
    file.write_bytes(utf8(render("sarif", flags_of_all_states())))
    read = loader.load_sarif_file(str(file))
    assert read.get_distinct_tool_names() == ["Luminos"]
    assert read.get_result_count() == 9
    first = read.get_records()[0]
    assert (first["Location"], first["Line"]) == ("a.py", 1)


@pytest.mark.parametrize("time", ["", "yesterday", "2026-13-01T00:00:00Z"])
def test_a_time_that_is_none_is_left_out(time: str) -> None:
    report = EMPTY.model_copy(update={"started_at": time})
    (invocation,) = log(report)["invocations"]
    assert "startTimeUtc" not in invocation


def test_a_result_of_an_agent_says_all_that_the_agent_says() -> None:
    report = with_flags(agents_flag())
    (result,) = log(report)["results"]
    assert result["message"]["text"].split("\n\n") == [
        "The password is logged.",
        "Whoever logs in.",
        "Readers of the log have the password.",
        "What to do: Log the name alone.",
    ]
    assert result["rank"] == 85.0
    assert result["properties"]["tags"] == ["external/cwe/cwe-532"]
    (read,) = parse_sarif(utf8(render("sarif", report))).results
    assert read.cwes == (532,)
