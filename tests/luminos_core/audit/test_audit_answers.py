"""Flags and hints of checks are answered by the agents of their directories, over HTTP."""

from pathlib import Path
from typing import Any

import pytest

from luminos_core.agents.passes.verification import VERIFICATION
from luminos_core.records.flag import Severity, Verdict
from luminos_core.records.question import AnswerKind
from luminos_core.records.report import AuditReport
from luminos_core.report.report_markdown import render_markdown
from tests.fakes.core_passes import CORE_PASSES
from tests.fakes.http_audits import Calls, HttpAudits, Received, directory_of, submission, tagged

CODE = """import pickle


def load(blob):
    return pickle.loads(blob)


def close(c):
    try:
        c.close()
    except Exception:
        pass
    try:
        c.close()
    except Exception:
        pass


def fetch(url):
    import requests

    return requests.get(url, verify=False)
"""


@pytest.fixture
def audits(tmp_path: Path) -> HttpAudits:
    target = tmp_path / "target"
    (target / "jobs").mkdir(parents=True)
    (target / "jobs/run.py").write_text(CODE)
    (target / "jobs/key.py").write_text("X = 1\n")
    return HttpAudits(target, tmp_path / "store")


def asked(text: str, tag: str, rule: str) -> str:
    """The id before the line of the rule."""
    (line,) = (each for each in tagged(text, tag).splitlines() if f"({rule})" in each)
    return line.split()[0]


def answers(*given: tuple[str, str, dict[str, Any]], entries: tuple[str, ...] = ()) -> Any:
    """A script of jobs: each is the tag, the rule, and the input of `answer`."""

    def script(request: Received) -> Calls | None:
        if directory_of(request) != "jobs":
            return None
        said: Calls = [
            ("answer", {"question": asked(request.first_text, tag, rule), **fields})
            for tag, rule, fields in given
        ]
        files: Calls = [
            ("write_cache", {"kind": "file", "path": path, "data": {"summary": "A file."}})
            for path in entries
        ]
        return [*said, *files, submission()]

    return script


CHECKS, HINTS = "deterministic_checks", "hints_to_judge"
CLOSED = {"answer": "dismissed", "reason": "Closing twice is what it is for."}


def of_rule(report: AuditReport, rule: str) -> Any:
    return [each for each in report.flags if each.rule == rule]


def test_a_confirmed_hint_becomes_a_flag_with_both_sources_and_its_places(
    audits: HttpAudits,
) -> None:
    said = {"answer": "confirmed", "severity": "concern", "reason": "A lost save.", "lines": [11]}
    report = audits.night(answers((HINTS, "ignored-error", said)))
    (flag,) = of_rule(report, "ignored-error")
    assert (flag.line, flag.severity, flag.is_hint) == (11, Severity.CONCERN, False)
    assert flag.also_found_by == ("model",)
    assert (flag.answered_by, flag.answer) == ("jobs", "A lost save.")
    assert [hint.line for hint in report.hints] == [15]


def test_a_dismissed_hint_is_listed_apart_with_the_reason(audits: HttpAudits) -> None:
    report = audits.night(answers((HINTS, "ignored-error", CLOSED)))
    assert report.hints == () and not of_rule(report, "ignored-error")
    assert [hint.line for hint in report.dismissed_hints] == [11, 15]
    assert {hint.answer for hint in report.dismissed_hints} == {CLOSED["reason"]}


def test_a_dismissed_flag_of_a_check_stays_at_its_severity_behind_the_others(
    audits: HttpAudits,
) -> None:
    untouched = audits.night(lambda _: None, fresh=True)
    before = [each for each in untouched.flags if each.severity is Severity.CONCERN]
    first = before[0].rule
    why = {"answer": "dismissed", "reason": "The blob is the program's own."}
    report = audits.night(answers((CHECKS, first, why)), fresh=True)
    after = [each for each in report.flags if each.severity is Severity.CONCERN]
    assert len(before) == len(after) > 1
    last = after[-1]
    assert (last.rule, last.is_dismissed, last.answered_by) == (first, True, "jobs")
    assert last.answer == "The blob is the program's own."
    assert last.fingerprint == before[0].fingerprint
    synthesis = audits.requests[-1].first_text
    assert "[concern, dismissed by its directory's agent] jobs/run.py" in synthesis


