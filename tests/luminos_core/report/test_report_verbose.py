"""What a report has beyond a screen, with --verbose."""

import pytest

from luminos_core.records.directory import DirectoryState
from luminos_core.records.flag import Severity
from luminos_core.records.report import Synthesis
from luminos_core.records.snapshot import DirectoryRecord
from tests.luminos_core.report.on_terminal import shown
from tests.luminos_core.report.report_runs import (
    check_flag,
    directory_report,
    entry,
    facts,
    flag,
    paid,
    snapshot,
)


def test_everything_comes_in_this_order() -> None:
    found = flag(path="a.py", line=3, quotation="eval(x)", verified=True, rule="code-injection")
    text = shown(facts(check_flags=(found,), ledger=(paid(),)), verbose=True)
    parts = ("complete in 1 min 05 s", "It is a thing.", "Flags", "1 concern\n", "a.py:3")
    parts += ("Something.", "│ eval(x)", "It has parts.", "Directories", "Coverage")
    parts += ("● 1 investigated = 1 directory", "Cost", "survey", "$0.50", "/store/run-1")
    places = [text.index(part) for part in parts]
    assert places == sorted(places)
    brief = shown(facts(check_flags=(found,), ledger=(paid(),)))
    assert "It has parts." not in brief
    assert "● 1" not in brief


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
    text = shown(run, verbose=True)
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
    text = shown(run, verbose=True)
    assert first in text
    assert "Word" not in text
    assert "seven…" in text


@pytest.mark.parametrize("width", range(40, 120))
def test_a_summary_cut_within_code_leaves_no_stray_mark(width: int) -> None:
    summary = "Modules: " + ", ".join(f"`module_number_{number}.py`" for number in range(20)) + "."
    report = directory_report(".", DirectoryState.INVESTIGATED, entry=entry(".", summary))
    text = shown(facts(reports=(report,)), width, verbose=True)
    assert "`" not in text
    assert "…" in text


def test_the_most_expensive_directories_and_each_models_share_are_shown() -> None:
    paths = [f"d{number}" for number in range(7)]
    tree = snapshot(*(DirectoryRecord(path=path) for path in paths))
    ledger = [paid(path, usd=float(number)) for number, path in enumerate(paths)]
    ledger += [paid("(survey)", model="model-b", usd=0.25), paid("d6", usd=1.0, answered=False)]
    run = facts(snapshot=tree, ledger=ledger)
    text = " ".join(shown(run, verbose=True).split())
    assert "By directory d6 $7.00, d5 $5.00, d4 $4.00, d3 $3.00, d2 $2.00, and 2 more" in text
    total = "Cost $22.25 for model-a, model-b, with 1 attempt that gave no answer"
    assert total in text
    assert total in " ".join(shown(run).split())
    two_passes = [paid("(survey)"), paid("d1"), paid("d1", model="model-b")]
    text = " ".join(shown(facts(snapshot=tree, ledger=two_passes), verbose=True).split())
    assert "By model model-a $1.00, model-b $0.50" in text
    assert "survey model-a: 1 call, 14 input, 3 from cache, 2 output, $0.50" in text


def test_places_of_a_flag_are_told_with_it_and_counted() -> None:
    places = [check_flag(line=line, quotation=f"x{line}") for line in range(1, 20)]
    text = " ".join(shown(facts(check_flags=(*places, flag(path="b.py"))), verbose=True).split())
    assert "2 concern in 20 places" in text
    assert text.count("19 places: lines 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, …") == 1
    assert text.count("a.py:1 ") == 1
