"""The one loop: turns, tools, submissions, and every way it can end."""

from itertools import pairwise
from typing import Any

import pytest

from luminos_core.agents.agent_task import AgentTask
from luminos_core.agents.loop import converse
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
from luminos_core.records.cost import Pass
from luminos_core.records.event import AgentSaid, ToolCalled
from luminos_core.tools.registry import TOOLS_BY_PASS
from luminos_core.tools.submit_report import SubmitReportInput
from luminos_core.tools.tool import AgentState, ToolContext
from tests.fakes.agent_bench import NOW, Bench, MakeBench
from tests.fakes.scripted_model import says, submits


def run(bench: Bench, turns: int = 5, agent_state: AgentState | None = None) -> Outcome:
    agent_task = AgentTask(
        pass_name=Pass.DIRECTORY,
        label="src",
        system="the system text",
        task="the task",
        briefing=None,  # type: ignore[arg-type]
        tools=TOOLS_BY_PASS[Pass.DIRECTORY],
        tool_context=ToolContext(
            bench.context.files, "src", agent_state or AgentState(), bench.context.observe
        ),
        turns=turns,
    )
    return converse(agent_task, bench.context)


def last_message(bench: Bench) -> UserMessage:
    message = bench.model.requests[-1].messages[-1]
    assert isinstance(message, UserMessage)
    return message


THINK = ("think", {"observation": "o", "hypothesis": "h", "next_action": "n"})


def test_a_submission_ends_the_loop_with_what_was_submitted(bench: MakeBench) -> None:
    tool_context = bench([says(("read_file", {"path": "src/b.py"})), submits("Two scripts.", 0.0)])
    outcome = run(tool_context)
    assert outcome.ended is Ended.SUBMITTED
    assert outcome.submission == SubmitReportInput(summary="Two scripts.", completeness=0.0)
    assert (outcome.turns_used, len(tool_context.bill), outcome.reason) == (2, 2, "")
    first, second = tool_context.model.requests
    assert first.messages == (UserMessage(text="the task"),)
    assert second.messages[:1] == first.messages
    assert "x = 1" in last_message(tool_context).results[0].text


def test_each_call_is_answered_once_in_order_and_reported(bench: MakeBench) -> None:
    data = {"summary": "secret text"}
    calls = (THINK, ("write_cache", {"kind": "file", "path": "src/b.py", "data": data}))
    tool_context = bench([says(*calls, text="First line.\nSecond."), submits()])
    run(tool_context)
    assert [result.call_id for result in last_message(tool_context).results] == ["call-1", "call-2"]
    told = tool_context.events_of(ToolCalled)
    assert [(event.tool, event.turn) for event in told] == [
        ("think", 1),
        ("write_cache", 1),
        ("submit_report", 2),
    ]
    assert told[1].args == {"kind": "file", "path": "src/b.py"}
    assert told[1].timestamp == NOW.isoformat()
    assert told[0].result_length == len("ok")
    assert tool_context.events_of(AgentSaid) == [
        AgentSaid(directory="src", turn=1, text="First line.")
    ]


def test_said_text_is_cut_at_200_characters(bench: MakeBench) -> None:
    tool_context = bench([says(THINK, text="x" * 500), submits()])
    run(tool_context)
    assert tool_context.events_of(AgentSaid)[0].text == "x" * 200


def test_tools_beside_a_submission_still_run(bench: MakeBench) -> None:
    write = ("write_cache", {"kind": "file", "path": "src/b.py", "data": {"summary": "One."}})
    submit = ("submit_report", {"summary": "S.", "completeness": 1.0})
    agent_state = AgentState()
    outcome = run(bench([says(submit, write)]), agent_state=agent_state)
    assert outcome.ended is Ended.SUBMITTED
    assert agent_state.files["src/b.py"].summary == "One."


def test_the_first_of_two_valid_submissions_counts(bench: MakeBench) -> None:
    both = [("submit_report", {"summary": text, "completeness": 1}) for text in ("One.", "Two.")]
    outcome = run(bench([says(*both)]))
    assert outcome.submission == SubmitReportInput(summary="One.", completeness=1.0)


@pytest.mark.parametrize("completeness", [True, float("nan"), "high", 1.5, None])
def test_an_invalid_submission_is_answered_with_an_error_and_the_loop_goes_on(
    bench: MakeBench, completeness: Any
) -> None:
    tool_context = bench([submits(completeness=completeness), submits("Better.", 0.5)])
    outcome = run(tool_context)
    assert outcome.submission == SubmitReportInput(summary="Better.", completeness=0.5)
    (result,) = last_message(tool_context).results
    assert result.is_error
    assert "completeness" in result.text


