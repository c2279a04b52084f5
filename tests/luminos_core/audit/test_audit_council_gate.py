"""A critical flag of a check that nobody addressed: no number of votes is for complete."""

from datetime import UTC, datetime
from pathlib import Path

import pytest

from luminos_core.lookup.answers import ReportPlaces
from luminos_core.lookup.word import persons_word
from luminos_core.memory.episodes import Episodes
from luminos_core.records.conversation import ModelRequest
from luminos_core.records.council import CouncilEnd
from luminos_core.records.flag import Severity
from luminos_core.records.memory import Word
from luminos_core.records.report import AuditReport
from luminos_core.store.layout import Store
from tests.fakes.audit_script import first_text
from tests.fakes.scripted_model import Answer, says
from tests.fakes.thread_executor import MemoryResults
from tests.luminos_core.audit.council_scripts import (
    FILES,
    Script,
    audit,
    complete,
    confident,
    council_of,
    project,
    questions_in,
    refinements,
)

RUN = """import os

from flask import Flask, request

app = Flask(__name__)


@app.route("/run")
def run():
    os.system("ls " + request.args["name"])
    return ""
"""
SUPPRESSED = """[[suppress]]
rule = "command-injection"
path = "ops/run.py"
reason = "only administrators reach it"
"""


@pytest.fixture
def target(tmp_path: Path) -> Path:
    return project(tmp_path, {**FILES, "ops/run.py": RUN})


def criticals(report: AuditReport) -> list[str]:
    return [each.rule for each in report.flags if each.severity is Severity.CRITICAL]


def check_ids(request: ModelRequest) -> list[str]:
    block = first_text(request).partition("<deterministic_checks>")[2]
    lines = block.partition("</deterministic_checks>")[0].split("\n")
    return [line.split()[0] for line in lines if "[critical]" in line]


def answers(kind: str, when_asked: bool):  # type: ignore[no-untyped-def]
    """An agent that answers the critical, at once or when the council has it asked."""

    def directory(path: str, request: ModelRequest) -> Answer:
        if path != "ops" or (when_asked and not questions_in(request)):
            return confident(path, request)
        given = {"answer": kind, "reason": "The name comes from a constant elsewhere."}
        rated = {"summary": "Runs ls.", "completeness": 0.9, "confidence": 0.9}
        asked = [*check_ids(request), *questions_in(request)]
        said = [("answer", {"question": mark, **given}) for mark in asked]
        return says(*said, ("submit_report", rated))

    return directory


def test_it_stands_while_nobody_addresses_it_whatever_the_votes(target: Path) -> None:
    results = MemoryResults()
    script = Script(lambda *_: complete())
    report = audit(target, script, results)
    assert criticals(report) == ["command-injection"]
    assert refinements(script) == ["ops"]
    first, second = council_of(report).rounds
    assert first.gates == second.gates == ("command-injection at ops/run.py:10",)
    assert (first.complete, first.is_agreed, first.unanswered) == (3, False, ("ops",))
    assert council_of(report).end is CouncilEnd.FROZEN
    assert "nobody addressed command-injection at ops/run.py:10" in report.brief.partition("\n")[0]
    quiet = Script(lambda *_: complete())
    assert audit(target, quiet, results).council == report.council
    assert quiet.model.requests == []


@pytest.mark.parametrize("kind", ["confirmed", "dismissed"])
@pytest.mark.parametrize("when_asked", [False, True])
def test_an_answer_of_the_directorys_agent_addresses_it(
    target: Path, kind: str, when_asked: bool
) -> None:
    script = Script(lambda *_: complete(), directory=answers(kind, when_asked))
    report = audit(target, script)
    assert criticals(report) == ["command-injection"]
    assert len(council_of(report).rounds) == 1 + when_asked
    assert council_of(report).end is CouncilEnd.AGREED
    assert council_of(report).rounds[-1].gates == ()


def test_one_that_is_left_open_is_not_addressed(target: Path) -> None:
    script = Script(lambda *_: complete(), directory=answers("open", when_asked=False))
    assert not council_of(audit(target, script)).is_agreed


def test_a_suppression_addresses_it_also_after_the_council_has_ended(target: Path) -> None:
    results = MemoryResults()
    report = audit(target, Script(lambda *_: complete()), results)
    assert not council_of(report).is_agreed
    given = target.parent / "accepted.toml"
    given.write_text(SUPPRESSED)
    script = Script(lambda *_: complete())
    report = audit(target, script, results, suppressions=str(given))
    assert criticals(report) == []
    assert council_of(report).end is CouncilEnd.AGREED
    assert refinements(script) == []


@pytest.mark.parametrize("word", [*Word])
def test_a_persons_word_addresses_it_while_its_code_stays(
    target: Path, tmp_path: Path, word: Word
) -> None:
    results, store = MemoryResults(), tmp_path / "store"
    report = audit(target, Script(lambda *_: complete()), results, store=store)
    (flag,) = (each for each in report.flags if each.rule == "command-injection")
    places = ReportPlaces.model_validate(report.model_dump(include={*ReportPlaces.model_fields}))
    said = persons_word(flag.fingerprint, places, word, "Known.", datetime.now(UTC))
    Episodes(Store(store), target).add([said.episode])

    report = audit(target, Script(lambda *_: complete()), results, store=store, run_id="run-2")
    assert council_of(report).end is CouncilEnd.AGREED
    (target / "ops/run.py").write_text(RUN.replace("def run():", "def run():\n    log()"))
    report = audit(target, Script(lambda *_: complete()), results, store=store, run_id="run-3")
    assert not council_of(report).is_agreed
