"""A report on a terminal: what is new first, on a screen, at any width."""

import io
import re
import unicodedata

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from rich.cells import cell_len
from rich.console import Console

from luminos_core.audit.assemble import RunFacts, assemble
from luminos_core.records.comparison import Change, FactChange, FactKind, SourceVersion
from luminos_core.records.directory import DirectoryState
from luminos_core.records.flag import Flag, FlagState, Severity
from luminos_core.records.halt import Halt
from luminos_core.records.outcome import DirectoryOutcome
from luminos_core.records.policy import PolicyResult
from luminos_core.records.report import AuditReport, Synthesis
from luminos_core.records.requirement import RequirementState, RequirementStatus
from luminos_core.records.snapshot import CodeHistory, DirectoryRecord, HotSpot
from luminos_core.report.terminal.report_view import print_report
from luminos_core.text.escape import printable_name
from tests.luminos_core.report.on_terminal import (
    COLOUR,
    FOLDER,
    compared,
    control_characters,
    shown,
)
from tests.luminos_core.report.report_runs import (
    HOSTILE,
    check_flag,
    directory_report,
    entry,
    facts,
    flag,
    names,
    paid,
    runs,
    snapshot,
)

CRITICAL, CONCERN, INFO = Severity
SCREEN = 40  # lines
WIDE = "\u6f22\u5b57"  # two columns each


def found(path: str, state: FlagState, severity: Severity = CONCERN, **changes: object) -> Flag:
    words = f"Something is wrong in {path}."
    known = {"path": path, "state": state, "severity": severity, "finding": words, "line": 7}
    return check_flag(**{**known, **changes})


def full() -> AuditReport:
    """A night in which a bit of everything happened."""
    flags = (
        found("new.py", FlagState.NEW, CRITICAL, quotation="eval(x)"),
        found("newer.py", FlagState.NEW, rule="weak-hash", quotation="md5(x)"),
        found("back.py", FlagState.REOPENED),
        found("ruled.py", FlagState.NEWLY_CHECKED),
        *(found(f"open{n}.py", FlagState.PERSISTING, rule=f"r{n}", owner="Ann") for n in range(9)),
    )
    gone = (
        *(found(f"gone{n}.py", FlagState.RESOLVED, rule=f"r{n}") for n in range(5)),
        found("unseen.py", FlagState.UNKNOWN),
    )
    changed = (
        FactChange(kind=FactKind.DIRECTORY, change=Change.ADDED, name="src/auth"),
        FactChange(
            kind=FactKind.DEPENDENCY, change=Change.CHANGED, name="requests", before="1", after="2"
        ),
    )
    report = compared(*flags, gone=gone, changed=changed, version=SourceVersion(commit="f" * 40))
    spot = HotSpot(
        path="src/app.py",
        commits=120,
        lines=1536,
        authors=3,
        author="Ann",
        share=0.7,
        first=0,
        last=9,
    )
    history = CodeHistory(hot_spots=(spot,), author_count=7, bus_factor=2)
    return report.model_copy(update={"scan": report.scan.model_copy(update={"history": history})})


def in_order(text: str, *parts: str) -> None:
    joined = " ".join(text.split())
    missing = [part for part in parts if part not in joined]
    assert not missing
    places = [joined.index(part) for part in parts]
    assert places == sorted(places)


