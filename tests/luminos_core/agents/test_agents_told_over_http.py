"""What a model is told in odd situations, and what ends more than an answer, over real HTTP."""

import socket
import threading
from pathlib import Path

import pytest

from luminos_core.agents.passes.directory import AttemptFailed
from luminos_core.errors import SettingsError
from luminos_core.stop import StopSignal
from tests.fakes.http_investigation import MODEL
from tests.fakes.messages_server import (
    Answer,
    Pings,
    Received,
    Stall,
    reply,
    text,
    thinking,
    tool_use,
)
from tests.luminos_core.agents.http_rows import (
    DEFERRED,
    FAILED,
    INVESTIGATED,
    KEEPS,
    OTHER,
    PAUSES,
    READS,
    REFUSES,
    SUBMITS,
    TOO_LONG,
    YES,
    Investigated,
    fails,
    keeps,
    reads,
    submits,
)


def test_the_fallback_model_begins_anew_without_the_effort_of_the_other(
    investigated: Investigated,
) -> None:
    told = investigated(READS, REFUSES, READS, SUBMITS, fallback_model=OTHER, effort="high")
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
    assert [line.model for line in told.ledger] == [MODEL, MODEL, OTHER, OTHER]


def test_a_fallback_model_that_is_asked_in_the_last_turn_is_told_so(
    investigated: Investigated,
) -> None:
    told = investigated(KEEPS, REFUSES, SUBMITS, turns=2, fallback_model=OTHER)
    words = "One turn is left. Use it to call submit_report."
    assert told.requests[2].first_text == f"{told.requests[0].first_text}\n\n{words}"


def test_nothing_of_a_refused_answer_is_kept(investigated: Investigated) -> None:
    told = investigated(reply(keeps(), submits(), stop_reason="refusal"))
    assert told.report is not None
    assert (told.report.files, told.report.entry) == ((), None)


# -- what ends more than an answer -----------------------------------------------------------------


@pytest.mark.parametrize("status", [401, 403])
def test_a_refused_key_is_no_directorys_fault(investigated: Investigated, status: int) -> None:
    told = investigated(fails(status, kind="authentication_error"))
    assert isinstance(told.raised, SettingsError)
    assert (told.calls, told.ledger) == (1, ())


def test_a_server_that_is_not_there_fails_the_directory(investigated: Investigated) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))  # and nobody listens
        told = investigated(base_url=f"http://127.0.0.1:{taken.getsockname()[1]}")
    assert told.report is not None
    assert told.report.state is FAILED
    assert told.report.reason.startswith(
        "api error: no answer in 3 attempts; at the last, the conn"
    )


def test_what_may_pass_is_tried_again_by_the_task_unless_it_was_the_last_time(
    investigated: Investigated,
) -> None:
    told = investigated(KEEPS, *[fails(529)] * 3, last_attempt=False)
    assert isinstance(told.raised, AttemptFailed)
    assert (told.calls, told.answered) == (4, [YES])


@pytest.mark.parametrize("answer", [Pings(every=0.02), Stall()])
def test_a_stop_defers_the_directory_at_once(investigated: Investigated, answer: Answer) -> None:
    stop = StopSignal()

    def script(request: Received) -> Answer:
        if request.number == 1:
            return KEEPS
        threading.Timer(0.1, stop.set).start()
        return answer

    told = investigated(script, stop=stop)
    assert told.report is not None
    assert (told.report.state, told.report.reason) == (DEFERRED, "interrupted")
    assert (told.calls, told.answered[0], len(told.report.files)) == (2, YES, 1)


def test_a_call_that_does_not_fit_under_the_cap_is_not_made(investigated: Investigated) -> None:
    told = investigated(SUBMITS, cap=0.001)
    assert told.report is not None
    too_dear = "a call of it may cost more than the cap leaves: raise --max-usd"
    assert (told.report.state, told.report.reason) == (DEFERRED, too_dear)
    assert told.calls == 0


# -- what the model is told ------------------------------------------------------------------------


def test_a_submission_is_asked_for_and_an_empty_answer_is_never_sent_back(
    investigated: Investigated,
) -> None:
    told = investigated(reply(thinking("Hm.")), KEEPS, reply(text("Done.")), SUBMITS)
    asked = "Nothing was submitted. Call submit_report now, with what you know."
    empty, _, prose = told.requests[1:]
    assert [message["role"] for message in empty.messages] == ["user"]
    assert empty.first_text.endswith(f"\n\n{asked}")
    assert prose.messages[-2]["content"] == [{"type": "text", "text": "Done."}]
    assert prose.messages[-1]["content"][-1] == {"type": "text", "text": asked}


