"""What the server is asked to keep: the prefix that all directories share, written once and read by
all others, and a conversation's messages when another call will read them."""

import json
from dataclasses import replace
from pathlib import Path

from pydantic import SecretStr

from luminos_core.agents.passes.directory import DIRECTORY
from luminos_core.agents.passes.survey import SURVEY as SURVEY_PASS
from luminos_core.agents.run_state import RunState
from luminos_core.llm.anthropic.client import AnthropicModel
from luminos_core.llm.anthropic.request import request_body, request_bytes
from luminos_core.records.conversation import ModelRequest, UserMessage
from luminos_core.records.directory import ChildSummary, DirectoryState, DirectoryWork
from luminos_core.records.flag import Flag, Severity
from luminos_core.records.plan import Tier
from luminos_core.records.settings import Settings
from luminos_core.records.snapshot import DirectoryRecord
from luminos_core.records.survey import Survey
from tests.fakes.agent_bench import Bench, MakeBench, run_pass
from tests.fakes.messages_request import Received, Script
from tests.fakes.messages_server import MessagesServer, Reply, reply, submits_at_once, tool_use
from tests.fakes.works import scanned, work_on

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


def bought(
    bench: Bench, script: Script, works: list[DirectoryWork], preload_tokens: int = 0
) -> MessagesServer:
    """The server after the works were investigated; without a preload, files are left to read."""
    with MessagesServer(script) as server:
        model = AnthropicModel(SecretStr("none"), server.base_url)
        client = replace(bench.context.client, model=model)
        context = replace(bench.context, client=client, preload_tokens=preload_tokens)
        for each in works:
            assert run_pass(DIRECTORY, each, context).state is DirectoryState.INVESTIGATED
    return server


def counted(server: MessagesServer, kind: str) -> list[int]:
    return [usage[f"{kind}_input_tokens" if kind else "input_tokens"] for usage in server.usages]


def test_tools_and_system_are_written_once_and_read_by_every_other_directory(
    make_bench: MakeBench,
) -> None:
    bench = make_bench([])
    server = bought(bench, reads_then_submits, works(bench.root))

    bodies = [request.json for request in server.requests]
    assert len(bodies) == 9
    assert len({json.dumps([body["tools"], body["system"]]) for body in bodies}) == 1
    assert len({json.dumps(body["messages"][0]) for body in bodies}) == 3  # the facts are there
    written, read = counted(server, "cache_creation"), counted(server, "cache_read")
    prefix = read[3]  # the second directory's first call finds tools and system, and no more
    assert prefix > 2_000
    assert read[0] == 0 and written[0] == prefix
    assert read[3] == read[6] == prefix


def test_a_directory_that_is_shown_whole_writes_no_message_that_nobody_reads(
    make_bench: MakeBench,
) -> None:
    bench = make_bench([])
    whole = [work_on(bench.root, each) for each in scanned(bench.root).directories]
    server = bought(bench, submits_at_once, whole, preload_tokens=20_000)

    assert server.calls == len(whole) == 3
    written, read = counted(server, "cache_creation"), counted(server, "cache_read")
    assert written == [read[1], 0, 0]  # tools and system
    assert min(counted(server, "")) > 100


def test_what_a_later_call_reads_is_written_and_the_last_calls_own_is_not(
    make_bench: MakeBench,
) -> None:
    bench = make_bench([])
    (src,) = (each for each in scanned(bench.root).directories if each.path == "src")
    server = bought(bench, reads_then_submits, [work_on(bench.root, src)])

    written, read, bare = (counted(server, kind) for kind in ("cache_creation", "cache_read", ""))
    assert server.calls == 3
    assert read[1] == written[0] and read[2] == written[0] + written[1]  # b.py is still to be read
    assert bare[:2] == [0, 0]
    assert written[2] == 0 and bare[2] > 0  # a.py and b.py are read: the submission is next


def test_the_last_turn_writes_nothing(make_bench: MakeBench) -> None:
    bench = make_bench([])
    (src,) = (each for each in scanned(bench.root).directories if each.path == "src")
    server = bought(bench, submits_at_once, [work_on(bench.root, src, turns=1)])

    assert "cache_control" not in json.dumps(server.requests[0].json["messages"])
    assert "cache_control" not in server.requests[0].json


def test_an_agent_that_goes_on_though_nothing_is_left_is_kept_from_its_third_call(
    make_bench: MakeBench,
) -> None:
    def looks_again(request: Received) -> Reply:
        if request.turn < 6:
            return reply(tool_use("list_directory", {"path": f"src{'/' * request.turn}"}))
        return submits_at_once(request)

    bench = make_bench([])
    (src,) = (each for each in scanned(bench.root).directories if each.path == "src")
    server = bought(bench, looks_again, [work_on(bench.root, src)], preload_tokens=20_000)

    bare = counted(server, "")
    assert all(bare[:2]) and not any(bare[2:])


def test_a_pass_of_one_call_asks_to_keep_nothing(make_bench: MakeBench) -> None:
    bench = make_bench([])
    every_survey = Settings(store=bench.root, survey_min_files=0, survey_min_directories=0)
    state = RunState(settings=every_survey, snapshot=scanned(bench.root))
    with MessagesServer(submits_at_once) as server:
        model = AnthropicModel(SecretStr("none"), server.base_url)
        context = replace(bench.context, client=replace(bench.context.client, model=model))
        survey = run_pass(SURVEY_PASS, SURVEY_PASS.briefing(state), context)

    assert not survey.gap
    assert counted(server, "cache_creation") == [0]
    assert "cache_control" not in json.dumps(server.requests[0].json)


def test_a_breakpoint_changes_no_digest() -> None:
    said = ModelRequest(
        model="claude-sonnet-5-5",
        system="You audit.",
        tools=(),
        messages=(UserMessage(text="one"), UserMessage(text="two")),
        max_tokens=100,
    )
    for kept in (0, 1, 2):
        other = said.model_copy(update={"kept_messages": kept, "keeps_prefix": kept > 1})
        assert request_bytes(other) == request_bytes(said)
        assert request_body(other) != request_body(said) or kept == 2
