"""What one conversation has brought to light, read back from its messages.

The investigator keeps nothing between turns: a conversation resumed elsewhere goes on the same.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field

from luminos_core.records.conversation import AssistantMessage, Message, UserMessage
from luminos_core.records.outline import Excerpt, Outline


@dataclass(frozen=True)
class Evidence:
    """Details by path, and how many turns were taken."""

    turns: int = 0
    outlines: dict[str, Outline] = field(default_factory=dict)
    excerpts: dict[str, Excerpt] = field(default_factory=dict)


def gather(messages: Sequence[Message]) -> Evidence:
    """The evidence of a conversation; a result that is an error brings none."""
    outlines: dict[str, Outline] = {}
    excerpts: dict[str, Excerpt] = {}
    turns = 0
    for message in messages:
        if isinstance(message, AssistantMessage):
            turns += 1
        if not isinstance(message, UserMessage):
            continue
        for result in message.results:
            if isinstance(result.detail, Outline):
                outlines[result.detail.path] = result.detail
            elif isinstance(result.detail, Excerpt):
                excerpts[result.detail.path] = result.detail
    return Evidence(turns, outlines, excerpts)
