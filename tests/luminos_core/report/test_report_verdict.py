"""The verdict: what is new, or what there is, and how much was read."""

import pytest

from luminos_core.audit.assemble import assemble
from luminos_core.records.comparison import ComparedRun, Comparison
from luminos_core.records.coverage import Coverage, FileState
from luminos_core.records.flag import Flag, FlagState, Severity
from luminos_core.records.report import AuditReport
from luminos_core.records.snapshot import Count
from luminos_core.report.outcome_line import outcome_line
from luminos_core.report.verdict import flags_in, read_percent, verdict
from tests.luminos_core.report.report_runs import facts, flag

CRITICAL, CONCERN, INFO = Severity


def report(
    *flags: Flag, gone: tuple[Flag, ...] = (), read_less: str = "", **changes: object
) -> AuditReport:
    """Compared with a run when a flag has a state."""
    files = changes.pop("files", {FileState.DESCRIBED: 97, FileState.LISTED: 3})
    known = {"flags": flags, "coverage": coverage(files)}  # type: ignore[arg-type]
    if gone or any(each.state for each in flags) or "previous" in changes:
        changes.pop("previous", None)
        before = ComparedRun(run_id="run-0", finished_at="2026-01-01T00:00:00+00:00")
        known["comparison"] = Comparison(previous=before, gone=gone, read_less=read_less)
    return assemble(facts()).model_copy(update=known | changes)


def coverage(files: dict[FileState, int]) -> Coverage:
    by_state = tuple(Count(name=state, count=number) for state, number in files.items())
    return Coverage(total=0, by_state=(), files=sum(files.values()), files_by_state=by_state)


def found(severity: Severity, path: str, state: FlagState | None = None) -> Flag:
    return flag(severity=severity, path=path, state=state)


def new(severity: Severity, path: str) -> Flag:
    return found(severity, path, FlagState.NEW)


def test_what_is_new_and_how_much_was_read_is_one_clause() -> None:
    made = report(new(CRITICAL, "a"), new(CONCERN, "b"), new(INFO, "c"))
    assert verdict(made) == "3 new, 1 critical; 97% read"


@pytest.mark.parametrize(
    ("flags", "words"),
    [
        ((new(CRITICAL, "a"),), "1 new, critical"),
        ((new(CRITICAL, "a"), new(CRITICAL, "b")), "2 new, all critical"),
        ((new(CONCERN, "a"), new(CONCERN, "b"), new(INFO, "c")), "3 new, 2 concerns"),
        ((new(CONCERN, "a"), new(INFO, "c")), "2 new, 1 concern"),
        ((new(INFO, "a"),), "1 new"),
        ((new(INFO, "a"), found(CRITICAL, "b", FlagState.PERSISTING)), "1 new"),
        ((new(INFO, "a"), found(INFO, "b", FlagState.REOPENED)), "1 new, 1 reopened"),
    ],
)
def test_the_worst_of_what_is_new_is_counted(flags: tuple[Flag, ...], words: str) -> None:
    assert verdict(report(*flags)) == f"{words}; 97% read"


def test_places_of_one_flag_are_one() -> None:
    places = [new(CONCERN, "a").model_copy(update={"line": line}) for line in (1, 2, 3)]
    assert verdict(report(*places)) == "1 new, concern; 97% read"


def test_nothing_new_says_what_is_open_and_what_went() -> None:
    resolved = found(CONCERN, "gone", FlagState.RESOLVED)
    unseen = found(CONCERN, "unseen", FlagState.UNKNOWN)
    open_ones = (found(CRITICAL, "a", FlagState.PERSISTING), found(INFO, "b", FlagState.PERSISTING))
    made = report(*open_ones, gone=(resolved, unseen))
    assert verdict(made) == "nothing new, 1 resolved; 2 open, 1 critical; 97% read"
    assert flags_in(made, FlagState.RESOLVED) == (resolved,)
    assert flags_in(made, FlagState.UNKNOWN) == (unseen,)
    assert verdict(report(previous=True)) == "nothing new; nothing open; 97% read"


def test_what_a_new_rule_found_is_not_new() -> None:
    made = report(found(CRITICAL, "a", FlagState.NEWLY_CHECKED))
    assert verdict(made) == "nothing new, 1 newly checked; 1 open, critical; 97% read"


def test_without_a_run_to_compare_with_nothing_is_called_new() -> None:
    assert verdict(report(found(CRITICAL, "a"), found(CONCERN, "b"))) == (
        "1 critical, 1 concern; 97% read"
    )
    assert verdict(report()) == "no flags; 97% read"


@pytest.mark.parametrize(
    ("files", "status", "words"),
    [
        ({FileState.DESCRIBED: 3, FileState.BINARY: 9, FileState.EXCLUDED: 9}, "complete", "100"),
        ({FileState.DESCRIBED: 3}, "incomplete", "99"),
        ({FileState.DESCRIBED: 1999, FileState.PARTLY_READ: 1}, "complete", "99"),
        ({FileState.DESCRIBED: 1, FileState.WITHHELD: 1}, "complete", "100"),
        ({FileState.DESCRIBED: 1, FileState.LISTED: 900}, "complete", "under 1"),
    ],
)
def test_the_share_is_never_better_than_it_is(
    files: dict[FileState, int], status: str, words: str
) -> None:
    made = report(files=files, status=status)
    begins = "incomplete, " if status == "incomplete" else ""
    assert verdict(made) == f"no flags; {begins}{words}% read"


def test_a_night_that_read_less_says_so_and_one_without_text_claims_nothing() -> None:
    made = report(previous=True, read_less="2 of 9 files")
    assert verdict(made).endswith("97% read, less than before")
    nothing = report(files={FileState.BINARY: 2})
    assert verdict(nothing) == "no flags; no text to read"
    assert read_percent(nothing) is None


def test_the_message_of_a_run_is_its_verdict_and_its_models() -> None:
    made = report(new(CRITICAL, "a")).model_copy(update={"language_model": False})
    assert outcome_line(made) == "1 new, critical; 97% read; no language model was used"
