"""Scripted councils over a small project: who votes what in which round."""

import re
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from luminos_core.agents.passes.registry import PASSES
from luminos_core.audit.run import run_audit
from luminos_core.records.conversation import ModelRequest
from luminos_core.records.council import Council
from luminos_core.records.report import AuditReport
from tests.fakes.audit_script import directory_of, first_text, pass_of, submits
from tests.fakes.audits import runtime_over
from tests.fakes.scripted_model import Answer, ScriptedModel, says
from tests.fakes.thread_executor import MemoryResults, ThreadExecutor
from tests.fakes.trees import make_tree

FILES = {
    "README.md": "# Sample\n",
    "auth/login.py": "def login(name):\n    return name\n",
    "web/views.py": "from auth.login import login\n\n\nlogin(input())\n",
    "web/pages.py": "PAGES = 3\n",
    "docs/guide.md": "# Guide\n",
}
GARBAGE = says(text="It looks fine to me.")


def complete(reason: str = "Nothing is missing.") -> Answer:
    return says(("submit_vote", {"vote": "complete", "reason": reason}))


def more(*directories: str, question: str = "Who calls login?", reason: str = "A hole.") -> Answer:
    wanted = [{"directory": each, "question": question} for each in directories]
    vote = {"vote": "continue", "reason": reason, "wanted": wanted}
    return says(("submit_vote", vote))


def cannot(reason: str = "Too little is shown.") -> Answer:
    return says(("submit_vote", {"vote": "cannot validate", "reason": reason}))


def holds() -> Answer:
    return says(("submit_challenge", {"sustained": False, "claim": "It holds."}))


def challenged(*directories: str, claim: str = "login checks nothing.") -> Answer:
    given = {
        "sustained": True,
        "claim": claim,
        "path": "auth/login.py",
        "line": 2,
        "quotation": "return name",
        "wanted": [{"directory": each, "question": "What is checked?"} for each in directories],
    }
    return says(("submit_challenge", given))


Call = tuple[str, dict[str, Any]]
Votes = Callable[[int, int], Answer]  # of a round and a member, both counted from 1


class Script:
    """A model for a whole run. Rounds are counted by the votes that were asked for."""

    def __init__(
        self,
        votes: Votes,
        challenge: Callable[[], Answer] = holds,
        directory: Callable[[str, ModelRequest], Answer] | None = None,
        synthesis: Answer | None = None,
    ) -> None:
        self._votes = votes
        self._challenge = challenge
        self._directory = directory or confident
        self._synthesis = synthesis
        self._rest = submits()
        self._asked: dict[int, int] = {}  # first messages by member
        self.model = ScriptedModel(self._answer)

    def _answer(self, request: ModelRequest) -> Answer:
        name = pass_of(request)
        if name == "council":
            member = member_of(request)
            if len(request.messages) == 1:
                self._asked[member] = self._asked.get(member, 0) + 1
            return self._votes(self._asked[member], member)
        if name == "advocate":
            return self._challenge()
        if name == "synthesis" and self._synthesis:
            return self._synthesis
        if path := directory_of(request):
            return self._directory(path, request)
        return self._rest(request)


def confident(path: str, request: ModelRequest) -> Answer:
    rated = {"completeness": 0.9, "confidence": 0.9}
    return says(("submit_report", {"summary": f"About {path}.", **rated}))


def questions_in(request: ModelRequest) -> dict[str, str]:
    """What a directory's agent is asked beside its work, by id."""
    found = re.search(r"<questions>(.*?)</questions>", first_text(request), re.DOTALL)
    lines = re.findall(r"^([0-9a-f]{10}) (.+)$", found[1], re.MULTILINE) if found else []
    return dict(lines)


def answering(
    confidence: float = 0.9, answer: str = "confirmed", extra: Sequence[Call] = ()
) -> Callable[[str, ModelRequest], Answer]:
    """An agent that answers all that it is asked, `extra` included, and else submits at once."""

    def directory(path: str, request: ModelRequest) -> Answer:
        asked = questions_in(request)
        if not asked:
            return confident(path, request)
        reason = {"answer": answer, "reason": "login is called by the views."}
        answers = [("answer", {"question": mark, **reason}) for mark in asked]
        rated = {"completeness": 0.9, "confidence": confidence}
        summary = {"summary": f"Now known: {path}.", **rated}
        return says(*answers, *extra, ("submit_report", summary))

    return directory


def refinements(script: "Script") -> list[str]:
    """The directories that were asked, in order; each of them once for each conversation."""
    requests = (each for each in script.model.requests if len(each.messages) == 1)
    return [directory_of(each) for each in requests if directory_of(each) and questions_in(each)]


def member_of(request: ModelRequest) -> int:
    """By its lens: for councils of three."""
    lenses = ("coverage", "evidence", "requirements")
    return next(n for n, lens in enumerate(lenses, 1) if f"lens `{lens}`" in first_text(request))


def project(folder: Path, files: Mapping[str, str] = FILES) -> Path:
    return make_tree(folder / "sample", files)


def audit(
    target: Path, script: Script, results: MemoryResults | None = None, **given: Any
) -> AuditReport:
    """`given`: fields of the request; `settings` those of the settings."""
    kept = results if results is not None else MemoryResults()
    settings = {"concern_reviewers": 0, **given.pop("settings", {})}
    asked = {"yes": True, "concurrency": 1, "tier": "complex", "settings": settings, **given}
    with runtime_over(target, model=script.model, results=kept, passes=PASSES, **asked) as runtime:
        return run_audit(runtime, ThreadExecutor(runtime, kept))


def council_of(report: AuditReport) -> Council:
    assert report.council is not None
    return report.council


def of_pass(script: Script, name: str) -> list[ModelRequest]:
    return [each for each in script.model.requests if pass_of(each) == name]
