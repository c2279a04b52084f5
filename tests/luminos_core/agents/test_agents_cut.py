"""Answers that are cut at the limit of their length, over HTTP: what is whole in them counts."""

import json
from typing import Any

import pytest

from luminos_core.records.directory import DirectoryState
from luminos_core.stop import StopSignal
from tests.fakes.messages_replies import event
from tests.fakes.messages_server import (
    Failure,
    Raw,
    Received,
    Reply,
    Tokens,
    reply,
    text,
    thinking,
    tool_use,
)
from tests.luminos_core.agents.http_rows import (
    INVESTIGATED,
    PARTIAL,
    SUBMITS,
    Investigate,
    reads,
    submits,
    writes_entry,
)

FLAG = tool_use(
    "flag", {"severity": "concern", "path": "general", "finding": "It has no tests at all."}
)
HALF = tool_use("write_cache", '{"kind": "file", "path": "src/b.p')


def cut(*blocks: dict[str, Any]) -> Reply:
    return reply(*blocks, stop_reason="max_tokens")


CUTS = {
    "within the next entry": cut(writes_entry(), HALF),
    "within the submission": cut(writes_entry(), tool_use("submit_report", '{"summary": "Tw')),
    "within a submission whose end was made up": cut(
        writes_entry(), tool_use("submit_report", {"summary": "Tw", "completeness": 1.0})
    ),
    "before anything of the next call": cut(writes_entry(), tool_use("write_cache", "")),
    "within a flag": cut(writes_entry(), tool_use("flag", '{"severity": "crit')),
    "within text": cut(writes_entry(), text("And now the n")),
    "within a thought": cut(writes_entry(), thinking("And now the n")),
}


@pytest.mark.parametrize("answer", CUTS.values(), ids=CUTS)
def test_what_is_whole_before_the_cut_is_kept(investigate: Investigate, answer: Reply) -> None:
    run = investigate(answer, SUBMITS)
    assert run.refused == []
    assert run.report is not None
    assert (run.report.state, run.report.summary) == (INVESTIGATED, "Two scripts.")
    assert [file.relative_path for file in run.report.files] == ["src/a.py"]
    last = run.requests[1].messages[-1]["content"]
    assert any("your answer was cut" in str(block).lower() for block in last)


@pytest.mark.parametrize("answer", CUTS.values(), ids=CUTS)
def test_two_cuts_in_a_row_keep_what_both_hold(investigate: Investigate, answer: Reply) -> None:
    run = investigate(answer, cut(writes_entry("src/b.py"), HALF), SUBMITS)
    assert run.report is not None
    assert run.report.state is INVESTIGATED
    assert [file.relative_path for file in run.report.files] == ["src/a.py", "src/b.py"]
    limits = [request.json["max_tokens"] for request in run.requests]
    assert limits == [4_096, 8_192, 16_384]


def test_flags_before_the_cut_are_raised_once(investigate: Investigate) -> None:
    run = investigate(cut(FLAG, HALF), SUBMITS)
    assert run.report is not None
    assert len(run.report.flags) == 1


def test_a_submission_before_a_cut_call_waits_for_it(investigate: Investigate) -> None:
    last = reply(writes_entry("src/b.py"), submits("Both are known now."))
    run = investigate(cut(writes_entry(), submits("Early."), HALF), last)
    assert run.report is not None
    assert run.report.summary == "Both are known now."
    assert len(run.report.files) == 2


def test_a_submission_before_a_cut_text_counts(investigate: Investigate) -> None:
    run = investigate(cut(writes_entry(), submits(), text("That is all that I c")))
    assert run.report is not None
    assert (run.report.state, run.calls) == (INVESTIGATED, 1)


def test_after_a_cut_in_the_last_turn_the_rest_may_be_said_once(investigate: Investigate) -> None:
    run = investigate(cut(writes_entry(), HALF), SUBMITS, turns=1)
    assert run.report is not None
    assert run.report.state is INVESTIGATED
    assert "One turn is left" in str(run.requests[1].messages[-1])


def test_an_answer_that_is_cut_after_that_ends_the_loop(investigate: Investigate) -> None:
    run = investigate(*[cut(writes_entry(), HALF)] * 2, turns=1)
    assert run.report is not None
    assert (run.report.state, run.report.reason) == (PARTIAL, "max turns reached")
    assert len(run.report.files) == 1


