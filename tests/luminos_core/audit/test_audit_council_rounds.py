"""What follows from votes that are not for complete: directories are asked again, and it ends."""

from pathlib import Path

import pytest

from luminos_core.errors import ModelUnavailable
from luminos_core.records.conversation import ModelRequest
from luminos_core.records.council import CouncilEnd
from tests.fakes.audit_script import directory_of, first_text
from tests.fakes.scripted_model import Answer, says
from tests.fakes.thread_executor import MemoryResults
from tests.luminos_core.audit.council_scripts import (
    Script,
    answering,
    audit,
    complete,
    confident,
    council_of,
    more,
    of_pass,
    project,
    questions_in,
    refinements,
)


@pytest.fixture
def target(tmp_path: Path) -> Path:
    return project(tmp_path)


def test_the_directories_that_are_named_are_asked_and_then_it_votes_again(target: Path) -> None:
    def votes(round_: int, member: int) -> Answer:
        return complete() if round_ > 1 or member == 1 else more("auth")

    script = Script(votes, directory=answering(confidence=0.95))
    report = audit(target, script)
    assert refinements(script) == ["auth"]
    first, second = council_of(report).rounds
    assert ([each.directory for each in first.asked], first.unanswered) == (["auth"], ())
    assert second.is_unanimous and council_of(report).end is CouncilEnd.AGREED
    assert (report.status, report.brief) == ("complete", "It adds.")

    (auth,) = (each for each in report.directories if each.path == "auth")
    assert (auth.summary, auth.confidence) == ("Now known: auth.", 0.95)
    assert (auth.change, auth.state) == ("asked again by the completion council", "investigated")
    shown = [first_text(each) for each in of_pass(script, "council")[3:]]
    assert all("Now known: auth." in text for text in shown)
    (synthesis,) = of_pass(script, "synthesis")
    assert "Now known: auth." in first_text(synthesis)


def test_what_is_known_of_a_directory_is_kept_when_it_is_asked(target: Path) -> None:
    flag = {"path": "auth/login.py", "finding": "Nothing is checked.", "severity": "info",
            "quotation": "return name"}  # fmt: skip
    entry = {"kind": "file", "path": "auth/login.py", "data": {"summary": "Gives it back."}}

    def directory(path: str, request: ModelRequest) -> Answer:
        if path == "auth" and not questions_in(request):
            submitted = {"summary": "Old.", "completeness": 0.9, "confidence": 0.9}
            whole = {"path": "general", "finding": "Nobody may use it.", "severity": "info"}
            flags = (("flag", flag), ("flag", whole))
            return says(("write_cache", entry), *flags, ("submit_report", submitted))
        return answering()(path, request)

    script = Script(
        lambda round_, m: complete() if round_ > 1 else more("auth"), directory=directory
    )
    report = audit(target, script)
    raised = [each.finding for each in report.flags if each.rule == "model"]
    assert sorted(raised) == ["Nobody may use it.", "Nothing is checked."]
    (auth,) = (each for each in report.directories if each.path == "auth")
    assert (auth.summary, [file.summary for file in auth.files]) == (
        "Now known: auth.",
        ["Gives it back."],
    )
    (asked,) = (each for each in script.model.requests if questions_in(each))
    assert "Gives it back." in first_text(asked)
    assert "return name" not in first_text(asked).partition("<files>")[2]


@pytest.mark.parametrize(("confidence", "completeness"), [(0.69, 0.9), (0.9, 0.59)])
def test_what_is_not_sure_or_not_read_is_asked_too(
    target: Path, confidence: float, completeness: float
) -> None:
    def directory(path: str, request: ModelRequest) -> Answer:
        if path == "docs" and not questions_in(request):
            rated = {"confidence": confidence, "completeness": completeness}
            return says(("submit_report", {"summary": "A guess.", **rated}))
        return answering()(path, request)

    script = Script(
        lambda round_, m: complete() if round_ > 1 else more("auth"), directory=directory
    )
    report = audit(target, script)
    assert sorted(refinements(script)) == ["auth", "docs"]
    assert council_of(report).is_agreed


def test_what_is_answered_is_not_asked_again(target: Path) -> None:
    script = Script(lambda *_: more("auth"), directory=answering(confidence=0.8))
    report = audit(target, script)
    assert refinements(script) == ["auth"]
    first, second, third = council_of(report).rounds
    assert (len(first.asked), second.asked, third.asked) == (1, (), ())
    assert council_of(report).end is CouncilEnd.FROZEN


def test_frozen_evidence_ends_in_two_rounds_with_the_dissent_in_the_report(target: Path) -> None:
    script = Script(
        lambda round_, member: more("auth", reason=f"A hole, says {member}."),
        directory=answering(),
    )
    report = audit(target, script)
    assert (len(council_of(report).rounds), council_of(report).end) == (2, CouncilEnd.FROZEN)
    assert refinements(script) == ["auth"]
    assert report.brief.startswith("Complete with gaps: ")
    assert "coverage: A hole, says 1" in report.brief.partition("\n")[0]
    assert (report.status, report.exit_code) == ("complete", 0)


def rising(path: str, request: ModelRequest) -> Answer:
    """Another confidence each time: there is always new evidence."""
    rising.asked += 1  # type: ignore[attr-defined]
    return answering(confidence=0.9 - rising.asked / 1000)(path, request)  # type: ignore[attr-defined]


