"""A pass that this file registers: all that is told by pass follows from the registry."""

from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest
from pydantic import Field, JsonValue

from flows.commands.retry import retry_request
from luminos_core.agents.estimate.model_profile import ModelProfile
from luminos_core.agents.passes.definition import Pass, Stage
from luminos_core.agents.prompts.rendering import Prompts
from luminos_core.agents.run_state import RunState
from luminos_core.audit.runtime import build_runtime
from luminos_core.records.base import Record
from luminos_core.records.conversation import ModelRequest
from luminos_core.records.event import PhaseStarted
from luminos_core.records.settings import ModelTier
from luminos_core.store.layout import Store
from luminos_core.store.run_folder import read_ledger
from luminos_core.tools.tool import Text, Tool, ToolInput
from tests.fakes.audit_script import submits
from tests.fakes.core_passes import CORE_PASSES
from tests.fakes.scripted_model import Answer, ScriptedModel, says
from tests.flows.command import wait_until
from tests.flows.conftest import Audit
from tests.flows.server_records import ended_task_runs

PROMPTS = {
    "licence_system.md": "Name the licence of a target.\n",
    "licence_task.md": "The target `{{ target }}` has:\n\n{{ names }}\n",
}
MIT = says(("submit_licence", {"licence": "MIT"}))


class SubmitLicenceInput(ToolInput):
    licence: Text = Field(description="Its SPDX identifier.")


SUBMIT_LICENCE = Tool(
    name="submit_licence", description="Name the licence.", input=SubmitLicenceInput
)


class LicenceBriefing(Record):
    target: str
    names: tuple[str, ...]  # of the files at the root


class LicenceResult(Record):
    licence: str
    gap: str = ""


class LicencePass(Pass[LicenceBriefing, LicenceResult]):
    name = "licence"
    stage = Stage.BEFORE_DIRECTORIES
    tier = ModelTier.FAST
    turns = 2
    prompts = Prompts("licence", "own_prompts")
    tools = (SUBMIT_LICENCE,)
    result = LicenceResult

    def briefing(self, state: RunState) -> LicenceBriefing:
        (root,) = (each for each in state.snapshot.directories if each.path == ".")
        names = tuple(file.name for file in root.files)
        return LicenceBriefing(target=state.snapshot.name, names=names)

    def started(self, briefing: LicenceBriefing) -> PhaseStarted:
        return PhaseStarted(phase=self.name, text=f"naming the licence of {briefing.target}")

    def slots(self, briefing: LicenceBriefing) -> dict[str, object]:
        return {"target": briefing.target, "names": "\n".join(briefing.names)}

    def ingredients(self, briefing: LicenceBriefing) -> JsonValue:
        return [*briefing.names]

    def accept(self, briefing: LicenceBriefing, submission: SubmitLicenceInput) -> LicenceResult:
        return LicenceResult(licence=submission.licence)

    def fallback(self, briefing: LicenceBriefing, gap: str) -> LicenceResult:
        return LicenceResult(licence="", gap=f"no licence was named: {gap}")

    def answer_tokens(self, briefing: LicenceBriefing, profile: ModelProfile) -> float:
        return 5 * profile.verbosity


LICENCE = LicencePass()


@pytest.fixture
def registered(audit: Audit, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The pass in the registry that the flow builds its runtime with, and its prompts on the
    path."""
    package = tmp_path / "path" / "own_prompts"
    package.mkdir(parents=True)
    for name, text in {"__init__.py": "", **PROMPTS}.items():
        (package / name).write_text(text)
    monkeypatch.syspath_prepend(package.parent)
    with_licence = partial(build_runtime, passes=(*CORE_PASSES, LICENCE))
    monkeypatch.setattr("flows.audit.build_runtime", with_licence)


@pytest.mark.usefixtures("registered")
def test_it_is_planned_estimated_run_and_billed_by_its_name(
    audit: Audit, store: Store, target: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LUMINOS_LICENCE_TIER", "development")
    monkeypatch.setenv("LUMINOS_DEVELOPMENT_MODEL", "claude-sonnet-4-5")
    model = ScriptedModel(answers(MIT))
    report = audit(target, model)
    assert (report.status, report.gaps) == ("complete", ())

    (request,) = licence_requests(model)
    assert request.model == "claude-sonnet-4-5"
    assert [tool.name for tool in request.tools] == ["submit_licence"]

    def states() -> list[bool]:
        """Of the pass's task runs at the server, whether each is completed."""
        runs = ended_task_runs(report.run_id)
        return [run.state.is_completed() for run in runs if run.name == "licence"]

    assert wait_until(lambda: states() == [True], 0.2)

    assert report.cost.estimate is not None
    (estimated,) = (used for used in report.cost.estimate.usage if used.pass_name == "licence")
    assert (estimated.model, estimated.calls) == ("claude-sonnet-4-5", 1)
    assert estimated.usd is not None and estimated.usd > 0
    ledger = read_ledger(store.run(report.run_id))
    (line,) = (line for line in ledger if line.pass_name == "licence")
    assert (line.directory, line.answered) == ("(licence)", True)
    assert [each.calls for each in report.cost.by_pass if each.name == "licence"] == [1]


@pytest.mark.usefixtures("registered")
def test_its_gap_is_reported_by_its_name_and_a_retry_runs_it_alone(
    audit: Audit, target: Path
) -> None:
    audit(target, ScriptedModel(answers(MIT)))  # its result is stored
    silent = ScriptedModel(answers(says(text="Hm.")))
    report = audit(target, silent, fresh=True)
    why = "no licence was named: nothing was submitted, though asked for"
    assert [(gap.pass_name, gap.reason) for gap in report.gaps] == [("licence", why)]
    assert report.incomplete_because == (f"gap in licence: {why}",)
    calls = [each.calls for each in report.cost.by_pass if each.name == "licence"]
    assert calls == [len(licence_requests(silent))]

    request = retry_request(report)
    assert request.again_passes == ("licence",)
    model = ScriptedModel(answers(MIT))
    retried = audit(target, model, **request.model_dump(exclude={"target"}))
    assert model.requests == licence_requests(model) != []
    assert (retried.status, retried.gaps) == ("complete", ())


def answers(licence: Answer) -> Callable[[ModelRequest], Answer]:
    rest = submits()
    return lambda request: licence if request.system == LICENCE.prompts.system else rest(request)


def licence_requests(model: ScriptedModel) -> list[ModelRequest]:
    return [each for each in model.requests if each.system == LICENCE.prompts.system]
