"""The plan, and what happens without one."""

from typing import Any

import pytest

from luminos_core.agents.passes.plan import default_plan, plan
from luminos_core.errors import Interrupted, ModelUnavailable, SettingsError
from luminos_core.records.briefing import PlanBriefing
from luminos_core.records.cost import Pass
from luminos_core.records.plan import Order, Plan, PlannedDirectory, PriorityDirectory
from luminos_core.records.snapshot import DirectoryRecord, SurveySignals
from luminos_core.records.survey import Survey
from tests.fakes.agent_bench import MakeBench
from tests.fakes.scripted_model import says

BRIEFING = PlanBriefing(
    target="project",
    survey=Survey(description="A parser.", approach="Grammar first."),
    signals=SurveySignals(
        total_files=7, extension_histogram=(), file_descriptions=(), filename_samples=()
    ),
    directories=(DirectoryRecord(path="src"), DirectoryRecord(path=".")),
    tree="project/\n  src/",
    stored=("docs",),
    default_turns=10,
    turn_budget=20,
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


def test_a_plan_is_what_was_submitted(bench: MakeBench) -> None:
    tool_context = bench([submits()])
    result = plan(BRIEFING, tool_context.context)
    assert result.plan == Plan(
        priority_dirs=(PriorityDirectory(path="src", reason="Parses input.", suggested_turns=18),),
        shallow_dirs=(PlannedDirectory(path="docs", reason="Prose."),),
        investigation_order=Order.PRIORITY_FIRST,
        notes="Mind the grammar.",
    )
    assert result.gap == ""
    assert [line.pass_name for line in tool_context.bill] == [Pass.PLAN]


def test_the_model_is_told_survey_tree_signals_budget_and_what_is_stored(bench: MakeBench) -> None:
    tool_context = bench([submits()])
    plan(BRIEFING, tool_context.context)
    text = tool_context.model.requests[0].messages[0].text
    for fact in (
        "Description: A parser.",
        "project/\n  src/",
        "Files: 7",
        "2 directories, 10 turns each by default, 20 turns in all",
        "<directories_with_a_stored_result>\ndocs\n",
    ):
        assert fact in text
    assert [spec.name for spec in tool_context.model.requests[0].tools] == ["submit_plan"]


def test_an_invalid_plan_is_sent_back_and_can_be_corrected(bench: MakeBench) -> None:
    tool_context = bench([submits(investigation_order="random"), submits()])
    assert plan(BRIEFING, tool_context.context).plan.notes == "Mind the grammar."
    assert "investigation_order" in tool_context.model.requests[1].messages[-1].results[0].text  # type: ignore[union-attr]


@pytest.mark.parametrize("script", [[says(text="Hm.")] * 3, [ModelUnavailable("overloaded")]])
def test_without_a_submission_it_is_as_if_there_were_no_planning(
    bench: MakeBench, script: list[Any]
) -> None:
    result = plan(BRIEFING, bench(script).context)
    assert result.plan == default_plan() == Plan()
    assert result.gap.startswith("no plan was made: ")


@pytest.mark.parametrize("error", [Interrupted("stop"), SettingsError("bad key")])
def test_a_wish_to_stop_and_a_bad_key_are_raised(bench: MakeBench, error: Exception) -> None:
    with pytest.raises(type(error)):
        plan(BRIEFING, bench([error]).context)
