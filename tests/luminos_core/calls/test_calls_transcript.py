"""Transcripts are of one target, and go when they are too old."""

import os
import time
from pathlib import Path

import pytest

from luminos_core.calls.transcript import Transcripts
from luminos_core.records.transcript import ConversationStart
from luminos_core.stop import StopSignal
from luminos_core.store.layout import Store
from luminos_core.store.lock import locked

MINE, OTHER = Path("/targets/mine"), Path("/targets/other")
START = ConversationStart(run_id="run-1", first_message="Hello.", turns=3, max_tokens=100)


@pytest.fixture
def store(tmp_path: Path) -> Store:
    return Store(tmp_path / "store")


def written(store: Store, target: Path, name: str, days: float = 0.0) -> Path:
    """The file of a conversation that was last written to so many days ago."""
    transcripts(store, target).open(name).start(START)
    file = store.transcripts(target).path / f"{name}-lines"
    moment = time.time() - days * 86_400
    os.utime(file, (moment, moment))
    return file


def transcripts(store: Store, target: Path) -> Transcripts:
    return Transcripts(store, target, "run-1", fresh=False)


def test_a_conversation_of_another_target_is_another_one(store: Store) -> None:
    theirs = written(store, OTHER, "survey-1")
    mine = transcripts(store, MINE)
    assert mine.open("survey-1").stored_start() is None
    mine.delete("survey-1")
    mine.delete_all()
    assert theirs.exists()


def test_those_of_a_month_ago_are_deleted_whatever_their_target(store: Store) -> None:
    old = [written(store, target, "survey-1", days=31) for target in (MINE, OTHER)]
    new = [written(store, target, "survey-2", days=29) for target in (MINE, OTHER)]
    with locked(store.lock(MINE), StopSignal(), print):
        transcripts(store, MINE).delete_all()
    assert [file.exists() for file in old] == [False, False]
    assert [file.exists() for file in new] == [True, True]


def test_an_old_one_stays_while_a_run_works_on_its_target(store: Store) -> None:
    old = written(store, OTHER, "survey-1", days=31)
    with locked(store.lock(OTHER), StopSignal(), print):
        transcripts(store, MINE).delete_all()
        assert old.exists()
    transcripts(store, MINE).delete_all()
    assert not old.exists()
