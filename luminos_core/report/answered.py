"""What the agent of a flag's directory said when it was asked about a flag of a check."""

from luminos_core.records.flag import Flag


def answered(flag: Flag) -> str:
    """ "dismissed by the agent of jobs: it is the program's own"; "" of what nobody answered."""
    if not flag.answered_by:
        return ""
    said = "dismissed" if flag.is_dismissed else "confirmed"
    by = f"{said} by the agent of {flag.answered_by}"
    return f"{by}: {flag.answer}" if flag.answer else by


def also_found(flag: Flag) -> tuple[str, ...]:
    """Rules that say the same, and "an agent"."""
    return tuple("an agent" if rule == "model" else rule for rule in flag.also_found_by)


def dismissal(hint: Flag) -> str:
    """Of a dismissed hint: who says so, and why."""
    if hint.answered_by:
        return f"The agent of {hint.answered_by}: {hint.answer}"
    return f"A reviewer: {hint.verdict_reason}"
