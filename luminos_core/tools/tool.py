"""What a tool is: a name, a typed input, and a function that works in a context."""

import json
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Annotated, Any, Generic, TypeVar

from pydantic import BaseModel, ConfigDict, Field, StringConstraints, ValidationError
from pydantic.json_schema import GenerateJsonSchema

from luminos_core.errors import ToolError
from luminos_core.records.conversation import ToolSpec
from luminos_core.records.directory import DirectoryEntry, DirectoryReport, FileEntry
from luminos_core.records.event import Observer
from luminos_core.records.flag import Flag
from luminos_core.records.outline import Detail
from luminos_core.records.question import Answer, Question
from luminos_core.records.transcript import Notes
from luminos_core.sandboxed_dir import SandboxedDir


@dataclass
class AgentState:
    """What one agent has written so far. Belongs to one thread."""

    files: dict[str, FileEntry] = field(default_factory=dict)  # by relative path
    entry: DirectoryEntry | None = None  # the directory's own, when the agent wrote one
    flags: list[Flag] = field(default_factory=list)
    answers: list[Answer] = field(default_factory=list)
    rejected: set[tuple[str, str]] = field(default_factory=set)  # flags sent back once: `flag.py`
    reads: int = 0  # of a synthesis: `read_file.py`

    def notes(self) -> Notes:
        """An immutable copy."""
        return Notes(
            files=tuple(self.files.values()),
            entry=self.entry,
            flags=tuple(self.flags),
            answers=tuple(self.answers),
            rejected=tuple(sorted(self.rejected)),
            reads=self.reads,
        )

    def restore(self, notes: Notes) -> None:
        """Replace the whole state by `notes`."""
        self.files = {entry.relative_path: entry for entry in notes.files}
        self.entry = notes.entry
        self.flags = list(notes.flags)
        self.answers = list(notes.answers)
        self.rejected = set(notes.rejected)
        self.reads = notes.reads


@dataclass(frozen=True)
class ToolContext:
    """What a tool reads and writes: the target's files, and the state of one agent."""

    files: SandboxedDir
    directory: str  # the path of the agent's directory
    state: AgentState
    observe: Observer
    reports: tuple[DirectoryReport, ...] = ()  # what a synthesis can read
    questions: tuple[Question, ...] = ()  # what its agent is asked beside its work
    now: Callable[[], datetime] = lambda: datetime.now(UTC)


class ToolInput(BaseModel):
    """Base of every tool's input. Strict and closed: a truncated or misspelt input is an error."""

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)


Text = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1)]
Share = Annotated[float, Field(ge=0, le=1, allow_inf_nan=False)]  # 0 to 1, never a bool or NaN


@dataclass(frozen=True)
class ToolOutput:
    """What a tool returns. `text` is treated as text of the target unless it is `trusted`."""

    text: str
    detail: Detail | None = None
    note: str = ""  # the program's own words, shown after `text`
    trusted: bool = False


OK = ToolOutput("ok", trusted=True)

_UNREADABLE = (
    "it is no JSON object, or one that is nested too deep or holds NaN, an infinite number or half "
    "of a surrogate pair; nothing was done"
)

Input = TypeVar("Input", bound=ToolInput)


@dataclass(frozen=True)
class Tool(Generic[Input]):
    """`run` raises ToolError. It is None for a submission, whose input the agent loop takes."""

    name: str
    description: str
    input: type[Input]
    run: Callable[[Input, ToolContext], ToolOutput] | None = None
    check: Callable[[Input, ToolContext], None] | None = None
    """Of a submission: raises ToolError, which sends it back, when the target says otherwise."""
    protected: bool = False  # a survey cannot take it away
    note_taking: bool = False  # it changes only the agent's state, and its result is short

    def spec(self) -> ToolSpec:
        schema = self.input.model_json_schema(schema_generator=_Untitled)
        return ToolSpec(name=self.name, description=self.description, input_schema=schema)

    def parse(self, raw: Any) -> Input:
        """Validate `raw` against the schema. The ToolError lists every wrong field."""
        if isinstance(raw, str):
            raise ToolError(f"invalid input of {self.name}: input: {_UNREADABLE}")
        try:
            # As JSON, in which a strict enum is a string and a strict tuple is an array.
            return self.input.model_validate_json(json.dumps(raw))
        except ValidationError as error:
            problems = "; ".join(
                f"{'.'.join(map(str, item['loc'])) or 'input'}: {item['msg']}"
                for item in error.errors(include_url=False, include_input=False)
            )
            raise ToolError(f"invalid input of {self.name}: {problems}") from None


class _Untitled(GenerateJsonSchema):
    """Without titles: a field's title repeats its name, and every request pays for it."""

    def field_title_should_be_set(self, schema: Any) -> bool:
        return False