def test_what_is_new_comes_first_and_everything_has_its_place_on_one_screen() -> None:
    text = shown(full(), 100)
    in_order(
        text,
        "t complete in 1 min 05 s, ffffffffff, /t",
        "2 new, 1 critical, 1 reopened, 1 newly checked, 5 resolved; ",
        "It is a thing.",
        "New (2) since 2026-01-01 02:03 UTC, commit 0123456789",
        "critical new.py:7 code-injection",
        "eval(x)",
        "concern newer.py:7 weak-hash",
        "Reopened (1)",
        "back.py:7",
        "Resolved 5: gone0.py:7 (r0), gone1.py:7 (r1), gone2.py:7 (r2), 2 more",
        "Newly checked 1 by rules that are new or changed: ruled.py:7",
        "Not seen again 1, which may still be there: unseen.py:7",
        "Changed 1 directory added: src/auth; 1 dependency changed: requests 1 → 2",
        "Also open (10)",
        "7 more flags in report.md",
        "Hot spots src/app.py (120 commits, 1,536 lines, mostly by Ann)",
        "Owners of flags: Ann 9; 7 authors, bus factor 2",
        "Coverage 1 of 1 directory",
        "Cost Nothing",
        f"Files {FOLDER}/report.md",
        "report.json",
    )
    assert len(text.splitlines()) <= SCREEN


def test_a_night_without_news_says_since_when_and_what_is_open() -> None:
    report = compared(
        found("a.py", FlagState.PERSISTING), found("b.py", FlagState.PERSISTING, INFO)
    )
    text = shown(report)
    in_order(text, "Nothing new; 2 open, 1 concern; ", "Nothing new since 2026-01-01", "Open (2)")
    assert "Also open" not in text
    quiet = shown(compared())
    assert "Nothing new; nothing open; " in quiet
    assert "Open (" not in quiet


def test_a_first_run_shows_its_worst_flags_and_calls_nothing_new() -> None:
    flags = [check_flag(path=f"{n}.py", rule=f"r{n}", finding=f"F{n}.") for n in range(9)]
    text = shown(facts(check_flags=flags))
    in_order(text, "9 concerns; ", "Flags the worst first", "0.py", "4 more flags in report.md")
    assert "new" not in text.lower()
    assert len(text.splitlines()) <= SCREEN
    none = shown(facts())
    assert "None in 1 directory looked at completely, of 1 in all." in none


def test_an_incomplete_run_says_so_first_and_how_it_goes_on() -> None:
    halted = facts(halt=Halt(reason="no money", sentence="the run paused: no money"), reports=())
    text = shown(halted)
    in_order(
        text,
        "t incomplete in",
        "Incomplete audit: the run paused: no money",
        "No flags; incomplete",
    )
    assert "luminos retry run-1 goes on with this run" in " ".join(text.split())
    assert "Retry" not in shown(facts())


def test_a_policy_is_told_before_the_verdict() -> None:
    policy = PolicyResult(fail_on="new:concern", failed=True, why="2 new flags are concerns")
    report = full().model_copy(update={"policy": policy})
    in_order(shown(report), "t complete in", report.policy_line, "2 new, 1 critical")


def test_a_run_that_accepted_a_part_names_it_first() -> None:
    accepted = DirectoryOutcome(path="src", state=DirectoryState.ACCEPTED)
    opening = "Not looked at whole: 1 directory accepted (src)."
    report = assemble(facts()).model_copy(
        update={"directories": (accepted,), "brief": f"{opening}\n\nIt is a thing."}
    )
    in_order(shown(report), "t complete in", opening, "no flags; ".capitalize(), "It is a thing.")


def test_the_colour_of_a_label_ends_with_it() -> None:
    text = shown(full(), 100, terminal=True)
    (line,) = [line for line in text.splitlines() if "newer.py:7" in line]
    assert line.startswith("\x1b[1;33mconcern  \x1b[0m \x1b[1mnewer.py:7\x1b[0m ")
    (line,) = [line for line in text.splitlines() if "Resolved" in line]
    assert re.search(r"Resolved +\x1b\[0m *5: gone0\.py:7 \x1b", line)


def huge() -> AuditReport:
    words = "word " * 2_000
    many = [
        found(f"{'deep/' * 20}{n}.py", state, CRITICAL, rule=f"rule-{n}", finding=f"{n} {words}")
        for n in range(400)
        for state in (FlagState.NEW, FlagState.REOPENED, FlagState.NEWLY_CHECKED)
    ]
    gone = [found(f"gone/{n}", FlagState.RESOLVED, rule=words) for n in range(400)]
    facts_changed = [
        FactChange(kind=kind, change=change, name=f"{'n/' * 90}{n}", before=words, after=words)
        for kind in FactKind
        for change in Change
        for n in range(9)
    ]
    report = compared(*many, gone=tuple(gone), changed=tuple(facts_changed), read_less=words)
    because = tuple(f"{n} {words}" for n in range(90))
    return report.model_copy(
        update={"status": "incomplete", "incomplete_because": because, "brief": f"x\n{words * 9}"}
    )


