"""What a pass needs of a cap, known better when the reports that it reads are there."""

from luminos_core.agents.passes.definition import AnyPass, Stage
from luminos_core.agents.passes.synthesis import SYNTHESIS
from luminos_core.agents.run_state import RunState
from luminos_core.audit.agent_context import with_model
from luminos_core.audit.runtime import Runtime
from luminos_core.records.conversation import ModelRequest, UserMessage
from luminos_core.records.directory import DirectoryState
from luminos_core.redaction.redact import redact

_MARGIN = 1.03  # for reports that are longer than those that are there
_LESS = 0.97  # of a slice, which is worth another try of the directories


def keep_less(runtime: Runtime, state: RunState) -> bool:
    """When there was no money for some directories: keep no more for the passes after them than
    their first calls may cost. Whether directories can use more now."""
    if runtime.budget.exhausted is None:
        return False
    was_lowered = False
    for step in runtime.passes:
        kept = runtime.budget.slice_of(step.name)
        if step.stage is Stage.AFTER_DIRECTORIES and kept:
            needed = _needed(runtime, step, state)
            if needed is not None and needed < _LESS * kept:
                runtime.budget.set_slice(step.name, needed)
                was_lowered = True
    return was_lowered


def free_after(runtime: Runtime, step: AnyPass) -> None:
    """When the pass has run. A synthesis may be made again after a challenge."""
    if step is not SYNTHESIS:
        runtime.budget.free_slice(step.name)


def _needed(runtime: Runtime, step: AnyPass, state: RunState) -> float | None:
    """USD for its first call, with the reports that are still to come. None while that is not
    known, or when it has many calls."""
    briefing = step.briefing(state)
    if briefing is None or runtime.agents is None:
        return None
    if step.parts(briefing) or step.nothing_to_do(briefing):
        return None
    context = with_model(runtime.agents, runtime.settings, step, step.tier_of(briefing))
    task = step.agent_task(briefing, context)
    request = ModelRequest(
        model=context.model_id,
        system=task.system,
        tools=task.specs,
        messages=(UserMessage(text=redact(task.first_message).text),),
        max_tokens=context.max_tokens,
        effort=task.effort or context.effort,
        keeps_prefix=task.shares_prefix,
        kept_messages=1 if task.to_read is None else 0,
    )
    made = context.client.reservation(request, task.likely_answer)
    if made is None:
        return None
    answer = made.least - made.kept_prompt
    return _MARGIN * _growth(state) * made.kept_prompt + answer


def _growth(state: RunState) -> float:
    """How much longer its prompt is with the reports of all directories."""
    missing = sum(each.state is DirectoryState.DEFERRED for each in state.reports.values())
    return len(state.reports) / max(len(state.reports) - missing, 1)
