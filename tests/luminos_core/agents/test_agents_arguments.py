"""Whatever a model gives a tool as its arguments, only that call is refused: the loop goes on, and
what was noted and flagged stays."""

import json
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from luminos_core.agents.context import AgentContext
from luminos_core.agents.passes.definition import AnyPass
from luminos_core.agents.passes.directory import DIRECTORY
from luminos_core.agents.passes.plan import PLAN
from luminos_core.agents.passes.survey import SURVEY
from luminos_core.agents.passes.synthesis import SYNTHESIS
from luminos_core.calls.transcript import Transcripts
from luminos_core.records.base import Record
from luminos_core.records.directory import DirectoryState
from luminos_core.records.event import Event, InternalError
from luminos_core.store.layout import Store
from luminos_core.store.run_folder import RunFolder
from luminos_core.tools.tool import Tool
from tests.fakes.agent_bench import run_pass, set_up
from tests.fakes.checking_model import CheckingModel
from tests.fakes.messages_replies import Block, Reply, reply, tool_use
from tests.luminos_core.agents import (
    test_agents_directory,
    test_agents_plan,
    test_agents_survey,
    test_agents_synthesis,
)
from tests.luminos_core.agents.http_rows import Investigate

FLAG = {
    "path": "src/a.py",
    "finding": "Runs what is typed in.",
    "severity": "critical",
    "quotation": "print(eval(password))",
}
UNREADABLE = {
    "NaN": '{"path": NaN}',
    "infinity": '{"path": -Infinity}',
    "a float over all": '{"path": 1e999}',
    "an integer of many digits": f'{{"path": {"9" * 5_000}}}',
    "half a pair": r'{"path": "\ud800"}',
    "the other half": r'{"path": "a\udfffb"}',
    "deep arrays": f'{{"path": {"[" * 5_000}{"]" * 5_000}}}',
    "deep objects": f"""{{"path": {'{"a":' * 100}1{"}" * 100}}}""",
    "cut": '{"path": "src/a',
    "no JSON": "src/a.py",
    "deep and cut": "[" * 5_000,
}
REFUSED = {
    **UNREADABLE,
    "an integer over 64 bits": '{"path": "src/a.py", "start_line": 18446744073709551616}',
    "one below": '{"path": "src/a.py", "start_line": -9223372036854775809}',
    "null": "null",
    "a number": "3",
    "an array": "[1]",
    "a text": '"src/a.py"',
    "a long name": f'{{"path": "{"x" * 100_000}"}}',
    "a long path": f'{{"path": "{"x/" * 50_000}"}}',
    "NUL": r'{"path": "a\u0000b"}',
}


def submits(step: AnyPass) -> Block:
    """A valid submission of the pass."""
    given_: dict[str, Any] = {
        DIRECTORY.name: {"summary": "Two scripts.", "completeness": 1.0},
        SYNTHESIS.name: {"brief": "A shop.", "detailed": "It sells."},
        SURVEY.name: test_agents_survey.SUBMITTED,
        PLAN.name: test_agents_plan.SUBMITTED,
    }
    (submission,) = (tool for tool in step.tools if tool.run is None)
    return tool_use(submission.name, given_[step.name], "toolu_1")


def briefing_of(step: AnyPass, root: Path) -> Record:
    briefings: dict[str, Record] = {
        DIRECTORY.name: test_agents_directory.work(root),
        SYNTHESIS.name: test_agents_synthesis.briefing(),
        SURVEY.name: test_agents_survey.BRIEFING,
        PLAN.name: test_agents_plan.BRIEFING,
    }
    return briefings[step.name]


