"""How many calls a tree takes: most directories are shown at once and submitted in one response."""

from pathlib import Path

from luminos_core.agents.passes.directory import DIRECTORY
from luminos_core.records.conversation import AssistantMessage, Message, ModelRequest, ModelResponse
from luminos_core.records.directory import DirectoryState
from tests.fakes.agent_bench import MakeBench, run_pass
from tests.fakes.audit_script import directory_of
from tests.fakes.django_like import make_django_like
from tests.fakes.scripted_model import says
from tests.fakes.whole_reader import left_to_read, reads
from tests.fakes.works import scanned, work_on


def test_a_tree_like_djangos_takes_less_than_one_call_and_a_fifth_per_directory(
    tmp_path: Path, make_bench: MakeBench
) -> None:
    root = tmp_path / "target"

    def reads_what_is_missing_then_submits(request: ModelRequest) -> ModelResponse:
        directory = snapshot.directory(directory_of(request))
        missing = left_to_read(our_text(request.messages[0]), directory)
        if missing and len(request.messages) == 1:
            return says(*(call for file in missing for call in reads(root, file)))
        entries = [
            ("write_cache", {"kind": "file", "path": file.path, "data": {"summary": "A file."}})
            for file in directory.files
        ]
        return says(*entries, ("submit_report", {"summary": "A part.", "completeness": 1.0}))

    bench = make_bench(reads_what_is_missing_then_submits, context_budget=1_000_000)
    ends = make_django_like(root, directories=120)
    snapshot = scanned(root)
    directories = snapshot.directories
    for directory in directories:
        report = run_pass(DIRECTORY, work_on(root, directory), bench.context)
        assert report.state is DirectoryState.INVESTIGATED
        assert len(report.files) == len(directory.files)
    seen = {directory_of(one): "".join(map(our_text, one.messages)) for one in bench.model.requests}
    for path, end in ends.items():
        assert end in seen[path.rpartition("/")[0]], f"{path} was not seen before the submission"
    assert len(directories) < len(bench.model.requests) <= 1.2 * len(directories)


def our_text(message: Message) -> str:
    """The text and results of a message of ours; "" for one of the model."""
    if isinstance(message, AssistantMessage):
        return ""
    return message.text + "".join(result.text for result in message.results)
