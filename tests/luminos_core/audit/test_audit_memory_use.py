"""What memory costs a target's runs, beside the turns that it saves."""

from pathlib import Path
from typing import Any

import pytest

from luminos_core.audit.assemble import assemble
from luminos_core.audit.memory_use import RUNS, memory_use, turned_down, with_run
from luminos_core.audit.run import run_audit
from luminos_core.memory.episodes import Episodes
from luminos_core.records.directory import DirectoryState, TierAttempt
from luminos_core.records.event import Event, Warned
from luminos_core.records.memory_use import AdjustedTurns, MemoryLedger, MemoryRun, MemoryUse
from luminos_core.records.outcome import DirectoryOutcome
from luminos_core.records.plan import Tier
from luminos_core.records.report import AuditReport
from luminos_core.records.settings import ModelTier
from luminos_core.report.memory_line import memory_line
from luminos_core.report.registry import render
from luminos_core.store.layout import MEMORY, Store, target_id
from tests.fakes.audit_script import submits
from tests.fakes.audits import runtime_over
from tests.fakes.scripted_model import ScriptedModel, says
from tests.fakes.thread_executor import MemoryResults, ThreadExecutor
from tests.fakes.trees import make_tree
from tests.luminos_core.audit.test_audit_memory import (
    Nights,
    dismissed_on_two_nights,
    first_messages,
    flags_a_shell,
)
from tests.luminos_core.report.on_terminal import shown
from tests.luminos_core.report.report_runs import facts, paid

A_TURN = 1_000  # tokens


def outcome(path: str, used: int, calls: int = 1) -> DirectoryOutcome:
    return DirectoryOutcome(
        path=path,
        state=DirectoryState.INVESTIGATED if calls else DirectoryState.CACHED,
        turns_used=used,
        calls=calls,
        tokens=used * A_TURN if calls else 0,
    )


def adjusted(path: str, planned: int, given: int) -> AdjustedTurns:
    return AdjustedTurns(path=path, planned=planned, planned_tier=Tier.DEFAULT, given=given, runs=2)


def ledger(*runs: tuple[int, int]) -> MemoryLedger:
    """Of runs with so many tokens told, and turns worth so many saved."""
    return MemoryLedger(
        runs=tuple(
            MemoryRun(run_id=f"run-{number}", told=told, worth=worth)
            for number, (told, worth) in enumerate(runs)
        )
    )


def used(*outcomes: DirectoryOutcome, **given: Any) -> MemoryUse:
    known = {"adjusted": (), "tokens_told": 0, "ledger": MemoryLedger()}
    return memory_use("this", outcomes, **{**known, **given})


def test_a_turn_is_saved_when_the_plan_lacked_it_and_one_left_over_is_worth_nothing() -> None:
    use = used(
        outcome("deep", 14),  # of 10 planned
        outcome("flat", 3),
        outcome("worse", 10),
        outcome("other", 10),
        adjusted=(adjusted("deep", 10, 14), adjusted("flat", 10, 4), adjusted("worse", 10, 7)),
        tokens_told=500,
    )
    assert (use.turns_saved, use.turns_freed) == (4 - 3, 6)
    assert (use.tokens_told, use.tokens_worth) == (500, 1 * A_TURN)


def test_directories_that_were_not_investigated_save_nothing() -> None:
    use = used(outcome("deep", 14, calls=0), adjusted=(adjusted("deep", 10, 14),))
    assert (use.adjusted, use.turns_saved, use.tokens_worth) == ((), 0, 0)


def test_of_a_directory_that_several_models_looked_at_the_first_ones_turns_count() -> None:
    first = TierAttempt(tier=ModelTier.FAST, model="m", state=DirectoryState.PARTIAL, turns=14)
    second = first.model_copy(update={"turns": 20})
    deep = outcome("deep", 34).model_copy(update={"escalated": (first, second)})
    use = used(deep, adjusted=(adjusted("deep", 10, 14),))
    assert (use.turns_saved, use.turns_freed) == (4, 0)


def test_the_last_ten_runs_are_summed_with_this_one_once() -> None:
    before = ledger(*[(100, 10)] * 12)
    use = used(outcome("a", 3), tokens_told=50, ledger=before)
    assert (use.runs, use.told_in_runs, use.worth_in_runs) == (RUNS, 950, 90)
    once = with_run(before, "this", use)
    assert with_run(once, "this", use) == once
    assert len(once.runs) == RUNS


@pytest.mark.parametrize(
    ("runs", "is_down"),
    [
        ([(100, 0)] * 9, False),  # too few to say
        ([(100, 0)] * 10, True),
        ([(100, 100)] * 10, False),
        ([(100, 0)] * 9 + [(0, 900)], False),
        ([(100, -50)] * 10, True),
        ([(900, 0)] + [(100, 100)] * 10, False),  # what was before ten runs does not count
    ],
)
def test_it_is_turned_down_when_it_costs_more_than_it_saves_over_ten_runs(
    runs: list[tuple[int, int]], is_down: bool
) -> None:
    assert bool(turned_down(MemoryLedger(runs=ledger(*runs).runs[-RUNS:]))) is is_down


