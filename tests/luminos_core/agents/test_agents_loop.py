"""The one loop: turns, tools, submissions, and every way it can end."""

from itertools import pairwise
from typing import Any

import pytest

from luminos_core.agents.agent_task import AgentTask
from luminos_core.agents.outcome import Ended, Outcome
from luminos_core.errors import (
    Interrupted,
    ModelUnavailable,
    MoneyExhausted,
    QuotaExhausted,
    RequestRejected,
    RequestTooLarge,
    SettingsError,
)
from luminos_core.records.conversation import (
    AssistantMessage,
    ModelRequest,
    ModelResponse,
    StopReason,
    Usage,
    UserMessage,
)
from luminos_core.records.event import AgentMessage, ToolCalled
from luminos_core.tools.registry import DIRECTORY_TOOLS
from luminos_core.tools.submit_report import SubmitReportInput
from luminos_core.tools.tool import AgentState
from tests.fakes.agent_bench import NOW, Bench, MakeBench, converse
from tests.fakes.scripted_model import says, submits


def run(bench: Bench, turns: int = 5, agent_state: AgentState | None = None) -> Outcome:
    agent_task = AgentTask(
        pass_name="directory",
        label="src",
        system="the system text",
        first_message="the task",
        tools=DIRECTORY_TOOLS,
        tool_context=bench.context.tool_context("src", agent_state or AgentState()),
        turns=turns,
    )
    return converse(agent_task, bench.context)


def last_message(bench: Bench) -> UserMessage:
    message = bench.model.requests[-1].messages[-1]
    assert isinstance(message, UserMessage)
    return message


THINK = ("think", {"observation": "o", "hypothesis": "h", "next_action": "n"})


def test_a_submission_ends_the_loop_with_what_was_submitted(make_bench: MakeBench) -> None:
    bench = make_bench([says(("read_file", {"path": "src/b.py"})), submits("Two scripts.", 0.0)])
    outcome = run(bench)
    assert outcome.ended is Ended.SUBMITTED
    assert outcome.submission == SubmitReportInput(summary="Two scripts.", completeness=0.0)
    assert (outcome.turns_used, len(bench.bill), outcome.reason) == (2, 2, "")
    first, second = bench.model.requests
    assert first.messages == (UserMessage(text="the task"),)
    assert second.messages[:1] == first.messages
    assert "x = 1" in last_message(bench).results[0].text


def test_each_call_has_one_result_in_order_and_an_event(make_bench: MakeBench) -> None:
    data = {"summary": "secret text"}
    calls = (THINK, ("write_cache", {"kind": "file", "path": "src/b.py", "data": data}))
    bench = make_bench([says(*calls, text="First line.\nSecond."), submits()])
    run(bench)
    assert [result.call_id for result in last_message(bench).results] == ["call-1", "call-2"]
    called = bench.events_of(ToolCalled)
    assert [(event.tool, event.turn) for event in called] == [
        ("think", 1),
        ("write_cache", 1),
        ("submit_report", 2),
    ]
    assert called[1].args == {"kind": "file", "path": "src/b.py"}
    assert called[1].timestamp == NOW.isoformat()
    assert called[0].result_length == len("ok")
    assert bench.events_of(AgentMessage) == [
        AgentMessage(directory="src", turn=1, text="First line.")
    ]


def test_an_event_holds_200_characters_of_a_response(make_bench: MakeBench) -> None:
    bench = make_bench([says(THINK, text="x" * 500), submits()])
    run(bench)
    assert bench.events_of(AgentMessage)[0].text == "x" * 200


def test_tools_beside_a_submission_still_run(make_bench: MakeBench) -> None:
    write = ("write_cache", {"kind": "file", "path": "src/b.py", "data": {"summary": "One."}})
    submit = ("submit_report", {"summary": "S.", "completeness": 1.0})
    agent_state = AgentState()
    outcome = run(make_bench([says(submit, write)]), agent_state=agent_state)
    assert outcome.ended is Ended.SUBMITTED
    assert agent_state.files["src/b.py"].summary == "One."


def test_the_first_of_two_valid_submissions_counts(make_bench: MakeBench) -> None:
    both = [("submit_report", {"summary": text, "completeness": 1}) for text in ("One.", "Two.")]
    outcome = run(make_bench([says(*both)]))
    assert outcome.submission == SubmitReportInput(summary="One.", completeness=1.0)


@pytest.mark.parametrize("completeness", [True, float("nan"), "high", 1.5, None])
def test_an_invalid_submission_is_answered_with_an_error_and_the_loop_goes_on(
    make_bench: MakeBench, completeness: Any
) -> None:
    bench = make_bench([submits(completeness=completeness), submits("Better.", 0.5)])
    outcome = run(bench)
    assert outcome.submission == SubmitReportInput(summary="Better.", completeness=0.5)
    (result,) = last_message(bench).results
    assert result.is_error
    assert "completeness" in result.text


