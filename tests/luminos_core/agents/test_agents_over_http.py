"""What a server can answer, row by row, and what becomes of the directory: its state, why, the
calls that were made, and the bill."""

import socket
import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from luminos_core.agents.directory import AttemptFailed
from luminos_core.errors import SettingsError
from luminos_core.records.directory import DirectoryState
from luminos_core.stop import StopSignal
from tests.fakes.http_investigation import MODEL, Told, investigated
from tests.fakes.messages_server import (
    Answer,
    Cut,
    Drip,
    ErrorEvent,
    Failure,
    NoEnd,
    Pings,
    Raw,
    Received,
    Reply,
    Script,
    Stall,
    reply,
    text,
    thinking,
    tool_use,
)

pytestmark = pytest.mark.usefixtures("sdk")

Block = dict[str, Any]

INVESTIGATED = DirectoryState.INVESTIGATED
PARTIAL = DirectoryState.PARTIAL
FAILED = DirectoryState.FAILED
REFUSED = DirectoryState.REFUSED
DEFERRED = DirectoryState.DEFERRED

OTHER = "claude-opus-5-5"  # the fallback model
YES, NO = True, False  # of an attempt on the bill: whether it was answered


def reads(path: str = "src/a.py", **fields: Any) -> Block:
    return tool_use("read_file", {"path": path}, **fields)


def keeps(path: str = "src/a.py", summary: str = "A script.") -> Block:
    return tool_use("write_cache", {"kind": "file", "path": path, "data": {"summary": summary}})


def submits(summary: str = "Two scripts.", **fields: Any) -> Block:
    return tool_use("submit_report", {"summary": summary, "completeness": 1.0, **fields})


READS = reply(thinking("What is there?"), text("Reading."), reads())
KEEPS = reply(keeps())
SUBMITS = reply(thinking("Enough."), submits())
CUT_CALL = reply(tool_use("submit_report", '{"summary": "Two scr'), stop_reason="max_tokens")
REFUSES = reply(text("I cannot"), stop_reason="refusal", refusal_category="cyber")
PAUSES = reply(text("Let me see. "), stop_reason="pause_turn")
TOO_LONG = Failure(400, "invalid_request_error", "prompt is too long: 210000 tokens > 200000")
LONG = reply(text("Cut." * 500))  # more than one packet


@dataclass(frozen=True)
class Row:
    """What the server answers, in order or by a script, and what comes of it. A call of the
    server's list of answers too many fails the test."""

    answers: tuple[Answer | Script, ...]
    state: DirectoryState = INVESTIGATED
    reason: str = ""  # "…" stands for anything
    bill: tuple[bool, ...] = (YES,)  # the attempts that cost something: whether each was answered
    free: int = 0  # calls that cost nothing
    turns_used: int | None = None  # of four; not asked when None
    given: dict[str, Any] = field(default_factory=dict)  # settings


def row(*answers: Answer | Script, **fields: Any) -> Row:
    return Row(answers=answers, **fields)


def check(row: Row, told: Told) -> None:
    report = told.report
    assert report is not None, told.raised
    assert (report.state, matching(row.reason, report.reason)) == (row.state, report.reason)
    assert told.refused == []
    assert tuple(told.answered) == row.bill
    assert told.calls == len(row.bill) + row.free
    assert told.billed == told.counted
    assert sum(used.calls for used in report.usage) == row.bill.count(YES)
    if row.turns_used is not None:
        assert report.turns_used == row.turns_used


def matching(pattern: str, words: str) -> str:
    """`words` when they are like `pattern`, else `pattern`."""
    start, _, end = pattern.partition("…")
    fits = words.startswith(start) and words.endswith(end) and ("…" in pattern or words == pattern)
    return words if fits else pattern


# -- why an answer ended ---------------------------------------------------------------------------

