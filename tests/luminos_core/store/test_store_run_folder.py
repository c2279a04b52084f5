"""A run's folder: journals are written at once, files atomically, and torn lines cost nothing."""

import json
import os
import stat
import threading
from pathlib import Path

import pytest
from hypothesis import given, settings

from luminos_core.audit.assemble import RunFacts, assemble
from luminos_core.audit.publish import publish
from luminos_core.errors import StoreError
from luminos_core.flags.ranking import fingerprinted
from luminos_core.records.event import FlagRaised, PhaseStarted, ToolCalled
from luminos_core.records.flag import Flag
from luminos_core.records.plan import Plan, PriorityDirectory
from luminos_core.report.registry import PUBLISHED
from luminos_core.store import journal
from luminos_core.store.run_folder import RunFolder, read_evaluation, read_ledger, read_report
from tests.luminos_core.report.progress_events import billed
from tests.luminos_core.report.report_runs import facts, flag, runs


def called(directory: str = ".", turn: int = 1) -> ToolCalled:
    return ToolCalled(
        directory=directory,
        turn=turn,
        timestamp="2026-01-01T00:00:00+00:00",
        tool="read_file",
        args={"path": "a.py"},
        result_length=12,
    )


def test_flags_and_tool_calls_are_on_disk_as_they_happen(tmp_path: Path) -> None:
    with RunFolder(tmp_path / "run") as folder:
        folder.record(PhaseStarted(phase="scan", text="Scanning"))
        folder.record(FlagRaised(flag=flag(line=3, quotation="eval(x)", rule="code-injection")))
        folder.record(called())
        raised = json.loads((folder.path / "flags.jsonl").read_text())
        called_tool = json.loads((folder.path / "investigation.jsonl").read_text())
    wanted = {"path", "finding", "severity", "rule", "line", "quotation"}
    assert wanted <= raised.keys()
    assert called_tool == called().model_dump()
    assert set(called_tool) == {"directory", "turn", "timestamp", "tool", "args", "result_length"}


def test_a_flag_is_written_once_also_when_the_run_goes_on_after_a_kill(tmp_path: Path) -> None:
    one, other = flag(line=3), flag(finding="Another.")
    for _ in range(2):
        with RunFolder(tmp_path / "run") as folder:
            folder.record(FlagRaised(flag=one))
            folder.add_flags((one.model_copy(update={"line": 9}), other))
        assert flags_in(folder.path) == (one, other)
    with (folder.path / "flags.jsonl").open("a") as torn:
        torn.write('{"path": "a')
    with RunFolder(tmp_path / "run") as folder:
        folder.add_flags((one, other))
    assert (folder.path / "flags.jsonl").read_text().count("\n") == 3


def test_lines_of_many_threads_do_not_mix(tmp_path: Path) -> None:
    with RunFolder(tmp_path / "run") as folder:
        threads = [
            threading.Thread(
                target=lambda n=n: [
                    folder.record(called(f"d{n}" * 500, turn)) for turn in range(40)
                ]
            )
            for n in range(6)
        ]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        lines = (folder.path / "investigation.jsonl").read_text().splitlines()
    assert len([json.loads(line) for line in lines]) == 240


@given(runs())
@settings(max_examples=10, deadline=None)
def test_any_report_is_read_back_as_it_was_published(
    tmp_path_factory: pytest.TempPathFactory, run: RunFacts
) -> None:
    report = assemble(run)
    store = tmp_path_factory.mktemp("store")
    with RunFolder(store / "run") as folder:
        publish(folder, report, store)
    assert read_report(folder.path) == report
    assert read_report(folder.path / "report.json") == report
    assert flags_in(folder.path) == (*report.flags, *report.unverified_flags)


def test_published_files_are_readable_by_their_owner_only_and_no_other_file_is_left(
    tmp_path: Path,
) -> None:
    plan = Plan(priority_dirs=(PriorityDirectory(path="a", reason="b", suggested_turns=3),))
    with RunFolder(tmp_path / "run") as folder:
        publish(folder, assemble(facts(plan=plan)), tmp_path)
    names = {path.name for path in folder.path.iterdir()}
    journals = {"flags.jsonl", "investigation.jsonl", "ledger.jsonl"}
    renderings = {rendering.file_name for rendering in PUBLISHED}
    assert names == {"plan.json", "plan_evaluation.json"} | renderings | journals
    assert {"report.json", "report.md"} <= renderings
    assert stat.S_IMODE(folder.path.stat().st_mode) == 0o700
    assert {stat.S_IMODE(path.stat().st_mode) for path in folder.path.iterdir()} == {0o600}
    assert json.loads((folder.path / "plan.json").read_text())["priority_dirs"][0]["path"] == "a"
    evaluation = read_evaluation(folder.path)
    assert evaluation is not None
    assert read_evaluation(tmp_path) == evaluation  # for the target's next run


