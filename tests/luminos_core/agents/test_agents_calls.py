"""How many calls a tree takes: most directories are seen at once and submitted in one answer."""

import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from luminos_core.agents.directory import investigate
from luminos_core.records.briefing import DirectoryBriefing
from luminos_core.records.conversation import AssistantMessage, ModelRequest, Turn
from luminos_core.records.directory import DirectoryKey, DirectoryState, DirectoryWork
from luminos_core.records.plan import Assignment, Tier
from luminos_core.records.snapshot import FileRecord
from luminos_core.scan.context import ScanContext, nothing_known
from luminos_core.scan.snapshot import ScanOptions, take_snapshot
from luminos_core.stop import StopSignal
from tests.fakes.agent_bench import MakeBench
from tests.fakes.django_like import make_django_like
from tests.fakes.scripted_model import says

_LINES = 500  # of one call to read_file
KEY = DirectoryKey(path="", files=(), children=(), prompt="", tools="", model="", schema_version=1)


def reads_what_is_missing_then_submits(request: ModelRequest) -> Turn:
    """Everything that is left to read in one turn, and everything else in one answer."""
    briefing = request.briefing
    assert isinstance(briefing, DirectoryBriefing)
    own = {file.name: file for file in briefing.directory.files}
    if len(request.messages) == 1:
        missing = [own[name] for name in not_shown(request.messages[0].text)]
        if missing:
            return says(*(call for file in missing for call in reads(file)))
    entries = [
        ("write_cache", {"kind": "file", "path": file.path, "data": {"summary": "A file."}})
        for file in own.values()
    ]
    return says(*entries, ("submit_report", {"summary": "A part.", "completeness": 1.0}))


def not_shown(text: str) -> list[str]:
    """The names of the files that a first message does not show whole though they have text."""
    outlined = re.findall(r"^(?:\S+/)?(\S+) \(outline only, ", text, re.MULTILINE)
    too_long = re.findall(r"^- too long to be shown here: (.*)$", text, re.MULTILINE)
    return [*outlined, *(name for names in too_long for name in names.split(", "))]


def reads(file: FileRecord) -> Iterator[tuple[str, dict[str, object]]]:
    for start in range(1, (file.lines or 0) + 1, _LINES):
        asked = {"path": file.path, "start_line": start, "end_line": start + _LINES - 1}
        yield "read_file", {**asked, "max_bytes": 49_152}


def test_a_tree_like_djangos_takes_less_than_one_call_and_a_fifth_per_directory(
    tmp_path: Path, bench: MakeBench
) -> None:
    desk = bench(reads_what_is_missing_then_submits, context_budget=1_000_000)
    ends = make_django_like(desk.root, directories=200)
    context = ScanContext(lambda event: None, StopSignal(), nothing_known())
    directories = take_snapshot(desk.root, ScanOptions(), context).directories
    for directory in directories:
        work = DirectoryWork(
            target=str(desk.root),
            target_name="target",
            directory=directory,
            assignment=Assignment(path=directory.path, tier=Tier.DEFAULT, turns=14, band=0),
            children=(),
            flags=(),
            survey=None,
            notes="",
            key=KEY,
            change="new",
        )
        report = investigate(work, desk.context)
        assert report.state is DirectoryState.INVESTIGATED
        assert len(report.files) == len(directory.files)
    seen = seen_by_directory(desk.model.requests)
    for path, end in ends.items():
        assert end in seen[path.rpartition("/")[0]], f"{path} was not seen"
    calls = Counter(type(request.briefing) for request in desk.model.requests)[DirectoryBriefing]
    assert len(directories) < calls <= 1.2 * len(directories)


def seen_by_directory(requests: list[ModelRequest]) -> dict[str, str]:
    """All that the model was told when it submitted."""
    return {
        request.briefing.directory.path: "".join(map(told, request.messages))
        for request in requests
        if isinstance(request.briefing, DirectoryBriefing)
    }


def told(message: object) -> str:
    if isinstance(message, AssistantMessage):
        return ""
    return message.text + "".join(result.text for result in message.results)  # type: ignore[attr-defined]