STOP_REASONS = {
    "tool_use": row(READS, SUBMITS, bill=(YES, YES), turns_used=2),
    "end_turn": row(reply(text("I am done.")), SUBMITS, bill=(YES, YES), turns_used=2),
    "end_turn, though asked to submit": row(
        *[reply(thinking("Hm."), text("It is a folder."))] * 2,
        state=PARTIAL,
        reason="nothing was submitted, though asked for",
        bill=(YES, YES),
    ),
    "end_turn, twice but not in a row": row(
        reply(text("Done.")), KEEPS, reply(text("Done.")), SUBMITS, bill=(YES,) * 4, turns_used=4
    ),
    "end_turn with nothing": row(reply(), SUBMITS, bill=(YES, YES)),
    "end_turn with nothing after a call": row(READS, reply(), SUBMITS, bill=(YES,) * 3),
    "end_turn with white space": row(reply(text(" \n")), SUBMITS, bill=(YES, YES)),
    "end_turn with thinking only": row(reply(thinking("Hm.")), SUBMITS, bill=(YES, YES)),
    "max_tokens": row(
        reply(text("It is a"), stop_reason="max_tokens"), SUBMITS, bill=(YES, YES), turns_used=1
    ),
    "max_tokens in a call": row(CUT_CALL, SUBMITS, bill=(YES, YES), turns_used=1),
    "max_tokens in a call that was read without its end": row(
        reply(tool_use("submit_report", {"summary": "Two scr"}), stop_reason="max_tokens"),
        SUBMITS,
        bill=(YES, YES),
    ),
    "max_tokens in a thought": row(
        reply(thinking("Let me"), stop_reason="max_tokens"), SUBMITS, bill=(YES, YES)
    ),
    "max_tokens in a second thought": row(
        reply(thinking("Hm."), text("So."), thinking("Let me"), stop_reason="max_tokens"),
        SUBMITS,
        bill=(YES, YES),
    ),
    "max_tokens twice": row(
        READS, CUT_CALL, CUT_CALL, state=PARTIAL, reason="answer was cut", bill=(YES,) * 3
    ),
    "model_context_window_exceeded": row(
        reply(keeps(), stop_reason="model_context_window_exceeded"), SUBMITS, bill=(YES, YES)
    ),
    "model_context_window_exceeded twice": row(
        *[reply(keeps(), stop_reason="model_context_window_exceeded")] * 2,
        state=PARTIAL,
        reason="answer was cut",
        bill=(YES, YES),
    ),
    "refusal": row(REFUSES, state=REFUSED, reason="the model refused: cyber"),
    "refusal without a category": row(
        reply(stop_reason="refusal"), state=REFUSED, reason="the model refused: no category given"
    ),
    "refusal of a call": row(
        reply(keeps(), submits(), stop_reason="refusal", refusal_category="bio"),
        state=REFUSED,
        reason="the model refused: bio",
    ),
    "pause_turn": row(PAUSES, SUBMITS, bill=(YES, YES), turns_used=2),
    "pause_turn after a thought": row(
        reply(thinking("Hm."), text("Wait."), stop_reason="pause_turn"), SUBMITS, bill=(YES, YES)
    ),
    "pause_turn in a thought": row(
        reply(thinking("Hm."), stop_reason="pause_turn"), SUBMITS, bill=(YES, YES)
    ),
    "pause_turn twice": row(READS, PAUSES, PAUSES, SUBMITS, bill=(YES,) * 4, turns_used=4),
    "pause_turn, then prose": row(PAUSES, reply(text("So.")), SUBMITS, bill=(YES,) * 3),
    "pause_turn with a call": row(
        reply(reads(), stop_reason="pause_turn"), SUBMITS, bill=(YES, YES), turns_used=2
    ),
    "pause_turn for ever": row(
        *[PAUSES] * 4, state=PARTIAL, reason="max turns reached…", bill=(YES,) * 4, turns_used=4
    ),
    "none": row(NoEnd(LONG), SUBMITS, bill=(NO, YES), turns_used=1),
    "none, for ever": row(
        *[NoEnd(LONG)] * 3,
        state=FAILED,
        reason="api error: no answer in 3 attempts; at the last, the stream ended before the "
        "answer did",
        bill=(NO, NO, NO),
    ),
    "an unknown one": row(
        reply(text("?"), stop_reason="boredom"), SUBMITS, bill=(NO, YES), turns_used=1
    ),
    "an unknown one, for ever": row(
        *[reply(keeps(), stop_reason="boredom")] * 3,
        state=FAILED,
        reason="api error: no answer in 3 attempts; …unknown to us, 'boredom'",
        bill=(NO, NO, NO),
    ),
}


