"""What a pass of an audit is. Its Prefect task, estimate, ledger rows, gaps in the report, retry,
progress and tier setting follow from its object."""

import json
from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence
from datetime import datetime
from enum import StrEnum
from functools import cached_property
from math import ceil
from typing import Any, ClassVar, Generic, TypeVar

from pydantic import JsonValue

from luminos_core.agents.agent_task import AgentTask
from luminos_core.agents.context import AgentContext
from luminos_core.agents.estimate.call_pattern import CallPattern, text_tokens, tokens
from luminos_core.agents.estimate.model_profile import TOOL_CALL, USUAL, ModelProfile
from luminos_core.agents.estimate.remaining_work import RemainingWork
from luminos_core.agents.outcome import Outcome
from luminos_core.agents.prompts.rendering import Prompts
from luminos_core.agents.run_state import RunState
from luminos_core.cache.directory_key import SCHEMA_VERSION
from luminos_core.digest import digest_json
from luminos_core.errors import Interrupted
from luminos_core.records.base import Record
from luminos_core.records.event import Event
from luminos_core.records.key_context import KeyContext
from luminos_core.records.settings import ModelTier
from luminos_core.scan.scanned_files import ScannedFiles
from luminos_core.tools.registry import Tools, digest_of, specs_of
from luminos_core.tools.tool import AgentState

_LONGER = 1.3  # times its likely length may the answer of a pass be


class Stage(StrEnum):
    """When a pass runs."""

    BEFORE_DIRECTORIES = "before directories"
    DIRECTORY = "directory"  # once for each
    DURING_DIRECTORIES = "during directories"  # when the directory graph asks for it
    AFTER_DIRECTORIES = "after directories"


class Incomplete(Record):
    """Why a result is shown and not stored."""

    state: str  # "Gap", "Partial": the state of its task run
    reason: str


B = TypeVar("B", bound=Record)  # the briefing: the facts that the first message is rendered from
R = TypeVar("R", bound=Record)  # the result


