"""A comment on a pull request: what is new, within what a comment may hold."""

import re

from hypothesis import given, settings

from luminos_core.audit.assemble import RunFacts, assemble
from luminos_core.policy.judge import judged
from luminos_core.records.comparison import Change, FactChange, FactKind
from luminos_core.records.flag import FlagState, Severity, Verdict
from luminos_core.report.pull_request import render_pull_request
from luminos_core.report.verdict import verdict
from tests.luminos_core.report.report_runs import check_flag, runs
from tests.luminos_core.report.report_states import (
    EMPTY,
    VERSION,
    agents_flag,
    compared,
    flags_of_all_states,
    hostile_report,
    many_flags,
    with_flags,
)
from tests.luminos_core.report.test_report_markdown import LINKED, parsed, texts

MARK = "<!-- luminos -->"
NUMBER = re.compile(r"[#!][0-9]|\bGH-[0-9]", re.IGNORECASE)  # forges make links of these
NEW = check_flag(path="new.py", line=3, quotation="eval(text)", state=FlagState.NEW)
OLD = check_flag(path="old.py", line=9, state=FlagState.PERSISTING)


def links(text: str) -> list[str]:
    """Where its links lead, when nothing else in it is markup or would be made a link."""
    tokens = parsed(text)
    assert not {token.type for token in tokens} & {"image", "html_inline", "blockquote_open"}
    assert [token.content for token in tokens if token.type == "html_block"] == [f"{MARK}\n"]
    assert not [said for said in texts(tokens) if LINKED.search(said) or NUMBER.search(said)]
    return [str(token.attrs["href"]) for token in tokens if token.type == "link_open"]


def test_the_verdict_is_the_first_thing_said() -> None:
    report = with_flags(NEW, OLD, comparison=compared())
    first = render_pull_request(report).split("\n\n")[1]
    assert first == "### Audit of `t`: " + verdict(report)


def test_what_is_new_is_told_and_what_is_not_is_not() -> None:
    text = render_pull_request(with_flags(NEW, OLD, comparison=compared(), version=VERSION))
    link = f"https://forge.example/owner/name/blob/{'c' * 40}/services/api/new.py#L3"
    assert f"- **concern** [`new.py:3`]({link}): Something." in text
    assert "eval(text)" in text
    assert "What to do: Parse the text as data" in text
    assert "[`code-injection`](https://cwe.mitre.org/data/definitions/95.html)" in text
    assert "old.py" not in text
    assert "Compared with the run of 2025-12-31: `bbbbbbbbbb` to `cccccccccc`." in text


def test_nothing_new() -> None:
    text = render_pull_request(with_flags(OLD, comparison=compared()))
    assert "nothing new" in text
    assert "**concern**" not in text


def test_other_states_are_counted() -> None:
    text = render_pull_request(flags_of_all_states())
    assert "(reopened) `a.py:2`" in text or "Also at `a.py:2`" in text
    assert "Newly checked, not new in the code: 1 flag" in text
    assert "Resolved: `code-injection` 1." in text
    assert "unseen.py" not in text and "meant.py" not in text and "claim.py" not in text
    assert "refuted.py" not in text


def test_of_a_first_run_nothing_is_called_new_and_the_worst_are_shown() -> None:
    found = [check_flag(path=f"{n}.py", line=1, rule=f"tool:r{n}") for n in range(14)]
    worth_knowing = check_flag(path="info.py", severity=Severity.INFO)
    text = render_pull_request(with_flags(*found, worth_knowing))
    assert "nothing can be called new" in text
    assert text.count("- **concern**") == 10
    assert "4 more flags: " in text
    assert "info.py" not in text


def test_an_incomplete_run_says_so_and_why_before_its_flags() -> None:
    report = with_flags(
        NEW,
        comparison=compared(read_less="2 directories fewer."),
        status="incomplete",
        incomplete_because=("1 directory failed: src.",),
    )
    text = render_pull_request(report)
    assert text.index("incomplete") < text.index("new.py")
    assert text.index("- 1 directory failed: src.") < text.index("new.py")
    assert text.index("Less was read than before") < text.index("new.py")


def test_the_policy_is_told() -> None:
    report = judged(with_flags(NEW, comparison=compared()), "new:concern")
    assert "Policy violated (new:concern)" in render_pull_request(report)


def test_other_changes_of_the_project_are_told() -> None:
    added = FactChange(
        kind=FactKind.DEPENDENCY, change=Change.ADDED, name="requests", after="2.31.0"
    )
    gone = FactChange(kind=FactKind.DEPENDENCY, change=Change.REMOVED, name="six")
    text = render_pull_request(with_flags(comparison=compared(facts=(added, gone))))
    assert "- dependency `requests` 2.31.0" in text
    assert "six" not in text


def test_a_comment_is_never_too_long_and_counts_what_it_leaves_out() -> None:
    """30,000 flags of 6,000 files and 40 rules are 40 lines; those of an agent are not alike."""
    assert len(render_pull_request(many_flags())) < 65_536
    agents = [
        check_flag(
            path=f"{n}.py", line=1, rule="model", finding=f"{n} " + "😀" * 300, source="model"
        )
        for n in range(2_000)
    ]
    flags = [each.model_copy(update={"state": FlagState.NEW}) for each in agents]
    text = render_pull_request(with_flags(*flags, comparison=compared()), "https://ci.example/7")
    shown = text.count("**concern**")
    assert 50 < shown < 200
    assert f"{2_000 - shown:,} more flags: `model` {2_000 - shown:,}." in text
    assert len(text.encode("utf-16-le")) // 2 < 65_536
    assert text.endswith("[The whole report](https://ci.example/7)\n")


def test_hostile_texts_link_and_mention_nothing() -> None:
    text = render_pull_request(hostile_report())
    ours = ("https://forge.example/owner/name/blob/", "https://cwe.mitre.org/")
    assert [each for each in links(text) if not each.startswith(ours)] == []
    assert len(text) < 65_536


@settings(max_examples=50)
@given(runs())
def test_any_report_is_a_comment(run: RunFacts) -> None:
    text = render_pull_request(assemble(run))
    assert len(text) < 65_536
    ours = ("https://cwe.mitre.org/",)
    assert [each for each in links(text) if not each.startswith(ours)] == []


def test_numbers_of_issues_are_not_linked() -> None:
    found = NEW.model_copy(update={"finding": "Fixes #12, other/repo#3, !7 and GH-9."})
    text = render_pull_request(with_flags(found, comparison=compared()))
    assert "Fixes `#12`, `other/repo#3`, `!7` and `GH-9`." in text


def test_a_report_without_flags() -> None:
    assert "no flags" in render_pull_request(EMPTY)


def test_of_an_agents_flag_all_that_it_says_is_told() -> None:
    new = agents_flag(
        state=FlagState.NEW, verdict=Verdict.CONFIRMED, verdict_reason="line 9 calls it."
    )
    text = render_pull_request(with_flags(new, comparison=compared()))
    page = "https://cwe.mitre.org/data/definitions/532.html"
    assert f"The password is logged. ([`CWE-532`]({page}))" in text
    reviewed = "Confirmed by reviewers: line 9 calls it."
    assert f"  Whoever logs in. Readers of the log have the password. {reviewed}" in text
    assert "  What to do: Log the name alone." in text
