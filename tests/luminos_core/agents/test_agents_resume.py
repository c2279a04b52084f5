"""A directory whose run was killed at any moment continues there, and pays for nothing twice."""

import random
from pathlib import Path

import pytest

from luminos_core.agents.passes.directory import DIRECTORY
from luminos_core.calls.transcript import Transcripts
from luminos_core.llm.anthropic.request import request_bytes
from luminos_core.records.conversation import (
    AssistantMessage,
    ModelRequest,
    ModelResponse,
    StopReason,
    UserMessage,
)
from luminos_core.records.directory import DirectoryReport, DirectoryState, DirectoryWork
from luminos_core.store.layout import Store
from tests.fakes.agent_bench import Bench, run_pass, set_up
from tests.fakes.killing import Fate, Killed, MortalModel, MortalTranscripts
from tests.fakes.scripted_model import says
from tests.luminos_core.agents.test_agents_directory import work, writes_entry

QUOTED = {
    "path": "src/a.py",
    "finding": "Runs what is typed in.",
    "severity": "critical",
    "quotation": "print(eval(password))",
}
STEPS = (
    (
        ("read_file", {"path": "src/a.py"}),
        writes_entry("src/b.py"),
        ("think", {"observation": "o"}),
    ),
    (("flag", {**QUOTED, "quotation": "exec(password)"}), ("list_directory", {"path": "src"})),
    (("flag", QUOTED), writes_entry("src/a.py"), ("read_file", {"path": "src/b.py"})),
    (("submit_report", {"summary": "Two scripts.", "completeness": 0.9}),),
)


def takes_its_steps(request: ModelRequest) -> ModelResponse:
    """By the history alone: a call whose result says that it was interrupted is made again."""
    last = request.messages[-1]
    assert isinstance(last, UserMessage)
    before = [each for each in request.messages if isinstance(each, AssistantMessage)]
    lost = {result.call_id for result in last.results if "interrupted" in result.text}
    if lost:
        return says(*((c.name, c.input) for c in before[-1].calls if c.id in lost), text="Again.")
    taken = sum(message.text != "Again." for message in before)
    if taken == 2 and before[-1].text != "Hm.":  # a response that is cut, and requested once more
        return says(text="Hm.", stop_reason=StopReason.MAX_TOKENS)
    return says(*STEPS[taken - sum(message.text == "Hm." for message in before)], text=str(taken))


