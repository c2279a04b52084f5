"""Numbers as text: one form for one number, and none that misleads."""

import pytest

from luminos_core.text import formats


@pytest.mark.parametrize(
    ("number", "text"),
    [
        (0, "0 bytes"),
        (999, "999 bytes"),
        (1000, "1.0 kB"),
        (9_949, "9.9 kB"),
        (999_499, "999 kB"),
        (999_500, "1.0 MB"),
        (34_000_000_000, "34 GB"),
        (10**21, "1000000 PB"),
    ],
)
def test_bytes_have_a_unit_and_two_digits(number: int, text: str) -> None:
    assert formats.size(number) == text


@pytest.mark.parametrize(
    ("usd", "text"),
    [
        (None, "unknown"),
        (0.0, "$0.00"),
        (0.00001, "<$0.0001"),
        (0.0042, "$0.0042"),
        (0.25, "$0.25"),
        (1234.5, "$1,234.50"),
    ],
)
def test_money_is_never_rounded_to_nothing(usd: float | None, text: str) -> None:
    assert formats.money(usd) == text


def test_a_cost_of_nothing_is_not_shown() -> None:
    assert [formats.cost(usd) for usd in (None, 0.0, 0.25)] == ["cost unknown", "", "$0.25"]


@pytest.mark.parametrize(
    ("number", "text"),
    [(0, "0"), (999, "999"), (1_000, "1.0k"), (12_345, "12k"), (999_499, "999k"), (10**6, "1.0M")],
)
def test_tokens_are_short(number: int, text: str) -> None:
    assert formats.tokens(number) == text


@pytest.mark.parametrize(
    ("number", "text"),
    [
        (0.84, "0.8 s"),
        (12.4, "12 s"),
        (59.6, "1 min 00 s"),
        (184, "3 min 04 s"),
        (7500, "2 h 05 min"),
    ],
)
def test_a_duration_has_its_unit(number: float, text: str) -> None:
    assert formats.duration(number) == text


def test_the_time_between_two_times_is_unknown_when_one_is_invalid() -> None:
    assert formats.elapsed("2026-01-01T00:00:00+00:00", "2026-01-01T00:01:05+00:00") == "1 min 05 s"
    assert formats.elapsed("2026-01-01T00:00:00", "2026-01-01T00:01:05+00:00") == "unknown"
    assert formats.elapsed("", "2026-01-01T00:01:05+00:00") == "unknown"


def test_a_files_time_may_be_any_number() -> None:
    assert formats.utc_time(1_795_820_280) == "2026-11-27 22:58 UTC"
    assert formats.utc_time(2**80) == "unknown"
    assert formats.utc_time(None) == "unknown"
    assert formats.utc_time(-(2**80)) == "unknown"


def test_one_is_singular() -> None:
    assert formats.pluralize(1, "directory", "directories") == "1 directory"
    assert formats.pluralize(1204, "file") == "1,204 files"
