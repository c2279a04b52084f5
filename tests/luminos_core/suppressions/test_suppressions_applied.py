"""Which flags of a report are suppressed, and what is said of the entries."""

from datetime import date
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from luminos_core.audit.assemble import assemble
from luminos_core.records.directory import DirectoryState
from luminos_core.records.external import ToolRun, ToolState
from luminos_core.records.flag import Flag, FlagSource, Severity
from luminos_core.records.plan import Schedule, Skip
from luminos_core.records.report import AuditReport, Gap
from luminos_core.records.snapshot import DirectoryRecord
from luminos_core.records.suppression import SuppressedBy, Suppression, SuppressionFile
from luminos_core.report.registry import render
from luminos_core.report.suppressed import remark_line, suppressed_line
from luminos_core.report.verdict import verdict
from luminos_core.suppressions.apply import with_suppressions
from luminos_core.suppressions.decide import decide
from luminos_core.suppressions.entries import Entries
from luminos_core.suppressions.path_pattern import PathPattern, literal_pattern
from tests.luminos_core.report.report_runs import (
    check_flag,
    directory_report,
    facts,
    flag,
    names,
    snapshot,
)
from tests.processor_time import costs_less_than

HASH = check_flag(path="tests/a.py", rule="weak-hash", line=3, quotation="md5(x)")
EXEC = check_flag(path="src/b.py", line=7, quotation="exec(x)", severity=Severity.CRITICAL)
LAST_DAY = date(2026, 1, 1)  # on which the runs of these tests end


def entry(**named: Any) -> Suppression:
    return Suppression(**{"place": "s.toml:1", "reason": "As agreed.", **named})


def report(*entries: Suppression, flags: tuple[Flag, ...] = (HASH, EXEC), **of: Any) -> AuditReport:
    file = SuppressionFile(entries=entries)
    return assemble(facts(check_flags=flags, suppressions=file, **of))


def mark_of(path: str) -> str:
    (found,) = (each for each in report().flags if each.path == path)
    return found.fingerprint


def said(made: AuditReport) -> list[str]:
    return [remark_line(each) for each in made.suppression_remarks]


@pytest.mark.parametrize("digits", [12, 40, 64])
def test_a_fingerprint_or_its_start_suppresses_its_flag_alone(digits: int) -> None:
    made = report(entry(fingerprint=mark_of("src/b.py")[:digits]))
    assert [each.path for each in made.flags] == ["tests/a.py"]
    (suppressed,) = made.suppressed_flags
    assert (suppressed.path, suppressed.suppressed) == ("src/b.py", "file: As agreed.")
    assert suppressed.suppression == ("file", "As agreed.")
    assert [(each.severity, each.flags) for each in made.flag_totals] == [(Severity.CONCERN, 1)]
    assert said(made) == []


@pytest.mark.parametrize(
    ("rule", "path", "suppressed"),
    [
        ("weak-hash", "tests/", ["tests/a.py"]),
        ("weak-hash", "tests/**", ["tests/a.py"]),
        ("weak-hash", "a.py", ["tests/a.py"]),
        ("weak-hash", "/a.py", []),
        ("weak-hash", "src/**", []),
        ("weak", "tests/", []),
        ("*", "*.py", ["src/b.py", "tests/a.py"]),
        ("*", "s?c/[ab].py", ["src/b.py"]),
        ("*", "src", ["src/b.py"]),
        ("code-injection", "src/b.py", ["src/b.py"]),
    ],
)
def test_a_rule_and_a_path_suppress_as_gitignore_reads_paths(
    rule: str, path: str, suppressed: list[str]
) -> None:
    made = report(entry(rule=rule, path=path))
    assert sorted(each.path for each in made.suppressed_flags) == suppressed


def test_all_that_an_entry_names_has_to_be_so() -> None:
    mark = mark_of("src/b.py")
    assert report(entry(fingerprint=mark, rule="code-injection", path="src/b.py")).suppressed_flags
    assert not report(entry(fingerprint=mark, rule="weak-hash")).suppressed_flags
    assert not report(entry(fingerprint=mark, path="tests/")).suppressed_flags


def test_a_start_that_two_flags_have_suppresses_neither_and_is_told() -> None:
    twins = [
        HASH.model_copy(update={"fingerprint": f"{'a' * 12}{n}" * 4, "line": n}) for n in (1, 2)
    ]
    file = SuppressionFile(entries=(entry(fingerprint="a" * 12),))
    decided = decide(twins, (), (), file, LAST_DAY)
    assert decided.flags == tuple(twins)
    assert [remark_line(each) for each in decided.remarks] == [
        "Wrong: s.toml:1: aaaaaaaaaaaa begins the fingerprints of 2 flags; give more digits"
    ]