def test_the_worst_report_is_bounded() -> None:
    report = huge()
    report = report.model_copy(update={"unverified_flags": report.flags})
    assert len(shown(report, 100).splitlines()) < 3 * SCREEN
    assert len(shown(report, 100)) < 16_000


def test_what_the_list_leaves_out_is_counted_in_flags_and_places() -> None:
    flags = [
        check_flag(rule=f"r{rule:02}", line=line, finding=f"F{rule}.")
        for rule in range(18)
        for line in (1, 2)
    ]
    text = shown(facts(check_flags=flags))
    assert "13 more flags in 26 places, in report.md" in text


def test_a_rule_with_flags_in_many_files_is_one_row_and_a_finding_is_told_once() -> None:
    flags = [check_flag(path=f"{name}.py", line=line) for name in "abcde" for line in (1, 2)]
    few = [check_flag(path=f"{name}.py", line=1, rule="other", finding="Other.") for name in "abc"]
    text = shown(facts(check_flags=(*flags, *few)))
    assert text.count("10 places in 5 files") == 1
    assert text.count("b.py:1") == 1
    assert text.count("Other.") == 1


@pytest.mark.parametrize("width", [20, 40, 60, 80, 100, 200])
@pytest.mark.parametrize("verbose", [False, True])
def test_lines_wrap_between_words_at_the_width(width: int, verbose: bool) -> None:
    words = [f"word{n}" for n in range(40)]
    text = shown(
        facts(
            check_flags=(check_flag(finding=f"{' '.join(words)}.", line=3),),
            synthesis=Synthesis(brief=" ".join(words), detailed=" ".join(words)),
        ),
        width,
        verbose=verbose,
    )
    limit = min(width, 110)
    wide = [line for line in text.splitlines() if cell_len(line) > limit]
    assert {line.strip() for line in wide} <= {f"{FOLDER}/report.md", f"Files  {FOLDER}/report.md"}
    assert all(line == line.rstrip() for line in text.splitlines())
    whole = {f"word{n}{end}" for n in range(40) for end in ("", ".", "…")}
    assert [word for word in text.split() if word.startswith("word") and word not in whole] == []


def paths_in(report: AuditReport) -> set[str]:
    return {printable_name(each.path) for each in report.directories} | {
        printable_name(each.location) for each in report.flags
    }


LONG = "/".join(f"directory number {n}" for n in range(30))


@given(st.lists(names(), min_size=1, max_size=4).map("/".join), st.sampled_from([20, 40, 80, 200]))
@example(LONG, 40)
@example(f"{WIDE * 60}/{WIDE}.py", 40)
@example("two  spaces/ and\nlines", 40)
@example("(_", 20)
@settings(max_examples=25, deadline=None)
def test_a_path_is_whole_wherever_it_stands(path: str, width: int) -> None:
    flags = (check_flag(path=path, line=3),)
    changes = FactChange(kind=FactKind.DIRECTORY, change=Change.ADDED, name=path)
    gone = tuple(found(path, state) for state in (FlagState.RESOLVED, FlagState.UNKNOWN))
    tree = snapshot(DirectoryRecord(path=path))
    ledger = (paid(path, pass_name="directory"),)
    report = assemble(facts(snapshot=tree, check_flags=flags, ledger=ledger))
    news = compared(found(path, FlagState.NEW), gone=gone, changed=(changes,))
    report = report.model_copy(update={"comparison": news.comparison})
    name, verbose = printable_name(path), True
    text = shown(report, width, verbose=verbose)
    # by what was gone twice, the change, the flag, and the directory's state and cost
    assert text.count(name) >= 6
    assert not control_characters(text)
    terminal = COLOUR.sub("", shown(report, width, terminal=True, verbose=verbose))
    assert terminal.count(name) >= 6


