"""What was paid for is never paid for again; what changed is."""

import base64
import json
import os
import pickle
from pathlib import Path
from types import SimpleNamespace

import pytest

from luminos_core.records.directory import DirectoryState
from luminos_core.records.report import AuditReport
from luminos_core.store.layout import Store
from tests.fakes.audit_script import asked, directory_of, reports, submits
from tests.fakes.scripted_model import Answer, ScriptedModel, says
from tests.fakes.trees import DIRECTORIES
from tests.flows.conftest import Audit


def changes(report: AuditReport) -> dict[str, str]:
    return {each.path: each.change for each in report.directories if each.change}


def states(report: AuditReport) -> dict[str, DirectoryState]:
    return {each.path: each.state for each in report.directories}


def test_a_first_run_asks_once_for_each_directory_and_pass(audit: Audit, target: Path) -> None:
    model = ScriptedModel(submits())
    report = audit(target, model)
    assert sorted(asked(model.requests)) == sorted([*DIRECTORIES, "survey", "plan", "synthesis"])
    assert report.status == "complete"
    assert changes(report) == dict.fromkeys(DIRECTORIES, "new")


def test_an_unchanged_second_run_makes_no_call(audit: Audit, target: Path) -> None:
    first = audit(target, ScriptedModel(submits()))
    model = ScriptedModel([])
    second = audit(target, model)
    assert model.requests == []
    assert states(second) == dict.fromkeys(DIRECTORIES, DirectoryState.CACHED)
    assert (second.brief, second.detailed) == (first.brief, first.detailed)
    assert second.cost.usage == ()


def test_one_changed_file_redoes_its_directory_and_ancestors(audit: Audit, target: Path) -> None:
    audit(target, ScriptedModel(submits(_describes_the_package)))
    (target / "src/sample/adding.py").write_text("def add(a, b):\n    return b + a\n")
    model = ScriptedModel(submits())
    report = audit(target, model)
    text = model.requests[asked(model.requests).index("src/sample")].messages[0].text
    assert "- src/sample/__init__.py: Names the package." in text  # unchanged: its summary
    assert '1\t"""Adds numbers' not in text
    assert "2\t    return b + a" in text
    assert [path for path in asked(model.requests) if path in DIRECTORIES] == [
        "src/sample",
        "src",
        ".",
    ]
    assert changes(report) == {
        "src/sample": "content changed: adding.py",
        "src": "child changed: src/sample",
        ".": "child changed: src",
    }


def _describes_the_package(path: str) -> Answer:
    if path != "src/sample":
        return reports(path)
    file = {
        "kind": "file",
        "path": f"{path}/__init__.py",
        "data": {"summary": "Names the package."},
    }
    submission = {"summary": f"About {path}.", "completeness": 0.9}
    return says(("write_cache", file), ("submit_report", submission))


def test_a_touched_file_and_a_moved_target_change_nothing(
    audit: Audit, target: Path, tmp_path: Path
) -> None:
    audit(target, ScriptedModel(submits()))
    (target / "README.md").touch()
    (tmp_path / "moved").mkdir()
    moved = target.rename(tmp_path / "moved" / "sample")
    model = ScriptedModel(submits())
    report = audit(moved, model)
    assert not DIRECTORIES & set(asked(model.requests))
    for each in report.directories:
        assert all(file.path.startswith(str(moved)) for file in each.files)


def test_fresh_redoes_everything_and_overwrites(audit: Audit, target: Path) -> None:
    audit(target, ScriptedModel(submits()))
    model = ScriptedModel(submits(lambda path: _says(path, "Again.")))
    report = audit(target, model, fresh=True)
    assert len(model.requests) == len(DIRECTORIES) + 3
    assert changes(report) == dict.fromkeys(DIRECTORIES, "forced")
    again = audit(target, ScriptedModel([]))
    assert {each.summary for each in again.directories} == {"Again."}


def test_a_failed_child_is_reported_to_its_parent_and_redone_with_its_ancestors(
    audit: Audit, target: Path
) -> None:
    def fails(path: str) -> Answer:
        return ValueError("a bug") if path == "docs" else reports(path)

    model = ScriptedModel(submits(fails))
    report = audit(target, model)
    assert report.status == "incomplete"
    assert states(report)["docs"] is DirectoryState.FAILED
    root = next(each for each in model.requests if directory_of(each) == ".")
    assert "docs" in root.messages[0].text and "failed" in root.messages[0].text
    repaired = ScriptedModel(submits())
    second = audit(target, repaired)
    assert sorted(set(asked(repaired.requests)) & DIRECTORIES) == [".", "docs"]
    assert changes(second)["docs"] == "previous attempt failed"
    assert second.status == "complete"


def test_a_bug_in_a_pass_is_a_gap_in_the_report_and_the_run_goes_on(
    audit: Audit, target: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: object) -> None:
        raise ZeroDivisionError("a bug")

    monkeypatch.setattr("luminos_core.audit.scan_steps.run_checks", broken)
    report = audit(target, ScriptedModel(submits()))
    assert report.status == "incomplete"
    assert [(gap.pass_name, gap.reason) for gap in report.gaps] == [
        ("checks", "ZeroDivisionError: a bug")
    ]
    assert set(states(report).values()) == {DirectoryState.INVESTIGATED}


def test_a_journal_that_lost_lines_is_a_gap(
    audit: Audit, target: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(descriptor: int, line: bytes) -> None:
        raise OSError(28, "No space left on device")

    full_disk = SimpleNamespace(**{**vars(os), "write": full})
    monkeypatch.setattr("luminos_core.store.journal.os", full_disk)
    report = audit(target, ScriptedModel(submits()))
    (gap,) = report.gaps
    assert gap.pass_name == "journal"
    assert "No space left on device" in gap.reason


@pytest.mark.parametrize("damage", ["truncated", "changed", "pickled", "empty", "moved"])
def test_a_stored_result_that_is_not_ours_is_a_miss_and_runs_nothing(
    audit: Audit, target: Path, store: Store, tmp_path: Path, damage: str
) -> None:
    audit(target, ScriptedModel(submits()))
    ran = tmp_path / "ran"
    stored = list(store.signed("results").path.glob("directory-*"))
    damaged = {file: _damaged(file, damage, ran) for file in stored}
    for file, content in damaged.items():
        file.write_bytes(content)
    model = ScriptedModel(submits())
    report = audit(target, model)
    assert set(asked(model.requests)) >= DIRECTORIES
    assert report.status == "complete"
    assert not ran.exists()


class _Bomb:
    def __init__(self, path: Path) -> None:
        self.path = path

    def __reduce__(self) -> tuple[object, tuple[object, ...]]:
        return (Path.touch, (self.path,))


def _damaged(file: Path, damage: str, ran: Path) -> bytes:
    stored = file.read_bytes()
    header, _, body = stored.partition(b"\n")
    match damage:
        case "truncated":
            return stored[: len(stored) // 2]
        case "changed":
            return stored.replace(b"About", b"Abbot")
        case "empty":
            return b""
        case "moved":
            others = [other for other in file.parent.glob("directory-*") if other != file]
            return others[0].read_bytes()
    record = json.loads(body)
    record["metadata"]["serializer"] = {"type": "pickle", "picklelib": "cloudpickle"}
    record["result"] = base64.b64encode(pickle.dumps(_Bomb(ran))).decode()
    return header + b"\n" + json.dumps(record).encode()


def _says(path: str, summary: str) -> Answer:
    return says(("submit_report", {"summary": summary, "completeness": 1.0}))
