"""The hard gate of a council: critical flags of checks that nobody has addressed."""

from luminos_core.agents.run_state import RunState
from luminos_core.flags.answers import with_answers
from luminos_core.flags.groups import FlagGroup, group_flags
from luminos_core.records.flag import Flag, FlagSource, Severity


def unaddressed(state: RunState) -> tuple[FlagGroup, ...]:
    """What one rule says of one file is one. An agent that has answered that it is so, or that it
    is not and why, has addressed it; one that leaves it open has not."""
    flags = filter(_is_gate, state.open_criticals)
    answered = with_answers(flags, (), state.reports.values())
    return group_flags(flag for flag in answered.flags if not flag.answered_by)


def gate_line(group: FlagGroup) -> str:
    """For people and for the report."""
    return f"{group.first.rule} at {group.first.location}"


def _is_gate(flag: Flag) -> bool:
    is_agents = flag.source is FlagSource.MODEL
    return flag.severity is Severity.CRITICAL and not (is_agents or flag.is_hint)
