"""What agents flagged last night does not vanish: it is asked whether it is still so, over HTTP."""

from pathlib import Path
from typing import Any

import pytest

from luminos_core.records.flag import Flag, FlagState
from luminos_core.records.report import AuditReport
from tests.fakes.http_audits import Calls, HttpAudits, Received, directory_of, submission, tagged

PAY = "def charge(amount):\n    return send(amount * rate)\n"
ROUNDS = {
    "path": "src/pay.py",
    "finding": "The amount is rounded in a way that loses cents.",
    "severity": "info",
    "line": 2,
    "quotation": "return send(amount * rate)",
}


@pytest.fixture
def audits(tmp_path: Path) -> HttpAudits:
    made = HttpAudits(tmp_path / "target", tmp_path / "store")
    write(made, "src/pay.py", PAY)
    write(made, "src/other.py", "X = 1\n")
    write(made, "jobs/run.py", "Y = 1\n")
    return made


def write(audits: HttpAudits, path: str, text: str) -> None:
    file = audits.target / path
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text)


def raised(by: str = "src", entries: tuple[str, ...] = ()) -> Any:
    """A script of the first night, in which one agent flags src/pay.py."""
    files: Calls = [
        ("write_cache", {"kind": "file", "path": path, "data": {"summary": "A file."}})
        for path in entries
    ]

    def script(request: Received) -> Calls | None:
        return [("flag", ROUNDS), *files, submission()] if directory_of(request) == by else None

    return script


def answered(by: str = "src", **given: Any) -> Any:
    def script(request: Received) -> Calls | None:
        asked = tagged(request.first_text, "still_so")
        if directory_of(request) != by or not asked:
            return None
        question = asked.splitlines()[-1].split()[0]
        return [("answer", {"question": question, **given}), submission()]

    return script


def told(report: AuditReport) -> list[Flag]:
    """The agents' flags, open or gone."""
    gone = report.comparison.gone if report.comparison else ()
    return [flag for flag in (*report.flags, *gone) if flag.rule == "model"]


def asked(audits: HttpAudits, directory: str = "src") -> str:
    text = audits.first_texts(directory)[0]
    return tagged(text, "still_so")


NEW = PAY.replace("amount * rate", "amount * float(rate)")
GONE = {"answer": "dismissed", "reason": "The amount is exact since today."}
STILL = {"answer": "confirmed", "quotation": "return send(amount * float(rate))"}


def test_what_is_still_so_persists_as_it_stands_now_and_does_on_a_quiet_night(
    audits: HttpAudits,
) -> None:
    audits.night(raised())
    write(audits, "src/pay.py", f"\n{NEW}")
    report = audits.night(answered(**STILL))
    assert "[info] src/pay.py:2 (model) The amount is rounded" in asked(audits)
    assert "(its file has changed)" in asked(audits)
    (flag,) = told(report)
    assert (flag.state, flag.line, flag.verified) == (FlagState.PERSISTING, 3, True)
    assert flag.quotation == STILL["quotation"]
    quiet = audits.night(lambda _: None)
    assert audits.requests == []
    assert [each.state for each in told(quiet)] == [FlagState.PERSISTING]


def test_what_is_gone_is_resolved_with_the_reason(audits: HttpAudits) -> None:
    audits.night(raised())
    write(audits, "src/pay.py", f"# exact\n{PAY}")
    report = audits.night(answered(**GONE, quotation="# exact"))
    (flag,) = told(report)
    assert (flag.state, flag.answered_by, flag.answer) == (
        FlagState.RESOLVED, "src", GONE["reason"],
    )  # fmt: skip
    quiet = audits.night(lambda _: None)
    assert (audits.requests, told(quiet)) == ([], [])


def test_what_stands_there_as_before_is_not_gone_by_words_alone(audits: HttpAudits) -> None:
    audits.night(raised())
    write(audits, "src/other.py", "X = 2\n")
    report = audits.night(answered(**GONE))
    assert [each.state for each in told(report)] == [FlagState.UNKNOWN]


@pytest.mark.parametrize("given_", [{"answer": "open"}, {"answer": "confirmed"}])
def test_without_a_valid_answer_it_is_unknown(audits: HttpAudits, given_: dict[str, str]) -> None:
    audits.night(raised())
    write(audits, "src/other.py", "X = 2\n")
    report = audits.night(answered(**given_))
    assert "(its file is as it was)" in asked(audits)
    assert [each.state for each in told(report)] == [FlagState.UNKNOWN]


def test_what_is_known_of_a_file_is_not_asked(audits: HttpAudits) -> None:
    audits.night(raised(entries=("src/pay.py",)))
    write(audits, "src/other.py", "X = 2\n")
    report = audits.night(lambda _: None)
    assert asked(audits) == ""
    assert [each.state for each in told(report)] == [FlagState.PERSISTING]


def test_whose_file_it_is_is_asked_of_a_flag_of_another_directory(audits: HttpAudits) -> None:
    audits.night(raised(by="jobs"))
    write(audits, "src/pay.py", f"# exact\n{PAY}")
    report = audits.night(answered(**GONE, quotation="# exact"))
    assert audits.first_texts("jobs") == []  # its stored result still has the flag
    (flag,) = told(report)
    assert (flag.state, flag.answered_by) == (FlagState.RESOLVED, "src")
    quiet = audits.night(lambda _: None)
    assert (audits.requests, told(quiet)) == ([], [])
    write(audits, "jobs/run.py", "Y = 2\n")
    again = audits.night(raised(by="jobs"))
    assert [each.state for each in told(again)] == [FlagState.REOPENED]


def test_a_flag_of_another_directory_that_is_still_so_is_there_once(audits: HttpAudits) -> None:
    audits.night(raised(by="jobs"))
    write(audits, "src/pay.py", NEW)
    report = audits.night(answered(**STILL))
    (flag,) = told(report)
    assert (flag.state, flag.quotation) == (FlagState.PERSISTING, STILL["quotation"])


def test_nothing_is_asked_of_a_target_without_earlier_flags(audits: HttpAudits) -> None:
    audits.night(lambda _: None)
    write(audits, "src/pay.py", NEW)
    audits.night(lambda _: None)
    assert all("still_so>" not in request.first_text for request in audits.requests)
