"""Files with another name outside of the target: a model is shown their names alone."""

import os
from dataclasses import replace
from pathlib import Path

import pytest

from luminos_core.audit.run import run_audit
from luminos_core.records.conversation import ModelRequest
from luminos_core.records.coverage import FileState
from luminos_core.records.report import AuditReport
from luminos_core.records.settings import HardLinks
from luminos_core.scan.scan_context import ScanContext
from luminos_core.scan.snapshot import ScanOptions, take_snapshot
from luminos_core.stop import StopSignal
from tests.fakes.audit_script import directory_of, submits
from tests.fakes.audits import runtime_over
from tests.fakes.scripted_model import Answer, ScriptedModel, says
from tests.fakes.scripted_model import submits as submits_directory
from tests.fakes.thread_executor import MemoryResults, ThreadExecutor
from tests.fakes.trees import PROJECT, make_tree

CANARY = "Qx_zq = eval(1)"
LINKED = "src/sample/linked.py"
READS = (
    ("read_file", {"path": LINKED}),
    ("parse_structure", {"path": LINKED}),
    ("run_command", {"argv": ["grep", "-rn", "Qx", "."]}),
    ("run_command", {"argv": ["head", "out.log"]}),
    ("run_command", {"argv": ["wc", LINKED]}),
    ("list_directory", {"path": "src/sample"}),
    ("flag", {"path": LINKED, "finding": "It.", "severity": "info", "quotation": "Qx_zq"}),
)


@pytest.fixture
def target(tmp_path: Path) -> Path:
    root = make_tree(tmp_path / "sample", {**PROJECT, ".gitignore": "*.log\n"})
    outside = tmp_path / "outside.py"
    outside.write_text(f"{CANARY}\n")
    os.link(outside, root / LINKED)
    os.link(outside, root / "out.log")
    os.link(root / "src/sample/adding.py", root / "src/sample/same.py")
    return root


def audit(target: Path, hard_links: HardLinks) -> tuple[AuditReport, str]:
    """The report, and all that was sent, of a model that asks for all it can."""
    sent: list[str] = []

    def answer(request: ModelRequest) -> Answer:
        sent.append(request.model_dump_json())
        if not directory_of(request):
            return submits()(request)
        return says(*READS) if len(request.messages) == 1 else submits_directory()

    results = MemoryResults()
    with runtime_over(target, model=ScriptedModel(answer), results=results, yes=True) as runtime:
        settings = runtime.settings.model_copy(update={"hard_links": hard_links})
        chosen = replace(runtime, settings=settings)
        return run_audit(chosen, ThreadExecutor(chosen, results)), "".join(sent)


def test_a_file_with_a_name_outside_of_the_target_is_not_shown_to_a_model(target: Path) -> None:
    report, sent = audit(target, HardLinks.WITHHOLD)
    assert "Qx_zq = eval" not in sent
    assert "linked.py" in sent
    assert "return a + b" in sent, "a file whose names are all in the target is shown"
    problem = next(error.problem for error in report.scan.scan_errors)
    assert problem.startswith(
        "1 file has another name outside of the target (hard links) and no model is shown the "
        f"content: {LINKED}"
    )
    counts = {count.name: count.count for count in report.coverage.files_by_state}
    assert counts[FileState.WITHHELD] == 1
    assert report.status == "complete"


def test_the_setting_shows_them(target: Path) -> None:
    report, sent = audit(target, HardLinks.SHOW)
    assert "Qx_zq = eval" in sent
    assert not report.scan.scan_errors


def test_offline_they_are_read(target: Path) -> None:
    results = MemoryResults()
    with runtime_over(target, results=results) as runtime:
        report = run_audit(runtime, ThreadExecutor(runtime, results))
    assert LINKED in {file.relative_path for each in report.directories for file in each.files}


def test_a_name_in_an_excluded_directory_is_a_name_in_the_target(tmp_path: Path) -> None:
    root = make_tree(tmp_path / "sample", PROJECT)
    (root / "node_modules").mkdir()
    os.link(root / "docs/guide.md", root / "node_modules/guide.md")
    context = ScanContext(lambda event: None, StopSignal())
    found = take_snapshot(root, ScanOptions(mark_links=True), context)
    assert not [file for file in found.files if file.linked_outside]
