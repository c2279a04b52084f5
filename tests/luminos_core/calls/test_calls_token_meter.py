"""How many tokens a request can have, and what of it the server has in its cache."""

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as some

from luminos_core.calls.token_meter import Counted, KeptPrompt, TokenMeter, counted
from luminos_core.records.conversation import ModelRequest, Usage, UserMessage

NOW = datetime(2026, 11, 28, 12, 0, tzinfo=UTC)
MODEL = "claude-sonnet-5-5"
WORDS = b"the parser reads each request before it answers. " * 100
NOTHING = KeptPrompt(0, NOW)
PREFIX = 1_000  # tokens of tools and system


def request_of(
    system: str = "Audit.", model: str = MODEL, kept: int | None = 0, *, keeps_prefix: bool = True
) -> ModelRequest:
    return ModelRequest(
        model=model,
        system=system,
        tools=(),
        messages=(UserMessage(text="Go."),),
        max_tokens=100,
        keeps_prefix=keeps_prefix,
        kept_messages=kept,
    )


def bound(meter: TokenMeter, encoded: bytes, known: Counted | None = None) -> int:
    return meter.bound(request_of(), encoded, known)


def count(
    meter: TokenMeter,
    tokens: int,
    encoded: bytes = WORDS,
    *,
    request: ModelRequest | None = None,
    read: int = 0,
    written: int = 0,
    expected: KeptPrompt = NOTHING,
    prefix: bytes = b"",
    now: datetime = NOW,
) -> None:
    usage = Usage(input=tokens - read - written, cache_read=read, cache_write=written)
    meter.count(request or request_of(), encoded, prefix, usage, expected, now)


def test_before_anything_is_counted_text_has_less_than_a_token_in_two_bytes() -> None:
    assert bound(TokenMeter(), WORDS) == pytest.approx(0.45 * len(WORDS), abs=1)


