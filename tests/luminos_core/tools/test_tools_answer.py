"""Answers of an agent: to what it was asked, with what the code says, and each place once."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from luminos_core.records.conversation import ToolCall, ToolResult
from luminos_core.records.flag import Flag, Severity
from luminos_core.records.question import AnswerKind, AskedAbout, Question
from luminos_core.tools.execute import execute
from luminos_core.tools.registry import DIRECTORY_TOOLS
from luminos_core.tools.tool import ToolContext

HINT = Flag(
    path="src/app.py", line=6, finding="eval.", severity=Severity.INFO, rule="eval", is_hint=True
)
EARLIER = Flag(
    path="src/app.py",
    line=3,
    finding="It runs a shell.",
    severity=Severity.CRITICAL,
    quotation="os.system( name )",
    verified=True,
    fingerprint="f" * 64,
)
QUESTIONS = (
    Question(id="c1", about=AskedAbout.CHECK, text="eval.", flag=HINT, lines=(6, 7)),
    Question(id="e1", about=AskedAbout.EARLIER, text="still so?", flag=EARLIER),
    Question(id="q1", about=AskedAbout.COUNCIL, text="Who calls it?"),
)
Reply = Callable[..., ToolResult]


@pytest.fixture
def asked(context: ToolContext) -> ToolContext:
    return replace(context, questions=QUESTIONS)


@pytest.fixture
def reply(asked: ToolContext) -> Reply:
    def _reply(question: str, answer: str, **given: Any) -> ToolResult:
        call = ToolCall(
            id="t", name="answer", input={"question": question, "answer": answer, **given}
        )
        return execute(DIRECTORY_TOOLS, call, asked)

    return _reply


def test_an_answer_is_about_every_place_unless_it_names_some(
    reply: Reply, asked: ToolContext
) -> None:
    assert reply("c1", "confirmed", severity="concern").text == "ok"
    (answer,) = asked.state.answers
    assert (answer.lines, answer.of, answer.severity) == ((6, 7), "src/app.py", Severity.CONCERN)
    assert reply("c1", "dismissed", reason="It is a constant.", lines=[7]).text == "ok"
    assert [(each.answer, each.lines) for each in asked.state.answers] == [
        (AnswerKind.CONFIRMED, (6,)),
        (AnswerKind.DISMISSED, (7,)),
    ]
    reply("c1", "open")
    assert [each.answer for each in asked.state.answers] == [AnswerKind.OPEN]


@pytest.mark.parametrize(
    ("given_", "why"),
    [
        (("nope", "confirmed", {}), "no question has this id"),
        (("c1", "dismissed", {}), "give the reason"),
        (("c1", "dismissed", {"reason": "  "}), "give the reason"),
        (("c1", "confirmed", {"lines": [5]}), "its lines: 6, 7"),
        (("c1", "confirmed", {"quotation": "exec(name)"}), "the quotation is not in src/app.py"),
        (("c1", "confirmed", {"path": "../outside/secret.txt"}), "uses '..'"),
        (("e1", "confirmed", {}), "needs a quotation"),
        (("e1", "confirmed", {"quotation": "os.popen(name)"}), "the quotation is not in"),
        (("c1", "perhaps", {}), "answer:"),
    ],
)
def test_an_answer_that_does_not_hold_is_refused_with_the_reason(
    reply: Reply, asked: ToolContext, given_: tuple[str, str, dict[str, Any]], why: str
) -> None:
    question, answer, fields = given_
    result = reply(question, answer, **fields)
    assert result.is_error and why in result.text
    assert asked.state.answers == [] and asked.state.flags == []


def test_what_is_still_so_is_a_flag_where_it_stands_now(reply: Reply, asked: ToolContext) -> None:
    assert reply("e1", "confirmed", quotation="os.system(name)").text == "ok"
    (flag,) = asked.state.flags
    assert (flag.line, flag.verified, flag.known_as) == (7, True, "f" * 64)
    assert (flag.severity, flag.finding) == (Severity.CRITICAL, "It runs a shell.")


def test_what_still_stands_is_gone_only_by_a_line_that_is_there(
    reply: Reply, asked: ToolContext, target: Path
) -> None:
    standing = target / "src/app.py"
    standing.write_text(standing.read_text().replace("os.system(name)", "os.system( name )"))
    refused = reply("e1", "dismissed", reason="It is harmless.")
    assert refused.is_error and "still stands in src/app.py" in refused.text
    quoted = "def main(name: str) -> None:"
    assert reply("e1", "dismissed", reason="It has a type.", quotation=quoted).text == "ok"
    assert asked.state.answers[0].line == 4
    standing.write_text("import os\n")
    assert reply("e1", "dismissed", reason="It was taken out.").text == "ok"


def test_a_question_about_no_flag_is_answered_in_words(reply: Reply, asked: ToolContext) -> None:
    assert reply("q1", "open", reason="password=hunter2-secret-Zx9 is nowhere.").text == "ok"
    assert asked.state.answers[0].about is AskedAbout.COUNCIL
