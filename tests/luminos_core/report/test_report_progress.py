"""Progress: true at every moment, from many threads, and harmless to the work it watches."""

import io
import sys
import threading

from rich.console import Console

from luminos_core.records.directory import DirectoryState
from luminos_core.records.event import (
    AgentSaid,
    DirectoryEnded,
    DirectoryStarted,
    FlagRaised,
    PhaseStarted,
    ToolCalled,
)
from luminos_core.records.flag import Severity
from luminos_core.records.scan_progress import ScanProgress
from luminos_core.report.progress import PlainProgress, TerminalProgress
from luminos_core.report.scoreboard import Scoreboard
from tests.luminos_core.report.report_runs import HOSTILE, flag
from tests.luminos_core.report.test_report_terminal import COLOUR, steering


def started(directory: str) -> DirectoryStarted:
    return DirectoryStarted(directory=directory, turns=10, change="new")


def ended(directory: str, state: DirectoryState = DirectoryState.INVESTIGATED) -> DirectoryEnded:
    return DirectoryEnded(directory=directory, state=state, reason="", turns_used=2)


def called(directory: str, turn: int) -> ToolCalled:
    args = {"limit": None, "path": "a.py"}
    return ToolCalled(
        directory=directory, turn=turn, timestamp="", tool="read_file", args=args, result_length=1
    )


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


def test_plain_progress_is_one_line_for_each_phase_directory_and_flag() -> None:
    stream = io.StringIO()
    with PlainProgress(stream) as progress:
        progress.record(PhaseStarted(phase="scan", text="Scanning t"))
        progress.record(ScanProgress(files=10, size=10))
        progress.record(PhaseStarted(phase="directories", text="Investigating", total=2))
        progress.record(started("src"))
        progress.record(called("src", 1))
        progress.record(FlagRaised(flag=flag(path="a.py", line=3)))
        progress.record(PhaseStarted(phase="publish", text="Writing"))
        progress.record(
            DirectoryEnded(
                directory="src", state=DirectoryState.FAILED, reason="no answer", turns_used=1
            )
        )
    assert stream.getvalue().splitlines() == [
        "[scan] Scanning t",
        "[AI] Investigating",
        "[AI] src: started, at most 10 turns (new)",
        "[flag] concern a.py:3: Something.",
        "[run] Writing",
        "[AI] src: failed after 1 turn: no answer (1 of 2)",
    ]


def test_a_stored_result_is_not_said_to_have_taken_turns() -> None:
    stream = io.StringIO()
    PlainProgress(stream).record(ended("a", DirectoryState.CACHED))
    assert stream.getvalue() == "[AI] a: cached (1)\n"


def test_hostile_names_stay_on_their_line() -> None:
    stream = io.StringIO()
    progress = PlainProgress(stream)
    for snippet in HOSTILE:
        progress.record(started(snippet))
        progress.record(FlagRaised(flag=flag(path=snippet, finding=snippet)))
        progress.record(PhaseStarted(phase="plan", text=snippet))
    assert not steering(stream.getvalue())
    assert len(stream.getvalue().splitlines()) == 3 * len(HOSTILE)


def test_a_reader_that_is_gone_does_not_end_the_work() -> None:
    stream = io.StringIO()
    stream.close()
    PlainProgress(stream).record(started("src"))
    console = Console(file=stream, width=80)
    TerminalProgress(console).record(FlagRaised(flag=flag(severity=Severity.CRITICAL)))


def test_the_live_view_shows_who_is_at_work_and_keeps_flags_above() -> None:
    stream = io.StringIO()
    console = Console(file=stream, width=80, height=30, force_terminal=True)
    with TerminalProgress(console) as progress:
        progress.record(PhaseStarted(phase="directories", text="Investigating t", total=12))
        for number in range(10):
            progress.record(started(f"dir{number}\x1b[2J"))
        progress.record(called("dir0\x1b[2J", 4))
        progress.record(ended("dir9\x1b[2J"))
        progress.record(FlagRaised(flag=flag(path="bad.py", line=3, severity=Severity.CRITICAL)))
        progress.record(FlagRaised(flag=flag(path="fine.py", severity=Severity.INFO)))
        view = io.StringIO()
        Console(file=view, width=80).print(progress._view())
    text = view.getvalue()
    assert "1 of 12 directories  1 critical  1 info" in text
    assert r"dir0\x1b[2J  4/10  read_file a.py" in text
    assert "and 1 more" in text
    assert "dir9" not in text
    above = COLOUR.sub("", stream.getvalue())
    assert "critical  bad.py:3  Something." in above
    assert "fine.py" not in above
    assert "\x1b[2J" not in above
