"""What a file of suppressions says, and what is said of a wrong one."""

import os
from datetime import date
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from luminos_core.errors import SettingsError
from luminos_core.parsers.suppression_file import parse_suppressions
from luminos_core.records.suppression import RemarkKind, SuppressedBy, SuppressionFile
from luminos_core.sandboxed_dir import SandboxedDir
from luminos_core.suppressions.read_file import (
    TARGET_FILE,
    check_suppressions,
    given_suppressions,
    target_suppressions,
)

MARK = "3f2a91c07d5e" * 5 + "abcd"
GOOD = 'rule = "weak-hash"\npath = "tests/**"\nreason = "Test data."\n'


def parsed(text: str) -> SuppressionFile:
    return parse_suppressions(text.encode(), "s.toml", "file")


def remarks(text: str) -> list[str]:
    return [f"{each.place}: {each.text}" for each in parsed(text).remarks]


def in_target(tmp_path: Path, text: str) -> Path:
    (tmp_path / TARGET_FILE).parent.mkdir()
    (tmp_path / TARGET_FILE).write_text(text)
    return tmp_path


def test_an_entry_has_its_line_its_reason_in_one_line_and_its_last_day() -> None:
    text = f"""# [[suppress]]
note = '''
[[suppress]]
'''
[[suppress]]  # agreed
fingerprint = "{MARK.upper()}"
reason = \"\"\"
[[suppress]]
Seen by\x20Ann.\"\"\"
until = 2027-01-31

  [[ suppress ]]
{GOOD}until = "2026-12-01"
"""
    found = parsed(text)
    first, second = found.entries
    assert (first.place, first.fingerprint, first.reason) == (
        "s.toml:5", MARK, "[[suppress]] Seen by Ann."
    )  # fmt: skip
    assert (first.until, second.until) == (date(2027, 1, 31), date(2026, 12, 1))
    assert (second.place, second.rule, second.path) == ("s.toml:12", "weak-hash", "tests/**")
    assert [each.text for each in found.remarks] == [
        "'note' means nothing here; entries are [[suppress]]"
    ]


@pytest.mark.parametrize(
    ("entry", "problem"),
    [
        (f'fingerprint = "{MARK}"', "it has no reason"),
        (f'fingerprint = "{MARK}"\nreason = "  "', "it has no reason"),
        ('fingerprint = "3f2a91c"\nreason = "R."', "fingerprint is not 12 to 64 hex digits"),
        (f'fingerprint = "{MARK}0"\nreason = "R."', "fingerprint is longer than 64 characters"),
        ('rule = "weak-hash"\nreason = "R."', "neither a fingerprint nor both rule and path"),
        ('path = "a.py"\nreason = "R."', "neither a fingerprint nor both rule and path"),
        ('reason = "R."', "neither a fingerprint nor both rule and path"),
        (f"{GOOD}until = 2027-01-31T00:00:00Z", "until is no date such as 2027-01-31"),
        (f'{GOOD}until = "tomorrow"', "until is no date such as 2027-01-31"),
        (f"{GOOD}untl = 2027-01-31", "'untl' is none of reason, rule, path, fingerprint, until"),
        ('rule = 3\npath = "a"\nreason = "R."', "rule is no text"),
        ('rule = "x"\npath = "!a"\nreason = "R."', "path begins with '!'"),
        ('rule = "x"\npath = "a"\nreason = "' + "R" * 301 + '"', "reason is longer than 300"),
    ],
)
def test_a_wrong_entry_is_named_by_its_line_suppresses_nothing_and_costs_no_other(
    entry: str, problem: str
) -> None:
    found = parsed(f"[[suppress]]\n{GOOD}\n[[suppress]]\n{entry}\n")
    (remark,) = found.remarks
    assert (remark.kind, remark.place) == (RemarkKind.WRONG, "s.toml:6")
    assert problem in remark.text
    assert [each.rule for each in found.entries] == ["weak-hash"]


def test_an_entry_whose_line_is_not_known_is_named_by_its_number() -> None:
    text = 'suppress = [{rule = "a", path = "b", reason = "c"}, {reason = "d"}]'
    assert len(parsed(text).entries) == 1
    assert remarks(text) == [
        "s.toml: entry 2: it names neither a fingerprint nor both rule and path"
    ]
    assert remarks(f'[["suppress"]]\n{GOOD}\n[[suppress]]\n') == [
        "s.toml: entry 2: it has no reason; it names neither a fingerprint nor both rule and path"
    ]


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("[[suppress]]\nrule = weak-hash\n", "s.toml:2"),
        ("[[suppress]]\n" + GOOD + "[[suppress]]\n[suppress]\n", "s.toml:6"),
        ("[[suppress]]\n" + GOOD + 'rule = "again"', "s.toml:5"),
        ('suppress = "all"', "s.toml"),
        ("suppress = [1]", "s.toml"),
        ("[suppress]\n" + GOOD, "s.toml"),
    ],
)
def test_a_malformed_file_suppresses_nothing_and_says_where_it_is_malformed(
    text: str, place: str
) -> None:
    found = parsed(text)
    (remark,) = found.remarks
    assert (remark.place, found.entries) == (place, ())
    assert remark.text.startswith("the file suppresses nothing: ")


