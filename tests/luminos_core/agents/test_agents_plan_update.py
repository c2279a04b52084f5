"""The plan of the last run: the same directories, some gone, some new."""

from pathlib import Path
from typing import Any

import pytest

from luminos_core.agents.passes.plan import PLAN
from luminos_core.agents.passes.plan_update import PLAN_UPDATE, plan_of
from luminos_core.agents.passes.survey import SurveyResult
from luminos_core.agents.planning.last_plan import can_be_used, last_plan
from luminos_core.agents.run_state import RunState
from luminos_core.audit.last_run import load_last_plan, store_last_plan
from luminos_core.errors import Interrupted, ModelUnavailable
from luminos_core.records.briefing import PlanUpdateBriefing
from luminos_core.records.key_context import KeyContext
from luminos_core.records.plan import LastPlan, Order, Plan, PlannedDirectory
from luminos_core.records.settings import Settings
from luminos_core.records.snapshot import DirectoryRecord, FileRecord, Snapshot, SurveySignals
from luminos_core.records.survey import Survey
from luminos_core.store.layout import Store
from tests.fakes.agent_bench import Bench, MakeBench, run_pass
from tests.fakes.scripted_model import says
from tests.luminos_core.agents.planned_trees import TARGET, plan, tree

OLD = ("docs", "src", "src/parser", "tests")
PLANNED = plan(priority=["src/parser"], shallow=["docs"], order=Order.LEAF_FIRST).model_copy(
    update={"notes": "Mind the grammar."}
)
CONTEXT = KeyContext(prompt="p", tools="t", model="m")
LAST = last_plan(PLANNED, tree(*OLD), TARGET, CONTEXT)
LISTED = {
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


def state(*directories: DirectoryRecord) -> RunState:
    """A run over `directories` whose last plan is `LAST`."""
    signals = SurveySignals(
        total_files=7, extension_histogram=(), file_descriptions=(), filename_samples=()
    )
    snapshot = Snapshot(
        target=TARGET, name="project", scanned_at="", directories=directories, signals=signals
    )
    survey = Survey(description="A parser.", approach="Grammar first.")
    results = {"survey": SurveyResult(survey=survey)}
    settings = Settings(store=Path("/s"))
    return RunState(settings=settings, snapshot=snapshot, last_plan=LAST, results=results)


def with_a_new_directory() -> PlanUpdateBriefing:
    briefing = PLAN_UPDATE.briefing(state(LOGIN, *tree(*OLD)))
    assert briefing is not None
    return briefing


def submits(**changes: Any) -> Any:
    return says(("submit_plan", {**LISTED, **changes}))


def first_message(bench: Bench) -> str:
    return bench.model.requests[0].messages[0].text


def test_only_the_new_directories_are_asked_about_and_join_the_plan(
    make_bench: MakeBench,
) -> None:
    bench = make_bench([submits()])
    result = run_pass(PLAN_UPDATE, with_a_new_directory(), bench.context)
    assert [entry.path for entry in result.plan.priority_dirs] == ["src/parser", "src/login"]
    assert result.plan.shallow_dirs == PLANNED.shallow_dirs
    assert result.plan.investigation_order is Order.LEAF_FIRST
    assert (result.plan.notes, result.gap, result.ignored) == ("Mind the grammar.", "", ())
    assert [line.pass_name for line in bench.bill] == ["plan-update"]
    text = first_message(bench)
    (listed,) = text.partition("<new_directories>\n")[2].split("\n</new_directories>")[:1]
    assert listed == (
        "- src/login: 2 files, 12 kB, 61 lines; Python 1, binary 1; form.py, logo.png"
    )
    assert "tests" not in text  # it is in the default tier, and not to be placed
    assert "- priority, 20 turns: src/parser (p src/parser)" in text
    assert "Notes: Mind the grammar." in text
    assert "Description: A parser." in text
    assert [spec.name for spec in bench.model.requests[0].tools] == ["submit_plan"]


@pytest.mark.parametrize("left", [OLD, OLD[:2], ("src",)])
def test_when_no_directory_is_new_the_rest_of_the_last_plan_is_used(left: tuple[str, ...]) -> None:
    run = state(*tree(*left))
    assert PLAN_UPDATE.briefing(run) is None
    assert PLAN.briefing(run) is None
    result = plan_of(run)
    assert [entry.path for entry in result.plan.shallow_dirs] == [
        path for path in left if path == "docs"
    ]
    assert (result.plan.notes, result.gap) == ("Mind the grammar.", "")


def test_listings_of_old_directories_are_ignored_and_reported(make_bench: MakeBench) -> None:
    bench = make_bench(
        [submits(skip_dirs=[{"path": "src/", "reason": "dull"}, {"path": "nowhere"}])]
    )
    result = run_pass(PLAN_UPDATE, with_a_new_directory(), bench.context)
    assert result.plan.skip_dirs == ()
    assert result.ignored == (
        "src/ (is not among the new directories)",
        "nowhere (is not among the new directories)",
    )


@pytest.mark.parametrize("script", [[says(text="Hm.")] * 3, [ModelUnavailable("overloaded")]])
def test_a_failure_leaves_the_last_plan_and_a_gap(make_bench: MakeBench, script: list[Any]) -> None:
    result = run_pass(PLAN_UPDATE, with_a_new_directory(), make_bench(script).context)
    assert result.plan == LAST.plan
    assert result.gap.startswith("the new directories are in no plan and get the default: ")


def test_an_interruption_is_raised(make_bench: MakeBench) -> None:
    with pytest.raises(Interrupted):
        run_pass(PLAN_UPDATE, with_a_new_directory(), make_bench([Interrupted("stop")]).context)


@pytest.mark.parametrize(("new", "used"), [(0, True), (5, True), (6, False), (50, False)])
def test_with_more_than_half_of_the_directories_new_the_last_plan_is_not_used(
    new: int, used: bool
) -> None:
    names = [f"new{number}" for number in range(new)]
    assert can_be_used(LAST, tree(*OLD, *names)) is used  # five old ones, the root included


def test_a_plan_is_stored_by_target_and_any_damage_makes_it_a_miss(tmp_path: Path) -> None:
    store, target = Store(tmp_path / "store"), tmp_path / "target"
    assert load_last_plan(store, target) is None
    store_last_plan(store, target, LAST)
    assert load_last_plan(store, target) == LAST
    assert load_last_plan(store, tmp_path / "other") is None
    file = store.target(target) / "plan"
    written = file.read_bytes()
    for damaged in (b"", written[:-20], written.replace(b"docs", b"sock"), b"{}"):
        file.write_bytes(damaged)
        assert load_last_plan(store, target) is None
    store.signed_target(target).write("plan", b'{"plan": {"made_by": "a later program"}}')
    assert load_last_plan(store, target) is None


def test_a_plan_is_stored_with_each_path_in_its_normal_form() -> None:
    planned = Plan(shallow_dirs=(PlannedDirectory(path="./docs/", reason="Prose."),))
    assert last_plan(planned, tree("docs"), TARGET, CONTEXT) == LastPlan(
        plan=Plan(shallow_dirs=(PlannedDirectory(path="docs", reason="Prose."),)),
        directories=(".", "docs"),
        context=CONTEXT,
    )
