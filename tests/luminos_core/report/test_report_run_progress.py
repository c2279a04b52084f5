"""The progress of a run, from events of many threads."""

import sys
import threading
from collections import Counter

from luminos_core.records.event import (
    AgentMessage,
    FlagRaised,
    PhaseStarted,
    ToolCalled,
    TurnStarted,
)
from luminos_core.records.flag import FlagCounts, Severity
from luminos_core.report.progress.run_progress import ProgressTracker, Spent
from tests.luminos_core.report.progress_events import billed, called, ended, started, waiting
from tests.luminos_core.report.report_runs import flag


def test_the_tracker_follows_directories_turns_and_flags() -> None:
    tracker = ProgressTracker()
    tracker.update(PhaseStarted(phase="directories", text="Investigating", total=3))
    for event in (started("a"), started("b"), called("a", 2), ended("b")):
        tracker.update(event)
    tracker.update(FlagRaised(flag=flag(severity=Severity.CRITICAL)))
    tracker.update(called("elsewhere", 1))
    progress = tracker.progress
    assert (progress.done, progress.total) == (1, 3)
    assert list(progress.running) == ["a"]
    assert (progress.running["a"].turn, progress.running["a"].last_action) == (2, "read_file a.py")
    assert progress.flags == FlagCounts(Counter({Severity.CRITICAL: 1}), 1)
    for line in (3, 9):
        tracker.update(FlagRaised(flag=flag(severity=Severity.CRITICAL, line=line)))
    assert tracker.progress.flags == FlagCounts(Counter({Severity.CRITICAL: 1}), 3)
    tracker.update(AgentMessage(directory="a", turn=3, text="Reading on."))
    assert tracker.progress.running["a"].last_action == "Reading on."
    assert progress.running["a"].turn == 2  # a moment that was taken does not change


def test_directories_that_are_tried_again_are_counted_anew() -> None:
    tracker = ProgressTracker()
    tracker.update(PhaseStarted(phase="directories", text="Investigating", total=3))
    tracker.update(ended("a"))
    tracker.update(PhaseStarted(phase="synthesis", text="Bringing together"))
    assert tracker.progress.done == 1
    tracker.update(PhaseStarted(phase="directories", text="Investigating", total=2))
    assert (tracker.progress.done, tracker.progress.total) == (0, 2)


def test_no_event_of_many_threads_is_lost() -> None:
    interval = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)  # threads meet in the middle of everything
    tracker = ProgressTracker()

    def work(number: int) -> None:
        for step in range(50):
            tracker.update(started(f"{number}/{step}"))
            tracker.update(ended(f"{number}/{step}"))

    threads = [threading.Thread(target=work, args=(number,)) for number in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    sys.setswitchinterval(interval)
    assert (tracker.progress.done, tracker.progress.running) == (400, {})


def test_costs_are_summed_by_run_and_by_directory() -> None:
    tracker = ProgressTracker()
    tracker.update(billed("(survey)", 1_000, 0.5))
    tracker.update(started("a"))
    tracker.update(started("b"))
    tracker.update(billed("a", 100, 0.25))
    tracker.update(billed("b", 10, None))
    tracker.update(started("a"))  # again, after an attempt that failed
    tracker.update(billed("a", 200, 0.25))
    progress = tracker.progress
    assert progress.spent == Spent(1_310, None)
    assert progress.running["a"].spent == Spent(300, 0.5)
    assert progress.running["b"].spent == Spent(10, None)


def test_borrowed_turns_are_counted() -> None:
    tracker = ProgressTracker()
    tracker.update(started("a"))
    tracker.update(TurnStarted(directory="a", turn=11, turns=16))
    assert tracker.progress.running["a"].turns == 16


def test_a_wait_ends_with_the_next_event_of_its_directory() -> None:
    tracker = ProgressTracker(now=lambda: 100.0)
    for directory in ("a", "b", "(survey)"):
        tracker.update(waiting(directory, 40))
    assert {path: wait.until for path, wait in tracker.progress.waits.items()} == {
        "a": 140.0,
        "b": 140.0,
        "(survey)": 140.0,
    }
    tracker.update(billed("(survey)", 1, 0.1))
    tracker.update(ended("b"))
    assert set(tracker.progress.waits) == {"a"}


def test_a_call_is_shown_relative_to_its_directory() -> None:
    tracker = ProgressTracker()
    tracker.update(started("src"))
    actions = []
    for tool, args in (
        ("read_file", {"path": "src/a.py"}),
        ("run_command", {"argv": ["grep", "-rn", "x", "src"]}),
        ("checkpoint", {}),
    ):
        tracker.update(
            ToolCalled(directory="src", turn=1, timestamp="", tool=tool, args=args, result_length=1)
        )
        actions.append(tracker.progress.running["src"].last_action)
    assert actions == ["read_file a.py", "run_command grep -rn x src", "checkpoint"]
