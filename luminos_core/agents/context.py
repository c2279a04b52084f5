"""What every agent loop depends on."""

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime

from luminos_core.agents.turn_pool import TurnPool
from luminos_core.cache.file_summaries import FileSummaries
from luminos_core.cache.partial_work import PartialWorks
from luminos_core.calls.client import ModelClient
from luminos_core.calls.transcript import Transcripts
from luminos_core.records.conversation import Effort
from luminos_core.records.directory import DirectoryReport
from luminos_core.records.event import Observer
from luminos_core.records.question import Question
from luminos_core.scan.scanned_files import ScannedFiles
from luminos_core.stop import StopSignal
from luminos_core.tools.tool import AgentState, ToolContext


@dataclass(frozen=True)
class AgentContext:
    """Shared by the threads of a run; one for each model."""

    client: ModelClient
    transcripts: Transcripts
    summaries: FileSummaries
    run_id: str
    model_id: str
    effort: Effort | None  # of the model; None for its own default
    fallback_model: str | None  # asked when the model refuses
    files: ScannedFiles
    observe: Observer
    stop: StopSignal
    context_budget: int  # tokens; a call whose context was over this is its loop's last
    max_tokens: int  # of one response
    now: Callable[[], datetime]  # in UTC
    preload_tokens: int = 0  # of own files in a directory's first message
    partial_works: PartialWorks | None = None  # None: a partial directory starts anew
    turns: TurnPool = field(default_factory=TurnPool)  # that directories give back and borrow

    def tool_context(
        self,
        directory: str,
        state: AgentState,
        reports: tuple[DirectoryReport, ...] = (),
        questions: tuple[Question, ...] = (),
    ) -> ToolContext:
        """What one loop's tools work on, and fill."""
        return ToolContext(
            files=self.files,
            directory=directory,
            state=state,
            observe=self.observe,
            reports=reports,
            questions=questions,
            now=self.now,
        )
