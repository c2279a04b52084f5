"""A planner is told what unchanged directories take from outside and reach, over HTTP."""

from pathlib import Path

from tests.fakes.http_audits import Calls, HttpAudits, Received, directory_of, submission, tagged

TAKEN = "the body of POST /exports in views.py: create()"
REACHED = {"kind": "shell", "what": "os.system in run.py: run()"}


def bounded(request: Received) -> Calls | None:
    match directory_of(request):
        case "web":
            return [submission(takes_from_outside=[TAKEN])]
        case "jobs":
            return [submission(reaches=[REACHED])]
    return None


def test_new_directories_are_placed_between_what_is_known_of_the_others(tmp_path: Path) -> None:
    audits = HttpAudits(tmp_path / "target", tmp_path / "store")
    for name in ("web", "jobs"):
        (audits.target / name).mkdir(parents=True)
        (audits.target / name / "a.py").write_text("X = 1\n")
    audits.night(bounded, tier="standard")
    first = [each for each in audits.requests if "submit_plan" in each.tools]
    assert len(first) == 1 and "<boundaries>\n" not in first[0].first_text

    (audits.target / "middle").mkdir()
    (audits.target / "middle/b.py").write_text("Y = 1\n")
    audits.night(bounded, tier="standard")
    (update,) = (each for each in audits.requests if "submit_plan" in each.tools)
    assert tagged(update.first_text, "boundaries").splitlines() == [
        f"in: web: {TAKEN}",
        f"out: jobs: shell: {REACHED['what']}",
    ]
    audits.night(lambda _: None, tier="standard")
    assert audits.requests == []
