"""Whatever a model gives a tool as its arguments, only that call is refused: the loop goes on, and
what was noted and flagged stays."""

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from luminos_core.agents.passes.definition import AnyPass
from luminos_core.agents.passes.directory import DIRECTORY
from luminos_core.agents.passes.synthesis import SYNTHESIS
from luminos_core.records.directory import DirectoryState
from luminos_core.records.event import InternalError
from tests.fakes.checking_model import CheckingModel
from tests.fakes.messages_replies import Reply, reply, tool_use
from tests.luminos_core.agents.bad_arguments import (
    FLAG,
    REFUSED,
    UNREADABLE,
    World,
    findings,
    submits,
)
from tests.luminos_core.agents.http_rows import Investigate

# -- a bug -----------------------------------------------------------------------------------------


def noting() -> Reply:
    entry = {"kind": "file", "path": "src/a.py", "data": {"summary": "A script."}}
    return reply(tool_use("flag", FLAG, "toolu_1"), tool_use("write_cache", entry, "toolu_2"))


def broken(*_: object, **__: object) -> Any:
    raise KeyError("a bug")


@pytest.mark.parametrize(
    "name",
    [
        "passes.directory.directory_report",
        "directory_report._state",
        "directory_report.submitted_entry",
    ],
)
def test_a_bug_in_the_conclusion_of_a_directory_loses_nothing_noted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    here = World(tmp_path)
    answers = [noting(), reply(submits(DIRECTORY))]
    with monkeypatch.context() as patched:
        patched.setattr(f"luminos_core.agents.{name}", broken)
        report = here.run(DIRECTORY, CheckingModel(answers))
    assert (report.state, report.reason) == (DirectoryState.PARTIAL, "KeyError: 'a bug'")
    assert findings(report) == [FLAG["finding"]]
    assert [file.summary for file in report.files] == ["A script."]

    resumed = CheckingModel([])  # without the bug, from the transcript
    assert here.run(DIRECTORY, resumed).state is DirectoryState.INVESTIGATED
    assert resumed.calls == 0


@pytest.mark.parametrize("step", [DIRECTORY, SYNTHESIS], ids=lambda step: step.name)
def test_a_bug_within_a_turn_loses_no_flag_of_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, step: AnyPass
) -> None:
    here = World(tmp_path)
    monkeypatch.setattr("luminos_core.agents.tool_runner.ToolRunner._text", broken)
    result = here.run(step, CheckingModel([reply(tool_use("flag", FLAG, "toolu_1"))]))
    assert findings(result) == [FLAG["finding"]]
    (event,) = (event for event in here.events if isinstance(event, InternalError))
    assert event.part == step.name


def test_a_bug_of_a_tool_costs_that_call_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("luminos_core.tools.read_file.numbered", broken)
    reads = tool_use("read_file", {"path": "src/a.py"}, "toolu_3")
    answers = [replace(noting(), blocks=(reads, *noting().blocks)), reply(submits(DIRECTORY))]
    report = World(tmp_path).run(DIRECTORY, CheckingModel(answers))
    assert report.state is DirectoryState.INVESTIGATED
    assert findings(report) == [FLAG["finding"]]


# -- a flag that is refused together with a submission ---------------------------------------------


def test_a_submission_waits_for_a_flag_that_was_refused_with_it(tmp_path: Path) -> None:
    bad = tool_use("flag", json.dumps(FLAG).replace("Runs", r"\ud800"), "toolu_1")
    good = tool_use("flag", FLAG, "toolu_1")
    submission = submits(DIRECTORY)
    here = World(tmp_path)
    model = CheckingModel([reply(bad, submission), reply(good, submission)])
    report = here.run(DIRECTORY, model)
    assert (report.state, report.turns_used) == (DirectoryState.INVESTIGATED, 2)
    assert findings(report) == [FLAG["finding"]]
    assert here.run(DIRECTORY, CheckingModel([])) == report


def test_in_the_last_turn_it_does_not_wait(tmp_path: Path) -> None:
    bad = tool_use("flag", '{"finding": NaN}', "toolu_1")
    answers = [noting(), noting(), noting(), reply(bad, submits(DIRECTORY))]
    report = World(tmp_path).run(DIRECTORY, CheckingModel(answers))
    assert (report.state, report.turns_used) == (DirectoryState.INVESTIGATED, 4)


# -- over HTTP -------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", REFUSED)
def test_over_http_one_refused_call_costs_no_attempt_and_no_flag(
    investigate: Investigate, name: str
) -> None:
    result = investigate(
        reply(tool_use("read_file", REFUSED[name]), tool_use("flag", FLAG)),
        reply(submits(DIRECTORY)),
    )
    assert result.report is not None
    assert result.report.state is DirectoryState.INVESTIGATED
    assert findings(result.report) == [FLAG["finding"]]
    assert (result.calls, result.answered, result.refused) == (2, [True, True], [])
    bad, good = result.requests[1].messages[-1]["content"]
    assert bad["is_error"] is True
    assert "is_error" not in good


@pytest.mark.parametrize("name", UNREADABLE)
def test_a_call_that_cannot_be_read_goes_back_as_an_empty_one(
    investigate: Investigate, name: str
) -> None:
    result = investigate(reply(tool_use("read_file", UNREADABLE[name])), reply(submits(DIRECTORY)))
    sent = result.requests[1].messages
    assert sent[1]["content"][0]["input"] == {}
    assert "half of a surrogate pair" in sent[2]["content"][0]["content"]
