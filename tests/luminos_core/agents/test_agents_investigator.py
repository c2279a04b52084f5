"""A pass is carried out by an agent with the model of the pass, or offline."""

from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest

from luminos_core.agents.context import AgentContext
from luminos_core.agents.investigator import AgentInvestigator, OfflineInvestigator
from luminos_core.agents.passes.definition import AnyPass
from luminos_core.agents.passes.directory import DIRECTORY
from luminos_core.errors import Interrupted
from luminos_core.records.directory import DirectoryReport, DirectoryState
from luminos_core.records.settings import ModelTier
from luminos_core.scan.scanned_files import ScannedFiles
from luminos_core.stop import StopSignal
from tests.fakes.agent_bench import NOW, Bench, MakeBench
from tests.fakes.core_passes import CORE_PASSES
from tests.fakes.scripted_model import submits
from tests.fakes.works import scanned, work_on


def investigated_offline(root: Path, stop: StopSignal) -> DirectoryReport:
    investigator = OfflineInvestigator(ScannedFiles(root), stop, lambda: NOW)
    work = work_on(root, scanned(root).directory("src"))
    report: DirectoryReport = investigator.start(DIRECTORY, work, last_attempt=True).run()
    return report


@pytest.fixture
def bench(make_bench: MakeBench) -> Bench:
    return make_bench([submits()])


def test_an_agent_uses_the_model_of_its_pass(bench: Bench) -> None:
    def context_of(step: AnyPass, tier: ModelTier | None) -> AgentContext:
        return replace(bench.context, model_id=f"model of the {step.name}")

    work = work_on(bench.root, scanned(bench.root).directory("src"))
    report = AgentInvestigator(context_of).start(DIRECTORY, work, last_attempt=True).run()
    assert report.state is DirectoryState.INVESTIGATED
    assert [request.model for request in bench.model.requests] == ["model of the directory"]


def test_agents_can_run_every_pass_and_offline_four_can_be(bench: Bench) -> None:
    agents = AgentInvestigator(lambda *_: bench.context)
    offline = OfflineInvestigator(bench.context.files, StopSignal(), lambda: NOW)
    assert all(map(agents.can_run, CORE_PASSES))
    can_run = {step.name for step in CORE_PASSES if offline.can_run(step)}
    assert can_run == {"survey", "plan", "directory", "synthesis"}


def test_a_directory_is_investigated_offline_without_turns(bench: Bench) -> None:
    report = investigated_offline(bench.root, StopSignal())
    assert report.state is DirectoryState.INVESTIGATED
    assert [file.relative_path for file in report.files] == ["src/a.py", "src/b.py"]
    assert (report.turns_used, report.turns_borrowed, report.turns_lent) == (0, 0, 0)
    assert bench.model.requests == []


def test_offline_each_file_is_read_once(bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    read: Counter[str] = Counter()
    real = ScannedFiles.read

    def counting(files: ScannedFiles, path: str, *rest: object) -> object:
        read[path] += 1
        return real(files, path, *rest)  # type: ignore[arg-type]

    monkeypatch.setattr(ScannedFiles, "read", counting)
    investigated_offline(bench.root, StopSignal())
    assert read == {"src/a.py": 1, "src/b.py": 1}


def test_a_stopped_run_investigates_nothing_offline(bench: Bench) -> None:
    stop = StopSignal()
    stop.set()
    with pytest.raises(Interrupted):
        investigated_offline(bench.root, stop)
