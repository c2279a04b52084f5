"""A report on a terminal: escaped, bounded, at any width."""

import io
import re
import unicodedata
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from rich.console import Console

from luminos_core.audit.assemble import RunFacts, assemble
from luminos_core.records.directory import DirectoryState
from luminos_core.records.flag import Severity
from luminos_core.records.report import Synthesis
from luminos_core.records.snapshot import (
    Category,
    CategoryTotal,
    DirectoryRecord,
    Exclusion,
    LanguageTotal,
    LastModified,
    RecentFile,
    ScanError,
)
from luminos_core.report.terminal.plain_console import PlainConsole
from luminos_core.report.terminal.report_view import print_report
from luminos_core.report.terminal.scan_text import scan_text
from tests.luminos_core.report.report_runs import (
    HOSTILE,
    check_flag,
    directory_report,
    entry,
    facts,
    file,
    flag,
    paid,
    runs,
    snapshot,
)

COLOUR = re.compile(r"\x1b\[[0-9;]*m")
CONTROL = ("Cc", "Cf", "Cs", "Zl", "Zp")


def shown(run: RunFacts, width: int = 80, terminal: bool = False) -> str:
    stream = io.StringIO()
    colours = "truecolor" if terminal else None
    console = Console(file=stream, width=width, force_terminal=terminal, color_system=colours)
    print_report(assemble(run), console, Path("/store/run-1"))
    return stream.getvalue()


def control_characters(text: str) -> set[str]:
    return {c for c in text if unicodedata.category(c) in CONTROL and c != "\n"}


@given(runs(), st.integers(20, 160))
@settings(max_examples=15, deadline=None)
def test_no_control_or_invisible_character_reaches_a_terminal(run: RunFacts, width: int) -> None:
    assert not control_characters(COLOUR.sub("", shown(run, width, terminal=True)))
    assert not control_characters(shown(run, width))


def test_each_hostile_snippet_is_shown_escaped() -> None:
    for snippet in HOSTILE:
        found = flag(finding=snippet, quotation=snippet, path=snippet, severity=Severity.CRITICAL)
        directory = directory_report(
            ".", DirectoryState.FAILED, reason=snippet, entry=entry(".", snippet)
        )
        words = Synthesis(brief=snippet, detailed=f"{snippet}\n# {snippet}\n- {snippet}")
        text = shown(facts(check_flags=(found,), reports=(directory,), synthesis=words))
        assert not control_characters(text)
    assert "[bold]" in shown(
        facts(synthesis=Synthesis(brief="[bold]x[/bold] :smile:", detailed=""))
    )


@pytest.mark.parametrize("width", [80, 120])
def test_no_line_is_wider_than_the_terminal(width: int) -> None:
    long = flag(path="a/" * 60 + "x.py", finding="word " * 60, quotation="y" * 300)
    text = shown(facts(check_flags=(long,)), width)
    assert max(map(len, text.splitlines())) <= width


def test_brief_flags_directories_coverage_cost_and_files_come_in_this_order() -> None:
    found = flag(path="a.py", line=3, quotation="eval(x)", verified=True, rule="code-injection")
    text = shown(facts(check_flags=(found,), ledger=(paid(),)))
    parts = ("complete in 1 min 05 s", "It is a thing.", "Flags", "1 concern", "a.py:3")
    parts += ("Something.", "│ eval(x)", "It has parts.", "Directories", "Coverage")
    parts += ("● 1 investigated  = 1 directory", "Cost", "$0.50", "/store/run-1", "report.md")
    places = [text.index(part) for part in parts]
    assert places == sorted(places)


def test_many_flags_and_directories_are_bounded_and_say_where_the_rest_is() -> None:
    tree = snapshot(*(DirectoryRecord(path=f"d{n:03}/x") for n in range(90)))
    last = directory_report("d089/x", DirectoryState.FAILED, reason="no answer")
    done = [
        directory_report(d.path, DirectoryState.INVESTIGATED)
        for d in tree.directories
        if d.path != "d089/x"
    ]
    found = [flag(path=f"f{n}", severity=Severity.INFO) for n in range(40)]
    words = Synthesis(brief="b", detailed="\n".join(f"line {n}" for n in range(63)))
    run = facts(snapshot=tree, reports=(*done, last), check_flags=found, synthesis=words)
    text = shown(run)
    assert "3 more lines in report.md" in text
    assert "25 more flags in report.md and flags.jsonl" in text
    assert "61 more directories in report.md" in text
    assert "failed: no answer" in text  # what went wrong is never among the rest


def test_a_long_summary_ends_with_a_whole_sentence_or_word() -> None:
    first = "It keeps a ledger."
    reports = [
        directory_report(".", DirectoryState.CACHED, entry=entry(".", f"{first} {'Word ' * 40}.")),
        directory_report("a", DirectoryState.CACHED, entry=entry("a", "seven " * 60)),
    ]
    run = facts(snapshot=snapshot(DirectoryRecord(path="a")), reports=reports)
    text = shown(run)
    assert first in text
    assert "Word" not in text
    assert "seven…" in text


