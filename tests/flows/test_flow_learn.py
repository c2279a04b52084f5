"""`luminos learn`."""

import json
from pathlib import Path
from typing import Any

import pytest

from luminos_core.audit.run import run_audit
from luminos_core.records.conversation import AssistantMessage, ModelRequest
from luminos_core.records.cost import ModelUsage
from luminos_core.records.flag import FlagSource, Verdict
from luminos_core.records.report import Cost
from luminos_core.store.layout import Store
from luminos_core.store.run_folder import EVALUATION
from tests.fakes.audit_script import directory_of, submits
from tests.fakes.audits import runtime_over
from tests.fakes.scripted_model import Answer, ScriptedModel, says
from tests.fakes.scripted_model import submits as submission
from tests.fakes.stored_audits import audit_offline
from tests.fakes.thread_executor import MemoryResults, ThreadExecutor
from tests.fakes.trees import make_tree
from tests.flows.stored_nights import Nights
from tests.luminos_core.report.report_runs import HOSTILE, check_flag
from tests.luminos_core.report.test_report_terminal import control_characters

FILES = {f"{path}/a.py": "x = 1\n" for path in ("app", "docs", "lib", "app/core", "app/web")}
THINKS = says(("think", {"observation": "o", "hypothesis": "h", "next_action": "n"}))
PRICE = 0.25


def audited(target: Path, store: Path, run_id: str, plan: dict[str, object] | None = None) -> None:
    """A run in which `app` takes 15 turns, and says in the tenth that much is missing, `lib` takes
    two and others one. Without a plan the target counts as small."""
    answers = submits(plan=plan)

    def answer(request: ModelRequest) -> Answer:
        path = directory_of(request)
        turn = 1 + sum(isinstance(each, AssistantMessage) for each in request.messages)
        if path == "app" and turn == 10 and plan is None:
            return submission(completeness=0.4)
        return THINKS if turn < {"app": 15, "lib": 2}.get(path, 1) else answers(request)

    least = 1 if plan else 100
    run(target, store, run_id, ScriptedModel(answer), MemoryResults(), least)


def run(
    target: Path,
    store: Path,
    run_id: str,
    model: ScriptedModel,
    results: MemoryResults,
    least: int = 100,
) -> None:
    """One directory after the other, so that the turns that are left over are the same. Targets of
    fewer files and directories than `least` are not planned."""
    with runtime_over(
        target,
        model=model,
        results=results,
        store=store,
        run_id=run_id,
        settings={"survey_min_files": least, "survey_min_directories": least},
        concurrency=1,
        yes=True,
    ) as runtime:
        run_audit(runtime, ThreadExecutor(runtime, results))


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Nights:
    return two_nights(tmp_path_factory.mktemp("nights"))


@pytest.fixture
def own(tmp_path: Path) -> Nights:
    """Of a test that changes it."""
    return two_nights(tmp_path)


def two_nights(folder: Path) -> Nights:
    """Two runs: in the second, `app` has the turns that it took in the first, and `lib` fewer."""
    store, target = folder / "store", make_tree(folder / "sample", FILES)
    audited(target, store, "aaaa-1")
    plan = {
        "priority_dirs": [{"path": "app", "reason": "Deep.", "suggested_turns": 15}],
        "shallow_dirs": [{"path": "lib", "reason": "Small."}],
    }
    audited(target, store, "bbbb-2", plan)
    return Nights(store, target, target)


