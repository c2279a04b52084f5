"""What every agent depends on."""

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime

from luminos_core.agents.turn_pool import TurnPool
from luminos_core.cache.file_summaries import FileSummaries, NoSummaries
from luminos_core.calls.client import ModelClient
from luminos_core.calls.transcript import Transcripts
from luminos_core.records.conversation import Effort
from luminos_core.records.directory import DirectoryReport
from luminos_core.records.event import Observer
from luminos_core.sandboxed_dir import SandboxedDir
from luminos_core.stop import StopSignal
from luminos_core.tools.tool import AgentState, ToolContext


@dataclass(frozen=True)
class AgentContext:
    """Shared by the threads of a run."""

    client: ModelClient
    transcripts: Transcripts
    run_id: str
    model_id: str
    effort: Effort | None  # of the model; None for its own default
    fallback_model: str | None  # asked when the model refuses
    files: SandboxedDir
    observe: Observer
    stop: StopSignal
    context_budget: int  # tokens; a call whose context was over this is its loop's last
    max_tokens: int  # of one answer
    now: Callable[[], datetime]  # in UTC
    preload_tokens: int = 0  # of own files in a directory's first message
    summaries: FileSummaries = field(default_factory=NoSummaries)
    turns: TurnPool = field(default_factory=TurnPool)  # that directories give back and borrow

    @property
    def is_language_model(self) -> bool:
        return self.client.model.is_language_model

    def tool_context(
        self, directory: str, agent_state: AgentState, reports: tuple[DirectoryReport, ...] = ()
    ) -> ToolContext:
        """Where one loop's tools work, with `agent_state` to fill."""
        return ToolContext(
            files=self.files,
            directory=directory,
            state=agent_state,
            observe=self.observe,
            reports=reports,
            now=self.now,
        )