def test_a_cut_answer_runs_nothing_and_gets_more_room(investigated: Investigated) -> None:
    cut = reply(keeps("src/b.py"), keeps(), stop_reason="max_tokens")
    told = investigated(cut, SUBMITS)
    assert [request.json["max_tokens"] for request in told.requests] == [4_096, 8_192]
    assert [result["is_error"] for result in told.requests[1].results] == [True, True]
    assert told.report is not None
    assert told.report.files == ()


def test_a_paused_answer_goes_back_as_it_is_and_is_continued(investigated: Investigated) -> None:
    paused = reply(thinking("Hm."), text("Let me see. "), stop_reason="pause_turn")
    told = investigated(paused, PAUSES, READS, SUBMITS)
    _, first, second, last = told.requests
    assert first.messages[-1]["role"] == "assistant"
    assert [block["type"] for block in first.messages[-1]["content"]] == ["thinking", "text"]
    assert second.messages[-1]["content"][:2] == first.messages[-1]["content"]
    assert [message["role"] for message in last.messages] == ["user", "assistant", "user"]
    assert last.messages[1]["content"][:3] == second.messages[-1]["content"]


def test_too_long_a_prompt_is_made_anew_without_text_of_files(investigated: Investigated) -> None:
    told = investigated(KEEPS, READS, TOO_LONG, SUBMITS)
    first, anew = told.requests[0], told.requests[-1]
    assert "eval(password)" in first.first_text
    assert len(anew.messages) == 1
    assert "eval(password)" not in anew.first_text
    assert "A script." in anew.first_text  # what is known by now
    assert anew.first_text.endswith("\n\n2 of your turns are left.")


def test_a_request_above_the_servers_size_is_made_anew(investigated: Investigated) -> None:
    told = investigated(
        reply(tool_use("think", {"observation": "x" * 200_000})), SUBMITS, largest=99_000
    )
    assert told.report is not None
    assert (told.report.state, told.calls, told.answered) == (INVESTIGATED, 3, [YES, YES])


LARGE = "\n".join(f"value_{number} = {number}" for number in range(900))  # about 16 kB


def test_a_call_that_is_repeated_is_answered_with_where_its_result_is(
    investigated: Investigated, tmp_path: Path
) -> None:
    def script(request: Received) -> Answer:
        if request.number == 3:
            (tmp_path / "target" / "src" / "large.py").write_text(LARGE.upper())
        return reply(reads("src/large.py"), reads("src/large.py"), reads("src/b.py"))

    told = investigated(script, files={"large.py": LARGE})
    first, second, third = [
        [result["content"] for result in each.results] for each in told.requests[1:]
    ]
    assert "value_1 = 1" in first[0]
    again = "The same result as when you made this call in turn {}: see there."
    assert first[1:] == [again.format(1), first[2]]
    assert second == [again.format(1), again.format(1), first[2]]
    assert "VALUE_1 = 1" in third[0]  # the file has changed
    assert third[1:] == [again.format(3), first[2]]
    assert told.refused == []


def test_a_new_conversation_is_shown_what_an_earlier_one_was(investigated: Investigated) -> None:
    once_more = reply(reads("src/large.py"))
    told = investigated(
        *(once_more, REFUSES, once_more, SUBMITS),
        files={"large.py": LARGE},
        fallback_model=OTHER,
    )
    assert "value_1 = 1" in told.requests[1].results[0]["content"]
    assert told.requests[1].results[0]["content"] == told.requests[3].results[0]["content"]


def test_results_fill_no_more_than_the_room_that_is_left(investigated: Investigated) -> None:
    files = {f"large{number}.py": LARGE for number in range(100)}
    everything = reply(*[reads(f"src/{name}") for name in files], keeps())
    told = investigated(everything, SUBMITS, files=files, context_budget=30_000)
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
def test_a_tool_that_does_not_exist_is_answered_by_its_own_name(
    investigated: Investigated, name: str
) -> None:
    told = investigated(reply(tool_use(name, {})), SUBMITS)
    (result,) = told.requests[1].results
    assert result["is_error"]
    assert f"there is no tool {name[:60]!r}; there are: read_file, " in result["content"]
    assert told.refused == []