def test_nothing_is_asked_or_bought_on_a_quiet_night_and_the_answers_stand(
    audits: HttpAudits,
) -> None:
    first = audits.night(answers((HINTS, "ignored-error", CLOSED)))
    second = audits.night(lambda _: None)
    assert audits.requests == []
    assert second.dismissed_hints == first.dismissed_hints != ()


def test_what_was_answered_of_a_file_that_is_as_it_was_is_not_asked_again(
    audits: HttpAudits,
) -> None:
    files = ("jobs/run.py", "jobs/key.py")
    audits.night(answers((HINTS, "ignored-error", CLOSED), entries=files))
    (audits.target / "jobs/key.py").write_text("X = 2\n")
    report = audits.night(lambda _: None)
    (text,) = audits.first_texts("jobs")
    assert asked(text, HINTS, "ignored-error") == "[answered:"
    assert len(report.dismissed_hints) == 2
    (audits.target / "jobs/run.py").write_text(CODE + "\n# changed\n")
    report = audits.night(lambda _: None)
    assert (len(report.dismissed_hints), len(report.hints)) == (0, 2)


def test_an_answer_without_its_reason_is_sent_back_and_can_be_given_again(
    audits: HttpAudits,
) -> None:
    def script(request: Received) -> Calls | None:
        if directory_of(request) != "jobs":
            return None
        question = asked(request.first_text, HINTS, "ignored-error")
        if request.turn == 1:
            return [("answer", {"question": question, "answer": "dismissed"}), submission()]
        assert "give the reason" in str(request.results[0]["content"])
        return [("answer", {"question": question, **CLOSED})]

    report = audits.night(script)
    assert len(report.dismissed_hints) == 2


def test_what_is_left_open_changes_nothing_and_stands_in_the_directorys_answers(
    audits: HttpAudits,
) -> None:
    report = audits.night(answers((HINTS, "ignored-error", {"answer": "open"})))
    assert (len(report.hints), report.dismissed_hints) == (2, ())
    (jobs,) = (each for each in report.directories if each.path == "jobs")
    assert [each.answer for each in jobs.answers] == [AnswerKind.OPEN]


# -- what is left open goes to reviewers -----------------------------------------------------------


def reviewed(opinion: str, line: str = "c.close()") -> Any:
    """Nobody answers, and reviewers are of this opinion."""

    def script(request: Received) -> Calls | None:
        if "submit_verdict" not in request.tools:
            return None
        said = {"opinion": opinion, "reason": "It is so.", "path": "jobs/run.py", "quotation": line}
        return [("submit_verdict", said)]

    return script


def reviews(audits: HttpAudits) -> list[Received]:
    return [each for each in audits.requests if "submit_verdict" in each.tools]


@pytest.fixture
def checked(audits: HttpAudits) -> HttpAudits:
    audits.passes = (*CORE_PASSES, VERIFICATION)
    return audits


def test_hints_that_nobody_answered_are_reviewed_place_by_place(checked: HttpAudits) -> None:
    report = checked.night(reviewed("refuted"))
    assert (report.hints, [each.line for each in report.dismissed_hints]) == ((), [11, 15])
    assert report.dismissed_hints[0].verdict_reason == "It is so. (jobs/run.py)"
    texts = [each.first_text for each in reviews(checked)]
    assert len(texts) == 2
    assert all("By a rule that is seldom right" in text and "c.close()" in text for text in texts)
    markdown = "".join(render_markdown(report))
    assert "1 hint dismissed" in markdown and "A reviewer: It is so." in markdown
    quiet = checked.night(lambda _: None)
    assert (checked.requests, quiet.dismissed_hints) == ([], report.dismissed_hints)


