"""One model call, from a request to a paid and whole response."""

import random
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import datetime

from luminos_core.calls.answer_meter import AnswerMeter
from luminos_core.calls.budget import Budget
from luminos_core.calls.rate_limiter import RateLimiter
from luminos_core.calls.reservation import Reservation, reservation
from luminos_core.calls.retry import RetryPolicy
from luminos_core.calls.token_meter import Counted, KeptPrompt, TokenMeter
from luminos_core.errors import (
    ModelUnavailable,
    QuotaExhausted,
    RequestRejected,
    RequestTooLarge,
)
from luminos_core.llm.failed_attempt import Affects, FailedAttempt
from luminos_core.llm.model import Model
from luminos_core.llm.pricing import PriceBook
from luminos_core.records.conversation import ModelRequest, ModelResponse, Usage
from luminos_core.records.cost import LedgerLine
from luminos_core.records.event import CallBilled, Observer, ServerSilent, Waiting, WaitReason
from luminos_core.stop import StopSignal

_REPORTED_HOLD = 1.0  # seconds; a shorter hold is not reported


@dataclass(frozen=True)
class CallContext:
    """What a call is made for, as the ledger names it."""

    pass_name: str
    label: str  # a directory's path; "(survey)" and the like for the other passes
    answer_tokens: int = 0  # of an answer that is of use; under a cap it may get no more room
    kept: KeptPrompt | None = None  # what the conversation's last call left in the server's cache
    counted: Counted | None = None  # that call's request, with which this one begins


@dataclass(frozen=True)
class _Fitting:
    """A request that what is reserved pays for; the rest only in a capped run."""

    request: ModelRequest
    encoded: bytes = b""  # before its answer's room was made smaller
    kept: KeptPrompt | None = None  # what the server is expected to have in its cache


