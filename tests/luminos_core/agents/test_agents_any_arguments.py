"""Any arguments of any tool, through the whole loop: it never raises, flags stay, and each request
can be sent."""

import json
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from luminos_core.agents.passes.definition import AnyPass
from luminos_core.agents.passes.directory import DIRECTORY
from luminos_core.agents.passes.plan import PLAN
from luminos_core.agents.passes.survey import SURVEY
from luminos_core.agents.passes.synthesis import SYNTHESIS
from luminos_core.tools.tool import Tool
from tests.fakes.checking_model import CheckingModel
from tests.fakes.messages_replies import Block, reply, tool_use
from tests.luminos_core.agents.bad_arguments import (
    FLAG,
    REFUSED,
    findings,
    submits,
    world,
)

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
@settings(FUZZ, max_examples=500)
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
