"""The prefix that all directories of a run share, as the server sees it: written once, read by all
others."""

import json
from dataclasses import replace
from pathlib import Path

from pydantic import SecretStr

from luminos_core.agents.passes.directory import DIRECTORY
from luminos_core.llm.anthropic.client import AnthropicModel
from luminos_core.records.directory import ChildSummary, DirectoryState, DirectoryWork
from luminos_core.records.flag import Flag, Severity
from luminos_core.records.plan import Tier
from luminos_core.records.snapshot import DirectoryRecord
from luminos_core.records.survey import Survey
from tests.fakes.agent_bench import MakeBench, run_pass
from tests.fakes.messages_request import Received
from tests.fakes.messages_server import MessagesServer, Reply, reply, submits_at_once, tool_use
from tests.fakes.works import work_on

SURVEY = Survey(description="A sample.", approach="Read it.", skip_tools=("think",), confidence=0.9)


def reads_then_submits(request: Received) -> Reply:
    if request.turn < 3:
        return reply(tool_use("read_file", {"path": f"src/{'ab'[request.turn - 1]}.py"}))
    return submits_at_once(request)


def works(root: Path) -> list[DirectoryWork]:
    """Directories as different as a run has them; the survey is the run's."""
    child = ChildSummary(path="src/auth", state=DirectoryState.PARTIAL, summary="Logins.")
    flag = Flag(path="src/a.py", finding="eval", severity=Severity.CRITICAL)
    leaf, middle, top = (DirectoryRecord(path=path) for path in ("src/auth", "src", "."))
    return [
        work_on(root, leaf, Tier.SHALLOW, 5, survey=SURVEY),
        work_on(root, middle, Tier.PRIORITY, 20, survey=SURVEY, children=(child,), flags=(flag,)),
        work_on(root, top, Tier.DEFAULT, 10, survey=SURVEY, notes="Look at the imports."),
    ]


def test_tools_and_system_are_written_once_and_read_by_every_other_directory(
    make_bench: MakeBench,
) -> None:
    bench = make_bench([])
    with MessagesServer(reads_then_submits) as server:
        model = AnthropicModel(SecretStr("none"), server.base_url)
        context = replace(bench.context, client=replace(bench.context.client, model=model))
        for each in works(bench.root):
            assert run_pass(DIRECTORY, each, context).state is DirectoryState.INVESTIGATED
    bodies = [request.json for request in server.requests]
    assert len(bodies) == 9
    assert len({json.dumps([body["tools"], body["system"]]) for body in bodies}) == 1
    assert len({json.dumps(body["messages"][0]) for body in bodies}) == 3  # the facts are there
    written, read = (
        [usage[f"cache_{kind}_input_tokens"] for usage in server.usages]
        for kind in ("creation", "read")
    )
    prefix = read[3]  # the second directory's first call finds tools and system, and no more
    assert prefix > 2_000
    assert read[0] == 0
    assert read[3] == read[6] == prefix
    for turn in (1, 2, 4, 5, 7, 8):  # later calls of a conversation find all of the one before
        assert read[turn] == read[turn - 1] + written[turn - 1]
    assert [usage["input_tokens"] for usage in server.usages] == [0] * 9


def test_the_fixed_breakpoint_ends_the_system_text_and_one_moves(make_bench: MakeBench) -> None:
    bench = make_bench([])
    with MessagesServer(reads_then_submits) as server:
        model = AnthropicModel(SecretStr("none"), server.base_url)
        context = replace(bench.context, client=replace(bench.context.client, model=model))
        run_pass(DIRECTORY, works(bench.root)[1], context)
    for request in server.requests:
        body = dict(request.json)
        assert body.pop("cache_control") == {"type": "ephemeral"}
        assert body["system"][-1].pop("cache_control") == {"type": "ephemeral"}
        assert "cache_control" not in json.dumps(body)
