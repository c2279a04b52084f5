"""What a person must see: how sure the investigators are, and which flags have no evidence."""

import io
import json
from collections import Counter
from typing import Any

from rich.console import Console

from luminos_core.audit.assemble import assemble
from luminos_core.flags.ranking import fingerprinted
from luminos_core.records.directory import DirectoryState
from luminos_core.records.event import FlagRaised
from luminos_core.records.flag import FlagCounts, Severity
from luminos_core.records.report import AuditReport, PassModel
from luminos_core.records.snapshot import DirectoryRecord
from luminos_core.report.progress.live_progress import LiveProgress
from luminos_core.report.progress.plain_progress import PlainProgress
from luminos_core.report.progress.run_progress import ProgressTracker
from luminos_core.report.registry import render
from luminos_core.report.report_json import render_flags
from luminos_core.report.terminal.report_view import print_report
from tests.luminos_core.report.report_runs import (
    directory_report,
    entry,
    facts,
    file_entry,
    flag,
    snapshot,
)


def on_terminal(report: AuditReport) -> str:
    stream = io.StringIO()
    print_report(report, Console(file=stream, width=110), verbose=True)
    return stream.getvalue()


def rated(path: str, confidence: float | None, **changes: Any) -> Any:
    written = entry(path, f"About {path}.", confidence=confidence, **changes)
    return directory_report(path, DirectoryState.INVESTIGATED, entry=written)


def report_of_ratings() -> AuditReport:
    tree = snapshot(*(DirectoryRecord(path=path) for path in ("sure", "guess", "silent", "gone")))
    doubtful = file_entry("sure/odd.py").model_copy(
        update={"confidence": 0.5, "confidence_reason": "Obfuscated.", "notable": True}
    )
    sure = rated("sure", 0.9, completeness=1.0).model_copy(update={"files": (doubtful,)})
    guess = rated(
        "guess",
        0.3,
        confidence_reason="Names only.",
        completeness=0.25,
        notable_files=("guess/run.sh",),
    )
    failed = directory_report("gone", DirectoryState.FAILED)
    reports = [sure, guess, rated("silent", None), failed, rated(".", 0.7, completeness=0.5)]
    return assemble(facts(snapshot=tree, reports=reports))


def test_self_ratings_reach_people_with_the_lowest_first_in_every_rendering() -> None:
    report = report_of_ratings()
    ratings = json.loads(render("json", report))["self_ratings"]
    order = ["silent", "guess", "sure/odd.py", ".", "sure"]
    assert [rating["path"] for rating in ratings] == order
    assert ratings[1] == {
        "path": "guess",
        "is_file": False,
        "confidence": 0.3,
        "confidence_reason": "Names only.",
        "completeness": 0.25,
        "notable_files": [{"path": "guess/run.sh", "reason": ""}],
    }
    for text in (render("markdown", report), on_terminal(report)):
        shown = text[text.index("Self-ratings") :]
        places = [shown.index(word) for word in ("silent", "guess", "sure/odd.py", "0.70", "0.90")]
        assert places == sorted(places)
        for word in ("not rated", "0.30", "0.25", "Names only.", "guess/run.sh", "Obfuscated."):
            assert word in shown


def test_a_directory_has_its_ratings_in_json() -> None:
    outcomes = {each.path: each for each in report_of_ratings().directories}
    guess = outcomes["guess"]
    assert (guess.confidence_reason, guess.notable_files) == ("Names only.", ("guess/run.sh",))
    assert guess.investigated_at == "2026-01-01T00:00:00+00:00"
    assert (outcomes["gone"].confidence_reason, outcomes["gone"].investigated_at) == ("", "")


def report_of_flags() -> AuditReport:
    critical = {"severity": Severity.CRITICAL}
    found = flag(path="b.py", quotation="eval(x)", verified=True, **critical)
    invented = flag(path="a.py", quotation="os.system(x)", doubt="not in a.py", **critical)
    unquoted = flag(path="c.py", finding="No words.", doubt="needs a quotation", **critical)
    general = flag(path="general", finding="No tests.", severity=Severity.INFO)
    reports = [
        directory_report(
            ".", DirectoryState.INVESTIGATED, flags=(invented, found, unquoted, general)
        )
    ]
    return assemble(facts(reports=reports))


def test_a_flag_without_evidence_is_shown_and_counted_apart() -> None:
    report = report_of_flags()
    assert [(each.path, each.severity) for each in report.flags] == [
        ("b.py", "critical"),
        ("general", "info"),
    ]
    assert [each.path for each in report.unverified_flags] == ["a.py", "c.py"]
    counted = "2 flags whose quotation was not found"
    assert report.flag_counts == f"1 critical, 1 info, {counted}"
    markdown, terminal = render("markdown", report), on_terminal(report)
    assert "### Critical (1)" in markdown
    assert "### Unverified (2)" in markdown
    assert "1 critical  1 info" in terminal
    for text in (markdown, terminal):
        assert counted in text
        assert text.index("b.py") < text.rindex(counted) < text.index("a.py") < text.index("c.py")
    written = [json.loads(line) for line in "".join(render_flags(report)).splitlines()]
    assert [line["path"] for line in written] == ["b.py", "general", "a.py", "c.py"]


def test_while_a_run_works_a_flag_without_evidence_is_a_claim_and_is_not_counted() -> None:
    invented = flag(path="a.py", quotation="os.system(x)", severity=Severity.CRITICAL)
    tracker = ProgressTracker()
    tracker.update(FlagRaised(flag=invented))
    assert tracker.progress.flags == FlagCounts(Counter(), 0)
    stderr = io.StringIO()
    PlainProgress(stderr).record(FlagRaised(flag=invented))
    assert stderr.getvalue() == "[flag] unverified a.py: Something.\n"
    live = io.StringIO()
    LiveProgress(Console(file=live)).record(FlagRaised(flag=invented))
    assert live.getvalue().startswith("unverified")


def test_with_nothing_but_invented_quotations_there_are_no_flags() -> None:
    invented = flag(path="a.py", quotation="os.system(x)", severity=Severity.CRITICAL)
    report = assemble(facts(check_flags=(invented,)))
    assert (report.flags, report.flag_counts) == ((), "1 flag whose quotation was not found")
    assert "None in 1 directory" in on_terminal(report)
    assert "critical" not in on_terminal(report).split("Directories")[0]
    assert "No flags in 1 directory" in render("markdown", report)


def test_evidence_that_was_found_elsewhere_is_no_longer_doubted() -> None:
    found = flag(path="a.py", quotation="eval(x)", verified=True, severity=Severity.INFO)
    doubted = found.model_copy(update={"verified": False, "severity": Severity.CRITICAL})
    report = assemble(facts(check_flags=(doubted, found)))
    assert (report.flags, report.unverified_flags) == (fingerprinted([found]), ())


def test_the_models_are_named_also_when_nothing_was_bought() -> None:
    models = (
        PassModel(pass_name="plan", model="deep"),
        PassModel(pass_name="directory", model="m"),
    )
    report = assemble(facts(models=models))
    assert json.loads(render("json", report))["models"][1] == {
        "pass_name": "directory",
        "model": "m",
    }
    assert "plan by `deep`, directory by `m`" in render("markdown", report)
    assert "deep (plan), m (directory)" in on_terminal(report)
