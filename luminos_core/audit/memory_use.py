"""What memory costs and saves, run by run. One that costs more than it saves is turned down: agents
are told nothing of it, while schedules, which cost nothing, still follow it."""

from collections.abc import Sequence

from luminos_core.records.memory_use import AdjustedTurns, MemoryLedger, MemoryRun, MemoryUse
from luminos_core.records.outcome import DirectoryOutcome
from luminos_core.text import formats

RUNS = 10  # over which costs and savings are weighed


def memory_use(
    run_id: str,
    outcomes: Sequence[DirectoryOutcome],
    adjusted: Sequence[AdjustedTurns],
    tokens: int,
    ledger: MemoryLedger,
) -> MemoryUse:
    """Of the run whose directories have these `outcomes`. `tokens` were told to its agents; the
    `ledger` is of the runs before it."""
    bought = {each.path: each for each in outcomes if each.calls and each.turns_used}
    counted = tuple(each for each in adjusted if each.path in bought)
    saved = sum(_saved(each, bought[each.path].turns_used) for each in counted)
    turns = sum(each.turns_used for each in bought.values())
    a_turn = sum(each.tokens for each in bought.values()) / turns if turns else 0.0
    use = MemoryUse(
        tokens=tokens, adjusted=counted, turns_saved=saved, tokens_saved=round(saved * a_turn)
    )
    runs = with_run(ledger, run_id, use).runs
    return use.model_copy(
        update={
            "runs": len(runs),
            "tokens_of_runs": sum(each.tokens for each in runs),
            "tokens_saved_of_runs": sum(each.tokens_saved for each in runs),
            "turned_down": turned_down(ledger),
        }
    )


def with_run(ledger: MemoryLedger, run_id: str, use: MemoryUse) -> MemoryLedger:
    """The last runs with this one, which is there once however often it is published."""
    others = (each for each in ledger.runs if each.run_id != run_id)
    line = MemoryRun(run_id=run_id, tokens=use.tokens, tokens_saved=use.tokens_saved)
    return MemoryLedger(runs=(*others, line)[-RUNS:])


def turned_down(ledger: MemoryLedger) -> str:
    """Why the next run tells its agents nothing of what is remembered; "" when it does."""
    tokens = sum(each.tokens for each in ledger.runs)
    saved = sum(each.tokens_saved for each in ledger.runs)
    if len(ledger.runs) < RUNS or tokens <= saved:
        return ""
    return (
        f"over {RUNS} runs it put {formats.tokens(tokens)} tokens into prompts and saved turns "
        f"worth {formats.tokens(max(saved, 0))}"
    )


def _saved(adjusted: AdjustedTurns, used: int) -> int:
    return abs(adjusted.planned - used) - abs(adjusted.given - used)
