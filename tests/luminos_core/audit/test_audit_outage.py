"""Whole runs over HTTP: a server that goes away, and models that do not exist."""

from collections.abc import Callable
from pathlib import Path

import pytest
from pydantic import SecretStr

from luminos_core.audit.run import run_audit
from luminos_core.errors import CallsRefused
from luminos_core.llm.anthropic.client import AnthropicModel
from luminos_core.records.directory import DirectoryState
from luminos_core.records.event import Event, ServerSilent
from luminos_core.records.report import AuditReport
from tests.fakes.audits import runtime_over
from tests.fakes.messages_server import (
    Answer,
    Failure,
    MessagesServer,
    Received,
    Script,
    submits_at_once,
)
from tests.fakes.thread_executor import MemoryResults, ThreadExecutor
from tests.fakes.trees import make_tree, wide_tree

LONGEST = 2.0  # seconds
AWAY = Failure(529, "overloaded_error", "Overloaded")
MODELS = {"claude-opus-5-5", "claude-sonnet-5-5", "claude-haiku-5-5"}
Audit = Callable[..., AuditReport]


@pytest.fixture
def audit(tmp_path: Path) -> Audit:
    """`audit(server, …)`: a run over forty directories, all with one store."""
    target = make_tree(tmp_path / "target", wide_tree(40))
    results = MemoryResults()

    def run(
        server: MessagesServer,
        events: list[Event] | None = None,
        run_id: str = "run-1",
        outage_deadline: float = 60.0,
    ) -> AuditReport:
        with runtime_over(
            target,
            model=AnthropicModel(SecretStr("sk-test"), server.base_url),
            results=results,
            store=tmp_path / "store",
            events=events,
            run_id=run_id,
            settings={"outage_deadline": outage_deadline},
            yes=True,
        ) as runtime:
            return run_audit(runtime, ThreadExecutor(runtime, results))

    return run


def goes_away(after: int) -> Script:
    """It answers so many calls, and no more."""
    return lambda request: AWAY if request.number > after else submits_at_once(request)


@pytest.mark.parametrize("failure", [AWAY, Failure(500), Failure(502, content="<h1>Bad</h1>")])
def test_no_directory_fails_in_a_passing_outage_and_nothing_is_bought_twice(
    audit: Audit, failure: Failure
) -> None:
    events: list[Event] = []
    answered: list[str] = []

    def script(request: Received) -> Answer:
        silences = [event for event in events if isinstance(event, ServerSilent)]
        if request.number > 10 and len(silences) < 2:  # until one has asked in vain
            return failure
        answered.append(str(request.messages))
        return submits_at_once(request)

    with MessagesServer(script) as server:
        report = audit(server, events)
    assert report.status == "complete", report.incomplete_because
    assert len(answered) == len(set(answered)) == 43
    silences = [event for event in events if isinstance(event, ServerSilent)]
    assert silences[0].reason
    assert silences[-1].reason == ""


@pytest.mark.parametrize("after", [0, 10])
def test_a_server_that_stays_away_pauses_the_run_once_and_a_retry_goes_on(
    audit: Audit, after: int
) -> None:
    with MessagesServer(goes_away(after)) as server:
        report = audit(server, outage_deadline=LONGEST)
    assert len(server.requests) < 60  # and not so many for each of forty
    states = {outcome.state for outcome in report.directories}
    assert states <= {DirectoryState.DEFERRED, DirectoryState.INVESTIGATED}
    deferred = [o for o in report.directories if o.state is DirectoryState.DEFERRED]
    reasons = {outcome.reason.removeprefix("not reached: ") for outcome in deferred}
    assert reasons == {"the model's server did not answer"}
    assert len(deferred) == 40 - max(0, after - 2)  # less survey and plan
    assert report.exit_code == 2
    assert "the run paused: the model's server gave no answer for" in report.brief.splitlines()[0]
    with MessagesServer(submits_at_once) as again:
        assert audit(again, run_id="run-2").status == "complete"
    paid = after if after else 0
    assert len(again.requests) == 43 - paid


def test_a_model_that_does_not_exist_ends_a_run_before_anything_is_bought(audit: Audit) -> None:
    known = MODELS - {"claude-sonnet-5-5"}
    server = MessagesServer(submits_at_once, models=known)
    named = pytest.raises(CallsRefused, match=r"claude-sonnet-5-5.*LUMINOS_DEVELOPMENT_MODEL")
    with server, named:
        audit(server)
    assert server.requests == []


def test_models_that_the_server_describes_are_used(audit: Audit) -> None:
    with MessagesServer(submits_at_once, models=MODELS) as server:
        assert audit(server).status == "complete"


def test_a_model_that_a_gateway_does_not_describe_is_found_missing_by_the_first_call(
    audit: Audit,
) -> None:
    def script(request: Received) -> Answer:
        if request.json["model"] == "claude-sonnet-5-5":
            return Failure(404, "not_found_error", "model: claude-sonnet-5-5")
        return submits_at_once(request)

    with MessagesServer(script) as server:
        report = audit(server)
    assert {outcome.state for outcome in report.directories} == {DirectoryState.DEFERRED}
    assert "'claude-sonnet-5-5'" in report.incomplete_because[0]
    assert "LUMINOS_DEVELOPMENT_MODEL" in report.incomplete_because[0]
    assert len(server.requests) <= 2 + 8  # survey, plan, and the directories that had begun