def test_a_hint_that_reviewers_confirm_is_a_flag(checked: HttpAudits) -> None:
    report = checked.night(reviewed("confirmed"))
    found = of_rule(report, "ignored-error")
    assert [(each.line, each.verdict) for each in found] == [
        (11, Verdict.CONFIRMED), (15, Verdict.CONFIRMED),
    ]  # fmt: skip
    assert (report.hints, report.dismissed_hints) == ((), ())


def test_without_a_valid_opinion_a_hint_stays_open(checked: HttpAudits) -> None:
    report = checked.night(reviewed("confirmed", line="nowhere()"))
    assert [hint.verdict for hint in report.hints] == [Verdict.UNVERIFIED] * 2


@pytest.mark.parametrize(("reviewers", "calls"), [(0, 0), (2, 4)])
def test_as_many_review_a_hint_as_the_setting_says(
    checked: HttpAudits, reviewers: int, calls: int
) -> None:
    settings = {"tools": "none", "hint_reviewers": reviewers}
    checked.night(reviewed("refuted"), settings=settings)
    assert len(reviews(checked)) == calls


def test_what_an_agent_has_decided_is_not_reviewed_unless_it_weighs(checked: HttpAudits) -> None:
    checked.night(answers((HINTS, "ignored-error", CLOSED)))
    assert reviews(checked) == []
    said = {"answer": "confirmed", "severity": "concern", "reason": "A lost save."}
    decide = answers((HINTS, "ignored-error", said))
    refute = reviewed("refuted")
    report = checked.night(lambda request: decide(request) or refute(request), fresh=True)
    assert len(reviews(checked)) == 1
    assert of_rule(report, "ignored-error") == []
    assert {each.rule for each in report.refuted_flags} == {"ignored-error"}


# -- the same issue by a check and by an agent -----------------------------------------------------


def raises(**flag: Any) -> Any:
    def script(request: Received) -> Calls | None:
        if directory_of(request) != "jobs":
            return None
        about = {"path": "jobs/run.py", "quotation": "return pickle.loads(blob)"}
        return [
            ("flag", {"finding": "Whoever sends a blob runs code.", **about, **flag}),
            submission(),
        ]

    return script


def test_what_a_check_and_an_agent_find_is_there_once_with_both_sources(
    audits: HttpAudits,
) -> None:
    (check,) = of_rule(audits.night(lambda _: None), "unsafe-deserialization")
    report = audits.night(
        raises(severity="critical", cwe=502, trigger="Anybody.", consequence="Code runs."),
        fresh=True,
    )
    (flag,) = (each for each in report.flags if each.path == "jobs/run.py" and each.line == 5)
    assert (flag.rule, flag.also_found_by) == ("unsafe-deserialization", ("model",))
    assert (flag.severity, flag.trigger) == (Severity.CRITICAL, "Anybody.")
    assert flag.fingerprint == check.fingerprint


def test_another_weakness_at_the_same_place_is_another_flag(audits: HttpAudits) -> None:
    report = audits.night(raises(severity="concern", cwe=798))
    here = [each.rule for each in report.flags if each.line == 5]
    assert sorted(here) == ["model", "unsafe-deserialization"]


def test_a_second_flag_that_says_harmless_is_none(audits: HttpAudits) -> None:
    why = {"answer": "dismissed", "reason": "The blob is the program's own."}
    dismiss = answers((CHECKS, "unsafe-deserialization", why))
    harmless = raises(severity="info", finding="This use of pickle is harmless.")

    def script(request: Received) -> Calls | None:
        said = dismiss(request)
        return [harmless(request)[0], *said] if said else None

    report = audits.night(script)
    assert "harmless" not in "".join(flag.finding for flag in report.flags)
    (flag,) = of_rule(report, "unsafe-deserialization")
    assert (flag.is_dismissed, flag.also_found_by) == (True, ())
