"""A kept plan: the same directories, some gone, some new."""

from typing import Any

import pytest

from luminos_core.agents.passes.plan_update import can_be_kept, keep, replan
from luminos_core.cache.kept_plan import read_kept_plan, write_kept_plan
from luminos_core.errors import Interrupted, ModelUnavailable
from luminos_core.records.briefing import PlanBriefing
from luminos_core.records.cost import Pass
from luminos_core.records.plan import KeptPlan, Order, Plan, PlannedDirectory
from luminos_core.records.snapshot import DirectoryRecord, FileRecord, SurveySignals
from luminos_core.records.survey import Survey
from luminos_core.store.layout import Store
from tests.fakes.agent_bench import Bench, MakeBench
from tests.fakes.scripted_model import says
from tests.luminos_core.agents.planned_trees import TARGET, plan, tree

OLD = ("docs", "src", "src/parser", "tests")
MADE = plan(priority=["src/parser"], shallow=["docs"], order=Order.LEAF_FIRST).model_copy(
    update={"notes": "Mind the grammar."}
)
KEPT = keep(MADE, tree(*OLD), TARGET, asking="a digest")
PLACES = {
    "priority_dirs": [{"path": "src/login", "reason": "Passwords.", "suggested_turns": 18}],
    "shallow_dirs": [],
    "skip_dirs": [],
    "investigation_order": "priority-first",
    "notes": "",
}
LOGIN = DirectoryRecord(
    path="src/login",
    files=(
        FileRecord(path="src/login/form.py", size=2_048, mtime_ns=1, language="Python", lines=61),
        FileRecord(path="src/login/logo.png", size=10_000, mtime_ns=1, binary=True),
    ),
)


def briefing(*directories: DirectoryRecord) -> PlanBriefing:
    return PlanBriefing(
        target="project",
        survey=Survey(description="A parser.", approach="Grammar first."),
        signals=SurveySignals(
            total_files=7, extension_histogram=(), file_descriptions=(), filename_samples=()
        ),
        directories=directories,
        tree="project/\n  src/",
        stored=(),
        default_turns=10,
        turn_budget=50,
    )


def grown() -> PlanBriefing:
    return briefing(LOGIN, *tree(*OLD))


def submits(**changes: Any) -> Any:
    return says(("submit_plan", {**PLACES, **changes}))


def first_message(bench: Bench) -> str:
    return bench.model.requests[0].messages[0].text


def test_only_the_new_directories_are_asked_about_and_join_the_plan(bench: MakeBench) -> None:
    tool_context = bench([submits()])
    result = replan(grown(), KEPT, TARGET, tool_context.context)
    assert [entry.path for entry in result.plan.priority_dirs] == ["src/parser", "src/login"]
    assert result.plan.shallow_dirs == MADE.shallow_dirs
    assert result.plan.investigation_order is Order.LEAF_FIRST
    assert (result.plan.notes, result.gap, result.ignored) == ("Mind the grammar.", "", ())
    assert [line.pass_name for line in tool_context.bill] == [Pass.PLAN]
    told = first_message(tool_context)
    (listed,) = told.partition("<new_directories>\n")[2].split("\n</new_directories>")[:1]
    assert listed == (
        "- src/login: 2 files, 12 kB, 61 lines; Python 1, binary 1; form.py, logo.png"
    )
    assert "tests" not in told  # it is in the default tier, and nobody's business here
    assert "- priority, 20 turns: src/parser (p src/parser)" in told
    assert "Notes: Mind the grammar." in told
    assert [spec.name for spec in tool_context.model.requests[0].tools] == ["submit_plan"]


@pytest.mark.parametrize("left", [OLD, OLD[:2], ("src",)])
def test_when_no_directory_is_new_no_model_is_asked(
    bench: MakeBench, left: tuple[str, ...]
) -> None:
    tool_context = bench([])
    result = replan(briefing(*tree(*left)), KEPT, TARGET, tool_context.context)
    assert tool_context.model.requests == []
    assert [entry.path for entry in result.plan.shallow_dirs] == [
        path for path in left if path == "docs"
    ]
    assert result.plan.notes == "Mind the grammar."


def test_what_is_listed_of_old_directories_is_ignored_and_told(bench: MakeBench) -> None:
    tool_context = bench(
        [submits(skip_dirs=[{"path": "src/", "reason": "dull"}, {"path": "nowhere"}])]
    )
    result = replan(grown(), KEPT, TARGET, tool_context.context)
    assert result.plan.skip_dirs == ()
    assert result.ignored == (
        "src/ (is not among the new directories)",
        "nowhere (is not among the new directories)",
    )


@pytest.mark.parametrize("script", [[says(text="Hm.")] * 3, [ModelUnavailable("overloaded")]])
def test_a_failure_leaves_the_kept_plan_and_a_gap(bench: MakeBench, script: list[Any]) -> None:
    result = replan(grown(), KEPT, TARGET, bench(script).context)
    assert result.plan == KEPT.plan
    assert result.gap.startswith("the new directories are in no plan and get the default: ")


def test_a_wish_to_stop_is_raised(bench: MakeBench) -> None:
    with pytest.raises(Interrupted):
        replan(grown(), KEPT, TARGET, bench([Interrupted("stop")]).context)


@pytest.mark.parametrize(("new", "kept"), [(0, True), (5, True), (6, False), (50, False)])
def test_with_more_than_half_of_the_directories_new_a_plan_is_made_anew(
    new: int, kept: bool
) -> None:
    names = [f"new{number}" for number in range(new)]
    assert can_be_kept(KEPT, tree(*OLD, *names)) is kept  # five old ones, the root included


def test_a_plan_is_kept_by_target_and_any_damage_makes_it_a_miss(tmp_path: Any) -> None:
    store, target = Store(tmp_path / "store"), tmp_path / "target"
    assert read_kept_plan(store, target) is None
    write_kept_plan(store, target, KEPT)
    assert read_kept_plan(store, target) == KEPT
    assert read_kept_plan(store, tmp_path / "other") is None
    file = store.target(target) / "plan"
    written = file.read_bytes()
    for damaged in (b"", written[:-20], written.replace(b"docs", b"sock"), b"{}"):
        file.write_bytes(damaged)
        assert read_kept_plan(store, target) is None
    store.signed_target(target).write("plan", b'{"plan": {"made_by": "a later program"}}')
    assert read_kept_plan(store, target) is None


def test_a_plan_is_kept_with_each_path_in_its_one_form() -> None:
    made = Plan(shallow_dirs=(PlannedDirectory(path="./docs/", reason="Prose."),))
    kept = keep(made, tree("docs"), TARGET, asking="")
    assert kept == KeptPlan(
        plan=Plan(shallow_dirs=(PlannedDirectory(path="docs", reason="Prose."),)),
        directories=(".", "docs"),
        asking="",
    )
