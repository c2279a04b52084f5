"""One model call, from a request to a paid and whole answer."""

import random
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime

from luminos_core.calls.budget import Budget
from luminos_core.calls.rate_limiter import RateLimiter
from luminos_core.calls.retry import RetryPolicy
from luminos_core.errors import ModelUnavailable, QuotaExhausted
from luminos_core.llm.anthropic.request import request_bytes
from luminos_core.llm.failed_attempt import FailedAttempt
from luminos_core.llm.model import Model
from luminos_core.llm.pricing import PriceBook, context_bound
from luminos_core.records.conversation import ModelRequest, ModelResponse, Usage
from luminos_core.records.cost import LedgerLine, Pass
from luminos_core.records.event import CallBilled, Observer, Waiting, WaitReason
from luminos_core.stop import StopSignal

_WORTH_TELLING = 1.0  # seconds of waiting for what others met


@dataclass(frozen=True)
class CallContext:
    """Whose call it is, for the ledger."""

    pass_name: Pass
    label: str  # a directory's path; "(survey)" and the like for the other passes


@dataclass(frozen=True)
class ModelClient:
    """The one place where a call is made again. Shared by the threads of a run."""

    model: Model
    rate_limiter: RateLimiter
    budget: Budget
    prices: PriceBook
    observe: Observer
    now: Callable[[], datetime]  # in UTC
    policy: RetryPolicy = field(default_factory=RetryPolicy)
    chance: Callable[[], float] = random.random

    def answer(
        self, request: ModelRequest, call_context: CallContext, stop: StopSignal
    ) -> ModelResponse:
        """The first whole answer; every attempt that the server counted is on the bill.

        Raises ModelUnavailable after the last attempt, QuotaExhausted when the server has none for
        this run, MoneyExhausted when the run's cap has no room, Interrupted when stopped, and
        RequestRejected, RequestTooLarge or SettingsError as the model does.
        """
        for failures in range(1, self.policy.attempts + 1):
            stop.check()
            try:
                return self._attempt(request, call_context, stop)
            except FailedAttempt as failed:
                failure = failed
            stop.check()  # a stop fails an attempt, too
            seconds = self._seconds_to_wait(failure, failures)
            if failures < self.policy.attempts:
                self._wait(call_context, failure, seconds, stop)
        raise ModelUnavailable(
            f"no answer in {self.policy.attempts} attempts; at the last, {failure}"
        )

    def price(self, model: str, usage: Usage) -> float | None:
        """USD of one call made now; None when the model's price is unknown."""
        return self.prices.usd(model, usage, self.now())

    def _attempt(
        self, request: ModelRequest, call_context: CallContext, stop: StopSignal
    ) -> ModelResponse:
        """One attempt: money set aside, a place waited for, and the bill entered."""
        worst = self._worst(request)
        self._tell_of_hold(call_context)
        with (
            self.budget.reserved(call_context.pass_name, worst, stop),
            self.rate_limiter.place(stop),
        ):
            try:
                turn = self._billed(request, call_context, stop)
            except QuotaExhausted as exhausted:
                self.rate_limiter.close(exhausted)
                raise
            self.rate_limiter.answered(turn.limits, turn.usage)
            return turn

    def _billed(
        self, request: ModelRequest, call_context: CallContext, stop: StopSignal
    ) -> ModelResponse:
        try:
            turn = self.model.turn(request, stop)
        except FailedAttempt as failed:
            self._bill(call_context, request, request.model, failed.usage, answered=False)
            if failed.congested:
                self.rate_limiter.congested(failed.retry_after)
            if failed.final is None:
                raise
            final = failed.final
        else:
            self._bill(call_context, request, turn.model, turn.usage, answered=True)
            return turn
        raise final  # by itself, not in the course of another

    def _seconds_to_wait(self, failure: FailedAttempt, failures: int) -> float:
        try:
            return self.policy.wait(failure, failures, self.chance())
        except QuotaExhausted as exhausted:
            self.rate_limiter.close(exhausted)
            raise

    def _wait(
        self, call_context: CallContext, failure: FailedAttempt, seconds: float, stop: StopSignal
    ) -> None:
        reason = WaitReason.RATE_LIMIT if failure.congested else WaitReason.RETRY
        self.observe(Waiting(directory=call_context.label, seconds=seconds, reason=reason))
        stop.wait(seconds)

    def _tell_of_hold(self, call_context: CallContext) -> None:
        """The throttle holds everybody for what one call was told."""
        if (seconds := self.rate_limiter.held_for) >= _WORTH_TELLING:
            reason = WaitReason.RATE_LIMIT
            self.observe(Waiting(directory=call_context.label, seconds=seconds, reason=reason))

    def _worst(self, request: ModelRequest) -> float:
        """The most that an attempt can cost; 0 when there is no cap, or for a price nobody knows,
        with which a capped run has been allowed to begin."""
        if not self.budget.is_capped:
            return 0.0
        context = context_bound(len(request_bytes(request)))
        usd = self.prices.worst_usd(request.model, context, request.max_tokens, self.now())
        return usd or 0.0

    def _bill(
        self,
        call_context: CallContext,
        request: ModelRequest,
        model: str,
        usage: Usage,
        *,
        answered: bool,
    ) -> None:
        """A server may name the model in a way that no table knows: then the price is that of the
        model which was asked for, or a cap would not count what was paid."""
        if not answered and usage == Usage():
            return  # nothing was counted
        usd = self.price(model, usage)
        line = LedgerLine(
            at=self.now().isoformat(timespec="seconds"),
            pass_name=call_context.pass_name,
            directory=call_context.label,
            model=model,
            input=usage.input,
            output=usage.output,
            cache_read=usage.cache_read,
            cache_write=usage.cache_write,
            usd=self.price(request.model, usage) if usd is None else usd,
            answered=answered,
        )
        self.budget.enter(line)
        self.observe(CallBilled(line=line))
