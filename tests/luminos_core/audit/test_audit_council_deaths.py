"""A process that dies while a council votes, or while directories are asked again, buys nothing
twice."""

from pathlib import Path

import pytest

from luminos_core.errors import SettingsError
from luminos_core.records.conversation import ModelRequest
from luminos_core.records.council import CouncilEnd
from luminos_core.records.report import AuditReport
from tests.fakes.audit_script import first_text, pass_of
from tests.fakes.scripted_model import Answer, ScriptedModel, says
from tests.fakes.thread_executor import MemoryResults
from tests.luminos_core.audit.council_scripts import (
    Script,
    answering,
    audit,
    complete,
    member_of,
    more,
    project,
    questions_in,
)


class Dying(Script):
    """Call number `dies_at` ends the process; what came before it was paid for."""

    def __init__(self, dies_at: int = 0) -> None:
        super().__init__(lambda round_, member: complete(), directory=_directory)
        self._dies_at = dies_at
        self.calls: list[str] = []
        self.model = ScriptedModel(self._answer_or_die)

    def _answer_or_die(self, request: ModelRequest) -> Answer:
        if len(self.calls) + 1 == self._dies_at:
            self._dies_at = 0
            return SettingsError("the process was killed")
        self.calls.append(pass_of(request))
        if pass_of(request) == "council":
            is_known = "Now known: auth." in first_text(request)
            return complete() if is_known or member_of(request) == 1 else more("auth")
        return self._answer(request)


def _directory(path: str, request: ModelRequest) -> Answer:
    """Asked again, it reads before it answers."""
    if questions_in(request) and len(request.messages) == 1:
        return says(("read_file", {"path": "auth/login.py"}))
    return answering()(path, request)


def night(target: Path, store: Path, script: Script, results: MemoryResults) -> AuditReport:
    return audit(target, script, results, store=store)


def test_whenever_a_process_dies_the_votes_and_the_answers_are_bought_once(tmp_path: Path) -> None:
    target = project(tmp_path)
    whole = Dying()
    report = night(target, tmp_path / "whole", whole, MemoryResults())
    assert report.council is not None
    assert (len(report.council.rounds), report.council.end) == (2, CouncilEnd.AGREED)
    first_vote = whole.calls.index("council") + 1
    for dies_at in range(first_vote, len(whole.calls) + 1):
        store, results = tmp_path / f"store-{dies_at}", MemoryResults()
        cut, again = Dying(dies_at), Dying()
        with pytest.raises(SettingsError, match="killed"):
            night(target, store, cut, results)
        resumed = night(target, store, again, results)
        assert sorted([*cut.calls, *again.calls]) == sorted(whole.calls), dies_at
        # After the last vote has begun, the votes before it are about what is no more.
        assert resumed.council is not None and resumed.council.end is CouncilEnd.AGREED
        assert resumed.council.rounds[-1].is_unanimous
