"""What the core asks of a model provider: a request in, a response out."""

from typing import Protocol

from luminos_core.records.conversation import ModelRequest, ModelResponse
from luminos_core.stop import StopSignal


class Model(Protocol):
    """Safe to call from many threads at once."""

    @property
    def name(self) -> str:
        """Of the provider: "anthropic"."""
        ...

    def encode(self, request: ModelRequest) -> bytes:
        """The request's body in one canonical form. A stored response is found by its digest, and
        its length bounds the number of tokens."""
        ...

    def check(self, model: str, stop: StopSignal) -> bool:
        """Raises CallsRefused when calls to `model` would certainly be refused, or reach no server
        until a person changes a setting. Costs nothing. False when the server did not answer."""
        ...

    def complete(self, request: ModelRequest, stop: StopSignal) -> ModelResponse:
        """One attempt. Raises FailedAttempt when another is worth making, else QuotaExhausted,
        RequestRejected, RequestTooLarge, SettingsError (a bad key) or Interrupted."""
        ...