def test_the_last_day_counts_and_after_it_the_flags_do_and_it_is_said() -> None:
    named = {"rule": "weak-hash", "path": "tests/"}
    assert report(entry(**named, until=LAST_DAY)).suppressed_flags
    made = report(entry(**named, until=date(2025, 12, 31)))
    assert len(made.flags) == 2
    assert said(made) == [
        "Expired: s.toml:1: it ended on 2025-12-31; 1 place of weak-hash in tests/ counts again"
    ]
    gone = report(entry(rule="x", path="tests/", until=date(2025, 12, 31)))
    assert said(gone) == [
        "Expired: s.toml:1: it ended on 2025-12-31; nothing of x in tests/ is left"
    ]


def test_an_expired_entry_does_not_stand_in_the_way_of_another() -> None:
    old = entry(rule="weak-hash", path="tests/", until=date(2025, 1, 1))
    made = report(old, entry(rule="weak-hash", path="a.py"))
    assert [each.path for each in made.suppressed_flags] == ["tests/a.py"]


def test_the_first_entry_gives_the_reason_and_no_other_is_unused() -> None:
    made = report(
        entry(rule="*", path="src/", reason="Mine.", by=SuppressedBy.GIVEN_FILE),
        entry(rule="code-injection", path="src/", reason="Theirs."),
    )
    assert [each.suppressed for each in made.suppressed_flags] == ["given file: Mine."]
    assert said(made) == []


def test_an_agents_claim_without_evidence_can_be_suppressed_too() -> None:
    claim = flag(path="src/c.py", quotation="gone()", line=1, doubt="not there")
    made = report(entry(rule="model", path="src/"), flags=(claim,))
    assert (made.unverified_flags, len(made.suppressed_flags)) == ((), 1)


def test_what_a_comment_suppresses_stays_the_comments_and_uses_an_entry() -> None:
    meant = HASH.model_copy(update={"suppressed": "noqa"})
    made = report(
        entry(rule="weak-hash", path="tests/"), flags=(EXEC,), suppressed_flags=[meant]
    )  # fmt: skip
    assert [each.suppressed for each in made.suppressed_flags] == ["noqa"]
    assert said(made) == []


def test_every_count_says_what_is_suppressed_and_how_bad_it_is() -> None:
    injected = check_flag(path="README.md", rule="prompt-injection", line=1)
    meant = check_flag(path="c.py", suppressed="noqa")
    made = report(
        entry(rule="*", path="*"),
        flags=(HASH, EXEC, injected),
        suppressed_flags=[meant],
    )
    assert made.flags == ()
    assert verdict(made).startswith("no flags; 4 suppressed, 1 of them critical; ")
    line = (
        "Suppressed: 3 places by the target's suppressions file (1 critical, 1 prompt-injection), "
        "1 place in the code (noqa 1)."
    )
    assert suppressed_line(made) == line
    markdown = render("markdown", made)
    assert line in markdown
    assert "| `src/b.py:7` | critical | `code-injection` | As agreed. |" in markdown


def skipping(path: str) -> dict[str, Any]:
    tree = snapshot(DirectoryRecord(path="src"), DirectoryRecord(path="tests"))
    left = [each.path for each in tree.directories if each.path != path]
    return {
        "snapshot": tree,
        "reports": [directory_report(each, DirectoryState.INVESTIGATED) for each in left],
        "schedule": Schedule(assignments=(), skipped=(Skip(path=path, reason="data"),)),
    }


UNUSED = "Unused: s.toml:1: "


@pytest.mark.parametrize(
    ("named", "of", "remark"),
    [
        ({"rule": "eval", "path": "tests/"}, {}, "eval in tests/ matches nothing: it can go"),
        ({"rule": "eval", "path": "tests/a.py"}, skipping("tests"), None),
        ({"rule": "eval", "path": "*.py"}, skipping("tests"), None),
        ({"rule": "eval", "path": "src/*.py"}, skipping("tests"),
         "eval in src/*.py matches nothing: it can go"),
        ({"rule": "eval", "path": "t*/a.py"}, skipping("tests"), None),
        ({"rule": "model", "path": "src/"}, {"language_model": False}, None),
        ({"rule": "model", "path": "src/"}, {}, "model in src/ matches nothing: it can go"),
        ({"rule": "ruff:S602", "path": "src/"}, {}, None),
        ({"rule": "ruff:S602", "path": "src/"},
         {"tools": [ToolRun(name="ruff", state=ToolState.RAN)]},
         "ruff:S602 in src/ matches nothing: it can go"),
        ({"rule": "ruff:S602", "path": "src/"},
         {"tools": [ToolRun(name="ruff", state=ToolState.UNKNOWN)]}, None),
        ({"fingerprint": "0" * 64}, skipping("tests"), None),
        ({"fingerprint": "0" * 64}, {"tools": [ToolRun(name="trivy", state=ToolState.SKIPPED)]},
         "000000000000 matches nothing: it can go, unless it is about what was not used here "
         "(trivy)"),
        ({"fingerprint": "0" * 64, "rule": "eval", "path": "a.py"}, {},
         "eval in a.py, 000000000000 matches nothing: it can go"),
    ],
)  # fmt: skip
def test_an_entry_is_unused_only_when_a_complete_run_looked_where_it_points(
    named: dict[str, str], of: dict[str, Any], remark: str | None
) -> None:
    assert said(report(entry(**named), **of)) == ([UNUSED + remark] if remark else [])


