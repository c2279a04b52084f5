"""Scripts for a scripted model that carry a whole audit: each pass submits at once."""

import re
from collections.abc import Callable

from luminos_core.agents.passes.registry import PASSES
from luminos_core.records.conversation import ModelRequest, UserMessage
from tests.fakes.scripted_model import Answer, says

SURVEY = {
    "description": "A sample.",
    "approach": "Read all of it.",
    "relevant_tools": [],
    "skip_tools": [],
    "domain_notes": "",
    "confidence": 0.9,
}
PLAN = {
    "priority_dirs": [],
    "shallow_dirs": [],
    "skip_dirs": [],
    "investigation_order": "leaf-first",
    "notes": "",
}


def submits(
    directory: Callable[[str], Answer] | None = None, plan: dict[str, object] | None = None
) -> Callable[[ModelRequest], Answer]:
    """Answers for every pass; `directory` gives those for directories, by path."""

    def answer(request: ModelRequest) -> Answer:
        names = {tool.name for tool in request.tools}
        if "submit_survey" in names:
            return says(("submit_survey", SURVEY))
        if "submit_plan" in names:
            return says(("submit_plan", {**PLAN, **(plan or {})}))
        if "submit_vote" in names:
            return says(("submit_vote", {"vote": "complete", "reason": "Nothing is missing."}))
        if "submit_challenge" in names:
            return says(("submit_challenge", {"sustained": False, "claim": "It holds."}))
        if path := directory_of(request):
            return (directory or reports)(path)
        return says(("submit_report", {"brief": "It adds.", "detailed": "It adds numbers."}))

    return answer


def reports(path: str) -> Answer:
    return says(("submit_report", {"summary": f"About {path}.", "completeness": 0.9}))


def asked(requests: list[ModelRequest]) -> list[str]:
    """Which directory each call was about, in order; the pass's name for the other passes."""
    return [directory_of(request) or pass_of(request) for request in requests]


def directory_of(request: ModelRequest) -> str:
    """The directory that a request is about; "" for the passes over the whole target."""
    about = re.match(r"Audit the directory `(.+)` of the target", first_text(request))
    return about[1] if about else ""


def pass_of(request: ModelRequest) -> str:
    """The pass that a request belongs to, by its system text."""
    return next(step.name for step in PASSES if step.prompts.system == request.system)


def first_text(request: ModelRequest) -> str:
    first = request.messages[0]
    assert isinstance(first, UserMessage)
    return first.text
