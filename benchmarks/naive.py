"""An agent as one would write it at first, to compare with."""

from typing import Any

import anthropic

from luminos_core.agents.context import AgentContext
from luminos_core.agents.first_message import directory_slots
from luminos_core.agents.passes.directory import DIRECTORY
from luminos_core.llm.anthropic.request import request_body
from luminos_core.records.conversation import ModelRequest, ToolCall
from luminos_core.records.directory import DirectoryWork
from luminos_core.tools.execute import execute
from luminos_core.tools.registry import specs_of
from luminos_core.tools.tool import AgentState, ToolContext

Block = dict[str, Any]


class NaiveAgent:
    """The same prompt, facts and tools as ours; but the facts of the directory are in the system
    prompt, no file is shown, and nothing is marked to be cached."""

    def __init__(self, base_url: str, context: AgentContext) -> None:
        self._context = context
        self._client = anthropic.Anthropic(api_key="none", base_url=base_url, max_retries=0)

    def investigate(self, work: DirectoryWork) -> None:
        tool_context = self._context.tool_context(work.directory.path, AgentState())
        facts = DIRECTORY.prompts.task(**directory_slots(work, tool_context.state, files=""))
        body = self._first_request(facts)
        while True:
            with self._client.messages.stream(**body) as stream:
                blocks = [block.model_dump() for block in stream.get_final_message().content]
            calls = [block for block in blocks if block["type"] == "tool_use"]
            results = [_result(block, tool_context) for block in calls]
            if any(block["name"] == "submit_report" for block in calls):
                return
            message = {"role": "assistant", "content": [_sent_back(block) for block in blocks]}
            body["messages"] += [message, {"role": "user", "content": results}]

    def _first_request(self, facts: str) -> Block:
        request = ModelRequest(
            model=self._context.model_id,
            system="",
            tools=specs_of(DIRECTORY.tools),
            messages=(),
            max_tokens=self._context.max_tokens,
        )
        body = dict(request_body(request))
        del body["cache_control"]
        body["system"] = f"{DIRECTORY.prompts.system}\n\n{facts}"
        body["messages"] = [{"role": "user", "content": "Audit the directory."}]
        return body


def _result(block: Block, tool_context: ToolContext) -> Block:
    tool_call = ToolCall(id=block["id"], name=block["name"], input=block["input"])
    result = execute(DIRECTORY.tools, tool_call, tool_context)
    assert not result.is_error, result.text
    return {"type": "tool_result", "tool_use_id": result.call_id, "content": result.text}


def _sent_back(block: Block) -> Block:
    return {name: block[name] for name in ("type", "id", "name", "input")}
