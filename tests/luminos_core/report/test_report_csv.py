"""Flags as CSV: a row a place, and nothing that a spreadsheet calculates."""

import csv
import io

import pytest
from hypothesis import given
from hypothesis import strategies as st

from luminos_core.records.flag import FlagState
from luminos_core.records.report import AuditReport
from luminos_core.report.csv_table import COLUMNS
from luminos_core.report.registry import render
from tests.luminos_core.report.report_runs import check_flag, hostile_text
from tests.luminos_core.report.report_states import (
    EMPTY,
    VERSION,
    agents_flag,
    flags_of_all_states,
    hostile_report,
    many_flags,
    with_flags,
)


def rows(report: AuditReport) -> list[dict[str, str]]:
    text = render("csv", report)
    read = list(csv.DictReader(io.StringIO(text, newline=""), strict=True))
    assert all(None not in row and None not in row.values() for row in read)
    assert text.count("\r\n") == text.count("\n") == len(read) + 1
    return read


def test_a_row_has_all_that_is_known_of_a_place() -> None:
    flag = check_flag(
        line=3,
        end_line=5,
        quotation='say "no", twice',
        owner="@team",
        state=FlagState.NEW,
        first_seen="2026-01-01T00:00:00+00:00",
        also_found_by=("ruff:S307", "semgrep:eval"),
        more=2,
    )
    (row,) = rows(with_flags(flag, version=VERSION))
    assert tuple(row) == COLUMNS
    assert row["quotation"] == 'say "no", twice'
    assert (row["severity"], row["status"], row["state"]) == ("concern", "open", "new")
    assert (row["path"], row["line"], row["end_line"]) == ("a.py", "3", "5")
    assert row["title"] == "A text that is not constant is run as code"
    assert row["owner"] == "'@team"
    assert row["link"].endswith("/services/api/a.py#L3-L5")
    assert row["more_places"] == "2"
    assert row["also_found_by"] == "ruff:S307, semgrep:eval"


def test_what_is_no_longer_open_is_there_and_says_so() -> None:
    told = [(row["status"], row["state"]) for row in rows(flags_of_all_states())]
    assert told == [
        ("open", "new"),
        ("open", "reopened"),
        ("open", "newly checked"),
        ("open", "persisting"),
        ("not seen again", "unknown"),
        ("unverified", ""),
        ("refuted", ""),
        ("resolved", "resolved"),
        ("suppressed", ""),
    ]


def test_a_report_without_flags_has_a_heading() -> None:
    assert rows(EMPTY) == []


@pytest.mark.parametrize("start", ["=", "+", "-", "@", "\t=", "\r=", " =", "\n@", "＝"])  # noqa: RUF001
def test_what_a_spreadsheet_would_calculate_is_text(start: str) -> None:
    (row,) = rows(with_flags(check_flag(finding=f"{start}cmd|'/c calc'!A1", path=f"{start}x")))
    assert row["finding"].startswith("'")
    assert row["path"].startswith("'")


@given(hostile_text())
def test_any_text_is_one_cell(text: str) -> None:
    (row,) = rows(with_flags(check_flag(finding=text, quotation=text, path=text or "a")))
    assert not row["finding"].startswith(("=", "+", "-", "@", "\t", "\r"))


@given(st.text())
def test_any_characters_can_be_written(text: str) -> None:
    rows(with_flags(check_flag(finding=text)))[0]["finding"].encode()


def test_hostile_and_very_many_flags() -> None:
    assert len(rows(hostile_report())) == 6
    assert len(rows(many_flags())) == 30_000


def test_a_row_of_an_agents_flag_has_all_that_it_says() -> None:
    (row,) = rows(with_flags(agents_flag()))
    said = [row[name] for name in ("trigger", "consequence", "what_to_do", "cwe", "confidence")]
    assert said == [
        "Whoever logs in.",
        "Readers of the log have the password.",
        "Log the name alone.",
        "532",
        "0.85",
    ]
