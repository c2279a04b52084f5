"""How much of a cap a run uses: most of it while there is work, and never more."""

import json
import random
from pathlib import Path

import pytest

from luminos_core.audit.run import run_audit
from luminos_core.llm.anthropic.request import request_body, request_bytes
from luminos_core.records.conversation import ModelRequest, ModelResponse, Usage
from luminos_core.records.report import AuditReport
from luminos_core.stop import StopSignal
from tests.fakes.audit_script import submits
from tests.fakes.audits import runtime_over
from tests.fakes.messages_cache import PromptCache
from tests.fakes.scripted_model import says
from tests.fakes.thread_executor import MemoryResults, ThreadExecutor

SENTENCE = "the parser reads each request before it answers, and keeps a table of open files. "
SUMMARY = {"summary": SENTENCE * 3, "completeness": 0.9, "confidence": 0.8}
ENTRY = {"summary": SENTENCE * 2, "confidence": 0.9, "completeness": 1.0}


class BilledModel:
    """Bills as the server does, and writes an entry for each file that it is shown."""

    name = "anthropic"

    def __init__(self) -> None:
        self._cache = PromptCache()
        self._script = submits(lambda path: says(("submit_report", SUMMARY)))

    def check(self, model: str, stop: StopSignal) -> bool:
        return True

    def encode(self, request: ModelRequest) -> bytes:
        return request_bytes(request)

    def complete(self, request: ModelRequest, stop: StopSignal) -> ModelResponse:
        response = self._script(request)
        assert isinstance(response, ModelResponse)
        counted = self._cache.budget(request_body(request))
        said = json.dumps([call.model_dump() for call in response.message.calls])
        shown = json.dumps(request_body(request)["messages"]).count(" (whole, ")
        tokens = (len(said) + shown * (len(json.dumps(ENTRY)) + 150)) // 4
        usage = Usage(
            input=counted["input_tokens"],
            cache_read=counted["cache_read_input_tokens"],
            cache_write=counted["cache_creation_input_tokens"],
            output=min(tokens, request.max_tokens),
        )
        return response.model_copy(update={"usage": usage, "model": request.model})


@pytest.fixture(scope="module")
def target(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Forty directories of a few files, of sizes as in a real project; some $0.60 of work."""
    chance = random.Random(11)  # noqa: S311 - the same tree every time
    root = tmp_path_factory.mktemp("project")
    folders = [root]
    for number in range(40):
        folders.append(chance.choice(folders[-9:]) / f"part{number}")
        folders[-1].mkdir()
        for file in range(chance.randint(1, 6)):
            size = min(int(chance.lognormvariate(7.5, 1.2)), 60_000)
            text = ("    value = parse(table[name], request)\n" * (size // 40 + 1))[:size]
            (folders[-1] / f"file{file}.py").write_text(f"def f{number}_{file}():\n{text}\n")
    return root


def run(target: Path, cap: float | None) -> AuditReport:
    model, results = BilledModel(), MemoryResults()
    with runtime_over(target, model=model, results=results, max_usd=cap, yes=True) as runtime:
        return run_audit(runtime, ThreadExecutor(runtime, results))


@pytest.mark.parametrize("cap", [0.1, 0.15, 0.2, 0.3, 0.4])
def test_most_of_a_cap_is_used_while_there_is_work_and_never_more(target: Path, cap: float) -> None:
    report = run(target, cap)

    assert report.cost.usd is not None
    assert report.status == "incomplete"
    assert 0.85 * cap <= report.cost.usd <= cap, report.incomplete_because
    assert "the next directory would need a cap of $" in report.incomplete_because[0]


def test_a_cap_for_nothing_buys_no_synthesis_of_nothing(target: Path) -> None:
    report = run(target, 0.004)

    assert report.synthesis_is_mechanical
    assert report.cost.usd is not None and report.cost.usd <= 0.004
    assert "synthesis" not in {each.name for each in report.cost.by_pass}


def test_a_cap_that_is_enough_changes_nothing(target: Path) -> None:
    free, capped = run(target, None), run(target, 5.0)
    assert (capped.status, capped.cost.usd) == ("complete", pytest.approx(free.cost.usd, rel=0.05))
