"""What a model is sent in unusual situations, and failures that end the loop, over real HTTP."""

import json
import socket
import threading
from collections.abc import Callable
from pathlib import Path

import pytest

from luminos_core.agents.passes.directory import AttemptFailed
from luminos_core.stop import StopSignal
from tests.fakes.http_investigation import MODEL, HttpBench
from tests.fakes.messages_server import (
    Answer,
    Failure,
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
    INVESTIGATED,
    OTHER,
    PAUSES,
    READS,
    REFUSES,
    SUBMITS,
    TOO_LONG,
    WRITES,
    YES,
    Investigate,
    fails,
    reads,
    submits,
    writes_entry,
)


def test_the_fallback_model_starts_again_without_the_effort_of_the_other(
    investigate: Investigate,
) -> None:
    run = investigate(READS, REFUSES, READS, SUBMITS, fallback_model=OTHER, effort="high")
    assert [request.json["model"] for request in run.requests] == [MODEL, MODEL, OTHER, OTHER]
    assert [request.json.get("output_config") for request in run.requests] == [
        {"effort": "high"},
        {"effort": "high"},
        None,
        None,
    ]
    first, _, again, _ = run.requests
    assert len(again.messages) == 1
    assert again.first_text == f"{first.first_text}\n\n3 of your turns are left."
    assert (again.system, again.json["tools"]) == (first.system, first.json["tools"])
    assert run.report is not None
    assert [line.model for line in run.ledger] == [MODEL, MODEL, OTHER, OTHER]


def test_a_fallback_model_in_the_last_turn_reads_that_it_is_the_last(
    investigate: Investigate,
) -> None:
    run = investigate(WRITES, REFUSES, SUBMITS, turns=2, fallback_model=OTHER)
    last = "One turn is left. Use it to call submit_report."
    assert run.requests[2].first_text == f"{run.requests[0].first_text}\n\n{last}"


def test_nothing_of_a_refused_response_is_used(investigate: Investigate) -> None:
    run = investigate(reply(writes_entry(), submits(), stop_reason="refusal"))
    assert run.report is not None
    assert (run.report.files, run.report.entry) == ((), None)


# -- failures that end the loop --------------------------------------------------------------------


@pytest.mark.parametrize("status", [401, 403])
def test_a_refused_key_defers_the_directory_and_keeps_what_was_written(
    investigate: Investigate, status: int
) -> None:
    run = investigate(WRITES, fails(status, kind="authentication_error"))
    assert run.report is not None
    assert (run.report.state, run.report.reason) == (DEFERRED, "the key was refused")
    assert run.report.files
    assert (run.calls, run.answered) == (2, [YES])


def test_a_server_that_cannot_be_reached_defers_the_directory(investigate: Investigate) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))  # and nobody listens
        run = investigate(base_url=f"http://127.0.0.1:{taken.getsockname()[1]}")
    assert run.report is not None
    assert (run.report.state, run.report.reason) == (DEFERRED, "the model's server did not answer")


def test_a_transient_failure_is_raised_for_another_attempt(
    investigate: Investigate,
) -> None:
    run = investigate(WRITES, *[fails(429)] * 3, last_attempt=False)
    assert isinstance(run.raised, AttemptFailed)
    assert (run.calls, run.answered) == (4, [YES])


@pytest.mark.parametrize("answer", [Pings(every=0.02), Stall()])
def test_a_stop_defers_the_directory_at_once(investigate: Investigate, answer: Answer) -> None:
    stop = StopSignal()

    def script(request: Received) -> Answer:
        if request.number == 1:
            return WRITES
        threading.Timer(0.1, stop.set).start()
        return answer

    run = investigate(script, stop=stop)
    assert run.report is not None
    assert (run.report.state, run.report.reason) == (DEFERRED, "interrupted")
    assert (run.calls, run.answered[0], len(run.report.files)) == (2, YES, 1)


def test_a_call_that_does_not_fit_under_the_cap_is_not_made(investigate: Investigate) -> None:
    run = investigate(SUBMITS, cap=0.001)
    assert run.report is not None
    too_expensive = "a call of it may cost more than the whole cap allows: raise --max-usd to $0.04"
    assert (run.report.state, run.report.reason) == (DEFERRED, too_expensive)
    assert run.calls == 0


