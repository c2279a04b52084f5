"""Requirements without a check in whole runs: told by a model, inferred, and paid for once."""

from pathlib import Path
from typing import Any

import pytest

from luminos_core.agents.passes.registry import PASSES
from luminos_core.audit.run import run_audit
from luminos_core.errors import ModelUnavailable, SettingsError
from luminos_core.records.report import AuditReport
from luminos_core.report.registry import render
from tests.fakes.audit_script import first_text, pass_of, submits
from tests.fakes.audits import runtime_over
from tests.fakes.scripted_model import Answer, ScriptedModel, says
from tests.fakes.thread_executor import MemoryResults, ThreadExecutor
from tests.fakes.trees import PROJECT, make_tree

RULES = """# Rules

- [NAME] It has a name. `matches: /^name/ in /pyproject.toml`
- [ADD] Adding has no side effect.
- [FAST] It is fast.
- [NOTED] It logs. `waived until 2999-01-01: Soon.`
- [WRONG] It is wrong. `matches: /(/ in src/**`
"""
ADD = {
    "id": "ADD",
    "state": "met",
    "reason": "It returns a sum.",
    "path": "src/sample/adding.py",
    "line": 1,
    "quotation": "return a + b",
}
SLOW = {"id": "FAST", "state": "unknown", "reason": "Nothing measures it."}
SILENT = {
    "id": "NOTED",
    "state": "unmet",
    "reason": "It does not log.",
    "path": "src/sample/adding.py",
    "quotation": "def add(a, b):",
}
README = "# Sample\n\nA sample project that adds numbers.\nAdding has no side effect.\n"
INFERRED = {
    "text": "Adding has no side effect.",
    "path": "README.md",
    "quotation": "Adding has no side effect.",
}
NO_COUNCIL = {"council_members": 0, "survey_min_files": 0}
JUDGING = ("requirements", "requirement-inference")


@pytest.fixture
def target(tmp_path: Path) -> Path:
    return make_tree(tmp_path / "t", {**PROJECT, "README.md": README, "docs/rules.md": RULES})


def model(*answers: dict[str, Any], fails: bool = False) -> ScriptedModel:
    rest = submits()

    def answer(request: Any) -> Answer:
        tools = {tool.name for tool in request.tools}
        if "submit_inferred_requirements" in tools:
            return says(("submit_inferred_requirements", {"requirements": [INFERRED]}))
        if "submit_requirements" in tools:
            if fails:
                raise ModelUnavailable("overloaded")
            return says(("submit_requirements", {"answers": list(answers)}))
        return rest(request)

    return ScriptedModel(answer)


def audit(
    target: Path,
    scripted: ScriptedModel | None,
    results: MemoryResults | None = None,
    requirements: str = "docs/rules.md",
    **asked: Any,
) -> AuditReport:
    kept = results if results is not None else MemoryResults()
    given = {"yes": True, "requirements": requirements, "settings": NO_COUNCIL, **asked}
    with runtime_over(target, model=scripted, results=kept, passes=PASSES, **given) as runtime:
        return run_audit(runtime, ThreadExecutor(runtime, kept))


def judging(scripted: ScriptedModel) -> list[str]:
    return [name for each in scripted.requests if (name := pass_of(each)) in JUDGING]


def states(report: AuditReport) -> dict[str, str]:
    return {each.id: each.state.value for each in report.requirements}


def test_only_what_has_no_check_is_asked_and_each_says_who_told_it(target: Path) -> None:
    scripted = model(ADD, SLOW, SILENT)
    report = audit(target, scripted)
    assert states(report) == {
        "FAST": "unknown",
        "WRONG": "unknown",
        "NOTED": "waived",
        "NAME": "met",
        "ADD": "met",
    }
    assert judging(scripted) == ["requirements"]
    (request,) = [each for each in scripted.requests if pass_of(each) == "requirements"]
    text = first_text(request)
    assert "- ADD: Adding has no side effect.\n" in text
    assert "NAME" not in text and "WRONG" not in text
    assert "0.9" not in text  # how sure anybody is
    by_id = {each.id: each for each in report.requirements}
    assert by_id["ADD"].is_judged and not by_id["NAME"].is_judged
    assert by_id["ADD"].reason == "by a model: It returns a sum."
    assert [each.location for each in by_id["ADD"].evidence] == ["src/sample/adding.py:5"]
    assert "without that unmet: by a model: It does not log." in by_id["NOTED"].reason
    assert report.status == "complete"
    spent = {each.name: each.calls for each in report.cost.by_pass}
    assert spent["requirements"] == 1


def test_a_quiet_night_asks_nobody_and_a_change_of_the_code_asks_again(target: Path) -> None:
    results = MemoryResults()
    first = audit(target, model(ADD, SLOW, SILENT), results)
    assert first.cost.estimate is not None
    assert "requirements" in {used.pass_name for used in first.cost.estimate.usage}
    quiet = model()
    second = audit(target, quiet, results)
    assert quiet.requests == []
    assert second.requirements == first.requirements
    assert second.cost.estimate is not None and second.cost.estimate.buys_nothing
    code = target / "src/sample/adding.py"
    code.write_text(code.read_text() + "TOTAL = 0\n")
    changed = model(SLOW, {**ADD, "state": "unmet", "quotation": "TOTAL = 0"})
    report = audit(target, changed, results)
    assert judging(changed) == ["requirements"]
    assert states(report)["ADD"] == "unmet"
    assert states(report)["NOTED"] == "waived"


