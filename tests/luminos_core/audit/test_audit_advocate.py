"""The devil's advocate: called when all members agree, heard once, and never a pass by silence."""

from pathlib import Path

import pytest

from luminos_core.errors import ModelUnavailable
from luminos_core.records.council import CouncilEnd
from luminos_core.report.tables import vote_table
from tests.fakes.audit_script import first_text
from tests.fakes.thread_executor import MemoryResults
from tests.luminos_core.audit.council_scripts import (
    GARBAGE,
    Script,
    answering,
    audit,
    cannot,
    challenged,
    complete,
    council_of,
    of_pass,
    project,
    refinements,
)


@pytest.fixture
def target(tmp_path: Path) -> Path:
    return project(tmp_path)


def test_agreement_of_all_is_challenged_after_the_synthesis(target: Path) -> None:
    script = Script(lambda *_: complete())
    report = audit(target, script)
    (asked,) = of_pass(script, "advocate")
    text = first_text(asked)
    assert "It adds numbers." in text
    assert "0.9" not in text and "onfidence" not in text and "Nothing is missing." not in text
    assert (council_of(report).end, report.brief) == (CouncilEnd.AGREED, "It adds.")
    assert council_of(report).challenge is not None
    assert vote_table(report)[-1]["vote"] == "no challenge"
    spent = {each.name: each.calls for each in report.cost.by_pass}
    assert spent["advocate"] == 1


def test_two_of_three_are_enough_and_call_no_advocate(target: Path) -> None:
    script = Script(lambda round_, member: cannot() if member == 3 else complete())
    report = audit(target, script)
    assert of_pass(script, "advocate") == [] and refinements(script) == []
    assert (council_of(report).end, council_of(report).challenge) == (CouncilEnd.AGREED, None)
    assert len(of_pass(script, "synthesis")) == 1


def test_a_sustained_challenge_is_one_more_round_on_the_named_directories_only(
    target: Path,
) -> None:
    def directory(path: str, request):  # type: ignore[no-untyped-def]
        return answering(confidence=0.3 if path == "docs" else 0.9)(path, request)

    script = Script(lambda *_: complete(), lambda: challenged("auth"), directory)
    report = audit(target, script)
    assert refinements(script) == ["auth"]
    assert len(of_pass(script, "advocate")) == 1 and len(of_pass(script, "council")) == 3
    first, second = of_pass(script, "synthesis")
    assert "Now known: auth." in first_text(second) and "Now known" not in first_text(first)
    found = council_of(report).challenge
    assert found is not None and found.is_sustained and found.unanswered == ()
    assert (council_of(report).end, report.brief) == (CouncilEnd.AGREED, "It adds.")


@pytest.mark.parametrize("answer", ["open", "confirmed"])
def test_what_it_sustains_and_nobody_settles_is_a_gap(target: Path, answer: str) -> None:
    named = ("auth",) if answer == "open" else ("auth", "web")

    def directory(path: str, request):  # type: ignore[no-untyped-def]
        kind = "open" if path == "web" else answer
        return answering(answer=kind)(path, request)

    script = Script(lambda *_: complete(), lambda: challenged(*named), directory)
    report = audit(target, script)
    found = council_of(report).challenge
    assert found is not None and found.unanswered == (named[-1],)
    assert council_of(report).end is CouncilEnd.CHALLENGE
    assert report.brief.startswith(
        "Complete with gaps: the devil's advocate: login checks nothing (auth/login.py:2); "
        f"not settled in {named[-1]}."
    )
    assert (report.status, report.exit_code) == ("complete", 0)


def test_an_advocate_without_a_valid_answer_is_no_defence_of_the_report(target: Path) -> None:
    report = audit(target, Script(lambda *_: complete(), lambda: GARBAGE))
    assert council_of(report).end is CouncilEnd.CHALLENGE
    assert "the report was not challenged" in report.brief.partition("\n")[0]
    assert (report.status, report.gaps) == ("complete", ())


def test_a_challenge_whose_line_is_not_there_is_sent_back(target: Path) -> None:
    wrong = challenged("auth").model_copy(deep=True)
    call = wrong.message.calls[0]
    call.input["quotation"] = "return nobody"  # type: ignore[index,call-overload]
    script = Script(lambda *_: complete(), lambda: wrong)
    report = audit(target, script)
    again = of_pass(script, "advocate")[1]
    assert "the quotation is not in auth/login.py" in str(again.messages[-1])
    assert council_of(report).challenge is not None
    assert council_of(report).challenge.is_sustained is None  # type: ignore[union-attr]
    assert refinements(script) == []


def test_one_that_cannot_be_asked_leaves_a_gap(target: Path) -> None:
    results = MemoryResults()
    away = Script(lambda *_: complete(), lambda: ModelUnavailable("overloaded"))
    report = audit(target, away, results)
    assert (report.status, [gap.pass_name for gap in report.gaps]) == ("incomplete", ["advocate"])
    script = Script(lambda *_: complete())
    report = audit(target, script, results)
    assert len(script.model.requests) == len(of_pass(script, "advocate")) == 1
    assert (report.status, council_of(report).end) == ("complete", CouncilEnd.AGREED)


@pytest.mark.parametrize("settles", [True, False])
def test_a_quiet_night_after_a_challenge_buys_nothing(target: Path, settles: bool) -> None:
    results = MemoryResults()
    answer = "confirmed" if settles else "open"
    script = Script(lambda *_: complete(), lambda: challenged("auth"), answering(0.8, answer))
    first = audit(target, script, results)
    quiet = Script(lambda *_: complete())
    second = audit(target, quiet, results)
    assert quiet.model.requests == []
    assert (second.council, second.brief) == (first.council, first.brief)
    assert second.cost.estimate is not None and second.cost.estimate.buys_nothing