def test_an_unknown_tool_is_an_error_result(bench: MakeBench) -> None:
    tool_context = bench([says(("delete_everything", {})), submits()])
    assert run(tool_context).ended is Ended.SUBMITTED
    (result,) = last_message(tool_context).results
    assert result.is_error
    assert "delete_everything" in result.text


def test_an_answer_without_calls_is_followed_by_a_nudge(bench: MakeBench) -> None:
    tool_context = bench([says(text="I am done."), submits()])
    assert run(tool_context).ended is Ended.SUBMITTED
    _, said, nudge = tool_context.model.requests[1].messages
    assert isinstance(said, AssistantMessage)
    assert said.text == "I am done."
    assert isinstance(nudge, UserMessage)
    assert "submit_report" in nudge.text


def test_an_empty_answer_is_never_sent_back(bench: MakeBench) -> None:
    tool_context = bench([says(text="  "), says(), submits()])
    run(tool_context)
    history = tool_context.model.requests[-1].messages
    assert not [message for message in history if isinstance(message, AssistantMessage)]


def test_without_a_submission_the_turns_run_out(bench: MakeBench) -> None:
    tool_context = bench([says(THINK), says(THINK), says(THINK)])
    outcome = run(tool_context, turns=3)
    assert (outcome.ended, outcome.turns_used) == (Ended.TURNS, 3)
    assert outcome.reason == "max turns reached"
    assert outcome.submission is None


def test_the_last_turn_is_announced_and_only_that(bench: MakeBench) -> None:
    tool_context = bench([says(THINK)] * 3)
    run(tool_context, turns=3)
    texts = [request.messages[-1].text for request in tool_context.model.requests]
    assert texts == ["the task", "", "One turn is left. Use it to call submit_report."]


def test_history_only_grows(bench: MakeBench) -> None:
    tool_context = bench([says(THINK), says(text="Hm."), says(THINK), submits()])
    run(tool_context)
    histories = [request.messages for request in tool_context.model.requests]
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
    bench: MakeBench, usage: Usage, ends: bool
) -> None:
    tool_context = bench([says(THINK, usage=usage), submits()], context_budget=1_000)
    outcome = run(tool_context)
    assert outcome.ended is (Ended.BUDGET if ends else Ended.SUBMITTED)
    assert len(tool_context.model.requests) == (1 if ends else 2)


def test_the_budget_looks_at_the_latest_call_and_not_at_the_sum(bench: MakeBench) -> None:
    tool_context = bench(
        [says(THINK, usage=Usage(input=900))] * 3 + [submits()], context_budget=1_000
    )
    assert run(tool_context).ended is Ended.SUBMITTED


@pytest.mark.parametrize("reason", [StopReason.MAX_TOKENS, StopReason.CONTEXT_EXCEEDED])
def test_a_cut_answer_runs_no_tool_and_is_asked_for_once_more_with_more_room(
    bench: MakeBench, reason: StopReason
) -> None:
    write = ("write_cache", {"kind": "file", "path": "src/b.py", "data": {"summary": "Cut"}})
    tool_context = bench([says(write, stop_reason=reason), submits()], max_tokens=1_000)
    agent_state = AgentState()
    outcome = run(tool_context, agent_state=agent_state)
    assert (outcome.ended, outcome.turns_used, len(tool_context.bill)) == (Ended.SUBMITTED, 1, 2)
    assert agent_state.files == {}
    assert [request.max_tokens for request in tool_context.model.requests] == [1_000, 2_000]
    (result,) = last_message(tool_context).results
    assert (result.call_id, result.is_error) == ("call-1", True)


def test_an_answer_cut_twice_ends_the_loop(bench: MakeBench) -> None:
    submit = ("submit_report", {"summary": "S.", "completeness": 1.0})
    cut = says(submit, stop_reason=StopReason.MAX_TOKENS)
    outcome = run(bench([cut, cut, submits()]))
    assert (outcome.ended, outcome.reason) == (Ended.CUT, "answer was cut")
    assert outcome.submission is None


def test_the_room_never_grows_over_its_cap_nor_shrinks_to_it(bench: MakeBench) -> None:
    cut = says(stop_reason=StopReason.MAX_TOKENS)
    grown = bench([cut, submits()], max_tokens=20_000)
    run(grown)
    assert grown.model.requests[1].max_tokens == 32_000


def test_a_larger_room_that_was_asked_for_is_kept(bench: MakeBench) -> None:
    tool_context = bench([says(stop_reason=StopReason.MAX_TOKENS), submits()], max_tokens=64_000)
    run(tool_context)
    assert tool_context.model.requests[1].max_tokens == 64_000


