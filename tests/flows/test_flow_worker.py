"""What a person sees of a worker's runs: names, states, logs and artifacts; a run that is retried
from the UI."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any
from uuid import UUID

import pytest

from flows.form_words import form_labels
from luminos_core.store.layout import Store
from luminos_core.store.run_folder import read_report
from tests.fakes.messages_server import Answer, Failure, MessagesServer, Received, submits_at_once
from tests.fakes.trees import DIRECTORIES, PROJECT, make_tree
from tests.flows.command import HANGING, wait_until
from tests.flows.server_records import artifacts_of, ended_task_runs, log_of, logs_of
from tests.flows.worker import ended, prefect, started, worker

NAME = "before the release"


class Moody:
    """A model that does not answer while `slow` is set, and refuses a directory while `broken`."""

    slow = False
    broken = False

    def __call__(self, request: Received) -> Answer:
        if self.broken and "the directory `src/sample` " in request.first_text:
            return Failure(400, "invalid_request_error", "no")
        answer = submits_at_once(request)
        return replace(answer, after_seconds=HANGING) if self.slow else answer


@dataclass(frozen=True)
class Works:
    """What a worker works with."""

    store: Store
    model: MessagesServer
    script: Moody


@pytest.fixture(scope="module")
def works(
    deployed: dict[str, Any], prefect_url: str, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Works]:
    store, script = Store(tmp_path_factory.mktemp("worker") / "store"), Moody()
    with MessagesServer(script) as model, worker(prefect_url, store, model):
        yield Works(store, model, script)


@dataclass(frozen=True)
class Runs:
    target: Path
    declined: UUID
    complete: UUID
    cancelled: UUID
    calls_before_approval: int


@pytest.fixture(scope="module")
def runs(deployed: dict[str, Any], works: Works, tmp_path_factory: pytest.TempPathFactory) -> Runs:
    """One after another."""
    target, model = make_tree(tmp_path_factory.mktemp("runs") / "sample", PROJECT), works.model
    audit, begun = deployed["audit"], works.model.calls
    declined = started(audit, target, name=NAME, confirm_above_usd=0.001)
    assert ended(declined) == "Declined"
    calls = model.calls
    complete = started(audit, target)
    assert ended(complete) == "Completed"
    works.script.slow = True
    cancelled = started(audit, target, fresh=True)
    _cancel_when(lambda: model.calls > calls + len(DIRECTORIES) + 3, cancelled)
    assert ended(cancelled) == "Cancelled"
    works.script.slow = False
    return Runs(target, declined, complete, cancelled, calls - begun)


def test_a_declined_run_says_in_words_of_the_form_what_allows_it(runs: Runs) -> None:
    state = _flow_run(runs.declined).state
    labels = [form_labels()[name] for name in ("yes", "max_usd", "confirm_above_usd")]
    assert state.type.value == "FAILED"  # it must not look like a success
    assert all(f'"{label}"' in state.message for label in labels)
    assert "--" not in state.message
    (artifact,) = artifacts_of(str(runs.declined), "audit-estimate-sample")
    assert all(f"**{label}**" in artifact.data for label in labels)
    assert "6 directories to investigate" in artifact.data
    assert runs.calls_before_approval == 0


def test_a_state_that_is_no_bug_leaves_no_traceback(runs: Runs) -> None:
    for run in (runs.declined, runs.complete, runs.cancelled):
        lines = log_of(str(run))
        assert not [line for line in lines if "Traceback" in line or "xception" in line]


def test_a_cancelled_run_says_what_was_done_and_leaves_a_report(runs: Runs) -> None:
    from prefect.client.orchestration import get_client

    with get_client(sync_client=True) as client:
        states = client.read_flow_run_states(runs.cancelled)
    ours = [state for state in states if "the run was interrupted" in (state.message or "")]
    assert [state.name for state in ours] == ["Cancelled"]
    (report,) = artifacts_of(str(runs.cancelled), "audit-report")
    assert "Incomplete audit: the run was interrupted" in report.data


def test_a_name_that_was_typed_is_kept_and_one_that_was_made_up_is_not(runs: Runs) -> None:
    assert _flow_run(runs.declined).name == NAME
    assert _flow_run(runs.complete).name == f"audit of {runs.target}"


def test_the_message_of_a_complete_run_says_what_was_found_and_by_which_model(runs: Runs) -> None:
    message = _flow_run(runs.complete).state.message
    assert re.match(
        r"(?:\d+ concerns?, )?\d+ info; (?:under )?\d+% read; language model: claude-", message
    )


def test_the_log_is_in_order_of_time_and_has_no_line_of_prefects_per_directory(runs: Runs) -> None:
    logs = sorted(logs_of(str(runs.complete)), key=lambda log: log.timestamp)
    assert not [log.message for log in logs if log.name == "prefect.task_runs"]
    at = {log.message.partition(" after")[0]: log.timestamp for log in logs}
    steps: dict[str, Any] = {}

    def recorded() -> bool:
        steps.update((run.name, run) for run in ended_task_runs(str(runs.complete)))
        return {"scan", "synthesis"} <= steps.keys()

    assert wait_until(recorded, every=0.2)
    assert at[f"scanning {runs.target}"] < steps["scan"].end_time
    assert at[".: investigated"] < steps["synthesis"].start_time
    turns = [log.message for log in logs if log.message.startswith("docs: ")]
    assert [turn.partition(",")[0].partition(" after")[0] for turn in turns] == [
        "docs: started",
        "docs: turn 1 of 10: submit_report",
        "docs: investigated",
    ]


# Of a fresh run also by test_flow_fresh_retry.py, without a worker.
@pytest.mark.parametrize("fresh", [False, pytest.param(True, marks=pytest.mark.slow)])
def test_a_retried_run_redoes_the_failed_directory_and_its_ancestors_only(
    deployed: dict[str, Any], prefect_url: str, works: Works, target: Path, fresh: bool
) -> None:
    for path in DIRECTORIES:  # nothing of the other run is stored
        (target / path / "own.txt").write_text(f"{fresh}\n")
    model, script = works.model, works.script
    script.broken = True
    begun = model.calls
    run = started(deployed["audit"], target, fresh=fresh)
    assert ended(run) == "Incomplete"
    first = read_report(works.store.run(str(run)))
    assert _states(first)["src/sample"] == "failed"
    script.broken = False
    before = model.calls
    prefect(prefect_url, "flow-run", "retry", str(run))
    assert ended(run) == "Completed"
    again = model.calls - before
    second = read_report(works.store.run(str(run)))
    redone = {path for path, state in _states(second).items() if state == "investigated"}
    assert redone == {"src/sample", "src", "."}
    assert set(_states(second)) == DIRECTORIES
    assert again == len(redone) + 1  # and the synthesis, whose briefing has the gap
    # The bill is of the whole run; what the server refused was not counted.
    (refused,) = (each.calls for each in first.directories if each.path == "src/sample")
    assert refused == 0
    assert sum(each.calls for each in second.cost.by_pass) == model.calls - begun - 1


def _cancel_when(condition: Any, run: UUID) -> None:
    from prefect.client.orchestration import get_client
    from prefect.states import Cancelling

    assert wait_until(condition)
    with get_client(sync_client=True) as client:
        client.set_flow_run_state(run, Cancelling())


def _flow_run(run: UUID) -> Any:
    from prefect.client.orchestration import get_client

    with get_client(sync_client=True) as client:
        return client.read_flow_run(run)


def _states(report: Any) -> dict[str, str]:
    return {each.path: each.state.value for each in report.directories}
