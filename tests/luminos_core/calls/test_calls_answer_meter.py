"""How much room an answer needs, by those that were given before."""

from hypothesis import given
from hypothesis import strategies as some

from luminos_core.calls.answer_meter import AnswerMeter


def meter_of(*outputs: int, likely: int = 1_000, was_cut: bool = False) -> AnswerMeter:
    meter = AnswerMeter()
    for output in outputs:
        meter.count("directory", likely, output, was_cut=was_cut)
    return meter


def test_a_few_answers_say_nothing() -> None:
    assert meter_of(100, 100).needed("directory", 1_000) == 1_000


def test_the_longest_of_many_answers_counts_with_a_margin() -> None:
    meter = meter_of(*[300] * 19, 500)
    assert meter.needed("directory", 1_000) == 600
    assert meter.needed("directory", 500) == 300  # by its share of what is likely


def test_short_answers_say_nothing_of_long_ones() -> None:
    assert meter_of(*[300] * 20).needed("directory", 2_000) == 2_000


def test_passes_are_counted_apart() -> None:
    assert meter_of(*[100] * 20).needed("synthesis", 1_000) == 1_000


def test_after_an_answer_that_was_cut_all_that_is_likely_is_needed() -> None:
    meter = meter_of(*[300] * 20)
    meter.count("directory", 1_000, 345, was_cut=True)
    assert meter.needed("directory", 1_000) == 1_000


@given(some.lists(some.integers(0, 3_000), max_size=40), some.integers(0, 5_000))
def test_no_more_than_what_is_likely_is_needed(outputs: list[int], likely: int) -> None:
    needed = meter_of(*outputs).needed("directory", likely)
    assert needed <= likely
    longest = max(outputs, default=0) / 1_000
    assert len(outputs) < 3 or needed >= min(likely, likely * longest) - 1
