"""A plan revision moves directories that have not started, and nothing else."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from luminos_core.agents.passes.plan_revision import PLAN_REVISION, revised
from luminos_core.agents.planning.schedule import apply_plan
from luminos_core.errors import Interrupted, ModelUnavailable
from luminos_core.records.briefing import PlanRevisionBriefing
from luminos_core.records.plan import Assignment, Tier
from luminos_core.records.snapshot import DirectoryRecord, FileRecord
from luminos_core.records.survey import Survey
from tests.fakes.agent_bench import MakeBench, run_pass
from tests.fakes.scripted_model import says
from tests.luminos_core.agents.planned_trees import (
    TARGET,
    plan,
    random_plans,
    random_trees,
    tree,
)

DOC = FileRecord(path="docs/api.md", size=900, mtime_ns=1, language="Markdown", lines=40)
BRIEFING = PlanRevisionBriefing(
    target="project",
    survey=Survey(description="A parser.", approach="Grammar first."),
    plan=plan(shallow=["docs", "examples"]),
    contradictions=("2 of 3 shallow directories needed more than a glance (examples: critical)",),
    total=6,
    done=3,
    directories=(DirectoryRecord(path="docs", files=(DOC,)), DirectoryRecord(path="lib")),
    assignments=(
        Assignment(path="docs", tier=Tier.SHALLOW, turns=5, band=2),
        Assignment(path="lib", tier=Tier.DEFAULT, turns=10, band=1),
    ),
)
LISTED = {
    "priority_dirs": [{"path": "docs", "reason": "It runs code.", "suggested_turns": 15}],
    "shallow_dirs": [],
    "skip_dirs": [{"path": "lib", "reason": "dull"}],
    "investigation_order": "leaf-first",
    "notes": "Examples run code.",
}


def test_the_first_message_has_the_contradictions_and_the_directories_left(
    make_bench: MakeBench,
) -> None:
    bench = make_bench([says(("submit_plan", LISTED))])
    result = run_pass(PLAN_REVISION, BRIEFING, bench.context)
    text = bench.model.requests[0].messages[0].text
    for fact in (
        "Of 6 directories to investigate, 3 have ended and 2 are not yet begun.",
        "<contradictions>\n- 2 of 3 shallow directories needed more than a glance (examples: ",
        "- docs (shallow, 5 turns): 1 file, 900 bytes, 40 lines; Markdown 1; api.md\n"
        "- lib (default, 10 turns): no files of its own\n",
        "- shallow: examples (s examples)",
    ):
        assert fact in text
    assert [spec.name for spec in bench.model.requests[0].tools] == ["submit_plan"]
    assert result.listed is not None
    assert (result.listed.notes, result.gap) == ("Examples run code.", "")
    assert [line.pass_name for line in bench.bill] == ["plan-revision"]


@pytest.mark.parametrize("script", [[says(text="Hm.")] * 3, [ModelUnavailable("overloaded")]])
def test_without_a_submission_there_is_a_gap(make_bench: MakeBench, script: list[Any]) -> None:
    result = run_pass(PLAN_REVISION, BRIEFING, make_bench(script).context)
    assert result.listed is None
    assert result.gap.startswith("the plan was not revised: ")


def test_an_interruption_is_raised(make_bench: MakeBench) -> None:
    with pytest.raises(Interrupted):
        run_pass(PLAN_REVISION, BRIEFING, make_bench([Interrupted("stop")]).context)


def test_listings_of_other_directories_and_skips_are_ignored_and_reported() -> None:
    listed = plan(priority=["docs", "examples"], skip=["lib"]).model_copy(
        update={"notes": "Examples run code."}
    )
    merged = revised(
        BRIEFING.plan, listed, {"docs", "lib"}, tree("docs", "lib", "examples"), TARGET
    )
    assert [entry.path for entry in merged.plan.priority_dirs] == ["docs"]
    assert [entry.path for entry in merged.plan.shallow_dirs] == ["examples"]
    assert (merged.plan.skip_dirs, merged.plan.notes) == ((), "Examples run code.")
    assert merged.ignored == (
        "examples (not to be placed any more)",
        "lib (a revision skips nothing)",
    )


@settings(deadline=None, max_examples=80)
@given(st.data())
def test_started_and_skipped_directories_stay_as_they_were(data: st.DataObject) -> None:
    paths = data.draw(random_trees())
    records = [DirectoryRecord(path=path) for path in paths]
    current = data.draw(random_plans(paths))
    before = apply_plan(records, current, TARGET)
    assigned = [assignment.path for assignment in before.assignments]
    not_started = data.draw(st.sets(st.sampled_from(assigned)))
    listed = data.draw(random_plans(paths))
    merged = revised(current, listed, not_started, records, TARGET)
    after = apply_plan(records, merged.plan, TARGET)
    assert {skip.path for skip in after.skipped} == {skip.path for skip in before.skipped}
    assert _turns(after.assignments, set(assigned) - not_started) == _turns(
        before.assignments, set(assigned) - not_started
    )
    alone = apply_plan(records, listed.model_copy(update={"skip_dirs": ()}), TARGET)
    named = {each.path for each in alone.assignments if each.reason} & not_started
    assert _turns(after.assignments, named) == _turns(alone.assignments, named)


def _turns(assignments: tuple[Assignment, ...], paths: set[str]) -> dict[str, tuple[Tier, int]]:
    return {each.path: (each.tier, each.turns) for each in assignments if each.path in paths}