def test_an_unknown_tool_is_an_error_result(make_bench: MakeBench) -> None:
    bench = make_bench([says(("delete_everything", {})), submits()])
    assert run(bench).ended is Ended.SUBMITTED
    (result,) = last_message(bench).results
    assert result.is_error
    assert "delete_everything" in result.text


def test_a_response_without_calls_is_answered_with_a_request_to_submit(
    make_bench: MakeBench,
) -> None:
    bench = make_bench([says(text="I am done."), submits()])
    assert run(bench).ended is Ended.SUBMITTED
    _, response, reply = bench.model.requests[1].messages
    assert isinstance(response, AssistantMessage)
    assert response.text == "I am done."
    assert isinstance(reply, UserMessage)
    assert "submit_report" in reply.text


def test_an_empty_response_is_never_sent_back(make_bench: MakeBench) -> None:
    bench = make_bench([says(text="  "), says(), submits()])
    run(bench)
    history = bench.model.requests[-1].messages
    assert not [message for message in history if isinstance(message, AssistantMessage)]


def test_without_a_submission_the_turns_run_out(make_bench: MakeBench) -> None:
    bench = make_bench([says(THINK), says(THINK), says(THINK)])
    outcome = run(bench, turns=3)
    assert (outcome.ended, outcome.turns_used) == (Ended.TURNS, 3)
    assert outcome.reason == "max turns reached"
    assert outcome.submission is None


def test_the_last_turn_is_announced_and_only_that(make_bench: MakeBench) -> None:
    bench = make_bench([says(THINK)] * 3)
    run(bench, turns=3)
    texts = [request.messages[-1].text for request in bench.model.requests]
    assert texts == ["the task", "", "One turn is left. Use it to call submit_report."]


def test_history_only_grows(make_bench: MakeBench) -> None:
    bench = make_bench([says(THINK), says(text="Hm."), says(THINK), submits()])
    run(bench)
    histories = [request.messages for request in bench.model.requests]
    for shorter, longer in pairwise(histories):
        assert longer[: len(shorter)] == shorter


@pytest.mark.parametrize(
    ("usage", "ends"),
    [
        (Usage(input=1_000), False),
        (Usage(input=1_001), True),
        (Usage(input=1, cache_read=500, cache_write=500), True),
        (Usage(input=1, cache_read=500, cache_write=499, output=9_999), False),
    ],
)
def test_a_context_over_the_budget_ends_the_loop_and_one_exactly_at_it_does_not(
    make_bench: MakeBench, usage: Usage, ends: bool
) -> None:
    bench = make_bench([says(THINK, usage=usage), submits()], context_budget=1_000)
    outcome = run(bench)
    assert outcome.ended is (Ended.BUDGET if ends else Ended.SUBMITTED)
    assert len(bench.model.requests) == (1 if ends else 2)


def test_the_context_budget_limits_each_call_and_not_their_sum(make_bench: MakeBench) -> None:
    bench = make_bench(
        [says(THINK, usage=Usage(input=900))] * 3 + [submits()], context_budget=1_000
    )
    assert run(bench).ended is Ended.SUBMITTED


@pytest.mark.parametrize("reason", [StopReason.MAX_TOKENS, StopReason.CONTEXT_EXCEEDED])
def test_a_cut_response_runs_no_tool_and_is_requested_once_more_with_more_tokens(
    make_bench: MakeBench, reason: StopReason
) -> None:
    write = ("write_cache", {"kind": "file", "path": "src/b.py", "data": {"summary": "Cut"}})
    bench = make_bench([says(write, stop_reason=reason), submits()], max_tokens=1_000)
    agent_state = AgentState()
    outcome = run(bench, agent_state=agent_state)
    assert (outcome.ended, outcome.turns_used, len(bench.bill)) == (Ended.SUBMITTED, 1, 2)
    assert agent_state.files == {}
    assert [request.max_tokens for request in bench.model.requests] == [1_000, 2_000]
    (result,) = last_message(bench).results
    assert (result.call_id, result.is_error) == ("call-1", True)


def test_a_response_cut_twice_ends_the_loop(make_bench: MakeBench) -> None:
    submit = ("submit_report", {"summary": "S.", "completeness": 1.0})
    cut = says(submit, stop_reason=StopReason.MAX_TOKENS)
    outcome = run(make_bench([cut, cut, submits()]))
    assert (outcome.ended, outcome.reason) == (Ended.CUT, "answer was cut")
    assert outcome.submission is None


def test_max_tokens_never_grows_over_its_limit(make_bench: MakeBench) -> None:
    cut = says(stop_reason=StopReason.MAX_TOKENS)
    grown = make_bench([cut, submits()], max_tokens=20_000)
    run(grown)
    assert grown.model.requests[1].max_tokens == 32_000


