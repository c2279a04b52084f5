"""A server that is away: all calls are held, one at a time asks, and in the end the run pauses."""

import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime

import pytest

from luminos_core.calls.budget import Budget
from luminos_core.calls.client import CallContext, ModelClient
from luminos_core.calls.rate_limiter import RateLimiter
from luminos_core.calls.retry import RetryPolicy
from luminos_core.errors import (
    CallsEnded,
    Interrupted,
    ModelUnavailable,
    QuotaExhausted,
    RequestRejected,
    ServerAway,
)
from luminos_core.llm.failed_attempt import Affects, FailedAttempt
from luminos_core.llm.pricing import PriceBook
from luminos_core.records.conversation import (
    AssistantMessage,
    ModelRequest,
    ModelResponse,
    StopReason,
    Usage,
    UserMessage,
)
from luminos_core.records.cost import DIRECTORY
from luminos_core.records.event import Event, ServerSilent
from luminos_core.stop import StopSignal
from tests.fakes.messages_server import Answer, Failure, Received, Wire, reply, text

HANGING = 300.0  # seconds, of what waits for ever

REFUSED = FailedAttempt("the connection failed: refused", affects=Affects.ALL)
BROKEN = FailedAttempt("the server said 500", affects=Affects.MAYBE_ALL)
ANSWER = ModelResponse(
    message=AssistantMessage(text="Whole."),
    stop_reason=StopReason.END_TURN,
    usage=Usage(input=10, output=1),
    model="claude-sonnet-5-5",
)


@dataclass
class Clock:
    """Time that passes when somebody waits."""

    now: float = 0.0

    def wait(self, condition: threading.Condition, seconds: float | None) -> None:
        assert seconds is not None, "a single caller would wait for ever"
        self.now += seconds


class SkippingStop(StopSignal):
    def __init__(self, clock: Clock) -> None:
        super().__init__()
        self._clock = clock

    def wait(self, seconds: float) -> bool:
        self._clock.now += seconds
        return self.is_set()


Behaviour = Callable[[float, str], ModelResponse | Exception]  # by the time, and who asks


@dataclass
class Bench:
    """A client on a clock of its own, and a server that behaves by the time and the caller."""

    behaviour: Behaviour
    longest: float = 600.0
    clock: Clock = field(default_factory=Clock)
    events: list[Event] = field(default_factory=list)
    calls: list[tuple[float, str]] = field(default_factory=list)

    name = "bench"

    def __post_init__(self) -> None:
        self.limiter = RateLimiter(8, lambda: self.clock.now, self.longest, self.clock.wait)
        self.budget = Budget(None)
        self.client = ModelClient(
            model=self,
            rate_limiter=self.limiter,
            budget=self.budget,
            prices=PriceBook(),
            observe=self.events.append,
            now=lambda: datetime.now(UTC),
            policy=RetryPolicy(),
            random=lambda: 0.5,
        )

    def encode(self, request: ModelRequest) -> bytes:
        return b""

    def check(self, model: str, stop: StopSignal) -> bool:
        return True

    def complete(self, request: ModelRequest, stop: StopSignal) -> ModelResponse:
        self.calls.append((self.clock.now, request.system))
        result = self.behaviour(self.clock.now, request.system)
        if isinstance(result, Exception):
            raise replace(result) if isinstance(result, FailedAttempt) else result
        return result

    def ask(self, caller: str = "src", stop: StopSignal | None = None) -> ModelResponse:
        messages = (UserMessage(text="Hi."),)
        request = ModelRequest(
            model="m", system=caller, tools=(), messages=messages, max_tokens=1_000
        )
        call = CallContext(DIRECTORY, caller)
        return self.client.complete(request, call, stop or SkippingStop(self.clock))

    @property
    def silences(self) -> list[ServerSilent]:
        return [event for event in self.events if isinstance(event, ServerSilent)]


def away_until(end: float, failure: Exception = REFUSED) -> Behaviour:
    return lambda now, caller: failure if now < end else ANSWER


@pytest.mark.parametrize("failure", [REFUSED, BROKEN])
@pytest.mark.parametrize("seconds", [5, 60, 120, 590])
def test_a_call_survives_an_outage_shorter_than_the_setting(seconds, failure):
    bench = Bench(away_until(seconds, failure))

    assert bench.ask() == ANSWER
    assert seconds <= bench.clock.now <= seconds + 15
    assert len(bench.budget.lines) == 1
    assert not bench.limiter.is_away


def test_a_server_that_is_gone_costs_the_settings_time_once_and_not_for_each_directory():
    bench = Bench(away_until(float("inf")))

    for number in range(100):
        with pytest.raises(ServerAway, match=r"no answer for 10 min 00 s; at the last, .*refused"):
            bench.ask(f"d{number}")
    assert bench.clock.now == 600
    assert len(bench.calls) < 60
    assert isinstance(bench.limiter.closed, ServerAway)


@pytest.mark.parametrize("longest", [0.0, 0.5, 30.0])
def test_the_setting_is_the_longest_that_a_run_waits(longest):
    bench = Bench(away_until(float("inf")), longest)

    with pytest.raises(ServerAway):
        bench.ask()
    assert longest <= bench.clock.now <= longest + 1


def test_a_request_that_the_server_always_fails_at_ends_alone():
    """Others are answered in between, so that it is no outage."""

    def poisoned(now: float, caller: str) -> ModelResponse | Exception:
        return BROKEN if caller == "poison" else ANSWER

    bench = Bench(poisoned)

    class OthersAskMeanwhile(SkippingStop):
        def wait(self, seconds: float) -> bool:
            bench.ask("other")
            return super().wait(seconds)

    with pytest.raises(ModelUnavailable, match="no answer in 6 attempts") as failed:
        bench.ask("poison", OthersAskMeanwhile(bench.clock))
    assert not isinstance(failed.value, CallsEnded)
    assert bench.limiter.closed is None
    assert bench.clock.now < 60


