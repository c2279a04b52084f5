"""What becomes of what a model said, which may say something else every night."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest

from luminos_core.records.comparison import FactKind
from luminos_core.records.conversation import ModelRequest, ModelResponse
from luminos_core.stop import StopSignal
from tests.fakes.audit_script import directory_of, submits
from tests.fakes.scripted_model import Answer, ScriptedModel, says
from tests.luminos_core.comparison.nights import Nights, states

CODE = "def charge(amount):\n    return send(amount * rate)\n\n\ndef refund(amount):\n    pass\n"
ROUNDS = {
    "path": "src/pay.py",
    "finding": "The amount is rounded in a way that loses cents.",
    "severity": "concern",
    "line": 2,
    "quotation": "return send(amount * rate)",
}


def model(
    flags: Mapping[str, Sequence[dict[str, Any]]], summaries: Mapping[str, str] | None = None
) -> ScriptedModel:
    """One that raises these flags, by directory."""

    def answer(path: str) -> Answer:
        summary = (summaries or {}).get(path, f"About {path}.")
        report = ("submit_report", {"summary": summary, "completeness": 0.9})
        return says(*(("flag", each) for each in flags.get(path, ())), report)

    return ScriptedModel(submits(answer))


class StoppedModel(ScriptedModel):
    """A person stops the run at the first call about a directory."""

    def complete(self, request: ModelRequest, stop: StopSignal) -> ModelResponse:
        if directory_of(request):
            stop.set()
        return super().complete(request, stop)


@pytest.fixture
def nights(tmp_path: Path) -> Nights:
    made = Nights(tmp_path)
    made.write("README.md", "# T\n\nIt is a target.\n")
    made.write("LICENSE", "MIT License\n")
    made.write("src/pay.py", CODE)
    return made


def test_what_comes_from_a_stored_result_persists(nights: Nights) -> None:
    nights.audit(model=model({"src": [ROUNDS]}))
    nights.write("other/a.txt", "More.\n")
    assert states(nights.audit(model=model({})), "model") == [("src/pay.py", "persisting")]


def test_what_is_not_repeated_is_unknown_as_long_as_its_quotation_is_there(nights: Nights) -> None:
    nights.audit(model=model({"src": [ROUNDS]}))
    nights.write("src/other.py", "def other():\n    return 1\n")
    for _ in range(2):
        assert states(nights.audit(model=model({})), "model") == [("src/pay.py", "unknown")]
    nights.write("src/pay.py", CODE.replace("amount * rate", "exact(amount)"))
    assert states(nights.audit(model=model({})), "model") == [("src/pay.py", "resolved")]


def test_what_was_not_repeated_and_is_said_again_persists(nights: Nights) -> None:
    nights.audit(model=model({"src": [ROUNDS]}))
    nights.write("src/other.py", "def other():\n    return 1\n")
    nights.audit(model=model({}))
    nights.write("src/other.py", "def other():\n    return 2\n")
    report = nights.audit(model=model({"src": [ROUNDS]}))
    assert states(report, "model") == [("src/pay.py", "persisting")]


def test_what_moved_to_another_file_is_not_resolved(nights: Nights) -> None:
    nights.audit(model=model({"src": [ROUNDS]}))
    nights.write("src/pay.py", "def refund(amount):\n    pass\n")
    nights.write("src/money.py", CODE)
    assert states(nights.audit(model=model({})), "model") == [("src/pay.py", "unknown")]


def test_the_same_finding_in_other_words_and_with_more_lines_persists(nights: Nights) -> None:
    nights.audit(model=model({"src": [ROUNDS]}))
    nights.write("src/other.py", "def other():\n    return 1\n")
    said = {
        **ROUNDS,
        "finding": "Cents are lost: the amount is rounded when it is sent.",
        "line": 1,
        "quotation": "def charge(amount):\n    return send(amount * rate)",
    }
    report = nights.audit(model=model({"src": [said]}))
    assert states(report, "model") == [("src/pay.py", "persisting")]


def test_without_a_model_what_one_said_stays_open(nights: Nights) -> None:
    nights.audit(model=model({"src": [ROUNDS]}))
    report = nights.audit()
    assert states(report, "model") == [("src/pay.py", "persisting")]
    assert report.comparison is not None
    assert report.comparison.read_less == "no language model was used"
    nights.write("src/pay.py", "def charge(amount):\n    return exact(amount)\n")
    assert states(nights.audit(), "model") == [("src/pay.py", "resolved")]


def test_what_the_first_model_says_is_newly_checked(nights: Nights) -> None:
    nights.audit()
    report = nights.audit(model=model({"src": [ROUNDS]}))
    assert states(report, "model") == [("src/pay.py", "newly checked")]
    assert report.comparison is not None
    (rule,) = (each for each in report.comparison.facts if each.kind is FactKind.RULE)
    assert (rule.change, rule.name) == ("added", "language model")


def test_what_a_model_says_of_a_file_that_did_not_change_is_newly_checked(nights: Nights) -> None:
    nights.audit(model=model({}))
    nights.write("src/other.py", "def other():\n    return 1\n")
    in_other = {**ROUNDS, "path": "src/other.py", "quotation": "return 1"}
    report = nights.audit(model=model({"src": [ROUNDS, in_other]}))
    assert states(report, "model") == [("src/other.py", "new"), ("src/pay.py", "newly checked")]


def test_a_summary_in_other_words_says_the_same(nights: Nights) -> None:
    before = "It charges customers: amounts are converted with a rate and sent to the bank."
    nights.audit(model=model({}, {"src": before}))
    nights.write("src/other.py", "def other():\n    return 1\n")
    words = "Amounts are converted with the rate of the day and then sent to the customers' bank."
    report = nights.audit(model=model({}, {"src": words}))
    assert report.comparison is not None
    assert [each for each in report.comparison.facts if each.kind is FactKind.SUMMARY] == []
    nights.write("src/other.py", "def other():\n    return 2\n")
    after = "Renders invoices as documents, archives them, and mails every recipient a link."
    report = nights.audit(model=model({}, {"src": after}))
    assert report.comparison is not None
    (change,) = (each for each in report.comparison.facts if each.kind is FactKind.SUMMARY)
    assert (change.name, change.before, change.after) == ("src", words, after)


def test_a_run_that_was_stopped_is_not_better(nights: Nights) -> None:
    first = nights.audit(model=model({"src": [ROUNDS]}))
    nights.write("src/other.py", "def other():\n    return 1\n")
    report = nights.audit(model=StoppedModel(submits()))
    assert report.status == "incomplete"
    assert states(report, "model") == [("src/pay.py", "persisting")]
    assert report.comparison is not None
    assert report.comparison.read_less == "2 directories were not investigated whole (., src)"
    report = nights.audit(model=model({"src": [ROUNDS]}))
    assert states(report, "model") == [("src/pay.py", "persisting")]
    assert report.comparison is not None
    assert report.comparison.previous.run_id == first.run_id
    assert report.comparison.read_less == ""
