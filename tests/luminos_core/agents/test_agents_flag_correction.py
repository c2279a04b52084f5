"""A flag whose quotation is not found gets one correction, also beside the submission."""

from pathlib import Path
from typing import Any

import pytest

from luminos_core.agents.passes.directory import DIRECTORY
from luminos_core.calls.transcript import Transcripts
from luminos_core.errors import ModelUnavailable
from luminos_core.records.conversation import ModelRequest, ModelResponse
from luminos_core.records.directory import DirectoryReport, DirectoryState
from luminos_core.store.layout import Store
from tests.fakes.agent_bench import MakeBench, run_pass
from tests.fakes.killing import Killed
from tests.fakes.scripted_model import says
from tests.luminos_core.agents.test_agents_directory import work

TRUE = "print(eval(password))"


def flag(quotation: str, finding: str = "Runs input.", path: str = "src/a.py") -> tuple[str, Any]:
    given = {"path": path, "finding": finding, "severity": "critical", "quotation": quotation}
    return ("flag", given)


SUBMIT = ("submit_report", {"summary": "Two scripts.", "completeness": 1.0})
LATER = ("submit_report", {"summary": "Changed.", "completeness": 1.0})
READ = ("read_file", {"path": "src/a.py"})


def flags_of(report: DirectoryReport) -> list[tuple[bool, bool]]:
    return [(each.verified, each.is_doubted) for each in report.flags]


@pytest.mark.parametrize(
    ("answers", "summary", "flags"),
    [
        (
            [says(flag("exec(x)"), SUBMIT), says(flag(TRUE), SUBMIT)],
            "Two scripts.",
            [(True, False)],
        ),
        ([says(SUBMIT, flag("exec(x)")), says(flag(TRUE))], "Two scripts.", [(True, False)]),
        ([says(flag("exec(x)"), SUBMIT), says(flag(TRUE), LATER)], "Changed.", [(True, False)]),
        (
            [says(flag("exec(x)"), SUBMIT), says(READ), says(flag(TRUE))],
            "Two scripts.",
            [(True, False)],
        ),
        (
            [says(flag("exec(x)"), SUBMIT), says(flag("spawn(x)"), SUBMIT)],
            "Two scripts.",
            [(False, True)],
        ),
        (
            [says(flag("exec(x)"), SUBMIT), says(flag("spawn(x)", "In other words."))],
            "Two scripts.",
            [(False, True)],
        ),
        ([says(flag("exec(x)"), SUBMIT), says(text="I let it go.")], "Two scripts.", []),
        ([says(flag("exec(x)"), SUBMIT), says(SUBMIT)], "Two scripts.", []),
        (
            [says(flag("exec(x)", path="src/absent.py"), SUBMIT), says(flag(TRUE))],
            "Two scripts.",
            [(True, False)],
        ),
        ([says(flag(""), SUBMIT), says(flag(TRUE), SUBMIT)], "Two scripts.", [(True, False)]),
        ([says(flag(TRUE), SUBMIT)], "Two scripts.", [(True, False)]),
    ],
)
def test_the_agent_is_asked_once_more_before_the_loop_ends(
    make_bench: MakeBench,
    answers: list[ModelResponse],
    summary: str,
    flags: list[tuple[bool, bool]],
) -> None:
    bench = make_bench(answers)
    report = run_pass(DIRECTORY, work(bench.root), bench.context)
    assert report.state is DirectoryState.INVESTIGATED
    assert report.summary == summary
    assert flags_of(report) == flags
    assert len(bench.model.requests) == len(answers)


def test_when_the_correction_cannot_be_asked_for_the_flag_is_kept_apart(
    make_bench: MakeBench,
) -> None:
    bench = make_bench([says(flag("exec(x)"), SUBMIT), ModelUnavailable("gone")])
    report = run_pass(DIRECTORY, work(bench.root), bench.context)
    assert (report.state, report.summary) == (DirectoryState.INVESTIGATED, "Two scripts.")
    assert flags_of(report) == [(False, True)]


def test_a_conversation_without_room_is_not_asked(make_bench: MakeBench) -> None:
    bench = make_bench([says(flag("exec(x)"), SUBMIT)], context_budget=100)
    report = run_pass(DIRECTORY, work(bench.root), bench.context)
    assert (report.state, flags_of(report)) == (DirectoryState.INVESTIGATED, [(False, True)])


def test_a_killed_run_goes_on_with_the_correction(make_bench: MakeBench, tmp_path: Path) -> None:
    transcripts = Transcripts(Store(tmp_path / "store"), tmp_path, "run-1", fresh=False)

    def script(request: ModelRequest) -> ModelResponse:
        if len(request.messages) > 1:
            raise Killed
        return says(flag("exec(x)"), SUBMIT)

    killed = make_bench(script, transcripts=transcripts)
    with pytest.raises(Killed):
        run_pass(DIRECTORY, work(killed.root), killed.context)
    bench = make_bench([says(flag(TRUE))], transcripts=transcripts)
    report = run_pass(DIRECTORY, work(bench.root), bench.context)
    assert (report.summary, flags_of(report)) == ("Two scripts.", [(True, False)])
    assert len(bench.model.requests) == 1


@pytest.mark.parametrize("path", ["src", "general"])
def test_what_has_no_text_to_look_a_quotation_up_in_shows_none(
    make_bench: MakeBench, path: str
) -> None:
    """An agent cannot have read it there; without the quotation the flag stands."""
    invented = flag("password = 1", path=path)
    bench = make_bench([says(invented, SUBMIT), says(flag("", path=path))])
    report = run_pass(DIRECTORY, work(bench.root), bench.context)
    (kept,) = report.flags
    assert (kept.quotation, kept.is_doubted) == ("", False)
