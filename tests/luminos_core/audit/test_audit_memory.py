"""Whole runs that remember: what they leave, what it costs, and what a later one makes of it."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from luminos_core.agents.passes.registry import PASSES
from luminos_core.audit.run import run_audit
from luminos_core.llm.model import Model
from luminos_core.memory.episodes import Episodes
from luminos_core.records.conversation import ModelRequest
from luminos_core.records.event import Event, Warned
from luminos_core.records.memory import Episode, Judge, Word
from luminos_core.records.report import AuditReport
from luminos_core.store.layout import Store
from tests.fakes.audit_script import asked, pass_of, submits
from tests.fakes.audits import runtime_over
from tests.fakes.scripted_model import Answer, ScriptedModel, says
from tests.fakes.thread_executor import MemoryResults, ThreadExecutor

CODE = "import os\n\n\ndef run(name):\n    os.system(name)\n\n\ndef other():\n    return 1\n"


class Nights:
    """Of one target, with what a store and its results keep from one to the next."""

    def __init__(self, folder: Path) -> None:
        self.target, self.store = folder / "target", folder / "store"
        for name in ("jobs", "web"):
            (self.target / name).mkdir(parents=True)
            (self.target / name / "code.py").write_text(CODE)
        self.results = MemoryResults()
        self.events: list[Event] = []
        self.count = 0

    def audit(self, model: Model | None = None, **settings: Any) -> AuditReport:
        self.count += 1
        with runtime_over(
            self.target,
            model=model,
            results=self.results,
            store=self.store,
            run_id=f"run-{self.count}",
            passes=PASSES,
            events=self.events,
            settings=settings,
            yes=True,
            concurrency=1,
        ) as runtime:
            return run_audit(runtime, ThreadExecutor(runtime, self.results))

    def edit(self, text: str = "# more\n", name: str = "jobs/more.py") -> None:
        path = self.target / name
        path.write_text((path.read_text() if path.exists() else "") + text)

    @property
    def episodes(self) -> tuple[Episode, ...]:
        return Episodes(Store(self.store), self.target).load().episodes

    @property
    def file(self) -> Path:
        (found,) = self.store.glob("targets/*/memory/episodes")
        return found


@pytest.fixture
def nights(tmp_path: Path) -> Nights:
    return Nights(tmp_path)


def flags_a_shell(opinion: str = "refuted", severity: str = "concern") -> ScriptedModel:
    """Of every investigation of jobs, and what its reviewers say of it."""
    claim = {
        "path": "jobs/code.py",
        "finding": "A name is run by a shell.",
        "severity": severity,
        "quotation": "os.system(name)",
        "cwe": 78,
    }
    verdict = {
        "opinion": opinion,
        "reason": "Nobody calls it.",
        "path": "jobs/code.py",
        "line": 5,
        "quotation": "os.system(name)",
    }

    def directory(path: str) -> Answer:
        end = ("submit_report", {"summary": f"About {path}.", "completeness": 0.9})
        return says(*([("flag", claim)] if path == "jobs" else []), end)

    return scripted(directory, lambda: says(("submit_verdict", verdict)))


def scripted(directory: Callable[[str], Answer], review: Callable[[], Answer]) -> ScriptedModel:
    rest = submits(directory)

    def answer(request: ModelRequest) -> Answer:
        return review() if "verification" in pass_of(request) else rest(request)

    return ScriptedModel(answer)


def test_a_run_leaves_an_episode_for_each_directory_that_it_investigated(nights: Nights) -> None:
    nights.audit(flags_a_shell())
    found = {each.directory: each for each in nights.episodes}
    assert set(found) == {".", "jobs", "web"}
    jobs = found["jobs"]
    assert jobs.turns is not None and jobs.turns.used == 1
    assert (jobs.run_id, jobs.size, jobs.sort) == ("run-1", len(CODE), "source up to 4.0 kB")
    assert len(jobs.key) == 64 and jobs.turns.completeness == 0.9
    (said,) = jobs.judgements
    assert (said.judge, said.word, said.kind) == (Judge.REVIEWERS, Word.FALSE, "agents' CWE-78")
    assert said.reason == "Nobody calls it. (jobs/code.py:5)" and said.code
    assert found["web"].judgements == ()

    nights.edit()
    nights.audit(flags_a_shell())
    assert [each.directory for each in nights.episodes if each.run_id == "run-2"] == [".", "jobs"]
    codes = {s.code for e in nights.episodes for s in e.judgements}
    assert len(codes) == 1, "another file has changed, and not the function"


def test_a_quiet_night_asks_nothing_and_writes_nothing(nights: Nights) -> None:
    nights.audit(flags_a_shell())
    before = nights.file.read_bytes()
    model = flags_a_shell()
    nights.audit(model)
    assert (asked(model.requests), nights.file.read_bytes()) == ([], before)


def test_a_run_without_a_model_leaves_no_episode(nights: Nights) -> None:
    nights.audit()
    assert not [*nights.store.glob("targets/*/memory")]


def test_with_memory_off_nothing_is_written(nights: Nights) -> None:
    nights.audit(flags_a_shell(), memory=False)
    assert not [*nights.store.glob("targets/*/memory")]


def test_a_corrupt_line_is_told_of_and_the_run_is_complete(nights: Nights) -> None:
    nights.audit(flags_a_shell())
    nights.file.write_bytes(nights.file.read_bytes() + b"no line of ours\n")
    nights.edit()
    report = nights.audit(flags_a_shell())
    (warned,) = (each for each in nights.events if isinstance(each, Warned))
    assert warned.text == f"1 line of {nights.file} skipped: not as written"
    assert report.status == "complete"
