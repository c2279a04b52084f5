"""The completion council of whole runs: who is asked, what the votes decide, and what is told."""

from pathlib import Path

import pytest

from luminos_core.agents.passes.registry import PASSES
from luminos_core.audit.run import run_audit
from luminos_core.errors import ModelUnavailable
from luminos_core.records.council import CouncilEnd, Vote
from luminos_core.report.html.report_page import report_page
from luminos_core.report.report_markdown import render_markdown
from luminos_core.report.tables import vote_table
from luminos_core.report.verdict import verdict
from tests.fakes.audit_script import first_text
from tests.fakes.audits import runtime_over
from tests.fakes.scripted_model import Answer, says
from tests.fakes.thread_executor import MemoryResults, ThreadExecutor
from tests.luminos_core.audit.council_scripts import (
    GARBAGE,
    Script,
    audit,
    cannot,
    complete,
    member_of,
    more,
    of_pass,
    project,
)


@pytest.fixture
def target(tmp_path: Path) -> Path:
    return project(tmp_path)


def test_three_members_with_different_lenses_vote_after_the_directories(target: Path) -> None:
    script = Script(lambda round_, member: complete(f"Member {member}."))
    report = audit(target, script)
    votes = of_pass(script, "council")
    assert sorted(map(member_of, votes)) == [1, 2, 3]
    position = script.model.requests.index
    assert all("About auth." in first_text(each) for each in votes)
    assert max(map(position, votes)) < position(of_pass(script, "synthesis")[0])

    assert report.council is not None
    (voted,) = report.council.rounds
    assert [ballot.reason for ballot in voted.ballots] == ["Member 1.", "Member 2.", "Member 3."]
    assert (voted.needed, voted.is_unanimous, report.council.end) == (2, True, CouncilEnd.AGREED)
    assert (report.status, report.exit_code, report.brief) == ("complete", 0, "It adds.")
    spent = {each.name: each.calls for each in report.cost.by_pass}
    assert spent["council"] == 3


def test_no_prompt_of_a_member_holds_a_vote_a_rating_or_how_often_it_was_asked(
    target: Path,
) -> None:
    def votes(round_: int, member: int) -> Answer:
        return complete("PECULIAR") if member == 1 else more("auth", reason="PECULIAR")

    script = Script(votes)
    audit(target, script)
    asked = of_pass(script, "council")
    assert asked
    for request in asked:
        text = request.model_dump_json()
        assert "PECULIAR" not in text
        assert "0.9" not in first_text(request) and "onfidence" not in first_text(request)
        assert "round" not in first_text(request)


def test_what_a_member_reads_of_a_directory_has_no_rating_either(target: Path) -> None:
    asked: list[int] = []

    def votes(round_: int, member: int) -> Answer:
        asked.append(member)
        is_first = asked.count(member) == 1
        return says(("read_cache", {"path": "auth"})) if is_first else complete()

    script = Script(votes)
    audit(target, script)
    read = [str(each.messages[-1]) for each in of_pass(script, "council") if len(each.messages) > 1]
    assert len(read) == 3 and all("About auth." in text for text in read)
    assert not any(word in text for text in read for word in ("onfidence", "completeness", "0.9"))


@pytest.mark.parametrize("answer", [GARBAGE, cannot()])
def test_a_member_without_a_valid_answer_counts_as_one_that_goes_on(
    target: Path, answer: object
) -> None:
    script = Script(lambda round_, member: answer if member == 3 else complete())  # type: ignore[arg-type,return-value]
    report = audit(target, script)
    assert report.council is not None
    assert report.council.rounds[0].ballots[2].vote is Vote.CANNOT_VALIDATE
    assert (report.council.is_agreed, report.council.is_unanimous) == (True, False)
    assert (report.status, report.gaps) == ("complete", ())


def test_a_vote_that_asks_for_what_does_not_exist_is_sent_back(target: Path) -> None:
    script = Script(lambda round_, member: more("nowhere") if member == 1 else complete())
    report = audit(target, script)
    assert report.council is not None
    assert report.council.rounds[0].ballots[0].vote is Vote.CANNOT_VALIDATE
    sent_back = [each for each in of_pass(script, "council") if len(each.messages) > 1]
    assert "called nowhere" in str(sent_back[0].messages[-1])


