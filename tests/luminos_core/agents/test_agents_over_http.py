"""What a server can answer, row by row, and the directory that results: its state, the reason, the
calls that were made, and the ledger."""

from collections.abc import Callable
from typing import Any

import pytest

from tests.fakes.http_investigation import MODEL
from tests.fakes.messages_server import (
    Answer,
    Cut,
    Drip,
    ErrorEvent,
    NoEnd,
    Pings,
    Raw,
    Received,
    Reply,
    Stall,
    reply,
    text,
    thinking,
    tool_use,
)
from tests.luminos_core.agents.http_rows import (
    CUT_CALL,
    DEFERRED,
    FAILED,
    LONG,
    NO,
    OTHER,
    PARTIAL,
    PAUSES,
    READS,
    REFUSED,
    REFUSES,
    SUBMITS,
    TOO_LONG,
    WRITES,
    YES,
    Block,
    Investigate,
    Row,
    check,
    fails,
    reads,
    row,
    submits,
    writes_entry,
)

# -- stop reasons ----------------------------------------------------------------------------------

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
        reply(text("Done.")), WRITES, reply(text("Done.")), SUBMITS, bill=(YES,) * 4, turns_used=4
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
        reply(writes_entry(), stop_reason="model_context_window_exceeded"), SUBMITS, bill=(YES, YES)
    ),
    "model_context_window_exceeded twice": row(
        *[reply(writes_entry(), stop_reason="model_context_window_exceeded")] * 2,
        state=PARTIAL,
        reason="answer was cut",
        bill=(YES, YES),
    ),
    "refusal": row(REFUSES, state=REFUSED, reason="the model refused: cyber"),
    "refusal without a category": row(
        reply(stop_reason="refusal"), state=REFUSED, reason="the model refused: no category given"
    ),
    "refusal of a call": row(
        reply(writes_entry(), submits(), stop_reason="refusal", refusal_category="bio"),
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
        *[reply(writes_entry(), stop_reason="boredom")] * 3,
        state=FAILED,
        reason="api error: no answer in 3 attempts; …unknown to us, 'boredom'",
        bill=(NO, NO, NO),
    ),
}


@pytest.mark.parametrize("name", STOP_REASONS)
def test_each_stop_reason_has_its_result(investigate: Investigate, name: str) -> None:
    one = STOP_REASONS[name]
    check(one, investigate(*one.answers, **one.given))


# -- faults of servers and networks ----------------------------------------------------------------


def given_up(failure: str, bill: tuple[bool, ...] = ()) -> dict[str, Any]:
    """The same for ever."""
    reason = f"api error: no answer in 3 attempts; at the last, {failure}"
    return {"state": FAILED, "reason": reason, "bill": bill, "free": 3 - len(bill)}


SOON = {"limits": {"call_deadline": 2.0, "silence": 600.0}}
SILENT = {"limits": {"call_deadline": 600.0, "silence": 2.0}}

FAULTS = {
    **{f"{s}": row(fails(s), SUBMITS, free=1) for s in (408, 409, 429, 500, 502, 503, 504, 529)},
    "429 for ever": row(
        *[fails(429, kind="rate_limit_error", message="Too many")] * 3,
        **given_up("the server said 429 rate_limit_error: Too many"),
    ),
    "429 for ever, with something written": row(
        WRITES,
        *[fails(429)] * 3,
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
        WRITES,
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
        state=DEFERRED,
        reason=f"the server knows no model '{MODEL}'",
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
        WRITES, TOO_LONG, READS, TOO_LONG, SUBMITS, bill=(YES,) * 3, free=2, turns_used=3
    ),
    "prompt too long three times": row(
        WRITES,
        TOO_LONG,
        READS,
        TOO_LONG,
        TOO_LONG,
        state=PARTIAL,
        reason=f"api error: the request is too large for {MODEL}: …",
        bill=(YES, YES),
        free=3,
        turns_used=2,
    ),
}


@pytest.mark.parametrize("name", FAULTS)
def test_each_fault_costs_what_was_counted_and_ends_in_a_state(
    investigate: Investigate, name: str
) -> None:
    one = FAULTS[name]
    check(one, investigate(*one.answers, **one.given))


# -- models that do what they were not asked for ---------------------------------------------------


def always(*blocks: Block, **fields: Any) -> Callable[[Received], Reply]:
    return lambda request: reply(*blocks, **fields)


NO_END = {"state": PARTIAL, "bill": (YES,) * 4, "turns_used": 4}

ODD_MODELS = {
    "never submits": row(always(thinking("More."), reads()), reason="max turns reached", **NO_END),
    "never submits, but writes": row(always(writes_entry()), reason="max turns reached", **NO_END),
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
    "submits with other tools": row(reply(submits(), writes_entry(), reads())),
    "submits with the stop reason end_turn": row(reply(submits(), stop_reason="end_turn")),
    "answers in prose only": row(
        always(text("It is a folder.")),
        state=PARTIAL,
        reason="nothing was submitted, though asked for",
        bill=(YES, YES),
    ),
    "calls no tool, with the stop reason tool_use": row(
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
def test_an_odd_model_ends_in_a_state(investigate: Investigate, name: str) -> None:
    one = ODD_MODELS[name]
    check(one, investigate(*one.answers, **one.given))


# -- refusals, and the fallback model --------------------------------------------------------------


def falls_back(*answers: Answer, to: str = OTHER, **fields: Any) -> Row:
    return row(*answers, given={"fallback_model": to}, **fields)


FALLBACKS = {
    "answers": falls_back(REFUSES, SUBMITS, bill=(YES, YES), turns_used=1),
    "answers after a while": falls_back(
        REFUSES, READS, WRITES, SUBMITS, bill=(YES,) * 4, turns_used=3
    ),
    "is asked in the last turn": falls_back(
        WRITES, WRITES, WRITES, REFUSES, SUBMITS, bill=(YES,) * 5, turns_used=4
    ),
    "refuses, too": falls_back(
        REFUSES,
        reply(stop_reason="refusal", refusal_category="bio"),
        state=REFUSED,
        reason="both models refused: cyber, bio",
        bill=(YES, YES),
    ),
    "refuses for the same reason": falls_back(
        READS, REFUSES, WRITES, REFUSES, state=REFUSED, reason="both models refused: cyber",
        bill=(YES,) * 4,
    ),
    "is the one that refused": falls_back(
        REFUSES, to=MODEL, state=REFUSED, reason="the model refused: cyber"
    ),
    "does not exist": falls_back(
        REFUSES,
        fails(404, kind="not_found_error"),
        state=DEFERRED,
        reason="the model refused: cyber; the fallback model failed: the server knows no model "
        f"'{OTHER}': set …",
        free=1,
    ),
    "is busy": falls_back(
        REFUSES, *[fails(429)] * 3, state=FAILED,
        reason="api error: the model refused: cyber; the fallback model failed: no answer…",
        free=3,
    ),
    "has a smaller window": falls_back(REFUSES, TOO_LONG, SUBMITS, bill=(YES, YES), free=1),
    "has a smaller window after the first had": falls_back(
        TOO_LONG, REFUSES, SUBMITS, bill=(YES, YES), free=1
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", FALLBACKS)
def test_a_fallback_model_is_asked_once_after_a_refusal(
    investigate: Investigate, name: str
) -> None:
    one = FALLBACKS[name]
    check(one, investigate(*one.answers, **one.given))
