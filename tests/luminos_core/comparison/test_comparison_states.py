"""What becomes of a flag from one night to the next, by real audits without a model."""

from pathlib import Path

import pytest

from luminos_core.records.flag import FlagState
from tests.luminos_core.comparison.nights import EVAL, SHELL, Nights, flags_in, states


@pytest.fixture
def nights(tmp_path: Path) -> Nights:
    made = Nights(tmp_path)
    made.write("README.md", "# T\n\nIt is a target.\n")
    made.write("LICENSE", "MIT License\n")
    made.write("src/a.py", EVAL)
    return made


def test_the_first_run_has_nothing_to_compare_with(nights: Nights) -> None:
    report = nights.audit()
    assert report.comparison is None
    assert states(report) == [("src/a.py", None)]
    (flag,) = (each for each in report.flags if each.path == "src/a.py")
    assert flag.first_seen == flag.last_seen == report.finished_at


def test_a_flag_that_is_still_there_persists_since_it_was_first_seen(nights: Nights) -> None:
    first = nights.audit()
    second = nights.audit()
    assert states(second) == [("src/a.py", "persisting")]
    (flag,) = (each for each in second.flags if each.path == "src/a.py")
    assert (flag.first_seen, flag.last_seen) == (first.finished_at, second.finished_at)
    assert second.comparison is not None
    assert second.comparison.previous.run_id == first.run_id
    assert second.comparison.gone == second.comparison.facts == ()


def test_a_flag_in_new_code_is_new(nights: Nights) -> None:
    nights.audit()
    nights.write("src/b.py", SHELL)
    assert states(nights.audit()) == [("src/a.py", "persisting"), ("src/b.py", "new")]
    assert states(nights.audit()) == [("src/a.py", "persisting"), ("src/b.py", "persisting")]


def test_a_flag_whose_code_was_mended_is_resolved_once(nights: Nights) -> None:
    nights.audit()
    nights.write("src/a.py", EVAL.replace("eval", "parse"))
    assert states(nights.audit()) == [("src/a.py", "resolved")]
    assert states(nights.audit()) == []


def test_a_flag_of_a_deleted_file_is_resolved(nights: Nights) -> None:
    nights.audit()
    (nights.target / "src" / "a.py").unlink()
    assert states(nights.audit()) == [("src/a.py", "resolved")]


def test_a_flag_that_comes_back_is_reopened(nights: Nights) -> None:
    first = nights.audit()
    nights.write("src/a.py", "")
    nights.audit()
    nights.write("src/a.py", EVAL)
    report = nights.audit()
    (flag,) = flags_in(report, FlagState.REOPENED)
    assert flag.first_seen == first.finished_at
    assert states(nights.audit()) == [("src/a.py", "persisting")]


def test_a_flag_in_what_is_left_out_tonight_stays_open(nights: Nights) -> None:
    nights.audit()
    report = nights.audit(exclude=("src",))
    assert states(report) == [("src/a.py", "persisting")]
    assert report.comparison is not None
    assert report.comparison.read_less == "src was left out"
    assert sum(each.places for each in report.flag_totals) == len(report.flags)
    assert states(nights.audit()) == [("src/a.py", "persisting")]


def test_a_flag_in_what_was_left_out_until_now_is_newly_checked(nights: Nights) -> None:
    nights.audit(exclude=("src",))
    assert states(nights.audit()) == [("src/a.py", "newly checked")]


def test_what_is_deleted_where_nobody_looks_is_resolved(nights: Nights) -> None:
    nights.audit()
    (nights.target / "src" / "a.py").unlink()
    assert states(nights.audit(exclude=("src",))) == [("src/a.py", "resolved")]


def test_a_flag_that_a_comment_now_suppresses_is_not_resolved(nights: Nights) -> None:
    nights.audit()
    nights.write("src/a.py", EVAL.replace("'])", "'])  # noqa: S307"))
    report = nights.audit()
    assert states(report) == []
    (flag,) = report.suppressed_flags
    assert flag.state is FlagState.PERSISTING
    nights.write("src/a.py", EVAL)
    assert states(nights.audit()) == [("src/a.py", "persisting")]


def test_one_of_three_repeats_that_is_removed_is_resolved_and_the_others_persist(
    nights: Nights,
) -> None:
    repeats = "def run(formula):\n" + "    eval(formula)\n" * 3
    nights.write("src/a.py", repeats)
    nights.audit()
    nights.write("src/a.py", "def run(formula):\n" + "    eval(formula)\n" * 2)
    expected = [("src/a.py", state) for state in ("persisting", "persisting", "resolved")]
    assert states(nights.audit()) == expected


def test_a_retry_of_a_run_replaces_it(nights: Nights) -> None:
    first = nights.audit()
    nights.write("src/b.py", SHELL)
    nights.audit(run_id="tonight")
    report = nights.audit(run_id="tonight")
    assert states(report) == [("src/a.py", "persisting"), ("src/b.py", "new")]
    assert report.comparison is not None
    assert report.comparison.previous.run_id == first.run_id
    assert states(nights.audit()) == [("src/a.py", "persisting"), ("src/b.py", "persisting")]


def test_a_flag_keeps_its_fingerprint_when_its_file_moves_and_not_when_its_code_is_edited(
    nights: Nights,
) -> None:
    def mark() -> str:
        (flag,) = flags_in(nights.audit(), FlagState.PERSISTING)
        return flag.fingerprint

    nights.audit()
    before = mark()
    (nights.target / "src" / "a.py").rename(nights.target / "src" / "b.py")
    assert mark() == before
    assert mark() == before
    nights.write("src/b.py", EVAL.replace("def run", "def execute"))
    assert mark() == before
    nights.write("src/b.py", EVAL.replace("def run", "def execute").replace("'code'", "'text'"))
    assert mark() != before


def test_two_flags_never_have_one_fingerprint(nights: Nights) -> None:
    nights.audit()
    (nights.target / "src" / "a.py").rename(nights.target / "src" / "b.py")
    nights.audit()
    nights.write("src/a.py", EVAL)
    for expected in ("new", "persisting"):
        report = nights.audit()
        assert states(report) == [("src/a.py", expected), ("src/b.py", "persisting")]
        marks = [flag.fingerprint for flag in report.flags if flag.path.startswith("src/")]
        assert len(set(marks)) == 2