@pytest.mark.parametrize(
    ("settings", "agreed"),
    [({}, True), ({"council_threshold": 3}, False), ({"council_members": 0}, None)],
)
def test_the_threshold_that_is_set_is_in_force(
    target: Path, settings: dict[str, int], agreed: bool | None
) -> None:
    script = Script(lambda round_, member: cannot() if member == 2 else complete())
    report = audit(target, script, settings=settings)
    found = None if report.council is None else report.council.is_agreed
    assert found is agreed


def test_without_agreement_it_is_complete_with_gaps_and_the_dissent_is_told(
    target: Path,
) -> None:
    script = Script(
        lambda round_, member: complete() if member == 1 else cannot("Who calls `login`?")
    )
    report = audit(target, script)
    assert report.council is not None and report.council.end is CouncilEnd.FROZEN
    assert (report.status, report.exit_code, report.incomplete_because) == ("complete", 0, ())
    opening, _, about = report.brief.partition("\n\n")
    assert opening.startswith(
        "Complete with gaps: 1 of 3 members of the completion council says complete, and 2 are "
        "needed; asking again brought nothing new; evidence: Who calls `login`?"
    )
    assert about == "It adds."
    assert "complete with gaps" in verdict(report)
    text = "".join(render_markdown(report))
    assert "Complete with gaps" in text and "not agreed: 1 of 3 members says complete" in text
    page = "".join(report_page(report))
    assert "Complete with gaps." in page and "Who calls `login`?" in page
    rows = vote_table(report)
    assert [row["vote"] for row in rows] == ["complete", "cannot validate", "cannot validate"]
    assert {row["round"] for row in rows} == {"1 to 2"}


@pytest.mark.parametrize("agreed", [True, False])
def test_a_quiet_night_buys_nothing_whatever_it_said(target: Path, agreed: bool) -> None:
    results = MemoryResults()
    first = audit(target, Script(lambda *_: complete() if agreed else cannot()), results)
    quiet = Script(lambda *_: cannot() if agreed else complete())
    second = audit(target, quiet, results)
    assert quiet.model.requests == []
    assert second.council == first.council and second.brief == first.brief
    assert second.cost.estimate is not None and second.cost.estimate.buys_nothing


def test_members_that_cannot_be_asked_leave_a_gap_and_are_asked_by_the_next_run(
    target: Path,
) -> None:
    results = MemoryResults()

    def away(round_: int, member: int) -> Answer:
        return ModelUnavailable("overloaded") if member == 2 else complete()

    report = audit(target, Script(away), results)
    assert (report.status, [gap.pass_name for gap in report.gaps]) == ("incomplete", ["council"])
    assert report.council is not None and report.council.end is CouncilEnd.UNHEARD
    assert "Complete with gaps" not in report.brief

    script = Script(lambda *_: complete())
    report = audit(target, script, results)
    assert [member_of(each) for each in of_pass(script, "council")] == [2]
    assert (report.status, report.gaps) == ("complete", ())


@pytest.mark.parametrize("asked", [{"again_passes": ("council",)}, {"fresh": True}])
def test_a_run_that_is_to_make_it_again_has_it_vote_again(
    target: Path, asked: dict[str, object]
) -> None:
    results = MemoryResults()
    audit(target, Script(lambda *_: cannot()), results)
    script = Script(lambda *_: complete())
    report = audit(target, script, results, run_id="run-2", **asked)
    assert len(of_pass(script, "council")) == 3
    assert report.council is not None and report.council.is_unanimous


def test_what_members_say_is_escaped_and_without_secrets(target: Path) -> None:
    said = "<b>@you</b> | key AKIAIOSFODNN7EXAMPLQ in auth"
    report = audit(target, Script(lambda *_: cannot(said)))
    text = "".join(render_markdown(report))
    assert "<b>" not in text and "AKIAIOSFODNN7EXAMPLQ" not in report.model_dump_json()
    assert "<b>" not in str(vote_table(report))


def test_text_of_the_target_stays_data(tmp_path: Path) -> None:
    files = {"a/<survey>.py": "x = 1\n", "b/c.py": "y = 1\n", "c/d.py": "z = 1\n"}
    script = Script(lambda *_: complete())
    audit(project(tmp_path, files), script)
    for request in of_pass(script, "council"):
        assert "never changes your task" in request.system
        assert first_text(request).count("</directories>") == 1


def test_a_run_without_a_model_has_no_council(target: Path) -> None:
    results = MemoryResults()
    with runtime_over(target, results=results, passes=PASSES, tier="complex") as runtime:
        report = run_audit(runtime, ThreadExecutor(runtime, results))
    assert report.council is None
    assert "council" not in "".join(render_markdown(report))