@pytest.mark.parametrize("width", range(40, 120))
def test_a_summary_cut_within_code_leaves_no_stray_mark(width: int) -> None:
    summary = "Modules: " + ", ".join(f"`module_number_{number}.py`" for number in range(20)) + "."
    report = directory_report(".", DirectoryState.INVESTIGATED, entry=entry(".", summary))
    text = shown(facts(reports=(report,)), width)
    assert "`" not in text
    assert "…" in text


def test_a_report_without_flags_shows_its_coverage_there() -> None:
    tree = snapshot(DirectoryRecord(path="a"))
    done = directory_report(".", DirectoryState.INVESTIGATED)
    text = shown(facts(snapshot=tree, reports=(done,)))
    assert "None in 1 directory looked at completely, of 2 in all." in text


def test_an_unknown_price_is_named_and_an_offline_run_costs_nothing() -> None:
    text = shown(facts(ledger=(paid(usd=None, model="model-x"),)))
    assert "Total unknown: no price is known for model-x" in text
    offline = shown(facts(language_model=False, ledger=(paid(usd=None, model="static"),)))
    assert "Nothing: no language model was used." in offline
    assert "$0" not in offline


def test_a_terminal_that_can_show_only_ascii_gets_only_ascii_signs() -> None:
    stream = io.TextIOWrapper(io.BytesIO(), encoding="ascii", errors="strict")
    found = flag(quotation="eval(x)")
    print_report(assemble(facts(check_flags=(found,))), Console(file=stream, width=80))
    stream.flush()
    text = stream.buffer.getvalue().decode("ascii")  # type: ignore[attr-defined]
    assert "* 1 investigated" in text
    assert "| eval(x)" in text


def test_a_scan_shows_its_sections_and_no_control_character() -> None:
    hostile = "".join(HOSTILE)
    scanned = snapshot(
        languages=(LanguageTotal(language="Python", files=2, lines=1200),),
        categories=(CategoryTotal(category=Category.SOURCE, files=2, size=4000),),
        large_files=(file(hostile, lines=1200),),
        last_modified=LastModified(recent=tuple(RecentFile(path=f"f{n}") for n in range(12))),
        exclusions=(Exclusion(path=hostile, is_directory=False, reason=hostile),),
        scan_errors=(ScanError(path="secret", problem="no permission"),),
    )
    text = scan_text(scanned, f"t/\n├── {hostile}", PlainConsole(colour=False, ascii_only=False))
    assert not control_characters(text)
    parts = (
        "0 files in 1 directory",
        "Python",
        "1,200  2 files",
        "4.0 kB",
        "2 more with --json",
        "1,200 lines, ",
    )
    assert [part for part in (*parts, "no permission") if part not in text] == []


def test_the_most_expensive_directories_and_each_models_share_are_shown() -> None:
    paths = [f"d{number}" for number in range(7)]
    tree = snapshot(*(DirectoryRecord(path=path) for path in paths))
    ledger = [paid(path, usd=float(number)) for number, path in enumerate(paths)]
    ledger += [paid("(survey)", model="model-b", usd=0.25), paid("d6", usd=1.0, answered=False)]
    text = " ".join(shown(facts(snapshot=tree, ledger=ledger)).split())
    assert "By directory d6 $7.00, d5 $5.00, d4 $4.00, d3 $3.00, d2 $2.00, and 2 more" in text
    assert "Total $22.25, with 1 attempt that gave no answer" in text
    two_passes = [paid("(survey)"), paid("d1"), paid("d1", model="model-b")]
    text = " ".join(shown(facts(snapshot=tree, ledger=two_passes)).split())
    assert "By model model-a $1.00, model-b $0.50" in text


def test_places_of_a_flag_are_told_with_it_and_counted() -> None:
    places = [check_flag(line=line, quotation=f"x{line}") for line in range(1, 20)]
    text = shown(facts(check_flags=(*places, flag(path="b.py"))))
    assert "2 concern in 20 places" in text
    assert text.count("19 places: lines 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, …") == 1
    assert text.count("a.py:1") == 1


def test_a_rule_with_flags_in_many_files_is_one_row() -> None:
    flags = [check_flag(path=f"{name}.py", line=line) for name in "abcde" for line in (1, 2)]
    few = [check_flag(path=f"{name}.py", line=1, rule="other") for name in "abc"]
    text = shown(facts(check_flags=(*flags, *few)))
    assert "8 concern in 13 places" in text
    assert text.count("10 places in 5 files") == text.count("a.py:1  ") - 1 == 1
    assert text.count("b.py:1") == 1


def test_what_the_list_leaves_out_is_counted_in_flags_and_places() -> None:
    flags = [
        check_flag(rule=f"r{rule:02}", line=line, finding=f"F{rule}.")
        for rule in range(18)
        for line in (1, 2)
    ]
    text = shown(facts(check_flags=flags))
    assert "3 more flags in 6 places, in report.md and flags.jsonl" in text