def test_a_request_that_fails_while_nobody_else_asks_is_deferred_and_the_run_goes_on():
    bench = Bench(lambda now, caller: BROKEN if caller == "poison" else ANSWER)

    with pytest.raises(ServerAway):
        bench.ask("poison")
    assert bench.limiter.closed is None
    assert bench.ask("root") == ANSWER
    assert bench.clock.now == 600


def test_the_second_that_has_no_answer_ends_the_run_at_once():
    bench = Bench(away_until(float("inf"), BROKEN))

    for caller in ("a", "b", "c"):
        with pytest.raises(ServerAway):
            bench.ask(caller)
    assert bench.clock.now == 600
    assert [caller for _, caller in bench.calls if caller != "a"] == ["b"]


def test_what_a_server_has_counted_is_not_asked_for_again_and_again():
    """An answer that breaks off costs each time."""
    counted = FailedAttempt("cut", usage=Usage(input=7))
    bench = Bench(lambda now, caller: counted)

    with pytest.raises(ModelUnavailable, match="in 6 attempts"):
        bench.ask()
    assert len(bench.budget.lines) == 6


def test_a_refusal_of_one_request_shows_that_the_server_is_back():
    def behaviour(now: float, caller: str) -> ModelResponse | Exception:
        return REFUSED if now < 60 else RequestRejected("no")

    bench = Bench(behaviour)
    with pytest.raises(RequestRejected):
        bench.ask()
    assert not bench.limiter.is_away


def test_a_server_that_asks_for_a_longer_wait_than_the_run_has_left_ends_it():
    asks = FailedAttempt("the server said 503", retry_after=120.0, affects=Affects.ALL)
    bench = Bench(away_until(float("inf"), asks), longest=300.0)

    with pytest.raises(ServerAway):
        bench.ask()
    assert bench.clock.now <= 300


def test_a_retry_after_of_hours_is_a_quota_and_no_outage():
    asks = FailedAttempt("the server said 503", retry_after=7200.0, affects=Affects.ALL)

    with pytest.raises(QuotaExhausted):
        Bench(lambda now, caller: asks).ask()


def test_the_waiting_and_its_end_are_reported():
    bench = Bench(away_until(130))
    bench.ask()

    *waiting, end = bench.silences
    assert [event.reason for event in waiting] == ["the connection failed: refused"] * len(waiting)
    assert [event.seconds for event in waiting] == sorted(event.seconds for event in waiting)
    assert (end.reason, end.longest) == ("", 600.0)
    assert 130 <= end.seconds <= 145


def test_an_interruption_is_heard_while_all_are_held():
    bench = Bench(away_until(float("inf")))
    bench.limiter = RateLimiter(8)  # in real time
    bench.client = replace(bench.client, rate_limiter=bench.limiter, policy=slow())
    stop = StopSignal()
    with ThreadPoolExecutor(4) as threads:
        calls = [threads.submit(bench.ask, f"d{n}", stop) for n in range(4)]
        wait_for(lambda: bench.limiter.is_away)
        stop.set()
        assert all(isinstance(call.exception(timeout=HANGING), Interrupted) for call in calls)


def slow() -> RetryPolicy:
    """Between probes there is an hour, but before it is certain that the server is away none."""
    return RetryPolicy(first_delay=0.001, longest_delay=0.001, longest_probe_delay=3600.0)


def wait_for(happened: Callable[[], bool]) -> None:
    passed = threading.Event()
    while not happened():
        passed.wait(0.01)


GOOD = reply(text("Whole."))


@pytest.mark.parametrize(
    "failure",
    [
        Failure(529, "overloaded_error"),
        Failure(503, content="<h1>Away</h1>"),
        Failure(500),
        Wire(b""),
    ],
)
def test_during_an_outage_one_call_at_a_time_reaches_the_server(billed, request_of, failure):
    """Over HTTP: forty directories, a server that is away for a while, and no call lost."""
    back = threading.Event()
    at_once: list[int] = []

    def script(request: Received) -> Answer:
        if back.is_set():
            return GOOD
        if client.rate_limiter.is_away:
            at_once.append(request.at_once)
        if len(at_once) > 50:
            back.set()
        return failure

    policy = RetryPolicy(first_delay=0.01, longest_delay=0.02)
    _, client = billed(script, policy=policy, longest_outage=60.0)
    with ThreadPoolExecutor(40) as threads:
        calls = [threads.submit(client.complete, request_of(), StopSignal()) for _ in range(40)]
    assert all(call.exception() is None for call in calls)
    assert set(at_once[-20:]) == {1}  # at first others were under way when it began
    assert len(client.bill) == 40


def test_while_one_call_asks_no_other_begins():
    limiter = RateLimiter(8)
    for _ in range(3):
        with limiter.slot(StopSignal()):
            limiter.unanswered("src", REFUSED, lambda probes: 0.0)
    begun, finish = threading.Semaphore(0), threading.Event()

    def call() -> None:
        with limiter.slot(StopSignal()):
            begun.release()
            finish.wait()
            limiter.heard()

    with ThreadPoolExecutor(4) as threads:
        calls = [threads.submit(call) for _ in range(4)]
        assert begun.acquire(timeout=HANGING)
        two_at_once = begun.acquire(timeout=0.2)
        finish.set()
        assert not two_at_once
        assert all(begun.acquire(timeout=HANGING) for _ in range(3))
    assert all(done.exception() is None for done in calls)
    assert not limiter.is_away