class Pass(ABC, Generic[B, R]):
    """One pass. A new one is its file, its two prompts and a line in `registry.py`."""

    name: ClassVar[str]
    stage: ClassVar[Stage]
    tier: ClassVar[ModelTier]  # unless LUMINOS_<NAME>_TIER says otherwise
    turns: ClassVar[int]  # at most
    prompts: ClassVar[Prompts]
    tools: ClassVar[Tools]
    result: ClassVar[type[Any]]  # R
    runs_offline: ClassVar[bool] = False  # whether `offline` is there
    has_slice: ClassVar[bool] = False  # a part of a cap is kept for it
    calls_again: ClassVar[bool] = False  # a second call is likely
    adds_parts: ClassVar[bool] = False  # with more directories it has more parts, and those it had
    shares_prefix: ClassVar[bool] = False  # it has many conversations in a run

    @abstractmethod
    def briefing(self, state: RunState) -> B | None:
        """What the pass works on; None when the run does not need it. Not called for a pass of the
        stages in which directories run: their graph makes the briefings."""

    def parts(self, briefing: B) -> tuple[B, ...]:
        """Briefings of subtrees to work on first, when the whole does not fit into one prompt; ()
        when it does. Each has a `scope`, which names its subtrees."""
        return ()

    def combined(self, briefing: B, results: Sequence[tuple[B, R]]) -> B | R:
        """With the results of the parts: the whole result, or the briefing to make it from."""
        raise NotImplementedError(f"the pass {self.name} has no parts")

    def tier_of(self, briefing: B) -> ModelTier | None:
        """The tier whose model works on the briefing; None: that of the pass."""
        return None

    def title(self, briefing: B) -> str:
        """The name of its step: "plan", "plan of src and docs"."""
        scope: str = getattr(briefing, "scope", "")
        return f"{self.name} of {scope}" if scope else self.name

    @abstractmethod
    def started(self, briefing: B) -> Event:
        """What observers are sent when the pass begins."""

    @abstractmethod
    def slots(self, briefing: B) -> dict[str, object]:
        """The slots of the task text."""

    @abstractmethod
    def ingredients(self, briefing: B) -> JsonValue:
        """What the result depends on beside prompts, tools and model: a part of its cache key."""

    @abstractmethod
    def accept(self, briefing: B, submission: Any) -> R | None:
        """The result of a valid input of the submission tool; None when it is of no use."""

    @abstractmethod
    def fallback(self, briefing: B, gap: str) -> R:
        """What the run goes on with when the pass failed, and why it did."""

    def nothing_to_do(self, briefing: B) -> str:
        """Why no model is asked, though the pass is needed; "" when one is."""
        return ""

    def salvage(self, briefing: B, gap: str, task: AgentTask) -> R:
        """`fallback` after an error that is a bug, with what the agent of `task` had noted."""
        return self.fallback(briefing, gap)

    @abstractmethod
    def answer_tokens(self, briefing: B, profile: ModelProfile) -> float:
        """The likely length of the submission."""

    def calls(self, work: RemainingWork, profile: ModelProfile) -> Iterable[CallPattern]:
        """The likely calls in a run that has `work` left; none when the pass will not run. By
        default it submits at once."""
        whole: Any = work.briefings.get(self.name)
        if whole is None:
            return
        for briefing in self.parts(whole) or (whole,):
            first_message = text_tokens(self.prompts.task(**self.slots(briefing)))
            answer = TOOL_CALL + self.answer_tokens(briefing, profile)
            yield CallPattern(first_message=first_message, answer=answer)

    @cached_property
    def prefix_tokens(self) -> float:
        """Of the tools and the system text, as they are sent."""
        tools = [spec.model_dump(mode="json") for spec in specs_of(self.tools)]
        return tokens(len(json.dumps(tools))) + text_tokens(self.prompts.system)

    def offline(self, briefing: B, files: ScannedFiles, now: datetime) -> R:
        """The result without a model."""
        raise NotImplementedError(f"the pass {self.name} needs a language model")

    def key_context(self, model: str) -> KeyContext:
        return KeyContext(prompt=self.prompts.digest, tools=digest_of(self.tools), model=model)

    def cache_key(self, briefing: B, model: str) -> str:
        """The name of the stored result. `model`: its id, and its effort if one is set."""
        context = self.key_context(model)
        ingredients: JsonValue = [
            self.ingredients(briefing),
            context.prompt,
            context.tools,
            context.model,
            SCHEMA_VERSION,
        ]
        return f"{self.name}-{digest_json(ingredients)}"

    def agent_task(self, briefing: B, context: AgentContext) -> AgentTask:
        return AgentTask(
            pass_name=self.name,
            label=f"({self.title(briefing)})",
            system=self.prompts.system,
            first_message=self.prompts.task(**self.slots(briefing)),
            tools=self.tools,
            tool_context=context.tool_context(".", AgentState()),
            turns=self.turns,
            to_read=None if self.calls_again else frozenset(),
            shares_prefix=self.shares_prefix,
            likely_answer=ceil(_LONGER * (TOOL_CALL + self.answer_tokens(briefing, USUAL))),
        )

    def conclude(
        self,
        briefing: B,
        outcome: Outcome,
        task: AgentTask,
        context: AgentContext,
        *,
        last_attempt: bool,
    ) -> R:
        """The result of a loop that has ended. Raises Interrupted when it was stopped."""
        if isinstance(outcome.failure, Interrupted):
            raise outcome.failure
        accepted = self.accept(briefing, outcome.submission) if outcome.submission else None
        if accepted is not None:
            return accepted
        if not outcome.can_be_continued:  # replayed, it would end the same way
            context.transcripts.delete(task.conversation_name(context.model_id))
        return self.fallback(briefing, outcome.reason or "what it submitted is empty")

    def next_part(
        self, briefing: B, result: R, task: AgentTask, context: AgentContext
    ) -> AgentTask | None:
        """What goes on with the work of `task`, whose result is not complete; None when nothing
        does."""
        return None

    def incomplete(self, result: R) -> Incomplete | None:
        """None when the result is what it should be, and is stored."""
        gap: str = getattr(result, "gap", "")
        return Incomplete(state="Gap", reason=gap) if gap else None


AnyPass = Pass[Any, Any]
