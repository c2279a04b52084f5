"""What a run may spend: approved before its first call that costs anything."""

from math import ceil

from luminos_core.agents.estimate.estimate import estimate
from luminos_core.agents.estimate.remaining_work import RemainingWork
from luminos_core.agents.tiers import has_pass
from luminos_core.audit.runtime import Confirm, Runtime
from luminos_core.errors import NotApproved, SettingsError
from luminos_core.records.conversation import Usage
from luminos_core.records.cost import ModelUsage
from luminos_core.records.estimate import Estimate
from luminos_core.records.event import Estimated
from luminos_core.records.request import AuditRequest
from luminos_core.records.settings import Settings
from luminos_core.report.estimate_line import estimated_cost
from luminos_core.text import formats
from luminos_core.text.escape import one_line

# Of a pass with a slice of the cap.
_LARGER = 1.6  # times its estimate is what is reserved for its prompt
_LONGER = 1.3  # times its estimate may its answer be
_MOST_OF_CAP = 0.25  # else the directories may use it


def approve(runtime: Runtime, work: RemainingWork | None) -> Estimate | None:
    """The estimate of `work`, shown and approved; None when no model is used. Raises NotApproved
    when it may not be spent, or the person declines; SettingsError when a model does not exist, or
    a cap cannot be kept because a price is unknown."""
    if work is None:
        return None
    request = runtime.run.request
    passes = [step for step in runtime.passes if has_pass(work.tier, step.name)]
    models = {step.name: runtime.model_of(step).id for step in passes}
    made = estimate(work, passes, models, runtime.price)
    runtime.observe(Estimated(estimate=made))
    if made.buys_nothing:
        return made
    _refuse_unknown_models(runtime, made)
    _refuse_unknown_prices(runtime, made)
    threshold = _threshold(request, runtime.settings)
    if _is_above(request, made, threshold) and not request.yes:
        _ask(runtime.confirm, made, threshold)
    if request.max_usd is not None:
        _keep_slices(runtime, made, request.max_usd)
    return made


def _refuse_unknown_models(runtime: Runtime, made: Estimate) -> None:
    """Before anything is spent; what the server does not tell the first call finds out."""
    models = dict.fromkeys(used.model for used in made.usage)
    if fallback := runtime.settings.fallback_model:
        models[fallback] = None
    for model in models:
        if not (runtime.agents and runtime.agents.client.model.check(model, runtime.stop)):
            return


def _refuse_unknown_prices(runtime: Runtime, made: Estimate) -> None:
    request = runtime.run.request
    unknown = (*made.unknown_prices, *_unknown_fallback(runtime))
    if request.max_usd is None or request.unknown_prices or not unknown:
        return
    models = one_line(", ".join(dict.fromkeys(unknown)))
    raise SettingsError(
        f"no price is known for {models}, so --max-usd cannot be kept; put its price into the file "
        "that LUMINOS_PRICES names, or accept an unknown cost with --unknown-prices"
    )


def _unknown_fallback(runtime: Runtime) -> list[str]:
    """The model that is asked after a refusal, which no estimate includes, if it has no price."""
    model = runtime.settings.fallback_model
    return [model] if model and runtime.price(model, Usage(input=1)) is None else []


def _threshold(request: AuditRequest, settings: Settings) -> float:
    asked = request.confirm_above_usd
    return settings.confirm_above_usd if asked is None else asked


def _is_above(request: AuditRequest, made: Estimate, threshold: float) -> bool:
    """Whether more than `threshold` may be spent; an unknown cost may be any."""
    if request.max_usd is not None and request.max_usd <= threshold:
        return False
    if made.usd is None:
        return not request.unknown_prices
    return made.usd > threshold


def _ask(confirm: Confirm | None, made: Estimate, threshold: float) -> None:
    """NotApproved unless the person at the terminal says yes."""
    cost = estimated_cost(made)
    other = "or put the price into the file that LUMINOS_PRICES names"
    if made.usd is not None:
        cost = f"{cost}, above {formats.money(threshold)}"
        other = "cap it with --max-usd at that or less, or raise --confirm-above-usd"
    if confirm is None:
        raise NotApproved(
            f"nothing was bought: the estimate is {cost}, and there is no terminal to ask on; "
            f"allow it with --yes, {other}"
        )
    if not confirm(f"The estimate is {cost}. Go on?"):
        raise NotApproved(f"nothing was bought: the estimate was declined: {cost}")


def release_slices(runtime: Runtime) -> None:
    """Before the directories: they use the cap better than a pass that would take much of it, which
    may still use what they leave."""
    cap = runtime.run.request.max_usd
    for step in runtime.passes:
        if cap is not None and runtime.budget.slice_of(step.name) > _MOST_OF_CAP * cap:
            runtime.budget.set_slice(step.name, 0.0)


def keep_slice(runtime: Runtime, made: Estimate | None, pass_name: str) -> None:
    """After the directories: what is asked from now on leaves the pass what it needs."""
    found = [used for used in made.usage if used.pass_name == pass_name] if made else []
    if found and runtime.budget.is_capped:
        runtime.budget.set_slice(pass_name, _slice(runtime, found[0]))


def _keep_slices(runtime: Runtime, made: Estimate, cap: float) -> None:
    """Keep a part of the cap for each pass that asks for one; half of the cap at most for all of
    them, the last first, since the synthesis is what is read."""
    usage = {used.pass_name: used for used in made.usage}
    left = cap / 2
    for step in reversed(runtime.passes):
        if step.has_slice and step.name in usage:
            kept = min(_slice(runtime, usage[step.name]), left)
            runtime.budget.set_slice(step.name, kept)
            left -= kept


def _slice(runtime: Runtime, used: ModelUsage) -> float:
    """The pass's estimate, or more: enough to reserve its first call."""
    if used.usd is None:
        return 0.0
    estimated = _LARGER * (used.input + used.cache_write)
    prompt = min(estimated, runtime.settings.context_budget)
    call = Usage(cache_write=ceil(prompt), output=ceil(_LONGER * used.output))
    return max(used.usd, runtime.price(used.model, call) or 0.0)