@pytest.mark.parametrize("name", STOP_REASONS)
def test_why_an_answer_ended_decides_what_is_done(tmp_path: Path, name: str) -> None:
    one = STOP_REASONS[name]
    check(one, investigated(tmp_path, *one.answers, **one.given))


# -- faults of servers and networks ----------------------------------------------------------------


def fails(status: int, **fields: Any) -> Failure:
    return Failure(status, **{"kind": "api_error", **fields})


def given_up(words: str, bill: tuple[bool, ...] = ()) -> dict[str, Any]:
    """The same for ever."""
    reason = f"api error: no answer in 3 attempts; at the last, {words}"
    return {"state": FAILED, "reason": reason, "bill": bill, "free": 3 - len(bill)}


SOON = {"limits": {"call_deadline": 0.3, "silence": 60.0}}
SILENT = {"limits": {"call_deadline": 60.0, "silence": 0.2}}

FAULTS = {
    **{f"{s}": row(fails(s), SUBMITS, free=1) for s in (408, 409, 429, 500, 502, 503, 504, 529)},
    "529 for ever": row(
        *[fails(529, kind="overloaded_error", message="Overloaded")] * 3,
        **given_up("the server said 529 overloaded_error: Overloaded"),
    ),
    "529 for ever, with something written": row(
        KEEPS,
        *[fails(529)] * 3,
        state=PARTIAL,
        reason="api error: no answer in 3 attempts; …",
        free=3,
        turns_used=1,
    ),
    "timeout before the headers": row(Stall(), SUBMITS, free=1, given=SILENT),
    "error event": row(ErrorEvent("overloaded_error"), SUBMITS, bill=(NO, YES)),
    "error event for ever": row(
        *[ErrorEvent("api_error", "It fell")] * 3,
        **given_up("the server said 500 api_error: It fell", bill=(NO, NO, NO)),
    ),
    "error event that is final": row(
        ErrorEvent("invalid_request_error", "no"),
        state=FAILED,
        reason="api error: the server refused the request: …no",
        bill=(NO,),
    ),
    "disconnect in the body": row(Cut(LONG, after=900), SUBMITS, bill=(NO, YES)),
    "disconnect in the body for ever": row(
        *[Cut(LONG, after=900)] * 3, **given_up("the connection failed: …", bill=(NO, NO, NO))
    ),
    "stall in the body": row(Stall(LONG, after=700), SUBMITS, bill=(NO, YES), given=SILENT),
    "pings only": row(Pings(every=0.02), SUBMITS, bill=(NO, YES), given=SOON),
    "pings only, for ever": row(
        *[Pings(every=0.02)] * 3,
        **given_up("no whole answer came within 0.2 s", bill=(NO, NO, NO)),
        given={"limits": {"call_deadline": 0.2}},
    ),
    "drips": row(Drip(SUBMITS, every=0.0)),
    "drips beyond the deadline": row(
        Drip(LONG, every=0.0002),
        SUBMITS,
        bill=(NO, YES),
        given={"limits": {"call_deadline": 1.0}},
    ),
    "tool input without its fields": row(
        reply(tool_use("submit_report", "")), SUBMITS, bill=(YES, YES), turns_used=2
    ),
    "bad events": row(Raw("event: message_start\ndata: {oops\n\n"), SUBMITS, free=1),
    "events of unknown kinds": row(reply(submits(), unknown_events=True)),
    "HTML in place of events": row(Raw("<html>Log in</html>", "text/html"), SUBMITS, free=1),
    "HTML in place of events, for ever": row(
        *[Raw("<html>Log in</html>", "text/html")] * 3,
        **given_up("the server sent 'text/html', not events: check ANTHROPIC_BASE_URL"),
    ),
    "a retry-after": row(fails(429, headers={"retry-after": "0.1"}), SUBMITS, free=1),
    "a retry-after of an hour": row(
        fails(429, headers={"retry-after": "3600"}),
        state=DEFERRED,
        reason="quota exhausted until …",
        bill=(),
        free=1,
    ),
    "a spend limit": row(
        KEEPS,
        fails(429, error_code="enforced_spend_limit_reached"),
        state=DEFERRED,
        reason="quota exhausted",
        free=1,
    ),
    "400": row(
        fails(400, kind="invalid_request_error", message="max_tokens: too many"),
        state=FAILED,
        reason="api error: the server refused the request: …max_tokens: too many",
        bill=(),
        free=1,
    ),
    "404": row(
        fails(404, kind="not_found_error", message="model: x"),
        state=FAILED,
        reason=f"api error: the server knows no model '{MODEL}': set …",
        bill=(),
        free=1,
    ),
    "413": row(fails(413, kind="request_too_large"), SUBMITS, free=1, turns_used=1),
    "413 twice": row(
        *[fails(413, kind="request_too_large")] * 2,
        state=FAILED,
        reason=f"api error: the request is too large for {MODEL}: …",
        bill=(),
        free=2,
    ),
    "prompt too long": row(READS, TOO_LONG, SUBMITS, bill=(YES, YES), free=1, turns_used=2),
    "prompt too long twice": row(
        KEEPS,
        TOO_LONG,
        TOO_LONG,
        state=PARTIAL,
        reason=f"api error: the request is too large for {MODEL}: …",
        free=2,
        turns_used=1,
    ),
}