# -- what the model is sent ------------------------------------------------------------------------


def test_a_submission_is_requested_and_an_empty_response_is_never_sent_back(
    investigate: Investigate,
) -> None:
    run = investigate(reply(thinking("Hm.")), WRITES, reply(text("Done.")), SUBMITS)
    request = "Nothing was submitted. Call submit_report now, with what you know."
    empty, _, prose = run.requests[1:]
    assert [message["role"] for message in empty.messages] == ["user"]
    assert empty.first_text.endswith(f"\n\n{request}")
    assert prose.messages[-2]["content"] == [{"type": "text", "text": "Done."}]
    assert prose.messages[-1]["content"][-1] == {"type": "text", "text": request}


def test_calls_before_the_one_that_is_cut_are_run_and_there_is_more_room(
    investigate: Investigate,
) -> None:
    cut = reply(writes_entry("src/b.py"), writes_entry(), stop_reason="max_tokens")
    run = investigate(cut, SUBMITS)
    assert [request.json["max_tokens"] for request in run.requests] == [4_096, 8_192]
    done, not_run = run.requests[1].results
    assert "is_error" not in done
    assert not_run["is_error"]
    assert run.report is not None
    assert [file.relative_path for file in run.report.files] == ["src/b.py"]


def test_a_paused_response_is_sent_back_as_it_is_and_continued(investigate: Investigate) -> None:
    paused = reply(thinking("Hm."), text("Let me see. "), stop_reason="pause_turn")
    run = investigate(paused, PAUSES, READS, SUBMITS)
    _, first, second, last = run.requests
    assert first.messages[-1]["role"] == "assistant"
    assert [block["type"] for block in first.messages[-1]["content"]] == ["thinking", "text"]
    assert second.messages[-1]["content"][:2] == first.messages[-1]["content"]
    assert [message["role"] for message in last.messages] == ["user", "assistant", "user"]
    assert last.messages[1]["content"][:3] == second.messages[-1]["content"]


UNCOUNTED = Failure(400, "invalid_request_error", "prompt is too long")


def test_too_long_a_prompt_is_built_again_without_text_of_files(investigate: Investigate) -> None:
    run = investigate(WRITES, READS, UNCOUNTED, SUBMITS)
    first, again = run.requests[0], run.requests[-1]
    assert "eval(password)" in first.first_text
    assert len(again.messages) == 1
    assert "eval(password)" not in again.first_text
    assert "A script." in again.first_text  # written so far
    assert again.first_text.endswith("\n\n2 of your turns are left.")


def size_of(request: Received) -> int:
    return len(json.dumps(request.json))


def limited(most: int) -> Callable[[Received], Answer]:
    """A server that takes so many bytes of a request, and counts in tokens."""

    def script(request: Received) -> Answer:
        if (size := size_of(request)) > most:
            counted = f"prompt is too long: {size // 4:,} tokens > {most // 4:,} maximum"
            return Failure(400, "invalid_request_error", counted)
        return SUBMITS

    return script


@pytest.mark.parametrize(("share", "shown"), [(0.98, 1), (0.8, 1), (0.5, 0)])
def test_too_long_a_prompt_is_built_again_with_the_files_that_the_server_has_room_for(
    http_bench: HttpBench, tmp_path: Path, share: float, shown: int
) -> None:
    files = {"a.py": LARGE, "b.py": LARGE.replace("value", "other")}
    whole = size_of(http_bench.investigate(tmp_path / "1", SUBMITS, files=files).requests[0])
    run = http_bench.investigate(tmp_path / "2", limited(int(share * whole)), files=files)
    assert run.report is not None
    assert (run.report.state, run.calls) == (INVESTIGATED, 2)
    text_of = run.requests[1].first_text
    assert sum(word in text_of for word in ("value_1 = 1", "other_1 = 1")) == shown


def test_after_a_second_overflow_the_submission_is_asked_for(investigate: Investigate) -> None:
    thinks = tool_use("think", {"observation": "x" * 20_000})
    written = reply(writes_entry(), thinks)
    files = {"b.py": "Y = 2\n" * 300}
    run = investigate(written, TOO_LONG, READS, TOO_LONG, SUBMITS, files=files)
    assert run.report is not None
    assert (run.report.state, len(run.report.files)) == (INVESTIGATED, 1)
    _, _, shortened, refused, last = run.requests
    assert "Y = 2" in shortened.first_text
    assert len(last.messages) == 1
    assert size_of(last) < size_of(refused)
    assert "Y = 2" not in last.first_text
    assert last.first_text.endswith(
        "There is no room for more. Call submit_report now, with what you know."
    )