def test_a_report_says_what_memory_cost_and_saved_in_every_rendering() -> None:
    use = MemoryUse(
        tokens_told=9_100,
        adjusted=(adjusted("deep", 10, 14),) * 12,
        turns_saved=30,
        turns_freed=50,
        tokens_worth=48_000,
        runs=10,
        told_in_runs=95_000,
        worth_in_runs=80_000,
    )
    report = assemble(facts(ledger=[paid("(plan)")])).model_copy(update={"memory_use": use})
    line = (
        "other turns for 12 directories: 30 saved, 50 fewer left over; 9.1k tokens told, for turns "
        "worth 48k; in 10 runs 95k, for 80k"
    )
    assert memory_line(report) == line
    for name in ("markdown", "html"):
        assert f"Memory: {line}." in "".join(render(name, report))
    assert f"Memory {line}" in " ".join(shown(report, 400).split())
    down = use.model_copy(
        update={"turned_down": "it told much", "turns_saved": -3, "turns_freed": -5}
    )
    assert memory_line(report.model_copy(update={"memory_use": down})) == (
        "other turns for 12 directories: 3 lacking, 5 more left over; turned down: it told much"
    )
    quiet = report.model_copy(update={"memory_use": MemoryUse()})
    assert memory_line(quiet) == ""


@pytest.fixture
def target(tmp_path: Path) -> Path:
    return make_tree(tmp_path / "target", {"a/a.py": "x = 1\n", "b/b.py": "y = 2\n"})


def audit(
    target: Path,
    number: int,
    events: list[Event] | None = None,
    model: ScriptedModel | None = None,
) -> AuditReport:
    """Everything is investigated again."""
    results = MemoryResults()
    with runtime_over(
        target,
        model=model or ScriptedModel(submits()),
        results=results,
        store=target.parent / "store",
        run_id=f"run-{number}",
        events=events,
        yes=True,
    ) as runtime:
        return run_audit(runtime, ThreadExecutor(runtime, results))


def test_a_memory_that_costs_too_much_says_so_and_its_schedule_still_counts(target: Path) -> None:
    first, second = audit(target, 1), audit(target, 2)
    assert (first.memory_use, second.memory_use) == (MemoryUse(), MemoryUse(runs=2))
    folder = Store(target.parent / "store").signed("targets", target_id(target), MEMORY)
    costly = ledger(*[(1_000, 10)] * RUNS)
    folder.write("use", costly.model_dump_json().encode())
    events: list[Event] = []
    third = audit(target, 3, events)
    use = third.memory_use
    assert use is not None
    assert {each.path: each.given for each in use.adjusted} == dict.fromkeys((".", "a", "b"), 3)
    reason = "over 10 runs agents were told 10k tokens of it, for turns worth 100"
    assert use.turned_down == reason
    (warned,) = [each for each in events if isinstance(each, Warned)]
    assert warned.text == f"memory is turned down: {reason}"
    kept = folder.load_record("use", MemoryLedger)
    assert kept is not None
    assert [each.run_id for each in kept.runs][-1] == "run-3"
    assert kept.runs[-1].worth == use.tokens_worth == 0  # none of them lacked turns


def test_what_is_remembered_of_a_directory_that_several_models_looked_at_is_the_first_ones(
    target: Path,
) -> None:
    unsure = says(("submit_report", {"summary": "Hard.", "completeness": 1.0, "confidence": 0.1}))
    report = audit(target, 1, model=ScriptedModel(submits(lambda _: unsure)))
    assert {len(each.escalated) for each in report.directories} == {2}
    assert {each.turns_allocated for each in report.directories} == {20}
    episodes = Episodes(Store(target.parent / "store"), target).load().episodes
    assert [(each.turns.given, each.turns.used) for each in episodes if each.turns] == [(10, 1)] * 3


def test_agents_are_told_nothing_of_a_memory_that_is_turned_down(tmp_path: Path) -> None:
    nights = Nights(tmp_path)
    dismissed_on_two_nights(nights)
    nights.edit()
    telling = flags_a_shell()
    use = nights.audit(telling).memory_use
    assert use is not None
    assert use.tokens_told > 0
    assert "<memory>" in first_messages(telling)["jobs"]

    folder = Store(nights.store).signed("targets", target_id(nights.target), MEMORY)
    folder.write("use", ledger(*[(1_000, 10)] * RUNS).model_dump_json().encode())
    nights.edit()
    silent = flags_a_shell()
    use = nights.audit(silent).memory_use
    assert use is not None
    assert (use.tokens_told, bool(use.turned_down)) == (0, True)
    assert not any("<memory>" in text for text in first_messages(silent).values())