def test_other_requirements_over_the_same_code_buy_the_answer_alone(target: Path) -> None:
    results = MemoryResults()
    audit(target, model(), results, requirements="")
    scripted = model(ADD)
    file = target.parent / "own.md"
    file.write_text("- [ADD] Adding has no side effect.\n")
    audit(target, scripted, results, requirements=str(file))
    assert [pass_of(each) for each in scripted.requests] == ["requirements"]


def test_what_could_not_be_asked_is_unknown_a_gap_and_asked_by_the_next_run(target: Path) -> None:
    results = MemoryResults()
    report = audit(target, model(fails=True), results)
    assert (states(report)["ADD"], report.status) == ("unknown", "incomplete")
    assert [gap.pass_name for gap in report.gaps] == ["requirements"]
    (unasked,) = [each for each in report.requirements if each.id == "ADD"]
    assert unasked.reason.startswith("no valid answer: ")
    assert not unasked.is_judged
    report = audit(target, model(ADD, SLOW, SILENT), results)
    assert (states(report)["ADD"], report.status) == ("met", "complete")


def test_a_council_is_told_what_a_model_found_of_them(target: Path) -> None:
    scripted = model(ADD, SLOW, SILENT)
    audit(target, scripted, settings={"survey_min_files": 0})
    votes = [first_text(each) for each in scripted.requests if pass_of(each) == "council"]
    told = [text for text in votes if "by a model" in text or "It returns a sum." in text]
    assert len(votes) == 3
    assert len(told) == 1  # of the lens that is about requirements


def test_a_model_that_calls_all_met_without_evidence_makes_nothing_met(target: Path) -> None:
    claims = [{"id": name, "state": "met", "reason": "It is."} for name in ("ADD", "FAST", "NOTED")]
    report = audit(target, model(*claims))
    assert [each.id for each in report.requirements if each.state == "met"] == ["NAME"]


def test_a_requirement_that_a_model_finds_unmet_violates_the_policy(target: Path) -> None:
    broken = {**ADD, "state": "unmet"}
    report = audit(target, model(broken), fail_on="unmet")
    assert report.policy is not None
    assert report.policy.failed
    assert "(ADD)" in report.policy.why


def test_inferred_requirements_are_marked_told_and_violate_no_policy(target: Path) -> None:
    scripted = model({**ADD, "id": "I1", "state": "unmet"})
    report = audit(target, scripted, requirements="infer", fail_on="unmet")
    assert judging(scripted) == ["requirement-inference", "requirements"]
    (found,) = report.requirements
    assert (found.state, found.place, found.is_inferred) == ("unmet", "README.md:4", True)
    assert report.policy is not None
    assert not report.policy.failed
    assert "inferred and not met (I1), which does not count" in report.policy.line
    markdown = render("markdown", report)
    assert "1 inferred requirement: 1 unmet (I1)." in markdown
    assert "| `I1` Adding has no side effect. *(inferred)* | unmet |" in markdown


def test_the_document_that_states_one_is_no_evidence_for_it(target: Path) -> None:
    own = {**ADD, "id": "I1", "path": "README.md", "quotation": "Adding has no side effect."}
    report = audit(target, model(own), requirements="infer")
    assert states(report) == {"I1": "unknown"}


def test_they_are_inferred_again_only_when_a_document_changes(target: Path) -> None:
    results = MemoryResults()
    told = {**ADD, "id": "I1"}
    audit(target, model(told), results, requirements="infer")
    quiet = model()
    report = audit(target, quiet, results, requirements="infer")
    assert (quiet.requests, states(report)) == ([], {"I1": "met"})
    (target / "src/sample/deep/inner.py").write_text("VALUE = 2\n")
    changed = model(told)
    report = audit(target, changed, results, requirements="infer")
    assert judging(changed) == ["requirements"]
    assert report.cost.estimate is not None
    assert "requirements" in {used.pass_name for used in report.cost.estimate.usage}
    (target / "README.md").write_text(README + "\nMore.\n")
    changed = model(told)
    audit(target, changed, results, requirements="infer")
    assert judging(changed) == ["requirement-inference", "requirements"]


def test_without_documents_nothing_is_inferred(tmp_path: Path) -> None:
    scripted = model()
    target = make_tree(tmp_path / "bare", {"a.py": "A = 1\n"})
    report = audit(target, scripted, requirements="infer")
    assert (judging(scripted), report.requirements, report.status) == ([], (), "complete")


def test_to_infer_needs_a_model(target: Path) -> None:
    with pytest.raises(SettingsError, match="needs a language model"):
        audit(target, None, requirements="infer")
    assert states(audit(target, None))["ADD"] == "unknown"
