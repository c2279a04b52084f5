"""What a run may spend: approved before its first call that costs anything."""

from luminos_core.agents.estimate.estimate import estimate
from luminos_core.agents.estimate.remaining_work import RemainingWork
from luminos_core.agents.tiers import has_pass
from luminos_core.audit.runtime import Confirm, Runtime
from luminos_core.audit.slices import keep_slices
from luminos_core.errors import NotApproved, SettingsError
from luminos_core.records.conversation import Usage
from luminos_core.records.estimate import Estimate
from luminos_core.records.event import Estimated
from luminos_core.records.request import AuditRequest
from luminos_core.records.settings import Settings
from luminos_core.report.estimate_line import estimated_cost
from luminos_core.text import formats
from luminos_core.text.escape import one_line


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
    keep_slices(runtime, made)
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