def test_a_file_of_another_encoding_is_said_so() -> None:
    found = parse_suppressions(b"\xff\xfe", "s.toml", "file")
    assert found.remarks[0].text == "the file suppresses nothing: it is not UTF-8"


@given(st.one_of(st.text(), st.text(alphabet="[suppre]= \"'#\n\\a1{},")))
def test_any_text_is_read_without_an_error(text: str) -> None:
    parse_suppressions(text.encode("utf-8", "replace"), "s.toml", "given file")


@given(st.lists(st.sampled_from(['"""', "'''", '"', "'", "\n", "[[suppress]]", "#", "\\", "a"])))
def test_what_looks_like_a_header_in_a_string_or_a_comment_moves_no_line(parts: list[str]) -> None:
    """The noise comes as a value before an entry, where it is TOML at all."""
    text = f"noise = {''.join(parts)}\n[[suppress]]\n{GOOD}"
    found = parsed(text)
    if found.entries and len(found.entries) == 1:
        expected = text[: text.rindex("[[suppress]]")].count("\n") + 1
        assert found.entries[0].place == f"s.toml:{expected}"


def test_a_flood_of_wrong_entries_is_counted_not_told() -> None:
    found = parsed("[[suppress]]\n" * 5_000)
    assert len(found.remarks) == 101
    assert found.remarks[-1].text == "4,900 more problems like these"


def test_only_so_many_patterns_are_tried() -> None:
    entry = '[[suppress]]\nrule = "x"\npath = "{}"\nreason = "R."\n'
    wild = entry.format("*" + 99 * "a") * 321
    found = parsed(wild + entry.format("src/a.py") * 5)
    assert len(found.entries) == 325
    (remark,) = found.remarks
    assert remark.text == "only the first 32,000 characters of paths with wildcards are used"


def test_the_targets_file_is_read_in_the_child_and_a_target_without_one_is_silent(
    tmp_path: Path,
) -> None:
    assert target_suppressions(SandboxedDir(tmp_path)) == SuppressionFile()
    (tmp_path / ".luminos").mkdir()
    assert target_suppressions(SandboxedDir(tmp_path)) == SuppressionFile()
    (tmp_path / TARGET_FILE).write_text(f"[[suppress]]\n{GOOD}")
    (entry,) = target_suppressions(SandboxedDir(tmp_path)).entries
    assert (entry.place, entry.by) == (f"{TARGET_FILE}:1", SuppressedBy.TARGET_FILE)


@pytest.mark.parametrize("kind", ["link", "folder link", "fifo", "directory", "deep", "long"])
def test_what_is_no_readable_file_of_the_target_suppresses_nothing_and_is_told(
    tmp_path: Path, kind: str
) -> None:
    target, outside = tmp_path / "t", tmp_path / "outside"
    outside.mkdir()
    (outside / "suppressions.toml").write_text(f"[[suppress]]\n{GOOD}")
    place = target / TARGET_FILE
    target.mkdir()
    if kind == "folder link":
        (target / ".luminos").symlink_to(outside)
    else:
        place.parent.mkdir()
    if kind == "link":
        place.symlink_to(outside / "suppressions.toml")
    elif kind == "fifo":
        os.mkfifo(place)
    elif kind == "directory":
        place.mkdir()
    elif kind == "deep":
        place.write_text("a = " + "[" * 100_000)
    elif kind == "long":
        place.write_text("#" * (7 << 20))
    found = target_suppressions(SandboxedDir(target))
    assert found.entries == ()
    (remark,) = found.remarks
    assert remark.place == TARGET_FILE
    assert remark.text.startswith("the file suppresses nothing: ")


def test_a_given_file_that_is_wrong_is_refused_before_a_run_and_said_in_one(tmp_path: Path) -> None:
    file = tmp_path / "own.toml"
    for text, problem in (
        (None, "no file"),
        ("[[suppress]]\n", f"{file}:1: it has no reason"),
    ):
        if text is not None:
            file.write_text(text)
        with pytest.raises(SettingsError, match=problem):
            check_suppressions(str(file))
        assert given_suppressions(str(file)).remarks
    file.write_text(f"[[suppress]]\n{GOOD}")
    check_suppressions(str(file))
    assert given_suppressions(str(file)).entries[0].by is SuppressedBy.GIVEN_FILE
    with pytest.raises(SettingsError, match="no file"):
        check_suppressions(str(tmp_path))
