"""A whole audit killed again and again: no answer is bought twice but those in flight, and the
report is that of an audit that nobody disturbed."""

import random
import signal
import subprocess
import threading
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import orjson
import pytest

from luminos_core.digest import digest_bytes
from luminos_core.records.directory import DirectoryState
from luminos_core.records.plan_evaluation import PlanEvaluation
from luminos_core.records.report import AuditReport
from luminos_core.records.transcript import ResponseRecord
from luminos_core.store.layout import Store
from luminos_core.store.run_folder import EVALUATION, FLAGS
from tests.fakes.messages_server import (
    MessagesServer,
    Received,
    Reply,
    reply,
    submits_at_once,
    text,
    tool_use,
)
from tests.fakes.trees import make_tree, wide_tree
from tests.flows.command import HANGING, Command

WIDTH = 2  # directories at once


def takes_three_turns(request: Received) -> Reply:
    """By the history alone: looks, writes down, submits. What was interrupted is asked again."""
    if "submit_verdict" in request.tools:
        unsure = {"opinion": "cannot tell", "reason": "It is a number."}
        return reply(tool_use("submit_verdict", unsure))
    if "write_cache" not in request.tools:  # not of a directory
        return submits_at_once(request)
    directory = request.first_text.split("`")[1]
    if was_interrupted(request):
        return looks(directory, "Again.")
    turns = [m for m in request.messages if m["role"] == "assistant" and "Again." not in str(m)]
    path = "file.py" if directory == "." else f"{directory}/file.py"
    match len(turns):
        case 0:
            return looks(directory, "First.")
        case 1:
            summary = {"kind": "file", "path": path, "data": {"summary": f"A number in {path}."}}
            flag = {
                "path": path,
                "finding": f"{path} is a constant.",
                "severity": "concern",
                "quotation": "NUMBER = ",
            }
            return reply(tool_use("write_cache", summary), tool_use("flag", flag))
    submission = {"summary": f"All of {directory}.", "completeness": 0.9, "confidence": 0.9}
    return reply(tool_use("submit_report", submission))


def was_interrupted(request: Received) -> bool:
    """Whether a call of the last answer was lost with the process that made it."""
    return any("interrupted" in str(each["content"]) for each in request.results)


def looks(directory: str, words: str) -> Reply:
    path = "file.py" if directory == "." else f"{directory}/file.py"
    return reply(text(words), tool_use("read_file", {"path": path}))


@dataclass
class Reaper:
    """A script that kills its client at some of its calls: before the answer, or shortly after."""

    chance: random.Random
    calls: int  # between two kills, at most
    process: subprocess.Popen[str] | None = None
    left: int = 0
    lock: threading.Lock = field(default_factory=threading.Lock)

    def begin(self, process: subprocess.Popen[str]) -> None:
        with self.lock:
            self.process, self.left = process, self.chance.randint(1, self.calls)

    def __call__(self, request: Received) -> Reply:
        with self.lock:
            self.left -= 1
            if self.left == 0 and self.process is not None:
                after = self.chance.choice((0.0, 0.01, 0.02, 0.04, 0.08))
                threading.Timer(after, self.process.send_signal, (signal.SIGKILL,)).start()
                if not after:
                    return replace(takes_three_turns(request), after_seconds=0.2)
        return takes_three_turns(request)


