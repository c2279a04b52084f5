"""What is asked, and what is refused, before a run's first call that costs anything."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from luminos_core.agents.estimate.remaining_work import RemainingWork
from luminos_core.audit.approval import approve
from luminos_core.audit.runtime import Runtime, build_runtime
from luminos_core.errors import MoneyExhausted, NotApproved, SettingsError
from luminos_core.records.conversation import ModelRequest, ModelResponse, Usage
from luminos_core.records.event import Estimated, Event
from luminos_core.records.request import AuditRequest, AuditRun
from luminos_core.records.snapshot import DirectoryRecord, FileRecord
from luminos_core.settings import read_settings
from luminos_core.stop import StopSignal
from luminos_core.store.layout import Store
from tests.fakes.audit_script import asked, directory_of, submits
from tests.fakes.scripted_model import Answer, ScriptedModel
from tests.fakes.thread_executor import MemoryResults
from tests.fakes.trees import DIRECTORIES
from tests.flows.conftest import Audit

NOTHING = RemainingWork(directories=(), cached=40)


def work(count: int) -> RemainingWork:
    """So many directories of a file: some two cents each."""
    directories = tuple(
        DirectoryRecord(
            path=f"part{number}",
            files=(FileRecord(path=f"part{number}/a.py", size=9_000, mtime_ns=1, lines=250),),
        )
        for number in range(count)
    )
    return RemainingWork(
        directories=directories, preload_tokens=20_000, synthesis_characters=200_000
    )


class Person:
    """Gives the same answer to every question, and remembers the questions."""

    def __init__(self, answer: bool) -> None:
        self.answer = answer
        self.asked: list[str] = []

    def __call__(self, question: str) -> bool:
        self.asked.append(question)
        return self.answer


Start = Callable[..., tuple[Runtime, list[Event]]]


@pytest.fixture
def start(store: Store, tmp_path: Path) -> Iterator[Start]:
    """`start(person, **fields of the request)`: the runtime of a run, and the events of it."""
    runtimes: list[Runtime] = []

    def build(
        person: Person | None = None, *, offline: bool = False, **fields: object
    ) -> tuple[Runtime, list[Event]]:
        events: list[Event] = []
        run = AuditRun(
            run_id="run-1",
            request=AuditRequest.model_validate({"target": str(tmp_path), **fields}),
            target=str(tmp_path),
            started_at="2026-11-28T00:00:00+00:00",
        )
        model = None if offline else ScriptedModel([])
        runtime = build_runtime(
            run, read_settings(), MemoryResults(), model, observers=(events.append,), confirm=person
        )
        runtimes.append(runtime)
        return runtime, events

    yield build
    for runtime in runtimes:
        runtime.folder.close()


def test_a_run_below_the_threshold_shows_its_estimate_and_asks_nothing(start: Start) -> None:
    person = Person(answer=False)
    runtime, events = start(person)
    approve(runtime, work(40))

    (event,) = events
    assert isinstance(event, Estimated)
    assert event.estimate.directories == 40
    assert 0.5 < (event.estimate.usd or 0) < 2
    assert person.asked == []


def test_above_the_threshold_the_person_is_asked_and_says_yes(start: Start) -> None:
    person = Person(answer=True)
    approve(start(person, confirm_above_usd=0.5)[0], work(40))
    (question,) = person.asked
    assert question.endswith(", above $0.50. Go on?")


def test_a_declined_estimate_ends_the_run_before_anything_is_bought(start: Start) -> None:
    runtime, _ = start(Person(answer=False), confirm_above_usd=0.5)

    with pytest.raises(NotApproved, match=r"nothing was bought: the estimate was declined: \$"):
        approve(runtime, work(40))


def test_without_a_terminal_it_declines_and_says_what_allows_it(start: Start) -> None:
    runtime, events = start(None, confirm_above_usd=0.5)

    with pytest.raises(NotApproved) as declined:
        approve(runtime, work(40))

    assert len(events) == 1
    for word in ("$0.50", "no terminal", "--yes", "--max-usd", "--confirm-above-usd"):
        assert word in str(declined.value)


@pytest.mark.parametrize(
    "fields",
    [
        pytest.param({"yes": True, "confirm_above_usd": 0.0}, id="yes is given"),
        pytest.param({"max_usd": 0.4, "confirm_above_usd": 0.5}, id="capped below the threshold"),
    ],
)
def test_nobody_is_asked_what_has_been_answered(start: Start, fields: dict[str, object]) -> None:
    approve(start(None, **fields)[0], work(40))


def test_a_run_that_buys_nothing_asks_nothing(start: Start) -> None:
    runtime, events = start(None, confirm_above_usd=0.0)
    approve(runtime, NOTHING)

    (event,) = events
    assert isinstance(event, Estimated)
    assert (event.estimate.stored, event.estimate.usd) == (40, 0.0)


def test_offline_there_is_no_estimate(start: Start) -> None:
    runtime, events = start(None, offline=True, confirm_above_usd=0.0)
    assert approve(runtime, None) is None
    assert events == []


@pytest.mark.parametrize("setting", ["LUMINOS_DEVELOPMENT_MODEL", "LUMINOS_FALLBACK_MODEL"])
def test_a_cap_that_cannot_be_kept_is_refused_and_says_what_allows_it(
    start: Start, monkeypatch: pytest.MonkeyPatch, setting: str
) -> None:
    monkeypatch.setenv(setting, "house-model")
    runtime, _ = start(Person(answer=True), max_usd=5.0)

    with pytest.raises(SettingsError, match="house-model") as refused:
        approve(runtime, work(4))

    for word in ("--max-usd", "LUMINOS_PRICES", "--unknown-prices"):
        assert word in str(refused.value)


def test_an_unknown_cost_is_asked_about_unless_it_is_accepted(
    start: Start, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LUMINOS_DEVELOPMENT_MODEL", "house-model")

    with pytest.raises(
        NotApproved,
        match="an unknown cost, since no price is known for house-model",
    ):
        approve(start(None)[0], work(4))


def test_an_accepted_unknown_cost_is_not_asked_about(
    start: Start, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LUMINOS_DEVELOPMENT_MODEL", "house-model")
    approve(start(None, unknown_prices=True, max_usd=5.0)[0], work(4))


def test_a_slice_of_the_cap_is_reserved_for_the_synthesis(start: Start) -> None:
    runtime, _ = start(None, max_usd=1.0)
    approve(runtime, work(40))

    def reserve(pass_name: str, usd: float) -> None:
        with runtime.budget.reserved(pass_name, usd, StopSignal()):
            pass

    reserve("directory", 0.5)
    reserve("synthesis", 1.0)
    with pytest.raises(MoneyExhausted, match="reserved for the synthesis"):
        reserve("directory", 0.95)


def test_a_declined_flow_asks_no_model_and_fails_with_the_reason(
    prefect_url: str, store: Store, target: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from flows.audit import audit as flow
    from tasks.prefect_submit import result_of

    model = ScriptedModel(submits())
    monkeypatch.setattr("flows.audit.build_model", lambda request, settings: model)
    state = flow(AuditRequest(target=str(target), confirm_above_usd=0.01), return_state=True)

    assert state.is_failed()
    assert isinstance(result_of(state), NotApproved)
    assert model.requests == []


def test_a_cap_ends_a_run_with_a_report_and_the_next_run_goes_on(
    audit: Audit, store: Store, target: Path
) -> None:
    submit = submits()

    def script(request: ModelRequest) -> Answer:
        """A directory costs some $0.08; no server writes more than it is asked for."""
        used = Usage(input=1_000, output=min(8_000, request.max_tokens))
        answer = submit(request)
        assert isinstance(answer, ModelResponse)
        return answer.model_copy(update={"usage": used}) if directory_of(request) else answer

    report = audit(target, ScriptedModel(script), max_usd=0.3, concurrency=4)
    ledger = (store.run(report.run_id) / "ledger.jsonl").read_text().splitlines()

    assert report.cost.usd is not None
    assert 0.1 < report.cost.usd <= 0.3
    assert len(ledger) == sum(each.calls for each in report.cost.by_pass)
    assert report.incomplete_because[0].startswith("the run ended its spending: the next call")
    assert "; the next directory would need a cap of $" in report.incomplete_because[0]
    done = {each.path for each in report.directories if each.state.is_complete}
    paid = {each.path for each in report.directories if each.usd}
    assert set() < done == paid < DIRECTORIES
    model = ScriptedModel(script)
    audit(target, model)
    assert set(asked(model.requests)) & DIRECTORIES == DIRECTORIES - done
