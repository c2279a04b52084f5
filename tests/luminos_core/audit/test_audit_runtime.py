"""Settings on their way to the server: each pass asks its tier's model at its tier's effort."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from luminos_core import __version__
from luminos_core.agents.agent_task import AgentTask
from luminos_core.agents.investigator import AgentInvestigator
from luminos_core.agents.outcome import Ended
from luminos_core.audit.runtime import Runtime, build_runtime
from luminos_core.llm.providers import build_model
from luminos_core.records.request import AuditRequest, AuditRun
from luminos_core.settings import read_settings
from luminos_core.tools.tool import AgentState
from tests.fakes.agent_bench import converse
from tests.fakes.audits import runtime_over
from tests.fakes.core_passes import CORE_PASSES
from tests.fakes.messages_server import Answer, MessagesServer, Received, reply, submits_at_once
from tests.fakes.thread_executor import MemoryResults


@pytest.fixture
def server() -> Iterator[MessagesServer]:
    """Its model for planning refuses."""

    def script(request: Received) -> Answer:
        if request.json["model"] == "planner":
            return reply(stop_reason="refusal", refusal_category="cyber")
        return submits_at_once(request)

    with MessagesServer(script) as server:
        yield server


@pytest.fixture
def runtime(tmp_path: Path, server: MessagesServer) -> Iterator[Runtime]:
    settings = read_settings(
        {
            "LUMINOS_STORE": str(tmp_path / "store"),
            "ANTHROPIC_API_KEY": "sk-test",
            "ANTHROPIC_BASE_URL": server.base_url,
            "LUMINOS_PLANNING_MODEL": "planner",
            "LUMINOS_PLANNING_EFFORT": "max",
            "LUMINOS_DEVELOPMENT_MODEL": "developer",
            "LUMINOS_DEVELOPMENT_EFFORT": "xhigh",
            "LUMINOS_FAST_MODEL": "sprinter",
            "LUMINOS_FALLBACK_MODEL": "substitute",
            "LUMINOS_PLAN_UPDATE_TIER": "development",
        }
    )
    target = tmp_path / "target"
    target.mkdir()
    request = AuditRequest(target=str(target), model="anthropic")
    run = AuditRun(
        run_id="run-1", request=request, target=str(target), started_at="2026-01-02T03:04:05Z"
    )
    runtime = build_runtime(run, settings, MemoryResults(), build_model(request, settings))
    yield runtime
    runtime.folder.close()


def test_each_pass_asks_the_model_of_its_tier_at_the_tiers_effort(
    server: MessagesServer, runtime: Runtime
) -> None:
    assert isinstance(runtime.investigator, AgentInvestigator)
    for step in CORE_PASSES:
        context = runtime.investigator.context_of(step, None)
        task = AgentTask(
            pass_name=step.name,
            label="src",
            system="The system text.",
            first_message="The task.",
            tools=step.tools,
            tool_context=context.tool_context(".", AgentState()),
            turns=2,
        )
        assert converse(task, context).ended is Ended.SUBMITTED

    assert server.refused == []
    assert [(each.json["model"], each.json.get("output_config")) for each in server.requests] == [
        ("sprinter", None),
        ("planner", {"effort": "max"}),
        ("substitute", None),
        ("developer", {"effort": "xhigh"}),
        ("developer", {"effort": "xhigh"}),
        ("planner", {"effort": "max"}),
        ("substitute", None),
        ("planner", {"effort": "max"}),
        ("substitute", None),
    ]
    assert [(line.pass_name, line.model) for line in runtime.budget.lines] == [
        ("survey", "sprinter"),
        ("plan", "planner"),
        ("plan", "substitute"),
        ("plan-update", "developer"),
        ("directory", "developer"),
        ("plan-revision", "planner"),
        ("plan-revision", "substitute"),
        ("synthesis", "planner"),
        ("synthesis", "substitute"),
    ]


def test_results_of_a_pass_depend_on_the_model_and_the_effort_that_it_asks(
    runtime: Runtime,
) -> None:
    assert {step.name: runtime.model_of(step).label for step in CORE_PASSES} == {
        "survey": "sprinter",
        "plan": "planner at max effort",
        "plan-update": "developer at xhigh effort",
        "directory": "developer at xhigh effort",
        "plan-revision": "planner at max effort",
        "synthesis": "planner at max effort",
    }


def test_results_of_an_offline_run_are_of_one_version(tmp_path: Path) -> None:
    with runtime_over(tmp_path) as offline:
        labels = {offline.model_of(step).label for step in CORE_PASSES}
    assert labels == {f"static-{__version__}"}