class Life:
    """One directory in one store, started as often as it takes."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._store = Store(folder / "store")
        self.requests: list[ModelRequest] = []
        self.works: list[DirectoryWork] = []

    def start(self, fate: Fate, run_id: str = "run-1", fresh: bool = False) -> DirectoryReport:
        bench = self._bench(fate, run_id, fresh)
        self.works.append(work(bench.root))
        try:
            return run_pass(DIRECTORY, self.works[-1], bench.context)
        finally:
            self.requests += bench.model.requests

    @property
    def bought(self) -> list[bytes]:
        return [request_bytes(request) for request in self.requests]

    @property
    def is_on_disk(self) -> bool:
        name = DIRECTORY.cache_key(self.works[-1], "")
        return any((self._folder / "store").rglob(f"{name}-lines"))

    def _bench(self, fate: Fate, run_id: str, fresh: bool) -> Bench:
        root = self._folder / "target"
        stored = Transcripts(self._store, root, run_id, fresh)
        model = MortalModel(takes_its_steps, fate)
        transcripts = MortalTranscripts(stored, fate)
        return set_up(root, model, transcripts=transcripts, run_id=run_id)


def content(report: DirectoryReport) -> DirectoryReport:
    """All but the turns that an interrupted tool call cost."""
    return report.model_copy(update={"turns_used": 0})


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, DirectoryReport, list[str], int]:
    """A life without a kill: where, its report, its moments, and how many responses it bought."""
    folder = tmp_path_factory.mktemp("whole")
    fate, life = Fate(), Life(folder)
    report = life.start(fate)
    return folder, report, fate.moments, len(life.requests)


def test_the_whole_run_has_many_moments_to_be_killed_at(whole) -> None:
    _, report, moments, bought = whole
    assert report.state is DirectoryState.INVESTIGATED
    assert [flag.finding for flag in report.flags] == ["Runs what is typed in."]
    assert [file.relative_path for file in report.files] == ["src/a.py", "src/b.py"]
    assert bought == 5
    assert len(moments) >= 25


@pytest.mark.parametrize("at", range(27))
def test_killed_at_any_moment_it_continues_and_buys_nothing_twice(
    tmp_path: Path, whole, at: int
) -> None:
    _, expected, moments, bought = whole
    life = Life(tmp_path)
    with pytest.raises(Killed):
        life.start(Fate(at))
    report = life.start(Fate(), run_id="run-2")

    assert content(report) == content(renamed(expected, whole[0], tmp_path))
    twice = len(life.bought) - len(set(life.bought))
    assert twice == (moments[at] == "in flight")
    again = orphans_a_call(moments, at)
    assert len(life.requests) == bought + twice + again


@pytest.mark.parametrize("seed", range(12))
def test_killed_again_and_again_it_gives_the_same_report(tmp_path: Path, whole, seed: int) -> None:
    chance = random.Random(seed)  # noqa: S311 - no secret
    life, kills = Life(tmp_path), 0
    while True:
        try:
            report = life.start(Fate(chance.randrange(14)), run_id=f"run-{kills}")
            break
        except Killed:
            kills += 1
            assert kills < 500
    assert content(report) == content(renamed(whole[1], whole[0], tmp_path))


def test_a_continued_conversation_has_the_same_history(tmp_path: Path, whole) -> None:
    life = Life(tmp_path)
    with pytest.raises(Killed):
        life.start(Fate(whole[2].index("after acting") + 1))
    before = len(life.requests)
    life.start(Fate())
    first, resumed = life.requests[before - 1], life.requests[before]
    assert resumed.messages[: len(first.messages)] == first.messages
    assert (resumed.system, resumed.tools) == (first.system, first.tools)


def test_a_fresh_run_continues_no_other_runs_conversation(tmp_path: Path, whole) -> None:
    life = Life(tmp_path)
    with pytest.raises(Killed):
        life.start(Fate(10))
    bought = len(life.requests)
    life.start(Fate(), run_id="run-2", fresh=True)
    assert len(life.requests) == bought + whole[3]


@pytest.mark.parametrize("damage", [lambda line: line[:-3] + b"x}}", lambda line: line[:50]])
def test_a_damaged_response_is_bought_again(tmp_path: Path, whole, damage) -> None:
    life = Life(tmp_path)
    with pytest.raises(Killed):
        life.start(Fate(20))
    (file,) = (tmp_path / "store").rglob("directory-*-lines")
    before = file.read_bytes().splitlines()
    at = max(at for at, line in enumerate(before) if b"-response " in line)
    file.write_bytes(b"\n".join([*before[:at], damage(before[at]), *before[at + 1 :], b""]))
    bought = len(life.requests)
    report = life.start(Fate())
    assert content(report) == content(renamed(whole[1], whole[0], tmp_path))
    assert len(life.requests) > bought


def test_the_transcript_of_a_complete_directory_stays_until_its_result_is_stored(
    tmp_path: Path,
) -> None:
    life = Life(tmp_path)
    life.start(Fate())
    bought = len(life.requests)
    assert life.is_on_disk
    life.start(Fate())  # killed before the result was stored
    assert len(life.requests) == bought


def renamed(report: DirectoryReport, from_: Path, to: Path) -> DirectoryReport:
    """The report of the same target elsewhere."""
    text = report.model_dump_json().replace(str(from_), str(to))
    return DirectoryReport.model_validate_json(text)


def orphans_a_call(moments: list[str], at: int) -> bool:
    """Whether the moment is one before the result of a response was stored that calls a tool of
    the tree. All do but the cut one, on which nothing acts, and the last, the submission."""
    unacted = moments[at] == "acting" or moments[at : at + 2] == ["before acting", "acting"]
    return unacted and "acting" in moments[at + 2 :]
