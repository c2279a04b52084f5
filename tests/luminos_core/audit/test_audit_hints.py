"""Hints: what rules find that is seldom right. Agents judge them, and nothing counts them."""

from pathlib import Path

import pytest
from rich.console import Console

from luminos_core.audit.assemble import assemble
from luminos_core.audit.run import run_audit
from luminos_core.external.merge import merge_flags
from luminos_core.records.directory import DirectoryReport, DirectoryState
from luminos_core.records.external import ToolFlag
from luminos_core.records.flag import FlagSource, Severity
from luminos_core.records.report import AuditReport
from luminos_core.report.report_markdown import render_markdown
from luminos_core.report.terminal.report_view import print_report
from tests.fakes.audits import runtime_over
from tests.fakes.thread_executor import MemoryResults, ThreadExecutor
from tests.luminos_core.report.report_runs import check_flag, facts, flag

HINTS = "# Appendix: hints"


@pytest.fixture
def report(tmp_path: Path) -> AuditReport:
    """Of a file in which one error is thrown away, and two are passed over."""
    closing = "try:\n    c.close()\nexcept Exception:\n    pass\n"
    (tmp_path / "a.py").write_text(closing + closing.replace("close", "save") + closing)
    return _audited(tmp_path)


def _audited(target: Path) -> AuditReport:
    results = MemoryResults()
    with runtime_over(target, results=results, settings={"tools": "none"}) as runtime:
        return run_audit(runtime, ThreadExecutor(runtime, results))


def test_hints_are_not_among_the_flags_and_counted_apart(report: AuditReport) -> None:
    assert [(each.rule, each.line) for each in report.flags if each.line] == [
        ("swallowed-error", 7)
    ]
    assert [(each.rule, each.line) for each in report.hints] == [
        ("ignored-error", 3),
        ("ignored-error", 11),
    ]
    assert report.flag_counts == "1 concern, 3 info"
    assert report.hint_count == "1 hint in 2 places"
    assert [total.flags for total in report.flag_totals] == [1, 3]
    assert all(each.fingerprint and each.is_hint for each in report.hints)


def test_hints_are_at_the_end_of_the_report(report: AuditReport) -> None:
    markdown = "".join(render_markdown(report))
    before, _, appendix = markdown.partition(HINTS)
    assert "ignored-error" in appendix
    assert "2 places: lines 3, 11" in appendix
    assert "swallowed-error" in before
    assert "(`ignored-error`)" not in before
    console = Console(record=True, width=100)
    print_report(report, console, verbose=True)
    text = console.export_text()
    assert text.index("Coverage") < text.index("1 hint in 2 places")


def test_a_report_without_hints_says_nothing_of_them() -> None:
    report = assemble(facts(check_flags=(check_flag(),)))
    assert "hint" not in "".join(render_markdown(report))


def test_a_hint_that_an_agent_confirms_is_its_flag_alone() -> None:
    hints = [check_flag(path="a.py", line=line, is_hint=True) for line in (1, 2)]
    raised = flag(path="a.py", line=1, source=FlagSource.MODEL, verified=True)
    told = DirectoryReport(path=".", state=DirectoryState.INVESTIGATED, flags=(raised,))
    report = assemble(facts(hints=hints, reports=(told,)))
    assert [each.line for each in report.hints] == [2]
    assert [(each.rule, each.also_found_by) for each in report.flags] == [
        ("model", (hints[0].rule,))
    ]


def test_what_another_tool_finds_too_is_no_hint() -> None:
    hint = check_flag(
        path="a.py", line=1, end_line=1, rule="ignored-error", is_hint=True, severity=Severity.INFO
    )
    found = hint.model_copy(
        update={"rule": "ruff:S110", "is_hint": False, "severity": Severity.CONCERN}
    )
    (merged,) = merge_flags([hint], [ToolFlag(flag=found, family="error-handling")])
    assert not merged.is_hint
    assert (merged.severity, merged.also_found_by) == (Severity.CONCERN, ("ruff:S110",))


def test_a_minified_script_is_told_among_what_was_not_read(tmp_path: Path) -> None:
    (tmp_path / "a.min.js").write_text("document.write(location.hash);" * 1_000)
    report = _audited(tmp_path)
    assert report.not_searched == ("a.min.js",)
    assert "not-searched" not in {each.rule for each in report.flags}
    coverage = "".join(render_markdown(report)).partition("## Coverage")[2]
    assert "1 minified script was searched by no rule: a.min.js" in coverage.replace("\\", "")


def test_no_script_is_told_when_all_were_searched(report: AuditReport) -> None:
    assert report.not_searched_line == ""
    assert "searched by no rule" not in "".join(render_markdown(report))
