"""Turns go from directories that are done early to those that are far from complete."""

from pathlib import Path

import pytest

from luminos_core.agents.passes.directory import investigate
from luminos_core.calls.transcript import StoredTranscripts
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
from tests.fakes.agent_bench import Bench, MakeBench
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
    return investigate(work, bench.context)


def turns_of(made: DirectoryReport) -> tuple[int, int, int, int]:
    return made.turns_allocated, made.turns_used, made.turns_borrowed, made.turns_lent


def completeness(made: DirectoryReport) -> float | None:
    return made.entry.completeness if made.entry else None


def test_what_one_directory_has_left_over_another_uses_up(bench: MakeBench) -> None:
    tool_context = bench(
        [submits(), THINKS, submits(completeness=0.4), THINKS, submits(completeness=0.8)]
    )
    assert turns_of(report(tool_context, turns=9, path=".")) == (9, 1, 0, 8)
    assert tool_context.context.turns.turns == 8
    made = report(tool_context)
    assert (made.state, completeness(made)) == (DirectoryState.INVESTIGATED, 0.8)
    assert turns_of(made) == (2, 4, 5, 3)
    assert tool_context.context.turns.turns == 8 - 5 + 3
    told = tool_context.model.requests[3].messages[-1]
    assert told.text.startswith("You have 5 more turns, since much has not been looked at.")


@pytest.mark.parametrize(
    ("script", "pool"),
    [
        ([THINKS, submits(completeness=0.6)], 100),  # far enough
        ([THINKS, submits(completeness=0.1)], 0),  # nothing to borrow
    ],
)
def test_without_need_or_turns_to_lend_the_submission_ends_it(
    bench: MakeBench, script: list[ModelResponse], pool: int
) -> None:
    tool_context = bench(script)
    tool_context.context.turns.give_back(pool)
    assert turns_of(report(tool_context)) == (2, 2, 0, 0)
    assert tool_context.context.turns.turns == pool


def test_a_submission_before_the_last_turn_borrows_nothing(bench: MakeBench) -> None:
    tool_context = bench([submits(completeness=0.1)])
    tool_context.context.turns.give_back(100)
    assert turns_of(report(tool_context)) == (2, 1, 0, 1)


def test_a_directory_has_twenty_five_turns_at_most(bench: MakeBench) -> None:
    far = submits(completeness=0.1)
    to_each_end = [[THINKS] * (turns - 1) + [far] for turns in (12, 5, 5, 3)]
    tool_context = bench([turn for turns in to_each_end for turn in turns])
    tool_context.context.turns.give_back(100)
    assert turns_of(report(tool_context, turns=12)) == (12, 25, 13, 0)
    assert tool_context.context.turns.turns == 87


@pytest.mark.parametrize(
    "after",
    [
        [THINKS] * 5,
        [ModelUnavailable("overloaded")],
        [MoneyExhausted("the cap is reached")],
        [Interrupted("stop")],
    ],
)
def test_what_was_submitted_before_more_turns_were_lent_is_not_lost(
    bench: MakeBench, after: list[ModelResponse | LuminosError]
) -> None:
    tool_context = bench([THINKS, submits("So far.", completeness=0.3), *after])
    tool_context.context.turns.give_back(5)
    made = report(tool_context)
    assert (made.state, made.summary) == (DirectoryState.INVESTIGATED, "So far.")
    assert (made.turns_borrowed, tool_context.context.turns.turns) == (5, made.turns_lent)


def test_a_directory_that_is_not_complete_gives_nothing_back(bench: MakeBench) -> None:
    tool_context = bench([THINKS, ModelUnavailable("overloaded")])
    made = report(tool_context, turns=9)
    assert not made.state.is_complete
    assert (made.turns_lent, tool_context.context.turns.turns) == (0, 0)


def test_turns_that_were_lent_before_the_end_of_a_process_are_not_lent_again(
    bench: MakeBench, tmp_path: Path
) -> None:
    transcripts = StoredTranscripts(Store(tmp_path / "store"), "run-1", fresh=False)
    first = [*[THINKS] * 21, submits(completeness=0.1), THINKS, MemoryError()]
    rest = [THINKS, submits(completeness=0.2)]
    tool_context = bench([*first, *rest], transcripts=transcripts)
    tool_context.context.turns.give_back(100)
    with pytest.raises(MemoryError):
        report(tool_context, turns=22)
    assert tool_context.context.turns.turns == 97
    assert turns_of(report(tool_context, turns=22)) == (22, 25, 3, 0)
    assert tool_context.context.turns.turns == 97
    assert len(tool_context.model.requests) == len(first) + len(rest)


def test_the_offline_investigator_borrows_nothing(bench: MakeBench) -> None:
    tool_context = bench([THINKS, submits(completeness=0.1)])
    tool_context.model.is_language_model = False
    tool_context.context.turns.give_back(100)
    assert turns_of(report(tool_context)) == (2, 2, 0, 0)
