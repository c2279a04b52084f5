"""Entries that are written: they say what was meant, and cost nothing that is there."""

import os
from datetime import date
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from luminos_core.errors import LuminosError, SettingsError
from luminos_core.flags.ranking import fingerprinted
from luminos_core.parsers.suppression_file import parse_suppressions
from luminos_core.records.flag import Flag
from luminos_core.suppressions.decide import decide
from luminos_core.suppressions.new_entries import (
    Accepted,
    added,
    entries_of,
    entry_of,
    entry_of_rule,
)
from luminos_core.suppressions.write_file import open_file
from tests.luminos_core.report.report_runs import check_flag, flags, hostile_text

TODAY = date(2026, 1, 1)
REASON = Accepted("As agreed.")
KEPT = "# ours\n[[suppress]]  # the first\nrule='x'\npath = 'a'   # so\nreason = 'R.'\n"


def said_of(flag: Flag) -> Flag:
    return fingerprinted([flag])[0]


@given(flags().map(said_of), hostile_text(), st.none() | st.just(TODAY), st.booleans())
def test_an_entry_of_any_flag_suppresses_it(
    flag: Flag, reason: str, until: date | None, of_rule: bool
) -> None:
    accepted = Accepted(f"R {reason}"[:200], until)
    text = added("", [(entry_of_rule if of_rule else entry_of)(flag, accepted)])
    file = parse_suppressions(text.encode(), "s.toml", "given file")
    assert file.remarks == ()
    (entry,) = file.entries
    assert entry.until == until
    decided = decide((flag,), (), (), file, TODAY)
    assert decided.flags == ()
    assert decided.suppressed[0].suppressed.startswith("given file: R")


@given(st.lists(flags(), max_size=6))
def test_a_baseline_leaves_nothing_of_its_run(found: list[Flag]) -> None:
    every = [said_of(flag) for flag in found]
    text = added("", entries_of(every, REASON))
    file = parse_suppressions(text.encode(), "s.toml", "file")
    assert file.remarks == ()
    assert decide(every, (), (), file, TODAY).flags == ()


def test_an_entry_reads_well_in_a_review() -> None:
    flag = said_of(check_flag(path="src/[a].py", line=3, finding="It runs a command."))
    assert entry_of(flag, Accepted("Only\nwe call it.", date(2027, 3, 31))) == (
        "[[suppress]]  # concern: It runs a command.\n"
        f'fingerprint = "{flag.fingerprint}"\n'
        'rule = "code-injection"\n'
        'path = "src/\\\\[a].py"\n'
        'reason = "Only we call it."\n'
        "until = 2027-03-31\n"
    )


def test_a_rule_with_unlisted_places_is_accepted_in_its_file_as_a_whole() -> None:
    flag = said_of(check_flag(more=5))
    (entry,) = entries_of([flag], REASON)
    assert "fingerprint" not in entry
    assert 'rule = "code-injection"\npath = "/a.py"\n' in entry


@pytest.mark.parametrize(
    "before", [KEPT, KEPT.rstrip("\n"), KEPT.replace("\n", "\r\n"), "# only\n"]
)
def test_what_is_in_a_file_stays_byte_by_byte(tmp_path: Path, before: str) -> None:
    file = tmp_path / "s.toml"
    file.write_bytes(before.encode())
    file.chmod(0o640)
    open_file(file).add([entry_of(said_of(check_flag()), REASON)])
    after = file.read_bytes()
    assert after.startswith(before.encode())
    assert file.stat().st_mode & 0o777 == 0o640
    assert len(open_file(file).file.entries) == before.count("[[") + 1
    assert b"\r\n" in before.encode() or b"\r" not in after


def test_a_new_file_is_made_with_its_folder(tmp_path: Path) -> None:
    file = tmp_path / ".luminos" / "suppressions.toml"
    open_file(file).add([entry_of(said_of(check_flag()), REASON)])
    assert file.read_text().startswith("# Findings that are accepted")
    assert file.stat().st_mode & 0o777 == 0o644


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("[[suppress]\n", ":1 is left as it is: the file suppresses nothing"),
        ("[[suppress]]\nrule = 'x'\n", ":1 is left as it is: it has no reason"),
        ("\xff", "is left as it is"),
    ],
)
def test_a_file_with_something_wrong_in_it_is_left_as_it_is(
    tmp_path: Path, text: str, problem: str
) -> None:
    file = tmp_path / "s.toml"
    file.write_bytes(text.encode("latin-1"))
    with pytest.raises(SettingsError, match=problem):
        open_file(file)
    assert file.read_bytes() == text.encode("latin-1")


def test_an_array_in_one_value_cannot_be_added_to(tmp_path: Path) -> None:
    file = tmp_path / "s.toml"
    file.write_text(text := 'suppress = [{rule = "a", path = "b", reason = "c"}]\n')
    with pytest.raises(SettingsError, match="is left as it is"):
        open_file(file).add([entry_of(said_of(check_flag()), REASON)])
    assert file.read_text() == text


@pytest.mark.parametrize("kind", ["link", "fifo", "directory"])
def test_what_is_no_file_is_not_written(tmp_path: Path, kind: str) -> None:
    file, other = tmp_path / "s.toml", tmp_path / "other"
    other.write_text(KEPT)
    if kind == "link":
        file.symlink_to(other)
    elif kind == "fifo":
        os.mkfifo(file)
    else:
        file.mkdir()
    with pytest.raises(LuminosError, match=r"s\.toml cannot be read"):
        open_file(file)
    assert other.read_text() == KEPT