@dataclass(frozen=True)
class ModelClient:
    """The one place that retries and bills model calls. Shared by the threads of a run."""

    model: Model
    rate_limiter: RateLimiter
    budget: Budget
    prices: PriceBook
    observe: Observer
    now: Callable[[], datetime]  # in UTC
    policy: RetryPolicy = field(default_factory=RetryPolicy)
    random: Callable[[], float] = random.random
    meter: TokenMeter = field(default_factory=TokenMeter)
    answers: AnswerMeter = field(default_factory=AnswerMeter)

    def complete(self, request: ModelRequest, call: CallContext, stop: StopSignal) -> ModelResponse:
        """The first whole response; every attempt that the server counted is billed.

        Raises ModelUnavailable after the last attempt, CallsEnded when the server has no answer for
        this run, MoneyExhausted when the run's cap has no room, Interrupted when stopped, and
        RequestRejected, RequestTooLarge or SettingsError as the model does.
        """
        tries = failures = 0
        answers: int | None = None  # that anybody had when this call last failed
        while True:
            stop.check()
            with self._attempt(request, call, stop) as fits:
                try:
                    response = self.model.complete(fits.request, stop)
                except FailedAttempt as failed:
                    failure = failed
                else:
                    return self._answered(call, fits, response)
                self._failed(call, request, failure, stop)
            stop.check()  # a stop fails an attempt, too
            tries += 1
            others_answered = answers is not None and self.rate_limiter.answers > answers
            answers = self.rate_limiter.answers
            # What may be everybody's failure is this call's own if others have had answers since.
            failures += failure.affects is Affects.CALL or others_answered
            if failures == self.policy.attempts:
                raise ModelUnavailable(f"no answer in {failures} attempts; at the last, {failure}")
            if failure.affects is Affects.CALL or not self.rate_limiter.is_away:
                self._wait(call, failure, self._seconds_to_wait(failure, tries), stop)

    def price(self, model: str, usage: Usage) -> float | None:
        """USD of one call made now; None when the model's price is unknown."""
        return self.prices.usd(model, usage, self.now())

    def reservation(self, request: ModelRequest, answer_tokens: int) -> Reservation | None:
        """What a first attempt would have to reserve now; `answer_tokens` as of its context. None
        for a model of unknown price."""
        encoded = self.model.encode(request)
        kept = self.meter.kept(request, self.now(), None)
        return self._reservation(request, encoded, kept, CallContext("", "", answer_tokens))

    @contextmanager
    def _attempt(
        self, request: ModelRequest, call: CallContext, stop: StopSignal
    ) -> Iterator[_Fitting]:
        """An attempt's money and its slot, and what follows for all calls from how it ends."""
        self._report_hold(call)
        with self._reserved(request, call, stop) as fits, self.rate_limiter.slot(stop):
            try:
                yield fits
            except QuotaExhausted as exhausted:
                self.rate_limiter.close(exhausted)
                raise
            except (RequestRejected, RequestTooLarge):
                self._heard()
                raise

    def _answered(
        self, call: CallContext, made: _Fitting, response: ModelResponse
    ) -> ModelResponse:
        self._bill(call, made.request, response.model, response.usage, answered=True)
        self._count(call, made, response)
        self.rate_limiter.succeeded(response.limits, response.usage)
        self._heard()
        return response

    def _failed(
        self, call: CallContext, request: ModelRequest, failure: FailedAttempt, stop: StopSignal
    ) -> None:
        """Bill what the server counted. Raises the error after which no attempt is worth making."""
        self._bill(call, request, request.model, failure.usage, answered=False)
        if failure.congested and not self.rate_limiter.is_away:  # there is one call at a time then
            self.rate_limiter.congested(failure.retry_after)
        if failure.final is not None:
            self._heard()
            raise failure.final
        if stop.is_set():
            return
        if failure.affects is Affects.CALL:
            self._heard()
        else:
            self._hold(call, failure)

    def _heard(self) -> None:
        if (seconds := self.rate_limiter.heard()) is not None:
            longest = self.rate_limiter.longest_outage
            self.observe(ServerSilent(seconds=seconds, longest=longest))

    def _hold(self, call: CallContext, failure: FailedAttempt) -> None:
        """Hold all calls while the server answers nobody."""
        self._seconds_to_wait(failure, 1)  # which the server may have asked too much of

        def delay(probes: int) -> float:
            return self.policy.probe_delay(failure, probes, self.random())

        seconds = self.rate_limiter.unanswered(call.label, failure, delay)
        if self.rate_limiter.is_away:
            longest = self.rate_limiter.longest_outage
            self.observe(ServerSilent(seconds=seconds, longest=longest, reason=str(failure)))

    def _seconds_to_wait(self, failure: FailedAttempt, failures: int) -> float:
        try:
            return self.policy.wait(failure, failures, self.random())
        except QuotaExhausted as exhausted:
            self.rate_limiter.close(exhausted)
            raise

    def _wait(
        self, call: CallContext, failure: FailedAttempt, seconds: float, stop: StopSignal
    ) -> None:
        reason = WaitReason.RATE_LIMIT if failure.congested else WaitReason.RETRY
        self.observe(Waiting(directory=call.label, seconds=seconds, reason=reason))
        stop.wait(seconds)

    def _report_hold(self, call: CallContext) -> None:
        seconds = self.rate_limiter.held_for
        if seconds >= _REPORTED_HOLD and not self.rate_limiter.is_away:
            reason = WaitReason.RATE_LIMIT
            self.observe(Waiting(directory=call.label, seconds=seconds, reason=reason))

    @contextmanager
    def _reserved(
        self, request: ModelRequest, call: CallContext, stop: StopSignal
    ) -> Iterator[_Fitting]:
        """Reserve what an attempt can cost; gives the request, with less room for its answer if the
        cap has no more. Nothing is reserved without a cap, nor for a model of unknown price that a
        capped run was allowed to use."""
        if not self.budget.is_capped:
            yield _Fitting(request)
            return
        encoded = self.model.encode(request)
        kept = self.meter.kept(request, self.now(), call.kept)
        made = self._reservation(request, encoded, kept, call)
        most, least = (made.most, made.least) if made else (0.0, 0.0)
        with self.budget.reserved(call.pass_name, most, stop, least) as usd:
            room = made.answer_tokens(usd) if made else request.max_tokens
            yield _Fitting(request.model_copy(update={"max_tokens": room}), encoded, kept)

    def _reservation(
        self, request: ModelRequest, encoded: bytes, kept: KeptPrompt, call: CallContext
    ) -> Reservation | None:
        tokens = self.meter.bound(request, encoded, call.counted)
        answer = self.answers.needed(call.pass_name, call.answer_tokens)
        return reservation(self.prices, request, tokens, kept, answer, self.now())

    def _count(self, call: CallContext, fits: _Fitting, response: ModelResponse) -> None:
        """Learn from an answered call of a capped run what a request's bytes mean in tokens, and
        how long answers are."""
        usage = response.usage
        if fits.kept is not None and usage.context:
            prefix = self.model.encode(fits.request.model_copy(update={"messages": ()}))
            now = self.now()
            self.meter.count(fits.request, fits.encoded, prefix, usage, fits.kept, now)
            likely, was_cut = call.answer_tokens, response.was_cut
            self.answers.count(call.pass_name, likely, usage.output, was_cut=was_cut)

    def _bill(
        self,
        call: CallContext,
        request: ModelRequest,
        model: str,
        usage: Usage,
        *,
        answered: bool,
    ) -> None:
        """When no price is known for the model as the server names it, the price of the requested
        model counts, or the cap would miss the call."""
        if not answered and usage == Usage():
            return  # the server counted nothing
        usd = self.price(model, usage)
        line = LedgerLine(
            at=self.now().isoformat(timespec="seconds"),
            pass_name=call.pass_name,
            directory=call.label,
            model=model,
            input=usage.input,
            output=usage.output,
            cache_read=usage.cache_read,
            cache_write=usage.cache_write,
            usd=self.price(request.model, usage) if usd is None else usd,
            answered=answered,
        )
        self.budget.bill(line)
        self.observe(CallBilled(line=line))