def test_a_refusal_keeps_its_category(bench: MakeBench) -> None:
    outcome = run(bench([says(stop_reason=StopReason.REFUSAL, refusal_category="cyber")]))
    assert (outcome.ended, outcome.refusals) == (Ended.REFUSED, ("cyber",))
    assert outcome.reason == "the model refused: cyber"


def test_a_paused_turn_is_sent_again_as_it_is(bench: MakeBench) -> None:
    paused = says(text="Thinking.", stop_reason=StopReason.PAUSE_TURN)
    tool_context = bench([paused, submits()])
    assert run(tool_context).ended is Ended.SUBMITTED
    assert tool_context.model.requests[1].messages == (UserMessage(text="the task"), paused.message)


@pytest.mark.parametrize(
    ("failure", "told"),
    [
        (ModelUnavailable("overloaded"), "overloaded"),
        (QuotaExhausted("no money", None), "quota exhausted"),
        (MoneyExhausted("the cap of $1.00 is reached"), "money exhausted"),
        (RequestRejected("bad request"), "bad request"),
        (RequestTooLarge("prompt is too long"), "prompt is too long"),
        (Interrupted("stopped"), "interrupted"),
    ],
)
def test_a_failure_is_an_outcome_that_keeps_what_was_paid(
    bench: MakeBench, failure: Exception, told: str
) -> None:
    tool_context = bench([says(THINK), failure])
    outcome = run(tool_context)
    assert outcome.ended is Ended.FAILED
    assert outcome.failure is failure
    assert outcome.reason == told
    assert (outcome.turns_used, [line.usd for line in tool_context.bill]) == (1, [0.5])


def test_a_bad_key_goes_to_the_person(bench: MakeBench) -> None:
    with pytest.raises(SettingsError):
        run(bench([SettingsError("the key is wrong")]))


def test_a_wish_to_stop_is_heard_before_the_next_call(bench: MakeBench) -> None:
    tool_context = bench(lambda request: stopping(tool_context, request))

    def stopping(tool_context: Bench, _: ModelRequest) -> ModelResponse:
        tool_context.context.stop.set()
        return says(THINK)

    outcome = run(tool_context)
    assert isinstance(outcome.failure, Interrupted)
    assert len(tool_context.model.requests) == 1


def test_each_call_is_a_line_of_the_bill_and_priced_alone(bench: MakeBench) -> None:
    def price(_model: str, usage: Usage) -> float | None:
        return usage.input / 100 if usage.input < 100 else None

    usages = [Usage(input=100, output=1, cache_write=7), Usage(input=50, output=2, cache_read=9)]
    tool_context = bench([says(THINK, usage=usages[0]), says(THINK, usage=usages[1])], price=price)
    run(tool_context, turns=2)
    assert [(line.pass_name, line.directory, line.model) for line in tool_context.bill] == [
        (Pass.DIRECTORY, "src", "scripted-1")
    ] * 2
    assert [line.usd for line in tool_context.bill] == [None, 0.5]
    assert [(line.input, line.output) for line in tool_context.bill] == [(100, 1), (50, 2)]
    assert [(line.cache_read, line.cache_write) for line in tool_context.bill] == [(0, 7), (9, 0)]


def test_a_flag_doubted_in_the_last_turn_is_kept_unverified(bench: MakeBench) -> None:
    flag = {
        "path": "src/a.py",
        "finding": "Runs what is typed in.",
        "severity": "critical",
        "quotation": "this is nowhere in the file",
    }
    submit = ("submit_report", {"summary": "S.", "completeness": 1.0})
    agent_state = AgentState()
    run(bench([says(("flag", flag), submit)]), agent_state=agent_state)
    assert [(kept.finding, kept.verified) for kept in agent_state.flags] == [
        ("Runs what is typed in.", False)
    ]


def test_a_flag_doubted_before_the_last_turn_is_only_sent_back(bench: MakeBench) -> None:
    flag = {
        "path": "src/a.py",
        "finding": "Runs what is typed in.",
        "severity": "critical",
        "quotation": "this is nowhere in the file",
    }
    agent_state = AgentState()
    run(bench([says(("flag", flag)), submits()]), agent_state=agent_state)
    assert agent_state.flags == []


def test_every_request_of_a_loop_has_the_same_system_text_and_tools(bench: MakeBench) -> None:
    tool_context = bench([says(THINK), submits()])
    run(tool_context)
    first, second = tool_context.model.requests
    assert (first.system, first.model) == ("the system text", "model-x")
    assert first.system == second.system
    assert first.tools == second.tools
    assert [spec.name for spec in first.tools][-1] == "submit_report"
