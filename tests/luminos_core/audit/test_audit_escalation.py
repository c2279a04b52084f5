"""Directories that one model tier is not enough for: the tiers above, then a person."""

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from luminos_core.audit.run import run_audit
from luminos_core.errors import ModelUnavailable, SettingsError
from luminos_core.records.conversation import ModelRequest, ModelResponse, Usage
from luminos_core.records.directory import DirectoryState
from luminos_core.records.estimate import Estimate
from luminos_core.records.event import Estimated, Event
from luminos_core.records.outcome import DirectoryOutcome
from luminos_core.records.report import AuditReport
from luminos_core.records.settings import ModelTier
from luminos_core.stop import StopSignal
from tests.fakes.audit_script import directory_of, first_text, submits
from tests.fakes.audits import runtime_over
from tests.fakes.scripted_model import Answer, ScriptedModel, says
from tests.fakes.scripted_model import submits as submits_directory
from tests.fakes.thread_executor import MemoryResults, ThreadExecutor
from tests.fakes.trees import make_tree
from tests.luminos_core.audit.council_scripts import (
    Script,
    answering,
    audit,
    complete,
    confident,
    more,
    project,
    questions_in,
)

TREE = {
    "README.md": "# Sample\n",
    "src/a.py": "A = 1\n",
    "src/b.py": "B = 1\n",
    "docs/x.md": "# X\n",
    "lib/c.py": "C = 1\n",
}
FAST, DEVELOPMENT, PLANNING = "claude-haiku-5-5", "claude-sonnet-5-5", "claude-opus-5-5"
FROM_FAST = {"pass_tiers": {"directory": ModelTier.FAST}}

Say = Callable[[ModelRequest], Answer]


