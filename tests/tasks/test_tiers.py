"""Settings on their way to the server: each pass asks its tier's model at its tier's effort."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from luminos_core.agents.agent_task import AgentTask
from luminos_core.agents.loop import converse
from luminos_core.agents.outcome import Ended
from luminos_core.records.cost import Pass
from luminos_core.records.request import AuditRequest, AuditRun
from luminos_core.tools.registry import TOOLS_BY_PASS
from luminos_core.tools.tool import AgentState
from tasks.runtime import Runtime, open_runtime
from tests.fakes.messages_server import Answer, MessagesServer, Received, reply, submits_at_once


@pytest.fixture
def server() -> Iterator[MessagesServer]:
    """Its model for planning refuses."""

    def script(request: Received) -> Answer:
        if request.json["model"] == "planner":
            return reply(stop_reason="refusal", refusal_category="cyber")
        return submits_at_once(request)

    with MessagesServer(script) as one:
        yield one


@pytest.fixture
def runtime(
    tmp_path: Path, server: MessagesServer, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Runtime]:
    for name, value in {
        "LUMINOS_STORE": str(tmp_path / "store"),
        "ANTHROPIC_API_KEY": "sk-test",
        "ANTHROPIC_BASE_URL": server.base_url,
        "LUMINOS_PLANNING_MODEL": "planner",
        "LUMINOS_PLANNING_EFFORT": "max",
        "LUMINOS_DEVELOPMENT_MODEL": "developer",
        "LUMINOS_DEVELOPMENT_EFFORT": "xhigh",
        "LUMINOS_FAST_MODEL": "sprinter",
        "LUMINOS_FALLBACK_MODEL": "substitute",
    }.items():
        monkeypatch.setenv(name, value)
    target = tmp_path / "target"
    target.mkdir()
    request = AuditRequest(target=str(target), model="anthropic")
    run = AuditRun(
        run_id="run-1", request=request, target=str(target), started_at="2026-01-02T03:04:05Z"
    )
    with open_runtime(run) as one:
        yield one


def test_each_pass_asks_the_model_of_its_tier_at_the_tiers_effort(
    server: MessagesServer, runtime: Runtime
) -> None:
    for pass_name in Pass:
        context = runtime.agent(pass_name)
        agent_task = AgentTask(
            pass_name=pass_name,
            label="src",
            system="The system text.",
            task="The task.",
            briefing=None,  # type: ignore[arg-type]
            tools=TOOLS_BY_PASS[pass_name],
            tool_context=context.tool_context(".", AgentState()),
            turns=2,
        )
        assert converse(agent_task, context).ended is Ended.SUBMITTED

    assert server.refused == []
    assert [(each.json["model"], each.json.get("output_config")) for each in server.requests] == [
        ("sprinter", None),
        ("planner", {"effort": "max"}),
        ("substitute", None),
        ("developer", {"effort": "xhigh"}),
        ("planner", {"effort": "max"}),
        ("substitute", None),
    ]
    assert [(line.pass_name, line.model) for line in runtime.budget.lines] == [
        (Pass.SURVEY, "sprinter"),
        (Pass.PLAN, "planner"),
        (Pass.PLAN, "substitute"),
        (Pass.DIRECTORY, "developer"),
        (Pass.SYNTHESIS, "planner"),
        (Pass.SYNTHESIS, "substitute"),
    ]
