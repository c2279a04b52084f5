"""Arguments that no tool accepts, and a pass that is given them."""

import json
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

from luminos_core.agents.context import AgentContext
from luminos_core.agents.passes.definition import AnyPass
from luminos_core.agents.passes.directory import DIRECTORY
from luminos_core.agents.passes.plan import PLAN
from luminos_core.agents.passes.survey import SURVEY
from luminos_core.agents.passes.synthesis import SYNTHESIS
from luminos_core.calls.transcript import Transcripts
from luminos_core.records.base import Record
from luminos_core.records.event import Event
from luminos_core.store.layout import Store
from luminos_core.store.run_folder import RunFolder
from tests.fakes.agent_bench import run_pass, set_up
from tests.fakes.checking_model import CheckingModel
from tests.fakes.messages_replies import Block, tool_use
from tests.luminos_core.agents import (
    test_agents_directory,
    test_agents_plan,
    test_agents_survey,
    test_agents_synthesis,
)

FLAG = {
    "path": "src/a.py",
    "finding": "Runs what is typed in.",
    "severity": "critical",
    "quotation": "print(eval(password))",
}
UNREADABLE = {
    "NaN": '{"path": NaN}',
    "infinity": '{"path": -Infinity}',
    "a float over all": '{"path": 1e999}',
    "an integer of many digits": f'{{"path": {"9" * 5_000}}}',
    "half a pair": r'{"path": "\ud800"}',
    "the other half": r'{"path": "a\udfffb"}',
    "deep arrays": f'{{"path": {"[" * 5_000}{"]" * 5_000}}}',
    "deep objects": f"""{{"path": {'{"a":' * 100}1{"}" * 100}}}""",
    "cut": '{"path": "src/a',
    "no JSON": "src/a.py",
    "deep and cut": "[" * 5_000,
}
REFUSED = {
    **UNREADABLE,
    "an integer over 64 bits": '{"path": "src/a.py", "start_line": 18446744073709551616}',
    "one below": '{"path": "src/a.py", "start_line": -9223372036854775809}',
    "null": "null",
    "a number": "3",
    "an array": "[1]",
    "a text": '"src/a.py"',
    "a long name": f'{{"path": "{"x" * 100_000}"}}',
    "a long path": f'{{"path": "{"x/" * 50_000}"}}',
    "NUL": r'{"path": "a\u0000b"}',
}


def submits(step: AnyPass) -> Block:
    """A valid submission of the pass."""
    given_: dict[str, Any] = {
        DIRECTORY.name: {"summary": "Two scripts.", "completeness": 1.0},
        SYNTHESIS.name: {"brief": "A shop.", "detailed": "It sells."},
        SURVEY.name: test_agents_survey.SUBMITTED,
        PLAN.name: test_agents_plan.SUBMITTED,
    }
    (submission,) = (tool for tool in step.tools if tool.run is None)
    return tool_use(submission.name, given_[step.name], "toolu_1")


def briefing_of(step: AnyPass, root: Path) -> Record:
    briefings: dict[str, Record] = {
        DIRECTORY.name: test_agents_directory.work(root),
        SYNTHESIS.name: test_agents_synthesis.briefing(),
        SURVEY.name: test_agents_survey.BRIEFING,
        PLAN.name: test_agents_plan.BRIEFING,
    }
    return briefings[step.name]


class World:
    """One target and one store, in which a pass can be run again."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.store = Store(folder / "store")
        self.events: list[Event] = []

    def run(self, step: AnyPass, model: CheckingModel) -> Any:
        bench = set_up(self.folder / "target", [])
        with RunFolder(self.folder / "run") as run_folder:

            def observe(event: Event) -> None:
                event.model_dump_json()
                self.events.append(event)
                run_folder.record(event)

            client = replace(bench.context.client, model=model, observe=observe)
            context: AgentContext = replace(
                bench.context,
                client=client,
                observe=observe,
                transcripts=Transcripts(self.store, bench.root, "run-1", fresh=False),
            )
            result = run_pass(step, briefing_of(step, bench.root), context)
        json.dumps(result.model_dump(mode="json"), allow_nan=False).encode()
        assert type(result).model_validate_json(result.model_dump_json()) == result
        return result

    def forget_the_results_of_turns(self) -> None:
        """As if the run had been killed while it acted on each response."""
        for file in (self.store.path / "targets").rglob("*-turn"):
            file.unlink()


@contextmanager
def world() -> Iterator[World]:
    with tempfile.TemporaryDirectory() as folder:
        yield World(Path(folder))


def findings(result: Any) -> list[str]:
    return [flag.finding for flag in getattr(result, "flags", ())]