class PricedModel(ScriptedModel):
    """Bills what it was asked and said, at the prices of Claude's models."""

    name = "anthropic"

    def complete(self, request: ModelRequest, stop: StopSignal) -> ModelResponse:
        response = super().complete(request, stop)
        usage = Usage(input=len(self.encode(request)) // 4, output=500)
        return response.model_copy(update={"model": request.model, "usage": usage})


@dataclass
class Nights:
    target: Path
    store: Path
    results: MemoryResults = field(default_factory=MemoryResults)
    asked: list[ModelRequest] = field(default_factory=list)  # about src
    requests: list[ModelRequest] = field(default_factory=list)
    estimates: list[Estimate] = field(default_factory=list)

    def run(
        self,
        say: Say,
        run_id: str = "run-1",
        dies_at: int = 0,
        settings: dict[str, Any] | None = None,
        **request: Any,
    ) -> AuditReport:
        """`say` answers for the directory `src`; call number `dies_at` of it ends the process."""
        self.asked.clear()
        events: list[Event] = []

        def answer(request: ModelRequest) -> Answer:
            if directory_of(request) != "src":
                return submits()(request)
            self.asked.append(request)
            if len(self.asked) == dies_at:
                return SettingsError("the process was killed")
            return say(request)

        model = PricedModel(answer)
        try:
            with runtime_over(
                self.target,
                model=model,
                results=self.results,
                store=self.store,
                events=events,
                run_id=run_id,
                settings=settings,
                **{"yes": True, **request},
            ) as runtime:
                return run_audit(runtime, ThreadExecutor(runtime, self.results))
        finally:
            self.requests = model.requests
            self.estimates = [each.estimate for each in events if isinstance(each, Estimated)]

    @property
    def models(self) -> list[str]:
        """Those asked about src, in order; one for each conversation."""
        return [each.model for each in self.asked if len(each.messages) == 1]


@pytest.fixture
def nights(tmp_path: Path) -> Nights:
    return Nights(make_tree(tmp_path / "sample", TREE), tmp_path / "store")


def src(report: AuditReport) -> DirectoryOutcome:
    return next(each for each in report.directories if each.path == "src")


def sure(confidences: dict[str, float]) -> Say:
    """Submits at once; so sure is each model."""

    def say(request: ModelRequest) -> Answer:
        confidence = confidences[request.model]
        reason = f"{request.model} could not tell what b is for."
        summary = f"By {request.model}."
        return submits_directory(summary, confidence=confidence, confidence_reason=reason)

    return say


def tiers(report: AuditReport) -> list[tuple[str, str, str]]:
    return [(each.tier, each.model, each.state) for each in src(report).escalated]


def test_an_unsure_directory_climbs_each_tier_once_then_a_person_is_asked(nights: Nights) -> None:
    unsure = {FAST: 0.1, DEVELOPMENT: 0.2, PLANNING: 0.3}
    report = nights.run(sure(unsure), settings=FROM_FAST)
    assert nights.models == [FAST, DEVELOPMENT, PLANNING]
    assert tiers(report) == [
        ("fast", FAST, "investigated"),
        ("development", DEVELOPMENT, "investigated"),
        ("planning", PLANNING, "investigated"),
    ]
    (question,) = report.questions
    assert question.directory == "src"
    assert "claude-opus-5-5 could not tell what b is for" in question.text
    assert question.why == (
        "fast model: confidence 0.10; development model: confidence 0.20; "
        "planning model: confidence 0.30"
    )
    assert (src(report).summary, src(report).confidence) == (f"By {PLANNING}.", 0.3)
    assert report.status == "complete"
    again = nights.run(sure(unsure), "run-2", settings=FROM_FAST)
    assert nights.requests == []
    assert (tiers(again), again.questions) == (tiers(report), report.questions)


def test_a_sure_tier_is_the_last_and_nobody_is_asked(nights: Nights) -> None:
    report = nights.run(sure({FAST: 0.1, DEVELOPMENT: 0.9}), settings=FROM_FAST)
    assert nights.models == [FAST, DEVELOPMENT]
    assert report.questions == ()
    assert src(report).summary == f"By {DEVELOPMENT}."
    again = nights.run(sure({}), "run-2", settings=FROM_FAST)
    assert nights.requests == []
    assert src(again).state is DirectoryState.CACHED
    assert src(again).summary == f"By {DEVELOPMENT}."


def stuck(*models: str) -> Say:
    """These models look around until their turns are used; another one submits."""

    def say(request: ModelRequest) -> Answer:
        if request.model not in models:
            return submits_directory(f"By {request.model}.", confidence=0.9)
        return says(("run_command", {"argv": ["ls", "src"]}))

    return say


def states(report: AuditReport) -> set[DirectoryState]:
    return {each.state for each in report.directories}


def test_what_a_higher_tier_has_completed_costs_nothing_on_the_next_night(nights: Nights) -> None:
    report = nights.run(stuck(DEVELOPMENT))
    assert nights.models == [DEVELOPMENT, PLANNING]
    assert tiers(report) == [
        ("development", DEVELOPMENT, "partial"),
        ("planning", PLANNING, "investigated"),
    ]
    assert (report.status, report.questions) == ("complete", ())
    again = nights.run(stuck(), "run-2")
    assert nights.requests == []
    assert states(again) == {DirectoryState.CACHED}
    assert nights.estimates[0].buys_nothing


def test_what_no_tier_completes_is_accepted_once_and_is_a_question(nights: Nights) -> None:
    report = nights.run(stuck(DEVELOPMENT, PLANNING))
    assert nights.models == [DEVELOPMENT, PLANNING]
    assert src(report).state is DirectoryState.ACCEPTED
    assert [each.directory for each in report.questions] == ["src"]
    assert (report.status, report.exit_code) == ("complete", 0)
    again = nights.run(stuck(DEVELOPMENT, PLANNING), "run-2")
    assert nights.requests == []
    assert again.questions == report.questions


def test_the_next_tier_is_given_the_notes_of_those_before(nights: Nights) -> None:
    entry = {"kind": "file", "path": "src/a.py", "data": {"summary": "It sets A."}}
    flag = {"path": "src/a.py", "finding": "A is 1.", "severity": "info", "quotation": "A = 1"}

    def say(request: ModelRequest) -> Answer:
        if request.model == PLANNING:
            return submits_directory("Whole.", confidence=0.9)
        if len(request.messages) == 1 and "src/a.py (whole" in first_text(request):
            return says(("write_cache", entry), ("flag", flag))
        return says(("run_command", {"argv": ["ls", "src"]}))

    report = nights.run(say)
    first = first_text(nights.asked[-1])
    assert "did not finish: max turns reached" in first
    assert "- src/a.py: It sets A." in first
    assert "A is 1." in first
    assert "src/a.py (whole" not in first
    assert "src/b.py (whole" in first
    assert {each.relative_path: each.model for each in src(report).files} == {
        "src/a.py": DEVELOPMENT
    }
    assert [each.finding for each in report.flags if each.path == "src/a.py"] == ["A is 1."]


def test_one_that_is_not_sure_is_read_anew_beside_what_was_said_of_it(nights: Nights) -> None:
    report = nights.run(sure({DEVELOPMENT: 0.49, PLANNING: 0.9}))
    first = first_text(nights.asked[-1])
    assert f"was not sure (confidence 0.49): {DEVELOPMENT} could not tell" in first
    assert f"Summary: By {DEVELOPMENT}." in first
    assert "src/a.py (whole" in first
    assert src(report).turns_used == 2


@pytest.mark.parametrize("confidence", [0.5, 0.9])
def test_a_sure_directory_is_asked_once(nights: Nights, confidence: float) -> None:
    report = nights.run(sure({DEVELOPMENT: confidence}))
    assert nights.models == [DEVELOPMENT]
    assert (src(report).escalated, report.questions) == ((), ())


def test_off_is_the_requests_and_the_estimate_of_one_tier(nights: Nights, tmp_path: Path) -> None:
    other = Nights(nights.target, tmp_path / "other")
    nights.run(sure({DEVELOPMENT: 0.1}), settings={"escalate": "off"})
    report = other.run(sure({DEVELOPMENT: 0.9}))
    assert nights.asked == other.asked
    assert len(nights.requests) == len(other.requests)
    models = [{used.model for used in each.estimates[0].usage} for each in (nights, other)]
    assert (len(nights.models), report.questions) == (1, ())
    planned = [each for each in nights.estimates[0].usage if each.pass_name == "directory"]
    assert [each.model for each in planned] == [DEVELOPMENT]
    assert models[0] == models[1]


def test_the_estimate_has_a_share_for_the_next_tier(nights: Nights) -> None:
    nights.run(sure({DEVELOPMENT: 0.9}))
    (made,) = nights.estimates
    used = {each.model: each.usd for each in made.usage if each.pass_name == "directory"}
    assert 0 < (used[PLANNING] or 0) < (used[DEVELOPMENT] or 0)
    assert (made.usd or 0) == pytest.approx(sum(each.usd or 0 for each in made.usage))


def test_tiers_with_the_same_model_count_once(nights: Nights) -> None:
    same = {"fast_model": FAST, "development_model": FAST, **FROM_FAST}
    report = nights.run(sure({FAST: 0.1, PLANNING: 0.2}), settings=same)
    assert [tier for tier, _, _ in tiers(report)] == ["fast", "planning"]
    one = {"planning_model": DEVELOPMENT}
    other = nights.run(sure({DEVELOPMENT: 0.1}), "run-2", settings=one)
    assert nights.models == [DEVELOPMENT]
    assert [each.directory for each in other.questions] == ["src"]


def test_a_kill_at_any_call_buys_nothing_twice(nights: Nights, tmp_path: Path) -> None:
    def say(request: ModelRequest) -> Answer:
        if request.model == PLANNING and len(request.messages) > 3:
            return submits_directory("Whole.", confidence=0.9)
        return says(("run_command", {"argv": ["ls", "src"]}))

    whole = Nights(nights.target, tmp_path / "whole")
    whole.run(say)
    needed = len(whole.asked)
    for dies_at in range(1, needed + 1):
        night = Nights(nights.target, tmp_path / f"store-{dies_at}")
        with pytest.raises(SettingsError):
            night.run(say, dies_at=dies_at)
        report = night.run(say, "run-2", continues=("run-1",))
        assert dies_at - 1 + len(night.asked) == needed
        assert src(report).summary == "Whole."
        assert len(src(report).escalated) == 2
        night.run(say, "run-3")
        assert night.requests == []


def away(request: ModelRequest) -> Answer:
    return ModelUnavailable("no answer")


def test_a_tier_that_does_not_answer_is_a_gap_and_all_that_is_retried(nights: Nights) -> None:
    def say(request: ModelRequest) -> Answer:
        return away(request) if request.model == PLANNING else sure({DEVELOPMENT: 0.2})(request)

    report = nights.run(say)
    assert src(report).state is DirectoryState.INVESTIGATED
    assert src(report).summary == f"By {DEVELOPMENT}."
    assert (report.status, report.questions) == ("incomplete", ())
    assert [each.pass_name for each in report.gaps] == ["escalation"]
    assert [each.settled for each in src(report).escalated] == [True, False]
    again = nights.run(sure({PLANNING: 0.9}), "run-2")
    assert nights.models == [PLANNING]
    assert f"Summary: By {DEVELOPMENT}." in first_text(nights.asked[0])
    assert (again.status, src(again).summary) == ("complete", f"By {PLANNING}.")
    assert "." in {directory_of(each) for each in nights.requests}  # it was told otherwise
    assert [each.settled for each in src(again).escalated] == [True, True]
    nights.run(sure({}), "run-3")
    assert nights.requests == []


def test_a_partial_directory_is_retried_on_the_tier_that_is_next(nights: Nights) -> None:
    report = nights.run(planning_away)
    assert (src(report).state, report.status) == (DirectoryState.PARTIAL, "incomplete")
    again = nights.run(stuck(), "run-2")
    assert nights.models == [PLANNING]
    assert again.status == "complete"


def test_changed_content_begins_on_the_first_tier(nights: Nights) -> None:
    nights.run(sure({DEVELOPMENT: 0.2, PLANNING: 0.3}))
    (nights.target / "src/a.py").write_text("A = 2\n")
    report = nights.run(sure({DEVELOPMENT: 0.8}), "run-2")
    assert nights.models == [DEVELOPMENT]
    assert src(report).change == "content changed: a.py"
    assert report.questions == ()


def test_a_fresh_run_begins_on_the_first_tier_and_what_it_finds_counts(nights: Nights) -> None:
    nights.run(sure({DEVELOPMENT: 0.2, PLANNING: 0.3}))
    fresh = nights.run(sure({DEVELOPMENT: 0.8}), "run-2", fresh=True)
    assert nights.models == [DEVELOPMENT]
    assert fresh.questions == ()
    again = nights.run(sure({}), "run-3")
    assert nights.requests == []
    assert src(again).summary == f"By {DEVELOPMENT}."


def planning_away(request: ModelRequest) -> Answer:
    return away(request) if request.model == PLANNING else stuck(DEVELOPMENT)(request)


def test_a_fresh_run_does_not_go_on_from_what_is_due(nights: Nights) -> None:
    nights.run(planning_away)
    nights.run(sure({DEVELOPMENT: 0.8}), "run-2", fresh=True)
    assert nights.models == [DEVELOPMENT]


def test_a_retry_of_a_fresh_run_goes_on_from_what_is_due(nights: Nights) -> None:
    nights.run(sure({DEVELOPMENT: 0.2, PLANNING: 0.3}))
    nights.run(planning_away, "run-2", fresh=True)
    report = nights.run(stuck(), "run-3", again_directories=("src", "."))
    assert nights.models == [PLANNING]
    assert src(report).summary == f"By {PLANNING}."


def test_a_worse_end_on_a_higher_tier_leaves_what_was_complete(nights: Nights) -> None:
    def say(request: ModelRequest) -> Answer:
        if request.model == PLANNING:
            return stuck(PLANNING)(request)
        return sure({DEVELOPMENT: 0.2})(request)

    report = nights.run(say)
    assert (src(report).state, src(report).summary) == ("investigated", f"By {DEVELOPMENT}.")
    assert [each.directory for each in report.questions] == ["src"]
    again = nights.run(say, "run-2")
    assert nights.requests == []
    assert again.questions == report.questions


def test_another_model_of_the_next_tier_is_asked_once(nights: Nights) -> None:
    nights.run(sure({DEVELOPMENT: 0.2, PLANNING: 0.3}))
    report = nights.run(
        sure({"other": 0.9}), "run-2", settings={"planning_model": "other"}, unknown_prices=True
    )
    assert nights.models == ["other"]
    assert src(report).summary == "By other."


def test_no_other_model_keeps_what_was_escalated_as_its_own(nights: Nights) -> None:
    nights.run(sure({DEVELOPMENT: 0.2, PLANNING: 0.3}))
    kept = nights.run(sure({}), "run-2", keep_results=True)
    assert nights.requests == []
    assert kept.kept_results == ()


@pytest.mark.parametrize("cap", [0.05, 0.1, 0.3])
def test_the_cap_is_never_exceeded(nights: Nights, cap: float) -> None:
    report = nights.run(sure({DEVELOPMENT: 0.2, PLANNING: 0.3}), max_usd=cap)
    assert (report.cost.usd or 0.0) <= cap
    is_asked = bool(report.questions)
    assert is_asked == (report.status == "complete")


@pytest.mark.parametrize("answers", [True, False])
def test_what_has_climbed_is_asked_again_on_the_tier_that_it_has_reached(
    tmp_path: Path, answers: bool
) -> None:
    def directory(path: str, request: ModelRequest) -> Answer:
        if path != "auth":
            return confident(path, request)
        if questions_in(request):
            return answering(confidence=0.95)(path, request) if answers else away(request)
        return sure({DEVELOPMENT: 0.2, PLANNING: 0.6})(request)

    def votes(round_: int, member: int) -> Answer:
        return complete() if round_ > 1 else more("auth")

    target, kept = project(tmp_path), {"results": MemoryResults(), "store": tmp_path / "store"}
    script = Script(votes, directory=directory)
    report = audit(target, script, **kept)
    asked = [each for each in script.model.requests if directory_of(each) == "auth"]
    assert [each.model for each in asked] == [DEVELOPMENT, PLANNING, PLANNING]
    (auth,) = (each for each in report.directories if each.path == "auth")
    assert (auth.confidence, report.questions) == (0.95 if answers else 0.6, ())
    assert [each.tier for each in auth.escalated] == ["development", "planning"]
    quiet = Script(votes, directory=directory)
    again = audit(target, quiet, **kept)
    assert [each for each in quiet.model.requests if directory_of(each)] == []
    (auth,) = (each for each in again.directories if each.path == "auth")
    assert auth.confidence == (0.95 if answers else 0.6)