def test_max_tokens_that_are_set_above_the_limit_stay(make_bench: MakeBench) -> None:
    bench = make_bench([says(stop_reason=StopReason.MAX_TOKENS), submits()], max_tokens=64_000)
    run(bench)
    assert bench.model.requests[1].max_tokens == 64_000


def test_a_refusal_has_its_category(make_bench: MakeBench) -> None:
    outcome = run(make_bench([says(stop_reason=StopReason.REFUSAL, refusal_category="cyber")]))
    assert (outcome.ended, outcome.refusals) == (Ended.REFUSED, ("cyber",))
    assert outcome.reason == "the model refused: cyber"


def test_a_paused_turn_is_sent_again_as_it_is(make_bench: MakeBench) -> None:
    paused = says(text="Thinking.", stop_reason=StopReason.PAUSE_TURN)
    bench = make_bench([paused, submits()])
    assert run(bench).ended is Ended.SUBMITTED
    assert bench.model.requests[1].messages == (UserMessage(text="the task"), paused.message)


@pytest.mark.parametrize(
    ("failure", "reason"),
    [
        (ModelUnavailable("overloaded"), "overloaded"),
        (QuotaExhausted("no money", None), "quota exhausted"),
        (MoneyExhausted("$0.10 is left"), "too little is left of the cap"),
        (RequestRejected("bad request"), "bad request"),
        (RequestTooLarge("prompt is too long"), "prompt is too long"),
        (Interrupted("stopped"), "interrupted"),
    ],
)
def test_a_failure_is_an_outcome_that_keeps_what_was_paid(
    make_bench: MakeBench, failure: Exception, reason: str
) -> None:
    bench = make_bench([says(THINK), failure, failure])  # one that is too large is sent shorter
    outcome = run(bench)
    assert outcome.ended is Ended.FAILED
    assert outcome.failure is failure
    assert outcome.reason == reason
    assert (outcome.turns_used, [line.usd for line in bench.bill]) == (1, [0.5])


def test_a_bad_key_is_raised(make_bench: MakeBench) -> None:
    with pytest.raises(SettingsError):
        run(make_bench([SettingsError("the key is wrong")]))


def test_a_stop_ends_the_loop_before_the_next_call(make_bench: MakeBench) -> None:
    bench = make_bench(lambda request: stopping(bench, request))

    def stopping(bench: Bench, _: ModelRequest) -> ModelResponse:
        bench.context.stop.set()
        return says(THINK)

    outcome = run(bench)
    assert isinstance(outcome.failure, Interrupted)
    assert len(bench.model.requests) == 1


def test_each_call_is_a_line_of_the_ledger_with_its_own_price(make_bench: MakeBench) -> None:
    def price(_model: str, usage: Usage) -> float | None:
        return usage.input / 100 if usage.input < 100 else None

    usages = [Usage(input=100, output=1, cache_write=7), Usage(input=50, output=2, cache_read=9)]
    bench = make_bench([says(THINK, usage=usages[0]), says(THINK, usage=usages[1])], price=price)
    run(bench, turns=2)
    assert [(line.pass_name, line.directory, line.model) for line in bench.bill] == [
        ("directory", "src", "scripted-1")
    ] * 2
    assert [line.usd for line in bench.bill] == [None, 0.5]
    assert [(line.input, line.output) for line in bench.bill] == [(100, 1), (50, 2)]
    assert [(line.cache_read, line.cache_write) for line in bench.bill] == [(0, 7), (9, 0)]


def test_a_flag_doubted_in_the_last_turn_is_kept_unverified(make_bench: MakeBench) -> None:
    flag = {
        "path": "src/a.py",
        "finding": "Runs what is typed in.",
        "severity": "critical",
        "quotation": "this is nowhere in the file",
    }
    submit = ("submit_report", {"summary": "S.", "completeness": 1.0})
    agent_state = AgentState()
    run(make_bench([says(("flag", flag), submit)]), turns=1, agent_state=agent_state)
    assert [(kept.finding, kept.verified) for kept in agent_state.flags] == [
        ("Runs what is typed in.", False)
    ]


def test_a_flag_doubted_before_the_last_turn_is_only_sent_back(make_bench: MakeBench) -> None:
    flag = {
        "path": "src/a.py",
        "finding": "Runs what is typed in.",
        "severity": "critical",
        "quotation": "this is nowhere in the file",
    }
    agent_state = AgentState()
    run(make_bench([says(("flag", flag)), submits()]), agent_state=agent_state)
    assert agent_state.flags == []


def test_every_request_of_a_loop_has_the_same_system_text_and_tools(make_bench: MakeBench) -> None:
    bench = make_bench([says(THINK), submits()])
    run(bench)
    first, second = bench.model.requests
    assert (first.system, first.model) == ("the system text", "model-x")
    assert first.system == second.system
    assert first.tools == second.tools
    assert [spec.name for spec in first.tools][-1] == "submit_report"
