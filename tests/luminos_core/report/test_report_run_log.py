"""The log of a run: every event, and nothing of a file's text."""

from pathlib import Path
from typing import Any

import pytest
from pydantic import JsonValue

from luminos_core.records.directory import DirectoryState
from luminos_core.records.event import (
    AgentMessage,
    DirectoryEnded,
    Event,
    FlagRaised,
    InternalError,
    PhaseStarted,
    ToolCalled,
    TurnStarted,
)
from luminos_core.records.flag import Severity
from luminos_core.report.progress.progress_markdown import percent_done
from luminos_core.report.progress.run_log import RunLog
from luminos_core.sandboxed_dir import SandboxedDir
from tests.fakes.trees import make_tree
from tests.luminos_core.report.progress_events import billed, ended, started, waiting
from tests.luminos_core.report.report_runs import HOSTILE, flag
from tests.luminos_core.report.test_report_terminal import control_characters

TEXT = "password = swordfish"  # of a file


@pytest.fixture
def log(tmp_path: Path) -> RunLog:
    make_tree(tmp_path, {"src/a.py": TEXT, "src/b.py": "", "docs/guide.md": ""})
    return RunLog(SandboxedDir(tmp_path), ("read_file", "run_command", "think"))


def called(turn: int, tool: str, **args: JsonValue) -> ToolCalled:
    return ToolCalled(
        directory="src", turn=turn, timestamp="", tool=tool, args=args, result_length=1
    )


def turn(number: int, of: int = 10) -> TurnStarted:
    return TurnStarted(directory="src", turn=number, turns=of)


def lines(log: RunLog, *events: Event) -> list[str]:
    return list(log.lines(events))


def test_a_bug_that_was_caught_is_logged_with_its_place(log: RunLog) -> None:
    event = InternalError(directory="src", part="read_file", error="KeyError in a.py:3")
    assert lines(log, event) == ["src: a bug in read_file: KeyError in a.py:3"]


def test_a_directory_is_logged_from_start_to_end_with_a_line_for_each_turn(log: RunLog) -> None:
    shown = lines(
        log,
        PhaseStarted(phase="directories", text="investigating 2 directories", total=2),
        started("src"),
        turn(1),
        billed("src", 1_000, 0.25),
        AgentMessage(directory="src", turn=1, text=f"It says {TEXT}."),
        called(1, "read_file", path="src/a.py"),
        called(1, "read_file", path="src/b.py"),
        turn(2),
        billed("src", 1_000, 0.25),
        called(2, "run_command", argv=["grep", "-rn", TEXT, "src"]),
        turn(3, of=16),
        waiting("src", 40),
        billed("src", 1_000, None),
        AgentMessage(directory="src", turn=3, text=TEXT),
        DirectoryEnded(directory="src", state=DirectoryState.PARTIAL, reason=TEXT, turns_used=3),
    )
    assert shown == [
        "investigating 2 directories",
        "src: started, at most 10 turns (new)",
        "src: turn 1 of 10: read_file src/a.py, read_file src/b.py",
        "src: turn 2 of 10: run_command src",
        "src: extended to 16 turns",
        "src: waiting 40 s for the server: rate limit",
        "src: turn 3 of 16: no tool call",
        "src: partial after 3 turns, 3,000 tokens, cost unknown (1 of 2)",
    ]


@pytest.mark.parametrize(
    "event",
    [
        called(1, "read_file", path=TEXT),
        called(1, "read_file", path="src/" + "x" * 5_000),
        called(1, "think", observation=TEXT, hypothesis=TEXT, next_action=TEXT),
        called(1, "run_command", argv=["grep", TEXT, {TEXT: [TEXT]}]),
        called(1, TEXT, path="src/a.py"),
        called(1, "read_file", **{TEXT: TEXT}),
        AgentMessage(directory="src", turn=1, text=TEXT),
        FlagRaised(flag=flag(path=TEXT, finding=TEXT, quotation=TEXT)),
        FlagRaised(flag=flag(path="../../etc/passwd", finding=TEXT, quotation=TEXT)),
        DirectoryEnded(directory="src", state=DirectoryState.FAILED, reason=TEXT, turns_used=1),
    ],
)
def test_no_text_of_a_file_gets_into_a_line_or_the_artifact(log: RunLog, event: Event) -> None:
    shown = lines(log, started("src"), event)
    assert len(shown) == 2
    for text in (shown[1], log.markdown()):
        assert "swordfish" not in text
        assert "passwd" not in text
        assert len(text) < 80


def test_a_flag_is_logged_by_its_rule_and_location(log: RunLog) -> None:
    raised: list[dict[str, Any]] = [
        {"path": "src/a.py", "line": 3, "rule": "code-injection", "severity": Severity.CRITICAL},
        {"path": "general"},
        {"path": "src/c.py"},
    ]
    assert lines(log, *(FlagRaised(flag=flag(**fields)) for fields in raised)) == [
        "critical flag, code-injection: src/a.py:3",
        "concern flag, model: general",
        "concern flag, model: an unknown path",
    ]


def test_a_thousand_calls_in_one_turn_are_one_line(log: RunLog) -> None:
    shown = lines(log, *(called(1, "read_file", path="src/a.py") for _ in range(1_000)))
    assert shown == ["src: turn 1: " + ", ".join(["read_file src/a.py"] * 4) + " and 996 more"]


def test_cached_directories_share_a_line(log: RunLog) -> None:
    start = PhaseStarted(phase="directories", text="investigating", total=400)
    stored = (ended(f"d{number}", DirectoryState.CACHED) for number in range(300))
    assert lines(log, start, *stored) == [
        "investigating",
        "300 directories taken from the store (300 of 400)",
    ]
    assert percent_done(log.progress) == 75.0


def test_hostile_names_stay_on_their_line(log: RunLog) -> None:
    for snippet in HOSTILE:
        shown = lines(log, started(snippet), AgentMessage(directory=snippet, turn=1, text="x"))
        assert not control_characters("".join(shown))
        assert not any("\n" in line for line in shown)


def test_the_markdown_lists_running_directories_with_their_costs(log: RunLog) -> None:
    lines(
        log,
        PhaseStarted(phase="directories", text="investigating 20 directories", total=20),
        *(started(f"dir{number}") for number in range(18)),
        billed("dir0", 1_500, 0.25),
        called(1, "read_file", path="src/a.py").model_copy(update={"directory": "dir0"}),
        waiting("dir1", 40),
        ended("dir17"),
    )
    shown = log.markdown().splitlines()
    assert shown[0] == "**investigating 20 directories**: 1 of 20 directories, 1,500 tokens, $0.25"
    assert shown[2:4] == [
        "- `dir0`: turn 1 of 10, 1,500 tokens, $0.25, read\\_file src/a.py",
        "- `dir1`: turn 0 of 10, waiting: rate limit",
    ]
    assert shown[-1] == "- and 1 more"
    assert percent_done(log.progress) == 5.0


def test_there_is_markdown_before_the_first_event(log: RunLog) -> None:
    assert (percent_done(log.progress), log.markdown()) == (0.0, "**starting**")