@pytest.mark.parametrize(("rounds", "asked"), [(1, 0), (2, 1), (3, 2)])
def test_it_ends_after_the_rounds_that_are_allowed(target: Path, rounds: int, asked: int) -> None:
    rising.asked = 0  # type: ignore[attr-defined]
    script = Script(
        lambda round_, member: more("auth", question=f"Question {round_}?"), directory=rising
    )
    report = audit(target, script, settings={"council_rounds": rounds})
    assert len(council_of(report).rounds) == rounds
    assert council_of(report).end is CouncilEnd.ROUNDS
    assert len(refinements(script)) == asked


@pytest.mark.parametrize(("tier", "votes"), [("simple", 0), ("standard", 2), ("complex", 3)])
def test_the_targets_tier_says_how_often_directories_may_be_asked(
    target: Path, tier: str, votes: int
) -> None:
    rising.asked = 0  # type: ignore[attr-defined]
    script = Script(
        lambda round_, member: more("auth", question=f"Question {round_}?"), directory=rising
    )
    report = audit(target, script, tier=tier)
    assert (report.council is None) == (votes == 0)
    assert len(report.council.rounds if report.council else ()) == votes
    assert len(refinements(script)) == max(votes - 1, 0)


def test_a_quiet_night_after_rounds_buys_nothing_and_tells_the_same(target: Path) -> None:
    results = MemoryResults()
    rising.asked = 0  # type: ignore[attr-defined]
    votes = lambda round_, member: more("auth", question=f"Question {round_}?")  # noqa: E731
    first = audit(target, Script(votes, directory=rising), results)
    quiet = Script(lambda *_: complete())
    second = audit(target, quiet, results)
    assert quiet.model.requests == []
    assert (second.council, second.brief) == (first.council, first.brief)
    (auth,) = (each for each in second.directories if each.path == "auth")
    assert (auth.summary, auth.state) == ("Now known: auth.", "cached")
    assert second.cost.estimate is not None and second.cost.estimate.buys_nothing


@pytest.mark.parametrize("failure", ["away", "silent"])
def test_an_agent_that_does_not_answer_leaves_what_was_known(target: Path, failure: str) -> None:
    def directory(path: str, request: ModelRequest) -> Answer:
        if not questions_in(request):
            return confident(path, request)
        return ModelUnavailable("overloaded") if failure == "away" else says(text="Hm.")

    results = MemoryResults()
    script = Script(lambda *_: more("auth"), directory=directory)
    report = audit(target, script, results)
    first = council_of(report).rounds[0]
    assert first.unanswered == ("auth",)
    (auth,) = (each for each in report.directories if each.path == "auth")
    assert (auth.summary, auth.state) == ("About auth.", "investigated")
    assert report.status == "complete" and council_of(report).end is CouncilEnd.FROZEN
    quiet = Script(lambda *_: complete())
    audit(target, quiet, results)
    assert quiet.model.requests == []


def test_no_prompt_of_a_later_round_tells_that_there_was_one(target: Path) -> None:
    votes = lambda round_, m: more("auth", question="PECULIAR?", reason="ODD")  # noqa: E731
    script = Script(votes, directory=answering(confidence=0.71))
    audit(target, script)
    later = of_pass(script, "council")
    assert len(later) > 3
    for request in later:
        text = first_text(request)
        assert not any(word in text for word in ("PECULIAR", "ODD", "0.71", "round", "council"))


def test_a_parent_that_is_asked_too_sees_what_its_child_has_answered(tmp_path: Path) -> None:
    files = {"a/x.py": "x = 1\n", "a/b/y.py": "y = 1\n", "c/z.py": "z = 1\n"}
    script = Script(
        lambda round_, m: complete() if round_ > 1 else more("a", "a/b"), directory=answering()
    )
    audit(project(tmp_path, files), script)
    assert refinements(script) == ["a/b", "a"]
    asked = [each for each in script.model.requests if questions_in(each)]
    (parent,) = (each for each in asked if directory_of(each) == "a")
    assert "Now known: a/b." in first_text(parent)


def test_a_directory_that_a_better_model_has_looked_at_is_asked_on_that_model(target: Path) -> None:
    def directory(path: str, request: ModelRequest) -> Answer:
        if path == "auth" and "sonnet" in request.model:
            rated = {"completeness": 0.9, "confidence": 0.3}
            return says(("submit_report", {"summary": "A guess.", **rated}))
        return answering()(path, request)

    results, store = MemoryResults(), target.parent / "store"
    votes = lambda round_, m: complete() if round_ > 1 else more("auth")  # noqa: E731
    script = Script(votes, directory=directory)
    report = audit(target, script, results, store=store)
    assert council_of(report).is_agreed
    assert council_of(report).rounds[0].unanswered == ()
    asked = [each for each in script.model.requests if questions_in(each)]
    assert ["opus" in each.model for each in asked] == [True]
    assert "<earlier_attempt>" not in first_text(asked[0])
    (auth,) = (each for each in report.directories if each.path == "auth")
    assert auth.summary == "Now known: auth."
    assert (len(auth.escalated), auth.turns_used) == (2, 2)
    quiet = Script(lambda *_: complete(), directory=directory)
    second = audit(target, quiet, results, store=store, run_id="run-2")
    assert quiet.model.requests == []
    assert second.council == report.council
