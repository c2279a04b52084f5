"""Flags and hints of checks are answered by the agents of their directories, over HTTP."""

from pathlib import Path
from typing import Any

import pytest

from luminos_core.records.flag import Severity
from luminos_core.records.question import AnswerKind
from luminos_core.records.report import AuditReport
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
        c.save()
    except Exception:
        pass
    try:
        c.close()
    except Exception:
        pass
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
    assert [hint.line for hint in report.hints] == [19]


def test_a_dismissed_hint_is_listed_apart_with_the_reason(audits: HttpAudits) -> None:
    report = audits.night(answers((HINTS, "ignored-error", CLOSED)))
    assert report.hints == () and not of_rule(report, "ignored-error")
    assert [hint.line for hint in report.dismissed_hints] == [11, 19]
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