def learnt(made: Nights, *arguments: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads("\n".join(made.lines("learn", *arguments, "--json")))
    return found


def bought(usd: float | None, calls: int) -> Cost:
    usage = ModelUsage(
        pass_name="directory",
        model="m",
        calls=calls,
        input=1,
        output=1,
        cache_read=0,
        cache_write=0,
        usd=usd,
    )
    return Cost(usage=(usage,), usd=usd)


def test_turns_of_two_plans_are_compared_and_where_they_were_well_placed(made: Nights) -> None:
    found = learnt(made)
    before, after = found["before"], found["after"]
    assert (before["run_id"], after["run_id"]) == ("aaaa-1", "bbbb-2")
    assert before["directories"] == after["directories"] == 6
    assert (before["turns_allocated"], before["turns_used"]) == (60, 21)
    assert (before["turns_borrowed"], after["turns_borrowed"]) == (5, 0)
    assert before["well_placed"] == pytest.approx((10 + 2 + 4) / (15 + 50))
    assert after["well_placed"] == pytest.approx((15 + 2 + 4) / (15 + 5 + 40))
    assert before["completeness"] == after["completeness"] == pytest.approx(0.9)
    assert [each["path"] for each in found["directories"]] == ["app", "lib"]
    assert found == learnt(made, "aaaa", "bbbb")


def test_a_person_reads_both_runs_side_by_side_and_what_moved(made: Nights) -> None:
    lines = [" ".join(line.split()) for line in made.lines("learn")]
    assert "turns well placed 24% 35%" in lines
    assert (
        "app used 15 of 10 turns (default) → used 15 of 15 turns (priority) 5 turns nearer" in lines
    )
    assert "lib used 2 of 10 turns (default) → used 2 of 5 turns (shallow) 5 turns nearer" in lines
    assert lines[-3] == "Other turns: 2 directories"


def test_confirmed_flags_count_by_what_the_run_paid(own: Nights) -> None:
    fields = {"source": FlagSource.MODEL, "verified": True}
    mine = check_flag(path="app/a.py", verdict=Verdict.CONFIRMED, **fields)
    others = (
        check_flag(path="app/b.py", verdict=Verdict.UNVERIFIED, **fields),
        check_flag(path="app/c.py"),  # a check's
    )
    own.change("aaaa-1", flags=(mine, *others), cost=bought(PRICE, 9))
    own.change("bbbb-2", flags=(mine, mine), cost=bought(None, 3))
    found = learnt(own)
    before, after = found["before"], found["after"]
    assert (before["confirmed_flags"], before["confirmed_per_usd"]) == (1, 1 / PRICE)
    assert (before["calls"], before["usd"]) == (9, PRICE)
    assert (after["usd"], after["confirmed_per_usd"]) == (None, None)
    assert "confirmed flags a dollar 4.00 unknown" in [
        " ".join(line.split()) for line in own.lines("learn")
    ]


def test_flags_that_an_earlier_run_paid_for_are_not_this_runs(tmp_path: Path) -> None:
    store, target = tmp_path / "store", make_tree(tmp_path / "sample", FILES)
    results, model = MemoryResults(), ScriptedModel(submits())
    for run_id in ("aaaa-1", "aaaa-2"):
        run(target, store, run_id, model, results)
    made = Nights(store, target, target)
    flag = check_flag(path="app/a.py", source=FlagSource.MODEL, verdict=Verdict.CONFIRMED)
    made.change("aaaa-1", flags=(flag,), cost=bought(PRICE, 9))
    made.change("aaaa-2", flags=(flag,))
    found = learnt(made)
    assert (found["before"]["investigated"], found["after"]["investigated"]) == (6, 0)
    assert (found["before"]["confirmed_flags"], found["after"]["confirmed_flags"]) == (1, 0)
    assert (found["after"]["calls"], found["after"]["usd"]) == (0, 0.0)
    assert made.lines("learn")[-1] == "No directory was given or used other turns."


def test_runs_without_turns_or_without_an_evaluation_are_told(own: Nights) -> None:
    audit_offline(own.target, own.store, "cccc-3")
    assert "cccc-3 of " in own.refused("learn", "aaaa", "cccc")
    assert "had no model, and so no turns" in own.refused("learn", "aaaa", "cccc")
    (Store(own.store).run_path("aaaa-1") / EVALUATION).unlink()
    refused = own.refused("learn", "aaaa", "bbbb")
    assert refused == "the plan evaluation of run aaaa-1 is missing, or cannot be read"


def test_unlike_runs_are_compared_with_a_note(own: Nights) -> None:
    own.change("bbbb-2", status="incomplete", target="/elsewhere")
    text = own.call("learn", "aaaa", "bbbb").stdout
    assert f"note: they are of two targets, {own.target} and /elsewhere" in text
    assert "note: run bbbb-2 is incomplete" in text


def test_hostile_words_do_not_act_on_the_terminal(own: Nights) -> None:
    text = "".join(HOSTILE)
    own.change("bbbb-2", run_id=text, target=text, finished_at=text)
    file = Store(own.store).run_path("bbbb-2") / EVALUATION
    evaluation = json.loads(file.read_text())
    evaluation["per_directory"][0]["dir"] = text
    file.write_text(json.dumps(evaluation))
    for options in ([], ["--json"], ["--all"]):
        assert not control_characters(own.call("learn", "aaaa", "bbbb", *options).stdout)
