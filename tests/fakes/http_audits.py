"""Whole audits over the core and real HTTP: each request is answered by a scripted server."""

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from pydantic import SecretStr

from luminos_core.agents.passes.definition import AnyPass
from luminos_core.audit.run import run_audit
from luminos_core.llm.anthropic.client import AnthropicModel
from luminos_core.records.report import AuditReport
from tests.fakes.audits import runtime_over
from tests.fakes.core_passes import CORE_PASSES
from tests.fakes.messages_replies import Answer, Reply, reply, tool_use
from tests.fakes.messages_request import Received
from tests.fakes.messages_server import MessagesServer, submits_at_once
from tests.fakes.thread_executor import MemoryResults, ThreadExecutor

Calls = list[tuple[str, dict[str, Any]]]


@dataclass
class HttpAudits:
    """Nights of one target, with one store. `script` gives a request's tool calls; none: it submits
    at once. `requests`: those of the last night."""

    target: Path
    store: Path
    passes: tuple[AnyPass, ...] = CORE_PASSES
    results: MemoryResults = field(default_factory=MemoryResults)
    requests: list[Received] = field(default_factory=list)
    nights: int = 0

    def night(
        self, script: Callable[[Received], Calls | Answer | None], **asked: Any
    ) -> AuditReport:
        def answer(request: Received) -> Answer:
            calls = script(request)
            if calls is None:
                return submits_at_once(request)
            if not isinstance(calls, list):
                return calls
            return reply(*(tool_use(name, given) for name, given in calls))

        self.nights += 1
        with MessagesServer(answer) as server:
            model = AnthropicModel(SecretStr("sk-test"), server.base_url)
            with runtime_over(
                self.target,
                model=model,
                results=self.results,
                passes=self.passes,
                store=self.store,
                run_id=f"run-{self.nights}",
                yes=True,
                **{"settings": {"tools": "none"}, **asked},
            ) as runtime:
                report = run_audit(runtime, ThreadExecutor(runtime, self.results))
            self.requests = list(server.requests)
        return report

    def first_texts(self, directory: str) -> list[str]:
        """The first message of each call of the last night that was about the directory."""
        return [each.first_text for each in self.requests if directory_of(each) == directory]


def directory_of(request: Received) -> str:
    """ "" for a pass over the whole target."""
    _, found, rest = request.first_text.partition("Audit the directory `")
    return rest.partition("`")[0] if found else ""


def submission(summary: str = "A folder.", **fields: Any) -> tuple[str, dict[str, Any]]:
    return "submit_report", {"summary": summary, "completeness": 0.9, **fields}


def tagged(text: str, tag: str) -> str:
    """What a first message holds between tags; "" without them."""
    _, found, rest = text.partition(f"<{tag}>\n")
    return rest.partition(f"\n</{tag}>")[0] if found else ""


__all__ = ["Calls", "HttpAudits", "Received", "Reply", "directory_of", "submission", "tagged"]
