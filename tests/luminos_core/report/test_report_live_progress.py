"""Progress, as lines and live: complete, escaped, and never the end of the work."""

import io

from rich.console import Console

from luminos_core.records.directory import DirectoryState
from luminos_core.records.event import (
    DirectoryEnded,
    FlagRaised,
    PhaseStarted,
    ServerSilent,
)
from luminos_core.records.flag import Severity
from luminos_core.records.scan_progress import ScanProgress
from luminos_core.report.progress.live_progress import LiveProgress
from luminos_core.report.progress.plain_progress import PlainProgress
from tests.luminos_core.report.progress_events import billed, called, ended, started, waiting
from tests.luminos_core.report.report_runs import HOSTILE, flag
from tests.luminos_core.report.test_report_terminal import COLOUR, control_characters


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


def test_a_cached_result_shows_no_turns() -> None:
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
    assert not control_characters(stream.getvalue())
    assert len(stream.getvalue().splitlines()) == 3 * len(HOSTILE)


def test_a_closed_stream_does_not_end_the_work() -> None:
    stream = io.StringIO()
    stream.close()
    PlainProgress(stream).record(started("src"))
    console = Console(file=stream, width=80)
    LiveProgress(console).record(FlagRaised(flag=flag(severity=Severity.CRITICAL)))


def test_plain_progress_shows_costs_and_long_waits() -> None:
    stream = io.StringIO()
    with PlainProgress(stream) as progress:
        progress.record(started("a"))
        progress.record(billed("a", 1_200, 0.25))
        progress.record(waiting("a", 9.0))
        progress.record(waiting("a", 40.0))
        progress.record(billed("a", 300, 0.25))
        progress.record(ended("a"))
        progress.record(billed("(synthesis)", 1, None))
    assert stream.getvalue().splitlines() == [
        "[AI] a: started, at most 10 turns (new)",
        "[AI] a: waiting 40 s for the server: rate limit",
        "[AI] a: investigated after 2 turns, 1,500 tokens, $0.50 (1)",
        "[run] 1,501 tokens, cost unknown in all",
    ]


def test_plain_progress_tells_of_an_outage_each_minute_and_when_it_ends() -> None:
    stream = io.StringIO()
    with PlainProgress(stream) as progress:
        for seconds in (3.0, 20.0, 61.0, 75.0, 130.0):
            progress.record(ServerSilent(seconds=seconds, longest=600.0, reason="529"))
        progress.record(ServerSilent(seconds=131.0, longest=600.0))
    silent = "[AI] the model's server does not answer; waiting,"
    assert stream.getvalue().splitlines() == [
        f"{silent} 0:03 of at most 10 min: 529",
        f"{silent} 1:01 of at most 10 min: 529",
        f"{silent} 2:10 of at most 10 min: 529",
        "[AI] the model's server answers again, after 2:11",
    ]


def test_a_run_that_bought_nothing_has_no_total() -> None:
    stream = io.StringIO()
    with PlainProgress(stream) as progress:
        progress.record(billed("a", 0, 0.0))
    assert stream.getvalue() == ""


def test_flags_from_concern_on_are_printed_above_the_live_view() -> None:
    stream = io.StringIO()
    console = Console(file=stream, width=80, height=30, force_terminal=True)
    with LiveProgress(console) as progress:
        progress.record(PhaseStarted(phase="directories", text="Investigating t", total=12))
        progress.record(started("dir\x1b[2J"))
        progress.record(FlagRaised(flag=flag(path="bad.py", line=3, severity=Severity.CRITICAL)))
        progress.record(FlagRaised(flag=flag(path="fine.py", severity=Severity.INFO)))
    shown = COLOUR.sub("", stream.getvalue())
    assert "critical  bad.py:3  Something." in shown
    assert "fine.py" not in shown
    assert "1 critical  1 info" in shown
    assert "\x1b[2J" not in shown