def test_cuts_without_anything_whole_end_the_loop(investigate: Investigate) -> None:
    run = investigate(reply(reads()), cut(HALF), cut(HALF))
    assert run.report is not None
    assert (run.report.state, run.report.reason) == (PARTIAL, "answer was cut")


def test_a_cut_answer_is_acted_on_once_though_the_run_is_killed_after_it(
    investigate: Investigate,
) -> None:
    stop = StopSignal()

    def stops(request: Received) -> Reply | Failure:
        if request.turn == 1:
            return cut(FLAG, writes_entry(), HALF)
        stop.set()
        return Failure(500)

    first = investigate(stops, stop=stop)
    assert first.report is not None
    assert first.report.state is DirectoryState.DEFERRED
    again = investigate(SUBMITS)
    assert again.report is not None
    assert (again.report.state, again.calls) == (INVESTIGATED, 1)
    assert (len(again.report.flags), len(again.report.files)) == (1, 1)


def _piece(of_an_input: str) -> dict[str, Any]:
    return {"type": "input_json_delta", "partial_json": of_an_input}


def test_a_block_that_is_cut_without_an_end_does_not_lose_those_before_it(
    investigate: Investigate,
) -> None:
    """Some servers leave out the end of a block within which an answer is cut."""
    message = {"model": "m", "content": [], "usage": {"input_tokens": 1, "output_tokens": 1}}
    call = {"type": "tool_use", "name": "write_cache", "input": {}}
    entry = json.dumps(writes_entry()["input"])
    body = (
        event("message_start", message=message)
        + event("content_block_start", index=0, content_block=call | {"id": "one"})
        + event("content_block_delta", index=0, delta=_piece(entry))
        + event("content_block_stop", index=0)
        + event("content_block_start", index=1, content_block=call | {"id": "two"})
        + event("content_block_delta", index=1, delta=_piece(entry[:9]))
        + event("message_delta", delta={"stop_reason": "max_tokens"}, usage={"output_tokens": 9})
        + event("message_stop")
    ).decode()
    run = investigate(Raw(body), SUBMITS)
    assert run.report is not None
    assert (run.report.state, len(run.report.files)) == (INVESTIGATED, 1)


# -- many files --------------------------------------------------------------------------------


def test_a_model_that_says_all_in_one_answer_has_room_for_every_file(
    investigate: Investigate,
) -> None:
    """122 files: the answer takes 15,000 tokens, and is not cut."""

    def all_at_once(request: Received) -> Reply:
        paths = [f"src/m{number:03}.py" for number in range(120)]
        entries = [writes_entry(path, "A module of the sample. " * 15) for path in paths]
        if len(str(entries)) / 4 > request.json["max_tokens"]:
            whole = int(len(entries) * request.json["max_tokens"] / (len(str(entries)) / 4))
            return cut(*entries[:whole], HALF)
        return reply(*entries, submits(), tokens=Tokens(output=15_000))

    run = investigate(all_at_once, more_files=120, max_tokens=8_192)
    assert run.report is not None
    assert (run.report.state, len(run.report.files), run.calls) == (INVESTIGATED, 120, 1)
    assert run.requests[0].json["max_tokens"] == 2_000 + 150 * 122


@pytest.mark.parametrize(("more", "said"), [(38, ""), (39, "41 files"), (120, "122 files")])
def test_batches_are_asked_for_above_forty_files(
    investigate: Investigate, more: int, said: str
) -> None:
    run = investigate(SUBMITS, more_files=more)
    assert ("no entry yet" in run.requests[0].first_text) is bool(said)
    assert said in run.requests[0].first_text


def test_the_room_of_an_answer_is_never_above_what_a_model_can_write(
    investigate: Investigate,
) -> None:
    run = investigate(SUBMITS, more_files=1_000)
    assert run.requests[0].json["max_tokens"] == 32_000


def test_a_model_that_writes_less_is_asked_for_less(investigate: Investigate) -> None:
    words = "max_tokens: 20300 > 8192, which is the maximum allowed number of output tokens for m"
    refused = Failure(400, "invalid_request_error", words)
    run = investigate(refused, cut(writes_entry(), HALF), SUBMITS, more_files=120)
    assert run.report is not None
    assert run.report.state is INVESTIGATED
    assert [request.json["max_tokens"] for request in run.requests] == [20_300, 8_192, 8_192]
