"""What a run may spend: agreed on before its first call that costs anything."""

from luminos_core.agents.estimate.estimate import RemainingWork, estimate
from luminos_core.errors import NotAgreed, SettingsError
from luminos_core.llm.pricing import context_bound
from luminos_core.records.conversation import Usage
from luminos_core.records.cost import Pass
from luminos_core.records.estimate import Estimate
from luminos_core.records.event import Estimated
from luminos_core.records.request import AuditRequest
from luminos_core.records.settings import Settings
from luminos_core.report.estimate_line import estimated_cost
from luminos_core.text import formats
from luminos_core.text.escape import one_line
from tasks.runtime import Confirm, Runtime

_BYTES_A_TOKEN = 4
_LARGER = 1.5  # than estimated may the prompt of a synthesis be


def agree(runtime: Runtime, ahead: RemainingWork | None) -> Estimate | None:
    """The estimate of what lies ahead, told, and agreed on: it may be spent. None when nothing
    ahead can cost anything. NotAgreed when it may not be spent, or the person said no;
    SettingsError when a cap cannot be kept for want of a price."""
    if ahead is None:
        return None
    request = runtime.run.request
    told = estimate(ahead, lambda each: runtime.chosen_model(each).id, runtime.client.price)
    runtime.observe(Estimated(estimate=told))
    if told.buys_nothing:
        return told
    _refuse_unknown_prices(runtime, told)
    threshold = _threshold(request, runtime.settings)
    if _is_above(request, told, threshold) and not request.yes:
        _ask(runtime.confirm, told, threshold)
    if request.max_usd is not None:
        runtime.budget.set_aside(_synthesis_slice(runtime, told, request.max_usd))
    return told


def _refuse_unknown_prices(runtime: Runtime, told: Estimate) -> None:
    request = runtime.run.request
    unknown = (*told.unknown_prices, *_unknown_fallback(runtime))
    if request.max_usd is None or request.unknown_prices or not unknown:
        return
    models = one_line(", ".join(dict.fromkeys(unknown)))
    raise SettingsError(
        f"no price is known for {models}, so --max-usd cannot be kept; put its price into the file "
        "that LUMINOS_PRICES names, or accept an unknown cost with --unknown-prices"
    )


def _unknown_fallback(runtime: Runtime) -> list[str]:
    """The model that is asked after a refusal, which no estimate counts on, if it has no price."""
    model = runtime.settings.fallback_model
    return [model] if model and runtime.client.price(model, Usage(input=1)) is None else []


def _threshold(request: AuditRequest, settings: Settings) -> float:
    asked = request.confirm_above_usd
    return settings.confirm_above_usd if asked is None else asked


def _is_above(request: AuditRequest, told: Estimate, threshold: float) -> bool:
    """Whether more than `threshold` may be spent; an unknown cost may be any."""
    if request.max_usd is not None and request.max_usd <= threshold:
        return False
    if told.usd is None:
        return not request.unknown_prices
    return told.usd > threshold


def _ask(confirm: Confirm | None, told: Estimate, threshold: float) -> None:
    """NotAgreed unless the person at the terminal says yes."""
    above = f"{formats.money(threshold)}, above which a run asks"
    if confirm is None:
        raise NotAgreed(
            f"nothing was bought: the estimate is {estimated_cost(told)}, over {above}, and there "
            "is no terminal to ask on; allow it with --yes, cap it with --max-usd, or raise "
            "--confirm-above-usd"
        )
    if not confirm(f"The estimate is over {above}. Go on?"):
        raise NotAgreed(f"nothing was bought: the estimate of {estimated_cost(told)} was declined")


def _synthesis_slice(runtime: Runtime, told: Estimate, cap: float) -> float:
    """What directories must leave for the synthesis: the worst case of a call, which is what a
    call has to reserve, beside what its calls are estimated at; half of the cap at most."""
    used = next((used for used in told.usage if used.pass_name is Pass.SYNTHESIS), None)
    if used is None or used.usd is None:
        return 0.0
    context = context_bound(round(_LARGER * _BYTES_A_TOKEN * used.cache_write))
    client = runtime.client
    worst = client.prices.worst_usd(used.model, context, runtime.settings.max_tokens, client.now())
    return min(used.usd + (worst or 0.0), cap / 2)
