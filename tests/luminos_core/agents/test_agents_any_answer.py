"""Whatever a model answers, no request of the loop is one that the Messages API would refuse."""

import tempfile
from dataclasses import replace
from pathlib import Path

from hypothesis import example, given, settings
from hypothesis import strategies as st

from luminos_core.agents.agent_task import AgentTask
from luminos_core.agents.outcome import Ended
from luminos_core.calls.retry import RetryPolicy
from luminos_core.records.conversation import (
    StopReason,
)
from luminos_core.tools.registry import DIRECTORY_TOOLS
from luminos_core.tools.tool import AgentState
from tests.fakes.agent_bench import converse, set_up
from tests.fakes.checking_model import CheckingModel
from tests.fakes.messages_replies import Reply, text, thinking, tool_use

words = st.sampled_from(["", " ", "\n", "It is.", "It is. ", " ü"])
ids = st.sampled_from(["toolu_1", "toolu_1-2", "toolu 1", "call", ""]) | st.text(max_size=2)
names = st.sampled_from(["think", "read_file", "read file", "x" * 65, ""]) | st.text(max_size=2)
inputs = st.sampled_from([{}, {"path": "src/b.py"}, [1], '"a"', "null", "3", '{"cut'])
blocks = (
    st.builds(text, words) | st.builds(thinking, words) | st.builds(tool_use, names, inputs, ids)
)
answers = st.builds(
    Reply,
    blocks=st.lists(blocks, max_size=4).map(tuple),
    stop_reason=st.sampled_from([*StopReason]).map(lambda reason: reason.value),
)


@settings(deadline=None, max_examples=100)
@given(script=st.lists(answers, min_size=1, max_size=6))
@example(script=[Reply((text("So "),), "pause_turn"), Reply((thinking("Hm."),), "pause_turn")])
def test_no_request_is_refused_and_the_loop_ends(script: list[Reply]) -> None:
    model = CheckingModel(script)
    with tempfile.TemporaryDirectory() as folder:
        bench = set_up(Path(folder) / "target", [])
        policy = RetryPolicy(attempts=9, first_delay=0.0)
        client = replace(bench.context.client, model=model, policy=policy)
        context = replace(bench.context, client=client, fallback_model="another")
        agent_task = AgentTask(
            pass_name="directory",
            label="src",
            system="The system text.",
            first_message="The task.",
            tools=DIRECTORY_TOOLS,
            tool_context=context.tool_context("src", AgentState()),
            turns=6,
        )
        outcome = converse(agent_task, context)

    assert model.refused == []
    assert outcome.ended in Ended
