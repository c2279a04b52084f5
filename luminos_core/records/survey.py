"""The survey: what the target is as a whole."""

from luminos_core.records.base import Record


class Survey(Record):
    """Context for every directory. A tool in neither list is left to the agent."""

    description: str
    approach: str
    relevant_tools: tuple[str, ...] = ()
    skip_tools: tuple[str, ...] = ()
    domain_notes: str = ""
    confidence: float = 0.0  # 0 to 1; tools are filtered only from 0.5
