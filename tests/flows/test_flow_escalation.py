"""A directory that climbs every model tier, through a kill: the command, a real Prefect server, and
Messages over HTTP."""

import signal
import threading
from dataclasses import dataclass, field
from pathlib import Path

from luminos_core.records.report import AuditReport
from luminos_core.store.layout import Store
from tests.fakes.messages_server import (
    MessagesServer,
    Received,
    Reply,
    reply,
    submits_at_once,
    tool_use,
)
from tests.fakes.trees import make_tree
from tests.flows.command import HANGING, Command

FAST, DEVELOPMENT, PLANNING = "claude-haiku-5-5", "claude-sonnet-5-5", "claude-opus-5-5"
SURE = {FAST: 0.1, DEVELOPMENT: 0.2, PLANNING: 0.3}
TREE = {"src/a.py": "A = 1\n", "docs/x.md": "# X\n"}


@dataclass
class Climb:
    """Of src: each model looks first, and is never sure. One call hangs until it is killed."""

    hangs: threading.Event = field(default_factory=threading.Event)
    released: threading.Event = field(default_factory=threading.Event)
    asked: list[str] = field(default_factory=list)  # the model of each call about src

    def answer(self, request: Received) -> Reply:
        if "Audit the directory `src`" not in request.first_text:
            return submits_at_once(request)
        model = request.json["model"]
        self.asked.append(model)
        if len(request.messages) == 1:
            return reply(tool_use("list_directory", {"path": "src"}))
        if model == PLANNING and not self.hangs.is_set():
            self.hangs.set()
            self.released.wait(HANGING)
        words = {"summary": f"By {model}.", "completeness": 0.9, "confidence": SURE[model]}
        why = {"confidence_reason": "nothing says what <b>A</b> is for"}
        return reply(tool_use("submit_report", {**words, **why}))


def test_each_tier_is_asked_once_through_a_kill_and_then_a_person_is(
    tmp_path: Path, prefect_url: str
) -> None:
    target, climb = make_tree(tmp_path / "t", TREE), Climb()
    with MessagesServer(climb.answer) as server:
        settings = {
            "PREFECT_API_URL": prefect_url,
            "ANTHROPIC_API_KEY": "sk-test",
            "ANTHROPIC_BASE_URL": server.base_url,
            "LUMINOS_DIRECTORY_TIER": "fast",
            "LUMINOS_COUNCIL_MEMBERS": "0",
        }
        luminos = Command(tmp_path / "store", settings, prepared=True)
        with luminos.started("audit", str(target), "--yes") as process:
            assert climb.hangs.wait(HANGING)
            process.send_signal(signal.SIGKILL)
            process.wait()
        climb.released.set()
        climb.asked.pop()  # in flight, which nobody got
        retried = luminos.inside("retry", "--json")
        calls = server.calls
        again = luminos.inside("audit", str(target), "--yes")
        assert server.calls == calls

    assert climb.asked == [model for model in SURE for _ in range(2)]
    report = AuditReport.model_validate_json(retried.stdout)
    (src,) = (each for each in report.directories if each.path == "src")
    assert [(each.tier, each.model) for each in src.escalated] == [
        ("fast", FAST),
        ("development", DEVELOPMENT),
        ("planning", PLANNING),
    ]
    assert [each.directory for each in report.questions] == ["src"]
    assert "1 question needs a person: src" in again.stdout
    kind, name, message = final_state(report.run_id)
    assert (kind, name) == ("COMPLETED", "NeedsPerson")
    assert "1 question needs a person" in message
    folder = Store(luminos.store).run(report.run_id)
    markdown = (folder / "report.md").read_text()
    assert "## Questions for a person" in markdown
    assert "Model tiers tried: fast: confidence 0.10; development: confidence 0.20" in markdown
    page = (folder / "report.html").read_text()
    assert "Questions that only you can answer" in page
    for text in (markdown, page):
        assert "what <b>A</b> is for" not in text


def final_state(run_id: str) -> tuple[str, str, str]:
    from prefect.client.orchestration import get_client

    with get_client(sync_client=True) as client:
        state = client.read_flow_run(run_id).state
    assert state is not None
    return state.type.value, str(state.name), str(state.message)
