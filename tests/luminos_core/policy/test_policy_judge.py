"""What a report is by the policy of its run."""

import re
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from luminos_core.audit.assemble import assemble
from luminos_core.policy.judge import judged
from luminos_core.records.comparison import ComparedRun, Comparison
from luminos_core.records.directory import DirectoryState
from luminos_core.records.flag import FlagState, Severity
from luminos_core.records.policy import fail_on_text, parse_fail_on
from luminos_core.records.report import AuditReport
from luminos_core.records.request import AuditRequest
from luminos_core.records.requirement import RequirementState, RequirementStatus
from luminos_core.report.outcome_line import outcome_line
from tests.luminos_core.report.report_runs import check_flag, directory_report, facts, flag

COMPARED = Comparison(previous=ComparedRun(run_id="run-0", finished_at="2025-12-31T00:00:00+00:00"))
NEWNESS = {FlagState.NEW, FlagState.REOPENED}


def report(*flags: tuple[Severity, FlagState | None], **changes: Any) -> AuditReport:
    """With a flag, of a file of its own, for each severity and state."""
    found = [
        check_flag(path=f"{number}.py", severity=severity, state=state)
        for number, (severity, state) in enumerate(flags)
    ]
    return assemble(facts(check_flags=found)).model_copy(update=changes)


def result(made: AuditReport, fail_on: str) -> tuple[int, str]:
    judgement = judged(made, fail_on)
    return judgement.exit_code, judgement.policy_line


@given(
    st.lists(st.tuples(st.sampled_from(Severity), st.sampled_from(FlagState)), max_size=5),
    st.sampled_from(Severity),
    st.booleans(),
)
def test_a_policy_is_violated_by_what_it_names_and_by_nothing_else(
    flags: list[tuple[Severity, FlagState]], severity: Severity, new_only: bool
) -> None:
    order = list(Severity)
    meant = [
        state
        for found, state in flags
        if order.index(found) <= order.index(severity) and (state in NEWNESS or not new_only)
    ]
    spec = f"new:{severity}" if new_only else severity.value
    assert result(report(*flags, comparison=COMPARED), spec)[0] == bool(meant)


@pytest.mark.parametrize("spec", ["", "none", " none "])
def test_without_a_policy_no_flag_changes_the_code(spec: str) -> None:
    judgement = judged(report((Severity.CRITICAL, None)), spec)
    assert (judgement.exit_code, judgement.policy, judgement.policy_line) == (0, None, "")


def test_one_of_several_conditions_is_enough_and_is_named() -> None:
    persisting = (Severity.CONCERN, FlagState.PERSISTING)
    new = (Severity.INFO, FlagState.NEW)
    found = report(persisting, persisting, new, comparison=COMPARED)
    assert result(found, "critical, new:info") == (
        1, "Policy violated (critical, new:info): 1 new flag."
    )  # fmt: skip
    assert (
        result(found, "concern")[1] == "Policy violated (concern): 2 flags are concerns or worse."
    )
    code, line = result(found, "critical,new:concern")
    assert code == 0
    assert line.endswith(": no flag is critical; no new flag is a concern or worse.")


def test_what_a_rule_says_of_a_file_is_one_flag_as_in_every_count() -> None:
    twice = [check_flag(line=line, quotation=f"exec({line})") for line in (1, 2)]
    assert "1 flag is a concern or worse" in result(
        assemble(facts(check_flags=twice)), "concern"
    )[1]  # fmt: skip


def test_without_an_earlier_run_every_flag_is_new_and_it_is_said() -> None:
    code, line = result(report((Severity.CONCERN, None)), "new:concern")
    assert code == 1
    assert line.endswith("There is no earlier run to compare with, so every flag counts as new.")


def test_flags_of_new_checks_are_not_new_in_the_code_and_are_counted_beside() -> None:
    checked = (Severity.CRITICAL, FlagState.NEWLY_CHECKED)
    code, line = result(report(checked, comparison=COMPARED), "new:concern")
    assert code == 0
    assert line.endswith("1 flag of checks that are new is not counted.")
    assert result(report(checked, comparison=COMPARED), "concern")[0] == 1


def test_a_run_that_read_less_does_not_keep_a_policy_silently() -> None:
    less = COMPARED.model_copy(update={"read_less": "src was skipped"})
    for spec in ("new:concern", "critical"):
        code, line = result(report(comparison=less), spec)
        assert code == 0
        assert "This run read less than the last (src was skipped)" in line


def test_claims_without_evidence_violate_nothing() -> None:
    claimed = flag(severity=Severity.CRITICAL, quotation="exec(x)", line=3)
    assert result(assemble(facts(check_flags=[claimed])), "info")[0] == 0


def test_an_incomplete_run_has_its_own_code_and_says_both() -> None:
    failed = [directory_report(".", DirectoryState.FAILED, reason="the server was away")]
    for flags, said in (
        ([check_flag()], "Policy violated (concern): 1 flag is a concern or worse"),
        ([], "Policy kept (concern): no flag is a concern or worse. The audit is incomplete"),
    ):
        judgement = judged(assemble(facts(check_flags=flags, reports=failed)), "concern")
        assert judgement.exit_code == 2
        assert said in outcome_line(judgement)
        assert "the server was away" in outcome_line(judgement)


@pytest.mark.parametrize(
    "spec", ["high", "new", "new:", "concern;critical", "concern,", "new:none", "new:unmet"]
)
def test_what_is_no_policy_is_refused_with_what_would_be_one(spec: str) -> None:
    with pytest.raises(ValueError, match="info, concern, critical"):
        fail_on_text(spec)


@given(
    st.lists(
        st.sampled_from(["new:", "info", "concern", "critical", "unmet", "none", ",", " ", "x"])
    ).map("".join)
)
def test_a_form_refuses_what_a_request_refuses(text: str) -> None:
    schema = AuditRequest.model_json_schema()["properties"]["fail_on"]
    try:
        parse_fail_on(text)
    except ValueError:
        assert not re.search(schema["pattern"], text)
    else:
        assert re.search(schema["pattern"], text)


@given(st.text())
def test_any_text_is_a_policy_or_a_refusal(text: str) -> None:
    try:
        conditions = parse_fail_on(text)
    except ValueError:
        return
    assert parse_fail_on(", ".join(each.text for each in conditions)) == conditions


def required(*states: str) -> AuditReport:
    found = [
        RequirementStatus(
            id=f"R{number}", text="T", place=f"r.md:{number}", state=RequirementState(state)
        )
        for number, state in enumerate(states)
    ]
    return report((Severity.CONCERN, None), requirements=tuple(found))


def test_an_unmet_requirement_violates_the_policy_that_names_it() -> None:
    made = required("met", "unmet", "unknown", "waived")
    assert result(made, "unmet") == (
        1,
        "Policy violated (unmet): 1 requirement is not met (R1). "
        "1 requirement is unknown (R2), which does not count.",
    )
    assert result(made, "critical") == (0, "Policy kept (critical): no flag is critical.")
    assert result(made, "unmet, concern")[1].startswith(
        "Policy violated (concern, unmet): 1 flag is a concern or worse; 1 requirement is not met"
    )


def test_what_is_unknown_or_waived_keeps_the_policy_and_no_requirements_are_said() -> None:
    code, line = result(required("unknown", "waived", "met"), "unmet")
    assert (code, line.partition(".")[0]) == (
        0, "Policy kept (unmet): no requirement is unmet"
    )  # fmt: skip
    assert result(required(), "critical,unmet") == (
        0,
        "Policy kept (critical, unmet): no flag is critical; no requirement is unmet. "
        "This run had no requirements.",
    )
