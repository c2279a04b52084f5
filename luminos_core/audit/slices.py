"""The parts of a cap that are kept for the passes after the directories: by their estimates at
first, and by what they will be shown, once the reports are there."""

from math import ceil

from luminos_core.agents.agent_task import AgentTask
from luminos_core.agents.estimate.call_pattern import CallTally, text_tokens
from luminos_core.agents.estimate.model_profile import SEARCH_RESULT, TOOL_CALL, USUAL
from luminos_core.agents.passes.definition import AnyPass, Stage
from luminos_core.agents.passes.synthesis import SYNTHESIS
from luminos_core.agents.passes.verification import VerificationPass
from luminos_core.agents.run_state import RunState
from luminos_core.audit.agent_context import with_model
from luminos_core.audit.runtime import Runtime
from luminos_core.records.conversation import ModelRequest, Usage, UserMessage
from luminos_core.records.cost import ModelUsage
from luminos_core.records.directory import DirectoryState
from luminos_core.records.estimate import Estimate
from luminos_core.records.verification import Verification
from luminos_core.redaction.redact import redact

_LARGER = 1.6  # times its estimate is what is reserved for a prompt
_LONGER = 1.3  # times its estimate may an answer be
_MOST_OF_CAP = 0.25  # else the directories may use it
_MARGIN = 1.03  # for reports that are longer than those that are there
_ROOM = 1.2  # times the answer that is likely: one that is cut is bought in vain
_SOME = 5  # reviews, whose price is known
_MORE_REVIEWS = 2  # than are likely
_READS_ON = 2  # calls of a pass that reads further before it answers
_LESS = 0.97  # of a slice, which is worth another try of the directories


def keep_slices(runtime: Runtime, made: Estimate) -> None:
    """Keep a part of the cap for each pass that asks for one; half of the cap at most for all of
    them, the last first, since the synthesis is what is read."""
    cap = runtime.run.request.max_usd
    if cap is None:
        return
    usage = {used.pass_name: used for used in made.usage}
    left = cap / 2
    for step in reversed(runtime.passes):
        if step.has_slice and step.name in usage:
            kept = min(_by_estimate(runtime, step, usage[step.name]), left)
            runtime.budget.set_slice(step.name, kept)
            left -= kept


def release_slices(runtime: Runtime, made: Estimate | None) -> None:
    """Before the directories: they use the cap better than a pass that would take much of it, which
    may still use what they leave. One of many calls is of use with less."""
    cap = runtime.run.request.max_usd
    if cap is None or made is None:
        return
    estimated = {used.pass_name: used.usd for used in made.usage}
    for step in runtime.passes:
        kept, usd = runtime.budget.slice_of(step.name), estimated.get(step.name)
        if kept and (usd is None or usd > _MOST_OF_CAP * cap):
            less = min(kept, _MOST_OF_CAP * cap) if step.adds_parts else 0.0
            runtime.budget.set_slice(step.name, less)


def keep_less(runtime: Runtime, state: RunState) -> bool:
    """When there was no money for some directories: keep no more for the passes after them than
    they need by what is known now. Whether directories can use more."""
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


def keep_synthesis(runtime: Runtime, made: Estimate | None, state: RunState) -> None:
    """After the directories: what is asked from now on leaves the synthesis what it needs."""
    found = [used for used in made.usage if used.pass_name == SYNTHESIS.name] if made else []
    if found and runtime.budget.is_capped:
        needed = _needed(runtime, SYNTHESIS, state)
        usd = _by_estimate(runtime, SYNTHESIS, found[0]) if needed is None else needed
        runtime.budget.set_slice(SYNTHESIS.name, usd)


def keep_again(runtime: Runtime, step: AnyPass, state: RunState) -> None:
    """For what a pass that has run will have to do with more of directories."""
    runtime.budget.set_slice(step.name, _needed(runtime, step, state) or 0.0)


def free_after(runtime: Runtime, step: AnyPass) -> None:
    """When the pass has run."""
    runtime.budget.free_slice(step.name)


def _by_estimate(runtime: Runtime, step: AnyPass, used: ModelUsage) -> float:
    """The pass's estimate, and enough to reserve a call: its only one, or the last of many."""
    if used.usd is None:
        return 0.0
    calls = max(used.calls, 1) if step.shares_prefix else 1
    estimated = _LARGER * (used.input + used.cache_write) / calls
    prompt = min(estimated, runtime.settings.context_budget)
    call = Usage(
        cache_read=ceil(used.cache_read / calls) if calls > 1 else 0,
        cache_write=ceil(prompt),
        output=ceil(_LONGER * used.output / calls),
    )
    reserved = runtime.price(used.model, call) or 0.0
    return max(used.usd, reserved + used.usd * (1 - 1 / calls))


def _needed(runtime: Runtime, step: AnyPass, state: RunState) -> float | None:
    """USD, with what the reports that are still to come add. None while that is not known."""
    if isinstance(step, VerificationPass):
        return _for_reviews(runtime, step, state)
    return _for_first_conversation(runtime, step, state)


def _for_reviews(runtime: Runtime, step: VerificationPass, state: RunState) -> float | None:
    """By what reviews have cost in this run, or else may be expected to."""
    paid = _paid_for_a_review(runtime, step)
    review = paid or _usual_review(runtime, step)
    prefix = Usage(cache_write=0 if paid else ceil(step.prefix_tokens))
    first = runtime.price(runtime.model_of(step).id, prefix)
    if review is None or first is None:
        return None
    result: Verification | None = state.results.get(step.name)
    made = len(result.reviews) if result else 0
    left = max(_growth(state) * step.reviews_wanted(state) - made, 0.0)
    return first + review * (left + _MORE_REVIEWS)


def _paid_for_a_review(runtime: Runtime, step: VerificationPass) -> float:
    """On average; 0 before there are some."""
    lines = [line for line in runtime.budget.lines if line.pass_name == step.name]
    reviews = len({line.directory for line in lines})
    return sum(line.usd or 0.0 for line in lines) / reviews if reviews >= _SOME else 0.0


def _usual_review(runtime: Runtime, step: VerificationPass) -> float | None:
    tally, prefix = CallTally(), step.prefix_tokens
    tally.add(step.review_pattern(USUAL).calls(prefix, cached=prefix, keeps_prefix=True))
    return tally.usage(step.name, runtime.model_of(step).id, runtime.price).usd


def _for_first_conversation(runtime: Runtime, step: AnyPass, state: RunState) -> float | None:
    """None when it has many."""
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
    first = _MARGIN * _growth(state) * made.kept_prompt + _ROOM * answer
    return first + (_to_read_on(runtime, step, task) if step.calls_again else 0.0)


def _to_read_on(runtime: Runtime, step: AnyPass, task: AgentTask) -> float:
    """Of the calls before the last: the whole prompt from the cache, and what they ask and get."""
    call = Usage(
        cache_read=ceil(step.prefix_tokens + text_tokens(task.first_message)),
        cache_write=ceil(2 * SEARCH_RESULT),
        output=ceil(2 * TOOL_CALL),
    )
    usd = runtime.price(runtime.model_of(step).id, call) or 0.0
    return usd * min(_READS_ON, task.turns - 1)


def _growth(state: RunState) -> float:
    """How much longer its prompt is with the reports of all directories."""
    missing = sum(each.state is DirectoryState.DEFERRED for each in state.reports.values())
    return len(state.reports) / max(len(state.reports) - missing, 1)
