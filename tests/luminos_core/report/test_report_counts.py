"""A count agrees with its noun in every rendering: of a report in which there is one of each."""

import re
from typing import Any

import pytest

from luminos_core.audit.assemble import assemble
from luminos_core.records.council import Ballot, Council, CouncilEnd, CouncilRound, Lens, Vote
from luminos_core.records.directory import DirectoryState
from luminos_core.records.flag import Flag, FlagSource, Severity
from luminos_core.records.memory_use import AdjustedTurns, MemoryUse
from luminos_core.records.plan import Tier
from luminos_core.records.report import AuditReport
from luminos_core.records.snapshot import DirectoryRecord, Exclusion, ScanError
from luminos_core.report.council_line import council_gaps, council_line
from luminos_core.report.memory_line import memory_line
from luminos_core.report.registry import RENDERINGS, Rendering
from luminos_core.report.summary_markdown import summary_markdown
from tests.luminos_core.report.on_terminal import shown
from tests.luminos_core.report.report_runs import (
    directory_report,
    entry,
    facts,
    file,
    file_entry,
    paid,
    snapshot,
)

# "1 rows", "1 more lines", "1 files are"; not "1 is", "1 of", nor a number that ends in 1.
_WRONG = re.compile(
    r"(?<![\d.,:-])1 (?!(?:is|was|has|does|this|of|in|as|less|class|says|status)\b)"
    r"(?:more |other |cooler |child )?[a-z-]*[a-rt-z]s\b|"
    r"(?<![\d.,:-])1 (?:[a-z]+ )?(?:are|were|have|do)\b"
)


def one_of_each(*, language_model: bool = True) -> AuditReport:
    long = "\n".join(f"line {number}" for number in range(5))
    root = DirectoryRecord(
        path=".",
        files=(file("a.py", lines=1_200, size=40_000, language="Python"),),
    )
    tree = snapshot(
        root,
        exclusions=(Exclusion(path="b", is_directory=True, reason="a rule", files=1),),
        scan_errors=(ScanError(path="c", problem="no permission"),),
    )
    report = directory_report(
        ".",
        DirectoryState.INVESTIGATED,
        turns_allocated=1,
        turns_used=1,
        turns_borrowed=1,
        entry=entry(".", "It is small.", completeness=0.5, confidence=0.2),
        files=(file_entry("a.py"),),
    )
    ballot = Ballot(member=1, lens=Lens.COVERAGE, vote=Vote.COMPLETE, reason="All is read.")
    other = Ballot(member=2, lens=Lens.EVIDENCE, vote=Vote.CONTINUE, reason="Who calls it?")
    votes = CouncilRound(ballots=(ballot, other), needed=2)
    made: dict[str, Any] = {
        "snapshot": tree,
        "reports": [report],
        "language_model": language_model,
        "check_flags": [_flag("secret", quotation=long, verified=True)],
        "hints": [_flag("hint", is_hint=True)],
        "ledger": [paid(".")] if language_model else [],
        "council": Council(rounds=(votes,), end=CouncilEnd.FROZEN) if language_model else None,
    }
    use = MemoryUse(
        tokens_told=1,
        adjusted=(AdjustedTurns(path=".", planned=2, planned_tier=Tier.DEFAULT, given=1, runs=1),),
        turns_saved=1,
        turns_freed=1,
        tokens_worth=1,
        told_in_runs=1,
    )
    return assemble(facts(**made)).model_copy(update={"memory_use": use})


def _flag(rule: str, **changes: Any) -> Flag:
    known = {
        "path": "a.py",
        "line": 1,
        "finding": "A thing.",
        "severity": Severity.CONCERN,
        "rule": rule,
        "source": FlagSource.ANALYZER,
    }
    return Flag.model_validate(known | changes)


def wrong(text: str) -> list[str]:
    return [text[max(found.start() - 40, 0) : found.end()] for found in _WRONG.finditer(text)]


@pytest.mark.parametrize("rendering", RENDERINGS, ids=lambda each: each.name)
@pytest.mark.parametrize("language_model", [True, False])
def test_one_of_each_agrees_with_its_noun(rendering: Rendering, language_model: bool) -> None:
    assert not wrong("".join(rendering.render(one_of_each(language_model=language_model))))


@pytest.mark.parametrize("language_model", [True, False])
def test_one_of_each_agrees_with_its_noun_on_a_terminal(language_model: bool) -> None:
    report = one_of_each(language_model=language_model)
    assert not wrong(shown(report, verbose=True) + shown(report))
    assert not wrong(summary_markdown(report, "/store/run-1", ""))


def test_one_member_says_and_one_token_is_told() -> None:
    report = one_of_each()
    assert "1 of 2 members says complete" in council_line(report.council)
    assert "1 of 2 members of the completion council says" in council_gaps(report.council)
    assert "1 token told" in memory_line(report)


def test_what_is_wrong_is_seen() -> None:
    said = "1 rows; 1 more lines; 11 rows; 1 row; 1 is; 1 files are; 1 status; 0.1 tokens; 1 are"
    assert [each.rpartition("; ")[2] for each in wrong(said)] == [
        "1 rows",
        "1 more lines",
        "1 files",
        "1 are",
    ]
