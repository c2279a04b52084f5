"""A plan is paid for once: it is stored, new directories are placed in it, and what early results
contradict is revised."""

import time
from collections.abc import Callable, Collection
from pathlib import Path
from threading import Event
from typing import Any

import pytest

from luminos_core.audit.last_run import load_last_plan
from luminos_core.records.conversation import ModelRequest
from luminos_core.records.plan import Tier
from luminos_core.store.layout import Store
from tests.fakes.audit_script import PLAN, asked, directory_of, first_text, pass_of, submits
from tests.fakes.scripted_model import Answer, ScriptedModel, says
from tests.fakes.trees import make_tree
from tests.flows.command import HANGING
from tests.flows.conftest import Audit

NOTES = "Numbers are added in many places."
FIRST = {
    "priority_dirs": [{"path": "./src/sample/", "reason": "It adds.", "suggested_turns": 18}],
    "shallow_dirs": [{"path": "docs", "reason": "Prose."}],
    "notes": NOTES,
}


def plans(listed: dict[str, object]) -> ScriptedModel:
    """A model whose every plan is `listed`."""
    return ScriptedModel(submits(plan=listed))


def planning_requests(model: ScriptedModel) -> list[ModelRequest]:
    return [each for each in model.requests if "submit_plan" in {tool.name for tool in each.tools}]


def test_a_new_directory_costs_one_small_plan_update_and_the_next_run_none(
    audit: Audit, target: Path
) -> None:
    first = audit(target, plans(FIRST))
    (target / "src/login").mkdir()
    (target / "src/login/form.py").write_text("PASSWORD = input()\n")
    listed = {"shallow_dirs": [{"path": "src/login"}, {"path": "tests"}]}
    model = plans(listed)
    second = audit(target, model)
    (request,) = planning_requests(model)
    assert pass_of(request) == "plan-update"
    listed_as_new = _between(first_text(request), "new_directories")
    assert listed_as_new == "- src/login: 1 file, 19 bytes, 1 line; Python 1; form.py"
    tiers = {each.path: each.tier for each in second.directories if each.state == "investigated"}
    assert tiers == {"src/login": Tier.SHALLOW, "src": Tier.DEFAULT, ".": Tier.DEFAULT}
    assert second.plan.priority_dirs[0].path == "src/sample"
    assert (second.plan.notes, first.plan.notes) == (NOTES, NOTES)
    assert second.unmatched_plan_paths == ("tests (is not among the new directories)",)
    assert _notes(model.requests) == {"src/login": NOTES, "src": NOTES, ".": NOTES}
    unchanged = ScriptedModel([])
    assert audit(target, unchanged).plan == second.plan
    assert unchanged.requests == []


def test_early_results_that_contradict_the_plan_revise_it_once_for_what_is_left(
    audit: Audit, tmp_path: Path, store: Store
) -> None:
    target, names = _flat(tmp_path, 6)
    later = {
        "priority_dirs": [{"path": "d4", "suggested_turns": 19}, {"path": "d0"}],
        "skip_dirs": [{"path": "d5"}],
        "investigation_order": "leaf-first",
        "notes": "Glances miss things.",
    }
    script = submits(_misses_most, plan=_glances(names))
    model = ScriptedModel(_revising(script, says(("submit_plan", {**PLAN, **later}))))
    report = audit(target, model, concurrency=1)
    assert asked(model.requests)[2:-1] == ["d0", "d1", "d2", "plan-revision", "d4", "d3", "d5", "."]
    assert report.plan_revision.startswith(
        "after 3 of 7 directories, because 3 of 3 shallow directories needed more than a glance"
    )
    assert (report.status, report.gaps) == ("complete", ())
    assert [(each.path, each.suggested_turns) for each in report.plan.priority_dirs] == [("d4", 19)]
    turns = {each.path: each.turns_allocated for each in report.directories}
    assert turns == {**dict.fromkeys(names, 5), "d4": 19, ".": 10}
    assert report.unmatched_plan_paths == (
        "d0 (not to be placed any more)",
        "d5 (a revision skips nothing)",
    )
    notes = _notes(model.requests)
    assert [notes[name] for name in ("d2", "d3", ".")] == [NOTES, *["Glances miss things."] * 2]
    stored_plan = load_last_plan(store, target)
    assert stored_plan is not None and stored_plan.plan == report.plan
    for stored in store.signed("results").path.glob("directory-*"):
        stored.unlink()
    (store.target(target) / "plan").unlink()  # as if the run had been killed before it was stored
    again = ScriptedModel(submits(_misses_most))
    assert audit(target, again, concurrency=1).plan == report.plan
    assert sorted(asked(again.requests)) == sorted([".", *names])


