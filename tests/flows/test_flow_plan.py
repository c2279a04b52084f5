"""A plan is paid for once: it is kept, new directories are placed in it, and what early results
contradict is revised."""

import time
from collections.abc import Callable
from pathlib import Path
from threading import Event

import pytest

from luminos_core.cache.kept_plan import read_kept_plan
from luminos_core.records.briefing import DirectoryBriefing, ReplanBriefing, RevisionBriefing
from luminos_core.records.conversation import ModelRequest
from luminos_core.records.plan import Tier
from luminos_core.store.layout import Store
from tests.fakes.audit_script import PLAN, asked, submits
from tests.fakes.scripted_model import Answer, ScriptedModel, says
from tests.fakes.trees import make_tree
from tests.flows.conftest import Audit

NOTES = "Numbers are added in many places."
FIRST = {
    "priority_dirs": [{"path": "./src/sample/", "reason": "It adds.", "suggested_turns": 18}],
    "shallow_dirs": [{"path": "docs", "reason": "Prose."}],
    "notes": NOTES,
}


def places(listed: dict[str, object]) -> ScriptedModel:
    """Whatever is to be planned is planned as `listed`."""
    return ScriptedModel(submits(plan=listed))


def planned(model: ScriptedModel) -> list[str]:
    return [name for name in asked(model.requests) if name in ("plan", "replan")]


def test_a_new_directory_costs_one_small_replan_and_the_next_night_none(
    audit: Audit, target: Path
) -> None:
    first = audit(target, places(FIRST))
    (target / "src/login").mkdir()
    (target / "src/login/form.py").write_text("PASSWORD = input()\n")
    listed = {"shallow_dirs": [{"path": "src/login"}, {"path": "tests"}]}
    model = places(listed)
    second = audit(target, model)
    assert planned(model) == ["replan"]
    (request,) = (each for each in model.requests if isinstance(each.briefing, ReplanBriefing))
    assert isinstance(request.briefing, ReplanBriefing)
    assert [each.path for each in request.briefing.directories] == ["src/login"]
    told = _between(request.messages[0].text, "new_directories")
    assert told == "- src/login: 1 file, 19 bytes, 1 line; Python 1; form.py"
    tiers = {each.path: each.tier for each in second.directories if each.state == "investigated"}
    assert tiers == {"src/login": Tier.SHALLOW, "src": Tier.DEFAULT, ".": Tier.DEFAULT}
    assert second.plan.priority_dirs[0].path == "src/sample"
    assert (second.plan.notes, first.plan.notes) == (NOTES, NOTES)
    assert second.unmatched_plan_paths == ("tests (is not among the new directories)",)
    assert _notes_told(model.requests) == {"src/login": NOTES, "src": NOTES, ".": NOTES}
    quiet = ScriptedModel([])
    assert audit(target, quiet).plan == second.plan
    assert quiet.requests == []


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
    assert asked(model.requests)[2:-1] == ["d0", "d1", "d2", "revision", "d4", "d3", "d5", "."]
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
    told = _notes_told(model.requests)
    assert [told[name] for name in ("d2", "d3", ".")] == [NOTES, *["Glances miss things."] * 2]
    kept = read_kept_plan(store, target)
    assert kept is not None and kept.plan == report.plan
    for stored in store.signed_results().path.glob("directory-*"):
        stored.unlink()
    (store.target(target) / "plan").unlink()  # as if the run had been killed before it was kept
    again = ScriptedModel(submits(_misses_most))
    assert audit(target, again, concurrency=1).plan == report.plan
    assert sorted(asked(again.requests)) == sorted([".", *names])


def test_while_the_plan_is_revised_what_runs_goes_on_and_nothing_starts(
    audit: Audit, tmp_path: Path
) -> None:
    target, names = _flat(tmp_path, 9)
    is_revised, is_heard = Event(), Event()

    def slow(path: str) -> Answer:
        if path == "d1":
            assert is_revised.wait(30)
            is_heard.set()
        return _misses_most(path)

    def revises(request: ModelRequest) -> Answer:
        if not isinstance(request.briefing, RevisionBriefing):
            return script(request)
        is_revised.set()
        assert is_heard.wait(30)
        time.sleep(0.3)  # in which others could start
        return says(("submit_plan", {**PLAN, "notes": "Glances miss things."}))

    script = submits(slow, plan=_glances(names))
    model = ScriptedModel(revises)
    report = audit(target, model, concurrency=3)
    assert report.status == "complete"
    order = asked(model.requests)
    assert order.count("revision") == 1
    later = [path for path in order[order.index("revision") :] if path in (".", *names)]
    told = _notes_told(model.requests)
    assert {path for path, notes in told.items() if notes == "Glances miss things."} == set(later)
    assert 3 <= len(later) <= 5


@pytest.mark.parametrize(
    ("answer", "why"),
    [(says(text="Hm."), "the plan was not revised: "), (ZeroDivisionError("a bug"), "ZeroDiv")],
)
def test_a_revision_that_fails_is_a_gap_and_the_plan_stands(
    audit: Audit, tmp_path: Path, answer: Answer, why: str
) -> None:
    target, names = _flat(tmp_path, 6)
    model = ScriptedModel(_revising(submits(_misses_most, plan=_glances(names)), answer))
    report = audit(target, model, concurrency=2)
    assert set(names) < set(asked(model.requests))
    assert [(gap.pass_name, gap.reason[: len(why)]) for gap in report.gaps] == [("revision", why)]
    assert (report.status, report.plan_revision) == ("complete", "")
    assert [each.path for each in report.plan.shallow_dirs] == names
    assert set(_notes_told(model.requests).values()) == {NOTES}


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
        return revision if isinstance(request.briefing, RevisionBriefing) else script(request)

    return answer


def _between(text: str, tag: str) -> str:
    return text.partition(f"<{tag}>\n")[2].partition(f"\n</{tag}>")[0]


def _notes_told(requests: list[ModelRequest]) -> dict[str, str]:
    """The planner's notes as each directory's first message has them."""
    return {
        request.briefing.directory.path: _between(request.messages[0].text, "planner_notes")
        for request in requests
        if isinstance(request.briefing, DirectoryBriefing)
    }