@pytest.mark.parametrize("name", FAULTS)
def test_a_fault_costs_what_was_counted_and_ends_in_a_state(tmp_path: Path, name: str) -> None:
    one = FAULTS[name]
    check(one, investigated(tmp_path, *one.answers, **one.given))


# -- models that do what nobody asked for ----------------------------------------------------------


def always(*blocks: Block, **fields: Any) -> Callable[[Received], Reply]:
    return lambda request: reply(*blocks, **fields)


NO_END = {"state": PARTIAL, "bill": (YES,) * 4, "turns_used": 4}

ODD_MODELS = {
    "never submits": row(always(thinking("More."), reads()), reason="max turns reached", **NO_END),
    "never submits, but writes": row(always(keeps()), reason="max turns reached", **NO_END),
    "calls a tool that does not exist": row(
        reply(tool_use("delete_everything", {})), SUBMITS, bill=(YES, YES)
    ),
    "calls nothing but tools that do not exist": row(
        always(tool_use("delete_everything", {})), reason="max turns reached…", **NO_END
    ),
    "calls a tool of an impossible name": row(
        reply(tool_use("functions.read file!" * 9, {}), tool_use("", {})), SUBMITS, bill=(YES, YES)
    ),
    "sends 200 KB of input": row(
        reply(tool_use("think", {"observation": "x" * 200_000})), SUBMITS, bill=(YES, YES)
    ),
    "sends 200 KB of input to a tool that does not exist": row(
        reply(tool_use("x" * 200_000, {"x" * 200_000: 1})), SUBMITS, bill=(YES, YES)
    ),
    "submits 200 KB": row(reply(submits("x" * 200_000))),
    "submits twice in one answer": row(reply(submits("One."), submits("Two."))),
    "submits wrongly, then rightly, in one answer": row(
        reply(tool_use("submit_report", {"summary": ""}), submits("Two."))
    ),
    "submits wrongly for ever": row(
        always(tool_use("submit_report", {"summary": "S.", "completeness": "high"})),
        reason="max turns reached…",
        **NO_END,
    ),
    "submits with other tools": row(reply(submits(), keeps(), reads())),
    "submits and says that it goes on": row(reply(submits(), stop_reason="end_turn")),
    "answers in prose only": row(
        always(text("It is a folder.")),
        state=PARTIAL,
        reason="nothing was submitted, though asked for",
        bill=(YES, YES),
    ),
    "calls no tool, but says it did": row(
        reply(text("Calling."), stop_reason="tool_use"), SUBMITS, bill=(YES, YES)
    ),
    "calls 100 tools at once": row(reply(*[reads()] * 100), SUBMITS, bill=(YES, YES)),
    "makes two calls of one id": row(
        reply(reads(call_id="toolu_1"), reads("src/b.py", call_id="toolu_1")),
        SUBMITS,
        bill=(YES, YES),
    ),
    "uses an id again": row(
        reply(reads(call_id="call_0")),
        reply(reads("src/b.py", call_id="call_0")),
        SUBMITS,
        bill=(YES,) * 3,
    ),
    "makes calls of no id": row(
        reply(reads(call_id=""), reads("src/b.py", call_id="")), SUBMITS, bill=(YES, YES)
    ),
    "makes a call of an impossible id": row(
        reply(reads(call_id="call 1/2")), SUBMITS, bill=(YES, YES)
    ),
    "sends an input that is no object": row(
        reply(
            tool_use("read_file", "[1, 2]"), tool_use("read_file", '"a"'), tool_use("flag", "null")
        ),
        SUBMITS,
        bill=(YES, YES),
    ),
    "fills the context": row(
        READS,
        state=PARTIAL,
        reason="context budget reached…",
        given={"context_budget": 1_000},
    ),
}


