"""What a call costs, by the price table and the user's own prices."""

from datetime import UTC, datetime
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from luminos_core.errors import SettingsError
from luminos_core.llm.pricing import PriceBook, context_bound, read_price_book
from luminos_core.records.conversation import Usage

NOW = datetime(2026, 11, 27, tzinfo=UTC)
MILLION = 1_000_000
BOOK = PriceBook()
KINDS = ("input", "output", "cache_write", "cache_read")
OWN = """
[[price]]
model = "claude-sonnet-5-5"
from = 2026-10-01
input = 1
output = 5
cache_write = 1.5
cache_read = 0.25

[[price]]
model = "claude-sonnet-5-5"
from = 2026-11-20
input = 3
output = 7

[[price]]
model = "house-model"
from = 2026-01-01
input = 0.5
output = 0.5
"""


def book(folder: Path, text: str) -> PriceBook:
    file = folder / "prices.toml"
    file.write_text(text)
    return read_price_book(file)


@pytest.mark.parametrize(
    ("model", "prices"),  # USD a million: input, output, cache write, cache read
    [
        ("claude-opus-5-5", (4, 20, 5, 0.20)),
        ("claude-sonnet-5-5", (2, 10, 2.5, 0.10)),
        ("claude-sonnet-5-5-20261001", (2, 10, 2.5, 0.10)),
        ("claude-fable-5-2", (8, 40, 10, 0.20)),
    ],
)
def test_each_kind_of_token_has_its_own_price(model, prices):
    usages = [Usage(**{kind: MILLION}) for kind in KINDS]

    assert [BOOK.usd(model, usage, NOW) for usage in usages] == pytest.approx(list(prices))
    assert BOOK.usd(model, sum(usages, Usage()), NOW) == pytest.approx(sum(prices))


def test_a_long_prompt_costs_haiku_five_times_as_much_a_token():
    haiku = "claude-haiku-5-5"

    assert BOOK.usd(haiku, Usage(input=100_000), NOW) == pytest.approx(0.01)
    assert BOOK.usd(haiku, Usage(input=50_000, cache_read=150_000), NOW) == pytest.approx(
        5 * (0.05 * 0.10 + 0.15 * 0.01)
    )


@pytest.mark.parametrize("model", ["claude-nonesuch", "gpt-4o", ""])
def test_an_unknown_price_is_unknown_and_never_zero(model):
    assert BOOK.usd(model, Usage(input=1), NOW) is None
    assert BOOK.worst_usd(model, 1, 1, NOW) is None


def test_the_price_table_is_of_one_provider():
    book = PriceBook(provider="openai")

    assert book.usd("gpt-4o", Usage(input=MILLION), NOW) == pytest.approx(2.5)
    assert book.usd("claude-opus-5-5", Usage(input=MILLION), NOW) is None


@given(
    model=st.sampled_from(["claude-haiku-5-5", "claude-sonnet-5-5", "house-model"]),
    counts=st.tuples(*[st.integers(0, 400_000)] * 4),
    spare=st.tuples(st.integers(0, 50_000), st.integers(0, 50_000)),
)
def test_no_call_costs_more_than_its_worst_case(tmp_path_factory, model, counts, spare):
    own = book(tmp_path_factory.getbasetemp(), OWN)
    usage = Usage(**dict(zip(KINDS, counts, strict=True)))
    worst = own.worst_usd(model, usage.context + spare[0], usage.output + spare[1], NOW)

    assert own.usd(model, usage, NOW) <= worst + 1e-12


@pytest.mark.parametrize(
    ("day", "prices"),
    [
        ((2026, 9, 30), (2, 10, 2.5, 0.10)),  # none of the user's has begun
        ((2026, 10, 1), (1, 5, 1.5, 0.25)),
        ((2026, 11, 19), (1, 5, 1.5, 0.25)),
        ((2026, 11, 20), (3, 7, 3, 3)),  # the cache at the price of input
    ],
)
def test_the_users_latest_price_that_has_begun_is_used(tmp_path, day, prices):
    own = book(tmp_path, OWN)
    on = datetime(*day, tzinfo=UTC)

    for name in ("claude-sonnet-5-5", "claude-sonnet-5-5-20261001"):
        found = [own.usd(name, Usage(**{kind: MILLION}), on) for kind in KINDS]
        assert found == pytest.approx(list(prices))


def test_the_user_can_price_a_model_that_the_table_does_not_have(tmp_path):
    own = book(tmp_path, OWN)

    assert own.usd("house-model", Usage(output=MILLION), NOW) == 0.5
    assert own.usd("house-model-mini", Usage(output=MILLION), NOW) is None
    assert own.usd("claude-opus-5-5", Usage(output=MILLION), NOW) == pytest.approx(20)


PRICE = '[[price]]\nmodel = "m"\nfrom = 2026-01-01\ninput = 1\noutput = 2\n'


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        (PRICE + "cache_read = = 1\n", "line 6"),
        (PRICE + PRICE, "prices 1 and 2: both are of m from 2026-01-01"),
        (PRICE + PRICE.replace("output = 2", ""), "price 2, output: Field required"),
        (PRICE.replace("= 1\n", "= -1\n"), "price 1, input: Input should be greater than"),
        (PRICE + "cache_raed = 1", "price 1, cache_raed: Extra inputs are not permitted"),
        (PRICE + "cache_read = inf", "price 1, cache_read: Input should be a finite number"),
        (PRICE.replace("2026-01-01", '"soon"'), "price 1, from: "),
        (PRICE.replace("[[price]]", "[[prices]]"), "has 'prices'"),
        (PRICE.replace("[[price]]", "[price]"), "[[price]]"),
        ("price = [3]", "price 1, the table: "),
    ],
)
def test_an_error_in_a_price_file_names_its_place(tmp_path, text, problem):
    with pytest.raises(SettingsError) as raised:
        book(tmp_path, text)

    assert problem in str(raised.value)
    assert str(tmp_path / "prices.toml") in str(raised.value)


def test_a_price_file_that_cannot_be_read_is_a_settings_error(tmp_path):
    with pytest.raises(SettingsError, match=r"none\.toml cannot be read: No such file"):
        read_price_book(tmp_path / "none.toml")
    with pytest.raises(SettingsError, match="cannot be read"):
        (tmp_path / "bytes.toml").write_bytes(b"\xff")
        read_price_book(tmp_path / "bytes.toml")


def test_a_token_has_at_least_two_bytes():
    assert [context_bound(count) for count in (0, 1, 2, 1001)] == [0, 1, 1, 501]