def test_a_conversation_that_overflowed_is_replayed(
    investigate: Investigate, tmp_path: Path
) -> None:
    busy = Failure(429, "rate_limit_error", "busy")
    first = investigate(WRITES, TOO_LONG, READS, *[busy] * 3, last_attempt=False)
    assert first.raised is not None
    again = investigate(TOO_LONG, SUBMITS, last_attempt=False)
    assert again.report is not None
    assert (again.report.state, again.report.turns_used) == (INVESTIGATED, 3)
    assert again.requests[0].json == first.requests[1].json
    assert again.requests[1].json == first.requests[-1].json


def test_a_request_above_the_servers_limit_is_built_again(investigate: Investigate) -> None:
    run = investigate(
        reply(tool_use("think", {"observation": "x" * 200_000})), SUBMITS, largest=99_000
    )
    assert run.report is not None
    assert (run.report.state, run.calls, run.answered) == (INVESTIGATED, 3, [YES, YES])


LARGE = "\n".join(f"value_{number} = {number}" for number in range(900))  # about 16 kB


def test_a_repeated_call_is_answered_with_a_reference_to_its_result(
    investigate: Investigate, tmp_path: Path
) -> None:
    def script(request: Received) -> Answer:
        if request.number == 3:
            (tmp_path / "target" / "src" / "large.py").write_text(LARGE.upper())
        return reply(reads("src/large.py"), reads("src/large.py"), reads("src/b.py"))

    run = investigate(script, files={"large.py": LARGE})
    first, second, third = [
        [result["content"] for result in each.results] for each in run.requests[1:]
    ]
    assert "value_1 = 1" in first[0]
    reference = "The same result as when you made this call in turn {}: see there."
    assert first[1:] == [reference.format(1), first[2]]
    assert second == [reference.format(1), reference.format(1), first[2]]
    assert "VALUE_1 = 1" in third[0]  # the file has changed
    assert third[1:] == [reference.format(3), first[2]]
    assert run.refused == []


def test_a_restarted_conversation_is_shown_results_again(investigate: Investigate) -> None:
    once_more = reply(reads("src/large.py"))
    run = investigate(
        *(once_more, REFUSES, once_more, SUBMITS),
        files={"large.py": LARGE},
        fallback_model=OTHER,
    )
    assert "value_1 = 1" in run.requests[1].results[0]["content"]
    assert run.requests[1].results[0]["content"] == run.requests[3].results[0]["content"]


def test_results_fill_no_more_than_the_room_that_is_left(investigate: Investigate) -> None:
    files = {f"large{number}.py": LARGE for number in range(100)}
    everything = reply(*[reads(f"src/{name}") for name in files], writes_entry())
    run = investigate(everything, SUBMITS, files=files, context_budget=30_000)
    assert run.report is not None
    assert (run.report.state, len(run.report.files)) == (INVESTIGATED, 1)
    *read, written = run.requests[1].results
    assert run.requests[1].messages[-1]["content"][-1]["text"].startswith("This conversation is n")
    shown = [result for result in read if not result.get("is_error")]
    assert 2 < len(shown) < 10
    assert read[: len(shown)] == shown
    assert all(result["content"].startswith("Not run: ") for result in read[len(shown) :])
    assert written["content"] == "ok"
    assert sum(run.counted[1].context) < 30_000 / 0.7  # the window that this is the budget of


@pytest.mark.parametrize("name", ["read file!", "x" * 65, "", "öffnen", "functions.read_file"])
def test_a_tool_that_does_not_exist_is_answered_by_its_own_name(
    investigate: Investigate, name: str
) -> None:
    run = investigate(reply(tool_use(name, {})), SUBMITS)
    (result,) = run.requests[1].results
    assert result["is_error"]
    assert f"there is no tool {name[:60]!r}; there are: read_file, " in result["content"]
    assert run.refused == []
