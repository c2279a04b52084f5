"""Suppressions in a whole run: nothing is bought again for them, and nothing is told of them."""

from pathlib import Path
from typing import Any

import pytest

from luminos_core.records.flag import FlagState
from luminos_core.records.report import AuditReport
from luminos_core.report.registry import render
from luminos_core.report.suppressed import remark_line
from luminos_core.suppressions.read_file import TARGET_FILE
from tests.fakes.audits import runtime_over
from tests.fakes.trees import PROJECT, make_tree
from tests.luminos_core.audit.test_audit_keep_results import Audits

DANGEROUS = "import os\n\n\ndef run(request):\n    os.system(request.args['x'])\n"
ACCEPTED = """[[suppress]]
rule = "command-injection"
path = "src/run.py"
reason = "Only we call it."
"""
MEANT = "# luminos: ignore[command-injection] as agreed\n    os.system"


@pytest.fixture
def target(tmp_path: Path) -> Path:
    return make_tree(tmp_path / "sample", {**PROJECT, "src/run.py": DANGEROUS})


@pytest.fixture
def audits(tmp_path: Path, target: Path) -> Audits:
    return Audits(target, tmp_path / "store")


def accept(target: Path, text: str = ACCEPTED) -> None:
    (target / TARGET_FILE).parent.mkdir(exist_ok=True)
    (target / TARGET_FILE).write_text(text)


def rules(report: AuditReport) -> list[str]:
    return [flag.rule for flag in report.flags]


def said(report: AuditReport) -> list[str]:
    return [remark_line(each) for each in report.suppression_remarks]


def test_a_new_suppressions_file_buys_nothing_and_suppresses_its_flags(audits: Audits) -> None:
    assert "command-injection" in rules(audits.run("a"))
    accept(audits.target)
    report = audits.run("a")
    assert audits.bought == set()
    assert "command-injection" not in rules(report)
    (flag,) = report.suppressed_flags
    assert (flag.path, flag.suppressed) == ("src/run.py", "file: Only we call it.")
    (audits.target / TARGET_FILE).unlink()
    assert "command-injection" in rules(audits.run("a"))
    assert audits.bought == set()


def test_a_flag_is_neither_resolved_by_a_suppression_nor_new_after_it(audits: Audits) -> None:
    audits.run(None, run_id="run-1")
    accept(audits.target)
    suppressed = audits.run(None, run_id="run-2")
    assert suppressed.comparison
    assert suppressed.comparison.gone == ()
    (audits.target / TARGET_FILE).unlink()
    (again,) = (
        flag for flag in audits.run(None, run_id="run-3").flags if flag.path == "src/run.py"
    )
    assert again.state is FlagState.PERSISTING


def test_offline_no_sentence_is_about_a_suppressed_flag(audits: Audits) -> None:
    before = audits.run(None)
    assert "command-injection" in rules(before)
    assert "src/run.py" in before.brief
    accept(audits.target)
    report = audits.run(None)
    assert "command-injection" not in rules(report)
    told = "\n".join((report.brief, report.detailed, *(d.summary for d in report.directories)))
    assert "run.py:5" not in told
    changes = {each.path: each.change for each in report.directories if each.change}
    assert changes == {"src": "suppressions changed", ".": "child changed: src"}
    again = audits.run(None)
    assert {each.change for each in again.directories} == {""}
    (audits.target / TARGET_FILE).unlink()
    back = audits.run(None)
    assert (back.brief, back.detailed) == (before.brief, before.detailed)


def test_the_file_of_whoever_runs_the_audit_counts_beside_the_targets(
    audits: Audits, tmp_path: Path
) -> None:
    own = tmp_path / "own.toml"
    own.write_text(ACCEPTED.replace("Only we call it.", "Seen."))
    report = audits.run(None, suppressions=str(own))
    assert [flag.suppressed for flag in report.suppressed_flags] == ["given file: Seen."]
    own.unlink()
    report = audits.run(None, suppressions=str(own))
    assert "command-injection" in rules(report)
    assert said(report)[0].startswith(f"Wrong: {own}: the file suppresses nothing")
    assert report.status == "complete"


@pytest.mark.parametrize(
    "asked",
    [{"no_suppressions": True}, {"settings": {"target_suppressions": "ignore"}}],
    ids=["option", "setting"],
)
@pytest.mark.parametrize("model", [None, "a"], ids=["offline", "model"])
def test_a_target_can_be_kept_from_suppressing_its_own_flags(
    audits: Audits, model: str | None, asked: dict[str, Any]
) -> None:
    source = audits.target / "src" / "run.py"
    source.write_text(source.read_text().replace("os.system", MEANT, 1))
    source.write_text(source.read_text() + "\n\ndef again(request):\n    eval(request.args['x'])\n")
    accept(audits.target, ACCEPTED.replace("command", "code"))
    assert not {"command-injection", "code-injection"} & {*rules(audits.run(model))}
    report = audits.run(model, **asked)
    assert {"command-injection", "code-injection"} <= {*rules(report)}
    assert (report.suppressed_flags, audits.bought) == ((), set())
    assert said(report) == [f"Ignored: {TARGET_FILE}: not used in this run: 1 entry"]


def test_a_malformed_file_is_told_with_its_line_and_every_flag_counts(audits: Audits) -> None:
    accept(audits.target, ACCEPTED + "reason = \n")
    report = audits.run(None)
    assert "command-injection" in rules(report)
    (line,) = said(report)
    assert line.startswith(f"Wrong: {TARGET_FILE}:5: the file suppresses nothing: ")
    assert line.replace("_", "\\_") in render("markdown", report).replace("\\.", ".")


def test_a_reason_is_data(audits: Audits) -> None:
    hostile = (
        "</details><script>alert(1)</script>\\u001b[2J ghp_aB3dE5gH7jK9mN1pQ3sT5vW7yZ9bC1dE3fG5"
    )
    accept(audits.target, ACCEPTED.replace("Only we call it.", hostile))
    report = audits.run(None)
    (flag,) = report.suppressed_flags
    assert "ghp_" not in flag.suppressed
    markdown = render("markdown", report)
    assert "<script>" not in markdown
    assert "\x1b" not in markdown


def test_the_file_is_read_anew_in_each_run(target: Path) -> None:
    from luminos_core.audit.suppressions import read_suppressions

    with runtime_over(target) as runtime:
        assert read_suppressions(runtime).entries == ()
        accept(target)
        assert len(read_suppressions(runtime).entries) == 1
