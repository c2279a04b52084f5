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
    tokens_told: int,
    ledger: MemoryLedger,
) -> MemoryUse:
    """Of the run whose directories have these `outcomes`. The `ledger` is of the runs before it."""
    bought = {each.path: each for each in outcomes if each.calls and each.turns_used}
    counted = tuple(each for each in adjusted if each.path in bought)
    used = [_used(bought[each.path]) for each in counted]
    saved = sum(map(_saved, counted, used))
    turns = sum(each.turns_used for each in bought.values())
    a_turn = sum(each.tokens for each in bought.values()) / turns if turns else 0.0
    use = MemoryUse(
        tokens_told=tokens_told,
        adjusted=counted,
        turns_saved=saved,
        turns_freed=sum(map(_freed, counted, used)),
        tokens_worth=round(saved * a_turn),
    )
    runs = with_run(ledger, run_id, use).runs
    return use.model_copy(
        update={
            "runs": len(runs),
            "told_in_runs": sum(each.told for each in runs),
            "worth_in_runs": sum(each.worth for each in runs),
            "turned_down": turned_down(ledger),
        }
    )


def with_run(ledger: MemoryLedger, run_id: str, use: MemoryUse) -> MemoryLedger:
    """The last runs with this one, which is there once however often it is published."""
    others = (each for each in ledger.runs if each.run_id != run_id)
    line = MemoryRun(run_id=run_id, told=use.tokens_told, worth=use.tokens_worth)
    return MemoryLedger(runs=(*others, line)[-RUNS:])


def turned_down(ledger: MemoryLedger) -> str:
    """Why the next run tells its agents nothing of what is remembered; "" when it does."""
    told = sum(each.told for each in ledger.runs)
    worth = sum(each.worth for each in ledger.runs)
    if len(ledger.runs) < RUNS or told <= worth:
        return ""
    return (
        f"over {RUNS} runs agents were told {formats.tokens(told)} tokens of it, for turns worth "
        f"{formats.tokens(max(worth, 0))}"
    )


def _used(outcome: DirectoryOutcome) -> int:
    """By the first model, when several looked: its turns were the plan's."""
    return outcome.escalated[0].turns if outcome.escalated else outcome.turns_used


def _saved(adjusted: AdjustedTurns, used: int) -> int:
    """Turns that were lacking by the plan, less those that were lacking now."""
    return max(used - adjusted.planned, 0) - max(used - adjusted.given, 0)


def _freed(adjusted: AdjustedTurns, used: int) -> int:
    return max(adjusted.planned - used, 0) - max(adjusted.given - used, 0)
