"""What an attempt reserves of a cap, and the answer that it can be given for it."""

from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as some

from luminos_core.calls.reservation import Reservation, reservation
from luminos_core.calls.token_meter import KeptPrompt
from luminos_core.llm.price_file import Price
from luminos_core.llm.pricing import PriceBook
from luminos_core.records.conversation import ModelRequest, Usage, UserMessage

NOW = datetime(2026, 11, 28, 12, 0, tzinfo=UTC)
MODEL = "house-model"
RATES = {"input": 2.0, "output": 10.0, "cache_write": 2.5, "cache_read": 0.1}  # USD a million
BOOK = PriceBook([Price.model_validate({"model": MODEL, "from": NOW.date(), **RATES})])
NOTHING = KeptPrompt(0, NOW)
TOKENS = 10_000


def request_of(max_tokens: int = 8_000, kept: int | None = 0, model: str = MODEL) -> ModelRequest:
    message = UserMessage(text="Go.")
    return ModelRequest(
        model=model,
        system="Audit.",
        tools=(),
        messages=(message,),
        max_tokens=max_tokens,
        kept_messages=kept,
    )


def made(
    request: ModelRequest, kept: KeptPrompt = NOTHING, least: int = 0, prompt: int = TOKENS
) -> Reservation:
    found = reservation(BOOK, request, prompt, kept, least, NOW)
    assert found is not None
    return found


def test_the_most_is_the_whole_prompt_written_to_the_cache_and_a_full_answer() -> None:
    assert made(request_of()).most == pytest.approx(TOKENS * 2.5e-6 + 8_000 * 10e-6)


def test_an_answer_that_no_shorter_one_replaces_needs_the_most() -> None:
    whole = made(request_of())
    assert whole.least == pytest.approx(whole.most)


def test_the_least_has_room_for_the_answer_that_is_of_use() -> None:
    found = made(request_of(), least=1_000)
    assert found.least == pytest.approx(TOKENS * 2.5e-6 + 1_000 * 10e-6)


def test_no_more_than_a_full_answer_is_of_use() -> None:
    found = made(request_of(max_tokens=500), least=1_000)
    assert found.least == pytest.approx(found.most)


def test_what_the_server_has_in_its_cache_costs_the_least_a_read() -> None:
    kept = KeptPrompt(4_000, NOW)
    unmarked = made(request_of(kept=0), kept, least=1_000)
    marked = made(request_of(kept=1), kept, least=1_000)

    new = TOKENS - 4_000
    answer = 1_000 * 10e-6
    assert unmarked.least == pytest.approx(4_000 * 0.1e-6 + new * 2.0e-6 + answer)
    assert marked.least == pytest.approx(4_000 * 0.1e-6 + new * 2.5e-6 + answer)
    assert marked.most == pytest.approx(TOKENS * 2.5e-6 + 8_000 * 10e-6)  # it may be lost


def test_a_model_of_unknown_price_reserves_nothing() -> None:
    request = request_of(model="nobody-s-model")
    assert reservation(BOOK, request, TOKENS, NOTHING, 100, NOW) is None


def test_an_answer_that_costs_nothing_has_all_its_room() -> None:
    free = Price.model_validate({"model": MODEL, "from": NOW.date(), "input": 1.0, "output": 0.0})
    found = reservation(PriceBook([free]), request_of(), TOKENS, NOTHING, 100, NOW)
    assert found is not None
    assert found.answer_tokens(found.least) == 8_000


@given(
    prompt=some.integers(1, 200_000),
    room=some.integers(1, 32_000),
    least=some.integers(0, 32_000),
    cached=some.floats(0, 1),
    marked=some.booleans(),
    share=some.floats(0, 1),
)
def test_what_is_reserved_pays_for_the_answer_that_it_is_given(
    prompt: int, room: int, least: int, cached: float, marked: bool, share: float
) -> None:
    request = request_of(room, kept=1 if marked else 0)
    kept = KeptPrompt(int(cached * prompt), NOW)
    found = made(request, kept, least, prompt)
    usd = found.least + share * (found.most - found.least)

    tokens = found.answer_tokens(usd)

    assert found.least <= found.most * 1.000001
    assert min(least or room, room) <= tokens <= room
    new = prompt - kept.tokens
    usage = Usage(
        cache_read=kept.tokens,
        cache_write=new if marked else 0,
        input=0 if marked else new,
        output=tokens,
    )
    assert (BOOK.usd(MODEL, usage, NOW) or 0.0) <= usd + 1e-9