def test_an_incomplete_run_calls_no_entry_unused() -> None:
    gap = Gap(pass_name="checks", reason="changed after the scan: src/b.py")
    assert said(report(entry(rule="eval", path="tests/"), gaps=[gap])) == []


def test_many_remarks_of_a_kind_are_counted() -> None:
    made = report(*(entry(rule=f"rule-{n}", path="a") for n in range(60)))
    assert len(made.suppression_remarks) == 51
    assert made.suppression_remarks[-1].text == "10 more like these"


PATTERNS = st.sampled_from(
    ["*", "*.py", "a", "a/", "/a", "a/b", "a/**", "**/b", "a/*/c", "[ab]", "?", "\\a", "["]
)
PATHS = st.lists(st.sampled_from(["a", "b", "c.py"]), min_size=1, max_size=3).map("/".join)


@given(
    st.lists(st.tuples(st.sampled_from(["x", "y", "*"]), PATTERNS), max_size=8),
    st.sampled_from(["x", "y"]),
    PATHS,
)
def test_the_lookup_finds_what_trying_every_entry_finds(
    entries: list[tuple[str, str]], rule: str, path: str
) -> None:
    found = Entries([entry(rule=each, path=pattern) for each, pattern in entries])
    expected = [
        number
        for number, (each, pattern) in enumerate(entries)
        if each in ("*", rule) and PathPattern(pattern).matches(path)
    ]
    assert found.about(check_flag(rule=rule, path=path, fingerprint="f" * 64)) == expected


@given(PATTERNS, PATHS, PATHS)
def test_where_a_pattern_matches_it_may_match(pattern: str, directory: str, inner: str) -> None:
    known = PathPattern(pattern)
    if known.matches(f"{directory}/{inner}"):
        assert known.may_match_in(directory)


@given(st.lists(names(), min_size=1, max_size=3).map("/".join))
def test_the_pattern_of_a_path_is_of_that_path(path: str) -> None:
    text = literal_pattern(path)
    pattern = PathPattern(text)
    assert pattern.matches(path)
    # A byte that is no text is any byte, also one of the name of a directory above.
    assert "?" in text or not pattern.matches(f"above/{path}")


def test_tools_are_known_by_their_flags_source() -> None:
    told = check_flag(rule="ruff:S602", source=FlagSource.TOOL)
    assert report(entry(rule="ruff:S602", path="a.py"), flags=(told,)).suppressed_flags


def test_what_an_earlier_run_left_suppressed_is_decided_by_todays_entries() -> None:
    """A directory that was not read again still has the flags of the run that read it."""
    carried = EXEC.model_copy(
        update={
            "suppressed": "file: For now.",
            "fingerprint": "b" * 64,
            "last_seen": "2025-12-01T00:00:00+00:00",
        }
    )
    made = report().model_copy(update={"flags": (), "suppressed_flags": (carried,)})
    for entries, flags, suppressed in (
        ((), ["src/b.py"], []),
        ((entry(rule="*", path="src/", reason="New."),), [], ["file: New."]),
        ((entry(rule="*", path="src/", until=date(2025, 12, 31)),), ["src/b.py"], []),
    ):
        again = with_suppressions(made, SuppressionFile(entries=entries))
        assert [each.path for each in again.flags] == flags
        assert [each.suppressed for each in again.suppressed_flags] == suppressed
        assert sum(each.flags for each in again.flag_totals) == len(flags)


@given(st.lists(st.tuples(st.sampled_from(["weak-hash", "*", "x"]), PATTERNS), max_size=5))
def test_suppressions_applied_twice_are_applied_once(named: list[tuple[str, str]]) -> None:
    file = SuppressionFile(entries=tuple(entry(rule=rule, path=path) for rule, path in named))
    once = with_suppressions(report(), file)
    assert with_suppressions(once, file) == once


def test_hostile_patterns_take_no_longer_than_their_length_allows() -> None:
    entries = [entry(rule="*", path=f"**/*{'*a' * 13}{number}/**") for number in range(800)]
    found = [check_flag(path=f"src/{'a' * 60}/f{number}.py") for number in range(2_000)]
    marked = [each.model_copy(update={"fingerprint": f"{n:064}"}) for n, each in enumerate(found)]
    file = SuppressionFile(entries=tuple(entries))
    with costs_less_than(20):  # tried one after another they take minutes
        assert len(decide(marked, (), (), file, LAST_DAY).flags) == len(marked)
