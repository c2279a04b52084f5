"""What is new in Markdown: first, bounded, and tame."""

import pytest
from hypothesis import given, settings

from luminos_core.audit.assemble import RunFacts, assemble
from luminos_core.records.comparison import Change, FactChange, FactKind
from luminos_core.records.flag import Flag, FlagState, Severity
from luminos_core.records.policy import PolicyResult
from luminos_core.records.report import AuditReport, Synthesis
from luminos_core.report.registry import render
from luminos_core.report.summary_markdown import summary_markdown
from luminos_core.report.verdict import verdict_sentence
from tests.luminos_core.report.on_terminal import compared
from tests.luminos_core.report.report_runs import HOSTILE, check_flag, facts, runs
from tests.luminos_core.report.test_report_markdown import assert_tame

RENDERED = {
    "report": lambda report: render("markdown", report),
    "summary": lambda report: summary_markdown(report, "/store/run-1", "`luminos retry` goes on."),
}
pages = pytest.mark.parametrize("name", RENDERED)


def found(path: str, state: FlagState, **changes: object) -> Flag:
    return check_flag(path=path, state=state, quotation=f"run({path})", **changes)


def night() -> AuditReport:
    flags = (
        found("new.py", FlagState.NEW, severity=Severity.CRITICAL, owner="Ann"),
        found("back.py", FlagState.REOPENED),
        found("ruled.py", FlagState.NEWLY_CHECKED),
        found("old.py", FlagState.PERSISTING, owner="Bob"),
    )
    gone = (found("unseen.py", FlagState.UNKNOWN), found("gone.py", FlagState.RESOLVED))
    changed = FactChange(
        kind=FactKind.DEPENDENCY, change=Change.CHANGED, name="requests", before="1", after="2"
    )
    return compared(*flags, gone=gone, changed=(changed,), read_less="2 of 9 files")


@pages
def test_the_verdict_and_what_is_new_come_before_all_flags(name: str) -> None:
    text = RENDERED[name](night())
    parts = ("# Audit of", f"**{verdict_sentence(night())}**", "It is a thing.")
    parts += ("## New since 2026-01-01 02:03 UTC, commit 0123456789", "read less", "2 of 9 files")
    parts += ("### New (1)", "critical: **`new.py`**", "### Reopened (1)", "`back.py`")
    parts += ("### Newly checked (1)", "`ruled.py`", "### Not seen again (1)", "`unseen.py`")
    parts += ("### Resolved (1)", "`gone.py`", "### Changed", "dependency changed: `requests`")
    parts += ("(1 → 2)", "## Flags", "`old.py`", "## Coverage")
    places = [text.find(part) for part in parts]
    assert -1 not in places, parts[places.index(-1)]
    assert places == sorted(places)


def test_a_new_flag_has_its_quotation_and_owners_are_counted() -> None:
    text = RENDERED["report"](night())
    news, _, rest = text.partition("## Flags")
    assert "run(new.py)" in news
    assert "run(gone.py)" not in news
    assert "Owner: Ann." in news
    assert "Flags by owner: Ann 1, Bob 1." in rest


@pages
def test_nothing_new_says_since_when_and_a_first_run_says_nothing_of_it(name: str) -> None:
    text = RENDERED[name](compared(found("old.py", FlagState.PERSISTING)))
    assert "## Nothing new since 2026-01-01" in text
    first = RENDERED[name](assemble(facts()))
    assert " since " not in first
    assert "**No flags; no text to read.**" in first


@pages
def test_why_it_is_incomplete_and_its_policy_stand_before_the_verdict(name: str) -> None:
    policy = PolicyResult(fail_on="new:concern", failed=True, why="2 new flags are concerns")
    report = night().model_copy(
        update={
            "status": "incomplete",
            "incomplete_because": ("the cap is spent",),
            "brief": "Incomplete audit: the cap is spent.\n\nIt is a thing.",
            "policy": policy,
        }
    )
    text = RENDERED[name](report)
    parts = ("Incomplete audit: the cap is spent.", report.policy_line, "critical", "It is a thing")
    places = [text.index(part) for part in parts]
    assert places == sorted(places)
    assert text.count("the cap is spent") == 1


@pages
def test_a_night_of_many_news_is_bounded(name: str) -> None:
    flags = [found(f"{n}.py", FlagState.NEW) for n in range(400)]
    gone = [found(f"gone{n}.py", FlagState.RESOLVED) for n in range(400)]
    changed = [
        FactChange(kind=FactKind.DIRECTORY, change=Change.ADDED, name=f"d{n}") for n in range(400)
    ]
    text = RENDERED[name](compared(*flags, gone=tuple(gone), changed=tuple(changed)))
    shown = 50 if name == "report" else 10
    assert text.count("directory added") == shown
    assert text.count(f"- and {400 - shown} more\n") == 2
    assert f"- and {400 - shown} more, in report.json" in text


@pages
@given(run=runs())
@settings(max_examples=15, deadline=None)
def test_no_hostile_text_becomes_markup(name: str, run: RunFacts) -> None:
    made = assemble(run)
    states = list(FlagState)
    flags = [
        each.model_copy(update={"state": states[n % len(states)]})
        for n, each in enumerate((*made.flags, *made.unverified_flags))
    ]
    changed = [
        FactChange(kind=kind, change=Change.CHANGED, name=text, before=text, after=text)
        for kind, text in zip(list(FactKind) * 9, HOSTILE, strict=False)
    ]
    news = compared(*flags, gone=tuple(flags), changed=tuple(changed), read_less=HOSTILE[0])
    report = made.model_copy(update={"flags": news.flags, "comparison": news.comparison})
    assert_tame(RENDERED[name](report))


@pages
def test_each_hostile_snippet_is_escaped_everywhere(name: str) -> None:
    for text in HOSTILE:
        flags = [
            found(text or "x", state, finding=text, rule=text, owner=text) for state in FlagState
        ]
        change = FactChange(kind=FactKind.OWNER, change=Change.CHANGED, name=text, before=text)
        report = compared(*flags, gone=tuple(flags), changed=(change,), read_less=text)
        words = assemble(facts(synthesis=Synthesis(brief=text, detailed=text)))
        assert_tame(RENDERED[name](report.model_copy(update={"brief": words.brief})))
