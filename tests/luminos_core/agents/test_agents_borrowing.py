"""Turns go from directories that end early to those that are far from complete."""

from pathlib import Path

import pytest

from luminos_core.agents.passes.directory import DIRECTORY
from luminos_core.calls.transcript import Transcripts
from luminos_core.errors import Interrupted, LuminosError, ModelUnavailable, MoneyExhausted
from luminos_core.records.conversation import ModelResponse
from luminos_core.records.directory import (
    DirectoryKey,
    DirectoryReport,
    DirectoryState,
    DirectoryWork,
)
from luminos_core.records.plan import Assignment, Tier
from luminos_core.records.snapshot import DirectoryRecord
from luminos_core.store.layout import Store
from tests.fakes.agent_bench import Bench, MakeBench, run_pass
from tests.fakes.scripted_model import says, submits

THINKS = says(("think", {"observation": "o", "hypothesis": "h", "next_action": "n"}))


def report(bench: Bench, turns: int = 2, path: str = "src") -> DirectoryReport:
    work = DirectoryWork(
        target=str(bench.root),
        target_name="target",
        directory=DirectoryRecord(path=path),
        assignment=Assignment(path=path, tier=Tier.DEFAULT, turns=turns, band=0),
        children=(),
        flags=(),
        survey=None,
        notes="",
        key=DirectoryKey(
            path=path, files=(), children=(), prompt="", tools="", model="", schema_version=1
        ),
        change="new",
    )
    return run_pass(DIRECTORY, work, bench.context)


def turns_of(result: DirectoryReport) -> tuple[int, int, int, int]:
    return result.turns_allocated, result.turns_used, result.turns_borrowed, result.turns_lent


def completeness(result: DirectoryReport) -> float | None:
    return result.entry.completeness if result.entry else None


def test_turns_that_one_directory_has_left_over_are_used_by_another(make_bench: MakeBench) -> None:
    bench = make_bench(
        [submits(), THINKS, submits(completeness=0.4), THINKS, submits(completeness=0.8)]
    )
    assert turns_of(report(bench, turns=9, path=".")) == (9, 1, 0, 8)
    assert bench.context.turns.turns == 8
    result = report(bench)
    assert (result.state, completeness(result)) == (DirectoryState.INVESTIGATED, 0.8)
    assert turns_of(result) == (2, 4, 5, 3)
    assert bench.context.turns.turns == 8 - 5 + 3
    reply = bench.model.requests[3].messages[-1]
    assert reply.text.startswith("You have 5 more turns, since much has not been looked at.")


@pytest.mark.parametrize(
    ("script", "pool"),
    [
        ([THINKS, submits(completeness=0.6)], 100),  # far enough
        ([THINKS, submits(completeness=0.1)], 0),  # nothing to borrow
    ],
)
def test_a_submission_ends_the_loop_when_it_is_complete_or_no_turns_are_left_to_lend(
    make_bench: MakeBench, script: list[ModelResponse], pool: int
) -> None:
    bench = make_bench(script)
    bench.context.turns.give_back(pool)
    assert turns_of(report(bench)) == (2, 2, 0, 0)
    assert bench.context.turns.turns == pool


def test_a_submission_before_the_last_turn_borrows_nothing(make_bench: MakeBench) -> None:
    bench = make_bench([submits(completeness=0.1)])
    bench.context.turns.give_back(100)
    assert turns_of(report(bench)) == (2, 1, 0, 1)


def test_a_directory_has_twenty_five_turns_at_most(make_bench: MakeBench) -> None:
    far = submits(completeness=0.1)
    to_each_end = [[THINKS] * (turns - 1) + [far] for turns in (12, 5, 5, 3)]
    bench = make_bench([turn for turns in to_each_end for turn in turns])
    bench.context.turns.give_back(100)
    assert turns_of(report(bench, turns=12)) == (12, 25, 13, 0)
    assert bench.context.turns.turns == 87


@pytest.mark.parametrize(
    "after",
    [
        [THINKS] * 5,
        [ModelUnavailable("overloaded")],
        [MoneyExhausted("$0.10 is left")],
        [Interrupted("stop")],
    ],
)
def test_a_submission_before_borrowed_turns_is_not_lost(
    make_bench: MakeBench, after: list[ModelResponse | LuminosError]
) -> None:
    bench = make_bench([THINKS, submits("So far.", completeness=0.3), *after])
    bench.context.turns.give_back(5)
    result = report(bench)
    assert (result.state, result.summary) == (DirectoryState.INVESTIGATED, "So far.")
    assert (result.turns_borrowed, bench.context.turns.turns) == (5, result.turns_lent)


def test_a_directory_that_is_not_complete_gives_nothing_back(make_bench: MakeBench) -> None:
    bench = make_bench([THINKS, ModelUnavailable("overloaded")])
    result = report(bench, turns=9)
    assert not result.state.is_complete
    assert (result.turns_lent, bench.context.turns.turns) == (0, 0)


def test_turns_borrowed_before_a_crash_are_not_borrowed_again(
    make_bench: MakeBench, tmp_path: Path
) -> None:
    transcripts = Transcripts(Store(tmp_path / "store"), tmp_path, "run-1", fresh=False)
    first = [*[THINKS] * 21, submits(completeness=0.1), THINKS, MemoryError()]
    rest = [THINKS, submits(completeness=0.2)]
    bench = make_bench([*first, *rest], transcripts=transcripts)
    bench.context.turns.give_back(100)
    assert report(bench, turns=22).reason == "MemoryError: "
    assert bench.context.turns.turns == 97
    assert turns_of(report(bench, turns=22)) == (22, 25, 3, 0)
    assert bench.context.turns.turns == 97
    assert len(bench.model.requests) == len(first) + len(rest)
