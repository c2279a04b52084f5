"""Directories that one model tier is not enough for: the tiers above, then a person."""

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from luminos_core.audit.run import run_audit
from luminos_core.errors import SettingsError
from luminos_core.records.conversation import ModelRequest
from luminos_core.records.directory import DirectoryState
from luminos_core.records.estimate import Estimate
from luminos_core.records.event import Estimated, Event
from luminos_core.records.outcome import DirectoryOutcome
from luminos_core.records.report import AuditReport
from luminos_core.records.settings import ModelTier
from tests.fakes.audit_script import directory_of, submits
from tests.fakes.audits import runtime_over
from tests.fakes.scripted_model import Answer, ScriptedModel
from tests.fakes.scripted_model import submits as submits_directory
from tests.fakes.thread_executor import MemoryResults, ThreadExecutor
from tests.fakes.trees import make_tree

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

        model = ScriptedModel(answer)
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
    assert "claude-opus-5-5 could not tell what b is for" in question.why
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
