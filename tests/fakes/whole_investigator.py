"""An investigator for whole audits: as those of `temperaments`, it also answers what checks ask,
rates itself, reviews claims and votes. What it does goes by what it is asked, in whatever order."""

import random
import re
import threading
from pathlib import Path
from typing import Any

from luminos_core.records.conversation import ModelRequest, ModelResponse
from luminos_core.records.snapshot import Snapshot
from tests.fakes.audit_script import directory_of, first_text
from tests.fakes.scripted_model import says
from tests.fakes.temperaments import Call, Investigator, Temperament

USUAL = Temperament(
    thoroughness=0.5,
    at_once=4,
    curiosity=0.2,
    splitting=0.15,
    words=1.0,
    diligence=0.85,
    alarm=0.5,
    slips=0.02,
)
_UNSURE = 0.05  # of directories
_LITTLE = 40  # lines
_ASKED = re.compile(r"^([0-9a-f]{10}) ", re.MULTILINE)


class WholeInvestigator:
    """Safe to call from many threads."""

    def __init__(self, snapshot: Snapshot, seed: int = 0, temperament: Temperament = USUAL) -> None:
        self._seed = seed
        self._snapshot = snapshot
        self._chance = random.Random()  # noqa: S311 - seeded for each answer
        self._directories = Investigator(temperament, self._chance, snapshot)
        self._lock = threading.Lock()

    def __call__(self, request: ModelRequest) -> ModelResponse:
        with self._lock:
            return self._answer(request)

    def _answer(self, request: ModelRequest) -> ModelResponse:
        tools = {tool.name for tool in request.tools}
        about = directory_of(request) or first_text(request)
        self._chance.seed(f"{self._seed} {request.model} {about} {len(request.messages)}")
        if "submit_verdict" in tools:
            return says(*self._review(request))
        if "submit_vote" in tools:
            return says(("submit_vote", {"vote": "complete", "reason": "Nothing is missing."}))
        if "submit_challenge" in tools:
            return says(("submit_challenge", {"sustained": False, "claim": "It holds."}))
        response = self._directories(request)
        if not directory_of(request):
            return response
        calls = [(call.name, call.input) for call in response.message.calls]
        return says(*self._with_answers(calls, request), text=response.message.text)

    def _with_answers(self, calls: list[Call], request: ModelRequest) -> list[Call]:
        name, report = calls[-1]
        if name != "submit_report" or "completeness" not in report:
            return calls
        if self._chance.random() < _UNSURE:
            report = {**report, "confidence": 0.4}
        path = directory_of(request)
        others = [self._placed(each, path) for each in calls[:-1] if self._is_made(each, path)]
        return [*others, *self._answers(first_text(request)), (name, report)]

    def _is_made(self, call: Call, directory: str) -> bool:
        """Whatever is no flag; in next to no code there is nothing to flag."""
        files = self._snapshot.directory(directory).files
        return call[0] != "flag" or sum(file.lines or 0 for file in files) >= _LITTLE

    def _placed(self, call: Call, directory: str) -> Call:
        """A flag about a line of a file, if the directory has one."""
        name, given = call
        files = [file for file in self._snapshot.directory(directory).files if file.lines]
        if name != "flag" or not files:
            return call
        file = self._chance.choice(files)
        text = (Path(self._snapshot.target) / file.path).read_text(errors="replace")
        lines = [(n, line) for n, line in enumerate(text.splitlines(), 1) if line.strip()]
        if not lines:
            return call
        number, line = self._chance.choice(lines)
        (severity,) = self._chance.choices(["critical", "concern", "info"], [1, 5, 6])
        place = {"path": file.path, "line": number, "quotation": line, "severity": severity}
        return name, {**given, **place}

    def _answers(self, message: str) -> list[Call]:
        asked: list[str] = []
        for tag in ("deterministic_checks", "hints_to_judge"):
            _, _, rest = message.partition(f"<{tag}>")
            asked += _ASKED.findall(rest.partition(f"</{tag}>")[0])
        reason = "The value comes from the program itself, and never from a request."
        return [
            ("answer", {"question": each, "answer": "dismissed", "reason": reason})
            for each in asked
        ]

    def _review(self, request: ModelRequest) -> list[tuple[str, Any]]:
        if len(request.messages) == 1 and self._chance.random() < 0.5:
            return [("list_directory", {"path": "."})]
        reason = "The code that is shown does not decide it; the caller may check it before."
        return [("submit_verdict", {"opinion": "cannot tell", "reason": reason})]