@given(runs(), st.integers(20, 160), st.booleans())
@settings(max_examples=15, deadline=None)
def test_no_control_or_invisible_character_reaches_a_terminal(
    run: RunFacts, width: int, verbose: bool
) -> None:
    text = shown(run, width, terminal=True, verbose=verbose)
    assert not control_characters(COLOUR.sub("", text))
    assert not control_characters(shown(run, width, verbose=verbose))


@pytest.mark.parametrize("snippet", HOSTILE)
def test_each_hostile_snippet_is_shown_escaped(snippet: str) -> None:
    path = snippet
    flags = (
        flag(finding=snippet, quotation=snippet, path=path, severity=CRITICAL),
        flag(finding=snippet, rule=snippet, path=f"{path}2", owner=snippet),
    )
    directory = directory_report(
        ".", DirectoryState.FAILED, reason=snippet, entry=entry(".", snippet)
    )
    words = Synthesis(brief=snippet, detailed=f"{snippet}\n# {snippet}\n- {snippet}")
    run = facts(check_flags=flags, reports=(directory,), synthesis=words)
    for verbose in (False, True):
        assert not control_characters(shown(run, verbose=verbose))


def test_markup_and_emoji_of_a_text_stay_text() -> None:
    assert "[bold]x[/bold] :smile:" in shown(
        facts(synthesis=Synthesis(brief="[bold]x[/bold] :smile:", detailed=""))
    )


def test_a_script_without_spaces_wraps_between_its_characters() -> None:
    text = shown(facts(synthesis=Synthesis(brief=WIDE * 30 + "\u3002", detailed="")), 40)
    lines = [line for line in text.splitlines() if set(WIDE) & set(line)]
    assert "".join(lines) == WIDE * 30 + "\u3002"
    assert len(lines) > 1
    assert max(map(cell_len, lines)) <= 41  # with the full stop
    assert not any(unicodedata.category(line[0]) == "Po" for line in lines)


def test_a_terminal_that_can_show_only_ascii_gets_only_ascii_signs() -> None:
    stream = io.TextIOWrapper(io.BytesIO(), encoding="ascii", errors="strict")
    long = "\u201cSo\u201d \u2014 \u2018so\u2019 " + "word " * 200
    run = facts(check_flags=(flag(quotation="eval(x)", finding=long),))
    for verbose in (False, True):
        print_report(assemble(run), Console(file=stream, width=80), verbose=verbose)
    stream.flush()
    text = stream.buffer.getvalue().decode("ascii")  # type: ignore[attr-defined]
    assert "* 1 investigated" in text
    assert "| eval(x)" in text
    assert "\"So\" - 'so' word" in text
    assert "..." in text


def test_an_unknown_price_is_named_and_an_offline_run_costs_nothing() -> None:
    text = shown(facts(ledger=(paid(usd=None, model="model-x"),)))
    assert "unknown for model-x; no price is known for model-x" in text
    offline = shown(facts(language_model=False, ledger=(paid(usd=None, model="static"),)))
    assert "Nothing: no language model was used." in offline
    assert "$0" not in offline


def test_requirements_are_a_line_that_names_those_that_are_unmet() -> None:
    states = ("met", "unknown", "unmet", "waived", "unmet")
    required = tuple(
        RequirementStatus(id=f"R{number}", text="T", place="r.md:1", state=RequirementState(state))
        for number, state in enumerate(states)
    )
    made = assemble(facts()).model_copy(update={"requirements": required})
    said = " ".join(shown(made).split())
    assert "Requirements 5 requirements: 2 unmet (R2, R4), 1 unknown, 1 waived, 1 met" in said
    assert "Requirements" not in shown(assemble(facts()))