class World:
    """One target and one store, in which a pass can be run again."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.store = Store(folder / "store")
        self.events: list[Event] = []

    def run(self, step: AnyPass, model: CheckingModel) -> Any:
        bench = set_up(self.folder / "target", [])
        with RunFolder(self.folder / "run") as run_folder:

            def observe(event: Event) -> None:
                event.model_dump_json()
                self.events.append(event)
                run_folder.record(event)

            client = replace(bench.context.client, model=model, observe=observe)
            context: AgentContext = replace(
                bench.context,
                client=client,
                observe=observe,
                transcripts=Transcripts(self.store, "run-1", fresh=False),
            )
            result = run_pass(step, briefing_of(step, bench.root), context)
        json.dumps(result.model_dump(mode="json"), allow_nan=False).encode()
        assert type(result).model_validate_json(result.model_dump_json()) == result
        return result

    def forget_the_results_of_turns(self) -> None:
        """As if the run had been killed while it acted on each response."""
        for file in (self.store.path / "transcripts").rglob("*-turn"):
            file.unlink()


@contextmanager
def world() -> Iterator[World]:
    with tempfile.TemporaryDirectory() as folder:
        yield World(Path(folder))


def findings(result: Any) -> list[str]:
    return [flag.finding for flag in getattr(result, "flags", ())]


# -- any arguments ---------------------------------------------------------------------------------

SNIPPETS = {
    "an integer of many digits": "9" * 5_000,
    "deep arrays": "[" * 5_000 + "]" * 5_000,
    "deep objects": '{"a":' * 100 + "1" + "}" * 100,
    "a long word": json.dumps("x" * 50_000),
    "line breaks": json.dumps("\n" * 50_000),
    "a pattern": json.dumps("(" * 3_000),
    "a long path": json.dumps("src/" * 3_000),
    **{
        text: text
        for text in (
            "NaN", "-Infinity", "1e999", "1e308", "18446744073709551615", "18446744073709551616",
            "-9223372036854775809", r'"\ud800"', r'"\udc00\ud800"', r'"\u0000"', r'"\u202e"', '" "',
            "null", "true", "[]", "{}", "1", "0.5", '"../../etc/passwd"', '"/etc/passwd"',
            '"src/a.py"', '"src"', '"file"', '"dir"', '"critical"', '"print(eval(password))"',
            '["grep", "-rn", "eval", "."]', '["grep", "a{1000}{1000}", "src/a.py"]',
            '["head", "-n", "99999999999999999999", "src/a.py"]',
            '["tail", "-c", "-9223372036854775809", "src/a.py"]',
            '["du", "-d", "18446744073709551616"]', r'["ls", "\u0000"]',
            '["find", ".", "-size", "+99999999999999999999999k"]',
            '["find", ".", "-mtime", "-999999999999999999999"]',
        )
    },
}  # fmt: skip
snippets = st.sampled_from(sorted(SNIPPETS)).map(SNIPPETS.__getitem__)
values = snippets | st.recursive(
    st.none() | st.booleans() | st.floats() | st.integers() | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=6,
).map(json.dumps)


def objects(schema: dict[str, Any], whole: dict[str, Any]) -> st.SearchStrategy[str]:
    """JSON objects with the fields of a schema, each left out or of any value, and others."""
    fields = schema.get("properties", {})

    def value(name: str) -> st.SearchStrategy[str]:
        field = fields[name]
        inner = whole.get("$defs", {}).get(field.get("$ref", "").rpartition("/")[2])
        return values | objects(inner, whole) if inner else values

    known = st.fixed_dictionaries({}, optional={name: value(name) for name in fields})
    others = st.dictionaries(st.text(max_size=3), values, max_size=1)
    return st.builds(lambda one, other: _object({**other, **one}), known, others)


def _object(fields: dict[str, str]) -> str:
    return f"{{{', '.join(f'{json.dumps(name)}: {value}' for name, value in fields.items())}}}"


def arguments(tool: Tool[Any]) -> st.SearchStrategy[Block]:
    schema = tool.spec().input_schema
    refused = st.sampled_from(sorted(REFUSED)).map(REFUSED.__getitem__)
    given_ = objects(schema, schema) | values | refused
    return given_.map(lambda text: tool_use(tool.name, text, "toolu_1"))


PASSES = (DIRECTORY, SYNTHESIS, SURVEY, PLAN)


FUZZ = settings(
    deadline=None,
    max_examples=30,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)
each_pass = pytest.mark.parametrize("step", PASSES, ids=lambda step: step.name)


@each_pass
@FUZZ
@given(data=st.data())
def test_any_arguments_of_any_tool_leave_the_flags_and_the_pass(
    step: AnyPass, data: st.DataObject
) -> None:
    check(step, data)


@pytest.mark.slow
@each_pass
@settings(FUZZ, max_examples=2_000)
@given(data=st.data())
def test_many_more_arguments_do(step: AnyPass, data: st.DataObject) -> None:
    check(step, data)


def check(step: AnyPass, data: st.DataObject) -> None:
    bad = st.lists(st.one_of([arguments(tool) for tool in step.tools]), min_size=1, max_size=4)
    calls = data.draw(bad)
    flags = "flag" in {tool.name for tool in step.tools}
    position = data.draw(st.integers(0, len(calls)))
    good = [tool_use("flag", FLAG, "toolu_1")] if flags else []
    answers = [reply(*calls[:position], *good, *calls[position:]), reply(*data.draw(bad))]
    with world() as here:
        model = CheckingModel([*answers, reply(submits(step))])
        result = here.run(step, model)
        assert model.refused == []
        assert model.calls <= 3
        assert not getattr(result, "gap", "")
        assert not flags or FLAG["finding"] in findings(result)

        resumed = CheckingModel([])
        assert here.run(step, resumed) == result
        assert resumed.calls == 0

        here.forget_the_results_of_turns()
        again = CheckingModel([reply(submits(step))])
        result = here.run(step, again)
        assert again.refused == []
        assert not flags or FLAG["finding"] in findings(result)


# -- a bug -----------------------------------------------------------------------------------------


def noting() -> Reply:
    entry = {"kind": "file", "path": "src/a.py", "data": {"summary": "A script."}}
    return reply(tool_use("flag", FLAG, "toolu_1"), tool_use("write_cache", entry, "toolu_2"))


def broken(*_: object, **__: object) -> Any:
    raise KeyError("a bug")


@pytest.mark.parametrize("name", ["_report", "_state", "submitted_entry"])
def test_a_bug_in_the_conclusion_of_a_directory_loses_nothing_noted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    here = World(tmp_path)
    answers = [noting(), reply(submits(DIRECTORY))]
    with monkeypatch.context() as patched:
        patched.setattr(f"luminos_core.agents.passes.directory.{name}", broken)
        report = here.run(DIRECTORY, CheckingModel(answers))
    assert (report.state, report.reason) == (DirectoryState.PARTIAL, "KeyError: 'a bug'")
    assert findings(report) == [FLAG["finding"]]
    assert [file.summary for file in report.files] == ["A script."]

    resumed = CheckingModel([])  # without the bug, from the transcript
    assert here.run(DIRECTORY, resumed).state is DirectoryState.INVESTIGATED
    assert resumed.calls == 0


@pytest.mark.parametrize("step", [DIRECTORY, SYNTHESIS], ids=lambda step: step.name)
def test_a_bug_within_a_turn_loses_no_flag_of_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, step: AnyPass
) -> None:
    here = World(tmp_path)
    monkeypatch.setattr("luminos_core.agents.tool_runner.ToolRunner._text", broken)
    result = here.run(step, CheckingModel([reply(tool_use("flag", FLAG, "toolu_1"))]))
    assert findings(result) == [FLAG["finding"]]
    (event,) = (event for event in here.events if isinstance(event, InternalError))
    assert event.part == step.name


def test_a_bug_of_a_tool_costs_that_call_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("luminos_core.tools.read_file.numbered", broken)
    reads = tool_use("read_file", {"path": "src/a.py"}, "toolu_3")
    answers = [replace(noting(), blocks=(reads, *noting().blocks)), reply(submits(DIRECTORY))]
    report = World(tmp_path).run(DIRECTORY, CheckingModel(answers))
    assert report.state is DirectoryState.INVESTIGATED
    assert findings(report) == [FLAG["finding"]]


# -- a flag that is refused together with a submission ---------------------------------------------


def test_a_submission_waits_for_a_flag_that_was_refused_with_it(tmp_path: Path) -> None:
    bad = tool_use("flag", json.dumps(FLAG).replace("Runs", r"\ud800"), "toolu_1")
    good = tool_use("flag", FLAG, "toolu_1")
    submission = submits(DIRECTORY)
    here = World(tmp_path)
    model = CheckingModel([reply(bad, submission), reply(good, submission)])
    report = here.run(DIRECTORY, model)
    assert (report.state, report.turns_used) == (DirectoryState.INVESTIGATED, 2)
    assert findings(report) == [FLAG["finding"]]
    assert here.run(DIRECTORY, CheckingModel([])) == report


def test_in_the_last_turn_it_does_not_wait(tmp_path: Path) -> None:
    bad = tool_use("flag", '{"finding": NaN}', "toolu_1")
    answers = [noting(), noting(), noting(), reply(bad, submits(DIRECTORY))]
    report = World(tmp_path).run(DIRECTORY, CheckingModel(answers))
    assert (report.state, report.turns_used) == (DirectoryState.INVESTIGATED, 4)


# -- over HTTP -------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", REFUSED)
def test_over_http_one_refused_call_costs_no_attempt_and_no_flag(
    investigate: Investigate, name: str
) -> None:
    result = investigate(
        reply(tool_use("read_file", REFUSED[name]), tool_use("flag", FLAG)),
        reply(submits(DIRECTORY)),
    )
    assert result.report is not None
    assert result.report.state is DirectoryState.INVESTIGATED
    assert findings(result.report) == [FLAG["finding"]]
    assert (result.calls, result.answered, result.refused) == (2, [True, True], [])
    bad, good = result.requests[1].messages[-1]["content"]
    assert bad["is_error"] is True
    assert "is_error" not in good


@pytest.mark.parametrize("name", UNREADABLE)
def test_a_call_that_cannot_be_read_goes_back_as_an_empty_one(
    investigate: Investigate, name: str
) -> None:
    result = investigate(reply(tool_use("read_file", UNREADABLE[name])), reply(submits(DIRECTORY)))
    sent = result.requests[1].messages
    assert sent[1]["content"][0]["input"] == {}
    assert "half of a surrogate pair" in sent[2]["content"][0]["content"]
