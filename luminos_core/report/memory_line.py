"""What memory did for a run, in a sentence or two: the same in every rendering."""

from luminos_core.records.memory_use import MemoryUse
from luminos_core.records.report import AuditReport
from luminos_core.text import formats


def memory_line(report: AuditReport) -> str:
    """ "other turns for 12 directories, 30 turns saved, worth 48k tokens, for 9.1k tokens put into
    prompts"; "" when it did nothing."""
    use = report.memory_use
    if use is None or not (use.tokens or use.adjusted or use.turned_down):
        return ""
    return "; ".join(filter(None, (_this_run(use), _turned_down(use) or _before(use))))


def _this_run(use: MemoryUse) -> str:
    told = f"{formats.tokens(use.tokens)} tokens put into prompts" if use.tokens else ""
    if not use.adjusted:
        return told
    count = formats.pluralize(len(use.adjusted), "directory")
    saved = formats.pluralize(abs(use.turns_saved), "turn")
    outcome = f"{saved} saved" if use.turns_saved >= 0 else f"{saved} worse placed"
    worth = f", worth {formats.tokens(use.tokens_saved)} tokens" if use.tokens_saved > 0 else ""
    cost = f", for {told}" if told else ""
    return f"other turns for {count}, {outcome}{worth}{cost}"


def _before(use: MemoryUse) -> str:
    if use.runs < 2:
        return ""
    saved = formats.tokens(max(use.tokens_saved_of_runs, 0))
    told = formats.tokens(use.tokens_of_runs)
    return f"over {use.runs} runs, {saved} tokens saved for {told} told"


def _turned_down(use: MemoryUse) -> str:
    return f"turned down: {use.turned_down}" if use.turned_down else ""
