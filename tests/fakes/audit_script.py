"""Scripts for a scripted model that carry a whole audit: each pass submits at once."""

from collections.abc import Callable

from luminos_core.records.briefing import DirectoryBriefing
from luminos_core.records.conversation import ModelRequest
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
        if isinstance(request.briefing, DirectoryBriefing):
            return (directory or reports)(request.briefing.directory.path)
        return says(("submit_report", {"brief": "It adds.", "detailed": "It adds numbers."}))

    return answer


def reports(path: str) -> Answer:
    return says(("submit_report", {"summary": f"About {path}.", "completeness": 0.9}))


def asked(requests: list[ModelRequest]) -> list[str]:
    """Which directory each call was about, in order; "survey" and the like for the other passes."""
    return [_about(request) for request in requests]


def _about(request: ModelRequest) -> str:
    if isinstance(request.briefing, DirectoryBriefing):
        return request.briefing.directory.path
    return type(request.briefing).__name__.removesuffix("Briefing").lower()