def test_what_was_counted_lowers_the_bound_and_leaves_a_margin() -> None:
    meter = TokenMeter()
    count(meter, len(WORDS) // 3)

    assert len(WORDS) / 3 < bound(meter, WORDS) < 0.45 * len(WORDS)


def test_the_most_that_was_counted_is_what_counts() -> None:
    meter = TokenMeter()
    for share in (3, 2, 4):
        count(meter, len(WORDS) // share)

    assert bound(meter, WORDS) > len(WORDS) / 2


def test_however_few_were_counted_the_next_text_may_be_denser() -> None:
    meter = TokenMeter()
    count(meter, len(WORDS) // 20)

    assert bound(meter, WORDS) == pytest.approx(0.34 * len(WORDS), abs=1)


def test_models_are_counted_apart() -> None:
    meter = TokenMeter()
    count(meter, len(WORDS), request=request_of(model="another"))

    assert bound(meter, WORDS) == bound(TokenMeter(), WORDS)


@pytest.mark.parametrize(
    "dense",
    [
        b"8231907734 " * 300,
        b"aGVsbG8gd29ybGQgaGVsbG8gd29ybGQ= " * 100,
        "код и текст ".encode() * 90,
    ],
    ids=["digits", "encoded data", "another script"],
)
def test_text_of_more_tokens_a_byte_has_a_higher_bound(dense: bytes) -> None:
    meter = TokenMeter()
    count(meter, len(WORDS) // 4)

    assert bound(meter, dense) / len(dense) > 1.3 * bound(meter, WORDS) / len(WORDS)


@given(some.lists(some.tuples(some.integers(1, 4), some.floats(0.05, 1.5)), min_size=1, max_size=5))
def test_no_text_as_dense_as_one_that_was_counted_is_above_its_bound(
    counted: list[tuple[int, float]],
) -> None:
    meter = TokenMeter()
    for times, rate in counted:
        encoded = WORDS * times
        count(meter, int(rate * len(encoded)), encoded)

    densest = max(rate for _, rate in counted)
    assert bound(meter, WORDS * 3) >= densest * len(WORDS * 3) - 1


def test_after_many_requests_only_what_was_counted_counts_and_little_more() -> None:
    meter = TokenMeter()
    for _ in range(25):
        count(meter, len(WORDS) // 4)

    assert bound(meter, WORDS) == pytest.approx(1.08 * len(WORDS) / 4, rel=0.01)


def test_code_may_have_more_tokens_than_prose_until_some_was_counted() -> None:
    code = b"if (self._rates[name] != {}): return f(x, y)[0] ** 2; " * 90
    meter = TokenMeter()
    for _ in range(25):
        count(meter, len(WORDS) // 5)

    assert bound(meter, code) == pytest.approx(0.34 * len(code), rel=0.05)
    count(meter, len(code) // 4, code)
    assert bound(meter, code) < 0.3 * len(code)


def test_few_requests_of_a_model_are_helped_out_by_many_of_another() -> None:
    alone, helped = TokenMeter(), TokenMeter()
    for _ in range(25):
        count(helped, len(WORDS) // 4, request=request_of(model="another"))
    for meter in (alone, helped):
        count(meter, len(WORDS) // 4)

    assert 1.1 * len(WORDS) / 4 < bound(helped, WORDS) < bound(alone, WORDS)


def test_tools_and_system_text_that_were_counted_have_no_margin() -> None:
    meter, prefix = TokenMeter(), b"tools " * 1_000
    count(meter, PREFIX + len(WORDS) // 4, prefix + WORDS, prefix=prefix, written=PREFIX)

    more = bound(meter, prefix + WORDS) - PREFIX
    assert more == pytest.approx(0.34 * len(WORDS), abs=1)  # and not of all


def test_of_a_conversation_only_what_is_new_since_its_last_call_has_a_margin() -> None:
    meter = TokenMeter()
    known = counted(Usage(input=5_000, cache_read=1_000), WORDS)

    assert bound(meter, WORDS, known) == 6_000
    assert bound(meter, WORDS + WORDS, known) == pytest.approx(6_000 + 0.45 * len(WORDS), abs=1)


def test_a_prefix_that_another_conversation_has_just_used_is_in_the_cache() -> None:
    meter = TokenMeter()
    count(meter, 2_400, written=PREFIX)

    kept = meter.kept(request_of(), NOW + timedelta(minutes=3), None)
    assert kept.tokens == PREFIX


@pytest.mark.parametrize(
    ("request_", "later"),
    [
        (request_of(), timedelta(minutes=5)),
        (request_of(system="Write."), timedelta()),
        (request_of(model="another"), timedelta()),
    ],
    ids=["five minutes later", "of another pass", "of another model"],
)
def test_no_other_prefix_is_relied_on(request_: ModelRequest, later: timedelta) -> None:
    meter = TokenMeter()
    count(meter, 2_400, written=PREFIX)

    assert meter.kept(request_, NOW + later, None).tokens == 0


@pytest.mark.parametrize(
    "request_",
    [request_of(kept=None), request_of(kept=1), request_of(keeps_prefix=False)],
    ids=["whole", "its first message", "nothing"],
)
def test_what_was_written_with_messages_is_no_prefix(request_: ModelRequest) -> None:
    meter = TokenMeter()
    count(meter, 2_400, request=request_, written=2_000)

    assert meter.kept(request_of(), NOW, None).tokens == 0


def test_a_conversation_s_own_messages_count_when_they_are_more() -> None:
    meter = TokenMeter()
    count(meter, 2_400, written=PREFIX)
    own = KeptPrompt(5_000, NOW)

    assert meter.kept(request_of(), NOW, own) == own
    assert meter.kept(request_of(), NOW, KeptPrompt(10, NOW)).tokens == PREFIX
    assert meter.kept(request_of(), NOW + timedelta(minutes=5), own).tokens == 0


def test_a_server_that_has_lost_a_prefix_is_not_relied_on_again() -> None:
    meter = TokenMeter()
    count(meter, 2_400, written=PREFIX)
    count(meter, 2_400, written=PREFIX, expected=KeptPrompt(PREFIX, NOW))
    count(meter, 2_400, read=PREFIX)

    assert meter.kept(request_of(), NOW, None).tokens == 0


def test_a_prefix_that_is_read_stays_in_the_cache() -> None:
    meter, expected = TokenMeter(), KeptPrompt(PREFIX, NOW)
    later = NOW + timedelta(minutes=3)
    count(meter, 2_400, written=PREFIX)
    count(meter, 2_400, read=PREFIX, expected=expected, now=later)

    assert meter.kept(request_of(), later + timedelta(minutes=3), None).tokens == PREFIX
