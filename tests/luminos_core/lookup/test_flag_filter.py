"""Which flags a person asks for, and in which order."""

from typing import Any

import pytest

from luminos_core.flags.named_groups import grouped
from luminos_core.lookup.flag_filter import FlagFilter, in_order
from luminos_core.records.flag import Flag, FlagSource, FlagState, Severity
from tests.luminos_core.report.report_runs import check_flag, flag

FLAGS = (
    check_flag(path="src/a.py", severity="critical", owner="Ann Lee", symbol="Client.send"),
    check_flag(path="src/deep/b.py", rule="ruff:S602", source="tool", state="new"),
    check_flag(path="docs/c.md", severity="info", rule="dead-link", state="persisting"),
    flag(path="general", finding="It has no tests.", severity="info", first_seen="2026-01-02"),
)


@pytest.mark.parametrize(
    ("asked", "passed"),
    [
        ({}, [0, 1, 2, 3]),
        ({"severities": [Severity.CRITICAL, Severity.CONCERN]}, [0, 1]),
        ({"states": [FlagState.NEW]}, [1]),
        ({"sources": [FlagSource.MODEL]}, [3]),
        ({"rules": ["dead-link", "ruff:*"]}, [1, 2]),
        ({"rules": ["ruff"]}, []),
        ({"rules": ["*-link"]}, [2]),
        ({"rules": ["dead.link"]}, []),
        ({"paths": ["src"]}, [0, 1]),
        ({"paths": ["src/*.py"]}, [0]),
        ({"paths": ["src/**"]}, [0, 1]),
        ({"paths": ["./src/a.py", "*.md"]}, [0, 2]),
        ({"paths": ["!src"]}, [2, 3]),
        ({"paths": ["src", "!src/deep"]}, [0]),
        ({"rules": ["!ruff:*", "!dead-link"]}, [0, 3]),
        ({"owners": ["ann"]}, [0]),
        ({"symbols": ["client"]}, [0]),
        ({"severities": [Severity.INFO], "paths": ["docs"]}, [2]),
    ],
)
def test_a_flag_passes_that_has_one_of_each_kind(asked: dict[str, Any], passed: list[int]) -> None:
    assert FlagFilter(**asked).matching(FLAGS) == [FLAGS[index] for index in passed]


@pytest.mark.parametrize("pattern", ["", "#src", "src/a"])
def test_a_pattern_that_matches_nothing_lets_nothing_through(pattern: str) -> None:
    assert FlagFilter(paths=[pattern]).matching(FLAGS) == []


@pytest.mark.parametrize(
    ("sort", "order"),
    [
        (None, [0, 1, 2, 3]),
        ("path", [2, 3, 0, 1]),
        ("rule", [0, 2, 3, 1]),
        ("owner", [0, 1, 2, 3]),
        ("age", [3, 0, 1, 2]),
        ("state", [0, 1, 3, 2]),
        ("severity", [0, 1, 2, 3]),
    ],
)
def test_flags_are_sorted_by_one_field_and_else_stay_as_they_were(
    sort: str | None, order: list[int]
) -> None:
    assert in_order(FLAGS, sort) == [FLAGS[index] for index in order]


def names(flags: tuple[Flag, ...], by: str) -> list[str]:
    return [group.name for group in grouped(flags, by)]


def test_groups_come_with_the_worst_first_and_severities_in_their_order() -> None:
    assert names(FLAGS, "directory") == ["src", "src/deep", ".", "docs"]
    assert names(FLAGS, "severity") == ["critical", "concern", "info"]
    assert names(FLAGS, "state") == ["(not compared)", "new", "persisting"]
    assert names(FLAGS, "owner") == ["Ann Lee", "(no owner)"]
    assert next(group.flags for group in grouped(FLAGS, "rule")) == (FLAGS[0],)


def test_a_group_counts_flags_and_their_places() -> None:
    same = tuple(check_flag(line=line) for line in (1, 2))
    (group,) = grouped(same, "file")
    assert (group.counts.flags[Severity.CONCERN], group.counts.places) == (1, 2)