@pytest.mark.parametrize(
    ("seed", "calls", "kills"),
    [
        pytest.param(2, 16, range(2, 3), id="2 kills"),
        # Until it is done; each is killed nine times at the least, so all come to more than 50.
        *(
            pytest.param(seed, 2, range(9, 100), id=f"seed {seed}", marks=pytest.mark.slow)
            for seed in range(3, 9)
        ),
    ],
)
def test_no_answer_is_bought_twice_but_those_in_flight_and_the_report_is_the_same(
    tmp_path: Path, prefect_url: str, seed: int, calls: int, kills: range
) -> None:
    target = make_tree(tmp_path / "target", wide_tree(10))
    with MessagesServer(takes_three_turns) as undisturbed:
        luminos = command(tmp_path / "undisturbed", prefect_url, undisturbed)
        done = luminos.inside("audit", str(target), "--json", "--concurrency", str(WIDTH))
        expected = content_of(AuditReport.model_validate_json(done.stdout))
    reaper = Reaper(random.Random(seed), calls)  # noqa: S311 - no secret
    with MessagesServer(reaper) as server:
        store = tmp_path / "store"
        on_disk: dict[str, int] = {}  # how often each had been bought when it was first found
        died = 0
        while died < kills.stop - 1 and live(reaper, command(store, prefect_url, server), target):
            died += 1
            bought = [digest(request) for request in server.requests]
            on_disk = {each: bought.count(each) for each in answers_in(Store(store))} | on_disk
        reaper.process = None
        report = audit(store, prefect_url, server, target)
    bought = [digest(request) for request in server.requests]
    twice = len(bought) - len(set(bought))

    assert died in kills
    assert content_of(report) == expected
    assert_exported(store, report)
    assert twice <= died * WIDTH
    assert {each: bought.count(each) for each in on_disk} == on_disk
    again = {digest(request) for request in server.requests if was_interrupted(request)}
    assert server.calls == undisturbed.calls + twice + len(again)
    assert server.refused == []


def assert_exported(store: Path, report: AuditReport) -> None:
    """What was investigated before a kill is in the plan's evaluation; no flag is there twice."""
    folder = store / "runs" / report.run_id
    evaluation = PlanEvaluation.model_validate_json((folder / EVALUATION).read_bytes())
    assert [line.dir for line in evaluation.per_directory] == [o.path for o in report.directories]
    assert evaluation.total_dirs_investigated == 10
    assert all(line.turns_used >= 3 for line in evaluation.per_directory)
    assert evaluation.plan_order == report.plan.investigation_order
    flags = (folder / FLAGS).read_text().splitlines()
    assert len(flags) == len(set(flags)) == len(report.flags)


def live(reaper: Reaper, luminos: Command, target: Path) -> bool:
    """One life of the command; whether it was killed before its end."""
    with luminos.started("audit", str(target), "--concurrency", str(WIDTH)) as process:
        reaper.begin(process)
        process.communicate(timeout=HANGING)
    return process.returncode == -signal.SIGKILL


def audit(store: Path, url: str, server: MessagesServer, target: Path) -> AuditReport:
    return command(store, url, server).audit(target, "--concurrency", str(WIDTH))


def command(store: Path, url: str, server: MessagesServer) -> Command:
    model = {"ANTHROPIC_API_KEY": "sk-test", "ANTHROPIC_BASE_URL": server.base_url}
    return Command(store, {"PREFECT_API_URL": url, **model}, prepared=True)


def answers_in(store: Store) -> set[str]:
    """The digests of the requests whose answers are on disk."""
    folders = (store.path / "targets").glob("*/transcripts")
    kept = (store.signed(*folder.relative_to(store.path).parts) for folder in folders)
    lines = (
        line
        for each in kept
        for file in each.path.iterdir()
        for line in each.lines(file.name).read()
    )
    parts = (line.partition(b" ") for line in lines)
    return {
        ResponseRecord.model_validate_json(content).request_digest
        for name, _, content in parts
        if name.endswith(b"-response")
    }


def digest(request: Received) -> str:
    """As the product takes it."""
    body: dict[str, Any] = {name: value for name, value in request.json.items() if name != "stream"}
    return digest_bytes(orjson.dumps(body, option=orjson.OPT_SORT_KEYS))


def content_of(report: AuditReport) -> object:
    """What a report says of its target, whichever attempt did the work."""
    assert report.status == "complete", report.incomplete_because
    done = {DirectoryState.INVESTIGATED, DirectoryState.CACHED}
    directories = [
        (each.path, each.state in done, each.summary, each.completeness, each.confidence)
        for each in report.directories
    ]
    files = [
        (file.relative_path, file.summary, file.size_bytes)
        for each in report.directories
        for file in each.files
    ]
    flags = [f.model_copy(update={"first_seen": "", "last_seen": ""}) for f in report.flags]
    return report.brief, report.detailed, flags, directories, files, report.plan
