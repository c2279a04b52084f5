"""What a Prefect server shows of a report: bounded, tame, and with where the whole is."""

import pytest
from hypothesis import given, settings

from luminos_core.audit.assemble import RunFacts, assemble
from luminos_core.audit.costs import total_cost
from luminos_core.records.directory import DirectoryState
from luminos_core.records.estimate import Estimate
from luminos_core.records.flag import Severity
from luminos_core.records.outcome import DirectoryOutcome
from luminos_core.records.report import AuditReport, Synthesis
from luminos_core.report.estimate_markdown import estimate_markdown
from luminos_core.report.outcome_line import outcome_line
from luminos_core.report.summary_markdown import summary_markdown
from luminos_core.report.tables import ROWS, directory_rows, flag_rows
from tests.luminos_core.report.report_runs import HOSTILE, facts, flag, paid, runs
from tests.luminos_core.report.test_report_markdown import assert_tame

FOLDER = "/store/runs/run-1"


def test_a_summary_names_the_whole_and_how_it_is_retried() -> None:
    text = summary_markdown(report(), FOLDER, "`luminos retry run-1` goes on.")
    assert f"`{FOLDER}/report.md`" in text
    assert "`luminos report " in text
    assert "goes on" not in text
    incomplete = report().model_copy(update={"status": "incomplete"})
    assert "`luminos retry run-1` goes on." in summary_markdown(
        incomplete, FOLDER, "`luminos retry run-1` goes on."
    )


def test_a_summary_and_its_tables_stay_small_for_a_huge_report() -> None:
    flags = tuple(flag(path=f"{'long/' * 60}{n}.py", finding="word " * 500) for n in range(5_000))
    rows = tuple(outcome(f"{'d/' * 90}{n}", summary="word " * 900) for n in range(5_000))
    huge = report().model_copy(
        update={"flags": flags, "directories": rows, "brief": "A long line.\n" * 9_000}
    )
    assert len(summary_markdown(huge, FOLDER, "")) < 30_000
    assert "and 4980 more" in summary_markdown(huge, FOLDER, "")
    for table in (flag_rows(huge), directory_rows(huge)):
        assert len(table) == ROWS
        assert len(str(table)) < 200_000


def test_the_table_of_directories_begins_with_gaps_and_ends_with_what_was_left_out() -> None:
    rows = (
        outcome("cheap", usd=0.1),
        outcome("excluded", DirectoryState.EXCLUDED),
        outcome("failed", DirectoryState.FAILED),
        outcome("expensive", usd=0.2),
    )
    table = directory_rows(report().model_copy(update={"directories": rows}))
    order = [row["directory"] for row in table]
    assert order == ["`failed`", "`expensive`", "`cheap`", "`excluded`"]


@given(runs())
@settings(max_examples=25, deadline=None)
def test_no_hostile_text_becomes_markup_in_a_summary_or_a_cell(run: RunFacts) -> None:
    made = assemble(run)
    assert_tame(summary_markdown(made, HOSTILE[0], ""))
    for row in (*flag_rows(made), *directory_rows(made)):
        for cell in row.values():
            assert_tame(cell)


def test_a_state_message_counts_the_flags_and_names_the_models() -> None:
    flags = (
        flag(path="a.py", severity=Severity.CRITICAL),
        flag(path="b.py", severity=Severity.CONCERN),
        flag(path="c.py", severity=Severity.CONCERN),
        flag(path="d.py", severity=Severity.INFO),
    )
    made = report().model_copy(update={"flags": flags, "language_model": False})
    unread = "no text to read"  # of a target without a file
    assert outcome_line(made) == (
        f"1 critical, 2 concerns, 1 info; {unread}; no language model was used"
    )
    cost = total_cost([paid("src", usd=0.25)], True, None)
    more = (
        *flags,
        flags[1].model_copy(update={"line": 9}),
        flags[3].model_copy(update={"more": 4}),
    )
    made = report().model_copy(update={"flags": more, "language_model": False})
    counted = "1 critical, 2 concerns, 1 info in 10 places"
    assert outcome_line(made).startswith(counted)
    assert f"## Flags: {counted}" in summary_markdown(made, FOLDER, "")
    assert [row["places"] for row in flag_rows(made)] == ["1", "2", "1", "6"]
    made = made.model_copy(update={"flags": (), "language_model": True, "cost": cost})
    assert (
        outcome_line(made) == f"no flags; {unread}; language model: {cost.by_model[0].name}, $0.25"
    )


def test_the_message_of_an_incomplete_run_says_first_why_and_stays_one_line() -> None:
    because = ("the cap is spent", "x\n" * 5_000)
    line = outcome_line(report().model_copy(update={"incomplete_because": because}))
    assert line.startswith("the cap is spent; x x")
    assert "\n" not in line
    assert len(line) < 1_000


@pytest.mark.parametrize("usd", [None, 0.5])
def test_an_estimate_is_a_table_of_passes(usd: float | None) -> None:
    usage = total_cost([paid("src", usd=usd)], True, None).usage
    made = Estimate(directories=1, stored=0, usage=usage, usd=usd, unknown_prices=("a|b",))
    tokens = assert_tame(estimate_markdown(made))
    assert sum(token.type == "tr_open" for token in tokens) == 1 + len(usage)


def report() -> AuditReport:
    return assemble(facts(synthesis=Synthesis(brief="All is well.", detailed="Yes.")))


def outcome(
    path: str, state: DirectoryState = DirectoryState.INVESTIGATED, **fields: object
) -> DirectoryOutcome:
    return DirectoryOutcome.model_validate({"path": path, "state": state, "calls": 1, **fields})
