"""The scoreboard: true at every moment, from many threads."""

import sys
import threading

from luminos_core.records.event import (
    AgentSaid,
    FlagRaised,
    PhaseStarted,
    ToolCalled,
    TurnStarted,
)
from luminos_core.records.flag import Severity
from luminos_core.report.running import Spent
from luminos_core.report.scoreboard import Scoreboard
from tests.luminos_core.report.progress_events import billed, called, ended, started, waiting
from tests.luminos_core.report.report_runs import flag


def test_the_scoreboard_follows_directories_turns_and_flags() -> None:
    board = Scoreboard()
    board.follow(PhaseStarted(phase="directories", text="Investigating", total=3))
    for event in (started("a"), started("b"), called("a", 2), ended("b")):
        board.follow(event)
    board.follow(FlagRaised(flag=flag(severity=Severity.CRITICAL)))
    board.follow(called("elsewhere", 1))
    score = board.score
    assert (score.done, score.total) == (1, 3)
    assert list(score.running) == ["a"]
    assert (score.running["a"].turn, score.running["a"].decision) == (2, "read_file a.py")
    assert score.flags == {Severity.CRITICAL: 1}
    board.follow(AgentSaid(directory="a", turn=3, text="Reading on."))
    assert board.score.running["a"].decision == "Reading on."
    assert score.running["a"].turn == 2  # a moment that was taken does not change


def test_no_event_of_many_threads_is_lost() -> None:
    interval = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)  # threads meet in the middle of everything
    board = Scoreboard()

    def work(number: int) -> None:
        for step in range(50):
            board.follow(started(f"{number}/{step}"))
            board.follow(ended(f"{number}/{step}"))

    threads = [threading.Thread(target=work, args=(number,)) for number in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    sys.setswitchinterval(interval)
    assert (board.score.done, board.score.running) == (400, {})


def test_money_is_added_up_by_run_and_by_directory() -> None:
    board = Scoreboard()
    board.follow(billed("(survey)", 1_000, 0.5))
    board.follow(started("a"))
    board.follow(started("b"))
    board.follow(billed("a", 100, 0.25))
    board.follow(billed("b", 10, None))
    board.follow(started("a"))  # again, after an attempt that failed
    board.follow(billed("a", 200, 0.25))
    score = board.score
    assert score.spent == Spent(1_310, None)
    assert score.running["a"].spent == Spent(300, 0.5)
    assert score.running["b"].spent == Spent(10, None)


def test_borrowed_turns_are_counted() -> None:
    board = Scoreboard()
    board.follow(started("a"))
    board.follow(TurnStarted(directory="a", turn=11, turns=16))
    assert board.score.running["a"].turns == 16


def test_a_wait_is_over_when_its_directory_goes_on() -> None:
    board = Scoreboard(now=lambda: 100.0)
    for directory in ("a", "b", "(survey)"):
        board.follow(waiting(directory, 40))
    assert {path: wait.until for path, wait in board.score.waits.items()} == {
        "a": 140.0,
        "b": 140.0,
        "(survey)": 140.0,
    }
    board.follow(billed("(survey)", 1, 0.1))
    board.follow(ended("b"))
    assert set(board.score.waits) == {"a"}


def test_a_call_is_told_as_its_directory_sees_it() -> None:
    board = Scoreboard()
    board.follow(started("src"))
    told = []
    for tool, args in (
        ("read_file", {"path": "src/a.py"}),
        ("run_command", {"argv": ["grep", "-rn", "x", "src"]}),
        ("checkpoint", {}),
    ):
        board.follow(
            ToolCalled(directory="src", turn=1, timestamp="", tool=tool, args=args, result_length=1)
        )
        told.append(board.score.running["src"].decision)
    assert told == ["read_file a.py", "run_command grep -rn x src", "checkpoint"]
