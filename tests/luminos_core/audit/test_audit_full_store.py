"""A store that gets full while a run works: what was bought is reported, and no more is bought."""

import errno
import os
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from luminos_core.audit.run import run_audit
from luminos_core.errors import StoreError
from luminos_core.records.conversation import ModelRequest
from luminos_core.records.report import AuditReport
from luminos_core.store.run_folder import REPORT
from tests.fakes.audit_script import submits
from tests.fakes.audits import runtime_over
from tests.fakes.scripted_model import Answer, ScriptedModel
from tests.fakes.thread_executor import MemoryResults, ThreadExecutor
from tests.fakes.trees import PROJECT, make_tree

ENDLESS = 10**6


@dataclass
class Disk:
    """Every file that is made needs one of so many places; a folder needs one, too."""

    places: int = ENDLESS
    made: int = 0

    def take(self) -> None:
        self.made += 1
        self.places -= 1
        if self.places < 0:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


@dataclass
class Audits:
    folder: Path
    disk: Disk
    results: MemoryResults = field(default_factory=MemoryResults)
    bought: int = 0
    bought_when_full: int = 0
    billed: int = 0

    def run(self) -> AuditReport:
        def answer(request: ModelRequest) -> Answer:
            self.bought += 1
            self.bought_when_full += self.disk.places < 0
            return submits()(request)

        with runtime_over(
            self.folder / "sample",
            model=ScriptedModel(answer),
            results=self.results,
            store=self.folder / "store",
            concurrency=1,
            yes=True,
        ) as runtime:
            try:
                return run_audit(runtime, ThreadExecutor(runtime, self.results))
            finally:
                self.billed = len(runtime.budget.lines)


@pytest.fixture
def disk(monkeypatch: pytest.MonkeyPatch) -> Disk:
    disk = Disk()
    sync, make = os.fsync, os.mkdir

    def syncing(descriptor: int) -> None:
        disk.take()
        sync(descriptor)

    def making(path: Any, *arguments: Any, **named: Any) -> None:
        if "/store" in str(path) and not Path(path).exists():
            disk.take()
        make(path, *arguments, **named)

    monkeypatch.setattr(os, "fsync", syncing)
    monkeypatch.setattr(os, "mkdir", making)
    return disk


def test_wherever_a_store_gets_full_what_was_bought_is_reported_and_a_retry_completes(
    tmp_path: Path, disk: Disk
) -> None:
    whole = Audits(tmp_path / "whole", disk)
    make_tree(whole.folder / "sample", PROJECT)
    before = disk.made
    assert whole.run().status == "complete"
    ends = set()
    for places in range(disk.made - before):
        audits = Audits(tmp_path / str(places), disk)
        make_tree(audits.folder / "sample", PROJECT)
        disk.places = places
        try:
            report = audits.run()
        except StoreError as error:
            assert audits.billed == 0
            assert "No space left on device" in str(error)
            ends.add("nothing bought")
        else:
            assert report.status == "incomplete"
            assert "No space left on device" in report.incomplete_because[0]
            assert report.brief.startswith("Incomplete audit: ")
            assert sum(row.calls for row in report.cost.by_pass) == audits.billed
            ends.add("reported")
        assert audits.bought_when_full == 0
        disk.places = ENDLESS
        assert audits.run().status == "complete"
        assert audits.bought <= whole.bought + 1  # the answer that could not be kept
    assert ends == {"nothing bought", "reported"}


def test_a_report_that_cannot_be_written_is_returned(tmp_path: Path, disk: Disk) -> None:
    audits = Audits(tmp_path, disk)
    make_tree(tmp_path / "sample", PROJECT)
    assert audits.run().status == "complete"
    (tmp_path / "store" / "runs" / "run-1" / REPORT).unlink()
    disk.places = 3  # for all that is written before the report
    report = audits.run()
    assert report.incomplete_because[-1].startswith("gap in record: cannot write ")
    assert not (tmp_path / "store" / "runs" / "run-1" / REPORT).exists()


class Forgetful(MemoryResults):
    """Keeps nothing, and says that it could."""

    def store(self, key: str, value: Any) -> None:
        pass


def test_a_result_that_was_not_kept_ends_the_purchases(tmp_path: Path, disk: Disk) -> None:
    audits = Audits(tmp_path, disk, results=Forgetful())
    make_tree(tmp_path / "sample", PROJECT)
    report = audits.run()
    assert "a result was not kept in" in report.incomplete_because[0]
    assert [each.state for each in report.directories].count("investigated") == 1
