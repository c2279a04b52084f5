"""The first screen of a report's page, and what it tells to look at first."""

import pytest

from luminos_core.audit.assemble import assemble
from luminos_core.records.comparison import ComparedRun, Comparison
from luminos_core.records.flag import Flag, FlagSource, FlagState, Severity, Verdict
from luminos_core.records.report import AuditReport
from luminos_core.records.trend import TrendPoint
from luminos_core.report.html.cards import cards
from luminos_core.report.html.top import tiles, tone, what_it_is
from luminos_core.report.html.trend_bars import trend_series
from tests.luminos_core.report.report_runs import check_flag, facts, flag

QUOTED = "A says: “It serves pages to all.”"
WHOLE = "It serves pages to all of the people."
NOW, BEFORE = "2026-01-11T00:00:00+00:00", "2026-01-01T00:00:00+00:00"


def report(*flags: Flag, gone: tuple[Flag, ...] = (), **changes: object) -> AuditReport:
    previous = ComparedRun(run_id="before", finished_at=BEFORE)
    known = {
        "finished_at": NOW,
        "flags": flags,
        "comparison": Comparison(previous=previous, gone=gone),
    }
    return assemble(facts()).model_copy(update=known | changes)


def found(path: str, state: FlagState | None, severity: Severity, **changes: object) -> Flag:
    return check_flag(path=path, state=state, severity=severity, first_seen=BEFORE, **changes)


@pytest.mark.parametrize(
    ("brief", "language_model", "said"),
    [
        ("No model.\n\n`t`: It is it. It has parts.", False, "It is it. It has parts."),
        ("No model.\n\n`t`: A says: “It serves pages to all.” Old.", False, QUOTED),
        ("**It** serves pages to all of the people. More.", True, WHOLE),
        (
            "Incomplete audit: money.\n\nIt is a thing, e.g. this.",
            True,
            "It is a thing, e.g. this.",
        ),
        ("# Title\n\nIt is a thing.", True, "It is a thing."),
        ("", True, "What it is, nothing in it says."),
        ("No model.", False, "What it is, nothing in it says."),
    ],
)
def test_what_it_is_is_the_first_sentence_of_the_brief(
    brief: str, language_model: bool, said: str
) -> None:
    shown = report(brief=brief, language_model=language_model)
    assert what_it_is(shown) == said


def test_tiles_count_flags_by_what_became_of_them() -> None:
    shown = report(
        found("a", FlagState.NEW, Severity.CRITICAL),
        found("b", FlagState.REOPENED, Severity.INFO),
        found("c", FlagState.PERSISTING, Severity.CONCERN),
        gone=(
            found("d", FlagState.RESOLVED, Severity.INFO),
            found("e", FlagState.UNKNOWN, Severity.INFO),
        ),
    )
    new, still_open, resolved, _, age = tiles(shown)
    assert (new.value, new.note, new.tone) == ("1", "1 critical; 1 flag reopened", "bad")
    assert (still_open.value, still_open.note) == ("3", "1 critical, 1 concern, 1 note")
    assert (resolved.value, resolved.note) == ("1", "1 not seen again")
    assert (age.value, age.note) == ("10 days", "the oldest open critical")


def test_the_age_is_of_the_worst_and_notes_may_wait() -> None:
    concern = found("a", FlagState.PERSISTING, Severity.CONCERN)
    note = found("b", FlagState.PERSISTING, Severity.INFO)
    assert tiles(report(concern, note))[4].note == "the oldest open concern"
    assert tiles(report(note))[4].note == "no critical or concern is open"
    first = concern.model_copy(update={"first_seen": ""})
    assert "first run" in tiles(report(first, comparison=None))[4].note


def test_less_read_is_never_good() -> None:
    less = report().comparison
    assert less is not None
    shown = report(comparison=less.model_copy(update={"read_less": "12 files"}))
    assert tiles(shown)[3].tone in ("bad", "")
    assert tone(report(status="incomplete")) == "some"
    assert tone(report()) == "good"


def test_cards_are_ten_at_most_the_new_ones_first_then_the_worst() -> None:
    old = [
        found(f"old{n}.py", FlagState.PERSISTING, Severity.CONCERN, rule=f"rule{n}")
        for n in range(20)
    ]
    new = found("new.py", FlagState.NEW, Severity.INFO, rule="merge-conflict")
    worst = found("worst.py", FlagState.PERSISTING, Severity.CRITICAL)
    shown = cards(report(worst, *old, new), lambda flag: "")
    assert [card.flag.path for card in shown][:3] == ["new.py", "worst.py", "old0.py"]
    assert len(shown) == 10


def test_notes_are_cards_only_where_there_is_nothing_else() -> None:
    notes = [found(f"n{n}.py", FlagState.PERSISTING, Severity.INFO, rule=f"r{n}") for n in range(9)]
    assert len(cards(report(*notes), lambda flag: "")) == 3
    concern = found("c.py", FlagState.PERSISTING, Severity.CONCERN)
    assert [card.flag.path for card in cards(report(concern, *notes), lambda flag: "")] == ["c.py"]


def test_a_rule_in_many_files_is_one_card() -> None:
    many = [
        found(f"f{n}.py", FlagState.NEW, Severity.CONCERN, line=n, fingerprint="ab")
        for n in range(1, 9)
    ]
    (card,) = cards(report(*many), lambda flag: f"https://forge.example/{flag.path}")
    assert card.badge == "new"
    assert card.more == "2 more in 8 files"
    assert card.places[0].link == "https://forge.example/f1.py"
    assert card.suppression.count("[[suppress]]") == 8


def test_an_agents_flag_is_told_in_its_own_words() -> None:
    claim = flag(
        path="a.py",
        finding="It trusts the caller.",
        source=FlagSource.MODEL,
        fix="Ask who it is.",
        verdict=Verdict.CONFIRMED,
        verdict_reason="nothing asks at a.py:9",
    )
    (card,) = cards(report(claim), lambda flag: "")
    assert card.title == "It trusts the caller."
    assert card.told == (
        ("What to do", "Ask who it is."),
        ("Reviewers", "confirmed: nothing asks at a.py:9"),
    )


def test_an_excerpt_has_the_lines_of_the_file_and_an_end() -> None:
    long = found("a.py", FlagState.NEW, Severity.CONCERN, line=5, quotation="x\n" * 40)
    (card,) = cards(report(long), lambda flag: "")
    assert [line.number for line in card.excerpt][:2] == [5, 6]
    assert card.excerpt[-1].text == "…"
    assert len(card.excerpt) == 13


def point(number: int, **changes: object) -> TrendPoint:
    known = {
        "run_id": str(number),
        "finished_at": NOW,
        "status": "complete",
        "read_share": 0.5,
        "directories": 1,
        "files": 1,
        "lines": 1,
        "seconds": 1.0,
    }
    return TrendPoint.model_validate(known | changes)


def test_a_trend_begins_with_the_second_run_and_fills_its_picture() -> None:
    assert trend_series((point(1),)) == ()
    grave, _, new, _, read = trend_series((point(1, critical=1), point(2, critical=2, concern=2)))
    assert grave.last == "4"
    assert [bar.tone for bar in grave.bars] == ["critical", "critical", "concern"]
    assert min(bar.y for bar in grave.bars) == pytest.approx(6.0)
    assert all(bar.x >= 0 and bar.x + bar.width <= 100 for bar in grave.bars)
    assert new.last == "—"
    assert read.last == "50%"
    assert trend_series((point(1), point(2, read_share=None)))[4].last == "—"
