"""A plan is paid for once: it is kept, and new directories are placed in it."""

from pathlib import Path

from luminos_core.records.briefing import DirectoryBriefing, ReplanBriefing
from luminos_core.records.conversation import ModelRequest
from luminos_core.records.plan import Tier
from tests.fakes.audit_script import asked, submits
from tests.fakes.scripted_model import ScriptedModel
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


def _between(text: str, tag: str) -> str:
    return text.partition(f"<{tag}>\n")[2].partition(f"\n</{tag}>")[0]


def _notes_told(requests: list[ModelRequest]) -> dict[str, str]:
    """The planner's notes as each directory's first message has them."""
    return {
        request.briefing.directory.path: _between(request.messages[0].text, "planner_notes")
        for request in requests
        if isinstance(request.briefing, DirectoryBriefing)
    }
