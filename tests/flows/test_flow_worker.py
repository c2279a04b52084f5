"""What a person sees of a worker's runs: names, states, logs and artifacts."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any
from uuid import UUID

import pytest

from flows.form_words import form_labels
from luminos_core.store.layout import Store
from tests.fakes.messages_server import MessagesServer, Received, Reply, submits_at_once
from tests.fakes.trees import DIRECTORIES, PROJECT, make_tree
from tests.flows.command import HANGING, wait_until
from tests.flows.server_records import artifacts_of, ended_task_runs, log_of, logs_of
from tests.flows.worker import ended, started, worker

NAME = "before the release"


class Pausable:
    """A model that takes a minute for each answer while `slow` is set."""

    slow = False

    def __call__(self, request: Received) -> Reply:
        answer = submits_at_once(request)
        return replace(answer, after_seconds=HANGING) if self.slow else answer


@dataclass(frozen=True)
class Runs:
    target: Path
    declined: UUID
    complete: UUID
    cancelled: UUID
    calls_before_approval: int


@pytest.fixture(scope="module")
def runs(
    deployed: dict[str, Any], prefect_url: str, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Runs]:
    """One after another, with one worker."""
    folder = tmp_path_factory.mktemp("worker")
    target, script = make_tree(folder / "sample", PROJECT), Pausable()
    audit = deployed["audit"]
    with MessagesServer(script) as model, worker(prefect_url, Store(folder / "store"), model):
        declined = started(audit, target, name=NAME, confirm_above_usd=0.001)
        assert ended(declined) == "Declined"
        calls = model.calls
        complete = started(audit, target)
        assert ended(complete) == "Completed"
        script.slow = True
        cancelled = started(audit, target, fresh=True)
        _cancel_when(lambda: model.calls > calls + len(DIRECTORIES) + 3, cancelled)
        assert ended(cancelled) == "Cancelled"
        yield Runs(target, declined, complete, cancelled, calls)


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