@pytest.mark.parametrize("name", ODD_MODELS)
def test_an_odd_model_ends_in_a_state(tmp_path: Path, name: str) -> None:
    one = ODD_MODELS[name]
    check(one, investigated(tmp_path, *one.answers, **one.given))


# -- refusals, and the model that is asked then ----------------------------------------------------


def falls_back(*answers: Answer, to: str = OTHER, **fields: Any) -> Row:
    return row(*answers, given={"fallback_model": to}, **fields)


FALLBACKS = {
    "answers": falls_back(REFUSES, SUBMITS, bill=(YES, YES), turns_used=1),
    "answers after a while": falls_back(
        REFUSES, READS, KEEPS, SUBMITS, bill=(YES,) * 4, turns_used=3
    ),
    "is asked in the last turn": falls_back(
        KEEPS, KEEPS, KEEPS, REFUSES, SUBMITS, bill=(YES,) * 5, turns_used=4
    ),
    "refuses, too": falls_back(
        REFUSES,
        reply(stop_reason="refusal", refusal_category="bio"),
        state=REFUSED,
        reason="both models refused: cyber, bio",
        bill=(YES, YES),
    ),
    "refuses for the same reason": falls_back(
        READS, REFUSES, KEEPS, REFUSES, state=REFUSED, reason="both models refused: cyber",
        bill=(YES,) * 4,
    ),
    "is the one that refused": falls_back(
        REFUSES, to=MODEL, state=REFUSED, reason="the model refused: cyber"
    ),
    "does not exist": falls_back(
        REFUSES,
        fails(404, kind="not_found_error"),
        state=FAILED,
        reason="api error: the model refused: cyber; the fallback model failed: the server knows "
        f"no model '{OTHER}': set …",
        free=1,
    ),
    "is busy": falls_back(
        REFUSES, *[fails(529)] * 3, state=FAILED,
        reason="api error: the model refused: cyber; the fallback model failed: no answer…",
        free=3,
    ),
    "has a smaller window": falls_back(REFUSES, TOO_LONG, SUBMITS, bill=(YES, YES), free=1),
    "has a smaller window after the first had": falls_back(
        TOO_LONG, REFUSES, SUBMITS, bill=(YES, YES), free=1
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", FALLBACKS)
def test_a_fallback_model_is_asked_once_after_a_refusal(tmp_path: Path, name: str) -> None:
    one = FALLBACKS[name]
    check(one, investigated(tmp_path, *one.answers, **one.given))


def test_the_fallback_model_begins_anew_without_the_effort_of_the_other(tmp_path: Path) -> None:
    told = investigated(
        tmp_path, READS, REFUSES, READS, SUBMITS, fallback_model=OTHER, effort="high"
    )
    assert [request.json["model"] for request in told.requests] == [MODEL, MODEL, OTHER, OTHER]
    assert [request.json.get("output_config") for request in told.requests] == [
        {"effort": "high"},
        {"effort": "high"},
        None,
        None,
    ]
    first, _, anew, _ = told.requests
    assert len(anew.messages) == 1
    assert anew.first_text == f"{first.first_text}\n\n3 of your turns are left."
    assert (anew.system, anew.json["tools"]) == (first.system, first.json["tools"])
    assert told.report is not None
    assert [(used.model, used.calls) for used in told.report.usage] == [(MODEL, 2), (OTHER, 2)]


def test_a_fallback_model_that_is_asked_in_the_last_turn_is_told_so(tmp_path: Path) -> None:
    told = investigated(tmp_path, KEEPS, REFUSES, SUBMITS, turns=2, fallback_model=OTHER)
    words = "One turn is left. Use it to call submit_report."
    assert told.requests[2].first_text == f"{told.requests[0].first_text}\n\n{words}"


def test_nothing_of_a_refused_answer_is_kept(tmp_path: Path) -> None:
    told = investigated(tmp_path, reply(keeps(), submits(), stop_reason="refusal"))
    assert told.report is not None
    assert (told.report.files, told.report.entry) == ((), None)


# -- what ends more than an answer -----------------------------------------------------------------


@pytest.mark.parametrize("status", [401, 403])
def test_a_refused_key_is_no_directorys_fault(tmp_path: Path, status: int) -> None:
    told = investigated(tmp_path, fails(status, kind="authentication_error"))
    assert isinstance(told.raised, SettingsError)
    assert (told.calls, told.ledger) == (1, ())


def test_a_server_that_is_not_there_fails_the_directory(tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))  # and nobody listens
        told = investigated(tmp_path, base_url=f"http://127.0.0.1:{taken.getsockname()[1]}")
    assert told.report is not None
    assert told.report.state is FAILED
    assert told.report.reason.startswith(
        "api error: no answer in 3 attempts; at the last, the conn"
    )


def test_what_may_pass_is_tried_again_by_the_task_unless_it_was_the_last_time(
    tmp_path: Path,
) -> None:
    told = investigated(tmp_path, KEEPS, *[fails(529)] * 3, last_attempt=False)
    assert isinstance(told.raised, AttemptFailed)
    assert (told.calls, told.answered) == (4, [YES])


@pytest.mark.parametrize("answer", [Pings(every=0.02), Stall()])
def test_a_stop_defers_the_directory_at_once(tmp_path: Path, answer: Answer) -> None:
    stop = StopSignal()

    def script(request: Received) -> Answer:
        if request.number == 1:
            return KEEPS
        threading.Timer(0.1, stop.set).start()
        return answer

    told = investigated(tmp_path, script, stop=stop)
    assert told.report is not None
    assert (told.report.state, told.report.reason) == (DEFERRED, "interrupted")
    assert (told.calls, told.answered[0], len(told.report.files)) == (2, YES, 1)


def test_a_call_that_does_not_fit_under_the_cap_is_not_made(tmp_path: Path) -> None:
    told = investigated(tmp_path, SUBMITS, cap=0.001)
    assert told.report is not None
    assert (told.report.state, told.report.reason) == (DEFERRED, "money exhausted")
    assert told.calls == 0


# -- what the model is told ------------------------------------------------------------------------


def test_a_submission_is_asked_for_and_an_empty_answer_is_never_sent_back(tmp_path: Path) -> None:
    told = investigated(tmp_path, reply(thinking("Hm.")), KEEPS, reply(text("Done.")), SUBMITS)
    asked = "Nothing was submitted. Call submit_report now, with what you know."
    empty, _, prose = told.requests[1:]
    assert [message["role"] for message in empty.messages] == ["user"]
    assert empty.first_text.endswith(f"\n\n{asked}")
    assert prose.messages[-2]["content"] == [{"type": "text", "text": "Done."}]
    assert prose.messages[-1]["content"][-1] == {"type": "text", "text": asked}


def test_a_cut_answer_runs_nothing_and_gets_more_room(tmp_path: Path) -> None:
    cut = reply(keeps("src/b.py"), keeps(), stop_reason="max_tokens")
    told = investigated(tmp_path, cut, SUBMITS)
    assert [request.json["max_tokens"] for request in told.requests] == [4_096, 8_192]
    assert [result["is_error"] for result in told.requests[1].results] == [True, True]
    assert told.report is not None
    assert told.report.files == ()


def test_a_paused_answer_goes_back_as_it_is_and_is_continued(tmp_path: Path) -> None:
    paused = reply(thinking("Hm."), text("Let me see. "), stop_reason="pause_turn")
    told = investigated(tmp_path, paused, PAUSES, READS, SUBMITS)
    _, first, second, last = told.requests
    assert first.messages[-1]["role"] == "assistant"
    assert [block["type"] for block in first.messages[-1]["content"]] == ["thinking", "text"]
    assert second.messages[-1]["content"][:2] == first.messages[-1]["content"]
    assert [message["role"] for message in last.messages] == ["user", "assistant", "user"]
    assert last.messages[1]["content"][:3] == second.messages[-1]["content"]


def test_too_long_a_prompt_is_made_anew_without_text_of_files(tmp_path: Path) -> None:
    told = investigated(tmp_path, KEEPS, READS, TOO_LONG, SUBMITS)
    first, anew = told.requests[0], told.requests[-1]
    assert "eval(password)" in first.first_text
    assert len(anew.messages) == 1
    assert "eval(password)" not in anew.first_text
    assert "A script." in anew.first_text  # what is known by now
    assert anew.first_text.endswith("\n\n2 of your turns are left.")


def test_a_request_above_the_servers_size_is_made_anew(tmp_path: Path) -> None:
    told = investigated(
        tmp_path, reply(tool_use("think", {"observation": "x" * 200_000})), SUBMITS, largest=99_000
    )
    assert told.report is not None
    assert (told.report.state, told.calls, told.answered) == (INVESTIGATED, 3, [YES, YES])


LARGE = "\n".join(f"value_{number} = {number}" for number in range(900))  # about 16 kB


def test_a_call_that_is_repeated_is_answered_with_where_its_result_is(tmp_path: Path) -> None:
    def script(request: Received) -> Answer:
        if request.number == 3:
            (tmp_path / "target" / "src" / "large.py").write_text(LARGE.upper())
        return reply(reads("src/large.py"), reads("src/large.py"), reads("src/b.py"))

    told = investigated(tmp_path, script, files={"large.py": LARGE})
    first, second, third = [
        [result["content"] for result in each.results] for each in told.requests[1:]
    ]
    assert "value_1 = 1" in first[0]
    again = "The same as when you made this call in turn {}: it stands there."
    assert first[1:] == [again.format(1), first[2]]
    assert second == [again.format(1), again.format(1), first[2]]
    assert "VALUE_1 = 1" in third[0]  # the file has changed
    assert third[1:] == [again.format(3), first[2]]
    assert told.refused == []


def test_a_new_conversation_is_shown_what_an_earlier_one_was(tmp_path: Path) -> None:
    once_more = reply(reads("src/large.py"))
    told = investigated(
        tmp_path,
        *(once_more, REFUSES, once_more, SUBMITS),
        files={"large.py": LARGE},
        fallback_model=OTHER,
    )
    assert "value_1 = 1" in told.requests[1].results[0]["content"]
    assert told.requests[1].results[0]["content"] == told.requests[3].results[0]["content"]


def test_results_fill_no_more_than_the_room_that_is_left(tmp_path: Path) -> None:
    files = {f"large{number}.py": LARGE for number in range(100)}
    everything = reply(*[reads(f"src/{name}") for name in files], keeps())
    told = investigated(tmp_path, everything, SUBMITS, files=files, context_budget=30_000)
    assert told.report is not None
    assert (told.report.state, len(told.report.files)) == (INVESTIGATED, 1)
    *read, kept = told.requests[1].results
    assert told.requests[1].messages[-1]["content"][-1]["text"].startswith("This conversation is n")
    shown = [result for result in read if not result.get("is_error")]
    assert 2 < len(shown) < 10
    assert read[: len(shown)] == shown
    assert all(result["content"].startswith("Not run: ") for result in read[len(shown) :])
    assert kept["content"] == "ok"
    assert sum(told.counted[1].context) < 30_000 / 0.7  # the window that this is the budget of


@pytest.mark.parametrize("name", ["read file!", "x" * 65, "", "öffnen", "functions.read_file"])
def test_a_tool_that_does_not_exist_is_answered_by_its_own_name(tmp_path: Path, name: str) -> None:
    told = investigated(tmp_path, reply(tool_use(name, {})), SUBMITS)
    (result,) = told.requests[1].results
    assert result["is_error"]
    assert f"there is no tool {name[:60]!r}; there are: read_file, " in result["content"]
    assert told.refused == []