def test_while_the_plan_is_revised_what_runs_goes_on_and_nothing_starts(
    audit: Audit, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    target, names = _flat(tmp_path, 9)
    started = _started(monkeypatch)
    is_asked, has_gone_on = Event(), Event()

    def slow(path: str) -> Answer:
        if path == "d1":
            assert is_asked.wait(HANGING)
            has_gone_on.set()
        return _misses_most(path)

    def revises(request: ModelRequest) -> Answer:
        if pass_of(request) != "plan-revision":
            return script(request)
        is_asked.set()
        assert has_gone_on.wait(HANGING)
        time.sleep(0.3)  # in which others could start
        return says(("submit_plan", {**PLAN, "notes": "Glances miss things."}))

    script = submits(slow, plan=_glances(names))
    model = ScriptedModel(revises)
    report = audit(target, model, concurrency=3)
    assert report.status == "complete"
    assert started.count("plan-revision") == 1
    later = {path for path in started[started.index("plan-revision") :] if path in (".", *names)}
    notes = _notes(model.requests)
    assert {path for path, text in notes.items() if text == "Glances miss things."} == later
    assert 3 <= len(later) <= 5


def _started(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The steps of a run as they are started. A step's first call may come much later."""
    from tasks.executor import PrefectExecutor

    titles: list[str] = []
    submit = PrefectExecutor.submit

    def recorded(executor: PrefectExecutor, step: Any, after: Collection[Any]) -> Any:
        titles.append(step.title)
        return submit(executor, step, after)

    monkeypatch.setattr(PrefectExecutor, "submit", recorded)
    return titles


@pytest.mark.parametrize(
    ("answer", "why"),
    [
        (says(text="Hm."), "the plan was not revised: "),
        (ZeroDivisionError("a bug"), "the plan was not revised: ZeroDiv"),
    ],
)
def test_a_revision_that_fails_is_a_gap_and_the_plan_stands(
    audit: Audit, tmp_path: Path, answer: Answer, why: str
) -> None:
    target, names = _flat(tmp_path, 6)
    model = ScriptedModel(_revising(submits(_misses_most, plan=_glances(names)), answer))
    report = audit(target, model, concurrency=2)
    assert set(names) < set(asked(model.requests))
    assert [(gap.pass_name, gap.reason[: len(why)]) for gap in report.gaps] == [
        ("plan-revision", why)
    ]
    assert (report.status, report.plan_revision) == ("incomplete", "")
    assert [each.path for each in report.plan.shallow_dirs] == names
    assert set(_notes(model.requests).values()) == {NOTES}


def _flat(tmp_path: Path, number: int) -> tuple[Path, list[str]]:
    """A target of so many directories side by side, and their names."""
    names = [f"d{number}" for number in range(number)]
    return make_tree(tmp_path / "flat", {f"{name}/a.py": "A = 1\n" for name in names}), names


def _glances(names: list[str]) -> dict[str, object]:
    return {
        "shallow_dirs": [{"path": name} for name in names],
        "investigation_order": "priority-first",
        "notes": NOTES,
    }


def _misses_most(path: str) -> Answer:
    return says(("submit_report", {"summary": f"About {path}.", "completeness": 0.3}))


def _revising(
    script: Callable[[ModelRequest], Answer], revision: Answer
) -> Callable[[ModelRequest], Answer]:
    def answer(request: ModelRequest) -> Answer:
        return revision if pass_of(request) == "plan-revision" else script(request)

    return answer


def _between(text: str, tag: str) -> str:
    return text.partition(f"<{tag}>\n")[2].partition(f"\n</{tag}>")[0]


def _notes(requests: list[ModelRequest]) -> dict[str, str]:
    """The planner's notes in each directory's first message."""
    return {
        path: _between(first_text(request), "planner_notes")
        for request in requests
        if (path := directory_of(request))
    }
