"""Runs that have begun and got no end."""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from luminos_core.errors import SettingsError
from luminos_core.records.cost import LedgerLine
from luminos_core.records.event import CallBilled
from luminos_core.records.request import AuditRequest, AuditRun
from luminos_core.store.interrupted import (
    begun_run,
    interrupted_run,
    interrupted_runs,
    mark_reported,
    spent_before,
    unreported_runs,
)
from luminos_core.store.layout import Store
from luminos_core.store.run_folder import REPORT, RUN, RunFolder


def run_of(run_id: str, target: str = "/t") -> AuditRun:
    request = AuditRequest(target=target)
    return AuditRun(run_id=run_id, request=request, target=target, started_at="2026-01-01")


def bill(usd: float | None) -> CallBilled:
    tokens = dict.fromkeys(("input", "output", "cache_read", "cache_write"), 1)
    names = {"at": "", "pass_name": "directory", "directory": ".", "model": "m"}
    return CallBilled(line=LedgerLine(**names, **tokens, usd=usd, answered=True))


@pytest.fixture
def store(tmp_path: Path) -> Store:
    return Store(tmp_path / "store")


@pytest.fixture
def working(store: Store) -> Iterator[RunFolder]:
    with RunFolder(store.run("run-1")) as folder:
        folder.begin(run_of("run-1"))
        yield folder


def test_a_run_is_interrupted_once_it_no_longer_works(store: Store, working: RunFolder) -> None:
    assert interrupted_runs(store) == []
    working.close()
    (run,) = interrupted_runs(store)
    assert (run.run_id, run.run) == ("run-1", run_of("run-1"))


def test_a_run_with_a_report_was_not_interrupted_but_another_attempt_at_it_was(
    store: Store, working: RunFolder
) -> None:
    working.publish({REPORT: "{}"})
    working.close()
    assert interrupted_runs(store) == []
    begun = (working.path / RUN).stat().st_mtime
    os.utime(working.path / REPORT, (begun - 10, begun - 10))
    assert [run.run_id for run in interrupted_runs(store)] == ["run-1"]


@pytest.mark.parametrize("content", [b"", b"{", b"[]", b'{"run_id": 1}', b"\xff"])
def test_a_record_that_cannot_be_read_is_no_run(store: Store, content: bytes) -> None:
    folder = store.run("run-1")
    (folder / RUN).write_bytes(content)
    assert interrupted_run(folder) is None
    assert interrupted_runs(store) == []


def test_what_a_run_spent_is_reported_once_and_under_its_target_only(
    store: Store, working: RunFolder
) -> None:
    for usd in (0.5, 0.25, None):
        working.record(bill(usd))
    assert unreported_runs(store, "/t") == []  # it works
    working.close()
    (run,) = unreported_runs(store, "/t")
    assert len(run.ledger) == 3
    assert spent_before([run.folder, store.run("none")]) == 0.75
    assert unreported_runs(store, "/other") == []
    mark_reported("run-2", run.folder)
    assert unreported_runs(store, "/t") == []
    assert spent_before([run.folder]) == 0.0
    assert [each.run_id for each in interrupted_runs(store)] == ["run-1"]


def test_the_latest_sign_of_life_counts_not_the_beginning(store: Store) -> None:
    for run_id in ("run-1", "run-2"):
        with RunFolder(store.run(run_id)) as folder:
            folder.begin(run_of(run_id))
    later = (store.run("run-2") / RUN).stat().st_mtime + 10
    os.utime(store.run("run-1") / "ledger.jsonl", (later, later))
    assert [run.run_id for run in interrupted_runs(store)] == ["run-1", "run-2"]


@pytest.mark.parametrize(("error", "left"), [(KeyboardInterrupt, 1), (SettingsError, 0)])
def test_a_run_without_an_id_is_left_by_a_kill_and_not_by_an_error_of_the_person(
    store: Store, error: type[BaseException], left: int
) -> None:
    with pytest.raises(error), begun_run(store, run_of("")):
        assert interrupted_runs(store) == []
        raise error
    assert len(interrupted_runs(store)) == left


def test_a_run_that_there_is_no_going_on_with_leaves_nothing(
    store: Store, working: RunFolder
) -> None:
    working.discard()
    assert list(store.runs_path.iterdir()) == []