def test_publishing_leaves_each_flag_once_and_a_retry_uses_the_same_folder(
    tmp_path: Path,
) -> None:
    found = flag(line=3)
    for _ in range(2):
        with RunFolder(tmp_path / "run") as folder:
            folder.record(FlagRaised(flag=found))
            folder.record(FlagRaised(flag=found))
            folder.record(called())
            report = assemble(facts(check_flags=(found, found.model_copy())))
            publish(folder, report, tmp_path)
    assert flags_in(folder.path) == fingerprinted([found])
    assert len((folder.path / "investigation.jsonl").read_text().splitlines()) == 2


def test_a_line_torn_by_a_crash_costs_no_other(tmp_path: Path) -> None:
    with RunFolder(tmp_path / "run") as folder:
        folder.record(billed("first", 10, 0.5))
    file = folder.path / "ledger.jsonl"
    file.write_bytes(file.read_bytes() + b'{"at": "torn')
    with RunFolder(tmp_path / "run") as folder:
        folder.record(billed("second", 10, None))
    file.write_bytes(file.read_bytes() + b'{"at":"now","usd":"much"}\n\xff\n')
    found = read_ledger(folder.path)
    assert [(line.directory, line.usd) for line in found] == [("first", 0.5), ("second", None)]
    assert read_ledger(tmp_path) == ()


def flags_in(folder: Path) -> tuple[Flag, ...]:
    lines = (folder / "flags.jsonl").read_bytes().splitlines()
    return tuple(Flag.model_validate_json(line) for line in lines)


def test_a_crash_while_replacing_leaves_the_old_report(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with RunFolder(tmp_path / "run") as folder:
        publish(folder, assemble(facts(run_id="old")), tmp_path)
        monkeypatch.setattr(journal.os, "fsync", _full_disk)
        with pytest.raises(StoreError, match=r"cannot write .*: No space left on device"):
            publish(folder, assemble(facts(run_id="new")), tmp_path)
    assert read_report(folder.path).run_id == "old"
    assert not [path for path in folder.path.iterdir() if path.name.startswith(".")]


def test_a_full_disk_during_the_run_ends_no_loop_and_is_reported(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with RunFolder(tmp_path / "run") as folder:
        assert folder.error == ""
        monkeypatch.setattr(journal.os, "write", _full_disk)
        folder.record(called())
        assert folder.error.endswith(
            "investigation.jsonl is missing lines: No space left on device"
        )


def test_a_folder_that_cannot_be_created_is_an_error_at_once(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(StoreError, match="cannot be written: Not a directory"):
        RunFolder(tmp_path / "file" / "run")


def test_a_report_of_a_newer_version_is_read_without_what_is_unknown(tmp_path: Path) -> None:
    report = assemble(facts(check_flags=(flag(),)))
    newer = report.model_dump(mode="json") | {"novel": 1, "schema_version": 2}
    newer["flags"][0]["novel"] = [1]
    (tmp_path / "report.json").write_text(json.dumps(newer))
    assert read_report(tmp_path) == report.model_copy(update={"schema_version": 2})


@pytest.mark.parametrize("text", ["", "{", "[]", '{"run_id": 1}', "\x00"])
def test_a_corrupt_report_is_an_error_of_one_line(tmp_path: Path, text: str) -> None:
    (tmp_path / "report.json").write_text(text)
    with pytest.raises(StoreError, match=r"report\.json is not a report") as caught:
        read_report(tmp_path)
    assert "\n" not in str(caught.value)


def test_a_missing_report_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(StoreError, match=r"report\.json does not exist"):
        read_report(tmp_path)


def test_a_lone_surrogate_from_a_model_does_not_cost_the_report(tmp_path: Path) -> None:
    with RunFolder(tmp_path / "run") as folder:
        folder.record(FlagRaised(flag=flag(finding="bad \ud800 text")))
        report = assemble(facts(check_flags=(flag(finding="bad \ud800 text é"),)))
        publish(folder, report, tmp_path)
    assert read_report(folder.path).flags[0].finding == "bad \ufffd text é"
    assert "bad" in (folder.path / "report.md").read_text()


def test_no_text_of_a_rendering_costs_the_report(tmp_path: Path) -> None:
    with RunFolder(tmp_path / "run") as folder:
        folder.publish({"any.txt": "bad \ud800 text é", "report.json": "{}"})
    assert (folder.path / "any.txt").read_text() == "bad \ufffd text é"
    assert (folder.path / "report.json").exists()


def test_a_journal_is_never_a_link(tmp_path: Path) -> None:
    (tmp_path / "run").mkdir()
    (tmp_path / "run" / "flags.jsonl").symlink_to(tmp_path / "elsewhere")
    with pytest.raises(StoreError, match=r"flags.jsonl: it is a link"):
        RunFolder(tmp_path / "run")
    assert not (tmp_path / "elsewhere").exists()


def _full_disk(*_: object) -> int:
    raise OSError(28, os.strerror(28))
