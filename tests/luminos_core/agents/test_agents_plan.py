"""The plan, and what happens without one."""

from pathlib import Path
from typing import Any

import pytest

from luminos_core.agents.passes.plan import PLAN
from luminos_core.calls.transcript import Transcripts
from luminos_core.errors import Interrupted, ModelUnavailable, SettingsError
from luminos_core.records.briefing import PlanBriefing, TreeLine
from luminos_core.records.plan import Order, Plan, PlannedDirectory, PriorityDirectory
from luminos_core.records.snapshot import DirectoryRecord, SurveySignals
from luminos_core.records.survey import Survey
from luminos_core.store.layout import Store
from tests.fakes.agent_bench import MakeBench, run_pass
from tests.fakes.scripted_model import says

BRIEFING = PlanBriefing(
    target="project",
    survey=Survey(description="A parser.", approach="Grammar first."),
    signals=SurveySignals(
        total_files=7, extension_histogram=(), file_descriptions=(), filename_samples=()
    ),
    directories=(DirectoryRecord(path="src"), DirectoryRecord(path=".")),
    tree=(
        TreeLine(path=".", text="./: 1 file"),
        TreeLine(path="src", text="src/: 3 files, 120 lines, Python; checks: 1 info; stored"),
    ),
    default_turns=10,
)
SUBMITTED = {
    "priority_dirs": [{"path": "src", "reason": "Parses input.", "suggested_turns": 18}],
    "shallow_dirs": [{"path": "docs", "reason": "Prose."}],
    "skip_dirs": [],
    "investigation_order": "priority-first",
    "notes": "Mind the grammar.",
}


def submits(**changes: Any) -> Any:
    return says(("submit_plan", {**SUBMITTED, **changes}))


def test_a_plan_is_what_was_submitted(make_bench: MakeBench) -> None:
    bench = make_bench([submits()])
    result = run_pass(PLAN, BRIEFING, bench.context)
    assert result.plan == Plan(
        priority_dirs=(PriorityDirectory(path="src", reason="Parses input.", suggested_turns=18),),
        shallow_dirs=(PlannedDirectory(path="docs", reason="Prose."),),
        investigation_order=Order.PRIORITY_FIRST,
        notes="Mind the grammar.",
    )
    assert result.gap == ""
    assert [line.pass_name for line in bench.bill] == ["plan"]


def test_the_first_message_has_survey_tree_signals_budget_and_stored_directories(
    make_bench: MakeBench,
) -> None:
    bench = make_bench([submits()])
    run_pass(PLAN, BRIEFING, bench.context)
    text = bench.model.requests[0].messages[0].text
    for fact in (
        "Description: A parser.",
        "<tree>\n./: 1 file\nsrc/: 3 files, 120 lines, Python; checks: 1 info; stored\n</tree>",
        "Files: 7",
        "2 directories, 10 turns each by default, 20 turns in all",
    ):
        assert fact in text
    assert [spec.name for spec in bench.model.requests[0].tools] == ["submit_plan"]


def test_an_invalid_plan_is_sent_back_and_can_be_corrected(make_bench: MakeBench) -> None:
    bench = make_bench([submits(investigation_order="random"), submits()])
    assert run_pass(PLAN, BRIEFING, bench.context).plan.notes == "Mind the grammar."
    assert "investigation_order" in bench.model.requests[1].messages[-1].results[0].text  # type: ignore[union-attr]


@pytest.mark.parametrize("script", [[says(text="Hm.")] * 3, [ModelUnavailable("overloaded")]])
def test_without_a_submission_every_directory_gets_the_default(
    make_bench: MakeBench, script: list[Any]
) -> None:
    result = run_pass(PLAN, BRIEFING, make_bench(script).context)
    assert result.plan == Plan()
    assert result.gap.startswith("no plan was made: ")


@pytest.mark.parametrize("error", [Interrupted("stop"), SettingsError("bad key")])
def test_an_interruption_and_a_bad_key_are_raised(make_bench: MakeBench, error: Exception) -> None:
    with pytest.raises(type(error)):
        run_pass(PLAN, BRIEFING, make_bench([error]).context)


@pytest.mark.parametrize(
    ("script", "bought"),
    [
        ([says(text="Hm."), says(text="Hm."), submits()], 3),  # it would only end so again
        ([submits(notes=1), ModelUnavailable("overloaded"), submits()], 2),
    ],
)
def test_a_pass_that_failed_is_continued_or_started_again(
    make_bench: MakeBench, tmp_path: Path, script: list[Any], bought: int
) -> None:
    transcripts = Transcripts(Store(tmp_path / "store"), tmp_path, "run-1", fresh=False)
    bench = make_bench(script, transcripts=transcripts)
    assert run_pass(PLAN, BRIEFING, bench.context).gap
    assert not run_pass(PLAN, BRIEFING, bench.context).gap
    assert (len(bench.model.requests), len(bench.bill)) == (3, bought)
