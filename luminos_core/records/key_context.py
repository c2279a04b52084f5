"""What a stored result depends on beside its subject."""

from pydantic import Field

from luminos_core.records.base import Record


class KeyContext(Record):
    """The ingredients that are the same for all that a pass is asked in a run."""

    prompt: str  # digest of the pass's prompts
    tools: str  # digest of all tools that the pass may have
    model: str  # its id, and its effort if one is set
    # Of directories with flags that the pass is not told of, because they are suppressed: a digest
    # of these. Only offline: a model is told of all.
    suppressed: dict[str, str] = Field(default_factory=dict)
