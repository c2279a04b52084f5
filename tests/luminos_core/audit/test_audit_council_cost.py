"""What a council costs: estimated before, under the cap, and in the ledger."""

import json
import random
from collections.abc import Sequence
from pathlib import Path

import pytest

from luminos_core.agents.passes.registry import PASSES
from luminos_core.audit.run import run_audit
from luminos_core.llm.anthropic.request import request_body, request_bytes
from luminos_core.records.conversation import ModelRequest, ModelResponse, Usage
from luminos_core.records.cost import ModelUsage
from luminos_core.records.council import CouncilEnd
from luminos_core.records.report import AuditReport
from luminos_core.stop import StopSignal
from tests.fakes.audits import runtime_over
from tests.fakes.messages_cache import PromptCache
from tests.fakes.scripted_model import Answer, says
from tests.fakes.thread_executor import MemoryResults, ThreadExecutor
from tests.luminos_core.audit.council_scripts import (
    Script,
    answering,
    complete,
    council_of,
    more,
    questions_in,
    refinements,
)

WORDS = "the parser keeps a table of open files and reads each request before it answers"
SYNTHESIS = says(("submit_report", {"brief": WORDS * 6, "detailed": WORDS * 60}))


class Billed:
    """A script's model that counts the tokens that a server would bill."""

    name = "anthropic"

    def __init__(self, script: Script) -> None:
        self._script = script
        self._cache = PromptCache()

    def check(self, model: str, stop: StopSignal) -> bool:
        return True

    def encode(self, request: ModelRequest) -> bytes:
        return request_bytes(request)

    def complete(self, request: ModelRequest, stop: StopSignal) -> ModelResponse:
        response = self._script.model.complete(request, stop)
        counted = self._cache.budget(request_body(request))
        said = json.dumps([call.model_dump() for call in response.message.calls])
        usage = Usage(
            input=counted["input_tokens"],
            cache_read=counted["cache_read_input_tokens"],
            cache_write=counted["cache_creation_input_tokens"],
            output=min(len(said) // 4, request.max_tokens),
        )
        return response.model_copy(update={"usage": usage, "model": request.model})


def usual(path: str, request: ModelRequest) -> Answer:
    """A summary of the length that is usual, after an entry for each file."""
    rated = {"completeness": 0.9, "confidence": 0.9}
    entries = [
        ("write_cache", {"kind": "file", "path": f"{path}/f{n}.py", "data": {"summary": WORDS * 2}})
        for n in range(3 if path != "." else 0)
    ]
    return says(*entries, ("submit_report", {"summary": f"{WORDS}. " * 4, **rated}))


def tree(root: Path, directories: int = 24) -> Path:
    chance = random.Random(5)  # noqa: S311 - the same tree every time
    line = "    value = parse(table['name'], request)\n"
    for number in range(directories):
        folder = root / f"part{number % 6}" / f"d{number}"
        folder.mkdir(parents=True)
        for file in range(3):
            (folder / f"f{file}.py").write_text(f"def f():\n{line * chance.randint(20, 90)}")
    return root


def run(
    target: Path, script: Script, results: MemoryResults | None = None, cap: float | None = None
) -> AuditReport:
    kept = results or MemoryResults()
    asked = {"yes": True, "concurrency": 1, "tier": "complex", "max_usd": cap}
    with runtime_over(
        target, model=Billed(script), results=kept, passes=PASSES, **asked
    ) as runtime:
        return run_audit(runtime, ThreadExecutor(runtime, kept))


def usd(usage: Sequence[ModelUsage], name: str) -> float:
    return sum(each.usd or 0.0 for each in usage if each.pass_name == name)


@pytest.mark.parametrize("directories", [12, 40])
def test_the_estimate_is_within_a_quarter_of_a_run_that_agrees_at_once(
    tmp_path: Path, directories: int
) -> None:
    script = Script(lambda *_: complete(f"{WORDS}. " * 3), directory=usual, synthesis=SYNTHESIS)
    report = run(tree(tmp_path / "t", directories), script)
    assert council_of(report).is_unanimous
    estimated = report.cost.estimate
    assert estimated is not None and estimated.usd is not None and report.cost.usd is not None
    for name in ("council", "advocate"):
        assert usd(report.cost.usage, name) == pytest.approx(usd(estimated.usage, name), rel=0.25)


def asking(round_: int, member: int) -> Answer:
    return complete() if member == 1 else more("part1/d1", question=f"Question {round_}?")


def asked(path: str, request: ModelRequest) -> Answer:
    return (answering(confidence=0.8) if questions_in(request) else usual)(path, request)


def test_at_the_cap_it_is_complete_with_gaps_and_the_synthesis_is_written(tmp_path: Path) -> None:
    target, results = tree(tmp_path / "t", 12), MemoryResults()
    whole = run(target, Script(asking, directory=asked, synthesis=SYNTHESIS)).cost.usd
    assert whole is not None
    cap = 0.9 * whole
    report = run(target, Script(asking, directory=asked, synthesis=SYNTHESIS), results, cap)
    assert report.cost.usd is not None and report.cost.usd <= cap
    assert council_of(report).end is CouncilEnd.CAP
    assert (report.status, report.exit_code, report.gaps) == ("complete", 0, ())
    assert "the cap had no room for more" in report.brief.partition("\n")[0]
    assert not report.synthesis_is_mechanical

    script = Script(asking, directory=asked, synthesis=SYNTHESIS)
    report = run(target, script, results)
    assert (
        council_of(report).end is CouncilEnd.FROZEN
    )  # the next run goes on where there was no room
    assert set(refinements(script)) == {"part1/d1"}
    quiet = Script(asking, directory=asked)
    run(target, quiet, results)
    assert quiet.model.requests == []
